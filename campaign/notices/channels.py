"""The channels that notices go by, with what came of the last one of each. Pure."""

from collections.abc import Iterable

from campaign.people.webhooks import Webhook
from campaign.text.moments import in_words


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
