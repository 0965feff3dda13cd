"""Verbs of the calendar, and of the draws that every game makes in its turns."""

import click

from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.disputes.commands import ConsentToReopening, ReopenCampaign
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign


@verb("entropy", "campaign entropy club 'three grey geese, 17:42'")
@the_campaign
@argument("words", "WORDS")
@as_json
def entropy(session: Session, name: str, words: str, as_json: bool) -> None:
    """Throws words of your own into the next draw, so that nobody can have foreseen it."""
    session.act(name, AddEntropy, as_json=as_json, value=words)


@verb("turn", "campaign turn club")
@the_campaign
@as_json
def turn(session: Session, name: str, as_json: bool) -> None:
    """Ends the turn, reveals the seed of its draws, and begins the next, with what the rules bring
    at its beginning.
    """
    session.act(name, AdvanceTurn, as_json=as_json)


@verb(
    "close",
    """
    campaign open friday <short scenario>
    campaign close friday
    """,
)
@the_campaign
@as_json
def close(session: Session, name: str, as_json: bool) -> None:
    """Ends the campaign, and reveals the seed of its last draws."""
    session.act(name, CloseCampaign, as_json=as_json)


@verb(
    "reopen",
    """
    campaign open saturday <short scenario>
    campaign enrol saturday anna --name Anna --role player
    campaign close saturday
    campaign reopen saturday --reason "one more evening"
    campaign reopen saturday --consent --as anna
    """,
)
@the_campaign
@click.option("--reason", metavar="TEXT", help="Why the campaign is to go on, in a few words.")
@click.option("--consent", is_flag=True, help="Consent to what a host asked for.")
@as_json
def reopen(session: Session, name: str, reason: str | None, consent: bool, as_json: bool) -> None:
    """Asks to go on with a closed campaign (a host); it is open again once a second member
    consents. The next seed draws; what lay hidden is dealt again.
    """
    if consent == (reason is not None):
        raise WrongUsage("give either --reason TEXT, to ask for it, or --consent")
    if consent:
        session.act(name, ConsentToReopening, as_json=as_json)
    else:
        session.act(name, ReopenCampaign, as_json=as_json, reason=reason)


VERBS: dict[str, ClickVerb] = {"entropy": entropy, "turn": turn, "close": close, "reopen": reopen}
