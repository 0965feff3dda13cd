"""LiF 5.3.3: the kit's seven US entry actions as data: targets, questions, governments. Pure."""

import msgspec

from campaign.leaders_in_flames.us_entry.questions import MapQuestion
from events.lif.powers import Power

OCCUPATION, GAS, FRANCO, PETAIN = 3, 12, 17, 18
NEI, NEW_CALEDONIA = "netherlands-east-indies", "new-caledonia"
TARGETS = (NEW_CALEDONIA, NEI)
"""LiF 5.3.3: what action 3 occupies, each as an action of its own."""
GUARANTEE = 46
"""LiF 5.3.2: the option that keeps what it guarantees from action 3."""
VICHY = "vichy-france"
VICHY_PARTISANS = 10
"""LiF 5.3.3: Vichy France's partisan number from action 18 on."""
THROUGH_VICHY = (
    "Germany moves by rail, flies and traces supply through it, its own units alone are its "
    "garrison, and its partisans and those of occupied France cross the border"
)
"""LiF 5.3.3, ruling 57: what stands from action 18 on, until Vichy France collapses."""
OFFENSIVE_CHITS = 2
"""LiF 5.3.3: what Germany expends to align Spain under action 17."""


class Government(msgspec.Struct, frozen=True):
    """LiF 5.3.3: a puppet government: its city, its gains and its partisans."""

    action: int
    city: str
    power: Power
    militia: str
    """LiF 5.3.1: the kit's counter that joins the power's force pool."""
    country: str
    """Where partisans rise."""
    partisans: int
    """Their number for the rest of the game."""


GOVERNMENTS: dict[int, Government] = {
    government.action: government
    for government in (
        Government(10, "nanking", "japan", "militia-nanking", "china", 15),
        Government(11, "vladivostok", "japan", "militia-vladivostok", "siberia", 10),
        Government(16, "zagreb", "germany", "militia-zagreb", "yugoslavia", 15),
    )
}
CITIES: dict[str, Government] = {government.city: government for government in GOVERNMENTS.values()}

KIT = frozenset({OCCUPATION, GAS, FRANCO, PETAIN, *GOVERNMENTS})
"""LiF 5.3.3: the actions whose conditions the kit prints; of others the chart has all there is."""

_STEP = MapQuestion("step", "Is this an Axis declaration of war step?")
_OIL = MapQuestion("oil", "Do the Netherlands East Indies provide oil to Japan?", ("no",))
_VICHY = MapQuestion("vichy", "Does Vichy France control New Caledonia?")
_QUESTIONS: dict[int, tuple[MapQuestion, ...]] = {
    10: (MapQuestion("nanking", "Does Japan control Nanking?"),),
    11: (MapQuestion("vladivostok", "Does Japan control Vladivostok?"),),
    GAS: (MapQuestion("chinese", "Is the hex Chinese controlled?"),),
    16: (MapQuestion("zagreb", "Does Germany control Zagreb?"),),
}


def questions(action: int, target: str | None = None) -> tuple[MapQuestion, ...]:
    """LiF 5.3.3: an action's questions about the map; without a target, for all its targets."""
    if action != OCCUPATION:
        return _QUESTIONS.get(action, ())
    by_target = {NEI: (_OIL, _STEP), NEW_CALEDONIA: (_VICHY, _STEP)}
    return by_target.get(target or "", (_OIL, _VICHY, _STEP))
