"""The course of a verb: a generator that yields steps as values, and is sent their answers. Pure.

    def pick(call: Call, option: str) -> Course[None]:
        state = yield from state_of(State)
        number = yield from the_number(state, option)
        yield from act(PickEntryOption, option=number)

The runner carries out each step: the command line is one, a test can be another. A step that ends
the call (`fail`, `refuse`) is never answered.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.kernel.steps import (
    AskYes,
    ClearScreen,
    ClosePrivateScreen,
    ConfirmIrreversible,
    Fail,
    GetNonce,
    GetPrivate,
    GetShown,
    GetState,
    GetTurnEnds,
    HasKeys,
    IsInteractive,
    IsTerminal,
    OpenPrivateScreen,
    Prompt,
    PromptWord,
    ReadBytes,
    ReadFile,
    ReadKey,
    ReadLine,
    ReadValues,
    Refuse,
    Reply,
    Say,
    Send,
    ShowEntry,
    ShowHeading,
    ShowJson,
    ShowTable,
    Step,
    Tell,
    Unfit,
    WriteFile,
    WritePrivatePage,
    WriteSecret,
    sending,
)
from campaign.text.json_values import JsonObject

T = TypeVar("T")
TRIES = 3
"""How often a question is asked again after an unusable answer."""

Course = Generator[Step, Any, T]
"""Yields steps, is sent their answers, and returns a value."""


class Call(msgspec.Struct, frozen=True):
    """What a course knows about its call."""

    campaign: str
    """The campaign's name; empty if the verb is not about a campaign."""
    member: str
    """Who acts."""
    as_json: bool
    """Whether a program reads the answer."""


# --- the campaign -------------------------------------------------------------------------------


def state_of(
    kind: type[T], campaign: str = "", *, at: int | None = None, turn: str | None = None
) -> Course[T]:
    """The campaign's state, now or after an event or at a turn's end."""
    state = yield GetState(campaign, at, turn)
    assert isinstance(state, kind)
    return state


def turn_ends(kind: type[T]) -> Course[dict[str, T]]:
    """The turns of the campaign, each with the state at its end."""
    found: dict[str, T] = yield GetTurnEnds()
    assert all(isinstance(state, kind) for state in found.values())
    return found


def shown() -> Course[JsonObject]:
    """The campaign's state as everybody may see it."""
    found: JsonObject = yield GetShown()
    return found


def private() -> Course[JsonObject]:
    """What only the acting member may see."""
    found: JsonObject = yield GetPrivate()
    return found


def private_page(folder: str) -> Course[str]:
    """Writes the acting member's own page and returns its file."""
    file: str = yield WritePrivatePage(folder)
    return file


# --- commands -----------------------------------------------------------------------------------


def send(command: type[Command], /, **fields: object) -> Course[Reply]:
    """Sends a command without showing its outcome."""
    answer: Reply = yield sending(command, **fields)
    return answer


def send_for(member: str, command: type[Command], /, **fields: object) -> Course[Reply]:
    """Sends a command of the member who has the keyboard now, without showing its outcome."""
    answer: Reply = yield replace(sending(command, **fields), by=member)
    return answer


def tell(answer: Reply, command: type[Command] | None = None) -> Course[None]:
    """Shows the outcome of a command; goes on only if it was accepted."""
    yield Tell(answer, command)


def tell_and_go_on(answer: Reply, whose: str) -> Course[None]:
    """Shows the outcome of one of several commands; a refusal, behind a name, ends nothing."""
    yield Tell(answer, whose=whose)


def act(command: type[Command], /, **fields: object) -> Course[None]:
    """Sends a command and shows its outcome."""
    answer = yield from send(command, **fields)
    yield from tell(answer, command)


def act_for_good(
    step: Send, does: str, owed: Iterable[str] = (), aware: Iterable[str] = (), *, yes: bool
) -> Course[None]:
    """Sends a command that cannot be taken back, once somebody confirmed it, and shows its outcome.

    `does`, `owed`, `aware` and `yes` are those of `ConfirmIrreversible`. The verb has the flag
    `YES` for it.
    """
    why = yield ConfirmIrreversible(step, does, tuple(owed), tuple(aware), yes)
    answer: Reply = yield step.because(why)
    yield from tell(answer, step.command)


# --- what is shown ------------------------------------------------------------------------------


def say(text: str = "", *, end: bool = True, aside: bool = False) -> Course[None]:
    """Prints a line."""
    yield Say(text, end, aside)


def entry(label: str, text: str) -> Course[None]:
    """Prints a text behind its label."""
    yield ShowEntry(label, text)


def heading(text: str) -> Course[None]:
    """Prints a heading."""
    yield ShowHeading(text)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: str = ""
) -> Course[None]:
    """Prints a table."""
    yield ShowTable(heads, tuple(rows), numbers)


def json_page(value: object) -> Course[None]:
    """Prints a value as JSON, indented at a terminal."""
    yield ShowJson(value)


def json_line(value: object) -> Course[None]:
    """Prints a value as one line of JSON."""
    yield ShowJson(value, "line")


def json_indented(value: object) -> Course[None]:
    """Prints a value as JSON, always indented."""
    yield ShowJson(value, "indented")


# --- questions ----------------------------------------------------------------------------------


def interactive() -> Course[bool]:
    """Whether there is somebody at the terminal to ask."""
    found: bool = yield IsInteractive()
    return found


def ask(label: str, *, default: str | None = None, hidden: bool = False) -> Course[str]:
    """Asks for a line; `hidden`: the screen does not show it."""
    typed: str = yield Prompt(label, default, hidden=hidden)
    return typed


def ask_word(label: str, words: tuple[str, ...], default: str | None = None) -> Course[str]:
    """Asks for one of some words."""
    typed: str = yield PromptWord(label, words, default)
    return typed


def ask_until(label: str, read: Callable[[str], T | Unfit]) -> Course[T]:
    """Asks for a line until it can be read; an empty line counts."""
    while True:
        found = read((yield from ask(label, default="")))
        if not isinstance(found, Unfit):
            return found
        stop = "" if found.text.endswith("?") else "."
        yield from say(f"{found.text[:1].upper()}{found.text[1:]}{stop}", aside=True)


def unseen(label: str, read: Callable[[str], T | Unfit], *, piped: bool = False) -> Course[T]:
    """Asks for something the screen must not show; reads standard input if nobody can be asked.

    What was typed is never repeated, right or wrong. `Unfit` may say what would be right.
    """
    terminal: bool = yield IsTerminal()
    asks = terminal and not piped
    wanted = ""
    for _ in range(TRIES if asks else 1):
        typed: str = yield (Prompt(label, "", hidden=True) if asks else ReadLine())
        found = read(typed)
        if not isinstance(found, Unfit):
            return found
        wanted = found.text
        if asks and wanted:
            yield from say(f"That is not {wanted}.", aside=True)
    return (yield from fail(f"what was typed is not {wanted or 'what was asked for'}"))


def has_keys() -> Course[bool]:
    """Whether single keys can be read."""
    found: bool = yield HasKeys()
    return found


def press(label: str) -> Course[str]:
    """Asks for a single key, which is not shown."""
    found: str = yield ReadKey(label)
    return found


def private_screen() -> Course[None]:
    """From here on nothing that is typed or shown stays."""
    yield OpenPrivateScreen()


def clear_screen() -> Course[None]:
    """Empties the private screen."""
    yield ClearScreen()


def public_screen() -> Course[None]:
    """Back to the screen that stays."""
    yield ClosePrivateScreen()


def confirm(question: str) -> Course[bool]:
    """Asks a question whose answer is yes or no."""
    found: bool = yield AskYes(question)
    return found


# --- files --------------------------------------------------------------------------------------


def read_file(file: str) -> Course[str]:
    """A file's text."""
    text: str = yield ReadFile(file)
    return text


def read_sheet(file: str) -> Course[str]:
    """The text of a sheet, or of standard input for `-`."""
    text: str = yield ReadFile(file, sheet=True)
    return text


def read_values(file: str) -> Course[JsonObject | Unfit]:
    """The values in a TOML or JSON file."""
    found: JsonObject | Unfit = yield ReadValues(file)
    return found


def read_bytes(file: str) -> Course[bytes]:
    """A file's bytes, or standard input's for `-`."""
    raw: bytes = yield ReadBytes(file)
    return raw


def write_secret(file: str, text: str, holds: str) -> Course[None]:
    """Writes a text to a new file that only its owner can read; `holds`: what an old one holds."""
    yield WriteSecret(file, text, holds)


def fresh_nonce() -> Course[str]:
    """A fresh nonce for a seal, as hex digits."""
    found: str = yield GetNonce()
    return found


def write_file(file: str | None, text: str, *, force: bool) -> Course[None]:
    """Writes a text to a file, or prints it where none is given."""
    yield WriteFile(file, text, force)


# --- ends ---------------------------------------------------------------------------------------


def fail(text: str) -> Course[NoReturn]:
    """Ends the call: what was typed makes no sense. `return (yield from fail(…))`."""
    yield Fail(text)
    raise AssertionError("a course that failed went on")


def refuse(text: str, rule: str = "") -> Course[NoReturn]:
    """Ends the call: the rule does not allow it. `return (yield from refuse(…))`."""
    yield Refuse(text, rule)
    raise AssertionError("a course that was refused went on")
