"""An evening of a club of eight on the web: a whole turn, and the big screen as it is read.

What takes longer, beside `web/test_web_evening.py` and `web/test_web_at_the_table.py`.
"""

from pathlib import Path

from campaign.store.export import audit_of
from support.evening import answer, asked_of, buttons, press, turn
from support.web import NAME, WebClub, club
from tests.web.test_web_at_the_table import SCREEN


def test_a_whole_turn_is_played_on_the_web(tmp_path: Path) -> None:
    """Board, ballots, votes, next turn, by the buttons that pages offer; the record verifies."""
    with club(tmp_path) as made:
        turn(made, {"ben": "veto", "fred": "veto"})
        host = made.browser("host")
        while "Begin November/December 1939" not in " ".join(buttons(host)):
            press(host, next(text for text in buttons(host)))
        press(host, "Begin November/December 1939")
        live = made.house.ledger.live(NAME)
        assert live.state.campaign.turn == "1939-ND"
        report = made.browser("anna").get(f"/c/{NAME}/turns/1939-SO")
        assert "September/October 1939" in report.text
        ledger = made.house.ledger
        assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []


def test_the_big_screen_stamps_what_was_decided(drawn: WebClub) -> None:
    """LiF 4.1(3): vetoed, he goes back; unvetoed he is promoted."""
    host = drawn.browser("host")
    for who in asked_of(drawn):
        answer(drawn.browser(who), "no-veto")
    assert 'class="stamp' not in host.get(SCREEN).text
    press(host, "Open the ballots")
    assert '<span class="stamp good">Promoted</span>' in host.get(SCREEN).text
