"""What follows from US entry actions: partisans, supply, Spain, gas, ability 25. LiF 5.3."""

from typing import Literal

from events.base import Event, Id, Signed, Text
from events.lif.politics import Power
from events.lif.us_entry import Roll


class PartisanNumberSet(Event, frozen=True, kw_only=True, tag="lif.PartisanNumberSet"):
    """LiF 5.3.3: a country's partisan number is this for the rest of the game."""

    country: Id
    number: Signed
    reason: Text


class SupplySourceGained(Event, frozen=True, kw_only=True, tag="lif.SupplySourceGained"):
    """LiF 5.3.2, 5.3.3: a place becomes a power's supply source."""

    place: str
    power: Power
    rank: Literal["primary", "secondary"] = "secondary"


class SupplySourceLost(Event, frozen=True, kw_only=True, tag="lif.SupplySourceLost"):
    """LiF 5.3.3: a place is a power's supply source no longer, for the rest of the game."""

    place: str
    power: Power


class GovernmentDissolved(Event, frozen=True, kw_only=True, tag="lif.GovernmentDissolved"):
    """LiF 5.3.3: its city retaken, a puppet government is dissolved."""

    action: int
    city: Id


class PoisonGasEnded(Event, frozen=True, kw_only=True, tag="lif.PoisonGasEnded"):
    """LiF 5.3.3: at war with the Commonwealth or the USA, Japan uses gas no more."""

    enemy: Id


class SpainJoined(Event, frozen=True, kw_only=True, tag="lif.SpainJoined"):
    """LiF 5.3.3: Germany aligns Spain for offensive chits; Italy co-operates with it no more."""

    offensive_chits: int


class NeutralMinorEntered(Event, frozen=True, kw_only=True, tag="lif.NeutralMinorEntered"):
    """LiF 5.3, ability 25: a leader's stack marches into a neutral minor country."""

    leader: Id
    minor: Id
    ability: int
    roll: Roll
