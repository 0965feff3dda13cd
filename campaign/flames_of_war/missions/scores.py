"""FoW Mission Selector, FoW Linked Missions: the arithmetic of choosing a mission. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.flames_of_war.missions.catalogue import company_roles, missions, selection, selector

_LOWEST, _HIGHEST = 4, 12


class SelectionScore(msgspec.Struct, frozen=True):
    """FoW Linked Missions: a side's dice, and what is added to them."""

    dice: tuple[int, ...]
    last: int = 0
    """Its victory points of the last mission."""
    lead: int = 0
    """For more victory points than the other side."""
    won_defending: int = 0
    """For a win as the defender without Fair Fight; below zero."""

    @property
    def total(self) -> int:
        """The score that is looked up."""
        return sum(self.dice) + self.last + self.lead + self.won_defending


def one_off(dice: Mapping[str, Sequence[int]]) -> dict[str, SelectionScore]:
    """FoW Mission Selector: the dice of a single game, or of the first one (p. 232)."""
    return {side: SelectionScore(tuple(thrown)) for side, thrown in dice.items()}


def linked(
    dice: Mapping[str, Sequence[int]],
    last: Mapping[str, int],
    totals: Mapping[str, int],
    won_defending: str,
) -> dict[str, SelectionScore]:
    """FoW Linked Missions: a die, the last mission's points, the lead, a defender's win (p. 232).

    `won_defending`: the side that won the last game as the defender of a mission without Fair
    Fight, or nobody.
    """
    value = selection()
    ahead = higher(totals)
    return {
        side: SelectionScore(
            tuple(thrown),
            last.get(side, 0),
            value["lead"] if side == ahead else 0,
            value["won-defending"] if side == won_defending else 0,
        )
        for side, thrown in dice.items()
    }


def higher(totals: Mapping[str, int]) -> str:
    """The side with the higher number; empty where they are equal."""
    ordered = sorted(totals, key=totals.__getitem__)
    if len(ordered) < 2 or totals[ordered[-1]] == totals[ordered[-2]]:
        return ""
    return ordered[-1]


def row_of(score: int) -> int:
    """FoW Mission Selector: the row of a score; 12 or more, and 4 or less, are one row each."""
    return max(_LOWEST, min(_HIGHEST, score))


def mission_of(row: int) -> str:
    """FoW Mission Selector: the mission of a row."""
    return selector()[row].mission


def row_with(mission: str) -> int:
    """FoW Mission Selector: the row of a mission; 0 where it has none."""
    return next((row.number for row in selector().values() if row.mission == mission), 0)


def neighbours(row: int) -> tuple[int, ...]:
    """FoW Axis of Attack: the rows above and below, as far as there are any (ruling 8)."""
    return tuple(number for number in (row + 1, row - 1) if number in selector())


def agreeable(row: int, mission: str, any_mission: bool) -> tuple[str, ...]:
    """FoW Mission Selector: what both sides may play instead: footnotes, or any (ruling 34)."""
    footnotes = selector()[row].agreed if row in selector() else ()
    offered = tuple(missions()) if any_mission else footnotes
    return tuple(slug for slug in offered if slug != mission)


def attacker_by_types(types: Mapping[str, str]) -> str:
    """FoW Defensive Battle: the side that its company type makes the attacker (p. 196-201).

    Empty where the types are alike or unknown: then a die each decides.
    """
    sides = tuple(types)
    for side in sides:
        for other in sides:
            if (types[side], types[other]) in company_roles():
                return side
    return ""


def rolled_off(dice: Mapping[str, Sequence[int]]) -> str:
    """FoW Defensive Battle: the higher of the last dice thrown; empty where they are equal.

    Raises `ValueError` where the dice do not belong together.
    """
    throws = list(dice.values())
    number = len(throws[0]) if throws else 0
    if not number or any(len(thrown) != number for thrown in throws):
        raise ValueError("needs the same number of dice for both sides, and at least one")
    for count in range(number - 1):
        if len({thrown[count] for thrown in throws}) > 1:
            raise ValueError(f"throw {count + 1} has decided it; there is nothing more to throw")
    return higher({side: thrown[-1] for side, thrown in dice.items()})
