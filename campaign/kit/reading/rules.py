"""Reads a club's file: the rules of its campaign, or every fault in it. Pure."""

import re
import tomllib
from functools import lru_cache
from typing import Any, NamedTuple

from campaign.kit.language.effects import Done, Effects
from campaign.kit.language.kinds import IT, Bool, ClubTable, Compiled, Num, Row, Run, meant
from campaign.kit.language.meaning import FileSetting, slot
from campaign.kit.reading import tables
from campaign.kit.reading.acts import ActReader
from campaign.kit.reading.book import At, FileFault, RulesBook
from campaign.kit.reading.parts import (
    ActRule,
    ClubRules,
    HouseRule,
    Phase,
    Ranking,
    StandingsColumn,
    StandingsRule,
    Victory,
)
from campaign.text.shapes import line_numbers

LONGEST = 48_000
"""How many bytes a file may have."""
MOST_STEPS = 1_000_000
"""The most steps of a table of standings or a victory over all its rows."""
KEYS = (
    *("kit", "title", "about", "turns", "phases", "house", "constants", "campaign", "sides"),
    *("seats", "things", "map", "charts", "decks", "acts", "standings", "victory"),
)
REQUIRED = ("kit", "title", "turns", "seats", "acts")
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
        return CheckedRules(
            None, (FileFault(line, "", f"this is no TOML: {match[1] if match else error}"),)
        )
    book = RulesBook(said, line_numbers(text))
    rules = _Reader(book, said).rules()
    faults = tuple(sorted(book.faults, key=lambda fault: fault.line))
    return CheckedRules(None if faults else rules, faults, tuple(book.warnings))


def rules_of(text: str) -> ClubRules:
    """The rules of a text that is known to be sound. Raises `ValueError`."""
    read = checked(text)
    if read.rules is None:
        raise ValueError(f"the rules cannot be read: {read.faults[0].told('line')}")
    return read.rules


class _Reader:
    """Reads one file."""

    def __init__(self, book: RulesBook, said: dict[str, Any]) -> None:
        self._book, self._said = book, said
        self._setting = FileSetting()

    def rules(self) -> ClubRules | None:
        """The rules, as far as they can be read."""
        book = self._book
        if self._said.get("kit") != 1 or isinstance(self._said["kit"], bool):
            book.fault(("kit",), "the first line is kit = 1; this program knows no other")
            return None
        book.keys((), KEYS, REQUIRED)
        if book.value(("seats",)) is None:
            return None
        known = tables.read_tables(book)
        if not known["seats"].rows:
            book.fault(("seats",), "there is at least one seat; write rows")
        ones = {table.one: name for name, table in known.items() if table.one}
        last = book.number(("turns", "last"), 1, 400, 1)
        decks = tables.read_decks(book, known)
        self._setting = FileSetting(
            known,
            tables.read_charts(book),
            {name: deck.table for name, deck in decks.items()},
            self._constants(),
            tables.read_map(book, known),
            last,
            tuple(book.table(("phases",))) or ("play",),
        )
        self._names()
        book.keys(("turns",), ("one", "last", "begin", "end"), ("last",))
        meaning = Effects(self._setting)
        begin = book.effects(("turns", "begin"), meaning, {})
        end = book.effects(("turns", "end"), meaning, {})
        self._bounded(("turns",), *begin, *end)
        return ClubRules(
            title=book.text(("title",), longest=80),
            about=book.text(("about",), longest=400),
            turn=book.text(("turns", "one"), "turn", 30),
            last=last,
            begin=begin,
            end=end,
            size=meaning.size,
            phases=self._phases(),
            house=self._house(known["house"]),
            tables=known,
            map=self._setting.map,
            decks=decks,
            acts=self._acts(ones),
            standings=self._all_standings(),
            victories=self._victories(),
        )

    def _house(self, table: ClubTable) -> dict[str, HouseRule]:
        return {
            name: HouseRule(column, self._book.text(("house", name, "ask")))
            for name, column in table.columns.items()
            if name != "name"
        }

    def _constants(self) -> dict[str, int]:
        constants = {}
        for name in self._book.table(("constants",)):
            at = ("constants", name)
            if self._book.is_named(at, name):
                constants[name] = self._book.number(at, -1_000_000, 1_000_000, 0)
        return constants

    def _names(self) -> None:
        """A name is never given twice."""
        setting, seen = self._setting, set[str]()
        for kind, names in (
            ("things", setting.tables),
            ("charts", setting.charts),
            ("decks", setting.decks),
            ("constants", setting.constants),
        ):
            for name in names:
                if name in seen:
                    self._book.fault((kind, name), f"{name!r} is a name already; use another")
                seen.add(name)

    def _bounded(self, at: At, *done: Done) -> None:
        steps = sum(each.steps for each in done)
        if steps > MOST_STEPS:
            self._book.fault(at, f"takes {steps:,} steps; at most {MOST_STEPS:,} are allowed")

    # --- phases and acts ------------------------------------------------------------------------

    def _phases(self) -> dict[str, Phase]:
        nothing = Phase("play", "", "any", None, (), (), Effects(self._setting).size)
        phases = {key: self._phase(("phases", key), key) for key in self._book.table(("phases",))}
        return phases or {"play": nothing}

    def _phase(self, at: At, key: str) -> Phase:
        book, meaning = self._book, Effects(self._setting)
        book.is_named(at, key, row=True)
        book.keys(at, ("title", "play", "order", "begin", "end"))
        play = book.one_of((*at, "play"), ("any", "in order", "together"), "any")
        order = None
        if book.value((*at, "order")) is not None:
            scope = {"it": slot(IT, Row("seats"))}
            order = book.expression((*at, "order"), meaning, scope, Num).run
            if play != "in order":
                book.fault((*at, "order"), 'an order needs play = "in order"')
        begin = book.effects((*at, "begin"), meaning, {})
        end = book.effects((*at, "end"), meaning, {})
        self._bounded(at, *begin, *end)
        title = book.text((*at, "title"), key.capitalize())
        return Phase(key, title, play, order, begin, end, meaning.size)

    def _acts(self, ones: dict[str, str]) -> dict[str, ActRule]:
        acts = {}
        for key in self._book.table(("acts",)):
            if self._book.is_named(("acts", key), key):
                acts[key] = ActReader(self._book, key, self._setting, ones).act()
        return acts

    # --- standings and victory ------------------------------------------------------------------

    def _of(self, at: At) -> str:
        """The table whose rows are ranked."""
        of = self._book.text((*at, "of"), "seats")
        if of not in self._setting.tables or of in ("campaign", "house"):
            hint = meant(of, self._setting.tables)
            self._book.fault((*at, "of"), f"there is no table {of!r}{hint}")
            return "seats"
        return of

    def _all_standings(self) -> tuple[StandingsRule, ...]:
        number = len(self._book.listed(("standings",)))
        return tuple(self._standings(("standings", at)) for at in range(number))

    def _standings(self, at: At) -> StandingsRule:
        book, meaning = self._book, Effects(self._setting)
        book.keys(at, ("title", "of", "only", "columns", "sort"), ("columns", "sort"))
        of = self._of(at)
        scope = {"it": slot(IT, Row(of))}
        only = None
        steps = 1
        if book.value((*at, "only")) is not None:
            condition = book.expression((*at, "only"), meaning, scope, Bool)
            only, steps = condition.run, condition.steps
        columns = tuple(
            self._column((*at, "columns", number), meaning, scope)
            for number in range(len(book.listed((*at, "columns"))))
        )
        ranked = [self._ranking(where, text, meaning, scope) for where, text in self._sort(at)]
        steps += sum(column.value.steps for column in columns) + sum(more for _, more in ranked)
        self._within(at, of, steps)
        title = book.text((*at, "title"), "Standings")
        sort = tuple(ranking for ranking, _ in ranked)
        return StandingsRule(title, of, only, columns, sort, meaning.size)

    def _sort(self, at: At) -> tuple[tuple[At, str], ...]:
        return tuple(self._book.texts((*at, "sort")))

    def _within(self, at: At, of: str, steps: int) -> None:
        whole = steps * self._setting.tables[of].at_most
        if whole > MOST_STEPS:
            self._book.fault(at, f"takes {whole:,} steps; at most {MOST_STEPS:,} are allowed")

    def _column(self, at: At, meaning: Effects, scope: dict[str, Compiled]) -> StandingsColumn:
        book = self._book
        if isinstance(book.value(at), dict):
            book.keys(at, ("head", "is"), ("head", "is"))
            value = book.expression((*at, "is"), meaning, scope)
            return StandingsColumn(book.text((*at, "head"), "", 40), value)
        name = book.text(at)
        value = meaning.reached(scope["it"], name)
        book.drain(at, name, meaning)
        return StandingsColumn(name.replace("_", " "), value)

    def _ranking(
        self, at: At, text: str, meaning: Effects, scope: dict[str, Compiled]
    ) -> tuple[Ranking, int]:
        word, _, rest = text.partition(" ")
        if word not in ("most", "least"):
            self._book.fault(at, f"{text!r}: begin with most or least")
            return Ranking(most=True, by=lambda env: 0), 0
        typed = self._book.compiled(at, rest, meaning, scope, Num)
        return Ranking(word == "most", typed.run), typed.steps

    def _victories(self) -> tuple[Victory, ...]:
        number = len(self._book.listed(("victory",)))
        return tuple(self._victory(("victory", at)) for at in range(number))

    def _victory(self, at: At) -> Victory:
        book, meaning = self._book, Effects(self._setting)
        book.keys(at, ("of", "at", "when", "say"))
        of = self._of(at)
        scope = {"it": slot(IT, Row(of))}
        when: Run | None = None
        if book.value((*at, "when")) is not None:
            condition = book.expression((*at, "when"), meaning, scope, Bool)
            when = condition.run
            self._within(at, of, condition.steps)
        elif not self._book.listed(("standings",)):
            book.fault(at, "without when the top of the first standings wins; write [[standings]]")
        say = book.sentence((*at, "say"), meaning, scope)
        timing = book.one_of((*at, "at"), ("any", "turn", "end"), "end")
        winner = say.run if say else lambda env: ""
        return Victory(of, timing, when, winner, meaning.size)
