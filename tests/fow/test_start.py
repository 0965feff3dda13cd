"""FoW Axis of Attack: a campaign that joins in mid-way; what cannot be is refused."""

from pathlib import Path
from typing import Any

import pytest

from fow.support import War, war


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (
            {"mission": "couldron"},
            "start.anzio.mission: 'couldron' is no mission; did you mean cauldron?",
        ),
        ({"attacker": "allie"}, "start.anzio.attacker: 'allie' is no side; did you mean allies?"),
        (
            {"winner": "nobody"},
            "start.anzio.winner: 'nobody' is no side; it is one of allies, axis",
        ),
        ({"last": {"axs": 3}}, "start.anzio.last: 'axs' is no side; did you mean axis?"),
        (
            {"victory_points": {"axis": -1}},
            "start.anzio.victory_points.axis: is a number from 0 to 999",
        ),
        (
            {"sector": 1},
            "start.anzio.sector: is a sector that is fought over, from 2 to 6",
        ),
        (
            {"sector": 99},
            "start.anzio.sector: is a sector that is fought over, from 2 to 6",
        ),
    ],
)
def test_a_start_that_cannot_be(tmp_path: Path, start: dict[str, Any], reason: str) -> None:
    with War(tmp_path) as club:
        opened = club._ledger.open(
            "club", system="fow", scenario="anzio", setup={"start": {"anzio": start}}
        )
        assert (opened["accepted"], opened["reason"]) == (False, f"set-up: {reason}")


def test_linked_missions_have_no_sector_to_start_in(tmp_path: Path) -> None:
    with War(tmp_path) as club:
        setup = {"start": {"linked": {"mission": "cauldron"}}}
        opened = club._ledger.open("club", system="fow", scenario="linked", setup=setup)
        assert opened["reason"] == (
            "set-up: start.linked: linked missions have no sectors, and their first mission is "
            "rolled"
        )


def test_a_start_in_mid_way(tmp_path: Path) -> None:
    at = {"sector": 5, "victory_points": {"allies": 3}, "mission": "cauldron", "attacker": "axis"}
    with war(tmp_path, start={"anzio": at}) as club:
        line = club.line()
        assert (line["sector"], line["mission"], line["attacker"]) == (5, "cauldron", "axis")
        assert line["victory_points"]["allies"]["won"] == 3
        assert line["phase"] == "preparation"
