"""The suite as data: what `SUITE.toml` says of it, and its cases, one on each line. IO."""

import hashlib
import tomllib
from fnmatch import fnmatchcase
from importlib.resources import files
from typing import Any

import msgspec

Fields = dict[str, Any]

DATA = files("campaign.conformance")
PROTOCOL = 1
"""The number of the protocol that `PROTOCOL.md` describes."""


class SuiteStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command and what its answer must say, or what the state must be."""

    send: Fields | None = None
    accepted: bool | None = None
    rule: str = ""
    """The rule under which it is refused; empty where any will do."""
    events: tuple[Fields, ...] = ()
    lacks: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    state: Fields | None = None


class SuiteCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of the rules under one rulebook."""

    id: str
    rule: str
    rulebook: str
    says: str
    open: Fields
    steps: tuple[SuiteStep, ...]
    instead_of: str = ""
    """The case whose expectation was wrong, and whose place this one takes."""

    @property
    def chapter(self) -> str:
        """The chapter as a program claims it: "4.1" of LiF 4.1-25."""
        return self.id.rpartition("-")[0].partition(" ")[2]

    def is_claimed(self, claims: frozenset[str]) -> bool:
        """Whether a program claims the chapter, or the whole rulebook."""
        return not claims.isdisjoint((self.rulebook, f"{self.rulebook} {self.chapter}"))


class SuitePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cases of one game, and the words that they use."""

    title: str
    file: str
    cases: int
    sha256: str
    state: tuple[str, ...]
    """The parts of the state that any case looks at."""
    commands: dict[str, tuple[str, ...]]
    events: dict[str, tuple[str, ...]]
    """With the fields that any case sends or compares."""
    names: tuple[str, ...] = ()
    """What pieces are called."""


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A release of the suite."""

    suite: str
    protocol: int
    made_from: str
    """The SHA-256 of the cases in `tests/cases/` that it was made from."""
    games: dict[str, SuitePart]

    def cases(self, only: str = "*") -> tuple[SuiteCase, ...]:
        """The cases whose ids fit a pattern. Raises `ValueError` for changed data."""
        cases: list[SuiteCase] = []
        for part in self.games.values():
            content = DATA.joinpath(part.file).read_bytes()
            if hashlib.sha256(content).hexdigest() != part.sha256:
                raise ValueError(f"{part.file} is not as SUITE.toml says: its SHA-256 differs")
            cases += [msgspec.json.decode(line, type=SuiteCase) for line in content.splitlines()]
        return tuple(case for case in cases if fnmatchcase(case.id, only))

    def watched(self) -> dict[str, frozenset[str]]:
        """By game the parts of the state that a refused command must leave as they were."""
        return {name: frozenset(part.state) for name, part in self.games.items()}


def read_suite() -> Suite:
    """The suite that this program brings along."""
    content = tomllib.loads(DATA.joinpath("SUITE.toml").read_text(encoding="utf-8"))
    return msgspec.convert(content, Suite)
