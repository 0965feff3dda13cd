"""LiF 2, 3, 5.1: random combats held to a reckoning made from the rules alone.

What takes longer, waits or starts something, beside `lif/on_map/test_combat_story.py`.
"""

from collections import Counter

import pytest

from combat_story.story import told

COMBATS = 6
REFUSALS = (
    "UseAbility refused", "ReportCombat refused", "PromoteGuards refused",
    "refused: against the record", "refused: agrees with the record", "refused: not left alone",
    "refused: what it cost nobody knows", "refused: names one too many",
    "no promotion: not won", "no promotion: too few", "no promotion: elsewhere",
)  # fmt: skip
"""What a slice must have met at least once, so that no part of the comparison is idle."""
MET = (
    "UseAbility accepted", "ReportCombat accepted", "PromoteGuards accepted", "recalled", "killed",
    "advised in force", "advised usable", "advised not", *REFUSALS,
)  # fmt: skip


@pytest.mark.parametrize("list_edition", [False, True], ids=["lif-1998", "lif-list"])
def test_a_hundred_and_fifty_combats_are_answered_as_reckoned(list_edition: bool) -> None:
    """Announced, advised, reported, recalled and promoted; about a third of the tries unlawful."""
    tally = Counter[str]()
    for seed in range(25):
        tally += told(seed, COMBATS, list_edition=list_edition)
    assert tally["combats"] == 25 * COMBATS
    assert [kind for kind in MET if not tally[kind]] == []
