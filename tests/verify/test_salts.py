"""The salts of receipts: to a file or a program at once, to a screen only what is open by then.

With the salt of a ballot's receipt anybody can try which of two choices it was.
"""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store import ledger
from campaign.store.branches import branch
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.verify import receipts
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in, nonce_of

SALT = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
"""What a salt looks like."""
SENT = {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "veto", "draw": 1}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A club taking ballots; Anna plays Germany."""
    shell = Shell(tmp_path_factory.mktemp("salts"))
    shell.fine("open", "club", "--scenario", "global-war", "--rulebook", "lif-1998")
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("board", "club")
    shell.fine("draw", "club")
    return shell


@pytest.fixture
def shell(table: Shell, tmp_path: Path) -> Shell:
    """That club in a folder of its own."""
    return table.copied(tmp_path)


def lay(shell: Shell, *more: str) -> str:
    """Anna's veto for Germany; what was printed."""
    return shell.fine("ballot", "club", "germany", "veto", "--as", "anna", *more)


def mine(shell: Shell, member: str = "anna") -> list[dict[str, str]]:
    """A member's own receipts."""
    told = shell.fine("receipts", "club", "--mine", "--as", member, "--json")
    return [json.loads(line) for line in told.splitlines()]


# --- at the moment of sending -------------------------------------------------------------------


def test_no_verb_prints_a_salt(shell: Shell) -> None:
    """Accepted or refused: the receipt's id and time, and nothing to try choices with."""
    told = lay(shell)
    assert re.search(r"receipt club/\d+, in at \d\d:\d\d:\d\d UTC$", told.strip())
    assert "salt" not in told and not SALT.search(told)
    refused = shell("ballot", "club", "germany", "veto", "--as", "eve")
    assert refused.status == 1 and not SALT.search(refused.out + refused.err)
    assert "[receipt club/" in refused.error


def test_a_file_has_the_receipt_with_its_salt(shell: Shell) -> None:
    """Only its owner can read it, and it proves what was sent."""
    told = lay(shell, "--receipt", "mine.receipt")
    assert "its salt is in mine.receipt" in told and not SALT.search(told)
    file = shell.folder / "mine.receipt"
    assert file.stat().st_mode & 0o777 == 0o600
    (shell.folder / "sent.json").write_text(json.dumps(SENT))
    assert "this very text was sent" in shell.fine("receipt", "mine.receipt", "--sent", "sent.json")
    (shell.folder / "sent.json").write_text(json.dumps({**SENT, "choice": "no-veto"}))
    assert shell("receipt", "mine.receipt", "--sent", "sent.json").status == 1


def test_a_refused_one_is_kept_too(shell: Shell) -> None:
    """Its answer, with the rule that refused it."""
    done = shell("ballot", "club", "germany", "veto", "--as", "eve", "--receipt", "no.receipt")
    assert done.status == 1 and not SALT.search(done.out + done.err)
    kept = json.loads((shell.folder / "no.receipt").read_text())
    assert (kept["accepted"], kept["rule"]) == (False, "Members") and kept["receipt"]["salt"]


def test_a_file_that_is_there_is_not_written_over(shell: Shell) -> None:
    """It may hold a salt. Nothing is recorded."""
    (shell.folder / "mine.receipt").write_text("a salt")
    before = shell.fine("receipts", "club")
    done = shell("ballot", "club", "germany", "veto", "--as", "anna", "--receipt", "mine.receipt")
    told = "mine.receipt is there already, and may hold a salt; name a new file"
    assert done.status == 2 and done.error == f"campaign: {told}. Nothing was recorded"
    assert (shell.folder / "mine.receipt").read_text() == "a salt"
    done = shell("ballot", "club", "germany", "veto", "--as", "anna", "--receipt", "no/such/file")
    assert done.status == 2
    assert done.error == (
        "campaign: cannot write no/such/file: No such file or directory. Nothing was recorded"
    )
    assert shell.fine("receipts", "club") == before


def test_what_sends_nothing_leaves_no_file(shell: Shell) -> None:
    """A call that ends before it sends takes the empty file away, or never makes it."""
    done = shell("ballot", "klub", "germany", "veto", "--receipt", "mine.receipt")
    assert done.status == 2 and not (shell.folder / "mine.receipt").exists()


def test_only_verbs_that_send_have_the_option(shell: Shell) -> None:
    """Of groups the verbs in them: `dispute raise` sends, `disputes` only reads."""
    for verb in (("ballot",), ("turn",), ("dispute", "raise"), ("submit",), ("fix",)):
        assert "--receipt FILE" in shell.fine(*verb, "--help")
    for verb in (("show",), ("status",), ("disputes",), ("dispute",), ("seal",)):
        assert "--receipt FILE" not in shell.fine(*verb, "--help")


def test_submit_writes_a_line_for_each_command(shell: Shell) -> None:
    """All answers of the call, in one file."""
    lines = [json.dumps({"command": "AddEntropy", "value": word}) for word in ("one", "two")]
    (shell.folder / "two.jsonl").write_text("\n".join(lines) + "\n")
    told = shell.fine("submit", "club", "two.jsonl", "--receipt", "two.receipt")
    assert (shell.folder / "two.receipt").read_text() == told


# --- later --------------------------------------------------------------------------------------


def test_later_only_what_was_opened_gives_its_salt(shell: Shell) -> None:
    """A replaced ballot never does: nobody has seen what it said."""
    first, last = json.loads(lay(shell, "--json")), json.loads(lay(shell, "--json"))
    assert [line.get("salt") for line in mine(shell)] == [None, None]
    assert first["receipt"]["salt"] not in shell.fine("receipts", "club", "--mine", "--as", "anna")
    shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")
    salts = {line["id"]: line.get("salt") for line in mine(shell)}
    assert salts == {first["receipt"]["id"]: None, last["receipt"]["id"]: last["receipt"]["salt"]}
    table = shell.fine("receipts", "club", "--mine", "--as", "anna")
    assert last["receipt"]["salt"] in table and first["receipt"]["salt"] not in table


def test_nobody_has_anothers(shell: Shell) -> None:
    """The host's list has the host's own alone, and what everybody knows gives its salt at once."""
    laid = json.loads(lay(shell, "--json"))["receipt"]
    shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")
    hosts = mine(shell, "host")
    assert laid["id"] not in {line["id"] for line in hosts}
    assert all("salt" in line for line in hosts) and len(hosts) > 3
    assert laid["salt"] not in shell.fine("receipts", "club", "--json")


def test_without_the_key_the_salts_stay_sealed(shell: Shell) -> None:
    """One line says so; the list itself is there."""
    shell.fine("entropy", "club", "geese")
    (shell.folder / "club.vault").unlink(missing_ok=True)
    for vault in shell.folder.glob("*.vault"):
        vault.unlink()
    done = shell("receipts", "club", "--mine")
    assert done.status == 0 and "its salts stay sealed: the vault key" in done.err
    assert not SALT.search(done.out)


# --- at rest ------------------------------------------------------------------------------------


def test_no_byte_at_rest_has_a_salt(tmp_path: Path) -> None:
    """Neither store, export, branch nor another store that took the export; vault's or device's."""
    session = Session(ledger_in(tmp_path)).open()
    session.draw()
    session.ballots({"japan": "no-veto", "ussr": "no-veto"})
    made = session.device("germany", "no-veto", nonce_of("germany"))
    session.do("SealBallot", "anna", power="germany", commitment=made)
    session.do("FixMarkers")
    opening = {"power": "germany", "choice": "no-veto", "nonce": nonce_of("germany")}
    session.do("RevealBallot", "anna", **opening)
    session.ask("SealBallot", "eve", power="china", choice="veto")
    salts = {answer["receipt"]["salt"] for answer in session.answers if "receipt" in answer}
    assert len(salts) > 5
    branch(session.ledger, NAME, None, "anna", "club-if")
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    other = ledger_in(tmp_path / "other")
    import_(other, tmp_path / "club.jsonl")
    kept = {name: sealed_salts(session.ledger, name) for name in (NAME, "club-if")}
    assert len(kept[NAME]) == sum(answer["accepted"] for answer in session.answers[1:])
    assert kept["club-if"] == [] == sealed_salts(other, NAME)
    assert len({len(sealed) for sealed in kept[NAME]}) == 1, "one length for all"
    session.ledger.close()
    other.close()
    ours = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(ours) >= 5
    for path in ours:
        bytes_ = path.read_bytes()
        for salt in salts:
            assert salt.encode() not in bytes_ and bytes.fromhex(salt) not in bytes_, path
    exported = (tmp_path / "club.jsonl").read_text()
    assert all(sealed not in exported for sealed in kept[NAME])


def sealed_salts(ledger: Ledger, name: str) -> list[str]:
    """What the store keeps of salts."""
    with closing(sqlite3.connect(ledger.store.path)) as db:
        found = db.execute("SELECT body FROM salts WHERE originator_id=?", (name,)).fetchall()
    return [sealed for (sealed,) in found]


def test_a_sealed_salt_is_bound_to_its_receipt(tmp_path: Path) -> None:
    """Another receipt's salt in its place does not open."""
    session = Session(ledger_in(tmp_path)).open()
    for word in ("one", "two"):
        session.do("AddEntropy", "anna", value=word)
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        (first,) = db.execute("SELECT body FROM salts WHERE number=1").fetchone()
        db.execute("UPDATE salts SET body=? WHERE number=2", (first,))
        db.commit()
    from campaign.store.vault import VaultError

    with pytest.raises(VaultError):
        ledger.salt(session.ledger, NAME, 2, "anna", frozenset())
    receipt = ledger.receipt(session.ledger, NAME, 1)
    label = receipts.salt_label(session.state.campaign.id, receipt)
    assert session.ledger.vault.open_text(first, label) == session.answers[1]["receipt"]["salt"]
