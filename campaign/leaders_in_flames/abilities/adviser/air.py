"""LiF abilities: effects on an air-to-air combat and its mission. Pure."""

from collections.abc import Callable

from campaign.leaders_in_flames.abilities.adviser.effects import Effect, Entries, Entry, Look, says
from campaign.leaders_in_flames.abilities.adviser.model import BOMBERS, Unit

FOUR_TURNS = 4


def has(look: Look, *types: str) -> bool:
    """Whether the leader reaches units of these types on their own side."""
    return bool(look.served(lambda unit: unit.type in types))


def mission(*missions: str) -> Callable[[Look], bool]:
    """Whether the combat is over one of these missions."""
    return lambda look: look.combat.mission in missions


def _flies(look: Look, *carriers: str) -> bool:
    return look.present.flies_with in carriers


def _ace(look: Look) -> Effect | None:
    if not _flies(look, "fighter"):
        return None
    return Effect(words="a fighter carries him", air_value=look.number("air_to_air"))


def _raid(night: bool) -> Callable[[Look], bool]:
    def holds(look: Look) -> bool:
        def fits(unit: Unit) -> bool:
            return unit.power == look.counter.power and unit.turns == FOUR_TURNS

        bombers = [unit for unit in look.own.units if unit.type in BOMBERS]
        fine = look.combat.mission == "strategic-bombing" and look.combat.weather == "fine"
        return fine and look.combat.night == night and bool(bombers) and all(map(fits, bombers))

    return holds


def flak_away(look: Look) -> Effect | None:
    """Ability 96: AC may become DC if the leader's side has the higher air-to-air value."""
    own, enemy = look.values
    if own is None or enemy is None:
        return Effect(words="AC may become DC, if your air-to-air value is the higher")
    return Effect(words=f"AC may become DC: {own} against {enemy}") if own > enemy else None


def _over_land(look: Look) -> bool:
    return not look.combat.at_sea


AIR: Entries = {
    74: Entry("either", False, says("fighters intercept at full range and may fly patrol first",
              lambda look: _over_land(look) and has(look, "FTR"))),
    75: Entry("either", False, says("fighters intercept at full range",
              lambda look: look.combat.at_sea and has(look, "FTR"))),
    76: Entry("attacker", False, says(
        "fighters strafe aircraft on the ground; each target counts 5 in the air",
        lambda look: mission("ground-strike")(look) and _flies(look, "fighter"))),
    77: Entry("attacker", False, says(
        "ground support may fly after the defenders' bombers", mission("ground-support"))),
    78: Entry("defender", False, says("interceptors may fly after the attackers'", _over_land)),
    80: Entry("attacker", False, says(
        "a strike on the units that advance; the enemy may intercept, you may not",
        mission("advance-disruption"))),
    81: Entry("either", True, _ace),
    82: Entry("either", False, says("a cleared result lets two carrier planes through",
              lambda look: _flies(look, "fighter") and has(look, "CVP"))),
    83: Entry("either", False, says("a cleared result lets two bombers through; flak is doubled",
              lambda look: _flies(look, "bomber"))),
    85: Entry("either", False, says("aircraft fly as in snow",
              lambda look: look.combat.weather == "blizzard")),
    86: Entry("attacker", True, says("two dice for the bombing, the better counts", _raid(True))),
    87: Entry("attacker", True, says("two dice for the bombing, the better counts", _raid(False))),
    88: Entry("attacker", False, says("his bomber attacks ships with its tactical factors",
              lambda look: look.combat.at_sea and _flies(look, "bomber"))),
    89: Entry("either", False, says("his power's aircraft may leave before the first round",
              lambda look: any(u.power == look.counter.power for u in look.own.units))),
    96: Entry("either", True, flak_away),
}  # fmt: skip
"""LiF abilities that change an air combat."""
