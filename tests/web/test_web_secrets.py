"""Every byte that the service gives to anybody: equal while choices are sealed, never a secret."""

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from campaign.accounts import database
from events.sealed import Opening, Subject, commit
from support.evening import answer, draw, press
from support.eyes import Eyes, readable
from support.sessions import nonce_of
from support.web import NAME, PLAYERS, WebClub, club

pytestmark = pytest.mark.further

LOOKING = ("host", "ref", "olga", "anna", "stranger", "nobody", "operator")
"""A host, a referee, an observer, another player, a stranger, nobody at all, and the operator."""


class Work:
    """What the service asks of its databases: every statement with its values, by its length."""

    def __init__(self) -> None:
        self.done: list[tuple[str, int]] = []
        self._connect = sqlite3.connect

    def __call__(self, *args: Any, **more: Any) -> sqlite3.Connection:
        """A connection that notes what is asked of it."""
        made = self._connect(*args, **more)
        made.set_trace_callback(self.note)
        return made

    def note(self, text: str) -> None:
        """A statement up to its first value, and the length of all of it."""
        self.done.append((text.partition("'")[0][:40], len(text)))


class Evening:
    """A draw on which Ben seals in the vault and Dora on her device, looked at by all others."""

    def __init__(self, made: WebClub, choice: str) -> None:
        self.made, self.choice = made, choice
        self.work: list[tuple[str, int]] = []
        self.nonces = [nonce_of("dora")]
        self.eyes = Eyes(made)
        claim = {"command": "RaiseDispute", "by": "ben", "versions": [3], "claim": "No."}
        assert made.house.ledger.submit(NAME, claim)["accepted"]
        for who in (*LOOKING, *PLAYERS):
            self.eyes.browser(who)
        draw(made)

    def sealed(self) -> None:
        """Both seal, and talk; their markers are fixed, and Dora's device hands in its opening."""
        made, dora = self.made, self.made.browser("dora")
        self._talk("ben", "Now, what shall it be?")
        assert "It is in" in answer(made.browser("ben"), self.choice).text
        state = made.house.ledger.live(NAME).state
        subject = Subject(state.campaign.id, "ballot", state.board.draw, "ussr")
        opening = Opening(self.choice, nonce_of("dora"))
        sent = {"id": "dora-seals", "power": "ussr", "commitment": commit(subject, opening)}
        found = dora.post(f"/c/{NAME}/do/SealBallot", sent)
        assert found.status_code == 200, found.text
        self._talk("dora", "Mine is in, @Ben.")
        press(made.browser("host"), "Fix the ballots")
        told = {"id": "dora-opens", "power": "ussr"}
        told |= {"choice": opening.choice, "nonce": opening.nonce}
        found = dora.post(f"/c/{NAME}/do/RevealBallot", told)
        assert found.status_code == 200, found.text
        ledger = made.house.ledger
        marker = ledger.live(NAME).state.board.markers["italy"]
        subject = Subject(state.campaign.id, "ballot", state.board.draw, "italy")
        self.nonces.append(ledger.vault.open(subject, marker.ciphertext).nonce)

    def _talk(self, who: str, text: str) -> None:
        """Somebody says something about the draw, and somebody else taps something under it."""
        said = {"do": "say", "about": "draw:1", "back": "board", "text": text}
        assert self.made.browser(who).post(f"/c/{NAME}/talk", said).status_code == 200
        tap = {"do": "react", "said": "1", "kind": "surprised"}
        assert self.made.browser("anna").post(f"/c/{NAME}/talk", tap).status_code == 200

    def got(self) -> dict[str, list[bytes]]:
        """What each of those who look received, and the log."""
        found = {who: list(self.eyes.browser(who).got) for who in LOOKING}
        return {**found, "log": [line.encode() for line in self.eyes.lines]}


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Evening]]:
    """Two, of the same clock and chance, which differ in what Ben and Dora chose."""
    folders = [tmp_path_factory.mktemp(choice) for choice in ("one", "two")]
    work = Work()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", work)
        # What was read of people stays in memory by how long their file was left alone: never here.
        patch.setattr(database, "are_settled", lambda marks: False)
        with club(folders[0]) as one, club(folders[1]) as two:
            found = [Evening(one, "veto"), Evening(two, "no-veto")]
            for evening in found:
                # Whether it is ready is tried once a second at most: here once.
                patch.setattr(evening.made.house.upkeep, "_clock", lambda: 0.0)
                work.done.clear()
                evening.sealed()
                evening.eyes.look(*LOOKING)
                evening.work = list(work.done)
            yield found


def test_sealed_choices_cost_the_same_work(evenings: list[Evening]) -> None:
    """Statements, in order, with the bytes of their values: nothing takes longer for either."""
    one, other = (evening.work for evening in evenings)
    assert sum(text.startswith("INSERT INTO stored_events") for text, _ in one) > 2
    assert one == other


def test_everything_that_can_be_read_was_looked_at(evenings: list[Evening]) -> None:
    """By somebody who could; there is nothing else that a member may not read."""
    missing = set(readable()) - evenings[0].eyes.answered
    # nobody has chits without US entry, the club has begun long ago, and it stays for good
    assert missing == {
        "/c/{name}/mine",
        "/c/{name}/diary/{dispatch}/{number}",
        "/begin/{token}",
        "/take-along",
    }


def test_no_secret_is_in_any_byte(evenings: list[Evening]) -> None:
    """Nonces before the opening, ciphertexts, salts, the keys of others' devices and feeds."""
    for evening in evenings:
        made = evening.made
        sealed = [getattr(one.event, "sealed", "") for one in made.house.ledger.history(NAME)]
        seeds = [getattr(one.event, "seed_sealed", "") for one in made.house.ledger.history(NAME)]
        salts = re.findall(rb"Salt</dt><dd><code>([0-9a-f]{32})", b"".join(made.browser("ben").got))
        assert len(evening.nonces) == 2 and salts
        closed = {text.encode() for text in (*sealed, *seeds) if text}
        assert closed
        for who, parts in evening.got().items():
            hidden = {*salts, *(nonce.encode() for nonce in evening.nonces)}
            hidden |= keys_of_others(evening, who)
            for nth, part in enumerate(parts):
                assert not [one for one in hidden if one in part], (who, nth)
                if b"content-disposition: attachment" not in part:  # an export proves with them
                    assert not [one for one in closed if one in part], (who, nth)


def keys_of_others(evening: Evening, who: str) -> set[bytes]:
    """The cookies of others' devices, and the addresses of their feeds."""
    eyes = evening.eyes
    cookies = {
        name: browser.client.cookies.get("__Host-device", "")
        for name, browser in eyes.browsers.items()
    }
    found = {key for name, key in cookies.items() if key and name != who}
    found |= {token for name, token in eyes.tokens.items() if name not in (who, "guest")}
    return {key.encode() for key in found}
