"""FoW Campaign Sequence: battles begun, reported, confirmed or contested, abandoned. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.fow import names
from campaign.fow.forces.validity import in_battle
from campaign.fow.members.permissions import impartial, side_of, speaks, stranger, the_line
from campaign.fow.missions.catalogue import Mission, missions
from campaign.fow.opening.axes import rules_at
from campaign.fow.results import losses, outcomes
from campaign.fow.results.commands import (
    AbandonBattle,
    BeginBattle,
    ConfirmResult,
    ContestResult,
    ReportResult,
)
from campaign.fow.results.losses import INTENSE, BattleLosses
from campaign.fow.results.outcomes import at_most, booked, decided, fought
from campaign.fow.state import (
    Battle,
    Deciders,
    Evolvers,
    LineState,
    State,
    force_of,
    planned,
    with_battle,
    with_both,
    with_line,
)
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, filled, missing_field
from campaign.kernel.members import with_campaign
from campaign.text.english import listed, near
from events.fow.battles import BattleAbandoned, BattleBegun, ResultContested, ResultReported
from events.fow.words import BySide

# --- FoW Campaign Sequence: a line's battle begins; mission, roles and forces are fixed ---------

SEQUENCE = "FoW Campaign Sequence"


def _begin(state: State, command: BeginBattle, supplied: Supplied) -> Decision:
    """FoW Campaign Sequence: once mission and roles are settled either side or a host begins."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    battle = planned(state, line)
    if not state.campaign.is_host(command.by) and not side_of(state, battle, command.by):
        name = state.campaign.called(command.by)
        return Refused("Members", f"{name} commands neither side on {line.name}")
    if refused := _not_ready(state, line):
        return refused
    forces = {side: force_of(state, line.id, side) for side in state.sides}
    rosters = {side: in_battle(line, side, force) for side, force in forces.items() if force}
    platoons = _platoons(state, rosters, command.platoons)
    if isinstance(platoons, Refused):
        return platoons
    return (
        filled(
            BattleBegun,
            command,
            battle,
            line=line.id,
            battle=line.battle,
            forces={side: force.id for side, force in forces.items() if force},
            platoons=platoons,
            rules=tuple(dict.fromkeys(_rules(line))),
            rosters=rosters,
        ),
    )


def _rules(line: LineState) -> tuple[str, ...]:
    """FoW missions: the mission's special rules, those that come with one of them, and those of
    the sector that hold in this attack.
    """
    mission: Mission = missions()[line.mission]
    here = rules_at(line.axis, line.sector, line.attacker) if line.axis else ()
    return (*mission.rules, *mission.implied, *here)


def _not_ready(state: State, line: LineState) -> Refused | None:
    """What the battle still waits for."""
    match line.phase:
        case "mission":
            return Refused(SEQUENCE, f"{line.name} has no mission yet: roll for it first")
        case "change" if not line.change.lapsed:
            asked = state.sides[line.change.offered_to]
            return Refused(SEQUENCE, f"{asked} may still pay for another mission, or decline")
        case "battle" | "reported":
            return Refused(SEQUENCE, f"the battle on {line.name} has begun already")
        case "settled":
            return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    if line.here is not None and not line.here.battle:
        text = f"no battle is fought in {line.here.name}, which is an objective"
        return Refused("FoW ruling 15", text)
    if not line.attacker:
        text = f"nobody attacks on {line.name} yet: roll for it, or tell the company types"
        return Refused("FoW Defensive Battle", text)
    return None


def _platoons(
    state: State, rosters: Mapping[str, tuple[str, ...]], stated: BySide
) -> BySide | Refused:
    """FoW Choosing Your Force: how many platoons each side has, by its roster or as it is told.

    What the players say stands: at the table a platoon may be made of others, or wait elsewhere.
    """
    if strange := next((side for side in stated if side not in state.sides), None):
        return bad_field("platoons", f"{strange!r} is no side{near(strange, state.sides)}")
    counted = {side: len(platoons) for side, platoons in rosters.items()}
    figures = {**counted, **stated}
    return {side: figures[side] for side in state.sides if side in figures}


def _begun(state: State, event: BattleBegun) -> State:
    line = state.lines[event.line]
    battle = Battle(
        event.battle,
        event.line,
        state.campaign.turn,
        event.mission,
        event.attacker,
        event.defender,
        event.sector,
        commanders=event.commanders,
        forces=event.forces,
        platoons=event.platoons,
        rules=event.rules,
        time_limit=event.time_limit,
        battalion=event.battalion,
        rosters=event.rosters,
        weather=line.battlefield.weather,
    )
    fought = {
        name: replace(state.forces[name], battles=(*state.forces[name].battles, event.battle))
        for name in event.forces.values()
        if name in state.forces
    }
    state = replace(state, forces={**state.forces, **fought}) if fought else state
    return with_both(state, replace(line, phase="battle"), battle)


# --- FoW ruling 29: a result is reported, then confirmed or contested, or booked at once --------

# --- reported -----------------------------------------------------------------------------------


def _report(state: State, command: ReportResult, supplied: Supplied) -> Decision:
    """FoW ruling 29: a commander reports and the other side confirms; a host who fights on neither
    side reports for good, and so does anybody where nobody is there to confirm.
    """
    battle = _fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    who, by_side = command.by, ""
    if not (neutral := impartial(state, battle, who)):
        by_side = side_of(state, battle, who)
        if not by_side:
            return stranger(state, battle, who)
    if battle.state == "reported" and not neutral:
        assert battle.report is not None
        if battle.report.by_side == by_side:
            text = (
                "your side has reported it: `campaign undo` takes that back until it is confirmed"
            )
        else:
            text = "its result is reported already: confirm it, or contest it first"
        return Refused(SEQUENCE, text)
    reported = _read(state, battle, command, by_side)
    if isinstance(reported, Refused):
        return reported
    if neutral or state.rulings.confirmation == "none" or not answering(state, battle, by_side):
        return (reported, *booked(state, battle, reported))
    return (reported,)


def _read(
    state: State, battle: Battle, command: ReportResult, by_side: str
) -> ResultReported | Refused:
    """FoW Victory Points: the report, with who won and what each side lost."""
    mission, ended_by = missions()[battle.mission], command.ended_by
    if command.side and command.side not in state.sides:
        return bad_field("side", f"{command.side!r} is no side{near(command.side, state.sides)}")
    side = outcomes.about(mission, battle, ended_by, command.side or "")
    if isinstance(side, Refused):
        return side
    if refused := outcomes.against_the_log(state, battle, ended_by, side):
        return refused
    turn = outcomes.own_turn(state, battle, side, command.turn)
    if isinstance(turn, Refused):
        return turn
    won = outcomes.winner(mission, battle, ended_by, side, turn)
    lost = losses.losses_of(state, battle, "lost", command.lost)
    pre_game = losses.losses_of(state, battle, "pre_game", command.pre_game)
    for result in (won, lost, pre_game):
        if isinstance(result, Refused):
            return result
    assert isinstance(won, str)
    assert isinstance(lost, BattleLosses) and isinstance(pre_game, BattleLosses)
    if refused := losses.before_the_game(state, battle, lost, pre_game):
        return refused
    in_play = {name: lost.figures[name] - early for name, early in pre_game.figures.items()}
    first = _first_lost(state, battle, in_play, command.first_lost)
    if isinstance(first, Refused):
        return first
    return ResultReported(
        battle=battle.id,
        ended_by=ended_by,
        winner=won,
        side=side,
        turn=turn,
        lost=lost.figures,
        lost_platoons=lost.named,
        pre_game={name: early for name, early in pre_game.figures.items() if early},
        pre_game_platoons=pre_game.named,
        first_lost=first,
        by_side=by_side,
        left_behind=command.left_behind,
        played_on=command.played_on,
        note=command.note,
    )


def _first_lost(state: State, battle: Battle, lost: BySide, named: str | None) -> str | Refused:
    """FoW ruling 25: whose loss was the first of the battle, where that one alone is left out.

    FoW ruling 26: what was lost before the first turn is no such loss.
    """
    if state.rulings.intense_first != "overall" or INTENSE not in battle.rules:
        return bad_field("first_lost", "this battle does not ask for it") if named else ""
    able = [side for side, figure in lost.items() if figure]
    if named is not None and named not in able:
        return bad_field("first_lost", f"{state.sides.get(named, named)} lost nothing in play")
    if named or len(able) < 2:
        return named or next(iter(able), "")
    text = "say whose platoon was Destroyed first: that one does not count"
    return missing_field("first_lost", text, "Whose platoon was Destroyed first?")


# --- confirmed, contested -----------------------------------------------------------------------


def _confirm(state: State, command: ConfirmResult, supplied: Supplied) -> Decision:
    """FoW ruling 29: the other side confirms, or a host who fights on neither."""
    battle = _answered(state, command, "confirms")
    if isinstance(battle, Refused):
        return battle
    assert battle.report is not None
    return booked(state, battle, battle.report)


def _contest(state: State, command: ContestResult, supplied: Supplied) -> Decision:
    """FoW ruling 29: whoever may confirm a report may contest it; then it is made anew."""
    battle = _answered(state, command, "contests")
    if isinstance(battle, Refused):
        return battle
    return (ResultContested(battle=battle.id, text=command.text),)


def answering(state: State, battle: Battle, by_side: str) -> tuple[str, ...]:
    """FoW ruling 29: who may confirm for the side that did not report."""
    return speaks(state, battle, state.other(by_side))


def _answered(state: State, command: ConfirmResult | ContestResult, does: str) -> Battle | Refused:
    """Members: a line's battle whose report its sender may answer, or why they have no say."""
    battle, who = _fought(state, command.line), command.by
    if isinstance(battle, Refused):
        return battle
    if battle.report is None or battle.state != "reported":
        name = state.lines[battle.line].name
        return Refused(SEQUENCE, f"no result of the battle on {name} waits for its confirmation")
    by_side, reported = battle.report.by_side, battle.report.by
    if impartial(state, battle, who):
        return battle
    able = [one for one in answering(state, battle, by_side) if one != reported] if by_side else []
    if who not in able:
        if not side_of(state, battle, who):
            return stranger(state, battle, who)
        names = listed((state.campaign.called(one) for one in able), "or") or "a host"
        return Refused("Members", f"{names} {does} this result, which the other side reported")
    return battle


def _fought(state: State, named: str | None) -> Battle | Refused:
    """A line's battle that has begun and is not booked."""
    line = the_line(state, named)
    if isinstance(line, Refused):
        return line
    battle = state.known_battle(line.battle)
    if battle is not None and battle.state not in ("settled", "abandoned"):
        return battle
    if line.phase == "settled":
        return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    return Refused(SEQUENCE, f"the battle on {line.name} has not begun")


# --- the state ----------------------------------------------------------------------------------


def _with_report(state: State, event: ResultReported) -> State:
    battle = state.battle(event.battle)
    line = replace(state.lines[battle.line], phase="reported")
    reported = replace(battle, state="reported", report=event)
    return with_both(state, line, reported)


def _contested(state: State, event: ResultContested) -> State:
    """The battle waits for another report; the one that was contested stays to be seen."""
    battle = state.battle(event.battle)
    line = replace(state.lines[battle.line], phase="battle")
    again = replace(battle, state="running", contested=event.text, contested_by=event.by)
    return with_both(state, line, again)


# --- FoW ruling 17: a battle that is never played, or not to its end ----------------------------


def _abandon(state: State, command: AbandonBattle, supplied: Supplied) -> Decision:
    """FoW ruling 17: no points, no sector, no last mission; the round is over for the line.

    FoW ruling 29: a host who fights takes no result from the other side by it.
    """
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if line.phase == "settled":
        return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    battle = state.known_battle(line.battle)
    if battle and battle.report and not impartial(state, battle, command.by):
        text = "a result was reported: a host who fights in this battle cannot abandon it now"
        return Refused("FoW ruling 29", text)
    end = decided(state, line, played=False, points={}, through="")
    gone = BattleAbandoned(
        line=line.id, battle=line.battle, reason=command.reason, last_turn=_one_more(state, line)
    )
    return (gone, end) if end else (gone,)


def _abandoned(state: State, event: BattleAbandoned) -> State:
    """The line waits for the next round; a battle for which nothing was rolled leaves no trace."""
    line = state.lines[event.line]
    battle = state.known_battle(event.battle)
    if battle is None and line.mission:
        battle = replace(planned(state, line), id=event.battle, commanders={})
    if battle is not None:
        state = with_battle(state, replace(battle, state="abandoned", reason=event.reason))
    shared = replace(state.campaign, last_turn=event.last_turn or state.campaign.last_turn)
    return with_line(with_campaign(state, shared), replace(line, phase="settled"))


def _one_more(state: State, line: LineState) -> str:
    """FoW ruling 17: the last round, where this one does not count; empty where it does."""
    if state.rulings.unplayed_counts == "yes" or at_most(state):
        return ""
    turn = state.campaign.turn
    others = (other for other in state.lines.values() if other.id != line.id)
    played = (battle for battle in state.battles.values() if battle.round == turn)
    if any(other.phase != "settled" for other in others) or any(
        battle.state == "settled" for battle in played
    ):
        return ""
    rounds = names.round_number(turn) + state.games - fought(state, played=False)
    return names.round_id(min(names.MOST_ROUNDS, rounds))


DECIDE: Deciders = {
    BeginBattle: _begin,
    ReportResult: _report,
    ConfirmResult: _confirm,
    ContestResult: _contest,
    AbandonBattle: _abandon,
}
EVOLVE: Evolvers = {
    BattleBegun: _begun,
    ResultReported: _with_report,
    ResultContested: _contested,
    BattleAbandoned: _abandoned,
}
