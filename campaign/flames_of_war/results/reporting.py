"""FoW ruling 29: a result is reported, then confirmed or contested, or booked at once. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.results import ends, losses
from campaign.flames_of_war.results.battle_begins import SEQUENCE
from campaign.flames_of_war.results.battle_people import impartial, side_of, speaks, stranger
from campaign.flames_of_war.results.booking import booked
from campaign.flames_of_war.results.commands import ConfirmResult, ContestResult, ReportResult
from campaign.flames_of_war.results.losses import ToldLosses
from campaign.flames_of_war.results.victory_points import INTENSE
from campaign.flames_of_war.state import (
    Battle,
    Deciders,
    Evolvers,
    LineState,
    State,
    with_battle,
    with_line,
)
from campaign.flames_of_war.who_may import the_line
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, missing_field
from campaign.text.english import listed
from campaign.text.suggest import near
from events.fow.battles import ResultContested, ResultReported
from events.fow.words import BySide

# --- reported -----------------------------------------------------------------------------------


def _report(state: State, command: ReportResult, given: Supplied) -> Decision:
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
    report = _read(state, battle, command, by_side)
    if isinstance(report, Refused):
        return report
    if neutral or state.rulings.confirmation == "none" or not _answers(state, battle, by_side):
        return (report, *booked(state, battle, report))
    return (report,)


def _read(
    state: State, battle: Battle, command: ReportResult, by_side: str
) -> ResultReported | Refused:
    """FoW Victory Points: the report, with who won and what each side lost."""
    mission, ended_by = missions()[battle.mission], command.ended_by
    if command.side and command.side not in state.sides:
        return bad_field("side", f"{command.side!r} is no side{near(command.side, state.sides)}")
    side = ends.about(mission, battle, ended_by, command.side or "")
    if isinstance(side, Refused):
        return side
    if refused := ends.against_the_log(state, battle, ended_by, side):
        return refused
    turn = ends.own_turn(state, battle, side, command.turn)
    if isinstance(turn, Refused):
        return turn
    won = ends.winner(mission, battle, ended_by, side, turn)
    lost = losses.told(state, battle, "lost", command.lost)
    pre_game = losses.told(state, battle, "pre_game", command.pre_game)
    for result in (won, lost, pre_game):
        if isinstance(result, Refused):
            return result
    assert isinstance(won, str)
    assert isinstance(lost, ToldLosses) and isinstance(pre_game, ToldLosses)
    if refused := losses.before_the_game(state, lost, pre_game):
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


def _first_lost(state: State, battle: Battle, lost: BySide, told: str | None) -> str | Refused:
    """FoW ruling 25: whose loss was the first of the battle, where that one alone is left out.

    FoW ruling 26: what was lost before the first turn is no such loss.
    """
    if state.rulings.intense_first != "overall" or INTENSE not in battle.rules:
        return bad_field("first_lost", "this battle does not ask for it") if told else ""
    able = [side for side, figure in lost.items() if figure]
    if told is not None and told not in able:
        return bad_field("first_lost", f"{state.sides.get(told, told)} lost nothing in play")
    if told or len(able) < 2:
        return told or next(iter(able), "")
    text = "say whose platoon was Destroyed first: that one does not count"
    return missing_field("first_lost", text, "Whose platoon was Destroyed first?")


# --- confirmed, contested -----------------------------------------------------------------------


def _confirm(state: State, command: ConfirmResult, given: Supplied) -> Decision:
    """FoW ruling 29: the other side confirms, or a host who fights on neither."""
    battle = _reported(state, command.line)
    if isinstance(battle, Refused):
        return battle
    if refused := _answers_not(state, battle, command.by, "confirms"):
        return refused
    assert battle.report is not None
    return booked(state, battle, battle.report)


def _contest(state: State, command: ContestResult, given: Supplied) -> Decision:
    """FoW ruling 29: whoever may confirm a report may contest it; then it is made anew."""
    battle = _reported(state, command.line)
    if isinstance(battle, Refused):
        return battle
    if refused := _answers_not(state, battle, command.by, "contests"):
        return refused
    return (ResultContested(battle=battle.id, text=command.text),)


def _answers(state: State, battle: Battle, by_side: str) -> tuple[str, ...]:
    """FoW ruling 29: who may confirm for the side that did not report."""
    return speaks(state, battle, state.other(by_side))


def _answers_not(state: State, battle: Battle, who: str, does: str) -> Refused | None:
    """Members: why somebody has no say in a report; None where they have."""
    assert battle.report is not None
    by_side, reported = battle.report.by_side, battle.report.by
    if impartial(state, battle, who):
        return None
    able = [one for one in _answers(state, battle, by_side) if one != reported] if by_side else []
    if who not in able:
        if not side_of(state, battle, who):
            return stranger(state, battle, who)
        names = listed((state.campaign.called(one) for one in able), "or") or "a host"
        return Refused("Members", f"{names} {does} this result, which the other side reported")
    return None


def _fought(state: State, named: str | None) -> Battle | Refused:
    """A line's battle that has begun and is not booked."""
    line = the_line(state, named)
    if isinstance(line, Refused):
        return line
    battle = state.battles.get(line.battle)
    if battle is None or battle.state in ("settled", "abandoned"):
        return _no_battle(line)
    return battle


def _reported(state: State, named: str | None) -> Battle | Refused:
    """A line's battle with a report that waits for its confirmation."""
    battle = _fought(state, named)
    if isinstance(battle, Battle) and battle.state != "reported":
        name = state.lines[battle.line].name
        return Refused(SEQUENCE, f"no result of the battle on {name} waits for its confirmation")
    return battle


def _no_battle(line: LineState) -> Refused:
    if line.phase == "settled":
        return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    return Refused(SEQUENCE, f"the battle on {line.name} has not begun")


# --- the state ----------------------------------------------------------------------------------


def _told(state: State, event: ResultReported) -> State:
    battle = state.battles[event.battle]
    line = replace(state.lines[battle.line], phase="reported")
    told = replace(battle, state="reported", report=event)
    return with_battle(with_line(state, line), told)


def _contested(state: State, event: ResultContested) -> State:
    """The battle waits for another report; the one that was contested stays to be seen."""
    battle = state.battles[event.battle]
    line = replace(state.lines[battle.line], phase="battle")
    again = replace(battle, state="running", contested=event.text, contested_by=event.by)
    return with_battle(with_line(state, line), again)


DECIDE: Deciders = {
    ReportResult: _report,
    ConfirmResult: _confirm,
    ContestResult: _contest,
}
EVOLVE: Evolvers = {ResultReported: _told, ResultContested: _contested}
