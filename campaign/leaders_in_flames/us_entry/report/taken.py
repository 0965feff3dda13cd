"""LiF 5.3: the options and actions taken so far, and their lasting effects. Pure."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.names import country, listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.actions_kit import GOVERNMENTS, THROUGH_VICHY
from campaign.leaders_in_flames.us_entry.sentences import place
from campaign.leaders_in_flames.us_entry.state import (
    EntryChoice,
    UsEntry,
)
from campaign.leaders_in_flames.us_entry.view import aided, guarantees, may_declare_war, name_of


class TakenRow(msgspec.Struct, frozen=True):
    """LiF 5.3: an option or action that has been taken, once or several times."""

    number: int
    name: str
    times: tuple[tuple[str, str], ...]
    """For whom, and when in words."""
    new: bool
    """Whether it was taken in this turn."""


def taken_rows(
    entry: UsEntry, kind: str, taken: Sequence[EntryChoice], turn: str
) -> tuple[TakenRow, ...]:
    """Options or actions by number, each with when it was taken."""
    found: dict[int, list[EntryChoice]] = {}
    for choice in taken:
        found.setdefault(choice.number, []).append(choice)
    return tuple(
        TakenRow(
            number,
            name_of(entry, kind, number),
            tuple(
                (place(choice.target) if choice.target else "", _when(choice))
                for choice in found[number]
            ),
            any(choice.turn == turn for choice in found[number]),
        )
        for number in sorted(found)
    )


def _when(choice: EntryChoice) -> str:
    return calendar.in_words(choice.turn) if choice.turn else "before the campaign"


def holds(state: State) -> Iterable[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: the lasting effects of options and actions."""
    entry = state.entry
    if entry.partisans:
        numbers = (f"{country(who)} {number}" for who, number in sorted(entry.partisans.items()))
        yield "Partisan numbers", ", ".join(numbers)
    for power in POWERS:
        places = [
            f"{place(where)} ({rank})"
            for where, (owner, rank) in sorted(entry.supply.items())
            if owner == power
        ]
        if places:
            yield f"Supply for {the_country(power)}", listed(places)
    if guaranteed := guarantees(entry):
        whom = listed(map(the_country, guaranteed))
        yield "Guaranteed", f"{whom}; a Japanese attack there lets the USA declare war on Japan"
    if attacked := may_declare_war(state):
        whom = listed(map(the_country, attacked))
        yield "War with Japan", f"Japan is at war with {whom}; the USA may now declare war on Japan"
    if aided(state):
        yield "Through Vichy France", THROUGH_VICHY
    if entry.dissolved:
        cities = (country(GOVERNMENTS[number].city) for number in sorted(entry.dissolved))
        yield "Governments dissolved", listed(cities)
    if entry.gas_ended:
        yield "Poison gas", "Japan uses it no more"
    if entry.spain_joined:
        yield "Spain", "aligned by Germany, with which Italy co-operates no more"
