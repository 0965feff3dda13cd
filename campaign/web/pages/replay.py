"""Replay: the record step by step, with what each step changed and the state behind it."""

from functools import partial
from typing import Any

import msgspec

from campaign.desk.points import NOW, NoVersionError, version_of
from campaign.history.diff import differences, lines
from campaign.history.frame_notes import notes
from campaign.history.walk import BY, By, Frame, Replay, Span
from campaign.reports.section_views import SectionView
from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.belonging import has_seat
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.report_parts import parts
from campaign.web.screens import campaign_screen, names
from campaign.web.slow import SlowReader
from campaign.web.visits import Entered, Visit

STEPS: dict[By, str] = {
    "event": "Event",
    "act": "Command",
    "draw": "Draw",
    "stage": "Stage",
    "turn": "Turn",
}
"""How far a step goes, in a word."""
POINT_LETTERS = 60
"""How much of a point that somebody typed is read."""
_STEP_DIGITS = 10


class ReplayLine(msgspec.Struct, frozen=True):
    """An event of a step."""

    version: int
    sentence: str
    rule: str
    who: str
    at: str
    when: str
    notes: tuple[tuple[str, str], ...]


class ReplayWay(msgspec.Struct, frozen=True):
    """A step from here."""

    name: str
    sign: str
    keys: str
    """What goes there on a keyboard."""
    to: str
    """The rest of the address; empty where there is none."""


class ReplayStops(msgspec.Struct, frozen=True):
    """A replay as it is walked through: by which steps, and whether as the record counts today.

    As recorded, a stop's address has its last event's number. As it counts today, an event that
    was put in has no number of its own, so the address counts the steps.
    """

    found: Replay
    by: By
    as_it_counts: bool

    def to(self, place: int) -> str:
        """The address of a stop that ends at a place."""
        return self.with_by(self.by, place)

    def with_by(self, by: By, place: int) -> str:
        """The same with another kind of step."""
        if self.as_it_counts:
            return f"by={by}&counts=today&step={place + 1}"
        return f"by={by}&at={self.found.entry(place).version}"


def replay(visit: Visit) -> Reply:
    """A stop of the replay: where one can go, its events, what they changed, and the state."""
    here = visit.here
    noun = here.live.system.calendar.noun
    by, as_it_counts = _by(visit), visit.query.get("counts") == "today"
    with visit.house.slow.reading() as slow:
        found = slow.replay(here.name, as_it_counts=as_it_counts)
        stops = ReplayStops(found, by, as_it_counts)
        point = visit.query.get("at", NOW).strip()[:POINT_LETTERS]
        why = ""
        try:
            place = _place(visit, slow, stops, point)
        except NoVersionError as error:
            why, place = str(error), len(found) - 1
        if place is None:
            return missing(visit.house)
        nth = found.stop(by, place)
        span = found.spans(by)[nth]
        last = found.entry(span.last).version
        return campaign_screen(
            visit,
            "replay.html",
            "journal",
            422 if why else 200,
            why=why,
            point=point if why else "",
            by=by,
            steps=[
                (kind, capital(noun) if kind == "turn" else name, stops.with_by(kind, span.last))
                for kind, name in STEPS.items()
            ],
            ways=_ways(stops, nth, noun),
            turns=_turns(stops, span.last),
            turn=here.live.system.calendar.in_words(found.turn_of(span.last)),
            turn_id=found.turn_of(span.last),
            at=last,
            number=nth + 1,
            count=len(found.spans(by)),
            lines=[_line(here, found.frame(n)) for n in range(span.first, span.last + 1)],
            changes=_changes(found, span),
            parts=() if as_it_counts else _state(slow, here, last),
            panel=found.panel(span),
            as_it_counts=as_it_counts,
            is_corrected=found.is_corrected,
        )


def _place(visit: Visit, slow: SlowReader, stops: ReplayStops, point: str) -> int | None:
    """Where the visitor wants to be; None where there is no such place.

    Raises `NoVersionError` for a point that is none, or does not count any more.
    """
    found, step = stops.found, visit.query.get("step", "")
    if stops.as_it_counts and step:
        is_number = step.isascii() and step.isdecimal() and len(step) < _STEP_DIGITS
        return int(step) - 1 if is_number and 0 < int(step) <= len(found) else None
    version = version_of(slow.reader, visit.here.name, point)
    place = found.place_of(version)
    if place is None and stops.as_it_counts:
        raise NoVersionError(f"event {version} does not count any more")
    return place


def _by(visit: Visit) -> By:
    wanted = visit.query.get("by", "event")
    return next((by for by in BY if by == wanted), "event")


def _ways(stops: ReplayStops, nth: int, noun: str) -> tuple[ReplayWay, ...]:
    found = stops.found
    spans, turns = found.spans(stops.by), found.spans("turn")
    turn = found.stop("turn", spans[nth].last)
    last = len(spans) - 1
    wanted = (
        ("Earlier", "←", "ArrowLeft", spans, nth - 1),
        ("Later", "→", "ArrowRight", spans, nth + 1),
        ("First", "⇤", "", spans, 0 if nth else -1),
        (f"{capital(noun)} before", "«", "Shift+ArrowLeft", turns, turn - 1),
        (f"{capital(noun)} after", "»", "Shift+ArrowRight", turns, turn + 1),
        ("Last", "⇥", "", spans, last if nth < last else -1),
    )
    return tuple(
        ReplayWay(name, sign, keys, stops.to(among[to].last) if 0 <= to < len(among) else "")
        for name, sign, keys, among, to in wanted
    )


def _turns(stops: ReplayStops, place: int) -> list[tuple[str, str, bool]]:
    """Each turn as it was played: its name, where its end is, and whether the stop is in it."""
    found = stops.found
    return [
        (found.calendar.in_words(turn), stops.to(span.last), span.first <= place <= span.last)
        for turn, span in found.turns()
    ]


def _line(here: Entered, frame: Frame) -> ReplayLine:
    who = names(here).member(frame.by) if frame.by else ""
    return ReplayLine(
        frame.version,
        frame.sentence,
        frame.rule,
        who,
        frame.at,
        in_words(frame.at),
        tuple(notes(frame)),
    )


def _changes(found: Replay, span: Span) -> list[tuple[str, str]]:
    state: Any = found.state(span.last)
    word = partial(found.system.pages.figures.word, state)
    return lines(found.changes(span), word, " · ")


def _state(slow: SlowReader, here: Entered, version: int) -> tuple[SectionView, ...]:
    """The state after an event, as the parts of the reports that the game names for it."""
    wanted = here.live.system.rooms.standing
    return parts(slow.book(here.name, version), wanted) if wanted else ()


# --- two points ---------------------------------------------------------------------------------


def diff(visit: Visit) -> Reply:
    """Every figure in which two points differ: of this campaign, or one of another that is mine."""
    here = visit.here
    typed = {
        field: visit.query.get(field, default).strip()[:POINT_LETTERS] or default
        for field, default in (("from", "1"), ("to", NOW))
    }
    wrong: dict[str, str] = {}
    with visit.house.slow.reading() as slow:
        shown = {}
        for field, point in typed.items():
            try:
                shown[field] = _shown(visit, slow, point)
            except NoVersionError as error:
                wrong[field] = str(error)
        found = None if wrong else differences(shown["from"], shown["to"])
        word = partial(here.live.system.pages.figures.word, here.live.state)
        return campaign_screen(
            visit,
            "diff.html",
            "journal",
            422 if wrong else 200,
            typed=typed,
            wrong=wrong,
            points=[_named(here, shown[field]) for field in shown],
            rows=lines(found, word, " · ") if found is not None else None,
        )


def _shown(visit: Visit, slow: SlowReader, point: str) -> dict[str, Any]:
    """The state at a point; `campaign@point` is one of another campaign of the visitor's."""
    name, at, rest = point.rpartition("@")
    if at and name != visit.here.name and not has_seat(visit.house, visit.person, name):
        raise NoVersionError(f"{name} is no campaign of yours")
    name = name or visit.here.name
    return dict(slow.reader.show(name, version_of(slow.reader, name, rest)))


def _named(here: Entered, shown: dict[str, Any]) -> tuple[str, str, int]:
    """A point: its campaign where it is another one, its turn, its event."""
    turn = shown["turn"]
    words = here.live.system.calendar.in_words(turn) if turn else "before the first turn"
    return (shown["campaign"] if shown["campaign"] != here.name else "", words, shown["version"])


PLACES = (
    Place("/c/{name}/replay", replay, "member", about="the record step by step"),
    Place("/c/{name}/diff", diff, "member", about="what differs between two points"),
)
