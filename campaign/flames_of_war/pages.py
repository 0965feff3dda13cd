"""The game's part of the pages of the report, put together. Pure."""

from typing import Any

from campaign.flames_of_war.state import State
from campaign.kernel.pages import GameAbout, PageFigures, PageLook, Pages, PageSections
from campaign.kernel.plain_game import PLAIN_STORIES, plain_notes

_CREDITS = (
    "Flames of War belongs to its publisher, Battlefront Miniatures; rules and missions stand here "
    "in our own short words, after the second edition of 2006, and the book decides. This is an "
    "unofficial aid."
)


def about(state: State) -> GameAbout:
    """What every page says about the game."""
    shared = state.campaign
    chance = (
        "The dice of this campaign are thrown at the table: the ledger records them."
        if state.rulings.dice == "table"
        else "Dice that the ledger rolled come from seeds fixed at the opening; campaign verify "
        "checks each of them."
    )
    return GameAbout("Flames of War", shared.scenario, "second edition, 2006", chance, (), _CREDITS)


PAGES = Pages[State, Any](
    plain_notes(),
    about,
    PLAIN_STORIES,
    PageSections(),
    PageFigures((), lambda state, name: state.sides.get(name, name)),
    PageLook("campaign.flames_of_war", "templates/style.css", ()),
)
