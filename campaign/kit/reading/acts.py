"""Reads one act of a club's file. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from campaign.kit.language.effects import Done, Effects
from campaign.kit.language.kinds import (
    IT,
    ME,
    Bool,
    Compiled,
    Drawing,
    Num,
    OneLine,
    Pool,
    Row,
    Run,
    TableColumn,
    Value,
    by_chance,
    column,
    meant,
)
from campaign.kit.language.meaning import FileSetting, slot, unknown
from campaign.kit.language.trees import SyntaxFaultError
from campaign.kit.reading.book import At, RulesBook
from campaign.kit.reading.parts import ActField, ActRule, Let, RefusalRule
from campaign.kit.reading.tables import value_of

MOST_STEPS = 200_000
"""The most steps that an act may take."""
MOST_OVER_ROWS = 1_000_000
"""The most steps of a condition over all the rows that it is asked of."""
KEYS = (
    "does",
    "rule",
    "by",
    "when",
    "once",
    "confirm",
    "fields",
    "let",
    "refuse",
    "do",
    "say",
    "news",
    "owed",
    "secret",
    "missing",
    "after",
)
_TOO_EARLY = "comes of dice or a draw, and refusals are judged before them"


class WrittenField(NamedTuple):
    """A field as it is written, before its conditions are read."""

    column: TableColumn
    at: At
    chance: Pool | Drawing | None
    has_more: bool
    """Whether it is a table with conditions."""


class ActReader:
    """Reads one act."""

    def __init__(
        self, book: RulesBook, key: str, setting: FileSetting, ones: Mapping[str, str]
    ) -> None:
        self._book, self._key, self._setting, self._ones = book, key, setting, ones
        self._at: At = ("acts", key)
        self._meaning = Effects(setting)
        self._scope: dict[str, Compiled] = {}
        self._steps = 1

    def act(self) -> ActRule:
        """The whole act."""
        book, at = self._book, self._at
        book.keys(at, KEYS, ("does", "rule", "by"))
        asked = self._asked()
        by = self._who("by", asked, ("seat", "host", "referee"))
        if by == "seat":
            self._scope["me"] = slot(ME, Row("seats"))
        fields = self._fields(asked)
        lets = self._lets()
        refusals = tuple(
            self._refusal((*at, "refuse", number))
            for number in range(len(book.listed((*at, "refuse"))))
        )
        effects = self._effects("do")
        say = book.sentence((*at, "say"), self._meaning, self._scope)
        secret = book.truth((*at, "secret"))
        after = self._after()
        act = ActRule(
            key=self._key,
            does=book.text((*at, "does"), self._key),
            rule=book.text((*at, "rule"), self._key, 60),
            by=by,
            when=self._phases(),
            once=book.one_of((*at, "once"), ("phase", "turn", "campaign"), ""),
            confirm=self._who("confirm", asked, ("host", "referee")),
            fields=fields,
            lets=lets,
            refusals=refusals,
            effects=effects,
            after=after,
            say=say.run if say else lambda env: "",
            news=book.number((*at, "news"), 0, 5, 0),
            owed=self._owed(),
            secret=secret,
            missing=self._missing(fields) if secret else {},
            size=self._meaning.size,
            steps=self._steps,
        )
        self._check(act)
        return act

    def _count(self, typed: Compiled | Done | None) -> None:
        self._steps += typed.steps if typed else 0

    def _phases(self) -> tuple[str, ...]:
        phases = self._book.texts((*self._at, "when"))
        for at, phase in phases:
            if phase not in self._setting.phases:
                known = self._setting.phases
                hint = meant(phase, known) or f"; there is {', '.join(known)}"
                self._book.fault(at, f"there is no phase {phase!r}{hint}")
        return tuple(phase for _, phase in phases)

    def _who(self, key: str, asked: Mapping[str, WrittenField], words: tuple[str, ...]) -> str:
        at = (*self._at, key)
        who = self._book.text(at)
        seats = [
            name
            for name, one in asked.items()
            if one.chance is None and one.column.kind == Row("seats")
        ]
        if who and who not in (*words, *seats):
            hint = meant(who, (*words, *seats)) or f"; write {' or '.join((*words, *seats))}"
            self._book.fault(at, f"{who!r} is no field that holds a seat{hint}")
            return "seat"
        return who

    # --- fields ---------------------------------------------------------------------------------

    def _asked(self) -> dict[str, WrittenField]:
        asked = {}
        for name, said in self._book.table((*self._at, "fields")).items():
            at = (*self._at, "fields", name)
            if not self._is_new(at, name):
                continue
            has_more = isinstance(said, dict)
            if has_more:
                self._book.keys(at, ("is", "where", "say", "ask"), ("is",))
            written = (*at, "is") if has_more else at
            if one := self._written(at, name, self._book.text(written), has_more=has_more):
                asked[name] = one
            else:
                self._scope[name] = unknown()
        return asked

    def _is_new(self, at: At, name: str) -> bool:
        if not self._book.is_named(at, name):
            return False
        if name in self._setting.known() or name in self._scope:
            self._book.fault(at, f"{name!r} is a name already; use another")
            return False
        return True

    def _written(self, at: At, name: str, text: str, *, has_more: bool) -> WrittenField | None:
        try:
            chance = by_chance(text)
            if isinstance(chance, Pool):
                return WrittenField(TableColumn(name, chance.dice), at, chance, has_more)
            if isinstance(chance, Drawing):
                return self._drawing(at, name, chance, has_more=has_more)
            return WrittenField(column(name, text, self._ones), at, None, has_more)
        except SyntaxFaultError as error:
            self._book.fault(at, str(error))
            return None

    def _drawing(
        self, at: At, name: str, drawing: Drawing, *, has_more: bool
    ) -> WrittenField | None:
        decks = self._setting.decks
        if drawing.deck not in decks:
            hint = meant(drawing.deck, decks)
            self._book.fault(at, f"there is no deck {drawing.deck!r}{hint}")
            return None
        return WrittenField(TableColumn(name, Row(decks[drawing.deck])), at, drawing, has_more)

    def _fields(self, asked: Mapping[str, WrittenField]) -> dict[str, ActField]:
        fields = {}
        for name, one in asked.items():
            place = self._meaning.place()
            self._scope[name] = slot(place, one.column.kind, frozenset({name}))
            if one.chance is not None:
                self._meaning.by_chance.add(name)
            fields[name] = ActField(one.column, place)
        return {name: self._field(asked[name], field) for name, field in fields.items()}

    def _field(self, one: WrittenField, field: ActField) -> ActField:
        match one.chance:
            case Pool(dice=dice, size=size):
                return field._replace(dice=dice, size=self._size(one, size))
            case Drawing(deck=deck, returns=returns):
                return field._replace(deck=deck, returns=returns)
        if not one.has_more:
            return field
        scope = {name: typed for name, typed in self._scope.items() if name != field.name}
        if isinstance(one.column.kind, Row):
            scope["it"] = slot(IT, one.column.kind)
        scope[field.name] = self._scope[field.name]
        say = None
        if self._book.value((*one.at, "say")) is not None:
            at = (*one.at, "say")
            say = self._before_chance(at, self._book.sentence(at, self._meaning, scope))
        ask = self._book.text((*one.at, "ask"))
        return field._replace(where=self._where(one, scope), say=say, ask=ask)

    def _where(self, one: WrittenField, scope: Mapping[str, Compiled]) -> Compiled | None:
        """Which choices there are, where the field says so."""
        at, kind = (*one.at, "where"), one.column.kind
        if self._book.value(at) is None:
            return None
        where = self._before_chance(at, self._book.expression(at, self._meaning, scope, Bool))
        self._count(where)
        if where is not None and isinstance(kind, Row):
            self._bounded(at, where, kind.table)
        return where

    def _size(self, one: WrittenField, text: str) -> Run | None:
        if not text:
            return None
        at = (*one.at, "is") if one.has_more else one.at
        typed = self._book.compiled(at, text, self._meaning, self._scope, Num)
        self._count(typed)
        self._before_chance(at, typed)
        return typed.run

    def _before_chance(self, at: At, typed: Compiled | None) -> Compiled | None:
        """The same, which must not rest on dice or draws."""
        chance = sorted(typed.uses & self._meaning.by_chance) if typed else []
        if chance:
            self._book.fault(at, f"{self._book.text(at)!r}: {chance[0]} {_TOO_EARLY}")
        return typed

    # --- lets, refusals, effects ----------------------------------------------------------------

    def _lets(self) -> tuple[Let, ...]:
        lets = []
        for name in self._book.table((*self._at, "let")):
            at = (*self._at, "let", name)
            if not self._is_new(at, name):
                continue
            typed = self._book.expression(at, self._meaning, self._scope)
            self._count(typed)
            rests = bool(typed.uses & self._meaning.by_chance)
            if rests:
                self._meaning.by_chance.add(name)
            place = self._meaning.place()
            self._scope[name] = slot(place, typed.kind, typed.uses | {name})
            lets.append(Let(name, place, typed.run, rests))
        return tuple(lets)

    def _refusal(self, at: At) -> RefusalRule:
        self._book.keys(at, ("when", "say", "rule"), ("when", "say"))
        when = self._before_chance(
            (*at, "when"), self._book.expression((*at, "when"), self._meaning, self._scope, Bool)
        )
        say = self._before_chance(
            (*at, "say"), self._book.sentence((*at, "say"), self._meaning, self._scope)
        )
        self._count(when)
        rule = self._book.text((*at, "rule"), self._book.text((*self._at, "rule")), 60)
        no = when.run if when else lambda env: False
        return RefusalRule(no, say.run if say else lambda env: "", rule)

    def _effects(self, key: str) -> tuple[Done, ...]:
        effects = self._book.effects((*self._at, key), self._meaning, self._scope)
        for effect in effects:
            self._count(effect)
        return effects

    def _after(self) -> tuple[Done, ...]:
        """What follows once when sealed choices are open; it knows no single seat."""
        effects = self._book.effects((*self._at, "after"), self._meaning, {})
        for effect in effects:
            self._count(effect)
        return effects

    def _owed(self) -> Run | None:
        at = (*self._at, "owed")
        if self._book.value(at) is None:
            return None
        scope = {"me": slot(ME, Row("seats"))}
        typed = self._book.expression(at, self._meaning, scope, Bool)
        self._bounded(at, typed, "seats")
        return typed.run

    def _bounded(self, at: At, typed: Compiled, table: str) -> None:
        """What is asked of every row of a table may not take too long."""
        steps = typed.steps * self._setting.tables[table].at_most
        if steps > MOST_OVER_ROWS:
            over = f"takes {steps:,} steps over all {table}"
            self._book.fault(at, f"{over}; at most {MOST_OVER_ROWS:,} are allowed")

    # --- sealed choices -------------------------------------------------------------------------

    def _missing(self, fields: Mapping[str, ActField]) -> dict[str, Value]:
        at = (*self._at, "missing")
        ids = {name: list(table.rows) for name, table in self._setting.tables.items()}
        said = self._book.table(at)
        self._book.keys(at, tuple(fields))
        values: dict[str, Value] = {}
        for name, field in fields.items():
            if name in said:
                where = (*at, name)
                values[name] = value_of(self._book, where, field.column.kind, said[name], ids)
            else:
                self._book.fault(at, f"{name} is missing: what counts when nothing is sealed")
        return values

    def _check(self, act: ActRule) -> None:
        """What must not stand together."""
        at = self._at
        if self._book.value((*at, "missing")) is not None and not act.secret:
            self._book.fault((*at, "missing"), "only a secret act counts what is missing")
        if act.secret:
            self._check_secret(act)
        if act.steps > MOST_STEPS:
            steps = f"takes {act.steps:,} steps at worst"
            self._book.fault(at, f"{steps}; at most {MOST_STEPS:,} are allowed")

    def _check_secret(self, act: ActRule) -> None:
        at = self._at
        if act.by != "seat" or act.confirm:
            self._book.fault((*at, "secret"), "a secret act is by the seat, and nobody confirms it")
        if not act.when:
            self._book.fault((*at, "secret"), "a secret act needs its phase; write when")
        for field in act.fields.values():
            if field.by_chance or isinstance(field.column.kind, OneLine):
                what = "no dice, draws or free texts"
                self._book.fault((*at, "fields", field.name), f"a secret act has {what}")
