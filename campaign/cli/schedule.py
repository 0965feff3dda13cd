"""Verbs about time: by when something is awaited, and who is away."""

from datetime import UTC, datetime

import click

from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.schedule_commands import SetDeadline, TellAbsence

_SUCH_AS = "2100-01-31T21:00Z, or 2100-01-31T22:00+01:00"


@verb(
    "deadline",
    """
    campaign deadline club turn 2100-01-31T21:00Z
    campaign deadline club turn 2100-02-01T20:00+01:00
    """,
)
@the_campaign
@argument("what", "WHAT")
@argument("until", "TIME")
@as_json
def deadline(session: Session, name: str, what: str, until: str, as_json: bool) -> None:
    """Says by when something is awaited; a later word replaces it. WHAT is turn, dispute:ID, or
    what the game awaits; a wrong word brings the list. TIME names its zone: Z for UTC, or hours
    ahead of it. A deadline that passes does nothing by itself.
    """
    session.act(name, SetDeadline, as_json=as_json, what=what, until=_in_utc(until))


def _in_utc(text: str) -> str:
    """A time with its zone, as commands take it. Raises `WrongUsage` for any other text."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise WrongUsage(f"{text!r} is no time; write it as {_SUCH_AS}") from error
    if time.tzinfo is None:
        raise WrongUsage(f"{text!r} names no zone; write it as {_SUCH_AS}")
    try:
        utc = time.astimezone(UTC)
    except OverflowError as error:
        raise WrongUsage(f"{text!r} is no time; write it as {_SUCH_AS}") from error
    return utc.isoformat().replace("+00:00", "Z")


@verb(
    "absent",
    """
    campaign absent club 2100-01-03 2100-01-17 --as anna
    campaign absent club 2100-01-03 2100-01-17 --wish count-as-absent --as anna
    campaign absent club 2100-01-03 2100-01-17 --wish substitute:ben --as anna
    """,
)
@the_campaign
@argument("first", "FIRST")
@argument("last", "LAST")
@click.option(
    "--wish",
    default="wait",
    metavar="WISH",
    help="wait (without it), count-as-absent, or substitute:MEMBER.",
)
@as_json
def absent(session: Session, name: str, first: str, last: str, wish: str, as_json: bool) -> None:
    """Says from which day to which you are away, both included, and what you wish meanwhile. It
    replaces what you told before about any of these days, and changes nothing by itself.
    """
    session.act(name, TellAbsence, as_json=as_json, first=first, last=last, wish=wish)


VERBS: dict[str, ClickVerb] = {"deadline": deadline, "absent": absent}
