"""LiF 5.4: counters and force pools: the chapter put together, and its sentences. Pure."""

from collections import Counter as Tally

from campaign.kernel.chapters import Chapter, of_rules
from campaign.kernel.interview.asking import Interviews
from campaign.lif import calendar
from campaign.lif.force_pools import moves
from campaign.lif.names import Names, Sentences, the_country
from campaign.lif.state import State
from campaign.text.english import capital, counted, listed
from events.lif import force_pools as pools

MANY = 12
"""More counters than these are counted, not named."""


def named(counters: tuple[str, ...], names: Names) -> str:
    """Counters by name, or just their number."""
    if len(counters) > MANY:
        return counted(len(counters), "counter")
    return listed(map(names.counter, counters))


def _added(event: pools.CountersAdded, names: Names) -> str:
    powers = Tally(counter.power for counter in event.counters)
    whose = listed(f"{the_country(power)} {number}" for power, number in powers.items())
    source = f" from {event.source}" if event.source else ""
    return f"{counted(len(event.counters), 'counter')} came in{source}: {whose}."


def _described(event: pools.CounterDescribed, names: Names) -> str:
    counter = event.counter
    facts = [counter.type] if counter.type else []
    facts += [
        f"{field} {number}"
        for field in ("combat", "movement", "cost")
        if (number := getattr(counter, field)) is not None
    ]
    facts += [f"available in {counter.available}"] if counter.available else []
    facts += ["an HQ"] if counter.hq else []
    facts += [f"in place of {names.counter(counter.replaces)}"] if counter.replaces else []
    source = f" from {event.source}" if event.source else ""
    which = names.counter(counter.id)
    return f"What was unknown of {which} was filled in{source}: {', '.join(facts)}."


_GOES: dict[str, str] = {
    "pool": "went to the force pool",
    "reserve": "went to the reserve pool",
    "scrapped": "was scrapped",
    "removed": "left the game for good",
    "future": "was put aside for its year",
}


def _moved(event: pools.CounterMoved, names: Names) -> str:
    if event.to == "circle":
        text = f"went onto the production circle, to arrive in {calendar.in_words(event.arrives)}"
    elif event.to == "map":
        where = f"stands on the map in {event.location}" if event.location else "is on the map"
        text = where if event.face_up else f"{where}, face-down"
    else:
        text = _GOES[event.to]
    return f"{names.counter(event.counter)} {text} ({names.reason(event.reason)})."


def _available(event: pools.CountersAvailable, names: Names) -> str:
    return f"The counters of {event.year} joined their pools: {named(event.counters, names)}."


def _arrived(event: pools.CountersArrived, names: Names) -> str:
    return f"{capital(named(event.counters, names))} came off the production circle."


SENTENCES: Sentences = {
    pools.CountersAdded: _added,
    pools.CounterDescribed: _described,
    pools.CounterMoved: _moved,
    pools.CountersAvailable: _available,
    pools.CountersArrived: _arrived,
}
"""A sentence for every type of event in `events/lif/force_pools.py`."""


def _interviews() -> Interviews[State]:
    from campaign.lif.force_pools.verbs import INTERVIEWS

    return INTERVIEWS


CHAPTER = of_rules(
    Chapter[State](
        name="force pools",
        sentences=SENTENCES,
        at_turn=moves.at_start_of,
        trusted={
            pools.CountersAdded: "counters",
            pools.CounterDescribed: "counters",
            pools.CounterMoved: "places",
        },
        interviews=_interviews,
    ),
    moves,
)
