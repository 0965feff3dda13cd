"""Verbs of the calendar, and of the draws that every game makes in its turns."""

import click

from campaign.cli import irreversible
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.desk import awaited
from campaign.disputes.commands import ConsentToReopening, ReopenCampaign
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.kernel.steps import ConfirmIrreversible, sending
from campaign.kernel.verbs import WHY, YES


@verb("entropy", "campaign entropy club 'three grey geese, 17:42'")
@the_campaign
@argument("words", "WORDS")
@as_json
def entropy(session: Session, name: str, words: str, as_json: bool) -> None:
    """Throws words of your own into the next draw, so that nobody can have foreseen it."""
    session.act(name, AddEntropy, as_json=as_json, value=words)


_yes = click.option("--yes", is_flag=True, help=YES.help)
_why = click.option("--why", metavar="TEXT", help=WHY.help)


@verb("turn", "campaign turn club --yes")
@the_campaign
@_yes
@_why
@as_json
def turn(session: Session, name: str, yes: bool, why: str | None, as_json: bool) -> None:
    """Ends the turn, reveals the seed of its draws, and begins the next, with what the rules bring
    at its beginning. At a terminal it asks first; a script needs --yes where somebody still owes
    something.
    """
    live = session.live(name)
    found = live.system.front.screens.status(live.state)
    ending = live.system.calendar.in_words(live.state.campaign.turn)
    step = sending(AdvanceTurn, why=why, confirmed=yes or None)
    question = ConfirmIrreversible(
        step, f"end {ending}", found.owed_this_turn, found.left_undone, yes
    )
    _act_for_good(session, name, question, as_json=as_json)


@verb(
    "end",
    """
    campaign start friday <short scenario>
    campaign end friday --yes
    """,
)
@the_campaign
@_yes
@_why
@as_json
def end(session: Session, name: str, yes: bool, why: str | None, as_json: bool) -> None:
    """Ends the campaign, and reveals the seed of its last draws and what is still hidden. At a
    terminal you type the campaign's name to do it; a script always needs --yes.
    """
    live = session.live(name)
    owed = awaited.owed_before_the_end(live.system, live.state)
    step = sending(CloseCampaign, why=why, confirmed=yes or None)
    question = ConfirmIrreversible(step, f"end the campaign {name}", owed, (), yes, name)
    _act_for_good(session, name, question, as_json=as_json)


def _act_for_good(
    session: Session, name: str, question: ConfirmIrreversible, *, as_json: bool
) -> None:
    """Sends a command once somebody confirmed it."""
    why = irreversible.confirm(session, name, question, as_json=as_json)
    step = question.send.because(why)
    session.act(name, step.command, as_json=as_json, **step.fields)


@verb(
    "reopen",
    """
    campaign start saturday <short scenario>
    campaign enrol saturday anna --name Anna --role player
    campaign end saturday --yes
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


VERBS: dict[str, ClickVerb] = {"entropy": entropy, "turn": turn, "end": end, "reopen": reopen}
