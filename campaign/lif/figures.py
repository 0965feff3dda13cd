"""LiF 4, 5: figures that can be explained, the events that changed them, and their sheets. Pure."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.history.explain import rule_of
from campaign.kernel.projections import AnyLog, Cause, Causes, Figure, FigureKind, Transition
from campaign.kernel.terminal.screens import MetricSheet, PieceDrawn
from campaign.lif.board.history import BoardHistory, VetoPointChange
from campaign.lif.force_pools import kit
from campaign.lif.force_pools.projections import PLACES, UNKNOWN
from campaign.lif.names import STATUSES, country, leader, names_of
from campaign.lif.on_map.sentences import in_words
from campaign.lif.roster import POWERS, is_minor
from campaign.lif.state import POOL_NAMES, POOLS, State, at_war, chits_in, with_status
from campaign.text.english import counted
from events.base import Event
from events.lif.cup import LeadersSetUp, PositionStated
from events.lif.force_pools import Counter, CountersAdded

# --- Figures that can be explained: points, leaders, the cup, pools, counters, chits, sides -----

# --- the figures --------------------------------------------------------------------------------


def whereabouts(state: State, who: str) -> str:
    """Where a leader is, in words; empty before the set-up."""
    status = STATUSES[state.leaders[who]] if who in state.leaders else ""
    placed = state.play.placements.get(who)
    face = "" if placed is None or placed.face_up else ", face-down"
    return f"{status}: {in_words(placed.location)}{face}" if placed else status


def _place_of(state: State, counter: str) -> str:
    held = state.play.counter_placements.get(counter)
    return f"{held.place} {held.location or held.arrives}".strip() if held else ""


def _pooled(counter: Counter) -> tuple[str, str]:
    return counter.power, (counter.type or UNKNOWN).lower()


def _held(state: State, power: str, kind: str, place: str) -> int:
    return sum(
        _pooled(counter) == (power, kind) and state.play.counter_placements[who].place == place
        for who, counter in state.play.counters.items()
    )


def _chits(state: State, of: Sequence[str]) -> Figure[State]:
    if of[0] == COMMON:
        return Figure("Chits in the common pool", lambda now: now.entry.common)
    pool = next(known for known in POOLS if known == of[0])
    return Figure(f"Chits in {POOL_NAMES[pool]}", lambda now: len(chits_in(now.entry, pool)))


def _side(state: State, minor: str) -> str:
    known = state.minors.get(minor)
    return f"{known.status} {known.power or ''}".strip() if known else "neutral"


def _leaders_of(state: State, power: str) -> int:
    in_play = with_status(state, "arriving", "map", "circle")
    return sum(state.sheet[who].power == power for who in in_play)


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
    texts = {
        LeadersSetUp: "The campaign’s set-up ({}).",
        PositionStated: "The position that was taken over, on the club’s word.",
    }
    return {
        (step.record.version, kind): Cause(texts[kind].format(step.after.campaign.scenario))
        for step in steps
        if (kind := type(step.record.event)) in texts
    }


def _of_the_club(steps: Iterable[Transition[State]], of: Sequence[str]) -> Causes:
    """Ruling 37: counters that are not the kit's are the club's; no rule names them."""
    causes: dict[tuple[int, type[Event]], Cause] = {}
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
                causes[(step.record.version, CountersAdded)] = Cause(text, "Record")
    return causes


# --- all figures --------------------------------------------------------------------------------

COMMON = "common"
"""The pool that chits come from."""


def _minors(state: State) -> Collection[str]:
    group = {who for pair in state.at_war for who in pair} | set(state.minors)
    of_leaders = {counter.power for counter in state.sheet.values() if is_minor(counter)}
    return sorted((group | of_leaders) - set(POWERS))


def _is_a_country(state: State) -> Collection[str]:
    return (*POWERS, *_minors(state))


KINDS: dict[str, FigureKind[State]] = {
    "veto-points": FigureKind(
        "a power's veto points",
        "POWER",
        lambda _, of: Figure(
            f"Veto points of {country(of[0])}", lambda now: now.veto_points.get(of[0], 0)
        ),
        (lambda _: POWERS,),
        causes=_paid_for,
    ),
    "leader": FigureKind(
        "where a leader is",
        "LEADER",
        lambda state, of: Figure(
            f"{leader(of[0], state.sheet)}’s place", lambda now: whereabouts(now, of[0])
        ),
        (lambda state: sorted(state.sheet),),
        causes=_from_set_up,
    ),
    "cup": FigureKind(
        "how many leaders are in the cup",
        "",
        lambda _, of: Figure("Leaders in the cup", lambda now: len(with_status(now, "cup"))),
        causes=_from_set_up,
    ),
    "leaders": FigureKind(
        "how many leaders a power has in play",
        "POWER",
        lambda _, of: Figure(
            f"{country(of[0])}’s leaders in play", lambda now: _leaders_of(now, of[0])
        ),
        (lambda _: POWERS,),
        causes=_from_set_up,
    ),
    "counter": FigureKind(
        "where a counter is",
        "COUNTER",
        lambda state, of: Figure(
            f"The counter {names_of(state).counter(of[0])}", lambda now: _place_of(now, of[0])
        ),
        (lambda state: sorted(state.play.counters),),
        causes=_of_the_club,
    ),
    "force-pool": FigureKind(
        "counters of a type in a place",
        "POWER TYPE PLACE",
        lambda _, of: Figure(
            f"{country(of[0])}: {of[1].upper()} counters, {of[2]}", lambda now: _held(now, *of)
        ),
        (
            lambda _: POWERS,
            lambda state: sorted({_pooled(counter)[1] for counter in state.play.counters.values()}),
            lambda _: PLACES,
        ),
        causes=_of_the_club,
    ),
    "chits": FigureKind("US entry chits in a pool", "POOL", _chits, (lambda _: (*POOLS, COMMON),)),
    "partisans": FigureKind(
        "a country's partisan number",
        "COUNTRY",
        lambda _, of: Figure(
            f"Partisan number of {country(of[0])}", lambda now: now.entry.partisans.get(of[0], 0)
        ),
        (_is_a_country,),
        closed=False,
    ),
    "conquest": FigureKind(
        "whether a power is conquered",
        "POWER",
        lambda _, of: Figure(
            f"Conquest of {country(of[0])}", lambda now: now.conquest.get(of[0], "free")
        ),
        (lambda _: POWERS,),
        causes=_from_set_up,
    ),
    "minor": FigureKind(
        "a minor country's side",
        "MINOR",
        lambda _, of: Figure(f"{country(of[0])}’s side", lambda now: _side(now, of[0])),
        (_minors,),
        closed=False,
        causes=_from_set_up,
    ),
    "war": FigureKind(
        "whether two countries are at war",
        "COUNTRY COUNTRY",
        lambda _, of: Figure(
            f"{country(of[0])} and {country(of[1])}",
            lambda now: "at war" if at_war(now, *of) else "at peace",
        ),
        (_is_a_country, _is_a_country),
        closed=False,
        causes=_from_set_up,
    ),
}
"""Every kind of figure by its name."""


# --- Figures and their events: whose points an event changed, and which leaders' places ---------


class FigureChange(msgspec.Struct, frozen=True):
    """An event that changed a figure: a power's veto points, or where a leader is."""

    of: str
    version: int
    change: int
    """Of a number, by how much."""
    after: int | str
    sentence: str
    rule: str
    amended_by: int = 0
    inserted: bool = False


def point_changes(
    step: Transition[State], changes: Iterable[VetoPointChange], sentence: Callable[[], str]
) -> Iterator[FigureChange]:
    """LiF 4.2: whose veto points an event changed."""
    before = step.before.veto_points if step.before else {}
    after = step.after.veto_points
    if after is before:
        return
    causes = {change.power: change for change in changes}
    for power in POWERS:
        held, now = before.get(power, 0), after.get(power, 0)
        if held != now:
            cause = causes.get(power)
            text, rule = (cause.sentence, cause.rule) if cause else (sentence(), "")
            yield _change(step, power, now - held, now, text, rule)


def leader_changes(
    step: Transition[State], moved: Iterable[str], sentence: str
) -> Iterator[FigureChange]:
    """LiF 3.1: how an event moved these leaders."""
    for who in moved:
        yield _change(step, who, 0, whereabouts(step.after, who), sentence)


def movers(step: Transition[State]) -> list[str]:
    """LiF 3.1: leaders whose status or place an event changed, in the order of the sheet."""
    before, after = step.before, step.after
    if before is None:
        return []
    moved: set[str] = set()
    if before.play.placements is not after.play.placements:
        moved |= _differing(before.play.placements, after.play.placements)
    if before.leaders is not after.leaders:
        moved |= _differing(before.leaders, after.leaders)
    moved &= after.leaders.keys()
    return [who for who in after.leaders if who in moved] if len(moved) > 1 else list(moved)


def _differing(was: Mapping[str, object], now: Mapping[str, object]) -> set[str]:
    """Keys with another value, or with one in only one of the two. Most values are the same."""
    differing = {
        key
        for key, value in now.items()
        if (before := was.get(key)) is not value and before != value
    }
    return differing | (was.keys() - now.keys() if len(differing) + len(was) > len(now) else set())


def _change(
    step: Transition[State], of: str, change: int, after: int | str, sentence: str, rule: str = ""
) -> FigureChange:
    record = step.record
    return FigureChange(
        of,
        record.version,
        change,
        after,
        sentence,
        rule or rule_of(record.event),
        record.amended_by,
        record.inserted,
    )


# --- LiF 4, 5: the pages of figures that members open on their own devices, and the draws -------

SHEETS = (
    MetricSheet("points", "Veto points", ("standings",), ("veto-points",)),
    MetricSheet(
        "leaders",
        "Leaders",
        ("leaders", "map"),
        ("leaders", "leader", "cup"),
        "leaders.html",
        "Every leader’s page and career",
    ),
    MetricSheet("pools", "Force pools", ("pools", "counters"), ("force-pool", "counter")),
    MetricSheet("us-entry", "US entry", ("road", "entry"), ("chits", "partisans")),
    MetricSheet(
        "wars",
        "War and conquest",
        (),
        ("conquest", "minor"),
        "war.html",
        "The state of the war",
    ),
    MetricSheet("statistics", "Statistics", ("tallies",)),
)
"""The figures of the campaign by subject."""
STANDING = ("powers", "board", "leaders", "pools")
"""What shows a state of the campaign in a replay."""


def pieces_drawn(logs: Sequence[AnyLog]) -> tuple[PieceDrawn, ...]:
    """LiF 4.1: the leaders drawn, and whether the keeper of the vault's key could foresee each."""
    return tuple(
        PieceDrawn(
            draw.number,
            draw.drawn,
            leader(draw.leader, log.end.sheet),  # type: ignore[attr-defined]
            _foreseen(draw.source, is_fair=draw.unforeseeable),
        )
        for log in logs
        for draw in log.notes.draws.values()
    )


def _foreseen(source: str, *, is_fair: bool) -> str:
    if source == "table":
        return "drawn at the table, so the record can’t say"
    return "" if is_fair else "whoever holds the vault’s key"
