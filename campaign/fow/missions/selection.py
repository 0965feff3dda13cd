"""FoW Mission Selector, FoW Linked Missions: the next mission: rolled, paid for, agreed. Pure."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from campaign.fow.dice import draws
from campaign.fow.members.permissions import may_act_for, no_such, the_line, the_side
from campaign.fow.missions import roles
from campaign.fow.missions.catalogue import Mission, selection
from campaign.fow.missions.catalogue import missions as catalogue_missions
from campaign.fow.missions.commands import AgreeMission, ChangeMission, DeclineChange, RollMission
from campaign.fow.state import (
    Deciders,
    Evolvers,
    LineState,
    MissionChange,
    SidePoints,
    State,
    with_line,
)
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.text.english import listed
from events.base import Event
from events.fow import missions, words

# --- What the choice of a mission does to its line ----------------------------------------------


def _chosen(state: State, event: missions.MissionChosen) -> State:
    """FoW Mission Selector: the mission is settled until somebody changes it."""
    line, rolls = state.lines[event.line], event.how == "roll"
    change = MissionChange(asked=event.asked) if rolls else line.change
    row = event.row if rolls else line.rolled_row
    chosen = replace(
        line, mission=event.mission, row=event.row, how=event.how, agreed={}, rolled_row=row
    )
    return with_line(state, asked(state, chosen, change))


def _roles_rolled(state: State, event: missions.RolesRolled) -> State:
    """FoW Defensive Battle: what was told with the dice holds for this battle."""
    line = state.lines[event.line]
    changed = replace(line, types={**line.types, **event.types})
    return with_line(draws.rolled(state, event), changed)


def _roles(state: State, event: missions.RolesDecided) -> State:
    """FoW Defensive Battle: who attacks, and is asked first where both have as many points."""
    line = state.lines[event.line]
    how = event.how if event.attacker else ""
    decided = replace(line, attacker=event.attacker, roles_how=how)
    if line.phase != "change" or event.how == "score":
        return with_line(state, decided)
    order = roles.attacker_first(state, decided)
    return with_line(state, asked(state, decided, replace(line.change, asked=order)))


def _spent(state: State, event: missions.VictoryPointsSpent) -> State:
    """FoW Axis of Attack: points spent are gone from the total, not from the last mission."""
    line = state.lines[event.line]
    before = line.points[event.side]
    after = SidePoints(before.won, before.spent + event.points, before.last)
    line = replace(line, points={**line.points, event.side: after})
    if event.on == "mission":
        line = replace(line, change=replace(line.change, paid_by=event.side, offered_to=""))
    return with_line(state, line)


def _declined(state: State, event: missions.ChangeDeclined) -> State:
    return with_line(state, declined(state, state.lines[event.line], event.side))


def declined(state: State, line: LineState, side: str) -> LineState:
    """FoW ruling 7: a line after a side kept its mission: the other is asked, if it can pay."""
    return asked(state, line, replace(line.change, declined=(*line.change.declined, side)))


def _agreed(state: State, event: missions.MissionAgreed) -> State:
    line = state.lines[event.line]
    return with_line(state, replace(line, agreed={**line.agreed, event.side: event.mission}))


def asked(state: State, line: LineState, change: MissionChange) -> LineState:
    """A line whose mission is chosen: it waits for a side that may change it, or is prepared."""
    side = roles.next_asked(state, line, change)
    if side != change.offered_to:
        change = replace(change, offered_to=side)
    return replace(line, change=change, phase="change" if side else "preparation")


EVOLVE: Evolvers = {
    missions.MissionRolled: draws.rolled,
    missions.MissionChosen: _chosen,
    missions.RolesRolled: _roles_rolled,
    missions.RolesDecided: _roles,
    missions.VictoryPointsSpent: _spent,
    missions.ChangeDeclined: _declined,
    missions.MissionAgreed: _agreed,
}


# --- FoW Mission Selector, FoW Linked Missions: rolling for the next mission --------------------

RULE = "FoW Mission Selector"
LABEL = "mission"


def roll(state: State, command: RollMission, supplied: Supplied) -> Decision:
    """FoW Mission Selector: dice, what is added to them, and the row of the higher (p. 232)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := roles.may_roll(state, command, line) or not_now(line):
        return refused
    whose = draws.source(state, command.dice)
    if isinstance(whose, Refused):
        return whose
    if refused := draws.witnessed(state, command.witness, command.by):
        return refused
    draw = 0
    if command.dice is not None:
        dice = roles.sides_dice(state, command.dice, dice_each(state, line))
        if isinstance(dice, Refused):
            return dice
    else:
        drawn = draws.dice(state, supplied, LABEL)
        fell = {
            side: tuple(drawn.roll(draws.FACES) for _ in range(dice_each(state, line)))
            for side in sorted(state.sides)
        }
        dice, draw = {side: fell[side] for side in state.sides}, drawn.last
    made = score(state, line, dice)
    row = roles.row_of(max(side.score for side in made.values()))
    rolled = missions.MissionRolled(
        line=line.id,
        battle=line.battle,
        kind="one-off" if is_first(state, line) else "linked",
        rolls=made,
        row=row,
        source=whose,
        witness=command.witness,
        draw=draw,
    )
    return (rolled, *_follows(state, line, made, row))


def not_now(line: LineState) -> Refused | None:
    """Why nobody rolls for a line's mission now; None where it is due."""
    if line.phase == "mission":
        return None
    if line.broken_by:
        return Refused(RULE, f"{line.name} is broken through; no more battles are fought there")
    if line.phase == "settled":
        return Refused(RULE, "this round's battle is over; the next mission is rolled next round")
    name = catalogue_missions()[line.mission].name
    return Refused(RULE, f"the mission is settled already: {name}")


# --- the score ----------------------------------------------------------------------------------


def is_first(state: State, line: LineState) -> bool:
    """FoW Linked Missions: whether a mission is rolled as a single game's.

    It is while no game of a linked campaign has been played, here or before it joined in.
    """
    if state.kind != "linked" or line.last.winner:
        return False
    if any(points.last for points in line.points.values()):
        return False
    return not any(
        battle.line == line.id and battle.state == "settled" for battle in state.battles.values()
    )


def dice_each(state: State, line: LineState) -> int:
    """FoW Linked Missions: how many dice each side rolls."""
    return selection()["one-off-dice" if is_first(state, line) else "linked-dice"]


def score(
    state: State, line: LineState, dice: Mapping[str, tuple[int, ...]]
) -> dict[str, missions.MissionScore]:
    """FoW Linked Missions: the score of each side, with everything that is added."""
    if is_first(state, line):
        return roles.one_off(dice)
    last = {side: line.points[side].last for side in state.sides}
    defended = line.last.winner if line.last.won_defending else ""
    totals = {side: roles.total(state, line, side) for side in state.sides}
    return roles.linked(dice, last, totals, defended)


def _follows(
    state: State, line: LineState, made: Mapping[str, missions.MissionScore], row: int
) -> tuple[Event, ...]:
    """FoW Linked Missions: the higher score attacks, whatever the mission says; equal ones do not.

    In a single game the mission's own rule says who attacks.
    """
    mission = catalogue_missions()[roles.mission_of(row)]
    higher = roles.higher({side: one.score for side, one in made.items()})
    attacker = higher if not is_first(state, line) else ""
    decided = (
        (missions.RolesDecided(line=line.id, attacker=attacker, how="score"),)
        if attacker
        else tuple(roles.decided(state, line, mission))
    )
    attacker = attacker or roles.attacker_of(state, line, mission)
    chosen = missions.MissionChosen(
        line=line.id,
        battle=line.battle,
        mission=mission.slug,
        row=row,
        how="roll",
        asked=roles.asked(state, replace(line, attacker=attacker)),
    )
    return (chosen, *decided)


# --- FoW Axis of Attack: paying for another mission, and agreeing on one ------------------------

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
    row = roles.row_with(mission.slug)
    if row not in roles.neighbours(line.rolled_row):
        rows = roles.neighbours(line.rolled_row)
        near_by = [catalogue_missions()[roles.mission_of(one)].name for one in rows]
        here = catalogue_missions()[line.mission].name
        text = f"one row from {here} is {listed(near_by, 'or')}, not {mission.name}"
        return Refused(AXIS, text)
    price = state.change_price
    return (
        missions.VictoryPointsSpent(line=line.id, side=side, points=price, on="mission"),
        *_another_chosen(state, line, mission, row, "paid"),
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
        events.append(missions.ChangeDeclined(line=line.id, side=asked, why=why))
        line = declined(state, line, asked)
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
    if side and side not in line.change.declined and not roles.affords(state, line, side):
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
    facts = [
        missions.MissionAgreed(line=line.id, side=side, mission=mission.slug, why=why)
        for side in new
    ]
    if any(agreed.get(side) != mission.slug for side in state.sides):
        return tuple(facts)
    return (*facts, *_another_chosen(state, line, mission, line.row, "agreed"))


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
    allowed = roles.agreeable(line.row, line.mission, state.rulings.agreed_missions == "any")
    if mission.slug in allowed:
        return None
    name = catalogue_missions()[line.mission].name
    if not allowed:
        return Refused(SELECTOR, f"{name} has no footnote: no agreement changes it")
    instead = listed((catalogue_missions()[slug].name for slug in allowed), "or")
    return Refused(SELECTOR, f"in place of {name} both may agree on {instead}, not {mission.name}")


# --- both ---------------------------------------------------------------------------------------


def _another_chosen(
    state: State, line: LineState, mission: Mission, row: int, how: words.MissionHow
) -> Iterator[Event]:
    yield missions.MissionChosen(
        line=line.id, battle=line.battle, mission=mission.slug, row=row, how=how
    )
    yield from roles.decided_again(state, line, mission)


def _mission(slug: str) -> Mission | Refused:
    known = catalogue_missions()
    return no_such("mission", "mission", (slug,), known) or known[slug]


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


DECIDE: Deciders = {
    RollMission: roll,
    ChangeMission: change,
    DeclineChange: decline,
    AgreeMission: agree,
}
