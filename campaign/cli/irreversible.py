"""Asks before something is done that cannot be taken back, or passes over a member's choice. IO."""

import sys
from collections.abc import Callable, Sequence

import msgspec

from campaign.cli import output
from campaign.cli.remembered import is_interactive
from campaign.cli.session import Refusal, Session
from campaign.kernel import passing_over
from campaign.kernel.passing_over import WHYS, PassedChoice
from campaign.kernel.steps import ConfirmIrreversible, Send
from campaign.text.english import capital
from campaign.text.moments import in_words

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
    found = _passed_over(session, name, step.send)
    early = _early(step.send, found)
    if step.yes and not (early and is_asked):
        return ""
    owed = step.owed or (_clauses(called, found) if step.if_passed else ())
    if not (found if step.if_passed else is_asked or owed or step.word):
        _make_aware(session, step, as_json=as_json)
        return ""
    if _would_be_refused(session, name, step.send, is_early=bool(early)):
        return ""  # sent as it is, it is refused by its rule, and has its receipt
    if is_asked:
        return _answer(step, owed, passing_over.who(called, early))
    raise _unconfirmed(step, owed, is_early=bool(early), as_json=as_json)


def _clauses(called: Callable[[str], str], found: Sequence[PassedChoice]) -> tuple[str, ...]:
    """Whose choice is passed over, each in a clause."""
    return tuple(passing_over.clause(called, one, in_words(one.until)) for one in found)


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


def _early(send: Send, found: Sequence[PassedChoice]) -> Sequence[PassedChoice]:
    """The choices passed over before their time, where no reason is given."""
    return () if send.fields.get("why") else tuple(one for one in found if not one.is_late)


def _passed_over(session: Session, name: str, send: Send) -> Sequence[PassedChoice]:
    """Whose choices a command passes over now; nobody's where it is malformed."""
    live = session.live(name)
    written = session.written(send.command, msgspec.to_builtins(send.fields))
    try:
        command = msgspec.convert(written, send.command)
    except msgspec.ValidationError:
        return ()
    now = session.ledger.now()
    return passing_over.passed_over(live.system.rules.awaiting, live.state, command, now)


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
        if passing_over.LEAST <= len(typed) <= passing_over.MOST:
            return typed


def _agreed(step: ConfirmIrreversible) -> bool:
    question = f"{capital(step.does)}? It cannot be taken back."
    if step.word:
        output.echo(f"{question} To do it, type {step.word}: ", nl=False, err=True)
        return sys.stdin.readline().strip() == step.word
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
