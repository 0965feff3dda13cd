"""LiF 4: what each event of wars, conquest, Vichy and minor countries does to a state. Pure."""

from msgspec.structs import replace

from campaign.lif.politics import sides
from campaign.lif.state import Evolvers, State, pair
from campaign.lif.us_entry import fold
from events.lif import politics
from events.lif.cup import Mark


def ended(state: State, name: str, other: str) -> list[tuple[str, Mark]]:
    """Ruling 11: the call-outs that a peace between two ends."""
    wars = state.at_war - {pair(name, other)}
    ended: list[tuple[str, Mark]] = []
    for power, enemy in ((name, other), (other, name)):
        marks: list[Mark] = [sides.ENEMY_MARKS[enemy]] if enemy in sides.ENEMY_MARKS else []
        if not any(power in pair_at_war for pair_at_war in wars):
            marks.append("Res")
        called = state.reserves_called.get(power, ())
        ended += [(power, mark) for mark in marks if mark in called]
    return ended


def _war(state: State, event: politics.WarDeclared) -> State:
    return replace(
        state,
        at_war=state.at_war | {pair(event.attacker, event.target)},
        entry=fold.after_war(state.entry, event.attacker, event.target),
    )


def _peace(state: State, event: politics.PeaceMade) -> State:
    name, other = event.powers
    called = dict(state.reserves_called)
    for power, mark in ended(state, name, other):
        called[power] = tuple(reserve for reserve in called[power] if reserve != mark)
    return replace(
        state,
        at_war=state.at_war - {pair(name, other)},
        reserves_called=called,
        entry=fold.after_war(state.entry, name, other),
    )


def _conquest(state: State, event: politics.ConquestChanged) -> State:
    freed = event.power == "france" and event.status == "free" and state.vichy == "collapsed"
    return replace(
        state,
        conquest={**state.conquest, event.power: event.status},
        vichy="none" if freed else state.vichy,
    )


def _vichy_installed(state: State, event: politics.VichyInstalled) -> State:
    moves = frozenset(sides.concerned(state))
    return replace(state, vichy="installed", play=replace(state.play, vichy_moves=moves))


def _vichy_collapsed(state: State, event: politics.VichyCollapsed) -> State:
    return replace(state, vichy="collapsed", entry=fold.after_vichy(state.entry))


def _minor(state: State, event: politics.MinorChanged) -> State:
    country = politics.Minor(event.status, event.power)
    return replace(state, minors={**state.minors, event.minor: country})


EVOLVE: Evolvers = {
    politics.WarDeclared: _war,
    politics.PeaceMade: _peace,
    politics.ConquestChanged: _conquest,
    politics.VichyInstalled: _vichy_installed,
    politics.VichyCollapsed: _vichy_collapsed,
    politics.MinorChanged: _minor,
}
