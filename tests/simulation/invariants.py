"""What must hold whatever the seed: after every life, while everybody rests, and at the end."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec

from campaign.accounts.addresses import settle
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.extensions.mail_out.message import digest_of
from campaign.handler import tasks
from campaign.kernel.decisions import Finding
from campaign.lif.roster import POWERS as EVERY
from campaign.notifications.deliveries import StoredDeliveries
from campaign.projections import projector
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live, Reader
from campaign.store.vault import VaultError
from campaign.verify import decided_again
from campaign.world.clock import utc_now
from events.base import Event
from events.lif import board
from simulation import held
from simulation.stock import NAME, POWERS, STORE, stock

if TYPE_CHECKING:
    from simulation.evening import Evening
    from simulation.process import Process

IN_DOUBT = ("sending", "unknown")
"""States of which nobody knows whether the message arrived."""
LATE = 1.5
"""After how many seconds the read tables must have an event, however much more is coming."""
OPENINGS: list[tuple[Event, ...]] = []
"""Openings of campaigns that were judged and found right."""
MESSAGE = re.compile(rb"(?mi)^Message-ID:\s*(\S+)")


def at_rest(evening: "Evening", processes: "Sequence[Process]") -> Iterator[str]:
    """Once nobody has done anything for some seconds, nothing is behind."""
    if evening.holds:
        yield from held.at_rest(evening, processes[0])
    for number, process in enumerate(processes, 1):
        if process.handler.behind():
            yield f"the tables of process {number} are still behind"
        if process.handler.waiting():
            yield f"somebody still waits for their turn in process {number}"
    if not evening.plan.tables:
        return
    lag = projector.TablesFollower(processes[0].ledger).lag(NAME)
    if lag != 0:
        yield f"the tables lack {lag} events, and nobody reads on"


def in_time(evening: "Evening") -> Iterator[str]:
    """The read tables have what was accepted a while ago, also while more is coming."""
    until = evening.scheduler.now - LATE
    if evening.begun_at > until:
        return
    due = max((one for one, at in evening.accepted_at.items() if at <= until), default=0)
    with (
        suppress(sqlite3.OperationalError),
        closing(sqlite3.connect(_tables_of(evening.files), timeout=0)) as db,
    ):
        row = db.execute("SELECT version FROM campaigns WHERE campaign=?", (NAME,)).fetchone()
        if (shown := row[0] if row else 0) < due:
            yield f"the tables end with event {shown}, and event {due} was accepted long ago"


def shown(live: Live, now: str) -> bytes:
    """What pages and `status` show of a campaign to everybody."""
    system, state = live.system, live.state
    rooms = system.rooms
    parts = (
        system.front.screens.status(state),
        system.view.show(state),
        [rooms.table(state), rooms.stages(state), rooms.answered(state), rooms.figures(state)],
        tasks.asked(system, state, now),
    )
    return msgspec.json.encode(parts, enc_hook=repr)


def as_recorded(evening: "Evening", live: Live) -> Iterator[str]:
    """A page shows what a program shows that reads the record from its beginning."""
    now = utc_now()
    page = shown(live, now)
    with closing(Reader(evening.files / STORE)) as reader:
        if page != shown(reader.live(NAME, live.version), now):
            yield f"a page shows event {live.version} otherwise than the record"
    for member in evening.members:
        if any(one.nonce.encode() in page for one in member.sealed):
            yield "a page shows a nonce"


def _tables_of(files: Path) -> Path:
    return files / f"{Path(STORE).stem}-tables.db"


def after_a_life(evening: "Evening") -> tuple[str, ...]:
    """What was answered is in the store, however the machine ended; after the last life record,
    tables, mail and veto points are as they must be.
    """
    try:
        with Ledger(evening.files / STORE) as ledger:
            wrong = (
                *_answered(evening, ledger),
                *held.in_the_record(evening, ledger),
                *_opens(ledger),
                *_unseen(evening),
            )
            return wrong if wrong or evening.goes_on else tuple(_at_the_end(evening, ledger))
    except (StoreError, VaultError, sqlite3.Error) as error:
        return (f"the store can't be used: {error}",)


def _answered(evening: "Evening", ledger: Ledger) -> Iterator[str]:
    entries = list(ledger.history(NAME))
    if [one.version for one in entries] != list(range(1, len(entries) + 1)):
        yield "versions are missing"
    digests = {one.version: one.digest for one in entries}
    for key, yes in evening.answers.items():
        if digests.get(yes.version) != yes.head:
            yield f"{key} was accepted as event {yes.version} {yes.head}, which is not there"
        elif yes.events and ledger.store.versions_of(NAME, key) != (
            yes.version - yes.events + 1,
            yes.version,
        ):
            yield f"the id {key} does not lead to its events"
    counted = Counter(one.recorded.key for one in entries if not one.recorded.nth)
    for key, count in counted.items():
        if key and count > 1:
            yield f"{key} was recorded {count} times"


def _opens(ledger: Ledger) -> Iterator[str]:
    """The vault's key opens what was sealed."""
    campaign = ledger.live(NAME).state.campaign
    if len(ledger.vault.keys()) < 1:
        yield "the vault has no key"
    from campaign.kernel.opening import SeedChain

    ledger.vault.must_open(
        SeedChain(campaign.id, campaign.seed_anchor, campaign.seed_links, campaign.seed_sealed)
    )


def _unseen(evening: "Evening") -> Iterator[str]:
    """Nothing that a device has sealed and not shown is in any byte; addresses are with the people
    alone.
    """
    nonces = [one.nonce for member in evening.members for one in member.sealed]
    for file in sorted(evening.files.iterdir()):
        content = file.read_bytes() if file.is_file() else b""
        for nonce in nonces:
            if nonce.encode() in content or bytes.fromhex(nonce) in content:
                yield f"{file.name} holds a nonce that nobody has shown"
        if b"@example.org" in content and ".people.db" not in file.name:
            yield f"{file.name} holds an address"


def _at_the_end(evening: "Evening", ledger: Ledger) -> Iterator[str]:
    yield from _verified(ledger)
    if evening.plan.tables:
        yield from _tables(evening.files, ledger)
    yield from _veto_points(ledger)
    yield from addresses(evening, ledger)
    yield from _mail(evening, ledger)


@contextmanager
def openings_once() -> Iterator[None]:
    """Until the end of the block the opening, with which all evenings begin, is judged once."""
    real = decided_again.Acts._opening

    def opening(self: decided_again.Acts, run: Sequence[Event]) -> Iterator[Finding]:
        if tuple(run) not in OPENINGS:
            found = list(real(self, run))
            OPENINGS.extend(() if found else [tuple(run)])
            yield from found

    with patch.object(decided_again.Acts, "_opening", opening):
        yield


def _verified(ledger: Ledger) -> Iterator[str]:
    """Every event is as it must be."""
    findings = audit_of(ledger, NAME).findings(ledger.store.rows(NAME))
    yield from (f"verify: {one}" for one in findings)


def _tables(files: Path, ledger: Ledger) -> Iterator[str]:
    """Read tables equal those that are made anew."""
    file = _tables_of(files)
    with projector.TablesFollower(ledger) as follower:
        follower.update(NAME)
        before = _rows(file)
        follower.rebuild(NAME)
        after = _rows(file)
    for table in sorted(before.keys() | after.keys()):
        if before.get(table) != after.get(table):
            yield f"the table {table} differs from what the record says"


def _rows(file: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(file)) as db:
        names = [
            name
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type='table' AND name<>'descriptions'"
            )
        ]
        return {
            name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for name in names
        }


def _veto_points(ledger: Ledger) -> Iterator[str]:
    """LiF 4.2: veto points equal a count beside the state, from what each event says."""
    begins = stock().version
    points = dict.fromkeys(EVERY, 0) | ledger.live(NAME, begins).state.veto_points
    for entry in ledger.effective(NAME, begins):
        event = entry.event
        if entry.struck_by or event is None:
            continue
        if isinstance(event, board.VetoPointsInfused):
            for power, count in event.points.items():
                points[power] += count
        elif isinstance(event, board.VetoPointsBought):
            points[event.power] += event.points
        elif isinstance(event, board.VetoPointsSpent):
            for power, count in event.points.items():
                points[power] -= count
    state = ledger.live(NAME).state.veto_points
    for power, count in points.items():
        if state.get(power, 0) != count:
            yield f"{power} has {state.get(power, 0)} veto points, and should have {count}"


def addresses(evening: "Evening", ledger: Ledger) -> Iterator[str]:
    """An address is that of the last enrolment that counts; one that was refused changes none.

    What a full disk left pending is finished by the next one who comes. In a backup people may
    know of later enrolments than the record, and never of fewer.
    """
    people = People(ledger.store.place)
    settle(people, ledger)
    live = ledger.live(NAME)
    waiting = {key for member in evening.members for key, _ in member.unanswered}
    for member in POWERS:
        of_member = {key: at for key, (who, at) in evening.enrolments.items() if who == member}
        versions = {
            key: evening.answers[key].version for key in of_member if key in evening.answers
        }
        last = max((one for one in versions.values() if one <= live.version), default=0)
        able = {
            at for key, at in of_member.items() if versions.get(key, -1) >= last or key in waiting
        }
        if not last:
            able.add(f"{member}@example.org")
        if (known := people.address(live.state.campaign.id, member)) not in able:
            yield f"{member} has the address {known}; expected one of {sorted(able)}"
    people.close()


def _mail(evening: "Evening", ledger: Ledger) -> Iterator[str]:
    """No message arrives twice; what is marked as sent arrived, and what waits did not."""
    arrived = Counter(
        (recipient, found[1] if (found := MESSAGE.search(content)) else b"")
        for recipient, content in evening.mail.arrived
    )
    for (recipient, message), count in arrived.items():
        if count > 1:
            yield f"{recipient} got {message.decode()} {count} times"
    if not evening.plan.mails:
        return
    digests = Counter(digest_of(_as_written(content)) for _, content in evening.mail.arrived)
    people = People(ledger.store.place, (DELIVERIES,))
    campaign = ledger.live(NAME).state.campaign.id
    for row in StoredDeliveries(people.file).known(campaign).values():
        count = digests[row.digest] if row.digest else 0
        if count > 1 or ((count == 0) == (row.state == "sent") and row.state not in IN_DOUBT):
            yield f"mail {row.number} is {row.state}, and arrived {count} times"
    people.close()


def _as_written(content: bytes) -> bytes:
    """A message as it was before its dots were doubled for the line."""
    return re.sub(rb"(?m)^\.\.", b".", content)
