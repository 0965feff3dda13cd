"""What a campaign waits for, of whom and by when, and what can be done next. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec

from campaign.kernel.deadlines import away_in_words, deadline_for, standing, what_in_words
from campaign.kernel.members import Campaign, GameState, Naming
from campaign.kernel.record import OF_DISPUTE, Absence, Deadline, Dispute
from campaign.kernel.system import AnySystem, foreign
from campaign.kernel.terminal.screens import Labelled, NextStep, Status, Unfinished
from campaign.text.english import capital, several
from campaign.text.json_values import JsonObject
from campaign.text.moments import in_words, later
from campaign.text.turns import Calendar

if TYPE_CHECKING:
    from campaign.kernel.pages import Task

# --- Whom a campaign waits for: what is asked of which members, and by when ---------------------
#
# Mail, calendar and programs ask here, so that they say the same.

_MOVES = ("claim", "ruling", "consent", "appeal")
"""Entries of a dispute after which it waits for somebody else, or for something else of them."""
_DISPUTES: dict[str, tuple[str, str]] = {
    "consent": ("consent to the ruling on dispute {}", "consent to the ruling on dispute {}"),
    "appealed": ("ruling on the appeal in dispute {}", "rule on the appeal in dispute {}"),
    "open": ("ruling on dispute {}", "rule on dispute {}"),
    "ruled": ("correction under dispute {}", "correct the record under dispute {}, or close it"),
}
"""What each stage asks for: its title, and what to do."""


class Asked(msgspec.Struct, frozen=True):
    """Something that is asked of members now."""

    owed: Task
    members: tuple[str, ...]
    """Those of whom it is asked; any one of them can do it."""
    due: str = ""
    """The deadline for it, by the name that it was set under; empty without one."""
    until: str = ""
    """By when; empty without a deadline."""
    dispute: str = ""
    """The dispute that it is about; empty for the game's."""


def asked(system: AnySystem, state: GameState, now: str) -> tuple[Asked, ...]:
    """Everything that is asked of somebody now.

    While play rests for a dispute, and under other rules, the game can be sent nothing.
    """
    campaign = state.campaign
    deadlines = standing(state, system.rules.awaiting)
    return (
        *(_of_the_game(campaign, deadlines, part, now) for part in owed(system, state)),
        *_disputes(campaign, deadlines),
    )


def owed(system: AnySystem, state: GameState) -> tuple[Task, ...]:
    """What the game waits for now."""
    campaign = state.campaign
    rests = campaign.closed or campaign.record.frozen_for or foreign(system, campaign)
    return () if rests else system.notices.owed(state)


def _of_the_game(campaign: Campaign, deadlines: dict[str, Deadline], owed: Task, now: str) -> Asked:
    """What has no deadline of its own has the turn's."""
    due = deadline_for(owed.what, deadlines)
    until = deadlines[due].until if due else ""
    return Asked(owed, askees(campaign, owed, now), due, until)


def askees(campaign: Campaign, owed: Task, now: str) -> tuple[str, ...]:
    """Whom to ask: a seat's player, or every host; those who stand in for them today too.

    Days are taken as days in UTC.
    """
    named = (owed.member,) if owed.member else campaign.who_plays(owed.seat)
    players = named or hosts(campaign)
    today = now[:10]
    substitutes = (
        away.substitute
        for away in campaign.schedule.absences
        if away.member in players and away.substitute and away.touches(today, today)
    )
    return tuple(dict.fromkeys((*players, *substitutes)))


def hosts(campaign: Campaign) -> tuple[str, ...]:
    """Those who run the campaign."""
    return tuple(member for member in campaign.members if campaign.is_host(member))


BOARD, HOSTS = "/board", "/board#host"
"""Where something is answered in a word, and where the host's buttons are there."""


def form_of(act: str, given: Mapping[str, str]) -> str:
    """The page of an act below the campaign's, with what is known of it filled in."""
    return f"/do/{act}?{urlencode(given)}" if given else f"/do/{act}"


def place_of(owed: Task, *, is_host: bool) -> str:
    """The page where what is owed can be done, below the campaign's: `/board`."""
    if owed.answers or owed.device is not None:
        return BOARD
    if owed.what.startswith(OF_DISPUTE):
        return f"/disputes/{owed.what.removeprefix(OF_DISPUTE)}"
    if owed.act:
        return form_of(owed.act, owed.given)
    return HOSTS if is_host and not owed.seat else BOARD


def is_away(campaign: Campaign, member: str, day: str) -> bool:
    """Whether a member has said that they are away on a day."""
    absences = campaign.schedule.absences
    return any(away.member == member and away.touches(day, day) for away in absences)


def _disputes(campaign: Campaign, deadlines: dict[str, Deadline]) -> Iterator[Asked]:
    """Disputes: whose move it is. Each move is another thing to ask for."""
    if not campaign.record.disputes:
        return
    from campaign.disputes.eligibility import waits_for

    for dispute in campaign.record.disputes.values():
        if members := waits_for(campaign, dispute):
            due = f"{OF_DISPUTE}{dispute.id}"
            until = deadlines[due].until if due in deadlines else ""
            owed = _move(campaign, dispute)
            yield Asked(owed, members, due if until else "", until, dispute.id)


def _move(campaign: Campaign, dispute: Dispute) -> Task:
    from campaign.disputes.eligibility import call
    from campaign.kernel.pages import Task

    moves = sum(entry.what in _MOVES for entry in dispute.entries)
    title, does = _DISPUTES[dispute.stage]
    return Task(
        what=f"{OF_DISPUTE}{dispute.id}",
        occasion=f"{OF_DISPUTE}{dispute.id}:{moves}",
        title=title.format(dispute.id),
        does=does.format(dispute.id),
        verb=call(campaign, dispute).removeprefix("campaign "),
    )


def since(dispute: Dispute) -> str:
    """When a dispute began to wait for what it waits for."""
    return next(entry.at for entry in reversed(dispute.entries) if entry.what in _MOVES)


def waiting_in_json(system: AnySystem, state: GameState, now: str) -> JsonObject:
    """The same for programs: a line for each member who is waited for, and each thing."""
    return {
        "waiting": [
            {
                "member": member,
                "power": part.owed.seat or None,
                "what": part.owed.what,
                "until": part.until or None,
            }
            for part in asked(system, state, now)
            for member in part.members
        ]
    }


# --- What a campaign waits for, and what can be done next: one answer for every door ------------


def first_lines(campaign: Campaign, status: Status) -> tuple[str, ...]:
    """What comes next and who has yet to act for it; nothing while play is frozen."""
    first, *more = status.waits_for
    if campaign.closed:
        again = f"campaign turn reopen {campaign.name} --reason TEXT"
        first = f"nothing: the campaign has ended (if by mistake: {again})"
    return tuple(more) if campaign.record.frozen_for else (first, *more)


def still_open(campaign: Campaign, status: Status) -> tuple[Unfinished, ...]:
    """What somebody owes before the turn ends, and then what they may do, beside what is waited
    for first. Nothing while play is frozen.
    """
    if campaign.closed or campaign.record.frozen_for:
        return ()
    first = "; ".join(status.waits_for)
    parts = (part for part in status.unfinished if part.step or part.does)
    rest = (part for part in parts if not (part.waits and part.waits in first))
    return tuple(sorted(rest, key=lambda part: not part.is_owed))


def open_lines(campaign: Campaign, status: Status) -> Iterator[Labelled]:
    """The same, a line each, but for what a line of the game's has the call for."""
    for part in still_open(campaign, status):
        if not any(part.step and part.step.call in text for _, text in status.owed):
            yield ("Owed" if part.is_owed else "Open"), part.text


def next_steps(system: AnySystem, state: GameState, status: Status) -> tuple[NextStep, ...]:
    """What the host can do now."""
    campaign, calendar = state.campaign, system.calendar_of(state)
    is_foreign = bool(foreign(system, campaign))
    if campaign.record.frozen_for and not is_foreign:
        return _while_frozen(campaign)
    if campaign.closed or is_foreign:
        return _to_read(campaign, calendar)
    calls = dict.fromkeys(part.step for part in status.unfinished if part.step)
    may_end = status.may_end and not status.owed_this_turn
    return (*status.steps, *calls, *((_ending(campaign, calendar),) if may_end else ()))


def owed_before_the_end(system: AnySystem, state: GameState) -> tuple[str, ...]:
    """What somebody owes before the campaign ends: in the game, and in open disputes."""
    from campaign.disputes.sentences import waits

    names = system.view.names(state)
    disputes = (
        f"dispute {dispute.id} waits for {waits(state.campaign, dispute, names)}"
        for dispute in state.campaign.record.disputes.values()
        if state.campaign.record.awaits(dispute)
    )
    return (*system.front.screens.status(state).owed_this_turn, *disputes)


def record_in_json(campaign: Campaign) -> JsonObject:
    """Disputes and whom they wait for, whether play is frozen, and requested openings."""
    record = campaign.record
    return {
        "disputes": {
            dispute.id: _dispute_in_json(campaign, dispute)
            for dispute in record.disputes.values()
            if record.awaits(dispute)
        },
        "frozen": record.frozen_for or None,
        "openings_asked": {
            version: {
                "by": opening.by,
                "reason": opening.reason,
                "waits_for": record.keeper or None,
            }
            for version, opening in record.openings.items()
        },
        "reopening_asked": (
            {"by": record.reopening.by, "reason": record.reopening.reason}
            if record.reopening
            else None
        ),
    }


def _dispute_in_json(campaign: Campaign, dispute: Dispute) -> JsonObject:
    from campaign.disputes.eligibility import waits_for

    return {
        "stage": dispute.stage,
        "claim": dispute.claim,
        "waits_for": waits_for(campaign, dispute),
        "terms": dispute.terms,
    }


def record_lines(campaign: Campaign, names: Naming) -> Iterator[Labelled]:
    """A line for each dispute that waits for somebody, and each opening that waits for consent."""
    record = campaign.record
    if record.frozen_for:
        yield "Waits for", f"play rests until {record.frozen_for} is settled"
    for dispute in record.disputes.values():
        if record.awaits(dispute):
            yield from _dispute_lines(campaign, dispute, names)
    if campaign.closed and record.reopening:
        text = f"{names.member(record.reopening.by)} asked to reopen the campaign"
        call = f"campaign turn reopen {campaign.name} --consent --as MEMBER"
        yield (
            "Consent",
            f"{text}; it waits for a second member: “{record.reopening.reason}”. {call}",
        )
    for version, opening in record.openings.items():
        who = names.member(record.keeper) if record.keeper else "a second member"
        text = f"{names.member(opening.by)} asked to open what event {version} sealed"
        yield "Consent", f"{text}; it waits for {who}: “{opening.reason}”"


def _dispute_lines(campaign: Campaign, dispute: Dispute, names: Naming) -> Iterator[Labelled]:
    from campaign.disputes.sentences import stage, terms, waits, what_next

    term = f"; {terms(dispute)}" if terms(dispute) else ""
    awaited = waits(campaign, dispute, names)
    text = f"{dispute.id}, {stage(dispute)}: “{dispute.claim}”; waits for {awaited}"
    yield "Dispute", f"{text}{term}"
    yield "", f"{capital(what_next(campaign, dispute, names, with_names=False))}."


def _while_frozen(campaign: Campaign) -> tuple[NextStep, ...]:
    """What the host can do while play is frozen."""
    name, dispute = campaign.name, campaign.record.frozen_for
    return (
        NextStep(f"disputes {name} {dispute}", "what was said, and what it waits for"),
        NextStep(f"dispute resume {name}", "let play go on, whatever the dispute's stage"),
    )


def _to_read(campaign: Campaign, calendar: Calendar) -> tuple[NextStep, ...]:
    """What can be done with a campaign in which nothing is recorded any more."""
    name = campaign.name
    return (
        NextStep(f"report {name} --out FOLDER", f"the pages of all {several(calendar.noun)}"),
        NextStep(f"verify {name}", "audit the record"),
        NextStep(f"export {name} {name}.jsonl", "the whole campaign as one file"),
    )


def _ending(campaign: Campaign, calendar: Calendar) -> NextStep:
    """The end of the turn, or of the campaign in its last turn."""
    name = campaign.name
    if campaign.turn == campaign.last_turn:
        return NextStep(f"end {name}", f"end the campaign; this is its last {calendar.noun}")
    return NextStep(f"turn {name}", f"end the {calendar.noun} and begin the next")


# --- By when something is awaited, and who is away: one answer for every door -------------------
#
# It is asked at a moment: a deadline may be past by then, and an absence over.


def schedule_in_json(system: AnySystem, state: GameState, now: str) -> JsonObject:
    """The deadlines that stand, and the absences that are not over."""
    return {
        "deadlines": [
            {
                "what": what,
                "until": deadline.until,
                "draw": deadline.draw or None,
                "passed": later(now, deadline.until),
            }
            for what, deadline in standing(state, system.rules.awaiting).items()
        ],
        "absences": [msgspec.structs.asdict(away) for away in _absences(state, now)],
    }


def schedule_lines(system: AnySystem, state: GameState, now: str) -> Iterator[Labelled]:
    """A line for each deadline that stands, and for each absence that is not over."""
    names = system.view.names(state)
    for what, deadline in standing(state, system.rules.awaiting).items():
        over = ", which is past" if later(now, deadline.until) else ""
        yield "Deadline", f"for {what_in_words(what, names)}: {in_words(deadline.until)}{over}"
    for away in _absences(state, now):
        yield "Away", away_in_words(away, names)


def _absences(state: GameState, now: str) -> list[Absence]:
    """Absences that are not over, the next first. Days are taken as days in UTC."""
    to_come = (away for away in state.campaign.schedule.absences if away.last >= now[:10])
    return sorted(to_come, key=lambda away: (away.first, away.member))
