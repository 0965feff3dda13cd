"""Buttons that send a test: a few at once, then one a minute, and one at a time in the club.

What takes longer, waits or starts something, beside `web/test_web_trials.py`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.extensions.webhooks.hooks import Webhooks
from campaign.web.auth.sign_in import PageLimits
from support.outside import Beyond, beyond
from support.programs import limits_of
from support.push_browser import PushBrowser
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, WebClub, house_on, words
from tests.web.test_web_trials import BUSY, ENOUGH


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path) as found:
        yield found


@pytest.fixture
def made(tmp_path: Path, there: Beyond) -> Iterator[WebClub]:
    """A club whose clock for limits stands still."""
    house = house_on(ledger_in(tmp_path), outside=there.outside)
    limits = PageLimits(limits_of(house))
    club = WebClub(house._replace(entrance=house.entrance._replace(limits=limits)))
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    assert house.desk.open(NAME, **asked)["accepted"]
    yield club
    club.close()


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
