"""What a campaign is called in reports: a line in its opening, beside its name in commands."""

import json
from pathlib import Path

import msgspec
import pytest

from campaign.systems import SYSTEMS
from campaign.verify.decided_again import opened_again
from events.campaign import CampaignOpened
from support.command_line import Shell

TITLE = "Thursday night’s war"


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign with a title, and one without."""
    shell = Shell(tmp_path_factory.mktemp("ready"))
    shell.fine("open", "plain", "--scenario", "global-war")
    shell.fine("open", "club", "--scenario", "global-war", "--title", TITLE)
    return shell


@pytest.fixture
def shell(ready: Shell, tmp_path: Path) -> Shell:
    """A copy of it."""
    return ready.copied(tmp_path)


def test_a_list_without_titles_is_as_it_was(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("open", "plain", "--scenario", "global-war")
    assert shell.fine("list").splitlines()[0].split() == [
        "campaign", "rulebook", "scenario", "turn", "events"
    ]  # fmt: skip


def test_reports_have_the_title_and_commands_the_name(shell: Shell) -> None:
    shell.fine("report", "club", "--out", "pages")
    for page in ("index.html", "1939-SO.html"):
        text = (shell.folder / "pages" / page).read_text()
        assert TITLE in text.partition("</title>")[0]
        assert TITLE in text.partition("<body>")[2]
        assert "campaign verify club --against" in text


@pytest.mark.parametrize("title", ["two\nlines", "x" * 81, " ", "soft\u200bspace", "\x1b[2J"])
def test_a_title_is_one_line_of_at_most_80_characters(shell: Shell, title: str) -> None:
    done = shell("open", "other", "--scenario", "global-war", "--title", title)
    assert done.status == 2
    assert "write one line of at most 80 characters" in done.error and "title" in done.error
    assert "other" not in shell.fine("list")
    shell.fine("open", "other", "--scenario", "global-war", "--title", "x" * 80)


def test_the_record_with_a_title_is_proved(shell: Shell) -> None:
    shell.fine("verify", "club")
    shell.fine("export", "club", "club.jsonl")
    head = json.loads(shell.fine("show", "club", "--json"))["head"]
    shell.fine("import", "club.jsonl", "--store", "copy.db")
    copied = json.loads(shell.fine("show", "club", "--json", "--store", "copy.db"))
    assert (copied["head"], copied["title"]) == (head, TITLE)


def test_the_audit_finds_a_title_that_could_not_be_given(shell: Shell) -> None:
    """However the record came by it."""
    from campaign.store.ledger import Ledger

    with Ledger(shell.store) as ledger:
        run = [event for _, event in ledger.log("club")]
    assert opened_again(SYSTEMS["lif"], run) == ""
    first = run[0]
    assert isinstance(first, CampaignOpened)
    longer = msgspec.structs.replace(first, title="x" * 81)
    assert "would be refused" in opened_again(SYSTEMS["lif"], [longer, *run[1:]])
