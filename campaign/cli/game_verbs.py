"""What is said of a verb that is not there, or that belongs to another game."""

from collections.abc import Collection

import click

from campaign.cli.session import Session, WrongUsage
from campaign.systems import title
from campaign.text.suggest import near


def must_be_played(session: Session, name: str, system: str, words: str) -> None:
    """Fails on a verb of another game than the campaign's, naming both."""
    state = session.live(name).state
    played: str = state.campaign.system
    if played != system:
        theirs = f"{title(played)}, whose verbs `campaign {played}` lists"
        raise WrongUsage(
            f"{words} is a verb of {title(system)}; {name} plays {theirs}. Nothing was recorded"
        )


def must_be_one_of(
    words: Collection[str], ctx: click.Context, args: list[str], hint: str = ""
) -> None:
    """Fails on a word that is no verb of a page or family, suggesting a similar one."""
    if args and args[0] not in words and not args[0].startswith("-"):
        ctx.fail(f"{ctx.info_name} has no verb {args[0]!r}{hint or near(args[0], words)}")
