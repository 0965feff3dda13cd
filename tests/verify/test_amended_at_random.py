"""Amendments of any field of any event, of both games: refused, or the record verifies.

By night there are a thousand (`nightly/test_a_thousand_amendments.py`).
"""

import pytest

from campaign.systems import SYSTEMS
from support.amended import Amended

pytestmark = pytest.mark.further


@pytest.fixture(scope="module")
def amended(tmp_path_factory: pytest.TempPathFactory) -> Amended:
    """Records with nearly every event there is."""
    return Amended(tmp_path_factory.mktemp("amended"))


def test_nearly_every_event_of_both_games_is_amended(amended: Amended) -> None:
    """A few come up in no case and no evening that is played here; those of the kit are forged in
    tests of its own.
    """
    games = {topic for system in SYSTEMS.values() for topic in system.codec.events}
    of_games = {topic for topic in games if not topic.startswith(("campaign.", "kit."))}
    assert of_games - amended.topics == {
        "lif.NextYearLeadersAdded", "lif.VoteRevealed", "lif.ReinforcementContinued",
        "lif.CounterDescribed", "lif.EntryChitsDealtAnew", "lif.PositionStated",
        "fow.PositionStated",
    }  # fmt: skip


# --- those that once broke a record ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "fields", "why"),
    [
        ("fow.SectorChanged", {"from": -1}, "fields: from: -1 is below zero"),
        ("fow.SectorChanged", {"from": 1}, "from only repeats what the record holds, and that is "),
        ("fow.SectorChanged", {"to": 99}, " has no sector 99"),
        ("fow.SectorHeld", {"sector": 9}, "sector only repeats what the record holds, and that is"),
        ("fow.PlayerTurnBegan", {"number": 9}, "number only repeats what the record holds"),
        ("fow.DelayCounterGained", {"counters": 9}, "counters only repeats what the record holds"),
        ("fow.ForceReorganised", {"points": 3}, " says that already"),
        ("lif.ImpulseBegan", {"number": 9}, "number only repeats what the record holds, and that"),
        ("lif.LeadersReachedYear", {"year": 1945}, "year only repeats what the record holds, and"),
    ],
)
def test_what_an_event_repeats_of_the_record_stays_as_it_is_there(
    amended: Amended, topic: str, fields: dict[str, object], why: str
) -> None:
    """FoW Axis of Attack, Turn Order, Strategic Withdrawal, Reorganise; LiF 4: its sentence."""
    assert why in amended.reason(topic, fields)


def test_an_opening_that_would_not_fold_is_refused(amended: Amended) -> None:
    """FoW Multi-player Campaigns: commanders are on lines that there are."""
    told = amended.reason("fow.CommandersAssigned", {"commanders": {"n4": "anna"}}, 0)
    assert "would no longer fit: event 1 " in told
