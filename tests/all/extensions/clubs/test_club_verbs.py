"""`campaign club …`: an installation's clubs are added, closed, moved, archived, handed over.

What takes longer, waits or starts something, beside `extensions/clubs/test_club_verbs.py`.
"""

from pathlib import Path

from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.keyboard import at_the_keyboard
from tests.extensions.clubs.test_club_verbs import URL, listed, played, shell

__all__ = ["shell"]


def test_a_club_is_deleted_handed_over_and_opened_elsewhere(shell: Shell, tmp_path: Path) -> None:
    """The archive has the record, an export of each campaign, the people and the key."""
    shell.fine("club", "add", "thursday", "--url", URL)
    shell.fine("club", "add", "friday", "--url", "https://friday.example")
    head = played(shell)
    mine = str(tmp_path / "clubs" / "thursday" / "club.db")
    shell.fine("--store", mine, "mail-choices", "global", "anna", "--address", "anna@a.example")
    archive = tmp_path / "handed"
    told = shell.fine("club", "delete", "thursday", "--yes", "thursday", "--archive", str(archive))
    assert told.startswith("thursday is deleted; 1 campaign and its people are kept in\n")
    assert sorted(file.name for file in archive.iterdir()) == [
        "club.db", "club.people.db", "club.toml", "club.vault", "global.jsonl",
    ]  # fmt: skip
    assert all(file.stat().st_mode & 0o077 == 0 for file in (archive, *archive.iterdir()))
    assert not (tmp_path / "clubs" / "thursday").exists()
    assert list(listed(shell)) == ["friday"]
    shell.fine("verify", "--file", str(archive / "global.jsonl"))
    other = Shell(tmp_path, CAMPAIGN_CLUBS=str(tmp_path / "other"))
    new_url = "https://thursday.other.example"
    other.fine("club", "add", "thursday", "--url", new_url, "--from", str(archive))
    store = tmp_path / "other" / "thursday" / "club.db"
    with Ledger(store) as ledger:
        assert ledger.store.head("global") == head
    assert other.fine("--store", str(store), "verify", "global")
    assert "anna@a.example" in other.fine("--store", str(store), "mail-choices", "global", "anna")
    other.fine("--store", str(store), "entropy", "global", "a line")  # with its key


def test_at_a_terminal_the_clubs_name_is_typed_to_delete_it(shell: Shell, tmp_path: Path) -> None:
    """A yes is not enough."""
    shell.fine("club", "add", "thursday", "--url", URL)
    asked: list[str] = []

    def typing(words: str) -> tuple[int, str]:
        def press(question: str) -> str:
            asked.append(question)
            return words

        return at_the_keyboard(shell, "club", "delete", "thursday", press=press)

    for words in ("\n", "y\n", "yes\n", "Thursday\n"):
        status, screen = typing(words)
        assert status == 1 and "nothing was deleted" in screen
    assert set(asked) == {
        "Everything of thursday is deleted once it is archived. To do it, type thursday:"
    }
    assert listed(shell)["thursday"]["state"] == "open"
    assert typing("thursday\n")[0] == 0
    assert listed(shell) == {}
    assert (tmp_path / "clubs" / "archives").is_dir()
