"""Works acts out: the place where expressions are worked out, dice, cards and effects. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.kernel.draws import Dice
from campaign.kit.language import kinds
from campaign.kit.language.effects import Done
from campaign.kit.reading.parts import ActField, ActRule, ClubRules
from campaign.kit.state import Pile, State, read_value

Env = list[Any]
"""A place of work: what the expressions of an act or a phase look at and write into."""


class Piles:
    """The decks while an act is worked out."""

    def __init__(self, piles: Mapping[str, Pile], rules: ClubRules) -> None:
        self._cards = {name: list(pile.cards) for name, pile in piles.items()}
        self._discard = {name: list(pile.discard) for name, pile in piles.items()}
        self._decks = rules.decks
        self._held: dict[str, Counter[str]] = {}
        """How many of each card are in pile and discard, once that is asked."""
        self._settled: set[tuple[str, str]] = set()
        """The cards of which an effect said where they go."""

    def left(self, deck: str) -> list[str]:
        """The cards that can be drawn, in the file's order; an empty pile takes its discard."""
        if not self._cards[deck]:
            self.shuffle(deck)
        copies = self._decks[deck].copies if deck in self._decks else {}
        order = {card: place for place, card in enumerate(copies)}
        return sorted(self._cards[deck], key=lambda card: order.get(card, len(order)))

    def take(self, deck: str, card: str) -> None:
        """A card leaves the pile."""
        self.left(deck)
        if card in self._cards[deck]:
            self._in(deck)[card] -= 1
            self._cards[deck].remove(card)

    def _in(self, deck: str) -> Counter[str]:
        if deck not in self._held:
            self._held[deck] = Counter(self._cards[deck]) + Counter(self._discard[deck])
        return self._held[deck]

    def shuffle(self, deck: str) -> None:
        """The discard goes back into the pile."""
        self._cards[deck] += self._discard[deck]
        self._discard[deck] = []

    def move(self, verb: str, deck: str, card: str | None) -> None:
        """A card is kept, goes back into the pile, or is discarded; only one that is out of both
        can go anywhere.
        """
        if card is None:
            return
        self._settled.add((deck, card))
        copies = self._decks[deck].copies.get(card, 1) if deck in self._decks else 1
        if verb != "keep" and self._in(deck)[card] < copies:
            self._in(deck)[card] += 1
            (self._cards if verb == "return" else self._discard)[deck].append(card)

    def put_away(self, deck: str, card: str, *, returns: bool) -> None:
        """Where a drawn card goes of which no effect said anything."""
        if (deck, card) not in self._settled:
            self.move("return" if returns else "discard", deck, card)

    def frozen(self) -> dict[str, Pile]:
        """The decks as a state holds them."""
        return {
            name: Pile(tuple(cards), tuple(self._discard[name]))
            for name, cards in self._cards.items()
        }


def environment(
    state: State, size: int, writes: Iterable[str] = (), *, with_piles: bool = False
) -> Env:
    """A place of work on a state; only the tables that are written are copied."""
    env: Env = [None] * max(size, kinds.FIRST)
    env[kinds.TABLES] = {**state.tables, **{name: dict(state.tables[name]) for name in writes}}
    env[kinds.BEYOND] = []
    env[kinds.TURN], env[kinds.PHASE] = state.turn, state.phase
    if with_piles:
        env[kinds.PILES] = Piles(state.piles, state.rules)
    return env


def of_row(state: State, row: str, size: int) -> Env:
    """A place of work for an expression about one row."""
    env = environment(state, size)
    env[kinds.IT] = env[kinds.ME] = row
    return env


def run_all(state: State, effects: Sequence[Done], size: int) -> tuple[State, list[str]]:
    """The state after the effects of a phase or a turn, and what went beyond limits."""
    if not effects:
        return state, []
    writes = frozenset().union(*(done.writes for done in effects))
    env = environment(state, size, writes, with_piles=True)
    for done in effects:
        done.run(env)
    return replace(state, tables=env[kinds.TABLES], piles=env[kinds.PILES].frozen()), env[
        kinds.BEYOND
    ]


# --- one act ------------------------------------------------------------------------------------


def said(act: ActRule, values: Mapping[str, str]) -> dict[str, kinds.Value]:
    """What was filled in, as values; a field that was left out holds its start, or nobody."""
    return {
        field.name: read_value(field.column.kind, values[field.name])
        if field.name in values
        else field.column.start
        for field in act.asked
    }


def of_act(state: State, act: ActRule, seat: str, values: Mapping[str, kinds.Value]) -> Env:
    """A place of work with what was filled in, before anything is judged."""
    env = environment(state, act.size, act.writes, with_piles=bool(state.piles))
    env[kinds.ME] = seat or None
    for name, value in values.items():
        env[act.fields[name].place] = value
    return env


def let(act: ActRule, env: Env, *, by_chance: bool) -> None:
    """Works out the values that an act has by name."""
    for one in act.lets:
        if one.by_chance == by_chance:
            env[one.place] = one.run(env)


class Chance(NamedTuple):
    """What the ledger rolled and drew for an act, as its event bears it."""

    dice: dict[str, tuple[int, ...]]
    cards: dict[str, str]
    draw: int = 0


def rolls(field: ActField, env: Env) -> int:
    """How many dice are rolled for a field; none where it draws a card."""
    most = field.dice.most if field.dice else 0
    return max(0, min(most, field.size(env))) if field.size else most


def rolled(act: ActRule, env: Env, dice: Dice) -> Chance | str:
    """Rolls and draws for an act; why it cannot be, where a deck is empty."""
    thrown: dict[str, tuple[int, ...]] = {}
    cards: dict[str, str] = {}
    before = dice.last
    for field in act.fields.values():
        if field.dice is not None:
            number = rolls(field, env)
            thrown[field.name] = tuple(dice.roll(field.dice.sides) for _ in range(number))
        elif field.deck:
            piles: Piles = env[kinds.PILES]
            left = piles.left(field.deck)
            if not left:
                return f"no card is left in {field.deck}"
            cards[field.name] = card = dice.choose(left)
            piles.take(field.deck, card)
    return Chance(thrown, cards, dice.last if dice.last > before else 0)


def performed(
    state: State, act: ActRule, seat: str, values: Mapping[str, kinds.Value], chance: Chance
) -> State:
    """The state after an act on record."""
    env = of_act(state, act, seat, values)
    let(act, env, by_chance=False)
    for field in act.fields.values():
        if field.deck:
            env[kinds.PILES].take(field.deck, chance.cards.get(field.name, ""))
    return perform(state, act, seat, env, chance)[0]


def perform(
    state: State, act: ActRule, seat: str, env: Env, chance: Chance
) -> tuple[State, list[str]]:
    """The state after an act, and what went beyond limits; in a place of work with all that is
    worked out before dice and draws, and without the cards that were drawn.
    """
    for field in act.fields.values():
        if field.dice is not None:
            env[field.place] = tuple(chance.dice.get(field.name, ()))
        elif field.deck:
            env[field.place] = chance.cards.get(field.name)
    let(act, env, by_chance=True)
    for done in act.effects:
        done.run(env)
    for field in act.fields.values():
        if field.deck and field.name in chance.cards:
            env[kinds.PILES].put_away(field.deck, chance.cards[field.name], returns=field.returns)
    piles = env[kinds.PILES].frozen() if env[kinds.PILES] else state.piles
    after = replace(
        state,
        tables=env[kinds.TABLES],
        piles=piles,
        draws=max(state.draws, chance.draw),
        told=act.say(env),
        done=_noted(state, act, seat),
    )
    return after, env[kinds.BEYOND]


def _noted(state: State, act: ActRule, seat: str) -> dict[str, tuple[int, str]]:
    """When acts were last done, of those that can be done once."""
    if not act.once:
        return state.done
    return {**state.done, f"{act.key} {seat}": (state.turn, state.phase)}
