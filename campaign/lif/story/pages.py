"""The game's part of the pages of the report: sections, rulings in force, facts for
programs. Pure.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign import extend
from campaign.kernel import pages
from campaign.kernel.projections import KeptSums
from campaign.lif.board.views import draws
from campaign.lif.board.views import sections as views
from campaign.lif.book import sums
from campaign.lif.force_pools import views as force_pools
from campaign.lif.names import SCENARIOS, counter_name, country, leader, scenario_title
from campaign.lif.on_map import views as on_map_views
from campaign.lif.picture import views as picture_views
from campaign.lif.politics.views import war_page
from campaign.lif.roster import POWER_NAMES, POWERS
from campaign.lif.rulings import RULEBOOK_NAMES, Switch, Value, switches
from campaign.lif.scenarios import views as scenarios_views
from campaign.lif.state import State, grouped
from campaign.lif.story import telling
from campaign.lif.story.leader_pages import leader_pages
from campaign.lif.story.telling import story_page
from campaign.lif.story.turn_notes import NOTES, Context, Notes
from campaign.lif.story.turn_sums import TurnSums, notes_before, turn_sums
from campaign.lif.us_entry import views as us_entry_views
from campaign.text.english import listed
from campaign.text.json_values import JsonFields

if TYPE_CHECKING:
    from campaign.kernel.volume.plain import Volumes

# --- The appendix: the rulings in force; switches with the same question are grouped ------------


@lru_cache(maxsize=64)  # they are the same for each page of a campaign
def ruling_lines(
    rulings: tuple[tuple[str, Value], ...], rulebook: str
) -> tuple[pages.RulingLine, ...]:
    """The rulings of a campaign; switches with the same question for each power are one line."""
    chosen = dict(rulings)
    groups = grouped((one.key.partition(".")[0], one) for one in switches(rulebook))
    return tuple(_line(group, chosen) for group in groups.values())


def _line(group: list[Switch], chosen: Mapping[str, Value]) -> pages.RulingLine:
    first = group[0]
    values = {switch.key: chosen[switch.key] for switch in group}
    defaults: dict[str, Value] = {switch.key: switch.default for switch in group}
    other = {key: value for key, value in defaults.items() if values[key] != value}
    question, _, _ = first.question.partition(":")
    return pages.RulingLine(
        first.ruling,
        first.rule,
        question if len(group) > 1 else first.question,
        _answer(values),
        "" if values == defaults else _answer(other),
    )


def _answer(values: Mapping[str, Value]) -> str:
    if len(values) == 1 and "." not in next(iter(values)):
        return _word(next(iter(values.values())))
    by_value = grouped((value, POWER_NAMES[key.partition(".")[2]]) for key, value in values.items())
    if all(isinstance(value, str) for value in by_value):
        return "; ".join(f"{_word(value)}: {listed(who)}" for value, who in by_value.items())
    return ", ".join(
        f"{POWER_NAMES[key.partition('.')[2]]} {_word(value)}" for key, value in values.items()
    )


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _WORDS.get(str(value), str(value))


_WORDS = {
    "axis": "Axis",
    "allies": "Allies",
    "table": "hand, at the table",
    "ledger": "the ledger",
    "next": "the next combat on its map, impulse or turn",
    "turn": "the turn's end",
}


# --- The facts that a page bears for programs, as its turn left them ----------------------------


def facts(context: Context) -> JsonFields:
    """LiF 4.1, 4.2: points, leaders promoted and vetoed in the turn, wars and conquests by id.

    Each is told on the page in words, so that nothing secret is among them.
    """
    state, notes = context.log.end, context.log.notes
    return {
        "points": {power: state.veto_points.get(power, 0) for power in POWERS},
        "promoted": [draw.leader for draw in notes.results("promoted")],
        "vetoed": [draw.leader for draw in notes.results("vetoed")],
        "wars": [list(pair) for pair in sorted(state.at_war)],
        "conquered": {
            power: status for power, status in sorted(state.conquest.items()) if status != "free"
        },
    }


# --- The pages that the game adds to the turns and the index ------------------------------------


def further_pages(context: Context) -> Iterator[pages.MorePage]:
    """The story, the state of the war, and the leaders."""
    yield story_page(context)
    yield war_page(context)
    yield from leader_pages(context)


def _volumes() -> "Volumes[State, Notes]":
    from campaign.lif.book.parts import VOLUMES

    return VOLUMES


# --- The game's part of the pages of the report, put together -----------------------------------

SECTIONS = pages.PageSections[State, Notes](
    turn=(
        picture_views.SECTION,
        draws.BOARD,
        views.POWER_STRIP,
        on_map_views.COMBATS,
        on_map_views.ACTS,
        on_map_views.GUARDS,
        us_entry_views.ROAD,
        force_pools.COUNTERS,
        on_map_views.MAP,
        views.LEADERS,
        us_entry_views.ROAD_IN_FULL,
        force_pools.POOLS,
        scenarios_views.SCENARIO,
        views.EXPLAINED,
    ),
    index=(
        *extend.found("sections", "lif course"),
        views.STANDINGS,
        *extend.found("sections", "lif tallies"),
        us_entry_views.ROAD_IN_SHORT,
    ),
    private=us_entry_views.PRIVATE,
)

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


def about(state: State) -> pages.GameAbout:
    """What every page says about the game."""
    shared = state.campaign
    own = "" if shared.scenario in SCENARIOS else state.entry.title
    return pages.GameAbout(
        game="Leaders in Flames",
        scenario=own or scenario_title(shared.scenario),
        rulebook=RULEBOOK_NAMES.get(shared.rulebook, shared.rulebook),
        chance=_AT_THE_TABLE if state.rulings.draws == "table" else _BY_THE_LEDGER,
        rulings=ruling_lines(tuple(shared.rulings.items()), shared.rulebook),
        credits=_CREDITS,
    )


def word(state: State, name: str) -> str:
    """A power, a leader, a counter or a member by name."""
    if name in state.sheet:
        return leader(name, state.sheet)
    if name in state.play.counters:
        return counter_name(state.play.counters[name])
    if name in state.campaign.names:
        return state.campaign.called(name)
    return country(name) if name in state.veto_points else name


EMBLEMS = (
    pages.Emblem("germany", "M3 13 12 4l9 9v5l-9-9-9 9zm3 7h12l-6-6z", "#647484"),
    pages.Emblem("italy", "M12 2c7 5 7 15 0 20-7-5-7-15 0-20z", "#4a8009"),
    pages.Emblem("japan", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "#be5005"),
    pages.Emblem(
        "ussr",
        "m12 2 2.9 7.2 7.6.6-5.9 4.9 1.9 7.5-6.5-4.1-6.5 4.1 1.9-7.5L1.5 9.8l7.6-.6z",
        "#c9404f",
    ),
    pages.Emblem(
        "commonwealth",
        "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z"
        "m0 2.9a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z",
        "#c14280",
    ),
    pages.Emblem("france", "M3 3h5v18H3zm7 0h4v18h-4zm6 0h5v18h-5z", "#2a70d2"),
    pages.Emblem(
        "usa", "M3 3h18v8c0 6-4 9-9 11-5-2-9-5-9-11zm3 6v2c0 .5 0 1 .1 1.5H18V9z", "#00807a"
    ),
    pages.Emblem("china", "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM8 8h8v8H8z", "#9359b6"),
    pages.Emblem("minors", "m12 3 10 18H2z", "#777262"),
)
"""A shape beside each power's colour, so that nobody has to tell colours apart."""

PAGES = pages.Pages[State, Notes](
    notes=NOTES,
    about=about,
    stories=telling.STORIES,
    facts=facts,
    sections=SECTIONS,
    figures=pages.PageFigures(marked=("veto_points", "leaders"), word=word),
    look=pages.PageLook(
        package="campaign.lif",
        style="templates/style.css",
        mail="templates/mail.css",
        groups=(pages.ColourTag("minors", "Minor countries", "Mi"),),
        emblems=EMBLEMS,
    ),
    more=lambda context: tuple(further_pages(context)),
    poster=telling.poster,
    sums=KeptSums(turn_sums, TurnSums, sums.with_turn, sums.Sums, notes_before),
    volume=_volumes,
)
