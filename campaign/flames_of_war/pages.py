"""The game's part of the pages of the report, put together. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.opening.new_campaign import SCENARIOS
from campaign.flames_of_war.page_facts import facts
from campaign.flames_of_war.report import (
    battles,
    forces,
    outlook,
    past,
    players,
    points,
    strip,
)
from campaign.flames_of_war.report.card_page import card_pages
from campaign.flames_of_war.report.figure_words import MARKED, figure_word
from campaign.flames_of_war.ruling_lines import ruling_lines
from campaign.flames_of_war.state import State
from campaign.flames_of_war.story import poster
from campaign.flames_of_war.story.telling import STORIES
from campaign.flames_of_war.terrain import section
from campaign.flames_of_war.turn_notes import NOTES, Context, Notes
from campaign.kernel.pages import GameAbout, MorePage, PageFigures, PageLook, Pages, PageSections

_CREDITS = (
    "Flames of War belongs to its publisher, Battlefront Miniatures; rules and missions stand here "
    "in our own short words, after the second edition of 2006, and the book decides. This is an "
    "unofficial aid."
)
SECTIONS = PageSections[State, Notes](
    turn=(
        strip.STRIP,
        battles.BATTLES,
        section.BATTLEFIELDS,
        points.POINTS,
        outlook.OUTLOOK,
        forces.FORCES,
    ),
    index=(
        strip.STRIP_OF_ALL,
        points.POINTS_OF_ALL,
        outlook.OUTLOOK,
        players.PLAYERS,
        past.PAST,
    ),
)


def about(state: State) -> GameAbout:
    """What every page says about the game."""
    shared = state.campaign
    axis = next((line.axis for line in state.lines.values() if line.axis), None)
    named = axis.name if axis and state.kind == "axis" else shared.scenario
    chance = (
        "The dice of this campaign are thrown at the table: the ledger records them."
        if state.rulings.dice == "table"
        else "Dice that the ledger rolled come from seeds fixed at the opening; campaign verify "
        "checks each of them."
    )
    return GameAbout(
        "Flames of War",
        SCENARIOS.get(shared.scenario, named),
        "second edition, 2006",
        chance,
        ruling_lines(shared.rulings),
        _CREDITS,
    )


def further_pages(context: Context) -> Iterator[MorePage]:
    """Every point with its reason, and the mission cards of the round."""
    yield points.points_page(context)
    yield from card_pages(context)


PAGES = Pages[State, Notes](
    notes=NOTES,
    about=about,
    stories=STORIES,
    sections=SECTIONS,
    figures=PageFigures(MARKED, figure_word),
    look=PageLook("campaign.flames_of_war", "templates/style.css", mail="templates/mail.css"),
    facts=facts,
    more=lambda context: tuple(further_pages(context)),
    poster=poster.poster,
)
