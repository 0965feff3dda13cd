"""Seeds used up, a store that swallows rows, what a kill leaves, a damaged database: one line."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.disputes import corrections, impact
from campaign.disputes.commands import StrikeEvents
from campaign.kernel.decisions import read
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from support.command_line import Shell
from support.sessions import NAME, Clock, Dice, Session, refusal

pytestmark = [pytest.mark.faults, pytest.mark.further]


def seen(shell: Shell) -> dict[str, tuple[str, str]]:
    """What `doctor` says of each thing."""
    told = json.loads(shell("doctor", "--json").out)
    return {one["what"]: (one["health"], one["told"]) for one in told["checked"]}


# --- seeds --------------------------------------------------------------------------------------

USED_UP = "the campaign's 3 draw seeds are used up; `campaign vault-renew club` gives new ones"


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Session]:
    """A campaign with three draw seeds."""
    vault = Vault(tmp_path / "campaign.vault", random=Dice(), links=3)
    with Ledger(tmp_path / "campaign.db", vault, Clock(), random=Dice("salt")) as ledger:
        yield Session(ledger).open()


def test_the_last_seed_serves_its_turn_and_no_other_begins(short: Session, tmp_path: Path) -> None:
    """Three seeds are three turns; the last is drawn with, and revealed when the campaign ends."""
    short.do("AdvanceTurn")
    short.do("AdvanceTurn")
    version = short.ledger.live(NAME).version
    assert refusal(short.ask("AdvanceTurn")) == ("Draws", USED_UP)
    assert short.ledger.live(NAME).version == version
    done = Shell(tmp_path)("turn", NAME)
    assert done.status == 1 and USED_UP in done.err
    short.draw()
    short.do("OpenBallots", absent="no-veto")
    while short.phase != "closed":
        short.do("OpenVotes", absent="abstain") if short.phase == "votes" else short.draw()
        if short.phase == "ballots":
            short.do("OpenBallots", absent="no-veto")
    short.do("CloseCampaign")
    assert list(Verification(SYSTEMS).findings(short.ledger.store.rows(NAME))) == []


def test_an_end_struck_with_the_last_seed_leaves_none(short: Session) -> None:
    """What was revealed stays revealed: drawing, going on and ending each say what to do."""
    short.do("AdvanceTurn")
    short.do("AdvanceTurn")
    last = short.do("CloseCampaign")["version"]
    short.do("RaiseDispute", versions=[last], claim="Too early.", by="ben")
    short.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="It was.")
    asked: dict[str, Any] = {"dispute": "d1", "versions": [last]}
    live = short.ledger.live(NAME)
    command = read(
        {"command": "StrikeEvents", "seen": "0" * 64, **asked}, live.system.rules.commands
    )
    assert isinstance(command, StrikeEvents)
    log = short.ledger.log(NAME)
    events = corrections.events_of(live.system, command, log)
    assert isinstance(events, tuple)
    found = impact.impact(live.system, log, events)
    assert isinstance(found, impact.Impact)
    short.do("StrikeEvents", "ref", seen=found.digest, **asked)
    assert refusal(short.ask("CloseCampaign")) == ("Draws", USED_UP)
    assert refusal(short.ask("AdvanceTurn")) == ("Draws", USED_UP)
    short.do("OpenReinforcement")
    assert refusal(short.ask("DrawLeader")) == ("Draws", USED_UP)


def test_doctor_says_when_seeds_run_short(short: Session, tmp_path: Path) -> None:
    """Two left, one left, none left; a campaign of 1,024 says nothing."""
    with Ledger(tmp_path / "long.db") as long:
        long.open("long", scenario="global-war")
    assert "seeds" not in seen(Shell(tmp_path, CAMPAIGN_STORE=str(tmp_path / "long.db")))
    for count in ("2 draw seeds", "1 draw seed", "0 draw seeds"):
        health, told = seen(Shell(tmp_path))["seeds"]
        assert health == "warning"
        why = "left after this turn's; `campaign vault-renew club` gives new ones"
        assert told == f"club: {count} {why}"
        short.ask("AdvanceTurn")


# --- a store that swallows ----------------------------------------------------------------------


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club of one."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
        assert ledger.submit(NAME, {"command": "OpenReinforcement"})["accepted"]
    return Shell(tmp_path)


TRIGGERS = {
    "events vanish": "BEFORE INSERT ON stored_events BEGIN SELECT RAISE(IGNORE); END",
    "events are taken out": "AFTER INSERT ON stored_events BEGIN DELETE FROM stored_events"
    " WHERE originator_version=new.originator_version; END",
    "events are changed": "AFTER INSERT ON stored_events BEGIN UPDATE stored_events SET state=x'00'"
    " WHERE originator_version=new.originator_version; END",
    "topics are changed": "AFTER INSERT ON stored_events BEGIN UPDATE stored_events SET topic='x'"
    " WHERE originator_version=new.originator_version; END",
    "events are added": "AFTER INSERT ON stored_events WHEN new.originator_version < 900 BEGIN"
    " INSERT INTO stored_events VALUES (new.originator_id, 900, 'x', x'00'); END",
    "keys vanish": "BEFORE INSERT ON command_keys BEGIN SELECT RAISE(IGNORE); END",
    "receipts vanish": "BEFORE INSERT ON receipts BEGIN SELECT RAISE(IGNORE); END",
    "receipts are emptied": "AFTER INSERT ON receipts BEGIN UPDATE receipts SET body=x''"
    " WHERE number=new.number; END",
    "receipts are changed": "AFTER INSERT ON receipts BEGIN UPDATE receipts"
    " SET body=x'00' WHERE number=new.number; END",
    "receipts are added": "AFTER INSERT ON receipts WHEN new.number < 900 BEGIN"
    " INSERT INTO receipts VALUES (new.originator_id, 900, x'00'); END",
    "salts vanish": "BEFORE INSERT ON salts BEGIN SELECT RAISE(IGNORE); END",
    "outlines vanish": "BEFORE INSERT ON outlines BEGIN SELECT RAISE(IGNORE); END",
    "outlines are changed": "AFTER INSERT ON outlines BEGIN UPDATE outlines SET body='{}'; END",
}  # fmt: skip


def contents(store: Path) -> list[Any]:
    """Every row that counts."""
    with closing(sqlite3.connect(store)) as db:
        return [
            db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("stored_events", "command_keys", "receipts", "salts", "outlines")
        ]


def trigger(store: Path, body: str) -> None:
    """Somebody's trigger."""
    with closing(sqlite3.connect(store)) as db:
        db.execute(f"CREATE TRIGGER helpful {body}")
        db.commit()


def not_kept(store: Path) -> str:
    """What is said of such a store."""
    why = "nothing was recorded; `campaign doctor` looks for triggers"
    return f"campaign: {store} does not keep what is written to it; {why}"


@pytest.mark.parametrize("which", TRIGGERS)
def test_a_store_that_swallows_rows_is_noticed(shell: Shell, which: str) -> None:
    """One line, nothing recorded, and doctor names the trigger."""
    trigger(shell.store, TRIGGERS[which])
    before = contents(shell.store)
    asked = json.dumps({"command": "AddEntropy", "value": "grey geese", "id": "k"})
    done = shell("submit", NAME, typed=asked)
    assert (done.status, done.out, done.error) == (1, "", not_kept(shell.store))
    assert contents(shell.store) == before
    table = TRIGGERS[which].split(" ON ")[1].split()[0]
    health, told = seen(shell)["trigger"]
    assert health == "bad" and told == (
        f"'helpful' on '{table}' is not the tracker's: it may change or swallow what is recorded; "
        "have it removed (DROP TRIGGER)"
    )
    assert shell("doctor").status == 1


def test_a_trigger_made_while_the_store_is_open_is_noticed(shell: Shell) -> None:
    """The next command after it looks at the schema again, as does the one after its removal."""
    words = {"command": "AddEntropy", "value": "grey geese"}
    with Ledger(shell.store) as ledger:
        assert ledger.submit(NAME, words)["accepted"]
        trigger(shell.store, TRIGGERS["events vanish"])
        with pytest.raises(StoreError, match="does not keep what is written to it"):
            ledger.submit(NAME, words)
        with closing(sqlite3.connect(shell.store)) as db:
            db.execute("DROP TRIGGER helpful")
        assert ledger.submit(NAME, words)["accepted"]


def test_a_trigger_that_changes_nothing_of_ours_does_no_harm(shell: Shell) -> None:
    """Somebody counts events in a table of their own: commands are recorded as ever."""
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("CREATE TABLE theirs (version)")
    trigger(shell.store, "AFTER INSERT ON stored_events BEGIN INSERT INTO theirs"
            " VALUES (new.originator_version); END")  # fmt: skip
    shell.fine("entropy", NAME, "grey geese")
    with closing(sqlite3.connect(shell.store)) as db:
        assert db.execute("SELECT count(*) FROM theirs").fetchone() == (1,)


def test_a_refusal_whose_receipt_is_swallowed_is_noticed(shell: Shell) -> None:
    """What was refused leaves a receipt alone, and that one too is looked at."""
    trigger(shell.store, TRIGGERS["receipts vanish"])
    done = shell("count", NAME)
    assert (done.status, done.error) == (1, not_kept(shell.store))


def test_an_import_that_is_swallowed_is_noticed(shell: Shell, tmp_path: Path) -> None:
    """Row for row, receipts too."""
    with Ledger(shell.store) as ledger:
        export(ledger, NAME, tmp_path / "club.jsonl")
    for number, body in enumerate((TRIGGERS["events are changed"], TRIGGERS["receipts vanish"])):
        with Ledger(tmp_path / f"other-{number}.db") as other:
            other.store.make()
            trigger(other.store.path, body)
            with pytest.raises(StoreError, match="does not keep what is written to it"):
                import_(other, tmp_path / "club.jsonl")
            assert other.names() == []


# --- what a kill leaves -------------------------------------------------------------------------


def test_a_draft_of_the_vaults_key_is_told(shell: Shell) -> None:
    """It may hold a key."""
    draft = shell.folder / ".campaign.vault.abcd1234"
    draft.write_text("00" * 32)
    (shell.folder / ".profile.abcd1234").write_text("somebody's own")
    (shell.folder / ".hidden").write_text("somebody's own")
    told = json.loads(shell("doctor", "--json").out)["checked"]
    (only,) = [one["told"] for one in told if one["what"] == "left over"]
    assert only.startswith(f"{draft}: ")


# --- a damaged database -------------------------------------------------------------------------


def test_a_damaged_database_is_not_backed_up(shell: Shell) -> None:
    """Its own file is named, nothing is written, and an older backup stays as it is."""
    with Ledger(shell.store) as ledger:
        for number in range(40):
            answer = ledger.submit(NAME, {"command": "AddEntropy", "value": f"{number}" * 99})
            assert answer["accepted"] or answer["rule"] == "Draws"
    shell.fine("backup", "copy.db")
    before = (shell.folder / "copy.db").read_bytes()
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode=DELETE")
        size = db.execute("PRAGMA page_size").fetchone()[0]
        index = "SELECT rootpage FROM sqlite_master WHERE name='stored_events'"
        page = db.execute(index).fetchone()[0]
    with shell.store.open("r+b") as file:
        file.seek((page - 1) * size + 8)
        file.write(os.urandom(64))
    for words in (("backup", "copy.db", "--force"), ("backup", "fresh.db")):
        done = shell(*words)
        assert done.status == 1
        assert done.error.startswith(f"campaign: {shell.store} is damaged")
        assert done.error.endswith("restore a backup or import an export")
    assert (shell.folder / "copy.db").read_bytes() == before
    assert not (shell.folder / "fresh.db").exists()
    assert not [one for one in shell.folder.iterdir() if one.name.startswith(".")]
    done = shell("restore", str(shell.store), CAMPAIGN_STORE=str(shell.folder / "new.db"))
    assert done.status == 1 and done.error.startswith(f"campaign: {shell.store} is damaged")
