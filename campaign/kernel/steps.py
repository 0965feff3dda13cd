"""What the course of a verb may want done, as values. Pure.

Each is answered by whoever runs the course, as its docstring says; most are answered by nothing.
"""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.kernel.decisions import About, Command
from campaign.text.json_values import JsonFields


class Unfit(msgspec.Struct, frozen=True):
    """Why what was typed cannot be meant, in words that end no sentence."""

    text: str


class Step(msgspec.Struct, frozen=True):
    """What a course wants done."""


class GetState(Step, frozen=True):
    """The state of a campaign of this game; of the call's own where none is named."""

    campaign: str = ""
    at: int | None = None
    """The event after which; else as it is now."""
    turn: str | None = None
    """The turn at whose end."""


class GetTurnEnds(Step, frozen=True):
    """The turns of the call's campaign, each with the state at its end: one fold over all that
    counts."""


class GetShown(Step, frozen=True):
    """The state as everybody may see it, in JSON values."""


class GetPrivate(Step, frozen=True):
    """What only the acting member may see; a refusal ends the call."""


class WritePrivatePage(Step, frozen=True):
    """The acting member's own page, in a file that only they can read; its name."""

    folder: str


class MustPlay(Step, frozen=True):
    """Ends the call where the campaign follows other rules than the program's."""


class Send(Step, frozen=True):
    """A command in the acting member's name. `sending` makes one of known fields; the fields of a
    file that somebody wrote go as they are, and the answer says which of them there is not."""

    command: type[Command]
    fields: Mapping[str, object]


def sending(command: type[Command], /, **fields: object) -> Send:
    """A command with its fields, to be sent; those that are None are left out."""
    if unknown := set(fields) - set(command.__struct_fields__):
        raise TypeError(f"{command.__name__} has no field {', '.join(sorted(unknown))}")
    return Send(command, {name: value for name, value in fields.items() if value is not None})


class Reply(msgspec.Struct, frozen=True):
    """What came of a command."""

    accepted: bool
    rule: str | None = None
    """The rule that forbids it; None where it was malformed."""
    reason: str = ""
    about: About = About()
    """The field or question that a refusal is about."""
    body: JsonFields = {}
    """The answer as a program reads it."""


class Tell(Step, frozen=True):
    """Shows what came of a command; a refusal ends the call."""

    answer: Reply
    command: type[Command] | None = None
    """With it a refusal says what comes next, where the command came out of its time."""


class Say(Step, frozen=True):
    """A line of text, or without `end` a text that brings its own."""

    text: str
    end: bool = True
    aside: bool = False
    """Whether it goes beside the answer, to standard error."""


class ShowEntry(Step, frozen=True):
    """A text behind its label, folded under itself."""

    label: str
    text: str


class ShowHeading(Step, frozen=True):
    """A line that stands out."""

    text: str


class ShowTable(Step, frozen=True):
    """Rows under their heads; `numbers` are the heads of columns that stand right."""

    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    numbers: str = ""


class ShowJson(Step, frozen=True):
    """A value for a program: `page` for a person too, `indented` wherever it goes, else a line."""

    value: object
    layout: str = "page"


class IsInteractive(Step, frozen=True):
    """Whether somebody sits there to be asked, and no program reads the answer."""


class IsTerminal(Step, frozen=True):
    """Whether standard input is a terminal."""


class Prompt(Step, frozen=True):
    """Asks for a line; `default` is taken for an empty one, None insists on one."""

    label: str
    default: str | None = None
    shown: bool = False
    """Whether the default is shown."""
    hidden: bool = False
    """Whether what is typed stays unseen."""


class PromptNumber(Step, frozen=True):
    """Asks for a whole number until one in the range is typed."""

    label: str
    lowest: int
    highest: int


class PromptWord(Step, frozen=True):
    """Asks for one of some words until one of them is typed."""

    label: str
    words: tuple[str, ...]
    default: str | None = None


class Confirm(Step, frozen=True):
    """A question that only `y` or `yes` answers with yes; no where nobody can be asked."""

    question: str


class ReadLine(Step, frozen=True):
    """The next line of standard input."""


class ReadBytes(Step, frozen=True):
    """A file's bytes, or standard input's for `-`."""

    file: str


class ReadFile(Step, frozen=True):
    """A file's text, or standard input's for `-`. `sheet` names the line that is no text."""

    file: str
    sheet: bool = False


class ReadValues(Step, frozen=True):
    """What a TOML or JSON file holds; `Unfit` says on which line it is neither."""

    file: str


class WriteFile(Step, frozen=True):
    """Writes a text to a file and says so; without one it prints the text.

    A file that is there is written over only with `force`.
    """

    file: str | None
    text: str
    force: bool = False


class WriteSecret(Step, frozen=True):
    """Writes a text to a new file that only its owner can read; one that is there is left alone."""

    file: str
    text: str
    holds: str
    """What a file of that name may hold already."""


class GetNonce(Step, frozen=True):
    """A fresh nonce for a seal, as hex digits."""


class Fail(Step, frozen=True):
    """Ends the call: what was typed cannot be meant."""

    text: str


class Refuse(Step, frozen=True):
    """Ends the call: the rules do not allow it, or what was judged has faults."""

    text: str
    rule: str = ""
