"""Campaigns laid in bulk: whole, sound and playable, and no two of them alike."""

from pathlib import Path

import pytest

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace, Where, place_of
from scripts.benchmark import building, bulk, laying

PLAYED = 60
"""How many of the recorded commands the pattern has: a board with opened ballots is among them."""


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the store is: in a file; `all/` has the same in a database."""
    return place_of(tmp_path / "club.db")


@pytest.fixture
def where(place: StorePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Where:
    """A store whose first campaign is played, and three that are laid after it."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path / "home"))
    with building.opened(place) as ledger:
        building.play(ledger, building.commands()[:PLAYED])
        pattern = laying.Pattern(ledger, building.NAME)
        laid = map(pattern.copy, ("laid-1", "laid-2", "laid-3"))
        assert bulk.write(ledger.store.place, laid) == 3 * pattern.version
    return place


def test_verify_holds_for_what_was_laid(where: Where) -> None:
    """Both chains, everything sealed and opened, the seeds, and all that the rules decide."""
    with Ledger(where) as ledger:
        assert ledger.names() == ["laid-1", "laid-2", "laid-3", building.NAME]
        for name in ledger.names():
            audit = audit_of(ledger, name)
            assert list(audit.findings(ledger.store.rows(name))) == []
            assert audit.papers.checked == PLAYED


def test_each_has_an_id_seeds_and_digests_of_its_own(where: Where) -> None:
    """But the same versions, times and choices."""
    with Ledger(where) as ledger:
        lives = [ledger.live(name) for name in ledger.names()]
        assert {live.version for live in lives} == {lives[0].version}
        campaigns = [live.state.campaign for live in lives]
        assert len({campaign.id for campaign in campaigns}) == 4
        assert [campaign.name for campaign in campaigns] == ledger.names()
        assert len({live.head for live in lives}) == 4
        points = [ledger.show(name)["powers"] for name in ledger.names()]
        assert all(one == points[0] for one in points)
        heads = {ledger.store.head(name) for name in ledger.names()}
        assert heads == {(live.version, live.head) for live in lives}


def test_what_was_laid_is_played_on(where: Where) -> None:
    """The vault opens what is sealed there, and receipts go on."""
    lines = building.commands()[PLAYED : PLAYED + 40]
    with Ledger(where) as ledger:
        for line in lines:
            building.accepted(ledger.submit("laid-2", line))
        audit = audit_of(ledger, "laid-2")
        assert list(audit.findings(ledger.store.rows("laid-2"))) == []
        assert ledger.store.ends("laid-2")[1] == PLAYED + len(lines)
