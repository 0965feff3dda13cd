"""LiF 2, 3, 5.1: random combats held to a reckoning made from the rules alone."""

import pytest

from combat_story.player import Disagreement
from combat_story.story import Story


def test_what_the_program_answers_otherwise_is_told_with_its_story() -> None:
    """The comparison can fail: an answer against the reckoning names story, command and reason."""
    story = Story(1, list_edition=False)
    with pytest.raises(Disagreement) as raised:
        story.ask("BeginImpulse", "out of turn", side="axis")
    first, *rest = str(raised.value).splitlines()
    expected = "story 1 (1998): BeginImpulse: reckoned 'out of turn'; the program: accepted"
    assert first == expected
    assert rest[-1] == 'BeginImpulse {"side": "axis"}'
