"""Statistics of the Promotions Board, by hand, and as tallied without the tracker.

What takes longer, waits or starts something, beside `extensions/statistics/test_statistics.py`.
"""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from campaign.lif.book import measures
from campaign.lif.book.sums import sums
from campaign.lif.story.facts import CupDraw, VetoCast, only
from campaign.store.ledger import Ledger
from support import recorded
from support.facts import facts_in
from support.recorded import HERE


@pytest.fixture(scope="module", params=["lif-1998-global-war", "lif-list-global-war"])
def war(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A whole campaign's facts, and the tally of its boards made without the tracker."""
    folder = HERE / request.param
    book = Ledger(recorded.played(folder, tmp_path_factory.mktemp("played")))
    done = subprocess.run(
        [sys.executable, str(HERE / "tallied.py"), str(folder)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    yield facts_in(book, recorded.NAME), json.loads(done.stdout)
    book.close()


def test_lif_4_1_every_cup_is_as_tallied(war: Any) -> None:
    """Who was in the cup before each draw, and how many counted for each power and side."""
    found, tally = war
    draws = only(CupDraw, found)
    assert len(draws) == len(tally["draws"]) > 70
    for number, (draw, by_hand) in enumerate(zip(draws, tally["draws"], strict=True), 1):
        groups = {group: held.leaders for group, held in draw.groups.items()}
        assert (draw.draw, draw.turn, draw.leader) == (number, by_hand["turn"], by_hand["leader"])
        assert (list(draw.cup), groups) == (by_hand["cup"], by_hand["groups"])
    for row in measures.cup_luck(sums(found)):
        assert row.expected_leaders == sum(
            Fraction(one["groups"].get(row.group, 0), len(one["cup"])) for one in tally["draws"]
        )


def test_lif_4_1_2_every_veto_is_as_tallied(war: Any) -> None:
    """Who vetoed or supported whose leader, and which members they were."""
    found, tally = war
    keys = ("draw", "leader", "power", "member", "said", "of_power", "of_member")
    cast = [
        tuple(getattr(veto, key) for key in keys) for veto in found if isinstance(veto, VetoCast)
    ]
    assert sorted(cast) == sorted(tuple(row[key] for key in keys) for row in tally["vetoes"])
    pairs = Counter((row["power"], row["of_power"]) for row in tally["vetoes"])
    assert {
        (row.who, row.of): row.vetoes + row.supports for row in measures.head_to_head(sums(found))
    } == pairs


@pytest.mark.parametrize("by", ["power", "member"])
def test_lif_4_1_3_every_point_spent_is_as_tallied(war: Any, by: Any) -> None:
    """On vetoes, on support and on votes; each by the power, and by who held it then."""
    found, tally = war
    spent: Counter[tuple[str, str]] = Counter()
    for row in tally["vetoes"]:
        spent[row[by], row["said"]] += row["points"]
    for row in tally["votes"]:
        spent[row[by], "vote"] += row["points"]
    rows = {
        (row.who, on): points
        for row in measures.spending(sums(found), by)
        for on, points in (("veto", row.vetoes), ("support", row.supports), ("vote", row.votes))
        if points
    }
    assert rows == spent
