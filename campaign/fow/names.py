"""Names in a reader's words: rounds, members, sides, lines, sectors and missions. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from campaign.fow.rulings import RULEBOOK_NAMES, SCENARIOS
from campaign.fow.state import SIDES, Battle, LineState, State, commander
from campaign.text import english, turns
from events.base import Event

# --- Rounds: one battle on every line, named by their number, as `round-03` ---------------------

MOST_ROUNDS = 99
"""The most rounds that a campaign may have."""
_TYPED_ROUND = r"(?:round|game)?[ -]*0*([1-9][0-9]?)"


def round_id(number: int) -> str:
    """A round by its number: `round-03`."""
    return f"round-{number:02}"


def round_number(turn: str) -> int:
    """A round's number."""
    return int(turn.rpartition("-")[2])


def read_round(typed: str) -> str | None:
    """The round that was typed, as `round-03`, `round 3` or `game 3`; None if it is none."""
    match = re.fullmatch(_TYPED_ROUND, typed.strip().lower())
    if match is None or typed.strip().isdecimal():
        return None
    return round_id(int(match[1]))


def round_in_words(turn: str) -> str:
    """A round as a reader says it: `Round 3`."""
    return f"Round {round_number(turn)}"


CALENDAR = turns.Calendar(
    written=turns.WrittenTurn("round-03"),
    parse=read_round,
    ordinal=round_number,
    following=lambda turn: round_id(round_number(turn) + 1),
    in_words=round_in_words,
    starts_year=lambda turn: False,
    noun="round",
)


# --- Names in a reader's words: members, sides, lines, sectors and missions ---------------------


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
    battle_of: Callable[[str], Battle | None] = lambda battle: None
    """A battle by its id; None where there is none."""

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
        return round_in_words(turn)

    def draw(self, what: str, number: int) -> str:
        """A draw by its number: `die 3 of the ledger`."""
        return f"die {number} of the ledger"

    def awaited(self, what: str) -> str:
        """What may have a deadline, inside a sentence."""
        return AWAITED.get(what, what)

    def edition(self, scenario: str, rulebook: str) -> str:
        """What is played, by which rules: `Anzio (second edition, 2006)`."""
        title = SCENARIOS.get(scenario, scenario)
        return f"{title} ({RULEBOOK_NAMES.get(rulebook, rulebook)})"

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

    def platoon_in(self, battle: str, side: str, platoon: str) -> str:
        """A platoon of a side's force in a battle by name."""
        fought = self.battle_of(battle)
        return self.platoon(fought.forces.get(side, ""), platoon) if fought else platoon

    def whose_dice(self, event: Any) -> str:
        """Whose dice an event had, and who saw them: ` at the table, seen by Ben`."""
        if event.source == "ledger":
            return " by the ledger"
        return f" at the table{f', seen by {self.member(event.witness)}' if event.witness else ''}"


AWAITED = {"results": "the results", "confirmations": "the confirmations"}
"""What may have a deadline, as a sentence calls it."""
Sentences = Mapping[type[Event], Callable[[Any, Names], str]]
"""Events, each to its words, given the names."""


def names_of(state: State) -> Names:
    """The names that sentences about a campaign need, as they are now."""
    return Names(
        members=state.campaign.names,
        sides=state.sides,
        lines={line.id: line.name for line in state.lines.values()},
        sectors={
            line.id: {sector.place: sector.name for sector in line.axis.sector}
            for line in state.lines.values()
            if line.axis
        },
        forces={force.id: force.called for force in state.forces.values()},
        platoons={
            f"{force.id}/{platoon.id}": platoon.name
            for force in state.forces.values()
            for platoon in force.platoons.values()
            if platoon.name
        },
        battle_of=state.known_battle,
    )


# --- Sides and members as pages write them -------------------------------------------------------


def the_side(state: State, side: str) -> str:
    """A side inside a sentence: `the Allies`, or the name that a campaign gave it."""
    name = state.sides.get(side, side)
    return f"the {name}" if side in SIDES else name


def side_first(state: State, side: str) -> str:
    """A side at the beginning of a sentence."""
    return english.capital(the_side(state, side))


NOBODY = "nobody"
_SEVERAL = {"has": "have", "is": "are", "does": "do"}


def side_verb(side: str, does: str) -> str:
    """What a side does, with the form of its verb: `enter their objective`; Able `enters its`."""
    verb, space, rest = does.partition(" ")
    if side not in SIDES:
        return does
    several = _SEVERAL.get(verb) or verb.removesuffix("s")
    return f"{several}{space}{rest.replace('its ', 'their ')}"


def side_does(state: State, side: str, does: str) -> str:
    """A side inside a sentence with what it does: `the Allies win`, `Able wins`."""
    return f"{the_side(state, side)} {side_verb(side, does)}"


def commander_name(state: State, line: LineState, side: str) -> str:
    """Who fights for a side in a line's battle, or is to; empty for nobody."""
    battle = state.known_battle(line.battle)
    who = battle.commanders.get(side, "") if battle else commander(state, line.id, side)
    return state.campaign.called(who) if who else ""


def fights_for(state: State, line: str, side: str) -> str:
    """Who commands a side on a line, or that nobody does."""
    who = commander(state, line, side)
    return state.campaign.called(who) if who else NOBODY


def member_names(state: State, who: Iterable[str]) -> str:
    """Members by name, each once; empty for none."""
    return english.listed(dict.fromkeys(state.campaign.called(one) for one in who if one))


def whose(name: str) -> str:
    """`Allies’`, `Able’s`."""
    return f"{name}’" if name.endswith("s") else f"{name}’s"
