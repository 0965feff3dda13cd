"""LiF 2, 3, 5.1: leaders on the map and combats as the report of a turn shows them. Pure."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

import msgspec

from campaign.kernel.pages import CorrectionMark
from campaign.lif import calendar
from campaign.lif.abilities import command_range, usage
from campaign.lif.abilities.catalogue import abilities
from campaign.lif.abilities.command_range import Cell
from campaign.lif.board.views.sections import LeaderView, leader_links, leader_view
from campaign.lif.names import Names, country, the_countries, words
from campaign.lif.on_map import battles, combats, fold, sentences
from campaign.lif.on_map.sentences import went
from campaign.lif.roster import owner, place_of
from campaign.lif.state import State, grouped, with_status
from campaign.lif.story.turn_notes import Context, GameSection, Log
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.lif import on_map

# --- LiF 2: a leader's range as a small picture: plain paths, which the template draws ----------

UNIT = 16.0
"""How wide a hex is."""
_REGULAR = "l8 4.6v9.2l-8 4.6l-8-4.6v-9.2"
"""The sides of a regular hex of that width, from its top corner on: 16 × 0.289 = 4.6."""


HexRun = tuple[int, float, float]
"""Hexes beside each other: how many, and where the first one's upper corner is."""


class RangePicture(msgspec.Struct, frozen=True):
    """LiF 2: the leader's hex, the hexes in range, and where an ability took effect."""

    leader: str
    rank: int
    text: str
    width: float
    height: float
    near: tuple[HexRun, ...]
    """Row by row, the leader's own hex and the target among them."""
    beyond: tuple[HexRun, ...]
    him: str
    target: str
    """The outlines of each."""


def range_picture(state: State, event: on_map.AbilityUsed, location: str) -> RangePicture | None:
    """LiF 2: the picture of a use; None if one map cannot show it."""
    counter = state.sheet[event.leader]
    cells = command_range.diagram(location, counter.rank, event.hex, state.rulings.hex_rows)
    aim = next((cell for cell in cells if cell.kind == "target"), None)
    if aim is None:
        return None
    reach = max(cell.hexes for cell in cells if cell.kind in ("in-range", "leader", "both"))
    away = counted(aim.hexes, "hex", "hexes")
    text = f"ability {event.ability}, from {location} to {event.hex}: {away}"
    return RangePicture(
        counter.name,
        counter.rank,
        text,
        round((max(cell.x for cell in cells) + 1) * UNIT + 2, 2),
        round((max(cell.y for cell in cells) + 1.154) * UNIT + 2, 2),
        _runs(cells, range(reach + 1)),
        _runs(cells, range(reach + 1, command_range.LAST)),
        _outlines(cells, "leader"),
        _outlines(cells, "target"),
    )


def _runs(every: Sequence[Cell], hexes: range) -> tuple[HexRun, ...]:
    """The cells so far from the leader, those beside each other as one, row by row."""
    cells = [cell for cell in every if cell.hexes in hexes]
    runs: list[HexRun] = []
    for cell, before in zip(cells, (None, *cells), strict=False):
        if before is not None and (cell.y, cell.x) == (before.y, before.x + 1):
            count, x, y = runs.pop()
            runs.append((count + 1, x, y))
        else:
            runs.append((1, *_corner(cell)))
    return tuple(runs)


def _corner(cell: Cell) -> tuple[float, float]:
    return round((cell.x + 0.5) * UNIT + 1, 1), round(cell.y * UNIT + 1, 1)


def _outlines(cells: tuple[Cell, ...], kind: str) -> str:
    return "".join(_outline(cell) for cell in cells if cell.kind == kind)


def _outline(cell: Cell) -> str:
    """A hex from its top corner, clockwise."""
    x, y = _corner(cell)
    return f"M{x:g} {y:g}{_REGULAR}Z"


# --- LiF 2, 3.1: leaders on the map, as the report of a turn shows them -------------------------


class LeaderOnMap(msgspec.Struct, frozen=True):
    """LiF 3.1: a leader on the map, or one who left it this turn."""

    leader: LeaderView
    place: str
    """Where the leader is, or what happened to a leader who is gone."""
    face_down: bool
    abilities: tuple[tuple[int, bool], ...]
    """Their numbers, and whether each must be used where it applies (ruling 29)."""
    did: str


Theatre = tuple[str, tuple[LeaderOnMap, ...]]
"""LiF 2: a map, the sea or what is off the maps, and the leaders there."""


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

    @property
    def longest(self) -> int:
        """The most hexes beside each other in a picture."""
        return max((run[0] for one in self.pictures for run in (*one.near, *one.beyond)), default=0)


def acts_view(context: Context) -> ActsView | None:
    """LiF 3: what leaders on the map did in a turn; None if they did nothing."""
    log = context.log
    gone = _gone(log)
    left = {view.leader.id for view in gone}
    acted = tuple(
        view
        for _, leaders in _theatres(log)
        for view in leaders
        if view.did and view.leader.id not in left
    )
    if not (gone or acted):
        return None
    arriving = [log.end.sheet[who].name for who in with_status(log.end, "arriving")]
    links = leader_links(context.logs, context.place)
    return ActsView(
        gone,
        tuple(sorted(acted, key=_order)),
        listed(arriving),
        links,
        context.marks,
    )


def map_view(context: Context) -> MapView | None:
    """LiF 2, 3.1: the leaders on the map; None if none has a place there."""
    log = context.log
    if not log.end.play.placements:
        return None
    links = leader_links(context.logs, context.place)
    return MapView(_theatres(log), _pictures(log), links, context.marks)


def _theatres(log: Log) -> tuple[Theatre, ...]:
    state = log.end
    by_theatre: dict[str, list[LeaderOnMap]] = {}
    for who in with_status(state, "map"):
        placement = state.play.placements.get(who)
        location = placement.location if placement else ""
        company = f", with {placement.travels_with}" if placement and placement.travels_with else ""
        where = capital(sentences.in_words(location)) if location else "not recorded"
        down = placement is not None and not placement.face_up
        row = _view(log, who, f"{where}{company}", down)
        by_theatre.setdefault(sentences.theatre(location), []).append(row)
    return tuple(
        (name, tuple(sorted(by_theatre[name], key=_order)))
        for name in sentences.theatres()
        if name in by_theatre
    )


def _order(placed: LeaderOnMap) -> tuple[int, int, str]:
    leader = placed.leader
    return place_of(leader.power, leader.rank, leader.name)


def _view(log: Log, who: str, place: str, down: bool) -> LeaderOnMap:
    state = log.end
    counter = state.sheet[who]
    tags = tuple((number, not usage.black(state, number)) for number in counter.abilities)
    return LeaderOnMap(leader_view(counter), place, down, tags, _did(log, who))


def _gone(log: Log) -> tuple[LeaderOnMap, ...]:
    """Leaders who left the map in this turn."""
    last: dict[str, str] = {}
    for act in log.notes.acts:
        match act.event:
            case on_map.LeaderRecalled(leader=who):
                last[who] = "recalled to the cup"
            case on_map.LeaderKilled(leader=who):
                last[who] = "killed"
            case on_map.LeaderSentToCircle(leader=who, arrives=turn):
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
    own = (act.event for act in log.notes.acts if getattr(act.event, "leader", "") == who)
    did = [words for event in own if (words := _act(event, rulebook, here))]
    return capital("; ".join(did)) + "." if did else ""


def _act(event: Event, rulebook: str, here: str) -> str:
    match event:
        case on_map.LeaderPlaced():
            face = "" if event.face_up else ", face-down"
            where = "" if event.location == here else f" at {sentences.in_words(event.location)}"
            return f"was placed{where}{face}"
        case on_map.LeaderMoved():
            return went(event)
        case on_map.LeaderTurned():
            return f"was turned face-{'up' if event.face_up else 'down'}"
        case on_map.AbilityUsed():
            helps = the_countries(event.helps)
            ability = f"{abilities(rulebook)[event.ability].name} ({event.ability})"
            return f"used {ability} at {sentences.in_words(event.hex)} for {helps}"
        case on_map.LeaderGroundStruck():
            return f"was ground struck ({event.roll}, where {event.needed} disorganises him)"
    return ""


def _pictures(log: Log) -> tuple[RangePicture, ...]:
    """LiF 2: a picture of each use of an ability away from the leader's own hex."""
    state, pictures = log.end, {}
    for act in log.notes.acts:
        event = act.event
        if isinstance(event, on_map.AbilityUsed) and event.hex != act.location:
            picture = range_picture(state, event, act.location)
            if picture is not None:
                pictures[event.leader, act.location, event.hex] = picture
    return tuple(pictures.values())


ACTS = GameSection("acts", "Leaders", "on_map/templates/acts.html", acts_view, part="rest")


MAP = GameSection("map", "Leaders on the map", "on_map/templates/map.html", map_view, part="record")


# --- combats ------------------------------------------------------------------------------------
# LiF 3.3, 5.1: combats and Guards Banner promotions with their sums, as a report shows them.


class SideView(msgspec.Struct, frozen=True):
    """LiF 3.3: one side of a combat."""

    who: tuple[tuple[str, str], ...]
    """Each country: the power whose colour it has (or `minors`), and its name."""
    lost: int
    """Build points."""
    losses: str


class CombatView(msgspec.Struct, frozen=True):
    """LiF 3.3: a combat."""

    number: str
    kind: str
    place: str
    attacker: SideView
    defender: SideView
    outcome: tuple[str, ...]
    """Who was recalled or killed, with the sum that says so."""


class GuardsPromotion(msgspec.Struct, frozen=True):
    """LiF 5.1: a promotion to a Guards Banner army."""

    number: str
    place: str
    unit: str
    army: str
    sum: str


class GuardsView(msgspec.Struct, frozen=True):
    """LiF 5.1: the Guards Banner armies of a turn."""

    rows: tuple[GuardsPromotion, ...]
    on_map: str
    """Those on the map at its end."""


def _combats(log: Log) -> Iterator[CombatView]:
    """LiF 3.3: the turn's combats in their order."""
    names = Names(log.end.sheet)
    for combat in log.end.play.combats.values():
        yield CombatView(
            _number(combat.combat),
            combat.kind,
            capital(sentences.in_words(combat.hex)),
            _side(combat, "attacker"),
            _side(combat, "defender"),
            tuple(_outcome(log, combat, names)),
        )


def _outcome(log: Log, combat: on_map.CombatReported, names: Names) -> Iterator[str]:
    """LiF 3.3: who was killed or recalled, and what the host's word is taken for."""
    after = [
        act.event for act in log.notes.acts if getattr(act.event, "combat", "") == combat.combat
    ]
    for event in after:
        if isinstance(event, on_map.LeaderKilled):
            yield f"{names.leader(event.leader)} was killed: {words(event.reason)}."
    if combat.places:
        yield sentences.stated(combat, names).strip()
    if combat.contradicts:
        yield f"Against the record, the host says: {combat.contradicts}"
    recalls = [event for event in after if isinstance(event, on_map.LeaderRecalled)]
    for side in fold.SIDES:
        yield from _recall(log.end, combat, side, recalls, names)


def _number(combat: str) -> str:
    return combat.rpartition("-")[2]


def _side(combat: on_map.CombatReported, side: on_map.Side) -> SideView:
    who = tuple((owner(name), country(name)) for name in fold.fighting(combat, side))
    return SideView(who, fold.lost(combat, side), _losses(combat, side))


def _losses(combat: on_map.CombatReported, side: on_map.Side) -> str:
    """`2 INF and ARM killed, INF retreated`."""
    lost = Tally((loss.fate, _unit(loss)) for loss in combat.losses if loss.side == side)
    units = grouped(
        (fate, f"{number} {unit}" if number > 1 else unit) for (fate, unit), number in lost.items()
    )
    fates = (fate for fate in get_args(on_map.Fate) if fate in units)
    return ", ".join(f"{listed(units[fate])} {fate}" for fate in fates)


def _unit(loss: on_map.Loss) -> str:
    name = f"HQ ({loss.type})" if loss.hq and loss.type != "HQ" else loss.type
    return f"{name} division" if loss.size == "division" else name


def _recall(
    state: State,
    combat: on_map.CombatReported,
    side: on_map.Side,
    recalls: list[on_map.LeaderRecalled],
    names: Names,
) -> list[str]:
    """LiF 3.3: the sum that recalls a side's leader, or is too low for that, in words."""
    rulebook = state.campaign.rulebook
    involved = {present.leader: present for present in combat.leaders if present.side == side}
    event = next((event for event in recalls if event.leader in involved), None)
    needed = battles.threshold(rulebook, combat.kind, side)
    aircraft = event is not None and battles.by_air_part(rulebook, combat, involved[event.leader])
    own, other = battles.sums(combat, side, state.rulings, aircraft=aircraft)
    scope = " in the air" if aircraft else _of_what_counts(combat, side, own, other)
    reckoned = f"{capital(side)}s{scope}: {own} − {other} = {own - other}"
    if event is not None:
        recalled = f"{reckoned}, and {needed} recall a leader: {names.leader(event.leader)}"
        chosen = sentences.how_chosen(event, names)
        return [f"{recalled} went back to the cup. {chosen}".rstrip()]
    concerned = any(battles.concerned(rulebook, present) for present in involved.values())
    return _without_recall(reckoned, own - other, needed) if concerned else []


def _without_recall(reckoned: str, more: int, needed: int) -> list[str]:
    """LiF 3.3: why a sum recalls nobody; of a side that lost no more than the other nothing."""
    if more <= 0:
        return []
    if more < needed:
        return [f"{reckoned}, short of the {needed} that recall a leader."]
    return [f"{reckoned}, and {needed} recall a leader; nobody was left to go."]


def _of_what_counts(combat: on_map.CombatReported, side: on_map.Side, own: int, other: int) -> str:
    """Ruling 48: a reminder where not every loss of a combat counts for a side's recall."""
    lost = (fold.lost(combat, side), fold.lost(combat, fold.OTHER[side]))
    return "" if (own, other) == lost else ", of what counts"


# --- 5.1 Guards Banner armies -------------------------------------------------------------------


def guards_view(context: Context) -> GuardsView | None:
    """LiF 5.1: the turn's promotions, each with its sum; None where there are none."""
    log = context.log
    rows = tuple(_promotions(log))
    module = "guards-banner" in log.end.campaign.modules
    return GuardsView(rows, _guards_on_map(log.end) if module else "") if rows else None


def _guards_on_map(state: State) -> str:
    armies = [
        state.play.counters[who].name or who
        for who, held in sorted(state.play.counter_placements.items())
        if held.place == "map" and state.play.counters[who].guards_banner
    ]
    return listed(armies)


def _promotions(log: Log) -> Iterator[GuardsPromotion]:
    for act in log.notes.acts:
        event = act.event
        if not isinstance(event, on_map.GuardsPromoted):
            continue
        combat = log.end.play.combats.get(event.combat)
        total = event.factors + event.score
        enough = f"{event.factors} + {event.score} = {total}\u00a0≥\u00a0{event.needed}"
        score = f"{score_sum(combat)}; " if combat else ""
        yield GuardsPromotion(
            _number(event.combat),
            capital(sentences.in_words(combat.hex)) if combat else "",
            _called(log.end, event.unit),
            _called(log.end, event.army),
            f"{score}{enough}",
        )


def _called(state: State, who: str) -> str:
    counter = state.play.counters.get(who)
    return counter.name or who if counter else who


def score_sum(combat: on_map.CombatReported) -> str:
    """LiF 5.1: how a combat's promotion score was worked out: `2 × 3 − 3 = 3`."""
    scored = combats.tally(combat)
    if scored is None:
        return ""
    german, soviet, halves = _terms(scored.german), _terms(scored.soviet), scored.halves
    written = " − ".join((" + ".join(german) or "0", *soviet))
    if halves % 2 == 0:
        return f"{written} = {_half(halves)}"
    exact = f"{written} = {_half(halves)}" if written != _half(halves) else written
    return f"{exact}, rounded up {_half(2 * scored.score)}"


def _terms(worths: Iterable[int]) -> list[str]:
    return [
        f"{number} × {_half(worth)}" if number > 1 else _half(worth)
        for worth, number in sorted(Tally(worths).items(), reverse=True)
        if worth
    ]


def _half(halves: int) -> str:
    """Halves as a reader writes them: `3`, `1½`."""
    sign, whole = "−" if halves < 0 else "", abs(halves) // 2
    if halves % 2 == 0:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"


COMBATS = GameSection(
    "combats",
    "Combats",
    "on_map/templates/combats.html",
    lambda context: tuple(_combats(context.log)) or None,
    part="rest",
)


GUARDS = GameSection(
    "guards", "Guards Banner", "on_map/templates/guards.html", guards_view, part="rest"
)
