"""Notices wake the browsers of those who let them. IO.

One row for each occasion and member; it is sent once one of their browsers was reached. A browser
that its push service does not know any more is dropped.
"""

import secrets
from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from campaign.notices import outgoing
from campaign.notices.deliveries import Deliveries
from campaign.notices.hook_run import PATIENCE, PAUSES
from campaign.notices.hook_words import ARRIVED, answered
from campaign.notices.hours import shifted
from campaign.notices.kinds import Occasion, Planned, is_from_host
from campaign.notices.outbox import is_ahead
from campaign.notices.outgoing import NoAnswerError, Outside
from campaign.notices.planning import planned
from campaign.notices.push_message import authorization, encrypted, key_bytes, key_of, keys_of
from campaign.notices.push_message import new_key as new_push_key
from campaign.notices.push_words import payload, push_text
from campaign.notices.states import PUSH, Delivery, State
from campaign.people.choices import AT_ONCE, Choices, Told
from campaign.people.subscriptions import Subscription, Subscriptions
from campaign.reports.book import Book
from campaign.text.moments import later

LASTS = 24 * 60 * 60
"""Seconds for which a push service keeps a message for a browser that is off."""
GONE = (404, 410)
RUN_BYTES = 8
_USUAL = Choices()
_PLACES: dict[Told, str] = {
    "asked": "/board",
    "disputes": "/disputes",
    "failures": "/host",
    "seat": "/members",
    "passed": "/journal",
}
"""The pages of a campaign that messages lead to; the others lead to its first."""


class PushCampaign(msgspec.Struct, frozen=True):
    """The campaign whose notices they are, as it is now."""

    book: Book
    found: tuple[Occasion, ...]
    choices: Mapping[str, Choices]
    people: Mapping[str, tuple[Subscription, ...]]
    """The browsers of each member that may be woken."""
    page: str
    """The address of its pages."""


class PushPost:
    """Calls push services, and keeps what came of it."""

    def __init__(
        self,
        subscriptions: Subscriptions,
        deliveries: Deliveries,
        now: Callable[[], str],
        outside: Outside,
        sender: str,
    ) -> None:
        self._subscriptions = subscriptions
        self._deliveries = deliveries
        self._now = now
        self._outside = outside
        self._sender = sender
        """The service's own address, by which a push service could ask who sends all this."""

    def run(self, campaign: PushCampaign) -> None:
        """Sends what is due."""
        id, now = campaign.book.logs[-1].end.campaign.id, self._now()
        self._deliveries.free(id, now)
        read = self._deliveries.cursor(id)
        due = self._planned(campaign, self._deliveries.known(id), now, read)
        fresh = [(one.occasion.key, one.member) for one in due]
        about = {one.occasion.key: one.occasion.about for one in due}
        self._deliveries.make(id, fresh, campaign.book.version, now, about)
        rows = self._deliveries.known(id)
        self._deliveries.withdraw(
            row.number for key, row in rows.items() if key not in fresh and row.state != "sent"
        )
        for one in due:
            row = rows[one.occasion.key, one.member]
            waits = is_ahead(row.next_try, now) or is_ahead(one.not_before, now)
            if row.state in ("due", "later") and not waits:
                self._send(campaign, one, row)

    def _planned(
        self, campaign: PushCampaign, known: Mapping[tuple[str, str], Delivery], now: str, read: int
    ) -> tuple[Planned, ...]:
        """What mail would tell at once; nothing that had come about before somebody asked for it,
        and of seats nothing up to the version that was read before.

        What somebody chose for their mail alone does not matter: its address, its hours, its rest.
        """
        book = campaign.book
        wanted = {
            member: replace(
                campaign.choices.get(member, _USUAL),
                address="push",
                is_stopped=False,
                sending="each",
            )
            for member in campaign.people
        }
        since = {
            member: min((one.made for one in theirs), default="")
            for member, theirs in campaign.people.items()
        }
        shared = book.logs[-1].end.campaign
        found = tuple(one for one in campaign.found if not _is_old_seat(one, known, read))
        before = _as_told(found, since, shared.id)
        return tuple(
            one
            for one in planned(found, wanted, shared, {**before, **known}, now)
            if one.member in since
            and (is_from_host(one.occasion.key) or not later(since[one.member], one.occasion.since))
        )

    def _send(self, campaign: PushCampaign, notice: Planned, row: Delivery) -> None:
        run, numbers = secrets.token_hex(RUN_BYTES), (row.number,)
        if not self._deliveries.claim(numbers, run, self._now()):
            return  # somebody else has it
        now = self._now()
        first_at = row.first_at or now
        more = {
            "attempts": row.attempts + 1,
            "first_at": first_at,
            "version": notice.occasion.version,
        }
        if not self._deliveries.step(numbers, run, ("claimed", "sending"), now, **more):
            return
        content = self._content(campaign, notice)
        theirs = campaign.people[notice.member]
        results = [self.told(one, content) for one in theirs]
        said = next((one for one in results if one == ARRIVED), results[0])
        reached: State = "sent" if said == ARRIVED else "later"
        next_try = ""
        if reached == "later":
            next_try = shifted(self._now(), PAUSES[min(row.attempts, len(PAUSES) - 1)])
            if later(next_try, shifted(first_at, PATIENCE)):
                reached, next_try = "refused", ""
        self._deliveries.step(
            numbers, run, ("sending", reached), self._now(), server=said, next_try=next_try
        )

    def _content(self, campaign: PushCampaign, notice: Planned) -> bytes:
        shared, occasion = campaign.book.logs[-1].end.campaign, notice.occasion
        place = _PLACES.get(occasion.kind, "")
        return payload(
            shared.title or shared.name,
            push_text(campaign.book, occasion, notice.member, self._now()),
            f"{campaign.page}{place}",
            f"{shared.id}:{occasion.follows if occasion.is_reminder else occasion.key}",
        )

    def told(self, subscription: Subscription, content: bytes) -> str:
        """Sends one message to one browser; what came of it, which its page says too."""
        now, browser = self._now(), keys_of(subscription.public, subscription.auth)
        if browser is None:  # as no form would have taken it
            self._subscriptions.forget(subscription.person, subscription.id)
            return "not delivered: its keys can't be used"
        key = key_of(self._subscriptions.key(lambda: key_bytes(new_push_key())))
        headers = {
            "Authorization": authorization(key, subscription.endpoint, self._sender, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Urgency": "high",
        }
        try:
            status = outgoing.post(
                subscription.endpoint, encrypted(content, browser), headers, self._outside
            )
        except NoAnswerError as error:
            said = f"not delivered: {error}"
        else:
            said = answered(status)
            if status in GONE:
                self._subscriptions.forget(subscription.person, subscription.id)
        self._subscriptions.told(subscription.id, said, is_good=said == ARRIVED)
        return said


def _is_old_seat(one: Occasion, known: Mapping[tuple[str, str], Delivery], read: int) -> bool:
    """Whether it is of what is told at once, was read before, and is not on its way."""
    is_old = one.kind in AT_ONCE and one.version <= read
    return is_old and not any((one.key, member) in known for member in one.members)


def _as_told(
    found: tuple[Occasion, ...], since: Mapping[str, str], campaign: str
) -> dict[tuple[str, str], Delivery]:
    """What had come about before somebody's device was switched on, as if it had been told.

    So a host's reminder of it can follow.
    """
    return {
        (one.key, member): Delivery(0, campaign, one.key, member, PUSH, "sent", made_at=begun)
        for one in found
        for member, begun in since.items()
        if member in one.members and later(begun, one.since)
    }
