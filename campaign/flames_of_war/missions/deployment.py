"""FoW missions: how many platoons a side may hold back, for its number of platoons. Pure.

Half of an odd number: "at least" takes the odd platoon in, "up to" leaves it out.
"""

import msgspec

from campaign.flames_of_war.missions.catalogue import MissionDeployment


class PlatoonRange(msgspec.Struct, frozen=True):
    """From how many to how many, both counted."""

    least: int
    most: int

    def __contains__(self, number: int) -> bool:
        return self.least <= number <= self.most


def half_up(number: int) -> int:
    """At least half of a number: the odd one is taken in."""
    return (number + 1) // 2


def half_down(number: int) -> int:
    """Up to half of a number: the odd one is left out."""
    return number // 2


def in_reserve(rule: MissionDeployment, platoons: int) -> PlatoonRange:
    """How many platoons begin in Reserve or otherwise off the table."""
    match rule.reserve:
        case "none":
            return PlatoonRange(0, 0)
        case "at-least-half":
            return PlatoonRange(half_up(platoons), platoons)
        case "any":
            return PlatoonRange(0, platoons)
        case "one-to-half":
            least = min(1, platoons)
            return PlatoonRange(least, max(least, half_down(platoons)))
        case "targets-only":
            off = max(0, platoons - 1 - escorts(rule, platoons))
            return PlatoonRange(off, off)


def in_ambush(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """How many of the platoons that are not in Reserve may, or must, be in Ambush."""
    rest = max(0, platoons - reserve)
    match rule.ambush:
        case "none":
            return PlatoonRange(0, 0)
        case "up-to-half-of-rest":
            return PlatoonRange(0, half_down(rest))
        case "up-to-one":
            return PlatoonRange(0, min(1, rest))
        case "one":
            one = min(1, rest)
            return PlatoonRange(one, one)


def in_ambuscade(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """FoW Roadblock: how many platoons deliver the Ambuscade."""
    number = min(rule.ambuscade, max(0, platoons - reserve))
    return PlatoonRange(number, number)


def in_sewers(rule: MissionDeployment, platoons: int, reserve: int) -> PlatoonRange:
    """FoW Sewers: how many platoons may come through them."""
    return PlatoonRange(0, min(rule.sewers, max(0, platoons - reserve)))


def escorts(rule: MissionDeployment, platoons: int) -> int:
    """FoW Roadblock: how many platoons go with the target of the Ambuscade (p. 208)."""
    if not rule.escorts:
        return 0
    wanted = rule.escorts_large if platoons >= rule.large_from else rule.escorts
    return min(wanted, max(0, platoons - 1))
