"""Eight writers and two readers at one campaign, and what must be found after random kills.

Each writer is a process of its own and sends commands with a key each, every seventh one twice; it
prints each answer. Whenever so many answers have come out, one writer that chance has chosen is
killed (`kill -9`) and another begins. Readers check all the time that what they see is one moment.
"""

import os
import random
import selectors
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger

NAME = "club"
WRITERS, READERS = 8, 2
MOST = 40
"""Answers between two kills, at most."""

WRITER = """
import sys
from campaign.store.ledger import Ledger
text = '{"command":"BuyVetoPoints","power":"usa","intelligence_points":5,"id":"%s"}'
number = 0
with Ledger(sys.argv[1]) as ledger:
    while True:
        number += 1
        key = f"{sys.argv[2]}.{number}"
        for _ in range(2 if number % 7 == 0 else 1):
            answer = ledger.submit("club", text % key)
            print(key, answer["version"] if answer["accepted"] else answer, flush=True)
"""
READER = """
import sys
from campaign.store.ledger import Ledger
from events import chain
last = 0
with Ledger(sys.argv[1]) as ledger:
    while True:
        version = ledger.show("club")["version"]
        assert version >= last, (version, last)
        live, last = ledger.live("club"), version
        (row,) = ledger.store.rows("club", live.version - 1, live.version)
        assert chain.head(row[2]) == live.head, live.version
"""


@contextmanager
def process(script: str, *arguments: str, errors: IO[str]) -> "Iterator[subprocess.Popen[str]]":
    """A writer or a reader, killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "CAMPAIGN_LOCK_TIMEOUT": "60"},
    ) as started:
        try:
            yield started
        finally:
            started.kill()


class Crowd:
    """The writers, and what they were answered."""

    def __init__(self, store: Path, errors: IO[str]) -> None:
        self._store, self._errors = store, errors
        self._begun = 0
        self._running = selectors.DefaultSelector()
        self._unfinished: dict[int, bytes] = {}
        self.answers: dict[str, str] = {}
        """What each key's command was answered."""

    def begin(self) -> None:
        """One more writer."""
        self._begun += 1
        way = process(WRITER, str(self._store), str(self._begun), errors=self._errors)
        writer = way.__enter__()
        assert writer.stdout is not None
        self._running.register(writer.stdout.fileno(), selectors.EVENT_READ, (writer, way))

    def listen(self, wanted: int) -> None:
        """Waits for so many answers more, whoever gets them."""
        heard = 0
        while heard < wanted:
            for key, _ in self._running.select():
                heard += self._heard(key.fd, os.read(key.fd, 1 << 16))

    def _heard(self, place: int, text: bytes) -> int:
        assert text, "a writer ended by itself"
        *whole, self._unfinished[place] = (self._unfinished.get(place, b"") + text).split(b"\n")
        for line in whole:
            key, answer = line.decode().split(" ", 1)
            assert answer.isdecimal(), line
            assert self.answers.setdefault(key, answer) == answer, f"{key} has two answers"
        return len(whole)

    def end(self, chance: random.Random) -> None:
        """Kills one writer; what it had said before counts."""
        key = chance.choice(list(self._running.get_map().values()))
        writer, way = key.data
        writer.kill()
        while text := os.read(key.fd, 1 << 16):
            self._heard(key.fd, text)
        self._unfinished.pop(key.fd, None)
        self._running.unregister(key.fd)
        way.__exit__(None, None, None)

    def end_all(self) -> None:
        """Kills every writer that there is."""
        while self._running.get_map():
            self.end(random.Random(0))


def survive(folder: Path, kills: int) -> None:
    """Nothing answered is lost, nothing is there twice, readers saw moments, the rest verifies."""
    store, chance = folder / "campaign.db", random.Random(1942)
    with Ledger(store) as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
    with (folder / "errors").open("w") as errors, ExitStack() as ends:
        crowd = Crowd(store, errors)
        ends.callback(crowd.end_all)
        script = (READER, str(store))
        readers = [ends.enter_context(process(*script, errors=errors)) for _ in range(READERS)]
        for _ in range(WRITERS):
            crowd.begin()
        for _ in range(kills):
            crowd.listen(chance.randint(1, MOST))
            crowd.end(chance)
            crowd.begin()
        assert [reader.poll() for reader in readers] == [None] * READERS
        crowd.end_all()
    assert (folder / "errors").read_text() == ""
    with Ledger(store) as ledger:
        assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []
        keys = [(e.event.key, str(e.version)) for e in ledger.history(NAME) if e.event.key]
        assert len({key for key, _ in keys}) == len(keys)
        assert crowd.answers.items() <= dict(keys).items()
        assert ledger.fresh(NAME).state == ledger.live(NAME).state
