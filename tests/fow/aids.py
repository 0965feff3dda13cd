"""Aids with typed dice, as a club would use one without any campaign."""

from typing import Any

from campaign.fow.dice.aids import Fell, checked, settled
from campaign.fow.dice.commands import AIDS
from campaign.kernel.decisions import Refused


def judged(slug: str, dice: tuple[int, ...], **told: Any) -> Fell | Refused:
    """What typed dice bring under these facts."""
    aid = AIDS[slug]
    inputs = checked(aid, told)
    return inputs if isinstance(inputs, Refused) else settled(aid, inputs, dice)


def fell(slug: str, *dice: int, **told: Any) -> Fell:
    """The same, where it must be judged."""
    answer = judged(slug, dice, **told)
    assert isinstance(answer, Fell), answer
    return answer


def refused(slug: str, *dice: int, **told: Any) -> str:
    """Rule and reason, where it must be refused."""
    answer = judged(slug, dice, **told)
    assert isinstance(answer, Refused), answer
    return f"{answer.rule}: {answer.reason}"
