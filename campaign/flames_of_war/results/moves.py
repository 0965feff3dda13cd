"""FoW Axis of Attack, FoW Ending the Campaign: the sector after a battle, and the end. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war import calendar
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.state import Battle, LineState, State
from events.base import Event
from events.fow.battles import ObjectiveReached, SectorChanged, SectorHeld
from events.fow.set_up import CampaignDecided
from events.fow.words import BySide


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
        yield SectorHeld(line=line.id, sector=line.sector, why=why)
        return
    goal = line.axis.objective[mover]
    to = line.sector + (1 if goal > line.sector else -1)
    yield SectorChanged(line=line.id, side=mover, left=line.sector, to=to)
    if to == goal:
        yield ObjectiveReached(line=line.id, side=mover, sector=to)


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
) -> CampaignDecided | None:
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
            return CampaignDecided(winner=through, how="breakthrough", line=line.id)
        if all(broken.values()):
            return CampaignDecided(how="stalemate")
    others = (other for other in state.lines.values() if other.id != line.id)
    if any(other.phase != "settled" for other in others) or not _last(state, played=played):
        return None
    if state.kind == "linked":
        return _by_points(state, line, points)
    return _at_limit(state)


def _last(state: State, *, played: bool) -> bool:
    """FoW rulings 17 and 22: whether the round that ends now is the last."""
    if state.rulings.unplayed_counts == "yes":
        return calendar.number(state.campaign.turn) >= state.games
    return fought(state, played=played) >= state.games or at_most(state)


def at_most(state: State) -> bool:
    """Whether there can be no further round at all."""
    return calendar.number(state.campaign.turn) >= calendar.MOST


def fought(state: State, *, played: bool) -> int:
    """How many rounds had a battle that was fought, this one included."""
    rounds = {battle.round for battle in state.battles.values() if battle.state == "settled"}
    return len(rounds | {state.campaign.turn} if played else rounds)


def _by_points(state: State, line: LineState, points: BySide) -> CampaignDecided:
    """FoW Ending Linked Mission Campaigns: the higher total wins; equal totals are a draw."""
    totals = {side: has.won + points.get(side, 0) for side, has in line.points.items()}
    most = max(totals.values())
    ahead = [side for side, total in totals.items() if total == most]
    if len(ahead) > 1:
        return CampaignDecided(how="draw")
    return CampaignDecided(winner=ahead[0], how="points")


def _at_limit(state: State) -> CampaignDecided:
    """FoW ruling 74: a stalemate, or the side to which the file of every line gives it."""
    named = {line.axis.at_limit for line in state.lines.values() if line.axis}
    winner = named.pop() if len(named) == 1 else "stalemate"
    if winner == "stalemate":
        return CampaignDecided(how="stalemate")
    return CampaignDecided(winner=winner, how="limit")
