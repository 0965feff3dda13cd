"""What sides may ask for when they choose a mission, in the order of the book. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel import decisions, members
from events.base import Slug
from events.fow.words import CompanyType

MOST = 40
"""Throws that one roll for the attack may take."""
LineField = Annotated[Slug | None, members.about("the line, where there are several")]
SideField = Annotated[Slug | None, members.about("the side; your own, where left out")]
DiceField = Annotated[
    dict[Slug, Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)]] | None,
    members.about(
        "each side's dice; left out where the ledger rolls",
        hint="Roll here, or tap what fell at the table",
    ),
]
Witness = Annotated[
    Annotated[str, msgspec.Meta(max_length=63)], members.about("the member who saw the dice fall")
]


class RollMission(decisions.Command, frozen=True, kw_only=True):
    """FoW Mission Selector: rolls for the mission of a line's next battle.

    It says what each die counts. Where the ledger rolls, leave the dice out.
    """

    verb = "mission [LINE] [SIDE=DICE]…"
    helped = "mission: Roll for a line's next mission. [scenario]"
    example = """
    campaign turn winter
    campaign mission winter anzio allies=1 axis=1
    """
    who = "holder"
    line: LineField = None
    dice: DiceField = None
    witness: Witness = ""


class ChangeMission(decisions.Command, frozen=True, kw_only=True):
    """FoW Axis of Attack: a side pays 5 victory points for the mission one row up or down.

    The side asked first decides first; there is one change in all.
    """

    verb = "change [LINE] MISSION…"
    helped = "mission change: Pay 5 victory points for another mission."
    example = """
    campaign battle begin winter --platoons axis=5
    campaign result winter conceded axis
    campaign turn winter
    campaign mission winter allies=1 axis=2
    campaign change winter cauldron --side allies
    """
    who = "holder"
    line: LineField = None
    side: SideField = None
    mission: Annotated[Slug, members.about("the mission, such as breakthrough", choices="changed")]


class DeclineChange(decisions.Command, frozen=True, kw_only=True):
    """FoW Axis of Attack: a side leaves the mission as it is; without a side, all it may."""

    verb = "decline [LINE]"
    helped = "mission decline: Leave the mission as it is."
    example = "campaign decline winter --as anna"
    who = "holder"
    why_field = "why"
    line: LineField = None
    side: SideField = None
    why: members.Why = None


class AgreeMission(decisions.Command, frozen=True, kw_only=True):
    """FoW Mission Selector: a side agrees to play the mission of a footnote instead.

    It takes both sides, or a host.
    """

    verb = "agree [LINE] MISSION…"
    helped = "mission agree: Agree on the mission of a footnote."
    example = """
    campaign start ridge --system fow --scenario linked
    campaign mission ridge allies=2,3 axis=1,1
    campaign agree ridge hold-the-line
    """
    who = "holder"
    why_field = "why"
    line: LineField = None
    side: SideField = None
    mission: Annotated[Slug, members.about("the mission, such as hold-the-line", choices="agreed")]
    why: members.Why = None


class RollRoles(decisions.Command, frozen=True, kw_only=True):
    """FoW Defensive Battle: a die for each side, until one is higher and attacks.

    Equal dice are thrown again, all in one call: allies=4,5 axis=4,2. Types of companies that
    settle it need no dice.
    """

    verb = "roles [LINE] [SIDE=DICE]…"
    helped = "mission roles: Roll for who attacks."
    example = "campaign roles ridge allies=4,5 axis=4,2"
    options = {"types": "--type"}  # noqa: RUF012
    who = "holder"
    line: LineField = None
    types: Annotated[
        dict[Slug, CompanyType] | None,
        members.about("each side's company type, where the campaign does not know it"),
    ] = None
    dice: DiceField = None
    witness: Witness = ""
