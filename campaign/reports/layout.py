"""What every page shows: what it says about its campaign, its links, the turns in a row, the game's
sections, the deadlines. Pure.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from campaign.kernel.deadlines import away_in_words, standing, what_in_words
from campaign.kernel.members import Campaign, S
from campaign.kernel.pages import GameAbout, MorePage, PageContext, Part, Section, page_name
from campaign.kernel.projections import GameLog, T
from campaign.kernel.system import System
from campaign.text.moments import in_words
from campaign.text.turns import Calendar


class LinkedPage(msgspec.Struct, frozen=True):
    """A page that every other links to."""

    file: str
    title: str


def listed(system: System[S], logs: Sequence[GameLog[S]]) -> tuple[LinkedPage, ...]:
    """The game's further pages that are listed, as the last of these turns knows them."""
    return linked(system.pages.more(PageContext(logs, len(logs) - 1)))


def linked(further: Iterable[MorePage]) -> tuple[LinkedPage, ...]:
    """Those of a game's further pages that are listed."""
    return tuple(LinkedPage(page.file, page.title) for page in further if page.listed)


# --- What every page says about its campaign ----------------------------------------------------


class PageFrame(msgspec.Struct, frozen=True):
    """What every page of a campaign says about it."""

    campaign: str
    title: str
    """What the campaign is called in headings."""
    about: GameAbout
    """What is said about the game."""
    first_turn: str
    last_turn: str
    turns: int
    modules: tuple[str, ...]
    what_if: str
    """For a branch: its origin and where it begins; empty for a campaign."""
    countersigned: tuple[str, ...] = ()
    """Which member countersigned the record up to which event: in the page's turn, or overall."""
    links: tuple[LinkedPage, ...] = ()
    """The game's further pages that every page links to."""


def frame(
    system: System[S], state: S, now: S | None = None, links: tuple[LinkedPage, ...] = ()
) -> PageFrame:
    """What every page says about the campaign. Every turn of a branch is marked as a branch's.

    `now` is the state at the end of the record.
    """
    latest = (now or state).campaign
    shared = state.campaign
    return PageFrame(
        latest.name,
        latest.title or latest.name,
        system.pages.about(state),
        shared.first_turn,
        shared.last_turn,
        system.calendar.count(shared.first_turn, shared.last_turn),
        shared.modules,
        _what_if(latest),
        _countersigned(shared, ever=now is None),
        links,
    )


def _countersigned(shared: Campaign, *, ever: bool) -> tuple[str, ...]:
    """Who countersigned what, in the turn or overall; anybody can check it with `verify`."""
    return tuple(
        f"{shared.called(seen.member)} countersigned the record up to event {seen.about}, "
        f"with key {seen.key}."
        for seen in shared.record.keys.witnessed
        if ever or seen.turn == shared.turn
    )


def _what_if(latest: Campaign) -> str:
    origin = latest.record.branch_of
    if origin is None:
        return ""
    maker = latest.called(origin.maker)
    shared = f"{maker} made this page’s campaign of {origin.name}: they share the past up to event"
    return f"{shared} {origin.version}, and what comes after that never happened there."


# --- The turns of a campaign in a row, as the bar and the rail of a page show them --------------

MOST = 72
"""How many turns a rail shows; of a longer campaign those around the page's own."""
NEAR = 11
"""How many of them a phone shows in one row."""


class RailTurn(msgspec.Struct, frozen=True):
    """A turn in the row."""

    number: int
    name: str
    href: str
    """Its page; empty while there is none, or none that the page may know of."""
    is_now: bool
    """Whether the page is that turn's."""
    is_near: bool


class Navigation(msgspec.Struct, frozen=True):
    """The turns around a page's own, and how many there are."""

    turns: tuple[RailTurn, ...]
    number: int
    total: int

    @property
    def before(self) -> RailTurn | None:
        """The turn before the page's own."""
        return self._at(self.number - 1)

    @property
    def after(self) -> RailTurn | None:
        """The turn after it."""
        return self._at(self.number + 1)

    def _at(self, number: int) -> RailTurn | None:
        matches = (turn for turn in self.turns if turn.number == number and turn.href)
        return next(matches, None)


def rail(
    system: System[S], logs: Sequence[GameLog[S]], place: int, *, is_turn: bool = True
) -> Navigation:
    """The row of turns for the page of a turn; it has links to the turns before and the next one.

    So a turn's page does not change once the turn after it has begun.
    """
    state = logs[place].end
    shared, calendar = state.campaign, system.calendar_of(state)
    first = shared.first_turn
    number = calendar.count(first, logs[place].turn)
    total = max(calendar.count(first, shared.last_turn), number)
    pages = {calendar.count(first, log.turn): page_name(log.turn) for log in logs[: place + 2]}
    start, end = _around(number, total, MOST)
    near_start, near_end = _around(number, total, NEAR)
    last = max(calendar.ordinal(shared.last_turn), calendar.ordinal(logs[place].turn))
    names = _names(calendar, first, last)
    return Navigation(
        tuple(
            RailTurn(
                which,
                names[which - 1],
                pages.get(which, ""),
                is_turn and which == number,
                near_start <= which <= near_end,
            )
            for which in range(start, end + 1)
        ),
        number,
        total,
    )


def _around(number: int, total: int, most: int) -> tuple[int, int]:
    """The first and last of so many numbers around one, from 1 to a total."""
    start = max(1, min(number - most // 2, total - most + 1))
    return start, min(total, start + most - 1)


@lru_cache(maxsize=64)
def _names(calendar: Calendar, first: str, last: int) -> tuple[str, ...]:
    """The names of turns, up to that with a number in the calendar."""
    turn, names = first, [calendar.in_words(first)]
    while calendar.ordinal(turn) < last:
        turn = calendar.following(turn)
        names.append(calendar.in_words(turn))
    return tuple(names)


# --- A game's sections on a page, each with the values for its template -------------------------


class SectionView(msgspec.Struct, frozen=True):
    """A section of a page as its template shows it."""

    id: str
    title: str
    template: str
    view: object | None
    """None leaves the section out."""
    part: Part


def section_views(
    sections: Iterable[Section[S, T]], context: PageContext[S, T]
) -> tuple[SectionView, ...]:
    """The sections of a page, including those with nothing to show."""
    return tuple(
        SectionView(
            section.id, section.title, section.template, section.view(context), section.part
        )
        for section in sections
    )


# --- By when something is awaited in the turn being played, and who was away in a turn ----------

_NEVER = "9999-12-31"
"""Behind every day that somebody may name."""


class DeadlineLine(msgspec.Struct, frozen=True):
    """A deadline that stands."""

    what: str
    """What is awaited, inside a sentence."""
    until: str
    when: str
    """The same, as a reader sees it."""


def deadline_lines(system: System[S], log: GameLog[S]) -> tuple[DeadlineLine, ...]:
    """The deadlines at the end of a turn's log, the earliest first."""
    names = system.view.names(log.end)
    return tuple(
        DeadlineLine(what_in_words(what, names), deadline.until, in_words(deadline.until))
        for what, deadline in standing(log.end, system.rules.awaiting).items()
    )


def absence_lines(system: System[S], logs: Sequence[GameLog[S]], place: int) -> tuple[str, ...]:
    """Who was away on a day of the turn; of the turn being played, from its first day on."""
    log = logs[place]
    names = system.view.names(log.end)
    after = logs[place + 1 : place + 2]
    first = log.began[:10]
    last = (after[0].began if after else log.latest)[:10]
    if not after and not log.end.campaign.closed:
        last = _NEVER
    absences = log.end.campaign.schedule.absences
    touching = (away for away in absences if away.touches(first, last))
    ordered = sorted(touching, key=lambda away: (away.first, away.member))
    return tuple(f"{away_in_words(away, names)}." for away in ordered)
