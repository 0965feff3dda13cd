"""The files of a campaign's book: one page with its pictures, or a PDF; with what everybody may
read of the war diary, as letters behind their turns. IO: it reads.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from campaign import extend
from campaign.diary.reading import PUBLIC
from campaign.diary.words import Dispatch
from campaign.extensions.book import typesetting
from campaign.extensions.book.made import Letters, ended, volume_of
from campaign.extensions.book.page import TurnLinks, embedded, links_of, page
from campaign.extensions.book.shelf.seats import naming, people_of, persons
from campaign.handler.dispatches import DiaryShelf
from campaign.kernel.volume import blocks
from campaign.reports.book import Book, StoredLog, read
from campaign.reports.pages import ReportError
from campaign.reports.publishing import BOOK_PAGE, BOOK_PDF
from campaign.store.ledger import Ledger
from campaign.text.english import capital
from campaign.text.moments import in_words

MOST_PRINTED = 60_000_000
"""So many bytes of pictures go into a PDF; where there are more, they are made smaller."""
TOO_LARGE = "the pictures could not be made smaller in time; --no-pictures leaves them out"


# --- What members wrote -------------------------------------------------------------------------


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


# --- The book -----------------------------------------------------------------------------------


class BookSource(NamedTuple):
    """What a book is made from."""

    made: Book
    diary: Diary
    names: str
    """Digest over what members are called who want another name than the record's; empty where
    nobody does."""


def source_of(
    ledger: Ledger,
    name: str,
    until: int | None = None,
    options: typesetting.PrintOptions | None = None,
) -> BookSource:
    """A campaign's record up to an event, what members wrote, and what they are called."""
    chosen = options or typesetting.PrintOptions()
    with people_of(ledger.store.place) as file:
        names = persons(file).names(ledger.live(name).state.campaign.id)
    made = read(StoredLog(naming(names, ledger), name, until))
    diary = diary_of(ledger, made, pictures=chosen.pictures) if chosen.diary else Diary()
    return BookSource(made, diary, typesetting.digest_of_texts(names.values()))


def named_book(made: Book, ledger: Ledger, names: Mapping[str, str]) -> Book:
    """A book of a whole record with other names; the same where there are none."""
    if not names:
        return made
    return read(StoredLog(naming(names, ledger), made.logs[-1].end.campaign.name))


def page_files(
    source: BookSource, file: str, links: Mapping[str, TurnLinks] = {}
) -> dict[str, bytes]:
    """The page under a file's name; pictures that it has no room for are beside it."""
    pictures, stem = source.diary.files, Path(file).stem
    within = embedded(pictures)
    places = {one: within.get(one, f"{stem}-{one}") for one in pictures}
    beside = {places[one]: jpeg for one, jpeg in pictures.items() if one not in within}
    volume = volume_of(source.made, source.diary.letters)
    return {**beside, file: page(volume, links, places).encode()}


def printed(
    source: BookSource,
    options: typesetting.PrintOptions,
    fonts: Path | None = None,
    missing: Callable[[str], None] = lambda run: None,
) -> bytes:
    """The PDF. `missing` is called with words in letters that no font has.

    Raises `TypesettingError` where it cannot be set, `MissingExtensionError` without a typesetter.
    """
    made, diary = source.made, source.diary
    shared = made.logs[-1].end.campaign
    about = typesetting.PrintedFrom(
        shared.name,
        shared.id,
        made.version,
        made.head,
        diary.marks,
        set_by(diary),
        options,
        source.names,
    )
    volume = volume_of(made, diary.letters)
    return typesetting.pdf(volume, about, ended(made), fonts, fitting(diary.files), missing)


def set_by(diary: Diary) -> str:
    """The typesetter of a book, and what makes its pictures smaller where they have to be.

    Raises `MissingExtensionError` where there is none.
    """
    here = typesetting.typesetter()
    if sum(map(len, diary.files.values())) <= MOST_PRINTED:
        return here
    return f"{here} with {extend.wanted('pages', 'pictures of a dispatch').library()}"


def fitting(pictures: Mapping[str, bytes], most: int = MOST_PRINTED) -> Mapping[str, bytes]:
    """Pictures that have at most so many bytes together: where they have more, those with more
    than an equal share are made smaller. Raises `TypesettingError` where that takes too long.
    """
    if sum(map(len, pictures.values())) <= most:
        return pictures
    share = most // len(pictures)
    large = [jpeg for jpeg in pictures.values() if len(jpeg) > share]
    made = extend.wanted("pages", "pictures of a dispatch").smaller(large, share)
    if made is None:
        raise typesetting.TypesettingError(TOO_LARGE)
    smaller = iter(made)
    return {name: next(smaller) if len(jpeg) > share else jpeg for name, jpeg in pictures.items()}


def published(ledger: Ledger, name: str, *, diary: bool = True) -> dict[str, bytes]:
    """The book among a campaign's published pages, with what members wrote if that is wanted;
    without a typesetter the page alone.

    Raises `ReportError` where it cannot be set.
    """
    options = typesetting.PrintOptions(diary=diary)
    source = source_of(ledger, name, options=options)
    files = page_files(source, BOOK_PAGE, links_of(source.made))
    try:
        return {**files, BOOK_PDF: printed(source, options)}
    except extend.MissingExtensionError:
        return files
    except typesetting.TypesettingError as error:
        raise ReportError(f"{error}. Nothing was written") from error
