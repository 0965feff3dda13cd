"""Asks before something is done that cannot be taken back. IO."""

import sys

import msgspec

from campaign.cli import output
from campaign.cli.remembered import is_interactive
from campaign.cli.session import Refusal, Session
from campaign.kernel.steps import ConfirmIrreversible
from campaign.text.english import capital

NOTHING = "nothing was recorded"


def confirm(session: Session, name: str, step: ConfirmIrreversible, *, as_json: bool) -> None:
    """Goes on if the command may be sent; ends the call with one line otherwise.

    A program that wants JSON is never asked, and gets the refusal as JSON too.
    """
    is_asked = not as_json and is_interactive()
    if session.is_dry_run or step.yes:
        return
    if not (is_asked or step.owed or step.word):
        if step.aware and not as_json:
            session.note("; ".join(step.aware))
        return
    fields = msgspec.to_builtins(step.send.fields)
    if session.foreseen(name, step.send.command, fields) is not None:
        return  # sent as it is, it is refused by its rule, and has its receipt
    if is_asked:
        if not _agreed(step):
            raise Refusal(NOTHING)
        return
    text = "; ".join((*step.owed, NOTHING))
    text = f"{text}. To {step.does}, which cannot be taken back, add --yes"
    if as_json:
        output.json_line({"accepted": False, "rule": None, "reason": text})
    raise Refusal(text)


def _agreed(step: ConfirmIrreversible) -> bool:
    """Asks on standard error, so that a pipe for the answer keeps clean."""
    for text in (*step.owed, *step.aware):
        output.echo(f"{capital(text)}.", err=True)
    question = f"{capital(step.does)}? It cannot be taken back."
    if step.word:
        output.echo(f"{question} To do it, type {step.word}: ", nl=False, err=True)
        return sys.stdin.readline().strip() == step.word
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
