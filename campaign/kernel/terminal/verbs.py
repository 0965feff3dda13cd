"""Verbs as values, and the courses that they follow: generators of steps. Pure."""

import inspect
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from campaign.kernel import decisions
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview import answers
from campaign.kernel.terminal import steps
from campaign.kernel.terminal.steps import Unfit
from campaign.kernel.terminal.views import Block, Facts, Lines, View, in_text
from campaign.text import english, json_values

if TYPE_CHECKING:
    from campaign.text import csv_sheets

# --- The course of a verb: a generator that yields steps as values, and is sent their answers ---
#
#     def pick(call: Call, option: str) -> Course[None]:
#         state = yield from state_of(State)
#         number = yield from the_number(state, option)
#         yield from act(PickEntryOption, option=number)
#
# The runner carries out each step: the command line is one, a test can be another. A step that
# ends the call (`fail`, `refuse`) is never answered.

T = TypeVar("T")
TRIES = 3
"""How often a question is asked again after an unusable answer."""

Course = Generator[steps.Step[Any], Any, T]
"""Yields steps, is sent their answers, and returns a value."""


class Call(msgspec.Struct, frozen=True):
    """What a course knows about its call."""

    campaign: str
    """The campaign's name; empty if the verb is not about a campaign."""
    member: str
    """Who acts."""
    as_json: bool
    """Whether a program reads the answer."""


# --- steps by the names that courses use --------------------------------------------------------

shown, private, private_page = steps.GetShown, steps.GetPrivate, steps.WritePrivatePage
send, tell = steps.sending, steps.Tell
say, entry = steps.Say, steps.ShowEntry
json_line = partial(steps.ShowJson, layout="line")
json_indented = partial(steps.ShowJson, layout="indented")
interactive, ask, ask_word, confirm = (
    steps.IsInteractive, steps.Prompt, steps.PromptWord, steps.AskYes
)  # fmt: skip
has_keys, press, clear_screen = steps.HasKeys, steps.ReadKey, steps.ClearScreen
private_screen, public_screen = steps.OpenPrivateScreen, steps.ClosePrivateScreen
read_file, read_sheet = steps.ReadFile, partial(steps.ReadFile, sheet=True)
read_values, read_bytes = steps.ReadValues, steps.ReadBytes
write_file, write_secret, fresh_nonce = steps.WriteFile, steps.WriteSecret, steps.GetNonce
fail, refuse = steps.Fail, steps.Refuse

# --- courses of several steps -------------------------------------------------------------------


def state_of(
    kind: type[T], campaign: str = "", *, at: int | None = None, turn: str | None = None
) -> Course[T]:
    """The campaign's state, now or after an event or at a turn's end."""
    state = yield from steps.GetState(campaign, at, turn)
    assert isinstance(state, kind)
    return state


def act(command: type[Command], /, **fields: object) -> Course[None]:
    """Sends a command and shows its outcome."""
    answer = yield from send(command, **fields)
    yield from tell(answer, command)


def act_for_good(
    step: steps.Send, does: str, owed: Iterable[str] = (), aware: Iterable[str] = (), *, yes: bool
) -> Course[None]:
    """Sends a command that cannot be taken back, once somebody confirmed it, and shows its outcome.

    `does`, `owed`, `aware` and `yes` are those of `ConfirmIrreversible`. The verb has the flag
    `YES` for it.
    """
    why = yield from steps.ConfirmIrreversible(step, does, tuple(owed), tuple(aware), yes)
    answer = yield from step.because(why)
    yield from tell(answer, step.command)


def ask_until(label: str, read: Callable[[str], T | Unfit]) -> Course[T]:
    """Asks for a line until it can be read; an empty line counts."""
    while True:
        answer = read((yield from ask(label, default="")))
        if not isinstance(answer, Unfit):
            return answer
        stop = "" if answer.text.endswith("?") else "."
        yield from say(f"{answer.text[:1].upper()}{answer.text[1:]}{stop}", aside=True)


def unseen(label: str, read: Callable[[str], T | Unfit]) -> Course[T]:
    """Asks for something the screen must not show; reads standard input if nobody can be asked.

    What was typed is never repeated, right or wrong. `Unfit` may say what would be right.
    """
    asks, wanted = (yield from steps.IsTerminal()), ""
    for _ in range(TRIES if asks else 1):
        typed = yield from (ask(label, "", hidden=True) if asks else steps.ReadLine())
        answer = read(typed)
        if not isinstance(answer, Unfit):
            return answer
        wanted = answer.text
        if asks and wanted:
            yield from say(f"That is not {wanted}.", aside=True)
    return (yield from fail(f"what was typed is not {wanted or 'what was asked for'}"))


# --- What is only shown: courses that look, and how a view is put out ---------------------------

Look = Course[View | Refused]
"""A course that only looks, and returns what is shown."""


def looking(kind: type[T], look: Callable[..., View | Refused]) -> Callable[..., Look]:
    """A course that looks at the campaign's state, with what was typed."""

    @wraps(look)
    def course(call: Call, **typed: object) -> Look:
        return look((yield from state_of(kind)), **typed)

    return course


def looking_at_own(look: Callable[[json_values.JsonObject], View]) -> Callable[..., Look]:
    """A course that looks at what only the acting member may see."""

    @wraps(look)
    def course(call: Call) -> Look:
        return look((yield from private()))

    return course


def looking_up(look: Callable[..., View | Refused]) -> Callable[..., Look]:
    """A course that needs no campaign, only what was typed."""

    @wraps(look)
    def course(call: Call, **typed: object) -> Look:
        yield from ()
        return look(**typed)

    return course


def shows(call: Call, view: View | Refused) -> Course[None]:
    """Puts out what is shown: as JSON for a program, else its blocks as text."""
    if isinstance(view, Refused):
        yield from (refuse(view.reason, view.rule) if view.rule else fail(view.reason))
    elif call.as_json:
        yield from steps.ShowJson(view.data)
    else:
        yield from in_text(view.blocks)


# --- Verbs as values: what somebody types, and what it does -------------------------------------
#
# A game says here which verbs it has, which parameters they take, and what they do: a verb either
# sends one command, or follows a course. The command line turns the values into
# its own commands, so that no game knows how it is typed.

# --- kinds of parameters ------------------------------------------------------------------------

FreeText = answers.Text
Number = answers.Number


class OneOf(msgspec.Struct, frozen=True):
    """One of some words, in upper or lower case; a near miss gets a suggestion."""

    name: str
    """What they are, such as `pool`."""
    words: Callable[[], Sequence[str]]

    def read(self, text: str) -> str | Unfit:
        """The word meant."""
        return the_word(self.name, text, self.words())


def the_word(name: str, text: str, words: Sequence[str]) -> str | Unfit:
    """The one of some words that is meant by a text; `name` is what they are."""
    folded = text.lower().replace("_", "-")
    for word in words:
        if word in (text, folded) or word.lower() == folded:
            return word
    hint = english.near(text, words) or f"; it is one of {', '.join(words)}"
    return Unfit(f"{text!r} is no {name}{hint}")


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

    def read(self, text: str, state: object) -> str | Unfit:
        """The id that is meant."""
        known = self.known(state)
        folded = text.lower().replace(" ", "-").replace("_", "-")
        for word in (text, folded):
            if word in known:
                return word
        return Unfit(f"there is no {self.name} {text!r}{english.near(folded, known)}")


class FilePath(msgspec.Struct, frozen=True):
    """A file or a folder; `-` is standard input where `dash` is set."""

    dash: bool = False
    exists: bool = False
    """Whether the file must exist."""


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign of the store: the one that the call is about. It is not passed to a course."""


Kind = FreeText | Number | OneOf | ReadBy | Known | FilePath | CampaignName
TEXT = FreeText()

# --- parameters ---------------------------------------------------------------------------------


class Argument(msgspec.Struct, frozen=True):
    """A positional argument of a verb. `many` takes all the remaining words."""

    name: str
    metavar: str
    kind: Kind = TEXT
    required: bool = True
    many: bool = False
    is_asked: bool = False
    """Whether somebody at a terminal is asked for it where it is left out."""
    offers: Callable[[Any], Mapping[str, str]] = decisions.always({})
    """What is likely by the campaign's state, with what it is: a page offers it."""


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
    takes_long: bool = False
    """Whether a terminal alone may ask for it, which no request of a page waits for."""

    @property
    def name(self) -> str:
        """The name under which a course is handed its value."""
        return self.called or self.flag.removeprefix("--").replace("-", "_")


Parameter = Argument | VerbOption | Flag
YES = Flag("--yes", "Answer yes in advance; a script needs it where something is owed or missing.")
"""The flag of a verb that does what cannot be taken back (`act_for_good`)."""
WHY = VerbOption("--why", "Why you don't wait for somebody; stays in the record.", metavar="TEXT")
"""The option of a verb that may pass over a member's choice before its deadline."""

# --- verbs --------------------------------------------------------------------------------------


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A verb: the words to type, the parameters after them, and what they do.

    `sends` is a command that takes the parameters as its fields, or a function from the parameters
    to what is sent. `course` is a generator function that is handed the call and the parameters;
    `shows` is one that only looks, and returns what is shown. One of the three is given.
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
    sends: type[Command] | Callable[..., steps.Send] | None = None
    course: Callable[..., Course[None]] | None = None
    shows: Callable[..., Look] | None = None
    title: str = ""
    """What the page is called that shows the same."""
    module: str = ""
    """The part of the game without which it has nothing to show."""
    is_own: bool = False
    """Whether it shows what only the acting member may see."""

    @property
    def text(self) -> str:
        """The text of its help."""
        about = self.course or self.shows or self.sends
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


# --- What verbs say about a club's own sheets: faults, rows taken and rows left out -------------

_FEW = 3
"""How many rows are named one by one."""
CALLED = 80
"""How many letters of a sheet's name the record keeps."""

TO_FILE = (
    Argument("file", "[FILE]", FilePath(), required=False),
    Flag("--force", "Write over a file that is there."),
)
"""The parameters of a verb that writes a template."""


def sheet_name(file: str) -> str:
    """What a sheet is called in an answer and in the record."""
    return "the sheet" if file == "-" else file.rstrip("/").rpartition("/")[2]


def fault_count(count: int) -> str:
    """How many faults a sheet has."""
    return "1 fault" if count == 1 else f"{count} faults"


def good_rows(count: int) -> str:
    """How many rows of a sheet are taken."""
    return "1 good row" if count == 1 else f"{count or 'no'} good rows"


def left_out(rows: Iterable[str], why: str) -> Course[None]:
    """Says which rows of a sheet are skipped, and why; nothing if none are."""
    skipped = list(rows)
    if skipped:
        count = "1 row" if len(skipped) == 1 else f"{len(skipped)} rows"
        some = ", ".join(skipped) if len(skipped) <= _FEW else f"{skipped[0]} to {skipped[-1]}"
        yield from say(f"{count} {why}: {some}")


def must_be_filled_in(call: Call, sheet: str, *rows: Collection[object]) -> Course[None]:
    """Goes on only if a sheet has rows of some kind that somebody has filled in."""
    if any(rows):
        return
    if call.as_json:
        yield from json_line({"accepted": False, "bad": []})
    yield from refuse(f"no row of {sheet} is filled in; nothing was recorded")


def no_faults(call: Call, bad: "Iterable[csv_sheets.BadRow]", sheet: str) -> Course[None]:
    """Goes on only if a sheet has no faults; otherwise prints each fault on its own line."""
    faults = list(bad)
    if not faults:
        return
    if call.as_json:
        yield from json_line({"accepted": False, "bad": faults})
    else:
        for fault in faults:
            yield from entry(f"{sheet}, ", str(fault))
    yield from refuse(f"{fault_count(len(faults))} in {sheet}; nothing was recorded")


def shows_judgement(
    call: Call, file: str, judgement: Any, holds: Sequence[Block] | None
) -> Course[None]:
    """Puts out the `faults` and `notes` of a scenario file, and what it holds; refuses faults."""
    name = sheet_name(file)
    faults = Facts([(f"{name}, ", str(fault)) for fault in judgement.faults], 0)
    notes = Facts([("note: ", str(note)) for note in judgement.notes], 0)
    blocks: tuple[Block, ...] = (faults, notes)
    if holds is not None:
        starts = Lines((f"\nno faults; campaign start NAME --scenario {file} starts it",))
        blocks = (*blocks, *holds, starts)
    data = {"accepted": holds is not None, **msgspec.structs.asdict(judgement)}
    yield from shows(call, View(data, blocks))
    if judgement.faults:
        yield from refuse(f"{fault_count(len(judgement.faults))} in {name}")
