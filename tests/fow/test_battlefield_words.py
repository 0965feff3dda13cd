"""The battlefield in sentences and in tables."""

from pathlib import Path
from typing import Any

import pytest

from campaign.fow.names import Names
from campaign.fow.terrain.chapter import SENTENCES, rows
from campaign.kernel.projections import Transition
from events.base import Event
from events.fow.ground import BattlefieldDescribed, BattlefieldKept, TerrainRolled
from fow.support import war
from support.driver import NAME

NAMES = Names(
    members={"anna": "Anna"},
    sides={"allies": "Allies", "axis": "Axis"},
    lines={"anzio": "Anzio"},
    sectors={},
    forces={},
    platoons={},
)


def told(event: Event) -> str:
    return SENTENCES[type(event)](event, NAMES)


def square(category: str, feature: str, *dice: int, **fields: Any) -> TerrainRolled:
    return TerrainRolled(
        line="anzio",
        battle="anzio-1",
        square="b2",
        chart="anzio",
        category=category,
        feature=feature,
        dice=dice,
        **fields,
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (square("high-ground", "low-ridge", 3, side="allies"),
         "Anzio: the Allies picked square B2; high ground, die 3 at the table: low ridge."),
        (square("water-course", "fosso", 4, 5, side="axis", lined=True, witness="anna"),
         "Anzio: the Axis picked square B2; water course, dice 4, 5 at the table, seen by Anna: "
         "fosso lined with trees."),
        (square("settlement", "farm"),
         "Anzio: the players picked square B2; settlement: farm."),
        (square("rain", "", 5, weather="dry", source="ledger", draw=3),
         "Anzio: the players picked square B2; rain, die 5 by the ledger: dry, which changes "
         "nothing."),
        (square("rain", "", 1, weather="deep-mud"),
         "Anzio: the players picked square B2; rain, die 1 at the table: deep mud."),
        (square("stream-or-wadi", "wadi", 2, 5, hill=True),
         "Anzio: the players picked square B2; stream or wadi, dice 2, 5 at the table: wadi and "
         "a rocky hill."),
    ],
)  # fmt: skip
def test_a_square_in_words(event: TerrainRolled, words: str) -> None:
    assert told(event) == words


def test_a_battlefield_in_words() -> None:
    kept = BattlefieldKept(line="anzio", battle="anzio-2", of="anzio-1")
    assert told(kept) == "Anzio: fought over the same ground as battle 1."
    described = BattlefieldDescribed(
        line="anzio",
        battle="anzio-1",
        text="ruins in\nthe centre",
        width_feet=6,
        depth_feet=4,
        photo="ab" * 32,
    )
    assert told(described) == (
        "Anzio: the battlefield, 6 by 4 feet. “Ruins in the centre” A picture is kept by the club."
    )


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
