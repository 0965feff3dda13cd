"""LiF 5.3 in a what-if: its chits hold no value that its maker may not know, and prove themselves.

What takes longer, waits or starts something, beside `lif/us_entry/chits/test_branches_us_entry.py`.
"""

from pathlib import Path

import pytest

from campaign.store.branches import branch, delete
from support.entry_club import FOLDERS, Club, commands, opening
from support.entry_club import NAME as RECORDED
from support.sessions import Dice, Session
from tests.history.test_branches import clean
from tests.lif.us_entry.chits.test_branches_us_entry import values


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lif_5_3_branches_of_whole_campaigns(folder: Path, tmp_path: Path) -> None:
    """Behind every fifth turn of a recorded campaign, by its USA's player and by a stranger: they
    verify, the player keeps the chits, and the stranger is told of none that was not shown.
    """
    club = Club(tmp_path, opening(folder), Dice(opening(folder)["vault"]))
    turns = stops = 0
    chance = club.ledger.vault._random
    for number, command in enumerate(commands(folder)):
        club.do(command)
        turns += command["command"] == "AdvanceTurn"
        if command["command"] != "AdvanceTurn" or turns % 5 != 1:
            continue
        stops += 1
        for maker in (club.holder, "eve"):
            club.ledger.vault._random = Dice(f"{number} {maker}")  # the campaign's stays as it is
            name, _ = branch(club.ledger, RECORDED, None, maker)
            copy = Session(club.ledger, name)
            before = club.private()
            shown = {c for c, lies in club.state.entry.chits.items() if lies.shown is not None}
            now = values(copy, maker)
            if maker == club.holder:
                assert now == before
            assert {who: now[who] for who in shown} == {who: before[who] for who in shown}
            clean(club.ledger, name)
            delete(club.ledger, name)
        club.ledger.vault._random = chance
    assert (turns, stops) == (30, 6)
    club.ledger.close()
