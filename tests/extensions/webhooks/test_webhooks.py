"""Webhooks: public news goes where the host says, is signed, tried again, and holds no secret."""

import json

from campaign.extensions.webhooks.hooks import Webhook
from campaign.extensions.webhooks.posts import WebhookMessage, request
from campaign.notifications.outgoing_requests import answered
from support.web import NAME

ADDRESS = "https://hooks.example/api/webhooks/17/tractor-battery"


def test_answers_in_plain_words() -> None:
    """Each says whether it was taken, and if not, why."""
    assert answered(204) == answered(200) == "delivered"
    assert answered(302) == "not taken: it sends elsewhere, which is not followed (302)"
    assert answered(401) == "not taken: it wants to know who we are (401)"
    assert answered(403) == "not taken: it turns us away (403)"
    assert answered(410) == "not taken: it does not know this address any more (410)"
    assert answered(429) == "not taken: too many messages for it (429)"
    assert answered(400) == "not taken: it does not take this message (400)"
    assert answered(503) == "not taken: it had a fault of its own (503)"


def test_no_text_becomes_a_mark_of_its_reader() -> None:
    """Slack's signs are escaped; the address of the pages alone is a link."""
    hook = Webhook("h", "c", "slack", ADDRESS, ("turns",), b"k", "")
    message = WebhookMessage("1", NAME, "A & <!channel>", "turns", "t", "is over.", "https://c/x")
    body, _ = request(hook, message, "1999-01-01T00:00:00.000Z")
    assert json.loads(body) == {"text": "A &amp; &lt;!channel&gt;: is over.\n<https://c/x>"}
    assert "tractor" not in repr(hook)
