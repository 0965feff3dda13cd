"""`--dry-run` decides and shows, and leaves nothing behind; what needs a secret is not shown."""

import json
from pathlib import Path

import pytest

from support.command_line import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign that has begun."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    return shell


def left(shell: Shell) -> tuple[int, str]:
    """How many events there are, and the receipts."""
    version = json.loads(shell.fine("show", "club", "--json"))["version"]
    return version, shell.fine("receipts", "club")


def test_it_shows_what_would_be_recorded_and_records_nothing(shell: Shell) -> None:
    before = left(shell)
    told = shell.fine("war", "club", "germany", "poland", "--dry-run").splitlines()
    assert told[0] == "This would be recorded; nothing was:"
    assert left(shell) == before
    recorded = shell.fine("war", "club", "germany", "poland").splitlines()
    assert told[1:] == [line for line in recorded if "receipt" not in line]
    assert left(shell) != before


def test_programs_get_one_line(shell: Shell) -> None:
    before = left(shell)
    told = json.loads(shell.fine("enrol", "club", "anna", "--dry-run", "--json"))
    (event,) = told.pop("events")
    assert told == {"dry_run": True, "accepted": True}
    assert event["version"] == before[0] + 1 and event["type"] == "campaign.MemberEnrolled"
    assert left(shell) == before


def test_a_refusal_is_shown_with_its_rule_and_leaves_no_receipt(shell: Shell) -> None:
    before = left(shell)
    done = shell("release", "club", "germany", "--dry-run")
    assert done.status == 1
    assert done.error == "refused (Members): Germany has no player, so the host plays it already"
    done = shell("release", "club", "germany", "--dry-run", "--json")
    assert done.status == 1 and json.loads(done.out)["dry_run"] is True
    assert json.loads(done.out)["rule"] == "Members"
    assert left(shell) == before


@pytest.mark.parametrize(
    "verb", [("turn", "club"), ("end", "club"), ("ballot", "club", "germany", "veto")]
)
def test_what_needs_a_secret_is_not_shown(shell: Shell, verb: tuple[str, ...]) -> None:
    """The turn's and the campaign's end reveal a seed; a ballot is sealed."""
    if verb[0] == "ballot":
        shell.fine("board", "club")
        shell.fine("draw", "club")
    before = left(shell)
    done = shell(*verb, "--dry-run")
    assert done.status == 2
    assert done.error == (
        "campaign: --dry-run can't show this: it would open, draw or seal something."
        " Nothing was recorded"
    )
    assert left(shell) == before


def test_a_draw_cannot_be_seen_before_it_is_on_record(shell: Shell) -> None:
    shell.fine("board", "club")
    done = shell("draw", "club", "--dry-run")
    assert done.status == 2 and "--dry-run can't show this" in done.error and done.out == ""


def test_an_undo_shows_what_it_would_take_back(shell: Shell) -> None:
    shell.fine("war", "club", "germany", "poland")
    before = left(shell)
    assert shell.fine("undo", "club", "--dry-run").startswith("This would be recorded")
    assert left(shell) == before


def test_a_correction_shows_its_own_preview(shell: Shell) -> None:
    """And a file of commands builds on itself: both are without the option."""
    for verb in (("correct", "strike-out"), ("submit",)):
        assert "--dry-run" not in shell.fine(*verb, "--help")
    assert "--dry-run" in shell.fine("war", "--help")
