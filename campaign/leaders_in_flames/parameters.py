"""The parameters of the verbs of Leaders in Flames: powers, countries, leaders, turns. Pure."""

import difflib
from collections.abc import Callable, Collection, Sequence
from typing import get_args

from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, Known, ReadBy, VerbOption
from campaign.leaders_in_flames.calendar import CALENDAR
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.politics.countries import minors
from campaign.leaders_in_flames.powers import POWER_CODES, POWER_NAMES, POWERS, SEATS
from campaign.leaders_in_flames.state import State
from campaign.text.suggest import near

POWER = ReadBy(SEATS.kind, SEATS.the_one, lambda: POWER_NAMES)
"""A power by its id, its two-letter code, or a beginning that no other has."""


_CODE = 2
"""Letters of a power's code; a country's beginning must be longer."""


def words_of(kind: object) -> Callable[[], Sequence[str]]:
    """The words that a type of the events allows."""
    return lambda: get_args(kind)


def country_of(typed: str) -> str | Unfit:
    """A country's id. A major power may be shortened where no minor country begins alike.

    Refuses a likely misspelling of a major power.
    """
    folded = typed.lower().replace("_", "-").replace(" ", "-")
    meant = SEATS.meant(folded)
    coded = folded in {*SEATS.also, *(code.lower() for code in POWER_CODES.values())}
    begins = len(folded) > _CODE and not any(minor.startswith(folded) for minor in minors())
    if len(meant) == 1 and (coded or begins):
        return meant[0]
    if folded not in POWERS and (found := difflib.get_close_matches(folded, POWERS, 1, 0.8)):
        return Unfit(f"{typed!r} is no country; did you mean {found[0]}?")
    return folded


def _countries() -> dict[str, str]:
    """Major powers, and the minor countries of the list."""
    return dict.fromkeys((*POWERS, *minors()), "")


COUNTRY = ReadBy("country", country_of, _countries)


def _turn(typed: str) -> str | Unfit:
    if (turn := CALENDAR.parse(typed)) is not None:
        return turn
    return Unfit(f"{typed!r} is no turn; {CALENDAR.written.advice}")


TURN = ReadBy("turn", _turn)


def _sheet(state: State) -> dict[str, object]:
    return dict(state.sheet)


def _kit_leaders() -> dict[str, str]:
    return {who: leader.name for who, leader in kit().items()}


LEADER = Known("leader", _sheet, _kit_leaders)
"""A leader of the campaign's sheet."""
KIT_LEADER = ReadBy("leader", str, _kit_leaders)
"""A leader where no campaign need be named."""


def found_leader(sheet: Collection[str], typed: str) -> str | Unfit:
    """A leader's id, as typed or in lower case; for an unknown name similar ones are suggested."""
    folded = typed.lower().replace(" ", "-").replace("_", "-")
    if found := next((who for who in (typed, folded) if who in sheet), None):
        return found
    return Unfit(f"there is no leader {typed!r}{near(folded, sheet)}")


def place_of(typed: str) -> str:
    """A place in the rules' form: `e1429` means E1429; sea boxes and dots in lower case."""
    return typed.lower() if ":" in typed else typed.upper()


def _entered(typed: str) -> dict[str, int] | Unfit:
    """Hexes entered on each map of a way across, by map letter: `E=2,A=1`."""
    found: dict[str, int] = {}
    for part in typed.split(","):
        letter, _, hexes = part.strip().partition("=")
        if not letter or not hexes.isdecimal():
            return Unfit(f"{typed!r}: write it as E=2,A=1 (off-map: dot=1)")
        found["dot" if letter.lower() == "dot" else letter.upper()] = int(hexes)
    return found


entered = VerbOption(
    "--entered",
    "Where two maps join: the hexes entered on each, as you count them.",
    ReadBy("entered", _entered),
    metavar="E=2,A=1",
)
the_power = Argument("power", "POWER", POWER)
