"""The state of a Leaders in Flames campaign: frozen values, changed by events alone. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command, Decision, Needs, Refused, Supplied
from campaign.kernel.members import AdvanceTurn, Campaign, CloseCampaign
from campaign.lif import roster, rulings
from campaign.lif.roster import POWERS, Sheet
from campaign.lif.rulings import Rulings, Value
from campaign.text.json_values import JsonObject
from events.base import Event
from events.campaign import CampaignOpened
from events.lif.board import Ballot, LeaderValue, MarkerKind, Vote
from events.lif.cup import LeaderStatus
from events.lif.force_pools import Counter, CounterPlace
from events.lif.on_map import CombatReported
from events.lif.politics import Conquest, Minor, Power, Vichy
from events.lif.us_entry import ChartRow, Kind, Pool, Source, StockRow, Theatre

# --- LiF 5.3: US entry in the campaign's state; of hidden values it has only commitments --------

MODULE = "us-entry"
"""The module with which a campaign is played with US entry."""

POOLS: tuple[Pool, ...] = get_args(Pool)
THEATRES: tuple[Theatre, ...] = get_args(Theatre)
THEATRE_NAMES: dict[Theatre, str] = {"germany-italy": "Germany/Italy", "japan": "Japan"}
POOL_NAMES: dict[Pool, str] = {
    "entry-germany-italy": "the Germany/Italy entry pool",
    "entry-japan": "the Japan entry pool",
    "tension-germany-italy": "the Germany/Italy tension pool",
    "tension-japan": "the Japan tension pool",
}
ENTRY: dict[Theatre, Pool] = {"germany-italy": "entry-germany-italy", "japan": "entry-japan"}
TENSION: dict[Theatre, Pool] = {
    "germany-italy": "tension-germany-italy",
    "japan": "tension-japan",
}


SIDES = 10
"""LiF 3.3(d), 5.3: of the die that is rolled."""
USA = "usa"
"""Whose player alone knows the values."""


def kind_of(pool: Pool) -> Kind:
    """LiF 5.3: whether a pool is an entry or a tension pool."""
    return "entry" if pool.startswith("entry") else "tension"


class TableChit(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: a chit on the table."""

    pool: Pool
    commitment: str
    aside: bool = False
    """LiF 5.3.3: put aside for what its pool lacked."""
    since: str = ""
    """The turn it was put aside in."""
    shown: int | None = None
    """Its value, once it was shown."""
    drawn: str = ""
    """The turn it was drawn in."""


class EntryChoice(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2, 5.3.3: an option or action that was taken."""

    number: int
    target: str = ""
    turn: str = ""
    """Empty: before the campaign began."""
    stated: dict[str, str] = {}


class Showing(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2: which chits were shown to whom."""

    turn: str
    chits: tuple[str, ...]
    to: tuple[str, ...]
    reason: str = ""


class PendingChits(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.3: chits to be drawn at the table and entered."""

    pool: Pool
    count: int
    aside: bool = False
    since: str = ""


class Former(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: a secret that chits were laid under before the vault was renewed."""

    commitment: str
    sealed: str


class UsEntry(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3: everything about US entry that the rules need to know."""

    mode: Source = "ledger"
    secret_commitment: str = ""
    """Empty until the common pool is stocked."""
    secret_sealed: str = ""
    former: tuple[Former, ...] = ()
    """The secrets before it, oldest first; they are opened with it."""
    secret_opened: str = ""
    """The secret itself, once it was opened; everybody then knows every value."""
    stock: tuple[StockRow, ...] = ()
    common: int = 0
    """How many chits the common pool holds; counted with the ledger's chits only."""
    chits: dict[str, TableChit] = {}
    """Chits on the table by id, in the order they were drawn."""
    last_chit: int = 0
    """Number in the id of the newest chit; it never goes back."""
    draw: int = 0
    """Number of US entry's last draw, hidden or open; it never goes back."""
    due: tuple[PendingChits, ...] = ()
    fresh: dict[str, bool] = {}
    """Rulings 53, 58: chits entered at the table or drawn in the step on which nothing rests yet;
    whether each was due.
    """
    step: str = ""
    """The turn of the last US entry step in which chits were drawn."""
    step_chits: tuple[str, ...] = ()
    """Ruling 53: those drawn in it."""
    showings: tuple[Showing, ...] = ()
    options: tuple[EntryChoice, ...] = ()
    actions: tuple[EntryChoice, ...] = ()
    chart: dict[str, ChartRow] = {}
    """Rows by `option 12` or `action 3`, as imported."""
    partisans: dict[str, int] = {}
    supply: dict[str, tuple[str, str]] = {}
    """Places gained as supply sources: power and rank."""
    dissolved: tuple[int, ...] = ()
    """Actions whose puppet government is no more."""
    gas_ended: bool = False
    spain_joined: bool = False
    title: str = ""
    """LiF 6: the scenario's, where it states anything."""
    facts: tuple[tuple[str, str], ...] = ()
    """LiF 6: what the scenario states."""
    asks: tuple[tuple[str, str], ...] = ()
    answers: dict[str, str] = {}


def chits_in(entry: UsEntry, pool: Pool, *, aside: bool = False) -> tuple[str, ...]:
    """LiF 5.3: the chits of a pool, or those put aside for it, in the order they were drawn."""
    return tuple(
        who for who, chit in entry.chits.items() if chit.pool == pool and chit.aside is aside
    )


def aside(entry: UsEntry, kind: Kind) -> tuple[str, ...]:
    """LiF 5.3.3: the chits put aside for the entry or the tension pools."""
    return tuple(
        who for who, chit in entry.chits.items() if chit.aside and kind_of(chit.pool) == kind
    )


def due_aside(entry: UsEntry, kind: Kind) -> bool:
    """LiF 5.3.3: whether chits put aside for a kind of pool are still to be entered."""
    return any(due.aside and kind_of(due.pool) == kind for due in entry.due)


def drawn_in_step(entry: UsEntry, turn: str) -> tuple[str, ...]:
    """Ruling 53: the chits drawn in a turn's US entry step, wherever they lie by now."""
    return entry.step_chits if entry.step == turn else ()


def unplaced(entry: UsEntry, turn: str) -> tuple[str, ...]:
    """Ruling 53: the chits of a turn's US entry step on which nothing rests yet."""
    return tuple(who for who in drawn_in_step(entry, turn) if who in entry.fresh)


def taken(choices: tuple[EntryChoice, ...], number: int, target: str | None = None) -> bool:
    """LiF 5.3: whether an option or action was taken; with a target, for that target."""
    return any(choice.number == number and target in (None, choice.target) for choice in choices)


# --- The state of a Leaders in Flames campaign: frozen values, changed by events alone ----------

Phase = Literal["closed", "draw", "ballots", "votes"]
Country = TypeVar("Country", bound=str)


class Marker(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1: a veto marker on the table, with its side unseen."""

    commitment: str
    ciphertext: str
    """Choice and nonce for the vault; empty while a device keeps them."""
    device: bool
    by: str
    """Who laid it."""
    by_player: bool
    """Whether the power's own player laid it, so that the host may not replace it (ruling 23)."""
    opened: bool = False
    """Already shown, by an opening that was struck out: it can no longer be changed."""
    number: int = 1
    """The how manyth of this power on this draw it is; devices count their seals so."""


class Board(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1: the Promotions Board."""

    phase: Phase = "closed"
    leader: str | None = None
    turn: str = ""
    """The last turn in which it met."""
    markers: dict[str, Marker] = {}
    draw: int = 0
    """Number of the draw that the markers are about."""
    steady: frozenset[str] = frozenset()
    """Powers whose devices handed in their openings after all else in the next draw was fixed."""
    fixed: bool = False
    """Whether sealing is over, so that no marker can be laid or replaced any more."""


class Opened(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(2), 4.1(5): the ballots or votes of a draw as they were opened, and what came of it.

    They are kept until the next draw; no rule reads them.
    """

    kind: MarkerKind
    leader: str
    draw: int
    at: str
    """When they were opened."""
    ballots: dict[str, Ballot] = {}
    votes: dict[str, Vote] = {}
    backers: tuple[str, ...] = ()
    """The powers whose veto was support."""
    points: dict[str, int] = {}
    """What each power had, in veto points, before it paid."""
    paid: dict[str, int] = {}
    result: Literal["", "promoted", "vetoed", "another", "closed"] = ""


class Placement(msgspec.Struct, frozen=True, gc=False):
    """LiF 3.1: where a leader on the map is, and which side of the counter is up."""

    location: str
    face_up: bool
    travels_with: str = ""


class Use(msgspec.Struct, frozen=True, gc=False):
    """LiF 3.2: an ability used in this impulse or stage."""

    leader: str
    ability: int
    step: str
    hex: str
    map: str
    """The map whose cap it counts against; empty for white print."""
    helps: tuple[str, ...]
    location: str = ""
    """Where the leader was."""
    steps: int = 0
    """Which of the turn's steps it was."""
    combat: str = ""
    """The combat that it was announced for; empty where nobody named one."""
    units: int = 0
    """Ruling 43: how many units it serves, where they are counted."""
    combats: int = 0
    """How many of the turn's combats were on record before it."""


class Timing(msgspec.Struct, frozen=True, gc=False):
    """LiF 3.2: the point reached in the turn, as far as the club records it."""

    stage: str = ""
    impulse: int = 0
    side: str = ""
    step: str = ""
    steps: int = 0
    """Steps begun in this turn, so that two of one name are two."""
    impulses: int = 0
    """Impulses begun in this turn."""
    stages: tuple[str, ...] = ()
    """Stages begun in this turn."""
    used: tuple[Use, ...] = ()
    announced: tuple[Use, ...] = ()
    """Ruling 45: this turn's uses that name a combat, from the impulses and stages before too."""
    land_combat: int = 0
    """LiF 3: the step at which the land combat under way began, by its number; 0 outside one."""

    @property
    def since(self) -> int:
        """Ruling 45: from which step on a use may belong to the combat that is fought now."""
        return self.land_combat or self.steps


class Resting(msgspec.Struct, frozen=True, gc=False):
    """Ruling 62: units that are where they are only while a leader is in play."""

    leader: str
    ability: int
    hex: str
    power: str
    """Whose units they are; empty where they are no major power's."""
    counters: tuple[str, ...] = ()
    """Once the leader has gone: its counters that the record had in the hex."""


class CounterPlacement(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.4: where a counter is; always in exactly one place."""

    place: CounterPlace
    arrives: str = ""
    location: str = ""
    face_up: bool = True


class HexName(msgspec.Struct, frozen=True, gc=False):
    """LiF 2: what the club calls a hex; no rule reads it."""

    name: str
    by: str
    """Who named it."""


class OnMap(msgspec.Struct, frozen=True, gc=False):
    """LiF 2, 3, 5: leaders on the map, the course of the turn, and the counters."""

    placements: dict[str, Placement] = {}
    """Leaders on the map."""
    circle: dict[str, str] = {}
    """Leaders on the production circle, and the turn of their arrival."""
    vichy_moves: frozenset[str] = frozenset()
    """LiF 4.1: French leaders on the map whom Vichy's installation still has to move."""
    cooperating: frozenset[tuple[Power, Power]] = frozenset()
    timing: Timing = Timing()
    combats: dict[str, CombatReported] = {}
    """This turn's combats by id."""
    latest: tuple[str, ...] = ()
    """Ruling 60: those of them that no impulse and no other combat on their map has followed."""
    resting: tuple[Resting, ...] = ()
    """Ruling 62: units that rest on a leader."""
    left_behind: tuple[Resting, ...] = ()
    """Ruling 62: those whose leader was recalled or killed this turn."""
    promoted_after: frozenset[str] = frozenset()
    """Combats of this turn that have brought a Guards Banner promotion."""
    counters: dict[str, Counter] = {}
    counter_placements: dict[str, CounterPlacement] = {}
    hex_names: dict[str, HexName] = {}
    """LiF 2: the names of hexes, which only pictures and lists show."""


class Mixed(msgspec.Struct, frozen=True, gc=False):
    """Draws: what the next draw mixes in, kept as it came; put into lines at the draw."""

    ballots: dict[str, Ballot] = {}
    votes: dict[str, Vote] = {}
    entropy: str = ""
    """A line already."""

    def lines(self) -> list[str]:
        """A line for each nonce, by power, or the one of the entropy."""
        if self.entropy:
            return [self.entropy]
        kind, shown = ("ballot", self.ballots) if self.ballots else ("vote", self.votes)
        return [f"{kind} {who} {nonce}" for who in sorted(shown) if (nonce := shown[who].nonce)]


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything that the rules need to know."""

    campaign: Campaign
    rulings: Rulings
    sheet: Sheet
    active: bool = False
    veto_points: dict[str, int] = {}
    leaders: dict[str, LeaderStatus] = {}
    at_war: frozenset[tuple[str, str]] = frozenset()
    """Pairs in alphabetical order."""
    conquest: dict[str, Conquest] = {}
    vichy: Vichy = "none"
    minors: dict[str, Minor] = {}
    reserves_called: dict[str, tuple[str, ...]] = {}
    board: Board = Board()
    draw: int = 0
    """Number of the last draw."""
    mixed: tuple[Mixed, ...] = ()
    """What the next draw mixes in."""
    opened: tuple[Opened, ...] = ()
    """What was opened about the leader drawn last: ballots, then votes."""
    values: tuple[LeaderValue, ...] = ()
    """What the club says that leaders are worth; no rule reads it."""
    recall: int = 0
    """How likely the club thinks a recall in a turn, in hundredths."""
    play: OnMap = OnMap()
    entry: UsEntry = UsEntry()
    shielded: bool = False
    """Whether something in `mixed` was unforeseeable even to the holder of the vault key."""


Deciders = dict[type[Command], Callable[[State, Any, Supplied], Decision]]
"""What a rule file decides: its commands, and the function for each."""
Evolvers = dict[type[Event], Callable[[State, Any], State]]
"""What a rule file folds: its events, and the function for each."""
Needing = dict[type[Command], Callable[[State, Any], Needs]]
"""Commands, each to what it needs from the world."""
Counting = Mapping[type[Event], Callable[[State, Any], Iterator[tuple[str, int]]]]
"""Events, each to what of it is taken on trust, by kind."""


Key = TypeVar("Key")
One = TypeVar("One")


def grouped(pairs: Iterable[tuple[Key, One]]) -> dict[Key, list[One]]:
    """Values by their keys, both in the order in which they come."""
    groups: dict[Key, list[One]] = {}
    for key, one in pairs:
        groups.setdefault(key, []).append(one)
    return groups


def pair(country: Country, other: Country) -> tuple[Country, Country]:
    """Two countries in alphabetical order."""
    return (country, other) if country < other else (other, country)


def at_war(state: State, name: str, other: str) -> bool:
    """Whether two powers or minors are at war."""
    return pair(name, other) in state.at_war


def cooperating(state: State, name: str, other: str) -> bool:
    """LiF 3.2: whether two powers co-operate; powers at war do not, even if they had agreed to."""
    return pair(name, other) in state.play.cooperating and not at_war(state, name, other)


def aligned_with(state: State, country: str) -> str | None:
    """LiF 4.1: the major power that a minor country is aligned with; None for any other."""
    minor = state.minors.get(country)
    return minor.power if minor is not None and minor.status == "aligned" else None


def with_status(state: State, *statuses: str) -> list[str]:
    """Leaders of these statuses, in id order."""
    return sorted(who for who, status in state.leaders.items() if status in statuses)


def mixed_lines(state: State) -> tuple[str, ...]:
    """Draws: what the next draw mixes in, line by line in the order it came."""
    return tuple(line for mixed in state.mixed for line in mixed.lines())


def entropies_of(state: State, member: str) -> int:
    """Draws: how often a member has added entropy to the next one."""
    return sum(mixed.entropy.startswith(f"entropy {member} ") for mixed in state.mixed)


def free_france(state: State) -> bool:
    """LiF 4.2(d): Free France exists once Vichy was installed, or while France is conquered."""
    return state.vichy != "none" or state.conquest["france"] == "complete"


def has_marker(state: State, power: str) -> bool:
    """Ruling 17: every power not completely conquered has a marker; Free France has France's."""
    return power == "france" or state.conquest[power] != "complete"


def handed_in(board: Board) -> list[str]:
    """Ruling 22: powers whose devices have handed in their openings, in the order of sealing."""
    return [who for who, marker in board.markers.items() if marker.device and marker.ciphertext]


def awaited(board: Board) -> list[str]:
    """Ruling 22: powers that sealed on a device and have handed in no opening yet."""
    return [who for who, marker in board.markers.items() if marker.device and not marker.ciphertext]


def show(state: State) -> JsonObject:
    """The game's part of the state as everybody may see it, in JSON values."""
    board = state.board
    return {
        "active": state.active,
        "veto_points": {power: state.veto_points.get(power, 0) for power in POWERS},
        "cup": with_status(state, "cup"),
        "leaders": {
            who: {"status": status, **_placement(state, who)}
            for who, status in sorted(state.leaders.items())
        },
        "board": {
            "phase": board.phase,
            "leader": board.leader,
            "sealed": sorted(board.markers),
            "fixed": board.fixed,
            "handed_in": sorted(handed_in(board)),
        },
        "at_war": [list(sides) for sides in sorted(state.at_war)],
        "conquest": {power: state.conquest.get(power, "free") for power in POWERS},
        "vichy": state.vichy == "installed",
        "minors": {
            minor: msgspec.to_builtins(country) for minor, country in sorted(state.minors.items())
        },
        "reserves_called": {
            power: sorted(marks) for power, marks in sorted(state.reserves_called.items()) if marks
        },
        "draw": state.draw,
    }


def _placement(state: State, leader: str) -> JsonObject:
    place = state.play.placements.get(leader)
    if place is None:
        return {"location": None, "face_up": None}
    return {"location": place.location, "face_up": place.face_up}


# --- How a campaign's state begins, and under which rulings -------------------------------------


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before anything is set up."""
    return State(shared, rulings.in_force(event.rulings), roster.kit())


# --- LiF 4, 5.3: which commands a campaign knows at all, and which wait for a closed board ------

WITHOUT = {
    "leaders": "this campaign is played without leaders",
    "us-entry": "this campaign is played without the US entry expansion",
}
"""LiF 4, 5.3: what is optional, campaign by campaign; a scenario's questions need neither."""


def untimely(state: State, kind: type[Command]) -> Refused | None:
    """LiF 4, 5.3: optional parts must be in play; ruling 7: some changes need a closed board."""
    if kind.module and kind.module not in state.campaign.modules:
        return Refused(f"Module {kind.module}", WITHOUT[kind.module])
    waits = "closed" in kind.when or kind in (AdvanceTurn, CloseCampaign)
    if waits and state.board.phase != "closed":
        return Refused("Ruling 7", "finish the Promotions Board first")
    return None


def rule(state: State, switches: Mapping[str, Value]) -> State | Refused:
    """Rulings: a referee sets switches from now on; earlier decisions stay."""
    shared = state.campaign
    values = rulings.resolve({**shared.rulings, **switches}, shared.rulebook)
    if isinstance(values, Refused):
        return values
    if values["draws"] != shared.rulings.get("draws", values["draws"]):
        return Refused("Ruling 21", "who draws is chosen for the whole campaign when it opens")
    ruled = replace(shared, rulings=values)
    return replace(state, campaign=ruled, rulings=rulings.in_force(values))
