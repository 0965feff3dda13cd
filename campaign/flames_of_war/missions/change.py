"""FoW Axis of Attack: paying for another mission, and agreeing on one. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.missions import offers, roles, scores
from campaign.flames_of_war.missions.catalogue import Mission, missions
from campaign.flames_of_war.missions.commands import AgreeMission, ChangeMission, DeclineChange
from campaign.flames_of_war.missions.fold import declined as after_declining
from campaign.flames_of_war.state import Deciders, LineState, State
from campaign.flames_of_war.who_may import may_act_for, the_line, the_side
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field
from campaign.text.english import listed
from campaign.text.suggest import near
from events.base import Event
from events.fow.missions import (
    ChangeDeclined,
    MissionAgreed,
    MissionChosen,
    VictoryPointsSpent,
)
from events.fow.words import MissionHow

AXIS, SELECTOR = "FoW Axis of Attack", "FoW Mission Selector"


# --- a change that is paid for ------------------------------------------------------------------


def change(state: State, command: ChangeMission, supplied: Supplied) -> Decision:
    """FoW Axis of Attack: 5 points take the mission one row up or down (p. 239)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    side = _own_side(state, command, line, command.side)
    if isinstance(side, Refused):
        return side
    if refused := _not_asked(state, line, side):
        return refused
    mission = _mission(command.mission)
    if isinstance(mission, Refused):
        return mission
    row = scores.row_with(mission.slug)
    if row not in scores.neighbours(line.rolled_row):
        rows = scores.neighbours(line.rolled_row)
        near_by = [missions()[scores.mission_of(one)].name for one in rows]
        here = missions()[line.mission].name
        text = f"one row from {here} is {listed(near_by, 'or')}, not {mission.name}"
        return Refused(AXIS, text)
    price = state.change_price
    return (
        VictoryPointsSpent(line=line.id, side=side, points=price, on="mission"),
        *_chosen(state, line, mission, row, "paid"),
    )


def decline(state: State, command: DeclineChange, supplied: Supplied) -> Decision:
    """FoW Axis of Attack: a side keeps the mission; without a side, everybody it may speak for."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    sides = _acting(state, command, line, command.side)
    if isinstance(sides, Refused):
        return sides
    if line.change.offered_to not in sides:
        return _not_asked(state, line, sides[0]) or _nobody(state, line)
    events, why = list[Event](), command.why or ""
    while (asked := line.change.offered_to) in sides:
        events.append(ChangeDeclined(line=line.id, side=asked, why=why))
        line = after_declining(state, line, asked)
    return tuple(events)


def _not_asked(state: State, line: LineState, side: str) -> Refused | None:
    """FoW ruling 7: why a side cannot change the mission now; None where it is asked."""
    if state.kind == "linked":
        return Refused(AXIS, "only in campaigns with sectors may a side pay for another mission")
    if line.phase == "mission":
        return Refused(AXIS, "the mission is not rolled yet")
    if line.change.paid_by:
        payer = state.sides[line.change.paid_by]
        return Refused(
            AXIS, f"{payer} paid for another mission already; there is one change in all"
        )
    if line.phase != "change":
        return _nobody(state, line, side)
    if line.change.offered_to != side:
        asked = state.sides[line.change.offered_to]
        if side in line.change.declined:
            return Refused(AXIS, f"{state.sides[side]}: declined already; {asked} may change it")
        return Refused(AXIS, f"the change is offered to {asked} first")
    return None


def _nobody(state: State, line: LineState, side: str = "") -> Refused:
    if line.how == "campaign":
        return Refused("FoW ruling 69", "the campaign gives this mission; nobody changes it")
    if side and side not in line.change.declined and not offers.affords(state, line, side):
        left, price = line.points[side].balance, state.change_price
        text = f"{state.sides[side]}: {left} victory points are left, and a change costs {price}"
        return Refused(AXIS, text)
    return Refused(AXIS, "the mission of this battle can no longer be changed for victory points")


# --- an agreement -------------------------------------------------------------------------------


def agree(state: State, command: AgreeMission, supplied: Supplied) -> Decision:
    """FoW Mission Selector: both sides play a mission of the row's footnote (p. 232)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    sides = _acting(state, command, line, command.side)
    if isinstance(sides, Refused):
        return sides
    mission = _mission(command.mission)
    if isinstance(mission, Refused):
        return mission
    if refused := _not_agreeable(state, line, mission):
        return refused
    new = [side for side in sides if line.agreed.get(side) != mission.slug]
    if not new:
        names = listed(state.sides[side] for side in sides)
        return Refused(SELECTOR, f"{names}: agreed to {mission.name} already")
    agreed = {**line.agreed, **dict.fromkeys(new, mission.slug)}
    why = command.why or ""
    facts = [MissionAgreed(line=line.id, side=side, mission=mission.slug, why=why) for side in new]
    if any(agreed.get(side) != mission.slug for side in state.sides):
        return tuple(facts)
    return (*facts, *_chosen(state, line, mission, line.row, "agreed"))


def _not_agreeable(state: State, line: LineState, mission: Mission) -> Refused | None:
    """FoW ruling 9: footnotes hold until the battle begins, but not before a paid change."""
    if not line.mission:
        return Refused(SELECTOR, "roll for the mission first; its row says what may be agreed on")
    if line.how == "campaign":
        return Refused("FoW ruling 69", "the campaign gives this mission; nobody changes it")
    if line.phase == "change":
        asked = state.sides[line.change.offered_to]
        text = f"another mission for victory points comes first, and is offered to {asked}"
        return Refused("FoW ruling 9", text)
    if line.phase != "preparation":
        return Refused(SELECTOR, "the battle has begun; its mission stays")
    allowed = scores.agreeable(line.row, line.mission, state.rulings.agreed_missions == "any")
    if mission.slug in allowed:
        return None
    name = missions()[line.mission].name
    if not allowed:
        return Refused(SELECTOR, f"{name} has no footnote: no agreement changes it")
    instead = listed((missions()[slug].name for slug in allowed), "or")
    return Refused(SELECTOR, f"in place of {name} both may agree on {instead}, not {mission.name}")


# --- both ---------------------------------------------------------------------------------------


def _chosen(
    state: State, line: LineState, mission: Mission, row: int, how: MissionHow
) -> Iterator[Event]:
    yield MissionChosen(line=line.id, battle=line.battle, mission=mission.slug, row=row, how=how)
    yield from roles.decided_again(state, line, mission)


def _mission(slug: str) -> Mission | Refused:
    if (mission := missions().get(slug)) is not None:
        return mission
    hint = near(slug, missions()) or f"; it is one of {', '.join(missions())}"
    return bad_field("mission", f"{slug!r} is no mission{hint}")


def _acting(
    state: State, command: Command, line: LineState, named: str | None
) -> tuple[str, ...] | Refused:
    """Members: the side that a command names, or every side that its sender acts for."""
    if named:
        side = the_side(state, named)
        if isinstance(side, Refused):
            return side
        return may_act_for(state, command, line.id, side) or (side,)
    refusals = {side: may_act_for(state, command, line.id, side) for side in state.sides}
    own = tuple(side for side, refused in refusals.items() if refused is None)
    return own or next(refused for refused in refusals.values() if refused is not None)


def _own_side(state: State, command: Command, line: LineState, named: str | None) -> str | Refused:
    """The side that pays: named, the sender's only one, or the one that is asked."""
    sides = _acting(state, command, line, named)
    if isinstance(sides, Refused):
        return sides
    return line.change.offered_to if line.change.offered_to in sides else sides[0]


DECIDE: Deciders = {ChangeMission: change, DeclineChange: decline, AgreeMission: agree}
