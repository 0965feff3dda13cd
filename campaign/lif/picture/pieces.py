"""LiF 2, 3.1, 5.4: what the record knows on the maps: leaders, counters, combats. Pure."""

import re
from collections.abc import Iterator

import msgspec

from campaign.lif.abilities.command_range import Hex, Rows, distance, hexes_in_range, parse, within
from campaign.lif.names import the_countries
from campaign.lif.on_map.sentences import in_words
from campaign.lif.roster import owner, place_of
from campaign.lif.state import CounterPlacement, State, with_status
from campaign.text.english import capital

HEX = re.compile(r"[A-Z][0-9]{4}")
APART = 6
"""Hexes of one map that are farther apart do not belong together."""


class Piece(msgspec.Struct, frozen=True):
    """A leader or a counter, and where it is."""

    id: str
    name: str
    owner: str
    """The major power whose colour it has, or `minors`."""
    power: str
    """The power or minor country whose it is, by id."""
    place: str
    """Empty where nobody recorded it."""
    rank: int = 0
    """Stars of a leader; 0 for a counter."""
    face_up: bool = True
    is_guards: bool = False
    came: str = ""
    """Where it was when the turn began, if it is elsewhere now."""
    is_new: bool = False
    """Whether it was not on the maps when the turn began."""
    company: str = ""
    """The unit, ship or aircraft that it travels with."""

    @property
    def hex(self) -> Hex | None:
        """Its hex; None at sea, on an off-map dot, or where nobody recorded it."""
        return hex_of(self.place)

    def start(self, rows: Rows) -> Hex | None:
        """The hex that it left in this turn, if that is near enough for an arrow; by the rows that
        are half a hex to the right.
        """
        here, there = self.hex, hex_of(self.came)
        if here is None or there is None or here.map != there.map:
            return None
        return there if distance(here, there, rows) <= APART else None


class Fight(msgspec.Struct, frozen=True):
    """LiF 3.3: a combat of this turn, and where it was fought."""

    place: str
    text: str
    """Kind and sides: `land combat, Germany against the USSR`."""


def hex_of(place: str) -> Hex | None:
    """LiF 2: the hex that a place is; None for a sea box, a dot, no place or an unknown map."""
    location = parse(place) if HEX.fullmatch(place) else None
    return location if isinstance(location, Hex) else None


def pieces(state: State, before: State | None) -> tuple[Piece, ...]:
    """LiF 3.1, 5.4: leaders on the map and counters placed there: leaders first, then by power."""
    found = (*_leaders(state, before), *_counters(state, before))
    return tuple(sorted(found, key=_order))


def _order(piece: Piece) -> tuple[bool, int, int, str]:
    return piece.rank == 0, *place_of(piece.owner, piece.rank, piece.name)


def _leaders(state: State, before: State | None) -> Iterator[Piece]:
    was = before.play.placements if before is not None else state.play.placements
    on_map = before.leaders if before is not None else state.leaders
    for who in with_status(state, "map"):
        counter, now = state.sheet[who], state.play.placements.get(who)
        place, then = (now.location if now else ""), was.get(who)
        yield Piece(
            who,
            counter.name,
            owner(counter.power),
            counter.power,
            place,
            counter.rank,
            now is None or now.face_up,
            came=then.location if then is not None and then.location != place else "",
            is_new=on_map.get(who) != "map",
            company=now.travels_with if now else "",
        )


def _counters(state: State, before: State | None) -> Iterator[Piece]:
    was = (before or state).play.counter_placements
    for who, held in state.play.counter_placements.items():
        if held.place == "map":
            then = was.get(who)
            yield _counter(state, who, then if then and then.place == "map" else None)


def _counter(state: State, who: str, then: CounterPlacement | None) -> Piece:
    """A counter on the map; `then` is where on it the counter was when the turn began."""
    counter, held = state.play.counters[who], state.play.counter_placements[who]
    return Piece(
        who,
        counter.name or counter.type or who,
        owner(counter.power),
        counter.power,
        held.location,
        face_up=held.face_up,
        is_guards=counter.guards_banner,
        came=then.location if then is not None and then.location != held.location else "",
        is_new=then is None,
    )


def fights(state: State) -> tuple[Fight, ...]:
    """LiF 3.3: this turn's combats, in the order of their numbers."""
    return tuple(
        Fight(one.hex, f"{one.kind} combat, {attackers} against {the_countries(one.defenders)}")
        for one in state.play.combats.values()
        for attackers in (the_countries(one.attackers),)
    )


def reach(state: State, leader: str) -> tuple[Hex, ...]:
    """LiF 2: the hexes of his map in a leader's range; none where he is in no hex."""
    now = state.play.placements.get(leader)
    centre = hex_of(now.location) if now is not None else None
    if centre is None:
        return ()
    reach = hexes_in_range(state.sheet[leader].rank, centre)
    return tuple(place for place, _ in within(centre, reach, state.rulings.hex_rows))


# --- in words -----------------------------------------------------------------------------------


def called(place: str, state: State) -> str:
    """LiF 2: a place with the name that the club gave it: `E1429 Kyiv`."""
    named = state.play.hex_names.get(place)
    return f"{in_words(place)} {named.name}" if named is not None else in_words(place)


def about(piece: Piece, state: State) -> str:
    """LiF 3.1: where a piece is, and what became of it in the turn, in a few words."""
    parts = [capital(called(piece.place, state)) if piece.place else "Hex not recorded"]
    if piece.company:
        parts.append(f"with {piece.company}")
    if not piece.face_up:
        parts.append("face-down")
    if piece.is_new:
        parts.append("new this turn")
    if piece.came:
        parts.append(f"came from {called(piece.came, state)}")
    return ", ".join(parts)
