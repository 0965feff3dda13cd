"""Which vault's key a database seals with, so that its machines never seal with several. IO.

A store in a file has its key beside it. The machines that share a database each bring the key
themselves: whoever seals first leaves a mark of it in the database, and from then on only a vault
that has this key seals. The mark is a salted digest that says nothing of the key. A vault's older
keys count as well, for a renewed file still has them; the mark then follows to the newest.
"""

import hashlib
import hmac
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from campaign.store.protocol import EventStore
from campaign.store.vault import KEY_VARIABLE, Vault, VaultError

SALT_BYTES = 16
_LABEL = "campaign-tracker key mark 1"


def watch(store: EventStore, vault: Vault, random: Callable[[int], bytes] = os.urandom) -> None:
    """Has a vault seal only with the key that its database knows. A file needs none of it."""
    if store.place.is_database:
        vault.may_seal = partial(must_agree, store, vault, random)


def must_agree(
    store: EventStore, vault: Vault, random: Callable[[int], bytes] = os.urandom
) -> None:
    """Raises `VaultError` where a vault has not the key that the database seals with.

    A database without a mark gets one. Where the vault has a newer key than the mark's, which only
    a renewal leaves, the mark follows it; of two machines that renew at once one is too late.
    """
    keys = keys_of(store, vault)
    while True:
        known = store.key_mark()
        found = place_among(keys, known) if known else len(keys)
        if found == 0:
            return
        if found is None:
            raise VaultError(_other(store, vault))
        if store.keep_key_mark(mark(keys[0], random(SALT_BYTES)), known):
            return


def keys_of(store: EventStore, vault: Vault) -> tuple[bytes, ...]:
    """A vault's keys, the one in use first. Raises `VaultError` where this machine has none."""
    if not vault.exists():
        where = f"bring its file to {vault.path}, or set {KEY_VARIABLE}"
        raise VaultError(f"the vault's key of {store.place} is not on this machine; {where}")
    return vault.keys()


def fits(store: EventStore, vault: Vault) -> bool:
    """Whether there is a key, and it is the one that the store seals with, as far as it says."""
    if not vault.exists():
        return False
    known = store.key_mark()
    try:
        return not known or place_among(vault.keys(), known) is not None
    except VaultError:
        return False


def prepare(store: EventStore, vault: Vault) -> None:
    """Makes the store if there is none, and its key if it never had one. Raises `VaultError`.

    The store comes first: where none can be made, no key is left alone. Of two machines that begin
    a database at the same moment one has made the key; the other's is taken away unused.
    """
    if not store.place.is_database:
        if not store.exists() or not store.names():
            store.make()
            vault.create()
        return
    store.make()
    if store.key_mark() or store.names():
        return  # whoever seals finds out whether the key is here
    is_new = not vault.exists()
    vault.create()
    try:
        must_agree(store, vault)
    except VaultError:
        if is_new:
            with suppress(OSError):
                vault.path.unlink()
        raise


def mark(key: bytes, salt: bytes) -> str:
    """What is kept of a key: nobody can work the key out of it, or seal with it."""
    digest = hmac.new(key, f"{_LABEL}\n{salt.hex()}\n".encode(), hashlib.sha256).hexdigest()
    return f"{salt.hex()}:{digest}"


def place_among(keys: tuple[bytes, ...], known: str) -> int | None:
    """Which of these keys a mark is of, from 0; None if it is of another."""
    salt, _, _ = known.partition(":")
    with suppress(ValueError):
        for number, key in enumerate(keys):
            if hmac.compare_digest(mark(key, bytes.fromhex(salt)).encode(), known.encode()):
                return number
    return None


def _other(store: EventStore, vault: Vault) -> str:
    ours = KEY_VARIABLE if KEY_VARIABLE in os.environ else str(vault.path)
    text = f"{ours} does not hold the key that {store.place} seals with now"
    return f"{text}; bring the key file of the machine that seals there to {vault.path}"
