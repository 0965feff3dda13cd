"""Whole campaigns on the web: those that are over can be looked at."""

from pathlib import Path

import pytest

from campaign.store.ledger import Ledger
from support import recorded
from support.web import WebClub, words

pytestmark = pytest.mark.slow
PAGES = (
    "",
    "/board",
    "/journal",
    "/members",
    "/disputes",
    "/turns/index.html",
    "/do",
    "/do/UndoAct",
)


def look(web: WebClub, name: str) -> None:
    """A host and a member look at every page, and at the first and the last turn."""
    ledger = web.house.ledger
    web.name = name
    web._browsers.clear()
    campaign = ledger.live(name).state.campaign
    hosts = [who for who in campaign.members if campaign.is_host(who)]
    others = [who for who in campaign.members if not campaign.is_host(who)]
    turns = list(ledger.spans(name))
    for who in (*hosts[:1], *others[:1]):
        browser = web.browser(who)
        for path in (*PAGES, f"/turns/{turns[0]}", f"/turns/{turns[-1]}"):
            page = browser.get(f"/c/{name}{path}")
            assert page.status_code == 200, (who, path, words(page)[:500])
        assert browser.get("/").status_code == 200
        assert browser.get(f"/c/{name}/host").status_code == (200 if who in hosts else 403)


@pytest.mark.rotating(3)
@pytest.mark.parametrize("folder", recorded.FOLDERS, ids=lambda folder: folder.name)
def test_a_campaign_that_is_over_can_be_looked_at(folder: Path, tmp_path: Path) -> None:
    """Nothing is asked of anybody, and whoever has an invitation still comes in."""
    with Ledger(recorded.played(folder, tmp_path)) as ledger:
        web = WebClub.on(ledger)
        look(web, recorded.NAME)
        version = ledger.store.version(recorded.NAME)
        page = web.browser("host").get("/")
        assert "Nothing needs you." in words(page) and "over" in words(page)
        again = web.nobody().come_in(web.invitation("host"))
        assert again.status_code == 200
        assert ledger.store.version(recorded.NAME) == version
