"""Facts of Flames of War: which mission is fought, and who attacks.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Signed
from events.fow.words import DiceSource, MissionHow, RolesHow, SideDice


class MissionScore(msgspec.Struct, frozen=True):
    """FoW Linked Missions: a side's score with everything that was added to its dice."""

    dice: tuple[int, ...]
    last: int = 0
    """Points from the last mission."""
    lead: int = 0
    """1 for the higher total."""
    won_defending: Signed = 0
    """-2 for a defender who won the last game, in a mission without Fair Fight."""
    score: Signed = 0


class MissionRolled(Event, frozen=True, kw_only=True, tag="fow.MissionRolled"):
    """FoW Mission Selector: the dice, what was added, and the row that they pick."""

    line: Id
    battle: Id
    kind: Literal["one-off", "linked"]
    rolls: dict[Id, MissionScore]
    row: int
    source: DiceSource = "table"
    witness: IdOrEmpty = ""
    draw: Count = 0
    """Number of the last draw, where the ledger rolled."""


class MissionChosen(Event, frozen=True, kw_only=True, tag="fow.MissionChosen"):
    """FoW Mission Selector: the mission of a line's battle."""

    line: Id
    battle: Id
    mission: Id
    row: int
    how: MissionHow
    asked: tuple[Id, ...] = ()
    """The sides that are asked whether they pay for another one, in their order."""


class RolesRolled(Event, frozen=True, kw_only=True, tag="fow.RolesRolled"):
    """FoW Defensive Battle: dice for the attack, thrown until one is higher."""

    line: Id
    dice: SideDice
    battle: Id
    source: DiceSource = "table"
    witness: IdOrEmpty = ""
    draw: Count = 0
    types: dict[Id, Line] = msgspec.field(default_factory=dict)
    """The company types that were told with them."""


class RolesDecided(Event, frozen=True, kw_only=True, tag="fow.RolesDecided"):
    """FoW Defensive Battle: who attacks."""

    line: Id
    attacker: IdOrEmpty
    """Empty where a changed mission leaves it open again."""
    how: RolesHow


class VictoryPointsSpent(Event, frozen=True, kw_only=True, tag="fow.VictoryPointsSpent"):
    """FoW Axis of Attack: victory points paid."""

    line: Id
    side: Id
    points: int
    on: Literal["mission", "reorganise"]


class ChangeDeclined(Event, frozen=True, kw_only=True, tag="fow.ChangeDeclined"):
    """FoW Axis of Attack: a side does not pay for another mission."""

    line: Id
    side: Id
    why: Line = ""
    """Why the host declined in place of those who decide for the side."""


class MissionAgreed(Event, frozen=True, kw_only=True, tag="fow.MissionAgreed"):
    """FoW Mission Selector: a side agrees to a mission of the row's footnote."""

    line: Id
    side: Id
    mission: Id
    why: Line = ""
    """Why the host agreed in place of those who decide for the side."""
