"""LiF 4.1: a position of the Promotions Board: what advice is worked out from. Pure.

It is made from what everybody may know. Programs may send positions of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.lif import calendar
from campaign.lif.board import cup
from campaign.lif.board.values import Values
from campaign.lif.names import the_country
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Board, State, UsEntry, has_marker, with_status
from campaign.text.faults import in_words
from campaign.text.json_values import not_written_as

HOST = "host"
"""The agent of whatever power nobody plays."""
NOTHING_ASKED = "the Board asks nothing now; next: `campaign draw {}`"
SIDES = ("axis", "allies")

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Turns = Annotated[int, msgspec.Meta(ge=1, le=120)]
Worth = Annotated[float, msgspec.Meta(ge=-1_000, le=1_000)]
Price = Annotated[int, msgspec.Meta(ge=0, le=3)]


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leader in the cup, before the Board, or yet to come."""

    id: str
    side: Literal["axis", "allies"] | None
    owner: str | None
    own_price: Price
    """What support costs the owner; 0 for nobody's."""
    price: Price
    """What support is taken to cost later."""
    value: Worth
    worth: Worth
    """In Axis favour, for a whole campaign."""


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A power with its points; its price and what an arrival gives it are for ballots alone."""

    side: Literal["axis", "allies"]
    points: Count
    marker: bool
    agent: str
    price: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    worth: Worth | None = None


class BallotPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that advice needs to know."""

    format: Literal["veto-position/1"]
    campaign: str
    version: Annotated[int, msgspec.Meta(ge=0)]
    turn: str
    turns_left: Turns
    """This one included."""
    turns: Turns
    rulebook: Literal["lif-1998", "lif-list"]
    charge_idle_support: bool
    recall: Annotated[float, msgspec.Meta(ge=0, le=0.5)]
    draw: Annotated[int, msgspec.Meta(ge=0)]
    phase: Literal["ballots", "votes"]
    leader: Leader
    powers: dict[str, Power]
    cup: Annotated[tuple[Leader, ...], msgspec.Meta(max_length=200)]
    joins: tuple[tuple[Turns, Annotated[tuple[Leader, ...], msgspec.Meta(max_length=200)]], ...]
    infusions: tuple[tuple[Turns, tuple[Count, Count]], ...]


def public(state: State) -> State:
    """What `show` tells everybody, as far as the Board's game needs it: without markers, openings,
    chits and what a draw would mix in.
    """
    board = Board(state.board.phase, state.board.leader, state.board.turn, {}, state.board.draw)
    return replace(state, board=board, entry=UsEntry(), mixed=(), opened=(), shielded=False)


# --- from a campaign ------------------------------------------------------------------------------


def position_of(state: State, version: int, values: Values) -> BallotPosition | Refused:
    """LiF 4.1: the position before the Board now; refused where no marker is asked for."""
    state, shared = public(state), state.campaign
    leader, phase = state.board.leader, state.board.phase
    if leader is None or (phase != "ballots" and phase != "votes"):
        return Refused("LiF 4.1", NOTHING_ASKED.format(shared.name))
    left = max(calendar.count(shared.turn, shared.last_turn), 1)
    whole = max(calendar.count(shared.first_turn, shared.last_turn), left)
    years = list(_years(state))
    in_cup = {*with_status(state, "cup")} | ({leader} if phase == "ballots" else set())
    share = shares(left, whole, values.recall)[0]

    def leaders(who: Iterable[str]) -> tuple[Leader, ...]:
        return tuple(_leader(state, values, one) for one in sorted(who))

    return BallotPosition(
        format="veto-position/1",
        campaign=shared.name,
        version=version,
        turn=shared.turn,
        turns_left=left,
        turns=whole,
        rulebook="lif-1998" if shared.rulebook == LIF_1998 else "lif-list",
        charge_idle_support=state.rulings.charge_idle_support,
        recall=values.recall,
        draw=state.board.draw,
        phase=phase,
        leader=_leader(state, values, leader),
        powers={power: _power(state, values, leader, power, share) for power in POWERS},
        cup=leaders(in_cup),
        joins=tuple((offset, leaders(new)) for offset, new in _joins(state, years)),
        infusions=tuple((offset, _income(state, year)) for offset, year in years),
    )


def _years(state: State) -> Iterator[tuple[int, int]]:
    """The years to come, each with the turns until then."""
    turns = calendar.CALENDAR.turns(state.campaign.turn, state.campaign.last_turn)
    for offset, turn in enumerate(turns):
        if offset and calendar.starts_year(turn):
            yield offset, calendar.year(turn)


def shares(left: int, turns: int, recall: float) -> list[float]:
    """The part of the campaign in which a leader is in play who arrives this turn, the next, …"""
    alive, total, parts = 1.0, 0.0, []
    for _ in range(left):
        total += alive
        alive *= 1 - recall
        parts.append(total / turns)
    return parts[::-1]


def _leader(state: State, values: Values, who: str) -> Leader:
    of, own, later = sides.allegiance(state, who), sides.ALLIED, sides.ALLIED
    if of.power is not None:
        own = sides.cost(state, who, of.power)
        year = calendar.year(state.campaign.turn) + 1
        points = state.veto_points.get(of.power, 0) + cup.allotment(state, of.power, year)
        if has_marker(state, of.power) and points >= own:
            later = own
    if of.side is None:
        own = later = 0
    means = [
        mean([values.to(who, power) for power in POWERS if state.rulings.sides[power] == side])
        for side in SIDES
    ]
    worth = mean(means) * (-1 if of.side == "allies" else 1)
    return Leader(who, of.side, of.power, own, later, values.all[who], worth)


def mean(numbers: Sequence[float]) -> float:
    """Their mean; 0 of none."""
    return added(numbers) / max(1, len(numbers))


def added(numbers: Iterable[float]) -> float:
    """A sum in the order given; the last bits of `sum` differ between versions of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


def _power(state: State, values: Values, leader: str, power: str, share: float) -> Power:
    side, price, worth = state.rulings.sides[power], None, None
    if state.board.phase == "ballots":
        price = sides.cost(state, leader, power)
        gains = side == (sides.allegiance(state, leader).side or "axis")
        worth = round((1 if gains else -1) * values.to(leader, power) * share, 9)
    agent = state.campaign.powers.get(power) or HOST
    points = state.veto_points.get(power, 0)
    return Power(side, points, has_marker(state, power), agent, price, worth)


def _joins(state: State, years: Iterable[tuple[int, int]]) -> Iterator[tuple[int, set[str]]]:
    """LiF 4: the leaders set aside whose year comes."""
    seen = set[str]()
    for offset, year in years:
        new = {*cup.due(state, year)} - seen
        seen |= new
        if new:
            yield offset, new


def _income(state: State, year: int) -> tuple[int, int]:
    """LiF 4.2: what the powers of each side get in a year that can use it."""
    points = dict.fromkeys(SIDES, 0)
    for power in POWERS:
        if has_marker(state, power):
            points[state.rulings.sides[power]] += cup.allotment(state, power, year)
    return points["axis"], points["allies"]


# --- from a program -------------------------------------------------------------------------------


def read_position(text: str | bytes) -> BallotPosition | Refused:
    """A position as a program sends it; refuses what is missing, unknown or impossible."""
    try:
        position = msgspec.json.decode(text, type=BallotPosition)
    except msgspec.ValidationError as error:
        return Refused(None, in_words(error, BallotPosition, as_sent=True))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return Refused(None, not_written_as("JSON", error))
    fault = next(_faults(position), "")
    return Refused(None, fault) if fault else position


def _power_faults(position: BallotPosition) -> Iterator[str]:
    is_ballot = position.phase == "ballots"
    for power in sorted(position.powers.keys() ^ set(POWERS)):
        is_power = power in POWERS
        yield f"powers: {the_country(power)} is missing" if is_power else f"no power: {power!r}"
    need = "needs price and worth" if is_ballot else "has no price and no worth"
    for power, row in position.powers.items():
        if (row.price is not None, row.worth is not None) != (is_ballot, is_ballot):
            yield f"powers: in {position.phase} {the_country(power)} {need}"


def _faults(position: BallotPosition) -> Iterator[str]:
    yield from _power_faults(position)
    if position.turns_left > position.turns:
        yield "turns_left: there are more turns left than turns"
    if (position.phase == "ballots") != (position.leader in position.cup):
        yield "leader: in ballots the leader drawn is in the cup, in votes he is not"
    every = [*position.cup, *(leader for _, leaders in position.joins for leader in leaders)]
    ids = [leader.id for leader in every]
    yield from (f"cup: {who} is in it twice" for who in sorted(set(ids)) if ids.count(who) > 1)
    for leader in (position.leader, *every):
        if (leader.side is None) != (leader.price == 0):
            yield f"cup: {leader.id} needs a price of support where a side has them, else 0"
