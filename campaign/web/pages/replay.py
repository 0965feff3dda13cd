"""Looking back: the record step by step, two points compared, and what-ifs that begin in the
past.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from markupsafe import Markup

from campaign.handler.wording import NOW, NoVersionError, version_of
from campaign.history.diff import differences, lines
from campaign.history.replay import BY, By, Replay, Span, notes
from campaign.kernel.record import Origin
from campaign.store import branches, protocol
from campaign.store.ledger import Ledger
from campaign.text.english import capital
from campaign.web import errors, replies, screens
from campaign.web.context import Entered, House, RequestContext, get, has_seat, post, seats_of
from campaign.web.parts.visited import names
from campaign.web.server.threads import SlowReader

# --- Replay: the record step by step, with what each step changed and the state behind it -------

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


class ReplayStops(msgspec.Struct, frozen=True):
    """A replay as it is walked through: by which steps, and whether as the record counts today.

    As recorded, a stop's address has its last event's number. As it counts today, an event that
    was put in has no number of its own, so the address counts the steps.
    """

    replay: Replay
    by: By
    as_it_counts: bool

    def to(self, place: int) -> str:
        """The address of a stop that ends at a place."""
        return self.with_by(self.by, place)

    def with_by(self, by: By, place: int) -> str:
        """The same with another kind of step."""
        if self.as_it_counts:
            return f"by={by}&counts=today&step={place + 1}"
        return f"by={by}&at={self.replay.entry(place).version}"


def replay(visit: RequestContext) -> replies.Reply:
    """A stop of the replay: where one can go, its events, what they changed, and the state."""
    here = visit.here
    noun = here.live.calendar.noun
    by, as_it_counts = _by(visit), visit.query.get("counts") == "today"
    with visit.house.slow.reading() as slow:
        played = slow.replay(here.name, as_it_counts=as_it_counts)
        stops = ReplayStops(played, by, as_it_counts)
        point = visit.query.get("at", NOW).strip()[:POINT_LETTERS]
        why = ""
        try:
            place = _place(visit, slow, stops, point)
        except NoVersionError as error:
            why, place = str(error), len(played) - 1
        if place is None:
            return errors.missing(visit.house)
        nth = played.stop(by, place)
        span = played.spans(by)[nth]
        last = played.entry(span.last).version
        return screens.campaign_screen(
            visit,
            "replay.html",
            "record",
            422 if why else 200,
            why=why,
            point=point if why else "",
            by=by,
            steps=[
                (kind, capital(noun) if kind == "turn" else name, stops.with_by(kind, span.last))
                for kind, name in STEPS.items()
            ],
            ways=_ways(stops, nth, noun),
            turns=_turns(stops, span.last, here.live.calendar.in_words),
            turn=here.live.calendar.in_words(played.turn_of(span.last)),
            at=last,
            number=nth + 1,
            count=len(played.spans(by)),
            lines=[played.frame(n) for n in range(span.first, span.last + 1)],
            notes=notes,
            who=names(here).member,
            changes=_changes(played, span),
            parts=() if as_it_counts else _state(slow, here, last, played.turn_of(span.last)),
            panel=lambda: played.panel(span),
            as_it_counts=as_it_counts,
            is_corrected=played.is_corrected,
        )


def _place(visit: RequestContext, slow: SlowReader, stops: ReplayStops, point: str) -> int | None:
    """Where the visitor wants to be; None where there is no such place.

    Raises `NoVersionError` for a point that is none, or does not count any more.
    """
    replay, step = stops.replay, visit.query.get("step", "")
    if stops.as_it_counts and step:
        return replies.number(step) - 1 if 0 < replies.number(step) <= len(replay) else None
    version = version_of(slow.reader, visit.here.name, point)
    place = replay.place_of(version)
    if place is None and stops.as_it_counts:
        raise NoVersionError(f"event {version} does not count any more")
    return place


def _by(visit: RequestContext) -> By:
    wanted = visit.query.get("by", "event")
    return next((by for by in BY if by == wanted), "event")


def _ways(stops: ReplayStops, nth: int, noun: str) -> list[tuple[str, str, str, str]]:
    """The steps from here: each with its sign, its key, and where it leads, if anywhere."""
    replay = stops.replay
    spans, turns = replay.spans(stops.by), replay.spans("turn")
    turn = replay.stop("turn", spans[nth].last)
    last = len(spans) - 1
    wanted = (
        ("Earlier", "←", "ArrowLeft", spans, nth - 1),
        ("Later", "→", "ArrowRight", spans, nth + 1),
        ("First", "⇤", "", spans, 0 if nth else -1),
        (f"{capital(noun)} before", "«", "Shift+ArrowLeft", turns, turn - 1),
        (f"{capital(noun)} after", "»", "Shift+ArrowRight", turns, turn + 1),
        ("Last", "⇥", "", spans, last if nth < last else -1),
    )
    return [
        (name, sign, keys, stops.to(among[to].last) if 0 <= to < len(among) else "")
        for name, sign, keys, among, to in wanted
    ]


def _turns(
    stops: ReplayStops, place: int, in_words: Callable[[str], str]
) -> list[tuple[str, str, bool]]:
    """Each turn as it was played: its name, where its end is, and whether the stop is in it."""
    return [
        (in_words(turn), stops.to(span.last), span.first <= place <= span.last)
        for turn, span in stops.replay.turns()
    ]


def _changes(replay: Replay, span: Span) -> list[tuple[str, str]]:
    state: Any = replay.state(span.last)
    word = partial(replay.system.pages.figures.word, state)
    return lines(replay.changes(span), word, " · ")


def _state(slow: SlowReader, here: Entered, version: int, turn: str) -> tuple[Markup, ...]:
    """The state after an event, as the parts of the reports that the game names for it."""
    wanted = here.live.system.rooms.standing
    return screens.drawn_parts(here, slow.book(here.name, version), wanted, turn) if wanted else ()


# --- two points ---------------------------------------------------------------------------------


def diff(visit: RequestContext) -> replies.Reply:
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
        changes = None if wrong else differences(shown["from"], shown["to"])
        word = partial(here.live.system.pages.figures.word, here.live.state)
        return screens.campaign_screen(
            visit,
            "diff.html",
            "record",
            422 if wrong else 200,
            typed=typed,
            wrong=wrong,
            points=[_named(here, shown[field]) for field in shown],
            rows=lines(changes, word, " · ") if changes is not None else None,
        )


def _shown(visit: RequestContext, slow: SlowReader, point: str) -> dict[str, Any]:
    """The state at a point; `campaign@point` is one of another campaign of the visitor's."""
    name, at, rest = point.rpartition("@")
    if at and name != visit.here.name and not has_seat(visit.house, visit.person, name):
        raise NoVersionError(f"{name} is no campaign of yours")
    name = name or visit.here.name
    return dict(slow.reader.show(name, version_of(slow.reader, name, rest)))


def _named(here: Entered, shown: dict[str, Any]) -> tuple[str, str, int]:
    """A point: its campaign where it is another one, its turn, its event."""
    turn = shown["turn"]
    calendar = here.live.calendar
    words = calendar.in_words(turn) if turn else f"before the first {calendar.noun}"
    return (shown["campaign"] if shown["campaign"] != here.name else "", words, shown["version"])


# --- What-ifs: a campaign of a member's own that begins at any event of this one, and its end ---
#
# It holds only what its maker may know, and nobody else is let in unless the maker invites them.

MOST = 5
"""How many what-ifs of one campaign a member may have at a time."""


class TooManyError(protocol.StoreError):
    """The member has as many as they may have."""


def what_ifs(visit: RequestContext, why: str = "", status: int = 200) -> replies.Reply:
    """The visitor's what-ifs, and where another one may begin."""
    here, calendar = visit.here, visit.here.live.calendar
    spans = visit.house.ledger.spans(here.name)
    rows = [
        (one, origin.version, one.live.version - begun_at(visit.house.ledger, one.name))
        for one, origin in own(visit.house, visit.person, here)
    ]
    return screens.campaign_screen(
        visit,
        "what_ifs.html",
        "record",
        status,
        why=why,
        found=rows,
        most=MOST,
        turns=[(calendar.in_words(turn), last) for turn, (_, last) in reversed(spans.items())],
        origin=origin_of(visit),
    )


def own(house: House, person: str, here: Entered) -> list[tuple[Entered, Origin]]:
    """The what-ifs of a campaign that a person made, with where each begins."""
    begun = ((one, one.campaign.record.branch_of) for one in seats_of(house, person))
    return [
        (one, origin)
        for one, origin in begun
        if origin and origin.name == here.name and origin.maker == here.member == one.member
    ]


def begun_at(ledger: Ledger, name: str) -> int:
    """The last event of the act with which a what-if begins."""
    origin = ledger.branch_of(name)
    assert origin is not None, "it is a what-if"
    return ledger.whole_act(name, origin.version + 1)[-1]


def origin_of(visit: RequestContext) -> str:
    """The campaign that this one is a what-if of, if the visitor is a member of it; else empty."""
    origin = visit.here.campaign.record.branch_of
    if origin is None or not has_seat(visit.house, visit.person, origin.name):
        return ""
    return origin.name


def begin(visit: RequestContext) -> replies.Reply:
    """Makes one behind an event, with all that its command brought; the same is made once."""
    here, house = visit.here, visit.house
    typed, last = replies.number(visit.form.get("at", "").strip()), here.live.version
    if not 1 <= typed <= last:
        why = f"Choose where it begins: an event from 1 to {last}. Nothing was recorded."
        return what_ifs(visit, why, 422)
    at = (house.ledger.whole_act(here.name, typed) or (typed,))[-1]

    def made(ledger: Ledger) -> tuple[str, int]:
        mine = own(house, visit.person, here)
        for one, origin in mine:
            if origin.version == at and one.live.version == begun_at(ledger, one.name):
                return one.name, one.live.version
        if len(mine) >= MOST:
            raise TooManyError(f"you have {len(mine)} what-ifs of {here.name} already")
        name, version = branches.branch(ledger, here.name, at, here.member)
        shared = ledger.live(name).state.campaign
        with house.people.file.writing() as db:
            house.people.seated(db, shared.id, here.member, visit.person)
        return name, version

    try:
        name, _ = house.desk.bring_in(made)
    except TooManyError as error:
        return what_ifs(visit, f"{capital(str(error))}. Delete one first.", 409)
    except protocol.StoreError as error:
        return what_ifs(visit, screens.not_recorded(str(error)), 409)
    return replies.see_other(f"/c/{name}")


def end(visit: RequestContext) -> replies.Reply:
    """Deletes one of the visitor's own, without a trace."""
    here, house = visit.here, visit.house
    wanted = visit.form.get("name", "")
    branch = next((one for one, _ in own(house, visit.person, here) if one.name == wanted), None)
    if branch is None:
        return errors.missing(house)
    house.desk.throw_away(wanted)
    house.books.forget(wanted)
    house.people.unseat(branch.campaign.id)
    return replies.see_other(f"/c/{here.name}/what-ifs")


PLACES = (
    get("/c/{name}/replay", replay, "member", is_packed=True),
    get("/c/{name}/diff", diff, "member", is_packed=True),
    get("/c/{name}/what-ifs", what_ifs, "member"),
    post("/c/{name}/what-ifs", begin, "member"),
    post("/c/{name}/what-ifs/end", end, "member"),
)
