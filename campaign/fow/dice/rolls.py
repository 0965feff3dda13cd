"""FoW Re-rolls: a roll of the table is explained, judged, recorded and folded. Pure."""

from msgspec.structs import replace

from campaign.fow.battle_log import turns as battle_log_turns
from campaign.fow.battle_log.turns import BATTALION, lost, without
from campaign.fow.dice import aids, commands, draws, facts, ground_and_night
from campaign.fow.dice.aids import PASSED, Aid, Fell, Inputs, More, checked
from campaign.fow.dice.commands import AIDS, FACTS, DiceCommand, RollDice
from campaign.fow.names import Names
from campaign.fow.state import Battle, Deciders, Evolvers, State, with_battle, with_line
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, filled, missing_field
from campaign.text.english import capital, counted
from events.base import Event
from events.fow.table_top import CompanyBroke, DiceRolled, PlatoonLost
from events.fow.words import DiceSource

LABEL = "dice"
"""Keeps these draws apart from those for missions and terrain."""
FIELDS = ("platoon", *FACTS)
"""The fields that hold facts of the table."""
Thrown = tuple[DiceRolled, Fell]
"""A roll as it is recorded, and what it brought."""


def roll(state: State, command: DiceCommand, supplied: Supplied) -> Decision:
    """FoW Re-rolls: what is needed and why, the dice, and what follows in the battle."""
    battle = battle_log_turns.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    aid = commands.known(command.aid)
    if isinstance(aid, Refused):
        return aid
    if elsewhere := aid.row.elsewhere:
        return bad_field("aid", f"in a campaign this is part of {elsewhere}")
    side = battle_log_turns.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return side
    answers = {name: value for name in FIELDS if (value := getattr(command, name)) is not None}
    if aid.counts_dice and command.dice:
        answers.setdefault("count", len(command.dice))
    inputs = facts.completed(state, battle, side, aid, answers)
    if isinstance(inputs, Refused):
        return inputs
    if (one := command.platoon) and (refused := battle_log_turns.unfit(state, battle, side, one)):
        return refused
    rolled = thrown(state, aid, inputs, typed(command), supplied)
    if isinstance(rolled, Refused):
        return rolled
    if refused := draws.witnessed(state, command.witness, command.by):
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
    source = draws.source(state, dice)
    if isinstance(source, Refused):
        return source
    if dice is None:
        return _by_ledger(state, aid, inputs, supplied)
    brought = draws.impossible(dice) or aids.settled(aid, inputs, dice)
    if isinstance(brought, Refused):
        return brought
    return _recorded(aid, inputs, dice, brought, source, 0)


def _by_ledger(state: State, aid: Aid, inputs: Inputs, supplied: Supplied) -> Thrown | Refused:
    """FoW ruling 63: the ledger rolls, throw by throw, until the rule asks for no more."""
    ledger = draws.dice(state, supplied, LABEL)
    dice: tuple[int, ...] = ()
    while isinstance(answer := aid.throw(inputs, dice), More):
        if aid.counts_dice and not inputs.number("count"):
            return missing_field("count", "say how many dice the ledger rolls", "How many dice?")
        dice += tuple(ledger.roll(draws.FACES) for _ in range(answer.total - len(dice)))
    if isinstance(answer, Refused):
        return answer
    return _recorded(aid, inputs, dice, answer, "ledger", ledger.last)


def _recorded(
    aid: Aid, inputs: Inputs, dice: tuple[int, ...], brought: Fell, whose: DiceSource, draw: int
) -> Thrown:
    values = dict(inputs.values)
    platoon = str(values.pop("platoon", ""))
    roll = {"aid": aid.slug, "inputs": values, "dice": dice, "platoon": platoon}
    return filled(DiceRolled, brought, **roll, source=whose, draw=draw), brought


def explained(event: DiceRolled) -> str:
    """FoW Re-rolls: the score of a recorded roll part by part: `Veteran 4+, Concealed +1: 5+`.

    Empty for a roll that the rules do not give, as a forged record may have.
    """
    aid = commands.AIDS.get(event.aid)
    if aid is None or draws.impossible(event.dice):
        return ""
    platoon = {"platoon": event.platoon} if event.platoon else {}
    if isinstance(checked(aid, {**event.inputs, **platoon}), Refused):
        return ""
    answer = aid.throw(Inputs(event.inputs), event.dice)
    return answer.score if isinstance(answer, Fell) else ""


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


DECIDE: Deciders = {RollDice: roll}


# --- What an audited roll does to the battle it was rolled in -----------------------------------


def _rolled(state: State, event: DiceRolled) -> State:
    """FoW Air Support, FoW Reserves, FoW Turn Order: pools, arrivals, who begins."""
    table = state.battle(event.battle).table
    due = without(table, event.aid)
    if event.left >= 0:
        table = replace(table, air_pool={**table.air_pool, event.side: event.left})
    match event.aid:
        case battle_log_turns.RESERVES | battle_log_turns.DELAYED | battle_log_turns.RESCUE:
            more = event.outcome if isinstance(event.outcome, int) else 0
            came = table.arrived.get(event.side, 0) + more
            table = replace(table, arrived={**table.arrived, event.side: came})
        case "first-turn":
            table = replace(table, first=str(event.outcome))
        case "head-to-rear" if event.outcome == PASSED:
            table = lost(table, event.side, event.platoon, "rear")
        case "rout":
            due = without(table, battle_log_turns.WITHDRAWAL)
            table = replace(table, counters=0)
        case "infiltration" if event.outcome == ground_and_night.DETECTED:
            table = replace(table, first=state.other(event.side))
        case "wind":
            table = replace(table, wind=(*table.wind, *event.dice))
        case "dawn":
            turns, broke = sum(table.turns.values()), event.outcome == ground_and_night.DAWN
            table = replace(table, dawn_rolled=turns, daylight=broke)
        case "weather":
            due = without(table, battle_log_turns.KHAMSEEN)
            state = _weather(state, event)
    table = replace(table, due=due, rolled=table.rolled + 1)
    battle = replace(state.battle(event.battle), table=table)
    return with_battle(draws.rolled(state, event), battle)


def _weather(state: State, event: DiceRolled) -> State:
    """FoW Terrain Chart: the weather of a battle and its table as it is now; the ground that may be
    fought over again stays as it was set up.
    """
    now, battle = str(event.outcome), state.battle(event.battle)
    line = state.lines[battle.line]
    state = with_battle(state, replace(battle, weather=now))
    if line.battle != battle.id:
        return state
    return with_line(state, replace(line, battlefield=replace(line.battlefield, weather=now)))


EVOLVE: Evolvers = {DiceRolled: _rolled}


# --- Audited dice in sentences: what was needed, what fell, what it brought ---------------------


def outcome_in_words(event: DiceRolled, names: Names) -> str:
    """What a roll brought, in words."""
    outcome = event.outcome
    if event.aid == "first-turn":
        return f"{names.the_seat(str(outcome))} begins"
    if event.aid == "weather":
        before = event.inputs.get("khamseen")
        return f"it {outcome}" if outcome != before else "nothing changes"
    aid = AIDS.get(event.aid)
    return aid.row.words(outcome) if aid else str(outcome)


def in_words(event: DiceRolled, names: Names) -> str:
    """FoW Re-rolls: whose roll it was, what was needed, what fell and what it brought."""
    who = capital(names.the_seat(event.side)) if event.side else "Somebody"
    aid = AIDS.get(event.aid)
    text = f"{who} rolled for {aid.row.called if aid else event.aid}"
    if event.platoon:
        text += f" ({names.platoon_in(event.battle, event.side, event.platoon)})"
    parts = [explained(event)]
    if event.dice:
        parts.append(f"{', '.join(map(str, event.dice))}{_whose(event, names)}")
    parts.append(outcome_in_words(event, names))
    text += f": {'; '.join(filter(None, parts))}"
    if event.komissar == "killed":
        text += "; the Komissar is killed too"
    if event.left >= 0:
        text += f"; {counted(event.left, 'die', 'dice')} left"
    return f"{text}."


def _whose(event: DiceRolled, names: Names) -> str:
    if event.source == "ledger":
        return " by the ledger"
    return f", seen by {names.member(event.witness)}" if event.witness else ""
