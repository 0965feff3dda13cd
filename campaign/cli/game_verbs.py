"""The verbs of the games as help lists them, without reading any of them."""

from collections.abc import Collection

import click

from campaign.cli.session import Session, WrongUsage
from campaign.systems import SYSTEMS, title, verbs_of
from campaign.text.suggest import near

WIDTH = 14
"""The column of the help in which the verbs begin."""


def game_words() -> dict[str, tuple[str, ...]]:
    """Every first word of the games' verbs, with the systems that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for system in SYSTEMS:
        for line in verbs_of(system):
            found[line.words] = (*found.get(line.words, ()), system)
    return found


def must_be_played(session: Session, name: str, system: str, words: str) -> None:
    """Fails on a verb of another game than the campaign's, naming both."""
    state = session.live(name).state
    played: str = state.campaign.system
    if played != system:
        theirs = f"{title(played)}, whose verbs `campaign {played}` lists"
        raise WrongUsage(
            f"{words} is a verb of {title(system)}; {name} plays {theirs}. Nothing was recorded"
        )


def must_be_one_of(words: Collection[str], ctx: click.Context, args: list[str]) -> None:
    """Fails on a word that is no verb of a page or family, suggesting a similar one."""
    if args and args[0] not in words and not args[0].startswith("-"):
        ctx.fail(f"{ctx.info_name} has no verb {args[0]!r}{near(args[0], words)}")
