"""A screen of the service, with what every screen has: where one is, what presses, who signs; and
the form of a command.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from campaign.accounts.devices import moment
from campaign.accounts.table.requests import StoredRequest, StoredRequests
from campaign.disputes.undo import whom
from campaign.handler import requests, tasks
from campaign.handler.command_handler import Actor
from campaign.handler.holding import Holding, called
from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview import available, runner
from campaign.kernel.keys import key_id
from campaign.kernel.terminal.screens import LivePage, Reveal
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.context import Entered, House, RequestContext, ServiceHouse, TextAskedError
from campaign.web.middleware import POLICY
from campaign.web.parts import talk
from campaign.web.parts.visited import (
    by_clock,
    mine,
    seats_called,
    sentences,
)
from campaign.web.rendering import drawn, parts, sheet_name, shown
from campaign.web.replies import JSON, Reply

if TYPE_CHECKING:
    from campaign.accounts.sign_ins import StoredPasskey

# --- Signing by touch: what a form would send is told to its own page ---------------------------
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
    return shown(template, status, is_plain=house.is_plain, stay=house.allowance.stay(), **values)


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
        stay=visit.house.allowance.stay(),
        here=here,
        place=place,
        new_id=visit.house.ids,
        is_asked=visit.method == "GET",
        findings=visit.house.checks.findings(here.campaign.id),
        tasks=(0 if visit.here.is_what_if else len(mine(visit.here, visit.house.clock()))),
        signer=signs.in_json if signs else "",
        **seats_called(here),
        held_now=lambda: held_note(visit),
        asked_now=lambda: request_lines(visit),
        what_if=f"A what-if of {origin.name}, from event {origin.version} on." if origin else "",
        talk_at=lambda where, event: talk.talk_at(visit, where, event),
        **values,
    )


def drawn_parts(
    here: Entered, made: Book, wanted: Sequence[str], turn: str = ""
) -> tuple[Markup, ...]:
    """Parts of the reports on a screen, those of these names that have something to show, at the
    end of a book; `turn` is the one whose page they link to.
    """
    system, seats = here.live.system, seats_called(here)
    turn = turn or here.campaign.turn
    return tuple(drawn(system, here.name, turn, one, seats) for one in parts(made, wanted))


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
    path, lasts = f"/c/{visit.here.name}/{page}", int(YOUNG.total_seconds())
    line = visit.house.address.cookie_line(SEEN, reveal.key, lasts, path)
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


# --- A command as a form: its title, its rule and sentence, and its fields as they stand now ----


def _in_own_word(here: Entered, text: str) -> str:
    """A text about an act, with the word that a club's own rules have for a turn."""
    calendar = here.live.calendar
    return text if calendar is here.live.system.calendar else calendar.in_own_word(text)


def about(here: Entered, kind: type[Command]) -> tuple[str, str]:
    """A command's rule, and what it does in a sentence."""
    line = (kind.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    rule, _, text = line.partition(": ")
    return rule, _in_own_word(here, capital(" ".join(text.split())))


def title(name: str) -> str:
    """A command's name as words: `Set deadline`."""
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name)
    return capital(words.strip())


BY_ITSELF = "TakeSeat"
"""A command that the service sends by itself."""


def act_of(here: Entered, name: str) -> available.TileAct:
    """How an act is called and found; by its command's name where the game does not say."""
    act = here.live.system.recording.acts.get(name) or available.TileAct(name, title(name))
    return replace(act, title=_in_own_word(here, act.title))


def act_title(here: Entered, name: str, typed: Mapping[str, str] = {}) -> str:
    """What an act is called in plain words: `Place a piece`; else by its command's name. Of a
    command for several acts, as the one that was chosen is called.
    """
    recording = here.live.system.recording
    own = (act for tile in recording.own(here.live.state) for act in tile.acts)
    for act in own:
        if act.name == name and act.given.items() <= typed.items():
            return str(act.title)
    return act_of(here, name).title


def every_act(visit: RequestContext) -> dict[str, available.TileAct]:
    """The acts of a campaign by their commands; in a demo those that a visitor may send."""
    here, stay = visit.here, visit.house.allowance.stay()
    commands, modules = here.live.system.rules.commands, ("", *here.campaign.modules)
    return {
        name: act_of(here, name)
        for name, kind in commands.items()
        if name != BY_ITSELF and kind.module in modules and (stay is None or stay.takes(name))
    }


def setting_of(house: ServiceHouse, here: Entered, name: str) -> runner.Setting:
    """What the world says when an interview asks it, in the visitor's own name; nothing secret."""

    def trial(fields: JsonObject) -> Refused | None:
        text = msgspec.json.encode({"command": name, **fields})
        return house.desk.tried(here.name, text, Actor(here.member))

    def private() -> JsonObject:
        own: JsonObject = house.ledger.private(here.name, here.member).get("private", {})
        return own

    return runner.Setting(here.member, trial, private, house.ledger.past_of(here.name))


# --- What is held in a campaign, and the requests of its members, as its pages say them -----------


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
    who, does = called(here.campaign, act, here.live.system.rules.commands.values())
    text = f"{who} {here.live.calendar.in_own_word(does)}"
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
    is_read: bool = False
    """Whether the visitor has done their part, and only reads how it stands."""


def request_lines(visit: RequestContext) -> list[RequestLine]:
    """The requests that wait for the visitor, and their own."""
    here, house = visit.here, visit.house
    known = StoredRequests(house.people.file).of(here.campaign.id)
    if not known:
        return []
    lines = list(_about_time(visit, known))
    lines += (RequestLine(one.id, NOT_AGREED, "", is_mine=True, is_over=True) for one in known
              if (one.kind, one.state, one.member) == ("back", "refused", here.member))  # fmt: skip
    waits = requests.waiting_undo(house.ledger, here.name, here.campaign, known)
    if waits is not None and (
        waits.request.member == here.member
        or waits.waits_for(here.member)
        or waits.has_agreed(here.campaign, here.member)
    ):
        lines.append(_of_undo(visit, waits))
    return lines


def _about_time(visit: RequestContext, known: list[StoredRequest]) -> Iterator[RequestLine]:
    """The requests of time about what is still asked."""
    here, now = visit.here, visit.house.clock()
    parts = here.asked(now)
    for one in known:
        part = requests.still_asked(one, parts) if one.kind == "time" else None
        line = _of_time(here, one, part, now) if part is not None else None
        if line is not None:
            yield line


NOT_AGREED = "Not everybody agrees that you take it back. It stays."


def _of_time(here: Entered, one: StoredRequest, part: tasks.Asked, now: str) -> RequestLine | None:
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


def _of_undo(visit: RequestContext, waits: requests.WaitingUndo) -> RequestLine:
    """A request to take an act back, for its sender and for those who have to agree."""
    here, one = visit.here, waits.request
    versions = waits.asked.versions
    about = " ".join(text for at, text in sentences(visit, list(versions)) if at in versions)
    if waits.has_agreed(here.campaign, here.member):
        who, awaited = here.campaign.called(one.member), whom(here.campaign, waits.awaited)
        goes_on = f"It waits for {awaited}." if awaited else f"{who} can take it back now."
        text = f"You agree that {who} takes back: {about} {goes_on}"
        return RequestLine(one.id, text, one.text, is_read=True)
    if one.member != here.member:
        text = f"{here.campaign.called(one.member)} asks to take back: {about}"
        return RequestLine(one.id, text, one.text, "I agree", "No")
    if not waits.awaited:
        text = f"All agree that you take back: {about}"
        way = f"/undo?event={waits.asked.versions[0]}"
        return RequestLine(one.id, text, one.text, is_mine=True, way=way)
    text = f"You ask to take back: {about} It waits for {whom(here.campaign, waits.awaited)}."
    return RequestLine(one.id, text, one.text, is_mine=True)
