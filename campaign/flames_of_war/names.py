"""Names in a reader's words: members, sides, lines, sectors and missions. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from campaign.flames_of_war import calendar
from campaign.flames_of_war.state import State
from events.base import Event


class Names(msgspec.Struct, frozen=True):
    """What a sentence needs to call members, sides and lines by name."""

    members: Mapping[str, str]
    sides: Mapping[str, str]
    lines: Mapping[str, str]
    sectors: Mapping[str, Mapping[int, str]]
    """The sectors of each line, by their places."""
    forces: Mapping[str, str]
    platoons: Mapping[str, str]
    """Names of platoons, by force and platoon: `rifles/hq`."""

    def member(self, who: str) -> str:
        """A member's name; the id itself if the campaign does not know them."""
        return self.members.get(who, who)

    def seat(self, seat: str) -> str:
        """A side as a heading has it: `Allies`."""
        return self.sides.get(seat, seat)

    def the_seat(self, seat: str) -> str:
        """A side inside a sentence: `the Allies`."""
        name = self.seat(seat)
        return f"the {name}" if seat in ("allies", "axis") else name

    def turn(self, turn: str) -> str:
        """A round: `Round 3`."""
        return calendar.in_words(turn)

    def draw(self, what: str, number: int) -> str:
        """A draw by its number: `die 3 of the ledger`."""
        return f"die {number} of the ledger"

    def awaited(self, what: str) -> str:
        """What may have a deadline, inside a sentence."""
        return AWAITED.get(what, what)

    def line(self, line: str) -> str:
        """A line by name."""
        return self.lines.get(line, line)

    def battle(self, battle: str) -> str:
        """A battle by its line and number: `Anzio, battle 3`."""
        line, _, game = battle.rpartition("-")
        if line not in self.lines:
            return battle
        return f"{self.line(line)}, battle {game}" if len(self.lines) > 1 else f"battle {game}"

    def sector(self, line: str, place: int) -> str:
        """A sector by name."""
        return self.sectors.get(line, {}).get(place, str(place))

    def force(self, force: str) -> str:
        """A force by name."""
        return self.forces.get(force, force)

    def platoon(self, force: str, platoon: str) -> str:
        """A platoon by name."""
        return self.platoons.get(f"{force}/{platoon}", platoon)


AWAITED = {"results": "the results", "confirmations": "the confirmations"}
"""What may have a deadline, as a sentence calls it."""
Sentences = Mapping[type[Event], Callable[[Any, Names], str]]
"""Events, each to its words, given the names."""


def names_of(state: State) -> Names:
    """The names that sentences about a campaign need, as they are now."""
    return Names(
        members={who: known.name for who, known in state.campaign.members.items()},
        sides=state.sides,
        lines={line.id: line.name for line in state.lines.values()},
        sectors={
            line.id: {sector.place: sector.name for sector in line.axis.sector}
            for line in state.lines.values()
            if line.axis
        },
        forces={
            force.id: force.name or force.company or force.id for force in state.forces.values()
        },
        platoons={
            f"{force.id}/{platoon.id}": platoon.name
            for force in state.forces.values()
            for platoon in force.platoons.values()
            if platoon.name
        },
    )
