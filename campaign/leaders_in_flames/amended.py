"""Corrections: which fields of an event may be amended, and what they may say. Pure.

What the ledger drew, rolled or worked out of hidden chits stays: a referee strikes it instead. All
other words of an amendment are names that the campaign knows, and numbers within bounds.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from campaign.kernel.decisions import Refused, bad_field
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.lines import LINES, ONE_LINE
from events import campaign as shared
from events import codec
from events.base import Event
from events.lif import on_map as play
from events.lif import us_entry as entry
from events.lif.board import BallotsOpened, LeaderDrawn, LeaderPromoted, LeaderVetoed, VotesOpened

RULE = "Corrections"
MOST = 999
"""The largest number that an amendment may write where no command has a bound of its own."""
_YEARS = range(1930, 1951)
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_LONGEST = {"name": 80, "email": 254}


def refused(state: State, was: Event, now: Event) -> Refused | None:
    """Why an event may not be amended so, given the state before it; None where it may."""
    before, after = codec.fields(was), codec.fields(now)
    for field, why in kept(was).items():
        if before.get(field) != after.get(field):
            return Refused(RULE, why)
    for path, value in changed(before, after):
        if told := _wrong(state, path, value):
            return bad_field("fields", f"{' '.join(map(_words, path))}: {told}")
    return None


# --- what stays ---------------------------------------------------------------------------------

_STAYS = "stays; strike the event instead"
_DRAWN = f"what was drawn or rolled {_STAYS}"
_OPENED = f"what was opened {_STAYS}"
_VERDICT = f"the board's verdict is on the leader who was drawn, and {_STAYS}"
_HIDDEN = f"a wait is worked out of hidden chits and {_STAYS}"
_CHITS = f"which chits they were {_STAYS}"
_DUE = f"the chits of a year are the chart's; this {_STAYS}"


def kept(event: Event) -> dict[str, str]:
    """The fields of an event that the ledger made and no amendment touches, and why."""
    match event:
        case LeaderDrawn():
            return dict.fromkeys(("leader", "source"), _DRAWN) if _ledger(event) else _WHO_DREW
        case LeaderPromoted() | LeaderVetoed():
            return {"leader": _VERDICT}
        case shared.MemberEnrolled():
            return {"member": "a member keeps their id; enrol another member instead"}
        case BallotsOpened():
            return {"ballots": _OPENED}
        case VotesOpened():
            return {"votes": _OPENED}
        case play.LeaderRecalled():
            drawn = ("leader", "candidates", "chosen_by") if _ledger(event) else ()
            return {**_WHO_DREW, **_NUMBERED, **dict.fromkeys(drawn, _DRAWN)}
        case play.CombatReported() | play.GuardsPromoted() | play.LeaderKilled():
            return _NUMBERED
    return _kept_entry(event)


def _kept_entry(event: Event) -> dict[str, str]:
    """LiF 5.3: chits, dice and waits."""
    match event:
        case entry.EntryWaitTold():
            return dict.fromkeys(("may_draw", "may_choose"), _HIDDEN)
        case entry.EntryChitsReturned() | entry.EntryChitsMoved():
            return dict.fromkeys(("chits", "pool") if event.draw else ("chits",), _CHITS)
        case entry.EntryOptionPicked():
            militia = {"militia": _DRAWN} if event.draw else {}
            return {**_rolled(event.outcomes), **militia}
        case entry.EntryActionTaken():
            return _rolled(event.outcomes)
        case entry.NeutralMinorEntered():
            return {"roll": _DRAWN}
        case entry.EntryChitsShown() | entry.AsideChitsReturned():
            return {"chits": _CHITS}
        case entry.EntryChitsJoined():
            return dict.fromkeys(("year", "count"), _DUE)
        case entry.EntryOpened():
            return {"mode": f"whose chits they are {_STAYS}"}
    return {}


_WHO_DREW = {"source": f"who drew or rolled {_STAYS}"}
_NUMBERED = {"combat": "a combat keeps its number"}


def _ledger(event: LeaderDrawn | play.LeaderRecalled) -> bool:
    return event.source == "ledger"


def _rolled(outcomes: Mapping[Any, entry.Outcome]) -> dict[str, str]:
    """LiF 5.3.3: what the ledger rolled says how many chits came; at the table the host does."""
    rolls = [one.roll for one in outcomes.values() if one.roll]
    return {"outcomes": _DRAWN} if any(roll.source == "ledger" for roll in rolls) else {}


# --- what it may say ----------------------------------------------------------------------------

Path = tuple[str, ...]


def changed(before: Any, after: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value that an amendment writes and that was not there, and where it stands.

    A new name of an entry is one too.
    """
    if before == after:
        return
    if isinstance(after, Mapping):
        old = before if isinstance(before, Mapping) else {}
        for key, value in after.items():
            if key not in old and path:
                yield (*path, "name"), key
            yield from changed(old.get(key), value, (*path, str(key)))
    elif isinstance(after, list | tuple):
        olds = before if isinstance(before, list | tuple) else ()
        for value in after:
            if value not in olds:
                yield from changed(None, value, path)
    else:
        yield path, after


def _wrong(state: State, path: Path, value: Any) -> str:
    """What is wrong with a value that an amendment writes; empty where nothing is."""
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
    longest = _LONGEST.get(last, 2000)
    if len(value) > longest or not re.fullmatch(LINES, value):
        return f"a text of at most {longest} letters that can be read is wanted"
    if last not in ("facts", "asks", "answer") and not re.fullmatch(ONE_LINE, value):
        return "one line that can be read is wanted"
    return ""


def _leader(state: State, name: str) -> bool:
    return name in state.sheet


def _power(state: State, name: str) -> bool:
    return name in POWERS


def _country(state: State, name: str) -> bool:
    return name in POWERS or _SLUG.fullmatch(name) is not None


def _counter(state: State, name: str) -> bool:
    return name in state.play.counters


def _member(state: State, name: str) -> bool:
    return _SLUG.fullmatch(name) is not None


_NAMES: dict[str, Callable[[State, str], bool]] = {
    "leader": _leader,
    "leaders": _leader,
    "stayed": _leader,
    "candidates": _leader,
    "points": _power,
    "veto_points": _power,
    "conquest": _power,
    "reserves_called": _power,
    "gives": _power,
    "controlled_by": _power,
    "power": _country,
    "powers": _country,
    "minor": _country,
    "minors": _country,
    "country": _country,
    "at_war": _country,
    "helps": _country,
    "counter": _counter,
    "unit": _counter,
    "army": _counter,
    "militia": _counter,
    "member": _member,
}
"""Fields that hold names, and which there are; entries of a table bear such names as well."""


def _words(field: str) -> str:
    return field.replace("_", " ")


# --- what never comes twice ---------------------------------------------------------------------


def numbers(event: Event) -> frozenset[str]:
    """The numbers that an event gives out: of a draw, of chits, of a combat."""
    found = [f"draw {event.draw}"] if isinstance(event, LeaderDrawn) else []
    if isinstance(event, play.LeaderRecalled) and event.draw:
        found.append(f"draw {event.draw}")
    if isinstance(event, play.CombatReported):
        found.append(f"combat {event.combat}")
    chits = getattr(event, "chits", ())
    found += [f"chit {one.id}" for one in chits if isinstance(one, entry.Chit)]
    return frozenset(found)
