"""The events of one turn, each with the states around it. Pure but for the record that it reads."""

from collections.abc import Iterator

from campaign.history.transitions import transitions
from campaign.kernel.state import GameState
from campaign.kernel.transition import Transition
from campaign.reports.book import Book, beginning, behind
from campaign.store.entries import counted


def steps(book: Book, place: int) -> Iterator[Transition[GameState]]:
    """A turn's events as they count now, struck ones too; earlier turns are not read again."""
    first = beginning(book.logs, place, book.corrections)
    after = book.logs[first - 1].last if first else 0
    state = book.logs[first - 1].end if first else None
    log = book.logs[place]
    history = counted(behind(book.corrections, after), book.log.entries(after, log.last))
    for step in transitions(book.system, history, state):
        if step.turn == log.turn:
            yield step
