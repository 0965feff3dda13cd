"""Who may rule and consent: members who had joined; those a dispute waits for. Pure."""

from collections.abc import Iterable, Sequence

from campaign.history.effective import Joining, Logged, LookedBackAt
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, Campaign, holds, plays
from campaign.kernel.record import Dispute, Keys, about
from events.base import Event
from events.disputes import EventsInserted, Rewound

# --- standing -----------------------------------------------------------------------------------
# Who had joined: rulings and consents come from members enrolled before the event in question.
#
# Pure. Otherwise a host could enrol a friend afterwards to get their agreement. Members who joined
# before anything was played count as there from the start: a club enrols its members after it has
# opened the campaign, and must be able to settle a dispute over the opening.

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
    members: list[str] = []
    for entry in dispute.entries:
        if entry.what == "ruling":
            members = [entry.by]
        elif entry.what == "consent":
            members.append(entry.by)
    return members


def _about(event: Event) -> tuple[int, ...]:
    """The events that a correction changes, or the first of them."""
    is_behind = isinstance(event, EventsInserted | Rewound)
    return tuple(version + is_behind for version in about(event))


# --- The members a dispute waits for: those who may rule on it or consent to its ruling ---------


def _is_able(campaign: Campaign, dispute: Dispute, who: str) -> bool:
    """Whether a member is a referee or host who was there, and has not ruled on it before."""
    has_ruled = dispute.stage == "appealed" and who in dispute.rulings
    is_judge = bool({"referee", "host"} & set(campaign.members[who].roles))
    return is_judge and was_there(dispute, who) and not has_ruled


def may_rule(campaign: Campaign, dispute: Dispute) -> tuple[str, ...]:
    """Disputes: those whose ruling holds at once; if there are none, the hosts.

    A host who plays, or who raised the dispute, may rule too, but then needs a consent.
    """
    able = [who for who in campaign.members if _is_able(campaign, dispute, who)]
    free = tuple(
        who for who in able if who != dispute.raised_by and _neutral(campaign, dispute, who)
    )
    return free or tuple(who for who in able if campaign.is_host(who))


def _neutral(campaign: Campaign, dispute: Dispute, who: str) -> bool:
    if campaign.is_host(who):
        return not plays(campaign, who)
    return not holds(campaign, who, dispute.concerned)


def may_consent(campaign: Campaign, dispute: Dispute) -> tuple[str, ...]:
    """Disputes: any second member except the one who raised it."""
    out = (dispute.ruled_by, dispute.raised_by)
    return tuple(who for who in campaign.members if who not in out and was_there(dispute, who))


def waits_for(campaign: Campaign, dispute: Dispute) -> tuple[str, ...]:
    """The members, any one of whom can take a dispute further; empty once it is settled.

    Whoever upheld it corrects the record, or closes it.
    """
    if campaign.record.awaits_correction(dispute):
        hosts = tuple(filter(campaign.is_host, campaign.members))
        return hosts if dispute.ruled_by in campaign.left else (dispute.ruled_by,)
    if dispute.stage == "consent":
        return may_consent(campaign, dispute)
    return may_rule(campaign, dispute) if dispute.is_open else ()


def call(campaign: Campaign, dispute: Dispute) -> str:
    """The whole command that a dispute waits for; empty where nobody can send it."""
    if not can_be_settled(campaign, dispute):
        return ""
    who = next(iter(waits_for(campaign, dispute)), "")
    if not who:
        return ""
    by, about = as_member(who), f"{campaign.name} {dispute.id}"
    if campaign.record.awaits_correction(dispute):
        event = next((str(version) for version in dispute.versions if version > 1), "EVENT")
        return f"campaign correct amend {about} {event} FIELDS{by}"
    if dispute.stage == "consent":
        return f"campaign dispute consent {about}{by}"
    return f"campaign dispute rule {about} VERDICT TEXT{by}"


def as_member(who: str) -> str:
    """The option that sends a command in a member's name; empty for the host of this machine."""
    return "" if who == HOST else f" --as {who}"


def can_be_settled(campaign: Campaign, dispute: Dispute) -> bool:
    """Whether anybody's ruling holds, with the consent it needs. A settled dispute counts as so."""
    if dispute.stage == "consent":
        return bool(may_consent(campaign, dispute))
    if not dispute.is_open:
        return True
    return any(
        not needs_consent(campaign, dispute, who) or _second(campaign, dispute, who)
        for who in may_rule(campaign, dispute)
    )


def needs_consent(campaign: Campaign, dispute: Dispute, judge: str) -> bool:
    """Disputes: whether a ruling waits for a second member: a host's who plays or raised it."""
    return campaign.is_host(judge) and (plays(campaign, judge) or judge == dispute.raised_by)


def _second(campaign: Campaign, dispute: Dispute, judge: str) -> bool:
    """Whether anybody could consent to this member's ruling."""
    out = (judge, dispute.raised_by)
    return any(who not in out and was_there(dispute, who) for who in campaign.members)


# --- Acts that a correction puts into the record in the name of a member who signs everything ---
#
# A ruling may allow that: what was forgotten happened at the table. But no signature covers it, so
# it is told wherever somebody could take it for their word.


def named_unsigned(event: Event, keys: Keys) -> tuple[str, ...]:
    """Members who sign everything, in whose name a correction of somebody else inserts events."""
    if not isinstance(event, EventsInserted):
        return ()
    named = dict.fromkeys(str(one.get("by", "")) for one in event.events)
    return tuple(who for who in named if who != event.by and keys.only(who))
