"""FoW ruling 63: whose dice a roll has: the table's, typed in, or the ledger's. Pure.

A label keeps the kinds of rolls apart; all of them count in one row of draws.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from campaign.fow.state import Evolvers, State
from campaign.kernel.decisions import Needs, Refused, Supplied, bad_field
from campaign.kernel.draws import Dice
from campaign.text.english import near
from events.campaign import EntropyAdded
from events.fow.words import DiceSource

FACES = 6
RULE = "FoW ruling 63"


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


def needs(state: State, command: Any) -> Needs:
    """The seed of the round, where the ledger rolls."""
    return Needs(seed=command.dice is None and state.rulings.dice != "table")


def mixed(state: State, label: str) -> tuple[str, ...]:
    """What a draw mixes in: the label of its kind, and what members threw in."""
    return (f"fow {label}", *state.entropy)


def dice(state: State, supplied: Supplied, label: str) -> Dice:
    """The ledger's dice for one roll; `Dice.last` is the number that its event keeps."""
    return Dice(state.campaign.id, supplied, mixed(state, label), state.draw)


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


def numbers(event: Any) -> tuple[str, ...]:
    """The numbers of the ledger's dice, which nothing else bears; none for dice of the table."""
    fell = event.dice if hasattr(event, "dice") else [one.dice for one in event.rolls.values()]
    dice = list(fell.values()) if isinstance(fell, dict) else list(fell)
    count = sum(len(one) if isinstance(one, tuple) else 1 for one in dice)
    last: int = event.draw
    return tuple(map(str, range(last - count + 1, last + 1))) if last else ()


def entropies_of(state: State, member: str) -> int:
    """Draws: how often a member has added entropy to the next one."""
    return sum(line.startswith(f"entropy {member} ") for line in state.entropy)


EVOLVE: Evolvers = {
    EntropyAdded: lambda state, event: replace(
        state, entropy=(*state.entropy, f"entropy {event.by} {event.value}")
    )
}
"""Draws: what a member throws in is mixed into the next draw."""
