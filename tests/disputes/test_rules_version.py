"""Rules version: each game's rules have a number, and a campaign follows the one it opened with.

A record of another number is read, shown and exported, but neither judged nor written. One that
says no number is malformed.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.handler import tasks
from campaign.kernel.system import foreign
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import chain
from support import recorded
from support.command_line import Shell
from support.forged import forged

pytestmark = pytest.mark.further

GAMES = {"lif": "lif-list-leaders-in-play", "fow": "fow-anzio"}


def numbered(number: int) -> Callable[[int, dict[str, Any]], None]:
    """Has a campaign open under rules of another number."""

    def change(version: int, event: dict[str, Any]) -> None:
        if version == 1:
            event["rules"] = number

    return change


def unnumbered(version: int, event: dict[str, Any]) -> None:
    """Leaves the number out of the opening."""
    if version == 1:
        del event["rules"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Either game."""
    return str(request.param)


@pytest.fixture
def shell(game: str, tmp_path: Path) -> Shell:
    """A shell in a folder with the export of a recorded campaign."""
    played = tmp_path / "played"
    recorded.played(recorded.HERE / GAMES[game], played)
    shell = Shell(tmp_path)
    shell.fine("--store", str(played / "campaign.db"), "export", recorded.NAME, "it.jsonl")
    return shell


def taken_in(shell: Shell, number: int) -> int:
    """The same campaign under rules of another number, in the shell's store: its last version."""
    change = numbered(number)
    forged(shell.folder / "it.jsonl", shell.folder / "other.jsonl", change, rules=number)
    shell.fine("import", "other.jsonl")
    version: int = json.loads(shell.fine("status", recorded.NAME, "--json"))["version"]
    return version


def test_the_numbers_rise_only_on_purpose() -> None:
    """Release 1.0 begins with 1 in every game; `--version` and `doctor` tell them."""
    assert {name: game.rules.number for name, game in SYSTEMS.items()} == {
        "lif": 1,
        "fow": 1,
        "kit": 1,
    }


def test_the_version_says_commit_schema_and_the_rules_of_every_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What witnesses and members compare; a commit in its first eight digits."""
    monkeypatch.setattr("campaign.cli.root.commit", lambda: "3f2a9c1d" + "0" * 32)
    line = "campaign 1.0.0 (commit 3f2a9c1d, schema 4, rules lif 1, fow 1, kit 1)\n"
    assert Shell(tmp_path).fine("--version") == line


def test_an_opening_without_a_number_is_malformed(shell: Shell) -> None:
    """A finding, exit 1, and nothing is taken in; nobody takes it for a clean record."""
    forged(shell.folder / "it.jsonl", shell.folder / "other.jsonl", unnumbered, rules=0)
    done = shell("verify", "--file", "other.jsonl", "--json")
    assert done.status == 1
    found = json.loads(done.out)["findings"]
    assert found[0]["version"] == 1 and "rules" in found[0]["text"]
    assert shell("verify", "--file", "other.jsonl", "--allow-unjudged").status == 1
    assert shell("import", "other.jsonl").status == 1
    assert not (shell.folder / "campaign.db").exists()


def test_a_chain_broken_under_another_number_is_found(shell: Shell) -> None:
    """The digests are proved whatever the rules."""
    taken_in(shell, 2)
    lines = (shell.folder / "other.jsonl").read_text().splitlines()
    lines[3] = lines[3].replace('"by":"host"', '"by":"h0st"')
    (shell.folder / "other.jsonl").write_text("\n".join(lines))
    done = shell("verify", "--file", "other.jsonl", "--allow-unjudged")
    assert done.status == 1 and "version 3: " in done.out


def test_nobody_is_asked_for_anything_under_another_number(shell: Shell, game: str) -> None:
    """No mail asks for what would be refused."""
    taken_in(shell, 2)
    with Ledger(shell.folder / "campaign.db") as ledger:
        live = ledger.live(recorded.NAME)
        assert foreign(live.system, live.state.campaign)
        assert tasks.owed(live.system, live.state) == ()


def test_what_witnesses_keep_and_exports_bear_the_number(shell: Shell) -> None:
    """Beside the head; a first line that says otherwise belongs to another file."""
    taken_in(shell, 2)
    head = json.loads((shell.folder / "other.jsonl").read_text().splitlines()[0])
    names = list(head)
    assert head["rules"] == 2 and names[names.index("head") + 1] == "rules"
    assert shell.fine("witness", recorded.NAME).rstrip().endswith("rules 2")
    forged(shell.folder / "it.jsonl", shell.folder / "false.jsonl", numbered(2), rules=1)
    wrong = shell("verify", "--file", "false.jsonl")
    text = "false.jsonl is not whole: its first line says rules 1, its events rules 2"
    assert wrong.status == 1 and text in wrong.out


def test_an_event_that_only_other_rules_know_is_called_so(shell: Shell, game: str) -> None:
    """It may not be damaged: another release of the program reads it."""
    last = taken_in(shell, 2)
    with Ledger(shell.folder / "campaign.db") as ledger:
        body = b'{"type":"%s.Unheard","prev":"%s"}' % (
            game.encode(), ledger.store.head(recorded.NAME)[1].encode(),
        )  # fmt: skip
        ledger.store.append(recorded.NAME, [(last + 1, f"{game}.Unheard", chain.seal(body))])
    told = shell("show", recorded.NAME)
    why = f"event {last + 1} is not one that this program knows; recorded follows rules 2, and "
    assert told.status == 1 and why in told.err
