"""The read tables of leaders in play.

What takes longer, waits or starts something, beside `lif/on_map/test_read_model_in_play.py`.
"""

from pathlib import Path

from campaign.projections import projector
from support import front, table
from support.table import NAME
from tests.lif.on_map.test_read_model_in_play import book
from tests.projections.test_read_model import contents, query

__all__ = ["book"]


def test_read_step_by_step_they_are_what_they_are_read_at_once(tmp_path: Path) -> None:
    """Tables brought up to date after every command hold the same rows."""
    book = table.opened(tmp_path / "one", modules={"guards-banner": True}, setup=front.SETUP)
    with projector.TablesFollower(book) as kept:
        for command in front.TURN:
            table.play(book, [command])
            kept.update(NAME)
    other = front.fought(tmp_path / "two")
    projector.update(other, NAME)
    assert contents(book) == contents(other)
    assert query(book, "PRAGMA foreign_key_check") == []
