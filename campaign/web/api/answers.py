"""What programs are answered: JSON, with one form for everything that fails. Pure."""

import msgspec

from campaign.kernel import wire
from campaign.kernel.decisions import Refused
from campaign.web.replies import JSON, Reply

PROBLEM = "application/json"


class Failed(msgspec.Struct, frozen=True):
    """Something that was not done, and why, in the form of a refused command."""

    accepted: bool
    """Always false."""
    rule: str | None
    """The rule that refuses; null where the request itself is wrong, and then the reason names
    the field."""
    reason: str
    """One sentence."""
    no_receipt: str | msgspec.UnsetType = msgspec.UNSET
    """Why no receipt of it was kept, where none was."""


def json(value: object, status: int = 200, *headers: tuple[str, str]) -> Reply:
    """An answer."""
    return Reply(msgspec.json.encode(value), status, JSON, headers)


def failed(reason: str, status: int, *headers: tuple[str, str]) -> Reply:
    """Something that was not done, though no rule of a game is against it."""
    return json(wire.refused(Refused(None, reason)), status, *headers)


def refused(why: Refused, status: int) -> Reply:
    """What the rules refuse, or what is malformed."""
    return json(wire.refused(why), status)


def not_found() -> Reply:
    """The same bytes whether there is no such thing or it is somebody else's."""
    return failed("there is no such thing here, or it is not yours", 404)


def unknown_caller() -> Reply:
    """Nobody is signed in."""
    text = "sign in, or send a token made with `campaign token` as Authorization: Bearer"
    return failed(text, 401, ("WWW-Authenticate", 'Bearer realm="campaign"'))


def too_often(seconds: int) -> Reply:
    """More requests than are answered."""
    return failed(
        f"too many requests; try again in {seconds} s", 429, ("Retry-After", str(seconds))
    )


def unavailable(reason: str, seconds: int) -> Reply:
    """Nothing wrong with the request, but it cannot be answered now."""
    return failed(reason, 503, ("Retry-After", str(seconds)))
