"""The stages of the turn and what is the host's to do next: the acts that pass over somebody, and
reminders. IO.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from campaign.accounts.choices import Choices
from campaign.accounts.subscriptions import Subscriptions
from campaign.handler import command_handler, tasks
from campaign.handler.holding import Holding, LeftBehind, held_words, left_behind
from campaign.kernel import deadlines, decisions, keys
from campaign.kernel.deadlines import LEAST, MOST, WHYS, PassedChoice
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.record import TURN
from campaign.kernel.terminal.screens import StageButton, TurnStage, Unfinished
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import resting
from campaign.notifications.notification import MAIL, PUSH
from campaign.notifications.planning import Known
from campaign.notifications.reminders import Reminding, reminding
from campaign.text.english import capital, listed
from campaign.text.json_values import JsonFields
from campaign.web.context import Entered, House, RequestContext
from campaign.web.parts.visited import by_when, href, mine, names
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen


def stages(here: Entered) -> tuple[TurnStage, ...]:
    """The stages of the turn with its end, which is the same in every game."""
    campaign, system, state = here.campaign, here.live.system, here.live.state
    if campaign.closed:
        return (TurnStage("The campaign is over", "done"),)
    return (*system.rooms.stages(state), _end(here))


def _end(here: Entered) -> TurnStage:
    """The end of the turn, or of the campaign in its last turn."""
    campaign, system, state = here.campaign, here.live.system, here.live.state
    may_end = here.status.may_end
    owed = tasks.owed_before_the_end(system, state) if may_end else ()
    note = "; ".join(owed)
    if campaign.turn == campaign.last_turn:
        button = StageButton("end", "End the campaign", form="CloseCampaign", is_careful=True)
        title = "The campaign ends"
    else:
        calendar = system.calendar_of(state)
        following = calendar.in_words(calendar.following(campaign.turn))
        text = f"Begin {following}" + (", though this is owed" if owed else "")
        button = StageButton(
            f"turn:{campaign.turn}", text, {"command": "AdvanceTurn"}, is_careful=bool(owed)
        )
        title = f"Next {calendar.noun}"
    if not may_end:
        return TurnStage(title, "later")
    return TurnStage(title, "now", f"{capital(note)}." if note else "", (button,))


def hosts_next(here: Entered, now: str) -> str:
    """What the host can do next, where everybody waits for that: the words of its button.

    Empty for anybody else, while somebody's seat owes an answer, and where play rests or it is a
    what-if.
    """
    record = here.campaign.record
    if not here.is_host or record.branch_of is not None or record.frozen_for:
        return ""
    if any(part.owed.seat for part in here.asked(now)):
        return ""
    return next((one.text for one in _buttons_now(here) if not one.is_careful), "")


def _buttons_now(here: Entered) -> Iterator[StageButton]:
    """The buttons of the stages that play has come to."""
    return (one for stage in stages(here) if stage.stands == "now" for one in stage.buttons)


def stage_card(visit: RequestContext) -> dict[str, Any]:
    """What the host's card of stages has: the stages, who owes what, and what is due."""
    here, now = visit.here, visit.house.clock()
    return {
        "stages": stages(here),
        "owing": owing(visit),
        "called": here.campaign.called,
        "due": list(tasks.schedule_lines(here.live.system, here.live.state, now)),
        "sets": _deadlines(here, now),
    }


def owing(visit: RequestContext) -> list[tuple[tasks.Asked, str, list[tuple[str, Reminding]]]]:
    """Who owes what for the stage that play is in: seats in the game's order, each with who plays
    it and which members can be reminded.
    """
    here, now = visit.here, visit.house.clock()
    called, reminders = names(here), HostReminders(visit.house, here)
    return [
        (
            part,
            listed((called.member(who) for who in part.members), "or"),
            [
                (who, reminding)
                for who in part.members
                if (reminding := reminders.of(who)) is not None
            ],
        )
        for part in here.asked(now)
        if part.owed.seat
    ]


def _deadlines(here: Entered, now: str) -> str:
    """What a deadline can be set for: what is owed now, else the turn."""
    parts = here.asked(now)
    return next((part.owed.what for part in parts if part.owed.seat), TURN)


# --- what the visitor can do next ---------------------------------------------------------------

AT_ONCE = 3
"""How many things somebody is offered after an act."""


class OfferedAct(msgspec.Struct, frozen=True):
    """Something that the visitor can do, and the page for it."""

    does: str
    href: str
    about: str = ""
    """Whose it is, or what it follows from."""


def open_act(here: Entered, part: Unfinished) -> OfferedAct | None:
    """The page where the visitor can do what is open; None where that is for others, or is owed,
    which is asked of them anyway.
    """
    is_theirs = here.is_host or part.seat in here.seats
    if not part.act or part.step is None or part.is_owed or not is_theirs:
        return None
    text = f"{capital(part.text)}."
    page = tasks.form_of(part.act, part.given)
    return OfferedAct(capital(part.step.does), f"/c/{here.name}{page}", text)


def next_acts(here: Entered, now: str, most: int | None = AT_ONCE) -> tuple[OfferedAct, ...]:
    """What the visitor can do next, as *Now* has it: what is asked of them first, the host's next
    step, then what is open to them. Without `most` all of it.
    """
    acts = [
        OfferedAct(capital(part.owed.does), href(here, part), f"by {when}" if when else "")
        for part in mine(here, now)
        for when in (by_when(here, part.until),)
    ]
    if step := hosts_next(here, now):
        acts.append(OfferedAct(step, f"/c/{here.name}{tasks.HOSTS}"))
    open_now = (open_act(here, part) for part in tasks.still_open(here.campaign, here.status))
    acts += (one for one in open_now if one is not None)
    return tuple(acts[:most])


# --- The step before an act that passes over somebody, or leaves something undone ---------------
#
# The first tap names whom; the second does it, before their deadline with a reason.

_OWN = ("id", "sure", "because", "own", "sign", "act-key", "act-signature")
"""What the step's own form has; it carries on whatever else was typed."""


def looked_at(visit: RequestContext, command: JsonFields, does: str) -> JsonFields | Reply:
    """The command as the second tap sends it; until then the page that names who is passed over."""
    here = visit.here
    typed, behind = _behind(visit, command)
    if typed is None:
        return command  # the desk says what is wrong with it
    if not behind:
        return _held(visit, command, behind)
    early = _early(typed, behind.choices)
    if early and typed.why_field != "why":
        return command  # its own form asks for the reason
    why, fault = _reason(visit.form), ""
    if visit.form.get("sure"):
        if not early or LEAST <= len(why) <= MOST:
            sure = _sure(why, is_owed=bool(behind.owed), is_early=bool(early))
            return _held(visit, {**command, **sure}, behind)
        whom = deadlines.who(here.campaign.called, early)
        fault = f"Say why you don't wait for {whom}. Nothing was recorded."
    return _passing(visit, does, behind, early, fault)


def passed_over(visit: RequestContext, command: JsonFields, does: str) -> Reply | None:
    """The page that names who is passed over, at an address; None where nobody is any more."""
    typed, behind = _behind(visit, command)
    if typed is None or not behind:
        return None
    return _passing(visit, does, behind, _early(typed, behind.choices))


def _behind(visit: RequestContext, command: JsonFields) -> tuple[Command | None, LeftBehind]:
    """A command as its member sends it, and what it passes over; None for one that can't be."""
    live = visit.here.live
    kind = live.system.rules.commands[str(command["command"])]
    try:
        typed = msgspec.convert({**command, "by": visit.here.member}, kind)
    except msgspec.ValidationError:
        return None, LeftBehind("", (), (), {})
    return typed, left_behind(live.system, live.state, typed, visit.house.clock())


def _passing(
    visit: RequestContext,
    does: str,
    behind: LeftBehind,
    early: Iterable[PassedChoice],
    fault: str = "",
) -> Reply:
    """The page of the second tap. What a button of the stages led to is at an address, so that
    going back leads to the page of the button.
    """
    typed = visit.form or visit.query
    return campaign_screen(
        visit,
        "passing.html",
        "board" if "step" in typed else "record",
        409 if fault else 200,
        does=does,
        notice=fault,
        passed=_clauses(visit.here, behind.choices),
        owed=[*map(capital, behind.owed)],
        whys=WHYS if early else (),
        typed=_reason(visit.form),
        action=f"/c/{visit.here.name}/host" if "step" in typed else "",
        leave=desk_or_board(visit, typed),
        kept=[(name, value) for name, value in typed.items() if name not in _OWN],
    )


def desk_or_board(visit: RequestContext, typed: Mapping[str, str]) -> str:
    """The page on which a host has pressed: their desk, or the Board."""
    is_desk = "step" in typed and typed.get("back") != "board"
    return f"/c/{visit.here.name}{'/host' if is_desk else '/board'}"


def _held(visit: RequestContext, command: JsonFields, behind: LeftBehind) -> JsonFields | Reply:
    """Holds an act that nothing takes back, and goes to its page; any other act, and what would be
    refused anyway, is to be sent at once.
    """
    house, here = visit.house, visit.here
    kind = here.live.system.rules.commands[str(command["command"])]
    if here.is_what_if or held_words(kind, behind) is None or visit.device is None:
        return command
    text, signature = visit.text_of({"id": house.ids(), **command})
    typed = decisions.read(text, here.live.system.rules.commands, here.member)
    actor = command_handler.Actor(here.member)
    if isinstance(typed, Refused) or house.desk.tried(here.name, text, actor) is not None:
        return command
    if keys.refused(here.campaign, typed, text, signature) is not None:
        return command
    holding, page = Holding(house.desk, house.clock), see_other(f"/c/{here.name}/held")
    sender = (visit.person, visit.device.digest)
    if holding.hold(here.name, here.live, typed, text, behind, *sender, signature):
        return page
    other = holding.acts.of(here.campaign.id)
    if other is None or other.key == typed.id:
        return page
    return campaign_screen(visit, "held.html", "board", 409, notice=ONE_AT_A_TIME, act=None)


ONE_AT_A_TIME = "Another act is held at the moment; wait until it is over. Nothing was recorded."


def _sure(why: str, *, is_owed: bool, is_early: bool) -> JsonFields:
    """The fields that the second tap adds."""
    sure: JsonFields = {"confirmed": True} if is_owed else {}
    return {**sure, "why": why} if is_early else sure


def _clauses(here: Entered, choices: Iterable[PassedChoice]) -> list[str]:
    """Who is passed over, and until when they have time, each in a sentence."""
    called = here.campaign.called
    return [capital(deadlines.clause(called, one, by_when(here, one.until))) for one in choices]


def _early(command: Command, choices: Iterable[PassedChoice]) -> list[PassedChoice]:
    """Who is passed over before their deadline, while the command has no reason for it."""
    if len(getattr(command, command.why_field, None) or "") >= LEAST:
        return []
    return [one for one in choices if not one.is_late]


def _reason(form: Mapping[str, str]) -> str:
    """The reason that was chosen or typed; words without a tap on their button count too."""
    why = form.get("because") or "own"
    return " ".join(form.get("own", "").split()) if why == "own" else why


# --- The reminders that a host sends from their desk: who can get one, and by what --------------


class HostReminders:
    """What of a campaign's deliveries a reminder needs; each part is read once for a page, and
    only where it is needed.
    """

    def __init__(self, house: House, here: Entered) -> None:
        file = house.people.file
        self._house, self._here = house, here
        self._stores = {channel: StoredDeliveries(file, channel) for channel in (MAIL, PUSH)}
        self._subscriptions = Subscriptions(file, clock=house.clock)

    @cached_property
    def _known(self) -> dict[str, Known]:
        return {key: one.known(self._here.campaign.id) for key, one in self._stores.items()}

    @cached_property
    def _choices(self) -> dict[str, Choices]:
        return self._house.people.all_choices(self._here.campaign)

    @cached_property
    def _sends_mail(self) -> bool:
        return self._house.entrance.post.is_set_up()

    @cached_property
    def _resting(self) -> tuple[str, ...]:
        mail = self._known[MAIL].values()
        return resting(mail, self._choices, self._house.people.secret()) if mail else ()

    def of(self, member: str) -> Reminding | None:
        """Whether a member can be reminded; None where a host needs no button for it."""
        here, now = self._here, self._house.clock()
        if member == here.member or here.is_what_if:  # needs none
            return None
        if not self._sends_mail and not self._known[PUSH]:  # this club tells nobody anything
            return None
        if tasks.is_away(here.campaign, member, now[:10]):
            return None
        requests = list(self._requests(member, now))
        return reminding(requests, member, self._ways(member), now) if requests else None

    def send(self, member: str) -> str:
        """Reminds a member; why not, if they can't be."""
        offer = self.of(member)
        if offer is None:
            return "nothing is asked of them that you could remind them of"
        now, campaign = self._house.clock(), self._here.campaign
        called = campaign.called(member)
        for channel, key in offer.keys:
            self._stores[channel].make(campaign.id, [(key, member)], 0, now)
        is_told = offer.said.startswith("reminded")
        return "" if offer.keys else f"{called} {'was ' if is_told else ''}{offer.said}"

    def _requests(self, member: str, now: str) -> Iterable[str]:
        for part in self._here.asked(now):
            if part.owed.seat and member in part.members:
                yield part.owed.occasion

    def _ways(self, member: str) -> dict[str, Known]:
        """The channels by which a member is told what is asked of them."""
        chosen, campaign = self._choices[member], self._here.campaign
        ways: dict[str, Known] = {}
        takes_mail = chosen.address and not chosen.is_stopped and member not in self._resting
        if self._sends_mail and takes_mail and chosen.wants("asked"):
            ways[MAIL] = self._known[MAIL]
        person = self._house.people.person_in(campaign.id, member)
        is_woken = not self._house.is_plain and chosen.switched("asked")
        if is_woken and self._subscriptions.of(person):
            ways[PUSH] = self._known[PUSH]
        return ways
