"""The verb that prints a turn as a short text for a chat."""

import click
import msgspec

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Turn, as_json, span, the_campaign, verb
from campaign.cli.session import Session, WrongUsage


@verb(
    "post",
    """
    campaign post club
    campaign post club --markdown
    campaign post club --turn <turn> --full
    """,
)
@the_campaign
@click.option("--turn", type=Turn(), help="This turn; without it the latest with news.")
@click.option("--markdown", is_flag=True, help="As Markdown, for Discord and the like.")
@click.option("--full", is_flag=True, help="All the news, in lines of 72 columns.")
@as_json
def post(
    session: Session, name: str, turn: str | None, markdown: bool, full: bool, as_json: bool
) -> None:
    """Prints a turn as a short text for a chat: what happened, what is asked next and of whom. It
    says nothing that the turn's page does not say. Names that people typed call nobody, not even
    @everyone, and with --markdown they are neither markup nor links. --json is for programs: it
    gives every text as it was typed, so a program that posts it has to see to that itself.
    """
    from campaign.reports import posting, turn_text

    if markdown and (full or as_json):
        raise WrongUsage("--markdown goes with neither --full nor --json")
    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    told = posting.told(session.ledger, name, turn)
    if as_json:
        output.json_page(msgspec.to_builtins(told))
        return
    form = turn_text.in_markdown if markdown else turn_text.in_full if full else turn_text.in_short
    output.echo(form(told), nl=False)


VERBS: dict[str, ClickVerb] = {"post": post}
