"""The salts of receipts: to a file or a program at once, to a screen only what is open by then.

What takes longer, waits or starts something, beside `verify/test_salts.py`.
"""

import json

from support.command_line import Shell, typed_at_a_terminal
from tests.verify.test_salts import SALT, SENT, lay, shell, table

__all__ = ["shell", "table"]


def test_a_program_has_the_salt_and_a_screen_has_none(shell: Shell) -> None:
    """`submit` and --json: whole through a pipe; at a terminal without it, and saying so."""
    told = json.loads(lay(shell, "--json"))
    assert SALT.fullmatch(told["receipt"]["salt"])
    (shell.folder / "ballot.jsonl").write_text(json.dumps(SENT) + "\n")
    piped = json.loads(shell.fine("submit", "club", "ballot.jsonl"))
    assert SALT.fullmatch(piped["receipt"]["salt"])
    for words in (
        ("submit", "club", "ballot.jsonl"),
        ("ballot", "club", "germany", "veto", "--as", "anna", "--json"),
        ("ballot", "club", "germany", "veto", "--as", "anna"),
    ):
        status, screen = typed_at_a_terminal(shell, *words, lines=[])
        assert status == 0 and "club/" in screen
        assert '"salt"' not in screen
        campaign = shell.fine("status", "club", "--id").strip()
        assert [found for found in SALT.findall(screen) if found != campaign] == []
        if "ballot.jsonl" in words or "--json" in words:
            assert "--receipt FILE" in screen
