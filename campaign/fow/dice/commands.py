"""FoW: every aid by its name, and what sides may ask for of the dice of the table. Pure."""

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec

from campaign.fow.dice import aids, ground_and_night, morale, shooting
from campaign.fow.dice.aids import Aid, Input, checked
from campaign.fow.missions.commands import LineField, SideField, Witness
from campaign.kernel.decisions import Command, Refused, bad_field
from campaign.kernel.members import about
from campaign.text.english import listed, near
from events.base import Slug

_RE_ROLLED = {
    "": "Nothing is rolled again.",
    "none": "Nothing is rolled again.",
    "as told": "Rolled again only where a special rule says so.",
}
AIDS: dict[str, Aid] = {
    one.slug: one
    for one in (
        *morale.SKILL_AIDS,
        *shooting.SHOOTING_AIDS,
        *shooting.SAVE_AIDS,
        *shooting.ARTILLERY_AIDS,
        *morale.MORALE_AIDS,
        *shooting.AIR_AIDS,
        *ground_and_night.ARRIVAL_AIDS,
        *ground_and_night.QUESTION_AIDS,
        *ground_and_night.GOING_AIDS,
        *ground_and_night.FORTIFICATION_AIDS,
        *ground_and_night.NIGHT_AIDS,
    )
}


def known(slug: str) -> Aid | Refused:
    """An aid by its name; refuses names that are none."""
    if (aid := AIDS.get(slug)) is not None:
        return aid
    return bad_field("aid", f"{slug!r} is no aid{near(slug, AIDS) or '; list them with aid'}")


def listing() -> tuple[tuple[str, str], ...]:
    """Every aid with what it is for."""
    return tuple((slug, aid.row.what) for slug, aid in AIDS.items())


def explain(slug: str, answers: Mapping[str, Any] | None = None) -> tuple[str, ...] | Refused:
    """What an aid is for, what it needs and why, and what it asks; no campaign is needed.

    With facts of the table it says the score for them.
    """
    aid = known(slug)
    if isinstance(aid, Refused):
        return aid
    row = aids.aid_rows()[slug]
    lines = [f"{slug} (p. {row.page}): {row.what}"]
    if answers:
        inputs = checked(aid, answers)
        if isinstance(inputs, Refused):
            return inputs
        if aid.score is not None:
            needs = aid.score(inputs)
            if isinstance(needs, Refused):
                return needs
            lines.append(f"Needed: {needs.words}")
    lines.append(f"Roll: {row.roll}.")
    lines.extend(aids.parts(row.notes))
    lines.append(_RE_ROLLED.get(row.reroll, f"Rolled again: {row.reroll}."))
    if row.outcome:
        lines.append(f"Outcome: {row.outcome}.")
    lines.extend(f"  {one.name}: {_asked(one)}" for one in aid.inputs)
    if row.elsewhere:
        lines.append(f"In a campaign this is part of {row.elsewhere}.")
    return tuple(lines)


def _asked(one: Input) -> str:
    said = one.what
    if one.words:
        said += f" ({listed(one.words, 'or')})"
    if one.known:
        return f"{said}; a campaign knows it"
    return said if one.needed else f"{said}; may be left out"


# --- What sides may ask for of the dice of the table --------------------------------------------

MOST = 400
"""Dice of one roll."""
Dice = Annotated[
    Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST)] | None,
    about(
        "the dice in the order in which they fell; left out where the ledger rolls",
        hint="Roll here, or tap what fell at the table",
    ),
]
PlatoonName = Annotated[Slug | None, about("the platoon")]

Flag = Annotated[bool | None, about("yes, where it is so; the aid says what it asks", hint="")]
Number = Annotated[int | None, about("a number that the aid asks for", hint="")]
Word = Annotated[
    Annotated[str, msgspec.Meta(max_length=200)] | None,
    about("a word that the aid asks for", hint=""),
]


_TYPES = {"flag": Flag, "number": Number, "word": Word, "text": Word}


class DiceCommand(Command, frozen=True, kw_only=True):
    """FoW Re-rolls: a roll of the table with its score explained, and recorded.

    Each aid asks for some of the facts, and refuses the others.
    """

    verb = "dice"
    repeats = "Another roll"
    helped = "dice: Record a roll with its score explained. [roll]"
    who = "holder"
    module = "battle-log"
    line: LineField = None
    aid: Annotated[Slug, about("what is rolled for, such as rally")]
    side: SideField = None
    dice: Dice = None
    witness: Witness = ""
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
    namespace={
        "__doc__": DiceCommand.__doc__,
        "options": {name: f"{name}=…" for name in (*FACTS, *DiceCommand.__struct_fields__)},
    },
    frozen=True,
    kw_only=True,
)
RollDice = cast(type[DiceCommand], _made)
"""The command, with a field for every fact that an aid asks for."""
