"""Corrections of the whole game: what the chapters check, and which fields may be amended. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from campaign.kernel import system
from campaign.kernel.chapters import Corrected, CorrectedGame, StayingFields, stay
from campaign.kernel.decisions import Refused, bad_field
from campaign.lif import calendar
from campaign.lif.board import corrections
from campaign.lif.board.fold import unshielded
from campaign.lif.force_pools import moves
from campaign.lif.picture import naming
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.state import State, aligned_with, rule
from campaign.lif.us_entry.chits import corrections as us_entry
from campaign.text.moments import LINES, ONE_LINE
from events import codec
from events.base import Event
from events.lif import on_map

# --- LiF 3.1, 3.3, 5.1: corrections of leaders on the map and of combats ------------------------

_NUMBERED = {"combat": "a combat keeps its number"}


def _recalled(event: on_map.LeaderRecalled) -> StayingFields:
    drawn = ("leader", "candidates", "chosen_by") if event.source == "ledger" else ()
    drew = stay("who drew or rolled", "source")
    return {**drew, **_NUMBERED, **stay("what was drawn or rolled", *drawn)}


def _misplaced(state: State) -> Iterator[Refused]:
    """LiF 1, 3.1: each leader of the kit in one place."""
    play, known = state.play, state.leaders
    if known and set(known) != set(state.sheet):
        wrong = sorted(set(known) ^ set(state.sheet))[0]
        has = "is no leader of the kit" if wrong in known else "would be in no place"
        yield Refused("LiF 1", f"{wrong} {has}")
    for where, place, status in (
        (play.placements, "on the map", "map"),
        (play.circle, "on the production circle", "circle"),
    ):
        for who in where:
            if known.get(who) != status:
                other = known.get(who, "nowhere")
                yield Refused("LiF 3.1", f"{who} would be {place} and {other} at once")
    yield from naming.faults(state)
    for who, status in known.items():
        if status == "circle" and who not in play.circle:
            yield Refused("LiF 3.1", f"{who} would never come off the production circle")


ON_MAP = Corrected[State](
    settling=(on_map.CombatReported, on_map.LeaderGroundStruck, on_map.LeaderRecalled),
    left_behind={on_map.LeaderRecalled: corrections.draw_used},
    staying={
        on_map.LeaderRecalled: _recalled,
        on_map.CombatReported: _NUMBERED,
        on_map.GuardsPromoted: _NUMBERED,
        on_map.LeaderKilled: _NUMBERED,
    },
    restated={on_map.ImpulseBegan: lambda state, event: {"number": state.play.timing.impulses + 1}},
    numbers={
        on_map.CombatReported: lambda event: (f"combat {event.combat}",),
        on_map.LeaderRecalled: lambda event: (f"draw {event.draw}",) if event.draw else (),
    },
    faults=_misplaced,
)


# --- Corrections of all chapters together -------------------------------------------------------

CORRECTED = CorrectedGame[State](
    (
        corrections.POINTS_CORRECTED,
        ON_MAP,
        corrections.CORRECTED,
        moves.CORRECTED,
        us_entry.CORRECTED,
    )
)
"""The first fault found in this order is the one that a member reads."""


def concerned(state: State, events: Iterable[Event]) -> tuple[str, ...]:
    """Disputes: the powers of leaders and counters in events; a minor country counts as its power.

    A referee who plays one of these powers would be ruling on their own case.
    """
    from campaign.disputes import procedure

    named = procedure.named(events)
    owners: set[str | None] = set()
    for name in named:
        if leader := state.sheet.get(name):
            owners |= {leader.power, sides.allegiance(state, name).power}
        if counter := state.play.counters.get(name):
            owners |= {counter.power, aligned_with(state, counter.power)}
        owners.add(aligned_with(state, name))
    return tuple(power for power in POWERS if power in owners)


# --- Corrections: which fields of an event may be amended, and what they may say ----------------
#
# What the ledger drew, rolled or worked out from hidden chits cannot be amended: a referee strikes
# it out instead. Other values must be names that the campaign knows, and numbers within bounds.

MOST = 999
"""The largest number that an amendment may write where no command has a bound of its own."""
_YEARS = range(1930, 1951)
_LONGEST = {"name": 80, "email": 254}


def refused(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended in this way, given the state before it; None if it may."""
    before, after = codec.fields(was), codec.fields(now)
    if refused := CORRECTED.amended(state, was, now):
        return refused
    for path, value in changed(before, after):
        if text := _wrong(state, path, value):
            return bad_field("fields", f"{' '.join(path).replace('_', ' ')}: {text}")
    return None


# --- what it may say ----------------------------------------------------------------------------

Path = tuple[str, ...]


def changed(before: object, after: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every new value that an amendment writes, with its path.

    A new name of an entry is one too.
    """
    if before == after:
        return
    if isinstance(after, Mapping):
        yield from _changed_entries(before if isinstance(before, Mapping) else {}, after, path)
    elif isinstance(after, list | tuple):
        olds = before if isinstance(before, list | tuple) else ()
        for value in after:
            if value not in olds:
                yield from changed(None, value, path)
    else:
        yield path, after


def _changed_entries(
    before: Mapping[object, object], after: Mapping[object, object], path: Path
) -> Iterator[tuple[Path, object]]:
    for key, value in after.items():
        if key not in before and path:
            yield (*path, "name"), key
        yield from changed(before.get(key), value, (*path, str(key)))


def _wrong(state: State, path: Path, value: object) -> str:
    """What is wrong with a value that an amendment writes; empty if nothing is."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return _wrong_number(path, value)
    return _wrong_text(state, path, value) if isinstance(value, str) else ""


def _wrong_number(path: Path, value: int) -> str:
    if path[-1] in ("year", "available"):
        return "" if value in _YEARS else f"{value} is no year of the war"
    least = -MOST if path[-1] == "number" else 0
    return "" if least <= value <= MOST else f"{value} is out of bounds ({least} to {MOST})"


def _wrong_text(state: State, path: Path, value: str) -> str:
    if not value:
        return ""
    last = path[-1]
    field = next((part for part in reversed(path) if part in _NAMES), "")
    if field and last in (field, "name"):
        return "" if _NAMES[field](state, value) else f"there is no {value!r}"
    if last in ("arrives", "turn"):
        return "" if calendar.is_turn(value) else f"{value!r} is no turn; write it as 1941-MJ"
    return _unreadable(last, value)


def _unreadable(field: str, value: str) -> str:
    longest = _LONGEST.get(field, 2000)
    if len(value) > longest or not re.fullmatch(LINES, value):
        return f"a text of at most {longest} letters that can be read is wanted"
    if field not in ("facts", "asks", "answer") and not re.fullmatch(ONE_LINE, value):
        return "one line that can be read is wanted"
    return ""


_IS_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_KNOWN: tuple[tuple[str, Callable[[State, str], bool]], ...] = (
    ("leader leaders stayed candidates", lambda state, name: name in state.sheet),
    (
        "points veto_points conquest reserves_called gives controlled_by",
        lambda state, name: name in POWERS,
    ),
    (
        "power powers minor minors country at_war helps",
        lambda state, name: name in POWERS or _IS_SLUG.fullmatch(name) is not None,
    ),
    ("counter unit army militia", lambda state, name: name in state.play.counters),
    ("member", lambda state, name: _IS_SLUG.fullmatch(name) is not None),
)
_NAMES = {field: is_known for fields, is_known in _KNOWN for field in fields.split()}
"""Fields that hold names, and which there are; entries of a table bear such names as well."""


# --- What the chapters say of corrections together ----------------------------------------------

CORRECTIONS = system.Corrections[State](
    struck=system.struck(CORRECTED.left_behind),
    unshielded=unshielded,
    adjust=corrections.adjust,
    rule=rule,
    faults=CORRECTED.faults,
    amended=refused,
)
