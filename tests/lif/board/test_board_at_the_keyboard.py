"""The whole Promotions Board at one keyboard: keys pressed in a pseudo-terminal."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Shell
from support.keyboard import Question

POWERS = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")
PLAYERS = ("anna", "ben", "cleo", "dora", "emil", "finn", "gus", "hana")
SEEN = re.compile(r"Pass the keyboard (?:back )?to (?:the )?(\w+)")
MINE = re.compile(r"(\w+): you have")


class Evening:
    """Players at one keyboard: what each presses, for the ballot or the vote; else n. Elsewhere it
    is Space to take the keyboard and to go on, o to open, and Enter.
    """

    def __init__(
        self,
        ballots: Mapping[str, str] | None = None,
        votes: Mapping[str, str] | None = None,
        leaders: tuple[str, ...] = ("balbo",),
        others: Mapping[str, str] | None = None,
        until: int = 99,
        last: str | None = "q",
    ) -> None:
        self.ballots, self.votes, self.others = ballots or {}, votes or {}, others or {}
        self.leaders = list(leaders)
        self.until, self.last = until, last
        """After how many questions `last` is pressed, for good."""
        self.power = ""
        self.questions: list[str] = []
        self.keys = 0

    def __call__(self, question: str) -> str | None:
        if question.startswith("Press Space to take the"):
            self.keys += 1
            return " "
        self.questions.append(question)
        if len(self.questions) > self.until:
            return self.last
        pressed = self.answer(question)
        self.keys += len(pressed)
        return pressed

    def answer(self, question: str) -> str:
        """What is pressed."""
        if question.startswith("Leader drawn"):
            return f"{self.leaders.pop(0) if self.leaders else 'q'}\n"
        if found := SEEN.match(question):
            self.power = found[1].lower()
            return self.others.get(f"pass {self.power}", " ")
        if found := MINE.search(getattr(question, "above", "")):
            self.power = found[1].lower()
        if "[n]o vote?" in question:
            return self.votes.get(self.power, "n")
        if "[n]o?" in question:
            return self.ballots.get(self.power, "n")
        opens = "o" if "Press o" in question else " " if "Press Space" in question else "\n"
        return next((key for text, key in self.others.items() if text in question), opens)


def club(folder: Path, *more: str, points: Mapping[str, int]) -> Shell:
    """A club in which Anna plays Germany; powers have these points, others none."""
    shell = Shell(folder)
    given = [f"starting_points.{power}={points.get(power, 0)}" for power in POWERS]
    rulings = [word for ruling in given for word in ("--ruling", ruling)]
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war", *rulings, *more)
    shell.fine("enrol", "club", "anna", "--role", "player")
    shell.fine("assign", "club", "germany", "anna")
    return shell


def all_played(shell: Shell) -> Shell:
    """Each of the other seven powers gets a player of its own."""
    for power, member in zip(POWERS[1:], PLAYERS[1:], strict=True):
        shell.fine("enrol", "club", member, "--role", "player")
        shell.fine("assign", "club", power, member)
    return shell


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A club of eight powers with nine points each, and one of two; both draw at the table."""
    table = ("--ruling", "draws=table")
    folder = tmp_path_factory.mktemp("eight")
    eight = all_played(club(folder, *table, points=dict.fromkeys(POWERS, 9)))
    two = club(tmp_path_factory.mktemp("two"), *table, points={"germany": 9, "france": 1})
    return {"eight": eight.folder, "two": two.folder}


def copied(made: Mapping[str, Path], name: str, folder: Path) -> Shell:
    """One of the clubs in a folder of its own."""
    folder.mkdir(exist_ok=True)
    for file in ("campaign.db", "campaign.vault"):
        shutil.copy(made[name] / file, folder)
    return Shell(folder)


@pytest.fixture
def eight(made: dict[str, Path], tmp_path: Path) -> Shell:
    """The club of eight powers."""
    return copied(made, "eight", tmp_path)


@pytest.fixture
def two(made: dict[str, Path], tmp_path: Path) -> Shell:
    """The club of two powers that can pay."""
    return copied(made, "two", tmp_path)


def shown(shell: Shell) -> dict[str, Any]:
    """What everybody may see."""
    found: dict[str, Any] = shell.read("show", "club")
    return found


def events(shell: Shell, kind: str) -> list[dict[str, Any]]:
    """The events of a kind."""
    lines = map(json.loads, shell.fine("log", "club", "--json").splitlines())
    return [line for line in lines if line["type"] == f"lif.{kind}"]


# --- what everybody sees ------------------------------------------------------------------------


def above(asked: list[Question], question: str) -> str:
    """What was on the screen above a question, in one line."""
    (found,) = {" ".join(one.above.split()) for one in asked if one == question}
    return found


# --- secrets ------------------------------------------------------------------------------------


def until_opened(screen: str) -> str:
    """Every byte up to the opening of the ballots, without the times."""
    head = screen[: screen.index("All ballots are in.")]
    return re.sub(r"receipt \S+, in at \d\d:\d\d:\d\d", "", head)


def test_without_a_terminal_it_opens_the_stage(two: Shell) -> None:
    """As it always did; for a program, at a terminal too."""
    answer = json.loads(two.fine("board", "club", "--json"))
    assert [event["type"] for event in answer["events"]] == ["lif.ReinforcementOpened"]
    assert shown(two)["board"]["phase"] == "draw"
