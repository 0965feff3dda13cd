"""FoW Re-rolls: what is asked for a roll: what its aid needs, then the dice of the table. Pure."""

from collections.abc import Callable

import msgspec

from campaign.fow.dice import rolls
from campaign.fow.dice.aids import Input
from campaign.fow.dice.commands import AIDS, RollDice
from campaign.fow.dice.rolls import in_words
from campaign.fow.interviews import on_line, thrown
from campaign.fow.names import names_of
from campaign.fow.state import State
from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.interview.answers import (
    Choice,
    Kind,
    Number,
    Option,
    Rolled,
    Several,
    Text,
    YesNo,
)
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.text.english import capital
from events.fow.dice import DiceRolled

DICE = Several(Rolled())


def asks_roll(state: State, form: Given) -> Interview:
    """FoW Re-rolls: the aid, the facts that it needs and the campaign does not know, the dice."""
    answers = yield from on_line(state, form, "aid", "side")
    aid = AIDS.get(str(answers.get("aid")))
    if aid is None or aid.row.elsewhere:
        return assembled(answers)
    facts = tuple(
        Question(one.name, capital(one.what), kind_of(one), is_optional=not one.needed)
        for one in aid.inputs
        if not one.known
    )
    if facts:
        answers |= yield Page(facts, (aid.row.what,))
    if state.rulings.dice != "ledger" or "dice" in form.answers:
        hint = "in the order in which they fell, those rolled again too"
        fell = Question("dice", "The dice", DICE, hint=hint)
        answers |= yield thrown(state, form, fell)
    return assembled(answers)


def kind_of(fact: Input) -> Kind:
    """What a fact of the table may be."""
    match fact.kind:
        case "flag":
            return YesNo()
        case "number":
            return Number(fact.low, fact.high)
        case "word":
            return Choice(tuple(map(Option, fact.words)))
        case "text":
            return Text()


def shows_roll(state: State, fields: Fields, private: Callable[[], Fields]) -> Confirm | None:
    """FoW Re-rolls: what dice of the table bring, as it will be recorded; nobody knows before what
    the ledger rolls.
    """
    command = msgspec.convert(fields, RollDice)
    aid = AIDS.get(command.aid)
    if aid is None or aid.row.elsewhere:
        return None
    if command.dice is None:
        text = f"The ledger rolls for {aid.row.called}; what falls counts, and stays in the record."
        is_ledgers = state.rulings.dice != "table"
        return Confirm((text,), "Roll?", is_advice=True) if is_ledgers else None
    rolled = rolls.roll(state, command, Supplied())
    if isinstance(rolled, Refused) or not isinstance(rolled[0], DiceRolled):
        return None
    return Confirm((in_words(rolled[0], names_of(state)),), "Record this roll?", is_advice=True)


INTERVIEWS = Interviews[State](
    asked={RollDice: asks_roll},
    consequences={RollDice: shows_roll},
)
