"""The service tells webhooks and woken browsers of what is new in the campaigns. IO.

It reads with a ledger of its own, beside the queue that records.
"""

import logging
from collections.abc import Callable
from contextlib import closing

import msgspec

from campaign import extend
from campaign.accounts.devices import DOORS
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES, PeopleDatabase
from campaign.accounts.subscriptions import SUBSCRIPTIONS
from campaign.accounts.table.names import naming_from
from campaign.extend import BROKEN
from campaign.kernel.members import Campaign
from campaign.notifications import notification, outgoing_requests
from campaign.notifications.deliveries import StoredDeliveries
from campaign.reports.book import StoredLog, read
from campaign.store import outlines, protocol
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outlined
from campaign.web.jobs.runner import Job, Looks, UntilOver, never
from campaign.web.replies import PublicAddress
from campaign.world import clock

CHANNELS = (notification.WEBHOOK, notification.PUSH)
"""What tells of a campaign, in this order, where it is here."""
EVERY = 10.0
"""How often a campaign that has grown is looked at."""
LOG = logging.getLogger("campaign.web")


class NoticesAround(msgspec.Struct, frozen=True):
    """What a channel is given from outside."""

    address: PublicAddress
    now: Callable[[], str]
    outside: outgoing_requests.Outside
    is_plain: bool
    is_over: Callable[[], bool]

    def deliveries(self, file: PeopleDatabase, channel: str) -> StoredDeliveries:
        """Those of a channel, of which none is begun once it is over."""
        return UntilOver(file, channel, self.is_over)


class NotificationJob:
    """Looks which campaigns have something to tell, and tells it."""

    def __init__(
        self,
        store: protocol.Where,
        address: PublicAddress,
        now: Callable[[], str],
        outside: outgoing_requests.Outside,
        *,
        is_plain: bool = False,
        monotonic: Callable[[], float] = clock.monotonic,
        is_over: Callable[[], bool] = never,
    ) -> None:
        self._store = protocol.place_of(store)
        self._around = NoticesAround(address, now, outside, is_plain, is_over)
        self._looks = Looks(monotonic)
        self._channels = (*CHANNELS, *extend.others("channels"))

    def run(self) -> None:
        """One round through the campaigns; one that fails keeps no other off."""
        people = People(
            self._store,
            (DOORS, DELIVERIES, *extend.every("parts"), SUBSCRIPTIONS),
            clock=self._around.now,
        )
        with closing(people), Ledger(self._store, clock=self._around.now) as ledger:
            naming_from(ledger, people.file)
            listening = self._listening(people)
            for one in outlines.every(ledger) if listening is None or listening else ():
                if self._around.is_over() or not _may_tell(one, listening):
                    continue
                if not self._looks.is_due(one.name, one.version):
                    continue
                try:
                    self._campaign(ledger, one.name, people)
                except BROKEN as error:  # no address of a webhook is in what is raised
                    LOG.error("notices of a campaign: %s", type(error).__name__, exc_info=error)

    def _listening(self, people: People) -> frozenset[str] | None:
        """The ids of the campaigns of which anybody is told; None where a channel does not know."""
        known: set[str] = set()
        for name in self._channels:
            for channel in extend.found("channels", name):
                listening = getattr(channel, "listening", None)
                if listening is None:
                    return None
                known |= listening(self._around, people)
        return frozenset(known)

    def _campaign(self, ledger: Ledger, name: str, people: People) -> None:
        campaign: Campaign = ledger.live(name).state.campaign
        if campaign.record.branch_of is not None:
            return
        channels = [
            tell
            for name in self._channels
            for channel in extend.found("channels", name)
            if (tell := channel.telling(self._around, people, campaign)) is not None
        ]
        if channels:
            book = read(StoredLog(ledger, campaign.name))
            for tell in channels:
                tell(book)


def _may_tell(one: Outlined, listening: frozenset[str] | None) -> bool:
    """Whether a campaign is one of which somebody may be told; one that cannot be read is looked at
    all the same.
    """
    about = one.outline
    if isinstance(about, protocol.StoreError):
        return True
    return about.branch_of is None and (listening is None or about.id in listening)


def notice_chore(
    store: protocol.Where,
    address: PublicAddress,
    now: Callable[[], str],
    outside: outgoing_requests.Outside,
    is_over: Callable[[], bool] = never,
    *,
    is_plain: bool = False,
) -> Job:
    """Webhooks and push of every campaign."""
    rounds = NotificationJob(store, address, now, outside, is_plain=is_plain, is_over=is_over)
    return Job("notices", EVERY, rounds.run)
