"""Carries a club from one store to another: every campaign, its people and its key. IO.

Each campaign goes by export and import, so its record is verified on the way and is the same byte
for byte. What no export holds goes beside it: sealed salts, people, the vault's key. A copy that
was killed is begun again and goes on with what is missing.
"""

import os
import shutil
import tempfile
from itertools import zip_longest
from pathlib import Path

import msgspec

from campaign.clubs.club import ClubError
from campaign.people.moving import copy_people
from campaign.store import export as exchange
from campaign.store import key_marks
from campaign.store.ledger import Ledger
from campaign.store.place import StorePlace
from campaign.store.protocol import StoreError
from campaign.store.vault import KEY_VARIABLE

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
    source is as it was. Raises `StoreError`.
    """
    return _carried(source, target, str(target))


def checked(source: StorePlace, target: StorePlace) -> dict[str, int]:
    """What would go, or why it can't. Raises `StoreError`; nothing is written."""
    with Ledger(source) as old, Ledger(target) as new:
        _may_go(old, new)
        return {name: old.store.version(name) for name in old.names()}


def _carried(source: StorePlace, target: StorePlace, to: str) -> Carried:
    with Ledger(source) as old, Ledger(target) as new:
        _may_go(old, new)
        with old.store.handing_over(to):
            new.store.make()
            key = _key(old, new)
            campaigns = {name: _campaign(old, new, name) for name in old.names()}
            people = _people(source, target)
            _settings(source, target)
            for name in campaigns:
                _must_equal(old, new, name)
        return Carried(campaigns, people, key)


def _may_go(old: Ledger, new: Ledger) -> None:
    """Raises `StoreError` where the source has nothing, or the target something else."""
    if not old.store.exists():
        raise ClubError(f"there is no campaign store in {old.store.place}")
    if old.store.place == new.store.place:
        raise ClubError(f"{old.store.place} is both: name another place to go to")
    if to := old.store.moved_to():
        raise ClubError(f"{old.store.place} has moved to {to} already")
    if not new.store.exists():
        return
    if to := new.store.moved_to():
        raise ClubError(f"{new.store.place} has moved to {to}; name another place to go to")
    there, here = set(new.names()), set(old.names())
    if others := sorted(there - here):
        raise ClubError(
            f"{new.store.place} holds other campaigns ({', '.join(others[:3])}); "
            "name an empty place, nothing was changed"
        )
    for name in sorted(there):
        if not _is_part(old, new, name):
            raise ClubError(
                f"{new.store.place} has another campaign {name}; name an empty place, "
                "nothing was changed"
            )


def _is_part(old: Ledger, new: Ledger, name: str) -> bool:
    """Whether a campaign there is the same as here, as a copy that was killed leaves it."""
    return old.store.head(name) == new.store.head(name)


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
    elif there.read_bytes() != own.read_bytes():
        raise ClubError(f"{there} is another key; move it away, or name another place")
    key_marks.prepare(new.store, new.vault)
    return str(there)


def _campaign(old: Ledger, new: Ledger, name: str) -> int:
    """Carries one campaign, unless it is there already; how many events it has."""
    if new.store.version(name):
        return new.store.version(name)
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        file = Path(folder) / f"{name}.jsonl"
        count = exchange.export(old, name, file)
        exchange.import_(new, file, salts=old.store.salts(name))
    return count


def _people(source: StorePlace, target: StorePlace) -> int:
    """Carries the people; how many rows."""
    return sum(copy_people(source, target).values())


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
    for one, other in (
        (old.store.rows(name), new.store.rows(name)),
        (old.store.receipts(name), new.store.receipts(name)),
        (old.store.salts(name).items(), new.store.salts(name).items()),
    ):
        if any(tuple(a or ()) != tuple(b or ()) for a, b in zip_longest(one, other)):
            raise StoreError(f"{name} is not the same in {new.store.place}; nothing has moved")
