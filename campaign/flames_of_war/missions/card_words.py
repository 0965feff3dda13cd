"""Words and distances of the mission card. Pure."""

import re
from collections.abc import Iterable
from typing import Literal

from campaign.flames_of_war.missions.catalogue import Distance
from campaign.text.english import capital, listed

Units = Literal["inches", "centimetres"]
_BOTH = re.compile(r'(\d+)"/(\d+)cm')

__all__ = ["Units", "capital", "distance", "in_units", "names"]


def distance(pair: Distance, units: Units) -> str:
    """A distance in the units of the campaign."""
    return f'{pair[0]}"' if units == "inches" else f"{pair[1]} cm"


def in_units(text: str, units: Units) -> str:
    """A text in which every distance of two units is left with one."""
    return _BOTH.sub(
        lambda found: distance((int(found[1]), int(found[2])), units),
        text,
    )


def names(roles: Iterable[str]) -> str:
    """Roles as they are listed in a sentence."""
    return listed(roles)
