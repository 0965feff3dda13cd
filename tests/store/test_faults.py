"""Bad input and faults: a clear line, the right exit status, and nothing half done."""

import ctypes
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.database import PeopleFile
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.sqlite.connections import in_words
from support.command_line import Shell
from support.sessions import said

pytestmark = pytest.mark.faults

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a club whose board takes ballots on Cunningham; China has no point."""
    folder = tmp_path_factory.mktemp("table")
    with Ledger(folder / "campaign.db") as ledger:
        opening = {"rulings": {"draws": "table"}, "setup": {"veto_points": {"china": 0}}}
        assert ledger.open("club", scenario="global-war", **opening)["accepted"]
        for command in (
            {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]},
            {"command": "AssignPower", "power": "germany", "member": "anna"},
            {"command": "OpenReinforcement"},
            {"command": "DrawLeader", "leader": "cunningham"},
        ):
            assert ledger.submit("club", command)["accepted"]
    return folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def recorded(store: Path) -> list[tuple[Any, ...]]:
    """Every byte of the log and of its keys."""
    with closing(sqlite3.connect(store)) as db:
        events = db.execute("SELECT * FROM stored_events ORDER BY 1, 2").fetchall()
        return [*events, *db.execute("SELECT * FROM command_keys ORDER BY 1, 2").fetchall()]


@contextmanager
def untouched(shell: Shell) -> Iterator[None]:
    """Nothing is recorded meanwhile, not even in part."""
    before = recorded(shell.store)
    yield
    assert recorded(shell.store) == before


# --- bad input ----------------------------------------------------------------------------------

MALFORMED: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "not JSON"),
    "half a line": ('{"command": "AdvanceTurn"', "not JSON"),
    "not UTF-8": ('{"command": "\udcff"}', "not JSON"),
    "half a letter": ('{"command": "AddEntropy", "value": "\\ud800"}', "not JSON"),
    "nested without end": ("[" * 200_000, "not JSON"),
    "a list": ("[]", "JSON object"),
    "null": ("null", "JSON object"),
    "no command": ('{"power": "usa"}', "command"),
    "command is a number": ('{"command": 7}', "command"),
    "unknown command": ('{"command": "DrawLeeder"}', "DrawLeeder"),
    "a rule's own name": ('{"command": "__init__"}', "__init__"),
    "unknown field": ('{"command": "AdvanceTurn", "turn": "1940-JF"}', "turn"),
    "missing field": ('{"command": "SealBallot", "choice": "veto"}', "power"),
    "unknown power": ('{"command": "SealBallot", "power": "spain", "choice": "veto"}', "power"),
    "wrong type": ('{"command": "SealBallot", "power": 3, "choice": "veto"}', "power"),
    "unknown choice": ('{"command": "SealBallot", "power": "usa", "choice": "maybe"}', "choice"),
    "choice and commitment missing": ('{"command": "SealBallot", "power": "usa"}', "choice"),
    "both given": (
        json.dumps({"command": "SealBallot", "power": "usa", "choice": "veto",
                    "commitment": "a" * 64}), "commitment"),
    "commitment too short": (
        '{"command": "SealBallot", "power": "usa", "commitment": "abc"}', "commitment"),
    "half a point": (
        '{"command": "BuyVetoPoints", "power": "usa", "intelligence_points": 7.5}',
        "intelligence_points"),
    "more than there is": (
        '{"command": "BuyVetoPoints", "power": "usa", "intelligence_points": 1e300}',
        "intelligence_points"),
    "member by number": ('{"command": "AdvanceTurn", "by": 1}', "by"),
    "key by number": ('{"command": "AdvanceTurn", "id": 1}', "id"),
    "unknown role": (
        '{"command": "EnrolMember", "member": "ben", "name": "Ben", "roles": ["king"]}', "roles"),
    "no slug": (
        '{"command": "EnrolMember", "member": "../ben", "name": "Ben", "roles": ["player"]}',
        "member"),
    "a slug and a line end": (
        '{"command": "DeclareWar", "attacker": "germany\\n", "target": "germany"}', "attacker"),
    "a commitment and a line end": (
        json.dumps({"command": "SealBallot", "power": "usa", "commitment": "a" * 64 + "\n"}),
        "commitment"),
    "entropy of two lines": ('{"command": "AddEntropy", "value": "one\\n"}', "value"),
    "entropy that moves the cursor": (
        '{"command": "AddEntropy", "value": "\\u001b[2J"}', "value"),
    "a name of nothing": (
        '{"command": "EnrolMember", "member": "ben", "name": "  ", "roles": ["player"]}', "name"),
    "a name of two lines": (
        '{"command": "EnrolMember", "member": "ben", "name": "B\\u2028n", "roles": ["player"]}',
        "name"),
    "an address of two lines": (
        '{"command": "EnrolMember", "member": "ben", "name": "Ben", "roles": ["player"],'
        ' "email": "b@example.org\\nBcc:"}', "email"),
}  # fmt: skip


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_input_is_refused_by_field(shell: Shell, case: str) -> None:
    """One answer without a rule that names the field, one line of error, exit status 1."""
    line, named = MALFORMED[case]
    with untouched(shell):
        done = shell("submit", "club", typed=line + "\n")
    assert done.status == 1
    answer = json.loads(done.out)
    assert answer["accepted"] is False and answer["rule"] is None
    assert named in answer["reason"] and "\n" not in answer["reason"]
    assert answer["reason"] in done.error and done.error.startswith("campaign: line 1 refused: ")


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "out of phase: draw": ({"command": "DrawLeader", "leader": "rommel"}, "LiF 4.1"),
    "out of phase: votes": ({"command": "OpenVotes"}, "LiF 4.1"),
    "out of phase: turn": ({"command": "AdvanceTurn"}, "Ruling 7"),
    "a ballot without points": (
        {"command": "SealBallot", "power": "china", "choice": "veto"}, "LiF 4.1"),
    "a veto of 3 with 2 points": (
        {"command": "SealBallot", "power": "france", "choice": "veto"}, "LiF 4.1"),
    "ballots missing": ({"command": "OpenBallots"}, "LiF 4.1"),
    "another's power": (
        {"command": "SealBallot", "by": "anna", "power": "usa", "choice": "veto"}, "Members"),
    "a stranger": ({"command": "AddEntropy", "by": "zed", "value": "x"}, "Members"),
    "a player as host": ({"command": "OpenBallots", "by": "anna"}, "Members"),
    "nothing sealed on a device": (
        {"command": "RevealBallot", "power": "usa", "choice": "veto", "nonce": "a" * 64},
        "LiF 4.1"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_rules_do_not_allow_names_its_rule(shell: Shell, case: str) -> None:
    """The answer bears the rule; nothing is recorded."""
    command, rule = REFUSED[case]
    with untouched(shell):
        done = shell("submit", "club", typed=json.dumps(command))
    assert done.status == 1
    answer = json.loads(done.out)
    assert (answer["accepted"], answer["rule"]) == (False, rule)
    assert f"({rule})" in done.error


def test_an_unknown_leader_is_refused(shell: Shell) -> None:
    """By command and by verb; the verb names who is near."""
    shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")
    shell.fine("vote", "club", "usa", "another")
    shell.fine("count", "club", "--absent", "--yes", "--why", "cannot be reached")
    with untouched(shell):
        done = shell("submit", "club", typed='{"command": "DrawLeader", "leader": "nobody"}')
        assert json.loads(done.out)["rule"] is None and "leader" in done.error
        assert "did you mean yamamoto" in shell("draw", "club", "yamamotto").error
        assert shell("draw", "club").error.startswith("refused (LiF 4.1)")


def test_a_second_ballot_replaces_the_first_and_both_are_recorded(shell: Shell) -> None:
    """Germany turns veto, then no veto: two events, and only the second is paid or not paid."""
    shell.fine("ballot", "club", "germany", "veto", "--as", "anna")
    shell.fine("ballot", "club", "germany", "no-veto", "--as", "anna")
    opened = json.loads(
        shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached", "--json")
    )
    assert opened["events"][1]["ballots"]["germany"]["choice"] == "no-veto"
    log = shell.fine("log", "club", "--json").splitlines()
    sealed = [json.loads(line) for line in log if '"lif.BallotSealed"' in line]
    assert len({one["commitment"] for one in sealed}) == 2
    assert not any("VetoPointsSpent" in line for line in log)


def test_the_host_does_not_replace_what_a_player_sealed(shell: Shell) -> None:
    """anna sealed Germany's ballot herself."""
    shell.fine("ballot", "club", "germany", "veto", "--as", "anna")
    with untouched(shell):
        done = shell("ballot", "club", "germany", "no-veto")
    assert done.status == 1 and done.error.startswith("refused (Members)")


@pytest.mark.parametrize(
    "arguments",
    [
        ["open", "new", "--scenario", "global-war", "--ruling", "draws"],
        ["open", "new", "--scenario", "global-war", "--ruling", "draws=dice"],
        ["open", "new", "--scenario", "global-war", "--ruling", "leaders=missing.csv"],
        ["open", "new", "--scenario", "global-war", "--setup", "missing.toml"],
        ["open", "new", "--scenario", "global-war", "--setup", "bad.toml"],
        ["open", "new", "--scenario", "global-war", "--setup", "bad.json"],
        ["open", "new", "--scenario", "global-war", "--setup", "strange.toml"],
        ["open", "new", "--scenario", "global-war", "--module", "late-war", "--no-module",
         "late-war"],
        ["open", "new", "--scenario", "global-war", "--first-turn", "1940-JF"],
        ["open", "new", "--scenario", "custom"],
        ["open", "new", "--scenario", "custom", "--first-turn", "1941-JF", "--last-turn",
         "1940-JF"],
        ["open", "new", "--scenario", "global-war", "--system", "chess"],
        ["open", "NEW", "--scenario", "global-war"],
        ["open", "new/../../x", "--scenario", "global-war"],
        ["show", "club", "--at", "0"],
        ["show", "club", "--at", "99999"],
        ["show", "club", "--turn", "1945-JA"],
        ["log", "club", "--turn", "May 1940"],
        ["entropy", "club", "two\nlines"],
        ["entropy", "club", "\udcff"],
        ["enrol", "club", "ben", "--role", "king"],
        ["seal", "--campaign-id", "x", "--kind", "ballot", "--draw", "1", "--power", "usa"],
        ["reveal-ballot", "club", "usa", "--opening", "bad.toml"],
    ],
    ids=lambda arguments: " ".join(arguments[-2:]).encode("ascii", "replace").decode(),
)  # fmt: skip
def test_bad_arguments_are_wrong_usage(shell: Shell, arguments: list[str]) -> None:
    """One line, exit status 2, nothing recorded."""
    (shell.folder / "bad.toml").write_text("wars = [[")
    (shell.folder / "bad.json").write_text("{" * 100_000)
    (shell.folder / "strange.toml").write_text('weather = "snow"')
    with untouched(shell):
        done = shell(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.error.startswith("campaign: ")


# --- stores that are none -----------------------------------------------------------------------

CALLS = {
    "show": ("show", "club"),
    "list": ("list",),
    "submit": ("submit", "club"),
    "open": ("open", "new", "--scenario", "global-war"),
    "verify": ("verify", "club"),
    "status": ("status", "club"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", ["text", "other", "folder", "half"])
def test_a_store_that_is_not_ours_is_left_alone(tmp_path: Path, kind: str, call: str) -> None:
    """A text file, another program's SQLite file, a folder, half a file: named and unchanged."""
    shell = Shell(tmp_path)
    match kind:
        case "text":
            shell.store.write_text("milk, bread, a box of counters\n" * 100)
        case "other":
            with closing(sqlite3.connect(shell.store)) as db:
                db.executescript("CREATE TABLE stored_events (x); INSERT INTO stored_events "
                                 "VALUES (1)")  # fmt: skip
        case "folder":
            shell.store.mkdir()
        case "half":
            shell.store.write_bytes(b"SQLite format 3\0" + bytes(50))
    before = shell.store.read_bytes() if shell.store.is_file() else None
    done = shell(*CALLS[call], typed='{"command": "AdvanceTurn"}\n')
    assert done.status == 1 and not done.out
    assert str(shell.store) in done.error and "campaign store" in done.error
    assert (shell.store.read_bytes() if shell.store.is_file() else None) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["campaign.db"]


def test_a_missing_store_is_not_made_by_looking(tmp_path: Path) -> None:
    """show, log, status, submit and list say that there is none."""
    shell = Shell(tmp_path)
    for call in (("show", "club"), ("log", "club"), ("status", "club"), ("submit", "club"),
                 ("list",), ("verify", "club"), ("draw", "club")):  # fmt: skip
        done = shell(*call)
        assert done.status == 1 and "no campaign store" in done.error
    assert not list(tmp_path.iterdir())


def without_privilege() -> None:
    """Takes from the superuser, if it is he, the right to write where nobody may."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def may_drop_privilege(folder: Path) -> bool:
    """Whether a process can be held to a folder's permissions here."""
    folder.chmod(0o555)
    told = subprocess.run(
        ["sh", "-c", f"touch '{folder}/x'"],
        preexec_fn=without_privilege,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    folder.chmod(0o755)
    return told.returncode != 0


# --- a full disk --------------------------------------------------------------------------------


def no_room(size: int) -> Any:
    """No file may grow beyond a size: what a full disk is to one process."""

    def before() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return before


# --- the vault's key ----------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["missing", "another's", "too short", "no hex", "folder"])
def test_without_the_right_key_nothing_sealed_is_opened_or_sealed(shell: Shell, key: str) -> None:
    """Ballots stay where they are; reading and auditing need no key."""
    shell.fine("ballot", "club", "germany", "veto")
    vault = shell.folder / "campaign.vault"
    right = vault.read_text()
    match key:
        case "missing":
            vault.unlink()
        case "another's":
            vault.write_text("ab" * 32)
        case "too short":
            vault.write_text("abcd")
        case "no hex":
            vault.write_text("z" * 64)
        case "folder":
            vault.unlink()
            vault.mkdir()
    with untouched(shell):
        done = shell("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")
        assert done.status == 1 and "vault key" in done.error
        assert right.strip() not in done.err
        if key != "another's":
            assert "vault key" in shell("ballot", "club", "italy", "veto").error
        shell.fine("show", "club")
        shell.fine("verify", "club")
    if key == "folder":
        vault.rmdir()
    vault.write_text(right)
    shell.fine("reveal", "club", "--absent", "--yes", "--why", "cannot be reached")


def test_a_key_in_the_environment_goes_before_the_file(shell: Shell) -> None:
    """A wrong one is named by its variable."""
    with untouched(shell):
        done = shell("ballot", "club", "italy", "veto", CAMPAIGN_VAULT_KEY="12")
    assert done.status == 1 and "CAMPAIGN_VAULT_KEY" in done.error
    right = (shell.folder / "campaign.vault").read_text()
    (shell.folder / "campaign.vault").unlink()
    shell.fine("ballot", "club", "italy", "veto", CAMPAIGN_VAULT_KEY=right)


# --- others at the same store -------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_locked_database(shell: Shell, mode: str) -> None:
    """Another program holds the store for longer than we wait: said in one line."""
    with closing(sqlite3.connect(shell.store, isolation_level=None)) as other:
        other.execute(f"BEGIN {mode}")
        begun = time.monotonic()
        done = shell("entropy", "club", "grey geese")
        assert done.status == 1 and "in use by another program" in done.error
        assert 0.9 < time.monotonic() - begun < 20
        other.execute("ROLLBACK")
    with untouched(shell):
        shell.fine("show", "club")
    shell.fine("entropy", "club", "grey geese")


def test_a_key_used_before_a_restart_gives_the_first_answer(shell: Shell) -> None:
    """The same line again, by a new process, later in the campaign: nothing is recorded."""
    line = json.dumps({"command": "AddEntropy", "value": "once", "id": "key-1"})
    first = shell.fine("submit", "club", typed=line)
    shell.fine("entropy", "club", "something else")
    with untouched(shell):
        again = shell.fine("submit", "club", typed=line)
    assert json.loads(again) == said(json.loads(first))


# --- what stands around it ----------------------------------------------------------------------


def test_tables_for_reading_that_fail_hide_nothing(shell: Shell) -> None:
    """The command is recorded and answered; one warning says what lags behind."""
    (shell.folder / "campaign-tables.db").write_text("none of ours")
    done = shell("entropy", "club", "grey geese", "--json")
    assert done.status == 0 and json.loads(done.out)["accepted"]
    assert "recorded" in done.error and "read tables" in done.error
    assert (shell.folder / "campaign-tables.db").read_text() == "none of ours"


@pytest.mark.parametrize("change", ["a byte", "a topic", "a hole"])
def test_a_damaged_log_is_told_and_verify_finds_it(shell: Shell, change: str) -> None:
    """Somebody edits the database: reading says so in one line or not at all, verify always."""
    for name in ("grey geese", "red deer", "blue fish"):
        shell.fine("entropy", "club", name)
    statement = {
        "a byte": "UPDATE stored_events SET state=CAST(replace(state, 'red', 'tan') AS BLOB)",
        "a topic": "UPDATE stored_events SET topic='lif.WarDeclared' WHERE originator_version=9",
        "a hole": "DELETE FROM stored_events WHERE originator_version=9",
    }[change]
    with closing(sqlite3.connect(shell.store)) as db:
        db.execute(statement)
        db.commit()
    done = shell("verify", "club")
    assert done.status == 1 and not done.err
    assert done.out.startswith("version ") and "events checked" in done.out.splitlines()[-1]
    read = shell("show", "club")
    assert read.status in (0, 1)
    assert "Traceback" not in read.err and len(read.err.splitlines()) <= 1


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        ({"veto_points": {"germany": 10**20}}, "veto_points.germany"),
        ({"veto_points": {"germany": -1}}, "veto_points.germany"),
        ({"minors": {"germany": {"status": "aligned", "power": "italy"}}}, "minors.germany"),
        ({"members": [{"member": "ben", "name": "B\nn"}]}, "name"),
    ],
)
def test_a_set_up_that_cannot_be_opens_nothing(shell: Shell, setup: Any, field: str) -> None:
    """A number that no table could hold, a major power called a minor, a name of two lines."""
    file = shell.store.with_name("hostile.json")
    file.write_text(json.dumps(setup))
    with untouched(shell):
        done = shell("open", "new", "--scenario", "global-war", "--setup", str(file))
    assert done.status == 2
    assert field in done.error


@pytest.mark.parametrize("closed", ["file", "folder"])
@pytest.mark.parametrize("error", ["attempt to write a readonly database", "Permission denied"])
def test_who_may_not_write_reads_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: str, error: str
) -> None:
    """Of the file, or of the folder in which SQLite puts files beside it."""
    store = tmp_path / "club.db"
    store.touch()
    barred = store if closed == "file" else tmp_path
    monkeypatch.setattr("campaign.world.files.may_be_written", lambda path: path != barred)
    me = store.owner()
    called = "it" if closed == "file" else "its folder"
    own = f"{store} cannot be written: {called} is read-only"
    assert in_words(store, OSError(error)) == own
    monkeypatch.setattr("campaign.world.files.os.geteuid", lambda: 47110)
    whose = f"{called} belongs to {me}, and this program runs as user 47110"
    assert in_words(store, OSError(error)) == f"{store} cannot be written: {whose}"
    people = PeopleFile(tmp_path / "club.people.db", ())

    def barred_from(_: PeopleFile) -> None:
        raise PermissionError(13, error)

    monkeypatch.setattr(PeopleFile, "_opened", barred_from)
    with pytest.raises(StoreError) as told, people.writing():
        pass
    if closed == "folder":
        assert str(told.value) == f"cannot use {people.path}: {whose}"
    else:
        assert str(told.value) == f"cannot use {people.path}: [Errno 13] {error}"


def test_where_nobody_knows_why_the_line_is_as_before(tmp_path: Path) -> None:
    """The system may say no for other reasons."""
    store = tmp_path / "club.db"
    said = in_words(store, OSError("attempt to write a readonly database"))
    assert said == f"{store} cannot be written: the file or its folder is read-only"
