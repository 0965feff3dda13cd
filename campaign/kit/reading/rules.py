"""Reads a club's file: the rules of its campaign, or every fault in it. Pure."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from campaign.kit.language.effects import Done
from campaign.kit.language.kinds import IT, Bool, Num, Row, meant
from campaign.kit.language.meaning import FileSetting, Meaning, Scope, slot, unknown
from campaign.kit.reading import tables
from campaign.kit.reading.acts import MOST_OVER_ROWS, NOTHING, ActReader, within
from campaign.kit.reading.book import KEYS, FileFault, FilePart, RulesBook
from campaign.kit.reading.parts import (
    ActRule,
    ClubRules,
    Deck,
    Phase,
    Ranking,
    StandingsColumn,
    StandingsRule,
    Victory,
)
from campaign.text.shapes import line_numbers

LONGEST = 48_000
"""How many bytes a file may have."""
_AT_LINE = re.compile(r"^(.*) \(at line (\d+), column \d+\)$")


class CheckedRules(NamedTuple):
    """What a file is: rules, or faults; warnings do not stand in the way."""

    rules: ClubRules | None
    faults: tuple[FileFault, ...] = ()
    warnings: tuple[FileFault, ...] = ()


@lru_cache(64)
def checked(text: str) -> CheckedRules:
    """The rules of a text, or everything that is wrong in it."""
    if len(text.encode(errors="replace")) > LONGEST:
        return CheckedRules(None, (FileFault(1, "", f"a file has at most {LONGEST:,} bytes"),))
    try:
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        match = _AT_LINE.match(str(error))
        line = int(match[2]) if match else text.count("\n") + 1
        why = f"this is no TOML: {match[1] if match else error}"
        return CheckedRules(None, (FileFault(line, "", why),))
    book = RulesBook(said, line_numbers(text))
    rules = _rules(FilePart(book))
    faults = tuple(sorted(book.faults, key=lambda fault: fault.line))
    return CheckedRules(None if faults else rules, faults, tuple(book.warnings))


def rules_of(text: str) -> ClubRules:
    """The rules of a text that is known to be sound. Raises `ValueError`."""
    read = checked(text)
    if read.rules is None:
        raise ValueError(f"the rules cannot be read: {read.faults[0].told('line')}")
    return read.rules


def _rules(file: FilePart) -> ClubRules | None:
    """The rules, as far as they can be read."""
    if file["kit"].value != 1 or isinstance(file["kit"].value, bool):
        file["kit"].fault("the first line is kit = 1; this program knows no other")
        return None
    file.keys(*KEYS[""])
    if file["seats"].value is None:
        return None
    setting, decks = _setting(file)
    turns, meaning = file["turns"], Meaning(setting)
    turns.keys(*KEYS["turns"])
    begin, end = _begin_and_end(turns, meaning)
    ranked = tuple(_standings(part, setting) for part in file["standings"].listed())
    return ClubRules(
        title=file["title"].text(longest=80),
        about=file["about"].text(longest=400),
        turn=turns["one"].text("turn", 30),
        last=setting.last,
        begin=begin,
        end=end,
        size=meaning.size,
        phases=_phases(file, setting),
        tables=setting.tables,
        map=setting.map,
        decks=decks,
        acts=_acts(file, setting),
        standings=ranked,
        victories=tuple(_victory(part, setting, ranked) for part in file["victory"].listed()),
    )


def _setting(file: FilePart) -> tuple[FileSetting, dict[str, Deck]]:
    """What stands for all expressions of the file; and its decks."""
    known = tables.read_tables(file)
    if not known["seats"].rows and file["seats"].is_table:
        file["seats"].fault("there is at least one seat; write rows")
    decks = tables.read_decks(file, known)
    setting = FileSetting(
        known,
        tables.read_charts(file),
        {name: deck.table for name, deck in decks.items()},
        _constants(file),
        tables.read_map(file["map"], known),
        file["turns"]["last"].number(1, 400, 1),
        tuple(file["phases"].table()) or ("play",),
    )
    _named_once(file, setting)
    return setting, decks


def _acts(file: FilePart, setting: FileSetting) -> dict[str, ActRule]:
    ones = {table.one: name for name, table in setting.tables.items() if table.one}
    named = ((key, part) for key, part in file["acts"].table().items())
    named = ((key, part) for key, part in named if part.is_named(alone=False))
    return {key: ActReader(part, setting, ones).act() for key, part in named}


def _constants(file: FilePart) -> dict[str, int]:
    return {
        name: part.number(-1_000_000, 1_000_000, 0)
        for name, part in file["constants"].table().items()
        if part.is_named()
    }


def _named_once(file: FilePart, setting: FileSetting) -> None:
    """A name is never given twice."""
    seen = set(setting.tables)
    for kind in ("charts", "decks", "constants"):
        for name in getattr(setting, kind):
            if name in seen:
                file[kind][name].fault(f"{name!r} is a name already; use another")
            seen.add(name)


# --- turns and phases -----------------------------------------------------------------------------


def _begin_and_end(part: FilePart, meaning: Meaning) -> tuple[tuple[Done, ...], tuple[Done, ...]]:
    """What happens when a turn or phase begins, and when it ends."""
    begin, end = part["begin"].effects(meaning, {}), part["end"].effects(meaning, {})
    steps = sum(each.steps for each in (*begin, *end))
    if steps > MOST_OVER_ROWS:
        part.fault(f"takes {steps:,} steps; at most {MOST_OVER_ROWS:,} are allowed")
    return begin, end


def _phases(file: FilePart, setting: FileSetting) -> dict[str, Phase]:
    phases = {key: _phase(part, setting) for key, part in file["phases"].table().items()}
    return phases or {"play": Phase("play", "", "any", None, (), (), Meaning(setting).size)}


def _phase(part: FilePart, setting: FileSetting) -> Phase:
    meaning = Meaning(setting)
    part.is_named(alone=False)
    part.keys(*KEYS["phases.NAME"])
    play = part["play"].one_of(("any", "in order", "together"), "any")
    order = part["order"].expression(meaning, _it("seats"), Num)
    if order is not None and play != "in order":
        part["order"].fault('an order needs play = "in order"')
    begin, end = _begin_and_end(part, meaning)
    title = part["title"].text(part.key.capitalize())
    return Phase(part.key, title, play, order.run if order else None, begin, end, meaning.size)


# --- standings and victory ------------------------------------------------------------------------


def _it(table: str) -> Scope:
    """The row at hand."""
    return {"it": slot(IT, Row(table))}


def _of(part: FilePart, setting: FileSetting) -> str:
    """The table whose rows are ranked."""
    of, known = part["of"].text("seats"), setting.tables
    if of not in known or known[of].is_single:
        part["of"].fault(f"there is no table {of!r}{meant(of, known)}")
        return "seats"
    return of


def _standings(part: FilePart, setting: FileSetting) -> StandingsRule:
    meaning = Meaning(setting)
    part.keys(*KEYS["standings"])
    of = _of(part, setting)
    only = part["only"].expression(meaning, _it(of), Bool)
    columns = tuple(_column(one, meaning, _it(of)) for one in part["columns"].listed())
    sort = tuple(_ranking(*one, meaning, _it(of)) for one in part["sort"].texts())
    within(part, meaning.steps, setting, of)
    title = part["title"].text("Standings")
    return StandingsRule(title, of, only.run if only else None, columns, sort, meaning.size)


def _column(part: FilePart, meaning: Meaning, scope: Scope) -> StandingsColumn:
    if part.is_table:
        part.keys(*KEYS["standings.columns"])
        value = part["is"].expression(meaning, scope) or unknown()
        return StandingsColumn(part["head"].text("", 40), value)
    name = part.text()
    if not isinstance(part.value, str):
        return StandingsColumn("", unknown())
    return StandingsColumn(name.replace("_", " "), part.compiled(f"it.{name}", meaning, scope))


def _ranking(part: FilePart, text: str, meaning: Meaning, scope: Scope) -> Ranking:
    word, _, rest = text.partition(" ")
    if word not in ("most", "least"):
        if isinstance(part.value, str):
            part.fault(f"{text!r}: begin with most or least")
        return Ranking(most=True, by=unknown().run)
    return Ranking(word == "most", part.compiled(rest, meaning, scope, Num).run)


def _victory(part: FilePart, setting: FileSetting, standings: Sequence[StandingsRule]) -> Victory:
    meaning = Meaning(setting)
    part.keys(*KEYS["victory"])
    of = _of(part, setting)
    if part["when"].value is None and standings:
        of = _of_first(part, of, standings[0].of)
    when = part["when"].expression(meaning, _it(of), Bool)
    if when is not None:
        within(part, when.steps, setting, of)
    elif not standings:
        part.fault("without when the top of the first standings wins; write [[standings]]")
    say = part["say"].sentence(meaning, _it(of)) or NOTHING
    timing = part["at"].one_of(("any", "turn", "end"), "end")
    return Victory(of, timing, when.run if when else None, say.run, meaning.size)


def _of_first(part: FilePart, of: str, ranked: str) -> str:
    """The table of which the top wins: that of the first standings."""
    if part["of"].value is not None and of != ranked:
        part["of"].fault(f"without when the top of the first standings wins; write {ranked}")
    return ranked
