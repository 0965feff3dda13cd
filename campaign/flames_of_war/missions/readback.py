"""Commands of choosing a mission, read back from the events of their acts. Pure."""

from collections.abc import Sequence

from campaign.flames_of_war import rolling
from campaign.flames_of_war.missions import audit, commands
from campaign.flames_of_war.state import State
from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers
from events.base import Event
from events.fow import missions as facts


def _rolled(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Mission Selector: the dice of both sides."""
    first = events[0]
    assert isinstance(first, facts.MissionRolled)
    dice = {side: score.dice for side, score in first.rolls.items()}
    command = commands.RollMission(
        by=first.by,
        line=first.line,
        dice=rolling.typed(first, dice),
        witness=first.witness,
    )
    return ReadBack(command, rolling.given(first, audit.mission_dice(first)))


def _roles(state: State, events: Sequence[Event]) -> ReadBack:
    """FoW Defensive Battle: dice, and company types told with them; types alone need no dice."""
    first = events[0]
    assert isinstance(first, facts.RolesRolled)
    command = commands.RollRoles(
        by=first.by,
        line=first.line,
        types=first.types or None,  # type: ignore[arg-type]
        dice=rolling.typed(first, first.dice) or None,
        witness=first.witness,
    )
    return ReadBack(command, rolling.given(first, audit.roles_dice(first)))


def _changed(state: State, events: Sequence[Event]) -> ReadBack | None:
    """FoW Axis of Attack: the payment, and the mission that it bought; a payment alone is none."""
    first = events[0]
    assert isinstance(first, facts.VictoryPointsSpent)
    chosen = next((event for event in events if isinstance(event, facts.MissionChosen)), None)
    if chosen is None:
        return None
    command = commands.ChangeMission(
        by=first.by, line=first.line, side=first.side, mission=chosen.mission
    )
    return ReadBack(command)


def _declined(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.ChangeDeclined)
    side = None if len(events) > 1 else first.side
    why = first.why or None
    return ReadBack(commands.DeclineChange(by=first.by, line=first.line, side=side, why=why))


def _agreed(state: State, events: Sequence[Event]) -> ReadBack:
    first = events[0]
    assert isinstance(first, facts.MissionAgreed)
    both = len([event for event in events if isinstance(event, facts.MissionAgreed)]) > 1
    command = commands.AgreeMission(
        by=first.by,
        line=first.line,
        side=None if both else first.side,
        mission=first.mission,
        why=first.why or None,
    )
    return ReadBack(command)


READERS: Readers[State] = {
    facts.MissionRolled: _rolled,
    facts.RolesRolled: _roles,
    facts.VictoryPointsSpent: _changed,
    facts.ChangeDeclined: _declined,
    facts.MissionAgreed: _agreed,
}
