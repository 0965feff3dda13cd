"""A look at a store's health: database, schema, vault key, campaigns, receipts, disk. IO."""

import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Literal

import msgspec

from campaign import __version__
from campaign.kernel.system import of_other_rules
from campaign.store import outlines
from campaign.store import vault as store_vault
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outline, Outlined
from campaign.store.protocol import STORE, StoreError, database
from campaign.store.sqlite.backup import damage, leftovers, opened, triggers
from campaign.store.sqlite.connections import APPLICATION_ID, SCHEMA, must_be_read
from campaign.store.vault import VaultError
from campaign.systems import SYSTEMS
from campaign.verify.receipts import UNREADABLE, Papers, read
from campaign.world import clock

LOW_SPACE = 64 * 1024 * 1024
"""Below this many bytes of free disk there is a warning."""
NO_STORE = "store"
"""What the last check of a database is about where it cannot be used."""
FEW_SEEDS = 12
"""Below this many remaining draw seeds there is a warning: two years of turns."""
NO_SPACE = 4 * 1024 * 1024
"""Below this many bytes of free disk the next event may fail to be recorded."""
READ_WHOLE = 256 * 1024 * 1024
"""Up to so many bytes a store's file is read whole at every look: some 200,000 events."""
SAFE = (3, 51, 3)
"""The first release of SQLite whose write-ahead log two programs cannot damage."""
SAFE_TOO = ((3, 50, 7), (3, 44, 6))
"""The first such releases of older lines."""
DISTRIBUTION = "campaign-tracker"
BESIDE = ("events", "templates")
"""What is installed beside `campaign`, under names that another project may use too."""
HERE = Path(__file__).parents[2]
"""Where all of it is installed, or the checkout."""
WRITES = SCHEMA
"""The schema in which this program writes a store."""
Health = Literal["good", "warning", "bad"]


Known = list[tuple[str, Outline]]
"""The campaigns that can be read, by their names."""


class Checked(msgspec.Struct, frozen=True):
    """The result of one check."""

    what: str
    health: Health
    text: str


def examine(
    ledger: Ledger,
    *,
    deep: bool = False,
    whole: bool = False,
    campaigns: list[Outlined] | None = None,
) -> Iterator[Checked]:
    """Runs every check in turn; `deep` verifies every campaign as well.

    A large file is read whole only where `whole` or `deep` asks for it. What is read of each
    campaign is added to `campaigns`, for the checks of others.
    """
    yield _program()
    yield from foreign()
    yield from _games()
    if ledger.store.place.is_database:
        whole = True
        checks = list(database().examine(ledger))
        yield from checks
        if checks[-1].what == NO_STORE:
            return
    else:
        yield of_sqlite(sqlite3.sqlite_version)
        if not ledger.store.path.exists():
            yield Checked("store", "bad", f"there is none at {ledger.store.path}")
            return
        whole = whole or deep or ledger.store.path.stat().st_size <= READ_WHOLE
        yield from _database(ledger.store.path, whole=whole)
    yield from _record(ledger, [] if campaigns is None else campaigns, deep=deep, whole=whole)


def _record(ledger: Ledger, every: list[Outlined], *, deep: bool, whole: bool) -> Iterator[Checked]:
    """What is in the store, and what lies beside it."""
    try:
        doubted = ledger.store.holes() if whole else outlines.NONE
        every += outlines.every(ledger, keeping=False, doubted=doubted)
    except StoreError as error:
        yield Checked("campaigns", "bad", str(error))
        return
    names = ", ".join(one.name for one in every)
    yield Checked("campaigns", "good", f"{len(every)}: {names}" if every else "none")
    # What cannot be read is reported with its campaign.
    known = [(one.name, one.outline) for one in every if isinstance(one.outline, Outline)]
    yield _key(ledger, known)
    yield from _former_keepers(ledger, known)
    yield from _clock(ledger, known, is_empty=not every)
    counts = _receipts_counted(ledger) if whole else None
    for one in every:
        yield from _campaign(ledger, one, counts, deep=deep)
    folder = ledger.store.path.absolute().parent
    if folder.is_dir():  # a database needs none on this machine before there is something in it
        yield from _leftovers(ledger)
        yield _space(folder)


def _receipts_counted(ledger: Ledger) -> Mapping[str, int]:
    """How many receipts each campaign has, where none is missing."""
    with suppress(StoreError):  # reading them one by one says where they are damaged
        return ledger.store.receipts_without_gaps()
    return {}


def _program() -> Checked:
    python = ".".join(map(str, sys.version_info[:3]))
    text = f"{DISTRIBUTION} {__version__} on Python {python}; it"
    return Checked("program", "good", f"{text} writes schema {SCHEMA}")


def foreign(path: Iterable[str] | None = None, ours: Path = HERE) -> Iterator[Checked]:
    """A line for each name of ours that another project uses too, along Python's path."""
    for name in BESIDE:
        if there := _first(name, path, ours):
            text = f"another project's {name} comes before ours, {there}: install the tracker"
            yield Checked("packages", "bad", f"{text} in an environment of its own, as with pipx")
        elif others := _owners(name, path):
            text = (
                f"our folder {name} also has files of {' and '.join(others)}: install the tracker"
            )
            yield Checked("packages", "warning", f"{text} in an environment of its own")


def _first(name: str, path: Iterable[str] | None, ours: Path) -> str:
    """Where a package of this name is found, unless it is ours."""
    spec = PathFinder.find_spec(name, None if path is None else list(path))
    if spec is None:
        return ""
    places = [*(spec.submodule_search_locations or ()), spec.origin or ""]
    place = Path(places[0])
    return "" if place.resolve() == (ours / name).resolve() else str(place)


def _owners(name: str, path: Iterable[str] | None) -> list[str]:
    """The other distributions whose list of files has some in this folder."""
    from importlib.metadata import distributions

    known = distributions() if path is None else distributions(path=list(path))
    names = [one.name for one in known if f"\n{name}/" in f"\n{one.read_text('RECORD') or ''}"]
    return sorted({one for one in names if one != DISTRIBUTION})


def _games() -> Iterator[Checked]:
    """Each game of another package, or why it cannot be used."""
    for name, one in SYSTEMS.installed.items():
        yield Checked("game", "good", f"{name}: {one.game.title}, from {one.package}")
    for fault in SYSTEMS.installed.faults():
        yield Checked("game", "warning", fault)


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


def _database(path: Path, *, whole: bool) -> Iterator[Checked]:
    try:
        must_be_read(path, STORE, APPLICATION_ID)
        wrong = list(damage(path)) if whole else []
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
    elif whole:
        yield Checked("database", "good", "SQLite finds it whole")
    else:
        size = path.stat().st_size // (1024 * 1024)
        text = f"it opens; {size:,} MiB are not read whole at every look"
        yield Checked("database", "good", f"{text}: `campaign doctor --whole` reads them")
    for trigger, table in triggers(path):
        text = f"{trigger!a} on {table!a} is not the tracker's: it may change or swallow what is"
        yield Checked("trigger", "bad", f"{text} recorded; have it removed (DROP TRIGGER)")
    if schema == SCHEMA:
        yield Checked("schema", "good", f"{schema}, the program's own")
    else:
        text = f"{schema} is newer than this program, which knows up to {SCHEMA}"
        yield Checked("schema", "bad", f"{text}; update the tracker")


def _key(ledger: Ledger, known: Known) -> Checked:
    """Whether the vault's key exists, and opens what it should."""
    vault = ledger.vault
    if not vault.exists():
        return Checked("vault key", "bad", f"missing: nothing sealed can be opened; {vault.path}")
    if not store_vault.key_fits(ledger.store, vault):
        text = "is not the one that this database's other machines seal with"
        return Checked("vault key", "bad", f"{text}; bring their file to {vault.path}")
    for name, outline in known:
        try:
            vault.must_open(outline.seeds)
        except VaultError as error:
            return Checked("vault key", "bad", f"{name}: {error}")
    if vault.path.is_file() and vault.path.stat().st_mode & 0o077:
        return Checked("vault key", "warning", f"others can read {vault.path}; chmod 600 it")
    return Checked("vault key", "good", "there, and it opens every campaign's seeds")


def _former_keepers(ledger: Ledger, every: Known) -> Iterator[Checked]:
    """Which campaigns draw from seeds that were sealed before the vault's newest key."""
    with suppress(VaultError):  # reported with the key
        keys = ledger.vault.count()
        if keys == 1:
            return
        known = [name for name, outline in every if _foreseen(ledger, outline)]
        count = f"{keys} keys; the first is in use, the others open what is older"
        if not known:
            text = f"{count}. No former keeper foresees a draw of any campaign"
            yield Checked("vault keys", "good", text)
            return
        calls = ", ".join(f"`campaign vault-renew {name}`" for name in known)
        text = f"{count}. Whoever kept the vault before the first still foresees the draws of"
        yield Checked("vault keys", "warning", f"{text} {', '.join(known)}: {calls}")


def _foreseen(ledger: Ledger, outline: Outline) -> bool:
    """Whether a campaign that is not over draws from seeds older than the newest key."""
    with suppress(VaultError):  # reported with the key
        return not outline.closed and ledger.vault.knew(outline.seeds)
    return False


def _clock(ledger: Ledger, known: Known, *, is_empty: bool) -> Iterator[Checked]:
    """Whether the clock is behind a campaign's last event."""
    behind = False
    for name, outline in known:
        if clock.is_behind(ledger.now(), outline.at):
            behind = True
            yield Checked("clock", "warning", f"{name}: {clock.notice(ledger.now(), outline.at)}")
    if not is_empty and not behind:
        yield Checked("clock", "good", "not behind the last event of any campaign")


def _campaign(
    ledger: Ledger, one: Outlined, counts: Mapping[str, int] | None, *, deep: bool
) -> Iterator[Checked]:
    """One campaign, with the numbers of receipts where each campaign's were counted."""
    if isinstance(one.outline, StoreError):
        health: Health = "warning" if ledger.lacks(one.name) else "bad"
        yield Checked(one.name, health, str(one.outline))
        return
    try:
        yield from _papers(ledger, one, one.outline, counts, deep=deep)
    except StoreError as error:  # its end was read, and not all of its rows can be
        yield Checked(one.name, "bad", str(error))


def _papers(
    ledger: Ledger,
    one: Outlined,
    about: Outline,
    counts: Mapping[str, int] | None,
    *,
    deep: bool,
) -> Iterator[Checked]:
    """A campaign's seeds, events and receipts."""
    name, now = one.name, ledger.now()
    yield from _seeds(name, about)
    text = f"version {one.version}, turn {about.turn}, rules {about.rules}"
    other = of_other_rules(SYSTEMS[about.system], about.campaign, about.rules)
    more = f". {other}" if other else ""
    last = ledger.store.ends(name)[1] if counts is None else counts.get(name, 0)
    count, stamps, fault = _receipts(ledger, name, last)
    if not clock.is_behind(now, about.at) and (ahead := clock.to_come(now, stamps)):
        yield Checked("clock", "warning", f"{name}: {ahead}")
    if deep:
        yield _verified(ledger, name, text, more)
    elif fault:
        yield Checked(name, "bad", f"does not verify: {fault}")
    else:
        missing = ", none missing" if counts is not None else ""
        yield Checked(name, "good", f"{text}; {count} receipts{missing}{more}")


def _receipts(
    ledger: Ledger, name: str, count: int
) -> tuple[int, tuple[tuple[str, str], ...], str]:
    """How many receipts a campaign has, the last one's time, and what is wrong with them.

    They are read one by one only where one is missing, or the last cannot be read.
    """
    with suppress(*UNREADABLE):
        if last := ledger.store.receipt(name, count):
            return count, ((f"receipt {count}", read(last).at),), ""
    papers = Papers(lambda: ledger.store.receipts(name))
    faults = list(map(str, papers.rest()))
    return papers.checked, papers.stamps, next(iter(faults), "")


def _verified(ledger: Ledger, name: str, text: str, more: str) -> Checked:
    """What an audit of a campaign finds, and whether its outline says what its record does."""
    audit = audit_of(ledger, name)
    fault = next(map(str, audit.findings(ledger.store.rows(name))), None)
    if fault:
        return Checked(name, "bad", f"does not verify: {fault}")
    if outlines.differs(ledger, name):
        told = "lists show it otherwise than its record says it is"
        return Checked(name, "warning", f"{text}; {told}: `campaign rebuild {name}`{more}")
    if audit.unjudged:
        unjudged = f"no findings, but {audit.unjudged} not judged"
        return Checked(name, "warning", f"{text}; {unjudged}{more}")
    return Checked(name, "good", f"{text}; it verifies{more}")


def _leftovers(ledger: Ledger) -> Iterator[Checked]:
    for leftover in leftovers(ledger.store.path, ledger.vault.path):
        why = "left by a backup, restore, export or import that was stopped"
        yield Checked(
            "left over", "warning", f"{leftover}: {why}; delete it, unless one is running"
        )


def _seeds(name: str, about: Outline) -> Iterator[Checked]:
    """Whether there are draw seeds for the turns to come."""
    left = max(0, about.seed_links - about.seed_number)
    if left < FEW_SEEDS and not about.closed:
        count = f"{left} draw seed{'' if left == 1 else 's'} left after this turn's"
        text = f"{name}: {count}; `campaign vault-renew {name}` gives new ones"
        yield Checked("seeds", "warning", text)


def _space(folder: Path) -> Checked:
    free = shutil.disk_usage(folder).free
    text = f"{free // (1024 * 1024):,} MiB free"
    if free < NO_SPACE:
        return Checked("disk", "bad", f"{text}: the next event may not be recorded")
    return Checked("disk", "good" if free >= LOW_SPACE else "warning", text)
