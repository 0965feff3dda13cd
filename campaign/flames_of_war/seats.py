"""The sides, which are the game's seats: two in every campaign. Pure."""

from campaign.kernel.seats import Seats

ALLIES = "allies"
AXIS = "axis"
SIDES = {ALLIES: "Allies", AXIS: "Axis"}
"""The sides of every campaign but a linked one, whose set-up names its own."""
SEATS = Seats(kind="side", names=SIDES, codes={ALLIES: "Al", AXIS: "Ax"})
