"""What sides may ask for of the dice of the table. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from events.base import Slug

MOST = 400
"""Dice of one roll."""
Dice = Annotated[
    Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)] | None,
    about("the dice in the order in which they fell; left out where the ledger rolls"),
]
LineName = Annotated[Slug | None, about("the line, where there are several")]
SideName = Annotated[Slug | None, about("the side; your own, where left out")]
PlatoonName = Annotated[Slug | None, about("the platoon")]
WitnessName = Annotated[
    Annotated[str, msgspec.Meta(max_length=63)], about("the member who saw the dice fall")
]
Flag = Annotated[bool | None, about("yes, where it is so; the aid says what it asks")]
Number = Annotated[int | None, about("a number that the aid asks for")]
Word = Annotated[
    Annotated[str, msgspec.Meta(max_length=200)] | None, about("a word that the aid asks for")
]


class RollDice(Command, frozen=True, kw_only=True):
    """FoW Re-rolls: a roll of the table with its score explained, and recorded.

    Each aid asks for some of the facts, and refuses the others.
    """

    verb = "dice"
    who = "holder"
    module = "battle-log"
    line: LineName = None
    aid: Annotated[Slug, about("what is rolled for, such as rally")]
    side: SideName = None
    dice: Dice = None
    witness: WitnessName = ""
    platoon: PlatoonName = None
    again: Dice = None
    firepower_dice: Dice = None
    aa_mg: Flag = None
    anti_tank: Number = None
    armour: Number = None
    armoured_tanks: Flag = None
    assault_anti_tank: Number = None
    at_the_double: Flag = None
    attempt: Number = None
    bulletproof: Flag = None
    casualties: Flag = None
    command_spotting: Flag = None
    commander_destroyed: Flag = None
    companies: Number = None
    companies_left: Number = None
    company: Word = None
    concealed: Flag = None
    count: Number = None
    counterbattery: Flag = None
    destroyed: Number = None
    fighting: Number = None
    finished_first: Word = None
    firepower: Number = None
    gone_to_ground: Flag = None
    komissar: Flag = None
    led: Flag = None
    level: Word = None
    limited_vision: Flag = None
    mortars: Flag = None
    nation: Word = None
    nearest_enemy_in: Number = None
    no_hits: Flag = None
    off_table: Number = None
    on_table: Number = None
    over_16: Flag = None
    protected_ammo: Flag = None
    question: Word = None
    rating: Word = None
    reroll: Flag = None
    rockets: Flag = None
    rof_1_moved: Flag = None
    rof_1_pinned: Flag = None
    skill: Word = None
    stabiliser: Flag = None
    stonk: Flag = None
    tank_pit: Flag = None
    target: Word = None
    team: Word = None
    top: Number = None
    transports_only: Flag = None
    warrior: Word = None
    weapons: Number = None
