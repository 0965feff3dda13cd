"""The pages of the help: one screen for the evening, one for each group of verbs, and the games'
verbs as help lists them.
"""

import re
import textwrap
from collections.abc import Callable, Collection
from functools import cache
from itertools import zip_longest

import click

from campaign.cli.verb_list import EVENING_BEGINS, EVENING_ENDS, FOLDED, GROUPS, SHARED
from campaign.cli.verb_words import Lines, Words
from campaign.systems import SYSTEMS
from campaign.text.english import near

# --- What is said of a verb that is not there ---------------------------------------------------


def must_be_one_of(
    words: Collection[str], ctx: click.Context, args: list[str], hint: str = ""
) -> None:
    """Fails on a word that is no verb of a page or family, suggesting a similar one."""
    if args and args[0] not in words and not args[0].startswith("-"):
        ctx.fail(f"{ctx.info_name} has no verb {args[0]!r}{hint or near(args[0], words)}")


# --- What the help of shared verbs names as an example: words in brackets, filled in by a game --
#
#     campaign assign club <seat> anna
#
# Each game supplies words for them; help shows those of the first game.

_GAP = "<([a-z ]+)>"


def filled(text: str) -> str:
    """A help's text with a game's own words in its gaps, and its calls in the words of the help."""
    if re.search(_GAP, text):
        text = re.sub(_GAP, lambda gap: example(gap[1]), text)
    return Words().in_a_text(text) if "campaign " in text else text


@cache
def _words() -> dict[str, str]:
    from campaign.systems import SYSTEMS

    system = next(iter(SYSTEMS.values()))
    figures = (f"{name} {kind.of}".strip() for name, kind in system.view.figures().items())
    first, *rest = system.rulebooks
    return {
        "system": system.name,
        "rulebooks": " or ".join((f"{first} (default)", *rest)),
        "figures": ", ".join(figures),
        "query": system.front.stops.example,
        **system.front.help.examples,
    }


def example(gap: str) -> str:
    """The word for a gap; the gap itself if the game has none."""
    return _words().get(gap, f"<{gap}>")


# --- Help, quick to read: no verb is imported to list its pages ---------------------------------

WIDTH = 14
"""The column of the help in which the verbs begin."""
COLUMNS = 78
SCREEN, LINES = 80, 24
"""The screen on which the answer to `--help` fits."""
WHOLE = "campaign.whole"
"""The key under which `campaign help` asks for the page of a verb with nothing left out."""
WORDS = "campaign.words"
"""The key under which the words that a call is read by are kept."""
ARGUMENTS = "campaign.arguments"
"""The key under which the words after a verb are kept while it is looked up."""
FAMILY = "campaign.family"
"""The key under which the family is kept whose word is a verb as well, while that verb is read."""
USAGE = "Usage: campaign [--store PATH] [--as MEMBER] VERB [CAMPAIGN] …"
ABOUT = "The book of record of a wargame campaign."
LAST = "campaign help WORD explains a verb, a subject (stores) or finds a word (typo)."

Load = Callable[[click.Context, str], click.Command | None]
"""Reads a verb by the word that it has in its file."""


def height(text: str) -> int:
    """How many lines of a screen a text takes."""
    return sum(max(1, -(-len(line) // SCREEN)) for line in text.splitlines())


def words_of(ctx: click.Context) -> Words:
    """The words that a call is read by."""
    words = ctx.meta.get(WORDS)
    return words if isinstance(words, Words) else Words()


# --- the first page -----------------------------------------------------------------------------


def write_first_page(formatter: click.HelpFormatter) -> None:
    """The help of one screen."""
    words = Words()
    evening = _evening(words)
    formatter.write(f"{USAGE}\n{ABOUT}\n\nThe evening:\n")
    _write(formatter, evening)
    formatter.write("\nAll words (campaign help WORD shows the verbs behind it):\n")
    shown = {word for word, _ in evening}
    families = [word for word in GROUPS if word not in (*FOLDED, *shown)]
    _write(formatter, [(word, _contents(words, word, shown)) for word in families])
    _write(formatter, [("more", ", ".join(FOLDED))])
    for system in SYSTEMS:
        own = Words((system,), shared=False).shown
        own = [word for word in own if word not in (*GROUPS, *shown)]
        rows = textwrap.wrap(", ".join(own), COLUMNS - WIDTH, break_on_hyphens=False)
        _write(formatter, list(zip_longest([system], rows, fillvalue="")))
    formatter.write(f"{LAST}\n")


def _evening(words: Words) -> list[tuple[str, str]]:
    games = [line for line in words.lines if line.is_of_the_evening]
    return [
        *((verb, SHARED[verb].does) for verb in EVENING_BEGINS),
        *((line.words, line.line) for line in games),
        *((verb, SHARED[verb].does) for verb in EVENING_ENDS),
    ]


def _contents(words: Words, word: str, shown: Collection[str]) -> str:
    """The verbs of a page, without those that are shown already."""
    verbs = (verb for lines in words.page(word).values() for verb, _ in lines)
    return ", ".join(verb for verb in verbs if verb not in shown)


def _write(formatter: click.HelpFormatter, lines: list[tuple[str, str]]) -> None:
    """Each in one line; of a list, as much as there is room for."""
    for word, text in lines:
        while len(text) > COLUMNS - WIDTH:
            text = text.removesuffix(", …").rpartition(", ")[0] + ", …"
        formatter.write(f"  {word:<{WIDTH - 2}}{text}\n")


# --- the pages of families and games ------------------------------------------------------------


def write_page(page: Lines, formatter: click.HelpFormatter) -> None:
    """Verbs by heading, each with what it does."""
    column = max([WIDTH - 4, *(len(verb) for lines in page.values() for verb, _ in lines)]) + 4
    for heading, lines in page.items():
        with formatter.section(heading):
            for verb, text in lines:
                formatter.write(f"  {verb:<{column - 2}}{text}\n")


class VerbPage(click.Group):
    """Verbs behind a word that is no verb itself: alone it brings their page."""

    def __init__(self, word: str, words: Words, load: Load) -> None:
        """`load` reads a verb; it is called when the verb is."""
        super().__init__(
            word,
            subcommand_metavar="VERB …",
            options_metavar="",
            no_args_is_help=False,
            invoke_without_command=True,
            callback=self.show_page,
        )
        self.word = word
        self.words = words
        self.load = load

    @staticmethod
    @click.pass_context
    def show_page(ctx: click.Context) -> None:
        """Without a verb: the whole page."""
        if ctx.invoked_subcommand is None:
            ctx.meta[WHOLE] = True
            click.echo(ctx.get_help())

    @property
    def page(self) -> Lines:
        """Its verbs by heading."""
        return self.words.page(self.word)

    @property
    def behind(self) -> dict[str, str]:
        """The verbs behind its word, each by its word there."""
        return self.words.family(self.word)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words behind its own."""
        return list(self.behind)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb behind its word."""
        verb = self.behind.get(cmd_name)
        return None if verb is None else self.load(ctx, verb)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its word; a mistyped one gets a suggestion."""
        if args and args[0] not in self.behind:
            must_be_one_of(self.list_commands(ctx), ctx, args)
        ctx.meta[ARGUMENTS] = args[1:]
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by heading, and how to learn more of one; in short where they are many."""
        whole = ctx.make_formatter()
        write_page(self.page, whole)
        about = ctx.command_path.removeprefix("campaign ")
        whole.write(f"\ncampaign help {about} VERB explains one of them, with an example.\n")
        if ctx.meta.get(WHOLE) or height(whole.getvalue()) <= LINES:
            formatter.write(whole.getvalue())
            return
        formatter.write_dl(self.verbs_in_short())
        formatter.write(f"\ncampaign help {about} says what each does.\n")

    def verbs_in_short(self) -> list[tuple[str, str]]:
        """Each heading with its verbs."""
        return [
            (heading, ", ".join(verb for verb, _ in lines)) for heading, lines in self.page.items()
        ]


class Family(VerbPage):
    """Verbs behind a word that is a verb as well. What follows it decides: `mail status club` is a
    verb behind `mail`, `mail club` is `mail` itself.
    """

    def own(self, ctx: click.Context) -> click.Command:
        """The verb that the word itself is."""
        ctx.meta[FAMILY] = self
        own = self.load(ctx, self.word)
        assert own is not None
        return own

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words behind its own, after those that the verb has of its own."""
        own = self.own(ctx)
        first = own.list_commands(ctx) if isinstance(own, click.Group) else []
        return [*first, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb behind its word."""
        verb = super().get_command(ctx, cmd_name)
        if verb is None and isinstance(own := self.own(ctx), click.Group):
            return own.get_command(ctx, cmd_name)
        return verb

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        """The context of the verb itself, where none of those behind it follows."""
        if parent is None or (args and args[0] in self.behind):
            return super().make_context(info_name, args, parent, **extra)
        return self.own(parent).make_context(info_name, args, parent, **extra)

    def get_help(self, ctx: click.Context) -> str:
        """The page of the verb itself, which names those behind it."""
        own = self.own(ctx)
        return own.get_help(click.Context(own, ctx.parent, ctx.info_name))


class GamePage(VerbPage):
    """The words of a game's verbs behind its name: before one of them the name changes nothing,
    unless another game has the word too.
    """

    @property
    def page(self) -> Lines:
        """Its verbs by heading, each with the words that help shows."""
        page: Lines = {}
        for line in self.words.lines:
            page.setdefault(line.heading, []).append((self.words.path(line.words), line.line))
        return page

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words of the game."""
        return self.words.shown

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A verb or a family of the game."""
        return command_of(cmd_name, ctx, self.words, self.load)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its words, or other words for it."""
        ctx.meta[WORDS] = self.words
        newer = self.words.newer(args)
        must_be_one_of(self.words.shown, ctx, newer, self.words.near(args[0]))
        return super().resolve_command(ctx, newer)


def family_of(ctx: click.Context) -> Family | None:
    """The family whose word is the verb of a call."""
    family = ctx.meta.get(FAMILY)
    return family if isinstance(family, Family) and family.word == ctx.info_name else None


def command_of(word: str, ctx: click.Context, words: Words, load: Load) -> click.Command | None:
    """A verb by its word, or its family where there is one; None if there is neither."""
    if not words.family(word):
        return load(ctx, word) if words.is_verb(word) or word in words.others else None
    return (Family if words.is_verb(word) else VerbPage)(word, words, load)
