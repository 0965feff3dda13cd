"""How battles and their results are read back to the commands that brought them. Pure."""

from collections.abc import Mapping, Sequence

from campaign.flames_of_war.results import commands as asked
from campaign.flames_of_war.results.commands import Losses
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow import battles as facts
from events.fow.words import BySide


def _begun(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.BattleBegun)
    command = asked.BeginBattle(
        by=event.by,
        line=event.line,
        platoons=event.platoons,
        time_limit=event.time_limit,
        battalion=event.battalion,
    )
    return ReadBack(command)


def _reported(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.ResultReported)
    command = asked.ReportResult(
        by=event.by,
        line=_line(state, event.battle),
        ended_by=event.ended_by,
        side=event.side or None,
        turn=event.turn,
        lost=_losses(event.lost, event.lost_platoons),
        pre_game=_losses(event.pre_game, event.pre_game_platoons),
        first_lost=event.first_lost or None,
        left_behind=event.left_behind,
        played_on=event.played_on,
        note=event.note,
    )
    return ReadBack(command)


def _losses(figures: BySide, named: Mapping[str, tuple[str, ...]]) -> dict[str, Losses]:
    return {side: named.get(side, figure) for side, figure in figures.items()}


def _confirmed(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.ResultConfirmed)
    return ReadBack(asked.ConfirmResult(by=event.by, line=_line(state, event.battle)))


def _contested(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.ResultContested)
    command = asked.ContestResult(by=event.by, line=_line(state, event.battle), text=event.text)
    return ReadBack(command)


def _abandoned(state: State, events: Sequence[Event]) -> ReadBack:
    event = events[0]
    assert isinstance(event, facts.BattleAbandoned)
    command = asked.AbandonBattle(by=event.by, line=event.line, reason=event.reason)
    return ReadBack(command)


def _line(state: State, battle: str) -> str:
    return state.battles[battle].line


READERS: Readers[State] = {
    facts.BattleBegun: _begun,
    facts.ResultReported: _reported,
    facts.ResultConfirmed: _confirmed,
    facts.ResultContested: _contested,
    facts.BattleAbandoned: _abandoned,
}
