"""What sides may ask for of the dice of the table. Pure."""

from typing import Annotated, cast

import msgspec

from campaign.flames_of_war.dice.register import AIDS
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


_TYPES = {"flag": Flag, "number": Number, "word": Word, "text": Word}


class DiceCommand(Command, frozen=True, kw_only=True):
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


FACTS = {
    one.name: one.kind
    for aid in AIDS.values()
    for one in aid.inputs
    if not (aid.row.elsewhere or one.known or one.name in DiceCommand.__struct_fields__)
}
"""Facts of the table that an aid asks for, each with its kind."""
_made = msgspec.defstruct(
    "RollDice",
    [(name, _TYPES[FACTS[name]], None) for name in sorted(FACTS)],
    bases=(DiceCommand,),
    module=__name__,
    namespace={"__doc__": DiceCommand.__doc__},
    frozen=True,
    kw_only=True,
)
RollDice = cast(type[DiceCommand], _made)
"""The command, with a field for every fact that an aid asks for."""
