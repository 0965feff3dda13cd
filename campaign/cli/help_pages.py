"""The pages of the help: one screen for the evening, and one for each group of verbs.

Quick to read: no verb is imported to list it.
"""

import re
from collections.abc import Callable, Iterable

import click

from campaign.cli.game_verbs import WIDTH, must_be_one_of
from campaign.cli.verb_list import (
    EVENING_BEGINS,
    EVENING_ENDS,
    EVERYDAY,
    FOLDED,
    GROUPS,
    OTHER_WORDS,
    line_of,
)
from campaign.kernel.verb_lines import VerbLine
from campaign.systems import SYSTEMS, verbs_of

COLUMNS = 78
SCREEN, LINES = 80, 24
"""The screen on which the answer to `--help` fits."""
WHOLE = "campaign.whole"
"""The key under which `campaign help` asks for the page of a verb with nothing left out."""
USAGE = "Usage: campaign [--store PATH] [--as MEMBER] VERB [CAMPAIGN] …"
ABOUT = "The book of record of a wargame campaign."
LAST = "campaign help WORD explains a verb, a subject (stores) or finds a word (typo)."


Page = dict[str, list[tuple[str, str]]]
"""Verbs by heading, each with what it does in a few words."""
Load = Callable[[click.Context, str], click.Command | None]


def height(text: str) -> int:
    """How many lines of a screen a text takes."""
    return sum(max(1, -(-len(line) // SCREEN)) for line in text.splitlines())


def _by_heading(lines: Iterable[VerbLine]) -> Page:
    """The verbs by heading; one that several games have stands there once."""
    headings: Page = {}
    seen: set[str] = set()
    for line in lines:
        if line.words not in seen:
            headings.setdefault(line.heading, []).append((line.words, line.line))
            seen.add(line.words)
    return headings


def _of_the_games() -> list[VerbLine]:
    return [line for system in SYSTEMS for line in verbs_of(system)]


def page(word: str) -> Page:
    """The verbs of a group, or those of a game by its name; empty if there is neither."""
    if word in SYSTEMS:
        return _by_heading(verbs_of(word))
    shared = GROUPS.get(word)
    found = {shared.title: list(shared.verbs.items())} if shared is not None else {}
    return {**found, **_by_heading(line for line in _of_the_games() if line.page == word)}


def about(wanted: Iterable[str]) -> list[tuple[str, str]]:
    """The verbs that words are about, by everyday words, their names and their lines."""
    shared = [pair for group in GROUPS.values() for pair in group.verbs.items()]
    found = [(verb, line, EVERYDAY.get(verb, "")) for verb, line in shared]
    found += [(line.words, line.line, line.also) for line in _of_the_games()]
    begin = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in wanted]
    hits = [one for one in found if all(word.search(" ".join(one)) for word in begin)]
    by_name = sorted(hits, key=lambda one: not all(word.search(one[2]) for word in begin))
    return list(dict.fromkeys((verb, line) for verb, line, _ in by_name))


def words() -> tuple[str, ...]:
    """The word of every group: the shared ones around those of the games."""
    shared, games = list(GROUPS), [line.page for line in _of_the_games()]
    return tuple(dict.fromkeys((*shared[:2], *games, *shared[2:])))


def write_first_page(formatter: click.HelpFormatter) -> None:
    """The help of one screen."""
    formatter.write(f"{USAGE}\n{ABOUT}\n\nThe evening:\n")
    _write(formatter, _evening())
    formatter.write("\nAll verbs, by groups (campaign help GROUP shows a group's page):\n")
    _write(formatter, [(word, _contents(word)) for word in words() if word not in FOLDED])
    _write(formatter, [("more", ", ".join(FOLDED))])
    formatter.write(f"{LAST}\n")


def _evening() -> list[tuple[str, str]]:
    games = [line for line in _of_the_games() if line.is_of_the_evening]
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


class VerbPage(click.Group):
    """Verbs under the word of their group or game: alone it brings the page, before a verb it
    changes nothing.
    """

    def __init__(self, word: str, load: Load) -> None:
        """`load` finds a verb of the page; it is called when the verb is."""
        super().__init__(
            word,
            subcommand_metavar="VERB …",
            options_metavar="",
            no_args_is_help=False,
            invoke_without_command=True,
            callback=self.show_page,
        )
        self._word = word
        self._load = load

    @staticmethod
    @click.pass_context
    def show_page(ctx: click.Context) -> None:
        """Without a verb: the whole page."""
        if ctx.invoked_subcommand is None:
            ctx.meta[WHOLE] = True
            click.echo(ctx.get_help())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs of the page."""
        return [verb for lines in page(self._word).values() for verb, _ in lines]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb of the page, as it is without the page's word."""
        return self._load(ctx, cmd_name) if cmd_name in self.list_commands(ctx) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word, or another word for it; a mistyped one gets a suggestion."""
        args = [OTHER_WORDS.get(word, word) for word in args[:1]] + args[1:]
        must_be_one_of(self.list_commands(ctx), ctx, args)
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by heading, and how to learn more of one; in short where they are many."""
        whole = ctx.make_formatter()
        write_page(self._word, whole)
        if ctx.meta.get(WHOLE) or height(whole.getvalue()) <= LINES:
            formatter.write(whole.getvalue())
            return
        headings = page(self._word).items()
        rows = [(heading, ", ".join(verb for verb, _ in verbs)) for heading, verbs in headings]
        formatter.write_dl(rows)
        formatter.write(f"\ncampaign help {self._word} says what each does.\n")


def write_page(word: str, formatter: click.HelpFormatter) -> None:
    """The page of a group or game."""
    for heading, lines in page(word).items():
        with formatter.section(heading):
            formatter.write_dl(lines, WIDTH)
    formatter.write("\ncampaign help VERB explains one of them, with an example.\n")
