"""What the verbs of mail share: the club's settings, its deliveries, and a run that sends. IO."""

import secrets
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.settings import Settings, SettingsError
from campaign.text.json_values import JsonObject

WAITING = ("due", "later", "claimed", "talking", "sending")
"""States of a delivery that somebody still has to send."""
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    from campaign.notices.deliveries import DELIVERIES, StoredDeliveries
    from campaign.people.database import PeopleFile, people_path

    return StoredDeliveries(PeopleFile(people_path(session.path), (DELIVERIES,)))


def answers_of(session: Session) -> "StoredAnswers":
    """What became of the answers by mail, and which letters can be answered that way."""
    from campaign.notices.answers import ANSWERS, StoredAnswers
    from campaign.people.database import PeopleFile, people_path

    return StoredAnswers(PeopleFile(people_path(session.path), (ANSWERS,)))


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
    from campaign.notices import outbox

    planned, settings = tuple(planned), settings_of(session)
    _must_mail(settings, mailing, deliveries)
    if over := mailing.over():
        deliveries.withdraw(over)
    due = (*planned, *mailing.planned())  # the others stay due
    rows = outbox.recorded(deliveries, mailing.campaign.id, due, mailing.book.version, mailing.now)
    waiting = list(outbox.parcels(planned, rows, mailing.now, at_once=at_once))
    if not any(row.state in WAITING for row in rows.values()):
        deliveries.goes_on(mailing.campaign.id)
    progress = _say_nothing if quiet else _telling(mailing)
    return send_parcels(session, settings, waiting, mailing.written, deliveries, progress)


def _must_mail(settings: Settings, mailing: "Mailing", deliveries: "StoredDeliveries") -> None:
    """Whoever never sent anything may go on without a server: of them nothing is kept."""
    try:
        settings.must_mail()
    except SettingsError as error:
        if any(row.state == "sent" for row in mailing.known.values()):
            deliveries.stands_still(mailing.campaign.id, str(error), mailing.now)
        else:
            deliveries.goes_on(mailing.campaign.id)
        raise WrongUsage(str(error)) from error


def send_parcels(
    session: Session,
    settings: Settings,
    waiting: "list[Parcel]",
    write: "Writing",
    deliveries: "StoredDeliveries",
    progress: "Callable[[Tried], None] | None" = None,
) -> "Ended":
    """One run over messages of a campaign that have their rows. What keeps it from sending anything
    is kept until a run reaches the server.
    """
    import random

    from campaign.notices import outbox
    from campaign.notices.mail.smtp import Post, StoppedError
    from campaign.passwords import password

    if not waiting:
        return outbox.Ended(())
    campaign, now = waiting[0].rows[0].campaign, session.ledger.now()
    try:
        settings.must_mail()
        line = Post(settings.mail, password(settings.mail))
        around = outbox.Around(
            run=secrets.token_hex(8),
            now=session.ledger.now,
            chance=random.random,
            progress=progress or _say_nothing,
        )
        ended = outbox.run(waiting, write, line, settings.mail.address, deliveries, around)
    except SettingsError as error:
        deliveries.stands_still(campaign, str(error), now)
        raise WrongUsage(str(error)) from error
    except StoppedError as error:
        deliveries.stands_still(campaign, str(error), now)
        raise click.ClickException(str(error)) from error
    if ended.is_refused:
        deliveries.stands_still(campaign, ended.stopped, now)
    elif ended.has_reached:
        deliveries.goes_on()
    return ended


def _say_nothing(tried: "Tried") -> None:
    """For programs, which get it as JSON."""


def _telling(mailing: "Mailing") -> "Callable[[Tried], None]":
    """A function that prints what became of each message."""

    def say(tried: "Tried") -> None:
        parcel = tried.parcel
        text = f"{mailing.campaign.called(parcel.member)}: {mailing.subject(parcel)}"
        if len(parcel.planned) > 1:
            text += f", in a digest of {len(parcel.planned)}"
        output.echo(f"{text}: {said(tried.state, tried.server)}")

    return say


_WORDS = {
    "sent": "sent",
    "later": "put off",
    "refused": "refused",
    "unknown": "may have arrived",
    "due": "due",
    "claimed": "on its way",
    "talking": "on its way",
    "sending": "on its way",
}


def in_a_word(state: str) -> str:
    """A delivery's state in words."""
    return _WORDS[state]


def said(state: str, server: str) -> str:
    """A delivery's state in words, with what the server said and what that means."""
    from campaign.notices.mail.servers import in_words

    text = in_a_word(state)
    if state == "sent" or not server:
        return text
    words = in_words(server)
    return f"{text}; {words} (the server said: {server})" if words else f"{text}; {server}"


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
