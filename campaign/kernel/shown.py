"""The shared part of a state as everybody may see it, in JSON values. Pure."""

from collections.abc import Callable

from campaign.kernel import deadlines
from campaign.kernel.members import Campaign
from campaign.kernel.state import S
from campaign.text.json_values import JsonObject


def _nothing(state: object) -> JsonObject:
    return {}


def shown(
    own: Callable[[S], JsonObject], more: Callable[[S], JsonObject] = _nothing
) -> Callable[[S], JsonObject]:
    """A game's state as everybody may see it: its own part between the two shared ones."""
    return lambda state: {
        **_campaign(state.campaign),
        **own(state),
        **_table(state.campaign),
        **deadlines.shown(state.campaign),
        **more(state),
    }


def _campaign(campaign: Campaign) -> JsonObject:
    """What is played, and how far it has come."""
    origin = campaign.record.branch_of
    return {
        "campaign": campaign.name,
        **({"title": campaign.title} if campaign.title else {}),
        "system": campaign.system,
        "rulebook": campaign.rulebook,
        "rules": campaign.rules,
        "scenario": campaign.scenario,
        "modules": sorted(campaign.modules),
        "branch_of": origin.shown() if origin else None,
        "disputes": _disputes(campaign),
        "frozen": campaign.record.frozen_for or None,
        "turn": campaign.turn,
        "last_turn": campaign.last_turn,
        "closed": campaign.closed,
    }


def _disputes(campaign: Campaign) -> JsonObject:
    """The open disputes in short."""
    return {
        dispute.id: {
            "stage": dispute.stage,
            "raised_by": dispute.raised_by,
            "versions": list(dispute.versions),
            "claim": dispute.claim,
        }
        for dispute in campaign.record.disputes.values()
        if dispute.is_open
    }


def _table(campaign: Campaign) -> JsonObject:
    """Who takes part, and which rulings they play by."""
    return {
        "members": {
            member: {"name": known.name, "roles": sorted(known.roles)}
            for member, known in sorted(campaign.members.items())
        },
        "powers": {seat: campaign.powers.get(seat) for seat in campaign.seats},
        "rulings": dict(sorted(campaign.rulings.items())),
    }
