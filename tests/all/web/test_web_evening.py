"""An evening of a club of eight on the web: a ballot, its receipt and a whole turn.

What takes longer, waits or starts something, beside `web/test_web_evening.py`.
"""

from pathlib import Path

from campaign.store.export import audit_of
from support.evening import buttons, press, turn
from support.web import NAME, club


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
