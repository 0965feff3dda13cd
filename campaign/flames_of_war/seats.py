"""The sides, which are the game's seats: two in every campaign. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.flames_of_war.state import State
from campaign.kernel.seats import Seats

ALLIES = "allies"
AXIS = "axis"
SIDES = {ALLIES: "Allies", AXIS: "Axis"}
"""The sides of every campaign but a linked one, whose set-up names its own."""
SEATS = Seats(kind="side", names=SIDES, codes={ALLIES: "Al", AXIS: "Ax"}, own=True)
"""What every campaign has that names none."""


def seats_of(state: State) -> Seats:
    """The sides of a campaign, each with two letters of its name."""
    return msgspec.structs.replace(SEATS, names=state.sides, codes=codes(state.sides))


def codes(sides: Mapping[str, str]) -> dict[str, str]:
    """The first two letters of each side's name; where those are alike, a letter and a number."""
    made = {side: name[:2].title() for side, name in sides.items()}
    if len(set(made.values())) == len(made):
        return made
    return {side: f"{name[:1].upper()}{n}" for n, (side, name) in enumerate(sides.items(), 1)}
