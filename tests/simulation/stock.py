"""The store with which every evening begins: made once, then copied."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from campaign.accounts.devices import DOORS, Credentials
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.handler.command_handler import CommandHandler
from campaign.projections import projector
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support.sessions import Clock, Dice

NAME = "club"
POWERS = {
    "anna": ["germany"],
    "ben": ["ussr"],
    "clara": ["italy", "usa"],
    "david": ["japan"],
    "emma": ["commonwealth", "france"],
    "felix": ["china"],
}
"""The players, each with what they play."""
STORE = "club.db"
MEMBERS = ("host", *sorted(POWERS))
REFEREE = "ref"
"""Who plays nothing, rules on disputes and corrects the record."""


class SignedIn(NamedTuple):
    """A member's person, and the secret of their first device."""

    person: str
    secret: str


class Stock(NamedTuple):
    """A folder with a store of one campaign, its key, people and read tables; who is signed in."""

    folder: Path
    devices: dict[str, SignedIn]
    version: int
    """The last event of the opening."""


def memory() -> Path | None:
    """A folder in memory, where flushing costs nothing; else, or where TMPDIR says so, another."""
    shared = Path("/dev/shm")
    return shared if shared.is_dir() and "TMPDIR" not in os.environ else None


@cache
def stock(*, judged: bool) -> Stock:
    """What every evening begins with; with a referee, or without."""
    folder = Path(tempfile.mkdtemp(prefix="simulated-", dir=memory()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store = folder / STORE
    dice, clock = Dice("stock"), Clock()
    vault = Vault(store.with_suffix(".vault"), random=dice, links=40)
    with Ledger(store, vault, clock, random=dice) as ledger:
        people = People(store, (DELIVERIES, DOORS), clock=clock, random=dice)
        handler = CommandHandler(ledger, is_shared=False, people=people, ids=lambda: "stock")
        members = [
            {"member": one, "name": one.title(), "powers": powers, "email": f"{one}@example.org"}
            for one, powers in POWERS.items()
        ]
        judge = {"member": REFEREE, "name": "Ref", "roles": ["referee"]}
        members += [{**judge, "email": f"{REFEREE}@example.org"}] * judged
        fields = {"scenario": "global-war", "rulebook": "lif-1998"}
        answer = handler.open(NAME, setup={"members": members}, **fields)
        assert answer["accepted"], answer
        doors = Credentials(people.file, clock=clock, random=lambda count: dice(count).hex())
        campaign = ledger.live(NAME).state.campaign.id
        devices = {
            name: _let_in(doors, people, campaign, name) for name in (*MEMBERS, *[REFEREE] * judged)
        }
        projector.update(ledger, NAME)
        handler.close()
    return Stock(folder, devices, answer["version"])


def _let_in(doors: Credentials, people: People, campaign: str, member: str) -> SignedIn:
    """A member comes in by an invitation."""
    persons: list[str] = []

    def whose(db: Any, at: str, who: str) -> str:
        persons.append(people.seated(db, at, who, ""))
        return persons[0]

    invitation = doors.hand_out("invitation", campaign, member, "", None)
    came = doors.let_in(invitation, whose, "a phone")
    assert came is not None
    return SignedIn(persons[0], came[1])


def laid_out(folder: Path, *, tables: bool, judged: bool) -> Path:
    """A copy of it; the read tables, which are larger than all the rest, where there are any."""
    without = None if tables else shutil.ignore_patterns("*-tables.db")
    return copied(stock(judged=judged).folder, folder, without)


def copied(files: Path, copy: Path, without: Callable[..., set[str]] | None = None) -> Path:
    """A copy of a folder, with the modes of its files."""
    shutil.copytree(files, copy, ignore=without, copy_function=shutil.copy)
    return copy


def cleared() -> None:
    """Throws it away."""
    if stock.cache_info().currsize:
        for judged in (False, True):
            shutil.rmtree(stock(judged=judged).folder, ignore_errors=True)
        stock.cache_clear()
