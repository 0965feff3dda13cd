"""Defaults for a game without such rules: nothing is hidden, dealt again or adjusted. Pure."""

from collections.abc import Mapping
from typing import Any

from campaign.kernel.decisions import NOTHING, Decision, Needs, Refused, Supplied
from campaign.text.json_values import JsonObject
from events.campaign import SeedsRenewed
from events.disputes import FigureAdjusted


def unchanged(state: Any, *_: object) -> Any:
    """The state as it is."""
    return state


def no_figure(state: object, event: FigureAdjusted) -> Any:
    """No figure is adjusted. Raises `ValueError`."""
    raise ValueError(f"there is no figure {event.figure} of {event.of}")


def no_switches(state: Any, switches: Mapping[str, str | int | bool]) -> Any:
    """Rulings: there is no switch to set."""
    if switches:
        return Refused(None, f"rulings: there is no switch {min(switches)!r}")
    return state


def none(*_: object) -> None:
    """Nothing is found."""


def empty(*_: object) -> tuple[()]:
    """Nothing follows."""
    return ()


def never(*_: object) -> bool:
    """False, whatever is passed."""
    return False


def no_numbers(*_: object) -> frozenset[Any]:
    """Nothing is numbered, or nothing is sealed."""
    return frozenset()


def no_names(state: object) -> Mapping[str, str]:
    """No piece has a name."""
    return {}


def no_words(state: object) -> Mapping[str, Mapping[str, str]]:
    """No field of a command has likely values."""
    return {}


def no_needs(*_: object) -> Needs:
    """Nothing is needed from the world."""
    return NOTHING


def no_view_of_their_own(state: object, member: str) -> Needs | Refused:
    """No member sees more than the others."""
    return Refused("Members", "there is nothing in this game that one member alone may see")


def nothing_private(state: object, supplied: Supplied) -> JsonObject:
    """Nothing that one member alone may see."""
    return {}


def renewed(state: object, event: SeedsRenewed, supplied: Supplied) -> Decision:
    """Only the seeds are renewed."""
    return (event,)
