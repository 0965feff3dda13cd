"""The tour of `docs/tour.md`, typed into an empty folder: every answer that it shows is given."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from support.command_line import LOADED, PROGRAM, ROOT
from support.guides import DOCS

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LONGEST = 1_800
"""How many words the tour may have: ten minutes."""
END = "--- end of block"
ANYTHING = "…"


class Typed(NamedTuple):
    """A block of the tour, and what it shows of the answers; nothing where it shows none."""

    text: str
    shown: str


def tour() -> list[Typed]:
    """What a reader types, block by block."""
    typed: list[Typed] = []
    for language, text in FENCED.findall((DOCS / "tour.md").read_text(encoding="utf-8")):
        if language == "sh":
            typed.append(Typed(text, ""))
        elif language == "text":
            assert typed and not typed[-1].shown, f"nothing was typed before this:\n{text}"
            typed[-1] = typed[-1]._replace(shown=text)
    return typed


def written(folder: Path, name: str, text: str) -> None:
    """A program for the reader's shell."""
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What was printed behind each block, all typed into one shell. `pip` installs offline, and
    into a folder of its own, which the program looks into from then on.
    """
    folder = tmp_path_factory.mktemp("tour")
    programs, site, empty = (folder / name for name in ("bin", "site", "empty"))
    scripts = folder / "tracker" / "scripts"
    for place in (programs, empty, scripts):
        place.mkdir(parents=True)
    python = shlex.quote(sys.executable)
    written(programs, "pip", f'exec {python} -m pip --quiet --disable-pip-version-check "$@"')
    path = os.pathsep.join(map(str, (site, ROOT)))
    alone = f'PYTHONPATH={shlex.quote(path)} exec {python} -c "{PROGRAM}" "$@"'
    forked = f'exec {shlex.quote(str(LOADED.programs() / "campaign"))} "$@"'
    written(programs, "campaign", f'if [ -d "{site}" ]; then {alone}; fi\n{forked}')
    simulation = f"cd {shlex.quote(str(ROOT))}; PYTHONPATH=tests:. exec {python} -m simulation"
    written(scripts, "simulate", f'{simulation} "$@"')
    script = "".join(f"{one.text}\necho; echo '{END}' $?\n" for one in tour())
    env = {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder / "home"),
        "LC_ALL": "C.UTF-8", "COLUMNS": "100", "PIP_TARGET": str(site), "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PYTHONPATH": str(ROOT),
        "TRACKER": str(scripts.parent),
    }  # fmt: skip
    done = subprocess.run(
        ["bash"], input=script, cwd=empty, env=env, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=240, check=False,
    )  # fmt: skip
    said = re.split(rf"\n?{END} \d+\n", done.stdout)
    assert len(said) == len(tour()) + 1, done.stdout[-3000:]
    return said


def fits(shown: str, answer: str) -> bool:
    """Whether an answer is what the tour shows, with `…` for anything."""
    parts = (re.escape(part.strip(" \n")) for part in shown.strip().split(ANYTHING))
    return re.fullmatch(r"[\s\S]*?".join(parts), answer.strip()) is not None


@pytest.mark.parametrize("number", range(len(tour())))
def test_it_answers_as_the_tour_shows(answers: list[str], number: int) -> None:
    """Nothing goes wrong where the tour shows no refusal."""
    typed, answer = tour()[number], answers[number]
    if typed.shown:
        assert fits(typed.shown, answer), f"{typed.text}\n{answer}"
    if "refused" not in typed.shown:
        assert not re.search(r"^(campaign: |refused|Traceback|ERROR)", answer, re.M), answer


def test_it_takes_ten_minutes() -> None:
    """And shows what it promises: each sort of retroactive event with the figure that it changes,
    the mail before and after, a game of one's own, a seed.
    """
    text = (DOCS / "tour.md").read_text(encoding="utf-8")
    assert len(text.split()) <= LONGEST
    steps = ("amend", "strike-out", "insert")
    calls = (*(f"correct {step}" for step in steps), "pip install ./duel", "simulate --seed")
    for call in calls:
        assert call in text
    for step in steps:
        _, _, after = text.partition(f"campaign correct {step} club")
        assert "campaign explain club" in after.partition("\n## ")[0], step
    assert text.count("campaign mail club") == 2
