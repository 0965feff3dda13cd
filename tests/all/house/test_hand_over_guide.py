"""What `docs/host.md` says of handing over, word by word: a campaign goes on at another host's."""

import json
from pathlib import Path

import pytest

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.guides import blocks, typed

LEAVING, *TAKING_OVER = blocks("host", "Hand the campaign to another host")
"""What each of the two hosts types."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A club in its second turn: a draw, a veto, and what the vault holds."""
    shell = Shell(tmp_path)
    shell.env["CAMPAIGN_STORE"] = str(tmp_path / "club.db")
    for words in (
        ("open", "club", "--scenario", "global-war", "--rulebook", "lif-1998"),
        ("enrol", "club", "anna", "--name", "Anna", "--role", "player"),
        ("assign", "club", "germany", "anna"),
        ("board", "club"), ("draw", "club"),
        ("ballot", "club", "ussr", "no-veto"),
        ("reveal", "club", "--absent", "--yes", "--why", "cannot be reached"),
        ("count", "club", "--absent", "--yes", "--why", "cannot be reached"),
        ("turn", "club", "--yes"),
    ):  # fmt: skip
        shell.fine(*words)
    return shell


def test_the_campaign_goes_on_at_another_hosts(shell: Shell) -> None:
    """Both hosts in their order; the new store draws with the club's own seeds."""
    typed(shell, LEAVING)
    left = json.loads((shell.folder / "last.json").read_text())
    assert (shell.folder / "club.jsonl").stat().st_size > 0
    said = typed(shell, "\n".join(TAKING_OVER))
    assert "vault key" in said and "it opens every campaign's seeds" in said
    assert "No former keeper foresees a draw of any campaign" in " ".join(said.split())
    keys = (shell.folder / "ben" / "club.vault").read_text().splitlines()
    assert len(keys) == 2 and keys[1:] == (shell.folder / "club.vault").read_text().splitlines()
    with Ledger(shell.folder / "ben" / "club.db") as ledger:
        live = ledger.live("club")
        assert live.version > left["version"]
        assert live.state.campaign.is_host("ben") and not live.state.campaign.is_host("host")
        assert list(ledger.history("club", until=left["version"]))[-1].digest == left["head"]
        assert ledger.submit("club", {"command": "OpenBallots", "by": "ben", "absent": "no-veto"})[
            "accepted"
        ]
        audit = audit_of(ledger, "club")
        assert list(audit.findings(ledger.store.rows("club"))) == []


def test_a_key_that_is_not_the_clubs_is_noticed(shell: Shell) -> None:
    """Who forgets the key gets a store whose key opens nothing: `doctor` says so, and no draw."""
    typed(shell, LEAVING)
    text = TAKING_OVER[0].split("\ncampaign import")[0]
    text = text.replace("cp ", ": cp ")
    text = text.replace("chmod ", ": chmod ") + "\ncampaign import club.jsonl\n"
    typed(shell, text)
    shell.env["CAMPAIGN_STORE"] = str(shell.folder / "ben" / "club.db")
    done = shell("doctor")
    assert done.status == 1 and "the vault key is not the one that sealed this campaign" in done.out
    shell.fine("board", "club")
    assert "the vault key is not the one" in shell("draw", "club").error
