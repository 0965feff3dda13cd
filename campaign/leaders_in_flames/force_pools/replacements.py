"""LiF 5.2: a new aircraft counter takes the place of the one that it replaces. Pure."""

from msgspec.structs import replace

from campaign.kernel.decisions import About, Refused, bad_field
from campaign.leaders_in_flames.on_map.battles import branch
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import CounterPlacement, State
from events.base import Event
from events.lif.force_pools import Counter, CounterMoved

RULE = "LiF 5.2"


def linked(state: State, counter: Counter) -> Counter | Refused:
    """LiF 5.2: the counter with what it leaves empty of the one that it replaces.

    Both have the same front values, so a sheet need not tell them twice.
    """
    held = state.play.counters.get(counter.id)
    if not counter.replaces or (held is not None and held.replaces):
        return counter
    old = state.play.counters.get(counter.replaces)
    if old is None or old.id == counter.id:
        return bad_field("replaces", f"{counter.id} takes the place of another counter in play")
    return _unfit(state, counter, old) or replace(
        counter,
        type=counter.type or old.type,
        combat=old.combat if counter.combat is None else counter.combat,
        movement=old.movement if counter.movement is None else counter.movement,
        cost=old.cost if counter.cost is None else counter.cost,
        available=old.available if counter.available is None else counter.available,
    )


def _unfit(state: State, counter: Counter, old: Counter) -> Refused | None:
    """LiF 5.2: an aircraft of the same power, type and front values, that is not out of the game.

    The new one has not come into play itself.
    """
    text = ""
    place = state.play.counter_placements[old.id].place
    mine = state.play.counter_placements.get(counter.id)
    if place in ("scrapped", "removed"):
        text = f"{old.id} was {place}, and nothing takes its place"
    elif mine is not None and mine.place not in ("future", "pool"):
        text = f"{counter.id} has come into play ({mine.place}), and replaces nothing any more"
    elif old.power != counter.power:
        text = f"{old.id} is {old.power}'s, and {counter.id} is {counter.power}'s"
    elif branch(old.type) != "air":
        text = f"{old.id} is no aircraft, and {counter.id} replaces aircraft alone"
    elif counter.type and counter.type.casefold() != old.type.casefold():
        text = f"{old.id} is {old.type}, and {counter.id} is {counter.type}"
    for field in ("combat", "movement"):
        was, now = getattr(old, field), getattr(counter, field)
        if not text and None not in (was, now) and was != now:
            text = f"{old.id} has {field} {was} and {counter.id} {now}; the front values must match"
    return Refused(RULE, text, About("replaces")) if text else None


def changed_over(state: State, counter: Counter, begins: CounterPlacement) -> tuple[Event, ...]:
    """LiF 5.2: the old counter leaves the game, and the new one is where it was."""
    held = state.play.counters.get(counter.id)
    if not counter.replaces or (held is not None and held.replaces):
        return ()
    was = state.play.counter_placements[counter.replaces]
    gone = CounterMoved(
        counter=counter.replaces, to="removed", reason=code("replaced-by", counter.id)
    )
    if begins == was:
        return (gone,)
    return (
        gone,
        CounterMoved(
            counter=counter.id,
            to=was.place,
            reason=code("replaces", counter.replaces),
            arrives=was.arrives,
            location=was.location,
            face_up=was.face_up,
        ),
    )
