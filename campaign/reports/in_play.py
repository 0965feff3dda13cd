"""Leaders on the map and the force pools, as the report of a turn shows them. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.members import POWERS
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.force_pools.view import PLACES, Pool, pools
from campaign.leaders_in_flames.names import capital, country, listed, the_country
from campaign.leaders_in_flames.on_map import places
from campaign.leaders_in_flames.on_map.sentences import went
from campaign.leaders_in_flames.state import State, with_status
from campaign.reports.board import LeaderView, leader_view
from campaign.reports.combats import CombatView, GuardsView, combat_views, guards_views
from campaign.reports.range_picture import RangePicture, range_picture
from campaign.reports.turn_log import Act, TurnLog
from events.base import Event
from events.lif import on_map as play


class Short(msgspec.Struct, frozen=True):
    """LiF abilities: one of a leader's, in short."""

    number: int
    name: str
    white: bool
    """Ruling 29: it must be used where it applies."""


class OnMap(msgspec.Struct, frozen=True):
    """LiF 3.1: a leader on the map, or one who left it this turn."""

    leader: LeaderView
    place: str
    """Where he is; what became of him where he is gone."""
    face_down: bool
    abilities: tuple[Short, ...]
    did: str


class Theatre(msgspec.Struct, frozen=True):
    """LiF 2: the leaders of one map, at sea, or off the maps."""

    name: str
    leaders: tuple[OnMap, ...]


class PoolRow(msgspec.Struct, frozen=True):
    """LiF 5: one type of unit."""

    type: str
    counts: tuple[int, ...]
    """In the order of the report's columns."""
    total: int
    changed: str


class PoolTable(msgspec.Struct, frozen=True):
    """LiF 5: one power's counters."""

    power: str
    """A major power, or `minors`."""
    name: str
    rows: tuple[PoolRow, ...]


class InPlay(msgspec.Struct, frozen=True):
    """What a turn's report shows of leaders on the map, combats, Guards armies and counters."""

    theatres: tuple[Theatre, ...]
    gone: tuple[OnMap, ...]
    """Leaders who left the map this turn."""
    to_place: str
    pictures: tuple[RangePicture, ...]
    combats: tuple[CombatView, ...]
    guards: tuple[GuardsView, ...]
    guards_on_map: str
    columns: tuple[str, ...]
    pools: tuple[PoolTable, ...]

    @property
    def has_map(self) -> bool:
        """Whether there is anything to tell of leaders on the map."""
        return bool(self.theatres or self.gone)


def in_play(log: TurnLog) -> InPlay:
    """LiF 2, 3, 5: what a turn's report shows of it all; empty where nothing of it is played."""
    state = log.end
    shown = bool(state.play.placements) or any(_leader(act.event) for act in log.acts)
    arriving = [state.sheet[who].name for who in with_status(state, "arriving")] if shown else []
    columns, tables = _pools(log)
    return InPlay(
        _theatres(log) if shown else (),
        _gone(log),
        listed(arriving),
        _pictures(log),
        combat_views(log),
        guards_views(log),
        _guards_on_map(state) if "guards-banner" in state.campaign.modules else "",
        columns,
        tables,
    )


# --- leaders ------------------------------------------------------------------------------------


def _leader(event: Event) -> str:
    match event:
        case (
            play.LeaderPlaced() | play.LeaderMoved() | play.LeaderTurned() | play.AbilityUsed()
            | play.LeaderSentToCircle() | play.LeaderRecalled() | play.LeaderKilled()
            | play.LeaderGroundStruck()
        ):  # fmt: skip
            return event.leader
    return ""


def _theatres(log: TurnLog) -> tuple[Theatre, ...]:
    state = log.end
    found: dict[str, list[OnMap]] = {}
    for who in with_status(state, "map"):
        placement = state.play.placements.get(who)
        location = placement.location if placement else ""
        company = f", with {placement.travels_with}" if placement and placement.travels_with else ""
        where = capital(places.in_words(location)) if location else "not recorded"
        down = placement is not None and not placement.face_up
        found.setdefault(places.theatre(location), []).append(
            _view(log, who, f"{where}{company}", down)
        )
    return tuple(
        Theatre(name, tuple(sorted(found[name], key=_order)))
        for name in places.theatres()
        if name in found
    )


def _order(one: OnMap) -> tuple[int, int, str]:
    power = one.leader.power
    place = POWERS.index(power) if power in POWERS else len(POWERS)
    return (place, -one.leader.rank, one.leader.name)


def _view(log: TurnLog, who: str, place: str, down: bool) -> OnMap:
    state = log.end
    known = abilities(state.campaign.rulebook)
    counter = state.sheet[who]
    return OnMap(
        leader_view(counter),
        place,
        down,
        tuple(
            Short(number, known[number].name, not usage.black(state, number))
            for number in counter.abilities
        ),
        _did(log.acts, who),
    )


def _gone(log: TurnLog) -> tuple[OnMap, ...]:
    """Leaders who were on the map in this turn and are there no more."""
    last: dict[str, str] = {}
    for act in log.acts:
        match act.event:
            case play.LeaderRecalled(leader=who):
                last[who] = "recalled to the cup"
            case play.LeaderKilled(leader=who):
                last[who] = "killed"
            case play.LeaderSentToCircle(leader=who, arrives=turn):
                last[who] = f"on the production circle until {turns.in_words(turn)}"
    gone = (
        _view(log, who, capital(told), False)
        for who, told in last.items()
        if log.end.leaders.get(who) != "map"
    )
    return tuple(sorted(gone, key=_order))


def _did(acts: Sequence[Act], who: str) -> str:
    """What a leader did in the turn, in a few words."""
    told = [words for act in acts if _leader(act.event) == who and (words := _act(act.event))]
    return capital("; ".join(told)) + "." if told else ""


def _act(event: Event) -> str:
    match event:
        case play.LeaderPlaced():
            face = "" if event.face_up else ", face-down"
            return f"was placed at {places.in_words(event.location)}{face}"
        case play.LeaderMoved():
            return went(event)
        case play.LeaderTurned():
            return f"was turned face-{'up' if event.face_up else 'down'}"
        case play.AbilityUsed():
            helps = listed(the_country(one) for one in event.helps)
            return f"used {event.ability} at {places.in_words(event.hex)} for {helps}"
        case play.LeaderGroundStruck():
            return f"was ground struck ({event.roll}, where {event.needed} disorganises him)"
    return ""


def _pictures(log: TurnLog) -> tuple[RangePicture, ...]:
    """LiF 2: a picture of each use of an ability away from the leader's own hex."""
    state, found = log.end, {}
    for act in log.acts:
        event = act.event
        if isinstance(event, play.AbilityUsed) and event.hex != act.location:
            picture = range_picture(state, event, act.location)
            if picture is not None:
                found[event.leader, act.location, event.hex] = picture
    return tuple(found.values())


# --- counters -----------------------------------------------------------------------------------


def _guards_on_map(state: State) -> str:
    armies = [
        state.play.counters[who].name or who
        for who, held in sorted(state.play.counter_placements.items())
        if held.place == "map" and state.play.counters[who].guards_banner
    ]
    return listed(armies)


def _pools(log: TurnLog) -> tuple[tuple[str, ...], tuple[PoolTable, ...]]:
    now = pools(log.end)
    before = {(pool.power, pool.type): pool for pool in pools(log.start)}
    used = [place for place in PLACES if any(pool.counts[place] for pool in now)]
    found: dict[str, list[PoolRow]] = {}
    for pool in now:
        major = pool.power in POWERS
        kind = pool.type if major else f"{country(pool.power)} {pool.type}"
        row = PoolRow(
            kind,
            tuple(pool.counts[place] for place in used),
            pool.total,
            _changed(before.get((pool.power, pool.type)), pool),
        )
        found.setdefault(pool.power if major else "minors", []).append(row)
    tables = (
        PoolTable(power, country(power) if power in POWERS else "Minor countries", tuple(rows))
        for power, rows in found.items()
    )
    return tuple(used), tuple(tables)


def _changed(before: Pool | None, now: Pool) -> str:
    """What came to another place in the turn: `2 map → pool`."""
    if before is None:
        return f"{now.total} new"
    held = {who: place for place, counters in before.places.items() for who in counters}
    tally: dict[str, int] = {}
    for place, counters in now.places.items():
        for who in counters:
            came = held.get(who, "new")
            if came != place:
                told = f"{came} → {place}"
                tally[told] = tally.get(told, 0) + 1
    return "; ".join(f"{number} {told}" for told, number in tally.items())
