"""Which rules a campaign follows, and how an older one adopts today's. Pure.

The program decides and judges only by the newest rules. A campaign that follows older ones can
always be read, shown, reported and proved; to play on, its host adopts the newest.
"""

from campaign.disputes.commands import AdoptRules
from campaign.kernel import members
from campaign.kernel.decisions import Command, Decision, Refused
from campaign.kernel.members import RULES, Campaign
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events.disputes import RulesAdopted

RULE = "Rules"


def call(campaign: Campaign) -> str:
    """The command that the host of an older campaign types."""
    return f"campaign adopt-rules {campaign.name}"


def older(campaign: Campaign) -> str:
    """What to do about a campaign that does not follow the newest rules; empty if it does."""
    if campaign.rules < RULES:
        host = f"Its host can adopt today's: `{call(campaign)}`"
        return f"This campaign follows rules {campaign.rules}. {host}"
    if campaign.rules > RULES:
        known = f"this release knows rules up to {RULES}. A newer release can play on"
        return f"This campaign follows rules {campaign.rules}; {known}"
    return ""


def refused(campaign: Campaign, command: Command) -> Refused | None:
    """Rules: under older rules nothing is recorded except the adoption of the newest."""
    text = older(campaign)
    if not text or (isinstance(command, AdoptRules) and campaign.rules < RULES):
        return None
    return Refused(RULE, text)


def decide(system: AnySystem, state: GameState, command: AdoptRules) -> Decision:
    """Rules: a host adopts the newest; switches that the campaign lacks get today's defaults."""
    shared: Campaign = state.campaign
    if no := members.host_only(shared, command):
        return no
    if shared.rules >= command.rules:
        return Refused(RULE, f"{shared.name} follows rules {shared.rules} already")
    if command.rules != RULES:
        return Refused(RULE, f"rules {command.rules} are not the newest; those are {RULES}")
    ruled = system.corrections.rule(state, {})
    if isinstance(ruled, Refused):
        return ruled
    known = shared.rulings
    new = {key: value for key, value in ruled.campaign.rulings.items() if key not in known}
    return (RulesAdopted(rules=RULES, switches=new),)
