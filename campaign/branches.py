"""Branches: a what-if of a campaign's own past, with nothing in it that its maker may not know. IO.

A branch holds the past event for event, at the same versions, without ciphertexts and addresses.
From there it draws by a chain of its own, so that it tells nothing of what the campaign will draw.
It can be deleted, and leaves no trace in the campaign it came from.
"""

import re

from msgspec.structs import replace

from campaign.ledger import Ledger
from campaign.store import ConflictError, Row, StoreError
from events import chain, codec
from events.base import Event, topic
from events.record import Branched

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
BLANKED = {"sealed": "not taken over", "seed_sealed": "", "email": ""}
"""Fields of events that a branch does not take over: ciphertexts and addresses.

What lay in the vault still shows as having lain there, and not on a device.
"""


def branch(
    ledger: Ledger, origin: str, at: int | None, maker: str, name: str | None = None
) -> tuple[str, int]:
    """Makes a branch of a campaign behind an event; its name and its version.

    Raises `StoreError` where there is no such version or member, or the name is taken.
    """
    live = ledger.live(origin, at)
    if maker not in live.state.campaign.members:
        raise StoreError(f"{maker!r} is not enrolled in {origin}")
    name = name or _free_name(ledger, origin)
    if not _NAME.fullmatch(name):
        raise StoreError(f"{name!r} must be lower-case letters, digits and hyphens")
    if name in ledger.names():
        raise StoreError(f"there is a campaign {name} already")
    fresh = ledger.vault.new_chain()
    branched = Branched(
        name=name,
        origin=origin,
        version=live.version,
        head=live.head,
        maker=maker,
        id=fresh.campaign_id,
        seed_anchor=fresh.anchor,
        seed_links=fresh.links,
        seed_sealed=fresh.sealed,
    )
    new = (branched, *_redealt(ledger, live.state, branched))
    rows = _copied(ledger, origin, live.version)
    head = chain.head(rows[-1][2])
    at_, version = ledger.now(), live.version
    for nth, event in enumerate(new):
        version += 1
        done = replace(event, at=at_, by=maker, nth=nth, prev=head)
        stored = chain.seal(codec.encode(done))
        head = chain.head(stored)
        rows.append((version, topic(done), stored))
    try:
        ledger.store.append(name, rows)
    except ConflictError as error:
        raise StoreError(f"there is a campaign {name} already") from error
    return name, version


def delete(ledger: Ledger, name: str) -> None:
    """Deletes a branch. Raises `StoreError` for what is no branch."""
    if ledger.live(name).state.campaign.record.branch_of is None:
        raise StoreError(f"{name} is no branch, and is not deleted")
    ledger.forget(name)


def _free_name(ledger: Ledger, origin: str) -> str:
    taken = set(ledger.names())
    number = 1
    while (name := f"{origin[:50]}-what-if-{number}") in taken:
        number += 1
    return name


def _copied(ledger: Ledger, origin: str, until: int) -> list[Row]:
    """The past, chained anew."""
    rows: list[Row] = []
    head = ""
    for one in ledger.history(origin, until=until):
        known = {field: word for field, word in BLANKED.items() if getattr(one.event, field, "")}
        event = replace(one.event, **known, key="", prev=head)
        stored = chain.seal(codec.encode(event))
        head = chain.head(stored)
        rows.append((one.version, topic(event), stored))
    return rows


def _redealt(ledger: Ledger, state: object, branched: Branched) -> tuple[Event, ...]:
    """What the maker may not know, dealt anew."""
    return ()
