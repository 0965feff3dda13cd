"""LiF 3.1, 3.3, 5.1: the chapter of leaders on the map put together, and its corrections. Pure."""

from collections.abc import Iterator

from campaign.kernel import chapters
from campaign.kernel.decisions import Refused
from campaign.kernel.interview.asking import Interviews
from campaign.lif.board.corrections import draw_used
from campaign.lif.on_map import combats, commands, impulses, placing
from campaign.lif.on_map.sentences import SENTENCES
from campaign.lif.picture import naming
from campaign.lif.state import Deciders, State
from events.lif import on_map as facts


def _losses(state: State, event: facts.CombatReported) -> Iterator[tuple[str, int]]:
    yield "losses", len(event.losses)


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


CHAPTER = chapters.Chapter[State](
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
        facts.CombatReported: _losses,
        facts.LeaderRecalled: chapters.unless_the_ledgers("table draws"),
    },
    interviews=_interviews,
)


# --- corrections of leaders on the map and of combats --------------------------------------------


_NUMBERED = {"combat": "a combat keeps its number"}


def _recalled(event: facts.LeaderRecalled) -> chapters.StayingFields:
    drawn = ("leader", "candidates", "chosen_by") if event.source == "ledger" else ()
    drew = chapters.stay("who drew or rolled", "source")
    return {**drew, **_NUMBERED, **chapters.stay("what was drawn or rolled", *drawn)}


def faults(state: State) -> Iterator[Refused]:
    """LiF 1, 3.1: each leader of the kit in one place."""
    play, known = state.play, state.leaders
    if known and set(known) != set(state.sheet):
        wrong = sorted(set(known) ^ set(state.sheet))[0]
        has = "is no leader of the kit" if wrong in known else "would be in no place"
        yield Refused("LiF 1", f"{wrong} {has}")
    for where, place, status in (
        (play.placements, "on the map", "map"),
        (play.circle, "on the production circle", "circle"),
    ):
        for who in where:
            if known.get(who) != status:
                other = known.get(who, "nowhere")
                yield Refused("LiF 3.1", f"{who} would be {place} and {other} at once")
    yield from naming.faults(state)
    for who, status in known.items():
        if status == "circle" and who not in play.circle:
            yield Refused("LiF 3.1", f"{who} would never come off the production circle")


CORRECTED = chapters.Corrected[State](
    settling=(facts.CombatReported, facts.LeaderGroundStruck, facts.LeaderRecalled),
    left_behind={facts.LeaderRecalled: draw_used},
    staying={
        facts.LeaderRecalled: _recalled,
        facts.CombatReported: _NUMBERED,
        facts.GuardsPromoted: _NUMBERED,
        facts.LeaderKilled: _NUMBERED,
    },
    restated={facts.ImpulseBegan: lambda state, event: {"number": state.play.timing.impulses + 1}},
    numbers={
        facts.CombatReported: lambda event: (f"combat {event.combat}",),
        facts.LeaderRecalled: lambda event: (f"draw {event.draw}",) if event.draw else (),
    },
    drew={facts.LeaderRecalled: lambda event: event.draw > 0 and event.source == "ledger"},
    faults=faults,
)
