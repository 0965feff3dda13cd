"""Plants wrong rules in the program: those of `mistakes.toml`."""

import __future__

import ast
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

ANNOTATIONS = __future__.annotations.compiler_flag
"""Types in signatures need not be there."""


class Mistake(NamedTuple):
    """A rule changed for the worse."""

    case: str
    """The case that catches it."""
    module: str
    right: str
    """A text that is once in the module."""
    wrong: str


_ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["mistake"]
MISTAKES = tuple(Mistake(**row) for row in _ROWS)


@contextmanager
def planted(mistake: Mistake) -> Iterator[None]:
    """The program with a wrong rule in it."""
    module = import_module(f"campaign.{mistake.module}")
    before = dict(vars(module))
    codes = {function: function.__code__ for function in _functions(vars(module), module)}
    wrong = _changed(module, mistake)
    for name, value in wrong.items():
        _replace(vars(module), name, value)
    try:
        yield
    finally:
        vars(module).update(before)
        for function, code in codes.items():
            function.__code__ = code


def _functions(names: Mapping[str, Any], module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module makes."""
    for value in names.values():
        if getattr(value, "__module__", "") != module.__name__:
            continue
        if isinstance(value, FunctionType):
            yield value
        elif isinstance(value, type):
            yield from _functions(vars(value), module)


def _changed(module: ModuleType, mistake: Mistake) -> dict[str, Any]:
    """What the module would hold under the names that the mistake changes."""
    file = Path(str(module.__file__))
    text = file.read_text(encoding="utf-8")
    assert text.count(mistake.right) == 1, f"{mistake.right!r} is not once in {module.__name__}"
    wrong = ast.parse(text.replace(mistake.right, mistake.wrong))
    right = {ast.dump(node) for node in ast.parse(text).body}
    changed = [node for node in wrong.body if ast.dump(node) not in right]
    names = dict(vars(module))
    exec(compile(ast.Module(changed, []), str(file), "exec", ANNOTATIONS, True), names)
    return {name: value for name, value in names.items() if value is not vars(module).get(name)}


def _replace(names: Mapping[str, Any], name: str, value: Any) -> None:
    """A function gets the wrong code where it is, as tables and other modules hold it."""
    old = names.get(name)
    if isinstance(old, FunctionType) and isinstance(value, FunctionType):
        old.__code__ = value.__code__
    elif isinstance(old, type) and isinstance(value, type):
        for inner, method in vars(value).items():
            if isinstance(method, FunctionType):
                _replace(vars(old), inner, method)
    elif isinstance(names, dict) and not name.startswith("__"):
        names[name] = value
