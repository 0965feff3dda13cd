"""What the choice of a mission does to its line. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.missions import offers
from campaign.flames_of_war.state import (
    Evolvers,
    LineState,
    MissionChange,
    SidePoints,
    State,
    with_line,
)
from events.fow.missions import (
    ChangeDeclined,
    MissionAgreed,
    MissionChosen,
    MissionRolled,
    RolesDecided,
    RolesRolled,
    VictoryPointsSpent,
)


def _rolled(state: State, event: MissionRolled) -> State:
    """FoW ruling 63: the ledger's numbers are used up; the row follows in an event of its own."""
    return rolling.rolled(state, event)


def _chosen(state: State, event: MissionChosen) -> State:
    """FoW Mission Selector: the mission is settled until somebody changes it."""
    line = state.lines[event.line]
    changed = replace(line, mission=event.mission, row=event.row, how=event.how, agreed={})
    if event.how == "roll":
        changed = replace(changed, rolled_row=event.row, change=MissionChange(asked=event.asked))
    return with_line(state, asked(state, changed))


def _roles_rolled(state: State, event: RolesRolled) -> State:
    """FoW Defensive Battle: what was told with the dice holds for this battle."""
    line = state.lines[event.line]
    told = replace(line, types={**line.types, **event.types})
    return with_line(rolling.rolled(state, event), told)


def _roles(state: State, event: RolesDecided) -> State:
    """FoW Defensive Battle: who attacks, and is asked first where both have as many points."""
    line = state.lines[event.line]
    how = event.how if event.attacker else ""
    decided = replace(line, attacker=event.attacker, roles_how=how)
    if line.phase != "change" or event.how == "score":
        return with_line(state, decided)
    order = offers.attacker_first(state, decided)
    decided = replace(decided, change=replace(line.change, asked=order))
    return with_line(state, asked(state, decided))


def _spent(state: State, event: VictoryPointsSpent) -> State:
    """FoW Axis of Attack: points spent are gone from the total, not from the last mission."""
    line = state.lines[event.line]
    before = line.points[event.side]
    after = SidePoints(before.won, before.spent + event.points, before.last)
    line = replace(line, points={**line.points, event.side: after})
    if event.on == "mission":
        line = replace(line, change=replace(line.change, paid_by=event.side, offered_to=""))
    return with_line(state, line)


def _declined(state: State, event: ChangeDeclined) -> State:
    return with_line(state, declined(state, state.lines[event.line], event.side))


def declined(state: State, line: LineState, side: str) -> LineState:
    """FoW ruling 7: a line after a side kept its mission: the other is asked, if it can pay."""
    change = replace(line.change, declined=(*line.change.declined, side))
    return asked(state, replace(line, change=change))


def _agreed(state: State, event: MissionAgreed) -> State:
    line = state.lines[event.line]
    return with_line(state, replace(line, agreed={**line.agreed, event.side: event.mission}))


def asked(state: State, line: LineState) -> LineState:
    """A line whose mission is chosen: it waits for a side that may change it, or is prepared."""
    side = offers.next_asked(state, line)
    change = replace(line.change, offered_to=side)
    return replace(line, change=change, phase="change" if side else "preparation")


EVOLVE: Evolvers = {
    MissionRolled: _rolled,
    MissionChosen: _chosen,
    RolesRolled: _roles_rolled,
    RolesDecided: _roles,
    VictoryPointsSpent: _spent,
    ChangeDeclined: _declined,
    MissionAgreed: _agreed,
}
