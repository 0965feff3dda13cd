"""The auditor finds whatever was done to a record, says it in one line, and never falls over."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.disputes import corrections
from campaign.disputes import impact as disputes_impact
from campaign.disputes.commands import Correct
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.store import snapshots
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification, compare
from campaign.verify.receipts import Kept, Papers
from campaign.verify.rows import Row
from events import chain
from support.sessions import NAME, Session, ledger_in, played, stored

LINE = re.compile(r"version [0-9.]+: [a-z ]+: [^\n]+")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A played campaign, never changed by the tests: they change copies of its rows."""
    session = played(tmp_path_factory.mktemp("verify"))
    yield session
    session.ledger.close()


@pytest.fixture
def changes(nightly: bool) -> int:
    """How many changes are tried, one at a time: by night 200."""
    return 200 if nightly else 40


@pytest.fixture(scope="module")
def rows(session: Session) -> list[Row]:
    """Its rows."""
    found = stored(session)
    assert len(found) >= 150
    return found


def findings(rows: list[Row], wanted: str | None = None) -> tuple[list[str], Verification]:
    """What the auditor says of rows, each a line of its own."""
    audit = Verification(SYSTEMS, wanted)
    told = [str(finding) for finding in audit.findings(rows)]
    assert all(LINE.fullmatch(line) for line in told), told
    return told, audit


def test_an_untouched_record_has_no_findings(session: Session, rows: list[Row]) -> None:
    """Every event is looked at, every draw proved once the campaign is closed."""
    told, audit = findings(rows)
    live = session.ledger.live(NAME)
    assert told == []
    assert audit.checked == audit.version == len(rows)
    assert (audit.head, sum(audit.pending.values())) == (live.head, 0)
    assert list(compare(audit, live.version, live.head, live.state)) == []


@pytest.mark.parametrize(
    "change",
    [
        "state=replace(state, 'germany', 'germanx')",
        "state=NULL",
        "state=''",
        "state=5",
        "state=x'ff'",
        "topic=NULL",
        "topic=CAST(x'ff' AS TEXT)",
        "topic='lif.LeaderDrawn.7'",
        "originator_version=1000",
        "originator_version=0",
        "originator_version='x'",
        "originator_version=2.5",
    ],
)
def test_a_row_rewritten_by_hand_is_found(session: Session, tmp_path: Path, change: str) -> None:
    """SQL typed by hand turns bytes into text, or into nothing: a finding, not a traceback."""
    copy = tmp_path / "campaign.db"
    with (
        closing(sqlite3.connect(session.ledger.store.path)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        target.execute(f"UPDATE stored_events SET {change} WHERE originator_version=2")
        target.commit()
    with Ledger(copy) as ledger:
        assert findings(list(ledger.store.rows(NAME)))[0]


@pytest.mark.parametrize("place", [0, 1, 40, -2])
def test_a_deleted_event_is_found(rows: list[Row], place: int) -> None:
    """The event after the gap follows nothing that is there."""
    told, _ = findings([row for row in rows if row is not rows[place]])
    assert any(line.startswith(f"version {rows[place][0] + 1}: chain") for line in told)


def test_a_deleted_event_is_found_even_when_the_rest_is_renumbered(rows: list[Row]) -> None:
    """Numbers can be closed up; digests cannot."""
    kept = [row for row in rows if row is not rows[40]]
    told, _ = findings([(number, *row[1:]) for number, row in enumerate(kept, 1)])
    assert told[0].startswith("version 41: chain: follows ")


def test_swapped_and_repeated_events_are_found(rows: list[Row]) -> None:
    """Each event knows the one before it."""
    swapped = [*rows]
    swapped[50], swapped[51] = (51, *rows[51][1:]), (52, *rows[50][1:])
    repeated = [*rows[:60], (61, *rows[59][1:]), *rows[60:]]
    assert any("version 51: chain" in line for line in findings(swapped)[0])
    assert any("version 61: chain" in line for line in findings(repeated)[0])


def test_a_shortened_record_is_found_against_an_old_head(rows: list[Row]) -> None:
    """What was cut off leaves no trace but in the digest that an old report bears."""
    head = chain.head(rows[-1][2])
    acts = [number for number, _, row in rows if not json.loads(chain.body(row)).get("nth")]
    told, audit = findings(rows[: acts[-4] - 1], head)
    assert told == []
    assert audit.contains is None
    assert findings(rows, head)[1].contains == len(rows)
    assert findings(rows, chain.head(rows[99][2]))[1].contains == 100


def test_pages_find_the_same_as_rows_one_by_one(rows: list[Row]) -> None:
    """Three faults, two of them in one page: the same findings in the same order."""
    broken = [*rows]
    for place in (60, 62, 130):
        version, kind, row = rows[place]
        broken[place] = version, kind, chain.seal(chain.body(row).replace(b'"by":"', b'"by":"x'))
    several = []
    for page in (1, 50, 256):
        audit = Verification(SYSTEMS)
        audit.page = page
        several.append([str(finding) for finding in audit.findings(broken)])
    assert several[0] == several[1] == several[2]
    for version in (62, 64, 132):
        assert any(line.startswith(f"version {version}: chain: follows ") for line in several[0])


@pytest.mark.parametrize("page", [1, 50, 256])
def test_what_was_read_before_an_error_is_told_before_it(rows: list[Row], page: int) -> None:
    """A row that cannot be read hides no finding of a row before it; the audit stands there."""

    def read() -> Iterator[Row]:
        yield from rows[:60]
        yield from rows[61:100]
        raise StoreError("the disk is gone")

    audit = Verification(SYSTEMS)
    audit.page = page
    lines: list[str] = []
    with pytest.raises(StoreError, match="the disk is gone"):
        lines.extend(map(str, audit.findings(read())))
    assert any(line.startswith("version 62: chain: comes after version 60") for line in lines)
    assert audit.version == 100


@pytest.mark.parametrize("page", [1, 50, 256])
def test_receipts_that_cannot_be_read_hide_no_finding(rows: list[Row], page: int) -> None:
    """The audit stands at the event whose receipt could not be read, in pages too."""

    def read() -> Iterator[Kept]:
        raise StoreError("the receipts are gone")
        yield

    audit = Verification(SYSTEMS, papers=Papers(read))
    audit.page = page
    with pytest.raises(StoreError, match="the receipts are gone"):
        list(audit.findings(rows))
    assert audit.version == 1


def test_no_events_at_all_is_a_finding() -> None:
    """An empty record is none."""
    assert findings([])[0] == ["version 0: event: there are no events"]


def test_events_of_another_campaign_do_not_follow(rows: list[Row], tmp_path: Path) -> None:
    """Appended, put in between, or in place of the beginning."""
    other = ledger_in(tmp_path, "other dice")
    strangers = stored(Session(other).open("lif-list"))
    other.close()
    appended = [*rows, (len(rows) + 1, *strangers[-1][1:])]
    assert findings(appended)[0][0].startswith(f"version {len(rows) + 1}: chain")
    assert any("version 4: chain" in line for line in findings([*strangers[:3], *rows[3:]])[0])
    assert "version 1: event" in findings([(1, *rows[5][1:]), *rows[1:]])[0][1]


def test_a_campaign_under_another_name_is_found(
    session: Session, rows: list[Row], tmp_path: Path
) -> None:
    """The name is in the opening; an export or a store that says another has been meddled with."""
    told = [str(finding) for finding in Verification(SYSTEMS, name="other").findings(rows)]
    assert told == [f"version 1: event: starts {NAME} and is filed as 'other'"]
    assert list(Verification(SYSTEMS, name=NAME).findings(rows)) == []
    file = tmp_path / "renamed.jsonl"
    export(session.ledger, NAME, file)
    head, rest = file.read_text().split("\n", 1)
    file.write_text(head.replace(NAME, "other") + "\n" + rest)
    with Ledger(tmp_path / "new.db") as ledger, pytest.raises(StoreError, match="filed as"):
        import_(ledger, file)
    assert not (tmp_path / "new.db").exists()


def test_a_second_opening_in_mid_campaign_does_not_follow(rows: list[Row]) -> None:
    """Even with a digest that fits, a campaign opens once."""
    opening = chain.body(rows[0][2]).replace(b'"prev":""', b"")
    body = b'{"prev":"%b",%b' % (chain.head(rows[-1][2]).encode(), opening[1:])
    told, _ = findings([*rows, (len(rows) + 1, rows[0][1], chain.seal(body))])
    assert told
    assert told[0].startswith(f"version {len(rows) + 1}: fold")


def test_rewriting_history_changes_the_head(rows: list[Row]) -> None:
    """Whoever computes every later digest anew has another head, and `--against` shows it."""
    old = chain.head(rows[-1][2])
    head, changed = "", []
    for version, topic, state in rows:
        body = chain.body(state)
        if version > 1:
            body = re.sub(rb'"prev":"[0-9a-f]{64}"', b'"prev":"%b"' % head.encode(), body)
        if topic == "lif.WarDeclared":
            body = body.replace(b'"target":"france"', b'"target":"poland"')
        head = chain.digest(body)
        changed.append((version, topic, chain.seal(body)))
    told, audit = findings(changed, old)
    assert told == []
    assert audit.contains is None


def test_a_tampered_snapshot_is_found(session: Session, tmp_path: Path) -> None:
    """A state in use that the log does not give: compare says so."""
    copy = tmp_path / "campaign.db"
    with (
        closing(sqlite3.connect(session.ledger.store.path)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    with Ledger(copy) as ledger:
        live = ledger.live(NAME)
        points = {**live.state.veto_points, "germany": 99}
        false: Any = type(live.state)(
            **{
                **{name: getattr(live.state, name) for name in live.state.__struct_fields__},
                "veto_points": points,
            }
        )
        snapshots.keep(ledger.store, NAME, live.version, live.head, false)
    with Ledger(copy) as ledger:
        live = ledger.live(NAME)
        assert ledger.show(NAME)["veto_points"]["germany"] == 99
        _, audit = findings(list(ledger.store.rows(NAME)))
        (finding,) = compare(audit, live.version, live.head, live.state)
        assert str(finding) == (
            f"version {live.version}: live state: is not what the events give; delete the snapshots"
        )


def test_verify_needs_neither_store_nor_vault(session: Session, tmp_path: Path) -> None:
    """An export alone is enough, and a changed one is not taken in."""
    file = tmp_path / "export.jsonl"
    export(session.ledger, NAME, file)
    assert findings(list(Export(file).rows()))[0] == []
    file.write_bytes(file.read_bytes().replace(b'"target":"france"', b'"target":"poland"'))
    told, _ = findings(list(Export(file).rows()))
    assert "the event's bytes do not match its digest" in told[0]
    with Ledger(tmp_path / "other.db") as other, pytest.raises(StoreError, match="does not verify"):
        import_(other, file)
    assert not (tmp_path / "other.db").exists()


def struck(session: Session, version: int) -> None:
    """An event is struck under the first dispute's ruling, its preview looked at."""
    asked = {"command": "StrikeEvents", "by": "ref", "dispute": "d1", "versions": [version]}
    live = session.ledger.live(NAME)
    command = decisions.read({**asked, "seen": "0" * 64}, live.system.rules.commands)
    assert isinstance(command, Correct)
    past = session.ledger.log(NAME)
    events = corrections.events_of(live.system, command, past)
    assert isinstance(events, tuple)
    impact = disputes_impact.impact(live.system, past, events)
    assert not isinstance(impact, Refused)
    answer = session.ledger.submit(NAME, {**asked, "seen": impact.digest})
    assert answer["accepted"], answer


def test_a_corrected_campaign_verifies_clean(tmp_path: Path) -> None:
    """Two events struck, the first striking struck again: the fold is that of what counts."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        for value in ("one", "two", "three"):
            session.do("AddEntropy", "anna", value=value)
        first = ledger.live(NAME).version - 2
        session.do("RaiseDispute", "ben", versions=[first], claim="it was said too late")
        session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so it was")
        for version in (first, first + 1, first + 5):
            struck(session, version)
        live, file = ledger.live(NAME), tmp_path / "club.jsonl"
        mixed = str(live.state.mixed)
        assert ("one" in mixed, "two" in mixed, "three" in mixed) == (True, False, True)
        export(ledger, NAME, file)
        whole = Export(file)
        audits = [
            Verification(SYSTEMS, name=NAME),
            audit_of(whole, NAME),
        ]
        for audit in audits:
            rows = whole.rows() if audit is audits[1] else ledger.store.rows(NAME)
            assert list(audit.findings(rows)) == []
            assert list(compare(audit, live.version, live.head, live.state)) == []
