"""LiF 3.1, 3.3, 5.1: the chapter of leaders on the map put together. Pure."""

from campaign.kernel import chapters
from campaign.kernel.interview.asking import Interviews
from campaign.lif.on_map import combats, commands, impulses, placing
from campaign.lif.on_map.sentences import SENTENCES
from campaign.lif.picture import naming
from campaign.lif.state import Deciders, State
from events.lif import on_map as facts

DECIDE: Deciders = {
    commands.PlaceLeader: placing.place,
    commands.MoveLeader: placing.move,
    commands.TurnLeader: placing.turn,
    commands.SendLeaderToCircle: placing.send_to_circle,
    commands.NameHex: naming.name_hex,
    commands.BeginStage: impulses.begin_stage,
    commands.BeginImpulse: impulses.begin_impulse,
    commands.BeginStep: impulses.begin_step,
    commands.Cooperate: impulses.cooperate,
    commands.EndCooperation: impulses.end_cooperation,
    commands.PromoteGuards: combats.promote,
    commands.ReportCombat: combats.report_combat,
    commands.ReportGroundStrike: combats.report_ground_strike,
    commands.ReportCarpetBombing: combats.report_carpet_bombing,
    commands.ReportLeaderLost: combats.report_leader_lost,
}


def _interviews() -> Interviews[State]:
    from campaign.lif.on_map.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="on the map",
        sentences=SENTENCES,
        decide=DECIDE,
        needs={commands.ReportCombat: combats.combat_needs},
        at_turn=placing.at_start_of,
        trusted={
            facts.LeaderPlaced: "places",
            facts.LeaderMoved: "places",
            facts.LeaderTurned: "places",
            facts.LeaderSentToCircle: "places",
            facts.HexNamed: "names of hexes",
            facts.StageBegan: "course of the turn",
            facts.ImpulseBegan: "course of the turn",
            facts.StepBegan: "course of the turn",
            facts.CooperationAgreed: "agreements",
            facts.CooperationEnded: "agreements",
            facts.CombatReported: "combats",
            facts.LeaderGroundStruck: "combats",
            facts.LeaderKilled: "deaths",
            facts.GuardsPromoted: "places",
        },
        counted={
            facts.CombatReported: lambda state, event: (("losses", len(event.losses)),),
            facts.LeaderRecalled: chapters.unless_the_ledgers("table draws"),
        },
        interviews=_interviews,
    ),
    placing,
    naming,
    impulses,
    combats,
    commands=commands,
)
