"""Figures of the service and its log: what a monitor is told, and nothing of anybody.

What takes longer, waits or starts something, beside `web/test_service_figures.py`.
"""

import urllib.request
from pathlib import Path

import pytest

from campaign.web.middleware import Logged
from campaign.web.server.metrics import PATH, shown_at
from support.evening import turn
from support.sessions import ADDRESS
from support.web import NAME, WebClub, club
from tests.web.test_service_figures import watched


def test_nobody_is_in_the_figures(made: WebClub) -> None:
    """No member, no campaign, no seat, after a whole turn."""
    figures = watched(made)
    turn(made, {"ben": "veto"})
    text = figures.text().decode()
    for word in (NAME, "anna", "ben", "italy", "veto", str(made.house.ledger.store.path)):
        assert word not in text, word


def test_beside_the_service_they_are_shown_without_a_token(made: WebClub) -> None:
    """At a port of this machine; nothing else is there."""
    with shown_at(watched(made), "127.0.0.1:0") as port:
        url = f"http://127.0.0.1:{port}"
        with urllib.request.urlopen(f"{url}{PATH}", timeout=60) as found:
            assert b"campaign_streams 3.0" in found.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}/", timeout=60)


def test_a_whole_turn_leaves_nothing_of_anybody_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No name, no campaign, no choice, no id, no cookie, no token, no address."""
    written: list[str] = []
    with club(tmp_path, setup={"members": [*MEMBERS_WITH_ADDRESS]}) as made:
        made._app = Logged(made._app, written.append, made.house.clock)
        tokens = [made.invitation("anna")]
        anna = made.nobody()
        anna.come_in(tokens[0])
        secret = str(anna.client.cookies["__Host-device"])
        made._browsers["anna"] = anna
        turn(made, {"ben": "veto", "anna": "veto"}, vote="for")
        anna.get(f"/c/{NAME}/nope/{secret}", referer=f"https://club.example{tokens[0]}")
    text = "\n".join(written) + caplog.text
    assert len(written) > 100
    told = [tokens[0].removeprefix("/in/"), secret, ADDRESS, "anna", "Anna", "ben", "veto"]
    for word in (*told, f"/c/{NAME}/", "1939-SO", "germany", "127.0.0.1"):
        assert word not in text, word


MEMBERS_WITH_ADDRESS = (
    {"member": "anna", "name": "Anna", "email": ADDRESS, "powers": ["germany"]},
    {"member": "ben", "name": "Ben", "powers": ["italy"]},
    *({"member": who, "name": who.title()} for who in ("cora", "dora", "emil", "fred", "gina")),
    {"member": "hugo", "name": "Hugo"},
    {"member": "ref", "name": "Ref", "roles": ["referee"]},
    {"member": "olga", "name": "Olga", "roles": ["observer"]},
)
