"""Draws that nobody can choose and everybody can check: worked out a second time, and cheated on.

What takes longer, waits or starts something, beside `lif/board/test_draws.py`.
"""

from typing import Any

from campaign.kernel import draws
from tests.lif.board.test_draws import ID, SEEDS


def test_all_that_is_mixed_in_counts() -> None:
    """Another seed, campaign, number, nonce or word is another draw (here: among a million)."""
    cup = [f"{number:06}" for number in range(1_000_000)]
    base: dict[str, Any] = {"seed": SEEDS[0], "campaign_id": ID, "draw": 1, "mixed": ["a", "b"]}
    others = [
        {"seed": SEEDS[1]},
        {"campaign_id": ID[::-1]},
        {"draw": 2},
        {"mixed": ["a"]},
        {"mixed": ["b", "a"]},
        {"mixed": ["a b"]},
        {"mixed": []},
    ]
    picks = [draws.pick(**{**base, **other}, candidates=cup) for other in [{}, *others]]
    assert len(set(picks)) == len(picks)
