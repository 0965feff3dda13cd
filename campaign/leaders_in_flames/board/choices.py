"""LiF 4.1(2), 4.1(5): what a marker can say, in the record's words and in people's. Pure.

A marker turned to veto is support where the power is on the leader's own side: people read and
type `support`, and the record keeps `veto`.
"""

from collections.abc import Mapping
from typing import get_args

from campaign.kernel.decisions import Command
from campaign.kernel.steps import Unfit
from campaign.leaders_in_flames.board.commands import SealBallot, SealVote
from campaign.leaders_in_flames.board.waiting import prices
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from events.lif.board import Choice, Voice

SEALS: Mapping[str, type[Command]] = {"ballots": SealBallot, "votes": SealVote}
"""The command that lays a marker, by the phase of the board."""
CHOICES: Mapping[str, tuple[str, ...]] = {"ballot": get_args(Choice), "vote": get_args(Voice)}
"""What a marker of each kind can say."""
COSTS_NOTHING: Mapping[str, str] = {"ballots": "no", "votes": "abstain"}
"""The choice that every power can pay for, as it is typed, by the phase of the board."""
VETO, SUPPORT = "veto", "support"
IS_SUPPORT = "A veto by the leader’s own side is support"
"""What whoever looks for a veto there is told."""
SHORT = {"v": VETO, "no": "no-veto", "n": "no-veto", "no veto": "no-veto"}

SHORTEST = {"no-veto": "no"}
"""What is offered where a choice has a shorter word."""


def draw_now(state: State) -> int | None:
    """The draw whose leader is before the Board, or that was promoted last; None before any."""
    return (state.board.draw or None) if state.board.phase in SEALS else None


def supports(state: State, power: str) -> bool:
    """LiF 4.1(2): whether a power's marker can only support the leader before the board."""
    leader = state.board.leader
    return leader is not None and bool(power) and sides.supports(state, leader, power)


def in_words(state: State, power: str, choice: str) -> str:
    """A choice as people call it: a veto by the leader's own side is support."""
    return SUPPORT if choice == VETO and supports(state, power) else choice


def offered(state: State, power: str) -> dict[str, int]:
    """What a power can choose now, as people call it, each with its cost in veto points."""
    costs = prices(state, power)
    return {in_words(state, power, choice): cost for choice, cost in costs.items()}


def choice_of(state: State, power: str, typed: str) -> str | Unfit:
    """A choice in the record's words. An empty power stands for any. Never repeats what was typed.

    `veto` is understood as support too; `support` only by a power of the leader's own side.
    """
    folded = typed.strip().lower()
    costs = prices(state, power or POWERS[0])  # the words are the same for all
    choice = SHORT.get(folded, folded) if VETO in costs else folded
    if choice in (SUPPORT, "s") and supports(state, power):
        choice = VETO
    if choice in costs:
        return choice
    words = [SHORTEST.get(choice, in_words(state, power, choice)) for choice in costs]
    return Unfit(f"one of {', '.join(words)}")
