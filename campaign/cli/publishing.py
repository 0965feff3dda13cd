"""The verb that puts a campaign's pages where the club can see them."""

from pathlib import Path

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, the_campaign, verb
from campaign.cli.record import progress_bar
from campaign.cli.session import Session
from campaign.text.english import counted


@verb("publish", "campaign publish club site --address https://example.org/club/")
@the_campaign
@argument("out", "FOLDER|ZIP", click.Path(path_type=Path))
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the folder will be on the web. A link in a chat then shows headline and picture.",
)
@click.option("--no-png", is_flag=True, help="Leave the pictures as SVG: much quicker.")
def publish(session: Session, name: str, out: Path, address: str, no_png: bool) -> None:
    """Writes all that the club may see to a folder or a ZIP: the pages, a picture of each turn to
    share, and a feed of the turns. No private page is among them; any web server can serve it.
    """
    from campaign.reports import publishing

    session.must_exist(name)
    with progress_bar("publishing") as progress:
        done = publishing.publish(
            session.ledger, name, out, address, draw=not no_png, progress=progress
        )
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    if done.pictures and not done.drawn and not no_png:
        text = "campaign: the pictures are SVG only; to have PNG too, install rsvg-convert"
        output.echo(f"{text} (Debian: librsvg2-bin) or chromium", err=True)
    if not address:
        chats = ", and chats to show headline and picture beside a link" if done.drawn else ""
        text = f"campaign: feed readers need the folder’s address{chats}; name it with --address"
        output.echo(text, err=True)
    pictures = counted(done.pictures, "picture")
    output.echo(f"{counted(done.pages, 'page')} and {pictures} in {out}")


VERBS: dict[str, ClickVerb] = {"publish": publish}
