"""Reopens a campaign that was closed by mistake: a host asks, a second member consents.

Pure. Nobody can be enrolled in a closed campaign, so the second member joined before its end.
"""

from campaign.disputes.commands import ConsentToReopening, ReopenCampaign
from campaign.kernel.decisions import Command, Decision, Refused
from campaign.kernel.members import Campaign, host_only
from events.disputes import CampaignReopened, ReopeningAsked

RULE = "Calendar"
COMMANDS: tuple[type[Command], ...] = (ReopenCampaign, ConsentToReopening)


def decide(campaign: Campaign, command: Command) -> Decision:
    """The facts that follow from a command about a campaign's end. The caller checks `enrolled`."""
    match command:
        case ReopenCampaign():
            return _ask(campaign, command)
        case ConsentToReopening():
            return _consent(campaign, command)
    raise AssertionError(f"nothing about a campaign's end: {type(command).__name__}")


def _ask(campaign: Campaign, command: ReopenCampaign) -> Decision:
    if refused := host_only(campaign, command):
        return refused
    if not campaign.closed:
        return Refused(RULE, f"{campaign.name} has not ended; there is nothing to reopen")
    if reopening := campaign.record.reopening:
        by = campaign.called(reopening.by)
        waits = "it waits for a second member's consent"
        return Refused(RULE, f"{by} has asked to reopen {campaign.name} already; {waits}")
    return (ReopeningAsked(reason=command.reason),)


def _consent(campaign: Campaign, command: ConsentToReopening) -> Decision:
    if not campaign.closed:
        return Refused(RULE, f"{campaign.name} has not ended; there is nothing to consent to")
    reopening = campaign.record.reopening
    if reopening is None:
        call = f"`campaign reopen {campaign.name} --reason TEXT`"
        text = f"no host has asked to reopen {campaign.name}; a host can: {call}"
        return Refused(RULE, text)
    if command.by == reopening.by:
        by = campaign.called(command.by)
        return Refused(RULE, f"{by} asked for it; a second member must consent")
    return (CampaignReopened(reason=reopening.reason),)
