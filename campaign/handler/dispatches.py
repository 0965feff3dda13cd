"""Dispatches as they are kept beside the record and in a file of their own: packed, sealed, read,
held to their marks. IO.
"""

import io
import zipfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from campaign.accounts.database import open_people
from campaign.accounts.protocol import PEOPLE
from campaign.accounts.table.diary import DIARY, DuePlace, StoredDiary, StoredDispatch
from campaign.diary import reading
from campaign.diary.reading import Content
from campaign.diary.words import Dispatch, PictureShown
from campaign.kernel.decisions import Finding
from campaign.kernel.members import Campaign
from campaign.kernel.record import FiledDispatch, Record
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live
from campaign.store.vault import Vault, VaultError
from campaign.text.moments import days_after, later

SALT_BYTES = 32
_PAD = 4096
"""A sealed body is as long as a multiple of this, so that nobody learns its length."""


class _PictureWords(msgspec.Struct, frozen=True):
    """What is said of a picture."""

    alt: str
    caption: str
    width: int
    height: int


class _Body(msgspec.Struct, frozen=True):
    """What a row keeps of a dispatch, but for the pictures themselves."""

    words: str
    subject: str = ""
    salt: str = ""
    """Of a sealed one."""
    pictures: tuple[_PictureWords, ...] = ()


_HOUR = len("2026-11-26T21")
"""How much of a time says which hour it is."""
DRAFT_DAYS = 7
"""How long a story waits for its author's word."""
_DRAFT = "draft "


def draft_key(key: str) -> str:
    """What a story is kept under that is filed under a key once its author has said so."""
    return f"{_DRAFT}{key}"


def _label(campaign_id: str, key: str, number: int) -> str:
    return f"campaign-tracker dispatch 1\n{campaign_id}\n{key}\n{number}\n"


def packed(
    vault: Vault, one: StoredDispatch, content: Content, salt: str
) -> tuple[StoredDispatch, list[bytes]]:
    """A row with its content, and its pictures as they are kept. Raises `VaultError`."""
    about = tuple(
        _PictureWords(each.alt, each.caption, each.width, each.height) for each in content.pictures
    )
    pictures = [each.jpeg for each in content.pictures]
    body = _Body(content.words, content.subject, salt if one.sealed else "", about)
    text = msgspec.json.encode(body)
    if not one.sealed:
        return replace(one, salt=salt, body=text), pictures
    padded = text.ljust(-(-len(text) // _PAD) * _PAD)
    parts = [padded, *pictures]
    sealed = [
        vault.seal_bytes(part, _label(one.campaign, one.key, number))
        for number, part in enumerate(parts)
    ]
    return replace(one, salt="", body=sealed[0]), sealed[1:]


def unpacked(vault: Vault, one: StoredDispatch, jpegs: list[bytes]) -> tuple[Content, str]:
    """The content of a row, and its salt. Raises `VaultError`, and `msgspec.MsgspecError` where the
    row was written by somebody else.
    """
    text, salt = one.body, one.salt
    if one.sealed:
        text = vault.open_bytes(text, _label(one.campaign, one.key, 0))
        jpegs = [
            vault.open_bytes(jpeg, _label(one.campaign, one.key, number))
            for number, jpeg in enumerate(jpegs, 1)
        ]
    body = msgspec.json.decode(text, type=_Body)
    pictures = tuple(
        PictureShown(jpeg, about.width, about.height, about.alt, about.caption)
        for jpeg, about in zip(jpegs, body.pictures, strict=False)
    )
    return Content(body.words, pictures, body.subject), body.salt or salt


class DiaryShelf:
    """The diaries of one store's campaigns, for readers.

    Whoever comes here first finishes what a program left that was killed.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._file = open_people(ledger.store.place, (PEOPLE, DIARY))
        self.rows = StoredDiary(self._file)
        self._stuck: dict[tuple[str, str], tuple[int, str]] = {}
        """Places that could not be looked through, by campaign: what was due, and in which hour."""

    def close(self) -> None:
        """Lets go of the rows."""
        self._file.close()

    def dispatches(
        self, name: str, reader: str | None, then: Campaign | None = None
    ) -> tuple[Dispatch, ...]:
        """What a reader may read of a campaign's diary, in order; `then` is the campaign as it was
        at another event, of which nobody reads what is there no more. For the public nothing is
        written: what is left to do is for members.
        """
        live = self._ledger.live(name)
        if reader is not reading.PUBLIC:
            self.settle(name, live)
        campaign = then or live.state.campaign
        wanted = reading.readable(campaign, live.system.calendar, reader)
        there = {one.id for one in live.state.campaign.record.dispatches.values() if one.is_there}
        contents = self.contents(campaign.id, there.intersection(one.id for one in wanted))
        return tuple(reading.shown(campaign, wanted, contents))

    def held(self, name: str, reader: str) -> tuple[Dispatch, ...]:
        """What waits for a host and a reader may read: their own, and a host what is not sealed."""
        campaign = self._ledger.live(name).state.campaign
        is_host = campaign.is_host(reader)
        rows = self.rows.of(campaign.id, "held")
        wanted = [one for one in rows if one.member == reader or (is_host and not one.sealed)]
        return tuple(
            reading.waiting(campaign, one.id, one.member, one.at, one.sent, content)
            for one in wanted
            if (content := self.content(one)) is not None
        )

    def contents(self, campaign_id: str, wanted: Collection[str]) -> dict[str, Content]:
        """What is kept here of dispatches, by id; those that nobody can open are left out."""
        found = {}
        for one in self.rows.of(campaign_id, "filed") if wanted else ():
            content = self.content(one) if one.id in wanted else None
            if content is not None:
                found[one.id] = content
        return found

    def content(self, one: StoredDispatch) -> Content | None:
        """The content of a row; None where it cannot be opened."""
        opened = self.opened(one)
        return opened[0] if opened else None

    def opened(self, one: StoredDispatch) -> tuple[Content, str] | None:
        """The same with its salt."""
        try:
            return self._opened(one)
        except (VaultError, msgspec.MsgspecError, UnicodeError):
            return None

    def _opened(self, one: StoredDispatch) -> tuple[Content, str]:
        return unpacked(self._ledger.vault, one, self.rows.pictures(one.campaign, one.key))

    # --- what was left --------------------------------------------------------------------------

    def settle(self, name: str, live: Live) -> None:
        """Files or drops what is pending, and erases what the record says is there no more."""
        campaign = live.state.campaign
        now = self._ledger.now()
        is_settled = not any(_due(campaign.record, self.rows.of(campaign.id), now))
        if not is_settled or self.rows.has_loose_pictures(campaign.id):
            self._settle(name, campaign.id, now)
        for at in self.rows.due(campaign.id):
            is_stuck = self._stuck.get((campaign.id, at.place)) == (at.due, now[:_HOUR])
            if not is_stuck and not _is_gone(at.place):
                self._take_out(name, campaign.id, at)

    def still_published(self, campaign_id: str) -> list[str]:
        """The places that may still have what was removed, of which hosts are told."""
        return [at.place for at in self.rows.due(campaign_id) if not _is_gone(at.place)]

    def _settle(self, name: str, campaign_id: str, now: str) -> None:
        with self._ledger.store.alone(name):
            record = self._ledger.live(name).state.campaign.record
            kept, gone = self.rows.of(campaign_id), []
            for one, due in zip(kept, _due(record, kept, now), strict=True):
                if due == ERASE:
                    gone.append(one.key)
                elif due:
                    self.rows.becomes(one, "filed", due)
            if gone:
                self.rows.owe(campaign_id)
            self.rows.erase(campaign_id, gone)

    def _take_out(self, name: str, campaign_id: str, at: DuePlace) -> None:
        """Takes what is there no more out of a place where it was published. One that cannot be
        written now, or is on another machine, stays to be done: in the next hour, or once more is
        due, as it is read whole each time.
        """
        from campaign.reports.publishing import Gone, digests_of, take_out

        known = self._ledger.live(name).state.campaign.record.dispatches.values()
        gone = {one.id: bool(one.removed) for one in known if not one.is_there}
        try:
            digests = partial(digests_of, self._ledger, name)
            take_out(Path(at.place), Gone(gone, digests, had_removals=at.had_removals))
        except StoreError:
            self._stuck[campaign_id, at.place] = (at.due, self._ledger.now()[:_HOUR])
            return
        self._stuck.pop((campaign_id, at.place), None)
        self.rows.looked_through(campaign_id, at)

    # --- sealed anew, and checked ---------------------------------------------------------------

    def seal_again(self, campaign_id: str) -> None:
        """Seals what is sealed under the vault's newest key. Raises `VaultError`."""
        for one in self.rows.of(campaign_id):
            if one.sealed:
                content, salt = self._opened(one)
                self.rows.put(*packed(self._ledger.vault, one, content, salt))

    def findings(self, name: str) -> tuple[list[Finding], int]:
        """What of the diary differs from the record, and how many dispatches are not here."""
        live = self._ledger.live(name)
        self.settle(name, live)
        filed = {one.id: one for one in self.rows.of(live.state.campaign.id, "filed")}
        there = [one for one in live.state.campaign.record.dispatches.values() if one.is_there]
        found = [
            finding
            for one in there
            if one.id in filed
            for finding in self._compared(name, one, filed[one.id])
        ]
        return found, sum(one.id not in filed for one in there)

    def _compared(self, name: str, one: FiledDispatch, kept: StoredDispatch) -> Iterator[Finding]:
        try:
            mark = reading.mark_of(*self._opened(kept))
        except VaultError:
            return  # whoever has the key checks it
        except (msgspec.MsgspecError, UnicodeError, ValueError):
            mark = ""
        if mark != one.mark:
            version, _ = self._ledger.store.versions_of(name, kept.key) or (0, 0)
            text = f"dispatch {one.id}: its words are not those that were filed"
            yield Finding(version, "diary", text)


def _is_gone(place: str) -> bool:
    """Whether somebody moved or deleted what was published. If it comes back, it is looked through;
    where its parent is not there either, it may be on another machine.
    """
    at = Path(place)
    return at.parent.is_dir() and not at.exists()


ERASE = "erase"


def _due(record: Record, kept: Sequence[StoredDispatch], now: str) -> Iterator[str]:
    """What is left to do about each row: nothing, to erase it, or the id under which it was filed.

    What was filed has the mark of its command; nobody else's words have the same. A draft is erased
    once it was filed or held, and where nobody has said anything for days.
    """
    known = record.dispatches
    marks = {one.mark: one for one in known.values()}
    done = _done(kept)
    for one in kept:
        filed = known.get(one.id) if one.state == "filed" else marks.get(_mark(one))
        if filed is None:
            yield ERASE if _is_dropped(one, done, now) else ""
        elif not filed.is_there:
            yield ERASE
        else:
            yield "" if one.state == "filed" else filed.id


def _done(kept: Sequence[StoredDispatch]) -> set[str]:
    """The keys of the drafts of what is held or filed by now."""
    return {draft_key(one.key) for one in kept if one.state in ("held", "filed")}


def _is_dropped(one: StoredDispatch, done: Collection[str], now: str) -> bool:
    """Whether what was not filed never will be."""
    if one.state == "draft":
        return one.key in done or later(now, days_after(one.at, DRAFT_DAYS))
    return one.state == "pending"


def _mark(one: StoredDispatch) -> str:
    """The mark that the record has of a row, if it was filed: as its command says."""
    return str(msgspec.json.decode(one.sent).get("mark", ""))


# --- The diary in a file of its own, beside the export of the record ----------------------------
#
# What is sealed stays sealed. A file that comes in is believed only where the record's marks agree,
# and never brings back what the record says is removed.

NAME = "diary.jsonl"
MOST_ROWS, MOST_LINE, MOST_PICTURE = 2_000, 200_000, 1_000_000
"""How many dispatches are read of a file, and how many bytes of each, and of each picture."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class TakenIn(msgspec.Struct, frozen=True):
    """What came of a file: how many dispatches are new here, and why others are left out."""

    count: int = 0
    removed: int = 0
    other: int = 0
    """Whose words are not those that were filed, or cannot be compared without the vault's key."""


class _ArchivedLine(msgspec.Struct, frozen=True):
    row: StoredDispatch
    pictures: int = 0


def archived(ledger: Ledger, name: str) -> tuple[int, bytes]:
    """The diary of a campaign as a file has it, and how many dispatches that are."""
    with closing(DiaryShelf(ledger)) as shelf:
        live = ledger.live(name)
        shelf.settle(name, live)
        rows = shelf.rows.of(live.state.campaign.id, "filed")
        return len(rows), _archive(shelf, rows)


def _archive(shelf: DiaryShelf, rows: Sequence[StoredDispatch]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        lines = []
        for row in rows:
            pictures = shelf.rows.pictures(row.campaign, row.key)
            lines.append(msgspec.json.encode(_ArchivedLine(row, len(pictures))))
            for number, jpeg in enumerate(pictures, 1):
                made.writestr(zipfile.ZipInfo(f"{row.id}-{number}", _LONG_AGO), jpeg)
        made.writestr(zipfile.ZipInfo(NAME, _LONG_AGO), b"\n".join(lines))
    return out.getvalue()


def take_in(ledger: Ledger, name: str, file: Path) -> TakenIn:
    """Takes in the diary of a campaign that is here. Raises `StoreError` for any other file."""
    campaign = ledger.live(name).state.campaign
    count = removed = other = 0
    with closing(DiaryShelf(ledger)) as shelf:
        for line, pictures in _read(file):
            row = msgspec.structs.replace(line.row, campaign=campaign.id, state="filed")
            filed = campaign.record.dispatches.get(row.id)
            if filed is not None and not filed.is_there:
                removed += 1
            elif filed is None or filed.mark != _mark_of(ledger, row, pictures):
                other += 1
            elif shelf.rows.under(campaign.id, row.key) is None:
                shelf.rows.put(row, pictures)
                count += 1
    return TakenIn(count, removed, other)


def _mark_of(ledger: Ledger, row: StoredDispatch, pictures: list[bytes]) -> str:
    """The mark of what came in; empty where it cannot be worked out."""
    try:
        return reading.mark_of(*unpacked(ledger.vault, row, pictures))
    except (VaultError, msgspec.MsgspecError, ValueError):
        return ""


def _read(file: Path) -> Iterator[tuple[_ArchivedLine, list[bytes]]]:
    try:
        with zipfile.ZipFile(file) as made:
            text = _entry(made, NAME, MOST_ROWS * MOST_LINE)
            for line in text.splitlines()[:MOST_ROWS]:
                read = msgspec.json.decode(line, type=_ArchivedLine)
                numbers = range(1, read.pictures + 1)
                yield read, [_entry(made, f"{read.row.id}-{one}", MOST_PICTURE) for one in numbers]
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError) as error:
        raise StoreError(f"{file} is no diary of a campaign; nothing more was taken in") from error


def _entry(made: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file of the archive. Raises `ValueError` where it is larger than any of ours."""
    with made.open(name) as one:
        data = one.read(most + 1)
    if len(data) > most:
        raise ValueError(name)
    return data
