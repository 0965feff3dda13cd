"""The conformance cases of Flames of War, each run once, judged again and verified.

`cases/README.md` describes the format; expected values were reckoned by hand from the book.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support.driver import Club
from support.kept import kept
from tests.house.test_cases import Command, Forged, Step, accepted, compare, take

FILES = sorted((Path(__file__).parents[1] / "cases").glob("fow-*.toml"))
NUMBER = re.compile(r"FoW [a-z-]+-[0-9]{2}")


class FowOpening(msgspec.Struct, forbid_unknown_fields=True):
    """How a case's campaign is opened."""

    scenario: str
    axis: dict[str, Any] | None = None
    """A whole axis of attack, for the scenario `axis`."""
    rulings: dict[str, str | int | bool] = {}
    setup: dict[str, Any] = {}


class FowCase(msgspec.Struct, forbid_unknown_fields=True):
    """One conformance case."""

    id: str
    rule: str
    lines: str
    """Where the book says so: lines of its text."""
    says: str
    open: FowOpening
    rulings: list[int] = []
    given: list[Command] = []
    step: list[Step] = []
    then: dict[str, Any] = {}
    instead_of: str = ""
    forged: Forged | None = None
    """What of its events only people knew; where it is there, the case's record is forged too."""

    def __post_init__(self) -> None:
        if not NUMBER.fullmatch(self.id):
            raise ValueError(f"id {self.id!r} is not a rule's word and two digits")
        if not self.step and not self.then:
            raise ValueError(f"{self.id} expects nothing")


def read_cases() -> list[FowCase]:
    """Every case, file by file."""
    found: list[FowCase] = []
    for path in FILES:
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            found += msgspec.convert(content["case"], list[FowCase])
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise ValueError(f"{path.name}: {error}") from error
    return found


ALL: list[FowCase] = kept("cases-fow", FILES, read_cases, list[FowCase])


def opening(asked: FowOpening) -> dict[str, Any]:
    """The arguments that open a case's campaign; dice are the table's unless it says otherwise."""
    arguments: dict[str, Any] = {
        "scenario": asked.scenario,
        "rulings": {"dice": "table", **asked.rulings},
        "setup": asked.setup,
    }
    if asked.axis is not None:
        arguments |= {"scenario": asked.axis["id"], "own": asked.axis}
    return arguments


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in ALL])
def test_case(case: FowCase, tmp_path: Path) -> None:
    """The program answers a case as the case expects, and would answer its record so again."""
    with Club(tmp_path) as club:
        club.open(system="fow", **opening(case.open))
        for command in case.given:
            accepted(club, command)
        for step in case.step:
            take(club, step)
        compare(club.show(), case.then)
        assert club.doubted() == []


def test_case_ids_are_unique() -> None:
    """No two cases bear one number."""
    ids = [case.id for case in ALL]
    assert len(ids) == len(set(ids)) >= 132
