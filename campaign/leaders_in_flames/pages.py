"""What Leaders in Flames has to say on the pages of the report, put together. Pure."""

from campaign.kernel.pages import (
    About,
    PageFigures,
    PageLook,
    Pages,
    PageSections,
    PrivatePage,
    SeatTag,
    Section,
)
from campaign.leaders_in_flames.board.report import (
    draws,
    explained,
    leaders,
    points,
    standings,
    summary,
)
from campaign.leaders_in_flames.force_pools import section as force_pools
from campaign.leaders_in_flames.names import POWER_CODES, POWER_NAMES, country, leader
from campaign.leaders_in_flames.on_map.report import combats, leaders_on_map
from campaign.leaders_in_flames.ruling_lines import ruling_lines
from campaign.leaders_in_flames.scenarios import section as scenario
from campaign.leaders_in_flames.scenarios.catalogue import scenarios
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import NOTES, Notes
from campaign.leaders_in_flames.us_entry.report import private, road

Part = Section[State, Notes]

TURN: tuple[Part, ...] = (
    Part("combats", "Combats", "on_map/templates/combats.html", combats.combats_view),
    Part("map", "Leaders on the map", "on_map/templates/map.html", leaders_on_map.map_view),
    Part("guards", "Guards Banner", "on_map/templates/guards.html", combats.guards_view),
    Part("board", "Promotions Board", "board/templates/board.html", draws.board_view),
    Part("points", "Veto points", "board/templates/points.html", points.points_view),
    Part("road", "Road to war", "us_entry/templates/road.html", road.road_view),
    Part("leaders", "Leaders", "board/templates/leaders.html", leaders.leaders_view),
    Part("pools", "Force pools", "force_pools/templates/pools.html", force_pools.pools_view),
    Part("scenario", "The scenario", "scenarios/templates/scenario.html", scenario.scenario_view),
    Part(
        "explained",
        "Explained",
        "board/templates/explained.html",
        explained.explained,
        appendix=True,
    ),
)

INDEX: tuple[Part, ...] = (
    Part("standings", "Standings", "board/templates/standings.html", standings.standings_view),
    Part(
        "points",
        "Veto points over the campaign",
        "board/templates/points_over_time.html",
        standings.points_over_time,
    ),
    Part("road", "The road to war", "us_entry/templates/road_in_short.html", road.road_in_short),
    Part(
        "draws",
        "The board’s work",
        "board/templates/draws_over_time.html",
        standings.draws_over_time,
    ),
)

HEADLINE = Part("promotions", "Promoted", "board/templates/headline.html", standings.headline)

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


def about(state: State) -> About:
    """What every page says about the game."""
    shared = state.campaign
    listed = scenarios().get(shared.scenario)
    return About(
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
    summaries=summary.SUMMARIES,
    sections=PageSections(
        turn=TURN,
        index=INDEX,
        headline=HEADLINE,
        private=PrivatePage("us-entry", "us_entry/templates/private.html", private.private_view),
    ),
    figures=PageFigures(marked=("veto_points", "leaders"), word=word),
    look=PageLook(
        package="campaign.leaders_in_flames",
        style="templates/style.css",
        seats=(
            *(SeatTag(power, name, POWER_CODES[power]) for power, name in POWER_NAMES.items()),
            SeatTag("minors", "Minor countries", "Mi"),
        ),
    ),
)
