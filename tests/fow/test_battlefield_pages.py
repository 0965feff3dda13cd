"""The battlefield on a round's page; a club's own axis when a campaign opens on it."""

import re
import tomllib
from pathlib import Path

import pytest

from campaign.fow.opening.axes import axis_text
from campaign.reports import pages
from campaign.reports.book import StoredLog, read
from fow.support import War, war
from support.driver import NAME


def round_page(club: War, file: str) -> str:
    made = read(StoredLog(club._ledger, NAME), pages.HELD)
    return next(page.html for page in pages.in_book(made) if page.file == file)


def test_a_round_s_page_shows_the_table_and_today_s_weather(tmp_path: Path) -> None:
    """p. 234: two squares, deep mud, and the same ground again in the next battle."""
    players = {"anna": "allies", "ben": "axis"}
    with war(tmp_path, games=8, players=players) as club:
        assert 'id="battlefields"' not in round_page(club, "round-01.html")
        club.do("RollTerrain", square="a1", category="rain", dice=[1])
        club.do("RollTerrain", square="b1", category="water-course", dice=[3, 4])
        club.do(
            "DescribeBattlefield", text="<i>Ruins</i> in the centre", width_feet=6, depth_feet=4
        )
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="cleared", side="axis", turn=6, lost={"axis": 0})
        club.do("AdvanceTurn")
        first = round_page(club, "round-01.html")
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", first.partition("battlefields")[2]))
        assert "&lt;i&gt;Ruins&lt;/i&gt; in the centre" in first
        assert "B1 Fosso lined with trees" in text and "Impassable today" in text
        assert "Deep mud: wadis and fossos Impassable;" in text
        assert "The table is 6 by 4 feet." in text
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange")
        club.do("KeepBattlefield")
        again = round_page(club, "round-02.html")
        assert "The ground is that of battle 1." in again and "Fosso" in again
        assert club.doubted() == []


def test_a_campaign_opens_on_a_club_s_own_axis(tmp_path: Path) -> None:
    with War(tmp_path) as club:
        club.open(system="fow", scenario="river-road", own=tomllib.loads(axis_text("template")))
        line = club.line("river-road")
        assert (line["sector"], line["sector_id"], line["mission"]) == (
            3, "crossroads", "encounter",
        )  # fmt: skip
        assert club.doubted() == [] and club.rejudged() == []


def test_a_faulty_axis_opens_nothing_and_says_where_to_find_all_faults(tmp_path: Path) -> None:
    table = tomllib.loads(axis_text("template").replace('"encounter"', '"ecounter"', 1))
    told = "axis: start.mission: there is no mission 'ecounter'; did you mean encounter"
    with War(tmp_path) as club:
        with pytest.raises(AssertionError, match=re.escape(told)):
            club.open(system="fow", scenario="river-road", own=table)
        rest = "; and 1 more fault: `campaign scenario check` lists them"
        with pytest.raises(AssertionError, match=re.escape(rest)):
            club.open(system="fow", scenario="river-road", own={**table, "chart": "moon"})


def test_the_card_and_the_table_tell_what_the_club_s_dice_brought(tmp_path: Path) -> None:
    """Ruling 48: what is the club's own is told as such."""
    rows = ("1,3,high-ground", "4,5,vegetation", "6,6,rain")
    sheet = "\n".join(("chart,low,high,category", *(f"anzio,{row}" for row in rows)))
    with War(tmp_path) as club:
        club.open(system="fow", scenario="anzio", extras={"first_die": sheet})
        club.do("RollTerrain", square="a1", dice=[6, 2])
        page = round_page(club, "round-01.html")
        assert "What the first die means is the club’s own table." in page
        made = read(StoredLog(club._ledger, NAME), pages.HELD)
        (card,) = [page.html for page in pages.in_book(made) if "card" in page.file]
        assert "Weather: deep mud. Wadis and fossos Impassable;" in card
