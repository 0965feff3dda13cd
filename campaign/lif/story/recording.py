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
    counted,
    tiles,
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
from campaign.lif.roster import POWERS, rows
from campaign.lif.state import POOLS, USA, State, with_status
from campaign.lif.us_entry import chart
from campaign.lif.us_entry import commands as us_entry
from campaign.lif.us_entry import waiting as us_entry_waiting
from campaign.text.json_values import JsonObject
from events.lif.cup import Mark
from events.lif.politics import Conquest

_TILES, OTHERS = tiles(rows("tiles"))
"""What stands on no tile is done on the Board's own page, or seldom."""

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
    of = (counter.power for counter in state.play.counters.values())
    own = sum(power in attempt.seats or "" in attempt.seats for power in of)
    return counted(own, "No counter of yours is in the campaign.")


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


TILES = with_acts((*_TILES, shared.PUT_RIGHT), DECIDER.table)
RECORDING = Recording[State](TILES, (*OTHERS, *shared.OTHERS), {**shared.AVAILABLE, **_OWN})
"""What can be recorded, by the tiles where people look for it."""
