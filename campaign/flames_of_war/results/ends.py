"""How battles end, and who has won by it: from the mission's own ends. Pure."""

from collections.abc import Iterator, Sequence

from campaign.flames_of_war.missions.catalogue import Mission, MissionEnd, missions
from campaign.flames_of_war.state import Battle, State
from campaign.kernel.decisions import RECORD, Refused, bad_field, missing_field
from campaign.text.english import listed
from events.fow.words import EndedBy

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
    able = {who for end in mission.end if end.ended_by == ended_by for who in _sides(battle, end)}
    if side in able:
        return side
    if side or not able:
        return Refused(mission.heading, _no_such_end(mission, side and _role(battle, side)))
    if len(able) == 1:
        return able.pop()
    return missing_field("side", "say which side ended the battle", "Which side?")


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
        if end.ended_by != ended_by or (side and side not in _sides(battle, end)):
            continue
        role = _role(battle, side)
        if not turn and end.begins > 1:
            text = f"say in which own turn of the {role}: this counts from turn {end.begins} on"
            return missing_field("turn", text, "In which own turn?")
        if turn and turn < end.begins:
            text = f"in {mission.name} that ends nothing before the {role}'s own turn {end.begins}"
            return Refused(mission.heading, text)
        if end.when == "last-turn" and turn > end.begins:
            text = f"{mission.name} is over when the {role}'s own turn {end.begins} begins"
            return Refused(mission.heading, text)
        return _won(battle, end.winner, side)
    return _won(battle, mission.otherwise, "")


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


def names_turn(battle: Battle, ended_by: str, side: str) -> bool:
    """FoW ruling 80: whether the mission names a turn for this end, and the battle log has none."""
    end = next((one for one in missions()[battle.mission].end if one.ended_by == ended_by), None)
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


def _sides(battle: Battle, end: MissionEnd) -> Sequence[str]:
    both = {"attacker": battle.attacker, "defender": battle.defender}
    return tuple(both.values()) if end.side == "either" else (both.get(end.side, ""),)


def _won(battle: Battle, who: str, side: str) -> str:
    return {"attacker": battle.attacker, "defender": battle.defender, "side": side}.get(who, "")


def _no_such_end(mission: Mission, role: str) -> str:
    """FoW missions: how this one ends, for a reader who named an end that it does not have."""
    who = f"for the {role}" if role else "that way"
    return f"{mission.name} does not end {who} by this; it ends by {listed(_ways(mission), 'or')}"


def _ways(mission: Mission) -> Iterator[str]:
    for end in mission.end:
        if end.when == "time":
            yield "time"
            continue
        whose = "either side's" if end.side == "either" else f"the {end.side}'s"
        turn = f" from their own turn {end.begins} on" if end.begins > 1 else ""
        yield f"{whose} {_END[end.ended_by]}{turn}"


_END = {"objective": "objective", "cleared": "clearing of the table", "last-turn": "last turn"}
