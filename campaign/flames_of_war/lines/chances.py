"""FoW Ending the Campaign: what is still possible before the rounds are over. Pure."""

from collections.abc import Iterable

import msgspec

from campaign.flames_of_war.lines import route
from events.fow.axes import Axis


class LineNow(msgspec.Struct, frozen=True):
    """How a line stands: the place of its next battle, and whose attack that is, where settled."""

    line: str
    axis: Axis
    place: int
    attacker: str = ""
    defender_advances: bool = False
    """Whether a defender can win ground in the next battle (rulings 2 and 3)."""


class Chance(msgspec.Struct, frozen=True):
    """What a side needs to win, if everything goes well."""

    side: str
    battles: int
    """The fewest battles that it must win."""
    rounds: int
    """The fewest rounds, as every line has one battle in each."""
    rounds_left: int
    lines: tuple[str, ...] = ()
    """The lines where that is nearest."""

    @property
    def possible(self) -> bool:
        """Whether the rounds left allow it."""
        return self.rounds <= self.rounds_left


def rounds_needed(now: LineNow, side: str) -> int:
    """FoW Ending the Campaign: the fewest rounds in which a side reaches its objective there.

    A side advances one sector a battle and only as the attacker: where the next attack is the
    other side's, that battle brings it nothing.
    """
    waits = now.attacker not in ("", side) and not now.defender_advances
    far = route.distance(now.axis, side, now.place)
    return far + (waits and far > 0)


def chance(
    side: str, lines: Iterable[LineNow], rounds_left: int, *, needed: int = 1, broken: int = 0
) -> Chance:
    """FoW Ending the Campaign: what a side needs (p. 241).

    `needed`: breakthroughs that win (ruling 76); `broken`: how many it has. `lines`: those that
    are still fought over. Where fewer lines are left than breakthroughs missing, there is no way:
    the rounds are more than are left.
    """
    wanted = max(0, needed - broken)
    near = sorted(lines, key=lambda now: _nearness(now, side))[:wanted]
    if len(near) < wanted:
        return Chance(side, 0, rounds_left + 1, rounds_left)
    return Chance(
        side,
        sum(route.distance(now.axis, side, now.place) for now in near),
        max((rounds_needed(now, side) for now in near), default=0),
        rounds_left,
        tuple(now.line for now in near),
    )


def _nearness(now: LineNow, side: str) -> tuple[int, int, str]:
    """The fewest rounds first; among those the fewest battles."""
    return rounds_needed(now, side), route.distance(now.axis, side, now.place), now.line


def decides_nothing(chances: Iterable[Chance]) -> bool:
    """Whether no side can win any more, so that the rest only settles how the limit finds them."""
    return not any(chance.possible for chance in chances)
