"""What can be recorded of Leaders in Flames: six tiles, and which of their acts are possible. Pure.

Where the first question says less than the record knows, the deciders are asked with each choice
there is; what only the map tells is no hindrance.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import get_args

from campaign.disputes import recording as shared
from campaign.kernel.decisions import Command
from campaign.kernel.interview.available import (
    ActingMember,
    Available,
    Recording,
    Tile,
    TileAct,
    counted,
    tried,
    with_acts,
)
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.board import commands as board
from campaign.lif.chapters import DECIDER
from campaign.lif.force_pools.moves import MoveCounter
from campaign.lif.on_map import combats
from campaign.lif.on_map import commands as on_map
from campaign.lif.politics import sides, wars
from campaign.lif.roster import POWERS
from campaign.lif.state import POOLS, State, with_status
from campaign.lif.us_entry import chart
from campaign.lif.us_entry import commands as us_entry
from campaign.lif.us_entry import waiting as us_entry_waiting
from campaign.lif.us_entry.chits.entry_chits import USA
from campaign.text.json_values import JsonObject
from events.lif.cup import Mark
from events.lif.politics import Conquest

_TILES = (
    Tile(
        "combat",
        "A combat",
        "Losses, leaders, who is recalled",
        "swords",
        (
            TileAct(
                "ReportCombat", "Report a combat", "battle losses killed attack land naval air"
            ),
            TileAct("ReportGroundStrike", "A ground strike on a leader", "recall roll bomb"),
            TileAct("ReportCarpetBombing", "A leader was carpet bombed", "recall bomber"),
            TileAct("ReportLeaderLost", "A leader was lost", "pilot ship sunk overrun dies killed"),
        ),
    ),
    Tile(
        "leader",
        "A leader",
        "Place, move, turn over, use an ability",
        "pin",
        (
            TileAct("PlaceLeader", "Place a leader", "arrive put hex map"),
            TileAct("MoveLeader", "Move a leader", "hex go march rebase vichy"),
            TileAct("TurnLeader", "Turn a leader over", "flip face-up face-down"),
            TileAct("UseAbility", "Use an ability", "announce leader help number"),
            TileAct("SendLeaderToCircle", "Send a leader to the circle", "production later"),
            TileAct("BuyVetoPoints", "Buy veto points", "intelligence"),
            TileAct("SetLeaderValues", "What leaders are worth", "values advice", "/values"),
            TileAct("BeginImpulse", "Begin an impulse", "side axis allies"),
            TileAct("BeginStage", "Begin a stage", "turn stage end production"),
            TileAct("BeginStep", "Begin a step", "segment naval ground strike"),
            TileAct("Cooperate", "Two powers co-operate", "cooperation allies"),
            TileAct("EndCooperation", "Two powers no longer co-operate", "cooperation end"),
        ),
    ),
    Tile(
        "us-entry",
        "US entry",
        "Options, actions, chits",
        "globe",
        (
            TileAct("PickEntryOption", "Pick an entry option", "lend-lease embargo tension usa"),
            TileAct("TakeEntryAction", "Take an entry action", "occupy gas franco petain"),
            TileAct("DrawEntryChits", "Draw entry chits", "us entry step pool"),
            TileAct("EnterEntryChits", "Enter chits from the cup", "values table"),
            TileAct("PlaceEntryChits", "Put a chit into the other pool", "pool japan germany"),
            TileAct("TakeBackEntry", "Take back chits entered by mistake", "undo chit"),
            TileAct("ShowEntryChits", "Show chits", "prove level face-up"),
            TileAct("ReturnAsideChits", "Return the chits put aside", "ready below zero"),
            TileAct("ReturnEntryChits", "Chits go back to the common pool", "give back lose"),
            TileAct("MoveEntryChits", "Chits go to another pool", "shift tension entry"),
            TileAct("StockEntryChits", "Stock the common pool", "fill cup begin"),
            TileAct("ImportEntryChart", "Import the club’s chart", "options actions numbers"),
            TileAct("AnswerScenario", "Answer what the scenario leaves open", "question begin"),
            TileAct("RetakeCity", "Retake a puppet’s city", "nanking vladivostok zagreb"),
            TileAct("AlignSpain", "Align Spain", "franco action 17"),
            TileAct("EnterNeutralMinor", "March into a neutral minor", "ability 25 stack"),
        ),
    ),
    Tile(
        "war",
        "War and peace",
        "Declare, make peace, conquer, align",
        "flag",
        (
            TileAct("DeclareWar", "Declare war", "attack invade"),
            TileAct("MakePeace", "Make peace", "armistice end war"),
            TileAct("SetConquest", "A power is conquered or freed", "conquest liberation complete"),
            TileAct("SetMinor", "A minor country is aligned", "conquered neutral finland spain"),
            TileAct("InstallVichy", "Install Vichy", "france pétain petain"),
            TileAct("CollapseVichy", "Vichy collapses", "france"),
            TileAct("CallOutReserves", "Call out reserves", "mark"),
            TileAct("ActivateLeaders", "Bring the leaders into play", "days of decision"),
        ),
    ),
    Tile(
        "pools",
        "Force pools",
        "Guards Banner, counters, production",
        "chest",
        (
            TileAct("PromoteGuards", "Promote to a Guards army", "guards banner soviet unit"),
            TileAct("MoveCounter", "Move a counter", "pool circle reserve scrap map"),
            TileAct("AddCounters", "Bring counters in", "import sheet kit"),
        ),
    ),
    shared.PUT_RIGHT,
)
NAMES = (TileAct("NameHex", "Name a hex", "label city place map"),)
BOARD = (
    TileAct("OpenReinforcement", "Open the Promotions Board", "begin leaders stage"),
    TileAct("DrawLeader", "Draw a leader", "cup"),
    TileAct("SealBallot", "Seal a ballot", "veto no veto vote", "/board"),
    TileAct("RevealBallot", "Hand in what opens a ballot", "device nonce", "/board"),
    TileAct("FixMarkers", "Fix the ballots or votes", "end sealing"),
    TileAct("OpenBallots", "Open the ballots", "reveal veto"),
    TileAct("SealVote", "Seal a vote", "another stop abstain", "/board"),
    TileAct("RevealVote", "Hand in what opens a vote", "device nonce", "/board"),
    TileAct("OpenVotes", "Open the votes", "count reveal"),
)

# --- which are possible -------------------------------------------------------------------------

Tells = Callable[[State, ActingMember], Available]
Ways = Callable[[State], Iterable[JsonObject]]


def _by_rules(ways: Ways, reason: str = "") -> Tells:
    """What the deciders say of each way."""
    return lambda state, attempt: tried(attempt, ways(state), reason)


def _leaders(status: str, reason: str, *, has_place: bool = False) -> Tells:
    """LiF 3.1: leaders of a status whose power's player somebody is; of a known place, or any."""

    def tells(state: State, attempt: ActingMember) -> Available:
        placed = {who for who, where in state.play.placements.items() if where.location}
        every = [who for who in with_status(state, status) if who in placed or not has_place]
        own = (sides.allegiance(state, who).power or "" for who in every)
        return counted(sum(power in attempt.seats for power in own), reason)

    return tells


_IN_PLACE = _leaders("map", "No leader of yours has a place on the map.", has_place=True)
_ON_MAP = _leaders("map", "No leader of yours is on the map.")


def _promotions(state: State, attempt: ActingMember) -> Available:
    """LiF 5.1: combats after which a unit may be promoted."""
    may = {one.combat for one in combats.open_promotions(state)}
    is_theirs = combats.SOVIET in attempt.seats
    return counted(len(may) * is_theirs, "After a land combat that the USSR has won.")


def _counters(state: State, attempt: ActingMember) -> Available:
    own = (counter for counter in state.play.counters.values() if _owner(counter.power, attempt))
    return counted(sum(1 for _ in own), "No counter of yours is in the campaign.")


def _owner(power: str, attempt: ActingMember) -> bool:
    return power in attempt.seats or "" in attempt.seats


def _chits(state: State) -> Iterator[JsonObject]:
    return ({"chits": [chit]} for chit in state.entry.chits)


def _elsewhere(state: State) -> Iterator[JsonObject]:
    """Ruling 53: a chit into the other entry pool."""
    for chit, pool in product(state.entry.chits, POOLS):
        yield {"chits": [chit], "to": pool}


def _due(state: State) -> Iterator[JsonObject]:
    """Ruling 38: chits that were drawn at the table, with any value."""
    for due in state.entry.due:
        yield {"pool": due.pool, "aside": due.aside, "values": [0]}


def _cooperations(state: State) -> Iterator[JsonObject]:
    return ({"powers": list(pair)} for pair in combinations(POWERS, 2))


def _of_the_usa(tells: Tells) -> Tells:
    """LiF 5.3: an act of the USA's player."""
    others = Available(0, "The USA’s player does this.")
    return lambda state, attempt: tells(state, attempt) if USA in attempt.seats else others


def _rows(kind: str) -> Ways:
    return lambda state: ({kind: row.number} for row in chart.rows(state.entry, kind))  # type: ignore[arg-type]


NONCE = "0" * 64
"""What opens no seal."""
_NO_CHITS = "No entry chit is on the table."
_OWN: Mapping[type[Command], Tells] = {
    board.DrawLeader: _by_rules(lambda state: ({},)),
    board.SealBallot: _by_rules(lambda state: _of_powers(choice="no-veto")),
    board.SealVote: _by_rules(lambda state: _of_powers(choice="abstain")),
    board.RevealBallot: _by_rules(lambda state: _of_powers(choice="veto", nonce=NONCE)),
    board.RevealVote: _by_rules(lambda state: _of_powers(choice="stop", nonce=NONCE)),
    board.FixMarkers: _by_rules(lambda state: ({},)),
    board.OpenBallots: _by_rules(lambda state: ({},)),
    board.OpenVotes: _by_rules(lambda state: ({},)),
    on_map.PlaceLeader: _leaders("arriving", "No leader of yours has arrived."),
    on_map.MoveLeader: _ON_MAP,
    on_map.TurnLeader: _IN_PLACE,
    on_map.SendLeaderToCircle: _ON_MAP,
    UseAbility: _IN_PLACE,
    on_map.ReportGroundStrike: _leaders("map", "No leader is on the map."),
    on_map.ReportCarpetBombing: _leaders("map", "No leader is on the map."),
    on_map.ReportLeaderLost: _leaders("map", "No leader is on the map."),
    on_map.Cooperate: _by_rules(_cooperations),
    on_map.EndCooperation: _by_rules(_cooperations),
    on_map.PromoteGuards: _promotions,
    MoveCounter: _counters,
    board.BuyVetoPoints: _by_rules(lambda state: _of_powers(intelligence_points=5)),
    board.CallOutReserves: _by_rules(
        lambda state: ({**way, "mark": mark} for way in _of_powers() for mark in get_args(Mark))
    ),
    board.ActivateLeaders: _by_rules(lambda state: ({},)),
    wars.MakePeace: _by_rules(
        lambda state: ({"powers": list(pair)} for pair in sorted(state.at_war)), "Nobody is at war."
    ),
    wars.SetConquest: _by_rules(
        lambda state: (
            {**way, "status": status} for way in _of_powers() for status in get_args(Conquest)
        )
    ),
    wars.InstallVichy: _by_rules(lambda state: ({},)),
    wars.CollapseVichy: _by_rules(lambda state: ({},)),
    us_entry.PickEntryOption: _of_the_usa(_by_rules(_rows("option"))),
    us_entry.TakeEntryAction: _by_rules(_rows("action")),
    us_entry.DrawEntryChits: _of_the_usa(
        _by_rules(lambda state: ({"pool": pool} for pool in POOLS))
    ),
    us_entry.EnterEntryChits: _of_the_usa(_by_rules(_due, "No chit waits for its value.")),
    us_entry.TakeBackEntry: _of_the_usa(_by_rules(_chits, _NO_CHITS)),
    us_entry.PlaceEntryChits: _of_the_usa(_by_rules(_elsewhere, _NO_CHITS)),
    us_entry.ShowEntryChits: _of_the_usa(_by_rules(_chits, _NO_CHITS)),
    us_entry.ReturnEntryChits: _by_rules(lambda state: ({"pool": pool} for pool in POOLS)),
    us_entry.MoveEntryChits: _by_rules(
        lambda state: ({"pool": one, "to": other} for one, other in permutations(POOLS, 2))
    ),
    us_entry.ReturnAsideChits: _of_the_usa(
        _by_rules(lambda state: ({"kind": "entry"}, {"kind": "tension"}))
    ),
    us_entry.StockEntryChits: _by_rules(lambda state: ({},)),
    us_entry.AnswerScenario: lambda state, attempt: counted(
        len(us_entry_waiting.asks(state)), "The scenario leaves no question open."
    ),
    us_entry.RetakeCity: _by_rules(lambda state: ({"city": city} for city in chart.CITIES)),
    us_entry.AlignSpain: _by_rules(lambda state: ({},)),
}


def _of_powers(**more: object) -> Iterator[JsonObject]:
    return ({"power": power, **more} for power in POWERS)


TILES = with_acts(_TILES, DECIDER.table)
RECORDING = Recording[State](TILES, (*BOARD, *NAMES, *shared.OTHERS), {**shared.AVAILABLE, **_OWN})
"""What can be recorded, by the tiles where people look for it."""
