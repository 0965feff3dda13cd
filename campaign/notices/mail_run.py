"""One run of a campaign's mail, whoever asks for it: the host's verb, or the service by itself. IO.

What keeps a run from sending anything is kept until one reaches the server.
"""

import random
import secrets
from collections.abc import Callable, Iterable

from campaign.clubs.allowance import UNLIMITED, Allowance
from campaign.notices import outbox
from campaign.notices.deliveries import Deliveries
from campaign.notices.kinds import Planned
from campaign.notices.mail.smtp import Post, StoppedError
from campaign.notices.mailing import Mailing
from campaign.notices.outbox import Ended, Parcel, Tried, Writing
from campaign.passwords import password
from campaign.settings import Settings, SettingsError

WAITING = ("due", "later", "claimed", "talking", "sending")
"""States of a delivery that somebody still has to send."""
RUN_BYTES = 8


def say_nothing(tried: Tried) -> None:
    """For whoever reads afterwards what became of the messages."""


def send(
    mailing: Mailing,
    deliveries: Deliveries,
    settings: Settings,
    planned: Iterable[Planned],
    *,
    now: Callable[[], str],
    at_once: bool = False,
    progress: Callable[[Tried], None] = say_nothing,
    allowance: Allowance = UNLIMITED,
) -> Ended:
    """Sends what was planned and is due. Raises `SettingsError` and `StoppedError`."""
    planned = tuple(planned)
    _must_mail(settings, mailing, deliveries)
    if over := mailing.over():
        deliveries.withdraw(over)
    due = (*planned, *mailing.planned())  # the others stay due
    rows = outbox.recorded(deliveries, mailing.campaign.id, due, mailing.book.version, mailing.now)
    waiting = list(outbox.parcels(planned, rows, mailing.now, at_once=at_once))
    if not any(row.state in WAITING for row in rows.values()):
        deliveries.goes_on(mailing.campaign.id)
    return send_parcels(settings, waiting, mailing.written, deliveries, now, progress, allowance)


def _must_mail(settings: Settings, mailing: Mailing, deliveries: Deliveries) -> None:
    """Whoever never sent anything may go on without a server: of them nothing is kept."""
    try:
        settings.must_mail()
    except SettingsError as error:
        if any(row.state == "sent" for row in mailing.known.values()):
            deliveries.stands_still(mailing.campaign.id, str(error), mailing.now)
        else:
            deliveries.goes_on(mailing.campaign.id)
        raise


def send_parcels(
    settings: Settings,
    waiting: list[Parcel],
    write: Writing,
    deliveries: Deliveries,
    now: Callable[[], str],
    progress: Callable[[Tried], None] = say_nothing,
    allowance: Allowance = UNLIMITED,
) -> Ended:
    """Sends messages of a campaign that have their rows. Raises `SettingsError` and
    `StoppedError`.
    """
    if not waiting:
        return Ended(())
    campaign, began = waiting[0].rows[0].campaign, now()
    try:
        settings.must_mail()
        line = Post(settings.mail, password(settings.mail))
        run = secrets.token_hex(RUN_BYTES)
        around = outbox.Around(run, now, random.random, progress, allowance)
        ended = outbox.run(waiting, write, line, settings.mail.address, deliveries, around)
    except (SettingsError, StoppedError) as error:
        deliveries.stands_still(campaign, str(error), began)
        raise
    if ended.is_refused:
        deliveries.stands_still(campaign, ended.stopped, began)
    elif ended.has_reached:
        deliveries.goes_on()
    return ended
