"""LiF 5.3.2: the conditions of the kit's options, checked before one is picked. Pure.

Any other option of a club's chart is picked as its row says, without a condition here.
"""

from typing import Literal

import msgspec

from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.leaders_in_flames.names import listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, aligned_with, at_war
from campaign.leaders_in_flames.us_entry import chart
from campaign.leaders_in_flames.us_entry.actions_kit import OCCUPATION
from campaign.leaders_in_flames.us_entry.commands import PickEntryOption
from campaign.leaders_in_flames.us_entry.questions import MapQuestion
from campaign.leaders_in_flames.us_entry.state import taken
from events.lif.us_entry import ChartRow

RULE = "LiF 5.3.2"
LICENCES, RESOURCES, LEND_LEASE, REFLAGGED = 12, 18, 33, 34
CANADA, NATIONAL_GUARD, GUARANTEE = 37, 44, 46
NEI = "netherlands-east-indies"
GUARANTEED = ("commonwealth", NEI)
"""LiF 5.3.2: whom option 46 may guarantee."""
TO_CHINA = {RESOURCES: 11, LEND_LEASE: 22}
"""LiF 5.3.2: the option that must have been picked before one may be for China."""

Targets = Literal["none", "ally", "guaranteed"]


class KitOption(msgspec.Struct, frozen=True):
    """LiF 5.3.2: an option of the kit: whom it is for, and what only the map can answer."""

    targets: Targets = "none"
    questions: tuple[MapQuestion, ...] = ()


KIT: dict[int, KitOption] = {
    LICENCES: KitOption(),
    RESOURCES: KitOption("ally"),
    32: KitOption(
        questions=(
            MapQuestion(
                "pacific-fleet",
                "Where does the Pacific fleet lie?",
                ("honolulu", "singapore", "elsewhere"),
            ),
        )
    ),
    LEND_LEASE: KitOption("ally"),
    REFLAGGED: KitOption(),
    CANADA: KitOption(),
    40: KitOption(
        questions=(MapQuestion("panama-canal-closed", "Has the USA closed the Panama Canal?"),)
    ),
    NATIONAL_GUARD: KitOption(),
    GUARANTEE: KitOption("guaranteed"),
    49: KitOption(
        questions=(MapQuestion("marshalls-militarized", "Has Japan militarized the Marshalls?"),)
    ),
}
"""LiF 5.3.2: the options whose text the kit prints; each once, or once for each target."""


def allowed(state: State, row: ChartRow, command: PickEntryOption) -> Refused | None:
    """LiF 5.3.2: an option's target, its limit, and the conditions that the record knows of."""
    return (
        _target(state, row.number, command.target)
        or _again(state, row, command.target)
        or _condition(state, row.number, command.target or "")
    )


def questions(option: int) -> tuple[MapQuestion, ...]:
    """LiF 5.3.2: an option's questions about the map."""
    return KIT[option].questions if option in KIT else ()


def _target(state: State, number: int, target: str | None) -> Refused | None:
    known, option = KIT.get(number), f"option {number}"
    if known is None:
        return None
    if known.targets == "none":
        return (
            bad_field("target", f"{option} is for nobody by name") if target is not None else None
        )
    if target is None:
        whom = "an Allied major power" if known.targets == "ally" else _the_guaranteed()
        return missing_field("target", f"{option} is for {whom}; name it")
    if known.targets == "guaranteed" and target not in GUARANTEED:
        return Refused(RULE, f"{option} is for {_the_guaranteed()}, not for {the_country(target)}")
    if known.targets == "ally" and target not in allies(state):
        text = (
            f"{option} is for an Allied major power other than the USA,"
            f" and {the_country(target)} is not one"
        )
        return Refused(RULE, text)
    return None


def _the_guaranteed() -> str:
    return listed(map(the_country, GUARANTEED), "or")


def allies(state: State) -> tuple[str, ...]:
    """LiF 5.3.2: the Allied major powers but the USA, by ruling 3's sides."""
    return tuple(
        power for power in POWERS if power != "usa" and state.rulings.sides[power] == "allies"
    )


def _again(state: State, row: ChartRow, target: str | None) -> Refused | None:
    """LiF 5.3.2: once, or once for each target; for the club's own options as its chart says."""
    option, choices = f"option {row.number}", state.entry.options
    known = KIT.get(row.number)
    if known is not None and known.targets != "none":
        if taken(choices, row.number, target):
            whom = the_country(target or "")
            return Refused(RULE, f"{option} has been picked for {whom} already")
    elif (row.once or chart.key("option", row.number) in chart.kit()) and taken(
        choices, row.number
    ):
        return Refused(RULE, f"{option} has been picked already, and is picked once")
    return None


# --- conditions that the record knows -----------------------------------------------------------


def _condition(state: State, option: int, target: str) -> Refused | None:
    if option == LICENCES:
        return _at_peace(state)
    if option in TO_CHINA:
        return _receives(state, option, target)
    return _may_guarantee(state, target) if option == GUARANTEE else None


def _at_peace(state: State) -> Refused | None:
    """LiF 5.3.2: option 12 is for a USA at war with no major power."""
    enemy = next((power for power in POWERS if at_war(state, "usa", power)), None)
    if enemy is None:
        return None
    text = f"option 12 is not for a USA at war, as it is with {the_country(enemy)}"
    return Refused(RULE, text)


def _receives(state: State, option: int, target: str) -> Refused | None:
    """LiF 5.3.2: options 18 and 33 are for powers at war with the Axis; 33 comes after 18.

    China needs another option before each.
    """
    whom = the_country(target)
    enemies = (power for power in POWERS if state.rulings.sides[power] == "axis")
    if not any(at_war(state, target, power) for power in enemies):
        return Refused(RULE, f"option {option} is for powers at war with the Axis, not {whom}")
    before = TO_CHINA[option]
    if target == "china" and not taken(state.entry.options, before):
        return Refused(RULE, f"option {option} is for China only after option {before}")
    if option == LEND_LEASE and not taken(state.entry.options, RESOURCES, target):
        return Refused(RULE, f"option 33 is for {whom} only after option 18 for the same power")
    return None


def _may_guarantee(state: State, target: str) -> Refused | None:
    """LiF 5.3.2: option 46 guarantees a country that is not at war with Japan.

    A minor country is at war with the enemies of its major power. Ruling 64: of one that Japan has
    occupied, aligned or conquered nothing is left to guarantee.
    """
    power, minor = aligned_with(state, target), state.minors.get(target)
    is_japanese = minor is not None and minor.power == "japan"
    if is_japanese or taken(state.entry.actions, OCCUPATION, target):
        return Refused(RULE, f"option 46: Japan has occupied {the_country(target)} already")
    if at_war(state, "japan", target) or (power and at_war(state, "japan", power)):
        return Refused(RULE, f"option 46: {the_country(target)} is at war with Japan already")
    return None


# --- taken before the campaign ------------------------------------------------------------------


def not_for(option: int, target: str | None = None) -> str:
    """LiF 5.3.2: why an option takes no target, or not this one; empty if it is allowed."""
    known = KIT.get(option)
    if known is None:
        return ""
    if known.targets == "none":
        return f"option {option} is for nobody by name"
    if target is None:
        return ""
    if known.targets == "guaranteed" and target not in GUARANTEED:
        return f"option {option} is for {_the_guaranteed()}, not for {the_country(target)}"
    if known.targets == "ally" and (target not in POWERS or target == "usa"):
        return (
            f"option {option} is for a major power other than the USA,"
            f" and {the_country(target)} is not one"
        )
    return ""


def was_for(state: State, option: int, target: str) -> Refused | None:
    """LiF 5.3.2, 6: whether an option taken before the campaign could be for this country."""
    if refused := _target(state, option, target):
        return refused
    return _receives(state, option, target) if option in TO_CHINA else None
