"""Verbs of the calendar."""

from campaign.cli.session import Session
from campaign.cli.verbs import Verb
from campaign.cli.words import as_json, the_campaign, verb


@verb("turn", "campaign turn club")
@the_campaign
@as_json
def turn(session: Session, name: str, as_json: bool) -> None:
    """Ends the turn, reveals the seed of its draws, and begins the next. January/February brings
    the year's leaders and veto points.
    """
    session.act(name, "AdvanceTurn", as_json=as_json)


@verb(
    "close",
    """
    campaign open friday --scenario custom --first-turn 1941-MJ --last-turn 1941-MJ
    campaign close friday
    """,
)
@the_campaign
@as_json
def close(session: Session, name: str, as_json: bool) -> None:
    """Ends the campaign for good, and reveals the seed of its last draws."""
    session.act(name, "CloseCampaign", as_json=as_json)


VERBS: dict[str, Verb] = {"turn": turn, "close": close}
