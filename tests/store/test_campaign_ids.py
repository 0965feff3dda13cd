"""A campaign found by its random id, without looking at any other."""

from pathlib import Path

import pytest

from campaign.store import branches
from campaign.store.ledger import Ledger
from support.sessions import ledger_in

OPENING = {"scenario": "global-war", "setup": {"members": [{"member": "anna", "name": "Anna"}]}}


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """A ledger with two campaigns."""
    made = ledger_in(tmp_path)
    for name in ("one", "two"):
        assert made.open(name, **OPENING)["accepted"]
    return made


def id_of(ledger: Ledger, name: str) -> str:
    """The id that a campaign has now."""
    campaign: str = ledger.live(name).state.campaign.id
    return campaign


def test_each_is_found_by_its_id_and_nothing_by_another(ledger: Ledger, tmp_path: Path) -> None:
    """Also one that is opened later, by this process or by another."""
    assert {id_of(ledger, name): name for name in ("one", "two")} == {
        campaign: ledger.name_of(campaign)
        for campaign in (id_of(ledger, "one"), id_of(ledger, "two"))
    }
    assert ledger.name_of("0" * 32) == ledger.name_of("") == ""
    with Ledger(ledger.store.place) as other:
        assert other.open("three", **OPENING)["accepted"]
    assert ledger.name_of(id_of(ledger, "three")) == "three"


def test_a_what_if_has_an_id_of_its_own(ledger: Ledger) -> None:
    """Its origin keeps its own; once it is deleted, another of its name is found by another id."""
    before = id_of(ledger, "one")
    branches.branch(ledger, "one", None, "host", "trial")
    first = id_of(ledger, "trial")
    assert first != before
    assert (ledger.name_of(before), ledger.name_of(first)) == ("one", "trial")
    branches.delete(ledger, "trial")
    assert (ledger.name_of(before), ledger.name_of(first)) == ("one", "")
    branches.branch(ledger, "two", None, "host", "trial")
    second = id_of(ledger, "trial")
    assert (ledger.name_of(first), ledger.name_of(second)) == ("", "trial")


def test_only_openings_are_read_and_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """No campaign is loaded for it, and what is known is not looked for again."""
    ids = [id_of(ledger, "one"), id_of(ledger, "two")]
    with Ledger(ledger.store.place) as other:
        monkeypatch.setattr(other, "live", None)
        assert [other.name_of(one) for one in ids] == ["one", "two"]
        for question in ("openings", "names", "rows", "versions"):
            monkeypatch.setattr(other.store, question, None)
        assert [other.name_of(one) for one in ids] == ["one", "two"]
