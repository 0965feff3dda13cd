"""Ruling 63 in a browser: the folded advice at the Board, accuracy below a turn, and the page of
values; no barriers, and nothing too wide on a phone and on a desk.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from campaign.extensions.veto_advice.worked_out import job
from looks import browser, judges
from support import table
from support.command_line import Shell
from support.served import served
from support.table import NAME, play
from support.veto_evening import OPENED, evening
from tests.all.web.test_web_seen import Service, window
from tests.nightly.test_diary_seen import faults

pytestmark = [pytest.mark.slow, pytest.mark.needs(*browser.NAMES)]
PLACES = {
    "/board": "Germany: no veto",
    "/turns/1939-SO": "no veto, lost",
    "/values": "What leaders are worth",
}
"""Pages, and what of advice is on each."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Guderian has arrived, and Balbo is before the Board; all is worked out."""
    folder = tmp_path_factory.mktemp("club")
    book = evening(folder, "always", ("germany", "no-veto"), ("ussr", "no-veto"))
    vote = {"command": "SealVote", "by": "host", "power": "japan", "choice": "another"}
    opened = {"command": "OpenVotes", "absent": "abstain"}
    play(book, [OPENED, vote, opened, table.draw("balbo")])
    job(book.store.place, book.now, lambda: 0.0, lambda: False).run()
    book.close()
    shell = Shell(folder)
    shell.env["CAMPAIGN_STORE"] = str(Path(folder) / "club.db")
    with served(shell) as (_, url):
        yield Service(shell, url)


@pytest.mark.needs(str(judges.AXE))
@pytest.mark.parametrize("scheme", browser.SCHEMES)
@pytest.mark.parametrize("who", ["host", "anna"])
def test_no_page_of_advice_bars_anybody(
    there: Browser, service: Service, who: str, scheme: str
) -> None:
    """Folded when it is loaded; every part of it opened."""
    wrong = []
    with window(there, service, who, color_scheme=scheme, bypass_csp=True) as page:
        for place, says in PLACES.items():
            page.goto(f"/c/{NAME}{place}")
            folded = "document.querySelectorAll('.adviser[open], .accuracy details[open]').length"
            assert page.evaluate(folded) == 0
            if who == "anna":
                assert says in page.content(), place
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            wrong += faults(page, place)
    assert wrong == []
