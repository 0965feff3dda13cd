"""Cases of the command line as data: calls one after the other, and what each of them says.

A file has a title in a `#` line, then `== begins`, the calls that stand before every case, and the
cases, each below `== what it shows`. A line behind a call is about that call:

    $ words              a call, as a shell reads it; it must succeed unless a `!` line follows
    < text               a line of its standard input
    + file text          a line of a file that the call behind it finds in the folder
    = text               its output is these lines, and nothing else; `=` alone is no output
    | text               one of its lines is this
    ~ text               its output holds this; `^ text` begins with it; `- text` does not hold it
    @ path = value       its output is JSON that has this value there: `anna.roles.0 = "host"`
                         (`*` stands for the keys of what is there); `@- key` has no such key
    ! status text        its exit status, and the one line on standard error; none without a text
    !~ status text       the same, where the line holds this text; `!-` where it does not
    & words              a call whose output at the end of the case is what it was here

`{folder}` and `{home}` stand for the case's own folder and home, `{break}` for a line break.
"""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from support.command_line import Done, Shell

FOLDER = Path(__file__).parents[1] / "cases" / "keyboard"
BEGINS = "begins"
MOST = 2000
"""How many letters of what was said stand beside what was wanted."""


class Step(msgspec.Struct):
    """A call, and what is said of it."""

    words: str
    is_kept: bool
    files: list[tuple[str, str]]
    typed: list[str] = []
    wants: list[tuple[str, str]] = []


def cases_of(file: Path) -> dict[str, list[Step]]:
    """The cases of a file by what they show, with the calls before each under `begins`."""
    cases: dict[str, list[Step]] = {}
    files: list[tuple[str, str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        sign, _, rest = line.partition(" ")
        if sign == "==":
            assert rest not in cases, rest
            steps = cases[rest] = []
        elif sign in ("$", "&"):
            steps.append(Step(rest, sign == "&", files))
            files = []
        elif sign == "+":
            name, _, text = rest.partition(" ")
            files.append((name, text))
        elif sign == "<":
            steps[-1].typed.append(rest)
        elif sign not in ("", "#"):
            steps[-1].wants.append((sign, rest))
    return cases


def titles(folder: Path = FOLDER) -> Iterator[tuple[Path, str]]:
    """Every case of the files of a folder."""
    for file in sorted(folder.glob("*.txt")):
        yield from ((file, title) for title in cases_of(file) if title != BEGINS)


def play(shell: Shell, steps: list[Step]) -> None:
    """Makes the calls, and compares what each says."""
    kept: dict[str, str] = {}
    for step in steps:
        for name, text in step.files:
            with (shell.folder / name).open("a", encoding="utf-8") as file:
                file.write(f"{text}\n")
        typed = "".join(f"{line}\n" for line in step.typed)
        done = shell(*_words(shell, step), typed=typed)
        if step.is_kept:
            kept[step.words] = done.out
        try:
            _compare(shell, done, step.wants)
        except AssertionError as error:
            said = f"{done.out[-MOST:]}{done.err[-MOST:]}"
            raise AssertionError(f"{step.words}: {error}\n{said}") from error
    for words, before in kept.items():
        assert shell.fine(*shlex.split(words)) == before, words


def _words(shell: Shell, step: Step) -> list[str]:
    return shlex.split(_filled(shell, step.words))


def _filled(shell: Shell, text: str) -> str:
    text = text.replace("{folder}", str(shell.folder)).replace("{home}", str(shell.home))
    return text.replace("{break}", "\n")


def _compare(shell: Shell, done: Done, wants: list[tuple[str, str]]) -> None:
    wanted = [(sign, _filled(shell, text)) for sign, text in wants]
    if not any(sign.startswith("!") for sign, _ in wanted):
        assert done.status == 0, done.err
    if whole := [text for sign, text in wanted if sign == "="]:
        assert done.out.splitlines() == ([] if whole == [""] else whole)
    for sign, text in wanted:
        assert _holds(done, sign, text), f"{sign} {text}"


def _holds(done: Done, sign: str, text: str) -> bool:
    """Whether what was said is so."""
    match sign:
        case "=":
            return True
        case "|":
            return text in done.out.splitlines()
        case "~":
            return text in done.out
        case "^":
            return done.out.startswith(text)
        case "-":
            return text not in done.out
        case "@-":
            return text not in json.loads(done.out)
        case "@":
            path, _, value = text.partition(" = ")
            return bool(_at(json.loads(done.out), path) == json.loads(value))
    status, _, error = text.partition(" ")
    line = done.error if error or sign != "!" else done.err
    fits = error == line if sign == "!" else (error in line) is (sign == "!~")
    return done.status == int(status) and fits


def _at(value: Any, path: str) -> Any:
    """What stands at a place: keys and numbers with dots between; the whole without a path."""
    for key in path.split(".") if path else ():
        value = list(value) if key == "*" else value[int(key) if key.isdecimal() else key]
    return value
