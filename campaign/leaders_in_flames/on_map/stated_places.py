"""LiF 3.3, ruling 45: places of leaders, stated by a report where the record cannot tell. Pure."""

from collections.abc import Iterator, Mapping

from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.leaders_in_flames.abilities import command_range
from campaign.leaders_in_flames.abilities.command_range import Hex
from campaign.leaders_in_flames.names import leader as named
from campaign.leaders_in_flames.on_map import against_the_record
from campaign.leaders_in_flames.on_map.commands import ReportCombat
from campaign.leaders_in_flames.on_map.placing import put
from campaign.leaders_in_flames.state import Placement, State
from events.lif.on_map import Involved, Side

RULE = "LiF 3.3"
FIELD = "places"


def known_then(state: State, places: Mapping[str, str]) -> State:
    """Ruling 45: the state with the places that a report states; what is on record stays."""
    for who, where in places.items():
        if who not in state.play.placements:
            state = put(state, who, Placement(where, face_up=True))
    return state


def wrong(state: State, command: ReportCombat) -> Refused | None:
    """Ruling 45: the first stated place that is none, or not of a leader in this report, or not
    the one on record, or not where the report has its leader.
    """
    sides = {involved.leader: involved for involved in command.leaders}
    for who, where in command.places.items():
        if who not in sides and who not in command.left_alone:
            return bad_field(FIELD, f"{named(who, state.sheet)} is not in this report")
        if refused := command_range.no_place(where, FIELD):
            return refused
        held = state.play.placements.get(who)
        if held is not None and held.location != where:
            return Refused(
                RULE,
                f"{FIELD}: on record {named(who, state.sheet)} is at"
                f" {held.location}; record the move",
            )
        away = _away(state, command, sides[who], where) if who in sides and held is None else ""
        if away:
            return Refused(RULE, f"{FIELD}: {named(who, state.sheet)} is {away}")
    return None


def _away(state: State, command: ReportCombat, told: Involved, where: str) -> str:
    """Ruling 45: why one who is stacked in land combat cannot be at the stated place."""
    bound = told.stacked and command.kind == "land"
    if bound and against_the_record.away(state, where, command.hex, told.side):
        return against_the_record.not_beside(where, command.hex, told.side)
    return ""


def missing(state: State, command: ReportCombat) -> Iterator[Refused]:
    """Ruling 45: in land combat the place of one who is stacked or left alone is asked for.

    So is that of an attackers' leader on another map: whether hexes of two maps touch, no source
    says. `state` has the places that the report states.
    """
    if command.kind != "land":
        return
    stacked = {one.leader: one.side for one in command.leaders if one.stacked}
    for who in dict.fromkeys((*stacked, *command.left_alone)):
        held = state.play.placements.get(who)
        if held is None:
            text = (
                f"the record does not say where {named(who, state.sheet)}"
                f" is; name the place with `{FIELD}`"
            )
            yield _asked(who, text, f"Where is {named(who, state.sheet)}?")
        elif who not in command.places and _on_another_map(state, command, who, stacked.get(who)):
            text = (
                f"{named(who, state.sheet)} is at {held.location},"
                f" on another map than {command.hex}"
            )
            more = f"if the two touch, name {held.location} with `{FIELD}`"
            yield _asked(who, f"{text}; {more}", f"{text}. If the two touch, type {held.location}")


def _asked(who: str, text: str, prompt: str) -> Refused:
    return missing_field(FIELD, text, prompt, key=who)


def _on_another_map(state: State, command: ReportCombat, who: str, side: Side | None) -> bool:
    start = command_range.parse(state.play.placements[who].location)
    there = command_range.parse(command.hex)
    side = side or against_the_record.side_of(state, command, who)
    two_maps = isinstance(start, Hex) and isinstance(there, Hex) and start.map != there.map
    return two_maps and side == "attacker"
