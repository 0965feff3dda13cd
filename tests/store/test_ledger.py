"""The only writer: one command, one transaction, once, whoever else writes and whatever crashes."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.store import snapshots
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain
from support.sessions import NAME, Dice, Session, ledger_in, played, said, stored


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as it goes out."""
    told: dict[str, Any] = json.loads(json.dumps(answer))
    return told


def clean(ledger: Ledger) -> bool:
    """Whether the auditor has nothing to say."""
    return list(Verification(SYSTEMS).findings(ledger.store.rows(NAME))) == []


def test_the_same_id_again_gives_the_first_answer_and_records_nothing(tmp_path: Path) -> None:
    """Every command that bore a key answers as it did, also after a restart."""
    first = []
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        for number, (command, fields) in enumerate(SCRIPT):
            asked = {"command": command, "id": f"key-{number}", **fields}
            first.append((asked, plain(said(ledger.submit(NAME, asked)))))
            assert plain(ledger.submit(NAME, asked)) == first[-1][1]
        before = stored(session)
    with ledger_in(tmp_path, "other dice") as again:
        assert [plain(again.submit(NAME, asked)) for asked, _ in first] == [a for _, a in first]
        assert list(again.store.rows(NAME)) == before


def test_a_repeat_is_answered_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first answer needs no more than a look; a new command is told why."""

    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    asked = {"command": "AddEntropy", "value": "grey geese", "id": "k-1"}
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        first = said(ledger.submit(NAME, asked))
        monkeypatch.setattr(ledger, "_keep", full)
        assert ledger.submit(NAME, asked) == first
        with pytest.raises(StoreError, match="the disk is full"):
            ledger.submit(NAME, {**asked, "id": "k-2"})


SCRIPT: list[tuple[str, dict[str, Any]]] = [
    ("OpenReinforcement", {}),
    ("DrawLeader", {}),
    ("SealBallot", {"power": "japan", "choice": "veto"}),
    ("OpenBallots", {"absent": "no-veto"}),
    ("AddEntropy", {"value": "a die came up four"}),
    ("EnrolMember", {"member": "cem", "name": "Cem", "roles": ["player"]}),
]


def test_an_id_of_a_refused_command_may_be_used_again(tmp_path: Path) -> None:
    """A refusal records nothing, its key neither."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        assert not session.ask("DrawLeader", id="key")["accepted"]
        session.do("OpenReinforcement")
        version = session.do("DrawLeader", id="key")["version"]
        assert session.do("DrawLeader", id="key")["version"] == version


def test_one_key_serves_each_campaign_of_a_store(tmp_path: Path) -> None:
    """Keys belong to a campaign."""
    with ledger_in(tmp_path) as ledger:
        for name in ("one", "two"):
            answer = Session(ledger, name).open().do("AddEntropy", value=name, id="key")
            assert answer["events"][0]["value"] == name


def test_the_head_is_the_digest_of_the_last_event(tmp_path: Path) -> None:
    """Every answer's head is the SHA-256 of the JSON that now stands last."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        for command, fields in SCRIPT:
            answer = session.do(command, **fields)
            version, _, row = stored(session)[-1]
            assert (answer["version"], answer["head"]) == (version, chain.digest(chain.body(row)))
            assert ledger.show(NAME)["head"] == answer["head"]


def test_a_writer_who_comes_second_decides_again(tmp_path: Path) -> None:
    """Another writer's event between deciding and appending: reload, decide, append after it."""
    with ledger_in(tmp_path) as one, ledger_in(tmp_path, "other") as other:
        session = Session(one).open()
        one._clock = lambda: _meanwhile(other, value="from the other")
        answer = session.do("AddEntropy", value="mine")
        assert [event["value"] for event in answer["events"]] == ["mine"]
        values = [r.event.value for r in one.history(NAME) if hasattr(r.event, "value")]
        assert values == ["from the other", "mine"]
        assert clean(one)


def _meanwhile(other: Ledger, value: str) -> str:
    """The time, and an event of another writer the first time it is asked."""
    if not any(getattr(found.event, "value", "") == value for found in other.history(NAME)):
        assert other.submit(NAME, {"command": "AddEntropy", "value": value})["accepted"]
    return "1999-01-01T00:00:00.000Z"


def test_a_writer_who_comes_second_may_be_refused(tmp_path: Path) -> None:
    """What was legal before the other's event no longer is: refused, with nothing recorded."""
    with ledger_in(tmp_path) as one, ledger_in(tmp_path, "other") as other:
        session = Session(one).open()
        done: list[dict[str, Any]] = []

        def clock() -> str:
            if not done:
                done.append({})
                done.append(other.submit(NAME, {"command": "OpenReinforcement"}))
            return "1999-01-01T00:00:00.000Z"

        one._clock = clock
        assert session.ask("OpenReinforcement")["rule"] == "LiF 4.1"
        assert done[1]["accepted"]
        assert one.live(NAME).version == done[1]["version"]


def test_a_commit_survives_a_power_cut(tmp_path: Path) -> None:
    """Every connection writes with synchronous=FULL (2), into a write-ahead log."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        store = ledger.store._connected()
        for asked, expected in (("synchronous", 2), ("journal_mode", "wal")):
            assert store.query(f"PRAGMA {asked}", ()) == [(expected,)]  # the one that writes
            with store.turn:
                assert store.query(f"PRAGMA {asked}", ()) == [(expected,)]  # a spare one


def test_a_rush_of_readers_leaves_three_connections_open(tmp_path: Path) -> None:
    """What eight readers opened at once is closed behind them, but for three."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        store = ledger.store._connected()
        rush = [store._taken() for _ in range(8)]
        for connection in rush:
            store._put_back(connection)
        assert sum(map(is_open, rush)) == 3
        with store.turn:
            assert store.query("SELECT 1", ()) == [(1,)]


def is_open(connection: sqlite3.Connection) -> bool:
    """Whether a connection can still be used."""
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


def test_show_at_a_version_is_what_was_shown_then(tmp_path: Path) -> None:
    """The past, as it was; and no version before the first or after the last."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        then = []
        for command, fields in SCRIPT:
            session.do(command, **fields)
            then.append(ledger.show(NAME))
        assert [ledger.show(NAME, shown["version"]) for shown in then] == then
        for version in (0, -1, then[-1]["version"] + 1):
            with pytest.raises(StoreError, match="has no version"):
                ledger.show(NAME, version)


def test_every_version_can_be_shown_the_opening_too(tmp_path: Path) -> None:
    """The first event knows no powers' fates yet: all are free."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        shown, now = ledger.show(NAME, 1), ledger.show(NAME)
        assert set(shown["conquest"].values()) == {"free"}
        for version in range(1, now["version"] + 1):
            assert set(ledger.show(NAME, version)) == set(now)


def test_a_snapshot_is_used_until_the_fold_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A state kept by another program's fold is not looked at, and goes with the next one kept."""
    monkeypatch.setattr(snapshots, "EVERY", 50)
    session = played(tmp_path, turns=3)
    path, live = session.ledger.store.path, session.ledger.live(NAME)
    session.ledger.close()
    with Ledger(path) as ledger:
        assert (kept := snapshots.load(ledger.store, NAME, None)) is not None
        assert live.version - 50 < kept.version <= live.version
        assert ledger.live(NAME).state == ledger.fresh(NAME).state == live.state
    monkeypatch.setattr(snapshots, "fingerprint", lambda system: "snapshot-of-another-fold")
    with Ledger(path) as ledger:
        assert snapshots.load(ledger.store, NAME, None) is None
        assert ledger.live(NAME).state == live.state
    with closing(sqlite3.connect(path)) as db:
        topics = db.execute("SELECT DISTINCT topic FROM snapshots").fetchall()
    assert topics == [("snapshot-of-another-fold",)]


def test_a_log_cut_off_below_its_snapshot_still_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot of events that are gone is no state of this log."""
    monkeypatch.setattr(snapshots, "EVERY", 20)
    session = played(tmp_path, turns=2)
    session.ledger.close()
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        db.execute("DELETE FROM stored_events WHERE originator_version > 30")
        db.commit()
    with Ledger(session.ledger.store.path) as ledger:
        assert ledger.live(NAME).version == 30
        assert ledger.live(NAME).state == ledger.fresh(NAME).state


def test_the_vault_of_a_ledger_can_be_named(tmp_path: Path) -> None:
    """A club keeps the key where it likes; the database never has it."""
    vault = Vault(tmp_path / "elsewhere" / "key", random=Dice())
    with Ledger(tmp_path / "campaign.db", vault) as ledger:
        Session(ledger).open()
        key = vault.path.read_text().strip()
    assert not (tmp_path / "campaign.vault").exists()
    for file in tmp_path.glob("campaign.db*"):
        content = file.read_bytes()
        assert key.encode() not in content
        assert bytes.fromhex(key) not in content


def test_a_key_is_known_after_an_import_too(tmp_path: Path) -> None:
    """A command sent again to an imported campaign gets its first answer and records nothing."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.draw()
        first = session.do("OpenBallots", absent="no-veto", id="opened")
        assert len(first["events"]) > 1
        export(ledger, NAME, tmp_path / "club.jsonl")
    with Ledger(tmp_path / "other.db") as other:
        import_(other, tmp_path / "club.jsonl")
        before = other.live(NAME).version
        again = {"command": "OpenBallots", "absent": "no-veto", "id": "opened"}
        assert other.submit(NAME, again) == said(first)
        assert other.live(NAME).version == before
