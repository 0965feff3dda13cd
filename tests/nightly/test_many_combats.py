"""Ten thousand random combats with announced abilities, over both editions."""

from collections import Counter

import pytest

from combat_story.story import told

FAMILIES, STORIES, COMBATS = 10, 100, 5


@pytest.mark.parametrize("list_edition", [False, True], ids=["lif-1998", "lif-list"])
@pytest.mark.parametrize("family", range(FAMILIES))
def test_ten_thousand_combats_are_answered_as_reckoned(family: int, list_edition: bool) -> None:
    """Five hundred at a time: every answer, recall, death, advice and promotion is as reckoned."""
    tally = Counter[str]()
    for number in range(STORIES):
        seed = 100_000 + family * STORIES + number
        tally += told(seed, COMBATS, list_edition=list_edition)
    assert tally["combats"] == STORIES * COMBATS
    print(dict(sorted(tally.items())))
