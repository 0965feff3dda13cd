"""Seats: a command or an event of the frame names only those that the game has."""

from typing import Any

import msgspec
import pytest

from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Refused, Vocabulary
from campaign.kernel.members import AssignPower, ReleasePower, Seats
from campaign.lif.roster import POWERS
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from events.campaign import PowerAssigned
from events.codec import Codec, UnreadableEventError
from events.seats import Seat, reading, schema

ASSIGN = {"command": "AssignPower", "power": "usa", "member": "ben"}
RAISE = {"command": "RaiseDispute", "versions": [1], "claim": "no"}
TWO_SIDES = Vocabulary((AssignPower, ReleasePower), ("red", "blue"))


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({**ASSIGN, "power": "mars"}, "AssignPower, power: there is no 'mars'"),
        ({**ASSIGN, "power": "Ma rs"}, "AssignPower, power: there is no 'Ma rs'"),
        ({**ASSIGN, "power": 5}, "AssignPower, power: expected text, got a whole number"),
        ({**ASSIGN, "power": None}, "AssignPower, power: expected text, got nothing"),
        ({**ASSIGN, "power": ["usa"]}, "AssignPower, power: expected text, got a list"),
        ({**ASSIGN, "power": {"usa": 1}}, "AssignPower, power: expected text, got a table"),
        ({**ASSIGN, "power": "mars", "member": "NO"}, "AssignPower, power: there is no 'mars'"),
        ({"command": "ReleasePower", "power": "mars"}, "ReleasePower, power: there is no 'mars'"),
        ({**RAISE, "powers": ["usa", "mars"]}, "RaiseDispute, powers: there is no 'mars'"),
    ],
)
def test_a_command_that_names_no_seat_is_malformed(asked: dict[str, Any], reason: str) -> None:
    """The field is named, and the first fault counts."""
    found = decisions.read(asked, SYSTEM.rules.commands)
    assert isinstance(found, Refused) and (found.rule, found.reason) == (None, reason)
    assert found.about.field == reason.split(", ")[1].partition(":")[0]


def test_each_game_has_its_own_seats() -> None:
    """What is a seat in one game is none in another."""
    red = {"command": "ReleasePower", "power": "red"}
    assert decisions.read(red, TWO_SIDES) == ReleasePower(power="red")
    assert isinstance(decisions.read(red, SYSTEM.rules.commands), Refused)
    usa = {"command": "ReleasePower", "power": "usa"}
    assert isinstance(decisions.read(usa, TWO_SIDES), Refused)


def test_a_command_made_elsewhere_is_held_against_the_seats_as_well() -> None:
    """As one that is read back from the record."""
    TWO_SIDES.check(ReleasePower(power="blue"))
    with pytest.raises(msgspec.ValidationError, match=r"Invalid enum value 'usa' - at `\$.power`"):
        TWO_SIDES.check(ReleasePower(power="usa"))


def test_a_vocabulary_is_a_table_of_its_commands() -> None:
    """By their names, in their order."""
    assert list(TWO_SIDES) == ["AssignPower", "ReleasePower"]
    assert len(TWO_SIDES) == 2
    assert TWO_SIDES["AssignPower"] is AssignPower
    assert "AdvanceTurn" not in TWO_SIDES


def test_an_event_of_no_seat_is_no_event() -> None:
    """A log that names one is refused as damaged, by the codec of the game that has no such."""
    body = b'{"type":"campaign.PowerAssigned","power":"%b","member":"ben"}'
    mine = Codec((), ("red", "blue"))
    assert mine.decode(body % b"red") == PowerAssigned(power="red", member="ben")
    with pytest.raises(UnreadableEventError, match="Invalid enum value 'usa'"):
        mine.decode(body % b"usa")
    with pytest.raises(UnreadableEventError, match="Invalid enum value 'red'"):
        SYSTEM.codec.decode(body % b"red")
    values = {"type": "campaign.PowerAssigned", "power": "mars", "member": "ben"}
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'mars'"):
        SYSTEM.codec.form(values)


def test_a_schema_says_which_seats_there_are() -> None:
    """So that outside programs know them."""
    described = msgspec.json.schema(ReleasePower, schema_hook=schema(("red", "blue")))
    power = described["$defs"]["ReleasePower"]["properties"]["power"]
    assert power == {"enum": ["blue", "red"], "description": "the power or side"}


def test_only_seats_are_read_and_described_so() -> None:
    """Anything else that msgspec does not know is a mistake of the program."""
    with pytest.raises(NotImplementedError, match="nobody reads int"):
        reading(("red",))(int, 1)
    with pytest.raises(NotImplementedError, match="nobody describes int"):
        schema(("red",))(int)
    assert isinstance("red", Seat)


def test_the_seats_of_a_game_keep_their_order() -> None:
    """It is the order in which every table lists them."""
    sides = Seats("side", {"red": "Red", "blue": "Blue"}, {"red": "R", "blue": "B"})
    assert sides.ids == ("red", "blue")
    assert SYSTEM.seats.ids == POWERS
    assert set(SYSTEM.seats.codes) == set(POWERS)
    assert SYSTEMS.seats[: len(POWERS)] == POWERS


def test_a_vocabulary_refuses_a_name_that_it_does_not_have() -> None:
    """The caller has looked whether there is such a command."""
    with pytest.raises(KeyError):
        TWO_SIDES.command("AdvanceTurn", {})
    made: Command = TWO_SIDES.command("ReleasePower", {"power": "red"})
    assert made == ReleasePower(power="red")
