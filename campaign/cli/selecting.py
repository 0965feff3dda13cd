"""The verb that remembers which store and campaign are meant."""

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.which_campaign import CampaignParam


@verb("select", "campaign select club\ncampaign select\ncampaign status .")
@argument("name", "[NAME]", CampaignParam(), required=False)
@as_json
def select(session: Session, name: str | None, as_json: bool) -> None:
    """Remembers a store and a campaign in it. At a terminal NAME may then be left out after every
    verb; a script writes the name, or a dot for the selected campaign. --store and CAMPAIGN_STORE
    go before what was remembered. Without NAME it says what is selected.
    """
    if name is not None:
        session.must_exist(name)
        if not session.store.select(name):
            raise click.ClickException(f"cannot write {session.store.remembered.file}")
        if session.place.has_password:
            session.note("its password is not remembered: put it into ~/.pgpass")
    elif not (name := session.store.campaign()):
        raise WrongUsage(
            f"no campaign is selected in {session.place}; campaign select NAME does it"
        )
    if as_json:
        output.json_line({"campaign": name, "store": session.place.remembered})
    else:
        output.echo(f"{name} is selected, in {session.place.remembered}")


VERBS: dict[str, ClickVerb] = {"select": select}
