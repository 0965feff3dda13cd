"""A screen of the service, with what every screen has: where one is, what presses, who signs; and
the form of a command.
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from campaign.accounts.devices import moment
from campaign.handler.command_handler import Actor
from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview.available import TileAct
from campaign.kernel.interview.runner import Setting
from campaign.kernel.keys import key_id
from campaign.kernel.terminal.screens import LivePage, Reveal
from campaign.reports.book import Book
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.context import Entered, House, RequestContext, ServiceHouse, TextAskedError
from campaign.web.middleware import POLICY
from campaign.web.parts.held import held_note, request_lines
from campaign.web.parts.talk import (
    talk_at,
)
from campaign.web.parts.visited import (
    mine,
    seats_called,
)
from campaign.web.rendering import drawn, parts, sheet_name, shown
from campaign.web.replies import JSON, Reply

if TYPE_CHECKING:
    from campaign.accounts.sign_ins import StoredPasskey


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


BY_ITSELF = "TakeSeat"
"""A command that the service sends by itself."""


def act_of(here: Entered, name: str) -> TileAct:
    """How an act is called and found; by its command's name where the game does not say."""
    return here.live.system.recording.acts.get(name) or TileAct(name, title(name))


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


def every_act(visit: RequestContext) -> dict[str, TileAct]:
    """The acts of a campaign by their commands; in a demo those that a visitor may send."""
    here, stay = visit.here, visit.house.allowance.stay()
    commands, modules = here.live.system.rules.commands, ("", *here.campaign.modules)
    return {
        name: act_of(here, name)
        for name, kind in commands.items()
        if name != BY_ITSELF and kind.module in modules and (stay is None or stay.takes(name))
    }


def setting_of(house: ServiceHouse, here: Entered, name: str) -> Setting:
    """What the world says when an interview asks it, in the visitor's own name; nothing secret."""

    def trial(fields: JsonObject) -> Refused | None:
        text = msgspec.json.encode({"command": name, **fields})
        return house.desk.tried(here.name, text, Actor(here.member))

    def private() -> JsonObject:
        own: JsonObject = house.ledger.private(here.name, here.member).get("private", {})
        return own

    return Setting(here.member, trial, private, house.ledger.past_of(here.name))
