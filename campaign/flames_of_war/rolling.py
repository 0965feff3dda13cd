"""FoW ruling 63: whose dice a roll has: the table's, typed in, or the ledger's. Pure.

A label keeps the kinds of rolls apart; all of them count in one row of draws.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.state import Evolvers, State
from campaign.kernel.decisions import Needs, Refused, Supplied, bad_field
from campaign.kernel.dice import Dice, faces
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.text.suggest import near
from events.base import Event
from events.campaign import EntropyAdded
from events.fow.words import DiceSource

FACES = 6
RULE = "FoW ruling 63"


class Kind(msgspec.Struct, frozen=True):
    """A kind of roll: its label, and the dice of its events in the order in which they fell."""

    label: str
    dice: Callable[[Any], tuple[int, ...]]


def source(state: State, typed: object) -> DiceSource | Refused:
    """Whose dice a roll has: those typed in, or the ledger's where none are.

    Refuses dice of the other kind than the campaign's.
    """
    has = typed is not None
    match state.rulings.dice:
        case "table" if not has:
            return bad_field("dice", "this campaign rolls at the table: type the dice in")
        case "ledger" if has:
            return Refused(RULE, "in this campaign the ledger rolls: leave the dice out")
    return "table" if has else "ledger"


def needs(state: State, typed: object) -> Needs:
    """The seed of the round, where the ledger rolls."""
    return Needs(seed=typed is None and state.rulings.dice != "table")


def mixed(state: State, label: str) -> tuple[str, ...]:
    """What a draw mixes in: the label of its kind, and what members threw in."""
    return (f"fow {label}", *state.entropy)


def dice(state: State, supplied: Supplied, label: str) -> Dice:
    """The ledger's dice for one roll; `Dice.last` is the number that its event keeps."""
    return Dice(state.campaign.id, supplied.seed, mixed(state, label), state.draw, supplied.drawn)


def given(event: Any, fell: Sequence[int]) -> Supplied:
    """For a command that is read back: the dice that the ledger rolled then."""
    return Supplied(drawn=tuple(map(str, fell)) if event.source == "ledger" else ())


def typed(event: Any, fell: Any) -> Any:
    """For a command that is read back: the dice typed in; None where the ledger rolled."""
    return fell if event.source == "table" else None


def impossible(numbers: Sequence[int]) -> Refused | None:
    """Dice that show no face of a die."""
    wrong = [number for number in numbers if not 1 <= number <= FACES]
    return bad_field("dice", f"a die shows 1 to {FACES}, not {wrong[0]}") if wrong else None


def witnessed(state: State, witness: str, by: str) -> Refused | None:
    """FoW ruling 63: a witness is another member."""
    if not witness:
        return None
    if witness not in state.campaign.members:
        hint = near(witness, state.campaign.members)
        return bad_field("witness", f"{witness!r} is not enrolled in this campaign{hint}")
    return bad_field("witness", "name somebody else than yourself") if witness == by else None


def rolled(state: State, event: Any) -> State:
    """The state after a roll: the ledger's numbers and what was thrown in are used up."""
    return replace(state, draw=event.draw, entropy=()) if event.draw else state


def by_ledger(event: Any) -> bool:
    """Whether the ledger rolled the dice of an event."""
    drawn: int = event.draw
    return drawn > 0


def numbers(event: Any, fell: Sequence[int]) -> tuple[str, ...]:
    """The numbers of the ledger's dice, which nothing else bears; none for dice of the table."""
    last: int = event.draw
    return tuple(map(str, range(last - len(fell) + 1, last + 1))) if last else ()


def claims(
    kinds: Mapping[type[Event], Kind], version: int, state: State, event: Event
) -> Iterator[ClaimedDraw]:
    """Draws: each die that the ledger rolled, to be checked once the round's seed is out."""
    kind = kinds.get(type(event))
    number: int = getattr(event, "draw", 0)
    if kind is None or not number:
        return
    fell, lines = kind.dice(event), mixed(state, kind.label)
    for place, face in enumerate(fell, number - len(fell) + 1):
        yield ClaimedDraw(version, place, str(face), lines, faces(FACES))


def _thrown_in(state: State, event: EntropyAdded) -> State:
    """Draws: what a member throws in is mixed into the next draw."""
    return replace(state, entropy=(*state.entropy, f"entropy {event.by} {event.value}"))


def entropies_of(state: State, member: str) -> int:
    """Draws: how often a member has added entropy to the next one."""
    return sum(line.startswith(f"entropy {member} ") for line in state.entropy)


EVOLVE: Evolvers = {EntropyAdded: _thrown_in}
