"""LiF 5.3, 5.3.3 at the table: who may do what with the chits, and who hears of their values.

What takes longer, waits or starts something, beside `lif/us_entry/chits/test_entry_chits.py`.
"""

from pathlib import Path

import pytest

from campaign.store import snapshots
from support.sessions import Session, ledger_in
from tests.lif.board.test_secrecy import starred, written
from tests.lif.us_entry.chits.test_entry_chits import begun, session

__all__ = ["session"]


def at_the_table(folder: Path, values: list[int]) -> Session:
    """A cup's chits drawn, put aside, waited for, moved and partly returned, none of them shown."""
    folder.mkdir()
    session = begun(Session(ledger_in(folder)), entry_chits="table")
    first, second, third, *more = values
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[first, second, third], id="one")
    session.do("ReturnEntryChits", pool="entry-japan", chits=["c2"])
    session.do("MoveEntryChits", pool="entry-japan", to="tension-japan", chits=["c3"])
    session.do("ReturnEntryChits", pool="entry-germany-italy", count=len(more))
    session.ask("ReturnAsideChits", "ben", kind="entry")
    session.do("EnterEntryChits", "ben", pool="entry-germany-italy", aside=True, values=more)
    for by in ("ben", "anna", "carl"):
        session.ask("ReturnAsideChits", by, kind="entry")
        session.ask("DrawEntryChits", by, pool="entry-japan", values=[1])
    session.do("AdvanceTurn")
    return session


def test_lif_5_3_other_values_change_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LiF 5.3: whatever was entered, all that the program writes or answers is the same.

    Events, answers, refusals, snapshots, read tables, reports, export: stars stand for hashes and
    ciphertexts. Only the end of a wait follows from values, and it comes in neither run.
    """
    monkeypatch.setattr(snapshots, "EVERY", 3)
    runs = []
    for name, values in (("one", [1, 2, 3, 4, 9]), ("two", [99, 0, 5, 30, 7])):
        session = at_the_table(tmp_path / name, values)
        runs.append(written(session, tmp_path / name / "out"))
    assert runs[0] != runs[1]
    one, other = starred(runs[0]), starred(runs[1])
    assert list(one) == list(other)
    for file, text in one.items():
        assert text == other[file], file
