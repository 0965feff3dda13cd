"""What acts and phases change: effects as functions that write into a place of work. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.kit.language import kinds
from campaign.kit.language.expressions import CARD_MOVES, Expressions, expression, whole
from campaign.kit.language.kinds import Compiled, Num, Row, Run, SyntaxFaultError, Unclear, Value
from campaign.kit.language.meaning import Meaning, Scope, fixed, joined

DEEPEST = 2
"""How many loops may stand within each other."""
_COPIED = 32
"""How many columns of a changed row are copied in a step."""

_BEHIND_A_NAME = (".", "=", "+=", "-=")
"""What shows that a row is named, and no card moved."""

Do = Callable[[list[Any]], None]


class Done(NamedTuple):
    """A compiled effect."""

    run: Do = lambda env: None
    steps: int = 1
    writes: frozenset[str] = frozenset()
    """The tables that it changes."""


def effect(meaning: Meaning, text: str, scope: Scope) -> Done:
    """The effect of a text. Raises `SyntaxFaultError`."""
    reader = _Effects(meaning, text, scope)
    return whole(reader, reader.effect)


class _Effects(Expressions):
    """Reads one effect."""

    _on_condition = False
    """Whether a loop chooses its rows."""

    def effect(self, depth: int = 0) -> Done:
        """What changes, within so many loops."""
        if self.takes("for"):
            return self._each(depth)
        word, behind = self.ahead(), self.ahead(1)
        if word == "new" and behind[:1].isalnum():
            self.takes(word)
            done = self._new()
        elif word in (*CARD_MOVES, "shuffle") and behind not in _BEHIND_A_NAME:
            self.takes(word)
            done = self._shuffle() if word == "shuffle" else self._card(word)
        else:
            done = self._change()
        return self._guarded(done) if self.takes("when") else done

    def _guarded(self, done: Done) -> Done:
        """The same effect, only where something holds."""
        truth = self.meaning.need(self.expression(), kinds.Bool, "when")
        holds, run = truth.run, done.run

        def guarded(env: list[Any]) -> None:
            if holds(env):
                run(env)

        return done._replace(run=guarded, steps=done.steps + truth.steps)

    def _each(self, depth: int) -> Done:
        if depth == DEEPEST:
            raise SyntaxFaultError(f"loops stand at most {DEEPEST} deep within each other")
        over = self.over()
        self._on_condition |= over.where is not None
        self.needs(":")
        inside = self.effect(depth + 1)
        changes = over.values(inside.run)

        def each(env: list[Any]) -> None:
            for _ in changes(env):
                pass

        return inside._replace(run=each, steps=over.steps(inside.steps))

    def _nothing(self, text: str, name: str = "", known: Collection[str] = ()) -> Done:
        self.meaning.fault(text, name, known)
        return Done()

    # --- columns --------------------------------------------------------------------------------

    def _change(self) -> Done:
        parts = self.path()
        if not (sign := self.takes("=", "+=", "-=")):
            self.expected("=, += or -=")
        value = kinds.number_of(self.expression())
        start, rest = self.meaning.root(parts, self.scope)
        if isinstance(start.kind, Unclear):
            return Done()
        if not rest:
            return self._nothing(f"{parts[0]!r} is no column; write row.column")
        row = self.meaning.reached(start, *rest[:-1])
        last = self.meaning.reached(row, rest[-1])
        if isinstance(last.kind, Unclear) or isinstance(value.kind, Unclear):
            return Done()
        if not isinstance(row.kind, Row):
            return self._nothing("only a column of a row can change; write row.column")
        table = self.meaning.setting.tables[row.kind.table]
        column = table.columns[rest[-1]]
        if table.name == "house":
            return self._nothing("the house rules are set by the host, not by an act")
        if sign != "=" and not isinstance(column.kind, Num):
            here = kinds.in_words(column.kind)
            return self._nothing(f"{sign} changes numbers, and {column.name} is {here}")
        if not self._fits(column, value):
            return Done()
        self._warn(column, sign, value)
        run = _changes(table, column, sign, row.run, value.run)
        steps = 1 + row.steps + value.steps + len(table.columns) // _COPIED
        return Done(run, steps, frozenset({table.name}))

    def _fits(self, column: kinds.TableColumn, value: Compiled) -> bool:
        """Whether a column can hold a value of a kind; that it cannot is noted."""
        have, wants, fault = value.kind, column.kind, self.meaning.fault
        if isinstance(wants, kinds.OneWord) and isinstance(have, kinds.OneWord):
            words = wants.words
            strange = next((word for word in have.words if word not in words), "")
            if not strange:
                return True
            known = f"; it is one of {', '.join(words)}"
            fault(f"{strange!r} is no {column.name}", strange, words, known)
        elif kinds.both(wants, have) is None or (
            isinstance(wants, kinds.OneWord) and isinstance(have, kinds.OneLine)
        ):
            here = kinds.in_words(have)
            fault(f"{column.name} is {kinds.in_words(wants)}, and this is {here}")
        elif isinstance(wants, Row) and have == Row("", True) and not wants.optional:
            fault(f"{column.name} cannot be none; write {wants.table} with ? in its type")
        else:
            return True
        return False

    def _warn(self, column: kinds.TableColumn, sign: str, value: Compiled) -> None:
        """Warns of a limit that dice may reach: the act would be refused for what they gave; and of
        one that a turn or phase may reach that has no condition: it could not go on.
        """
        may_pass = sign != "=" or kinds.both(column.kind, value.kind) != column.kind
        if not may_pass or not isinstance(column.kind, Num) or column.clamp:
            return
        clamp = "write clamp behind its limits"
        if value.uses & self.meaning.by_chance:
            refused = f"{column.name} may pass its limits by chance, and the act is refused then"
            self.meaning.warnings.append(f"{refused}; {clamp}")
        elif self.meaning.goes_on and not self._on_condition and self.ahead() != "when":
            stays = f"{column.name} may pass its limits, and the turn cannot go on then"
            self.meaning.warnings.append(f"{stays}; {clamp}")

    def _new(self) -> Done:
        one = self.take("what a row is called")
        setting = self.meaning.setting
        name = setting.ones.get(one, "seats")
        table = None if name in ("seats", "sides") else setting.tables[name]
        values = self._columns(table)
        if table is None:
            known = [one for one, name in setting.ones.items() if name not in ("seats", "sides")]
            return self._nothing(f"no thing is called {one!r}", one, known)
        for name in table.to_be_said:
            if name not in values:
                self.meaning.fault(f"a new {table.one} needs {name}")
        runs = {name: value.run for name, value in values.items()}
        steps = max(2 + sum(value.steps for value in values.values()), 2 * len(table.columns))
        return Done(_adds(table, runs), steps, frozenset({table.name}))

    def _columns(self, table: kinds.ClubTable | None) -> dict[str, Compiled]:
        """`{ column: value, … }`: what a new row holds."""
        values: dict[str, Compiled] = {}
        self.needs("{")
        while not self.takes("}"):
            if values:
                self.needs(",")
            name = self.take("a column")
            if name in values:
                raise SyntaxFaultError(f"{name} stands twice")
            self.needs(":")
            values[name] = value = kinds.number_of(self.expression())
            if table is None:
                continue
            if name not in table.columns:
                wrong = f"{table.name} have no column {name!r}"
                self.meaning.fault(wrong, name, table.columns)
            else:
                self._fits(table.columns[name], value)
        return values

    # --- cards ----------------------------------------------------------------------------------

    def _card(self, verb: str) -> Done:
        card = self.expression()
        decks = self.meaning.setting.cards
        if isinstance(card.kind, Unclear) or "" in decks:
            return Done()
        if not isinstance(card.kind, Row) or card.kind.table not in decks:
            return self._nothing(f"{verb} takes a card, and this is {kinds.in_words(card.kind)}")
        deck, of = decks[card.kind.table], card.run
        return Done(lambda env: env[kinds.PILES].move(verb, deck, of(env)), 2 + card.steps)

    def _shuffle(self) -> Done:
        deck, decks = self.take("a deck"), self.meaning.setting.decks
        if deck not in decks:
            return self._nothing(f"there is no deck {deck!r}", deck, decks)
        return Done(lambda env: env[kinds.PILES].shuffle(deck))


# --- sentences ----------------------------------------------------------------------------------


def template(meaning: Meaning, text: str, scope: Scope) -> Compiled:
    """A sentence with expressions between braces."""
    pieces: list[Compiled] = []
    rest = text
    while rest:
        words, opens, behind = rest.partition("{")
        inside, closes, rest = behind.partition("}")
        if "}" in words or (opens and (not closes or "{" in inside)):
            meaning.fault("each { has its }")
            break
        pieces.append(fixed(kinds.OneLine(len(words)), words))
        if opens:
            pieces.append(_piece(meaning, inside, scope))
    runs = [piece.run for piece in pieces]
    return joined(kinds.OneLine(len(text)), lambda env: "".join(run(env) for run in runs), *pieces)


def _piece(meaning: Meaning, inside: str, scope: Scope) -> Compiled:
    written, *forms = inside.split("|")
    try:
        typed = kinds.number_of(expression(meaning, written, scope))
    except SyntaxFaultError as error:
        return meaning.fault(f"{{{inside}}}: {error}")
    kind, of = typed.kind, typed.run
    if not forms:
        return typed._replace(run=lambda env: shown(kind, of(env), env[kinds.TABLES]))
    if len(forms) != 2 or not isinstance(kind, Num | Unclear):
        return meaning.fault(
            f"{{{inside}}}: write a number and its two forms, as {{n|point|points}}"
        )
    one, several = forms

    def counted(env: list[Any]) -> str:
        number = of(env)
        return f"{minus(number)} {one if number == 1 else several}"

    return typed._replace(run=counted)


def minus(number: int) -> str:
    """A number as sentences write it, with a true minus sign."""
    return f"{number}".replace("-", "\N{MINUS SIGN}")


def shown(kind: kinds.Kind, value: Any, tables: Mapping[str, Mapping[str, Sequence[Value]]]) -> str:
    """A value as a reader sees it."""
    match kind:
        case Num():
            return minus(value)
        case kinds.Bool():
            return "yes" if value else "no"
        case Row(table=table):
            row = tables.get(table, {}).get(value)
            return str(row[0]) if row else "nobody" if value is None else str(value)
        case kinds.DicePool():
            return " ".join(map(str, value))
    return str(value)


# --- what a column can hold ---------------------------------------------------------------------


def _fitted(env: list[Any], of: str, column: kinds.TableColumn, value: Any, old: Any) -> Any:
    """The value that a column comes to hold; what is beyond its limits is noted, and a correction
    may lead to any of it, unless it stops there.
    """
    kind = column.kind
    if column.clamp and isinstance(kind, Num):
        return kinds.clamped(kind, value)
    why = kinds.misfit(kind, value)
    if not why:
        return value
    would = "nobody" if value is None else value
    env[kinds.BEYOND] += [f"{column.name} of {of} would be {would}, and {why}"]
    if isinstance(kind, Num):
        return kinds.clamped(kind, value) if env[kinds.HOLDS] else kinds.saturated(value)
    return value[: kind.longest] if isinstance(kind, kinds.OneLine) else old


def _changes(table: kinds.ClubTable, column: kinds.TableColumn, sign: str, of: Run, new: Run) -> Do:
    """Writes a value into a row, or what is left after adding or taking away; no row, no change."""
    at, name, keeps = table.places[column.name], table.name, sign != "="

    def change(env: list[Any]) -> None:
        rows, row, value = env[kinds.TABLES][name], of(env), new(env)
        if row not in rows:
            return
        was = rows[row]
        if keeps:
            value = was[at] + (value if sign == "+=" else -value)
        value = _fitted(env, str(was[0] or f"the {name}"), column, value, was[at])
        rows[row] = (*was[:at], value, *was[at + 1 :])

    return change


def _adds(table: kinds.ClubTable, runs: Mapping[str, Run]) -> Do:
    """Adds a row under the next free number, as long as there is room for it."""
    starts = dict(zip(table.columns, table.starts, strict=True))

    def run(env: list[Any]) -> None:
        rows, called = env[kinds.TABLES][table.name], f"the new {table.one}"
        if len(rows) >= table.at_most:
            text = f"there are {len(rows)} {table.name} already, the most there may be"
            env[kinds.BEYOND] += [text]
            return
        row = table.fresh(rows)
        values = starts | {"name": row.capitalize()} | {name: of(env) for name, of in runs.items()}
        rows[row] = tuple(
            _fitted(env, called, column, values[name], column.start)
            for name, column in table.columns.items()
        )

    return run
