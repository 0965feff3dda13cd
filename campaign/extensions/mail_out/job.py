"""The service sends the campaigns' mail itself, as `campaign mail` does from a timer. IO.

Both look at the same deliveries and claim what they take, so they may run side by side. It reads
with a ledger of its own, beside the queue that records.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.accounts.choices import Choices
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import Settings, SettingsError, read_settings
from campaign.accounts.table.names import naming_from
from campaign.accounts.table.talk import said_since
from campaign.extend import BROKEN
from campaign.extensions.mail_out import campaign_mail
from campaign.extensions.mail_out.campaign_mail import WAITING, Mailing
from campaign.extensions.mail_out.smtp import StoppedError
from campaign.notifications.deliveries import Key, StoredDeliveries
from campaign.notifications.delivery_status import Hook, hooks_of
from campaign.notifications.detection import talk_from
from campaign.notifications.notification import Delivery
from campaign.notifications.planning import next_reminder
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where, place_of
from campaign.text.moments import later
from campaign.web.jobs.runner import Job, Looks, UntilOver, never
from campaign.world import clock

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
        monotonic: Callable[[], float] = clock.monotonic,
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
        self._quiet: dict[str, Quiet] = {}
        """The campaigns in which nothing waited for its time when they were last read."""
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
        people = People(self._store, (DELIVERIES,), clock=self._now)
        with closing(people), Ledger(self._store, clock=self._now) as ledger:
            naming_from(ledger, people.file)
            for name, version in ledger.store.versions().items():
                if not self._is_over() and self._looks.is_due(name, version):
                    deliveries = UntilOver(people.file, is_over=self._is_over)
                    self._campaign(ledger, (name, version), people, deliveries, settings)

    def _campaign(
        self,
        ledger: Ledger,
        grown: tuple[str, int],
        people: People,
        deliveries: StoredDeliveries,
        settings: Settings,
    ) -> None:
        """A campaign by its name, up to a version."""
        if self._monotonic() < self._rests_until:
            return
        name, version = grown
        try:
            if self._is_quiet(name, version, people, deliveries):
                return
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
            self._quiet[name] = _quiet(mailing)
        except (SettingsError, StoppedError):
            self._rest()
        except BROKEN as error:
            LOG.error("mail of a campaign failed: %s", type(error).__name__, exc_info=error)

    def _is_quiet(
        self, name: str, version: int, people: People, deliveries: StoredDeliveries
    ) -> bool:
        """Whether all that a campaign's mail depends on is as it was when it was last read."""
        quiet, now = self._quiet.pop(name, None), self._now()
        if quiet is None or quiet.version != version or not later(quiet.until, now):
            return False
        id_ = quiet.campaign
        choices = {member: people.choices(id_, member) for member in quiet.members}
        beside = _beside(choices, deliveries.known(id_), hooks_of(people.file.place, id_), now)
        if beside != quiet.beside or said_since(people.file, id_, talk_from(now)):
            return False
        self._quiet[name] = quiet
        return True

    def _rest(self) -> None:
        """Why is told to the host; a server's words may hold addresses, which are in no log."""
        LOG.warning("no mail could be sent; `campaign mail-status` says why")
        self._rests_until = self._monotonic() + AFTER_A_STOP


# --- When a campaign need not be read again -----------------------------------------------------
# What is to be sent follows from the record, the members' choices, what was sent, what was said at
# the table, webhooks that are off, the day, and the hour where something waits for one.

NEVER = "9999"
"""A moment after all others."""


class Quiet(msgspec.Struct, frozen=True):
    """What a campaign's mail was planned from, and until when time alone changes nothing in it."""

    version: int
    campaign: str
    """Its id."""
    members: tuple[str, ...]
    beside: bytes
    """What it was planned from beside the record."""
    until: str


def _quiet(mailing: Mailing) -> Quiet:
    """What was sent since then has the campaign read once more."""
    campaign, known, now = mailing.campaign, mailing.known, mailing.now
    until = next_reminder(mailing.found, mailing.choices, known, now) or NEVER
    if mailing.said or any(row.state in WAITING for row in known.values()):
        until = now
    beside = _beside(mailing.choices, known, mailing.hooks, now)
    return Quiet(mailing.book.version, campaign.id, tuple(campaign.members), beside, until)


def _beside(
    choices: Mapping[str, Choices], known: Mapping[Key, Delivery], hooks: Iterable[Hook], now: str
) -> bytes:
    """The day counts as well: members stand in for each other by days, and hosts hear daily of what
    failed.
    """
    off = [(hook.id, hook.off_since) for hook in hooks]
    parts = (choices, list(known.values()), off, now[:10])
    return hashlib.sha256(msgspec.json.encode(parts)).digest()


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
