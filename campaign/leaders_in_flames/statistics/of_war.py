"""LiF 4: the facts of wars, peace, conquests, Vichy and minor countries. Pure."""

from collections.abc import Iterator

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.facts import Fact, Finders, WarStep
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)


def _war(version: int, turn: str, state: State, event: WarDeclared) -> Iterator[Fact]:
    yield WarStep(version, turn, "war", event.attacker, event.target)


def _peace(version: int, turn: str, state: State, event: PeaceMade) -> Iterator[Fact]:
    yield WarStep(version, turn, "peace", *event.powers)


def _conquest(version: int, turn: str, state: State, event: ConquestChanged) -> Iterator[Fact]:
    yield WarStep(version, turn, "conquest", event.power, status=event.status)


def _minor(version: int, turn: str, state: State, event: MinorChanged) -> Iterator[Fact]:
    yield WarStep(version, turn, "minor", event.minor, event.power or "", event.status)


def _installed(version: int, turn: str, state: State, event: VichyInstalled) -> Iterator[Fact]:
    yield WarStep(version, turn, "vichy", "france", status="installed")


def _collapsed(version: int, turn: str, state: State, event: VichyCollapsed) -> Iterator[Fact]:
    yield WarStep(version, turn, "vichy", "france", status="collapsed")


WAR: Finders = {
    WarDeclared: _war,
    PeaceMade: _peace,
    ConquestChanged: _conquest,
    MinorChanged: _minor,
    VichyInstalled: _installed,
    VichyCollapsed: _collapsed,
}
