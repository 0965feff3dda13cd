"""Verbs as values: what somebody types, and what comes of it. Pure.

A game says here which verbs it has, which parameters they take, and what they do: a verb either
sends one command, or follows a course (see `courses`). The command line turns the values into its
own commands, so that no game knows how it is typed.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from campaign.kernel.courses import Course
from campaign.kernel.decisions import Command
from campaign.kernel.steps import Send, Unfit

# --- kinds of parameters ------------------------------------------------------------------------


class Text(msgspec.Struct, frozen=True):
    """A text, as it was typed."""


class Number(msgspec.Struct, frozen=True):
    """A whole number, from `lowest` to `highest` where they are given."""

    lowest: int | None = None
    highest: int | None = None


class OneOf(msgspec.Struct, frozen=True):
    """One of some words, in upper or lower case; a near miss is told its neighbour."""

    name: str
    """What they are, such as `pool`."""
    words: Callable[[], Sequence[str]]
    alias: Callable[[str], str | None] | None = None
    """Reads other ways of writing them."""


class ReadBy(msgspec.Struct, frozen=True):
    """A text that a function of the game reads; `Unfit` says why it cannot be meant."""

    name: str
    read: Callable[[str], object | Unfit]
    suggest: Callable[[], Mapping[str, str]] = dict
    """Words that the shell completes, with what they are."""


class Known(msgspec.Struct, frozen=True):
    """An id that the campaign's state knows, as typed or in lower case with hyphens."""

    name: str
    known: Callable[[Any], Collection[str]]
    """The ids, given the state."""
    suggest: Callable[[], Mapping[str, str]] = dict
    """Ids that the shell completes where no campaign is read, with what they are."""


class FilePath(msgspec.Struct, frozen=True):
    """A file or a folder; `-` is standard input where `dash` is set."""

    dash: bool = False
    exists: bool = False
    """Whether it has to be a file that is there."""


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign of the store: the one that the call is about. It is not handed to a course."""


Kind = Text | Number | OneOf | ReadBy | Known | FilePath | CampaignName
TEXT = Text()

# --- parameters ---------------------------------------------------------------------------------


class Argument(msgspec.Struct, frozen=True):
    """What stands behind a verb at its place. `many` takes all that is left."""

    name: str
    metavar: str
    kind: Kind = TEXT
    required: bool = True
    many: bool = False


class VerbOption(msgspec.Struct, frozen=True):
    """What stands behind a verb after its flag, such as `--reason TEXT`. `many`: repeatable."""

    flag: str
    help: str
    kind: Kind = TEXT
    metavar: str = ""
    many: bool = False
    required: bool = False
    default: str | int | None = None
    """What stands where nothing is typed; the help shows it."""
    called: str = ""
    """The name of its value; else made from the flag."""

    @property
    def name(self) -> str:
        """The name under which a course is handed its value."""
        return self.called or self.flag.removeprefix("--").replace("-", "_")


class Flag(msgspec.Struct, frozen=True):
    """An option without a value: true where it stands."""

    flag: str
    help: str
    called: str = ""

    @property
    def name(self) -> str:
        """The name under which a course is handed its value."""
        return self.called or self.flag.removeprefix("--").replace("-", "_")


Parameter = Argument | VerbOption | Flag

# --- verbs --------------------------------------------------------------------------------------


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A verb: the words that are typed, what may stand behind them, and what they do.

    `sends` is a command that takes the parameters as its fields, or a function from the parameters
    to what is sent. `course` is a generator function that is handed the call and the parameters.
    One of the two is given.
    """

    words: str
    """As it is typed, with its family's word before it: `dispute raise`."""
    example: str
    """Lines to type into a shell, the verb's own call among them."""
    help: str = ""
    """What it does, as its help says it; else the docstring of the course."""
    line: str = ""
    """The same in a few words, for a list; a verb of no family has it in its `VerbLine`."""
    parameters: tuple[Parameter, ...] = ()
    on_campaign: bool = True
    """Whether its first argument is a campaign of this game. Where it need not stand there, or is
    an option, it is a parameter."""
    json: bool = True
    """Whether it can answer in JSON."""
    sends: type[Command] | Callable[..., Send] | None = None
    course: Callable[..., Course[None]] | None = None

    @property
    def text(self) -> str:
        """What its help says."""
        about = self.course or self.sends
        return inspect.cleandoc(self.help or getattr(about, "__doc__", None) or "")

    @property
    def last_word(self) -> str:
        """The word that names it in its family."""
        return self.words.rpartition(" ")[2]


class VerbFamily(msgspec.Struct, frozen=True, kw_only=True):
    """A verb with verbs of its own, such as `dispute raise`."""

    words: str
    help: str
    sections: Mapping[str, tuple[Verb, ...]]
    """Its verbs by their headings; one heading without words where they need none."""
    story: tuple[str, ...] = ()
    """The verbs' last words in an order in which their examples run; else as they are listed."""
    first_example: str = ""
    """The few calls that its own help shows; else all examples."""
    HEADLESS: ClassVar[str] = ""

    @property
    def verbs(self) -> dict[str, Verb]:
        """Its verbs by their last words, as listed."""
        return {verb.last_word: verb for verbs in self.sections.values() for verb in verbs}

    @property
    def example(self) -> str:
        """The examples of all its verbs, one after the other."""
        verbs = self.verbs
        return "\n".join(verbs[word].example.strip() for word in self.story or verbs)
