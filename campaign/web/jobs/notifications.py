"""The service tells webhooks and woken browsers of what is new in the campaigns. IO.

It reads with a ledger of its own, beside the lane that records.
"""

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import closing

from campaign.accounts.choices import Choices
from campaign.accounts.devices import DOORS
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES, PeopleDatabase
from campaign.accounts.subscriptions import SUBSCRIPTIONS, Subscription, Subscriptions
from campaign.extensions.push.posts import PushCampaign, PushPost
from campaign.extensions.webhooks.hooks import WEBHOOKS, Webhooks
from campaign.extensions.webhooks.posts import WebhookCampaign, WebhookPost
from campaign.kernel.members import Campaign
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.delivery_status import in_use
from campaign.notifications.detection import failures, occasions
from campaign.notifications.notification import PUSH, WEBHOOK
from campaign.notifications.outgoing_requests import Outside
from campaign.notifications.planning import public_news
from campaign.reports.book import Book, StoredLog, read
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where, place_of
from campaign.web.jobs.runner import Job, Looks, UntilOver, never
from campaign.web.replies import PublicAddress

EVERY = 10.0
"""How often a campaign that has grown is looked at."""
LOG = logging.getLogger("campaign.web")


class NotificationJob:
    """Looks which campaigns have something to tell, and tells it."""

    def __init__(
        self,
        store: Where,
        address: PublicAddress,
        now: Callable[[], str],
        outside: Outside,
        *,
        is_plain: bool = False,
        monotonic: Callable[[], float] = time.monotonic,
        is_over: Callable[[], bool] = never,
    ) -> None:
        self._store = place_of(store)
        self._address = address
        self._now = now
        self._outside = outside
        self._is_plain = is_plain
        self._is_over = is_over
        self._looks = Looks(monotonic)

    def run(self) -> None:
        """One round through the campaigns; one that fails keeps no other off."""
        people = People(self._store, (DOORS, DELIVERIES, WEBHOOKS, SUBSCRIPTIONS), clock=self._now)
        with closing(people), Ledger(self._store, clock=self._now) as ledger:
            for name, version in ledger.store.versions().items():
                if self._is_over() or not self._looks.is_due(name, version):
                    continue
                try:
                    self._campaign(ledger, name, people)
                except Exception as error:  # no address of a webhook is in what is raised
                    LOG.error("notices of a campaign: %s", type(error).__name__, exc_info=error)

    def _campaign(self, ledger: Ledger, name: str, people: People) -> None:
        campaign: Campaign = ledger.live(name).state.campaign
        if campaign.record.branch_of is not None:
            return
        hooks = Webhooks(people.file, clock=self._now)
        has_hooks = any(not hook.off_since for hook in hooks.of(campaign.id))
        subscriptions = Subscriptions(people.file, clock=self._now)
        woken = {} if self._is_plain else _woken(people, subscriptions, campaign)
        if not has_hooks and not woken:
            return
        book = read(StoredLog(ledger, name))
        if has_hooks:
            self._hooks(book, hooks, UntilOver(people.file, WEBHOOK, self._is_over))
        if woken:
            choices = people.all_choices(campaign)
            deliveries = UntilOver(people.file, PUSH, self._is_over)
            self._push(book, people.file, deliveries, choices, woken)

    def _hooks(self, book: Book, hooks: Webhooks, deliveries: StoredDeliveries) -> None:
        campaign: Campaign = book.logs[-1].end.campaign
        now = self._now()
        found = occasions(book, deliveries.cursor(campaign.id), now)
        post = WebhookPost(hooks, deliveries, self._now, self._outside)
        about = hook_campaign(campaign, self._address, book.version)
        post.run(about, public_news(book, found, now))

    def _push(
        self,
        book: Book,
        file: PeopleDatabase,
        deliveries: StoredDeliveries,
        choices: Mapping[str, Choices],
        woken: Mapping[str, tuple[Subscription, ...]],
    ) -> None:
        campaign: Campaign = book.logs[-1].end.campaign
        found = occasions(book, deliveries.cursor(campaign.id), self._now())
        rows = in_use(StoredDeliveries(file).known(campaign.id).values(), choices)
        off = Webhooks(file, clock=self._now).of(campaign.id)
        failed = failures(rows, campaign, self._now(), off)
        found = (*found, failed) if failed else found
        page = self._address.to(f"/c/{campaign.name}")
        subscriptions = Subscriptions(file, clock=self._now)
        post = PushPost(subscriptions, deliveries, self._now, self._outside, self._address.url)
        post.run(PushCampaign(book, found, choices, woken, page))


def _woken(
    people: People, subscriptions: Subscriptions, campaign: Campaign
) -> dict[str, tuple[Subscription, ...]]:
    """The browsers of each member that may be woken."""
    found = {
        member: subscriptions.of(people.person_in(campaign.id, member))
        for member in campaign.members
    }
    return {member: theirs for member, theirs in found.items() if theirs}


def hook_campaign(campaign: Campaign, address: PublicAddress, version: int) -> WebhookCampaign:
    """A campaign as messages name it."""
    return WebhookCampaign(
        id=campaign.id,
        name=campaign.name,
        title=campaign.title or campaign.name,
        url=address.to(f"/c/{campaign.name}"),
        version=version,
    )


def notice_chore(
    store: Where,
    address: PublicAddress,
    now: Callable[[], str],
    outside: Outside,
    is_over: Callable[[], bool] = never,
    *,
    is_plain: bool = False,
) -> Job:
    """Webhooks and push of every campaign."""
    rounds = NotificationJob(store, address, now, outside, is_plain=is_plain, is_over=is_over)
    return Job("notices", EVERY, rounds.run)
