"""The members a dispute waits for: those who may rule on it or consent to its ruling. Pure."""

from campaign.disputes.procedure import holds, plays
from campaign.disputes.standing import was_there
from campaign.kernel.members import HOST, Campaign
from campaign.kernel.record import Dispute


def may_rule(campaign: Campaign, dispute: Dispute) -> tuple[str, ...]:
    """Disputes: those whose ruling holds at once; if there are none, the hosts.

    A host who plays, or who raised the dispute, may rule too, but then needs a consent.
    """
    able = [
        who
        for who, member in campaign.members.items()
        if {"referee", "host"} & set(member.roles)
        and was_there(dispute, who)
        and not (dispute.stage == "appealed" and who in dispute.rulings)
    ]
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
        return (dispute.ruled_by,)
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
