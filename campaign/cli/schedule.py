"""Verbs about time: by when something is awaited, and who is away."""

import re
from datetime import UTC, datetime, timedelta

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.schedule_commands import SetDeadline, TellAbsence

_SUCH_AS = "21:00, tomorrow 20:00, 2100-01-31T21:00Z or 2100-01-31T22:00+01:00"


@verb(
    "deadline",
    """
    campaign deadline club turn 2100-01-31T21:00Z
    campaign deadline club turn 2100-02-01T20:00+01:00
    """,
)
@the_campaign
@argument("what", "WHAT")
@argument("until", "TIME", nargs=-1, required=True)
@as_json
def deadline(session: Session, name: str, what: str, until: tuple[str, ...], as_json: bool) -> None:
    """Says by when something is awaited; a later word replaces it. WHAT is turn, dispute:ID, or
    what the game awaits; a wrong word brings the list. TIME is 21:00, the next one by this
    computer's clock, or tomorrow 20:00; or a day and time with its zone: Z for UTC, or hours ahead
    of it. A deadline that passes does nothing by itself.
    """
    typed = " ".join(until)
    here = _by_this_clock(typed, session.ledger.now())
    time = here.astimezone(UTC).isoformat().replace("+00:00", "Z") if here else _in_utc(typed)
    session.act(name, SetDeadline, as_json=as_json, what=what, until=time)
    if here and not as_json:
        offset = f"{here:%z}"
        zone = f"UTC{offset[:3]}:{offset[3:5]}"
        output.echo(f"By this computer's clock: {here:%Y-%m-%d %H:%M}, {zone}.")


_SHORT = re.compile(r"(?P<tomorrow>tomorrow )?(?P<hour>[01]?[0-9]|2[0-3]):(?P<minute>[0-5][0-9])")


def _by_this_clock(typed: str, now: str) -> datetime | None:
    """`21:00`, the next one, or `tomorrow 20:00`, in this computer's zone; None for other texts."""
    found = _SHORT.fullmatch(typed.lower())
    if found is None:
        return None
    present = datetime.fromisoformat(now).astimezone()
    clock = datetime.min.time().replace(hour=int(found["hour"]), minute=int(found["minute"]))
    day = present.date() + timedelta(days=1 if found["tomorrow"] else 0)
    time = datetime.combine(day, clock).astimezone()
    if time <= present:
        time = datetime.combine(day + timedelta(days=1), clock).astimezone()
    return time


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
