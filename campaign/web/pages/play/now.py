"""What is waited for now: of me in all my campaigns, in one campaign, and on the big screen of a
club
night.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from campaign.handler.tasks import HOSTS, Asked, first_lines, form_of, since, still_open
from campaign.handler.tasks import schedule_lines as due_lines
from campaign.kernel.decisions import Refused
from campaign.kernel.system import AnySystem
from campaign.kernel.terminal.screens import LivePage, SeatFigure, Status, TableCard
from campaign.text.english import capital
from campaign.web import context, rendering, replies, screens
from campaign.web.parts.diary import owed as stories_owed
from campaign.web.parts.visited import by_when, href, last_lines, mine, names
from campaign.web.stages import hosts_next, open_act, stages

# --- What needs me: what is asked of a person in all their campaigns, the first due first -------
#
# Of what has no deadline, that comes first which has waited longest.

_LATER = "9999"
"""Sorts behind every deadline."""


class HomeCard(msgspec.Struct, frozen=True):
    """Something that is asked of the visitor."""

    href: str
    campaign: str
    does: str
    seat: str
    """Whose it is, in words; empty for the host."""
    seat_id: str
    until: str


def home(visit: context.RequestContext) -> replies.Reply:
    """Everything that waits for the visitor, and their campaigns."""
    every = list(context.seats_of(visit.house, visit.person))
    cards = [card(here, part) for here, part in _waiting(visit, every)]
    cards += hosts_cards(every, visit.house.clock())
    systems = {here.live.system.name: here.live.system for here in every}
    return rendering.shown(
        "home.html",
        200,
        _one(list(systems.values())),
        is_plain=visit.house.is_plain,
        stay=visit.house.allowance.stay(),
        cards=cards,
        campaigns=[(here, names(here)) for here in every],
        is_coloured=len(systems) == 1,
        is_operator=visit.is_operator,
        is_founder=visit.person == visit.house.entrance.operators.founder(),
    )


def _one(systems: list[AnySystem]) -> AnySystem | None:
    """The game whose colours the page has: colours of two games could bear one name."""
    return systems[0] if len(systems) == 1 else None


def _waiting(
    visit: context.RequestContext, every: Iterable[context.Entered]
) -> list[tuple[context.Entered, Asked]]:
    """What waits for the visitor, in its order. A what-if asks for nothing."""
    now = visit.house.clock()
    waiting = [(here, part) for here in every if not here.is_what_if for part in mine(here, now)]
    return sorted(waiting, key=lambda one: (one[1].until or _LATER, _since(*one)))


def _since(here: context.Entered, part: Asked) -> str:
    """Since when something has waited: a game's things at least since its last event."""
    if part.dispute:
        return since(here.campaign.record.disputes[part.dispute])
    return here.live.at


def card(here: context.Entered, part: Asked) -> HomeCard:
    """Something that is asked, with the page where it can be done."""
    seat = part.owed.seat
    return HomeCard(
        href(here, part),
        here.title,
        part.owed.does,
        names(here).seat(seat) if seat else "",
        seat,
        by_when(here, part.until),
    )


def hosts_cards(every: Iterable[context.Entered], now: str) -> list[HomeCard]:
    """The campaigns that wait for their host alone."""
    steps = ((here, hosts_next(here, now)) for here in every)
    return [
        HomeCard(f"/c/{here.name}{HOSTS}", here.title, step, "", "", "")
        for here, step in steps
        if step
    ]


def following(visit: context.RequestContext) -> replies.Reply:
    """Goes to the first thing that waits: a bookmark."""
    every = list(context.seats_of(visit.house, visit.person))
    for here, part in _waiting(visit, every):
        return replies.see_other(href(here, part))
    for one in hosts_cards(every, visit.house.clock()):
        return replies.see_other(one.href)
    return replies.see_other("/")


# --- now ----------------------------------------------------------------------------------------
# A campaign as it is now: the most urgent thing that is mine with its button, what else is, how it
# stands, and the news.

FEW = 5
"""How many lines of the journal the page has."""


class UrgentWay(msgspec.Struct, frozen=True):
    """A button that does what is asked, or leads to where it is done."""

    text: str
    href: str
    is_tap: bool = False
    """Whether it does it at once."""


def _waits(here: context.Entered, status: Status) -> list[str]:
    """What is waited for, in sentences: the table's own, while somebody is to answer there."""
    if here.campaign.closed:
        return ["The campaign is over."]
    room = here.room
    if room is not None and room.pips and not here.campaign.record.frozen_for:
        return [room.sentence]
    first, *more = (*first_lines(here.campaign, status), "")
    return [f"Waiting for {line}." for line in (first, *more) if line]


class Urgent(msgspec.Struct, frozen=True):
    """What is most urgent for the visitor: the large card."""

    whose: str
    """Whose it is, to its reader: `Anna, this is yours: Red`."""
    seat: str
    heading: str
    signs: str = ""
    signs_in_words: str = ""
    about: str = ""
    until: str = ""
    is_sealed: bool = False
    ways: tuple[UrgentWay, ...] = ()


def _urgent(here: context.Entered, part: Asked) -> Urgent:
    """What is asked of the visitor first, with what would do it."""
    owed, called = part.owed, names(here)
    card = _card(here) if owed.answers else None
    seat = f": {called.seat(owed.seat)}" if owed.seat else ""
    as_host = "" if owed.seat or part.dispute else " as the host"
    return Urgent(
        whose=f"{called.member(here.member)}, this is yours{as_host}{seat}",
        seat=owed.seat,
        heading=card.heading if card else capital(owed.title),
        signs=card.signs if card else "",
        signs_in_words=card.signs_in_words if card else "",
        about=card.about if card else "",
        until=by_when(here, part.until),
        is_sealed=owed.device is not None,
        ways=tuple(_ways(here, part)),
    )


def _ways(here: context.Entered, part: Asked) -> Iterator[UrgentWay]:
    """The acts that do what is asked: one tap where nothing has to be filled in, else its page."""
    owed = part.owed
    can_tap = bool(owed.tap) and not here.campaign.record.frozen_for
    if not owed.ways:
        yield UrgentWay(owed.tap or capital(owed.does), href(here, part), can_tap)
    for way in owed.ways:
        page = f"/c/{here.name}{form_of(way.act, way.given)}"
        yield UrgentWay(way.text, page, can_tap and way.act == owed.command["command"])


def _first(here: context.Entered, asks: Sequence[Asked], step: str) -> Urgent | None:
    """The large card; a host's next step where nothing else is asked of them."""
    if asks:
        return _urgent(here, asks[0])
    if not step:
        return None
    whose = f"{names(here).member(here.member)}, this is yours as the host"
    way = UrgentWay("Go to the host’s buttons", f"/c/{here.name}{HOSTS}")
    return Urgent(whose, "", step, ways=(way,))


def _also(here: context.Entered, asks: Sequence[Asked], step: str) -> list[HomeCard]:
    """What else is the visitor's."""
    also = [card(here, part) for part in asks[1:]]
    is_told = not asks or any(not part.owed.seat and not part.dispute for part in asks)
    if step and not is_told:
        also.append(HomeCard(f"/c/{here.name}{HOSTS}", "", step, "", "", ""))
    return also


def _card(here: context.Entered) -> TableCard | None:
    """What is on the table, which the Board's page has in full."""
    room = here.room
    return None if room is None or here.campaign.closed else room.card


def _table(here: context.Entered) -> dict[str, Any]:
    """Who has answered, and what is waited for, where there is a table."""
    room = here.room
    if room is None:
        return {"pips": (), "sentence": ""}
    return {"pips": () if here.campaign.closed else room.pips, "sentence": room.sentence}


def _mine_first(here: context.Entered) -> list[SeatFigure]:
    """The figure of each seat that everybody follows, those of the visitor's seats first."""
    figures = here.live.system.rooms.figures(here.live.state)
    return sorted(figures, key=lambda one: one.seat not in here.seats)


def _may_vouch(visit: context.RequestContext) -> bool:
    """Whether the visitor can countersign the record, which they have not done in this turn."""
    campaign = visit.here.campaign
    last = campaign.record.keys.last(visit.here.member)
    is_due = last is None or last.turn != campaign.turn
    return is_due and screens.signer(visit, visit.here) is not None


def now(visit: context.RequestContext) -> replies.Reply:
    """The turn, what is waited for, and the last events."""
    here, house = visit.here, visit.house
    system, state = here.live.system, here.live.state
    status = here.status
    called = names(here)
    asks = mine(here, house.clock())
    step = hosts_next(here, house.clock())
    on_cards = {part.dispute for part in asks}
    open_disputes = [
        one
        for one in here.campaign.record.disputes.values()
        if here.campaign.record.awaits(one) and one.id not in on_cards
    ]
    return screens.campaign_screen(
        visit,
        "now.html",
        "now",
        waits=_waits(here, status),
        open=[
            (f"{capital(part.text)}.", open_act(here, part))
            for part in still_open(here.campaign, status)
        ],
        card=None if asks and asks[0].owed.answers else _card(here),
        urgent=_first(here, asks, step),
        sent=asks[0].owed.command if asks else {},
        also=_also(here, asks, step),
        **_table(here),
        due=list(due_lines(system, state, house.clock())),
        frozen=here.campaign.record.frozen_for,
        disputes=open_disputes,
        table=status.seats,
        own=[called.seat(seat) for seat in here.seats],
        figures=_mine_first(here),
        has_own=not isinstance(system.secrets.private_needs(state, here.member), Refused),
        lines=last_lines(house, here, FEW),
        vouch=_may_vouch(visit),
        stories=stories_owed(visit),
    )


# --- The big screen for a club night: the table as everybody may see it, in large letters -------
#
# Nothing on it depends on who opened it, so that it can hang on the wall.

NEWS = 2
"""How many of the last lines of the journal it has."""
SECONDS = 15
"""How often a browser without scripts looks again."""


def screen(visit: context.RequestContext) -> replies.Reply:
    """Whom everybody waits for, what was decided, how it stands, and what happened last."""
    here = visit.here
    system, state = here.live.system, here.live.state
    room = here.room
    opening = screens.played(visit, room)
    reply = screens.campaign_screen(
        visit,
        "screen.html",
        "",
        room=room,
        is_played=opening is not None,
        count=_count(room),
        figures=system.rooms.figures(state),
        stage=next((stage.title for stage in stages(here) if stage.stands == "now"), ""),
        due=[text for label, text in due_lines(system, state, visit.house.clock())][:1],
        lines=last_lines(visit.house, here, NEWS),
        frozen=here.campaign.record.frozen_for,
        seconds=SECONDS,
        parts=_parts(visit),
    )
    return screens.noted(visit, reply, "screen", opening)


def _parts(visit: context.RequestContext) -> tuple[Markup, ...]:
    """The parts of the reports that the game has on the wall."""
    wanted = visit.here.live.system.rooms.wall
    made = visit.house.books.book(visit.here.name) if wanted else None
    return screens.drawn_parts(visit.here, made, wanted) if made else ()


def _count(room: LivePage | None) -> tuple[int, int]:
    """How many answers are in, and of how many; 0 of 0 where none are asked for."""
    pips = [pip for pip in room.pips if pip.is_in or pip.is_awaited] if room else []
    return sum(pip.is_in for pip in pips), len(pips)


PLACES = (
    context.get("/", home, "signed-in"),
    context.get("/next", following, "signed-in"),
    context.get("/c/{name}", now, "member"),
    context.get("/c/{name}/screen", screen, "member"),
)
