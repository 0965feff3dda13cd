"""Verbs that send a campaign's mail, and try the mail server. IO."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.accounts.settings import Settings, SettingsError
from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_verbs.mail_troubles import deliveries_of
from campaign.cli.params import AddressParam, Turn, argument, as_json, span, the_campaign, verb
from campaign.cli.session import HOST, Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from campaign.accounts.choices import Choices, Sending
    from campaign.extensions.mail_out.answers import StoredAnswers
    from campaign.extensions.mail_out.campaign_mail import Mailing
    from campaign.extensions.mail_out.outbox import Ended, Parcel, Tried
    from campaign.notifications.deliveries import StoredDeliveries
    from campaign.notifications.notification import Delivery, Planned


# --- What the verbs of mail share: the club's settings, its deliveries, and a run that sends ----


def settings_of(session: Session) -> Settings:
    """The club's settings, with what the host should know about them."""
    from campaign.accounts.settings import read_settings, warnings

    try:
        settings = read_settings(session.path)
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    for text in warnings(settings.mail):
        session.warn(text)
    return settings


def answers_of(session: Session) -> "StoredAnswers":
    """What became of the answers by mail, and which letters can be answered that way."""
    from campaign.accounts.database import open_people
    from campaign.accounts.protocol import ANSWERS
    from campaign.extensions.mail_out.answers import StoredAnswers

    return StoredAnswers(open_people(session.place, (ANSWERS,)))


def mailing_of(
    session: Session, name: str, *, is_run: bool = False
) -> "tuple[Mailing, StoredDeliveries]":
    """The mail of a campaign, and where its deliveries are kept. A what-if has none.

    Of a run that has to send it is kept that the settings let nothing be sent.
    """
    session.must_exist(name)
    campaign = session.live(name).state.campaign
    if campaign.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and what-ifs send no mail")
    from campaign.extensions.mail_out.campaign_mail import Mailing

    deliveries = deliveries_of(session)
    try:
        settings = settings_of(session)
    except WrongUsage as error:
        if is_run:
            deliveries.stands_still(campaign.id, error.message, session.ledger.now())
        raise
    return Mailing(session.ledger, name, session.people, deliveries, settings), deliveries


def send(
    session: Session,
    mailing: "Mailing",
    deliveries: "StoredDeliveries",
    planned: "Iterable[Planned]",
    *,
    at_once: bool,
    quiet: bool,
) -> "Ended":
    """One run over what was planned: a line for each message, unless it is to be quiet."""
    from campaign.accounts.allowance import allowance_at
    from campaign.extensions.mail_out import campaign_mail

    progress = campaign_mail.say_nothing if quiet else _telling(mailing)
    settings, now = settings_of(session), session.ledger.now
    with what_stops():
        return campaign_mail.send(
            mailing,
            deliveries,
            settings,
            planned,
            now=now,
            at_once=at_once,
            progress=progress,
            allowance=allowance_at(session.place),
        )


@contextmanager
def what_stops() -> "Iterator[None]":
    """What keeps a run from sending anything, for the host's keyboard."""
    from campaign.extensions.mail_out.smtp import StoppedError

    try:
        yield
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    except StoppedError as error:
        raise click.ClickException(str(error)) from error


def _telling(mailing: "Mailing") -> "Callable[[Tried], None]":
    """A function that prints what became of each message."""

    def say(tried: "Tried") -> None:
        from campaign.notifications.delivery_status import said

        parcel = tried.parcel
        text = f"{mailing.campaign.called(parcel.member)}: {mailing.subject(parcel)}"
        if len(parcel.planned) > 1:
            text += f", in a digest of {len(parcel.planned)}"
        output.echo(f"{text}: {said(tried.state, tried.server)}")

    return say


def in_json(row: "Delivery") -> JsonObject:
    """A delivery, as programs get it."""
    return {
        "occasion": row.occasion,
        "member": row.member,
        "channel": row.channel,
        "state": row.state,
        "attempts": row.attempts,
        "server": row.server,
    }


def row_of(mailing: "Mailing", key: "tuple[str, str]") -> "Delivery":
    """A delivery as it is, or as it will be made."""
    from campaign.notifications.notification import MAIL, Delivery

    known = mailing.known.get(key)
    return known or Delivery(0, mailing.campaign.id, key[0], key[1], MAIL, "due")


# --- The verb that sends a campaign's mail ------------------------------------------------------


@verb(
    "mail",
    """
    campaign mail club --dry-run
    campaign mail club --out letters
    campaign mail club
    campaign mail club --to anna
    """,
)
@the_campaign
@click.option("--turn", type=Turn(), help="Only what is about this turn.")
@click.option("--to", metavar="MEMBER", help="Only to this member, at once.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent, and send nothing.")
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write the messages to files instead, named MEMBER-TURN.eml.",
)
@as_json
def mail(
    session: Session,
    name: str,
    turn: str | None,
    to: str | None,
    dry_run: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Sends what is due, each message once: to every member with an address each turn that has
    ended, and what is asked of them. What a server puts off is tried again by a later run, --to
    tries it at once. Of what may have arrived nothing is sent again by itself; `mail again` does.

    With --out no server is needed, and with --turn every message about that turn is written, sent
    or not. The server's name is read from club.toml beside the store.

    Exit status 1 if a message was refused or may not have arrived. --json gives one object:
    deliveries (as in mail status, those of this run), and stopped (why it ended early, or null).
    """
    only_shown = dry_run or out is not None
    mailing, deliveries = mailing_of(session, name, is_run=not only_shown)
    if to is not None:
        session.called(name, to)
    if turn is not None:
        _must_be_over(session, name, mailing, turn)
    whole_turn = out is not None and turn is not None
    planned = _wanted(mailing, turn, to, whole_turn=whole_turn)
    ended: Ended | None = None
    if only_shown:
        shown = _those_due(mailing, planned, at_once=to is not None or whole_turn)
        _show_only(session, mailing, shown, out, dry_run=dry_run, as_json=as_json)
    else:
        ended = send(session, mailing, deliveries, planned, at_once=to is not None, quiet=as_json)
        _tell_sent(session, mailing, deliveries, ended, as_json=as_json)
    if not as_json and to is None:
        _tell(_left_out(session, mailing))
    if ended is not None:
        end(ended)


def _wanted(
    mailing: "Mailing", turn: str | None, to: str | None, *, whole_turn: bool
) -> "list[Planned]":
    """The messages that are meant; of a whole turn also those that were sent."""
    wanted = mailing.of_turn(turn) if whole_turn and turn is not None else mailing.planned()
    return [
        one
        for one in wanted
        if (to is None or one.member == to) and (turn is None or _is_about(one, turn))
    ]


def _tell_sent(
    session: Session,
    mailing: "Mailing",
    deliveries: "StoredDeliveries",
    ended: "Ended",
    *,
    as_json: bool,
) -> None:
    """What became of the messages of this run; a reader has seen each as it was sent."""
    if as_json:
        rows = deliveries.known(mailing.campaign.id)
        sent = [rows[key] for one in ended.tried for key in _keys(one.parcel)]
        output.json_line({"deliveries": [in_json(row) for row in sent], **_stopped(ended.stopped)})
    elif not ended.tried and not ended.stopped:
        output.echo(_nothing(session, mailing))


def end(ended: "Ended") -> None:
    """Ends the call as the run ended."""
    if ended.stopped:
        output.echo(f"campaign: {ended.stopped}", err=True)
    if ended.is_bad:
        raise click.exceptions.Exit(1)


def _tell(lines: "Iterable[str]") -> None:
    for text in lines:
        output.entry("", text)


def _nothing(session: Session, mailing: "Mailing") -> str:
    """Why nothing is sent."""
    name = mailing.campaign.name
    if session.people.is_stopped(mailing.campaign.id):
        return f"All mail of {name} rests until `campaign mail-stop {name} --resume`."
    if not any(chosen.address for chosen in mailing.choices.values()):
        call = f"`campaign mail-choices {name} MEMBER --address ADDRESS`"
        return f"Nobody has an address yet; {call} adds one."
    from campaign.cli.member_verbs.mail_troubles import rest_lines

    rests = rest_lines(mailing.campaign, mailing.resting())
    return "\n".join([*(_digests(mailing) or ["Nothing is due."]), *rests])


def _digests(mailing: "Mailing") -> list[str]:
    """Whose digest waits for its hour."""
    from campaign.cli.member_verbs.mail_troubles import minute

    hours = {one.member: one.not_before for one in mailing.planned() if one.in_digest}
    return [
        f"Nothing is due now; the digest for {mailing.campaign.called(member)} goes out at "
        f"{minute(hour)}."
        for member, hour in hours.items()
    ]


def _left_out(session: Session, mailing: "Mailing") -> list[str]:
    """Whom the host has to tell in another way."""
    campaign, choices = mailing.campaign, mailing.choices
    addressed = [member for member, chosen in choices.items() if chosen.address]
    if not addressed or session.people.is_stopped(campaign.id):
        return []  # said already
    without = [
        campaign.called(member) for member in campaign.members if member not in {HOST, *addressed}
    ]
    asked = _asked_in_vain(mailing, addressed)
    untold = listed(
        f"{campaign.called(member)} ({_TAKES[chosen.sending]})" for member, chosen in asked.items()
    )
    return [
        *([f"Without an address: {listed(without)}."] if without else []),
        *([f"Asked now, and not told by mail: {untold}. Tell them yourself."] if asked else []),
    ]


def _asked_in_vain(mailing: "Mailing", addressed: "Collection[str]") -> "dict[str, Choices]":
    """The members of whom something is asked, but who take no mail about it."""
    choices = mailing.choices
    return {
        member: choices[member]
        for one in mailing.found
        if one.kind in ("asked", "disputes")
        for member in one.members
        if member in addressed and not choices[member].wants(one.kind)
    }


_TAKES: "dict[Sending, str]" = {
    "each": "not of this kind",
    "digest": "not of this kind",
    "turns": "takes ended turns alone",
    "none": "takes nothing",
}


# --- what is about a turn -----------------------------------------------------------------------


def _must_be_over(session: Session, name: str, mailing: "Mailing", turn: str) -> None:
    from campaign.notifications.detection import turn_key

    span(session, name, turn)
    if not any(one.key == turn_key(turn) for one in mailing.found):
        text = "has not ended; its mail is due when it has"
        raise WrongUsage(f"{mailing.book.calendar.in_words(turn)} ({turn}) {text}")


def _is_about(notice: "Planned", turn: str) -> bool:
    occasion = notice.occasion
    return occasion.kind in ("turns", "corrections") and occasion.turn == turn


# --- without sending ----------------------------------------------------------------------------


def _those_due(
    mailing: "Mailing", planned: "Iterable[Planned]", *, at_once: bool
) -> "list[Parcel]":
    """What a run would send now, with the rows as they are."""
    from campaign.extensions.mail_out.campaign_mail import in_parcels
    from campaign.notifications.local_time import is_to_come

    due = []
    for parcel in in_parcels(planned):
        (one,) = parcel.planned
        row = mailing.known.get(_keys(parcel)[0])
        waits = (one.not_before, row.next_try if row else "")
        if at_once or not any(is_to_come(moment, mailing.now) for moment in waits):
            due.append(parcel)
    return due


def _keys(parcel: "Parcel") -> "list[tuple[str, str]]":
    return [(one.occasion.key, one.member) for one in parcel.planned]


def _show_only(
    session: Session,
    mailing: "Mailing",
    parcels: "list[Parcel]",
    out: Path | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Lists what would be sent, or writes it to files."""
    files = [] if out is None or dry_run else _to_files(session, mailing, parcels, out)
    if as_json:
        rows = [in_json(row_of(mailing, one)) for parcel in parcels for one in _keys(parcel)]
        output.json_line({"deliveries": rows, **_stopped("")})
        return
    for parcel in parcels:
        called = mailing.campaign.called(parcel.member)
        output.echo(
            f"{called}: {mailing.subject(parcel)}: {'would be sent' if dry_run else 'written'}"
        )
    if not parcels:
        output.echo(_nothing(session, mailing))
    elif files:
        output.echo(f"{counted(len(files), 'message')} in {out}")


def _to_files(
    session: Session, mailing: "Mailing", parcels: "list[Parcel]", out: Path
) -> list[Path]:
    from campaign.extensions.mail_out.outbox import Unwritable
    from campaign.world.files import write_whole

    files: list[Path] = []
    keys: list[tuple[str, str]] = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for parcel in parcels:
            message = mailing.written(parcel)
            if isinstance(message, Unwritable):
                session.note(f"{mailing.campaign.called(parcel.member)}: {message.why}")
            elif message is not None:
                files.append(write_whole(out / _file_name(parcel), message.content))
                keys += _keys(parcel)
    except OSError as error:
        raise Refusal(f"cannot write to {out}: {error.strerror or error}") from error
    if keys:
        answers_of(session).wrote(mailing.campaign.id, keys)
    return files


def _file_name(parcel: "Parcel") -> str:
    """`anna-1941-ND.eml`; of other occasions all that names them."""
    occasion = parcel.planned[0].occasion
    key = occasion.turn if occasion.kind == "turns" else occasion.key
    safe = "".join(sign if sign.isalnum() or sign == "-" else "-" for sign in key)
    return f"{parcel.member}-{safe}.eml"


def _stopped(text: str) -> JsonObject:
    return {"stopped": text or None}


# --- The verb that tries the mail server with a short message -----------------------------------


@verb("mail-test", "campaign mail-test host@example.org")
@argument("address", "ADDRESS", AddressParam())
def mail_test(session: Session, address: str) -> None:
    """Sends a short message to an address, and says what the server answered: whether server,
    password and certificate are right.
    """
    from campaign.extensions.mail_out.smtp import try_mail
    from campaign.notifications.delivery_status import said
    from campaign.world.clock import utc_now

    settings = settings_of(session)
    with what_stops():
        verdict = try_mail(settings, address, utc_now())
    if verdict.state == "sent":
        output.echo(f"Sent: {settings.mail.host} took it. Look whether it arrived, also in spam.")
        return
    raise click.ClickException(said(verdict.state, verdict.server))


VERBS: dict[str, ClickVerb] = {"mail": mail, "mail-test": mail_test}
