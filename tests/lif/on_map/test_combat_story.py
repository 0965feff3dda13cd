"""LiF 2, 3, 5.1: random combats held to a reckoning made from the rules alone."""

from collections import Counter

import pytest

from combat_story.player import Disagreement
from combat_story.story import Story, told

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


def test_what_the_program_answers_otherwise_is_told_with_its_story() -> None:
    """The comparison can fail: an answer against the reckoning names story, command and reason."""
    story = Story(1, list_edition=False)
    with pytest.raises(Disagreement) as raised:
        story.ask("BeginImpulse", "out of turn", side="axis")
    first, *rest = str(raised.value).splitlines()
    expected = "story 1 (1998): BeginImpulse: reckoned 'out of turn'; the program: accepted"
    assert first == expected
    assert rest[-1] == 'BeginImpulse {"side": "axis"}'
