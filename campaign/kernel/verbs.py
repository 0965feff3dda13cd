"""Verbs as values: what somebody types, and what it does. Pure.

A game says here which verbs it has, which parameters they take, and what they do: a verb either
sends one command, or follows a course (see `courses`). The command line turns the values into its
own commands, so that no game knows how it is typed.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from campaign.kernel import answers
from campaign.kernel.courses import Course
from campaign.kernel.decisions import Command
from campaign.kernel.steps import Send, Unfit

# --- kinds of parameters ------------------------------------------------------------------------

Text = answers.Text
Number = answers.Number


class OneOf(msgspec.Struct, frozen=True):
    """One of some words, in upper or lower case; a near miss gets a suggestion."""

    name: str
    """What they are, such as `pool`."""
    words: Callable[[], Sequence[str]]
    alias: Callable[[str], str | None] | None = None
    """Reads other spellings of them."""


class ReadBy(msgspec.Struct, frozen=True):
    """A text that a function of the game reads; `Unfit` says why it is unusable."""

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
    """Ids that the shell completes when no campaign is read, with what they are."""


class FilePath(msgspec.Struct, frozen=True):
    """A file or a folder; `-` is standard input where `dash` is set."""

    dash: bool = False
    exists: bool = False
    """Whether the file must exist."""


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign of the store: the one that the call is about. It is not passed to a course."""


Kind = Text | Number | OneOf | ReadBy | Known | FilePath | CampaignName
TEXT = Text()

# --- parameters ---------------------------------------------------------------------------------


class Argument(msgspec.Struct, frozen=True):
    """A positional argument of a verb. `many` takes all the remaining words."""

    name: str
    metavar: str
    kind: Kind = TEXT
    required: bool = True
    many: bool = False


class VerbOption(msgspec.Struct, frozen=True):
    """An option with a value, such as `--reason TEXT`. `many`: repeatable."""

    flag: str
    help: str
    kind: Kind = TEXT
    metavar: str = ""
    many: bool = False
    required: bool = False
    default: str | int | None = None
    """The default; the help shows it."""
    called: str = ""
    """The name of its value; by default made from the flag."""

    @property
    def name(self) -> str:
        """The name under which a course is handed its value."""
        return self.called or self.flag.removeprefix("--").replace("-", "_")


class Flag(msgspec.Struct, frozen=True):
    """An option without a value: true if it is given."""

    flag: str
    help: str
    called: str = ""

    @property
    def name(self) -> str:
        """The name under which a course is handed its value."""
        return self.called or self.flag.removeprefix("--").replace("-", "_")


Parameter = Argument | VerbOption | Flag
YES = Flag("--yes", "Answer yes in advance; a script needs it where something is owed or missing.")
"""The flag of a verb that does what cannot be taken back (`courses.act_for_good`)."""
WHY = VerbOption("--why", "Why you don't wait for somebody; stays in the record.", metavar="TEXT")
"""The option of a verb that may pass over a member's choice before its deadline."""

# --- verbs --------------------------------------------------------------------------------------


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A verb: the words to type, the parameters after them, and what they do.

    `sends` is a command that takes the parameters as its fields, or a function from the parameters
    to what is sent. `course` is a generator function that is handed the call and the parameters.
    One of the two is given.
    """

    words: str
    """The words to type, with the family's word first: `dispute raise`."""
    example: str
    """Lines to type into a shell; one of them calls the verb."""
    help: str = ""
    """The text of its help; by default the docstring of the course."""
    line: str = ""
    """The same in a few words, for a list; a verb without a family has it in its `VerbLine`."""
    parameters: tuple[Parameter, ...] = ()
    on_campaign: bool = True
    """Whether its first argument is a campaign of this game. If the campaign is optional, or an
    option, it is a parameter instead.
    """
    json: bool = True
    """Whether it can answer in JSON."""
    sends_several: bool = False
    """Whether it sends several commands, none of which bears its words."""
    sends: type[Command] | Callable[..., Send] | None = None
    course: Callable[..., Course[None]] | None = None

    @property
    def text(self) -> str:
        """The text of its help."""
        about = self.course or self.sends
        return inspect.cleandoc(self.help or getattr(about, "__doc__", None) or "")

    @property
    def last_word(self) -> str:
        """Its last word, which names it in its family."""
        return self.words.rpartition(" ")[2]


class VerbFamily(msgspec.Struct, frozen=True, kw_only=True):
    """A verb with verbs of its own, such as `dispute raise`."""

    words: str
    help: str
    sections: Mapping[str, tuple[Verb, ...]]
    """Its verbs by heading; a single empty heading if they need none."""
    story: tuple[str, ...] = ()
    """The verbs' last words in an order in which their examples can run; by default as listed."""
    first_example: str = ""
    """The few calls that its own help shows; by default all examples."""
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
