"""Control characters of old records: none reaches a terminal or a pipe, whatever the verb."""

import ast
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from campaign.cli import output, run
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import chain, codec
from support.forged import forged
from support.stores import Stored

CLI = Path(output.__file__).parent
SCREEN = CLI.parent / "extensions" / "replay_screen.py"
MOVING = [
    *map(chr, range(0x00, 0x0A)), *map(chr, range(0x0B, 0x20)), *map(chr, range(0x7F, 0xA0)),
    *map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A)),
    "\u061c", "\u200e", "\u200f", "\u2028", "\u2029",
]  # fmt: skip
"""C0 but the line feed, delete, C1, and what turns words round."""
POISON = "".join(MOVING)
TEXTS = (
    "name", "claim", "text", "reason", "note", "source", "value", "travels_with", "title",
    "facts", "asks", "answer", "stated", "means", "email",
)  # fmt: skip
"""Every field in which people write freely, and some that an attacker would."""


def poisoned(value: Any) -> Any:
    """A text with every moving character behind its first letter; so in lists and tables."""
    match value:
        case str():
            return value[:1] + POISON + value[1:]
        case list():
            return [poisoned(one) for one in value]
        case dict():
            return {key: poisoned(one) for key, one in value.items()}
    return value


def poison(version: int, event: dict[str, Any]) -> None:
    """Poisons an event's free texts, also those of leaders, counters and corrections in it."""
    for field, value in event.items():
        if field in TEXTS:
            event[field] = poisoned(value)
            if "type" in event and not readable(event):
                event[field] = value  # one of a few words, and no text of anybody's
        elif field in ("sheet", "counters", "events", "rows"):
            for one in value:
                if isinstance(one, dict):
                    poison(version, one)
        elif field in ("event", "counter") and isinstance(value, dict):
            poison(version, value)


def readable(event: dict[str, Any]) -> bool:
    """Whether the program still knows the event."""
    try:
        SYSTEMS.codec.decode(json.dumps(event).encode())
    except codec.UnreadableEventError:
        return False
    return True


def stored(export: Path, store: Path, name: str) -> None:
    """A record put into a store past every check, as a program of somebody's own would."""
    rows, receipts = [], []
    for line in map(json.loads, export.read_bytes().splitlines()[1:]):
        if "event" in line:
            row = json.dumps(line["event"], ensure_ascii=False).encode()
            rows.append((line["version"], line["topic"], chain.seal(row)))
        else:
            row = json.dumps(line["receipt"], ensure_ascii=False).encode()
            receipts.append((line["number"], chain.seal(row)))
    with Ledger(store) as ledger:
        ledger.store.make()
        ledger.store.append(name, rows, receipts=receipts)


def receipt(number: int, told: dict[str, Any]) -> None:
    """Poisons what a receipt says of its sender and command."""
    for field in ("by", "command"):
        if told.get(field):
            told[field] = poisoned(told[field])


@pytest.fixture(scope="module")
def stored_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, str]]:
    """A poisoned record: a dispute with its correction, leaders in play, US entry."""

    @cache
    def made(archive: str) -> tuple[Path, str]:
        folder = tmp_path_factory.mktemp(archive)
        kept = Stored(archive, folder)
        (name,) = kept.names
        file = forged(kept.export(name), folder / "poisoned.jsonl", poison, receipt)
        assert "\u202e" in file.read_text(encoding="utf-8")
        stored(file, folder / "poisoned.db", name)
        return folder / "poisoned.db", name

    return made


VERBS = {
    "log": ("log", "NAME"), "log --json": ("log", "NAME", "--json"), "show": ("show", "NAME"),
    "show --json": ("show", "NAME", "--json"), "status": ("status", "NAME"),
    "status --json": ("status", "NAME", "--json"), "verify": ("verify", "NAME"),
    "verify --json": ("verify", "NAME", "--json"), "replay": ("replay", "NAME", "--from", "1"),
    "replay --json": ("replay", "NAME", "--from", "1", "--json"), "receipts": ("receipts", "NAME"),
    "receipts --json": ("receipts", "NAME", "--json"), "receipt": ("receipt", "NAME/3"),
    "disputes": ("disputes", "NAME"), "dispute d1": ("disputes", "NAME", "d1"),
    "disputes --json": ("disputes", "NAME", "--json"), "members": ("members", "NAME"),
    "bookmarks": ("bookmarks", "NAME"), "leaders": ("leaders", "NAME"),
    "counters": ("counters", "list", "NAME"), "us-entry": ("us-entry", "status", "NAME"),
    "explain": ("explain", "NAME", "points", "germany"), "list": ("list",), "doctor": ("doctor",),
    "cup": ("cup", "NAME"), "points": ("points", "NAME"),
    "diff": ("diff", "NAME", "3", "9"), "none": ("status", f"x{POISON}"),
}  # fmt: skip
READ = {
    "log", "log --json", "show", "show --json", "status", "status --json", "replay",
    "replay --json", "receipts", "receipts --json", "receipt", "disputes", "members", "leaders",
}  # fmt: skip
"""Those that read a poisoned record to its end."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "archive",
    ["veto-of-three",
     *(pytest.param(archive, marks=pytest.mark.further)
       for archive in ("misread-losses", "lif-1998-us-entry-table"))],
)  # fmt: skip
@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
def test_no_verb_prints_what_moves_the_cursor(
    stored_of: Callable[[str], tuple[Path, str]], archive: str, verb: str, terminal: bool,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Whatever it says and however it ends, only line feeds and what the program itself styles."""
    store, name = stored_of(archive)
    monkeypatch.setattr(output, "on_terminal", lambda: terminal)
    monkeypatch.setattr("click.style", lambda text, **_: text)
    status = run(["--store", str(store), *(word.replace("NAME", name) for word in VERBS[verb])])
    told = capsys.readouterr()
    assert told.out or told.err
    assert status == 0 or verb not in READ, told.err
    seen = sorted({sign for sign in told.out + told.err if sign in POISON})
    assert seen == [], verb
    if verb.endswith("--json") and not terminal:
        for line in told.out.splitlines():
            json.loads(line)


def test_the_poison_is_in_what_is_printed(
    stored_of: Callable[[str], tuple[Path, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The tests above would see it: each character has its picture, and JSON gives it back."""
    store, name = stored_of("veto-of-three")
    run(["--store", str(store), "log", name])
    pictures = output.plain(POISON)
    assert len(pictures) == len(POISON) and pictures.startswith("␀␁␂")
    assert pictures in capsys.readouterr().out
    run(["--store", str(store), "log", name, "--json"])
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert any(POISON in event.get("claim", "") for event in events)


def test_the_full_screen_shows_no_more() -> None:
    """What the replay puts on the screen goes through the same sieve, places and styles kept."""
    tree = ast.parse(SCREEN.read_text(encoding="utf-8"))
    (put,) = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "_put"
    ]
    assert "what.plain = plain(what.plain)" in ast.unparse(put)
    updates = re.findall(r"\.update\(", SCREEN.read_text(encoding="utf-8"))
    assert len(updates) == 1


PRINTERS = {"output.py", "programs.py", "root.py", "help.py", "help_pages.py", "terminal.py"}
"""The one place, the shell's completion script, the help (texts of the program's own), and what
moves the cursor on purpose."""


def test_everything_is_printed_in_one_place() -> None:
    """No verb prints by itself: `click.echo`, `click.secho`, `print` and `sys.stdout.write`."""
    for file in CLI.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        calls = re.findall(r"click\.s?echo\(|(?<![\w.])print\(|sys\.std(?:out|err)\.write\(", text)
        if file == CLI / "__init__.py":
            assert calls == ["print("] and "print(folded(plain(" in text
        elif file.name not in PRINTERS:
            assert calls == [], file.name
