"""The channels that notices go by, with what came of the last one of each. Pure."""

from collections.abc import Iterable, Mapping

import msgspec

from campaign.notices.outcome_words import said
from campaign.notices.states import MAIL, PUSH, WEBHOOK, Delivery
from campaign.notices.zoned import in_full
from campaign.people.choices import Choices
from campaign.people.subscriptions import Subscription
from campaign.people.webhooks import Webhook
from campaign.text.moments import in_words

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


def last_call(called: Subscription | Webhook) -> str:
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
    found: Iterable[Subscription], labels: Mapping[str, str]
) -> tuple[LastResult, ...]:
    """Somebody's devices that are woken; `labels` call devices by name."""
    return tuple(
        LastResult(PUSH, labels.get(one.device, "a device"), last_call(one), one.id)
        for one in found
    )


def hook_results(hooks: Iterable[Webhook]) -> tuple[LastResult, ...]:
    """A campaign's webhooks."""
    return tuple(LastResult(WEBHOOK, one.host, last_call(one), one.id) for one in hooks)


def hook_trouble(hook: Webhook) -> str:
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


def hook_troubles(hooks: Iterable[Webhook]) -> tuple[str, ...]:
    """What is the matter with a campaign's webhooks, a line for each."""
    return tuple(text for hook in hooks if (text := hook_trouble(hook)))
