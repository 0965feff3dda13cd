"""LiF 2, 3.1: leaders on the map, as the report of a turn shows them. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.pages import CorrectionMark
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.board.report.explained import leader_links
from campaign.leaders_in_flames.board.report.leaders import LeaderView, leader_view
from campaign.leaders_in_flames.names import capital, listed, the_country
from campaign.leaders_in_flames.on_map import places
from campaign.leaders_in_flames.on_map.report.range_picture import RangePicture, range_picture
from campaign.leaders_in_flames.on_map.sentences import went
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import with_status
from campaign.leaders_in_flames.turn_notes import Context, GameSection, Log
from events.base import Event
from events.lif import on_map as play


class AbilityTag(msgspec.Struct, frozen=True):
    """LiF abilities: one of a leader's abilities, in short."""

    number: int
    name: str
    white: bool
    """Ruling 29: it must be used where it applies."""


class LeaderOnMap(msgspec.Struct, frozen=True):
    """LiF 3.1: a leader on the map, or one who left it this turn."""

    leader: LeaderView
    place: str
    """Where the leader is, or what happened to a leader who is gone."""
    face_down: bool
    abilities: tuple[AbilityTag, ...]
    did: str


class Theatre(msgspec.Struct, frozen=True):
    """LiF 2: the leaders of one map, at sea, or off the maps."""

    name: str
    leaders: tuple[LeaderOnMap, ...]


class ActsView(msgspec.Struct, frozen=True):
    """LiF 3: what leaders on the map did in a turn."""

    gone: tuple[LeaderOnMap, ...]
    """Leaders who left the map; `place` says how."""
    acted: tuple[LeaderOnMap, ...]
    to_place: str
    links: Mapping[str, str]
    """Leaders to the accounts of their places."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]


class MapView(msgspec.Struct, frozen=True):
    """LiF 2, 3.1: the leaders on the map at the end of a turn."""

    theatres: tuple[Theatre, ...]
    pictures: tuple[RangePicture, ...]
    links: Mapping[str, str]
    """Leaders to the accounts of their places."""
    marks: Mapping[str, tuple[CorrectionMark, ...]]


def acts_view(context: Context) -> ActsView | None:
    """LiF 3: what leaders on the map did in a turn; None if they did nothing."""
    log = context.log
    gone = _gone(log)
    left = {view.leader.id for view in gone}
    acted = tuple(
        view
        for theatre in _theatres(log)
        for view in theatre.leaders
        if view.did and view.leader.id not in left
    )
    if not (gone or acted):
        return None
    arriving = [log.end.sheet[who].name for who in with_status(log.end, "arriving")]
    links = leader_links(context.logs, context.place)
    return ActsView(gone, tuple(sorted(acted, key=_order)), listed(arriving), links, context.marks)


def map_view(context: Context) -> MapView | None:
    """LiF 2, 3.1: the leaders on the map; None if none has a place there."""
    log = context.log
    if not log.end.play.placements:
        return None
    links = leader_links(context.logs, context.place)
    return MapView(_theatres(log), _pictures(log), links, context.marks)


def _leader(event: Event) -> str:
    match event:
        case (
            play.LeaderPlaced()
            | play.LeaderMoved()
            | play.LeaderTurned()
            | play.AbilityUsed()
            | play.LeaderSentToCircle()
            | play.LeaderRecalled()
            | play.LeaderKilled()
            | play.LeaderGroundStruck()
        ):
            return event.leader
    return ""


def _theatres(log: Log) -> tuple[Theatre, ...]:
    state = log.end
    found: dict[str, list[LeaderOnMap]] = {}
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


def _order(placed: LeaderOnMap) -> tuple[int, int, str]:
    leader = placed.leader
    place = POWERS.index(leader.power) if leader.power in POWERS else len(POWERS)
    return (place, -leader.rank, leader.name)


def _view(log: Log, who: str, place: str, down: bool) -> LeaderOnMap:
    state = log.end
    known = abilities(state.campaign.rulebook)
    counter = state.sheet[who]
    return LeaderOnMap(
        leader_view(counter),
        place,
        down,
        tuple(
            AbilityTag(number, known[number].name, not usage.black(state, number))
            for number in counter.abilities
        ),
        _did(log, who),
    )


def _gone(log: Log) -> tuple[LeaderOnMap, ...]:
    """Leaders who left the map in this turn."""
    last: dict[str, str] = {}
    for act in log.notes.acts:
        match act.event:
            case play.LeaderRecalled(leader=who):
                last[who] = "recalled to the cup"
            case play.LeaderKilled(leader=who):
                last[who] = "killed"
            case play.LeaderSentToCircle(leader=who, arrives=turn):
                last[who] = f"on the production circle until {calendar.in_words(turn)}"
    gone = (
        _view(log, who, capital(what), False)
        for who, what in last.items()
        if log.end.leaders.get(who) != "map"
    )
    return tuple(sorted(gone, key=_order))


def _did(log: Log, who: str) -> str:
    """What a leader did in the turn, in a few words."""
    placement = log.end.play.placements.get(who)
    here, rulebook = placement.location if placement else "", log.end.campaign.rulebook
    own = (act.event for act in log.notes.acts if _leader(act.event) == who)
    did = [words for event in own if (words := _act(event, rulebook, here))]
    return capital("; ".join(did)) + "." if did else ""


def _act(event: Event, rulebook: str, here: str) -> str:
    match event:
        case play.LeaderPlaced():
            face = "" if event.face_up else ", face-down"
            where = "" if event.location == here else f" at {places.in_words(event.location)}"
            return f"was placed{where}{face}"
        case play.LeaderMoved():
            return went(event)
        case play.LeaderTurned():
            return f"was turned face-{'up' if event.face_up else 'down'}"
        case play.AbilityUsed():
            helps = listed(map(the_country, event.helps))
            ability = f"{abilities(rulebook)[event.ability].name} ({event.ability})"
            return f"used {ability} at {places.in_words(event.hex)} for {helps}"
        case play.LeaderGroundStruck():
            return f"was ground struck ({event.roll}, where {event.needed} disorganises him)"
    return ""


def _pictures(log: Log) -> tuple[RangePicture, ...]:
    """LiF 2: a picture of each use of an ability away from the leader's own hex."""
    state, found = log.end, {}
    for act in log.notes.acts:
        event = act.event
        if isinstance(event, play.AbilityUsed) and event.hex != act.location:
            picture = range_picture(state, event, act.location)
            if picture is not None:
                found[event.leader, act.location, event.hex] = picture
    return tuple(found.values())


ACTS = GameSection(
    "acts",
    "Leaders",
    "on_map/templates/acts.html",
    acts_view,
)


MAP = GameSection(
    "map",
    "Leaders on the map",
    "on_map/templates/map.html",
    map_view,
    part="record",
)
