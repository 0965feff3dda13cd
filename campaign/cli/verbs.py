"""The verbs in their groups. A verb's file is imported only when it is called: help is quick."""

from functools import partial
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from campaign.cli import help_pages
from campaign.cli.click_verb import act_as, use_store
from campaign.cli.game_verbs import game_words
from campaign.cli.session import Session
from campaign.cli.verb_list import BEHIND_THE_GAMES, OTHER_WORDS, WHERE
from campaign.systems import SYSTEMS
from campaign.text.suggest import near

ARGUMENTS = "campaign.arguments"
"""The key under which the words after a verb are kept while it is looked up."""


NAMES_TOO = frozenset({"club"})
"""Verbs that a campaign may be called after: it was so called before there was such a verb, and no
verb of a campaign can be meant by it."""


def all_words() -> frozenset[str]:
    """Every word that a call may begin with, and that no campaign may be called."""
    verbs = (*WHERE, *game_words(), *OTHER_WORDS)
    return frozenset((*verbs, *help_pages.words(), *SYSTEMS)) - NAMES_TOO


def _verb_of(system: str, ctx: click.Context, words: str) -> click.Command:
    """A game's verb, read when it is called."""
    from campaign.cli.registry import click_verb

    return click_verb(system, words)


def store_moves(args: list[str]) -> list[str]:
    """`move … --to PLACE` moves a store: what a game calls a move has no such option."""
    moves = args[:1] == ["move"] and any(word.partition("=")[0] == "--to" for word in args)
    return ["store-move", *args[1:]] if moves else args


class Verbs(click.Group):
    """The verbs that all games share, listed by their groups, and those of each game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the call, and notes how it was typed."""
        ctx.ensure_object(Session).words = tuple(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb in an order in which the examples of the help make an evening."""
        words = list(WHERE)
        games = words.index(BEHIND_THE_GAMES)
        return [*words[:games], *SYSTEMS, *game_words(), *words[games:]]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb; its file is imported now."""
        if cmd_name in WHERE:
            module = import_module(f"campaign.cli.{WHERE[cmd_name]}")
            found: click.Command = module.VERBS[cmd_name]
            return found
        if cmd_name in SYSTEMS:
            return help_pages.VerbPage(cmd_name, partial(_verb_of, cmd_name))
        if cmd_name not in game_words() and cmd_name in help_pages.words():
            return help_pages.VerbPage(cmd_name, self.get_command)
        from campaign.cli import registry

        return registry.game_verb(cmd_name, ctx.meta.get(ARGUMENTS, ()), ctx.ensure_object(Session))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The verbs that begin like this, without importing them; and the options."""
        if ctx.args or incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        known = dict.fromkeys((*self.list_commands(ctx), *help_pages.words()))
        words = [word for word in known if word.startswith(incomplete)]
        return [CompletionItem(word) for word in words]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its name, or another word for it; a mistyped one gets a suggestion."""
        args = [OTHER_WORDS.get(word, word) for word in args[:1]] + args[1:]
        args = store_moves(args)
        if args and args[0] not in (*WHERE, *SYSTEMS) and not args[0].startswith("-"):
            words = [*self.list_commands(ctx), *help_pages.words()]
            if args[0] not in words:
                ctx.fail(f"there is no verb {args[0]!r}{near(args[0], [*words, *OTHER_WORDS])}")
            ctx.meta[ARGUMENTS] = args[1:]
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One screen: the evening's verbs, and the groups of all others."""
        help_pages.write_first_page(formatter)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from campaign import __version__
        from campaign.systems import SYSTEMS

        rules = (f"{name} {game.rules.number}" for name, game in sorted(SYSTEMS.items()))
        click.echo(f"campaign {__version__}; rules: {', '.join(rules)}")
        ctx.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "obj": None},
    options_metavar="[--store PATH] [--as MEMBER]",
    subcommand_metavar="VERB …",
    invoke_without_command=True,
)
@click.option(
    "--store",
    envvar="CAMPAIGN_STORE",
    metavar="PATH",
    expose_value=False,
    is_eager=True,
    callback=use_store,
    help="The file that holds the campaigns, or postgresql://USER@HOST/DATABASE; also "
    "CAMPAIGN_STORE. Without it: campaign.db in your data folder.",
)
@click.option(
    "--as",
    "member",
    metavar="MEMBER",
    expose_value=False,
    callback=act_as,
    help="The member who acts. Without it: host.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Print the version.",
)
@click.pass_context
def root(ctx: click.Context) -> None:
    """The book of record of a wargame campaign."""
    session = ctx.ensure_object(Session)
    ctx.call_on_close(session.close)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
