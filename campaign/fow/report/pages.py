"""The game's part of the pages of the report, put together. Pure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.fow.report import battles, forces, lines, points, poster
from campaign.fow.report.card import card_pages
from campaign.fow.report.figures import MARKED, figure_word
from campaign.fow.report.stories import STORIES
from campaign.fow.report.turn_notes import NOTES, Context, Notes
from campaign.fow.rulings import RULEBOOK, RULEBOOK_NAMES, SCENARIOS, SWITCHES, Value
from campaign.fow.state import State
from campaign.fow.terrain import views
from campaign.kernel import pages
from campaign.text.json_values import JsonFields

if TYPE_CHECKING:
    from campaign.kernel.volume.plain import Volumes

# --- The facts that a page bears for programs, as its round left them ---------------------------


def facts(context: Context) -> JsonFields:
    """FoW Victory Points, FoW Axis of Attack: points, sectors and winners by id.

    Each is told on the page in words.
    """
    state, turn = context.log.end, context.log.turn
    return {
        "points": {
            line.id: {side: [points.won, points.spent] for side, points in line.points.items()}
            for line in state.lines.values()
        },
        "sectors": {line.id: line.sector for line in state.lines.values() if line.axis},
        "winners": {
            battle.id: battle.winner
            for battle in state.battles.values()
            if battle.round == turn and battle.state == "settled"
        },
        "decided": state.decided.winner if state.decided else "",
    }


# --- The appendix: the rulings in force in a campaign -------------------------------------------


def ruling_lines(chosen: Mapping[str, Value]) -> tuple[pages.RulingLine, ...]:
    """The rulings of a campaign in the order of their numbers."""
    return tuple(
        pages.RulingLine(
            switch.ruling,
            switch.rule,
            switch.question,
            str(chosen[switch.key]),
            "" if chosen[switch.key] == switch.default else str(switch.default),
        )
        for switch in SWITCHES
        if switch.key in chosen
    )


# --- The game's part of the pages of the report, put together -----------------------------------

_CREDITS = (
    "Flames of War belongs to its publisher, Battlefront Miniatures; rules and missions stand here "
    "in our own short words, after the second edition of 2006, and the book decides. This is an "
    "unofficial aid."
)
SECTIONS = pages.PageSections[State, Notes](
    turn=(
        lines.STRIP,
        battles.BATTLES,
        points.POINTS,
        points.OUTLOOK,
        views.BATTLEFIELDS,
        forces.FORCES,
    ),
    index=(
        lines.STRIP_OF_ALL,
        points.POINTS_OF_ALL,
        points.OUTLOOK,
        points.PLAYERS,
        lines.PAST,
    ),
)


def about(state: State) -> pages.GameAbout:
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
    return pages.GameAbout(
        "Flames of War",
        SCENARIOS.get(shared.scenario, named),
        RULEBOOK_NAMES[RULEBOOK],
        chance,
        ruling_lines(shared.rulings),
        _CREDITS,
    )


def _volumes() -> "Volumes[State, Notes]":
    from campaign.fow.report.volume import VOLUMES

    return VOLUMES


EMBLEMS = (
    pages.Emblem("allies", "M12 2 22 9v4L12 6 2 13V9zm0 8 10 7v4l-10-7-10 7v-4z", "#2d74bd"),
    pages.Emblem("axis", "m12 1 11 11-11 11L1 12zm0 6-5 5 5 5 5-5z", "#bd511d"),
)
"""A shape beside each side's colour, so that nobody has to tell colours apart."""

PAGES = pages.Pages[State, Notes](
    notes=NOTES,
    about=about,
    stories=STORIES,
    sections=SECTIONS,
    figures=pages.PageFigures(MARKED, figure_word),
    look=pages.PageLook(
        "campaign.fow", "templates/style.css", mail="templates/mail.css", emblems=EMBLEMS
    ),
    facts=facts,
    more=lambda context: (points.points_page(context), *card_pages(context)),
    poster=poster.poster,
    volume=_volumes,
)
