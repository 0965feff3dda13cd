"""LiF 3.3(d), 5.3: the facts of ten-sided dice: entry rolls and ground strikes. Pure."""

from collections.abc import Iterator, Mapping

from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.facts import DieRolled, Fact, Finders, Roll
from campaign.leaders_in_flames.us_entry.dice import SIDES
from events.lif.aftermath import NeutralMinorEntered
from events.lif.on_map import LeaderGroundStruck
from events.lif.us_entry import EntryActionTaken, EntryOptionPicked, Outcome, Theatre


def _option(version: int, turn: str, state: State, event: EntryOptionPicked) -> Iterator[Fact]:
    return _outcomes(version, turn, "entry option", event.option, "usa", event.outcomes)


def _action(version: int, turn: str, state: State, event: EntryActionTaken) -> Iterator[Fact]:
    number, power = event.action, event.power
    return _outcomes(version, turn, "entry action", number, power, event.outcomes)


def _outcomes(
    version: int,
    turn: str,
    on: Roll,
    number: int,
    power: str,
    outcomes: Mapping[Theatre, Outcome],
) -> Iterator[Fact]:
    """LiF 5.3.3: the remainder of a number, tens aside, is what the die may not exceed."""
    for outcome in outcomes.values():
        if outcome.roll is not None:
            faces, value = abs(outcome.number) % SIDES, outcome.roll.value
            yield DieRolled(
                version,
                turn,
                on,
                str(number),
                power,
                value,
                faces,
                value <= faces,
                outcome.roll.source,
            )


def _entered(version: int, turn: str, state: State, event: NeutralMinorEntered) -> Iterator[Fact]:
    """LiF 5.3, ability 25: a chit leaves on the ability's number or less."""
    known = abilities(state.campaign.rulebook).get(event.ability)
    counter, value = state.sheet.get(event.leader), event.roll.value
    if known is None or counter is None:
        return  # a record that was tampered with; `verify` says so
    faces, power = known.number_of("us_entry_roll"), counter.power
    yield DieRolled(
        version,
        turn,
        "neutral minor",
        event.leader,
        power,
        value,
        faces,
        value <= faces,
        event.roll.source,
    )


def _struck(version: int, turn: str, state: State, event: LeaderGroundStruck) -> Iterator[Fact]:
    """LiF 3.3(d): a roll under half of the one that disorganises recalls the leader."""
    faces = sum(2 * roll < event.needed for roll in range(1, SIDES + 1))
    recalled = 2 * event.roll < event.needed
    yield DieRolled(
        version, turn, "ground strike", event.leader, "", event.roll, faces, recalled, "table"
    )


DICE: Finders = {
    EntryOptionPicked: _option,
    EntryActionTaken: _action,
    NeutralMinorEntered: _entered,
    LeaderGroundStruck: _struck,
}
