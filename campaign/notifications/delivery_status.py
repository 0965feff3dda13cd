"""What became of deliveries: by channel, in words, and what the host should know of."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import Protocol

import msgspec

from campaign import extend
from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.protocol import PeopleDatabase
from campaign.accounts.subscriptions import Subscription
from campaign.kernel.members import Campaign
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.local_time import in_full, shifted
from campaign.notifications.notification import MAIL, PUSH, TURN, WEBHOOK, Delivery, rests
from campaign.notifications.servers import answer_in_words
from campaign.store.protocol import StorePlace
from campaign.text.english import listed
from campaign.text.moments import in_words, later

# --- What became of a message, in words for whoever waits for it --------------------------------

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
    text = in_a_word(state)
    if state == "sent" or not server:
        return text
    words = answer_in_words(server)
    return f"{text}; {words} (the server said: {server})" if words else f"{text}; {server}"


# --- The channels that notices go by, with what came of the last one of each --------------------

NOTHING_SENT = "nothing was sent yet"


class LastResult(msgspec.Struct, frozen=True):
    """A way that notices go, with what came of the last one in plain words."""

    channel: str
    name: str
    """What its owner knows it by: a device, a server."""
    text: str
    id: str = ""
    """What a test of it is asked for by."""
    can_be_tried: bool = True


class Hook(Protocol):
    """A webhook, as far as hosts are told of it."""

    @property
    def id(self) -> str:
        """What a test of it is asked for by."""

    @property
    def host(self) -> str:
        """The name of its server."""

    @property
    def said(self) -> str:
        """What came of the last call."""

    @property
    def said_at(self) -> str:
        """When that was."""

    @property
    def failing_since(self) -> str:
        """Empty while it works."""

    @property
    def off_since(self) -> str:
        """Empty while it is on."""


def hooks_of(place: StorePlace, campaign_id: str) -> tuple[Hook, ...]:
    """The webhooks of a campaign; none where the program has none."""
    for part in extend.found("parts", "webhooks"):
        with closing(open_people(place, (part,))) as file:
            hooks: tuple[Hook, ...] = extend.wanted("channels", "webhook").hooks_of(
                file, campaign_id
            )
            return hooks
    return ()


def last_call(called: Subscription | Hook) -> str:
    """What came of the last call of a device or a webhook, and when."""
    return f"{in_words(called.said_at)}: {called.said}" if called.said else NOTHING_SENT


def mail_result(
    rows: Iterable[Delivery], member: str, chosen: Choices, *, is_set_up: bool
) -> LastResult:
    """What became of the last mail to a member, or why there is none."""
    if not is_set_up:
        return LastResult(MAIL, "", "This club sends no mail.", can_be_tried=False)
    if not chosen.address:
        text = "Nobody has given an address of yours."
        return LastResult(MAIL, "", text, can_be_tried=False)
    mine = [row for row in rows if row.member == member and row.attempts]
    if not mine:
        return LastResult(MAIL, chosen.address, "Nothing was sent to you yet.")
    last = max(mine, key=lambda row: row.moved_at or row.made_at)
    when = in_full((last.moved_at or last.made_at)[:16] + ":00Z", chosen.zone)
    text = f"The last one, {when}: {said(last.state, last.server)}."
    return LastResult(MAIL, chosen.address, text)


def push_results(
    subscriptions: Iterable[Subscription], labels: Mapping[str, str]
) -> tuple[LastResult, ...]:
    """Somebody's devices that are woken; `labels` call devices by name."""
    return tuple(
        LastResult(PUSH, labels.get(one.device, "a device"), last_call(one), one.id)
        for one in subscriptions
    )


def hook_results(hooks: Iterable[Hook]) -> tuple[LastResult, ...]:
    """A campaign's webhooks."""
    return tuple(LastResult(WEBHOOK, one.host, last_call(one), one.id) for one in hooks)


def hook_trouble(hook: Hook) -> str:
    """What is the matter with a webhook, for a host; empty if nothing is."""
    if hook.off_since:
        return (
            f"the webhook to {hook.host} has been off since {in_words(hook.off_since)}, after a "
            "day of failures; a test that arrives switches it on"
        )
    if hook.failing_since:
        return (
            f"the webhook to {hook.host} has failed since {in_words(hook.failing_since)} "
            f"({hook.said})"
        )
    return ""


def hook_troubles(hooks: Iterable[Hook]) -> tuple[str, ...]:
    """What is the matter with a campaign's webhooks, a line for each."""
    return tuple(text for hook in hooks if (text := hook_trouble(hook)))


# --- What the host should know about deliveries: what failed, and whose mail rests --------------

MARK = 4
"""How many digits the mark of an address has."""


def mark(secret: bytes, address: str) -> str:
    """What an address is told from another by: too short to check a guess."""
    return hashlib.sha256(secret + address.encode()).hexdigest()[:MARK]


def stop_token(secret: bytes, campaign_id: str, member: str) -> str:
    """What the address for stopping mail with one click bears; it names nobody."""
    said = "\n".join(("stop", campaign_id, "", member)).encode()
    keyed = hmac.new(secret, said, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(keyed).decode().rstrip("=")


def resting(
    rows: Iterable[Delivery], choices: Mapping[str, Choices], secret: bytes
) -> tuple[str, ...]:
    """The members whose mail rests: two turns in a row were refused at their address."""
    return tuple(
        member
        for member, theirs in _by_member(rows).items()
        if member in choices and rests(theirs, mark(secret, choices[member].address))
    )


def in_trouble(rows: Iterable[Delivery]) -> tuple[Delivery, ...]:
    """The deliveries that only a person moves on, until a later turn reached their member
    or a host has seen it.

    Other messages do not count: most servers take whatever comes, and say no a minute later.
    """
    return tuple(
        row
        for theirs in _by_member(rows).values()
        for row in theirs
        if row.state in ("refused", "unknown")
        and not row.seen
        and not any(_makes_good(other, row) for other in theirs)
    )


def put_off(rows: Iterable[Delivery], now: str) -> tuple[Delivery, ...]:
    """The deliveries that a server has put off for more than a day."""
    waiting = (row for row in rows if row.state == "later" and row.first_at)
    return tuple(row for row in waiting if later(now, _a_day_after(row)))


def failed_at(row: Delivery) -> str:
    """When a delivery in trouble, or one that is put off, became so."""
    return _a_day_after(row) if row.state == "later" else row.moved_at or row.made_at


def _a_day_after(row: Delivery) -> str:
    return shifted(row.first_at, 24)


def in_use(rows: Iterable[Delivery], choices: Mapping[str, Choices]) -> tuple[Delivery, ...]:
    """The deliveries of those who get mail: who has no address any more, or wants none, is no
    trouble.
    """
    return tuple(
        row
        for row in rows
        if row.member in choices
        and choices[row.member].address
        and not choices[row.member].is_stopped
    )


def _makes_good(other: Delivery, row: Delivery) -> bool:
    """Whether a turn was sent after a delivery had failed."""
    is_turn = other.occasion.startswith(TURN) and other.state == "sent"
    return is_turn and other.number > row.number and not later(row.moved_at, other.moved_at)


def _by_member(rows: Iterable[Delivery]) -> dict[str, list[Delivery]]:
    by_member: dict[str, list[Delivery]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        by_member.setdefault(row.member, []).append(row)
    return by_member


# --- What of a campaign's notices does not get out, for the first line of the host's desk -------


def has_failed(file: PeopleDatabase, campaign: Campaign) -> bool:
    """Whether mail failed that no host has seen yet."""
    return bool(in_trouble(StoredDeliveries(file).known(campaign.id).values()))


def troubles(file: PeopleDatabase, campaign: Campaign) -> tuple[str, ...]:
    """A line for each thing; the file has the table of deliveries."""
    deliveries = StoredDeliveries(file)
    lines = []
    if still := deliveries.standstill(campaign.id):
        lines.append(f"no mail could be sent since {in_words(still.since)}: {still.why}")
    if failed := in_trouble(deliveries.known(campaign.id).values()):
        names = listed(dict.fromkeys(campaign.called(row.member) for row in failed))
        lines.append(f"mail to {names} may not have arrived")
    return (*lines, *hook_troubles(hooks_of(file.place, campaign.id)))
