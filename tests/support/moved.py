"""Stores that are moved to a database and back, and what must be the same at each place."""

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

from campaign.accounts.copying import moved
from campaign.reports.pages import pages
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace, place_of
from campaign.systems import SYSTEMS
from support.postgres import new_database


def ends(place: StorePlace, *, with_pages: bool = False) -> dict[str, dict[str, Any]]:
    """All that a store holds of each campaign, what it shows, and what its auditor finds."""
    with Ledger(place) as ledger:
        return {
            name: {
                "events": list(ledger.store.rows(name)),
                "head": ledger.store.head(name),
                "receipts": list(ledger.store.receipts(name)),
                "salts": ledger.store.salts(name),
                "keys": _keys(ledger, name),
                "shown": _shown(ledger, name),
                "found": list(audit_of(ledger, name).findings(ledger.store.rows(name))),
                "pages": _pages(ledger, name) if with_pages else [],
            }
            for name in ledger.names()
        }


def _shown(ledger: Ledger, name: str) -> object:
    live = ledger.live(name)
    return live.system.view.show(live.state)


def _keys(ledger: Ledger, name: str) -> dict[str, tuple[int, int] | None]:
    """The versions that each idempotency key of a campaign stands for."""
    decode = SYSTEMS.codec.decode
    found = {decode(stored.partition(b"\n")[0]).key for stored in ledger.store.states(name)}
    return {key: ledger.store.versions_of(name, key) for key in sorted(filter(None, found))}


def _pages(ledger: Ledger, name: str) -> list[str]:
    made = pages(list(ledger.history(name)))
    return [hashlib.sha256(repr(page).encode()).hexdigest() for page in made]


def there_and_back(file: Path, back: Path, *, with_pages: bool = False) -> None:
    """Moves a store from a file to a database and on to a file; at each place all is the same."""
    places = (place_of(file), place_of(new_database()), place_of(back))
    before = ends(places[0], with_pages=with_pages)
    assert before
    for source, target in pairwise(places):
        done = moved(source, target)
        assert done.campaigns == {name: end["head"][0] for name, end in before.items()}
        assert ends(target, with_pages=with_pages) == before
        assert ends(source) == {name: {**end, "pages": []} for name, end in before.items()}
