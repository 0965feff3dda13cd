"""A game of a package that fails in the middle of play keeps no other campaign from its pages and
chores.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.store import outlines
from campaign.web.auth.invitations import invite
from campaign.web.jobs.overdue import OverdueJob
from house.test_game_packages import SYSTEM, written
from support.packages import installed
from support.sessions import ledger_in
from support.web import NAME, WebClub, words

RAIDS = "raids"
FAILING = (
    SYSTEM.replace("return replace(state", "snag('fold'); return replace(state")
    .replace('names: "It burns."', 'names: snag("sentence") or "It burns."')
    .replace("lambda state: Grid(", "lambda state: snag('standings') or Grid(")
    .replace("rounds=3,", "rounds=3, owed=lambda state: snag('owed') or (),")
    .replace(
        "SEATS =",
        """
SNAGS = {}

def snag(place):
    if place in SNAGS:
        raise SNAGS[place]

SEATS =""",
        1,
    )
    + """
NAMES, AWAITING = SYSTEM.view.names, SYSTEM.rules.awaiting
SYSTEM = replace(
    SYSTEM,
    view=replace(SYSTEM.view, names=lambda state: snag("names") or NAMES(state)),
    rules=replace(
        SYSTEM.rules,
        awaiting=replace(
            AWAITING, overdue=lambda state, now: snag("overdue") or AWAITING.overdue(state, now)
        ),
    ),
)
"""
)


class OddError(Exception):
    """An error that no part of the program knows."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A store with a raid and another campaign; the package is installed."""
    with installed(written(tmp_path / "site", system=FAILING), afresh=("raid",)):
        made = WebClub.opened(tmp_path)
        assert made.house.desk.open(RAIDS, system="raid", scenario="raid")["accepted"]
        burn = {"command": "Burn", "side": "north"}
        assert made.house.ledger.submit(RAIDS, burn)["accepted"]
        made.close()
        yield tmp_path


@pytest.mark.parametrize("error", [OddError("paper"), SystemExit(3)], ids=["error", "exit"])
@pytest.mark.parametrize("place", ["fold", "sentence", "standings", "owed", "names", "overdue"])
def test_the_list_the_home_page_and_chores_go_on(
    folder: Path, place: str, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    """What fails is in the log; its own pages say that something is broken, and nothing ends."""
    made = WebClub.on(ledger_in(folder))
    host, house = made.browser("host"), made.house
    there = invite(house.desk, house.doors, house.people, RAIDS, "host", "host")
    assert host.come_in(f"/in/{there.token}", **{"as": "me"}).status_code == 200
    assert f"/c/{RAIDS}" in host.get("/").text
    made.close()

    from raid.system import SNAGS  # type: ignore[import-not-found]

    SNAGS[place] = error
    again = WebClub.on(ledger_in(folder))
    again_host = again.nobody()
    again_host.client.cookies = host.client.cookies
    home = again_host.get("/")
    assert home.status_code == 200 and f"/c/{NAME}" in home.text
    for path in ("/me", "/me/notices", f"/c/{NAME}"):
        assert again_host.get(path).status_code == 200, path
    assert again_host.get(f"/c/{RAIDS}").status_code in (200, 500, 503)
    listed = [one.name for one in outlines.every(again.house.ledger, keeping=False)]
    assert listed == [NAME, RAIDS]
    OverdueJob(again.house.ledger, again.house.desk, b"", again.house.clock).run()
    assert "Global War" in words(home) or NAME in words(home)
    again.close()
