"""The state of a campaign by a club's own rules: frozen values, and how it begins. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Command, Decision, Needs, Refused, Supplied
from campaign.kernel.members import Campaign, Seats, with_campaign
from campaign.kit.language import kinds
from campaign.kit.reading.parts import ActRule, ClubRules
from campaign.kit.reading.rules import rules_of
from events.base import Event
from events.campaign import CampaignOpened
from events.kit import HouseRuleSet, RulesChanged, RulesWritten, SeatAdded

Rows = dict[str, tuple[kinds.Value, ...]]
"""The rows of a table by their ids, in order; each with its columns in theirs."""
SEATS = Seats("seat", {"seatone": "Seat one"}, {"seatone": "S1"}, own=True)
"""What a campaign has until its rules are read."""


class WaitingAct(msgspec.Struct, frozen=True, gc=False):
    """What was proposed, and waits to be confirmed."""

    act: str
    seat: str
    values: dict[str, str]
    by: str = ""


class HeldSeal(msgspec.Struct, frozen=True, gc=False):
    """A choice that a seat sealed."""

    commitment: str
    ciphertext: str
    by: str
    by_player: bool = True
    """Whether the seat's own player sealed it."""
    by_device: bool = False
    """Whether a device sealed it; until that hands in what opens it, there is no ciphertext."""
    number: int = 1
    """Which of the seat's it is; devices make the nonce from it, so that it is nobody's again."""
    handed: bool = False
    """Whether a device has handed in what opens it, struck since or not: somebody may
    have read it."""
    asked: bool = False
    """Whether the host ended sealing when it was there, so that its device was asked for it."""
    round: int = 0
    """The number of the phase that it is bound to."""


class Pile(msgspec.Struct, frozen=True, gc=False):
    """The cards of a deck that can be drawn, and those that lie beside it."""

    cards: tuple[str, ...]
    discard: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """Where a campaign stands."""

    campaign: Campaign
    text: str = ""
    """The rules in force."""
    tables: dict[str, Rows] = {}
    turn: int = 0
    phase: str = ""
    order: tuple[str, ...] = ()
    """Where one acts after another: the seats in their order."""
    passed: tuple[str, ...] = ()
    """Those of them that are done."""
    done: dict[str, tuple[int, str]] = {}
    """When each act was last done that can be done once: turn and phase, by act and seat."""
    requests: dict[int, WaitingAct] = {}
    """What waits to be confirmed, by number."""
    proposals: int = 0
    """The last number given out."""
    round: int = 0
    """The number of the phase at hand, by which what is sealed in it is bound to it."""
    rounds: int = 0
    """The highest such number: every event that may begin a phase uses one up, also when struck."""
    seals: dict[str, dict[str, HeldSeal]] = {}
    """By act and seat."""
    fixed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each end of sealing in this phase: the act, and the seats that had nothing sealed then."""
    struck: tuple[tuple[str, str], ...] = ()
    """Acts and seats of which a seal of this phase was struck."""
    used: dict[str, int] = {}
    """How many seals by act and seat were struck, or never opened: their numbers are used up."""
    opened: tuple[str, ...] = ()
    """The acts whose choices are open in this phase."""
    piles: dict[str, Pile] = {}
    draws: int = 0
    """The number of the last draw."""
    won: tuple[str, str] = ("", "")
    """Who had won at the end of a turn, ids with a space between, and what is said of it."""
    told: str = ""
    """What the last event led to, in words."""

    @property
    def rules(self) -> ClubRules:
        """The rules in force, compiled."""
        return rules_of(self.text)

    @property
    def waiting(self) -> dict[int, WaitingAct]:
        """What waits to be confirmed, of acts that the rules still have."""
        known = self.rules.acts if self.requests else {}
        return {number: one for number, one in self.requests.items() if one.act in known}

    def act(self, name: str) -> ActRule | None:
        """An act by its name."""
        return self.rules.acts.get(name)

    def name(self, table: str, row: str) -> str:
        """A row's name; its id where there is no such row."""
        known = self.tables.get(table, {}).get(row)
        return str(known[0]) if known else row

    def seat_name(self, seat: str) -> str:
        """A seat's name."""
        return self.name("seats", seat)


Evolvers = Mapping[type[Event], Callable[[State, Any], State]]
Deciders = Mapping[type[Command], Callable[[State, Any, Supplied], Decision]]
Needing = Mapping[type[Command], Callable[[State, Any], Needs]]


def begun(event: CampaignOpened, shared: Campaign) -> State:
    """The state of a campaign just opened, before its rules are read."""
    return State(shared)


def seats_of(state: State) -> Seats:
    """The seats of a campaign, with a letter or two for each."""
    rows = state.tables.get("seats")
    if not rows:
        return SEATS
    names = {seat: str(row[0]) for seat, row in rows.items()}
    codes: dict[str, str] = {}
    for seat in names:
        short = seat[:3].upper()
        taken = sum(code.startswith(short) for code in codes.values())
        codes[seat] = f"{short}{taken + 1}" if taken else short
    return Seats(state.rules.seats.one, names, codes, own=True)


# --- values as they are typed -------------------------------------------------------------------

DIGITS = 20
"""More than any number of the rules has."""


def read_value(kind: Any, text: str) -> kinds.Value:
    """A value as it was typed; the caller knows that it fits, or is content with the nearest."""
    match kind:
        case kinds.Num(low=low):
            return int(text) if text.removeprefix("-").isdecimal() else low
        case kinds.Bool():
            return text == "yes"
        case kinds.Row():
            return None if text in ("", "none") else text
    return text


def as_typed(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def unfit(kind: Any, text: str, tables: Mapping[str, Rows]) -> str:
    """Why a typed value is none of a kind; empty if it is one."""
    if isinstance(kind, kinds.Row):
        rows = [*tables[kind.table], *["none"] * kind.optional]
        return "" if text in rows else f"{text!r} is none of {kind.table}: {', '.join(rows[:12])}"
    if isinstance(kind, kinds.Num) and len(text) > DIGITS:
        return f"write {kinds.in_words(kind)}"
    value = read_value(kind, text)
    if as_typed(value) != text or not text.strip():
        return f"write {kinds.in_words(kind)}"
    return kinds.misfit(kind, value)


# --- the rules, and how they change -------------------------------------------------------------


def _written(state: State, event: RulesWritten) -> State:
    """The tables of the file, with the club's switches."""
    rules = rules_of(event.text)
    tables = {name: dict(table.rows) for name, table in rules.tables.items()}
    for name, text in event.house.items():
        if name in rules.house:
            tables["house"] = _set(rules.tables["house"], tables["house"], name, text)
    piles = {name: Pile(kinds.one_by_one(deck.copies)) for name, deck in rules.decks.items()}
    shared = replace(state.campaign, seats=tuple(rules.seats.rows), seat_kind=rules.seats.one)
    return replace(with_campaign(state, shared), text=event.text, tables=tables, piles=piles)


def _set(table: kinds.ClubTable, rows: Rows, name: str, text: str) -> Rows:
    """The house with a switch set."""
    column = table.columns[name]
    row = list(rows["house"])
    row[table.places[name]] = read_value(column.kind, text)
    return {"house": tuple(row)}


def _house_set(state: State, event: HouseRuleSet) -> State:
    rules = state.rules
    if event.name not in rules.house:
        return state
    house = _set(rules.tables["house"], state.tables["house"], event.name, event.value)
    return replace(state, tables={**state.tables, "house": house})


def _seat_added(state: State, event: SeatAdded) -> State:
    table = state.rules.seats
    says = {"name": event.name, **({"side": event.side} if event.side else {})}
    row = {**dict(zip(table.columns, table.starts, strict=True)), **says}
    seats = {**state.tables["seats"], event.seat: tuple(row[name] for name in table.columns)}
    shared = replace(state.campaign, seats=tuple(seats))
    order = (*state.order, event.seat) if state.order else ()
    return replace(
        with_campaign(state, shared), tables={**state.tables, "seats": seats}, order=order
    )


def changed(state: State, event: RulesChanged) -> State:
    """Rows keep what they hold; new columns begin as the new rules say."""
    old, new = state.rules, rules_of(event.text)
    tables = {}
    for name, table in new.tables.items():
        known = old.tables.get(name)
        held = state.tables.get(name, {})
        rows = {row: _kept(known, table, row, values) for row, values in held.items()}
        tables[name] = rows | {row: new for row, new in table.rows.items() if row not in rows}
    piles = {**state.piles, **{name: _with_more(state, new, name) for name in new.decks}}
    after = numbered(state, event)
    phase = state.phase if state.phase in ("", *new.phases) else next(iter(new.phases))
    seals_now = new.seals_in(phase) and not old.seals_in(state.phase)
    begun = after.rounds if seals_now else state.round
    shared = replace(state.campaign, seats=tuple(tables["seats"]))
    changed = with_campaign(after, shared)
    return replace(changed, text=event.text, tables=tables, piles=piles, phase=phase, round=begun)


def numbered(state: State, event: Event) -> State:
    """A number of phases is used up by an event that may begin one, whatever the rules say of it.

    So rules that are changed, or whose change is struck, give no number twice, and no later phase
    another one.
    """
    return replace(state, rounds=state.rounds + 1)


def _with_more(state: State, new: ClubRules, name: str) -> Pile:
    """A deck with the cards that are new in it."""
    old = state.rules.decks
    was = old[name].copies if name in old else {}
    copies = new.decks[name].copies
    more = {card: count - was.get(card, 0) for card, count in copies.items()}
    pile = state.piles.get(name, Pile(()))
    return replace(pile, cards=(*pile.cards, *kinds.one_by_one(more)))


def _kept(
    old: kinds.ClubTable | None, new: kinds.ClubTable, row: str, values: tuple[kinds.Value, ...]
) -> tuple[kinds.Value, ...]:
    held = dict(zip(old.columns, values, strict=False)) if old else {}
    fresh = dict(zip(new.columns, new.rows.get(row) or new.starts, strict=True))
    return tuple(held.get(name, fresh[name]) for name in new.columns)


EVOLVE: Evolvers = {
    RulesWritten: _written,
    HouseRuleSet: _house_set,
    SeatAdded: _seat_added,
}


# --- what is impossible -------------------------------------------------------------------------


class FigureOfRow(NamedTuple):
    """A number of a row."""

    table: str
    row: str
    column: str
    value: Any

    @property
    def place(self) -> str:
        """Where it stands: `seats.anselm.points`."""
        return f"{self.table}.{self.row}.{self.column}"


def numbers(state: State) -> Iterator[FigureOfRow]:
    """Every number of every row."""
    for name, table in state.rules.tables.items() if state.text else ():
        for row, values in state.tables[name].items():
            for at, column in table.numbers:
                yield FigureOfRow(name, row, column.name, values[at])


def faults(state: State) -> Iterator[Refused]:
    """The figures that are beyond their limits, as they may be after a correction.

    A correction asks it of every event behind it, so that nothing is made of those within.
    """
    for name, table in state.rules.tables.items() if state.text else ():
        columns = [(at, one.name, *one.kind) for at, one in table.numbers]
        for row, values in state.tables[name].items():
            for at, column, low, high in columns:
                if not low <= values[at] <= high:
                    where = f"{name}.{row}.{column}"
                    text = f"{where} is {values[at]}, and it goes from {low} to {high}"
                    yield Refused("Limits", text)
