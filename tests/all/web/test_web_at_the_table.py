"""The host's desk, the page Now and the big screen, as they are read: no browser needed.

What takes longer, waits or starts something, beside `web/test_web_at_the_table.py`.
"""

from support.evening import answer, press
from support.web import WebClub
from tests.web.test_web_at_the_table import SCREEN, asked_of


def test_the_big_screen_stamps_what_was_decided(drawn: WebClub) -> None:
    """LiF 4.1(3): vetoed, he goes back; unvetoed he is promoted."""
    host = drawn.browser("host")
    for who in asked_of(drawn):
        answer(drawn.browser(who), "no-veto")
    assert 'class="stamp' not in host.get(SCREEN).text
    press(host, "Open the ballots")
    assert '<span class="stamp good">Promoted</span>' in host.get(SCREEN).text
