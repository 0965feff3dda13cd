"""FoW ruling 17: a battle that is never played, or not to its end. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import calendar
from campaign.flames_of_war.results.battle_begins import SEQUENCE
from campaign.flames_of_war.results.commands import AbandonBattle
from campaign.flames_of_war.results.moves import at_most, decided, fought
from campaign.flames_of_war.state import (
    Battle,
    Deciders,
    Evolvers,
    State,
    with_battle,
    with_line,
)
from campaign.flames_of_war.who_may import the_line
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.kernel.state import with_campaign
from events.fow.battles import BattleAbandoned


def _abandon(state: State, command: AbandonBattle, given: Supplied) -> Decision:
    """FoW ruling 17: no points, no sector, no last mission; the round is over for the line."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if line.phase == "settled":
        return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    end = decided(state, line, played=False, points={}, through="")
    gone = BattleAbandoned(line=line.id, battle=line.battle, reason=command.reason)
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
    return _round_added(with_line(state, replace(line, phase="settled")))


def _round_added(state: State) -> State:
    """FoW ruling 17: where such a round does not count, the campaign has one more."""
    shared = state.campaign
    if state.rulings.unplayed_counts == "yes" or at_most(state):
        return state
    settled = all(other.phase == "settled" for other in state.lines.values())
    if not settled or any(
        battle.round == shared.turn and battle.state == "settled"
        for battle in state.battles.values()
    ):
        return state
    rounds = calendar.number(shared.turn) + state.games - fought(state, played=False)
    last = calendar.named(min(calendar.MOST, rounds))
    return with_campaign(state, replace(shared, last_turn=last))


DECIDE: Deciders = {AbandonBattle: _abandon}
EVOLVE: Evolvers = {BattleAbandoned: _abandoned}
