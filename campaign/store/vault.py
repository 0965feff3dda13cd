"""The vault: the key that sealed choices and draw seeds are encrypted with, and the mark of that
key in a database. IO.
"""

import hashlib
import hmac
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.kernel.decisions import SealWish, VaultSeal
from campaign.kernel.draws import anchor_of, seed_of
from campaign.kernel.opening import SeedChain
from campaign.store.protocol import EventStore
from campaign.world import chance, crossing, file_locks
from campaign.world.files import Marks, are_settled, marks_of, name_once
from events.sealed import NONCE_BYTES, Opening, Subject, commit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305


# --- The vault: the key that sealed choices and draw seeds are encrypted with -------------------
#
# Its keys are in a separate file or the variable CAMPAIGN_VAULT_KEY, never in the database. The
# first line is the key in use; the older keys below it only open. A plaintext is padded, so that
# the ciphertext shows neither its content nor its length.

KEY_VARIABLE = "CAMPAIGN_VAULT_KEY"
MOVED_IN = ".moved-in"
"""The suffix of the file beside a store whose key has been elsewhere."""
KEY_BYTES = 32
_IV_BYTES = 12
_CHOICE_BYTES = 16
Random = Callable[[int], bytes]
"""What gives so many random bytes."""
Keys = tuple[tuple[bytes, "ChaCha20Poly1305"], ...]
"""Keys with their ciphers."""
SEED_LINKS = 1024
"""How many draw seeds a campaign gets: one per turn, and plenty for turns played again."""


class VaultError(Exception):
    """The vault's key is missing, malformed or not the one that sealed. One line for the user."""


class Vault:
    """Seals, opens and derives.

    `random` returns a number of random bytes; `links` is how many draw seeds a campaign gets.
    """

    def __init__(
        self,
        path: Path,
        random: Random = chance.random_bytes,
        links: int = SEED_LINKS,
    ) -> None:
        self.path = path
        self._file = str(path)
        self._random = random
        self._links = links
        self._kept: tuple[Marks, Keys] | None = None
        """The keys of the file, and what the file looked like when they were read."""
        self.may_seal: Callable[[], None] = _nothing
        """Raises `VaultError` where this is not the key to seal with."""
        self._seeds: dict[tuple[str, int], tuple[int, str]] = {}
        """By a chain's secret and length: the last seed asked for, with its number."""

    def exists(self) -> bool:
        """Whether there is a key to use."""
        return KEY_VARIABLE in os.environ or self.path.is_file()

    def create(self) -> None:
        """Makes the key file if there is none yet, readable only by its owner.

        It appears complete and flushed to disk, or not at all, and never replaces another.
        """
        if self.exists():
            return
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = _draft(self.path, [self._random(KEY_BYTES)])
            try:
                name_once(draft, self.path)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise VaultError(f"cannot write the vault key {self.path}: {error.strerror}") from error

    def renew(self) -> None:
        """Puts a fresh key before the others, which from then on only open.

        The new file is complete and flushed to disk before it takes the old one's name: whatever
        happens, one of them is there, and both open everything. No other renewal can interfere.
        """
        if KEY_VARIABLE in os.environ:
            why = f"the vault's key comes from {KEY_VARIABLE}, and only a key file can be renewed"
            raise VaultError(f"{why}: write it to {self.path} and unset {KEY_VARIABLE} first")
        path = self.path.resolve()  # a link to a key elsewhere stays a link
        self._keys()  # says what is wrong with a file that holds no key
        self.may_seal()  # a key that is not this store's is not renewed
        try:
            with _alone_in(path.parent):
                old = [key for key, _ in self._keys()]
                draft = _draft(path, [self._random(KEY_BYTES), *old])
                try:
                    crossing.cross("key drafted")
                    draft.replace(path)
                    crossing.cross("key renewed")
                finally:
                    draft.unlink(missing_ok=True)
        except OSError as error:
            raise VaultError(f"cannot write the vault key {self.path}: {error.strerror}") from error
        self.may_seal()

    def keys(self) -> tuple[bytes, ...]:
        """The keys themselves, the one in use first. Raises `VaultError`."""
        return tuple(key for key, _ in self._keys())

    def count(self) -> int:
        """How many keys there are, including the one in use. Raises `VaultError`."""
        return len(self._keys())

    def knew(self, chain: SeedChain) -> bool:
        """Whether a chain of seeds was sealed before the newest key, so that a former keeper can
        foresee its draws. Raises `VaultError` if no key opens it.
        """
        return self._opened(chain.sealed, _chain_label(chain.campaign_id))[0] > 0

    def seal(self, wish: SealWish) -> VaultSeal:
        """Seals a choice: its commitment and ciphertext."""
        nonce = wish.nonce or self._random(NONCE_BYTES).hex()
        opening = Opening(wish.choice, nonce)
        plain = wish.choice.encode().ljust(_CHOICE_BYTES) + bytes.fromhex(nonce)
        ciphertext = self._encrypt(plain, wish.subject.lines())
        return VaultSeal(commit(wish.subject, opening), ciphertext, nonce)

    def open(self, subject: Subject, ciphertext: str) -> Opening:
        """Opens a sealed choice. Raises `VaultError` under another key."""
        plain = self._decrypt(ciphertext, subject.lines())
        return Opening(plain[:-NONCE_BYTES].decode().rstrip(), plain[-NONCE_BYTES:].hex())

    def seal_text(
        self,
        text: str,
        label: str,
        length: int,
        random: Random = chance.random_bytes,
    ) -> str:
        """A text as ciphertext, padded to a length in bytes that hides its own."""
        return self._encrypt(text.encode().ljust(length), label, random)

    def open_text(self, ciphertext: str, label: str) -> str:
        """A sealed text. Raises `VaultError` under another key or label."""
        return self._decrypt(ciphertext, label).decode("utf-8", "replace").rstrip()

    def seal_bytes(self, plain: bytes, label: str) -> bytes:
        """Bytes as ciphertext, under the key in use."""
        return bytes.fromhex(self._encrypt(plain, label))

    def open_bytes(self, ciphertext: bytes, label: str) -> bytes:
        """Sealed bytes. Raises `VaultError` under another key or label."""
        return self._decrypt(ciphertext.hex(), label)

    def new_chain(self, links: int | None = None, campaign_id: str = "") -> SeedChain:
        """A chain of draw seeds: a new campaign's, with its random id, or one for an older one."""
        links = links or self._links
        campaign_id = campaign_id or self._random(16).hex()
        secret = self._random(32).hex()
        sealed = self._encrypt(bytes.fromhex(secret), _chain_label(campaign_id))
        return SeedChain(campaign_id, anchor_of(secret, links), links, sealed)

    def seed(self, chain: SeedChain, number: int) -> str:
        """The draw seed of a campaign's `number`-th turn."""
        secret = self._decrypt(chain.sealed, _chain_label(chain.campaign_id)).hex()
        known, seed = self._seeds.get((secret, chain.links), (0, ""))
        if known != number:  # up to a thousand hashings, and a turn draws several times
            seed = seed_of(secret, chain.links, number)
            self._seeds[secret, chain.links] = number, seed
        return seed

    def must_open(self, chain: SeedChain) -> None:
        """Raises `VaultError` where it does not open a campaign's draw seeds."""
        self._decrypt(chain.sealed, _chain_label(chain.campaign_id))

    def derived(self, label: str, campaign_id: str) -> bytes:
        """A key of a campaign's own for one purpose, which says nothing of the vault's key.

        It comes from the key in use: a former keeper cannot work it out. Raises `VaultError`.
        """
        self.may_seal()
        text = f"campaign-tracker derived 1\n{label}\n{campaign_id}\n".encode()
        return hmac.new(self._keys()[0][0], text, hashlib.sha256).digest()

    def _key(self) -> bytes:
        """The key in use."""
        return self._keys()[0][0]

    def _keys(self) -> Keys:
        """All keys, the one in use first. The file is read only if it may have changed."""
        text = os.environ.get(KEY_VARIABLE)
        if text is not None:
            return _keys_in(text, KEY_VARIABLE)
        try:
            marks = marks_of(self._file)
            if (known := self._kept) is not None and known[0] == marks:
                return known[1]
            is_settled = are_settled(marks)
            keys = _keys_in(self.path.read_text(), self._file)
        except FileNotFoundError as error:
            raise VaultError(
                f"the vault key {self.path} is missing; put it back or set {KEY_VARIABLE}"
            ) from error
        except (OSError, UnicodeDecodeError) as error:
            raise VaultError(f"cannot read the vault key {self.path}") from error
        self._kept = (marks, keys) if is_settled else None
        return keys

    def _encrypt(
        self, plain: bytes, label: str, random: Callable[[int], bytes] | None = None
    ) -> str:
        self.may_seal()
        iv = (random or self._random)(_IV_BYTES)
        return (iv + self._keys()[0][1].encrypt(iv, plain, label.encode())).hex()

    def _decrypt(self, ciphertext: str, label: str) -> bytes:
        return self._opened(ciphertext, label)[1]

    def _opened(self, ciphertext: str, label: str) -> tuple[int, bytes]:
        """What was sealed, and the index of the key that opens it, from 0."""
        from cryptography.exceptions import InvalidTag

        for number, (_, cipher) in enumerate(self._keys()):
            try:
                raw = bytes.fromhex(ciphertext)
                return number, cipher.decrypt(raw[:_IV_BYTES], raw[_IV_BYTES:], label.encode())
            except (InvalidTag, ValueError):
                continue
        raise VaultError("the vault key is not the one that sealed this campaign")


def _nothing() -> None:
    """Whoever has the key beside the store may seal."""


def _keys_in(text: str, where: str) -> Keys:
    """The keys in a text, a line each."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    keys = [_key_of(line) for line in text.splitlines() if line.strip()]
    if not keys or not all(keys):
        raise VaultError(f"{where} is no vault key: it must be {2 * KEY_BYTES} hex digits")
    return tuple((key, ChaCha20Poly1305(key)) for key in keys)


def _key_of(line: str) -> bytes:
    """A key from its line; empty if it is not a key."""
    try:
        key = bytes.fromhex(line.strip())
    except ValueError:
        return b""
    return key if len(key) == KEY_BYTES else b""


def _draft(path: Path, keys: list[bytes]) -> Path:
    """Writes a file with these keys beside a path, flushed to disk, readable only by its owner."""
    import tempfile  # slow to load

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w") as file:
            file.writelines(f"{key.hex()}\n" for key in keys)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Locks a folder against other renewals, and flushes what was written there to disk.

    The lock ends with its process.
    """
    if sys.platform == "win32":  # folders cannot be locked or flushed on this system
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        file_locks.wait_for(handle)
        yield
        os.fsync(handle)
    finally:
        os.close(handle)


def _chain_label(campaign_id: str) -> str:
    return f"campaign-tracker seeds 1\n{campaign_id}\n"


# --- Which vault's key a database seals with, so that its machines never seal with several ------
#
# A store in a file has its key beside it. The machines that share a database each bring the key
# themselves: whoever seals first leaves a mark of it in the database, and from then on only a
# vault that has this key seals. The mark is a salted digest that says nothing of the key. A
# vault's older keys count as well, for a renewed file still has them; the mark then follows to the
# newest.

SALT_BYTES = 16
_LABEL = "campaign-tracker key mark 1"


def watch_key(store: EventStore, vault: Vault, random: Random = chance.random_bytes) -> None:
    """Has a vault seal only with the key that its database knows. A file needs none of it."""
    if store.place.is_database:
        vault.may_seal = partial(must_agree, store, vault, random)


def must_agree(store: EventStore, vault: Vault, random: Random = chance.random_bytes) -> None:
    """Raises `VaultError` where a vault has not the key that the database seals with.

    A database without a mark gets one. Where the vault has a newer key than the mark's, which only
    a renewal leaves, the mark follows it; of two machines that renew at once one is too late.
    """
    keys = keys_of(store, vault)
    while True:
        known = store.key_mark()
        place = place_among(keys, known) if known else len(keys)
        if place == 0:
            return
        if place is None:
            raise VaultError(_other(store, vault))
        if store.keep_key_mark(mark(keys[0], random(SALT_BYTES)), known):
            return


def keys_of(store: EventStore, vault: Vault) -> tuple[bytes, ...]:
    """A vault's keys, the one in use first. Raises `VaultError` where this machine has none."""
    try:
        return vault.keys()
    except VaultError:
        if vault.exists():
            raise
    where = f"bring its file to {vault.path}, or set {KEY_VARIABLE}"
    raise VaultError(f"the vault's key of {store.place} is not on this machine; {where}")


def key_fits(store: EventStore, vault: Vault) -> bool:
    """Whether there is a key, and it is the one that the store seals with, as far as it says."""
    if not vault.exists():
        return False
    known = store.key_mark()
    try:
        return not known or place_among(vault.keys(), known) is not None
    except VaultError:
        return False


def prepare_key(store: EventStore, vault: Vault) -> None:
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
