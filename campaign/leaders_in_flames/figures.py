"""Figures that can be explained: points, leaders, the cup, pools, counters, chits, sides. Pure."""

from collections.abc import Collection, Iterable, Sequence

from campaign.kernel.figures import Cause, Causes, Figure, FigureKind
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.board.history import BoardHistory
from campaign.leaders_in_flames.force_pools import kit
from campaign.leaders_in_flames.force_pools.view import PLACES, UNKNOWN
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import STATUSES, country, leader
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, at_war, with_status
from campaign.leaders_in_flames.us_entry.state import POOLS, chits_in
from campaign.text.english import counted
from events.base import Event
from events.lif.cup import LeadersSetUp
from events.lif.force_pools import Counter, CountersAdded

# --- the figures --------------------------------------------------------------------------------


def _veto_points(state: State, of: Sequence[str]) -> Figure[State]:
    (power,) = of
    return Figure(f"Veto points of {country(power)}", lambda s: s.veto_points.get(power, 0))


def _leader(state: State, of: Sequence[str]) -> Figure[State]:
    (who,) = of

    return Figure(f"{leader(who, state.sheet)}’s place", lambda s: whereabouts(s, who))


def whereabouts(state: State, who: str) -> str:
    """Where a leader is, in words; empty before the set-up."""
    status = STATUSES[state.leaders[who]] if who in state.leaders else ""
    placed = state.play.placements.get(who)
    face = "" if placed is None or placed.face_up else ", face-down"
    return f"{status}: {placed.location}{face}" if placed else status


def _cup(state: State, of: Sequence[str]) -> Figure[State]:
    return Figure("Leaders in the cup", lambda s: len(with_status(s, "cup")))


def _pooled(counter: Counter) -> tuple[str, str]:
    return counter.power, (counter.type or UNKNOWN).lower()


def _counter(state: State, of: Sequence[str]) -> Figure[State]:
    (who,) = of

    def where(now: State) -> str:
        held = now.play.counter_placements.get(who)
        return f"{held.place} {held.location or held.arrives}".strip() if held else ""

    return Figure(f"The counter {who}", where)


def _force_pool(state: State, of: Sequence[str]) -> Figure[State]:
    power, kind, place = of

    def held(now: State) -> int:
        return sum(
            _pooled(counter) == (power, kind) and now.play.counter_placements[who].place == place
            for who, counter in now.play.counters.items()
        )

    return Figure(f"{country(power)}: {kind.upper()} counters, {place}", held)


def _chits(state: State, of: Sequence[str]) -> Figure[State]:
    (wanted,) = of
    if wanted == COMMON:
        return Figure("Chits in the common pool", lambda s: s.entry.common)
    pool = next(known for known in POOLS if known == wanted)
    return Figure(f"Chits in {pool}", lambda s: len(chits_in(s.entry, pool)))


def _conquest(state: State, of: Sequence[str]) -> Figure[State]:
    (power,) = of
    return Figure(f"Conquest of {country(power)}", lambda s: s.conquest.get(power, "free"))


def _minor(state: State, of: Sequence[str]) -> Figure[State]:
    (minor,) = of

    def side(now: State) -> str:
        text = now.minors.get(minor)
        return f"{text.status} {text.power or ''}".strip() if text else "neutral"

    return Figure(f"{country(minor)}’s side", side)


def _war(state: State, of: Sequence[str]) -> Figure[State]:
    name, other = of
    title = f"{country(name)} and {country(other)}"
    return Figure(title, lambda s: "at war" if at_war(s, name, other) else "at peace")


def _standing(state: State, of: Sequence[str]) -> Figure[State]:
    """A power's leaders in play: arriving, on the map or on the circle."""
    (power,) = of

    def in_play(now: State) -> int:
        in_play = with_status(now, "arriving", "map", "circle")
        return sum(now.sheet[who].power == power for who in in_play)

    return Figure(f"{country(power)}’s leaders in play", in_play)


def _partisans(state: State, of: Sequence[str]) -> Figure[State]:
    (where,) = of
    title = f"Partisan number of {country(where)}"
    return Figure(title, lambda s: s.entry.partisans.get(where, 0))


def _paid_for(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """LiF 4.1(3), 4.1(5), 4.2: why a power paid or received points, by event."""
    (power,) = of
    board = BoardHistory()
    return {
        (step.record.version, type(step.record.event)): Cause(change.sentence, change.rule)
        for step in steps
        for change in board.follow(step).changes
        if change.power == power
    }


def _from_set_up(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """LiF 4: what was so from the start; the event's sentence speaks of cup and points alone."""
    return {
        (step.record.version, LeadersSetUp): Cause(
            f"The campaign’s set-up ({step.after.campaign.scenario})."
        )
        for step in steps
        if isinstance(step.record.event, LeadersSetUp)
    }


def _of_the_club(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """Ruling 37: counters that are not the kit's are the club's; no rule names them."""
    found: dict[tuple[int, type[Event]], Cause] = {}
    for step in steps:
        event = step.record.event
        if isinstance(event, CountersAdded):
            meant = [
                counter.id
                for counter in event.counters
                if counter.id == of[0] or (len(of) > 1 and _pooled(counter) == tuple(of[:2]))
            ]
            if meant and not set(meant) & set(kit.kit()):
                source = f", from {event.source}" if event.source else ""
                text = f"{counted(len(meant), 'counter')} of the club’s own{source}."
                found[(step.record.version, CountersAdded)] = Cause(text, "Record")
    return found


# --- all figures --------------------------------------------------------------------------------

COMMON = "common"
"""The pool that chits come from."""


def _powers(state: State) -> Collection[str]:
    return POWERS


def _leaders(state: State) -> Collection[str]:
    return sorted(state.sheet)


def _counters(state: State) -> Collection[str]:
    return sorted(state.play.counters)


def _types(state: State) -> Collection[str]:
    return sorted({(counter.type or UNKNOWN).lower() for counter in state.play.counters.values()})


def _places(state: State) -> Collection[str]:
    return PLACES


def _pools(state: State) -> Collection[str]:
    return (*POOLS, COMMON)


def _minors(state: State) -> Collection[str]:
    group = {who for pair in state.at_war for who in pair} | set(state.minors)
    of_leaders = {counter.power for counter in state.sheet.values() if is_minor(counter)}
    return sorted((group | of_leaders) - set(POWERS))


def _countries(state: State) -> Collection[str]:
    return (*POWERS, *_minors(state))


KINDS: dict[str, FigureKind[State]] = {
    "veto-points": FigureKind(
        "a power's veto points", "POWER", _veto_points, (_powers,), causes=_paid_for
    ),
    "leader": FigureKind("where a leader is", "LEADER", _leader, (_leaders,), causes=_from_set_up),
    "cup": FigureKind("how many leaders are in the cup", "", _cup, causes=_from_set_up),
    "leaders": FigureKind(
        "how many leaders a power has in play", "POWER", _standing, (_powers,), causes=_from_set_up
    ),
    "counter": FigureKind(
        "where a counter is", "COUNTER", _counter, (_counters,), causes=_of_the_club
    ),
    "force-pool": FigureKind(
        "counters of a type in a place",
        "POWER TYPE PLACE",
        _force_pool,
        (_powers, _types, _places),
        causes=_of_the_club,
    ),
    "chits": FigureKind("US entry chits in a pool", "POOL", _chits, (_pools,)),
    "partisans": FigureKind(
        "a country's partisan number", "COUNTRY", _partisans, (_countries,), closed=False
    ),
    "conquest": FigureKind(
        "whether a power is conquered", "POWER", _conquest, (_powers,), causes=_from_set_up
    ),
    "minor": FigureKind(
        "a minor country's side", "MINOR", _minor, (_minors,), closed=False, causes=_from_set_up
    ),
    "war": FigureKind(
        "whether two countries are at war",
        "COUNTRY COUNTRY",
        _war,
        (_countries, _countries),
        closed=False,
        causes=_from_set_up,
    ),
}
"""Every kind of figure by its name."""
