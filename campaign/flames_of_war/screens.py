"""What the game shows on the screens that every campaign has. Pure."""

from campaign.flames_of_war.state import State
from campaign.kernel.plain_game import plain_screens
from campaign.kernel.screen import Grid


def points(state: State) -> Grid:
    """Victory points of each side on each line."""
    rows = tuple(
        (line.name, state.sides[side], points.won, points.spent, points.balance)
        for line in state.lines.values()
        for side, points in line.points.items()
    )
    return Grid(("line", "side", "won", "spent", "left"), rows, "won spent left")


SCREENS = plain_screens(points)
