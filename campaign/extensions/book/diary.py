"""The war diary in the book: what everybody may read of it, as letters behind their turns. IO: it
reads.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import closing

import msgspec

from campaign.diary.reading import PUBLIC
from campaign.diary.words import Dispatch
from campaign.extensions.book.made import Letters
from campaign.handler.dispatches import DiaryShelf
from campaign.kernel.volume import blocks
from campaign.reports.book import Book
from campaign.store.ledger import Ledger
from campaign.text.english import capital
from campaign.text.moments import in_words


class Diary(msgspec.Struct, frozen=True):
    """What members wrote, as a book prints it."""

    letters: Letters = {}
    """By turn, in order."""
    files: Mapping[str, bytes] = {}
    """The pictures, by their names among the letters."""
    marks: str = ""
    """Digest over the marks of what is printed; empty where that is nothing."""


def diary_of(ledger: Ledger, book: Book, *, pictures: bool = True) -> Diary:
    """The dispatches that everybody may read at a book's end, with or without their pictures."""
    state = book.logs[-1].end
    campaign, filed = state.campaign, state.campaign.record.dispatches
    if not filed:
        return Diary()
    with closing(DiaryShelf(ledger)) as shelf:
        shown = shelf.dispatches(campaign.name, PUBLIC, campaign)
    if not shown:
        return Diary()
    names = book.system.view.subjects(state)
    letters: dict[str, list[blocks.Letter]] = {}
    files: dict[str, bytes] = {}
    for one in shown:
        own = dict(_pictures(one)) if pictures else {}
        files |= {picture.file: jpeg for picture, jpeg in own.items()}
        letters.setdefault(one.turn, []).append(_letter(one, names, tuple(own)))
    printed = [filed[one.id] for one in shown]
    marks = [f"{one.mark} {one.removed or 'there'}" for one in printed]
    return Diary(letters, files, hashlib.sha256("\n".join(marks).encode()).hexdigest())


def _letter(
    one: Dispatch, names: Mapping[str, str], pictures: tuple[blocks.Picture, ...]
) -> blocks.Letter:
    about = capital(names.get(one.subject, "")) if one.subject else ""
    return blocks.Letter(one.author, in_words(one.at), about, one.words, pictures, one.removed)


def _pictures(one: Dispatch) -> Iterator[tuple[blocks.Picture, bytes]]:
    for number, picture in enumerate(one.pictures, 1):
        name = f"{one.id}-{number}.jpg"
        yield blocks.Picture(name, picture.alt, picture.caption), picture.jpeg
