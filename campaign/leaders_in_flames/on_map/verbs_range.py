"""LiF 3.2: the verb that says how far a leader's abilities reach, with a picture. Pure."""

import msgspec

from campaign.kernel.courses import Call, Course, entry, fail, json_page, refuse, say, state_of
from campaign.kernel.decisions import Refused
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, Verb
from campaign.leaders_in_flames.abilities import command_range, hex_diagram
from campaign.leaders_in_flames.abilities.command_range import Rows
from campaign.leaders_in_flames.leader_sheet import kit
from campaign.leaders_in_flames.parameters import entered as entered_option
from campaign.leaders_in_flames.parameters import found_leader, place_of
from campaign.leaders_in_flames.state import State
from campaign.text.suggest import near
from events.lif.on_map import Place

_WITH_CAMPAIGN = 3
"""Words where a campaign is named before leader and place."""


class Standpoint(msgspec.Struct, frozen=True):
    """A leader's stars and place, and which rows of hexes are shifted half a hex."""

    stars: int
    start: str
    rows: Rows


def _range(call: Call, words: tuple[str, ...], entered: dict[str, int] | None) -> Course[None]:
    """Says how far a leader's abilities reach, with a small picture. With a campaign: whether
    PLACE is in his range from where he is. Without one: his range if he were in PLACE.
    """
    if len(words) not in (_WITH_CAMPAIGN - 1, _WITH_CAMPAIGN):
        yield from fail("range wants [NAME] LEADER PLACE; see `campaign range --help`")
    target = place_of(words[-1])
    here = yield from _standpoint(words, target)
    for place in dict.fromkeys((here.start, target)):
        if fault := place_fault(place):
            yield from fail(fault)
    reach = command_range.in_range(here.stars, here.start, target, here.rows, entered)
    if isinstance(reach, Refused):
        return (yield from _refused(reach))
    if call.as_json:
        reached = msgspec.to_builtins(reach)
        page = {"leader": words[-2], "from": here.start, "to": target, **reached}
        return (yield from json_page(page))
    yield from _picture(here, target, reach.text)


def _refused(why: Refused) -> Course[None]:
    if why.rule is None:
        yield from fail(why.reason)
    else:
        yield from refuse(why.reason, why.rule)


def _standpoint(words: tuple[str, ...], target: str) -> Course[Standpoint]:
    """Where a leader is in the campaign; without a campaign, in the place of the question."""
    if len(words) < _WITH_CAMPAIGN:
        who = words[0].lower().replace(" ", "-")
        if who not in kit():
            return (yield from fail(f"there is no leader {words[0]!r}{near(who, kit())}"))
        return Standpoint(kit()[who].rank, target, "odd")
    state = yield from state_of(State, words[0])
    found = found_leader(state.sheet, words[1])
    if isinstance(found, Unfit):
        return (yield from fail(found.text))
    placement = state.play.placements.get(found)
    if placement is None:
        return (yield from refuse(f"the record does not say where {found} is", "LiF 3.1"))
    return Standpoint(state.sheet[found].rank, placement.location, state.rulings.hex_rows)


def place_fault(place: str) -> str:
    """Why a word is not a place; empty if it is one."""
    try:
        msgspec.convert(place, Place)
    except msgspec.ValidationError:
        return f"{place!r} is no place; write E1429, sea:north-sea/3 or dot:canada"
    refused = command_range.no_place(place, "place")
    return refused.reason if refused else ""


def _picture(here: Standpoint, target: str, text: str) -> Course[None]:
    """The sum that says whether the place is in range, and the hexes around the leader."""
    if here.start == target:
        text = _own_place(here)
    yield from entry("", text)
    cells = hex_diagram.diagram(here.start, here.stars, target, here.rows)
    if not (picture := hex_diagram.text_rows(cells)):
        return
    yield from say()
    for line in picture:
        yield from say(f"  {line}")
    yield from say("\n  L he, T the target, o in range, · beyond")


def _own_place(here: Standpoint) -> str:
    """How far the leader reaches, if no other place was given."""
    start = command_range.parse(here.start)
    assert not isinstance(start, Refused)
    stars = "★" * here.stars
    hexes = command_range.hexes_in_range(here.stars, start)
    if not hexes:
        return f"{stars} in {here.start}: his range is his own place"
    return f"{stars} from {here.start}: {hexes} {'hex' if hexes == 1 else 'hexes'} of its map"


RANGE = Verb(
    words="range",
    on_campaign=False,
    example="campaign range rommel E1429\ncampaign range front rommel E1632",
    parameters=(
        Argument("words", "[NAME] LEADER PLACE", required=False, many=True),
        entered_option,
    ),
    course=_range,
)

VERBS = {RANGE.words: RANGE}
