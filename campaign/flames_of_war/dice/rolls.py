"""FoW Re-rolls: a roll of the table is explained, judged and recorded. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war import rolling
from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.battle_log.fold import BATTALION
from campaign.flames_of_war.dice import aid as aids
from campaign.flames_of_war.dice import facts, register
from campaign.flames_of_war.dice.aid import Aid, Fell, Inputs, More, checked
from campaign.flames_of_war.dice.commands import FACTS, DiceCommand, RollDice
from campaign.flames_of_war.state import Battle, Deciders, Needing, State
from campaign.kernel.decisions import Decision, Needs, Refused, Supplied, bad_field, missing_field
from events.base import Event
from events.fow.dice import DiceRolled
from events.fow.table_top import CompanyBroke, PlatoonLost
from events.fow.words import DiceSource

LABEL = "dice"
"""Keeps these draws apart from those for missions and terrain."""
FIELDS = ("platoon", *FACTS)
"""The fields that hold facts of the table."""
Thrown = tuple[DiceRolled, Fell]
"""A roll as it is recorded, and what it brought."""


def roll(state: State, command: DiceCommand, supplied: Supplied) -> Decision:
    """FoW Re-rolls: what is needed and why, the dice, and what follows in the battle."""
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    aid = register.known(command.aid)
    if isinstance(aid, Refused):
        return aid
    if elsewhere := aid.row.elsewhere:
        return bad_field("aid", f"in a campaign {aid.slug} is part of {elsewhere}")
    side = platoons.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return side
    told = {name: value for name in FIELDS if (value := getattr(command, name)) is not None}
    if aids.COUNT in aid.inputs and command.dice:
        told.setdefault("count", len(command.dice))
    inputs = facts.completed(state, battle, side, aid, told)
    if isinstance(inputs, Refused):
        return inputs
    if (one := command.platoon) and (refused := platoons.unfit(state, battle, side, one)):
        return refused
    rolled = thrown(state, aid, inputs, typed(command), supplied)
    if isinstance(rolled, Refused):
        return rolled
    if refused := rolling.witnessed(state, command.witness, command.by):
        return refused
    event, brought = rolled
    where = {"battle": battle.id, "line": battle.line, "side": side}
    return (
        replace(event, **where, witness=command.witness),
        *_follows(battle, side, command, brought),
    )


def typed(command: DiceCommand) -> tuple[int, ...] | None:
    """The dice as one row: those rolled again and those of Firepower Tests behind the others."""
    if command.dice is None:
        return None
    return (*command.dice, *(command.again or ()), *(command.firepower_dice or ()))


def thrown(
    state: State, aid: Aid, inputs: Inputs, dice: tuple[int, ...] | None, supplied: Supplied
) -> Thrown | Refused:
    """FoW ruling 63: a roll with the dice typed in, or those of the ledger, as its event."""
    first = aid.throw(inputs, ())
    if isinstance(first, Fell) and not dice:
        whose: DiceSource = "table" if state.rulings.dice == "table" else "ledger"
        return _recorded(aid, inputs, (), first, whose, 0)
    if dice is None and state.rulings.dice == "table" and isinstance(first, More):
        return aids.few(first, 0)
    if isinstance(first, Refused):
        return first
    source = rolling.source(state, dice)
    if isinstance(source, Refused):
        return source
    if dice is None:
        return _by_ledger(state, aid, inputs, supplied)
    brought = rolling.impossible(dice) or aids.settled(aid, inputs, dice)
    if isinstance(brought, Refused):
        return brought
    return _recorded(aid, inputs, dice, brought, source, 0)


def _by_ledger(state: State, aid: Aid, inputs: Inputs, supplied: Supplied) -> Thrown | Refused:
    """FoW ruling 63: the ledger rolls, throw by throw, until the rule asks for no more."""
    ledger = rolling.dice(state, supplied, LABEL)
    dice: tuple[int, ...] = ()
    while isinstance(answer := aid.throw(inputs, dice), More):
        if aids.COUNT in aid.inputs and not inputs.number("count"):
            return missing_field("count", "say how many dice the ledger rolls", "How many dice?")
        dice += tuple(ledger.roll(rolling.FACES) for _ in range(answer.total - len(dice)))
    if isinstance(answer, Refused):
        return answer
    return _recorded(aid, inputs, dice, answer, "ledger", ledger.last)


def _recorded(
    aid: Aid, inputs: Inputs, dice: tuple[int, ...], brought: Fell, whose: DiceSource, draw: int
) -> Thrown:
    told = dict(inputs.values)
    platoon = str(told.pop("platoon", ""))
    roll = DiceRolled(
        aid=aid.slug,
        inputs=told,
        needed=brought.needed,
        dice=dice,
        outcome=brought.outcome,
        platoon=platoon,
        again=brought.again,
        komissar=brought.komissar,
        left=brought.left,
        source=whose,
        draw=draw,
    )
    return roll, brought


def explained(event: DiceRolled) -> str:
    """FoW Re-rolls: the score of a recorded roll part by part: `Veteran 4+, Concealed +1: 5+`.

    Empty for a roll that the rules do not give, as a forged record may have.
    """
    aid = register.AIDS.get(event.aid)
    if aid is None or rolling.impossible(event.dice):
        return ""
    if isinstance(checked(aid, {**event.inputs, **_platoon(event)}), Refused):
        return ""
    answer = aid.throw(Inputs(event.inputs), event.dice)
    return answer.score if isinstance(answer, Fell) else ""


def _platoon(event: DiceRolled) -> dict[str, str]:
    return {"platoon": event.platoon} if event.platoon else {}


def _follows(battle: Battle, side: str, command: DiceCommand, brought: Fell) -> tuple[Event, ...]:
    """FoW Company Morale Checks: a platoon Destroyed, a company broken."""
    if brought.lost:
        lost = command.platoon or ""
        return (PlatoonLost(battle=battle.id, side=side, platoon=lost, how="destroyed"),)
    if brought.broke:
        company = (
            BATTALION
            if command.aid == "battalion-morale"
            else getattr(command, "company", None) or ""
        )
        return (CompanyBroke(battle=battle.id, side=side, company=company),)
    return ()


def needs(state: State, command: DiceCommand) -> Needs:
    """The seed of the round, where the ledger rolls."""
    return rolling.needs(state, command.dice)


DECIDE: Deciders = {RollDice: roll}
NEEDS: Needing = {RollDice: needs}
