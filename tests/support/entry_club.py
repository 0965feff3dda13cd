"""A club playing US entry, with everything that anybody is told of it, for tests of secrecy."""

import contextlib
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from campaign.cli import run
from campaign.kernel import decisions
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store.export import export
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support.sessions import Clock, Dice
from support.web import WebClub

HERE = Path(__file__).parents[1] / "campaigns"
FOLDERS = sorted(HERE.glob("*-us-entry-*"))
LEDGER, TABLE = FOLDERS
NAME = "recorded"
VIEWERS = ("anna", "ben", "clara", "felix", "ref", "eve", "host")
"""The playing host, the USA's player and who follows him, another one, referee, observer, host."""
READINGS = (
    ("show", NAME, "--json"), ("show", NAME), ("log", NAME), ("log", NAME, "--json"),
    ("status", NAME), ("us-entry", "state", NAME), ("us-entry", "state", NAME, "--json"),
    ("us-entry", "next", NAME), ("us-entry", "chart", NAME), ("us-entry", "mine", NAME),
    ("us-entry", "mine", NAME, "--json"), ("points", NAME), ("members", NAME),
    ("stats", NAME), ("stats", NAME, "--json"), ("stats", NAME, "usa", "--json"),
)  # fmt: skip
PAGES_OF_EACH = (
    "", "/board", "/mine", "/host", "/do/DrawEntryChits", "/views/us-entry-mine",
    "/views/us-entry-next",
)  # fmt: skip
PAGES = (
    *PAGES_OF_EACH, "/journal", "/members", "/disputes", "/turns/index.html", "/do", "/replay",
    "/diff?from=1", "/figures", "/us-entry", "/pools", "/screen", "/undo",
    "/views", "/views/us-entry-state", "/views/us-entry-chart", "/views/stats",
)  # fmt: skip
"""Pages of the service, below the campaign's."""
PRIVATE = "mine"
"""The reading that is the USA's player's own, and is no output for others."""
ASKED: tuple[dict[str, Any], ...] = (
    {"command": "PickEntryOption", "option": 60},
    {"command": "PickEntryOption", "option": 62, "rolls": {"japan": 3, "germany-italy": 4}},
    {"command": "ShowEntryChits", "chits": ["c1"]},
    {"command": "EnterEntryChits", "pool": "entry-japan", "values": [1]},
    {"command": "DrawEntryChits", "pool": "entry-japan", "values": [1]},
    {"command": "DrawEntryChits", "pool": "tension-japan"},
    {"command": "MoveEntryChits", "pool": "entry-japan", "to": "entry-japan"},
    {"command": "PlaceEntryChits", "to": "entry-japan", "chits": ["c1"]},
    {"command": "ReturnEntryChits", "pool": "entry-japan", "chits": ["c999"]},
    {"command": "TakeEntryAction", "action": 99},
    {"command": "StockEntryChits", "rows": [{"value": 1, "count": 1}]},
)
"""What each viewer but the USA's player tries, and is refused."""


def rows_of(db: sqlite3.Connection) -> Iterator[str]:
    """Every row of a database, bytes as the text that they hold."""
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    for (table,) in tables.fetchall():
        yield from (f"{table} {row}" for row in db.execute(f'SELECT * FROM "{table}"'))


class Club:
    """A recorded campaign as it is played, with everything that anybody is told of it."""

    def __init__(self, folder: Path, opening: dict[str, Any], chance: Dice) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.store = folder / "campaign.db"
        vault = Vault(self.store.with_suffix(".vault"), random=chance)
        self.ledger = Ledger(self.store, vault, Clock())
        self.told: list[dict[str, Any]] = []
        """Answers to what was accepted, and to what others tried in vain."""
        self._stops = 0
        self._web: WebClub | None = None
        wanted = ("system", "scenario", "rulebook", "rulings", "setup")
        told = self.ledger.open(NAME, **{key: opening[key] for key in wanted})
        assert told["accepted"], told

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command that must be accepted."""
        answer = self.ledger.submit(NAME, command)
        assert answer["accepted"], (command, answer)
        self.told.append(answer)
        return answer

    @property
    def state(self) -> Any:
        """The campaign's state."""
        return self.ledger.live(NAME).state

    @property
    def turn(self) -> str:
        """The turn in play."""
        return str(self.state.campaign.turn)

    @property
    def holder(self) -> str:
        """Who sees the USA's values: a host where nobody plays it."""
        return str(self.state.campaign.powers.get("usa", "host"))

    def private(self) -> dict[str, int]:
        """The values of all chits on the table."""
        told = self.ledger.private(NAME, self.holder)["private"]
        pools = [chit for held in told["pools"].values() for chit in held["chits"]]
        return {chit["chit"]: chit["value"] for chit in [*pools, *told["aside"]]}

    def strangers(self) -> list[str]:
        """Viewers who must not see a value."""
        hosts = ("anna", "host") if self.holder == "host" else ()
        return [who for who in VIEWERS if who != self.holder and who not in hosts]

    def refused(self) -> Iterator[tuple[str, bytes]]:
        """What strangers are told who try what is the USA's, or cannot be."""
        for who in self.strangers():
            for number, command in enumerate(ASKED):
                answer = self.ledger.submit(NAME, {**command, "by": who})
                assert not answer["accepted"], (who, command)
                yield f"refusal {number} {who}", json.dumps(answer).encode()
            answer = self.ledger.private(NAME, who)
            assert not answer["accepted"], who
            yield f"private {who}", json.dumps(answer).encode()

    def read(self) -> Iterator[tuple[str, bytes]]:
        """What the command line prints to strangers, errors too; the first of them reads all."""
        for place, who in enumerate(self.strangers()):
            for words in READINGS:
                if not place or PRIVATE in words:
                    yield f"{' '.join(words)} {who}", self.printed(*words, "--as", who)
            out = str(self.store.parent / "private")
            yield f"page {who}", self.printed("us-entry", "page", NAME, "--out", out, "--as", who)

    def served(self) -> Iterator[tuple[str, bytes]]:
        """What the service sends to strangers, headers too; the first of them reads all."""
        if self._web is None:
            self._web = WebClub.on(self.ledger, name=NAME)
        last = self.ledger.store.ends(NAME)[1]
        pages_of_all = (*PAGES, f"/turns/{self.turn}", f"/receipts/{last}")
        for place, who in enumerate(self.strangers()):
            browser = self._web.browser(who)
            browser.got.clear()
            for path in pages_of_all if not place else PAGES_OF_EACH:
                browser.get(f"/c/{NAME}{path}")
                yield f"web {path} {who}", b"\n".join(browser.got)
                browser.got.clear()

    def printed(self, *words: str) -> bytes:
        """What a call of the command line prints on either stream, with its exit status."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(["--store", str(self.store), *words])
        return f"{status}\n{out.getvalue()}\n{err.getvalue()}".encode()

    def written(self) -> Iterator[tuple[str, bytes]]:
        """Database, read tables, reports and export, as files; answers and events as JSON."""
        self._stops += 1
        out = self.store.parent / f"out-{self._stops}"
        out.mkdir()
        export(self.ledger, NAME, out / "export.jsonl")
        pages.write(self.ledger, NAME, out)
        projector.update(self.ledger, NAME)
        with (
            closing(sqlite3.connect(self.store)) as source,
            closing(sqlite3.connect(out / "campaign.db")) as copy,
        ):
            source.backup(copy)
        with (
            closing(sqlite3.connect(database.path(self.store))) as source,
            closing(sqlite3.connect(out / "campaign-tables.db")) as copy,
        ):
            source.backup(copy)
        for file in sorted(out.iterdir()):
            yield file.name, file.read_bytes()
            if file.suffix == ".db":
                with closing(sqlite3.connect(file)) as db:
                    yield f"rows of {file.name}", "\n".join(rows_of(db)).encode()
        yield "answers", json.dumps(self.told).encode()
        for recorded in self.ledger.history(NAME):
            told = decisions.stamped(recorded.version, recorded.event, recorded.digest)
            yield f"event {recorded.version}", json.dumps(told).encode()

    def everything(self) -> dict[str, bytes]:
        """All that anybody but the USA's player is told or may copy, by name."""
        told = {**dict(self.refused()), **dict(self.read()), **dict(self.served())}
        return {**told, **dict(self.written())}

    def raw(self) -> dict[str, bytes]:
        """The files beside the store as they lie there, but for the vault's key."""
        files = [file for file in self.store.parent.iterdir() if file.is_file()]
        kept = [file for file in files if file.suffix != ".vault"]
        return {f"{file.name} as it lies": file.read_bytes() for file in kept}


def opening(folder: Path) -> dict[str, Any]:
    """How a recorded campaign is opened."""
    told: dict[str, Any] = json.loads((folder / "open.json").read_text())
    return told


def commands(folder: Path) -> list[dict[str, Any]]:
    """A recorded campaign's commands, but for its close, which opens the secret."""
    lines = (folder / "commands.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines[:-1]]
