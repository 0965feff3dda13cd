"""What sides may ask for about their forces. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from events.base import Slug
from events.fow.forces import AirSupport, CoreChange, Platoon, SquadChange, SupportChange, Variant
from events.fow.words import CompanyType, Motivation, Skill

LONGEST = 80
MOST = 1000
"""Platoons that a force has at most; a sheet has no more rows."""
LARGEST = 300_000
"""Letters of a sheet at most."""
MODULE = "forces"
ForceField = Annotated[Slug, about("the force")]


def words(text: str) -> msgspec.Meta:
    """A line of the club's own words, with its meaning."""
    return msgspec.Meta(max_length=LONGEST, description=text)


class EnterForce(Command, frozen=True, kw_only=True):
    """FoW Choosing Your Force: enters a force; before its first battle also in its place.

    The sheet is a roster (CSV, see template). Every bad row is told at once, and with one nothing
    is recorded.
    """

    verb = "force enter FORCE SHEET"
    in_short = "Enter a force from a roster."
    example = """
    echo 'hq,Company HQ,hq,100' > rifles.rows
    echo 'rifle-1,1st Platoon,combat,250' >> rifles.rows
    echo 'rifle-2,2nd Platoon,combat,250' >> rifles.rows
    echo 'mortars,Mortar Platoon,weapons,120' >> rifles.rows
    (echo 'id,name,class,points'; cat rifles.rows) > rifles.csv
    campaign force enter winter rifles rifles.csv --side allies --type infantry --member anna
    """
    who = "holder"
    module = MODULE
    unseen = {"sheet": ""}  # noqa: RUF012
    force: ForceField
    side: Annotated[Slug, about("the side that it fights for")]
    member: Annotated[
        Annotated[str, msgspec.Meta(max_length=63)] | None,
        about("whose it is; your own where left out"),
    ] = None
    name: Annotated[str, words("what it is called")] = ""
    company: Annotated[str, words("its company, as the handbook or the army list calls it")] = ""
    type: Annotated[CompanyType, about("what kind of company it is")]
    nation: Annotated[str, words("its nation, such as german")] = ""
    skill: Annotated[Skill | None, about("its skill")] = None
    motivation: Annotated[Motivation | None, about("its motivation")] = None
    period: Annotated[str, words("the period of its handbook")] = ""
    handbook: Annotated[str, words("the handbook that it is from")] = ""
    air: Annotated[AirSupport | None, about("its air support, with its points")] = None
    variant: Annotated[Variant | None, about("a variant of its handbook, with its limit")] = None
    companies: Annotated[int, msgspec.Meta(ge=1, le=9, description="how many it has")] = 1
    platoons: Annotated[
        tuple[Platoon, ...],
        msgspec.Meta(max_length=MOST, description="its platoons, the headquarters among them"),
    ] = ()
    sheet: Annotated[
        str, msgspec.Meta(max_length=LARGEST, description="the platoons as CSV instead")
    ] = ""


class ReorganiseForce(Command, frozen=True, kw_only=True):
    """FoW Reorganise: changes a force between two of its battles, as a whole or not at all."""

    verb = "force reorganise"
    options = {"squads": "--add-squad", "support": "--support-in", "core": "--add"}  # noqa: RUF012
    who = "holder"
    module = MODULE
    force: ForceField
    line: Annotated[Slug | None, about("the line that pays, where there are several")] = None
    squads: Annotated[
        tuple[SquadChange, ...], about("a squad more or fewer, with the platoon's new points")
    ] = ()
    support: Annotated[SupportChange | None, about("Support platoons out and in")] = None
    air: Annotated[AirSupport | None, about("another level of air support")] = None
    core: Annotated[
        tuple[CoreChange, ...],
        about("Combat and Weapons platoons added, removed or swapped, for 5 points each"),
    ] = ()


class OrganiseForce(Command, frozen=True, kw_only=True):
    """FoW Choosing Your Force: says before a battle what a force's platoons are in it.

    Weapons platoons attached out to the last squad, a German Kampfgruppe, typed as
    `kg-a:gren-1=1,gren-2=1`, British Gun Troops, a battalion's Support platoons.
    """

    verb = "force organise [LINE] SIDE"
    in_short = "What its platoons are in one battle."
    example = "campaign force organise winter allies --attached-out mortars"
    options = {"allotted": "--allot"}  # noqa: RUF012
    who = "holder"
    module = MODULE
    line: Annotated[Slug | None, about("the line, where there are several")] = None
    side: Annotated[Slug, about("the side")]
    attached_out: Annotated[
        tuple[Slug, ...], about("Weapons platoons attached to others squad by squad, to the last")
    ] = ()
    kampfgruppe: Annotated[
        "Kampfgruppe | None", about("a platoon made of squads of others, in a German force")
    ] = None
    troops: Annotated[
        dict[Slug, tuple[Slug, ...]] | None, about("British batteries, each with its Gun Troops")
    ] = None
    allotted: Annotated[
        dict[Slug, Slug] | None,
        about("a battalion's Support platoons, each with the company that it is given to"),
    ] = None


class Kampfgruppe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A German battle group: its id, and how many squads of which platoons."""

    id: Slug
    squads: dict[Slug, Annotated[int, msgspec.Meta(ge=1)]]


class ImportArmyList(Command, frozen=True, kw_only=True):
    """FoW Choosing Your Force: the club's own army list, against which forces are checked."""

    verb = "army-list import"
    module = MODULE
    unseen = {"sheet": "-"}  # noqa: RUF012
    sheet: Annotated[
        str, msgspec.Meta(min_length=1, max_length=LARGEST, description="the list as CSV")
    ]
