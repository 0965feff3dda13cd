"""LiF 5.2, 5.4: checks of a counter and of a club's counter sheet, and replacements. Pure."""

import re
from collections.abc import Iterator
from functools import partial
from typing import get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, About, Refused, bad_field
from campaign.lif import calendar
from campaign.lif.force_pools import kit as counters_kit
from campaign.lif.force_pools.kit import GUARDS, KIT_ONLY_OF, MODULES, NUMBERS, KitRow
from campaign.lif.names import code
from campaign.lif.on_map.battles import branch
from campaign.lif.roster import POWERS, SLUG, in_full, misspelt_power
from campaign.lif.state import CounterPlacement, State
from campaign.lif.us_entry import chart
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.english import unfit
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif.force_pools import Counter, CounterMoved, CounterPlace

# --- LiF 5.2: a new aircraft counter takes the place of the one that it replaces ----------------

RULE = "LiF 5.2"


def with_link(state: State, counter: Counter) -> Counter | Refused:
    """LiF 5.2: the counter with what it leaves empty of the one that it replaces.

    Both have the same front values, so a sheet need not tell them twice.
    """
    held = state.play.counters.get(counter.id)
    if not counter.replaces or (held is not None and held.replaces):
        return counter
    old = state.play.counters.get(counter.replaces)
    if old is None or old.id == counter.id:
        return bad_field("replaces", f"{counter.id} takes the place of another counter in play")
    fields = ("combat", "movement", "cost", "available")
    empty = {field: getattr(old, field) for field in fields if getattr(counter, field) is None}
    return _unfit(state, counter, old) or replace(counter, type=counter.type or old.type, **empty)


def _unfit(state: State, counter: Counter, old: Counter) -> Refused | None:
    """LiF 5.2: an aircraft of the same power, type and front values, that is not out of the game.

    The new one has not come into play itself.
    """
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
    else:
        return _other_front(counter, old)
    return Refused(RULE, text, About("replaces"))


def _other_front(counter: Counter, old: Counter) -> Refused | None:
    """LiF 5.2: the first front value in which two counters differ."""
    for field in ("combat", "movement"):
        was, now = getattr(old, field), getattr(counter, field)
        if None not in (was, now) and was != now:
            text = f"{old.id} has {field} {was} and {counter.id} {now}; the front values must match"
            return Refused(RULE, text, About("replaces"))
    return None


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


# --- LiF 5.4: checks of a counter: its form, the kit, and what is already known -----------------

YEARS = range(1930, 1951)
"""Years that a counter may become available in."""
MOST = 99
"""The highest number a counter may bear."""


def judged(state: State, row: Counter) -> Counter | Refused:
    """LiF 5.4: a counter as it will be recorded, or why it cannot be recorded.

    Empty columns keep what the kit or the campaign knows. A row must not contradict that
    (ruling 37).
    """
    counter = replace(row, type=" ".join(row.type.upper().split()), name=row.name.strip())
    kit = counters_kit.kit().get(counter.id)
    if refused := (
        malformed(counter, kit) or _in_kit(state, counter, kit) or _too_soon(state, counter)
    ):
        return refused
    linked = with_link(state, counter)
    if isinstance(linked, Refused):
        return linked
    counter = linked
    if chart.awaited(state, counter.id):
        counter = replace(counter, starts="future")
    held = state.play.counters.get(counter.id)
    if held is None:
        return _as_new(counter, kit)
    filled = merged(held, counter, kit)
    if isinstance(filled, Refused):
        return filled
    if filled == held:
        return Refused(RECORD, f"{counter.id} is in the campaign already, and no number is new")
    return _cannot_wait(state, held, filled) or filled


def _as_new(counter: Counter, kit: KitRow | None) -> Counter | Refused:
    """LiF 5: a counter that joins the campaign, with what the kit knows of it."""
    base = kit.counter() if kit else None
    if base is None or kit is None:
        return counter
    filled = merged(base, counter, kit)
    return filled if isinstance(filled, Refused) else replace(filled, starts=counter.starts)


def _cannot_wait(state: State, held: Counter, filled: Counter) -> Refused | None:
    """LiF 5.4: what has come into play waits for no later year."""
    place, year = state.play.counter_placements[held.id].place, filled.available
    late = year is not None and year > calendar.year(state.campaign.turn)
    if late and year != held.available and place not in ("future", "pool", "reserve"):
        return Refused("LiF 5.4", f"{held.id} has come into play; it cannot wait for {year}")
    return None


def malformed(counter: Counter, kit: KitRow | None) -> Refused | None:
    """Faults of form, which no rule could allow."""
    for field in ("id", "power"):
        if not re.fullmatch(SLUG, getattr(counter, field)):
            text = f"{getattr(counter, field)!r} is none; use lower-case letters, digits, hyphens"
            return bad_field(field, f"{text}")
    if not counter.type and kit is None:
        return bad_field("type", f"{counter.id} needs one, such as INF")
    if refused := _bad_number(counter):
        return refused
    if counter.starts == "circle":
        text = "add it to the pool, and then move it with its turn of arrival"
        return bad_field("starts", f"{counter.id} cannot start on the production circle; {text}")
    return None


def _bad_number(counter: Counter) -> Refused | None:
    for field in NUMBERS:
        if (number := getattr(counter, field)) is not None and not 0 <= number <= MOST:
            return bad_field(field, f"{counter.id} needs a number from 0 to {MOST}")
    if counter.available is not None and counter.available not in YEARS:
        return bad_field("available", f"{counter.id} needs a year from {YEARS[0]} to {YEARS[-1]}")
    return None


def _in_kit(state: State, counter: Counter, kit: KitRow | None) -> Refused | None:
    """LiF 5: whether the kit's modules and owners allow the counter."""
    if counter.guards_banner and (refused := _no_guards_army(state, counter)):
        return refused
    if kit is None:
        return None
    if refused := counters_kit.played(state, kit):
        return refused
    if kit.rule == "5.4" and (
        counter.power == "ussr" or counter.power not in (*POWERS, *KIT_ONLY_OF)
    ):
        text = "late-war counters are of the major powers but the USSR, Finland or the Netherlands"
        return Refused("LiF 5.4", f"{counter.id}: {text}")
    return None


def _no_guards_army(state: State, counter: Counter) -> Refused | None:
    """LiF 5.1: Guards armies are the USSR's, no divisions, and in reserve."""
    if "guards-banner" not in state.campaign.modules:
        text = f"{counter.id} is a Guards Banner army, and this campaign plays without them"
        return Refused("Module guards-banner", text)
    if counter.power != "ussr":
        text = f"Guards Banner armies are the USSR's; {counter.id} cannot be {counter.power}'s"
        return Refused("LiF 5.1", text)
    if counter.size != "corps":
        return Refused("LiF 5.1", f"{counter.id} is a Guards Banner army, so no division")
    return _not_in_reserve(counter)


def _not_in_reserve(counter: Counter) -> Refused | None:
    """LiF 5.1: Guards armies are kept as reserves; only one with a year may be told to wait.

    The pool is what a row says that names no place.
    """
    waits = counter.starts == "future" and counter.available is not None
    if waits or counter.starts in ("reserve", "pool"):
        return None
    text = f"expected reserve for the Guards Banner army {counter.id}, got {counter.starts}"
    more = "; the host may move it there afterwards" if counter.starts == "map" else ""
    return Refused("LiF 5.1", f"{text}{more}", About("starts"))


def _too_soon(state: State, counter: Counter) -> Refused | None:
    """LiF 5.3.1: a militia waits for its action. If a sheet starts it in the pool without a word on
    that, the future is meant.
    """
    if counter.available is None and counter.starts in ("pool", "future"):
        return None
    return chart.too_soon(state, counter.id)


def merged(known: Counter, row: Counter, kit: KitRow | None = None) -> Counter | Refused:
    """Ruling 37: a row fills in a counter's unknown numbers, and contradicts no known one."""
    if refused := _contradiction(known, row, kit):
        return refused
    fields = ("name", "power", "type", *NUMBERS, "available", "replaces")
    filled = {field: new for field in fields if (new := getattr(row, field)) not in (None, "")}
    return replace(known, **filled, size=row.size, hq=known.hq or row.hq)


def _contradiction(known: Counter, row: Counter, kit: KitRow | None) -> Refused | None:
    """Ruling 37: the first known value that a row contradicts; of a size, one that the kit lacks
    may be a division.
    """
    if refused := _against(known, row, "power", "type", *NUMBERS, "available"):
        return refused
    if row.guards_banner != known.guards_banner:
        text = f"it {'is' if known.guards_banner else 'is not'} a Guards Banner army"
        return Refused("Ruling 37", f"{known.id}: guards_banner: {text}", About("guards_banner"))
    is_size_known = kit is None or "size" in kit.known or row.size == "corps"
    return _against(known, row, *(("size",) if is_size_known else ()), "replaces")


def _against(known: Counter, row: Counter, *fields: str) -> Refused | None:
    """Ruling 37: the first of some fields where a row has another value than is known."""
    for field in fields:
        old, new = getattr(known, field), getattr(row, field)
        if old not in (None, "") and new not in (None, "", old):
            reason = f"{known.id}: {field} is {old} already, and cannot be {new}"
            return Refused("Ruling 37", reason, About(field))
    return None


# --- LiF 5.4: a club's own counter sheet as CSV: the template, and the check of every row -------
#
# All rows are checked before a counter is added. Each fault names its line, its column and what
# would be right.

COLUMNS = Counter.__struct_fields__
NEWER = ("hq", "replaces")
"""Columns that older sheets lack."""
_SIZES = ("corps", "division")
STARTS = tuple(place for place in get_args(CounterPlace) if place != "circle")
"""Places that a counter may start in."""


class CountersJudgement(msgspec.Struct, frozen=True):
    """What a sheet would do to a campaign."""

    counters: tuple[Counter, ...]
    """New, or with new numbers: what `AddCounters` is to be given."""
    bad: tuple[BadRow, ...] = ()
    blank: tuple[str, ...] = ()
    """Kit rows that nobody has filled in."""
    known: tuple[str, ...] = ()
    """Counters of which the sheet says nothing new."""
    not_played: tuple[str, ...] = ()
    """Kit counters of modules that the campaign does not play."""


# --- writing ------------------------------------------------------------------------------------


def template() -> str:
    """LiF 5.4: an empty sheet with its headers, and the kit's rows as far as they are known."""
    return csv_sheets.written(COLUMNS, (_written(row) for row in counters_kit.kit().values()))


def _written(row: KitRow) -> list[str]:
    fields: JsonObject = msgspec.structs.asdict(row)
    fields |= {"guards_banner": "yes" if row.guards_banner else "no", "hq": ""}
    if "size" not in row.known:
        fields["size"] = ""
    if not row.power:
        fields |= {"guards_banner": "", "starts": ""}
    return ["" if fields.get(column) is None else str(fields[column]) for column in COLUMNS]


# --- reading ------------------------------------------------------------------------------------


def read(text: str) -> csv_sheets.JudgedSheet[Counter]:
    """LiF 5.4: the counters of a sheet, with every fault of every row."""
    return csv_sheets.read(text, COLUMNS, partial(_judged, {}), "counters", NEWER)


def _judged(
    first: dict[str, int], line: int, row: dict[str, str]
) -> Iterator[Counter | BadRow | str]:
    """A counter, its faults, or the id of one of the kit; `first` has the line of each so far."""
    row["power"] = in_full(row["power"])
    if row["id"] and first.setdefault(row["id"], line) != line:
        yield BadRow(line, "id", f"{row['id']} is on line {first[row['id']]} already")
    kit = counters_kit.kit().get(row["id"])
    if kit is not None and not kit.power and not any(row[name] for name in COLUMNS[1:]):
        yield row["id"]
    elif faults := tuple(BadRow(line, column, text) for column, text in _faults(row, kit)):
        yield from faults
    else:
        yield _counter(row, kit)


def _counter(row: dict[str, str], kit: KitRow | None) -> Counter:
    """The counter of a correct row; empty columns are filled from the kit."""
    like = kit or KitRow(id=row["id"], rule="", known=())
    banner = row["guards_banner"].lower()
    fields = {
        "id": row["id"],
        "name": row["name"],
        **{name: row[name] or None for name in (*NUMBERS, "available")},
        "power": row["power"] or like.power,
        "type": row["type"].upper(),
        "size": row["size"].lower() or like.size,
        "guards_banner": YES[banner] if banner else like.guards_banner,
        "starts": row["starts"].lower() or like.starts,
        "hq": YES.get(row["hq"].lower(), False),
        "replaces": row["replaces"],
    }
    return msgspec.convert(fields, Counter, strict=False)


def _faults(row: dict[str, str], kit: KitRow | None) -> Iterator[tuple[str, str]]:
    """Every wrong column of a row, and what would be right."""
    yield from _identity_faults(row, kit)
    yield from _number_faults(row)
    if row["guards_banner"].lower() not in ("", *YES):
        yield "guards_banner", unfit(row["guards_banner"], "yes or no")
    if row["hq"].lower() not in ("", *YES):
        yield "hq", unfit(row["hq"], "yes or no")
    if row["replaces"] and not re.fullmatch(SLUG, row["replaces"]):
        text = "write the id of the counter whose place it takes, or nothing"
        yield "replaces", f"{row['replaces']!r} is no id; {text}"
    yield from _start_faults(row, kit)


def _identity_faults(row: dict[str, str], kit: KitRow | None) -> Iterator[tuple[str, str]]:
    """Which counter a row is of, whose and of what type; the kit knows it of some."""
    if not re.fullmatch(SLUG, row["id"]):
        text = "use lower-case letters, digits and hyphens, such as inf-6-3"
        yield "id", f"{row['id']!r} is no id; {text}" if row["id"] else f"is empty; {text}"
    is_known = kit is not None and kit.power
    if row["power"] or not is_known:
        yield from _power(row["power"])
    if not row["type"] and not is_known:
        yield "type", "is empty; write INF, MECH, FTR or whatever the counter is"


def _number_faults(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    for name in NUMBERS:
        if row[name] and not is_number(row[name], range(MOST + 1)):
            right = f"a whole number from 0 to {MOST}, or nothing where it is unknown"
            yield name, unfit(row[name], right)
    if row["size"].lower() not in ("", *_SIZES):
        yield "size", unfit(row["size"], "corps (armies too) or division")
    if row["available"] and not is_number(row["available"], YEARS):
        right = f"a year from {YEARS[0]} to {YEARS[-1]}, or nothing where it is there at once"
        yield "available", unfit(row["available"], right)


def _start_faults(row: dict[str, str], kit: KitRow | None) -> Iterator[tuple[str, str]]:
    banner = row["guards_banner"].lower()
    if row["starts"].lower() not in ("", *STARTS):
        right = f"one of {', '.join(STARTS)}, or nothing for the pool"
        yield "starts", unfit(row["starts"], right)
    elif row["starts"].lower() == "pool" and YES.get(
        banner, not banner and kit is not None and kit.guards_banner
    ):
        right = "reserve for a Guards Banner army"
        yield "starts", unfit(row["starts"], right)


def _power(power: str) -> Iterator[tuple[str, str]]:
    if not power:
        yield "power", f"is empty; write one of {', '.join(POWERS)}, or a minor country"
    elif near := misspelt_power(power.lower()):
        if near != power:
            yield "power", f"there is no {power!r}; did you mean {near}?"
    elif not re.fullmatch(SLUG, power):
        right = "a power or a minor country in lower-case letters and hyphens"
        yield "power", unfit(power, right)


# --- judging ------------------------------------------------------------------------------------


def judge(state: State, sheet: csv_sheets.JudgedSheet[Counter]) -> CountersJudgement:
    """Ruling 37: what a sheet would do to a campaign, with every row that the campaign refuses.

    Rows that say nothing new, and kit counters of modules not played, are left out and named. So
    the same sheet can be imported twice, and into any campaign.
    """
    bad = list(sheet.bad)
    fresh: list[Counter] = []
    known: list[str] = []
    not_played: list[str] = []
    armies = sum(counter.guards_banner for counter in state.play.counters.values())
    for line, row in sheet.rows.items():
        kit = counters_kit.kit().get(row.id)
        if kit is not None and counters_kit.played(state, kit):
            not_played.append(row.id)
            continue
        row = _at_once(state, row)
        counter = judged(state, row)
        if not isinstance(counter, Refused):
            fresh.append(row)
            if counter.guards_banner and row.id not in state.play.counters:
                armies += 1
                if armies > GUARDS:
                    text = f"the kit has {GUARDS} Guards Banner armies; {row.id} is one too many"
                    bad.append(BadRow(line, "guards_banner", text))
        elif counter.rule == RECORD:
            known.append(row.id)
        else:
            bad.append(_refused(line, counter))
    by_line = tuple(sorted(bad, key=lambda row: row.line))
    return CountersJudgement(tuple(fresh), by_line, sheet.blank, tuple(known), tuple(not_played))


def _at_once(state: State, row: Counter) -> Counter:
    """LiF 5.3.1: without US entry a militia waits for no action, and is in the pool at once."""
    waits = chart.action_for(row.id) and row.available is None and row.starts == "future"
    unasked = MODULES["5.3"] not in state.campaign.modules and row.id not in state.play.counters
    return replace(row, starts="pool") if waits and unasked else row


def _refused(line: int, why: Refused) -> BadRow:
    """A refusal turned into a fault of its row, in the column concerned."""
    column = why.about.field if why.about.field in COLUMNS else ""
    return BadRow(line, column, f"{why.reason} ({why.rule})" if why.rule else why.reason)
