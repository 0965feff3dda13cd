"""The journal: every event in a sentence, who it came from and when; each line has an address."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.turn_log import JournalLine
from campaign.web.journal_lines import unsigned
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen
from campaign.web.visits import Entered, Visit

WORD_LETTERS = 80
"""How much of what somebody looks for counts."""


class JournalTurn(msgspec.Struct, frozen=True):
    """A turn of the journal."""

    turn: str
    name: str
    lines: tuple[JournalLine, ...] = ()


def journal(visit: Visit) -> Reply:
    """A turn's journal; of all turns, the lines with a word."""
    here = visit.here
    made = visit.house.books.book(here.name)
    word = visit.query.get("word", "").strip()[:WORD_LETTERS]
    wanted = visit.query.get("turn", "") or (made.logs[-1].turn if not word else "")
    places = [place for place, log in enumerate(made.logs) if wanted in ("", log.turn)]
    if not places:
        return missing(visit.house)
    found = []
    for place in reversed(places):
        lines = _with(made.whole(place).logs[place].lines, word)
        if lines or not word:
            turn = made.logs[place].turn
            found.append(JournalTurn(turn, here.live.system.calendar.in_words(turn), lines))
    return campaign_screen(
        visit,
        "journal.html",
        "journal",
        turns=found,
        rail=[(log.turn, here.live.system.calendar.in_words(log.turn)) for log in made.logs],
        wanted=wanted,
        word=word,
        marks=_marks(here),
        unsigned=unsigned(visit.house, here),
    )


def _marks(here: Entered) -> dict[int, str]:
    """What members have marked for others to find, by event."""
    return {one.version: one.note for one in here.campaign.record.bookmarks}


def _with(lines: Sequence[JournalLine], word: str) -> tuple[JournalLine, ...]:
    """The lines that have a word in them, whoever sent them."""
    folded = word.casefold()
    return tuple(
        line
        for line in reversed(lines)
        if folded in f"{line.sentence} {line.by} {line.version}".casefold()
    )


PLACES = (Place("/c/{name}/journal", journal, "member", about="the journal"),)
