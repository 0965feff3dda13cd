"""The state of a Flames of War campaign: frozen values, and how it begins. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, cast

import msgspec
from msgspec.structs import replace

from campaign.fow import rulings
from campaign.fow.rulings import Rulings, Value
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.members import Campaign, Seats, with_campaign
from events.base import Event
from events.campaign import CampaignOpened, TurnBegan
from events.fow import axes, ground, set_up, table_top, words
from events.fow.battles import ResultReported
from events.fow.forces import AirSupport, ForceOrganised, ListRow, Platoon, Variant

Phase = Literal["mission", "change", "preparation", "battle", "reported", "settled"]
"""What a line waits for: its mission, a paid change, the battle's beginning, its report, its
confirmation, the next round."""
Role = Literal["attacker", "defender"]
BattleState = Literal["running", "reported", "settled", "abandoned"]


class SidePoints(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Axis of Attack: a side's victory points on a line."""

    won: int = 0
    spent: int = 0
    last: int = 0
    """Points from the last mission."""

    @property
    def balance(self) -> int:
        """What is left after spending."""
        return self.won - self.spent


class MissionChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Axis of Attack: who is asked whether they pay for another mission."""

    offered_to: str = ""
    asked: tuple[str, ...] = ()
    """The sides that could pay when the mission was rolled, in their order."""
    declined: tuple[str, ...] = ()
    paid_by: str = ""
    lapsed: bool = False
    """Whether an answer was struck out: the battle may begin without another one."""


class Square(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Terrain Chart: what lies in a square of the table."""

    category: str
    feature: str
    side: str = ""
    """Who picked it."""
    lined: bool | None = None
    hill: bool | None = None


class Battlefield(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Set Up the Battlefield: the table of a line's battle."""

    squares: dict[str, Square] = {}
    """In the order in which they were rolled."""
    chart: str = ""
    weather: str = ""
    of: str = ""
    """The battle whose ground it is, where the attacker fights over the same again."""
    text: str = ""
    width_feet: int = 0
    depth_feet: int = 0
    photo: str = ""


class LastBattle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the next mission asks of the last battle."""

    winner: str = ""
    won_defending: bool = False
    """Whether its winner defended, in a mission without Fair Fight."""
    battle: str = ""


class LineState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of the campaign: a row of sectors, or the linked missions."""

    id: str
    name: str
    points: dict[str, SidePoints]
    axis: axes.Axis | None = None
    sector: int = 0
    phase: Phase = "mission"
    game: int = 0
    """The how manyth game of the line this is."""
    mission: str = ""
    row: int = 0
    rolled_row: int = 0
    """The row that the dice picked, before any change."""
    how: words.MissionHow | Literal[""] = ""
    attacker: str = ""
    roles_how: words.RolesHow | Literal[""] = ""
    change: MissionChange = MissionChange()
    agreed: dict[str, str] = {}
    """Sides that agreed to a mission of the row's footnote."""
    commanders: dict[str, str] = {}
    """Who was assigned, by side."""
    types: dict[str, words.CompanyType] = {}
    """Company types told for this battle."""
    battlefield: Battlefield = Battlefield()
    grounds: dict[str, Battlefield] = {}
    """The table of each battle for which one was set up, by battle."""
    organised: dict[str, ForceOrganised] = {}
    """How the sides' forces are put together for this battle alone."""
    last: LastBattle = LastBattle()
    broken_by: str = ""
    """The side that entered its objective here."""

    @property
    def battle(self) -> str:
        """The id of this round's battle."""
        return f"{self.id}-{self.game}"

    def at(self, place: int) -> axes.Sector | None:
        """A sector by its place."""
        sectors = self.axis.sector if self.axis else ()
        return next((sector for sector in sectors if sector.place == place), None)

    @property
    def chart(self) -> str:
        """FoW Terrain Chart: the chart of its axis, or of its battlefield; empty without."""
        return (self.axis.chart if self.axis else "") or self.battlefield.chart

    @property
    def here(self) -> axes.Sector | None:
        """The sector that is fought over."""
        return self.at(self.sector)

    def sector_name(self, place: int) -> str:
        """A sector's name; its number where the line has none."""
        sector = self.at(place)
        return sector.name if sector else str(place)


class Force(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Choosing Your Force: a force as it is now."""

    id: str
    side: str
    company_type: words.CompanyType
    limit: int
    points: int
    platoons: dict[str, Platoon]
    checked: Literal["list", "word"] = "word"
    member: str = ""
    name: str = ""
    company: str = ""
    nation: str = ""
    skill: words.Skill | Literal[""] = ""
    motivation: words.Motivation | Literal[""] = ""
    period: str = ""
    handbook: str = ""
    air: AirSupport | None = None
    variant: Variant | None = None
    companies: int = 1
    battles: tuple[str, ...] = ()
    """Battles it has fought in."""
    squads_changed: frozenset[str] = frozenset()
    """Platoons with a squad more or fewer since its last battle."""

    @property
    def called(self) -> str:
        """What its owner calls it; otherwise its company, or its id."""
        return self.name or self.company or self.id

    def platoon(self, platoon: str) -> str:
        """A platoon by name; its id where nobody named it."""
        known = self.platoons.get(platoon)
        return (known.name if known else "") or platoon


class TableTop(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the club recorded of the table in a battle."""

    deployed: dict[str, table_top.DeploymentRecorded] = {}
    fortifications: table_top.FortificationsBought | None = None
    turns: dict[str, int] = {}
    """Own turns begun, by side."""
    turn_of: str = ""
    """Whose turn it is."""
    first: str = ""
    """Who has the first turn, where it was rolled for."""
    due: tuple[str, ...] = ()
    """What fell due in this player turn and is not done yet."""
    counters: int = 0
    """Delay Counters."""
    gone: dict[str, tuple[tuple[str, words.Fate], ...]] = {}
    """Platoons lost, by side, in their order: ids (empty where nobody named them), and how."""
    withdrawn: dict[str, tuple[str, ...]] = {}
    arrived: dict[str, int] = {}
    """Platoons that came from Reserve, by side."""
    air_pool: dict[str, int] = {}
    """Dice left in the air pool, by side."""
    wind: tuple[int, ...] = ()
    """Dice for the wind, the last of which holds."""
    dawn_rolled: int = 0
    """How many player turns had begun when dawn was last rolled for."""
    daylight: bool = False
    """Whether morning has broken after a night attack."""
    broke: tuple[str, ...] = ()
    """Sides whose company failed its check."""
    rolled: int = 0
    """How many rolls were audited."""


class Battle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A battle, from its beginning to its booking."""

    id: str
    line: str
    round: str
    mission: str
    attacker: str
    defender: str
    sector: int = 0
    state: BattleState = "running"
    commanders: dict[str, str] = {}
    forces: dict[str, str] = {}
    platoons: words.BySide = {}
    rules: tuple[str, ...] = ()
    time_limit: str = ""
    battalion: bool = False
    rosters: dict[str, tuple[str, ...]] = {}
    """The sides' platoons by name, as long as the battle is not booked."""
    weather: str = ""
    table: TableTop = TableTop()
    report: ResultReported | None = None
    """The report that stands, or waits for its confirmation."""
    contested: str = ""
    """Why the last report was contested; empty where none is."""
    contested_by: str = ""
    ended_by: words.EndedBy | Literal[""] = ""
    winner: str = ""
    result: words.Result | Literal[""] = ""
    counted: words.BySide = {}
    points: words.BySide = {}
    reason: str = ""
    """Why it was abandoned."""


class Decided(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """FoW Ending the Campaign: how it ended."""

    winner: str
    how: words.DecidedHow
    line: str = ""


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything that the rules need to know."""

    campaign: Campaign
    rulings: Rulings
    kind: words.Kind = "linked"
    sides: dict[str, str] = {}
    """The two sides in their order, each with its name."""
    games: int = 0
    limit: int = 0
    """The agreed points of a force."""
    units: words.Units = "inches"
    lines: dict[str, LineState] = {}
    company_types: dict[str, words.CompanyType] = {}
    change_price: int = 0
    """Victory points that another mission costs."""
    players: dict[str, str] = {}
    """Members, each with their side."""
    forces: dict[str, Force] = {}
    earlier: dict[str, Battle | None] = {}
    """The same as `fought` of earlier rounds, so that a battle of this one copies few."""
    fought: dict[str, Battle | None] = {}
    """Battles begun in this round, and those abandoned after something was rolled, in their order.

    None stands for one that is still fought or not confirmed; `running` has it.
    """
    running: dict[str, Battle] = {}
    """Battles that are fought or not confirmed; they change with every turn of their players."""
    free_battles: tuple[set_up.FreeBattleRecorded, ...] = ()
    army_list: tuple[ListRow, ...] = ()
    first_die: tuple[ground.FirstDieRow, ...] = ()
    """FoW ruling 48: the club's table for the first die of terrain charts."""
    decided: Decided | None = None
    draw: int = 0
    """Number of the last draw."""
    entropy: tuple[str, ...] = ()
    """What members have thrown into the next draw, a line each."""

    @property
    def battles(self) -> dict[str, Battle]:
        """All battles in their order. Whoever wants a single one asks for that alone."""
        return {**self.earlier, **self.fought, **self.running}  # type: ignore[dict-item]

    def has_begun(self, name: str) -> bool:
        """Whether a battle has begun."""
        return name in self.fought or name in self.earlier

    def known_battle(self, name: str) -> Battle | None:
        """A battle; None if it has not begun."""
        return self.running.get(name) or self.fought.get(name) or self.earlier.get(name)

    def battle(self, name: str) -> Battle:
        """A battle that has begun. Raises `KeyError` for any other."""
        return self.running.get(name) or self.fought.get(name) or cast(Battle, self.earlier[name])

    def other(self, side: str) -> str:
        """The other side."""
        return next(one for one in self.sides if one != side)

    def roles(self, attacker: str) -> dict[Role, str]:
        """The sides by their role in a battle; none while nobody attacks."""
        return {"attacker": attacker, "defender": self.other(attacker)} if attacker else {}


Deciders = dict[type[Command], Callable[[State, Any, Supplied], Decision]]
"""What a rule file decides: its commands, and the function for each."""
Evolvers = dict[type[Event], Callable[[State, Any], State]]
"""What a rule file folds: its events, and the function for each."""


def with_line(state: State, line: LineState) -> State:
    """The state with a line as it is now."""
    lines = state.lines.copy()  # faster than {**state.lines, line.id: line}
    lines[line.id] = line
    return replace(state, lines=lines)


def with_battle(state: State, battle: Battle) -> State:
    """The state with a battle as it is now."""
    return _with_battle(state, battle, state.lines)


def with_both(state: State, line: LineState, battle: Battle) -> State:
    """The state with a line and a battle as they are now."""
    lines = state.lines.copy()
    lines[line.id] = line
    return _with_battle(state, battle, lines)


def _with_battle(state: State, battle: Battle, lines: dict[str, LineState]) -> State:
    """The state with these lines, and a battle as it is now."""
    name, running = battle.id, state.running.copy()
    if battle.state not in ("running", "reported"):
        running.pop(name, None)
        return replace(state, lines=lines, running=running, fought={**state.fought, name: battle})
    is_begun = name in running
    running[name] = battle
    if is_begun:
        return replace(state, lines=lines, running=running)
    return replace(state, lines=lines, running=running, fought={**state.fought, name: None})


def commander(state: State, line: str, side: str) -> str:
    """FoW Multi-player Campaigns: who commands a side on a line; empty where nobody does.

    On a single line a side's only player commands, or of several the one who speaks for them.
    """
    assigned = state.lines[line].commanders.get(side, "")
    if assigned or len(state.lines) > 1:
        return assigned
    players = [member for member, plays in state.players.items() if plays == side]
    if len(players) == 1:
        return players[0]
    speaker = state.campaign.powers.get(side, "")
    return speaker if speaker in players else ""


def force_of(state: State, line: str, side: str) -> Force | None:
    """The force with which a side fights on a line: its commander's, or the side's only one."""
    own = [force for force in state.forces.values() if force.side == side]
    who = commander(state, line, side)
    of_commander = [force for force in own if force.member and force.member == who]
    if of_commander:
        return of_commander[-1]
    return own[0] if len(own) == 1 and (not own[0].member or not who) else None


def planned(state: State, line: LineState) -> Battle:
    """FoW Campaign Sequence: a line's battle of this round as it is so far, before it begins."""
    return Battle(
        line.battle,
        line.id,
        state.campaign.turn,
        line.mission,
        line.attacker,
        state.other(line.attacker) if line.attacker else "",
        line.sector,
        commanders={side: commander(state, line.id, side) for side in state.sides},
    )


def company_type(state: State, line: str, side: str) -> words.CompanyType | Literal[""]:
    """FoW Defensive Battle: the company type that a side fights with on a line, where known."""
    known = state.lines[line].types.get(side)
    if known:
        return known
    force = force_of(state, line, side)
    return force.company_type if force else state.company_types.get(side, "")


# --- The sides, which are the game's seats: two in every campaign -------------------------------

ALLIES = "allies"
AXIS = "axis"
SIDES = {ALLIES: "Allies", AXIS: "Axis"}
"""The sides of every campaign but a linked one, whose set-up names its own."""
SEATS = Seats(kind="side", names=SIDES, codes={ALLIES: "Al", AXIS: "Ax"}, own=True)
"""What every campaign has that names none."""


def seats_of(state: State) -> Seats:
    """The sides of a campaign, each with two letters of its name."""
    return msgspec.structs.replace(SEATS, names=state.sides, codes=codes(state.sides))


def codes(sides: Mapping[str, str]) -> dict[str, str]:
    """The first two letters of each side's name; where those are alike, a letter and a number."""
    made = {side: name[:2].title() for side, name in sides.items()}
    if len(set(made.values())) == len(made):
        return made
    return {side: f"{name[:1].upper()}{n}" for n, (side, name) in enumerate(sides.items(), 1)}


# --- How a campaign's state begins, and how rounds begin ----------------------------------------

LINKED = "linked"


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before anything is set up."""
    return State(shared, rulings.in_force(event.rulings), sides=SIDES)


def _set_up(state: State, event: set_up.CampaignSetUp) -> State:
    """FoW Campaign Types: the sides, which are the seats, and the lines."""
    shared = replace(state.campaign, seats=tuple(event.sides))
    axes = (None,) if event.kind == LINKED else event.axes
    named = [(axis.id if axis else LINKED, axis) for axis in axes]
    lines = [_line(axis, event.start.get(name), event.sides) for name, axis in named]
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


def _stated(state: State, event: set_up.PositionStated) -> State:
    """FoW Campaign Types: where the lines stand of a campaign that was played on paper."""
    lines = dict(state.lines)
    for name, start in event.lines.items():
        lines[name] = _line(lines[name].axis, start, state.sides)
    return replace(state, lines=lines)


def _line(
    axis: axes.Axis | None, start: set_up.LineStart | None, sides: Iterable[str]
) -> LineState:
    """A line where it stands at first: of sectors, or of linked missions."""
    at = start or set_up.LineStart()
    won = {**(axis.start.victory_points if axis else {}), **at.victory_points}
    points = {side: SidePoints(won.get(side, 0), 0, at.last.get(side, 0)) for side in sides}
    last = LastBattle(at.winner, at.won_defending)
    if axis is None:
        return LineState(LINKED, "Linked missions", points, last=last)
    sector = at.sector or axis.start.sector
    return LineState(axis.id, axis.name, points, axis, sector, last=last)


def _round(state: State, event: TurnBegan) -> State:
    """FoW Campaign Sequence: every line waits for its next mission."""
    return replace(
        state,
        lines={name: _next(line) for name, line in state.lines.items()},
        earlier={**state.earlier, **state.fought},
        fought={},
    )


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
    set_up.CampaignSetUp: _set_up,
    set_up.PositionStated: _stated,
    TurnBegan: _round,
    set_up.CampaignDecided: lambda state, event: replace(
        state, decided=Decided(event.winner, event.how, event.line)
    ),
}
