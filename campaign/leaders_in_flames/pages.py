"""The game's part of the pages of the report, put together. Pure."""

from campaign.kernel.pages import ColourTag, GameAbout, PageFigures, PageLook, Pages, PageSections
from campaign.leaders_in_flames.board.report import (
    draws,
    explained,
    leaders,
    power_strip,
    standings,
)
from campaign.leaders_in_flames.force_pools import section as force_pools
from campaign.leaders_in_flames.further_pages import further_pages
from campaign.leaders_in_flames.names import country, leader
from campaign.leaders_in_flames.on_map.report import combats, leaders_on_map
from campaign.leaders_in_flames.page_facts import facts
from campaign.leaders_in_flames.ruling_lines import ruling_lines
from campaign.leaders_in_flames.scenarios import section as scenario
from campaign.leaders_in_flames.scenarios.catalogue import scenarios
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.report import tallies
from campaign.leaders_in_flames.story import poster, telling
from campaign.leaders_in_flames.timeline import course
from campaign.leaders_in_flames.turn_notes import NOTES, Notes
from campaign.leaders_in_flames.us_entry.report import private, road

SECTIONS = PageSections[State, Notes](
    turn=(
        power_strip.POWER_STRIP,
        draws.BOARD,
        combats.COMBATS,
        leaders_on_map.ACTS,
        combats.GUARDS,
        road.ROAD,
        force_pools.COUNTERS,
        leaders_on_map.MAP,
        leaders.LEADERS,
        road.ROAD_IN_FULL,
        force_pools.POOLS,
        scenario.SCENARIO,
        explained.EXPLAINED,
    ),
    index=(
        course.COURSE,
        standings.STANDINGS,
        tallies.TALLIES,
        road.ROAD_IN_SHORT,
    ),
    private=private.PRIVATE,
)

_RULEBOOKS = {"lif-1998": "1998 rulebook", "lif-list": "list rulebook"}
_AT_THE_TABLE = (
    "This campaign draws its leaders from a real cup at the table: the ledger records the draws "
    "and cannot vouch for them."
)
_BY_THE_LEDGER = (
    "The ledger draws the leaders in this campaign, from seeds fixed at its opening; campaign "
    "verify checks every draw."
)
_CREDITS = (
    "Leaders in Flames belongs to its designers and publisher; abilities and rules stand here in "
    "our own short words, and the rulebook decides."
)


def about(state: State) -> GameAbout:
    """What every page says about the game."""
    shared = state.campaign
    listed = scenarios().get(shared.scenario)
    return GameAbout(
        game="Leaders in Flames",
        scenario=listed.title if listed else state.entry.title or shared.scenario,
        rulebook=_RULEBOOKS.get(shared.rulebook, shared.rulebook),
        chance=_AT_THE_TABLE if state.rulings.draws == "table" else _BY_THE_LEDGER,
        rulings=ruling_lines(shared.rulings, shared.rulebook),
        credits=_CREDITS,
    )


def word(state: State, name: str) -> str:
    """A power or a leader by name."""
    if name in state.sheet:
        return leader(name, state.sheet)
    return country(name) if name in state.veto_points else name


PAGES = Pages[State, Notes](
    notes=NOTES,
    about=about,
    stories=telling.STORIES,
    facts=facts,
    sections=SECTIONS,
    figures=PageFigures(marked=("veto_points", "leaders"), word=word),
    look=PageLook(
        package="campaign.leaders_in_flames",
        style="templates/style.css",
        mail="templates/mail.css",
        groups=(ColourTag("minors", "Minor countries", "Mi"),),
    ),
    more=lambda context: tuple(further_pages(context)),
    poster=poster.poster,
)
