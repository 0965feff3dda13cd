"""The service sends the campaigns' mail itself, as `campaign mail` does from a timer. IO.

Both look at the same deliveries and claim what they take, so they may run side by side. It reads
with a ledger of its own, beside the lane that records.
"""

import logging
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.accounts.database import open_people
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import Settings, SettingsError, read_settings
from campaign.extensions.mail_out import campaign_mail
from campaign.extensions.mail_out.campaign_mail import Mailing
from campaign.extensions.mail_out.smtp import StoppedError
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where, place_of
from campaign.web.jobs.runner import Job, Looks, UntilOver, never

EVERY = 20.0
"""How often a campaign that has grown is looked at."""
AFTER_A_STOP = 300.0
"""How long nothing is tried once the server took nothing."""
LOG = logging.getLogger("campaign.web")


class MailJob:
    """Looks which campaigns have something to send, and sends it."""

    def __init__(
        self,
        store: Where,
        now: Callable[[], str],
        settings: Callable[[Path], Settings] = read_settings,
        monotonic: Callable[[], float] = time.monotonic,
        is_over: Callable[[], bool] = never,
        *,
        url: str = "",
        allowance: Allowance = UNLIMITED,
    ) -> None:
        self._store = place_of(store)
        self._now = now
        self._settings = settings
        self._monotonic = monotonic
        self._is_over = is_over
        self._url = url
        self._allowance = allowance
        self._looks = Looks(monotonic)
        self._rests_until = float("-inf")

    def run(self) -> None:
        """One round through the campaigns; one that fails keeps no other off."""
        if self._monotonic() < self._rests_until:
            return
        try:
            settings = self._settings(self._store.file)
        except SettingsError:
            self._rest()
            return
        if not settings.mail.host or not settings.mail.sender:
            return
        if self._url and not settings.service.url:
            settings = replace(settings, service=replace(settings.service, url=self._url))
        people = People(self._store, clock=self._now)
        file = open_people(self._store, (DELIVERIES,))
        with closing(people), closing(file), Ledger(self._store, clock=self._now) as ledger:
            for name, version in ledger.store.versions().items():
                if not self._is_over() and self._looks.is_due(name, version):
                    deliveries = UntilOver(file, is_over=self._is_over)
                    self._campaign(ledger, name, people, deliveries, settings)

    def _campaign(
        self,
        ledger: Ledger,
        name: str,
        people: People,
        deliveries: StoredDeliveries,
        settings: Settings,
    ) -> None:
        if self._monotonic() < self._rests_until:
            return
        try:
            mailing = Mailing(ledger, name, people, deliveries, settings)
            if mailing.campaign.record.branch_of is None:
                campaign_mail.send(
                    mailing,
                    deliveries,
                    settings,
                    mailing.planned(),
                    now=self._now,
                    allowance=self._allowance,
                )
        except (SettingsError, StoppedError):
            self._rest()
        except Exception as error:
            LOG.error("mail of a campaign failed: %s", type(error).__name__, exc_info=error)

    def _rest(self) -> None:
        """Why is told to the host; a server's words may hold addresses, which are in no log."""
        LOG.warning("no mail could be sent; `campaign mail-status` says why")
        self._rests_until = self._monotonic() + AFTER_A_STOP


def mail_chore(
    store: Where,
    now: Callable[[], str],
    is_over: Callable[[], bool] = never,
    *,
    url: str = "",
    allowance: Allowance = UNLIMITED,
) -> Job:
    """The mail of every campaign, if the settings name a server.

    `url` is where the club's pages are, if the settings do not say it.
    """
    made = MailJob(store, now, is_over=is_over, url=url, allowance=allowance)
    return Job("mail", EVERY, made.run)
