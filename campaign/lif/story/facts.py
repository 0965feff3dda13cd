"""What statistics are made of: a few compact facts for each event that counts. Pure."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from campaign.kernel.projections import Transition
from campaign.lif.board.promotions_board import COUNTED_BALLOTS
from campaign.lif.names import player, the_country, words
from campaign.lif.politics import sides
from campaign.lif.state import SIDES, State, grouped, with_status
from campaign.lif.us_entry import fold
from events.base import Event
from events.lif import board, cup, on_map, politics, us_entry
from events.lif.aftermath import NeutralMinorEntered
from events.lif.board import BallotsOpened, LeaderDrawn, VetoPointsSpent
from events.lif.on_map import LeaderGroundStruck

# A fact holds only what everybody may know once its event is recorded: ballots as they were
# opened, chits as they were shown.

Said = Literal["veto", "support"]
Paid = Literal["veto", "support", "vote"]
Roll = Literal["entry option", "entry action", "neutral minor", "ground strike"]
CareerEvent = Literal[
    "begins", "joins-cup", "joins-reserve", "drawn", "vetoed", "promoted", "placed", "moved",
    "turned", "used", "fought", "ground-struck", "to-circle", "returned", "recalled", "killed",
    "removed",
]  # fmt: skip
"""What can happen to a leader, in the order in which it may happen first."""

WarEvent = Literal["war", "peace", "conquest", "vichy", "minor"]


class GroupInCup(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1: the leaders in the cup that count for a power or a side, and their stars."""

    leaders: int
    stars: int
    squares: int
    """Each leader's stars squared, added up: what the spread of stars needs."""
    drawn: int
    """Stars of the leader drawn; 0 where he is not one of them."""


class CupDraw(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(1): a draw and what could have been drawn: every leader in the cup alike."""

    version: int
    turn: str
    draw: int
    leader: str
    cup: tuple[str, ...]
    """Who was in it just before, in the order of their ids, the one drawn among them. The leaders
    of the next year are in it where an empty cup took them in for this draw."""
    groups: dict[str, GroupInCup]
    """By power, and by side (`axis`, `allies`); only those with leaders in the cup. Nobody's
    leaders are in none of them."""
    source: Literal["ledger", "table"]
    unforeseeable: bool
    """Whether not even the holder of the vault key could have foreseen it."""


class VetoCast(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(2): an opened ballot that took effect: a veto against a leader, or support."""

    version: int
    turn: str
    draw: int
    leader: str
    power: str
    """Whose ballot it was."""
    member: str
    """Who held that power then; the host, where nobody did."""
    said: Said
    of_power: str
    """The power that the leader counted for then; empty where he was nobody's."""
    of_member: str
    """Who held that power then; empty where he was nobody's."""


class PointsPaid(msgspec.Struct, frozen=True, gc=False):
    """LiF 4.1(3), 4.1(5): veto points that a power paid at the board."""

    version: int
    turn: str
    draw: int
    leader: str
    power: str
    member: str
    """Who held that power then; the host, where nobody did."""
    on: Paid
    points: int


class CareerStep(msgspec.Struct, frozen=True, gc=False):
    """Something that happened to a leader, or that he did."""

    version: int
    turn: str
    leader: str
    what: CareerEvent
    where: str = ""
    """The place; of `begins` the status, such as `cup`; of `to-circle` the turn of his return."""
    about: str = ""
    """Of `used` the ability's number, of a recall, death or removal the reason in words, of
    `joins-cup` why; else empty."""
    draw: int = 0
    """The number of the draw, where one brought it."""
    combat: str = ""
    """The combat that it belongs to, if any."""


class DieRolled(msgspec.Struct, frozen=True, gc=False):
    """LiF 3.3(d), 5.3: a ten-sided die on record, and how likely it was to take effect."""

    version: int
    turn: str
    on: Roll
    about: str
    """The number of the option or action; else the leader."""
    power: str
    """Who rolled: the USA for its options, the power that acts, the leader's own power where he
    enters a minor; empty for a ground strike, as the record does not say who struck."""
    value: int
    faces: int
    """How many of the ten numbers would have taken effect."""
    took_effect: bool
    """Whether it brought or removed a chit, or recalled the leader."""
    source: Literal["ledger", "table"]


class ChitSeen(msgspec.Struct, frozen=True, gc=False):
    """LiF 5.3.2: a chit's value as everybody saw it, when it was shown or all were opened."""

    version: int
    turn: str
    chit: str
    value: int
    pool_chits: int
    """How many chits the club's chart has by that turn; 0 where they lie in a cup at the table."""
    pool_total: int
    """What their values add up to."""
    is_end: bool = False
    """Whether the campaign's end opened it. What the USA shows, it chooses; the end opens all."""


class WarStep(msgspec.Struct, frozen=True, gc=False):
    """LiF 4: a change in the war around the board."""

    version: int
    turn: str
    what: WarEvent
    who: str
    """Who declared the war, a side of the peace, or the country whose standing changed."""
    other: str = ""
    """The other side of a war or peace; of a minor, the power it is with or conquered by."""
    status: str = ""
    """Of a conquest, of Vichy or of a minor: what it is now."""


Fact = CupDraw | VetoCast | PointsPaid | CareerStep | DieRolled | ChitSeen | WarStep
OneKind = TypeVar(
    "OneKind", CupDraw, VetoCast, PointsPaid, CareerStep, DieRolled, ChitSeen, WarStep
)
At = tuple[int, str]
"""An event's version, and its turn."""
Finder = Callable[[At, State, Any], Iterator[Fact]]
"""The facts of an event, given the state before it."""
Finders = Mapping[type[Event], Finder]


# --- LiF 4.1: the facts of draws, opened ballots and points paid --------------------------------


def _drawn(at: At, state: State, event: LeaderDrawn) -> Iterator[Fact]:
    cup = tuple(with_status(state, "cup"))
    fair = state.shielded and event.source == "ledger"
    groups = _groups(state, cup, event.leader)
    yield CupDraw(*at, event.draw, event.leader, cup, groups, event.source, fair)


def _groups(state: State, cup: tuple[str, ...], drawn: str) -> dict[str, GroupInCup]:
    """LiF 4.1: what each power and each side has in the cup."""
    of = ((who, sides.allegiance(state, who)) for who in cup)
    members = grouped(
        (group, who) for who, one in of for group in (one.power, one.side) if group is not None
    )
    rank = {who: state.sheet[who].rank for who in cup}
    return {
        group: GroupInCup(
            len(leaders),
            sum(rank[who] for who in leaders),
            sum(rank[who] ** 2 for who in leaders),
            rank[drawn] if drawn in leaders else 0,
        )
        for group, leaders in members.items()
    }


def _opened(at: At, state: State, event: BallotsOpened) -> Iterator[Fact]:
    leader = state.board.leader
    if leader is None:
        return
    owner = sides.allegiance(state, leader).power or ""
    of_member = player(state, owner) if owner else ""
    for power, ballot in event.ballots.items():
        if ballot.choice == "veto" and ballot.how in COUNTED_BALLOTS:
            who, said = player(state, power), _said(state, leader, power)
            yield VetoCast(*at, state.board.draw, leader, power, who, said, owner, of_member)


def _said(state: State, leader: str, power: str) -> Said:
    """LiF 4.1(2): a veto by the leader's own side is support."""
    return "support" if sides.supports(state, leader, power) else "veto"


def _spent(at: At, state: State, event: VetoPointsSpent) -> Iterator[Fact]:
    board = state.board
    leader = board.leader or ""
    for power, points in event.points.items():
        on: Paid = "vote" if board.phase == "votes" else _said(state, leader, power)
        yield PointsPaid(*at, board.draw, leader, power, player(state, power), on, points)


BOARD: Finders = {LeaderDrawn: _drawn, BallotsOpened: _opened, VetoPointsSpent: _spent}


# --- LiF 5.3.2: the facts of chits whose values everybody has seen ------------------------------
#
# A value is read where the record makes it public, and nowhere else: from a chit that was turned
# face-up, and from the secret that the campaign's end opens.

_SECRET = "[0-9a-f]{64}"
"""A secret as the vault makes it; anything else is of a record that was tampered with."""


def _shown(at: At, state: State, event: us_entry.EntryChitsShown) -> Iterator[Fact]:
    count, total = _pool(state, at[1])
    for chit, shown in event.chits.items():
        yield ChitSeen(*at, chit, shown.value, count, total)


def _end(at: At, state: State, event: us_entry.EntrySecretOpened) -> Iterator[Fact]:
    """LiF 5.3: with the secrets open, each chit on the table is the value that fits its seal."""
    from campaign.lif.us_entry.chits import entry_chits

    count, total = _pool(state, at[1])
    secrets = [secret for secret in (event.secret, *event.former) if re.fullmatch(_SECRET, secret)]
    for who, chit in state.entry.chits.items():
        for secret in secrets:
            value = entry_chits.value_of(secret, state.campaign.id, who, chit.commitment)
            if value is not None:
                yield ChitSeen(*at, who, value, count, total, is_end=True)
                break


def _pool(state: State, turn: str) -> tuple[int, int]:
    """LiF 5.3: the chits of the club's chart up to a turn: how many, and their sum."""
    stocked = fold.stocked(state.entry, turn)
    return stocked.total(), sum(value * count for value, count in stocked.items())


CHITS: Finders = {us_entry.EntryChitsShown: _shown, us_entry.EntrySecretOpened: _end}


# --- LiF 3.3(d), 5.3: the facts of ten-sided dice: entry rolls and ground strikes ---------------


def _entered(
    at: At, state: State, event: us_entry.EntryOptionPicked | us_entry.EntryActionTaken
) -> Iterator[Fact]:
    """LiF 5.3.3: the remainder of a number, tens aside, is what the die may not exceed."""
    on: Roll = "entry action"
    if isinstance(event, us_entry.EntryOptionPicked):
        on, number, power = "entry option", event.option, "usa"
    else:
        number, power = event.action, event.power
    for outcome in event.outcomes.values():
        if outcome.roll is not None:
            faces, value = abs(outcome.number) % SIDES, outcome.roll.value
            took_effect, source = value <= faces, outcome.roll.source
            yield DieRolled(*at, on, str(number), power, value, faces, took_effect, source)


def _entry_roll(at: At, state: State, event: NeutralMinorEntered) -> Iterator[Fact]:
    """LiF 5.3, ability 25: a chit leaves on the ability's number or less."""
    from campaign.lif.abilities.catalogue import abilities

    known = abilities(state.campaign.rulebook).get(event.ability)
    counter, value = state.sheet.get(event.leader), event.roll.value
    if known is None or counter is None:
        return  # a record that was tampered with; `verify` says so
    faces, who = known.number_of("us_entry_roll"), (event.leader, counter.power)
    yield DieRolled(*at, "neutral minor", *who, value, faces, value <= faces, event.roll.source)


def _struck(at: At, state: State, event: LeaderGroundStruck) -> Iterator[Fact]:
    """LiF 3.3(d): a roll under half of the one that disorganises recalls the leader."""
    faces = sum(2 * roll < event.needed for roll in range(1, SIDES + 1))
    who, recalled = (event.leader, ""), 2 * event.roll < event.needed
    yield DieRolled(*at, "ground strike", *who, event.roll, faces, recalled, "table")


DICE: Finders = {
    us_entry.EntryOptionPicked: _entered,
    us_entry.EntryActionTaken: _entered,
    NeutralMinorEntered: _entry_roll,
    LeaderGroundStruck: _struck,
}


# --- LiF 3, 4: the facts of leaders' careers ----------------------------------------------------


def _one(
    what: CareerEvent,
    where: Callable[[Any], str] = lambda event: "",
    about: Callable[[Any], str] = lambda event: "",
) -> Finder:
    """The fact of an event about one leader; a result of the Board is of the draw before it."""

    def step(at: At, state: State, event: Any) -> Iterator[Fact]:
        draw = state.board.draw if what in ("vetoed", "promoted") else getattr(event, "draw", 0)
        combat = getattr(event, "combat", "")
        yield CareerStep(*at, event.leader, what, where(event), about(event), draw, combat)

    return step


def _several(what: CareerEvent, about: Callable[[Any], str] = lambda event: "") -> Finder:
    """The facts of an event about several leaders."""

    def steps(at: At, state: State, event: Any) -> Iterator[Fact]:
        text = about(event)
        return (CareerStep(*at, who, what, about=text) for who in event.leaders)

    return steps


def _begins(at: At, state: State, event: Any) -> Iterator[Fact]:
    """LiF 4: who is in the cup or in play when the campaign starts; the others wait their time."""
    for who, status in event.leaders.items():
        if status not in ("aside", "reserve"):
            yield CareerStep(*at, who, "begins", where=status)


def _fought(at: At, state: State, event: on_map.CombatReported) -> Iterator[Fact]:
    """LiF 3.3: the leaders concerned in a combat."""
    for one in event.leaders:
        yield CareerStep(*at, one.leader, "fought", event.hex, one.side, 0, event.combat)


CAREERS: Finders = {
    cup.LeadersSetUp: _begins,
    cup.PositionStated: _begins,
    cup.LeadersActivated: _several("joins-cup", lambda event: "the kit comes into play"),
    cup.LeadersReachedYear: _several("joins-cup", lambda event: str(event.year)),
    board.NextYearLeadersAdded: _several(
        "joins-cup", lambda event: f"early, from {event.year}, as the cup was empty"
    ),
    cup.ReservesCalledOut: _several(
        "joins-cup", lambda event: f"reserves of {the_country(event.power)}"
    ),
    cup.LeadersJoinedCup: _several("joins-cup", lambda event: words(event.reason)),
    cup.LeadersReturnedToReserve: _several("joins-reserve"),
    cup.LeadersRemoved: _several("removed", lambda event: words(event.reason)),
    board.LeaderDrawn: _one("drawn"),
    board.LeaderVetoed: _one("vetoed"),
    board.LeaderPromoted: _one("promoted"),
    on_map.LeaderPlaced: _one("placed", lambda event: event.location),
    on_map.LeaderMoved: _one("moved", lambda event: event.location, lambda event: event.means),
    on_map.LeaderTurned: _one(
        "turned", about=lambda event: "face-up" if event.face_up else "face-down"
    ),
    on_map.LeaderSentToCircle: _one(
        "to-circle", lambda event: event.arrives, lambda event: words(event.reason)
    ),
    on_map.LeadersReturnedFromCircle: _several("returned"),
    on_map.AbilityUsed: _one("used", lambda event: event.hex, lambda event: str(event.ability)),
    on_map.CombatReported: _fought,
    on_map.LeaderGroundStruck: _one("ground-struck"),
    on_map.LeaderRecalled: _one("recalled", about=lambda event: words(event.reason)),
    on_map.LeaderKilled: _one("killed", about=lambda event: words(event.reason)),
    NeutralMinorEntered: _one("used", lambda event: event.minor, lambda event: str(event.ability)),
}


# --- LiF 4: the facts of wars, peace, conquests, Vichy and minor countries ----------------------


def _war(what: WarEvent, parts: Callable[[Any], tuple[str, ...]]) -> Finder:
    """The fact of a change in the war: who, the other side, and the new status."""

    return lambda at, state, event: iter((WarStep(*at, what, *parts(event)),))


WAR: Finders = {
    politics.WarDeclared: _war("war", lambda event: (event.attacker, event.target)),
    politics.PeaceMade: _war("peace", lambda event: event.powers),
    politics.ConquestChanged: _war("conquest", lambda event: (event.power, "", event.status)),
    politics.MinorChanged: _war(
        "minor", lambda event: (event.minor, event.power or "", event.status)
    ),
    politics.VichyInstalled: _war("vichy", lambda event: ("france", "", "installed")),
    politics.VichyCollapsed: _war("vichy", lambda event: ("france", "", "collapsed")),
}


# --- The facts of each event, for statistics, read tables and pages -----------------------------
#
# `facts_of` looks at one transition alone, so that nothing has to be remembered between events.
# Events that were struck out have no facts, amended ones those of their amended form.


def facts_of(step: Transition[State]) -> Iterator[Fact]:
    """The facts of an event; none if it was struck out, or nothing in it counts."""
    kind = type(step.record.event)
    if kind not in FOUND_IN or step.record.struck_by or step.before is None:
        return
    for finders in _ALL:
        if kind in finders:
            at = step.record.version, step.turn
            yield from finders[kind](at, step.before, step.record.event)


def all_facts(history: Iterable[Transition[State]]) -> list[Fact]:
    """The facts of a history, in its order."""
    return [fact for step in history for fact in facts_of(step)]


def only(kind: type[OneKind], facts: Iterable[Fact]) -> tuple[OneKind, ...]:
    """The facts of one kind, in their order."""
    return tuple(fact for fact in facts if isinstance(fact, kind))


_ALL = (BOARD, CAREERS, DICE, CHITS, WAR)
FOUND_IN: frozenset[type[Event]] = frozenset(kind for finders in _ALL for kind in finders)
"""The events that have facts."""
