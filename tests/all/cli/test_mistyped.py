"""What is typed wrong is answered in plain words: the examples of help, each with mistakes in it.

The examples run as one story, so that the mistakes meet campaigns of every game. Each day makes
other mistakes.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from support import rotation
from support.command_line import Shell
from tests.cli.test_cli_examples import STORY, verb

MISTAKES = 2
"""In each example."""
STRANGE = (
    "", "x", "-1", "0", "9" * 20, "ü", "“Rommel”", "a=b", "=", "a=", "{}", "[1]", "nobody", "--",
    "-", "germany", "2100-01-01", "../x", "1e9", "w9999", "d1", "--json", "--yes", "--as", "--from",
)  # fmt: skip
ALONE = ("serve", "watch", "play", "replay", "setup")
"""Verbs that go on, or write outside the folder."""
OF_A_SHELL = frozenset("|<>$`&;\\")


def examples() -> Iterator[list[str]]:
    """The words of every example that is one plain call."""
    for name in STORY:
        for line in verb(name).example.strip().splitlines():
            if OF_A_SHELL.isdisjoint(line) and line.split()[0] == "campaign":
                words = shlex.split(line)[1:]
                if set(ALONE).isdisjoint(words):
                    yield words


def mistyped(words: list[str], random: Random) -> list[str]:
    """A word is left out, doubled, strange, in another's place, or has something behind it."""
    place, other = random.randrange(len(words)), random.randrange(len(words))
    before, word, after = words[:place], words[place], words[place + 1 :]
    swapped = list(words)
    swapped[place], swapped[other] = words[other], word
    return random.choice(
        (
            [*before, *after],
            [*before, word, word, *after],
            [*before, random.choice(STRANGE), *after],
            [*before, word, random.choice(STRANGE), *after],
            [*before, f"{word}{random.choice(STRANGE)}", *after],
            [*before, f"{word.partition('=')[0]}={random.choice(STRANGE)}", *after],
            swapped,
        )
    )


@pytest.mark.slow
def test_no_mistake_is_the_programs(tmp_path: Path) -> None:
    """Whatever is typed: no traceback, and nothing that the program calls its own mistake."""
    shell, random = Shell(tmp_path / "club"), Random(rotation.part())
    shell.folder.mkdir()
    wrong = []
    for words in examples():
        for typed in (*(mistyped(words, random) for _ in range(MISTAKES)), words):
            done = shell(*typed)
            if "Traceback" in done.err or "a mistake of the program" in done.err:
                wrong.append((shlex.join(typed), done.err))
    assert wrong == []
