"""A look at a store's health: database, schema, vault key, campaigns, receipts, disk. IO."""

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from campaign import __version__
from campaign.kernel.decisions import SeedChain
from campaign.kernel.members import Campaign
from campaign.kernel.system import foreign
from campaign.store import vault as store_vault
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import STORE, StoreError, database
from campaign.store.reader import Live
from campaign.store.sqlite.backup import damage, leftovers, opened, triggers
from campaign.store.sqlite.connections import APPLICATION_ID, SCHEMA, must_be_read
from campaign.store.vault import VaultError
from campaign.verify.receipts import Papers
from campaign.world import clock

LOW_SPACE = 64 * 1024 * 1024
"""Below this many bytes of free disk there is a warning."""
NO_STORE = "store"
"""What the last check of a database is about where it cannot be used."""
FEW_SEEDS = 12
"""Below this many remaining draw seeds there is a warning: two years of turns."""
NO_SPACE = 4 * 1024 * 1024
"""Below this many bytes of free disk the next event may fail to be recorded."""
SAFE = (3, 51, 3)
"""The first release of SQLite whose write-ahead log two programs cannot damage."""
SAFE_TOO = ((3, 50, 7), (3, 44, 6))
"""The first such releases of older lines."""
Health = Literal["good", "warning", "bad"]


class Checked(msgspec.Struct, frozen=True):
    """The result of one check."""

    what: str
    health: Health
    text: str


def examine(ledger: Ledger, *, deep: bool = False) -> Iterator[Checked]:
    """Runs every check in turn; `deep` verifies every campaign as well."""
    yield _program()
    if ledger.store.place.is_database:
        checks = list(database().examine(ledger))
        yield from checks
        if checks[-1].what == NO_STORE:
            return
    else:
        yield of_sqlite(sqlite3.sqlite_version)
        if not ledger.store.path.exists():
            yield Checked("store", "bad", f"there is none at {ledger.store.path}")
            return
        yield from _database(ledger.store.path)
    yield from _record(ledger, deep=deep)


def _record(ledger: Ledger, *, deep: bool) -> Iterator[Checked]:
    """What is in the store, and what lies beside it."""
    try:
        names = ledger.names()
    except StoreError as error:
        yield Checked("campaigns", "bad", str(error))
        return
    yield Checked("campaigns", "good", f"{len(names)}: {', '.join(names)}" if names else "none")
    yield _key(ledger, names)
    yield from _former_keepers(ledger, names)
    yield from _clock(ledger, names)
    for name in names:
        yield from _campaign(ledger, name, deep=deep)
    folder = ledger.store.path.absolute().parent
    if folder.is_dir():  # a database needs none on this machine before there is something in it
        yield from _leftovers(ledger)
        yield _space(folder)


def _program() -> Checked:
    python = ".".join(map(str, sys.version_info[:3]))
    text = f"campaign-tracker {__version__} on Python {python}; it"
    return Checked("program", "good", f"{text} writes schema {SCHEMA}")


def of_sqlite(version: str) -> Checked:
    """Whether a release of SQLite keeps a write-ahead log whole that two programs write.

    If one connection writes at the very moment at which another one moves the log into the
    database, older releases can lose pages. Our own connections never do both at once.
    """
    number = tuple(int(part) for part in version.split("."))
    if number >= SAFE or any(first <= number < (*first[:2], 99) for first in SAFE_TOO):
        return Checked("SQLite", "good", version)
    text = f"{version} can damage a store that two programs write at the same moment"
    fixed = "fixed in 3.51.3, 3.50.7 and 3.44.6"
    ours = "The tracker's own calls take turns; for Litestream, use a release with SQLite 3.51.3"
    return Checked("SQLite", "warning", f"{text} ({fixed}). {ours}")


def _database(path: Path) -> Iterator[Checked]:
    try:
        must_be_read(path, STORE, APPLICATION_ID)
        wrong = list(damage(path))
        with opened(path, live=True) as db:
            schema = db.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        yield Checked("database", "bad", f"cannot be read: {error}")
        return
    except StoreError as error:
        yield Checked("database", "bad", str(error))
        return
    if wrong:
        yield Checked("database", "bad", f"{wrong[0]}; restore a backup or import an export")
    else:
        yield Checked("database", "good", "SQLite finds it whole")
    for trigger, table in triggers(path):
        text = f"{trigger!a} on {table!a} is not the tracker's: it may change or swallow what is"
        yield Checked("trigger", "bad", f"{text} recorded; have it removed (DROP TRIGGER)")
    if schema == SCHEMA:
        yield Checked("schema", "good", f"{schema}, the program's own")
    else:
        text = f"{schema} is newer than this program, which knows up to {SCHEMA}"
        yield Checked("schema", "bad", f"{text}; update the tracker")


def _key(ledger: Ledger, names: list[str]) -> Checked:
    """Whether the vault's key exists, and opens what it should."""
    vault = ledger.vault
    if not vault.exists():
        return Checked("vault key", "bad", f"missing: nothing sealed can be opened; {vault.path}")
    if not store_vault.key_fits(ledger.store, vault):
        text = "is not the one that this database's other machines seal with"
        return Checked("vault key", "bad", f"{text}; bring their file to {vault.path}")
    for name in names:
        try:
            shared: Campaign = ledger.live(name).state.campaign
            chain = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
            vault.seed(chain, min(max(1, shared.seed_number), shared.seed_links))
        except VaultError as error:
            return Checked("vault key", "bad", f"{name}: {error}")
        except StoreError:
            continue
    if vault.path.is_file() and vault.path.stat().st_mode & 0o077:
        return Checked("vault key", "warning", f"others can read {vault.path}; chmod 600 it")
    return Checked("vault key", "good", "there, and it opens every campaign's seeds")


def _former_keepers(ledger: Ledger, names: list[str]) -> Iterator[Checked]:
    """Which campaigns draw from seeds that were sealed before the vault's newest key."""
    with suppress(VaultError):  # reported with the key
        keys = ledger.vault.count()
        if keys == 1:
            return
        known = [name for name in names if _foreseen(ledger, name)]
        count = f"{keys} keys; the first is in use, the others open what is older"
        if not known:
            text = f"{count}. No former keeper foresees a draw of any campaign"
            yield Checked("vault keys", "good", text)
            return
        calls = ", ".join(f"`campaign vault-renew {name}`" for name in known)
        text = f"{count}. Whoever kept the vault before the first still foresees the draws of"
        yield Checked("vault keys", "warning", f"{text} {', '.join(known)}: {calls}")


def _foreseen(ledger: Ledger, name: str) -> bool:
    """Whether a campaign that is not over draws from seeds older than the newest key."""
    with suppress(StoreError, VaultError):  # reported elsewhere
        shared: Campaign = ledger.live(name).state.campaign
        chain = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
        return not shared.closed and ledger.vault.knew(chain)
    return False


def _clock(ledger: Ledger, names: list[str]) -> Iterator[Checked]:
    """Whether the clock is behind a campaign's last event."""
    behind = False
    for name in names:
        with suppress(StoreError):  # what cannot be read is reported with its campaign
            if ledger.clock_is_behind(name):
                behind = True
                yield Checked("clock", "warning", f"{name}: {ledger.about_the_clock(name)}")
    if names and not behind:
        yield Checked("clock", "good", "not behind the last event of any campaign")


def _campaign(ledger: Ledger, name: str, *, deep: bool) -> Iterator[Checked]:
    try:
        live = ledger.live(name)
    except StoreError as error:
        yield Checked(name, "warning" if ledger.lacks(name) else "bad", str(error))
        return
    try:
        yield from _papers(ledger, live, name, deep=deep)
    except StoreError as error:  # its state was read, and not all of its rows can be
        yield Checked(name, "bad", str(error))


def _papers(ledger: Ledger, live: Live, name: str, *, deep: bool) -> Iterator[Checked]:
    """A campaign's seeds, events and receipts."""
    yield from _seeds(name, live.state.campaign)
    shared: Campaign = live.state.campaign
    text = f"version {live.version}, turn {shared.turn}, rules {shared.rules}"
    other = foreign(live.system, shared)
    more = f". {other}" if other else ""
    papers = Papers(lambda: ledger.store.receipts(name))
    in_receipts = next(map(str, papers.rest()), None)
    audit = audit_of(ledger, name)
    findings = audit.findings(ledger.store.rows(name)) if deep else ()
    fault = next(map(str, findings), None) if deep else in_receipts
    if not ledger.clock_is_behind(name) and (ahead := clock.to_come(ledger.now(), papers.stamps)):
        yield Checked("clock", "warning", f"{name}: {ahead}")
    if fault:
        yield Checked(name, "bad", f"does not verify: {fault}")
    elif deep and audit.unjudged:
        unjudged = f"no findings, but {audit.unjudged} not judged"
        yield Checked(name, "warning", f"{text}; {unjudged}{more}")
    elif deep:
        yield Checked(name, "good", f"{text}; it verifies{more}")
    else:
        yield Checked(name, "good", f"{text}; {papers.checked} receipts in one chain{more}")


def _leftovers(ledger: Ledger) -> Iterator[Checked]:
    for leftover in leftovers(ledger.store.path, ledger.vault.path):
        why = "left by a backup, restore, export or import that was stopped"
        yield Checked(
            "left over", "warning", f"{leftover}: {why}; delete it, unless one is running"
        )


def _seeds(name: str, shared: Campaign) -> Iterator[Checked]:
    """Whether there are draw seeds for the turns to come."""
    left = max(0, shared.seed_links - shared.seed_number)
    if left < FEW_SEEDS and not shared.closed:
        count = f"{left} draw seed{'' if left == 1 else 's'} left after this turn's"
        text = f"{name}: {count}; `campaign vault-renew {name}` gives new ones"
        yield Checked("seeds", "warning", text)


def _space(folder: Path) -> Checked:
    free = shutil.disk_usage(folder).free
    text = f"{free // (1024 * 1024):,} MiB free"
    if free < NO_SPACE:
        return Checked("disk", "bad", f"{text}: the next event may not be recorded")
    return Checked("disk", "good" if free >= LOW_SPACE else "warning", text)
