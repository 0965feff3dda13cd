"""The pages of the help: one screen for the evening, and one for each group of verbs.

Quick to read: no verb is imported to list it.
"""

import click

from campaign.cli.game_verbs import WIDTH, older_words
from campaign.cli.verb_list import EVENING_BEGINS, EVENING_ENDS, GROUPS, OLDER, line_of
from campaign.systems import SYSTEMS, verbs_of

COLUMNS = 78
USAGE = "Usage: campaign [--store PATH] [--as MEMBER] VERB [CAMPAIGN] …"
ABOUT = "The book of record of a wargame campaign."
LAST = (
    "campaign help WORD explains a verb, or a subject such as stores or receipts.",
    "--store PATH: which store; --as MEMBER: who acts (else: host); --version.",
)


def _games() -> dict[str, dict[str, list[tuple[str, str]]]]:
    """The games' verbs by page and heading, each with its line."""
    pages: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for system in SYSTEMS:
        for line in verbs_of(system):
            headings = pages.setdefault(line.page, {})
            headings.setdefault(line.heading, []).append((line.words, line.line))
    return pages


def page(word: str) -> dict[str, list[tuple[str, str]]]:
    """The verbs of a group by heading; empty if there is no such group."""
    shared = GROUPS.get(word)
    found = {shared.title: list(shared.verbs.items())} if shared is not None else {}
    return {**found, **_games().get(word, {})}


def older() -> dict[str, str]:
    """Every word of earlier releases that has a better one by now, with that."""
    return {**OLDER, **older_words()}


def words() -> tuple[str, ...]:
    """The word of every group: the shared ones around those of the games."""
    shared = list(GROUPS)
    return tuple(dict.fromkeys((*shared[:2], *_games(), *shared[2:])))


def write_first_page(formatter: click.HelpFormatter) -> None:
    """The help of one screen."""
    formatter.write(f"{USAGE}\n{ABOUT}\n\nThe evening:\n")
    _write(formatter, _evening())
    formatter.write("\nAll verbs, by groups (campaign help GROUP shows a group's page):\n")
    _write(formatter, [(word, _contents(word)) for word in words()])
    formatter.write("\n" + "\n".join(LAST) + "\n")


def _evening() -> list[tuple[str, str]]:
    games = [line for system in SYSTEMS for line in verbs_of(system) if line.is_of_the_evening]
    return [
        *((verb, line_of(verb)) for verb in EVENING_BEGINS),
        *((line.words, line.line) for line in games),
        *((verb, line_of(verb)) for verb in EVENING_ENDS),
    ]


def _contents(word: str) -> str:
    """A group's verbs, as many as a line holds; of a verb that is its own group, what it does."""
    verbs = [verb for lines in page(word).values() for verb in lines]
    if [verb for verb, _ in verbs] == [word]:
        return verbs[0][1]
    return ", ".join(verb for verb, _ in verbs)


def _write(formatter: click.HelpFormatter, lines: list[tuple[str, str]]) -> None:
    """Each in one line; of a list, as much as there is room for."""
    for word, text in lines:
        while len(text) > COLUMNS - WIDTH:
            text = text.removesuffix(", …").rpartition(", ")[0] + ", …"
        formatter.write(f"  {word:<{WIDTH - 2}}{text}\n")


class GroupPage(click.Group):
    """A group of verbs under its own word: alone it brings the page, before a verb it changes
    nothing.
    """

    def __init__(self, word: str, verbs: click.Group) -> None:
        """`verbs` are those of the whole program."""
        super().__init__(
            word,
            subcommand_metavar="VERB …",
            options_metavar="",
            no_args_is_help=False,
            invoke_without_command=True,
            callback=self.show_page,
        )
        self._word = word
        self._verbs = verbs

    @staticmethod
    @click.pass_context
    def show_page(ctx: click.Context) -> None:
        """Without a verb: the page."""
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs of the group."""
        return [verb for lines in page(self._word).values() for verb, _ in lines]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb of the group, as it is without the group's word."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return self._verbs.get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb of the group by its word, or an older one."""
        args = [older().get(word, word) for word in args[:1]] + args[1:]
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by heading, and how to learn more of one."""
        write_page(self._word, formatter)


def write_page(word: str, formatter: click.HelpFormatter) -> None:
    """A group's page."""
    for heading, lines in page(word).items():
        with formatter.section(heading):
            formatter.write_dl(lines, WIDTH)
    formatter.write("\ncampaign help VERB explains one of them, with an example.\n")
