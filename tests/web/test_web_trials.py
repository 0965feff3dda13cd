"""Buttons that send a test: a few at once, then one a minute, and one at a time in the club."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.people.webhooks import Webhooks
from campaign.web.door.entrance import PageLimits
from support.outside import Beyond, beyond
from support.push_browser import PushBrowser
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, WebClub, house_on, words

BUSY = "Another test is just being sent. Try again in a moment."
ENOUGH = "You have tried a few times; the next one can go in 60 seconds."


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path) as found:
        yield found


@pytest.fixture
def made(tmp_path: Path, there: Beyond) -> Iterator[WebClub]:
    """A club whose clock for limits stands still."""
    house = house_on(ledger_in(tmp_path), outside=there.outside)
    limits = PageLimits(lambda: 0.0)
    club = WebClub(house._replace(entrance=house.entrance._replace(limits=limits)))
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    assert house.desk.open(NAME, **asked)["accepted"]
    yield club
    club.close()


def test_a_person_tries_three_times_and_then_waits_a_minute() -> None:
    """Each has their own three."""
    now = [0.0]
    limits = PageLimits(lambda: now[0])

    def tried(person: str) -> str:
        with limits.testing(person) as why_not:
            return why_not

    assert [tried("anna") for _ in range(4)] == ["", "", "", ENOUGH]
    assert tried("ben") == ""
    now[0] = 60.0
    assert [tried("anna"), tried("anna")] == ["", ENOUGH]


def test_one_test_at_a_time_whoever_asks() -> None:
    """Whoever is turned away has lost none of theirs."""
    limits = PageLimits(lambda: 0.0)
    with limits.testing("anna") as first, limits.testing("ben") as second:
        assert (first, second) == ("", BUSY)
    for _ in range(3):
        with limits.testing("ben") as why_not:
            assert why_not == ""


def test_webhooks_and_devices_share_the_limit(made: WebClub, there: Beyond) -> None:
    """The page says why nothing was sent, and nobody is called."""
    host, shared = made.browser("host"), made.house.ledger.live(NAME).state.campaign
    hook = Webhooks(made.house.people.file, clock=made.house.clock).make(
        shared.id, "discord", "https://hooks.example/in", ("turns",)
    )
    assert hook is not None
    phone = PushBrowser("https://hooks.example/push")
    host.post("/me/push", phone.form)
    for _ in range(3):
        assert host.post(f"/c/{NAME}/hooks/test", {"hook": hook.id}).status_code == 200
    found = host.post(f"/c/{NAME}/hooks/test", {"hook": hook.id})
    assert found.status_code == 429 and ENOUGH in words(found)
    page = host.get("/me/push").text
    one = page.split('name="subscription" value="')[1].split('"')[0]
    found = host.post("/me/push/test", {"subscription": one})
    assert found.status_code == 429 and ENOUGH in words(found)
    assert len(there.heard) == 3
    with made.house.entrance.limits.testing("anna"):
        found = host.post("/me/push/test", {"subscription": one})
    assert found.status_code == 429 and BUSY in words(found)
