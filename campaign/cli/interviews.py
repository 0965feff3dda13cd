"""Runs a verb's interview: carries out its steps on the store, the screen and the keyboard. IO."""

import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from campaign.cli import output
from campaign.cli.session import Session, as_typed, must_be_played
from campaign.cli.stores import Refusal, WrongUsage, is_interactive
from campaign.kernel import deadlines, decisions
from campaign.kernel.deadlines import WHYS, PassedChoice
from campaign.kernel.terminal import steps, verbs
from campaign.kernel.terminal.steps import ConfirmIrreversible, Reply, Send, Step
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.text.moments import in_words
from campaign.world import chance
from events.sealed import NONCE_BYTES

if TYPE_CHECKING:
    from campaign.cli.terminal import Keyboard

# --- Asks before something is done that cannot be taken back, or passes over a member's choice --

NOTHING = "nothing was recorded"


def confirm(session: Session, name: str, step: ConfirmIrreversible, *, as_json: bool) -> str | None:
    """Goes on if the command may be sent; ends the call with one line otherwise.

    A program that wants JSON is never asked, and gets the refusal as JSON too. Returns what the
    step's answer is.
    """
    if session.is_dry_run:
        return ""
    is_asked = not as_json and is_interactive()
    called = session.live(name).state.campaign.called
    passed = _passed_over(session, name, step.send)
    early = _early(step.send, passed)
    if step.yes and not (early and is_asked):
        return ""
    owed = step.owed
    if step.if_passed:
        owed = owed or tuple(deadlines.clause(called, one, in_words(one.until)) for one in passed)
    if not (passed if step.if_passed else is_asked or owed or step.word):
        _make_aware(session, step, as_json=as_json)
        return ""
    if _would_be_refused(session, name, step.send, is_early=bool(early)):
        return ""  # sent as it is, it is refused by its rule, and has its receipt
    if is_asked:
        return _answer(step, owed, deadlines.who(called, early))
    raise _unconfirmed(step, owed, is_early=bool(early), as_json=as_json)


def _make_aware(session: Session, step: ConfirmIrreversible, *, as_json: bool) -> None:
    """Says what nobody needs to confirm."""
    if step.aware and not as_json:
        session.note("; ".join(step.aware))


def _would_be_refused(session: Session, name: str, send: Send, *, is_early: bool) -> bool:
    """Whether a rule refuses the command, with a reason for whoever is passed over early."""
    fields = msgspec.to_builtins(send.fields) | ({"why": WHYS[0]} if is_early else {})
    return session.foreseen(name, send.command, fields) is not None


def _unconfirmed(
    step: ConfirmIrreversible, owed: Sequence[str], *, is_early: bool, as_json: bool
) -> Refusal:
    """What a script is told that has not confirmed it; as JSON it is printed too."""
    how = "--yes and --why TEXT (why you don't wait)" if is_early else "--yes"
    text = "; ".join((*owed, NOTHING))
    text = f"{text}. To {step.does}, which cannot be taken back, add {how}"
    if as_json:
        output.json_line({"accepted": False, "rule": None, "reason": text})
    return Refusal(text)


def _early(send: Send, passed: Sequence[PassedChoice]) -> Sequence[PassedChoice]:
    """The choices passed over before their time, where no reason is given."""
    return () if send.fields.get("why") else tuple(one for one in passed if not one.is_late)


def _passed_over(session: Session, name: str, send: Send) -> Sequence[PassedChoice]:
    """Whose choices a command passes over now; nobody's where it is malformed."""
    live = session.live(name)
    written = session.written(send.command, msgspec.to_builtins(send.fields))
    try:
        command = msgspec.convert(written, send.command)
    except msgspec.ValidationError:
        return ()
    now = session.ledger.now()
    return deadlines.passed_over(live.system.rules.awaiting, live.state, command, now)


def _answer(step: ConfirmIrreversible, owed: Sequence[str], whom: str) -> str | None:
    """Asks on standard error, so that a pipe for the answer keeps clean."""
    for text in (*owed, *step.aware):
        output.echo(f"{capital(text)}.", err=True)
    why = _why(whom) if whom else ""
    if why is not None and (step.yes or _agreed(step)):
        return why
    if step.goes_on:
        return None
    raise Refusal(NOTHING)


def _why(whom: str) -> str | None:
    """Why somebody is not waited for; None for an empty line."""
    output.echo(f"Why don't you wait for {whom}? This stays in the record.", err=True)
    for number, why in enumerate(WHYS, 1):
        output.echo(f"  {number}  {why}", err=True)
    while True:
        output.echo("A number, or your own words (10 to 120 letters): ", nl=False, err=True)
        typed = sys.stdin.readline().strip()
        if typed in ("1", "2", "3"):
            return WHYS[int(typed) - 1]
        if not typed:
            return None
        if deadlines.LEAST <= len(typed) <= deadlines.MOST:
            return typed


def _agreed(step: ConfirmIrreversible) -> bool:
    question = f"{capital(step.does)}? It cannot be taken back."
    if step.word:
        output.echo(f"{question} To do it, type {step.word}: ", nl=False, err=True)
        return sys.stdin.readline().strip() == step.word
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


T = TypeVar("T")


class Runner:
    """The surroundings of one call's steps: a session, the call, and the verb's own game."""

    def __init__(self, session: Session, call: verbs.Call, system: str, words: str) -> None:
        self.session = session
        self.call = call
        self.system = system
        self.words = words
        self._looked_at: set[str] = set()

    @cached_property
    def keys(self) -> "Keyboard":
        """The keyboard, for single keys and a screen that is cleared."""
        from campaign.cli.terminal import Keyboard

        return Keyboard()

    def campaign(self, name: str = "") -> str:
        """A campaign by its name, or the call's own; fails on one of another game than the verb's,
        where it has one.
        """
        name = name or self.call.campaign
        if name in self._looked_at:
            return name
        if self.system:
            must_be_played(self.session, name, self.system, self.words)
        self.session.must_exist(name)
        self._looked_at.add(name)
        return name

    def run(self, course: verbs.Course[T]) -> T:
        """Carries out each step, and hands its answer back to the course."""
        answer: object = None
        try:
            while True:
                try:
                    step = course.send(answer)
                except StopIteration as end:
                    result: T = end.value
                    return result
                do: Callable[[Runner, Any], object] = _STEPS.get(type(step), _read)
                answer = do(self, step)
        except (KeyboardInterrupt, EOFError, click.Abort):
            self.keys.stopped()
            raise
        finally:
            if "keys" in vars(self):
                self.keys.close()


# --- the campaign -------------------------------------------------------------------------------


def _read(run: Runner, step: Step[Any]) -> object:
    """What a step finds that only reads the record; few calls have one."""
    from campaign.handler import looking

    name = run.campaign(getattr(step, "campaign", ""))
    return looking.READS[type(step)](run.session.ledger, name, step)


def _private(run: Runner, step: steps.GetPrivate) -> object:
    name = run.campaign()
    answer = run.session.ledger.private(name, run.session.member)
    if not answer["accepted"]:
        run.session.tell(name, answer, as_json=run.call.as_json)
    return answer["private"]


def _private_page(run: Runner, step: steps.WritePrivatePage) -> object:
    from campaign.reports import pages

    name, session = run.campaign(), run.session
    return str(pages.write_private(session.ledger, name, Path(step.folder), session.member))


# --- commands -----------------------------------------------------------------------------------


def _send(run: Runner, step: steps.Send) -> Reply:
    name, session = run.campaign(), run.session
    fields = msgspec.to_builtins(step.fields)
    outcome = session.outcome(
        name, step.command, fields, ask=not run.call.as_json, at_the_keyboard=step.by
    )
    refused = outcome.refused
    if refused is None:
        return Reply(accepted=True, body=outcome.answer)
    return Reply(False, refused.rule, refused.reason, refused.about, outcome.answer)


def _ask_next(run: Runner, step: steps.AskNext) -> object:
    from campaign.disputes.routing import is_correction
    from campaign.kernel.interview.pages import TooLongError
    from campaign.kernel.interview.runner import Setting, interviewed

    name, session = run.campaign(), run.session
    live = session.live(name)

    def trial(fields: JsonObject) -> decisions.Refused | None:
        if is_correction(step.command):
            return None  # its preview says why it would be refused
        if step.refused is not None:
            sent = step.refused
            return decisions.Refused(sent.rule, sent.reason, sent.about)
        return session.foreseen(name, step.command, fields, without_secrets=True)

    def private() -> JsonObject:
        own: JsonObject = session.ledger.private(name, session.member).get("private", {})
        return own

    try:
        return interviewed(
            live.system,
            live.state,
            step.command,
            step.answers,
            Setting(session.member, trial, private, session.ledger.past_of(name)),
            asks="script" if step.is_script else "people",
        )
    except TooLongError as error:
        raise WrongUsage(f"{error}. Nothing was recorded") from error


def _schema(run: Runner, step: steps.GetSchema) -> JsonObject:
    from campaign.cli import files

    return files.schema_of(step.command)


def _tell(run: Runner, step: steps.Tell) -> None:
    body = dict(step.answer.body)
    if not step.answer.accepted:
        body["reason"] = step.answer.reason
        if step.whose is not None:
            _refused_one(run, step.whose, body)
            return
    run.session.tell(run.campaign(), body, step.command, step.whose, as_json=run.call.as_json)


def _refused_one(run: Runner, whose: str, body: JsonObject) -> None:
    """One of several commands was refused: an answer for a program, or a line beside the others."""
    if run.call.as_json:
        output.json_line(output.unsalted(body))
        return
    rule = f" ({body['rule']})" if body["rule"] else ""
    output.echo(f"{whose}: refused{rule}: {body['reason']}", err=True)


# --- the screen, the keyboard and files ---------------------------------------------------------


def _prompt(run: Runner, step: steps.Prompt) -> str:
    typed: str = click.prompt(
        output.plain(step.label),
        prompt_suffix=" " if step.label.endswith("?") else ": ",
        default=step.default,
        show_default=step.shown,
        hide_input=step.hidden,
        err=True,
    )
    return typed


def _prompt_word(run: Runner, step: steps.PromptWord) -> str:
    from campaign.cli.terminal import Begun

    word: str = click.prompt(
        output.plain(step.label), type=Begun(step.words), default=step.default, err=True
    )
    return word


def _ask_yes(run: Runner, step: steps.AskYes) -> bool:
    from campaign.cli.terminal import confirmed

    return confirmed(step.question)


def _has_keys(run: Runner, step: steps.HasKeys) -> bool:
    from campaign.cli.terminal import is_there

    return not run.call.as_json and is_there()


def _private_screen(run: Runner, step: steps.OpenPrivateScreen) -> None:
    run.session.ask_about_the_clock(run.campaign())  # it could not be asked later
    run.keys.private()


def _read_values(run: Runner, step: steps.ReadValues) -> JsonObject | steps.Unfit:
    from campaign.cli import files

    text = files.text_of(step.file)
    try:
        return files.parsed(step.file, text)
    except ValueError as error:
        return steps.Unfit(str(error))


def _read_file(run: Runner, step: steps.ReadFile) -> str:
    from campaign.cli import files

    return files.sheet_text(Path(step.file)) if step.sheet else files.text_of(step.file)


def _write_file(run: Runner, step: steps.WriteFile) -> None:
    from campaign.cli import files

    file = None if step.file is None else Path(step.file)
    try:
        files.write_template(file, step.text, force=step.force)
    except OSError as error:
        raise WrongUsage(f"cannot write {file}: {error.strerror}") from error


def _write_secret(run: Runner, step: steps.WriteSecret) -> None:
    """Writes a new file that only its owner can read; one that is there already is left alone."""
    try:
        handle = os.open(step.file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise WrongUsage(f"{step.file} is there already; it may hold {step.holds}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(step.text)


def _card(run: Runner, step: steps.GetSealCard) -> str:
    """The page that seals from a disk. Other calls do without what makes pages."""
    from campaign.web.rendering import card

    return card(step.kinds, step.seats)


def _fail(run: Runner, step: steps.Fail) -> None:
    raise WrongUsage(as_typed(step.text))


def _refuse(run: Runner, step: steps.Refuse) -> None:
    raise Refusal(as_typed(step.text), step.rule)


_LAYOUTS = {
    "page": output.json_page,
    "line": output.json_line,
    "indented": output.json_indented,
}
_STEPS: dict[type[Step[Any]], Callable[[Runner, Any], object]] = {
    steps.GetPrivate: _private,
    steps.WritePrivatePage: _private_page,
    steps.Send: _send,
    steps.AskNext: _ask_next,
    steps.GetSchema: _schema,
    steps.Tell: _tell,
    # the screen
    steps.Say: lambda run, step: output.echo(step.text, err=step.aside, nl=step.end),
    steps.ShowEntry: lambda run, step: output.entry(step.label, step.text),
    steps.ShowHeading: lambda run, step: output.heading(step.text),
    steps.ShowTable: lambda run, step: output.table(step.heads, step.rows, step.numbers),
    steps.ShowJson: lambda run, step: _LAYOUTS[step.layout](step.value),
    # the keyboard
    steps.IsInteractive: lambda run, step: not run.call.as_json and is_interactive(),
    steps.IsTerminal: lambda run, step: sys.stdin.isatty(),
    steps.Prompt: _prompt,
    steps.PromptWord: _prompt_word,
    steps.AskYes: _ask_yes,
    steps.ConfirmIrreversible: lambda run, step: confirm(
        run.session, run.campaign(), step, as_json=run.call.as_json
    ),
    steps.HasKeys: _has_keys,
    steps.ReadKey: lambda run, step: run.keys.key(step.label),
    steps.OpenPrivateScreen: _private_screen,
    steps.ClearScreen: lambda run, step: run.keys.clear(),
    steps.ClosePrivateScreen: lambda run, step: run.keys.public(),
    steps.WhenStopped: lambda run, step: setattr(run.keys, "if_stopped", step.text),
    steps.ReadLine: lambda run, step: sys.stdin.readline(),
    # files
    steps.ReadFile: _read_file,
    steps.ReadBytes: lambda run, step: (
        sys.stdin.buffer.read() if step.file == "-" else Path(step.file).read_bytes()
    ),
    steps.ReadValues: _read_values,
    steps.WriteFile: _write_file,
    steps.WriteSecret: _write_secret,
    steps.GetNonce: lambda run, step: chance.random_bytes(NONCE_BYTES).hex(),
    steps.GetSealCard: _card,
    steps.Fail: _fail,
    steps.Refuse: _refuse,
}
"""How each kind of step is carried out; the others only read the record."""
