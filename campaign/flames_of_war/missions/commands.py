"""What sides may ask for when they choose a mission, in the order of the book. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import Why, about
from events.base import Slug
from events.fow.words import CompanyType

MOST = 40
"""Throws that one roll for the attack may take."""
LineField = Annotated[Slug | None, about("the line, where there are several")]
SideField = Annotated[Slug | None, about("the side; your own, where left out")]
MissionField = Annotated[Slug, about("the mission, such as hold-the-line")]
DiceField = Annotated[
    dict[Slug, Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)]] | None,
    about("each side's dice; left out where the ledger rolls"),
]
Witness = Annotated[
    Annotated[str, msgspec.Meta(max_length=63)], about("the member who saw the dice fall")
]


class RollMission(Command, frozen=True, kw_only=True):
    """FoW Mission Selector: rolls for the mission of a line's next battle."""

    verb = "mission"
    who = "holder"
    line: LineField = None
    dice: DiceField = None
    witness: Witness = ""


class ChangeMission(Command, frozen=True, kw_only=True):
    """FoW Axis of Attack: a side pays 5 victory points for the mission one row up or down."""

    verb = "change"
    who = "holder"
    line: LineField = None
    side: SideField = None
    mission: MissionField


class DeclineChange(Command, frozen=True, kw_only=True):
    """FoW Axis of Attack: a side leaves the mission as it is; without a side, all it may."""

    verb = "decline"
    who = "holder"
    why_field = "why"
    line: LineField = None
    side: SideField = None
    why: Why = None


class AgreeMission(Command, frozen=True, kw_only=True):
    """FoW Mission Selector: a side agrees to play the mission of a footnote instead."""

    verb = "agree"
    who = "holder"
    why_field = "why"
    line: LineField = None
    side: SideField = None
    mission: MissionField
    why: Why = None


class RollRoles(Command, frozen=True, kw_only=True):
    """FoW Defensive Battle: a die for each side, until one is higher and attacks."""

    verb = "roles"
    who = "holder"
    line: LineField = None
    types: Annotated[
        dict[Slug, CompanyType] | None,
        about("each side's company type, where the campaign does not know it"),
    ] = None
    dice: DiceField = None
    witness: Witness = ""
