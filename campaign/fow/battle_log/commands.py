"""What sides may record of a battle as it is fought. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.fow.dice.commands import Dice, PlatoonName
from campaign.fow.missions.commands import LineField, SideField, Witness
from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from events.base import Slug
from events.fow.words import Skill

MOST = 60
"""Platoons of a side, and sections of a kind."""
HeldBack = int | Annotated[tuple[Slug, ...], msgspec.Meta(max_length=MOST)] | None
"""How many platoons, or which."""


class RecordDeployment(Command, frozen=True, kw_only=True):
    """FoW Reserves: which of a side's platoons the mission has begin off the table or hidden.

    They are checked against the mission: how many, or which.
    """

    verb = "deploy [LINE] SIDE"
    helped = "battle deploy: Which platoons begin off the table or hidden."
    example = "campaign deploy winter axis --reserve 3"
    who = "holder"
    module = "battle-log"
    line: LineField = None
    side: SideField = None
    reserve: Annotated[HeldBack, about("platoons held in Reserve, how many or which")] = None
    flank: Annotated[HeldBack, about("platoons on the flank march, how many or which")] = None
    ambush: Annotated[HeldBack, about("platoons in Ambush, how many or which")] = None
    ambuscade: Annotated[HeldBack, about("platoons in the Ambuscade, how many or which")] = None
    target: Annotated[HeldBack, about("platoons of the target, how many or which")] = None
    escorts: Annotated[HeldBack, about("platoons of the escort, how many or which")] = None
    sewers: Annotated[HeldBack, about("platoons in the sewers, how many or which")] = None


class BuyFortifications(Command, frozen=True, kw_only=True):
    """FoW Fortifications: the defender's basic fortifications, and what they buy."""

    verb = "fortify [LINE]"
    helped = "battle fortify: What fortifications the defender gets and buys."
    example = """
    campaign start trench --system fow --scenario linked
    campaign mission trench allies=2,3 axis=1,1
    campaign roles trench allies=6 axis=1
    campaign battle begin trench --platoons allies=5 --platoons axis=5
    campaign fortify trench --width 6 --teams 10 --teams 8 --buy bunker=1
    """
    options = {  # noqa: RUF012
        "width_feet": "--width",
        "infantry_teams": "--teams",
        "sections": "--buy",
    }
    who = "holder"
    module = "battle-log"
    line: LineField = None
    width_feet: Annotated[
        int, about("length of the defender's table edge: 4, 5 or 6 feet; 0 for pioneers alone")
    ] = 0
    infantry_teams: Annotated[
        Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)],
        about("Infantry teams of each platoon that begins on the table"),
    ] = ()
    sections: Annotated[dict[Slug, int] | None, about("sections bought, as bunker: 2")] = None
    pioneers: Annotated[
        dict[Slug, int] | None,
        about("Pioneer Supply Vehicles by what each lays: minefield or barbed-wire"),
    ] = None


class BeginPlayerTurn(Command, frozen=True, kw_only=True):
    """FoW Turn Order: a side begins its next turn, and learns what falls due.

    Reserves may be due, a withdrawal, or the end.
    """

    verb = "turn-of [LINE] SIDE"
    helped = "battle turn-of: A side begins its turn; says what falls due."
    example = "campaign turn-of winter allies"
    who = "holder"
    module = "battle-log"
    line: LineField = None
    side: SideField = None


class WithdrawPlatoon(Command, frozen=True, kw_only=True):
    """FoW Strategic Withdrawal: the defender withdraws a platoon, or gains a Delay Counter.

    A platoon below half strength tests its Skill first.
    """

    verb = "withdraw [LINE] [PLATOON]"
    helped = "battle withdraw: Withdraw a platoon, or gain a Delay Counter."
    example = """
    campaign start delay --system fow --scenario linked
    campaign mission delay allies=4,5 axis=1,1
    campaign roles delay allies=6 axis=1
    campaign battle begin delay --platoons allies=5 --platoons axis=4
    for side in allies axis allies axis allies axis; do campaign turn-of delay $side; done
    campaign withdraw delay
    """
    who = "holder"
    module = "battle-log"
    line: LineField = None
    platoon: PlatoonName = None
    below_half: Annotated[bool, about("whether it is below half strength")] = False
    enemy_near: Annotated[bool, about("whether enemies are within 8 inches or 20 cm of it")] = False
    skill: Annotated[Skill | None, about("the platoon's Skill, where it must test")] = None
    dice: Dice = None
    witness: Witness = ""


class LosePlatoon(Command, frozen=True, kw_only=True):
    """FoW Company Morale Checks: a platoon is Destroyed, or leaves the table."""

    verb = "lose [LINE] SIDE [PLATOON]"
    repeats = "Another platoon lost"
    helped = "battle lose: A platoon is Destroyed, or leaves the table."
    example = "campaign lose winter axis"
    who = "holder"
    module = "battle-log"
    line: LineField = None
    side: SideField = None
    platoon: PlatoonName = None
    how: Annotated[
        Literal["destroyed", "pre-game", "rear", "left"],
        about("destroyed, pre-game (before the first turn), rear, or left by its own edge"),
    ] = "destroyed"
