"""LiF 4: the wars of a campaign, each with its beginning and its end, from facts. Pure."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from campaign.lif.roster import POWERS
from campaign.lif.state import State, pair
from campaign.lif.story.facts import Fact, WarStep, only


class War(msgspec.Struct, frozen=True):
    """A war between two powers or countries."""

    sides: tuple[str, str]
    """Who declared it comes first; where it began before the campaign, in alphabetical order."""
    since: str = ""
    """The turn of its declaration; empty where it began before the campaign."""
    version: int = 0
    """The declaration's event."""
    until: str = ""
    """The turn of its peace; empty while there is none."""
    ended: int = 0
    """The peace's event."""

    @property
    def is_major(self) -> bool:
        """Whether both sides are major powers."""
        return all(side in POWERS for side in self.sides)

    def against(self, who: str) -> str:
        """The other side."""
        return self.sides[1] if self.sides[0] == who else self.sides[0]


def wars(start: State, facts: Iterable[Fact]) -> tuple[War, ...]:
    """Every war of a campaign, in the order in which they began. `start` is the set-up."""
    wars = [War(sides) for sides in sorted(start.at_war)]
    open_wars = {pair(*war.sides): place for place, war in enumerate(wars)}
    for step in only(WarStep, facts):
        sides = pair(step.who, step.other)
        if step.what == "war":
            open_wars[sides] = len(wars)
            wars.append(War((step.who, step.other), step.turn, step.version))
        elif step.what == "peace" and sides in open_wars:
            place = open_wars.pop(sides)
            wars[place] = replace(wars[place], until=step.turn, ended=step.version)
    return tuple(wars)


def enemies(state: State, power: str) -> tuple[str, ...]:
    """LiF 4: who fights a power: the powers in their order, then the minor countries by name.

    A war goes on in the record after a conquest; whoever is conquered fights no more.
    """
    if not fights(state, power):
        return ()
    foes = {foe for sides in state.at_war if power in sides for foe in sides} - {power}
    fighting = {foe for foe in foes if fights(state, foe)}
    return (*(foe for foe in POWERS if foe in fighting), *sorted(fighting - {*POWERS}))


def fights(state: State, who: str) -> bool:
    """LiF 4.2: whether a country is not completely conquered."""
    if who in POWERS:
        return state.conquest.get(who, "free") != "complete"
    known = state.minors.get(who)
    return known is None or known.status != "conquered"
