"""Sides as pages write them: their names inside sentences, and the marks they bear. Pure."""

from collections.abc import Iterable

from campaign.flames_of_war.seats import SIDES
from campaign.flames_of_war.state import State
from campaign.text.english import listed

MARKS = ("one", "two")
"""The first side is filled, the second outlined, so that both can be told without colours."""


def mark(state: State, side: str) -> str:
    """Which of the two marks a side bears; empty for nobody."""
    return next((MARKS[place] for place, one in enumerate(state.sides) if one == side), "")


def the(state: State, side: str) -> str:
    """A side inside a sentence: `the Allies`, or the name that a campaign gave it."""
    name = state.sides.get(side, side)
    return f"the {name}" if side in SIDES else name


def first(state: State, side: str) -> str:
    """A side at the beginning of a sentence."""
    text = the(state, side)
    return text[:1].upper() + text[1:]


def verb(side: str, one: str, several: str) -> str:
    """The form of a verb that goes with a side: the Allies win, Able wins."""
    return several if side in SIDES else one


def members(state: State, who: Iterable[str]) -> str:
    """Members by name, each once; empty for none."""
    return listed(dict.fromkeys(state.campaign.called(one) for one in who if one))
