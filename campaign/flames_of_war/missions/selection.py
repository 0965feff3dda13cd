"""FoW Mission Selector, FoW Linked Missions: rolling for the next mission. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.missions import offers, roles, scores
from campaign.flames_of_war.missions.catalogue import missions, selection
from campaign.flames_of_war.missions.commands import RollMission
from campaign.flames_of_war.missions.scores import SelectionScore
from campaign.flames_of_war.state import Deciders, LineState, Needing, State
from campaign.flames_of_war.who_may import the_line
from campaign.kernel.decisions import Decision, Needs, Refused, Supplied, bad_field
from campaign.text.english import counted
from events.base import Event
from events.fow.missions import MissionChosen, MissionRolled, MissionScore, RolesDecided

RULE = "FoW Mission Selector"
LABEL = "mission"


def roll(state: State, command: RollMission, supplied: Supplied) -> Decision:
    """FoW Mission Selector: dice, what is added to them, and the row of the higher (p. 232)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := roles.may_roll(state, command, line) or not_now(line):
        return refused
    whose = rolling.source(state, command.dice)
    if isinstance(whose, Refused):
        return whose
    if refused := rolling.witnessed(state, command.witness, command.by):
        return refused
    draw = 0
    if command.dice is not None:
        dice = _typed(state, line, command.dice)
        if isinstance(dice, Refused):
            return dice
    else:
        drawn = rolling.dice(state, supplied, LABEL)
        fell = {
            side: tuple(drawn.roll(rolling.FACES) for _ in range(dice_each(state, line)))
            for side in sorted(state.sides)
        }
        dice, draw = {side: fell[side] for side in state.sides}, drawn.last
    made = score(state, line, dice)
    row = scores.row_of(max(side.total for side in made.values()))
    rolled = MissionRolled(
        line=line.id,
        battle=line.battle,
        kind="one-off" if is_first(state, line) else "linked",
        rolls={side: _recorded(one) for side, one in made.items()},
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
    name = missions()[line.mission].name
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
) -> dict[str, SelectionScore]:
    """FoW Linked Missions: the score of each side, with everything that is added."""
    if is_first(state, line):
        return scores.one_off(dice)
    last = {side: line.points[side].last for side in state.sides}
    defended = line.last.winner if line.last.won_defending else ""
    totals = {side: offers.total(state, line, side) for side in state.sides}
    return scores.linked(dice, last, totals, defended)


def _recorded(one: SelectionScore) -> MissionScore:
    return MissionScore(one.dice, one.last, one.lead, one.won_defending, one.total)


def _typed(
    state: State, line: LineState, typed: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]] | Refused:
    dice = roles.sides_dice(state, typed)
    if isinstance(dice, Refused):
        return dice
    wanted = dice_each(state, line)
    for side, thrown in dice.items():
        if len(thrown) != wanted:
            name, many = state.sides[side], counted(wanted, "die", "dice")
            text = f"{name}: {many} for this mission, not {len(thrown)}"
            return bad_field("dice", text)
    return dice


def _follows(
    state: State, line: LineState, made: Mapping[str, SelectionScore], row: int
) -> tuple[Event, ...]:
    """FoW Linked Missions: the higher score attacks, whatever the mission says; equal ones do not.

    In a single game the mission's own rule says who attacks.
    """
    mission = missions()[scores.mission_of(row)]
    higher = scores.higher({side: one.total for side, one in made.items()})
    attacker = higher if not is_first(state, line) else ""
    decided = (
        (RolesDecided(line=line.id, attacker=attacker, how="score"),)
        if attacker
        else tuple(roles.decided(state, line, mission))
    )
    attacker = attacker or roles.attacker_of(state, line, mission)
    chosen = MissionChosen(
        line=line.id,
        battle=line.battle,
        mission=mission.slug,
        row=row,
        how="roll",
        asked=offers.asked(state, replace(line, attacker=attacker)),
    )
    return (chosen, *decided)


def _needs(state: State, command: RollMission) -> Needs:
    return rolling.needs(state, command.dice)


DECIDE: Deciders = {RollMission: roll}
NEEDS: Needing = {RollMission: _needs}
