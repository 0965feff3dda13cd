"""Evidence on the command line: receipts, the vault's keeper, openings, and the offline audit.

What takes longer, waits or starts something, beside `verify/test_cli_evidence.py`.
"""

import json

from support.command_line import Shell
from tests.verify.test_cli_evidence import VETO, laid, shell, table

__all__ = ["shell", "table"]


def test_text_and_salt_prove_what_it_said(shell: Shell) -> None:
    """From a file or a pipe, in any order; another choice, another salt: exit status 1."""
    name, salt, _ = laid(shell)
    (shell.folder / "mine.json").write_text(VETO)
    proved = shell.fine("receipt", name, "--sent", "mine.json", "--salt", salt.upper())
    assert "this very text was sent" in proved
    piped = shell.fine("receipt", name, "--sent", "-", "--salt", salt, "--json", typed=VETO)
    assert json.loads(piped)["proved"] is True
    for text, other in ((VETO.replace("veto", "no-veto"), salt), (VETO, "0" * 32)):
        done = shell("receipt", name, "--sent", "-", "--salt", other, typed=text)
        assert done.status == 1 and "was not given for this text and this salt" in done.error
        done = shell("receipt", name, "--sent", "-", "--salt", other, "--json", typed=text)
        assert done.status == 1 and json.loads(done.out)["proved"] is False


def test_a_keeper_is_named_and_opens_with_another_s_asking(shell: Shell) -> None:
    """Named, refused to all others, consented by him, in the log, and again nobody."""
    assert "Eve keeps the vault." in shell.fine("keeper", "club", "eve")
    laid(shell)
    version = str(json.loads(shell.fine("show", "club", "--json"))["version"])
    told = shell.fine("opening", "ask", "club", version, "--reason", "anna has left")
    assert "asked to open what event" in told and "anna has left" in told
    refused = shell("opening", "consent", "club", version, "--as", "anna")
    assert refused.error.startswith("refused (Vault): Eve keeps the vault")
    told = shell.fine("opening", "consent", "club", version, "--as", "eve")
    assert "was opened before its time: veto" in told
    assert "was opened before its time: veto" in shell.fine("log", "club")
    logged = [json.loads(line) for line in shell.fine("log", "club", "--json").splitlines()]
    (opened,) = [one for one in logged if one["type"] == "campaign.SealedOpened"]
    schema = json.loads(shell.fine("events", "--json"))["$defs"]["campaign.SealedOpened"]
    assert set(opened) == set(schema["properties"])
    assert (opened["about"], opened["version"]) == (int(version), len(logged))
    assert "Nobody keeps the vault any more." in shell.fine("keeper", "club", "--nobody")
    shell.fine("verify", "club")
