"""FoW Ending the Campaign: what is still possible; FoW Axis of Attack: beside its history."""

import re
from pathlib import Path

from campaign.fow.opening import axes
from campaign.fow.report.lines import Fought, in_history, nearest, verdict
from campaign.fow.report.points import LineNow, chance
from campaign.reports import pages
from fow.support import war
from support.driver import NAME

ANZIO = axes.kit_axis("anzio")


def test_an_axis_runs_from_one_objective_to_the_other() -> None:
    """p. 239: the Allies go from the Factory to Campoleone, the Axis to Carroceto."""
    assert (axes.onward(ANZIO, "allies", 4), axes.onward(ANZIO, "axis", 4)) == (3, 5)
    assert (axes.distance(ANZIO, "allies", 4), axes.distance(ANZIO, "axis", 4)) == (3, 3)
    assert list(axes.rules_at(ANZIO, 5)) == ["naval-gunfire"]
    assert axes.rules_at(ANZIO, 4) == {}


def test_the_fewest_battles_are_the_sectors_that_are_left() -> None:
    """From the Factory each objective is three sectors away: with two rounds left nobody wins."""
    now = LineNow("anzio", ANZIO, 4)
    allies = chance("allies", [now], 3)
    assert (allies.battles, allies.rounds, allies.lines) == (3, 3, ("anzio",))
    assert allies.possible
    last = [chance(side, [now], 2) for side in ("allies", "axis")]
    assert [one.possible for one in last] == [False, False]


def test_a_side_that_defends_in_the_next_battle_loses_a_round() -> None:
    now = LineNow("anzio", ANZIO, 6, "allies")
    axis = chance("axis", [now], 1)
    assert (axis.battles, axis.rounds, axis.possible) == (1, 2, False)
    may = LineNow("anzio", ANZIO, 6, "allies", defender_advances=True)
    assert chance("axis", [may], 1).possible


def test_of_several_lines_the_nearest_counts() -> None:
    """Ruling 76: with two breakthroughs needed, the second nearest says how many rounds."""
    lines = [LineNow("south", ANZIO, 4), LineNow("north", ANZIO, 2), LineNow("coast", ANZIO, 3)]
    one = chance("allies", lines, 1)
    assert (one.battles, one.rounds, one.lines, one.possible) == (1, 1, ("north",), True)
    two = chance("allies", lines, 1, needed=2)
    assert (two.battles, two.rounds, two.lines, two.possible) == (3, 2, ("north", "coast"), False)
    has_one = chance("allies", lines[:1], 3, needed=2, broken=1)
    assert (has_one.battles, has_one.possible) == (3, True)
    assert not chance("allies", lines[:1], 9, needed=2).possible


def test_a_campaign_is_compared_with_what_happened_battle_by_battle() -> None:
    """p. 240-241: in history the Allies took the Factory, and the Axis came to the overpass."""
    played = [
        Fought("anzio-1", "allies", 4, 3, "allies"),
        Fought("anzio-2", "allies", 3, 2, "allies"),
    ]
    first, *_, last = happened = list(in_history(ANZIO))
    assert first == Fought("1944-01-25", "allies", 4, 3, "allies") and len(happened) == 6
    assert last == Fought("1944-02-16", "axis", 6, 6, "allies")
    for side, mine, theirs, told in (
        ("allies", (1, 2), (2, 1), "done better than history"),
        ("axis", (3, 0), (1, 5), "not done as well as in history"),
    ):
        assert (nearest(ANZIO, side, played), nearest(ANZIO, side, happened)) == (mine, theirs)
        assert verdict(mine, theirs) == told


def test_a_campaign_that_went_as_in_history_is_told_so() -> None:
    played = [
        Fought("anzio-1", "allies", 4, 3, "allies"),
        Fought("anzio-2", "allies", 3, 3, "axis"),
        Fought("anzio-3", "axis", 3, 4, "axis"),
        Fought("anzio-4", "axis", 4, 5, "axis"),
        Fought("anzio-5", "axis", 5, 6, "axis"),
    ]
    for side in ("allies", "axis"):
        reach = nearest(ANZIO, side, played), nearest(ANZIO, side, in_history(ANZIO))
        assert verdict(*reach) == "done as in history"


def test_a_round_that_does_not_count_is_not_gone(tmp_path: Path) -> None:
    """FoW ruling 17: two rounds of three were never played and do not count: three are left."""
    with war(tmp_path, games=3, rulings={"unplayed_counts": "no"}) as club:
        for _ in range(2):
            club.do("AbandonBattle", reason="the hall was closed")
            club.do("AdvanceTurn")
        assert club.show()["last_turn"] == "round-05"
        pages.write(club._ledger, NAME, tmp_path / "pages")
    page = (tmp_path / "pages" / "index.html").read_text()
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "Round 3 of 5 is being played." in text
    assert "3 rounds can still be fought, of 5." in text
    assert "No side can reach its objective any more" not in text
