"""FoW Mission Selector: what is asked for the rolls of a mission: dice, company types. Pure."""

from collections.abc import Callable, Iterable

import msgspec

from campaign.fow import interviews, names
from campaign.fow.missions import roles, selection
from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.missions.commands import (
    AgreeMission,
    ChangeMission,
    DeclineChange,
    RollMission,
    RollRoles,
)
from campaign.fow.missions.roles import attacker_by_types
from campaign.fow.state import LineState, State, company_type
from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page
from events.fow.missions import VictoryPointsSpent


def asks_mission(state: State, form: Given) -> Interview:
    """FoW Linked Missions: each side's dice, as many as this mission's roll has."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    if line is not None and selection.not_now(line) is None:
        answers |= yield from interviews.dice_of_table(
            state, form, selection.dice_each(state, line), "Roll for the mission"
        )
    return assembled(answers)


def asks_roles(state: State, form: Given) -> Interview:
    """FoW Defensive Battle: company types that nobody knows, and dice if they do not settle it."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    if line is None or roles.open_to_roll(line) is not None:
        return assembled(answers)
    known = {side: company_type(state, line.id, side) for side in state.sides}
    if missions()[line.mission].roles == "defensive-battle":
        asked = tuple(
            one
            for one in interviews.for_sides(state, form, "types", "company type?")
            if not known[one.key.partition("/")[2]]
        )
        page = Page(asked, title="What companies fight?", is_asked=True)
        types = (yield page) if asked else {}
        answers |= types
        known |= {key.partition("/")[2]: value for key, value in types.items() if value}
        if all(known.values()) and attacker_by_types({who: str(one) for who, one in known.items()}):
            return assembled(answers)
    answers |= yield from interviews.dice_of_table(state, form, title="Who attacks?")
    return assembled(answers)


# --- another mission ----------------------------------------------------------------------------


def asks_change(state: State, form: Given) -> Interview:
    """FoW Axis of Attack: the mission one row up or down that a side pays for."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    may = [roles.mission_of(row) for row in roles.neighbours(line.rolled_row)] if line else []
    why = f"not one row from {mission_name(line.mission)}" if line and line.mission else ""
    title = "Which mission instead?"
    answers |= yield _missions(form, line, may, why or "the mission is not rolled yet", title)
    return assembled(answers)


def asks_decline(state: State, form: Given) -> Interview:
    """FoW Axis of Attack: the mission that stays is named, and the button keeps it."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    notes = (f"{mission_name(line.mission)} stays.",) if line and line.mission else ()
    asked = interviews.aside(form, "side", "why")
    answers |= yield Page(asked, notes, button="Keep the mission", is_last=True)
    return assembled(answers)


def asks_agree(state: State, form: Given) -> Interview:
    """FoW Mission Selector: a mission of the row's footnote that both sides want."""
    answers = yield from interviews.on_line(state, form)
    line = interviews.line_of(state, answers)
    is_any = state.rulings.agreed_missions == "any"
    may = roles.agreeable(line.row, line.mission, is_any) if line and line.mission else ()
    why = "no footnote of the row allows it"
    answers |= yield _missions(form, line, may, why, "Which mission do both want?")
    return assembled(answers)


def _missions(
    form: Given, line: LineState | None, may: Iterable[str], why: str, title: str
) -> Page:
    """Missions as cards, each with its orders; those that are not allowed with the reason."""
    allowed = frozenset(may)
    options = tuple(
        Option(
            slug,
            one.name,
            f"{one.orders.attacker.partition('.')[0]}.",
            refused="" if slug in allowed else why,
        )
        for slug, one in missions().items()
    )
    now = (f"Now it is {mission_name(line.mission)}.",) if line and line.mission else ()
    asked = interviews.question(form, "mission", "Which mission?", kind=Choice(options))
    return Page((asked,), now, title=title)


def shows_change(state: State, fields: Fields, private: Callable[[], Fields]) -> Confirm | None:
    """FoW Axis of Attack: what another mission costs, and what is left."""
    command = msgspec.convert(fields, ChangeMission)
    decision = selection.change(state, command, Supplied())
    if isinstance(decision, Refused):
        return None
    spent = next(event for event in decision if isinstance(event, VictoryPointsSpent))
    left = state.lines[spent.line].points[spent.side].balance - spent.points
    name, who = mission_name(command.mission), names.the_side(state, spent.side)
    lines = (
        f"It costs {who} {spent.points} victory points; {left} are left.",
        f"{name} is played. There is one change in all.",
    )
    title = f"{name}, for {spent.points} points"
    return Confirm(lines, f"Pay {spent.points} points?", is_advice=True, title=title)


INTERVIEWS = Interviews[State](
    asked={
        RollMission: asks_mission,
        RollRoles: asks_roles,
        ChangeMission: asks_change,
        DeclineChange: asks_decline,
        AgreeMission: asks_agree,
    },
    consequences={ChangeMission: shows_change},
)
