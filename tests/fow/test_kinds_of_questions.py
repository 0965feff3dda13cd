"""What the screens of Flames of War ask for: taps, numbers, names and reasons, and nothing else."""

from collections.abc import Iterator

import pytest

from campaign.fow.chapters import CHAPTERS
from campaign.fow.state import State
from campaign.fow.system import SYSTEM
from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import (
    Choice,
    Day,
    Either,
    Kind,
    Moment,
    Number,
    Several,
    YesNo,
)
from campaign.kernel.interview.pages import Confirm, NextPage, Page, Question
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.kernel.interview.tapped import Pad, Squares, Tick
from fow.screens import battle, do, rifles
from fow.support import FORCES
from support.web import NAME

NAMES_AND_REASONS = {
    "name", "company", "nation", "period", "handbook", "variant/name",
    "title", "note", "text", "reason", "why", "time_limit", "left_behind", "played_on",
    "question", "platoon", "kampfgruppe/id", "first", "second", "warrior",
}  # fmt: skip
"""What people type: names, reasons, when it was; the name of a platoon where there is no roster."""
PROGRAMS = {"ImportArmyList"}
"""Commands that take a whole sheet, which a page of its own reads from a file."""

ANNA = Setting("anna", is_screen=True)


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> list[State]:
    """Before a battle, in one, after it, and when another mission may be paid for."""
    forces = {"rifles": rifles(), "grenadiers": FORCES["grenadiers"]}
    found: list[State] = []
    with battle(
        tmp_path_factory.mktemp("kinds"), forces=forces, begun=False, dice="either"
    ) as club:

        def keep() -> None:
            state = club.house.ledger.live(NAME).state
            assert isinstance(state, State)
            found.append(state)

        keep()
        do(club, "BeginBattle")
        keep()
        do(club, "ReportResult", by="anna", ended_by="conceded", side="axis")
        keep()
        do(club, "ConfirmResult", by="ben")
        do(club, "AdvanceTurn")
        keep()
        do(club, "RollMission", dice={"allies": [2], "axis": [6]})
        keep()
    return found


def commands() -> Iterator[tuple[str, type[Command]]]:
    """The game's own commands."""
    own = {kind for chapter in CHAPTERS for kind in chapter.decide}
    for name, kind in SYSTEM.rules.commands.items():
        if kind in own and name not in PROGRAMS:
            yield name, kind


def first_answer(question: Question) -> str:
    """What somebody answers who goes on."""
    match question.kind:
        case Pad():
            return "" if question.is_optional else "6 1"
        case Several():
            return ""
        case Choice(options=options):
            able = [one.value for one in options if not one.refused]
            return able[0] if able else ("" if question.is_optional else "none")
        case Number(lowest=lowest):
            return str(lowest or 1)
        case YesNo():
            return "yes"
    return "" if question.is_optional else "words"


def shown(state: State, kind: type[Command], answers: dict[str, str]) -> Iterator[Question]:
    """The questions of a command on screens, each page answered in passing."""
    seen: list[list[str]] = []
    for _ in range(12):
        outcome = interviewed(SYSTEM, state, kind, answers, ANNA, asks="all")
        if not isinstance(outcome, NextPage) or isinstance(outcome.page, Confirm):
            return
        page = outcome.page
        assert isinstance(page, Page)
        if page.keys in seen:
            return
        seen.append(page.keys)
        yield from page.questions
        if page.rows:
            answers[page.rows] = "done"
            for one in page.questions if page.least else ():
                answers[f"{page.rows}.0.{one.key}"] = first_answer(one)
        else:
            answers |= {one.key: first_answer(one) for one in page.questions}


def typed(kind: Kind) -> bool:
    """Whether an answer is typed in letters, and not tapped or written with digits."""
    match kind:
        case Several(kind=inner):
            return typed(inner)
        case Choice(options=options, is_open=is_open):
            return is_open and not options
        case Number() | YesNo() | Day() | Tick() | Pad() | Squares():
            return False
    return True


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_nothing_is_typed_but_names_and_reasons(states: list[State], name: str) -> None:
    """No id, no rule's number, no date in a form, no JSON: in no state of a round."""
    kind = SYSTEM.rules.commands[name]
    for state in states:
        ways: list[dict[str, str]] = [{}]
        if name == "RollDice":
            continue  # every aid has a test of its own
        if name == "ReportResult":
            ways = [{"ended_by": one} for one in ("objective", "cleared", "morale", "time")]
        for answers in ways:
            for one in shown(state, kind, answers):
                assert not isinstance(one.kind, Moment | Either), one.key
                key = one.key.rpartition(".")[2]
                assert not typed(one.kind) or key in NAMES_AND_REASONS, (one.key, one.kind)
                said = f"{one.label} {one.tip}".lower()
                for wrong in ("json", " id", "rule ", "sha-256", "_"):
                    assert wrong not in said, (one.key, said)
                assert len(one.tip) <= 60, one.tip
