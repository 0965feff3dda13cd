"""Reads one act of a club's file. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

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
from campaign.kit.language.meaning import FileSetting, Meaning, fixed, slot, unknown
from campaign.kit.language.texts import SyntaxFaultError
from campaign.kit.reading.book import KEYS, FilePart
from campaign.kit.reading.parts import ActField, ActRule, Let, RefusalRule
from campaign.kit.reading.tables import value_of

MOST_STEPS = 200_000
"""The most steps that an act may take."""
MOST_OVER_ROWS = 1_000_000
"""The most steps of what is asked of every row of a table."""
_TOO_EARLY = "comes of dice or a draw, and refusals are judged before them"
NO, NOTHING = fixed(Bool(), False), fixed(OneLine(0), "")
"""What stands for a condition or a sentence that is not there."""


def within(part: FilePart, steps: int, setting: FileSetting, table: str) -> None:
    """What is asked of every row of a table may not take too long."""
    whole = steps * setting.tables[table].at_most
    if whole > MOST_OVER_ROWS:
        over = f"takes {whole:,} steps over all {table}"
        part.fault(f"{over}; at most {MOST_OVER_ROWS:,} are allowed")


class WrittenField(NamedTuple):
    """A field as it is written, before its conditions are read."""

    column: TableColumn
    part: FilePart
    chance: Pool | Drawing | None


class ActReader:
    """Reads one act."""

    def __init__(self, part: FilePart, setting: FileSetting, ones: Mapping[str, str]) -> None:
        self._part, self._setting, self._ones = part, setting, ones
        self._meaning = Meaning(setting)
        self._scope: dict[str, Compiled] = {}

    def act(self) -> ActRule:
        """The whole act."""
        part, key, meaning = self._part, self._part.key, self._meaning
        part.keys(*KEYS["acts.NAME"])
        written = self._written()
        by = self._who("by", written, ("seat", "host", "referee"))
        if by == "seat":
            self._scope["me"] = slot(ME, Row("seats"))
        fields = self._fields(written)
        lets = self._lets()
        fields = {name: self._sized(written[name], field) for name, field in fields.items()}
        refusals = tuple(map(self._refusal, part["refuse"].listed()))
        effects = part["do"].effects(meaning, self._scope)
        after = part["after"].effects(meaning, {})
        say = part["say"].sentence(meaning, self._scope)
        steps = meaning.steps
        secret = part["secret"].truth()
        act = ActRule(
            key=key,
            does=part["does"].text(key),
            rule=part["rule"].text(key, 60),
            by=by,
            when=self._phases(),
            once=part["once"].one_of(("phase", "turn", "campaign"), ""),
            confirm=self._who("confirm", written, ("host", "referee")),
            fields=fields,
            lets=lets,
            refusals=refusals,
            effects=effects,
            after=after,
            say=(say or NOTHING).run,
            news=part["news"].number(0, 5, 0),
            owed=self._owed(),
            secret=secret,
            missing=self._missing(fields) if secret else {},
            size=meaning.size,
            steps=steps,
        )
        self._check(act)
        return act

    def _phases(self) -> tuple[str, ...]:
        phases, known = self._part["when"].texts(), self._setting.phases
        for part, phase in phases:
            if phase not in known:
                hint = meant(phase, known) or f"; there is {', '.join(known)}"
                part.fault(f"there is no phase {phase!r}{hint}")
        return tuple(phase for _, phase in phases)

    def _who(self, key: str, written: Mapping[str, WrittenField], words: tuple[str, ...]) -> str:
        part = self._part[key]
        who = part.text()
        seats = (
            name
            for name, one in written.items()
            if one.chance is None and one.column.kind == Row("seats")
        )
        known = (*words, *seats)
        if who and who not in known:
            hint = meant(who, known) or f"; write {' or '.join(known)}"
            part.fault(f"{who!r} is no field that holds a seat{hint}")
            return "seat"
        return who

    # --- fields ---------------------------------------------------------------------------------

    def _written(self) -> dict[str, WrittenField]:
        written = {}
        for name, part in self._part["fields"].table().items():
            if not self._is_new(part):
                continue
            if part.is_table:
                part.keys(*KEYS["acts.NAME.fields.NAME"])
            try:
                written[name] = self._field_of(part, name)
            except SyntaxFaultError as error:
                part.fault(str(error))
                self._scope[name] = unknown()
        return written

    def _is_new(self, part: FilePart) -> bool:
        if not part.is_named():
            return False
        if part.key in self._setting.known() or part.key in self._scope:
            part.fault(f"{part.key!r} is a name already; use another")
            return False
        return True

    def _field_of(self, part: FilePart, name: str) -> WrittenField:
        """What the type of a field says. Raises `SyntaxFaultError`."""
        text = (part["is"] if part.is_table else part).text()
        match chance := by_chance(text):
            case Pool(dice=dice):
                return WrittenField(TableColumn(name, dice), part, chance)
            case Drawing(deck=deck):
                decks = self._setting.decks
                if deck not in decks:
                    raise SyntaxFaultError(f"there is no deck {deck!r}{meant(deck, decks)}")
                return WrittenField(TableColumn(name, Row(decks[deck])), part, chance)
        return WrittenField(column(name, text, self._ones), part, None)

    def _fields(self, written: Mapping[str, WrittenField]) -> dict[str, ActField]:
        fields = {}
        for name, one in written.items():
            place = self._meaning.place()
            self._scope[name] = slot(place, one.column.kind, frozenset({name}))
            if one.chance is not None:
                self._meaning.by_chance.add(name)
            fields[name] = ActField(one.column, place)
        return {name: self._field(written[name], field) for name, field in fields.items()}

    def _field(self, one: WrittenField, field: ActField) -> ActField:
        part, kind = one.part, one.column.kind
        match one.chance:
            case Pool(dice=dice):
                field = field._replace(dice=dice)
            case Drawing(deck=deck, returns=returns):
                field = field._replace(deck=deck, returns=returns)
        if not part.is_table:
            return field
        if field.by_chance:
            self._asks_nothing(part)
            return field
        scope = {**self._scope, "it": slot(IT, kind)}
        where, say = self._judged(part["where"], scope), self._said(part["say"], scope)
        if where is not None and isinstance(kind, Row):
            within(part["where"], where.steps, self._setting, kind.table)
        column = one.column._replace(ask=part["ask"].text())
        return field._replace(column=column, where=where, say=say)

    def _asks_nothing(self, part: FilePart) -> None:
        """What the ledger rolls or draws is neither asked for nor refused."""
        for key in ("where", "say"):
            if part[key].value is not None:
                part[key].fault(f"{key} is for what people fill in, and this is rolled or drawn")

    def _sized(self, one: WrittenField, field: ActField) -> ActField:
        """How many dice of a pool are rolled, where that is worked out: after the values by name,
        which it may use.
        """
        if not isinstance(one.chance, Pool) or not one.chance.size:
            return field
        place = one.part["is"] if one.part.is_table else one.part
        typed = place.compiled(one.chance.size, self._meaning, self._scope, Num)
        self._before_chance(place, typed)
        return field._replace(size=typed.run)

    # --- what is judged before dice and draws ---------------------------------------------------

    def _judged(self, part: FilePart, scope: Mapping[str, Compiled]) -> Compiled | None:
        return self._before_chance(part, part.expression(self._meaning, scope, Bool))

    def _said(self, part: FilePart, scope: Mapping[str, Compiled]) -> Compiled | None:
        return self._before_chance(part, part.sentence(self._meaning, scope))

    def _before_chance(self, part: FilePart, typed: Compiled | None) -> Compiled | None:
        """The same, which must not rest on dice or draws."""
        chance = sorted(typed.uses & self._meaning.by_chance) if typed else []
        if chance:
            part.fault(f"{part.text()!r}: {chance[0]} {_TOO_EARLY}")
        return typed

    def _lets(self) -> tuple[Let, ...]:
        lets = []
        for name, part in self._part["let"].table().items():
            if not self._is_new(part):
                continue
            typed = part.expression(self._meaning, self._scope) or unknown()
            rests = bool(typed.uses & self._meaning.by_chance)
            if rests:
                self._meaning.by_chance.add(name)
            place = self._meaning.place()
            self._scope[name] = slot(place, typed.kind, typed.uses | {name})
            lets.append(Let(name, place, typed.run, rests))
        return tuple(lets)

    def _refusal(self, part: FilePart) -> RefusalRule:
        part.keys(*KEYS["acts.NAME.refuse"])
        when, say = self._judged(part["when"], self._scope), self._said(part["say"], self._scope)
        rule = part["rule"].text(self._part["rule"].text(), 60)
        return RefusalRule((when or NO).run, (say or NOTHING).run, rule)

    # --- what is owed, and sealed choices -------------------------------------------------------

    def _owed(self) -> Run | None:
        part = self._part["owed"]
        typed = part.expression(self._meaning, {"me": slot(ME, Row("seats"))}, Bool)
        if typed is None:
            return None
        within(part, typed.steps, self._setting, "seats")
        return typed.run

    def _missing(self, fields: Mapping[str, ActField]) -> dict[str, Value]:
        """What counts where nothing is sealed."""
        ids = {name: list(table.rows) for name, table in self._setting.tables.items()}
        whole = self._part["missing"]
        said = whole.table()
        whole.keys(tuple(fields))
        for name in fields:
            if name not in said:
                whole.fault(f"{name} is missing: what counts when nothing is sealed")
        return {
            name: value_of(part, fields[name].column.kind, ids)
            for name, part in said.items()
            if name in fields
        }

    def _check(self, act: ActRule) -> None:
        """What must not stand together."""
        part = self._part
        if part["missing"].value is not None and not act.secret:
            part["missing"].fault("only a secret act counts what is missing")
        if part["after"].value is not None and not act.secret:
            part["after"].fault("only a secret act has an after; write it in do")
        if act.steps > MOST_STEPS:
            steps = f"takes {act.steps:,} steps at worst"
            part.fault(f"{steps}; at most {MOST_STEPS:,} are allowed")
        if act.secret:
            self._check_secret(act)

    def _check_secret(self, act: ActRule) -> None:
        part = self._part
        if act.by != "seat" or act.confirm:
            part["secret"].fault("a secret act is by the seat, and nobody confirms it")
        if not act.when:
            part["secret"].fault("a secret act needs its phase; write when")
        for field in act.fields.values():
            if field.by_chance or isinstance(field.column.kind, OneLine):
                part["fields"][field.name].fault("a secret act has no dice, draws or free texts")
