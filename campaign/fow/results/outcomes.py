"""FoW Axis of Attack: how battles end, what is booked, how players stand. Pure."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from campaign.fow import names
from campaign.fow.missions.catalogue import Mission, MissionEnd, missions
from campaign.fow.results.losses import INTENSE, Award, award, counted_losses, of_sides
from campaign.fow.state import (
    Battle,
    Evolvers,
    LastBattle,
    LineState,
    SidePoints,
    State,
    with_both,
    with_line,
)
from campaign.kernel.decisions import RECORD, Refused, bad_field, filled, missing_field
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.fow import battles, set_up
from events.fow.words import BySide, EndedBy, Result

# --- How battles end, and who has won by it: from the mission's own ends ------------------------

MORALE = "FoW Company Morale Checks"
_LOSING: dict[EndedBy, str] = {
    "morale": "say which side's company failed its morale check",
    "conceded": "say which side gave the battle up",
}


def about(mission: Mission, battle: Battle, ended_by: EndedBy, side: str) -> str | Refused:
    """Whom an end is about: the side named, or the only one that the mission has it for.

    Refuses ends that the mission does not have for that side.
    """
    if ended_by == "time":
        return bad_field("side", "time runs out for both sides: name none") if side else ""
    if ended_by in _LOSING:
        if not side:
            return missing_field("side", _LOSING[ended_by], "Which side?")
        return side
    sides = able(mission, battle, ended_by)
    if side in sides:
        return side
    if side or not sides:
        who = f"for the {_role(battle, side)}" if side else "that way"
        how = f"does not end {who} by this; it ends by {listed(ways(mission), 'or')}"
        return Refused(mission.heading, f"{mission.name} {how}")
    if len(sides) == 1:
        return next(iter(sides))
    return missing_field("side", "say which side ended the battle", "Which side?")


def able(mission: Mission, battle: Battle, ended_by: EndedBy) -> dict[str, None]:
    """The sides that an end may be about, in the battle's order; none for the end of time."""
    if ended_by == "time":
        return {}
    if ended_by in _LOSING:
        return dict.fromkeys((battle.attacker, battle.defender))
    ends = (end for end in mission.end if end.ended_by == ended_by)
    return dict.fromkeys(who for end in ends for who in sides_of_end(battle, end) if who)


def winner(
    mission: Mission, battle: Battle, ended_by: EndedBy, side: str, turn: int
) -> str | Refused:
    """Who won by an end; empty where nobody did. Refuses one that comes before its turn.

    Whoever fails Company Morale or gives up has lost (p. 119); where the mission has no such end
    its own last word holds (FoW ruling 28).
    """
    other = battle.defender if side == battle.attacker else battle.attacker
    if ended_by in _LOSING:
        return other
    for end in mission.end:
        if end.ended_by != ended_by or (side and side not in sides_of_end(battle, end)):
            continue
        role = _role(battle, side)
        if not turn and end.begins > 1:
            text = f"say in which own turn of the {role}: this counts from turn {end.begins} on"
            return missing_field("turn", text, f"In which own turn of the {role}?")
        if turn and turn < end.begins:
            text = f"in {mission.name} that ends nothing before the {role}'s own turn {end.begins}"
            return Refused(mission.heading, text)
        if end.when == "last-turn" and turn > end.begins:
            text = f"{mission.name} is over when the {role}'s own turn {end.begins} begins"
            return Refused(mission.heading, text)
        return _winner_of(battle, end.winner, side)
    return _winner_of(battle, mission.otherwise, "")


def own_turn(state: State, battle: Battle, side: str, turn: int) -> int | Refused:
    """FoW ruling 80: in which own turn of a side its battle ended: as told, otherwise as logged.

    A log may stop before the battle does, so a later turn may be told, but none before its last.
    """
    turns = battle.table.turns
    logged = turns.get(side, 0) if side else max(turns.values(), default=0)
    if turn and turn < logged:
        who = f"{state.sides[side]} in their own turn" if side else "own turn"
        return Refused(RECORD, f"the battle log has {who} {logged}, not {turn}")
    return turn or (logged if side else 0)


def end_of(battle: Battle, ended_by: str) -> MissionEnd | None:
    """The end that a battle's mission has by a word; None where it has no such end."""
    ends = missions()[battle.mission].end
    return next((one for one in ends if one.ended_by == ended_by), None)


def names_turn(battle: Battle, ended_by: str, side: str) -> bool:
    """FoW ruling 80: whether the mission names a turn for this end, and the battle log has none."""
    end = end_of(battle, ended_by)
    return end is not None and end.begins > 1 and not battle.table.turns.get(side)


def against_the_log(state: State, battle: Battle, ended_by: EndedBy, side: str) -> Refused | None:
    """FoW Company Morale Checks: a company that broke has ended the battle (p. 118)."""
    broke = battle.table.broke
    if not broke or battle.battalion or (ended_by == "morale" and side in broke):
        return None
    names = listed(state.sides[one] for one in broke)
    text = f"{names} failed Company Morale in this battle, which ended it: report it as morale"
    return Refused(MORALE, text)


def _role(battle: Battle, side: str) -> str:
    return "attacker" if side == battle.attacker else "defender"


def sides_of_end(battle: Battle, end: MissionEnd) -> Sequence[str]:
    """The sides that an end of a mission is for."""
    both = {"attacker": battle.attacker, "defender": battle.defender}
    return tuple(both.values()) if end.side == "either" else (both.get(end.side, ""),)


def _winner_of(battle: Battle, who: str, side: str) -> str:
    return {"attacker": battle.attacker, "defender": battle.defender, "side": side}.get(who, "")


def ways(mission: Mission) -> Iterator[str]:
    """How a mission ends, each way in words."""
    for end in mission.end:
        if end.when == "time":
            yield "time"
            continue
        whose = "either side's" if end.side == "either" else f"the {end.side}'s"
        turn = f" from their own turn {end.begins} on" if end.begins > 1 else ""
        yield f"{whose} {_END[end.ended_by]}{turn}"


_END = {"objective": "objective", "cleared": "clearing of the table", "last-turn": "last turn"}


RESULTS: dict[Result, str] = {
    "stunning": "stunning victory",
    "major": "major victory",
    "minor": "minor victory",
    "fair-fight": "drawn Fair Fight",
}
"""FoW Victory Points: what a battle was, in words."""

# --- FoW Axis of Attack, FoW Ending the Campaign: the sector after a battle, and the end --------


def moved(state: State, battle: Battle, winner: str) -> Iterator[Event]:
    """FoW Axis of Attack: the sector moves with an attacker who won, and holds otherwise.

    FoW rulings 2 and 3: a battle that nobody won, and a defender who won a Fair Fight.
    """
    line = state.lines[battle.line]
    if line.axis is None:
        return
    mover = _mover(state, battle, winner)
    if not mover:
        why = "defender" if winner else "nobody"
        yield battles.SectorHeld(line=line.id, sector=line.sector, why=why)
        return
    goal = line.axis.objective[mover]
    to = line.sector + (1 if goal > line.sector else -1)
    yield battles.SectorChanged(line=line.id, side=mover, left=line.sector, to=to)
    if to == goal:
        yield battles.ObjectiveReached(line=line.id, side=mover, sector=to)


def _mover(state: State, battle: Battle, winner: str) -> str:
    """The side that the sector moves for; empty where it stays."""
    if winner == battle.attacker:
        return winner
    if not winner:
        return battle.defender if state.rulings.drawn_battle == "back" else ""
    advances = state.rulings.defender_advances == "yes" and missions()[battle.mission].fair
    return winner if advances else ""


def decided(
    state: State, line: LineState, *, played: bool, points: BySide, through: str
) -> set_up.CampaignDecided | None:
    """FoW Ending the Campaign: the end that this round's battle on a line brings, if any.

    `played`: whether it was fought; `points`: what it brings; `through`: who reached their
    objective by it.
    """
    broken = {other.id: other.broken_by for other in state.lines.values()} | (
        {line.id: through} if through else {}
    )
    if through:
        needed = min(state.rulings.breakthroughs, len(state.lines))
        if sum(side == through for side in broken.values()) >= needed:
            return set_up.CampaignDecided(winner=through, how="breakthrough", line=line.id)
        if all(broken.values()):
            return set_up.CampaignDecided(how="stalemate")
    others = (other for other in state.lines.values() if other.id != line.id)
    if any(other.phase != "settled" for other in others) or not _last(state, played=played):
        return None
    if state.kind == "linked":
        return _by_points(state, line, points)
    return _at_limit(state)


def _last(state: State, *, played: bool) -> bool:
    """FoW rulings 17 and 22: whether the round that ends now is the last."""
    if state.rulings.unplayed_counts == "yes":
        return names.round_number(state.campaign.turn) >= state.games
    return fought(state, played=played) >= state.games or at_most(state)


def at_most(state: State) -> bool:
    """Whether there can be no further round at all."""
    return names.round_number(state.campaign.turn) >= names.MOST_ROUNDS


def fought(state: State, *, played: bool) -> int:
    """How many rounds had a battle that was fought, this one included."""
    rounds = {battle.round for battle in state.battles.values() if battle.state == "settled"}
    return len(rounds | {state.campaign.turn} if played else rounds)


def _by_points(state: State, line: LineState, points: BySide) -> set_up.CampaignDecided:
    """FoW Ending Linked Mission Campaigns: the higher total wins; equal totals are a draw."""
    totals = {side: has.won + points.get(side, 0) for side, has in line.points.items()}
    most = max(totals.values())
    ahead = [side for side, total in totals.items() if total == most]
    if len(ahead) > 1:
        return set_up.CampaignDecided(how="draw")
    return set_up.CampaignDecided(winner=ahead[0], how="points")


def _at_limit(state: State) -> set_up.CampaignDecided:
    """FoW ruling 74: a stalemate, or the side to which the file of every line gives it."""
    named = {line.axis.at_limit for line in state.lines.values() if line.axis}
    winner = named.pop() if len(named) == 1 else "stalemate"
    if winner == "stalemate":
        return set_up.CampaignDecided(how="stalemate")
    return set_up.CampaignDecided(winner=winner, how="limit")


# --- FoW Victory Points: a confirmed result is booked: points, sector, the end ------------------


def worth(state: State, battle: Battle, report: battles.ResultReported) -> Award:
    """FoW Victory Points: what a report brings, with its result."""
    alone = state.rulings.intense_first == "overall"
    figures = counted_losses(
        of_sides(state, battle, report),
        intense=INTENSE in battle.rules,
        first=report.first_lost if alone else None,
    )
    return award(figures, report.winner, passive=state.rulings.passive_draw == "table")


def booked(state: State, battle: Battle, report: battles.ResultReported) -> tuple[Event, ...]:
    """FoW Campaign Sequence: everything that follows once a result stands."""
    line, gains = state.lines[battle.line], worth(state, battle, report)
    moves = tuple(moved(state, battle, report.winner))
    through = next((move.side for move in moves if isinstance(move, battles.ObjectiveReached)), "")
    end = decided(state, line, played=True, points=gains.points, through=through)
    defended = report.winner == battle.defender and not missions()[battle.mission].fair
    won = filled(
        battles.VictoryPointsWon,
        gains,
        line=line.id,
        battle=battle.id,
        winner=report.winner,
        won_defending=bool(report.winner) and defended,
    )
    return (battles.ResultConfirmed(battle=battle.id), won, *moves, *((end,) if end else ()))


def _won(state: State, event: battles.VictoryPointsWon) -> State:
    """FoW Axis of Attack: points are added to the line's, and the last mission's are these."""
    line, battle = state.lines[event.line], state.battle(event.battle)
    report = battle.report
    points = {
        side: SidePoints(has.won + event.points[side], has.spent, event.points[side])
        for side, has in line.points.items()
    }
    line = replace(
        line,
        points=points,
        phase="settled",
        last=LastBattle(event.winner, event.won_defending, battle.id),
    )
    settled = replace(
        battle,
        state="settled",
        contested="",
        rosters={},
        ended_by=report.ended_by if report else "",
        winner=event.winner,
        result=event.result,
        counted=event.counted,
        points=event.points,
    )
    return with_both(_squads_free(state, battle), line, settled)


def _squads_free(state: State, battle: Battle) -> State:
    """FoW ruling 21: squads may change again once a battle of their force was fought.

    One that was abandoned has not been, and gives no second change.
    """
    if not battle.forces:
        return state
    fought = {
        name: replace(state.forces[name], squads_changed=frozenset())
        for name in battle.forces.values()
        if name in state.forces
    }
    return replace(state, forces={**state.forces, **fought}) if fought else state


def _changed(state: State, event: battles.SectorChanged) -> State:
    """FoW Axis of Attack: an advance is part of a booking, and is struck with its points.

    Otherwise the battle, booked again, would move its line a second time.
    """
    line = state.lines[event.line]
    return with_line(state, replace(line, sector=event.to)) if line.phase == "settled" else state


def _reached(state: State, event: battles.ObjectiveReached) -> State:
    """FoW Axis of Attack: likewise the objective that was reached by it."""
    line = state.lines[event.line]
    broken = replace(line, broken_by=event.side)
    return with_line(state, broken) if line.phase == "settled" else state


def _nothing(state: State, event: Event) -> State:
    """What is said for the record: the points that follow it change the state."""
    return state


EVOLVE: Evolvers = {
    battles.ResultConfirmed: _nothing,
    battles.VictoryPointsWon: _won,
    battles.SectorChanged: _changed,
    battles.SectorHeld: _nothing,
    battles.ObjectiveReached: _reached,
}


# --- How the players stand: battles fought, won and drawn, points brought in --------------------


class Standing(msgspec.Struct, frozen=True):
    """A player's battles and points."""

    battles: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0

    @property
    def lost(self) -> int:
        """Battles that the enemy won."""
        return self.battles - self.won - self.drawn


def standings(state: State) -> dict[str, Standing]:
    """Every player, and everybody who has commanded in a battle that was booked."""
    by_player = dict.fromkeys(state.players, Standing())
    for battle in state.battles.values():
        if battle.state != "settled":
            continue
        for side, who in battle.commanders.items():
            if who:
                so_far = by_player.get(who, Standing())
                by_player[who] = Standing(
                    so_far.battles + 1,
                    so_far.won + (battle.winner == side),
                    so_far.drawn + (not battle.winner),
                    so_far.points + battle.points.get(side, 0),
                )
    return by_player


# --- A report in words -----------------------------------------------------------------------

_ENDED: dict[EndedBy, str] = {
    "objective": "{side} held an objective at the start of {turn}",
    "cleared": "{side} began {turn} with no enemy left where it matters",
    "last-turn": "{side} began {turn}, the last",
    "time": "time ran out",
    "morale": "{side} failed Company Morale",
    "conceded": "{side} gave the battle up",
}


def ended_in_words(event: battles.ResultReported, called: names.Names) -> str:
    """How a battle ended, inside a sentence: `the Allies held an objective …`."""
    turn = f"their turn {event.turn}" if event.turn else "a turn"
    side = called.the_seat(event.side) if event.side else ""
    return _ENDED[event.ended_by].format(side=side, turn=turn)


def reported_in_words(event: battles.ResultReported, called: names.Names) -> str:
    """Which battle is reported, how it ended, who won, and what was lost."""
    won = f"{called.the_seat(event.winner)} won" if event.winner else "nobody won"
    lost = listed(
        f"{called.the_seat(side)} {counted(figure, 'platoon') if figure else 'nothing'}"
        for side, figure in event.lost.items()
    )
    ended = ended_in_words(event, called)
    text = f"{capital(called.battle(event.battle))} is reported: {ended}, so {won}."
    return f"{text} Lost: {lost}." if lost else text
