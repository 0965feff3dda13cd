"""The members a dispute waits for: those who may rule on it or consent to its ruling. Pure."""

from campaign.disputes.procedure import holds, plays
from campaign.disputes.standing import was_there
from campaign.kernel.members import Campaign
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
    """The members, any one of whom can take an open dispute further; empty once it is settled."""
    if dispute.stage == "consent":
        return may_consent(campaign, dispute)
    return may_rule(campaign, dispute) if dispute.is_open else ()
