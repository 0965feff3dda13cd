"""LiF 4.1: what the book counts, as tallied without the tracker."""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

from campaign.lif.book.honours import tally
from campaign.lif.roster import POWERS
from campaign.store.ledger import Ledger
from support import recorded
from support.facts import facts_in
from support.recorded import HERE

FOLDER = HERE / "lif-1998-global-war"


def test_lif_4_1_the_book_counts_as_a_pencil_does(tmp_path: Path) -> None:
    """Draws, vetoes, feuds, prices, spending and expectations of a whole campaign."""
    done = subprocess.run(
        [sys.executable, str(HERE / "tallied.py"), str(FOLDER)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    paper = json.loads(done.stdout)
    with Ledger(recorded.played(FOLDER, tmp_path)) as ledger:
        made = tally(facts_in(ledger, recorded.NAME))
    assert made.draws == Counter(one["turn"] for one in paper["draws"])
    assert made.leaders == dict(enumerate((one["leader"] for one in paper["draws"]), 1))
    for power in POWERS:
        shares = [Fraction(one["groups"].get(power, 0), len(one["cup"])) for one in paper["draws"]]
        assert made.expected.get(power, 0) == sum(shares)
    vetoes = [one for one in paper["vetoes"] if one["said"] == "veto"]
    assert made.vetoes == Counter((one["power"], one["of_power"]) for one in vetoes)
    assert made.feuds == Counter(
        frozenset({one["member"], one["of_member"]})
        for one in vetoes
        if one["of_member"] and one["of_member"] != one["member"]
    )
    spent: Counter[str] = Counter()
    price: Counter[int] = Counter()
    for one in (*paper["vetoes"], *paper["votes"]):
        spent[one["member"]] += one["points"]
        price[one["draw"]] += one["points"]
    assert +made.spent == +spent
    assert +made.price == +price
