"""What acts and phases change: effects as functions that write into a place of work. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from campaign.kit.language import loops, trees
from campaign.kit.language.kinds import (
    BEYOND,
    PILES,
    TABLES,
    Bool,
    ClubTable,
    Compiled,
    DicePool,
    Kind,
    Num,
    OneLine,
    OneWord,
    Row,
    Run,
    TableColumn,
    Unclear,
    Value,
    in_words,
    meant,
    number_of,
    saturated,
)
from campaign.kit.language.meaning import FileSetting, Scope, fixed, joined

DEEPEST = 2
"""How many loops may stand within each other."""

Do = Callable[[list[Any]], None]


class Done(NamedTuple):
    """A compiled effect."""

    run: Do
    steps: int = 1
    writes: frozenset[str] = frozenset()
    """The tables that it changes."""


class Beyond(NamedTuple):
    """A value that a column cannot hold."""

    table: str
    row: str
    column: str
    text: str


class Effects(loops.Loops):
    """Makes functions of the effects of one act or phase, and notes what is wrong."""

    def __init__(self, setting: FileSetting) -> None:
        super().__init__(setting)
        self.by_chance: set[str] = set()
        """The names that rest on dice or draws."""
        self.warnings: list[str] = []
        """What may be refused for what dice gave, in words."""

    def effect(self, tree: trees.Effect, scope: Scope, depth: int = 0) -> Done:
        """An effect, within so many loops."""
        match tree:
            case trees.Each():
                return self._each(tree, scope, depth)
            case trees.Change():
                return self._change(tree, scope)
            case trees.New():
                return self._new(tree, scope)
            case trees.CardMove():
                return self._card(tree, scope)
            case trees.Shuffle():
                return self._shuffle(tree, scope)

    def _nothing(self, text: str = "") -> Done:
        if text:
            self.fault(text)
        return Done(lambda env: None)

    def _if(self, done: Done, when: trees.Tree | None, scope: Scope) -> Done:
        """The same effect, only where something holds."""
        if when is None:
            return done
        truth = self.truth(when, scope, "when")
        holds, run = truth.run, done.run

        def guarded(env: list[Any]) -> None:
            if holds(env):
                run(env)

        return Done(guarded, done.steps + truth.steps, done.writes)

    def _each(self, tree: trees.Each, scope: Scope, depth: int) -> Done:
        if depth == DEEPEST:
            return self._nothing(f"loops stand at most {DEEPEST} deep within each other")
        runs_over = loops.source(self, tree.over, scope)
        if runs_over is None:
            return self._nothing()
        at, names = loops.inner(self, tree.name, runs_over.kind, scope)
        where = self.truth(tree.where, names, "where") if tree.where else None
        inside = self.effect(tree.effect, names, depth + 1)
        items, holds, run = runs_over.items, where.run if where else None, inside.run

        def each(env: list[Any]) -> None:
            for item in items(env):
                env[at] = item
                if holds is None or holds(env):
                    run(env)

        steps = 1 + runs_over.most * (1 + inside.steps + (where.steps if where else 0))
        return Done(each, steps, inside.writes)

    # --- columns --------------------------------------------------------------------------------

    def _change(self, tree: trees.Change, scope: Scope) -> Done:
        done = self._written(tree, scope)
        return self._if(done, tree.when, scope)

    def _written(self, tree: trees.Change, scope: Scope) -> Done:
        start, rest = self.root(tree.path.parts, scope)
        value = number_of(self.of(tree.value, scope))
        if isinstance(start.kind, Unclear):
            return self._nothing()
        if not rest:
            return self._nothing(f"{tree.path.parts[0]!r} is no column; write row.column")
        row = start
        for part in rest[:-1]:
            row = self.reached(row, part)
        last = self.reached(row, rest[-1])
        if isinstance(last.kind, Unclear) or isinstance(value.kind, Unclear):
            return self._nothing()
        if not isinstance(row.kind, Row):
            return self._nothing("only a column of a row can change; write row.column")
        table = self.setting.tables[row.kind.table]
        column = table.columns[rest[-1]]
        if wrong := self._unfit(table, column, tree.sign, value):
            return self._nothing(wrong)
        self._warn(column, tree.sign, value)
        run = _changes(tree.sign, _writes(table, column), row.run, last.run, value.run)
        return Done(run, 1 + row.steps + value.steps, frozenset({table.name}))

    def _unfit(self, table: ClubTable, column: TableColumn, sign: str, value: Compiled) -> str:
        """Why a column cannot become this; empty if it can."""
        if table.name == "house":
            return "the house rules are set by the host, not by an act"
        if sign != "=" and not isinstance(column.kind, Num):
            return f"{sign} changes numbers, and {column.name} is {in_words(column.kind)}"
        return unfit(column, value)

    def _warn(self, column: TableColumn, sign: str, value: Compiled) -> None:
        """Warns of a limit that dice may reach: the act would be refused for what they gave."""
        limits, reach = column.kind, value.kind
        if column.clamp or not (value.uses & self.by_chance) or not isinstance(limits, Num):
            return
        stays = isinstance(reach, Num) and reach.low >= limits.low and reach.high <= limits.high
        if sign == "=" and stays:
            return
        self.warnings.append(
            f"{column.name} may pass its limits by chance, and the act is refused then;"
            " write clamp behind its limits"
        )

    def _new(self, tree: trees.New, scope: Scope) -> Done:
        known = {
            table.one: table
            for table in self.setting.tables.values()
            if table.name not in ("seats", "sides", "house", "campaign")
        }
        table = known.get(tree.one)
        if table is None:
            return self._nothing(f"no thing is called {tree.one!r}{meant(tree.one, known)}")
        values = self._columns(table, tree.columns, scope)
        needed = (name for name, column in table.columns.items() if column.given_in_rows)
        for name in needed:
            if name not in tree.columns:
                self.fault(f"a new {table.one} needs {name}")
        runs = {name: value.run for name, value in values.items()}
        steps = 2 + sum(value.steps for value in values.values())
        done = Done(_adds(table, runs), steps, frozenset({table.name}))
        return self._if(done, tree.when, scope)

    def _columns(
        self, table: ClubTable, columns: Mapping[str, trees.Tree], scope: Scope
    ) -> dict[str, Compiled]:
        values = {}
        for name, tree in columns.items():
            value = number_of(self.of(tree, scope))
            if name not in table.columns:
                self.fault(f"{table.name} have no column {name!r}{meant(name, table.columns)}")
            elif wrong := unfit(table.columns[name], value):
                self.fault(wrong)
            else:
                values[name] = value
        return values

    # --- cards ----------------------------------------------------------------------------------

    def _card(self, tree: trees.CardMove, scope: Scope) -> Done:
        card = self.of(tree.card, scope)
        decks = {table: deck for deck, table in self.setting.decks.items()}
        if isinstance(card.kind, Unclear):
            return self._nothing()
        if not isinstance(card.kind, Row) or card.kind.table not in decks:
            return self._nothing(f"{tree.verb} takes a card, and this is {in_words(card.kind)}")
        deck, verb, of = decks[card.kind.table], tree.verb, card.run

        def run(env: list[Any]) -> None:
            env[PILES].move(verb, deck, of(env))

        return self._if(Done(run, 1 + card.steps), tree.when, scope)

    def _shuffle(self, tree: trees.Shuffle, scope: Scope) -> Done:
        deck = tree.deck
        if deck not in self.setting.decks:
            return self._nothing(f"there is no deck {deck!r}{meant(deck, self.setting.decks)}")
        return self._if(Done(lambda env: env[PILES].shuffle(deck)), tree.when, scope)

    # --- sentences ------------------------------------------------------------------------------

    def template(self, text: str, scope: Scope) -> Compiled:
        """A sentence with expressions between braces."""
        pieces: list[Compiled] = []
        rest = text
        while rest:
            words, opens, behind = rest.partition("{")
            inside, closes, rest = behind.partition("}")
            if "}" in words or (opens and (not closes or "{" in inside)):
                self.fault("each { has its }")
                break
            pieces.append(fixed(OneLine(len(words)), words))
            if opens:
                pieces.append(self._piece(inside, scope))
        runs = [piece.run for piece in pieces]
        return joined(OneLine(len(text)), lambda env: "".join(run(env) for run in runs), *pieces)

    def _piece(self, inside: str, scope: Scope) -> Compiled:
        written, *forms = inside.split("|")
        try:
            typed = number_of(self.of(trees.expression(written), scope))
        except trees.SyntaxFaultError as error:
            return self.fault(f"{{{inside}}}: {error}")
        if not forms:
            kind, run = typed.kind, typed.run
            return typed._replace(run=lambda env: shown(kind, run(env), env[TABLES]))
        if len(forms) != 2 or not isinstance(typed.kind, Num | Unclear):
            forms_of = "write a number and its two forms, as {n|point|points}"
            return self.fault(f"{{{inside}}}: {forms_of}")
        return typed._replace(run=_counted(typed.run, *forms))


def _counted(of: Run, one: str, several: str) -> Callable[[list[Any]], str]:
    def run(env: list[Any]) -> str:
        number = of(env)
        return f"{minus(number)} {one if number == 1 else several}"

    return run


def minus(number: int) -> str:
    """A number as sentences write it, with a true minus sign."""
    return f"{number}".replace("-", "\N{MINUS SIGN}")


def shown(kind: Kind, value: Any, tables: Mapping[str, Mapping[str, Sequence[Value]]]) -> str:
    """A value as a reader sees it."""
    match kind:
        case Num():
            return minus(value)
        case Bool():
            return "yes" if value else "no"
        case Row(table=table):
            if value is None:
                return "nobody"
            row = tables.get(table, {}).get(value)
            return str(row[0]) if row else str(value)
        case DicePool():
            return " ".join(map(str, value))
    return str(value)


def unfit(column: TableColumn, value: Compiled) -> str:
    """Why a column cannot hold a value of a kind; empty if it can."""
    have, wants = value.kind, column.kind
    match wants, have:
        case (_, Unclear()) | (Unclear(), _) | (Num(), Num()) | (Bool(), Bool()):
            return ""
        case OneLine(), (OneLine() | OneWord()):
            return ""
        case OneWord(words=words), OneWord(words=chosen):
            return _no_word(column.name, words, chosen)
        case Row(table=table), Row() if have.table in (table, ""):
            fits = have.table or wants.optional
            why = f"{column.name} cannot be none; write {table} with ? in its type"
            return "" if fits else why
    return f"{column.name} is {in_words(wants)}, and this is {in_words(have)}"


def _no_word(name: str, words: Sequence[str], chosen: Sequence[str]) -> str:
    """Which of some words a column does not have; empty if it has all."""
    strange = next((word for word in chosen if word not in words), "")
    if not strange:
        return ""
    hint = meant(strange, words) or f"; it is one of {', '.join(words)}"
    return f"{strange!r} is no {name}{hint}"


def _beyond(column: TableColumn, value: Any) -> str:
    """Why a column cannot hold a value, in the middle of a sentence; empty if it can."""
    match column.kind:
        case Num(low=low, high=high):
            return "" if low <= value <= high else f"it goes from {low} to {high}"
        case OneWord(words=words):
            return "" if value in words else f"it is one of {', '.join(words)}"
        case Row(optional=optional):
            return "" if optional or value is not None else "it cannot be nobody"
        case OneLine(longest=longest):
            return "" if len(value) <= longest else f"it has at most {longest} characters"
    return ""


def _fitted(column: TableColumn, value: Any, old: Any) -> Any:
    """What stands there when a value does not fit: a correction may lead to any of these."""
    if isinstance(column.kind, Num):
        return saturated(value)
    if isinstance(column.kind, OneLine):
        return value[: column.kind.longest]
    return old


def _changes(
    sign: str, write: Callable[[list[Any], str | None, Any], None], of: Run, old: Run, new: Run
) -> Do:
    """Writes a value, or what is left after adding or taking away."""

    def sets(env: list[Any]) -> None:
        write(env, of(env), new(env))

    def adds(env: list[Any]) -> None:
        write(env, of(env), old(env) + new(env))

    def takes(env: list[Any]) -> None:
        write(env, of(env), old(env) - new(env))

    return {"=": sets, "+=": adds, "-=": takes}[sign]


def _writes(table: ClubTable, column: TableColumn) -> Callable[[list[Any], str | None, Any], None]:
    """Writes a column of a row, and notes what is beyond its limits; no row, no change."""
    at, name, limits = table.places[column.name], table.name, column.kind

    def write(env: list[Any], row: str | None, value: Any) -> None:
        rows = env[TABLES][name]
        if row not in rows:
            return
        if column.clamp and isinstance(limits, Num):
            value = max(limits.low, min(limits.high, value))
        was = rows[row]
        if why := _beyond(column, value):
            value_in_words = "nobody" if value is None else str(value)
            text = f"{column.name} of {was[0]} would be {value_in_words}, and {why}"
            env[BEYOND].append(Beyond(name, str(row), column.name, text))
            value = _fitted(column, value, was[at])
        rows[row] = (*was[:at], value, *was[at + 1 :])

    return write


def _adds(table: ClubTable, runs: Mapping[str, Run]) -> Do:
    """Adds a row under the next free number."""
    starts = {name: column.start for name, column in table.columns.items()}

    def run(env: list[Any]) -> None:
        rows = env[TABLES][table.name]
        number = len(rows) + 1
        while f"{table.one}{number}" in rows:
            number += 1
        row = f"{table.one}{number}"
        if len(rows) >= table.at_most:
            text = f"there are {len(rows)} {table.name} already, the most there may be"
            env[BEYOND].append(Beyond(table.name, row, "name", text))
        values = starts | {"name": row.capitalize()} | {name: of(env) for name, of in runs.items()}
        for name, column in table.columns.items():
            if why := _beyond(column, values[name]):
                text = f"{name} of the new {table.one} would be {values[name]}, and {why}"
                env[BEYOND].append(Beyond(table.name, row, name, text))
                values[name] = _fitted(column, values[name], column.start)
        rows[row] = tuple(values[name] for name in table.columns)

    return run
