"""The steps of a verb's course, as values. Pure.

The runner of the course answers each as its docstring says; most have no answer. A step is also a
course of its own, which returns its answer: `text = yield from Prompt("Which?")`.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import About, Command
from campaign.text.json_values import JsonFields, JsonObject


class Unfit(msgspec.Struct, frozen=True):
    """Why the typed text is unusable, in words without a full stop."""

    text: str


T = TypeVar("T")


class Step(msgspec.Struct, Generic[T], frozen=True):
    """A step of a course, and what its answer is."""

    def __iter__(self) -> Generator["Step[Any]", Any, T]:
        answer: T = yield self
        return answer


class GetState(Step[Any], frozen=True):
    """The state of a campaign of this game; by default the call's own."""

    campaign: str = ""
    at: int | None = None
    """The event after which to look; by default the last one."""
    turn: str | None = None
    """The turn at whose end to look."""


class GetTurnEnds(Step[dict[str, Any]], frozen=True):
    """The turns of the call's campaign, each with the state at its end, from a single fold."""


class ReadHistory(Step[Any], frozen=True):
    """What a function makes of the call's campaign, event by event. Answer: what it returns."""

    read: Callable[[Iterable[Any]], object]
    """It is given the transitions (`kernel.transition`) of the history as corrections leave it."""


class ReadStore(Step[Any], frozen=True):
    """What a function of an extension reads beside the record. Answer: what it returns."""

    read: Callable[[Any, str], object]
    """It is given a reader of the store and the name of the call's campaign."""


class GetShown(Step[JsonObject], frozen=True):
    """The state as everybody may see it, in JSON values."""


class GetPrivate(Step[JsonObject], frozen=True):
    """What only the acting member may see; a refusal ends the call."""


class WritePrivatePage(Step[str], frozen=True):
    """Writes the acting member's own page to a file that only they can read. Answer: its name."""

    folder: str


class Send(Step["Reply"], frozen=True):
    """Sends a command in the acting member's name. `sending` builds one from known fields. Fields
    from a user's file are sent as they are; the answer names any that do not exist.
    """

    command: type[Command]
    fields: Mapping[str, object]
    by: str = ""
    """The member at the keyboard, if it was passed to another than the acting one. Their receipt
    goes to no file of the acting member's.
    """

    def because(self, why: str | None) -> "Send":
        """The same with the reason why somebody's choice is passed over, if there is one."""
        return replace(self, fields={**self.fields, "why": why}) if why else self


def sending(command: type[Command], /, **fields: object) -> Send:
    """A command with its fields, to be sent; those that are None are left out."""
    if unknown := set(fields) - set(command.__struct_fields__):
        raise TypeError(f"{command.__name__} has no field {', '.join(sorted(unknown))}")
    return Send(command, {name: value for name, value in fields.items() if value is not None})


class Reply(msgspec.Struct, frozen=True):
    """The outcome of a command."""

    accepted: bool
    rule: str | None = None
    """The rule that forbids it; None if it was malformed."""
    reason: str = ""
    about: About = About()
    """The field or question that a refusal is about."""
    body: JsonFields = {}
    """The answer as a program reads it."""


class AskNext(Step[Any], frozen=True):
    """What an act asks next. Answer: an `Outcome` of its interview (`interviews`)."""

    command: type[Command]
    answers: Mapping[str, str]
    is_script: bool = False
    """Whether nobody can be asked, so that only what is needed counts."""
    refused: Any = None
    """Why it was refused when it was sent with these answers, as a `Refused`; None before."""


class GetSchema(Step[JsonObject], frozen=True):
    """The JSON schema of a command's fields."""

    command: type[Command]


class Tell(Step[None], frozen=True):
    """Shows the outcome of a command; a refusal ends the call."""

    answer: Reply
    command: type[Command] | None = None
    """If set, a refusal because it came too early also says what comes next."""
    whose: str | None = None
    """If set, the call goes on after a refusal, which is told in a line behind this name."""


class Say(Step[None], frozen=True):
    """Prints a line of text; without `end`, the text brings its own line ends."""

    text: str = ""
    end: bool = True
    aside: bool = False
    """Whether it goes to standard error, beside the answer."""


class ShowEntry(Step[None], frozen=True):
    """A text behind its label, folded under itself."""

    label: str
    text: str


class ShowHeading(Step[None], frozen=True):
    """Shows a heading."""

    text: str


class ShowTable(Step[None], frozen=True):
    """Shows rows under their heads; `numbers` are the heads of right-aligned columns."""

    heads: Sequence[str]
    rows: Iterable[Sequence[object]]
    numbers: str = ""


class ShowJson(Step[None], frozen=True):
    """Shows a value as JSON: `page` is indented at a terminal, `indented` always, else one line."""

    value: object
    layout: str = "page"


class IsInteractive(Step[bool], frozen=True):
    """Whether there is somebody to ask, and no program reads the answer."""


class IsTerminal(Step[bool], frozen=True):
    """Whether standard input is a terminal."""


class Prompt(Step[str], frozen=True):
    """Asks for a line; an empty one means `default`, and None insists on an answer."""

    label: str
    default: str | None = None
    shown: bool = False
    """Whether the default is shown."""
    hidden: bool = False
    """Whether the typed text stays hidden."""


class PromptWord(Step[str], frozen=True):
    """Asks for one of some words until one of them is typed."""

    label: str
    words: tuple[str, ...]
    default: str | None = None


class AskYes(Step[bool], frozen=True):
    """A yes-or-no question: only `y` or `yes` means yes; no if nobody can be asked."""

    question: str


class ConfirmIrreversible(Step[str | None], frozen=True):
    """Asks before a command that cannot be taken back; anything but a yes ends the call.

    Where the command passes over a member's choice before its deadline, it asks why as well.
    Answer: that reason, empty where none was asked for; None after a no where the call goes on.

    At a terminal it asks, and names what is owed. A script or program is not asked: its call ends
    where something is owed or a word is to be typed, unless it said `yes` beforehand. Nor is
    anybody asked where the rules refuse the command anyway.
    """

    send: Send
    does: str
    """What the command does, as one tells somebody to do it: `fix without them`."""
    owed: tuple[str, ...] = ()
    """What is owed, and by whom: a clause each, without a full stop."""
    aware: tuple[str, ...] = ()
    """What else to know at a terminal; a script goes on without it."""
    yes: bool = False
    """Whether the answer was given with the call."""
    word: str = ""
    """What to type at a terminal instead of a yes."""
    if_passed: bool = False
    """Whether it only asks where somebody's choice is passed over; it names them itself."""
    goes_on: bool = False
    """Whether the call goes on after a no."""


class HasKeys(Step[bool], frozen=True):
    """Whether single keys can be read at a terminal, and no program reads the answer."""


class ReadKey(Step[str], frozen=True):
    """Reads one key, in lower case, without showing it; empty for a key that is no letter."""

    label: str


class OpenPrivateScreen(Step[None], frozen=True):
    """From here on nothing that is typed is shown, and nothing on the screen is kept."""


class ClearScreen(Step[None], frozen=True):
    """Empties the private screen."""


class ClosePrivateScreen(Step[None], frozen=True):
    """Back to the screen that everybody reads; the private one is forgotten."""


class ReadLine(Step[str], frozen=True):
    """The next line of standard input."""


class ReadBytes(Step[bytes], frozen=True):
    """A file's bytes, or standard input's for `-`."""

    file: str


class ReadFile(Step[str], frozen=True):
    """A file's text, or standard input's for `-`. `sheet`: a fault names the line at fault."""

    file: str
    sheet: bool = False


class ReadValues(Step[JsonObject | Unfit], frozen=True):
    """The values in a TOML or JSON file; `Unfit` says which line is neither."""

    file: str


class WriteFile(Step[None], frozen=True):
    """Writes a text to a file and says so; without one it prints the text.

    An existing file is overwritten only with `force`.
    """

    file: str | None
    text: str
    force: bool = False


class WriteSecret(Step[None], frozen=True):
    """Writes a text to a new file that only its owner can read; an existing one is left alone."""

    file: str
    text: str
    holds: str
    """What an existing file of that name may hold."""


class WhenStopped(Step[None], frozen=True):
    """What is said if the call is stopped by Control-C, or because the terminal is gone."""

    text: str


class GetSealCard(Step[str], frozen=True):
    """The page that seals from a disk, as a text."""

    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    """Each kind of seal, and what it can say."""
    seats: tuple[tuple[str, str], ...]
    """The seats, each with its name."""


class GetNonce(Step[str], frozen=True):
    """A fresh nonce for a seal, as hex digits."""


class Fail(Step[NoReturn], frozen=True):
    """Ends the call: what was typed makes no sense."""

    text: str


class Refuse(Step[NoReturn], frozen=True):
    """Ends the call: the rules do not allow it, or what was checked has faults."""

    text: str
    rule: str = ""
