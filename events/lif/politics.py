"""Facts of Leaders in Flames, chapter 4: the world around the board, its wars and countries.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Event, Id, IdOrEmpty

Power = Literal["germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china"]
"""The eight major powers, by id."""
Conquest = Literal["free", "incomplete", "complete"]
Vichy = Literal["none", "installed", "collapsed"]
MinorStatus = Literal["neutral", "aligned", "conquered"]


class Minor(msgspec.Struct, frozen=True, omit_defaults=True):
    """A minor country and the power that it is aligned with or conquered by."""

    status: MinorStatus
    power: IdOrEmpty | None = None


class WarDeclared(Event, frozen=True, kw_only=True, tag="lif.WarDeclared"):
    """LiF 4: two powers or minors are at war."""

    attacker: Id
    target: str


class PeaceMade(Event, frozen=True, kw_only=True, tag="lif.PeaceMade"):
    """LiF 4: two powers or minors are at peace again."""

    powers: tuple[Id, Id]


class ConquestChanged(Event, frozen=True, kw_only=True, tag="lif.ConquestChanged"):
    """LiF 4.2: a major power is free, incompletely or completely conquered."""

    power: Power
    status: Conquest


class VichyInstalled(Event, frozen=True, kw_only=True, tag="lif.VichyInstalled"):
    """LiF 4.1: Vichy France stands beside a Free France."""


class VichyCollapsed(Event, frozen=True, kw_only=True, tag="lif.VichyCollapsed"):
    """LiF 4.1: Vichy France is no more; Free France remains."""


class MinorChanged(Event, frozen=True, kw_only=True, tag="lif.MinorChanged"):
    """LiF 4.1: a minor country is neutral, aligned with a power or conquered by one."""

    minor: Id
    status: MinorStatus
    power: IdOrEmpty | None = None
