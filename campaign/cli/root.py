"""The verbs in their families. A verb's file is imported only when it is called: help is quick."""

from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign import extend
from campaign.cli import help_pages
from campaign.cli.click_verb import SELECTED, act_as, use_store
from campaign.cli.session import Session
from campaign.cli.verb_list import JOINED, WHERE
from campaign.cli.verb_words import Words
from campaign.systems import SYSTEMS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _verb_of(system: str, ctx: click.Context, word: str) -> click.Command | None:
    """A game's verb, read when it is called."""
    from campaign.cli.registry import click_verb

    return click_verb(system, word)


def store_moves(args: list[str]) -> list[str]:
    """`move … --to PLACE` moves a store: what a game calls a move has no such option."""
    moves = args[:1] == ["move"] and any(word.partition("=")[0] == "--to" for word in args)
    return ["store-move", *args[1:]] if moves else args


def over_all_campaigns(args: list[str]) -> list[str]:
    """`stats --club` counts over all campaigns: what a game calls statistics is about one."""
    behind = args[1:] if args[:1] == ["report"] else args
    if behind[:1] != ["stats"] or "--club" not in behind:
        return args
    return ["shelf", "stats", *(word for word in behind[1:] if word != "--club")]


def _words_for(ctx: click.Context, args: list[str]) -> Words:
    """The words that tell which verb is meant. Where the shared ones do not, those of the game are
    read whose campaign is named, and those of the others only where it has no such verb.
    """
    shared = Words(())
    if shared.settles(shared.newer(args)):
        return shared
    session = ctx.ensure_object(Session)
    if not ctx.resilient_parsing and (played := session.played(args[1:])):
        own = Words((played,))
        newer = own.newer(args)
        then = newer[1] if len(newer) > 1 else SELECTED
        is_plain = newer[0] not in JOINED or then == SELECTED or then.startswith("-")
        if own.knows(newer) and (is_plain or own.settles(newer) or session.has(then)):
            return own
    return Words()


def own_call(session: Session, args: list[str]) -> list[str]:
    """`CLUB ACT …` behind the verb that the campaign's game has for its acts; empty where no such
    campaign is played, or its game has none.
    """
    from campaign.store.protocol import StoreError

    name = session.store.campaign() if args[0] == SELECTED else args[0]
    with suppress(StoreError):
        if session.store.may_be_there and name and session.has(name):
            state = session.live(name).state
            front = SYSTEMS[state.campaign.system].front
            behind = args[2:] if args[1:2] in (["--help"], ["-h"]) else args[1:]
            verb = front.verb_for(state, behind[0] if behind else "")
            return [*verb.split(), args[0], *behind] if verb else []
    return []


def module_of(word: str) -> Any:
    """The module with a verb that all games share, which is imported now."""
    if WHERE.get(word):
        return import_module(f"campaign.cli.{WHERE[word]}")
    return extend.wanted("verbs", word)


class Verbs(click.Group):
    """The verbs that all games share, and those of each game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the call, and notes how it was typed."""
        ctx.ensure_object(Session).words = tuple(args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words that help shows."""
        return [*help_pages.words_of(ctx).shown, *SYSTEMS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb, the family that it begins, or a game."""
        words = help_pages.words_of(ctx)
        if not words.has(cmd_name) and cmd_name in SYSTEMS:
            own = Words((cmd_name,), shared=False)
            return help_pages.GamePage(cmd_name, own, partial(_verb_of, cmd_name))
        return help_pages.command_of(cmd_name, ctx, words, self.load)

    def load(self, ctx: click.Context, word: str) -> click.Command | None:
        """A verb by the word that it has in its file, which is imported now."""
        systems = help_pages.words_of(ctx).games.get(word, ())
        if word in WHERE or not systems:
            named = vars(module_of(word)).values()
            verbs = (value for value in named if isinstance(value, click.Command))
            return next(verb for verb in verbs if verb.name == word)
        from campaign.cli import registry

        arguments = ctx.meta.get(help_pages.ARGUMENTS, ())
        return registry.game_verb(word, systems, arguments, ctx.ensure_object(Session))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """The words that begin like this, without importing the verbs; and the options. Other words
        come where help has none.
        """
        from click.shell_completion import CompletionItem

        if ctx.args or incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        words = Words()
        matches = [word for word in (*words.shown, *SYSTEMS) if word.startswith(incomplete)]
        other = [word for word in words.other if word.startswith(incomplete)]
        return [CompletionItem(word) for word in matches or other]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its words, or by other words for it; a mistyped one gets a suggestion."""
        if not args or args[0].startswith("-"):
            return super().resolve_command(ctx, args)
        typed = over_all_campaigns(store_moves(args))
        words = _words_for(ctx, typed)
        args = words.newer(typed)
        named = args
        if args[:1] == ["help"] and len(args) == 2:
            named = args[:1] if args[1] in module_of("help").SUBJECTS else args[1:]
        if not words.knows(named) and (own := own_call(ctx.ensure_object(Session), named)):
            args, words = own, Words()
        if not words.knows(args):
            hint = words.meant(args[0]) or words.near(args[0], SYSTEMS)
            ctx.fail(f"there is no verb {args[0]!r}{hint}")
        ctx.meta[help_pages.WORDS] = words
        ctx.meta[help_pages.ARGUMENTS] = args[1:]
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One screen: the evening's verbs, and the words of all others."""
        help_pages.write_first_page(formatter)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(version_line())
        ctx.exit()


HERE = Path(__file__).parents[2]
"""Where the program is installed, or the checkout."""
SHOWN = 8
"""How many digits of a commit are shown."""


def version_line() -> str:
    """The release, its commit and schema, and the number of each game's rules."""
    from campaign import __version__
    from campaign.store.doctor import WRITES

    rules = ", ".join(f"{name} {game.rules.number}" for name, game in SYSTEMS.items())
    return f"campaign {__version__} (commit {commit()[:SHOWN]}, schema {WRITES}, rules {rules})"


def commit(folder: Path = HERE) -> str:
    """The commit that the program was built from; in a checkout git is asked."""
    if not (folder / ".git").exists():
        with suppress(ImportError):
            return str(import_module("campaign._build").COMMIT)
        return "unknown"
    import subprocess

    with suppress(OSError):  # there is no git on this machine
        call = ["git", "-C", str(folder), "rev-parse", "HEAD"]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        return done.stdout.strip() or "unknown"
    return "unknown"


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
