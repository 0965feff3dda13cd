"""LiF 3.2: in which step a leader may use an ability, and how often in it. Pure."""

from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.leaders_in_flames.abilities.catalogue import (
    COUNTED_UNITS,
    EVERYWHERE,
    USED_DURING,
    ability,
)
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.names import leader as named
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import State, Use

RULE = "LiF 3.2"


def this_step(state: State) -> tuple[Use, ...]:
    timing = state.play.timing
    return tuple(use for use in timing.used if use.steps == timing.steps)


def in_another_step(state: State, command: UseAbility) -> Refused | None:
    """LiF 3, 3.2: an ability is used in its own step, announced before that is carried out.

    A step whose name the table of abilities does not know stops nobody.
    """
    now = state.play.timing.step
    steps = ability(command.ability, state.campaign.rulebook).steps
    if now not in USED_DURING or "always" in steps or USED_DURING[now] & set(steps):
        return None
    text = f"ability {command.ability} serves in {' or '.join(steps)}, and this is {now}"
    return Refused(RULE, text.replace("-", " "))


def used_already(state: State, command: UseAbility) -> Refused | None:
    """LiF 3.2: each black-print ability of a leader serves once a step (list edition: segment).

    One that reaches every combat in range serves each hex once, and one that counts units serves
    until they are used up: its own wording goes before (ruling 43).
    """
    if command.ability == COUNTED_UNITS:
        return None
    for used in this_step(state):
        same = (used.leader, used.ability) == (command.leader, command.ability)
        if command.ability in EVERYWHERE and used.hex != command.hex:
            continue
        if same and command.ability not in state.rulings.white:
            step = "step" if state.campaign.rulebook == LIF_1998 else "segment"
            at = f" at {command.hex}" if command.ability in EVERYWHERE else ""
            text = (
                f"{named(command.leader, state.sheet)} has used ability"
                f" {command.ability}{at} in this {step}"
            )
            return Refused(RULE, text)
    return None


def too_many_units(state: State, command: UseAbility) -> Refused | None:
    """Ruling 43: ability 49 serves four units in all in a step, over the hexes in range."""
    known = ability(command.ability, state.campaign.rulebook)
    if command.ability != COUNTED_UNITS:
        if command.units:
            return bad_field("units", f"ability {known.number} does not count units")
        return None
    most = known.number_of("units")
    mine = (command.leader, command.ability)
    before = sum(use.units for use in this_step(state) if (use.leader, use.ability) == mine)
    text = (
        f"{named(command.leader, state.sheet)}'s ability {known.number}"
        f" serves {most} units in a step"
    )
    if before >= most:
        return Refused(RULE, f"{text}, and has served {before}")
    if before + command.units <= most:
        return None
    return Refused(RULE, f"{text}, and {before} + {command.units} are {before + command.units}")


def uncounted(command: UseAbility) -> Refused | None:
    """Ruling 43: a use of ability 49 names how many units it serves."""
    if command.ability != COUNTED_UNITS or command.units:
        return None
    text = f"say how many units ability {COUNTED_UNITS} serves here"
    return missing_field("units", text, "How many units does it serve here?")
