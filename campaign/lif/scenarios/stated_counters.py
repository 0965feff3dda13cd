"""LiF 5: unit counters of a war on paper: what may be said of them, and how they come in. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from campaign.lif import calendar
from campaign.lif.force_pools import kit
from campaign.lif.force_pools.moves import AWAY
from campaign.lif.names import country
from campaign.lif.us_entry import chart
from campaign.text.english import near
from events.base import Event, Slug
from events.lif.cup import StatedCounter
from events.lif.force_pools import Counter, CounterPlace, CountersAdded
from events.lif.on_map import Place
from events.lif.politics import Power

IN_WORDS: Mapping[CounterPlace, str] = {
    "future": "not due yet",
    "pool": "in the force pool",
    "circle": "on the production circle",
    "map": "on the map",
    "reserve": "in reserve",
    "scrapped": "scrapped",
    "removed": "out of the game",
}
"""Where counters are, in words."""


class CounterSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 5.1, 5.4: what the club says of a counter of the kit."""

    place: CounterPlace
    where: Place | None = None
    """On the map; a counter may be there without a place."""
    face_up: bool = True
    due: str = ""
    """On the production circle: the turn in which it arrives."""
    power: Power | None = None
    """Whose it is, where the kit's list does not say."""


CountersSaid = dict[Slug, CounterSaid]


class Playing(msgspec.Struct, frozen=True):
    """What of a campaign decides where its counters may be."""

    turn: str
    rulebook: str
    modules: Collection[str]
    actions: Collection[int]
    """US entry actions that were taken."""
    replaced_guards: str
    """Ruling 36: where a Guards Banner army goes that was promoted further."""


# --- What does not fit --------------------------------------------------------------------------


def fault(who: str, said: CounterSaid, playing: Playing) -> tuple[str, str] | None:
    """What does not fit in what is said of a counter: the column, and what would be right."""
    row = kit.kit().get(who)
    if row is None:
        return "counter", f"the kit has no counter {who!r}{near(who, kit.kit())}"
    faults = (*_of_owner(row, said), *_of_place(said, playing.turn), *_of_rules(row, said, playing))
    return next(iter(faults), None)


def _of_owner(row: kit.KitRow, said: CounterSaid) -> Iterator[tuple[str, str]]:
    if not row.power and said.power is None:
        yield "power", f"say whose {row.id} is, in a column headed power"
    elif row.power and said.power not in (None, row.power):
        yield "power", f"{row.id} is {country(row.power)}’s"


def _of_place(said: CounterSaid, turn: str) -> Iterator[tuple[str, str]]:
    """LiF 5.4: only the map has places and a side face-down, only the circle a turn of arrival."""
    at = IN_WORDS[said.place]
    if said.place != "map" and said.where:
        yield "where", f"a counter that is {at} has no place here; leave where empty"
    if said.place != "map" and not said.face_up:
        yield "face", f"a counter that is {at} has no side face-down; leave face empty"
    if said.place != "circle":
        if said.due:
            yield "due", f"a counter that is {at} arrives in no turn; leave it empty"
    elif not calendar.is_turn(said.due):
        yield "due", "say in which turn the counter arrives, such as 1941-MJ"
    elif calendar.is_turn(turn) and calendar.ordinal(said.due) <= calendar.ordinal(turn):
        yield "due", f"{said.due} is not after the turn that is taken over, {turn}"


def _of_rules(row: kit.KitRow, said: CounterSaid, playing: Playing) -> Iterator[tuple[str, str]]:
    """LiF 5.1, 5.3.1: its part of the kit is played; Guards armies and militia have their ways."""
    if not kit.is_played(row, playing.modules, playing.rulebook):
        yield "counter", f"{row.id} belongs to {row.module}, which this campaign does not play"
    pooled = said.place == "pool" and playing.replaced_guards == "force-pool"
    if row.guards_banner and said.place in AWAY and said.place != "circle" and not pooled:
        text = "a Guards Banner army that is destroyed or promoted further goes back to reserve"
        yield "state", text
    action = chart.action_for(row.id) if row.module in playing.modules else None
    if action is not None and action not in playing.actions:
        yield "counter", f"it joins with US entry action {action}; state that it was taken"


# --- How they come in ---------------------------------------------------------------------------


def joining(said: CountersSaid, before: Iterable[Event]) -> tuple[CountersAdded, ...]:
    """LiF 5.1, 5.4: the counters that were stated come into the campaign, from the kit.

    With one Guards Banner army all eight are there: those of which nothing is said, in reserve.
    """
    known, rows = _owners(before), kit.kit()
    guards = any(rows[who].guards_banner for who in said)
    wanted = [row for row in rows.values() if row.id in said or (guards and row.guards_banner)]
    new = tuple(_counter(row, said.get(row.id)) for row in wanted if row.id not in known)
    return (CountersAdded(counters=new, source="kit"),) if new else ()


def _owners(events: Iterable[Event]) -> dict[str, str]:
    """The counters that came in, each with its power."""
    added = (event for event in events if isinstance(event, CountersAdded))
    return {one.id: one.power for event in added for one in event.counters}


def _counter(row: kit.KitRow, said: CounterSaid | None) -> Counter:
    if said is not None and said.power:
        row = replace(row, power=said.power)
    counter = row.counter()
    assert counter is not None
    return counter


def stated(said: CountersSaid) -> dict[str, StatedCounter]:
    """Where each counter stood, for the record."""
    return {
        who: StatedCounter(one.place, one.where or "", one.face_up, one.due)
        for who, one in said.items()
    }


def again(
    stated: Mapping[str, StatedCounter], events: Sequence[Event]
) -> dict[str, dict[str, object]]:
    """What was said of counters, read back from the record in JSON values."""
    owners = _owners(events)
    said: dict[str, dict[str, object]] = {}
    for who, one in stated.items():
        fields = {"where": one.location, "due": one.arrives}
        said[who] = {"place": one.place, "face_up": one.face_up}
        said[who] |= {key: value for key, value in fields.items() if value}
        if not kit.kit()[who].power:
            said[who]["power"] = owners[who]
    return said
