"""Webhooks: a campaign's public news in the form that each reader takes, one message after the
other. IO.
"""

import base64
import hashlib
import hmac
import html
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

import msgspec

from campaign.accounts.people import People
from campaign.accounts.protocol import PeopleDatabase
from campaign.extensions.webhooks.hooks import Webhook, Webhooks
from campaign.kernel.members import Campaign
from campaign.notifications import outgoing_requests
from campaign.notifications.deliveries import Key, StoredDeliveries
from campaign.notifications.detection import occasions
from campaign.notifications.local_time import is_to_come, shifted
from campaign.notifications.notification import WEBHOOK, Delivery, State
from campaign.notifications.outgoing_requests import (
    ARRIVED,
    PATIENCE,
    PAUSES,
    NoAnswerError,
    Outside,
    answered,
)
from campaign.notifications.planning import PublicNews, public_news
from campaign.reports.book import Book
from campaign.text.moments import later
from campaign.web.jobs.notifications import NoticesAround
from campaign.web.replies import PublicAddress
from campaign.world import chance
from campaign.world.clock import utc_now

# --- What a webhook is sent, in the form that its reader takes, and what its answer means -------

JSON = "application/json"
LONGEST = 1500
"""How many letters of a text are sent: less than any of them takes."""
_MARKS = re.compile(r"([\\*_~`|>\[\]()#<@])")
"""What Discord would take for its own marks."""


class WebhookMessage(msgspec.Struct, frozen=True):
    """One message, whatever its form."""

    id: str
    """The same at each attempt, so that the other side can tell a repeat."""
    campaign: str
    """The campaign's name, and what it is called."""
    title: str
    kind: str
    turn: str
    text: str
    url: str
    """The campaign's pages; empty if nobody has said where they are."""


def request(hook: Webhook, message: WebhookMessage, now: str) -> tuple[bytes, dict[str, str]]:
    """The body and its headers."""
    text = message.text[:LONGEST]
    if hook.form == "discord":
        said = _MARKS.sub(r"\\\1", f"{message.title}: {text}")
        lines = f"{said}\n<{message.url}>" if message.url else said
        return _json({"content": lines, "allowed_mentions": {"parse": []}})
    if hook.form == "slack":
        said = html.escape(f"{message.title}: {text}", quote=False)
        return _json({"text": f"{said}\n<{message.url}>" if message.url else said})
    body, headers = _json({**msgspec.structs.asdict(message), "text": text, "at": now})
    return body, {**headers, **signed(hook.key, message.id, now, body)}


def _json(value: dict[str, object]) -> tuple[bytes, dict[str, str]]:
    return msgspec.json.encode(value), {"Content-Type": JSON}


def signed(key: bytes, id: str, now: str, body: bytes) -> dict[str, str]:
    """The headers by which the other side knows that a message is ours, as Standard Webhooks has
    them: HMAC-SHA-256 over id, seconds since 1970 and body, with full stops between.
    """
    seconds = str(int(datetime.fromisoformat(now).timestamp()))
    digest = hmac.new(key, f"{id}.{seconds}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": "v1," + base64.b64encode(digest).decode(),
    }


# --- A campaign's public news goes to its webhooks, one message after the other -----------------
#
# What fails is tried again after 1, 5 and 30 minutes, 2 and 12 hours, and the news behind it
# waits; after a day of failures a webhook is off, with what waits, until a test of it arrives. The
# log is read from the same place until nothing waits any more, so that what failed is still known
# when its turn is long over. What is asked no more meanwhile is not told.

OVER = ("sent", "refused")
"""States of a row that waits for nothing."""
TEST = "test"
RUN_BYTES = 8


class WebhookCampaign(msgspec.Struct, frozen=True):
    """The campaign whose news it is, as messages name it."""

    id: str
    name: str
    title: str
    url: str
    """Of its pages; empty if nobody has said."""
    version: int


class WebhookPost(msgspec.Struct, frozen=True):
    """Calls webhooks, and keeps what came of it."""

    hooks: Webhooks
    deliveries: StoredDeliveries
    now: Callable[[], str]
    outside: Outside

    def run(self, campaign: WebhookCampaign, news: Iterable[PublicNews]) -> None:
        """Sends what each webhook of a campaign wants and has not got."""
        self.deliveries.free(campaign.id, self.now())
        items = tuple(news)
        wanted = {
            hook.id: [one for one in items if _wants(hook, one)]
            for hook in self.hooks.of(campaign.id)
            if not hook.off_since
        }
        rows = self._made(campaign, wanted)
        for hook, theirs in wanted.items():
            self._hook(campaign, hook, [(one, rows[one.key, hook]) for one in theirs])
        if all(row.state in OVER for row in self.deliveries.known(campaign.id).values()):
            self.deliveries.make(campaign.id, (), campaign.version, self.now())

    def _made(
        self, campaign: WebhookCampaign, wanted: Mapping[str, list[PublicNews]]
    ) -> dict[Key, Delivery]:
        """A row for all that each webhook wants; the cursor stays, and what is no news is dropped.

        Whoever dies in a call leaves the rows of the webhooks behind it.
        """
        fresh = [(one.key, hook) for hook, theirs in wanted.items() for one in theirs]
        cursor = self.deliveries.cursor(campaign.id)
        self.deliveries.make(campaign.id, fresh, cursor, self.now())
        rows, standing = self.deliveries.known(campaign.id), frozenset(fresh)
        self.deliveries.withdraw(row.number for key, row in rows.items() if key not in standing)
        return rows

    def test(self, campaign: WebhookCampaign, hook: Webhook, turn: str) -> str:
        """Sends a message that says what it is; what came of it. If it arrives, it is on."""
        text = "This is a test. News of the campaign comes here from now on."
        message = _message(
            campaign, chance.token_hex(RUN_BYTES), PublicNews(TEST, "turns", turn, "", text)
        )
        said = self._called(hook, msgspec.structs.replace(message, kind=TEST))
        if said == ARRIVED:
            self.hooks.arrived(hook, said)
        else:
            self.hooks.tried(hook, said)
        return said

    def _hook(
        self, campaign: WebhookCampaign, hook: str, news: Iterable[tuple[PublicNews, Delivery]]
    ) -> None:
        waiting = [(one, row) for one, row in news if row.state in ("due", "later")]
        for one, row in waiting:
            current = self.hooks.find(campaign.id, hook)
            if current is None or current.off_since or is_to_come(current.next_try, self.now()):
                break
            self._send(campaign, current, one, row)
        current = self.hooks.find(campaign.id, hook)
        if current is not None and current.off_since:
            self._give_up([row.number for _, row in waiting])

    def _send(
        self, campaign: WebhookCampaign, hook: Webhook, news: PublicNews, row: Delivery
    ) -> None:
        run, numbers = chance.token_hex(RUN_BYTES), (row.number,)
        if not self.deliveries.claim(numbers, run, self.now()):
            return  # somebody else has it
        more = {"attempts": row.attempts + 1, "first_at": row.first_at or self.now()}
        if not self.deliveries.step(numbers, run, ("claimed", "sending"), self.now(), **more):
            return
        said = self._called(hook, _message(campaign, f"{hook.id}-{row.number}", news))
        reached: State = "sent" if said == ARRIVED else "later"
        self.deliveries.step(numbers, run, ("sending", reached), self.now(), server=said)
        if said == ARRIVED:
            self.hooks.arrived(hook, said)
            return
        now, since = self.now(), hook.failing_since
        is_off = bool(since) and not later(shifted(since, PATIENCE), now)
        pause = PAUSES[min(hook.failures, len(PAUSES) - 1)]
        self.hooks.failed(hook, said, shifted(now, pause), is_off=is_off)

    def _give_up(self, numbers: Iterable[int]) -> None:
        """What waited when a webhook was switched off is not sent any more."""
        for number in numbers:
            run, now = chance.token_hex(RUN_BYTES), self.now()
            if self.deliveries.claim((number,), run, now):
                self.deliveries.step((number,), run, ("claimed", "refused"), now)

    def _called(self, hook: Webhook, message: WebhookMessage) -> str:
        body, headers = request(hook, message, self.now())
        try:
            return answered(outgoing_requests.post(hook.url, body, headers, self.outside))
        except NoAnswerError as error:
            return f"not delivered: {error}"


def _wants(hook: Webhook, news: PublicNews) -> bool:
    """What had come about before the webhook was made is no news to it."""
    return news.kind in hook.kinds and not later(hook.made, news.since)


def _message(campaign: WebhookCampaign, id: str, news: PublicNews) -> WebhookMessage:
    return WebhookMessage(
        id, campaign.name, campaign.title, news.kind, news.turn, news.text, campaign.url
    )


# --- What the service asks of webhooks -----------------------------------------------------------


def hooks_of(file: PeopleDatabase, campaign_id: str) -> tuple[Webhook, ...]:
    """The webhooks of a campaign."""
    return Webhooks(file, clock=utc_now).of(campaign_id)


def hook_campaign(campaign: Campaign, address: PublicAddress, version: int) -> WebhookCampaign:
    """A campaign as messages name it."""
    return WebhookCampaign(
        id=campaign.id,
        name=campaign.name,
        title=campaign.title or campaign.name,
        url=address.to(f"/c/{campaign.name}"),
        version=version,
    )


def listening(around: NoticesAround, people: People) -> frozenset[str]:
    """The ids of the campaigns that have webhooks."""
    return Webhooks(people.file, clock=around.now).campaigns()


def telling(
    around: NoticesAround, people: People, campaign: Campaign
) -> Callable[[Book], None] | None:
    """Tells the webhooks of a campaign what is new in it; None where none is on."""
    hooks = Webhooks(people.file, clock=around.now)
    if all(hook.off_since for hook in hooks.of(campaign.id)):
        return None
    deliveries = around.deliveries(people.file, WEBHOOK)

    def tell(book: Book) -> None:
        campaign, now = book.logs[-1].end.campaign, around.now()
        news = occasions(book, deliveries.cursor(campaign.id), now)
        post = WebhookPost(hooks, deliveries, around.now, around.outside)
        about = hook_campaign(campaign, around.address, book.version)
        post.run(about, public_news(book, news, now))

    return tell
