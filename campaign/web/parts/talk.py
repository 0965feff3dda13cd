"""What is said at the table, on whichever page; and who is here. IO."""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from campaign.accounts.table.talk import REACTIONS, Reaction, Said, TableTalk
from campaign.kernel.terminal.screens import PieceDrawn
from campaign.notifications.local_time import in_short
from campaign.reports.book import Book
from campaign.web import rendering, replies
from campaign.web.context import Entered, House, RequestContext
from campaign.web.parts.visited import names, seats_called

FEW = 3
"""How many of the last texts a page of play has."""


SOME = 30
"""How many a page has that is about one thing, or about talk alone."""


REACTION_WORDS: Mapping[Reaction, str] = {
    "well-played": "Well played",
    "ouch": "Ouch",
    "laugh": "Ha",
    "surprised": "Really?",
    "thanks": "Thanks",
}


class TalkLine(msgspec.Struct, frozen=True):
    """A text as a page shows it to its reader."""

    said: Said
    who: str
    seat: str
    """The first seat of whoever said it; empty without one."""
    when: str
    on: str
    """What it is about, in words; empty where the reader knows."""
    href: str
    is_mine: bool
    hidden_by: str
    """The name of the host who hid it; empty while it is shown."""
    taps: tuple[tuple[Reaction, str, int, bool], ...]
    """The kinds of reaction, each in words, with how many tapped it and whether the reader did."""


class TalkPart(msgspec.Struct, frozen=True):
    """The talk on a page."""

    about: str
    """What is said here is about that."""
    back: str
    """The page to come back to, as a form names it."""
    lines: tuple[TalkLine, ...]
    """The oldest first."""
    here: tuple[str, ...] = ()
    """The names of others who are here now."""


def table_talk(house: House) -> TableTalk:
    """The talk of the service's campaigns."""
    return TableTalk(house.people.file, clock=house.clock)


def talk_at(visit: RequestContext, where: str, event: int = 0) -> TalkPart | None:
    """The talk for a page of play: the last texts, or those about an event; none of a what-if."""
    here, talk = visit.here, table_talk(visit.house)
    if here.is_what_if:
        return None
    if event:
        about = f"event:{event}"
        said = talk.last(here.campaign.id, SOME, about=(about,))
        return TalkPart(about, about, talk_lines(visit, said, about))
    room = here.room if where == "board" else None
    about = (room.about if room else "") or f"turn:{here.campaign.turn}"
    said = talk.last(here.campaign.id, FEW)
    return TalkPart(about, where, talk_lines(visit, said, about), here_now(visit))


def here_now(visit: RequestContext) -> tuple[str, ...]:
    """The names of the other members who are here now."""
    here, called = visit.here, names(visit.here)
    others = (one for one in here.campaign.members if one != here.member)
    present = visit.house.together.presence.among(here.name, others)
    return tuple(called.member(one) for one in present)


def talk_lines(
    visit: RequestContext, said: Sequence[Said], about: str = ""
) -> tuple[TalkLine, ...]:
    """Texts as their reader sees them, the oldest first; what all are about is not told again."""
    here, called = visit.here, names(visit.here)
    drawn = _drawn(visit) if any(one.about.startswith("draw:") for one in said) else {}
    lines = []
    for one in reversed(said):
        seats = here.campaign.seats_of(one.member)
        on, href = ("", "") if one.about == about else _subject(here, one.about, drawn)
        lines.append(
            TalkLine(
                one,
                called.member(one.member),
                seats[0] if seats else "",
                in_short(one.at, here.zone),
                on,
                href,
                one.member == here.member,
                called.member(one.hidden_by) if one.hidden_by else "",
                tuple(_taps(one, here.member)),
            )
        )
    return tuple(lines)


_END = b"</main>"


def with_talk(visit: RequestContext, reply: replies.Reply, made: Book, place: int) -> replies.Reply:
    """The page of a turn with what members said about it, its draws and its events; all members
    read the same there.
    """
    here, log = visit.here, made.logs[place]
    if here.is_what_if:
        return reply
    talk, about = table_talk(visit.house), f"turn:{log.turn}"
    versions = range(made.logs[place - 1].last + 1 if place else 1, log.last + 1)
    draws = {one.number for one in here.live.system.rooms.drawn((log,))}
    subjects = talk.subjects(here.campaign.id)
    of_turn = [one for one in subjects if _is_of_turn(one, about, versions, draws)]
    said = talk.last(here.campaign.id, SOME, about=of_turn)
    part = TalkPart(about, about, talk_lines(visit, said, about))
    html = rendering.shown(
        "talk_sheet.html", 200, here.live.system, here=here, talk=part, **seats_called(here)
    )
    return msgspec.structs.replace(reply, body=reply.body.replace(_END, html.body + _END, 1))


def _is_of_turn(about: str, turn: str, versions: range, draws: Collection[int]) -> bool:
    kind, _, value = about.partition(":")
    if kind == "turn":
        return about == turn
    return int(value) in (versions if kind == "event" else draws)


def _taps(said: Said, member: str) -> Iterator[tuple[Reaction, str, int, bool]]:
    for kind in REACTIONS:
        tapped = said.reactions.get(kind, ())
        yield kind, REACTION_WORDS[kind], len(tapped), member in tapped


def _drawn(visit: RequestContext) -> dict[int, PieceDrawn]:
    """Every draw by its number."""
    logs = visit.house.books.book(visit.here.name).logs
    return {one.number: one for one in visit.here.live.system.rooms.drawn(logs)}


def _subject(here: Entered, about: str, drawn: Mapping[int, PieceDrawn]) -> tuple[str, str]:
    """What a text is about, in words, and its page."""
    kind, _, value = about.partition(":")
    if kind == "event":
        return f"event {value}", f"/c/{here.name}/journal/{value}"
    if kind == "draw":
        one = drawn.get(int(value))  # a correction may have taken it back
        page = f"/journal/{one.version}" if one else "/board"
        return (one.piece if one else "a draw"), f"/c/{here.name}{page}"
    return here.live.calendar.in_words(value), f"/c/{here.name}/turns/{value}"
