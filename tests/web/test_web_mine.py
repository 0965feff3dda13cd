"""What one member alone may see has a page of its own, and nobody else gets a byte of it."""

from pathlib import Path

from support.entry_club import LEDGER, NAME, Club, commands, opening
from support.sessions import Dice
from support.web import WebClub, words

FEW = 60
"""Commands of the recorded campaign, until chits are on the table."""


def test_the_usas_chits_are_for_its_player(tmp_path: Path) -> None:
    """The page is linked for them, kept by no cache, and refused to others in the rules' words."""
    begun = opening(LEDGER)
    club = Club(tmp_path / "club", begun, Dice(begun["vault"]))
    for command in commands(LEDGER)[:FEW]:
        club.do(command)
    web = WebClub.on(club.ledger, name=NAME)
    holder = web.browser(club.holder)
    assert club.private(), "there are chits"
    assert f"/c/{NAME}/mine" in holder.get(f"/c/{NAME}").text
    own = holder.get(f"/c/{NAME}/mine")
    assert own.status_code == 200 and own.headers["cache-control"] == "no-store"
    assert all(chit in own.text for chit in club.private())
    for who in club.strangers():
        other = web.browser(who)
        assert f"/c/{NAME}/mine" not in other.get(f"/c/{NAME}").text
        refused = other.get(f"/c/{NAME}/mine")
        assert refused.status_code == 403
        assert "This page is not yours" in words(refused)
    club.ledger.close()
