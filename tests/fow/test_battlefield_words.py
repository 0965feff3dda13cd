"""The battlefield in tables.

Its sentences stand in `tests/cases/sentences/fow-campaign.toml`.
"""

from pathlib import Path

from campaign.fow.terrain.chapter import rows
from campaign.kernel.projections import Transition
from fow.support import war
from support.driver import NAME


def test_the_read_tables_hold_each_square_and_each_battlefield(tmp_path: Path) -> None:
    with war(tmp_path, games=8) as club:
        club.do("RollTerrain", square="a1", category="water-course", dice=[3, 6])
        club.do("RollTerrain", square="b1", category="rain", dice=[2])
        club.do("DescribeBattlefield", text="Ruins", width_feet=6, depth_feet=4)
        live = club._ledger.live(NAME)
        found = [
            (table.name, {key: value for key, value in row.items() if key != "version"})
            for entry in club._ledger.effective(NAME)
            for table, row in rows(Transition(entry, "round-01", live.state, live.state))
        ]
        here = {"turn": "round-01", "line": "anzio", "battle": "anzio-1"}
        rolled = {**here, "chart": "anzio", "hill": None, "source": "table"}
        assert found == [
            ("terrain_squares", {
                **rolled, "square": "a1", "side": "allies", "category": "water-course",
                "feature": "fosso", "weather": None, "lined": 1, "dice": "3 6",
            }),
            ("terrain_squares", {
                **rolled, "square": "b1", "side": "axis", "category": "rain",
                "feature": None, "weather": "deep-mud", "lined": None, "dice": "2",
            }),
            ("battlefields", {
                **here, "same_as": None, "text": "Ruins", "width_feet": 6, "depth_feet": 4,
                "photo": None,
            }),
        ]  # fmt: skip
