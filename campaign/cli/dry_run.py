"""`--dry-run`: what a command would record, without recording it. IO.

It is decided as if it were sent, and leaves no receipt. A command that needs something secret is
refused: whoever sees a draw before it is on record could think again.
"""

from typing import NoReturn

import click

from campaign.cli.as_typed import as_typed
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.text.json_values import JsonObject

OPTION = "--dry-run"
HELP = "Show what would be recorded, and record nothing."
HAVE_THEIR_OWN = ("correct", "submit")
"""Verbs without it: a correction shows a preview anyway, and commands of a file build on each
other.
"""


def is_offered(path: str) -> bool:
    """Whether a verb that sends takes the option."""
    return path.split(" ", maxsplit=1)[0] not in HAVE_THEIR_OWN


def show(session: Session, name: str, sent: JsonObject, *, as_json: bool) -> NoReturn:
    """Shows what would be recorded, and ends the call."""
    from campaign.cli import output
    from campaign.desk.actor import Actor
    from campaign.kernel import wire
    from campaign.kernel.decisions import Refused
    from campaign.proof.receipts import text_of

    session.must_exist(name)
    actor = Actor(session.member, is_local=True)
    found = session.desk.preview(name, text_of(sent), actor)
    if isinstance(found, Refused):
        if as_json:
            output.json_line({"dry_run": True, **wire.refused(found)})
        if found.rule is None:
            raise WrongUsage(as_typed(found.reason))
        raise Refusal(as_typed(found.reason), found.rule)
    version = session.ledger.live(name).version
    if as_json:
        events = [wire.public(version + nth, event) for nth, event in enumerate(found, 1)]
        output.json_line({"dry_run": True, "accepted": True, "events": events})
    elif not found:
        output.echo("The address would be changed; nothing would be recorded. Nothing was changed.")
    else:
        output.echo("This would be recorded; nothing was:")
        sentence = output.sentences(session.ledger, name)
        for nth, event in enumerate(found, 1):
            output.entry(f"{version + nth:>5}  ", sentence(event))
    raise click.exceptions.Exit(0)
