"""What a webhook is sent, in the form that its reader takes, and what its answer means. Pure."""

import base64
import hashlib
import hmac
import re
from datetime import datetime

import msgspec

from campaign.people.webhooks import Webhook

JSON = "application/json"
LONGEST = 1500
"""How many letters of a text are sent: less than any of them takes."""
_MARKS = re.compile(r"([\\*_~`|>\[\]()#<@])")
"""What Discord would take for its own marks."""


class HookMessage(msgspec.Struct, frozen=True):
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


def request(hook: Webhook, message: HookMessage, now: str) -> tuple[bytes, dict[str, str]]:
    """The body and its headers."""
    text = message.text[:LONGEST]
    if hook.form == "discord":
        said = _MARKS.sub(r"\\\1", f"{message.title}: {text}")
        lines = f"{said}\n<{message.url}>" if message.url else said
        return _json({"content": lines, "allowed_mentions": {"parse": []}})
    if hook.form == "slack":
        said = _escaped(f"{message.title}: {text}")
        return _json({"text": f"{said}\n<{message.url}>" if message.url else said})
    body, headers = _json({**msgspec.structs.asdict(message), "text": text, "at": now})
    return body, {**headers, **signed(hook.key, message.id, now, body)}


def _json(value: dict[str, object]) -> tuple[bytes, dict[str, str]]:
    return msgspec.json.encode(value), {"Content-Type": JSON}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


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


ARRIVED = "delivered"


def answered(status: int) -> str:
    """What an answer means, in plain words; `ARRIVED` if it was taken."""
    if 200 <= status < 300:
        return ARRIVED
    if 300 <= status < 400:
        return f"not taken: it sends elsewhere, which is not followed ({status})"
    words = {
        401: "it wants to know who we are",
        403: "it turns us away",
        404: "it does not know this address any more",
        410: "it does not know this address any more",
        429: "too many messages for it",
    }
    usual = "it had a fault of its own" if status >= 500 else "it does not take this message"
    return f"not taken: {words.get(status, usual)} ({status})"
