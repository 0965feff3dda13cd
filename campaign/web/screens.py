"""A screen of the service, with what every screen has: where one is, what presses, its sentences,
what is said at the table, and the form of a command.
"""

import base64
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from markupsafe import Markup

from campaign.accounts.devices import moment
from campaign.accounts.table.requests import StoredRequest, StoredRequests
from campaign.accounts.table.talk import REACTIONS, Reaction, Said, TableTalk
from campaign.disputes.eligibility import named_unsigned
from campaign.disputes.taking_back import whom
from campaign.handler.command_handler import Actor
from campaign.handler.holding import Holding, called
from campaign.handler.requests import WaitingUndo, still_asked, waiting_undo
from campaign.handler.tasks import Asked, asked, place_of
from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview.answers import Option
from campaign.kernel.interview.runner import Setting
from campaign.kernel.keys import key_id
from campaign.kernel.members import Naming
from campaign.kernel.projections import JournalLine
from campaign.kernel.terminal.screens import LivePage, PieceDrawn, Reveal
from campaign.notifications.local_time import in_full, in_short, in_zone
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.text.moments import in_words
from campaign.web.context import Entered, House, RequestContext, ServiceHouse, TextAskedError
from campaign.web.middleware import POLICY
from campaign.web.rendering import drawn, parts, sheet_name, shown
from campaign.web.replies import JSON, Reply
from events.disputes import EventsInserted

if TYPE_CHECKING:
    from campaign.accounts.sign_ins import StoredPasskey


# --- A visitor's own deadlines as they read them: in their time zone, without a script ----------


def by_when(here: Entered, until: str) -> str:
    """A deadline in the visitor's time zone and in UTC; empty where there is none."""
    return in_words(until) if here.zone == "UTC" else in_full(until, here.zone)


def by_clock(here: Entered, until: str, now: str) -> str:
    """The same in short: `22:00` on the visitor's own day, else with the day."""
    is_today = in_zone(until, here.zone).date() == in_zone(now, here.zone).date()
    return f"{in_zone(until, here.zone):%H:%M}" if is_today else in_short(until, here.zone)


# --- signing ------------------------------------------------------------------------------------
# Signing on the web: what a form would send is told to its own page, which has it signed by
# touch.
#
# A form that is to be signed comes twice: first with `sign=ask`, for the exact text that it would
# send; then with the key and its signature over that text. The first records nothing.


class Signer(msgspec.Struct, frozen=True):
    """What a page needs to have something signed by touch."""

    campaign: str
    """The campaign's random id."""
    member: str
    party: str
    keys: dict[str, str]
    """What the browser calls each passkey that signs here, with its key's id."""
    rules: int
    """The number of the campaign's rules."""
    only: bool
    """Whether nothing of the member's counts unsigned."""

    @property
    def in_json(self) -> str:
        """The same for the page's script."""
        return msgspec.json.encode(self).decode()


def passkeys_of(visit: RequestContext) -> "list[StoredPasskey]":
    """The visitor's passkeys; none where browsers have none to give."""
    door = visit.house.entrance
    return door.passkeys.of(visit.person) if door.party else []


def signer(visit: RequestContext, here: Entered) -> Signer | None:
    """What signs for the visitor in a campaign; None where no passkey of theirs does."""
    keys = here.campaign.record.keys
    mine = {key for key, one in keys.of(here.member).items() if one.algorithm == "webauthn"}
    if not mine:
        return None
    key_ids = {one.id: key_id(one.public) for one in passkeys_of(visit)}
    signs = {one: key for one, key in key_ids.items() if key in mine}
    if not signs:
        return None
    party = visit.house.entrance.party
    campaign, only = here.campaign, keys.only(here.member)
    return Signer(campaign.id, here.member, party, signs, campaign.rules, only)


def nothing_to_sign() -> Reply:
    """The answer for a form that sends no command, or one that is not signed."""
    return _json({"unsigned": True})


def to_sign(asked: TextAskedError) -> Reply:
    """The text that a form would send, for its own page to have it signed."""
    here = asked.here
    command = decisions.read(asked.text, here.live.system.rules.commands, here.member)
    if not isinstance(command, Refused) and (command.tells_secret or command.counts_unsigned):
        return nothing_to_sign()
    return _json({"text": asked.text.decode()})


def _json(value: dict[str, object]) -> Reply:
    return Reply(msgspec.json.encode(value), media=JSON)


# --- A screen of the service, with what every screen has: where one is, and what presses --------


def not_recorded(why: str) -> str:
    """Why something was refused, as pages say it."""
    return f"{capital(why)}. Nothing was recorded."


def own_screen(house: House, template: str, status: int = 200, **values: Any) -> Reply:
    """A screen that belongs to no campaign."""
    return shown(template, status, is_plain=house.is_plain, **values)


def campaign_screen(
    visit: RequestContext, template: str, place: str, status: int = 200, **values: Any
) -> Reply:
    """A screen of the campaign that is visited; `place` is its place in the bar."""
    here = visit.here
    origin = here.campaign.record.branch_of
    signs = signer(visit, here)
    return shown(
        template,
        status,
        here.live.system,
        is_plain=visit.house.is_plain,
        here=here,
        place=place,
        new_id=visit.house.ids,
        is_asked=visit.method == "GET",
        findings=visit.house.checks.findings(here.campaign.id),
        tasks=_to_do(visit),
        signer=signs.in_json if signs else "",
        **seats_called(here),
        held_now=lambda: held_note(visit),
        asked_now=lambda: request_lines(visit),
        what_if=f"A what-if of {origin.name}, from event {origin.version} on." if origin else "",
        talk_at=lambda where, event: talk_at(visit, where, event),
        **values,
    )


def _to_do(visit: RequestContext) -> int:
    """How much is asked of the visitor here; nothing in a what-if."""
    return 0 if visit.here.is_what_if else len(mine(visit.here, visit.house.clock()))


class HeldNote(NamedTuple):
    """What is held in a campaign, as its pages say it."""

    text: str = ""
    """Who does what: `Anna opens the orders`; empty where nothing is held."""
    left: int = 0
    """In how many seconds."""
    is_mine: bool = False
    dropped: str = ""
    """Why the visitor's own last act was dropped."""


def held_note(visit: RequestContext) -> HeldNote:
    """The act that is held in the visitor's campaign, and what became of their own last one."""
    house, here = visit.house, visit.here
    holding = Holding(house.desk, house.clock)
    dropped = holding.acts.dropped(here.campaign.id, here.member)
    act = holding.acts.of(here.campaign.id)
    if act is None:
        return HeldNote(dropped=dropped)
    text = " ".join(called(here.campaign, act, here.live.system.rules.commands.values()))
    return HeldNote(text, holding.left(act), act.member == here.member, dropped)


class RequestLine(NamedTuple):
    """A request as the visitor reads it, with what they can do about it."""

    id: str
    text: str
    words: str
    """The sender's own."""
    yes: str = ""
    """What the button says that grants it; empty where that is not the visitor's."""
    no: str = ""
    is_mine: bool = False
    way: str = ""
    """Where the visitor goes on, below the campaign's address; empty where nothing is to do."""
    is_over: bool = False
    """Whether it is answered, so that its sender has only to see it."""


def request_lines(visit: RequestContext) -> list[RequestLine]:
    """The requests that wait for the visitor, and their own."""
    here, house = visit.here, visit.house
    known = StoredRequests(house.people.file).of(here.campaign.id)
    if not known:
        return []
    lines = list(_about_time(visit, known))
    lines += (RequestLine(one.id, NOT_AGREED, "", is_mine=True, is_over=True) for one in known
              if (one.kind, one.state, one.member) == ("back", "refused", here.member))  # fmt: skip
    waits = waiting_undo(house.ledger, here.name, here.campaign, known)
    if waits is not None and (waits.request.member == here.member or waits.waits_for(here.member)):
        lines.append(_of_undo(visit, waits))
    return lines


def _about_time(visit: RequestContext, known: list[StoredRequest]) -> Iterator[RequestLine]:
    """The requests of time about what is still asked."""
    here, now = visit.here, visit.house.clock()
    parts = asked(here.live.system, here.live.state, now)
    for one in known:
        part = still_asked(one, parts) if one.kind == "time" else None
        line = _of_time(here, one, part, now) if part is not None else None
        if line is not None:
            yield line


NOT_AGREED = "Not everybody agrees that you take it back. It stays."


def _of_time(here: Entered, one: StoredRequest, part: Asked, now: str) -> RequestLine | None:
    """A request of time, for the host who answers it and for its sender."""
    is_mine, until = one.member == here.member, by_clock(here, one.words[1], now)
    if one.state != "open":
        text = f"You have time until {until}." if one.state == "granted" else "No more time."
        return RequestLine(one.id, text, "", is_mine=True, is_over=True) if is_mine else None
    if not (is_mine or here.is_host):
        return None
    keep = f"Keep {by_clock(here, part.until, now)}" if part.until else "Not now"
    who = "You ask" if is_mine else f"{here.campaign.called(one.member)} asks"
    text = f"{who} for time until {until}: {part.owed.title}."
    yes, no = (f"Until {until}", keep) if here.is_host else ("", "")
    return RequestLine(one.id, text, one.text, yes, no, is_mine)


def _of_undo(visit: RequestContext, waits: WaitingUndo) -> RequestLine:
    """A request to take an act back, for its sender and for those who have to agree."""
    here, one = visit.here, waits.request
    about = " ".join(text for _, text in sentences(visit, list(waits.asked.versions)))
    if one.member != here.member:
        text = f"{here.campaign.called(one.member)} asks to take back: {about}"
        return RequestLine(one.id, text, one.text, "I agree", "No")
    if not waits.awaited:
        text = f"All agree that you take back: {about}"
        way = f"/undo?event={waits.asked.versions[0]}"
        return RequestLine(one.id, text, one.text, is_mine=True, way=way)
    text = f"You ask to take back: {about} It waits for {whom(here.campaign, waits.awaited)}."
    return RequestLine(one.id, text, one.text, is_mine=True)


def seats_called(here: Entered) -> dict[str, Mapping[str, str]]:
    """What seats are called in a campaign that names its own."""
    live = here.live
    if live.system.view.seats is None:
        return {}
    seats = live.system.seats_of(live.state)
    return {"seat_names": seats.names, "seat_codes": seats.codes}


def drawn_parts(
    here: Entered, made: Book, wanted: Sequence[str], turn: str = ""
) -> tuple[Markup, ...]:
    """Parts of the reports on a screen, those of these names that have something to show, at the
    end of a book; `turn` is the one whose page they link to.
    """
    system, seats = here.live.system, seats_called(here)
    turn = turn or here.campaign.turn
    return tuple(drawn(system, here.name, turn, one, seats) for one in parts(made, wanted))


def names(here: Entered) -> Naming:
    """What members, seats and pieces of a campaign are called."""
    return here.live.system.view.names(here.live.state)


def mine(here: Entered, now: str) -> tuple[Asked, ...]:
    """What is asked of the visitor in a campaign."""
    parts = asked(here.live.system, here.live.state, now)
    return tuple(part for part in parts if here.member in part.members)


def called_in_figures(here: Entered) -> dict[str, str]:
    """What seats and pieces are called in tables of figures, by their ids."""
    called, live = names(here), here.live
    pieces = live.system.rooms.called(live.state)
    members = {who: called.member(who) for who in here.campaign.members}
    return {**members, **pieces, **{seat: called.seat(seat) for seat in here.campaign.seats}}


def href(here: Entered, part: Asked) -> str:
    """Where the visitor can do what is asked."""
    return f"/c/{here.name}{place_of(part.owed, is_host=here.is_host)}"


# --- An opening is played once on each page of a device, while it is young ----------------------

SEEN = "seen"
"""The cookie with the key of the opening that a page has played; each page has its own."""
YOUNG = timedelta(minutes=10)
"""How long an opening is played; afterwards its answers are turned over already."""
AGAIN = "again"
"""What an address has that asks for it once more."""


def played(visit: RequestContext, room: LivePage | None) -> Reveal | None:
    """What was opened last, if the visitor's page plays it."""
    if room is None or room.reveal is None:
        return None
    age = moment(visit.house.clock()) - moment(room.reveal.at)
    is_new = age < YOUNG and visit.seen != room.reveal.key
    return room.reveal if is_new or AGAIN in visit.query else None


def noted(visit: RequestContext, reply: Reply, page: str, reveal: Reveal | None) -> Reply:
    """The same answer, which tells the device that this page of it has played an opening."""
    if reveal is None:
        return reply
    secure = "; Secure" if visit.house.address.is_encrypted else ""
    path, lasts = f"/c/{visit.here.name}/{page}", int(YOUNG.total_seconds())
    line = f"{SEEN}={reveal.key}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={lasts}{secure}"
    return reply.with_header("Set-Cookie", line)


# --- A sheet of the reports as a page of the service: as on paper, with its one style element ---

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ALONE = '<p class="alone">Links to other pages need the whole folder.</p>'
"""What a page says as a file; in the service every link leads somewhere."""
_HEAD, _SKIP = "</head>", '<a class="skip" href="#main">Skip to the page</a>'


def sheet(html: str, name: str, picture: str = "") -> Reply:
    """A page of the reports with a way back; its style is allowed by its digest, no other is.

    `picture` is the file of its turn's picture to share.
    """
    style = f'<link rel="stylesheet" href="/style/{sheet_name("bar")}">'
    shared = ((f"/turns/{picture}", "Picture"),) if picture else ()
    ways = (("", "Now"), ("/board", "Board"), ("/war", "War"), ("/record", "Record"), *shared)
    links = "".join(f'<a href="/c/{name}{path}">{text}</a>' for path, text in ways)
    back = f'<nav class="back" aria-label="Back to play"><a href="/">‹ Campaigns</a>{links}</nav>'
    html = html.replace(_ALONE, "", 1)
    return styled(html.replace(_HEAD, style + _HEAD, 1).replace(_SKIP, _SKIP + back, 1))


def styled(html: str) -> Reply:
    """A page of the reports as it is on paper; of styles its own alone is allowed."""
    match = _STYLE.search(html)
    digest = base64.b64encode(hashlib.sha256((match[1] if match else "").encode()).digest())
    policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'sha256-{digest.decode()}'")
    return Reply(html.encode(), headers=(("Content-Security-Policy", policy),))


# --- Events of the campaign that is visited, each in a sentence ---------------------------------


def sentences(visit: RequestContext, versions: list[int]) -> list[tuple[int, str]]:
    """Events by number, each in a sentence."""
    if not versions:
        return []
    here, ledger = visit.here, visit.house.ledger
    view, called = here.live.system.view, names(here)
    numbered = []
    for entry in ledger.effective(here.name, versions[0] - 1, versions[-1]):
        then = isinstance(entry.event, view.then)
        known = view.names(ledger.live(here.name, entry.version).state) if then else called
        numbered.append((entry.version, view.sentence(entry.event, known)))
    return numbered


# --- What several pages show of the journal: its last lines, and who is spoken for in it --------


def last_lines(house: House, here: Entered, count: int) -> list[JournalLine]:
    """The last lines of the running turn's journal, the newest first."""
    made = house.books.book(here.name)
    lines = made.whole(len(made.logs) - 1).logs[-1].lines
    return list(reversed(lines[-count:]))


CHOSEN_FROM = 40
"""So many lines of the journal are offered to be chosen."""
LINE_LETTERS = 120


def lines_to_choose(house: House, here: Entered) -> tuple[Option, ...]:
    """The last lines of the journal as what a tap chooses, the newest first."""
    made = house.books.book(here.name)
    lines: list[JournalLine] = []
    for place in reversed(range(len(made.logs))):
        lines += reversed(made.whole(place).logs[place].lines)
        if len(lines) >= CHOSEN_FROM:
            break
    return tuple(
        Option(
            str(one.version), one.sentence[:LINE_LETTERS], f"{one.by or 'the tracker'}, {one.when}"
        )
        for one in lines[:CHOSEN_FROM]
        if not one.struck_by
    )


def unsigned(house: House, here: Entered) -> dict[int, list[str]]:
    """The names of members who sign everything, by the correction that speaks in their name."""
    if not any(key.only for key in here.campaign.record.keys.enrolled.values()):
        return {}
    called, by_version = names(here), {}
    for entry in house.ledger.corrections(here.name):
        if isinstance(entry.event, EventsInserted):
            then = house.ledger.live(here.name, entry.version - 1).state.campaign.record.keys
            if whom := named_unsigned(entry.event, then):
                by_version[entry.version] = [called.member(who) for who in whom]
    return by_version


# --- What is said at the table, on whichever page ------------------------------------------------
#
# Only members see it, and it is in no page that is kept for others.

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
    room = here.live.system.rooms.table(here.live.state) if where == "board" else None
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


def with_talk(visit: RequestContext, reply: Reply, made: Book, place: int) -> Reply:
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
    html = shown(
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
    return here.live.system.calendar.in_words(value), f"/c/{here.name}/turns/{value}"


# --- A command as a form: its title, its rule and sentence, and its fields as they stand now ----


def about(kind: type[Command]) -> tuple[str, str]:
    """A command's rule, and what it does in a sentence."""
    line = (kind.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    rule, _, text = line.partition(": ")
    return rule, capital(" ".join(text.split()))


def title(name: str) -> str:
    """A command's name as words: `Set deadline`."""
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name)
    return capital(words.strip())


def act_title(here: Entered, name: str) -> str:
    """What an act is called in plain words: `Place a piece`; else by its command's name."""
    titled = here.live.system.recording.acts.get(name)
    return titled.title if titled else title(name)


def setting_of(house: ServiceHouse, here: Entered, name: str) -> Setting:
    """What the world says when an interview asks it, in the visitor's own name; nothing secret."""

    def trial(fields: JsonObject) -> Refused | None:
        text = msgspec.json.encode({"command": name, **fields})
        return house.desk.tried(here.name, text, Actor(here.member))

    def private() -> JsonObject:
        own: JsonObject = house.ledger.private(here.name, here.member).get("private", {})
        return own

    return Setting(here.member, trial, private, house.ledger.past_of(here.name))
