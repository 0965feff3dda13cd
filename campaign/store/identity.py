"""A member's own key and notes, on their own machine. IO.

Both are files in the user's data folder. The private key never leaves its file.
"""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from campaign.kernel.keys import ActSignature, act_digest, head_text, key_id, to_text
from campaign.store.protocol import StoreError
from campaign.verify import witness
from campaign.verify.witness import NotedHead, NoteError
from campaign.world.files import of_the_user


def folder() -> Path:
    """Where a member's key and notes are."""
    return of_the_user("data")


def key_path() -> Path:
    """The key's default file."""
    return folder() / "identity.key"


def notes_path(name: str) -> Path:
    """The default file of notes on a campaign."""
    return folder() / "witness" / f"{name}.notes"


class Identity:
    """A key to sign with."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @property
    def public(self) -> str:
        """The public key in its common form, in base64url."""
        form = PublicFormat.SubjectPublicKeyInfo
        return to_text(self._key.public_key().public_bytes(Encoding.DER, form))

    def note(self, campaign_id: str, version: int, head: str, rules: int, member: str) -> NotedHead:
        """A head, signed in a member's name."""
        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        signature = self._key.sign(head_text(campaign_id, version, head, rules))
        hint = witness.hint(member, raw)
        return NotedHead(campaign_id, version, head, rules, member, signature, hint)

    def act_signature(self, campaign_id: str, member: str, text: bytes) -> ActSignature:
        """A command's text, signed in a member's name."""
        value = to_text(self._key.sign(act_digest(campaign_id, member, text)))
        return ActSignature(key_id(self.public), value)


def make(path: Path) -> tuple[Identity, bool]:
    """The key in a file, and whether it is new; an existing key is never overwritten."""
    if path.exists():
        return load(path), False
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        return load(path), False
    except OSError as error:
        raise StoreError(f"cannot write the key {path}: {error.strerror or error}") from error
    return Identity(key), True


def load(path: Path) -> Identity:
    """The key in a file. Raises `StoreError` if there is none."""
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except FileNotFoundError as error:
        raise StoreError(f"there is no key at {path}; make one: campaign identity") from error
    except OSError as error:
        raise StoreError(f"cannot read the key {path}: {error.strerror or error}") from error
    except (ValueError, TypeError) as error:
        raise StoreError(f"{path} holds no key that campaign identity made") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise StoreError(f"{path} holds a key of another kind; Ed25519 is needed")
    return Identity(key)


# --- notes --------------------------------------------------------------------------------------


def notes(path: Path) -> list[NotedHead]:
    """The notes in a file; empty without a file. Raises `StoreError` if it is damaged."""
    try:
        return witness.notes_in(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"cannot read the notes {path}: {error.strerror or error}") from error
    except (NoteError, UnicodeDecodeError) as error:
        why = error if isinstance(error, NoteError) else "they are no text"
        raise StoreError(f"{path}: {why}; put a copy of your notes back") from error


def add_note(path: Path, note: NotedHead) -> None:
    """Appends a note to the others."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{note.text()}\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StoreError(f"cannot write the notes {path}: {error.strerror or error}") from error
