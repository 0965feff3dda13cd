"""Makes a club's shelf: its finished campaigns, its players, and figures that add up. Pure but for
the records that it reads.

Somebody who wants no name stands in their campaigns as "a member", and in no list of players.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from campaign.extensions.book.made import ended, span
from campaign.extensions.book.shelf.seats import Seat, SeatedPersons
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.pages import PageContext
from campaign.kernel.volume import plain
from campaign.kernel.volume.plain import ClubFigure
from campaign.reports.book import Book
from campaign.text.json_values import JsonObject

# --- One campaign -------------------------------------------------------------------------------


class ShelfEntry(msgspec.Struct, frozen=True):
    """A finished campaign."""

    name: str
    id: str
    title: str
    game: str
    scenario: str
    turns: str
    """From its first turn to its last."""
    ended: str
    """When its last event was recorded; the ledger's form."""
    verdict: str
    seats: tuple[tuple[str, str], ...]
    """Each seat with who played it."""
    version: int
    head: str
    players: Mapping[str, str]
    """The members who held a seat at the end of any turn, with what they are called."""
    called: Mapping[str, str]
    """What everybody is called of whom there are figures."""
    figures: tuple[ClubFigure, ...]


def is_finished(campaign: Campaign) -> bool:
    """Whether a campaign belongs on the shelf: it is over, and no what-if."""
    return campaign.closed and campaign.record.branch_of is None


def entry_of(book: Book) -> ShelfEntry:
    """A campaign as it stands on the shelf."""
    system, logs = book.system, book.logs
    context = PageContext(logs, len(logs) - 1)
    state: GameState = logs[-1].end
    shared = state.campaign
    about = system.pages.about(state)
    facet = system.pages.volume
    figures: tuple[ClubFigure, ...] = facet().club(context) if facet else ()
    seats = dict(system.seats_of(state).names)
    playing = {
        who: shared.called(who)
        for log in logs
        for seat in seats
        for who in log.end.campaign.who_plays(seat)
    }
    return ShelfEntry(
        shared.name,
        shared.id,
        shared.title or shared.name,
        about.game,
        about.scenario,
        span(book),
        ended(book),
        system.pages.stories.index(context).verdict,
        tuple((name, plain.players_of(logs, seat)) for seat, name in seats.items()),
        book.version,
        book.head,
        playing,
        {one.member: shared.called(one.member) for one in figures},
        figures,
    )


# --- All of them --------------------------------------------------------------------------------


class ShelfPlayer(msgspec.Struct, frozen=True):
    """Somebody who played, and in which campaigns."""

    name: str
    campaigns: tuple[str, ...]


class ClubSum(NamedTuple):
    """A figure added up, and what was to be expected; None where nothing was."""

    value: int = 0
    expected: Fraction | None = None


class ClubRow(msgspec.Struct, frozen=True):
    """Somebody's figures in all campaigns of a game."""

    name: str
    campaigns: int
    sums: tuple[ClubSum, ...]
    """In the order of the columns."""


class ClubSums(msgspec.Struct, frozen=True):
    """A game's figures, added up over its campaigns."""

    game: str
    campaigns: int
    columns: tuple[ClubFigure, ...]
    """One of each kind; with an expectation where any has one."""
    rows: tuple[ClubRow, ...]


class Shelf(msgspec.Struct, frozen=True):
    """The shelf of a club."""

    entries: tuple[ShelfEntry, ...]
    """The latest to end first."""
    players: tuple[ShelfPlayer, ...]
    tables: tuple[ClubSums, ...]


def shelf_of(entries: Iterable[ShelfEntry], persons: SeatedPersons) -> Shelf:
    """The shelf of some campaigns."""
    known = tuple(sorted(entries, key=lambda one: (one.ended, one.name), reverse=True))
    names = _names(known, persons)
    return Shelf(
        known, tuple(_players(known, persons, names)), tuple(_tables(known, persons, names))
    )


def _names(entries: Sequence[ShelfEntry], persons: SeatedPersons) -> dict[Seat, str]:
    """What each person is called: as they chose, else as in the latest of their campaigns. Where
    two are called alike, the campaign tells them apart. Those who want no name have none.
    """
    names: dict[Seat, tuple[str, str]] = {}
    for entry in entries:
        for member, called in {**entry.called, **entry.players}.items():
            seat = entry.id, member
            if not persons.is_forgotten(seat):
                names.setdefault(persons.person(seat), (called, entry.name))
    count = Counter(name for name, _ in names.values())
    return {
        one: f"{name} ({where})" if count[name] > 1 else name
        for one, (name, where) in names.items()
    }


def _players(
    entries: Sequence[ShelfEntry], persons: SeatedPersons, names: Mapping[Seat, str]
) -> Iterator[ShelfPlayer]:
    played: dict[Seat, list[str]] = {}
    for entry in entries:
        for member in entry.players:
            one = persons.person((entry.id, member))
            if one in names:
                played.setdefault(one, []).append(entry.title)
    for one in sorted(played, key=lambda one: (-len(played[one]), names[one].casefold())):
        yield ShelfPlayer(names[one], tuple(played[one]))


def _tables(
    entries: Sequence[ShelfEntry], persons: SeatedPersons, names: Mapping[Seat, str]
) -> Iterator[ClubSums]:
    """A table a game that counts anything, in the order of their names."""
    counting = [entry for entry in entries if entry.figures]
    for game in sorted({entry.game for entry in counting}):
        of_game = [entry for entry in counting if entry.game == game]
        columns = _columns([one for entry in of_game for one in entry.figures])
        if rows := _rows(of_game, columns, persons, names):
            yield ClubSums(game, len(of_game), columns, rows)


def _columns(figures: Sequence[ClubFigure]) -> tuple[ClubFigure, ...]:
    """The columns of a game, in the order of its figures."""
    known: dict[str, ClubFigure] = {}
    for one in figures:
        if one.key not in known or one.expected is not None:
            known[one.key] = one
    return tuple(known.values())


def _rows(
    entries: Sequence[ShelfEntry],
    columns: Sequence[ClubFigure],
    persons: SeatedPersons,
    names: Mapping[Seat, str],
) -> tuple[ClubRow, ...]:
    """Everybody who has a name and a figure, who played most campaigns first."""
    sums: dict[Seat, dict[str, ClubSum]] = {}
    played: dict[Seat, set[str]] = {}
    for entry in entries:
        for one in entry.figures:
            person = persons.person((entry.id, one.member))
            played.setdefault(person, set()).add(entry.id)
            own = sums.setdefault(person, {})
            value, expected = own.get(one.key, ClubSum())
            if one.expected is not None:
                expected = (expected or 0) + one.expected
            own[one.key] = ClubSum(value + one.value, expected)
    rows = [
        ClubRow(name, len(played[one]), tuple(sums[one].get(c.key, ClubSum()) for c in columns))
        for one, name in names.items()
        if one in played
    ]
    return tuple(sorted(rows, key=lambda row: (-row.campaigns, row.name.casefold())))


# --- For readers and programs -------------------------------------------------------------------


def heads(table: ClubSums) -> tuple[str, ...]:
    """The heads of a table of figures."""
    labels = (
        label
        for column in table.columns
        for label in (column.label, *(("expected",) if column.expected is not None else ()))
    )
    return ("player", "campaigns", *labels)


def cells(table: ClubSums, row: ClubRow) -> tuple[str, ...]:
    """A row as its readers see it: expectations to one decimal."""

    def each() -> Iterator[str]:
        for column, (value, expected) in zip(table.columns, row.sums, strict=True):
            yield str(value)
            if column.expected is not None:
                yield "" if expected is None else f"{float(expected):.1f}"

    return (row.name, str(row.campaigns), *each())


def in_json(shelf: Shelf) -> list[JsonObject]:
    """The tables for programs: expectations to three decimals."""
    return [
        {
            "game": table.game,
            "campaigns": table.campaigns,
            "players": [
                {
                    "name": row.name,
                    "campaigns": row.campaigns,
                    "figures": {
                        column.key: {
                            "value": value,
                            "expected": None if expected is None else round(float(expected), 3),
                        }
                        for column, (value, expected) in zip(table.columns, row.sums, strict=True)
                    },
                }
                for row in table.rows
            ],
        }
        for table in shelf.tables
    ]
