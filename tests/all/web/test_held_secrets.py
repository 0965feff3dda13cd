"""What is held, and what is asked for, say nothing of what is sealed."""

from contextlib import closing
from pathlib import Path

from support.held import Hand, all_but_one, club_by_hand, holding, open_early
from support.web import NAME

HELD = f"/c/{NAME}/held"


def seen(folder: Path, choice: str) -> list[object]:
    """All that is held after an evening, and the pages on which others read of it."""
    folder.mkdir()
    with closing(club_by_hand(folder, Hand())) as made:
        all_but_one(made, choice)
        open_early(made)
        (act,) = holding(made).acts.every()
        paths = (HELD, f"/c/{NAME}", f"/c/{NAME}/live")[:2]
        pages = [made.browser(who).get(path).content for who in ("olga", "ref") for path in paths]
        return [act.sent, act.seen, act.due, act.roles, act.key, *pages]


def test_nothing_secret_is_held(tmp_path: Path) -> None:
    """Two evenings that differ in what is sealed give equal bytes, for everybody."""
    one, other = seen(tmp_path / "a", "no-veto"), seen(tmp_path / "b", "veto")
    assert [len(bytes(str(each), "utf-8")) for each in one[:5]] == [
        len(bytes(str(each), "utf-8")) for each in other[:5]
    ]
    assert one[:5] == other[:5]
