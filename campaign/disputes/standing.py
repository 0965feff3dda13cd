"""Who had joined: rulings and consents come from members enrolled before the event in question.

Pure. Otherwise a host could enrol a friend afterwards to get their agreement. Members who joined
before anything was played count as there from the start: a club enrols its members after it has
opened the campaign, and must be able to settle a dispute over the opening.
"""

from collections.abc import Iterable, Sequence

from campaign.history.effective import Logged
from campaign.history.joining import Joining
from campaign.history.past import LookedBackAt
from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign
from campaign.kernel.record import Dispute
from events import disputes as facts
from events.base import Event

RULE = "Members"


def joined(campaign: Campaign, past: Sequence[Logged]) -> dict[str, int]:
    """The event with which each member joined; 0 for those there from the start."""
    start = dict.fromkeys(campaign.members, 0)
    if isinstance(past, LookedBackAt):
        return start | past.joined()
    joining = Joining()
    for version, event in past:
        joining.follow(version, event)
    return start | joining.before(past[-1][0] + 1 if past else 0)


def eligible(campaign: Campaign, past: Sequence[Logged], first: int) -> tuple[str, ...]:
    """The members who joined before an event."""
    return tuple(sorted(who for who, since in joined(campaign, past).items() if since < first))


def was_there(dispute: Dispute, member: str) -> bool:
    """Whether a member joined before the disputed events."""
    return member in dispute.eligible


def must_have_been_there(
    campaign: Campaign, dispute: Dispute, member: str, others: Iterable[str]
) -> Refused | None:
    """Disputes: a member who joined afterwards neither rules nor consents."""
    if was_there(dispute, member):
        return None
    first = min(dispute.versions, default=0)
    text = f"{campaign.called(member)} joined after event {first}"
    return Refused(RULE, f"{text}; {_way_out(dispute, map(campaign.called, others))}")


def _way_out(dispute: Dispute, names_there: Iterable[str]) -> str:
    if names := ", ".join(sorted(names_there)):
        return f"it takes a member who was there: {names}"
    first = min(dispute.versions, default=1)
    return (
        f"nobody else was there, so {dispute.id} cannot be settled: withdraw it, "
        f"and play on from a what-if behind event {max(1, first - 1)} (`campaign branch`)"
    )


def may_touch(
    campaign: Campaign, dispute: Dispute, events: Sequence[Event], past: Sequence[Logged]
) -> Refused | None:
    """Corrections: the members who ruled and consented joined before every corrected event.

    So a dispute over a late event cannot be used to correct an early one.
    """
    first = min((version for event in events for version in _about(event)), default=0)
    if not first:
        return None
    since = joined(campaign, past)
    for member in _rests_on(dispute):
        if since.get(member, 0) >= first:
            why = (
                f"{campaign.called(member)}, who ruled or consented in"
                f" {dispute.id}, joined after event {first}"
            )
            return Refused(RULE, f"{why}; raise a dispute over that event")
    return None


def _rests_on(dispute: Dispute) -> list[str]:
    """The members who gave the last ruling and consented to it."""
    found: list[str] = []
    for entry in dispute.entries:
        if entry.what == "ruling":
            found = [entry.by]
        elif entry.what == "consent":
            found.append(entry.by)
    return found


def _about(event: Event) -> tuple[int, ...]:
    """The events that a correction changes, or that play goes back to."""
    match event:
        case facts.EventsStruck():
            return event.versions
        case facts.EventAmended():
            return (event.about,)
        case facts.EventsInserted():
            return (event.after + 1,)
        case facts.Rewound():
            return (event.to + 1,)
    return ()
