"""What is decided together: a member's answer to what is asked, who has answered, and what a device
has sealed.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from campaign import extend
from campaign.handler.tasks import BOARD, HOSTS, askees
from campaign.kernel.members import Naming
from campaign.kernel.pages import Task
from campaign.text import english, json_values
from campaign.web import context, receipts, screens, stages
from campaign.web.parts import visited
from campaign.web.replies import JSON, Reply

# --- answers ------------------------------------------------------------------------------------

HEX = re.compile(r"[0-9a-f]{64}")
"""A commitment or a nonce."""
NONCE_LETTERS = 200
"""How much of a mistyped nonce is shown again."""
OVERTAKEN = (
    "Another device of yours has sealed here meanwhile. Look at it, and seal again. "
    "Nothing was recorded."
)
"""Two seals made under one number would let others test what the first one was."""
GONE = "This is not asked of you any more. Nothing was recorded."


class AnswerForm(msgspec.Struct, frozen=True):
    """One thing that the visitor can answer."""

    owed: Task
    seat: str
    """The seat's name; empty for the host's own."""
    player: str
    """Whom the visitor answers for, where it is somebody else's seat."""
    until: str = ""
    is_in: bool = False
    """Whether an answer is in, and may be changed."""
    refused: str = ""
    """Why the answer was refused."""
    typed: str = ""
    nonce: str = ""
    """What was typed to open what a device has sealed."""


def forms(here: context.Entered, now: str) -> list[AnswerForm]:
    """What the visitor can answer: what is asked of them first, then what they may change."""
    called, state = visited.names(here), here.live.state
    offered = [
        _form(here, called, part.owed, visited.by_when(here, part.until))
        for part in visited.mine(here, now)
        if part.owed.answers
    ]
    for owed in here.live.system.rooms.answered(state):
        if here.member in askees(here.campaign, owed, now):
            is_in = owed.device is None or bool(owed.device.sealed)
            offered.append(msgspec.structs.replace(_form(here, called, owed, ""), is_in=is_in))
    own = set(here.seats)
    return sorted(offered, key=lambda form: (form.is_in, form.owed.seat not in own))


def _form(here: context.Entered, called: Naming, owed: Task, until: str) -> AnswerForm:
    seat = called.seat(owed.seat) if owed.seat else ""
    player = owed.member or here.campaign.powers.get(owed.seat, "")
    other = called.member(player) if player not in ("", here.member) else ""
    return AnswerForm(owed, seat, other, until)


def board(visit: context.RequestContext) -> Reply:
    """What the visitor can answer in a word, and whom everybody waits for."""
    return _board_shown(visit, forms(visit.here, visit.house.clock()))


def _board_shown(
    visit: context.RequestContext,
    offered: Iterable[AnswerForm],
    notice: str = "",
    status: int = 200,
    opening: Iterable[AnswerForm] | None = None,
) -> Reply:
    here, now, answered = visit.here, visit.house.clock(), list(offered)
    asked = openings(here, now) if opening is None else list(opening)
    room = here.room
    played = screens.played(visit, room)
    shown = screens.campaign_screen(
        visit,
        "board.html",
        "board",
        status,
        room=room,
        is_played=played is not None,
        players=_players(here),
        following=_following(here, now, answered),
        **(stages.stage_card(visit) if here.is_host else {}),
        forms=answered,
        adviser=[
            line
            for folded in extend.found("pages", "advice at the board")
            for line in folded(here, visit)
        ],
        openings=asked,
        seals=bool(asked) or any(form.owed.device for form in answered),
        who=visit.person,
        note_of=lambda owed: owed.device and receipts.envelope(visit, owed.device.sealed),
        once=partial(_once, here),
        notice=notice,
        frozen=here.campaign.record.frozen_for,
        capital=english.capital,
    )
    return screens.noted(visit, shown, "board", played)


def _once(here: context.Entered, part: str, drawn: Callable[..., str], *values: object) -> str:
    """A part of the page that is the same for all who play these seats: it is drawn once for a
    state of the campaign.
    """
    what = " ".join((part, *here.seats))
    return here.live.once(what, "", lambda: drawn(*values))


def _players(here: context.Entered) -> dict[str, str]:
    """Who plays each seat, as its envelope says it."""
    campaign, called = here.campaign, visited.names(here)
    who = {seat: campaign.who_plays(seat) for seat in campaign.seats}
    return {
        seat: "you" if here.member in members else english.listed(map(called.member, members), "or")
        for seat, members in who.items()
    }


def _following(here: context.Entered, now: str, asked: list[AnswerForm]) -> list[stages.OfferedAct]:
    """What the visitor can do next, but for what this page or the host's asks."""
    known = {english.capital(form.owed.does) for form in asked}
    known |= {f"/c/{here.name}{BOARD}", f"/c/{here.name}{HOSTS}"}
    return [act for act in stages.next_acts(here, now) if known.isdisjoint((act.href, act.does))]


class NotSent(NamedTuple):
    """Why nothing was sent, or recorded, of what a form says."""

    text: str
    choice: str = ""
    """The choice that stays."""
    status: int = 422


def answer(visit: context.RequestContext) -> Reply:
    """Sends the chosen answer; its receipt, with the salt, is the page.

    What is sent names what it is about, so that the same form sent again is known again even when
    nothing is asked any more.
    """
    return _sent(visit, forms, _chosen)


def _chosen(form: Mapping[str, str], owed: Task) -> json_values.JsonFields | NotSent:
    """The command that a form sends: a choice, or what a device has sealed it with."""
    choice, commitment = form.get("choice", ""), form.get("commitment", "")
    if commitment and owed.device is not None:
        if choice or not HEX.fullmatch(commitment):
            return NotSent("What came is no seal of a device. Nothing was recorded.")
        if form.get("attempt", "") not in ("", str(owed.device.attempt)):
            return NotSent(OVERTAKEN, status=409)
        return {**owed.command, "commitment": commitment}
    if choice not in {one.value for one in owed.answers}:
        return NotSent("Choose one first. Nothing was recorded.")
    return {**owed.command, "choice": choice}


def _sent(
    visit: context.RequestContext,
    asks: Callable[[context.Entered, str], list[AnswerForm]],
    reads: Callable[[Mapping[str, str], Task], json_values.JsonFields | NotSent],
) -> Reply:
    """Sends what a form says of one of the things that are asked; else the page with what was typed
    kept, and the reason where it was typed.
    """
    if (again := receipts.receipt_page_before(visit)) is not None:
        return again
    here, form, now = visit.here, visit.form, visit.house.clock()
    offered, wanted = asks(here, now), (form.get("occasion", ""), form.get("seat", ""))
    mark = next((one for one in offered if (one.owed.occasion, one.owed.seat) == wanted), None)
    if mark is None:
        return _board_shown(visit, forms(here, now), GONE, 409)
    command = reads(form, mark.owed)
    if not isinstance(command, NotSent):
        outcome = visit.send(command)
        if outcome.refused is None:
            return receipts.receipt_page(visit, outcome.answer, command)
        why = screens.not_recorded(outcome.refused.reason)
        command = NotSent(why, str(command.get("choice", "")), 409)
    nonce = form.get("nonce", "")[:NONCE_LETTERS]
    typed = msgspec.structs.replace(mark, refused=command.text, typed=command.choice, nonce=nonce)
    shown = [typed if one is mark else one for one in offered]
    if asks is forms:
        return _board_shown(visit, shown, status=command.status)
    return _board_shown(visit, forms(here, now), status=command.status, opening=shown)


# --- what a device has sealed -------------------------------------------------------------------


def openings(here: context.Entered, now: str) -> list[AnswerForm]:
    """What the visitor is asked to open, because a device of theirs sealed it."""
    called = visited.names(here)
    return [
        _form(here, called, part.owed, visited.by_when(here, part.until))
        for part in visited.mine(here, now)
        if part.owed.device is not None and part.owed.device.opens
    ]


def asked_openings(visit: context.RequestContext) -> Reply:
    """The same for the program of a device; nothing in it is hidden from anybody.

    `seals` says how many seals lie on what the visitor can still seal, since a page may be old.
    """
    now = visit.house.clock()
    asked = [
        {
            "occasion": form.owed.occasion,
            "seat": form.owed.seat,
            **(form.owed.device.in_json() if form.owed.device else {}),
        }
        for form in openings(visit.here, now)
    ]
    seals = [
        {"occasion": owed.occasion, "seat": owed.seat, "attempt": owed.device.attempt}
        for owed in (form.owed for form in forms(visit.here, now))
        if owed.device
    ]
    return Reply(msgspec.json.encode({"openings": asked, "seals": seals}), media=JSON)


def hand_in(visit: context.RequestContext) -> Reply:
    """Sends what opens a seal. The vault keeps it until all are opened together."""
    return _sent(visit, openings, _opened)


def _opened(form: Mapping[str, str], owed: Task) -> json_values.JsonFields | NotSent:
    assert owed.device is not None, "it is asked of a device"
    choice, nonce = form.get("choice", ""), form.get("nonce", "").strip().lower()
    if choice not in {value for value, _ in owed.device.choices}:
        return NotSent("Choose what was sealed. Nothing was recorded.")
    if not HEX.fullmatch(nonce):
        return NotSent("A nonce has 64 hex digits. Nothing was recorded.", choice)
    return {**owed.device.opens, "choice": choice, "nonce": nonce}


PLACES = (
    context.get("/c/{name}/board", board, "member"),
    context.post("/c/{name}/board", answer, "member", sends=True),
    context.get("/c/{name}/board/openings", asked_openings, "member"),
    context.post("/c/{name}/board/opening", hand_in, "member", sends=True),
)
