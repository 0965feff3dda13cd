"""Makes a volume of a campaign's turns, for any game. Pure but for the record that it reads.

It says what the pages of the report say, so that nothing sealed is in it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.kernel.members import GameState
from campaign.kernel.pages import PageContext
from campaign.kernel.projections import AnyLog
from campaign.kernel.volume import blocks, plain
from campaign.kernel.volume.charts import Drawing
from campaign.reports.book import Book
from campaign.reports.corrections import DisputeView, all_disputes
from campaign.reports.layout import PageFrame, frame
from campaign.reports.turn_text import turn_story
from campaign.text.english import capital, counted, several
from campaign.text.moments import in_words

Letters = Mapping[str, Sequence[blocks.Letter]]
"""What members wrote, by turn; those of no turn that still counts stand under an empty one."""
NO_LETTERS: Letters = {}
LOOSE = "Loose leaves"
"""The chapter of what members wrote about turns that do not count any more."""


# --- The volume ---------------------------------------------------------------------------------


def volume_of(book: Book, letters: Letters = NO_LETTERS) -> blocks.Volume:
    """The whole book of a campaign as values; equal records and letters give equal ones."""
    system, logs = book.system, book.logs
    last = len(logs) - 1
    state, context = logs[last].end, PageContext(logs, last)
    about = frame(system, state)
    source = plain.VolumeSource(
        context,
        tuple(turn_story(system, PageContext(logs, place)) for place in range(len(logs))),
        system.pages.stories.index(context).verdict,
        about.about,
        book.calendar,
        dict(system.seats_of(state).names),
    )
    facet = system.pages.volume
    parts = facet().parts(source) if facet else plain.plain_parts(source)
    return blocks.Volume(
        about.title,
        ": ".join(filter(None, (about.about.game, about.about.scenario))),
        span(book),
        _with_disputes(_with_letters(parts, letters), book),
        state.campaign.closed,
        tuple(_imprint(book, about)),
        tuple(_notes(state, about)),
        tuple(_colophon(about)),
    )


def span(book: Book) -> str:
    """From the first turn of a book to its last."""
    turns = [book.calendar.in_words(book.logs[at].turn) for at in (0, -1)]
    return turns[0] if turns[0] == turns[1] else f"{turns[0]} to {turns[1]}"


def _imprint(book: Book, about: PageFrame) -> Iterator[tuple[str, str]]:
    yield "Campaign", about.campaign
    yield "Game", f"{about.about.game}, {about.about.rulebook}"
    yield "Record", f"{counted(book.version, 'event')}, the last of {in_words(ended(book))}"
    turns = capital(several(book.calendar.noun))
    yield turns, f"{len(book.logs)} of {max(about.turns, len(book.logs))}"
    if about.modules:
        yield "Parts played", ", ".join(about.modules)
    yield "Head of the record", book.head
    yield "Chance", about.about.chance
    for seen in about.countersigned:
        yield "Countersigned", seen


def ended(book: Book) -> str:
    """When the last event of a book was recorded."""
    return str(next(book.log.entries(book.version - 1, book.version)).event.at)


def _notes(state: GameState, about: PageFrame) -> Iterator[str]:
    if about.what_if:
        yield about.what_if
    if not state.campaign.closed:
        yield "The campaign is still being played: this is the book so far."


def _colophon(about: PageFrame) -> Iterator[str]:
    yield (
        "Every sentence of this book was made from the record of the campaign, in which nothing is "
        "edited or deleted. The head of the record, on the page behind the title, is a digest over "
        "all of it."
    )
    yield f"To audit the record: campaign verify {about.campaign}"
    yield about.about.credits


# --- What members wrote, and what they disputed -------------------------------------------------


def _with_letters(parts: blocks.VolumeParts, letters: Letters) -> blocks.VolumeParts:
    """The same with what members wrote, each behind its turn."""
    if not letters:
        return parts
    chapters = tuple(
        replace(chapter, blocks=tuple(_behind(chapter.blocks, letters)))
        for chapter in parts.chapters
    )
    turns = {
        block.turn
        for chapter in parts.chapters
        for block in chapter.blocks
        if isinstance(block, blocks.Leaf)
    }
    loose = tuple(one for turn, ones in letters.items() if turn not in turns for one in ones)
    if not loose:
        return replace(parts, chapters=chapters)
    words = "What was written about turns that do not count any more."
    chapter = blocks.BookChapter(LOOSE, words, (blocks.Dispatches(loose),))
    return replace(parts, chapters=chapters, appendices=(chapter, *parts.appendices))


def _behind(known: Sequence[blocks.VolumeBlock], letters: Letters) -> Iterator[blocks.VolumeBlock]:
    for block in known:
        yield block
        if isinstance(block, blocks.Leaf) and letters.get(block.turn):
            yield blocks.Dispatches(tuple(letters[block.turn]))


def _with_disputes(parts: blocks.VolumeParts, book: Book) -> blocks.VolumeParts:
    """The same with the disputes of a campaign, where there were any."""
    logs: Sequence[AnyLog] = book.logs
    disputes = all_disputes(book.system, logs)
    if disputes is None:
        return parts
    known = sorted((*disputes.full, *disputes.others), key=lambda one: int(one.id.strip("d") or 0))
    pages = tuple(blocks.Prose(tuple(_dispute(book, view))) for view in known)
    chapter = blocks.BookChapter("Disputes", f"{counted(len(known), 'dispute')} on record", pages)
    return replace(parts, appendices=(chapter, *parts.appendices))


def _dispute(book: Book, view: DisputeView) -> Iterator[str]:
    when = book.calendar.in_words(view.turn)
    yield f"Dispute {view.id}, raised by {view.raised_by} in {when}: {view.stage}."
    yield view.claim
    if view.terms:
        yield f"{view.terms.capitalize()}."


# --- As a printer takes it ----------------------------------------------------------------------

LONG = 40
"""A word of more letters may be broken anywhere."""
_WORD = re.compile(rf"\S{{{LONG + 1},}}")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of letters that show nothing, or turn what is around them."""


def visible(text: str) -> str:
    """A text without letters that nobody can see, or that turn others around."""
    return "".join(
        " " if sign in "\n\t" else sign
        for sign in text
        if sign in "\n\t" or unicodedata.category(sign) not in _UNSEEN
    )


def breakable(text: str) -> str:
    """A text whose longest words have places where they may be broken."""

    def broken(match: re.Match[str]) -> str:
        word = match[0]
        return "\u200b".join(word[at : at + LONG // 2] for at in range(0, len(word), LONG // 2))

    return _WORD.sub(broken, text)


def printable(
    made: Any, word: Callable[[str], str], draw: Callable[[Drawing], Any], name: str = ""
) -> Any:
    """A volume as plain values: every text by `word`, every drawing by `draw`; names of kinds,
    files and turns stay as they are.
    """
    if isinstance(made, str):
        return made if name in _NAMES else word(made)
    if isinstance(made, list | tuple):
        return [printable(one, word, draw, name) for one in made]
    if isinstance(made, msgspec.Struct):
        fields = {
            field: printable(getattr(made, field), word, draw, field)
            for field in made.__struct_fields__
            if field != "drawing"
        }
        if isinstance(made, blocks.PrintedChart):
            drawing = printable(made.drawing, word, draw)
            fields["drawing"] = draw(msgspec.convert(drawing, Drawing))
        tag = made.__struct_config__.tag
        return fields | {"type": tag} if tag else fields
    return made


_NAMES = ("turn", "file")
