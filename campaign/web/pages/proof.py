"""Proof: what vouches for the record, its last check, the draws, and old mails held against it."""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

import campaign
from campaign.proof.digests import digests_in
from campaign.store.reader import Reader
from campaign.text.moments import in_words
from campaign.web.own_scripts import SCRIPTS, worker_text
from campaign.web.place import Place
from campaign.web.rendering import script_text
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, names
from campaign.web.visits import Visit
from events import chain

MOST = 20
"""How many digests of a text are looked for."""
LETTERS = 60_000


class HeldDigest(msgspec.Struct, frozen=True):
    """A digest from an old mail or report, and where the record has it."""

    digest: str
    event: int = 0
    receipt: int = 0

    @property
    def is_there(self) -> bool:
        """Whether the record has it."""
        return bool(self.event or self.receipt)


def proof(visit: Visit, held: tuple[HeldDigest, ...] = (), why: str = "") -> Reply:
    """The page; `held` is what came of a text that was held against the record."""
    here, house = visit.here, visit.house
    called = names(here)
    checked = house.checks.last(here.campaign.id)
    made = house.books.book(here.name)
    return campaign_screen(
        visit,
        "proof.html",
        "journal",
        422 if why else 200,
        why=why,
        held=held,
        typed=visit.form.get("text", "") if why else "",
        head=groups(here.live.head),
        checked=checked,
        checked_at=in_words(checked.at) if checked else "",
        is_older=checked is not None and checked.head != here.live.head,
        is_under_way=house.checks.is_under_way(here.campaign.id),
        draws=list(reversed(here.live.system.rooms.drawn(made.logs))),
        keys=[
            (called.member(key.member), key.algorithm, id, key.retired)
            for id, key in here.campaign.record.keys.enrolled.items()
        ],
        scripts=[(name, groups(digest)) for name, digest in script_digests()],
        program=groups(program_digest()),
    )


def groups(digest: str) -> str:
    """A digest in groups of eight, as people compare it."""
    return " ".join(digest[place : place + 8] for place in range(0, len(digest), 8))


@cache
def script_digests() -> tuple[tuple[str, str], ...]:
    """Each script as the service sends it, with the digest of those bytes; the app's worker too."""
    sent = [*((name, script_text(name)) for name in SCRIPTS), ("worker", worker_text())]
    return tuple((name, hashlib.sha256(text.encode()).hexdigest()) for name, text in sent)


@cache
def program_digest() -> str:
    """One digest of all programs and templates that make the pages."""
    root = Path(campaign.__file__).parent
    files = [*root.rglob("*.py"), *root.rglob("*.html"), *(root.parent / "templates").rglob("*")]
    found = hashlib.sha256()
    for file in sorted(one for one in files if one.is_file()):
        found.update(f"{file.relative_to(root.parent).as_posix()}\n".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def check(visit: Visit) -> Reply:
    """Has the record checked, and goes back to the page."""
    here = visit.here
    visit.house.checks.ask(here.name, here.campaign.id)
    return see_other(f"/c/{here.name}/proof")


def hold(visit: Visit) -> Reply:
    """Looks for the digests of an old mail or report in the record. Nothing is recorded."""
    found = digests_in(visit.form.get("text", "")[:LETTERS])[:MOST]
    if not found:
        return proof(
            visit, why="There is no digest in it: 64 hex digits, or eight groups of eight."
        )
    with visit.house.slow.reading() as slow:
        return proof(visit, held=held_against(slow.reader, visit.here.name, found))


def held_against(reader: Reader, name: str, digests: list[str]) -> tuple[HeldDigest, ...]:
    """Where the record has each digest: as that of an event, or of a receipt."""
    events = {chain.head(stored): version for version, _, stored in reader.store.rows(name)}
    receipts = {chain.head(stored): number for number, stored in reader.store.receipts(name)}
    return tuple(HeldDigest(one, events.get(one, 0), receipts.get(one, 0)) for one in digests)


PLACES = (
    Place("/c/{name}/proof", proof, "member", about="what vouches for the record"),
    Place("/c/{name}/proof", hold, "member", ("POST",), about="hold an old mail against it"),
    Place("/c/{name}/proof/check", check, "member", ("POST",), about="check the record"),
)
