"""The command line: every call does what it promises, for people and for programs."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from support.command_line import Shell
from support.sessions import said

HEX = re.compile(r"[0-9a-f]{64}")


WHY = ("--why", "cannot be reached")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a club in it: anna is enrolled as a player and plays Germany."""
    made = Shell(tmp_path_factory.mktemp("table"))
    made.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    made.fine("enrol", "club", "anna", "--role", "player")
    made.fine("assign", "club", "germany", "anna")
    return made.folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


def shown(shell: Shell, *more: str) -> dict[str, Any]:
    """What `show --json` says."""
    told: dict[str, Any] = shell.read("show", "club", *more)
    return told


def submit(shell: Shell, *commands: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """The answers to commands given as JSON Lines."""
    lines = "\n".join(json.dumps(command) for command in commands)
    return [json.loads(line) for line in shell("submit", "club", typed=lines).out.splitlines()]


# --- submit -------------------------------------------------------------------------------------


def test_submit_answers_each_command_with_one_line(shell: Shell) -> None:
    """Accepted: version, head and events, as outside programs rely on them."""
    (answer,) = submit(shell, {"command": "DeclareWar", "attacker": "germany", "target": "poland"})
    assert answer["accepted"] is True
    assert answer["version"] == shown(shell)["version"]
    assert HEX.fullmatch(answer["head"]) and answer["head"] == shown(shell)["head"]
    assert answer["events"] == [
        {"version": answer["version"], "type": "lif.WarDeclared",
         "attacker": "germany", "target": "poland"}
    ]  # fmt: skip


def test_submit_reads_a_file_skips_blank_lines_and_a_mark_of_order(shell: Shell) -> None:
    """Files as editors leave them: a byte order mark, Windows line ends, empty lines."""
    file = shell.folder / "commands.jsonl"
    command = b'{"command": "OpenReinforcement"}'
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n" + command + b"\r\n   \n")
    assert len(shell.fine("submit", "club", str(file)).splitlines()) == 1
    file.write_bytes(b"\xef\xbb\xbf" + b'{"command": "DrawLeader"}')
    assert len(shell.fine("submit", "club", str(file)).splitlines()) == 1


def test_submit_stops_at_a_refusal_and_keeps_what_came_before(shell: Shell) -> None:
    """The second of three commands is refused: one answer accepted, one refused, no third."""
    before = shown(shell)["version"]
    commands = ["OpenReinforcement", "OpenBallots", "DrawLeader"]
    lines = "\n".join(json.dumps({"command": name}) for name in commands)
    done = shell("submit", "club", typed=lines)
    first, second = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 1
    assert first["accepted"] is True
    assert said(second) == {"accepted": False, "rule": "LiF 4.1", "reason": second["reason"]}
    assert "line 2" in done.error and "LiF 4.1" in done.error
    assert shown(shell)["version"] == before + 1


def test_submit_keeps_going_when_told_to(shell: Shell) -> None:
    """All three are answered, the third is carried out, the exit status still says refused."""
    commands = ["OpenReinforcement", "OpenBallots", "DrawLeader"]
    lines = "\n".join(json.dumps({"command": name}) for name in commands)
    done = shell("submit", "club", "-", "--keep-going", typed=lines)
    assert [json.loads(line)["accepted"] for line in done.out.splitlines()] == [True, False, True]
    assert done.status == 1
    assert "line 2" in done.error


# --- then and now -------------------------------------------------------------------------------


def test_show_tells_an_earlier_version_and_the_end_of_a_turn(shell: Shell) -> None:
    """A war in the first turn, peace in the second: the first turn still ends at war."""
    submit(shell, {"command": "DeclareWar", "attacker": "germany", "target": "poland"})
    war = shown(shell)
    shell.fine("turn", "club")
    shell.fine("peace", "club", "poland", "germany")
    assert ["germany", "poland"] not in shown(shell)["at_war"]
    assert shown(shell, "--at", str(war["version"])) == war
    assert shown(shell, "--turn", "1939-SO") == war
    assert shown(shell, "--turn", "1939-nd") == shown(shell)
    assert shell("show", "club", "--at", "1", "--turn", "1939-SO").status == 2


def test_log_tells_one_event_a_line(shell: Shell) -> None:
    """With --json each line is an event with its digest; without, a sentence; a turn alone too."""
    told = [json.loads(line) for line in shell.fine("log", "club", "--json").splitlines()]
    assert [one["version"] for one in told] == list(range(1, shown(shell)["version"] + 1))
    assert told[-1]["digest"] == shown(shell)["head"]
    assert told[0]["type"] == "campaign.CampaignOpened" and told[0]["by"] == "host"
    shell.fine("turn", "club")
    plain = shell.fine("log", "club", "--turn", "1939-ND").splitlines()
    assert len(plain) == 1 and "November/December 1939 began" in plain[0]
    assert len(shell.fine("log", "club", "--turn", "1939-SO").splitlines()) == len(told)


# --- verbs for people ---------------------------------------------------------------------------

EVENING: list[tuple[list[str], dict[str, Any]]] = [
    (["enrol", "club", "ben", "--name", "Ben", "--role", "player", "--role", "observer"],
     {"command": "EnrolMember", "member": "ben", "name": "Ben", "roles": ["player", "observer"]}),
    (["assign", "club", "italy", "ben"],
     {"command": "AssignPower", "power": "italy", "member": "ben"}),
    (["release", "club", "italy"], {"command": "ReleasePower", "power": "italy"}),
    (["war", "club", "germany", "poland"],
     {"command": "DeclareWar", "attacker": "germany", "target": "poland"}),
    (["peace", "club", "germany", "poland"],
     {"command": "MakePeace", "powers": ["germany", "poland"]}),
    (["conquest", "club", "France", "incomplete"],
     {"command": "SetConquest", "power": "france", "status": "incomplete"}),
    (["vichy", "club", "install"], {"command": "InstallVichy"}),
    (["vichy", "club", "collapse"], {"command": "CollapseVichy"}),
    (["minor", "club", "finland", "aligned", "germany"],
     {"command": "SetMinor", "minor": "finland", "status": "aligned", "power": "germany"}),
    (["minor", "club", "spain", "neutral"],
     {"command": "SetMinor", "minor": "spain", "status": "neutral"}),
    (["reserves", "club", "usa", "ja"],
     {"command": "CallOutReserves", "power": "usa", "mark": "Ja"}),
    (["buy", "club", "japan", "10"],
     {"command": "BuyVetoPoints", "power": "japan", "intelligence_points": 10}),
    (["turn", "club"], {"command": "AdvanceTurn"}),
    (["board", "club"], {"command": "OpenReinforcement"}),
    (["entropy", "club", "grey geese"], {"command": "AddEntropy", "value": "grey geese"}),
    (["draw", "club", "Yamamoto"], {"command": "DrawLeader", "leader": "yamamoto"}),
    (["ballot", "club", "usa", "no-veto"],
     {"command": "SealBallot", "power": "usa", "choice": "no-veto"}),
    (["ballot", "club", "china", "--commitment", "a" * 64],
     {"command": "SealBallot", "power": "china", "commitment": "a" * 64}),
    (["ballot", "club", "china", "no-veto"],
     {"command": "SealBallot", "power": "china", "choice": "no-veto"}),
    (["reveal", "club", "--absent", "--yes"], {"command": "OpenBallots", "absent": "no-veto"}),
    (["vote", "club", "germany", "abstain"],
     {"command": "SealVote", "power": "germany", "choice": "abstain"}),
    (["count", "club", "--absent", "--yes"], {"command": "OpenVotes", "absent": "abstain"}),
    (["end", "club", "--yes"], {"command": "CloseCampaign"}),
]  # fmt: skip


# --- secrets ------------------------------------------------------------------------------------


def test_a_ballot_sealed_on_a_device_is_opened_with_the_rest(shell: Shell) -> None:
    """`seal` works without a store; its file hands the opening over; another's does not fit."""
    shell.fine("board", "club")
    shell.fine("draw", "club")
    campaign = shell.fine("status", "club", "--id").strip()
    device = Shell(shell.folder, CAMPAIGN_STORE="/nowhere/at/all.db")
    about = ("--campaign-id", campaign, "--kind", "ballot", "--draw", "1", "--power", "usa")
    commitment = device.fine("seal", *about, "--out", "usa.seal", typed="no-veto\n").strip()
    other = json.loads(device.fine("seal", *about, "--choice", "no-veto", "--json"))
    assert HEX.fullmatch(commitment) and commitment != other["commitment"]
    assert (shell.folder / "usa.seal").stat().st_mode & 0o077 == 0
    assert device("seal", *about, "--choice", "no-veto", "--out", "usa.seal").status == 2
    shell.fine("ballot", "club", "usa", "--commitment", commitment)
    waits = json.loads(shell.fine("status", "club", "--json"))
    assert waits["openings_awaited"] == {"usa": "host"}
    early = shell("reveal-ballot", "club", "usa", "--opening", "usa.seal")
    assert (
        early.error.startswith("refused (LiF 4.1)") and "next: `campaign fix club`" in early.error
    )
    assert "campaign fix club" in waits["next"]
    shell.fine("fix", "club", "--yes", *WHY)
    wrong = shell("reveal-ballot", "club", "usa", other["choice"], other["nonce"])
    assert wrong.error.startswith("refused (LiF 4.1)")
    shell.fine("reveal-ballot", "club", "usa", "--opening", "usa.seal")
    opened = json.loads(shell.fine("reveal", "club", "--absent", "--yes", "--json"))
    assert opened["events"][0]["ballots"]["usa"]["how"] == "device"


# --- status -------------------------------------------------------------------------------------


def test_status_never_tells_a_choice(shell: Shell) -> None:
    """The same board with the choices swapped reads the same, digests apart."""
    shell.fine("board", "club")
    shell.fine("draw", "club")
    pages = []
    for choice in ("veto", "no-veto"):
        shell.fine("ballot", "club", "germany", choice)
        lines = shell.fine("status", "club").splitlines()
        pages.append([line for line in lines if not line.startswith("Record")])
    assert pages[0] == pages[1]


# --- audit and copies ---------------------------------------------------------------------------


def test_verify_ends_with_the_count_of_events(shell: Shell) -> None:
    """Clean: status 0 and one line; an old digest is found, a strange one is a finding."""
    count = shown(shell)["version"]
    old = shown(shell, "--at", "3")["head"]
    papers = len(shell.fine("receipts", "club", "--json").splitlines())
    checked = f"{count} events checked, {papers} receipts"
    assert shell.fine("verify", "club").splitlines()[-1] == f"{checked}; no findings"
    assert "version 3" in shell.fine("verify", "club", "--against", old.upper())
    strange = shell("verify", "club", "--against", "0" * 64)
    assert strange.status == 1
    assert strange.out.splitlines()[-1] == f"{checked}; 1 finding"
    assert shell("verify", "club", "--against", "abc").status == 2
    told = json.loads(shell.fine("verify", "club", "--json"))
    assert told == {
        "events": count, "receipts": papers, "findings": [], "head": shown(shell)["head"],
        "pending": {}, "taken_on_trust": told["taken_on_trust"],
    }  # fmt: skip


def test_an_export_comes_back_with_the_same_head(shell: Shell) -> None:
    """export, verify --file, import into another store."""
    shell.fine("export", "club", "club.jsonl")
    head = shown(shell)["head"]
    assert shell.fine("verify", "--file", "club.jsonl").endswith("no findings\n")
    other = Shell(shell.folder, CAMPAIGN_STORE="other.db")
    assert head in other.fine("import", "club.jsonl")
    assert shown(other)["head"] == head
    assert other("import", "club.jsonl").status == 1


def test_a_changed_export_has_findings_and_is_not_imported(shell: Shell) -> None:
    """One letter of one event: a finding with its version, exit 1, and no import."""
    shell.fine("export", "club", "club.jsonl")
    file = shell.folder / "club.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"Anna"', b'"Anne"'))
    done = shell("verify", "--file", "club.jsonl")
    assert done.status == 1 and not done.err
    assert done.out.startswith("version 6: chain")
    assert done.out.splitlines()[-1].startswith(f"{shown(shell)['version']} events checked")
    other = Shell(shell.folder, CAMPAIGN_STORE="other.db")
    assert "version 6" in other("import", "club.jsonl").error
    assert not (shell.folder / "other.db").exists()


# --- people and programs ------------------------------------------------------------------------


def test_commands_names_the_verb_that_people_have(shell: Shell) -> None:
    """Every command has one that is there, and the evening above was played with it."""
    from campaign.cli.verb_words import Words
    from campaign.systems import commands

    known = commands()
    words = Words().verbs
    assert all(kind.verb.split()[0] in words for kind in known.values())
    assert all(known[command["command"]].verb == arguments[0] for arguments, command in EVENING)
    heads = [line.split() for line in shell.fine("commands").splitlines() if line[:1].isalpha()]
    assert ["OpenVotes", "campaign", "count", "(lif)"] in heads
    assert ["PickEntryOption", "campaign", "us-entry", "pick", "(lif)"] in heads
    assert ["EnrolMember", "campaign", "enrol", "(any)"] in heads
