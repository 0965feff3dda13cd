"""The verbs of the games as help lists them, without reading any of them."""

from collections.abc import Callable, Collection, Iterable

import click

from campaign.systems import SYSTEMS, verbs_of
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


def older_words(systems: Iterable[str] = SYSTEMS) -> dict[str, str]:
    """Words of earlier releases for verbs of the games, each with its better word of today."""
    lines = (line for system in systems for line in verbs_of(system))
    return {line.older: line.words for line in lines if line.older}


def must_be_one_of(words: Collection[str], ctx: click.Context, args: list[str], what: str) -> None:
    """Fails on a word that is not a verb, suggesting a similar one."""
    if args and args[0] not in words and not args[0].startswith("-"):
        ctx.fail(f"there is no {what} {args[0]!r}{near(args[0], words)}")


class GameVerbs(click.Group):
    """The verbs of one game, under the game's name."""

    def __init__(self, system: str, title: str, load: Callable[[str, str], click.Command]) -> None:
        """`load` makes a verb of a system by its word; it is called when the verb is."""
        super().__init__(
            system,
            help=f"The verbs of {title}. They are typed without this word as well.",
            subcommand_metavar="VERB …",
            options_metavar="",
            no_args_is_help=False,
            invoke_without_command=True,
            callback=self.show_help,
        )
        self.system = system
        self._load = load

    @staticmethod
    @click.pass_context
    def show_help(ctx: click.Context) -> None:
        """Without a verb: lists the verbs."""
        if ctx.invoked_subcommand is None:
            from campaign.cli import output

            output.echo(ctx.get_help())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb of the game, in the order of its help."""
        return [line.words for line in verbs_of(self.system)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word, or an older one; a mistyped one gets a suggestion."""
        older = older_words((self.system,))
        args = [older.get(word, word) for word in args[:1]] + args[1:]
        must_be_one_of(self.list_commands(ctx), ctx, args, "verb")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb of the game."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return self._load(self.system, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by their headings."""
        headings: dict[str, list[tuple[str, str]]] = {}
        for line in verbs_of(self.system):
            headings.setdefault(line.heading, []).append((line.words, line.line))
        for heading, verbs in headings.items():
            with formatter.section(heading):
                formatter.write_dl(verbs, WIDTH)
