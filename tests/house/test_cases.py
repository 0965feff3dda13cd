"""The conformance cases under `cases/`, each run once for each of its rulebooks.

`cases/README.md` describes the format. A key that it does not describe fails the collection.
"""

import csv
import json
import re
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from support.driver import Club
from support.kept import kept

CASES = Path(__file__).parents[1] / "cases"
LEADERS = Path(__file__).parents[2] / "campaign" / "lif" / "tables" / "leaders.csv"

Rulebook = Literal["lif-1998", "lif-list"]
RULEBOOKS: tuple[Rulebook, ...] = ("lif-1998", "lif-list")
Command = str | dict[str, Any]
Forged = dict[str, dict[str, str]]
"""Rows of the table of forgeries, by event and field."""


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """How a case's campaign is opened."""

    scenario: str = "global-war"
    first_turn: str | None = None
    last_turn: str | None = None
    rulings: dict[str, str | int | bool] = {}
    modules: dict[str, bool] = {}
    setup: dict[str, Any] = {}
    leaders: str | None = None
    cup: list[str] | None = None
    position: dict[str, Any] = {}


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """The shorthand `board`: one draw, its markers and their showing."""

    leader: str
    ballots: dict[str, Literal["veto", "no-veto"]] = {}


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step of a case: commands, and what is expected of the last answer."""

    do: Command | None = None
    given: list[Command] | None = None
    board: Draw | None = None
    vote: dict[str, Literal["another", "stop", "abstain"]] | None = None
    then: dict[str, Any] | None = None
    refused: str | None = None
    because: str = ""
    """A part of the reason of the refusal."""
    events: list[dict[str, Any]] = []
    lacks: list[str] = []
    hides: list[str] = []
    told: list[str] = []
    """What the journal says of the events, word for word."""
    only: bool = False

    def __post_init__(self) -> None:
        kinds = (self.do, self.given, self.board, self.vote, self.then)
        if sum(kind is not None for kind in kinds) != 1:
            raise ValueError("a step is one of do, given, board, vote, then")
        answered = self.do is not None or self.board is not None or self.vote is not None
        if (self.events or self.lacks or self.hides or self.told) and not answered:
            raise ValueError("events, lacks, hides and told need do, board or vote")
        if self.refused and (
            self.do is None or self.events or self.lacks or self.hides or self.told
        ):
            raise ValueError("refused needs do, and nothing else beside it")
        if self.because and not self.refused:
            raise ValueError("because needs refused")
        if any("type" not in event for event in self.events):
            raise ValueError("an expected event needs its type")


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One conformance case."""

    id: str
    rule: str
    says: str
    rulebooks: tuple[Rulebook, ...] = RULEBOOKS
    rulings: list[int] = []
    open: Opening = msgspec.field(default_factory=Opening)
    given: list[Command] = []
    step: list[Step] = []
    then: dict[str, Any] = {}
    instead_of: str = ""
    forged: Forged = {}
    """What of its events only people knew."""

    def __post_init__(self) -> None:
        if not re.fullmatch(
            r"(LiF [0-9](\.[0-9])?|Members|Calendar|Record|Input)-[0-9]{2,3}", self.id
        ):
            raise ValueError(f"id {self.id!r} is not a rule and two or three digits")
        if not self.step and not self.then:
            raise ValueError(f"{self.id} expects nothing")


class File(msgspec.Struct, forbid_unknown_fields=True):
    """One file of cases."""

    case: list[Case]


FILES = sorted(CASES.glob("lif-*.toml"))


def read_cases() -> list[Case]:
    """Every case, file by file."""
    found: list[Case] = []
    for path in FILES:
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
            found += msgspec.convert(content, File).case
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise ValueError(f"{path.name}: {error}") from error
    return found


ALL: list[Case] = kept("cases-lif", FILES, read_cases, list[Case])
RUNS = [
    pytest.param(
        case,
        rulebook,
        id=f"{case.id} {rulebook}",
        # The first tier tries one rulebook, by turns from case to case.
        marks=pytest.mark.further if (number + nth) % len(case.rulebooks) else (),
    )
    for number, case in enumerate(ALL)
    for nth, rulebook in enumerate(case.rulebooks)
]


@pytest.mark.parametrize(("case", "rulebook"), RUNS)
def test_case(case: Case, rulebook: str, tmp_path: Path) -> None:
    """The program answers a case as the case expects, and would answer its record so again."""
    with Club(tmp_path) as club:
        club.open(system="lif", rulebook=rulebook, **opening(case.open))
        for command in case.given:
            accepted(club, command)
        for step in case.step:
            take(club, step)
        compare(club.show(), case.then)
        assert club.doubted() == []


def test_the_format_page_has_a_case_that_runs(tmp_path: Path) -> None:
    """The example of `cases/README.md` is a case, and holds."""
    page = (CASES / "README.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    (case,) = msgspec.convert(tomllib.loads(example), File).case
    for rulebook in case.rulebooks:
        (tmp_path / rulebook).mkdir()
        test_case(case, rulebook, tmp_path / rulebook)


def test_a_refusal_for_another_reason_is_not_the_expected_one(tmp_path: Path) -> None:
    """Under the same rule, in other words than the case gives."""
    with Club(tmp_path) as club:
        club.open(system="lif", rulebook="lif-1998", **opening(Opening()))
        spain = Step(do="AlignSpain", refused="any", because="no agreement with Franco")
        take(club, spain)
        with pytest.raises(AssertionError, match="not because of 'no agreement with Salazar'"):
            take(club, msgspec.structs.replace(spain, because="no agreement with Salazar"))


def test_a_reason_without_a_refusal_is_no_step() -> None:
    """A file that has one is not read."""
    with pytest.raises(msgspec.ValidationError, match="because needs refused"):
        msgspec.convert({"do": "AlignSpain", "because": "no agreement with Franco"}, Step)


def test_case_ids_are_unique() -> None:
    """No two cases bear one number."""
    ids = [case.id for case in ALL]
    assert sorted(ids) == sorted(set(ids))


def test_there_are_enough_cases() -> None:
    """The chapters are covered by at least sixty cases, each rulebook by fifty."""
    assert len(ALL) >= 60
    for rulebook in RULEBOOKS:
        assert sum(rulebook in case.rulebooks for case in ALL) >= 50


@pytest.mark.parametrize("ruling", range(1, 28))
def test_every_ruling_has_a_case(ruling: int) -> None:
    """Rulings 1 to 27 belong to these chapters, and each is cited by a case."""
    assert any(ruling in case.rulings for case in ALL)


def opening(asked: Opening) -> dict[str, Any]:
    """The arguments that open a case's campaign."""
    setup = dict(asked.setup)
    if asked.cup is not None:
        setup["leaders"] = {**emptied(asked), **setup.get("leaders", {})}
    arguments: dict[str, Any] = {
        "scenario": asked.scenario,
        "rulings": {"draws": "table", **asked.rulings},
        "modules": asked.modules,
        "setup": setup,
    }
    optional = {
        "first_turn": asked.first_turn,
        "last_turn": asked.last_turn,
        "extras": {"leaders": asked.leaders.lstrip()} if asked.leaders else {},
    }
    if asked.position:
        optional["extras"] = {**optional["extras"], "position": asked.position}
    return arguments | {key: value for key, value in optional.items() if value is not None}


def emptied(asked: Opening) -> dict[str, str]:
    """The shorthand `cup`: of the leaders who would start in the cup only these do."""
    year = int((asked.first_turn or "1939")[:4])
    with LEADERS.open(encoding="utf-8", newline="") as file:
        present = [
            row["id"] for row in csv.DictReader(file) if row["year"] and int(row["year"]) <= year
        ]
    wanted = asked.cup or []
    return {**dict.fromkeys(present, "dead"), **dict.fromkeys(wanted, "cup")}


def take(club: Club, step: Step) -> None:
    """Takes one step and compares what it expects."""
    if step.then is not None:
        compare(club.show(), step.then)
    elif step.given is not None:
        for command in step.given:
            accepted(club, command)
    elif step.refused is not None:
        refuses(club, step)
    else:
        answers(last_answer(club, step), step)
        if step.told:
            assert club.journal(len(step.told)) == step.told


def refuses(club: Club, step: Step) -> None:
    """A refusal names the rule and the expected reason, and leaves everything as it was."""
    assert step.do is not None
    before = club.show()
    answer = club.submit(spelled(step.do))
    assert answer["accepted"] is False, f"{step.do} was accepted"
    reason = answer["reason"]
    assert reason
    assert step.because in reason, f"{step.do}: {reason!r}, not because of {step.because!r}"
    if step.refused != "any":
        expected = None if step.refused == "malformed" else step.refused
        assert answer["rule"] == expected, reason
    assert club.show() == before


def last_answer(club: Club, step: Step) -> dict[str, Any]:
    """The answer to a step's last command."""
    if step.do is not None:
        return accepted(club, step.do)
    if step.board is not None:
        drawn(club, step.board)
        return accepted(club, {"command": "OpenBallots", "absent": "no-veto"})
    for power, choice in (step.vote or {}).items():
        accepted(club, {"command": "SealVote", "power": power, "choice": choice})
    return accepted(club, {"command": "OpenVotes", "absent": "abstain"})


def drawn(club: Club, draw: Draw) -> None:
    """Opens the stage and draws where that has not happened, then seals the markers."""
    if club.show()["board"]["phase"] == "closed":
        accepted(club, "OpenReinforcement")
    if club.show()["board"]["phase"] == "draw":
        accepted(club, {"command": "DrawLeader", "leader": draw.leader})
    assert club.show()["board"]["leader"] == draw.leader
    for power, choice in draw.ballots.items():
        accepted(club, {"command": "SealBallot", "power": power, "choice": choice})


def accepted(club: Club, command: Command) -> dict[str, Any]:
    """Submits a command that must be accepted."""
    answer = club.submit(spelled(command))
    assert answer["accepted"] is True, f"{command}: {answer}"
    return answer


def spelled(command: Command) -> dict[str, Any]:
    """A bare name is a command without fields."""
    return {"command": command} if isinstance(command, str) else command


def answers(answer: dict[str, Any], step: Step) -> None:
    """The expected events are in the answer, in this order; the unwanted are not."""
    told = answer["events"]
    rest = iter(told)
    for expected in step.events:
        found = next((event for event in rest if event["type"] == expected["type"]), None)
        assert found is not None, f"no {expected['type']} in its place among {told}"
        for key, value in expected.items():
            whole = key == "points" and isinstance(value, dict)
            matches(found[key], value, f"{expected['type']}.{key}", whole=whole)
    assert not step.only or len(told) == len(step.events), told
    types = {event["type"] for event in told}
    assert not types & set(step.lacks), f"{types & set(step.lacks)} in {told}"
    for event in told:
        assert not set(event) & set(step.hides), f"{event} tells {step.hides}"


def compare(shown: dict[str, Any], then: dict[str, Any]) -> None:
    """What a case expects of the shown state."""
    for key, value in then.items():
        match key:
            case "cup_has":
                assert set(value) <= set(shown["cup"])
            case "cup_lacks":
                assert set(value) <= set(shown["leaders"]) - set(shown["cup"])
            case "at_war_has":
                assert all(pair in shown["at_war"] for pair in value), shown["at_war"]
            case "at_war_lacks":
                assert not any(pair in shown["at_war"] for pair in value), shown["at_war"]
            case "leaders_count":
                assert len(shown["leaders"]) == value
            case _:
                matches(shown[key], value, key)


def in_order(value: Any) -> str:
    """Something to sort and compare values of a list by, tables among them; null is empty."""
    if isinstance(value, dict):
        value = {key: "" if one is None else one for key, one in value.items()}
    return json.dumps(value, sort_keys=True)


def matches(found: Any, expected: Any, where: str, *, whole: bool = False) -> None:
    """Tables match on the expected keys (all keys where `whole`), lists in any order."""
    if isinstance(expected, dict):
        assert isinstance(found, dict), f"{where}: {found!r}"
        assert expected or not found, f"{where}: {found!r}, where nothing was expected"
        assert not whole or set(found) == set(expected), f"{where}: {found!r}, not {expected!r}"
        for key, value in expected.items():
            assert key in found, f"{where}.{key} is missing"
            matches(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list):
        alike = sorted(map(in_order, found)) == sorted(map(in_order, expected))
        assert alike, f"{where}: {found!r}, not {expected!r}"
    elif expected == "":
        assert found in ("", None), f"{where}: {found!r}, where nothing was expected"
    else:
        assert type(found) is type(expected), f"{where}: {found!r}, not {expected!r}"
        assert found == expected, f"{where}: {found!r}, not {expected!r}"
