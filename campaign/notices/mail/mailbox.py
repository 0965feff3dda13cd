"""A maildir with answers: each mail is put away only after its outcome is on the disk. IO."""

import mailbox
from collections.abc import Iterator
from pathlib import Path

import msgspec

from campaign.notices.mail.reading import LARGEST

PUT_AWAY = "Seen.club"
"""The folder for what was taken in. Mail servers show it as `Seen/club`."""


class MailboxError(Exception):
    """The mailbox cannot be used. One line for the host."""


class MailInMaildir(msgspec.Struct, frozen=True):
    """One mail of a maildir."""

    path: Path

    def read(self) -> bytes | None:
        """Its bytes, and one more than the limit of a mail that is too large; None if it is gone.

        Raises `MailboxError`.
        """
        try:
            with self.path.open("rb") as file:
                return file.read(LARGEST + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MailboxError(f"cannot read {self.path}: {error.strerror}") from error


class MaildirDoor:
    """A maildir, and its folder for what was taken in."""

    def __init__(self, path: Path) -> None:
        missing = [name for name in ("cur", "new", "tmp") if not (path / name).is_dir()]
        if missing:
            text = "is no maildir: it has no folder" if path.is_dir() else "is no maildir"
            named = f" {' and no '.join(missing)}" if path.is_dir() else ""
            raise MailboxError(f"{path} {text}{named}")
        self._path = path
        self._box = mailbox.Maildir(path, create=False)

    def mails(self) -> Iterator[MailInMaildir]:
        """The mails in it, oldest first as their names begin with the time.

        Whatever is no plain file is no mail. Raises `MailboxError`.
        """
        try:
            found = [
                file
                for folder in ("cur", "new")
                for file in (self._path / folder).iterdir()
                if not file.name.startswith(".") and file.is_file()
            ]
        except OSError as error:
            raise MailboxError(f"cannot read {self._path}: {error.strerror}") from error
        for file in sorted(found, key=lambda file: file.name):
            yield MailInMaildir(file)

    def put_away(self, mail: MailInMaildir) -> None:
        """Moves a mail to the folder, marked as read. Raises `MailboxError`."""
        try:
            folder = self._box.add_folder(PUT_AWAY)
            name = mail.path.name.partition(":")[0]
            mail.path.rename(Path(folder._path) / "cur" / f"{name}:2,S")
        except FileNotFoundError:
            return  # somebody else has moved it
        except OSError as error:
            raise MailboxError(f"cannot put {mail.path} away: {error.strerror}") from error
