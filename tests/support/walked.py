"""Recorded campaigns played through the service by programs of their members, who all look on."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from httpx import Response

from campaign.lif.us_entry.chits import entry_chits
from campaign.web.api.serving import CallerLimits, programs
from campaign.web.app import application
from events.sealed import Subject
from support import recorded
from support.eyes import Eyes
from support.programs import InProcess
from support.web import WebClub

OPENING = ("OpenBallots", "OpenVotes")
PASSING_OVER = ("FixMarkers", *OPENING)
"""What the handler asks a reason for, where the record was laid down without it."""
"""Commands before which most is sealed."""
WORDS = re.compile(rb"[0-9A-Za-z]{20,}")
"""What could be a key, a nonce, a salt or a ciphertext."""

NO_LIMIT = SimpleNamespace(wait=lambda caller: 0)
"""Lets everybody pass."""


class Walk:
    """A recorded campaign on its way; `leaks` names what was seen by whom who may not know it."""

    def __init__(self, folder: Path, place: Path) -> None:
        self._has_dice = "vault" in json.loads((folder / "open.json").read_text())
        self.lines = [json.loads(line) for line in recorded.commands(folder)]
        self.made = WebClub.on(recorded.opened(folder, place / "campaign.db"), name=recorded.NAME)
        self.ledger = self.made.house.ledger
        here = programs(self.made.house, CallerLimits(lambda name, rate: NO_LIMIT))
        self.made._app = application(self.made.house, here)
        self.eyes = Eyes(self.made)
        self.client = InProcess(self.made._app)
        self.leaks: list[str] = []
        self.salts: dict[str, str] = {}
        """The salt of each receipt, with its sender."""
        self.parts = self.unopened = 0
        """How many answers were searched; for how many nonces of markers before their opening."""
        self.proofs = 0
        """How many ciphertexts were found where they belong, in exports: the search does find."""
        self._tokens: dict[str, str] = {}
        self._closed: set[str] = set()
        self._known = 0

    @property
    def state(self) -> Any:
        """The campaign's state."""
        return self.ledger.live(recorded.NAME).state

    def everybody(self) -> list[str]:
        """The members, nobody, the operator, and a stranger where their own campaign takes no die
        from this one's vault.
        """
        stranger = [] if self._has_dice else ["stranger"]
        return [*self.state.campaign.members, "nobody", "operator", *stranger]

    def send(self, number: int) -> Response:
        """A line of the record, by a program of whoever sent it."""
        line = self.lines[number]
        who = line.get("by", "host")
        if who not in self._tokens:
            doors, campaign = self.made.house.doors, self.state.campaign.id
            self._tokens[who] = doors.hand_out("program", campaign, who, "act", None)
        heads = {
            "Authorization": f"Bearer {self._tokens[who]}",
            "Idempotency-Key": str(line.get("id", f"line-{number}")),
        }
        path = f"/api/v1/campaigns/{recorded.NAME}/commands"
        why = {"why": "agreed with them"} if line["command"] in PASSING_OVER else {}
        found = self.client.post(path, json={**why, **line, "by": who}, headers=heads)
        assert found.status_code == 200, (number, line, found.text)
        if salt := found.json()["receipt"].get("salt"):
            self.salts[salt] = who
        return found

    def play(self, until: int, looks: int, *whose: str) -> None:
        """The first lines; they look so many times, each time just before an opening."""
        stops = [n for n in range(until) if self.lines[n]["command"] in OPENING] or [until // 2]
        wanted = {stops[(nth + 1) * len(stops) // (looks + 1)] for nth in range(looks)}
        for number in range(until):
            if number in wanted:
                self.look(whose or self.everybody())
            self.send(number)

    def look(self, whose: Iterable[str]) -> None:
        """They read everything, and all that they got is searched."""
        secrets, sealed = self.secrets(), self.sealed()
        self.eyes.look(*whose)
        cookies = {who: self._cookie(who) for who in self.eyes.browsers}
        for who in whose:
            others = {key for name, key in cookies.items() if key and name != who}
            others |= {key for name, key in self.eyes.tokens.items() if name not in (who, "guest")}
            others |= {key for name, key in self._tokens.items() if name != who}
            others |= {salt for salt, sender in self.salts.items() if sender != who}
            got = self.eyes.browser(who).got
            for part in got:
                seen = {word.decode() for word in WORDS.findall(part)}
                hidden = secrets | others
                if b"content-disposition: attachment" in part:  # an export proves with them
                    self.proofs += len(seen & sealed)
                else:
                    hidden |= sealed
                self.leaks += [f"{who}: {one}" for one in seen & hidden]
            self.parts += len(got)
            got.clear()
        said = {word.decode() for line in self.eyes.lines for word in WORDS.findall(line.encode())}
        every = {*cookies.values(), *self.eyes.tokens.values(), *self._tokens.values()}
        self.leaks += [f"log: {one}" for one in said & (secrets | sealed | every | {*self.salts})]

    def _cookie(self, who: str) -> str:
        return str(self.eyes.browser(who).client.cookies.get("__Host-device", ""))

    def secrets(self) -> set[str]:
        """Nonces of markers that lie unopened in the vault, and of chits that nobody showed."""
        state, vault = self.state, self.ledger.vault
        kind = {"ballots": "ballot", "votes": "vote"}.get(state.board.phase, "")
        found = set()
        for power, marker in state.board.markers.items():
            if marker.ciphertext and not marker.opened:
                subject = Subject(state.campaign.id, kind, state.board.draw, power)
                found.add(vault.open(subject, marker.ciphertext).nonce)
        self.unopened += len(found)
        entry = getattr(state, "entry", None)
        if entry is not None and entry.secret_sealed and not state.campaign.closed:
            subject = entry_chits.secret_subject(state)
            secret = vault.open(subject, entry.secret_sealed).nonce
            shown = {
                chit
                for one in self.ledger.history(recorded.NAME)
                if type(one.event).__name__ in ("EntryChitsShown", "EntryOpened")
                for chit in getattr(one.event, "chits", ())
            }
            chits = {f"c{number}" for number in range(1, entry.last_chit + 1)} - shown
            found |= {entry_chits.nonce_of(secret, state.campaign.id, chit) for chit in chits}
            found.add(secret)
        return found

    def sealed(self) -> set[str]:
        """The ciphertexts of the record."""
        for one in self.ledger.history(recorded.NAME):
            for name in ("sealed", "seed_sealed", "secret_sealed"):
                if text := getattr(one.event, name, ""):
                    self._closed.add(text)
        return self._closed

    def close(self) -> None:
        """Lets go of everything."""
        self.client.close()
        self.made.close()
