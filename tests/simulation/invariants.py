"""What must hold whatever the seed: after every life, while everybody rests, and at the end."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec

from campaign.accounts.addresses import settle
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.extensions.mail_out.campaign_mail import Mailing
from campaign.extensions.mail_out.message import digest_of
from campaign.extensions.mail_out.outbox import parcels
from campaign.handler import tasks
from campaign.kernel.decisions import Finding
from campaign.kernel.draws import link
from campaign.kernel.opening import SeedChain
from campaign.lif.roster import POWERS as EVERY
from campaign.notifications.deliveries import StoredDeliveries
from campaign.projections import projector
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live, LogEntry, Reader
from campaign.store.vault import VaultError
from campaign.verify import decided_again
from campaign.verify.audit import compare
from campaign.world import clock
from campaign.world.clock import utc_now
from events.base import Event
from events.lif import board
from events.sealed import Subject
from simulation import correcting, held
from simulation.process import SETTINGS
from simulation.stock import NAME, POWERS, STORE, stock

if TYPE_CHECKING:
    from simulation.evening import Evening
    from simulation.members import Yes
    from simulation.process import Process

IN_DOUBT = ("sending", "unknown")
"""States of which nobody knows whether the message arrived."""
LATE = 1.5
"""After how many seconds the read tables must have an event, however much more is coming."""
UNSENT = 2.5
"""After how many seconds a message is sent: rounds are two seconds apart."""
OPENINGS: list[tuple[Event, ...]] = []
"""Openings of campaigns that were judged and found right."""
SEALING: dict[type[Event], str] = {
    board.BallotSealed: "ballot",
    board.BallotRevealed: "ballot",
    board.VoteSealed: "vote",
    board.VoteRevealed: "vote",
}
"""Events that seal something for the vault, and what they seal."""
MESSAGE = re.compile(rb"(?mi)^Message-ID:\s*(\S+)")


def at_rest(evening: "Evening", processes: "Sequence[Process]") -> Iterator[str]:
    """Once nobody has done anything for some seconds, nothing is behind."""
    if evening.holds:
        yield from held.at_rest(evening, processes[0])
    if evening.looks:
        for process in processes:
            yield from as_recorded(evening, process.ledger.live(NAME))
    for number, process in enumerate(processes, 1):
        if process.handler.behind():
            yield f"the tables of process {number} are still behind"
        if process.handler.waiting():
            yield f"somebody still waits for their turn in process {number}"
    if evening.plan.mails and not evening.plan.spite:
        yield from _mail_at_rest(evening, processes[0])
    if not evening.plan.tables:
        return
    lag = projector.TablesFollower(processes[0].ledger).lag(NAME)
    if lag != 0:
        yield f"the tables lack {lag} events, and nobody reads on"


def _mail_at_rest(evening: "Evening", process: "Process") -> Iterator[str]:
    """No message waits that a round could have sent: the server takes everything.

    One that nobody owes any more waits until its occasion is over.
    """
    if evening.plan.jumps:
        return
    people = People(process.ledger.store.place, (DELIVERIES,))
    mail = Mailing(process.ledger, NAME, people, StoredDeliveries(people.file), SETTINGS)
    before = clock.written(clock.now() - timedelta(seconds=UNSENT))
    for parcel in parcels(mail.planned(), mail.known, mail.now):
        for row in parcel.rows:
            if row.state == "due" and row.made_at < before:
                yield f"mail {row.number} is still due"
    people.close()


def in_time(evening: "Evening") -> Iterator[str]:
    """The read tables have what was accepted a while ago, also while more is coming."""
    until = evening.scheduler.now - LATE
    if evening.begun_at > until:
        return
    due = max((one for one, at in evening.accepted_at.items() if at <= until), default=0)
    if evening.tables is None:
        file = _tables_of(evening.files)
        evening.tables = sqlite3.connect(file, timeout=0, check_same_thread=False)
    with suppress(sqlite3.OperationalError):
        row = evening.tables.execute(
            "SELECT version FROM campaigns WHERE campaign=?", (NAME,)
        ).fetchone()
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
    """A page shows what a program shows that reads the record from its beginning.

    A reader that is asked for a version keeps nothing: what it read before counts no more.
    """
    now = utc_now()
    page = shown(live, now)
    if evening.record is None:
        evening.record = Reader(evening.files / STORE)
    if page != shown(evening.record.live(NAME, live.version), now):
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
            entries = list(ledger.history(NAME))
            wrong = (
                *_answered(evening, ledger, entries),
                *held.in_the_record(evening, entries),
                *_unseen(evening, ledger, entries),
            )
            return (
                wrong if wrong or evening.goes_on else tuple(_at_the_end(evening, ledger, entries))
            )
    except (StoreError, VaultError, sqlite3.Error) as error:
        return (f"the store can't be used: {error}",)


def _answered(evening: "Evening", ledger: Ledger, entries: Sequence[LogEntry]) -> Iterator[str]:
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


def _unseen(evening: "Evening", ledger: Ledger, entries: Sequence[LogEntry]) -> Iterator[str]:
    """Nothing that is still sealed is in any byte; addresses are with the people alone."""
    secrets = {**_on_devices(evening), **_in_the_vault(ledger, entries), **_seeds_to_come(ledger)}
    forms = [(form, what) for text, what in secrets.items() for form in _written(text)]
    for file in sorted(one for one in evening.files.rglob("*") if one.is_file()):
        content = file.read_bytes()
        for form, what in forms:
            if form in content:
                yield f"{file.name} holds {what}"
        if b"@example.org" in content and ".people.db" not in file.name:
            yield f"{file.name} holds an address"


def _written(text: str) -> tuple[bytes, bytes]:
    """How a file may hold hexadecimal digits: as they are, or as the bytes that they say."""
    return text.encode(), bytes.fromhex(text)


def _on_devices(evening: "Evening") -> dict[str, str]:
    """What a device has sealed and not handed over."""
    nonces = (one.nonce for member in evening.members for one in member.sealed)
    return dict.fromkeys(nonces, "a nonce that nobody has shown")


def _in_the_vault(ledger: Ledger, entries: Sequence[LogEntry]) -> dict[str, str]:
    """What the vault alone can open, and no event has shown to everybody."""
    campaign, draw = ledger.live(NAME).state.campaign.id, 0
    sealed, shown = set[str](), set[str]()
    for entry in entries:
        event = entry.event
        match event:
            case board.LeaderDrawn():
                draw = event.draw
            case board.BallotsOpened():
                shown |= {one.nonce for one in event.ballots.values()}
            case board.VotesOpened():
                shown |= {one.nonce for one in event.votes.values()}
        if (kind := SEALING.get(type(event))) and event.sealed:
            subject = Subject(campaign, kind, draw, event.power)
            sealed.add(ledger.vault.open(subject, event.sealed).nonce)
    return dict.fromkeys(sealed - shown, "what the vault has sealed")


def _seeds_to_come(ledger: Ledger) -> dict[str, str]:
    """The seed in use, the next one, and the last, from which all are worked out.

    The vault's key opens them, whatever became of the machine.
    """
    campaign = ledger.live(NAME).state.campaign
    links, number = campaign.seed_links, campaign.seed_number
    chain = SeedChain(campaign.id, campaign.seed_anchor, links, campaign.seed_sealed)
    following = ledger.vault.seed(chain, number + 1)
    seeds = (link(following, 1), following, ledger.vault.seed(chain, links))
    return dict.fromkeys(seeds, "a draw seed that is still secret")


def _at_the_end(evening: "Evening", ledger: Ledger, entries: Sequence[LogEntry]) -> Iterator[str]:
    what = correcting.counted(ledger, entries)
    yield from _verified(ledger)
    if evening.plan.tables:
        yield from _tables(evening.files, ledger)
    yield from _veto_points(evening, ledger, what)
    yield from addresses(evening, ledger)
    yield from correcting.as_seen(evening, ledger)
    yield from _mail(evening, ledger)
    if evening.plan.mails and not (evening.plan.spite or evening.plan.jumps or evening.plan.faults):
        people = People(ledger.store.place, (DELIVERIES,))
        rows = StoredDeliveries(people.file).known(ledger.live(NAME).state.campaign.id)
        yield from correcting.told(entries, what, rows.values())
        people.close()


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
    """Every event is as it must be, and the state in use is what the events give."""
    audit, live = audit_of(ledger, NAME), ledger.plain(NAME)
    yield from (f"verify: {one}" for one in audit.findings(ledger.store.rows(NAME)))
    same = compare(audit, live.version, live.head, live.state)
    yield from (f"verify: {one}" for one in same)


def _tables(files: Path, ledger: Ledger) -> Iterator[str]:
    """Read tables equal those that are made anew."""
    db = sqlite3.connect(_tables_of(files), cached_statements=512)  # more than there are tables
    with closing(db), projector.TablesFollower(ledger) as follower:
        follower.update(NAME)
        before = _rows(db)
        follower.rebuild(NAME)
        after = _rows(db)
    for table in sorted(before.keys() | after.keys()):
        if before.get(table) != after.get(table):
            yield f"the table {table} differs from what the record says"


def _rows(db: sqlite3.Connection) -> dict[str, list[Any]]:
    query = "SELECT name FROM sqlite_master WHERE type='table' AND name<>'descriptions'"
    return {
        name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
        for (name,) in db.execute(query).fetchall()
    }


def _veto_points(evening: "Evening", ledger: Ledger, what: correcting.Counted) -> Iterator[str]:
    """LiF 4.2: veto points equal a count beside the state, from what each event says."""
    begins = stock(judged=evening.plan.corrects).version
    points = dict.fromkeys(EVERY, 0) | ledger.live(NAME, begins).state.veto_points
    for version, event in what.events:
        if version <= begins:
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


def addresses(
    evening: "Evening", ledger: Ledger, answers: "Mapping[str, Yes] | None" = None
) -> Iterator[str]:
    """An address is that of the last enrolment that counts; one that was refused changes none.

    What a full disk left pending is finished by the next one who comes. In a backup people may
    know of later enrolments than the record, and never of fewer than `answers` had when its copy
    began: an enrolment that changes an address alone leaves no event.
    """
    known_by = evening.answers if answers is None else answers
    people = People(ledger.store.place)
    settle(people, ledger)
    live = ledger.live(NAME)
    waiting = {key for member in evening.members for key, _ in member.unanswered}
    waiting |= evening.answers.keys() - known_by.keys()
    for member in POWERS:
        of_member = {key: at for key, (who, at) in evening.enrolments.items() if who == member}
        versions = {key: known_by[key].version for key in of_member if key in known_by}
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
