"""What sides may record of a battle as it is fought. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.flames_of_war.dice.commands import Dice, LineName, PlatoonName, SideName, WitnessName
from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from events.base import Slug
from events.fow.words import Skill

MOST = 60
"""Platoons of a side, and sections of a kind."""
HeldBack = Annotated[
    int | Annotated[tuple[Slug, ...], msgspec.Meta(max_length=MOST)] | None,
    about("how many platoons, or which"),
]


class RecordDeployment(Command, frozen=True, kw_only=True):
    """FoW Reserves: which of a side's platoons the mission has begin off the table or hidden."""

    verb = "deploy"
    who = "holder"
    module = "battle-log"
    line: LineName = None
    side: SideName = None
    reserve: HeldBack = None
    flank: HeldBack = None
    ambush: HeldBack = None
    ambuscade: HeldBack = None
    target: HeldBack = None
    escorts: HeldBack = None
    sewers: HeldBack = None


class BuyFortifications(Command, frozen=True, kw_only=True):
    """FoW Fortifications: the defender's basic fortifications, and what they buy."""

    verb = "fortify"
    who = "holder"
    module = "battle-log"
    line: LineName = None
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
    """FoW Turn Order: a side begins its next turn, and learns what falls due."""

    verb = "turn-of"
    who = "holder"
    module = "battle-log"
    line: LineName = None
    side: SideName = None


class WithdrawPlatoon(Command, frozen=True, kw_only=True):
    """FoW Strategic Withdrawal: the defender withdraws a platoon, or gains a Delay Counter."""

    verb = "withdraw"
    who = "holder"
    module = "battle-log"
    line: LineName = None
    platoon: PlatoonName = None
    below_half: Annotated[bool, about("whether it is below half strength")] = False
    enemy_near: Annotated[bool, about("whether enemies are within 8 inches or 20 cm of it")] = False
    skill: Annotated[Skill | None, about("its Skill, where it must test")] = None
    dice: Dice = None
    witness: WitnessName = ""


class LosePlatoon(Command, frozen=True, kw_only=True):
    """FoW Company Morale Checks: a platoon is Destroyed, or leaves the table."""

    verb = "lose"
    who = "holder"
    module = "battle-log"
    line: LineName = None
    side: SideName = None
    platoon: PlatoonName = None
    how: Annotated[
        Literal["destroyed", "pre-game", "rear", "left"],
        about("destroyed, pre-game (before the first turn), rear, or left by its own edge"),
    ] = "destroyed"
