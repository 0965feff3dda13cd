"""LiF 3.3, 4.1, 4.2: the war around the board: wars, peace, conquest, Vichy and minors. Pure.

The base game decides when these happen; the club records them, and leaders are affected.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import (
    RECORD,
    Decision,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.leaders_in_flames.board import cup
from campaign.leaders_in_flames.names import leader, listed, the_country
from campaign.leaders_in_flames.on_map import placing
from campaign.leaders_in_flames.politics import countries
from campaign.leaders_in_flames.politics.commands import (
    CollapseVichy,
    DeclareWar,
    InstallVichy,
    MakePeace,
    SetConquest,
    SetMinor,
)
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, State, at_war, pair, with_status
from campaign.leaders_in_flames.us_entry import aftermath
from events.base import Event
from events.lif.cup import LeadersRemoved, LeadersReturnedToReserve, Mark
from events.lif.politics import (
    ConquestChanged,
    Minor,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)

IN_PLAY = ("aside", "reserve", "cup", "arriving", "map", "circle")


def declare_war(state: State, command: DeclareWar, given: Supplied) -> Decision:
    """LiF 4: a war begins; the rules on reserves and on Days of Decision depend on it.

    A name that is on no list of countries needs the club's word.

    LiF 5.3.3: at war with the Commonwealth or the USA, Japan gives up gas.
    """
    if command.attacker == command.target:
        return Refused(RECORD, f"{the_country(command.attacker)} cannot be at war with itself")
    strange = countries.unknown(state, command.attacker, command.target)
    if strange is not None and not command.new:
        return strange
    if at_war(state, command.attacker, command.target):
        names = f"{the_country(command.attacker)} and {the_country(command.target)}"
        return Refused(RECORD, f"{names} are at war already")
    ends = aftermath.gas_ends(state, command.attacker, command.target)
    return (WarDeclared(attacker=command.attacker, target=command.target), *ends)


def make_peace(state: State, command: MakePeace, given: Supplied) -> Decision:
    """Ruling 11: a peace that ends a call-out sends back its leaders in the cup or arriving.

    Leaders on the map go back only if the host names them.
    """
    name, other = command.powers
    if not at_war(state, name, other):
        return Refused(RECORD, f"{the_country(name)} and {the_country(other)} are not at war")
    returns = [_recalled(state, power, mark, command) for power, mark in ended(state, name, other)]
    named = {who for event in returns for who in event.leaders}
    if strangers := sorted(set(command.returned) - named):
        who = listed(leader(name, state.sheet) for name in strangers)
        text = f"{who} cannot go back to reserve by this peace"
        return Refused("Ruling 11", text)
    returns_with_news = (event for event in returns if event.leaders or event.stayed)
    return (PeaceMade(powers=(name, other)), *returns_with_news)


def ended(state: State, name: str, other: str) -> list[tuple[str, Mark]]:
    """Ruling 11: the call-outs that a peace between two ends."""
    wars = state.at_war - {pair(name, other)}
    ended: list[tuple[str, Mark]] = []
    for power, enemy in ((name, other), (other, name)):
        marks: list[Mark] = [cup.ENEMY_MARKS[enemy]] if enemy in cup.ENEMY_MARKS else []
        if not any(power in sides for sides in wars):
            marks.append("Res")
        called = state.reserves_called.get(power, ())
        ended += [(power, mark) for mark in marks if mark in called]
    return ended


def _recalled(state: State, power: str, mark: Mark, command: MakePeace) -> LeadersReturnedToReserve:
    on_map = cup.marked(state, power, mark, "map", "circle")
    back = [*cup.marked(state, power, mark, "cup", "arriving")]
    back += [who for who in on_map if who in command.returned]
    return LeadersReturnedToReserve(
        power=power,  # type: ignore[arg-type]
        mark=mark,
        leaders=tuple(sorted(back)),
        stayed=tuple(who for who in on_map if who not in back),
    )


def set_conquest(state: State, command: SetConquest, given: Supplied) -> Decision:
    """LiF 3.3: leaders of a completely conquered power leave for good; Free France keeps its two.

    In any order; `free` is liberation and brings no leader back (ruling 9).
    """
    power, status = command.power, command.status
    frees_france = power == "france" and status == "free" and state.vichy == "collapsed"
    if state.conquest[power] == status and not frees_france:
        return Refused(RECORD, f"the record has {the_country(power)} as {status} already")
    changed = ConquestChanged(power=power, status=status)
    if status != "complete":
        return (changed,)
    text = code("conquered", power)
    joined = cup.free_french(state, text) if power == "france" else ()
    return (changed, *_removed(state, _lost_with(state, power), text), *joined)


def _lost_with(state: State, power: str) -> list[str]:
    """Ruling 9: a conquered power's leaders, except those of Free France and an existing Vichy."""
    kept = {"free-france"}
    if state.vichy == "installed" and state.rulings.vichy_leaders != "france":
        kept.add("vichy-france")
    return [
        who
        for who in with_status(state, *IN_PLAY)
        if state.sheet[who].power == power and state.sheet[who].allegiance not in kept
    ]


def _removed(state: State, leaders: list[str], reason: str) -> tuple[Event, ...]:
    if not leaders or state.rulings.conquered_leaders == "kept":
        return ()
    return (LeadersRemoved(leaders=tuple(leaders), reason=reason),)


def install_vichy(state: State, command: InstallVichy, given: Supplied) -> Decision:
    """LiF 4.1: Vichy France is installed, a Free France beside it; De Gaulle joins the cup.

    Free and Vichy French leaders on the map go to their nearest hex, if the club names it.
    """
    if state.vichy != "none":
        return Refused(RECORD, "Vichy France has been installed already")
    moves = placing.vichy_moves(state, command.moves)
    if isinstance(moves, Refused):
        return moves
    return (VichyInstalled(), *moves, *cup.free_french(state, code("vichy-installed")))


def collapse_vichy(state: State, command: CollapseVichy, given: Supplied) -> Decision:
    """LiF 4.1: Vichy France collapses; its leaders are France's again.

    Ruling 61: where France is completely conquered already, they leave for good.
    """
    if state.vichy != "installed":
        return Refused(RECORD, "there is no Vichy France to collapse")
    fallen = (VichyCollapsed(),)
    if state.conquest["france"] != "complete":
        return fallen
    lost = _lost_with(replace(state, vichy="collapsed"), "france")
    return (*fallen, *_removed(state, lost, code("conquered", "france")))


def set_minor(state: State, command: SetMinor, given: Supplied) -> Decision:
    """LiF 4.1: a minor's leader follows its country; a conquered country's is lost (ruling 9)."""
    minor = command.minor
    if minor in POWERS:
        return bad_field("minor", f"{the_country(minor)} is a major power")
    if (command.power is None) != (command.status == "neutral"):
        linked = "aligned with" if command.status == "aligned" else "conquered by"
        if command.power:
            return bad_field("power", "a neutral minor has no power")
        whom = f"{linked.capitalize()} whom?"
        return missing_field("power", f"name the power it is {linked}", whom)
    now = Minor(command.status, command.power)
    if state.minors.get(minor, Minor("neutral")) == now and minor in state.minors:
        return Refused(RECORD, f"the record has {the_country(minor)} so already")
    changed = MinorChanged(minor=minor, status=command.status, power=command.power)
    if command.status != "conquered":
        return (changed,)
    lost = [who for who in with_status(state, *IN_PLAY) if state.sheet[who].power == minor]
    return (changed, *_removed(state, lost, code("minor-conquered", minor)))


# --- fold ---------------------------------------------------------------------------------------


def _war(state: State, event: WarDeclared) -> State:
    return replace(
        state,
        at_war=state.at_war | {pair(event.attacker, event.target)},
        entry=aftermath.after_war(state.entry, event.attacker, event.target),
    )


def _peace(state: State, event: PeaceMade) -> State:
    name, other = event.powers
    called = dict(state.reserves_called)
    for power, mark in ended(state, name, other):
        called[power] = tuple(kept for kept in called[power] if kept != mark)
    return replace(
        state,
        at_war=state.at_war - {pair(name, other)},
        reserves_called=called,
        entry=aftermath.after_war(state.entry, name, other),
    )


def _conquest(state: State, event: ConquestChanged) -> State:
    freed = event.power == "france" and event.status == "free" and state.vichy == "collapsed"
    return replace(
        state,
        conquest={**state.conquest, event.power: event.status},
        vichy="none" if freed else state.vichy,
    )


def _vichy_installed(state: State, event: VichyInstalled) -> State:
    moves = frozenset(placing.concerned(state))
    return replace(state, vichy="installed", play=replace(state.play, vichy_moves=moves))


def _vichy_collapsed(state: State, event: VichyCollapsed) -> State:
    return replace(state, vichy="collapsed", entry=aftermath.after_vichy(state.entry))


def _minor(state: State, event: MinorChanged) -> State:
    country = Minor(event.status, event.power)
    return replace(state, minors={**state.minors, event.minor: country})


EVOLVE: Evolvers = {
    WarDeclared: _war,
    PeaceMade: _peace,
    ConquestChanged: _conquest,
    VichyInstalled: _vichy_installed,
    VichyCollapsed: _vichy_collapsed,
    MinorChanged: _minor,
}
DECIDE: Deciders = {
    DeclareWar: declare_war,
    MakePeace: make_peace,
    SetConquest: set_conquest,
    InstallVichy: install_vichy,
    CollapseVichy: collapse_vichy,
    SetMinor: set_minor,
}
