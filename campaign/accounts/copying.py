"""Carries a club from one store to another: every campaign, its people and its key. IO.

Each campaign goes by export and import, so its record is verified on the way and is the same byte
for byte. What no export holds goes beside it: sealed salts, people, the vault's key. A copy that
was cut short is finished by the same call again.
"""

import os
import shutil
import tempfile
from itertools import zip_longest
from pathlib import Path

import msgspec

from campaign.accounts.moving import copy_people, has_people
from campaign.store import export as exchange
from campaign.store import vault
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace
from campaign.store.vault import KEY_VARIABLE, Vault

SETTINGS = "club.toml"


class Carried(msgspec.Struct, frozen=True):
    """What went from one store to another."""

    campaigns: dict[str, int] = {}
    """Each campaign's number of events."""
    people: int = 0
    """How many rows of people."""
    key: str = ""
    """Where the key is now; empty where there is none."""


def copied(source: StorePlace, target: StorePlace) -> Carried:
    """Copies a store; the source stays as it is. Raises `StoreError`."""
    return _carried(source, target, "")


def moved(source: StorePlace, target: StorePlace) -> Carried:
    """Copies a store, and shuts the source: nothing more is recorded there.

    Nobody writes to the source meanwhile. Where anything fails, or the program is killed, the
    source is as it was. A move that has ended is not made again. Raises `StoreError`.
    """
    to = str(target) if target.is_database else str(target.file.absolute())
    return _carried(source, target, to)


def checked(source: StorePlace, target: StorePlace) -> dict[str, int]:
    """What would go, or why it can't. Raises `StoreError`; nothing is written."""
    with Ledger(source) as old, Ledger(target) as new:
        _may_go(old, new)
        return {name: old.store.version(name) for name in old.names()}


def _carried(source: StorePlace, target: StorePlace, to: str) -> Carried:
    with Ledger(source) as old, Ledger(target) as new:
        if to and old.store.exists() and old.store.moved_to() == to and new.store.exists():
            _mark(target).unlink(missing_ok=True)
            return Carried(new.store.versions(), key=_where(new.vault))
        _may_go(old, new)
        _begin(source, target)
        with old.store.handing_over(to):
            new.store.make()
            key = _key(old, new)
            campaigns = {name: _campaign(old, new, name) for name in old.names()}
            _settings(source, target)
            for name in campaigns:
                _must_equal(old, new, name)
            # Last, because people may come in and go without a line in the record.
            people = sum(copy_people(source, target, anew=True).values())
        _mark(target).unlink(missing_ok=True)
        return Carried(campaigns, people, key)


def _may_go(old: Ledger, new: Ledger) -> None:
    """Raises `StoreError` where the source has nothing, or the target something else."""
    here, there = old.store.place, new.store.place
    if not old.store.exists():
        raise StoreError(f"there is no campaign store in {here}")
    if str(here) == str(there) or (not here.is_database and _is_same_file(here, there)):
        raise StoreError(f"{here} is both: name another place to go to")
    if to := old.store.moved_to():
        raise StoreError(f"{here} has moved to {to} already")
    _key_may_go(old, new)
    is_under_way = _read(_mark(there)) == str(here)
    if not is_under_way and has_people(there):
        raise StoreError(f"{there} has people already; name an empty place, nothing was changed")
    _campaigns_may_come(old, new, is_under_way=is_under_way)


def _campaigns_may_come(old: Ledger, new: Ledger, *, is_under_way: bool) -> None:
    """Raises `StoreError` where the target has more than what this move brought already."""
    there = new.store.place
    if not new.store.exists():
        return
    if to := new.store.moved_to():
        raise StoreError(f"{there} has moved to {to}; name another place to go to")
    names = new.names()
    if names and not (is_under_way and set(names) <= set(old.names())):
        first = f"{', '.join(names[:3])}{' …' if len(names) > 3 else ''}"
        raise StoreError(
            f"{there} has campaigns already ({first}); name an empty place, nothing was changed"
        )
    for name in names:
        if not _is_part(old, new, name):
            raise StoreError(
                f"{name} was played on in {there} since the move was cut short; name an empty "
                "place, nothing was changed"
            )


def _key_may_go(old: Ledger, new: Ledger) -> None:
    """Raises `StoreError` where the key is lacking or another, at either end."""
    own, there = old.vault.path, new.vault.path
    both = KEY_VARIABLE not in os.environ and own.is_file() and there.is_file()
    if both and own.read_bytes() != there.read_bytes():
        raise StoreError(f"{there} is another key; move it away, or name another place")
    if not old.names() or vault.key_fits(old.store, old.vault):
        return
    if old.vault.exists() or new.store.place.is_database:
        key = "another key than it seals with" if old.vault.exists() else "no key"
        raise StoreError(
            f"this machine has {key} for {old.store.place}; bring the key to {old.vault.path}"
        )


def _is_same_file(here: StorePlace, there: StorePlace) -> bool:
    return there.file.exists() and here.file.samefile(there.file) and not there.is_database


def _is_part(old: Ledger, new: Ledger, name: str) -> bool:
    """Whether what a move left of a campaign is its beginning, and nothing else was recorded."""
    for one, other in (
        (old.store.rows(name), new.store.rows(name)),
        (old.store.receipts(name), new.store.receipts(name)),
    ):
        for known, carried in zip_longest(one, other):
            if carried is None:
                break
            if known is None or tuple(known) != tuple(carried):
                return False
    return True


# --- a move that is under way -------------------------------------------------------------------


def _mark(target: StorePlace) -> Path:
    """The file that says, beside a store, from where a move to it is under way."""
    return target.file.with_suffix(".moving")


def _begin(source: StorePlace, target: StorePlace) -> None:
    """Notes that what is at the target from now on came from the source, and may be replaced."""
    try:
        target.folder.mkdir(parents=True, exist_ok=True)
        _mark(target).write_text(str(source), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"cannot write {_mark(target)}: {error.strerror or error}") from error


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        return ""


# --- what goes ----------------------------------------------------------------------------------


def _where(vault: Vault) -> str:
    """Where a store's key is; empty where there is none."""
    if KEY_VARIABLE in os.environ:
        return KEY_VARIABLE
    return str(vault.path) if vault.path.is_file() else ""


def _key(old: Ledger, new: Ledger) -> str:
    """Puts the vault's key beside the new store; where it is."""
    if KEY_VARIABLE in os.environ:
        return KEY_VARIABLE
    own, there = old.vault.path, new.vault.path
    if not own.is_file():
        return ""
    if not there.exists():
        there.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=there.parent, prefix=f".{there.name}.")  # mode 600
        os.close(handle)
        shutil.copyfile(own, draft)
        Path(draft).replace(there)
    vault.prepare_key(new.store, new.vault)
    return str(there)


def _campaign(old: Ledger, new: Ledger, name: str) -> int:
    """Carries one campaign, unless all of it is there already; how many events it has."""
    if new.store.version(name):
        if _same(old, new, name):
            return new.store.version(name)
        new.store.forget(name)  # an older part of it
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        file = Path(folder) / f"{name}.jsonl"
        count = exchange.export(old, name, file)
        exchange.import_(new, file, salts=old.store.salts(name))
    return count


def _settings(source: StorePlace, target: StorePlace) -> None:
    """Copies the settings of a store where the other has none."""
    own = source.file.with_suffix(".toml")
    own = own if own.is_file() else source.file.with_name(SETTINGS)
    there = target.file.with_suffix(".toml")
    if own.is_file() and not there.exists() and not there.with_name(SETTINGS).exists():
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(own, there)


def _must_equal(old: Ledger, new: Ledger, name: str) -> None:
    """Raises `StoreError` where a campaign is not the same at both ends, byte for byte."""
    if not _same(old, new, name):
        raise StoreError(f"{name} is not the same in {new.store.place}; nothing has moved")


def _same(old: Ledger, new: Ledger, name: str) -> bool:
    """Whether events, receipts and salts are equal."""
    return all(
        tuple(one or ()) == tuple(other or ())
        for these, those in (
            (old.store.rows(name), new.store.rows(name)),
            (old.store.receipts(name), new.store.receipts(name)),
            (old.store.salts(name).items(), new.store.salts(name).items()),
        )
        for one, other in zip_longest(these, those)
    )
