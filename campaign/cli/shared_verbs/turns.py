"""Verbs of the calendar: turns, deadlines and absences, and the draws that every game makes."""

import re
from datetime import UTC, datetime, timedelta

import click

from campaign.cli import interviews, output
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.registry import of_command
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.disputes.commands import ConsentToReopening, ReopenCampaign
from campaign.handler import tasks
from campaign.kernel.deadlines import SetDeadline, TellAbsence
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.kernel.terminal.steps import ConfirmIrreversible, sending
from campaign.kernel.terminal.verbs import WHY, YES

entropy = of_command(
    AddEntropy,
    "Throws words of your own into the next draw, so that nobody can have foreseen it.",
)


_yes = click.option("--yes", is_flag=True, help=YES.help)
_why = click.option("--why", metavar="TEXT", help=WHY.help)


@verb("turn", "campaign turn club --yes")
@the_campaign
@_yes
@_why
@as_json
def turn(session: Session, name: str, yes: bool, why: str | None, as_json: bool) -> None:
    """Ends the turn, reveals the seed of its draws, and begins the next, with what the rules bring
    at its beginning. At a terminal it asks first; a script needs --yes where somebody still owes
    something.
    """
    live = session.live(name)
    status = live.system.front.screens.status(live.state)
    ending = live.calendar.in_words(live.state.campaign.turn)
    step = sending(AdvanceTurn, why=why, confirmed=yes or None)
    question = ConfirmIrreversible(
        step, f"end {ending}", status.owed_this_turn, status.left_undone, yes
    )
    _act_for_good(session, name, question, as_json=as_json)


@verb(
    "end",
    """
    campaign start friday <short scenario>
    campaign end friday --yes
    """,
)
@the_campaign
@_yes
@_why
@as_json
def end(session: Session, name: str, yes: bool, why: str | None, as_json: bool) -> None:
    """Ends the campaign, and reveals the seed of its last draws and what is still hidden. At a
    terminal you type the campaign's name to do it; a script always needs --yes.
    """
    live = session.live(name)
    owed = tasks.owed_before_the_end(live.system, live.state)
    step = sending(CloseCampaign, why=why, confirmed=yes or None)
    question = ConfirmIrreversible(step, f"end the campaign {name}", owed, (), yes, name)
    _act_for_good(session, name, question, as_json=as_json)


def _act_for_good(
    session: Session, name: str, question: ConfirmIrreversible, *, as_json: bool
) -> None:
    """Sends a command once somebody confirmed it."""
    why = interviews.confirm(session, name, question, as_json=as_json)
    step = question.send.because(why)
    session.act(name, step.command, as_json=as_json, **step.fields)


@verb(
    "reopen",
    """
    campaign start saturday <short scenario>
    campaign enrol saturday anna --name Anna --role player
    campaign end saturday --yes
    campaign reopen saturday --reason "one more evening"
    campaign reopen saturday --consent --as anna
    """,
)
@the_campaign
@click.option("--reason", metavar="TEXT", help="Why the campaign is to go on, in a few words.")
@click.option("--consent", is_flag=True, help="Consent to what a host asked for.")
@as_json
def reopen(session: Session, name: str, reason: str | None, consent: bool, as_json: bool) -> None:
    """Asks to go on with a closed campaign (a host); it is open again once a second member
    consents. The next seed draws; what lay hidden is dealt again.
    """
    if consent == (reason is not None):
        raise WrongUsage("give either --reason TEXT, to ask for it, or --consent")
    if consent:
        session.act(name, ConsentToReopening, as_json=as_json)
    else:
        session.act(name, ReopenCampaign, as_json=as_json, reason=reason)


# --- Verbs about time: by when something is awaited, and who is away ----------------------------

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
    match = _SHORT.fullmatch(typed.lower())
    if match is None:
        return None
    present = datetime.fromisoformat(now).astimezone()
    clock = datetime.min.time().replace(hour=int(match["hour"]), minute=int(match["minute"]))
    day = present.date() + timedelta(days=1 if match["tomorrow"] else 0)
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


absent = of_command(
    TellAbsence,
    "Says from which day to which you are away, both included, and what you wish meanwhile: to be "
    "waited for, if you don't say. It replaces what you told before about any of these days, and "
    "changes nothing by itself.",
)
