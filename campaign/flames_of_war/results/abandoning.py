"""FoW ruling 17: a battle that is never played, or not to its end. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import calendar
from campaign.flames_of_war.results.battle_begins import SEQUENCE
from campaign.flames_of_war.results.battle_people import impartial
from campaign.flames_of_war.results.commands import AbandonBattle
from campaign.flames_of_war.results.moves import at_most, decided, fought
from campaign.flames_of_war.state import (
    Battle,
    Deciders,
    Evolvers,
    LineState,
    State,
    with_battle,
    with_line,
)
from campaign.flames_of_war.who_may import the_line
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kernel.state import with_campaign
from events.fow.battles import BattleAbandoned


def _abandon(state: State, command: AbandonBattle, given: Supplied) -> Decision:
    """FoW ruling 17: no points, no sector, no last mission; the round is over for the line.

    FoW ruling 29: a host who fights takes no result from the other side by it.
    """
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if line.phase == "settled":
        return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    battle = state.battles.get(line.battle)
    if battle and battle.report and not impartial(state, battle, command.by):
        text = "a result was reported: a host who fights in this battle cannot abandon it now"
        return Refused("FoW ruling 29", text)
    end = decided(state, line, played=False, points={}, through="")
    gone = BattleAbandoned(
        line=line.id, battle=line.battle, reason=command.reason, last_turn=_one_more(state, line)
    )
    return (gone, end) if end else (gone,)


def _abandoned(state: State, event: BattleAbandoned) -> State:
    """The line waits for the next round; a battle for which nothing was rolled leaves no trace."""
    line = state.lines[event.line]
    battle = state.battles.get(event.battle)
    if battle is None and line.mission:
        battle = Battle(
            event.battle,
            event.line,
            state.campaign.turn,
            line.mission,
            line.attacker,
            state.other(line.attacker) if line.attacker else "",
            line.sector,
        )
    if battle is not None:
        state = with_battle(state, replace(battle, state="abandoned", reason=event.reason))
    shared = replace(state.campaign, last_turn=event.last_turn or state.campaign.last_turn)
    return with_line(with_campaign(state, shared), replace(line, phase="settled"))


def _one_more(state: State, line: LineState) -> str:
    """FoW ruling 17: the last round, where this one does not count; empty where it does."""
    if state.rulings.unplayed_counts == "yes" or at_most(state):
        return ""
    turn = state.campaign.turn
    others = (other for other in state.lines.values() if other.id != line.id)
    played = (battle for battle in state.battles.values() if battle.round == turn)
    if any(other.phase != "settled" for other in others) or any(
        battle.state == "settled" for battle in played
    ):
        return ""
    rounds = calendar.number(turn) + state.games - fought(state, played=False)
    return calendar.named(min(calendar.MOST, rounds))


DECIDE: Deciders = {AbandonBattle: _abandon}
EVOLVE: Evolvers = {BattleAbandoned: _abandoned}
