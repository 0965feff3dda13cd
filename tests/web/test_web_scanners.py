"""Scanners open every link, in mails and on pages: nothing is used up, and nothing is written."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.notifications.delivery_status import stop_token
from support.evening import draw
from support.eyes import Eyes
from support.web import NAME, WebClub, club


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club that takes ballots; a dispute is open, and a receipt is there."""
    with club(tmp_path_factory.mktemp("club")) as found:
        claim = {"command": "RaiseDispute", "by": "ben", "versions": [3], "claim": "No."}
        assert found.house.ledger.submit(NAME, claim)["accepted"]
        draw(found)
        anna = found.browser("anna")
        anna.get("/me/push")  # the service's own key is made where it is first shown
        anna.get(f"/c/{NAME}/diary")  # and the tables of the diary
        yield found


def written(made: WebClub) -> list[str]:
    """Every row of the record and of the people's file, without when a device was last seen."""
    rows = []
    for file in (made.house.ledger.store.path, made.house.people.file.path):
        with closing(sqlite3.connect(file)) as db:
            rows += [f"{Path(file).name} {line}" for line in db.iterdump()]
            assert rows
    return rows


def test_a_scanner_uses_up_no_link_of_a_mail(made: WebClub) -> None:
    """Invitations, stops, feeds, guests' links, the operator's address: read, again and again."""
    eyes = Eyes(made)
    eyes.browser("anna")
    house = made.house
    stop = stop_token(house.people.secret(), eyes.campaign.id, "anna")
    feed = eyes.tokens["anna"]
    links = (
        made.invitation("hugo"),
        f"/mail/stop/{stop}",
        f"/s/{eyes.tokens['guest']}",
        f"/f/{feed}.xml",
        f"/f/{feed}.ics",
        f"/club/in/{house.entrance.operators.offer()}",
    )
    before = written(made)
    for _ in range(2):
        for link in links:
            scanner = made.nobody()
            for method in ("GET", "HEAD", "OPTIONS"):
                found = scanner._asked(method, link)
                assert found.status_code == 200 or method != "GET", (method, link)
                assert "set-cookie" not in found.headers, (method, link)
    assert written(made) == before
