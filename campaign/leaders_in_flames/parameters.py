"""What may stand behind the verbs of Leaders in Flames: powers, countries, leaders, turns. Pure."""

import difflib
from collections.abc import Callable, Sequence
from typing import get_args

from campaign.kernel.members import POWERS
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, Known, OneOf, ReadBy
from campaign.leaders_in_flames.calendar import CALENDAR
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.scenarios.catalogue import scenarios
from campaign.leaders_in_flames.state import State

POWER = OneOf("major power", lambda: POWERS)


def words_of(kind: object) -> Callable[[], Sequence[str]]:
    """The words that a type of the events allows."""
    return lambda: get_args(kind)


def country_of(typed: str) -> str | Unfit:
    """A country's id. What nearly is a major power was meant to be it."""
    folded = typed.lower().replace("_", "-").replace(" ", "-")
    if folded not in POWERS and (found := difflib.get_close_matches(folded, POWERS, 1, 0.8)):
        return Unfit(f"{typed!r} is no country; did you mean {found[0]}?")
    return folded


def _countries() -> tuple[str, ...]:
    """Major powers, and the minor countries that the scenarios know."""
    minors = {minor for known in scenarios().values() for minor in known.setup.minors}
    return (*POWERS, *sorted(minors | {"finland", "spain"}))


COUNTRY = ReadBy("country", country_of, _countries)


def _turn(typed: str) -> str | Unfit:
    if (turn := CALENDAR.parse(typed)) is not None:
        return turn
    return Unfit(f"{typed!r} is no turn; {CALENDAR.written.advice}")


TURN = ReadBy("turn", _turn)


def _sheet(state: State) -> dict[str, object]:
    return dict(state.sheet)


LEADER = Known("leader", _sheet, lambda: {who: leader.name for who, leader in kit().items()})
"""A leader of the campaign's sheet, by their id or name."""
LEADER_TEXT = ReadBy("leader", str, kit)
"""The same where no campaign is read; completed from the kit."""

the_power = Argument("power", "POWER", POWER)
the_leader = Argument("leader", "LEADER", LEADER)
