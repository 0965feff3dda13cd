"""Asks before something is done that cannot be taken back, or passes over a member's choice. IO."""

import sys
from collections.abc import Sequence

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
    is_asked = not as_json and is_interactive()
    if session.is_dry_run:
        return ""
    called = session.live(name).state.campaign.called
    found = _passed_over(session, name, step.send)
    early = tuple(one for one in found if not one.is_late and not step.send.fields.get("why"))
    if step.yes and not (early and is_asked):
        return ""
    clauses = tuple(passing_over.clause(called, one, in_words(one.until)) for one in found)
    owed = step.owed or (clauses if step.if_passed else ())
    if not (found if step.if_passed else is_asked or owed or step.word):
        if step.aware and not as_json:
            session.note("; ".join(step.aware))
        return ""
    fields = msgspec.to_builtins(step.send.fields) | ({"why": WHYS[0]} if early else {})
    if session.foreseen(name, step.send.command, fields) is not None:
        return ""  # sent as it is, it is refused by its rule, and has its receipt
    if is_asked:
        return _answer(step, owed, passing_over.who(called, early))
    text = "; ".join((*owed, NOTHING))
    how = "--yes and --why TEXT (why you don't wait)" if early else "--yes"
    text = f"{text}. To {step.does}, which cannot be taken back, add {how}"
    if as_json:
        output.json_line({"accepted": False, "rule": None, "reason": text})
    raise Refusal(text)


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
