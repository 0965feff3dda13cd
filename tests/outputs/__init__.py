"""What the program shows of the recorded campaigns, frozen: a digest of every output.

Digests, times and what chance gives are masked, since they differ each time a campaign is played.
A line of `frozen.json` changes only with a reason, which stands beside it.
"""

import hashlib
import io
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from campaign.cli import run
from campaign.cli.root import root
from support import demo, recorded

RECORD = Path(__file__).with_name("frozen.json")

MASKS = (
    (re.compile(r'<span class="meta">(?:[^<]* · )?<time [^>]*>[^<]*</time></span>'), ""),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<digest>"),
    (re.compile(r"\b[0-9a-f]{4}(?:[ …-]?[0-9a-f]{4})+…?"), "<digest>"),
    (re.compile(r"\b[0-9a-f]{8,63}\b"), "<short digest>"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|\+00:00)?"), "<time>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?:\.\d+)?"), "<time>"),
    (re.compile(r"\b\d\d:\d\d(?::\d\d)?(?: UTC)?\b"), "<clock>"),
    (re.compile(r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* 20\d\d\b"),
     "<day>"),
    (re.compile(r"\b20[2-9]\d-\d\d-\d\d\b"), "<day>"),
    (re.compile(r"\b[A-Za-z0-9_-]{43}=?(?![A-Za-z0-9_-])"), "<key>"),
)  # fmt: skip
"""What cannot be the same in two plays: digests whole and shortened, times, days of our own years,
keys and salts; who recorded a line and when, which stands where either differs from the line
before."""


TURN = re.compile(r"\d{4}-[A-Z]{2}|round-\d+")
"""What a page of a turn is called."""


def masked(text: str) -> str:
    """A text without what differs from play to play."""
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return text


def called(store: Path, *arguments: str) -> str:
    """What a call prints, its exit status and its errors among it."""
    printed = io.StringIO()
    home = {"HOME": str(store.parent), "XDG_DATA_HOME": str(store.parent), "COLUMNS": "80"}
    with redirect_stdout(printed), redirect_stderr(printed), patch.dict(os.environ, home):
        status = run(["--store", str(store), *arguments])
    return f"{printed.getvalue()}exit {status}\n"


def outputs(part: str = "") -> Iterator[tuple[str, str]]:
    """Every output with its name, masked; of one part alone: `program`, `demo` or a campaign."""
    if part in ("", "program"):
        yield from ((name, masked(text)) for name, text in _program())
    for folder in (*recorded.FOLDERS, *recorded.FOW):
        if part not in ("", folder.name):
            continue
        with tempfile.TemporaryDirectory() as place:
            store = recorded.played(folder, Path(place))
            for name, text in _campaign(store, recorded.NAME, Path(place)):
                yield f"{folder.name}/{name}", masked(text)
    if part not in ("", "demo"):
        return
    with tempfile.TemporaryDirectory() as place:
        for name, text in _demo(Path(place)):
            yield f"demo/{name}", masked(text)


def _program() -> Iterator[tuple[str, str]]:
    """What the program says of itself."""
    nowhere = Path("nowhere") / "club.db"
    for verb in _verbs(root):
        yield f"help/{verb}", called(nowhere, *verb.split(), "--help")
    for page in ("--help", "commands", "events"):
        yield f"help/{page} of all", called(nowhere, page)
    yield "commands.json", called(nowhere, "commands", "--json")
    yield "events.json", called(nowhere, "events", "--json")
    description = Path(__file__).parents[1] / "openapi.json"
    yield "openapi.json", description.read_text(encoding="utf-8")


def _verbs(group: click.Group, before: str = "") -> Iterator[str]:
    """Every verb, those of families too."""
    context = click.Context(group)
    for word in sorted(group.list_commands(context)):
        yield f"{before}{word}"
        verb = group.get_command(context, word)
        if isinstance(verb, click.Group):
            yield from _verbs(verb, f"{before}{word} ")


def _demo(place: Path) -> Iterator[tuple[str, str]]:
    """What the demo says and leaves, and what is shown of its campaigns."""
    done = demo.played(place)
    yield "said", f"{done.stdout}{done.stderr}exit {done.returncode}\n"
    made = place / "demo"
    for folder in ("reports", "anzio"):
        yield from _files(folder, made / folder)
    for file in sorted(made.glob("*.jsonl")):
        yield file.name, file.read_text(encoding="utf-8")
    for name in ("demo", "anzio"):
        for what, text in _campaign(made / "campaign.db", name, place / name):
            yield f"{name}/{what}", text


def _campaign(store: Path, name: str, place: Path) -> Iterator[tuple[str, str]]:
    """What is shown of a campaign."""
    shown = _read(store, "show", name)
    for verb in ("show", "status", "stats", "log", "verify", "members", "disputes", "deadline"):
        for form in ((), ("--json",)):
            yield " ".join((verb, *form)), called(store, verb, name, *form)
    yield from _statistics(store, name)
    pages = place / "pages"
    called(store, "report", name, "--out", str(pages))
    yield from _files("pages", pages)
    turns = [file.stem for file in sorted(pages.glob("*.html")) if TURN.fullmatch(file.stem)]
    for turn in turns:
        yield f"post/{turn}", called(store, "post", name, "--turn", turn, "--full")
        yield f"post/{turn}.md", called(store, "post", name, "--turn", turn, "--markdown")
    for member in shown.get("members", ()):
        mail = place / f"mail-{member}"
        called(store, "mail-preview", name, member, "--out", str(mail))
        yield from _files(f"mail/{member}", mail)
    called(store, "rebuild", name)
    for table, rows in _tables(store.with_name(f"{store.stem}-tables.db")):
        yield f"tables/{table}", rows


def _read(store: Path, *arguments: str) -> Any:
    """What a call answers in JSON; None where the game does not know the verb."""
    text, _, status = called(store, *arguments, "--json").rpartition("exit ")
    return json.loads(text) if status == "0\n" else None


def _statistics(store: Path, name: str) -> Iterator[tuple[str, str]]:
    """What is counted: of the powers and the leaders, of points; how the players stand."""
    for form in ((), ("--json",)):
        for verb in ("leaders", "cup", "points", "standings", "sectors"):
            yield " ".join((verb, *form)), called(store, verb, name, *form)
        yield (
            " ".join(("points --by-turn", *form)),
            called(store, "points", name, "--by-turn", *form),
        )
        subjects = {
            "powers": list(_read(store, "points", name) or ()),
            "leaders": [leader["id"] for leader in _read(store, "leaders", name) or ()],
        }
        for kind, whom in subjects.items():
            each = [f"{one}\n{called(store, 'stats', name, one, *form)}" for one in whom]
            if each:
                yield " ".join((f"stats of {kind}", *form)), "".join(each)


def _files(name: str, folder: Path) -> Iterable[tuple[str, str]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            text = file.read_text(encoding="utf-8", errors="replace")
            yield f"{name}/{file.relative_to(folder)}", text


def _tables(file: Path) -> Iterator[tuple[str, str]]:
    """Every table and view as text, a row a line."""
    with closing(sqlite3.connect(file)) as tables:
        kinds = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
        for (table,) in tables.execute(kinds).fetchall():
            rows = tables.execute(f'SELECT * FROM "{table}"').fetchall()
            yield table, "\n".join(sorted(map(repr, rows)))


def digests(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A short digest of each output."""
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in texts}


def read() -> dict[str, Any]:
    """What is frozen: `outputs`, and `changed` with the reason of each change."""
    return dict(json.loads(RECORD.read_text())) if RECORD.exists() else {}
