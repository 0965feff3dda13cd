"""Figures that can be explained: points, leaders, the cup, pools, counters, chits, sides. Pure."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from campaign.campaigns import POWERS
from campaign.decider import Refused
from campaign.leaders_in_flames.names import STATUSES, country, leader
from campaign.leaders_in_flames.pools import PLACES, UNKNOWN
from campaign.leaders_in_flames.state import State, at_war, with_status
from campaign.leaders_in_flames.us_entry.state import POOLS, lying

Value = int | str
Getter = Callable[[State], Value]


class Figure(msgspec.Struct, frozen=True):
    """One figure of a campaign: what it is called, and its value in a state."""

    title: str
    value: Getter


class Kind(msgspec.Struct, frozen=True):
    """A kind of figure: what it is, what names one of them, and how it is had."""

    meaning: str
    of: str
    """What stands behind its name, as `POWER`."""
    figure: Callable[[State, Sequence[str]], Figure | Refused]
    known: Callable[[State], Iterable[str]]
    """What may stand there."""


def figure(state: State, name: str, of: Sequence[str]) -> Figure | Refused:
    """A figure by its name, as `veto-points germany`. Refuses what there is not, naming what is."""
    kind = KINDS.get(name)
    if kind is None:
        return Refused(None, f"figure: there is no {name!r}; there is {', '.join(KINDS)}")
    wanted = len(kind.of.split())
    if len(of) != wanted:
        return Refused(None, f"figure: write it as {name} {kind.of}".rstrip())
    return kind.figure(state, of)


def _no(what: str, told: str, known: Iterable[str]) -> Refused:
    return Refused(None, f"{what}: there is no {told!r}; there is {', '.join(known)}")


# --- the figures --------------------------------------------------------------------------------


def _veto_points(state: State, of: Sequence[str]) -> Figure | Refused:
    (power,) = of
    if power not in POWERS:
        return _no("power", power, POWERS)
    return Figure(f"Veto points of {country(power)}", lambda s: s.veto_points.get(power, 0))


def _leader(state: State, of: Sequence[str]) -> Figure | Refused:
    (who,) = of
    if who not in state.sheet:
        return Refused(None, f"leader: there is no leader {who!r}")

    def where(now: State) -> str:
        status = STATUSES[now.leaders[who]] if who in now.leaders else ""
        placed = now.play.placements.get(who)
        face = "" if placed is None or placed.face_up else ", face-down"
        return f"{status}: {placed.location}{face}" if placed else status

    return Figure(f"{leader(who, state.sheet)}’s place", where)


def _cup(state: State, of: Sequence[str]) -> Figure | Refused:
    return Figure("Leaders in the cup", lambda s: len(with_status(s, "cup")))


def _counter(state: State, of: Sequence[str]) -> Figure | Refused:
    (who,) = of
    if who not in state.play.counters:
        return Refused(None, f"counter: there is no counter {who!r} in this campaign")

    def where(now: State) -> str:
        held = now.play.counter_placements.get(who)
        return f"{held.place} {held.location or held.arrives}".strip() if held else ""

    return Figure(f"The counter {who}", where)


def _force_pool(state: State, of: Sequence[str]) -> Figure | Refused:
    power, kind, place = of
    if place not in PLACES:
        return _no("place", place, PLACES)

    def held(now: State) -> int:
        return sum(
            one.power == power
            and (one.type or UNKNOWN).lower() == kind.lower()
            and now.play.counter_placements[who].place == place
            for who, one in now.play.counters.items()
        )

    return Figure(f"{country(power)}: {kind.upper()} counters, {place}", held)


def _chits(state: State, of: Sequence[str]) -> Figure | Refused:
    (pool,) = of
    if pool == "common":
        return Figure("Chits in the common pool", lambda s: s.entry.common)
    wanted = next((known for known in POOLS if known == pool), None)
    if wanted is None:
        return _no("pool", pool, (*POOLS, "common"))
    return Figure(f"Chits in {pool}", lambda s: len(lying(s.entry, wanted)))


def _conquest(state: State, of: Sequence[str]) -> Figure | Refused:
    (power,) = of
    if power not in POWERS:
        return _no("power", power, POWERS)
    return Figure(f"Conquest of {country(power)}", lambda s: s.conquest.get(power, "free"))


def _minor(state: State, of: Sequence[str]) -> Figure | Refused:
    (minor,) = of

    def side(now: State) -> str:
        told = now.minors.get(minor)
        return f"{told.status} {told.power or ''}".strip() if told else "neutral"

    return Figure(f"{country(minor)}’s side", side)


def _war(state: State, of: Sequence[str]) -> Figure | Refused:
    one, other = of
    title = f"{country(one)} and {country(other)}"
    return Figure(title, lambda s: "at war" if at_war(s, one, other) else "at peace")


def _standing(state: State, of: Sequence[str]) -> Figure | Refused:
    """A power's leaders in play: arriving, on the map or on the circle."""
    (power,) = of
    if power not in POWERS:
        return _no("power", power, POWERS)

    def in_play(now: State) -> int:
        there = with_status(now, "arriving", "map", "circle")
        return sum(now.sheet[who].power == power for who in there)

    return Figure(f"{country(power)}’s leaders in play", in_play)


def _partisans(state: State, of: Sequence[str]) -> Figure | Refused:
    (where,) = of
    title = f"Partisan number of {country(where)}"
    return Figure(title, lambda s: s.entry.partisans.get(where, 0))


def _powers(state: State) -> Iterable[str]:
    return POWERS


KINDS: dict[str, Kind] = {
    "veto-points": Kind("a power's veto points", "POWER", _veto_points, _powers),
    "leader": Kind("where a leader is", "LEADER", _leader, lambda s: sorted(s.sheet)),
    "cup": Kind("how many leaders are in the cup", "", _cup, lambda s: ()),
    "leaders": Kind("how many leaders a power has in play", "POWER", _standing, _powers),
    "counter": Kind("where a counter is", "COUNTER", _counter, lambda s: sorted(s.play.counters)),
    "force-pool": Kind("counters of a type in a place", "POWER TYPE PLACE", _force_pool, _powers),
    "chits": Kind("US entry chits in a pool", "POOL", _chits, lambda s: (*POOLS, "common")),
    "partisans": Kind("a country's partisan number", "COUNTRY", _partisans,
                      lambda s: sorted(s.entry.partisans)),
    "conquest": Kind("whether a power is conquered", "POWER", _conquest, _powers),
    "minor": Kind("a minor country's side", "MINOR", _minor, lambda s: sorted(s.minors)),
    "war": Kind("whether two countries are at war", "COUNTRY COUNTRY", _war, _powers),
}  # fmt: skip
"""Every kind of figure by its name."""
