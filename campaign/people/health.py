"""A look at the people's file. IO.

It says whose addresses there are, never the addresses themselves.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress

from campaign.people.database import people_path, schemas
from campaign.people.keeping import damage
from campaign.people.people import People
from campaign.people.protocol import PEOPLE
from campaign.store.doctor import Checked
from campaign.store.forms import must_be_read
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.text.english import counted, listed


def examine(ledger: Ledger, people: People) -> Iterator[Checked]:
    """Whether the people's file can be used."""
    with suppress(StoreError):  # what cannot be read is reported with its campaign
        if not ledger.store.exists():
            return
        is_database = ledger.store.place.is_database
        yield from _in_database(ledger, people) if is_database else _file(ledger, people)


def _in_database(ledger: Ledger, people: People) -> Iterator[Checked]:
    try:
        if not people.file.exists():
            text = "no addresses or choices yet; they go into the database, apart from the record"
            yield Checked("people", "good", text)
            return
        known = people.members_by_campaign()
        with people.file.reading() as db:
            found = db.execute("SELECT name, schema FROM part WHERE name<>'' ORDER BY name")
            parts = ", ".join(f"{part} {schema}" for part, schema in found)
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    members = counted(sum(map(len, known.values())), "member")
    text = f"in the database: of {members}, never exported; schemas: {parts}"
    yield Checked("people", "good", text)
    yield from _strangers(ledger, known)


def _file(ledger: Ledger, people: People) -> Iterator[Checked]:
    path = people_path(ledger.store.path)
    if not path.exists():
        yield Checked("people", "good", f"no addresses or choices yet; they go to {path}")
        return
    try:
        must_be_read(path, PEOPLE)
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    if fault := damage(path):
        text = f"{path} cannot be used ({fault}); restore it from a backup, or delete it: "
        yield Checked("people", "bad", f"{text}campaigns go on without their addresses")
        return
    try:
        known = people.members_by_campaign()
    except StoreError as error:
        yield Checked("people", "bad", str(error))
        return
    if path.stat().st_mode & 0o077:
        yield Checked("people", "warning", f"others can read {path}; chmod 600 it")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        parts = ", ".join(f"{part} {schema}" for part, schema in sorted(schemas(db).items()))
    members = counted(sum(map(len, known.values())), "member")
    yield Checked("people", "good", f"{path}: of {members}, never exported; schemas: {parts}")
    yield from _strangers(ledger, known)


def _strangers(ledger: Ledger, known: Mapping[str, tuple[str, ...]]) -> Iterator[Checked]:
    """People of campaigns that the store does not have, such as before an older copy came back."""
    here: set[str] = set()
    with suppress(StoreError):
        here = {ledger.live(name).state.campaign.id for name in ledger.names()}
    for campaign_id, members in known.items():
        if campaign_id not in here:
            text = f"of a campaign that is not in this store (id {campaign_id}): {listed(members)}"
            yield Checked("people", "warning", f"{text}. They are left alone")
