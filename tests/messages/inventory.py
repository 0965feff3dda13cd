"""Finds every refusal and error in the program's own text, with the words that it prints.

A message is the text given to one of `SAYS`, or yielded as a sheet's fault. A part that is only
known when the program runs is shown in braces: `{name}`. A text that was put together in a local
name or in a helper of the same file is followed to where it is written.
"""

import ast
import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, product
from pathlib import Path

ROOT = Path(__file__).parents[2]

_SHOWS = re.compile(r"\.report\.|\.interviews$|\.views$|_views$|book\.made$|veto_advice\.words$")
"""Modules whose generators yield what is shown, not what is wrong."""
SAYS: dict[str, int] = {
    "Refused": 1,
    "bad_field": 1,
    "missing_field": 1,
    "Unfit": 0,
    "Invalid": 0,
    "Wrong": 0,
    "Fail": 0,
    "Refuse": 0,
    "fail": 0,
    "refuse": 0,
    "WrongUsage": 0,
    "Refusal": 0,
    "UsageError": 0,
    "ClickException": 0,
    "BadParameter": 0,
    "_wrong": 1,
    "BadRow": 2,
    "Fault": 1,
    "End": 1,
    "Finding": 2,
    "Malformed": 1,
    "_finding": 0,
    "Answer": 1,
    "flag": 1,
    "note": 0,
    "warn": 0,
    "StoreError": 0,
    "SettingsError": 0,
    "StoppedError": 0,
    "VaultError": 0,
    "QueryError": 0,
    "ReportError": 0,
    "ReadModelError": 0,
    "NoPointError": 0,
    "NoFigureError": 0,
    "NoVersionError": 0,
    "failed": 0,
    "unavailable": 0,
    "NoteError": 0,
    "MailboxError": 0,
    "refusing": 1,
    "TimeoutError": 0,
    "ClubError": 0,
}
"""Who says a message, and which of its arguments is the text."""
PIECES = (
    "campaign.text.json_values",
    "campaign.text.faults",
    "campaign.text.shapes",
    "campaign.text.english",
    "campaign.kernel.members",
)
"""Modules whose functions return pieces of messages."""
FIELD_FIRST = ("bad_field", "missing_field")
"""Their text stands behind the name of the field."""
MOST = 24
"""How many ways to say one message are listed."""
DEEPEST = 4
"""How many helpers are followed, one into the other."""
WORDS = 3
"""So many words of its own make a helper's text a piece of a message."""
_SAYING = re.compile(rf"\b(?:{'|'.join(SAYS)})\(|Iterator\[(?:tuple\[str, )?str\]")
"""What is in every file that says a message."""
Function = ast.FunctionDef
Texts = list[str]


@cache
def files() -> tuple[Path, ...]:
    """Every file of the program."""
    return tuple(sorted((ROOT / "campaign").rglob("*.py")))


@cache
def inventory() -> dict[str, list[str]]:
    """The messages of every file that has some, each once, in the order of the file."""
    found: dict[str, list[str]] = {}
    for file in files():
        if texts := messages(_module(file)):
            found[file.relative_to(ROOT / "campaign").as_posix()] = texts
    for large in LARGE:  # every collection of garbage would look at them
        large.cache_clear()
    return found


def _module(file: Path) -> str:
    """A file's module: `campaign.cli.output`."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _source(module: str) -> str:
    """A module's text, if it is one of the program's."""
    place = ROOT.joinpath(*module.split("."))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if module.startswith("campaign") and file.exists():
            return file.read_text(encoding="utf-8")
    return ""


@cache
def _tree(module: str) -> ast.Module | None:
    """What a module says, if it is one of the program's."""
    text = _source(module)
    return ast.parse(text) if text else None


def _statements(module: str) -> Iterator[ast.AST]:
    """Every statement of a module, wherever it is, in an order like that of `ast.walk`."""
    waiting = deque[ast.AST]([_tree(module) or ast.Module([], [])])
    while waiting:
        yield (node := waiting.popleft())
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            inside = getattr(node, part, ())
            waiting += inside if isinstance(inside, list) else ()


@cache
def _functions(module: str) -> dict[str, Function]:
    """The functions of a module."""
    return {node.name: node for node in _statements(module) if isinstance(node, Function)}


@cache
def _imported(module: str) -> dict[str, tuple[str, str]]:
    """The names that a module imports from the program, with their module and name there."""
    return {
        name.asname or name.name: (node.module, name.name)
        for node in _statements(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("campaign")
        for name in node.names
        if node.module
    }


def messages(module: str) -> list[str]:
    """The messages of one module."""
    if module not in PIECES and not _SAYING.search(_source(module)):
        return []
    reader = Reader(module)
    found: dict[str, None] = {}
    for owner, node in reader.said(_tree(module) or ast.Module([], []), None):
        for text in reader.texts(node, owner, 0):
            text = " ".join(text.split())
            if _words(text):
                found.setdefault(text)
    return list(found)


class Reader:
    """Reads one module's texts."""

    def __init__(self, module: str) -> None:
        self.module = module

    def said(
        self, tree: ast.AST, owner: Function | None
    ) -> Iterator[tuple[Function | None, ast.expr]]:
        """Each message's expression, with the function that it is in."""
        for node in ast.iter_child_nodes(tree):
            inside = node if isinstance(node, Function) else owner
            if (text := self._text(node, inside)) is not None:
                yield inside, text
            yield from self.said(node, inside)

    def _text(self, node: ast.AST, inside: Function | None) -> ast.expr | None:
        """The text of a message, if the node says one."""
        if isinstance(node, ast.Call):
            return _message(node)
        if isinstance(node, ast.Yield) and inside and not _SHOWS.search(self.module):
            return _sheet_fault(node, inside)
        return node.value if isinstance(node, ast.Return) and self.module in PIECES else None

    def texts(self, node: ast.expr, owner: Function | None, depth: int) -> Texts:
        """All the ways in which an expression can read."""
        match node:
            case ast.Constant(value=str(value)):
                return [value]
            case ast.JoinedStr(values=values):
                return self._joined(values, owner, depth)
            case ast.FormattedValue(value=value):
                return (
                    [_gap(value)]
                    if isinstance(value, ast.BinOp)
                    else self.texts(value, owner, depth)
                )
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._joined([left, right], owner, depth)
            case ast.IfExp(body=body, orelse=orelse):
                return [*self.texts(body, owner, depth), *self.texts(orelse, owner, depth)]
            case ast.BoolOp(values=values):
                return [text for value in values for text in self.texts(value, owner, depth)]
            case ast.Name(id=name) if owner is not None and depth < DEEPEST:
                found = [
                    text
                    for one in _assigned(name, owner, node)
                    for text in self.texts(one, owner, depth + 1)
                ]
                found = [text if _words(text) else _gap(node) for text in found]
                return list(dict.fromkeys(found)) or [_gap(node)]
            case ast.Call(func=called) if depth < DEEPEST:
                return self._helped(called, depth) or [_gap(node)]
        return [_gap(node)]

    def _helped(self, called: ast.expr, depth: int) -> Texts:
        """The texts that a helper returns."""
        module, name = self.module, ""
        match called:
            case ast.Name(id=known) if known in _functions(module):
                name = known
            case ast.Name(id=known) if known in _imported(module):
                module, name = _imported(module)[known]
            case ast.Attribute(value=ast.Name(id=known), attr=attr) if known in _imported(module):
                package, inner = _imported(module)[known]
                module, name = f"{package}.{inner}", attr
        helper = _functions(module).get(name)
        if helper is None:
            return []
        reader = Reader(module)
        found = [text for one in _returned(helper) for text in reader.texts(one, helper, depth + 1)]
        return list(dict.fromkeys(found)) if all(map(_is_told, found)) else []

    def _joined(self, parts: Sequence[ast.expr], owner: Function | None, depth: int) -> Texts:
        ways = [self.texts(part, owner, depth) for part in parts]
        return ["".join(way) for way in islice(product(*ways), MOST)]


def _is_told(text: str) -> bool:
    """Whether a helper's text is a piece of a message, and not a name or a number."""
    return _words(text) >= WORDS


def _words(text: str) -> int:
    """How many words a text has of its own."""
    return len(re.findall(r"[a-z]+", re.sub(r"\{[^}]*\}", " ", text)))


def _message(call: ast.Call) -> ast.expr | None:
    """The text of a call that says a message."""
    name = _name(call.func)
    place = SAYS.get(name)
    if place is None:
        return None
    if len(call.args) > place:
        text = call.args[place]
    else:
        named = [word.value for word in call.keywords if word.arg in ("reason", "text")]
        if not named:
            return None
        text = named[0]
    if name in FIELD_FIRST:
        gap = ast.Constant(": ")
        return ast.JoinedStr([call.args[0], gap, text])
    return text


def _sheet_fault(node: ast.Yield, owner: Function) -> ast.expr | None:
    """The text of a column's fault: `yield "type", "is empty; write INF"`."""
    faults = owner.returns is not None and ast.unparse(owner.returns) in (
        "Iterator[tuple[str, str]]",
        "Iterator[str]",
    )
    if not faults or node.value is None:
        return None
    match node.value:
        case ast.Tuple(elts=[column, text]):
            return ast.JoinedStr([column, ast.Constant(": "), text])
        case ast.JoinedStr() | ast.Constant():
            return node.value
    return None


def _assigned(name: str, owner: Function, use: ast.expr) -> list[ast.expr]:
    """What a local name was given before its use, if it was given texts: back to the assignment
    that is not inside a deeper block than the use.
    """
    before = [one for one in _given(name, owner) if one[0].lineno < use.lineno]
    inside = (node for node in _nodes(owner) if isinstance(node, ast.stmt))
    here = max(
        (node for node in inside if node.lineno <= use.lineno <= (node.end_lineno or 0)),
        key=lambda node: node.lineno,
    )
    found: list[ast.expr] = []
    added: list[ast.expr] = []
    for statement, value in sorted(before, key=lambda one: -one[0].lineno):
        if isinstance(statement, ast.AugAssign):
            added.insert(0, value)
            continue
        found.append(ast.JoinedStr([value, *added]) if added else value)
        if statement.col_offset <= here.col_offset:
            break
    return found if all(map(_is_text, found)) else []


def _given(name: str, owner: Function) -> Iterator[tuple[ast.stmt | ast.expr, ast.expr]]:
    """Every assignment to a local name, with what it gives."""
    for node in _nodes(owner):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield node, value
            case ast.AugAssign(target=ast.Name(id=target), value=value) if target == name:
                yield node, value
            case ast.NamedExpr(target=ast.Name(id=target), value=value) if target == name:
                yield node, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for one, value in zip(names, values, strict=False):
                    if isinstance(one, ast.Name) and one.id == name:
                        yield node, value


@cache
def _nodes(owner: Function) -> tuple[ast.stmt | ast.NamedExpr, ...]:
    """The statements and inner assignments of a function."""
    return tuple(one for one in ast.walk(owner) if isinstance(one, ast.stmt | ast.NamedExpr))


LARGE = (_tree, _functions, _nodes)


def _is_text(node: ast.expr) -> bool:
    """Whether an expression is written as a text, at least in part."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.Call():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return _is_text(body) and _is_text(orelse)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left) or _is_text(right)
    return False


def _returned(helper: Function) -> list[ast.expr]:
    """What a helper returns, if it returns a text."""
    if helper.returns is None or ast.unparse(helper.returns) not in ("str", "str | None"):
        return []
    return [node.value for node in ast.walk(helper) if isinstance(node, ast.Return) and node.value]


def _gap(node: ast.expr) -> str:
    """A part that is only known when the program runs."""
    match node:
        case ast.Constant(value=None | bool()):
            return ""
        case ast.Constant(value=value):
            return str(value)
        case ast.Subscript(value=value):
            return _gap(value)
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name | ast.Attribute)]
    return f"{{{_name(names[0])}}}" if names else "{…}"


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
