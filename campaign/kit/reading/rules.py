"""Reads a club's file: the rules of its campaign, or every fault in it. Pure."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from campaign.kit.language import kinds
from campaign.kit.language.effects import Done
from campaign.kit.language.expressions import FUNCTIONS
from campaign.kit.language.meaning import FileSetting, Meaning, Scope, fixed, slot, unknown
from campaign.kit.reading import parts, tables
from campaign.kit.reading.book import KEYS, FileFault, FilePart, ManyFaultsError, RulesBook

LONGEST = 48_000
"""How many bytes a file may have."""
_MOST_PARTS = 50
"""How many parts a key or the head of a table may have: reading one takes their square."""
_NAMED = re.compile(r"[\w\"'. \t-]+")
_DOT = re.compile(r"[\w\"'-][ \t]*\.(?=[ \t]*[\w\"'-])")
"""A dot between two parts."""
_AT_LINE = re.compile(r"^(.*) \(at line (\d+), column \d+\)$")
_STEERS = re.compile("[\x80-\x9f\u202a-\u202e\u2066-\u2069]")
"""What no record may hold, and TOML may in its notes: it moves the cursor, or turns words."""
MOST_STEPS = 200_000
"""The most steps that an act may take."""
MOST_OVER_ROWS = 1_000_000
"""The most steps of what is asked of every row of a table."""
MOST_CHOICES = 60
"""The most choices that are offered one by one where they are sealed."""
_TOO_EARLY = "comes of dice or a draw, and refusals are judged before them"
NO, NOTHING = fixed(kinds.Bool(), False), fixed(kinds.OneLine(0), "")
"""What stands for a condition or a sentence that is not there."""


def within(part: FilePart, steps: int, setting: FileSetting, table: str, kind: str) -> None:
    """What is asked of every row of a table may not take too long, with all else of its kind that
    is asked at the same time.
    """
    whole = steps * setting.tables[table].at_most
    together = part.steps_of(kind, whole)
    if together > MOST_OVER_ROWS >= together - whole:
        others = f", {together:,} with the others before it" if together > whole else ""
        over = f"takes {whole:,} steps over all {table}{others}"
        part.fault(f"{over}; at most {MOST_OVER_ROWS:,} are allowed")


class CheckedRules(NamedTuple):
    """What a file is: rules, or faults; warnings do not stand in the way."""

    rules: parts.ClubRules | None
    faults: tuple[FileFault, ...] = ()
    warnings: tuple[FileFault, ...] = ()


@lru_cache(64)
def checked(text: str) -> CheckedRules:
    """The rules of a text, or everything that is wrong in it."""
    if len(text.encode(errors="replace")) > LONGEST:
        return CheckedRules(None, (FileFault(1, "", f"a file has at most {LONGEST:,} bytes"),))
    if fault := _unreadable(text):
        return CheckedRules(None, (fault,))
    try:
        said = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, too
        match = _AT_LINE.match(str(error))
        line = int(match[2]) if match else text.count("\n") + 1
        why = f"this is no TOML: {match[1] if match else error}"
        return CheckedRules(None, (FileFault(line, "", why),))
    book = RulesBook(text, said)
    closing: list[FileFault] = []
    try:
        rules = _rules(FilePart(book))
    except ManyFaultsError as error:
        rules, closing = None, [FileFault(text.count("\n") + 1, "", str(error))]
    faults = (*sorted(book.faults, key=lambda fault: fault.line), *closing)
    return CheckedRules(None if faults else rules, faults, tuple(book.warnings))


def _unreadable(text: str) -> FileFault | None:
    """The first line with a key of too many parts, or a sign that no record may hold. It looks into
    texts and notes too, since what is none is known only once the file is read.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") >= _MOST_PARTS and any(
            len(_DOT.findall(run)) >= _MOST_PARTS for run in _NAMED.findall(line)
        ):
            what = f"a key, or the head of a table, has at most {_MOST_PARTS} parts"
            return FileFault(number, "", f"{what} with dots between")
        if steers := _STEERS.search(line):
            return FileFault(number, "", f"{steers[0]!r} moves what can be seen; leave it out")
    return None


def rules_of(text: str) -> parts.ClubRules:
    """The rules of a text that is known to be sound. Raises `ValueError`."""
    read = checked(text)
    if read.rules is None:
        raise ValueError(f"the rules cannot be read: {read.faults[0].told('line')}")
    return read.rules


def _rules(file: FilePart) -> parts.ClubRules | None:
    """The rules, as far as they can be read."""
    if file["kit"].value != 1 or isinstance(file["kit"].value, bool):
        file["kit"].fault("the first line is kit = 1; this program knows no other")
        return None
    file.keys(*KEYS[""])
    if file["seats"].value is None:
        return None
    setting = _setting(file)
    turns, meaning = file["turns"], Meaning(setting)
    turns.keys(*KEYS["turns"])
    begin, end = _begin_and_end(turns, meaning)
    ranked = tuple(_standings(part, setting) for part in file["standings"].listed())
    return parts.ClubRules(
        title=file["title"].label("", 80),
        about=file["about"].text(longest=400),
        turn=turns["one"].label("turn", 30),
        last=setting.last,
        begin=begin,
        end=end,
        size=meaning.size,
        phases=_phases(file, setting),
        tables=setting.tables,
        map=setting.map,
        decks=setting.decks,
        acts={part.key: ActReader(part, setting).act() for part in file["acts"].named(alone=False)},
        standings=ranked,
        victories=tuple(_victory(part, setting, ranked) for part in file["victory"].listed()),
    )


def _setting(file: FilePart) -> FileSetting:
    """What stands for all expressions of the file."""
    known = tables.read_tables(file)
    if not known["seats"].rows and file["seats"].is_table:
        file["seats"].fault("there is at least one seat; write rows")
    setting = FileSetting(
        known,
        tables.read_charts(file),
        tables.read_decks(file, known),
        {one.key: one.number(-1_000_000, 1_000_000, 0) for one in file["constants"].named()},
        tables.read_map(file["map"], known),
        file["turns"]["last"].number(1, 400, 1),
        tuple(file["phases"].table()) or ("play",),
    )
    for name in sorted(setting.constants.keys() & setting.tables.keys()):
        file["constants"][name].fault(f"{name!r} is a name already; use another")
    for name in sorted(setting.charts.keys() & FUNCTIONS):
        file["charts"][name].fault(f"{name!r} is a word of the language; use another name")
    return setting


# --- acts ----------------------------------------------------------------------------------------


class ActReader:
    """Reads one act."""

    def __init__(self, part: FilePart, setting: FileSetting) -> None:
        self._part, self._setting = part, setting
        self._meaning = Meaning(setting)
        self._scope: dict[str, kinds.Compiled] = {}
        self._sizes: dict[str, str] = {}
        """How many dice each field of dice has, where that is worked out."""

    def act(self) -> parts.ActRule:
        """The whole act."""
        part, key, meaning = self._part, self._part.key, self._meaning
        part.keys(*KEYS["acts.NAME"])
        written = self._written()
        by = self._who("by", written, ("seat", "host", "referee"))
        if by == "seat":
            self._scope["me"] = slot(kinds.ME, kinds.Row("seats"))
        fields = {name: self._field(field) for name, field in written.items()}
        lets = self._lets()
        fields = {name: self._sized(field) for name, field in fields.items()}
        secret = part["secret"].truth()
        act = parts.ActRule(
            key=key,
            by=by,
            fields=fields,
            lets=lets,
            refusals=tuple(map(self._refusal, part["refuse"].listed())),
            effects=part["do"].effects(meaning, self._scope),
            after=part["after"].effects(meaning, {}),
            say=(part["say"].sentence(meaning, self._scope) or NOTHING).run,
            steps=meaning.steps,
            does=part["does"].label(key),
            rule=part["rule"].label(key, 60),
            when=self._phases(),
            once=part["once"].one_of(("phase", "turn", "campaign"), ""),
            confirm=self._who("confirm", written, ("host", "referee")),
            news=part["news"].number(0, 5, 0),
            owed=self._owed(),
            secret=secret,
            missing=self._missing(fields) if secret else {},
            size=meaning.size,
        )
        self._check(act)
        return act

    def _phases(self) -> tuple[str, ...]:
        phases, known = self._part["when"].texts(), self._setting.phases
        for part, phase in phases:
            if phase not in known:
                instead = f"; there is {', '.join(known)}"
                part.fault(f"there is no phase {phase!r}", phase, known, instead)
        return tuple(phase for _, phase in phases)

    def _who(self, key: str, fields: Mapping[str, parts.ActField], words: tuple[str, ...]) -> str:
        part = self._part[key]
        who = part.text()
        asked = (field.column for field in fields.values() if not field.by_chance)
        known = (*words, *(one.name for one in asked if one.kind == kinds.Row("seats")))
        if who and who not in known:
            instead = f"; write {' or '.join(known)}"
            part.fault(f"{who!r} is no field that holds a seat", who, known, instead)
            return "seat"
        return who

    # --- fields ---------------------------------------------------------------------------------

    def _written(self) -> dict[str, parts.ActField]:
        """The fields with their types, before their conditions are read."""
        written = {}
        for name, part in self._part["fields"].table().items():
            if not self._is_new(part):
                continue
            if part.is_table:
                part.keys(*KEYS["acts.NAME.fields.NAME"])
            try:
                written[name] = field = self._field_of(part, name)
            except kinds.SyntaxFaultError as error:
                part.fault(str(error), error.name, error.known)
                self._scope[name] = unknown()
                continue
            self._scope[name] = slot(field.place, field.column.kind, frozenset({name}))
            if field.by_chance:
                self._meaning.by_chance.add(name)
        return written

    def _is_new(self, part: FilePart) -> bool:
        if not part.is_named():
            return False
        if part.key in self._setting.known or part.key in self._scope:
            part.fault(f"{part.key!r} is a name already; use another")
            return False
        return True

    def _field_of(self, part: FilePart, name: str) -> parts.ActField:
        """What the type of a field says. Raises `SyntaxFaultError`."""
        text, place = (part["is"] if part.is_table else part).text(), self._meaning.place()
        chance, decks = kinds.by_chance(text), self._setting.decks
        if chance is None:
            return parts.ActField(kinds.column(name, text, self._setting.ones), place)
        if dice := chance.dice:
            self._sizes[name] = chance.size
            return parts.ActField(kinds.TableColumn(name, dice), place, dice=dice)
        if (deck := chance.deck) not in decks:
            raise kinds.SyntaxFaultError(f"there is no deck {deck!r}", deck, decks)
        of = decks[deck]
        self._meaning.steps += 2 * sum(of.copies.values())  # sorted, then drawn from
        card = kinds.TableColumn(name, kinds.Row(of.table) if of.table else kinds.Unclear())
        return parts.ActField(card, place, deck=deck, returns=chance.returns)

    def _field(self, field: parts.ActField) -> parts.ActField:
        """The same with its conditions, which may use every field."""
        part, kind = self._part["fields"][field.name], field.column.kind
        if not part.is_table:
            return field
        if field.by_chance:
            for key in ("where", "say"):
                if part[key].value is not None:
                    why = "is for what people fill in, and this is rolled or drawn"
                    part[key].fault(f"{key} {why}")
            return field
        scope = {**self._scope, "it": slot(kinds.IT, kind)}
        where, say = self._condition(part, "where", scope)
        if where is not None and isinstance(kind, kinds.Row):
            steps = where.steps + (say.steps if say else 0)
            within(part["where"], steps, self._setting, kind.table, f"where of {self._part.key}")
        column = field.column._replace(ask=part["ask"].text())
        return field._replace(column=column, where=where, say=say)

    def _sized(self, field: parts.ActField) -> parts.ActField:
        """How many dice of a pool are rolled, where that is worked out: after the values by name,
        which it may use.
        """
        if not (size := self._sizes.get(field.name)):
            return field
        part = self._part["fields"][field.name]
        place = part["is"] if part.is_table else part
        typed = place.compiled(size, self._meaning, self._scope, kinds.Num)
        self._before_chance(place, typed)
        return field._replace(size=typed.run)

    # --- what is judged before dice and draws ---------------------------------------------------

    def _condition(
        self, part: FilePart, key: str, scope: Scope
    ) -> tuple[kinds.Compiled | None, kinds.Compiled | None]:
        """A condition, and what is said with it."""
        holds = part[key].expression(self._meaning, scope, kinds.Bool)
        self._before_chance(part[key], holds)
        say = part["say"].sentence(self._meaning, scope)
        self._before_chance(part["say"], say)
        return holds, say

    def _before_chance(self, part: FilePart, typed: kinds.Compiled | None) -> None:
        """Faults what rests on dice or draws."""
        chance = sorted(typed.uses & self._meaning.by_chance) if typed else []
        if chance:
            part.fault(f"{part.text()!r}: {chance[0]} {_TOO_EARLY}")

    def _lets(self) -> tuple[parts.Let, ...]:
        lets = []
        for name, part in self._part["let"].table().items():
            if not self._is_new(part):
                continue
            typed = part.expression(self._meaning, self._scope) or unknown()
            rests = bool(typed.uses & self._meaning.by_chance)
            if rests:
                self._meaning.by_chance.add(name)
            place = self._meaning.place()
            self._scope[name] = slot(place, typed.kind, frozenset({name} if rests else ()))
            lets.append(parts.Let(place, typed.run, rests))
        return tuple(lets)

    def _refusal(self, part: FilePart) -> parts.RefusalRule:
        part.keys(*KEYS["acts.NAME.refuse"])
        when, say = self._condition(part, "when", self._scope)
        rule = part["rule"].label(self._part["rule"].text(), 60)
        return parts.RefusalRule((when or NO).run, (say or NOTHING).run, rule)

    # --- what is owed, and sealed choices -------------------------------------------------------

    def _owed(self) -> kinds.Run | None:
        part = self._part["owed"]
        typed = part.expression(
            self._meaning, {"me": slot(kinds.ME, kinds.Row("seats"))}, kinds.Bool
        )
        if typed is None:
            return None
        within(part, typed.steps, self._setting, "seats", "owed")
        return typed.run

    def _missing(self, fields: Mapping[str, parts.ActField]) -> dict[str, kinds.Value]:
        """What counts where nothing is sealed."""
        ids = {name: list(table.rows) for name, table in self._setting.tables.items()}
        whole = self._part["missing"]
        said = whole.table()
        whole.keys(tuple(fields))
        for name in fields:
            if name not in said:
                whole.fault(f"{name} is missing: what counts when nothing is sealed")
        return {
            name: tables.value_of(part, fields[name].column.kind, ids)
            for name, part in said.items()
            if name in fields
        }

    def _choices(self, act: parts.ActRule) -> int:
        """In how many ways an act can be filled in, if they are so few that pages judge each."""
        ways = 1
        for field in act.asked:
            match field.column.kind:
                case kinds.Num(low=low, high=high):
                    ways *= high - low + 1
                case kinds.OneWord(words=words):
                    ways *= len(words)
                case kinds.Row(table=table, optional=optional):
                    ways *= self._setting.tables[table].at_most + optional
                case _:
                    ways *= 2
        return ways if ways <= MOST_CHOICES else 1

    def _check(self, act: parts.ActRule) -> None:
        """What must not stand together."""
        part = self._part
        if act.steps > MOST_STEPS:
            steps = f"takes {act.steps:,} steps at worst"
            part.fault(f"{steps}; at most {MOST_STEPS:,} are allowed")
        elif act.secret:
            within(part, act.steps * self._choices(act), self._setting, "seats", "secret")
        if not act.secret:
            if part["missing"].value is not None:
                part["missing"].fault("only a secret act counts what is missing")
            if part["after"].value is not None:
                part["after"].fault("only a secret act has an after; write it in do")
            return
        if act.by != "seat" or act.confirm:
            part["secret"].fault("a secret act is by the seat, and nobody confirms it")
        if not act.when:
            part["secret"].fault("a secret act needs its phase; write when")
        for field in act.fields.values():
            if field.by_chance or isinstance(field.column.kind, kinds.OneLine):
                part["fields"][field.name].fault("a secret act has no dice, draws or free texts")


# --- turns and phases -----------------------------------------------------------------------------


def _begin_and_end(part: FilePart, meaning: Meaning) -> tuple[tuple[Done, ...], tuple[Done, ...]]:
    """What happens when a turn or phase begins, and when it ends."""
    meaning.goes_on = True
    begin, end = part["begin"].effects(meaning, {}), part["end"].effects(meaning, {})
    steps = sum(each.steps for each in (*begin, *end))
    if steps > MOST_OVER_ROWS:
        part.fault(f"takes {steps:,} steps; at most {MOST_OVER_ROWS:,} are allowed")
    return begin, end


def _phases(file: FilePart, setting: FileSetting) -> dict[str, parts.Phase]:
    phases = {key: _phase(part, setting) for key, part in file["phases"].table().items()}
    return phases or {"play": parts.Phase("play", "", "any", None, (), (), Meaning(setting).size)}


def _phase(part: FilePart, setting: FileSetting) -> parts.Phase:
    meaning = Meaning(setting)
    part.is_named(alone=False)
    part.keys(*KEYS["phases.NAME"])
    play = part["play"].one_of(("any", "in order", "together"), "any")
    order = _order(part["order"], meaning)
    if order is not None:
        within(part["order"], order.steps, setting, "seats", f"order of {part.key}")
        if play != "in order":
            part["order"].fault('an order needs play = "in order"')
    begin, end = _begin_and_end(part, meaning)
    title = part["title"].label(part.key.capitalize())
    return parts.Phase(
        part.key, title, play, order.run if order else None, begin, end, meaning.size
    )


def _order(part: FilePart, meaning: Meaning) -> kinds.Compiled | None:
    """The number by which the seats act, the least first."""
    word, _, rest = str(part.value).partition(" ")
    if word in ("most", "least") and rest:
        instead = rest if word == "least" else f"-({rest})"
        part.fault(f"an order is a number, and the least acts first; write {instead!r}")
        return None
    return part.expression(meaning, _it("seats"), kinds.Num)


# --- standings and victory ------------------------------------------------------------------------


def _it(table: str) -> Scope:
    """The row at hand."""
    return {"it": slot(kinds.IT, kinds.Row(table))}


def _of(part: FilePart, setting: FileSetting) -> str:
    """The table whose rows are ranked."""
    of, known = part["of"].text("seats"), setting.tables
    if of not in known or known[of].is_single:
        part["of"].fault(f"there is no table {of!r}", of, known)
        return "seats"
    return of


def _standings(part: FilePart, setting: FileSetting) -> parts.StandingsRule:
    meaning = Meaning(setting)
    part.keys(*KEYS["standings"])
    of = _of(part, setting)
    only = part["only"].expression(meaning, _it(of), kinds.Bool)
    columns = tuple(_column(one, meaning, _it(of)) for one in part["columns"].listed())
    sort = tuple(_ranking(*one, meaning, _it(of)) for one in part["sort"].texts())
    within(part, meaning.steps, setting, of, "standings")
    title = part["title"].label("Standings")
    return parts.StandingsRule(title, of, only.run if only else None, columns, sort, meaning.size)


def _column(part: FilePart, meaning: Meaning, scope: Scope) -> parts.StandingsColumn:
    if part.is_table:
        part.keys(*KEYS["standings.columns"])
        value = part["is"].expression(meaning, scope) or unknown()
        return parts.StandingsColumn(part["head"].label("", 40), value)
    name = part.text()
    if not isinstance(part.value, str):
        return parts.StandingsColumn("", unknown())
    return parts.StandingsColumn(
        name.replace("_", " "), part.compiled(f"it.{name}", meaning, scope)
    )


def _ranking(part: FilePart, text: str, meaning: Meaning, scope: Scope) -> kinds.Run:
    """What rows are sorted by, the least first."""
    word, _, rest = text.partition(" ")
    if word not in ("most", "least"):
        if isinstance(part.value, str):
            part.fault(f"{text!r}: begin with most or least")
        return unknown().run
    by = part.compiled(rest, meaning, scope, kinds.Num).run
    return by if word == "least" else lambda env: -by(env)


def _victory(
    part: FilePart, setting: FileSetting, standings: Sequence[parts.StandingsRule]
) -> parts.Victory:
    meaning = Meaning(setting)
    part.keys(*KEYS["victory"])
    of = _of(part, setting)
    if part["when"].value is None and standings:
        ranked = standings[0].of
        if part["of"].value is not None and of != ranked:
            part["of"].fault(f"without when the top of the first standings wins; write {ranked}")
        of = ranked  # whatever is said, of which table the top wins
    when = part["when"].expression(meaning, _it(of), kinds.Bool)
    if when is None and not standings:
        part.fault("without when the top of the first standings wins; write [[standings]]")
    say = part["say"].sentence(meaning, _it(of)) or NOTHING
    within(part, meaning.steps, setting, of, "victory")
    timing = part["at"].one_of(("any", "turn", "end"), "end")
    return parts.Victory(of, timing, when.run if when else None, say.run, meaning.size)
