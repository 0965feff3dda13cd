"""What the verbs of mail share: the club's settings, its deliveries, and a run that sends. IO."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.settings import Settings, SettingsError
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from campaign.notices.answers import StoredAnswers
    from campaign.notices.deliveries import StoredDeliveries
    from campaign.notices.kinds import Planned
    from campaign.notices.mailing import Mailing
    from campaign.notices.outbox import Ended, Parcel, Tried, Writing
    from campaign.notices.states import Delivery


def settings_of(session: Session) -> Settings:
    """The club's settings, with what the host should know about them."""
    from campaign.passwords import warnings
    from campaign.settings import read_settings

    try:
        found = read_settings(session.path)
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    for text in warnings(found.mail):
        session.warn(text)
    return found


def deliveries_of(session: Session) -> "StoredDeliveries":
    """The deliveries of the store."""
    from campaign.notices.deliveries import StoredDeliveries
    from campaign.people.mail_tables import DELIVERIES
    from campaign.people.opening import open_people

    return StoredDeliveries(open_people(session.place, (DELIVERIES,)))


def answers_of(session: Session) -> "StoredAnswers":
    """What became of the answers by mail, and which letters can be answered that way."""
    from campaign.notices.answers import StoredAnswers
    from campaign.people.mail_tables import ANSWERS
    from campaign.people.opening import open_people

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
    from campaign.notices.mailing import Mailing

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
    from campaign.clubs.near import allowance_at
    from campaign.notices import mail_run

    progress = mail_run.say_nothing if quiet else _telling(mailing)
    settings, now = settings_of(session), session.ledger.now
    with _what_stops():
        return mail_run.send(
            mailing,
            deliveries,
            settings,
            planned,
            now=now,
            at_once=at_once,
            progress=progress,
            allowance=allowance_at(session.place),
        )


def send_parcels(
    session: Session,
    settings: Settings,
    waiting: "list[Parcel]",
    write: "Writing",
    deliveries: "StoredDeliveries",
) -> "Ended":
    """One run over messages of a campaign that have their rows."""
    from campaign.clubs.near import allowance_at
    from campaign.notices import mail_run

    with _what_stops():
        return mail_run.send_parcels(
            settings,
            waiting,
            write,
            deliveries,
            session.ledger.now,
            allowance=allowance_at(session.place),
        )


@contextmanager
def _what_stops() -> "Iterator[None]":
    """What keeps a run from sending anything, for the host's keyboard."""
    from campaign.notices.mail.smtp import StoppedError

    try:
        yield
    except SettingsError as error:
        raise WrongUsage(str(error)) from error
    except StoppedError as error:
        raise click.ClickException(str(error)) from error


def _telling(mailing: "Mailing") -> "Callable[[Tried], None]":
    """A function that prints what became of each message."""

    def say(tried: "Tried") -> None:
        from campaign.notices.outcome_words import said

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
    from campaign.notices.states import MAIL, Delivery

    known = mailing.known.get(key)
    return known or Delivery(0, mailing.campaign.id, key[0], key[1], MAIL, "due")
