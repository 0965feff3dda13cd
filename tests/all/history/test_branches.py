"""Branches: a what-if with the same past, holding only what its maker may know, gone without trace.

What takes longer, waits or starts something, beside `history/test_branches.py`.
"""

import json
from pathlib import Path

import pytest

from campaign.history.diff import differences
from campaign.store.branches import delete
from campaign.store.protocol import StoreError
from support.command_line import Shell
from support.sessions import NAME, played
from tests.disputes.test_impact import log_of
from tests.history.test_branches import IF, MARK, clean, made, session, shell

__all__ = ["session", "shell"]


@pytest.mark.rotating(2)
@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_behind_any_act_of_a_campaign(tmp_path: Path, rulebook: str) -> None:
    """Wherever it begins, it has the state of that moment but for who plays, and it verifies.

    In the middle of what one command brought it does not begin.
    """
    session = played(tmp_path, rulebook, turns=3)
    log = log_of(session)
    parted = made_ = 0
    for version, _ in log:
        following = log[version][1] if version < len(log) else None
        if following is not None and following.nth:
            parted += 1
            last = version + 1
            while last < len(log) and log[last][1].nth:
                last += 1
            told_ = f"event {version} came of one command with what follows it"
            with pytest.raises(StoreError, match=f"^{told_}; branch behind event {last}$"):
                made(session, version)
            continue
        if "anna" not in session.ledger.live(NAME, version).state.campaign.members:
            continue
        copy = made(session, version)
        mine, theirs = copy.ledger.show(IF), session.ledger.show(NAME, version)
        found = {one.where for one in differences(theirs, mine)}
        assert found <= {"board sealed", "board fixed", "board handed in", "closed"}
        clean(copy.ledger, IF)
        delete(copy.ledger, IF)
        made_ += 1
    assert made_ > 50 and parted > 10
    assert session.ledger.names() == [NAME]


def test_it_is_marked_wherever_it_is_told(shell: Shell, tmp_path: Path) -> None:
    """A line of text says so, and a field for programs; the campaign itself has neither."""
    for words in (("show",), ("show", "--at", "3"), ("show", "--turn", "1939-SO"), ("status",),
                  ("log",), ("log", "--turn", "1939-SO")):  # fmt: skip
        verb, *options = words
        assert shell.fine(verb, IF, *options).splitlines()[0] == MARK, words
        assert "what-if" not in shell.fine(verb, NAME, *options).lower(), words
    shown = {"campaign": NAME, "version": 37, "maker": "anna"}
    for words in (("show",), ("show", "--at", "3"), ("status",)):
        verb, *options = words
        now = json.loads(shell.fine(verb, IF, "--json", *options))
        assert (now["campaign"], now["branch_of"]) == (IF, shown)
        assert json.loads(shell.fine(verb, NAME, "--json", *options))["branch_of"] is None
    listed = shell.fine("list").splitlines()
    assert listed[0].split()[-2:] == ["what-if", "of"]
    assert listed[1].split()[0] == NAME and "event" not in listed[1]
    assert listed[2].split()[0] == IF and listed[2].endswith("club, event 37")
    assert [one["branch_of"] for one in json.loads(shell.fine("list", "--json"))] == [None, shown]
    out = str(tmp_path / "if.jsonl")
    assert MARK in shell.fine("export", IF, out)
    assert shell.fine("verify", IF).endswith("; a what-if of club, behind its event 37\n")
    assert json.loads(shell.fine("verify", "--file", out, "--json"))["branch_of"] == shown
    assert "branch_of" not in json.loads(shell.fine("verify", NAME, "--json"))
    there = str(tmp_path / "there.db")
    assert MARK in shell.fine("import", out, "--store", there)
    assert "From here on this is a what-if, club-if, which Anna made of club" in shell.fine(
        "log", IF
    )
