"""What of the extensions a run of tests has: all, or none with `--without-extensions`."""

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from campaign import extend

ARE_HERE = find_spec(extend.EXTENSIONS) is not None
OF_EXTENSIONS = frozenset(word for one in extend.OURS for word in one.verbs)
"""Their verbs, and screens that a verb opens."""


def is_here(verb: str) -> bool:
    """Whether a verb can be loaded: where no extension is hidden, every verb can."""
    return ARE_HERE or verb not in OF_EXTENSIONS


def of_what_is_here(verbs: Iterable[str]) -> list[str]:
    """Verbs without those of extensions that are hidden."""
    return [verb for verb in verbs if is_here(verb)]


class Hidden:
    """Stands for a hidden module: a test that takes anything from it is left out, and no other."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, wanted: str) -> Any:
        if wanted.startswith("_"):  # what pytest asks of everything in a file
            raise AttributeError(wanted)
        pytest.skip(f"it wants the extension {self._name}")


def extension(name: str) -> Any:
    """A module of the extensions by its name there, such as `mail_out.message`."""
    return import_module(f"{extend.EXTENSIONS}.{name}") if ARE_HERE else Hidden(name)
