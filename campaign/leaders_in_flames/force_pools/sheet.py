"""LiF 5.4: a club's own counter sheet as CSV: the template, and the check of every row. Pure.

All rows are checked before a counter is added. Each fault names its line, its column and what would
be right.
"""

import difflib
from collections.abc import Iterator
from typing import get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, Refused
from campaign.leaders_in_flames.force_pools import kit as counters_kit
from campaign.leaders_in_flames.force_pools.checks import MOST, YEARS, judged
from campaign.leaders_in_flames.force_pools.kit import GUARDS, MODULES, NUMBERS, KitRow
from campaign.leaders_in_flames.leader_sheet import SLUG
from campaign.leaders_in_flames.powers import POWERS, in_full
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import militia
from campaign.text import csv_sheets
from campaign.text.csv_sheets import YES, BadRow, is_number
from campaign.text.json_values import JsonObject
from campaign.text.suggest import unfit
from events.lif.force_pools import Counter, CounterPlace

COLUMNS = (
    "id",
    "power",
    "type",
    "name",
    "combat",
    "movement",
    "cost",
    "size",
    "available",
    "guards_banner",
    "starts",
    "hq",
    "replaces",
)
NEWER = ("hq", "replaces")
"""Columns that older sheets lack."""
_SIZES = ("corps", "division")
STARTS = tuple(place for place in get_args(CounterPlace) if place != "circle")
"""Places that a counter may start in."""


class CounterSheet(msgspec.Struct, frozen=True):
    """What a sheet holds: counters by their line, faults, and kit rows nobody has filled in."""

    rows: dict[int, Counter]
    bad: tuple[BadRow, ...] = ()
    blank: tuple[str, ...] = ()

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The counters in the order of the sheet."""
        return tuple(self.rows.values())


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
    fields: JsonObject = msgspec.to_builtins(row)
    fields["guards_banner"] = "yes" if row.guards_banner else "no"
    if "size" not in row.known:
        fields["size"] = ""
    if not row.power:
        fields |= {"guards_banner": "", "starts": ""}
    return ["" if fields.get(column) is None else str(fields[column]) for column in COLUMNS]


# --- reading ------------------------------------------------------------------------------------


def read(text: str) -> CounterSheet:
    """LiF 5.4: the counters of a sheet, with every fault of every row."""
    rows: dict[int, Counter] = {}
    bad: list[BadRow] = []
    blank: list[str] = []
    first: dict[str, int] = {}
    for found in csv_sheets.rows(text, COLUMNS, NEWER):
        if isinstance(found, BadRow):
            bad.append(found)
            continue
        line, row = found
        row["power"] = in_full(row["power"])
        if row["id"] and first.setdefault(row["id"], line) != line:
            bad.append(BadRow(line, "id", f"{row['id']} is on line {first[row['id']]} already"))
        kit = counters_kit.kit().get(row["id"])
        if kit is not None and not kit.power and not any(row[name] for name in COLUMNS[1:]):
            blank.append(kit.id)
        elif faults := tuple(BadRow(line, column, text) for column, text in _faults(row, kit)):
            bad += faults
        else:
            rows[line] = _counter(row, kit)
    if not (rows or bad or blank):
        bad.append(BadRow(1, "", "there are no counters below the headers"))
    return CounterSheet(rows, tuple(bad), tuple(blank))


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
    if not SLUG.fullmatch(row["id"]):
        text = "use lower-case letters, digits and hyphens, such as inf-6-3"
        yield "id", f"{row['id']!r} is no id; {text}" if row["id"] else f"is empty; {text}"
    if row["power"] or kit is None or not kit.power:
        yield from _power(row["power"])
    if not row["type"] and (kit is None or not kit.power):
        yield "type", "is empty; write INF, MECH, FTR or whatever the counter is"
    for name in NUMBERS:
        if row[name] and not is_number(row[name], range(MOST + 1)):
            right = f"a whole number from 0 to {MOST}, or nothing where it is unknown"
            yield name, unfit(row[name], right)
    if row["size"].lower() not in ("", *_SIZES):
        yield "size", unfit(row["size"], "corps (armies too) or division")
    if row["available"] and not is_number(row["available"], YEARS):
        right = f"a year from {YEARS[0]} to {YEARS[-1]}, or nothing where it is there at once"
        yield "available", unfit(row["available"], right)
    if row["guards_banner"].lower() not in ("", *YES):
        yield "guards_banner", unfit(row["guards_banner"], "yes or no")
    if row["hq"].lower() not in ("", *YES):
        yield "hq", unfit(row["hq"], "yes or no")
    if row["replaces"] and not SLUG.fullmatch(row["replaces"]):
        text = "write the id of the counter whose place it takes, or nothing"
        yield "replaces", f"{row['replaces']!r} is no id; {text}"
    if row["starts"].lower() not in ("", *STARTS):
        right = f"one of {', '.join(STARTS)}, or nothing for the pool"
        yield "starts", unfit(row["starts"], right)
    elif row["starts"].lower() == "pool" and _is_guards(row, kit):
        right = "reserve for a Guards Banner army"
        yield "starts", unfit(row["starts"], right)


def _is_guards(row: dict[str, str], kit: KitRow | None) -> bool:
    """LiF 5.1: whether a row is a Guards Banner army's, by its column or as the kit has it."""
    told = row["guards_banner"].lower()
    return YES.get(told, False) if told else kit is not None and kit.guards_banner


def _power(power: str) -> Iterator[tuple[str, str]]:
    if not power:
        yield "power", f"is empty; write one of {', '.join(POWERS)}, or a minor country"
    elif near := difflib.get_close_matches(power.lower(), POWERS, 1, 0.8):
        if near[0] != power:
            yield "power", f"there is no {power!r}; did you mean {near[0]}?"
    elif not SLUG.fullmatch(power):
        right = "a power or a minor country in lower-case letters and hyphens"
        yield "power", unfit(power, right)


# --- judging ------------------------------------------------------------------------------------


def judge(state: State, sheet: CounterSheet) -> CountersJudgement:
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
    return CountersJudgement(
        tuple(fresh),
        tuple(sorted(bad, key=lambda row: row.line)),
        sheet.blank,
        tuple(known),
        tuple(not_played),
    )


def _at_once(state: State, row: Counter) -> Counter:
    """LiF 5.3.1: without US entry a militia waits for no action, and is in the pool at once."""
    waits = militia.comes_by_action(row.id) and row.available is None and row.starts == "future"
    unasked = MODULES["5.3"] not in state.campaign.modules and row.id not in state.play.counters
    return replace(row, starts="pool") if waits and unasked else row


def _refused(line: int, why: Refused) -> BadRow:
    """A refusal turned into a fault of its row, in the column concerned."""
    column = why.about.field if why.about.field in COLUMNS else ""
    return BadRow(line, column, f"{why.reason} ({why.rule})" if why.rule else why.reason)
