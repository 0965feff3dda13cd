"""FoW Mission Selector: what is asked for the rolls of a mission: dice, company types. Pure."""

from campaign.fow.interviews import dice_of_table, for_sides, line_of, on_line
from campaign.fow.missions import roles, selection
from campaign.fow.missions.catalogue import missions
from campaign.fow.missions.commands import RollMission, RollRoles
from campaign.fow.missions.roles import attacker_by_types
from campaign.fow.state import State, company_type
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview, Page


def asks_mission(state: State, form: Given) -> Interview:
    """FoW Linked Missions: each side's dice, as many as this mission's roll has."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    if line is not None and selection.not_now(line) is None:
        answers |= yield from dice_of_table(state, form, selection.dice_each(state, line))
    return assembled(answers)


def asks_roles(state: State, form: Given) -> Interview:
    """FoW Defensive Battle: company types that nobody knows, and dice if they do not settle it."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    if line is None or roles.open_to_roll(line) is not None:
        return assembled(answers)
    known = {side: company_type(state, line.id, side) for side in state.sides}
    if missions()[line.mission].roles == "defensive-battle":
        asked = tuple(
            one
            for one in for_sides(state, form, "types", "company type?")
            if not known[one.key.partition("/")[2]]
        )
        types = (yield Page(asked, is_asked=True)) if asked else {}
        answers |= types
        known |= {key.partition("/")[2]: value for key, value in types.items() if value}
        if all(known.values()) and attacker_by_types({who: str(one) for who, one in known.items()}):
            return assembled(answers)
    answers |= yield from dice_of_table(state, form)
    return assembled(answers)


INTERVIEWS = Interviews[State](
    asked={RollMission: asks_mission, RollRoles: asks_roles},
)
