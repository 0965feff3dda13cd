"""Branches: a what-if of a campaign's past that holds nothing its maker may not know. IO.

A branch holds the past event for event, at the same versions, without ciphertexts and addresses.
After that it draws from its own chain, so that it reveals nothing about the campaign's draws. It
has none of its origin's receipts and idempotency keys, and hidden values are dealt again. It can be
deleted, and leaves no trace in the campaign it came from.
"""

from msgspec.structs import replace

from campaign.history.effective import blanked
from campaign.kernel.decisions import Supplied
from campaign.store import outlines
from campaign.store.ledger import NAME, Ledger
from campaign.store.protocol import ConflictError, Row, StoreError
from campaign.store.reader import Live
from campaign.store.submission import stamped
from campaign.world import clock
from events import chain, codec
from events.base import Event, topic
from events.disputes import Branched


def branch(
    ledger: Ledger, origin: str, at: int | None, maker: str, name: str | None = None
) -> tuple[str, int]:
    """Makes a branch of a campaign after an event; returns its name and version.

    Raises `StoreError` if there is no such version or member, if it would split the events of one
    command, or if the name is taken.
    """
    live = ledger.plain(origin, at)
    _not_parted(ledger, origin, live.version)
    if maker not in live.state.campaign.members:
        raise StoreError(f"{maker!r} is not enrolled in {origin}, as of event {live.version}")
    name = name or _free_name(ledger, origin)
    if not NAME.fullmatch(name):
        raise StoreError(f"{name!r} must be lower-case letters, digits and hyphens")
    if ledger.has(name):
        raise StoreError(f"there is a campaign {name} already")
    rows = _copied(ledger, origin, live.version)
    begun = _begun(ledger, live, origin, maker, name)
    head = chain.head(rows[-1][2])
    now = clock.stamp(ledger.now(), live.at)
    events, own = stamped(begun, live.version + 1, now, maker, "", head)
    rows += own
    try:
        outline = outlines.following(live.system, live.state, events, rows)
        ledger.store.append(name, rows, outline=outline)
    except ConflictError as error:
        raise StoreError(f"there is a campaign {name} already") from error
    return name, rows[-1][0]


def must_be_branch(ledger: Ledger, name: str) -> None:
    """Raises `StoreError` if it is not a branch."""
    if ledger.live(name).state.campaign.record.branch_of is None:
        raise StoreError(f"{name} is no branch, and is not deleted")


def delete(ledger: Ledger, name: str) -> None:
    """Deletes a branch. Raises `StoreError` if it is not one."""
    must_be_branch(ledger, name)
    ledger.forget(name)


def _not_parted(ledger: Ledger, origin: str, version: int) -> None:
    """A branch begins after the last event of a command, never between two of them."""
    last = version
    for entry in ledger.history(origin, version):
        if not entry.event.nth:
            break
        last = entry.version
    if last > version:
        text = f"event {version} came of one command with what follows it"
        raise StoreError(f"{text}; branch behind event {last}")


def _free_name(ledger: Ledger, origin: str) -> str:
    taken = set(ledger.names())
    number = 1
    while (name := f"{origin[:50]}-what-if-{number}") in taken:
        number += 1
    return name


# --- the past -----------------------------------------------------------------------------------


def _copied(ledger: Ledger, origin: str, until: int) -> list[Row]:
    """The copied past with a new chain of digests."""
    rows: list[Row] = []
    head = ""
    for entry in ledger.history(origin, until=until):
        event = replace(blanked(entry.event), key="", prev=head)
        stored = chain.seal(codec.encode(event))
        head = chain.head(stored)
        rows.append((entry.version, topic(event), stored))
    return rows


# --- its own beginning --------------------------------------------------------------------------


def _begun(ledger: Ledger, live: Live, origin: str, maker: str, name: str) -> tuple[Event, ...]:
    """A branch's own first events: what it is, and what is dealt again in it."""
    fresh = ledger.vault.new_chain()
    branched = Branched(
        name=name,
        origin=origin,
        behind=live.version,
        head=live.head,
        maker=maker,
        id=fresh.campaign_id,
        seed_anchor=fresh.anchor,
        seed_links=fresh.links,
        seed_sealed=fresh.sealed,
    )
    system, after = live.system, live.system.rules.evolve(live.state, branched)
    wanted = system.branches.branch_needs(live.state, after, maker)
    supplied = Supplied(
        openings={key: ledger.vault.open(*opening) for key, opening in wanted.openings.items()},
        sealed=ledger.vault.seal(wanted.seal) if wanted.seal else None,
    )
    return (branched, *system.branches.branch_events(live.state, after, supplied))
