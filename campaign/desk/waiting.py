"""Whom a campaign waits for: what is asked of which members, and by when. Pure.

Mail, calendar and programs ask here, so that they say the same.
"""

from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec

from campaign.disputes.awaited import call, waits_for
from campaign.kernel.deadlines import deadline_for, standing
from campaign.kernel.members import Campaign
from campaign.kernel.notices import Owed
from campaign.kernel.record import Dispute
from campaign.kernel.schedule import OF_DISPUTE, Deadline
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem, foreign
from campaign.text.json_values import JsonObject

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

    owed: Owed
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


def owed(system: AnySystem, state: GameState) -> tuple[Owed, ...]:
    """What the game waits for now."""
    campaign = state.campaign
    rests = campaign.closed or campaign.record.frozen_for or foreign(system, campaign)
    return () if rests else system.notices.owed(state)


def _of_the_game(campaign: Campaign, deadlines: dict[str, Deadline], owed: Owed, now: str) -> Asked:
    """What has no deadline of its own has the turn's."""
    due = deadline_for(owed.what, deadlines)
    until = deadlines[due].until if due else ""
    return Asked(owed, askees(campaign, owed, now), due, until)


def askees(campaign: Campaign, owed: Owed, now: str) -> tuple[str, ...]:
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


def form_of(owed: Owed) -> str:
    """The form of the command that is owed, with what is known of it filled in; empty without."""
    known = {key: value for key, value in owed.command.items() if key != "command"}
    about = f"?{urlencode(known)}" if known else ""
    return f"{owed.command['command']}{about}" if owed.command and owed.device is None else ""


def place_of(owed: Owed, *, is_host: bool) -> str:
    """The page where what is owed can be done, below the campaign's: `/board`."""
    if owed.answers:
        return "/board"
    if owed.what.startswith(OF_DISPUTE):
        return f"/disputes/{owed.what.removeprefix(OF_DISPUTE)}"
    if (form := form_of(owed)) and owed.seat:
        return f"/do/{form}"
    return "/host" if is_host and not owed.seat else "/do"


def is_away(campaign: Campaign, member: str, day: str) -> bool:
    """Whether a member has said that they are away on a day."""
    absences = campaign.schedule.absences
    return any(away.member == member and away.touches(day, day) for away in absences)


def _disputes(campaign: Campaign, deadlines: dict[str, Deadline]) -> Iterator[Asked]:
    """Disputes: whose move it is. Each move is another thing to ask for."""
    for dispute in campaign.record.disputes.values():
        if members := waits_for(campaign, dispute):
            due = f"{OF_DISPUTE}{dispute.id}"
            until = deadlines[due].until if due in deadlines else ""
            owed = _move(campaign, dispute)
            yield Asked(owed, members, due if until else "", until, dispute.id)


def _move(campaign: Campaign, dispute: Dispute) -> Owed:
    moves = sum(entry.what in _MOVES for entry in dispute.entries)
    title, does = _DISPUTES[dispute.stage]
    return Owed(
        what=f"{OF_DISPUTE}{dispute.id}",
        occasion=f"{OF_DISPUTE}{dispute.id}:{moves}",
        title=title.format(dispute.id),
        does=does.format(dispute.id),
        verb=call(campaign, dispute).removeprefix("campaign "),
    )


def since(dispute: Dispute) -> str:
    """When a dispute began to wait for what it waits for."""
    return next(entry.at for entry in reversed(dispute.entries) if entry.what in _MOVES)


def in_json(system: AnySystem, state: GameState, now: str) -> JsonObject:
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
