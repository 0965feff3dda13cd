"""How a campaign's state begins, and how rounds begin. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.flames_of_war import rulings
from campaign.flames_of_war.rulings import Value
from campaign.flames_of_war.seats import SIDES
from campaign.flames_of_war.state import (
    Battlefield,
    Decided,
    Evolvers,
    LastBattle,
    LineState,
    MissionChange,
    SidePoints,
    State,
)
from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign
from campaign.kernel.state import with_campaign
from events.campaign import CampaignOpened, TurnBegan
from events.fow.axes import Axis
from events.fow.set_up import CampaignDecided, CampaignSetUp, LineStart

LINKED = "linked"


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before anything is set up."""
    return State(shared, rulings.in_force(event.rulings), sides=SIDES)


def _set_up(state: State, event: CampaignSetUp) -> State:
    """FoW Campaign Types: the sides, which are the seats, and the lines."""
    shared = replace(state.campaign, seats=tuple(event.sides))
    lines = [_line(axis, event.start.get(axis.id), tuple(event.sides)) for axis in event.axes]
    if event.kind == LINKED:
        lines = [_linked(event.start.get(LINKED), tuple(event.sides))]
    return replace(
        with_campaign(state, shared),
        kind=event.kind,
        sides=event.sides,
        games=event.games,
        limit=event.points,
        units=event.units,
        lines={line.id: line for line in lines},
        company_types=event.company_types,
        change_price=event.change_price,
        first_die=event.first_die,
    )


def _linked(start: LineStart | None, sides: tuple[str, ...]) -> LineState:
    at = start or LineStart()
    return LineState(LINKED, "Linked missions", _points(sides, {}, at), last=_last(at))


def _line(axis: Axis, start: LineStart | None, sides: tuple[str, ...]) -> LineState:
    at = start or LineStart()
    points = _points(sides, axis.start.victory_points, at)
    sector = at.sector or axis.start.sector
    return LineState(axis.id, axis.name, points, axis, sector, last=_last(at))


def _points(sides: tuple[str, ...], own: dict[str, int], at: LineStart) -> dict[str, SidePoints]:
    points = {**own, **at.victory_points}
    return {side: SidePoints(points.get(side, 0), 0, at.last.get(side, 0)) for side in sides}


def _last(at: LineStart) -> LastBattle:
    return LastBattle(at.winner, at.won_defending)


def _round(state: State, event: TurnBegan) -> State:
    """FoW Campaign Sequence: every line waits for its next mission."""
    return replace(state, lines={name: _next(line) for name, line in state.lines.items()})


def _next(line: LineState) -> LineState:
    if line.broken_by:
        return line
    return replace(
        line,
        game=line.game + 1,
        phase="mission",
        mission="",
        row=0,
        rolled_row=0,
        how="",
        attacker="",
        roles_how="",
        change=MissionChange(),
        agreed={},
        types={},
        battlefield=Battlefield(),
        organised={},
    )


def _decided(state: State, event: CampaignDecided) -> State:
    return replace(state, decided=Decided(event.winner, event.how, event.line))


def rule(state: State, switches: Mapping[str, Value]) -> State | Refused:
    """Rulings: a referee sets switches from now on; earlier decisions stay."""
    values = rulings.resolve({**state.campaign.rulings, **switches})
    if isinstance(values, Refused):
        return values
    if values["dice"] != state.campaign.rulings.get("dice", values["dice"]):
        return Refused("FoW ruling 63", "whose dice are rolled is chosen when the campaign opens")
    ruled = replace(state.campaign, rulings=values)
    return replace(state, campaign=ruled, rulings=rulings.in_force(values))


EVOLVE: Evolvers = {
    CampaignSetUp: _set_up,
    TurnBegan: _round,
    CampaignDecided: _decided,
}
