"""Audited dice in sentences: what was needed, what fell, what it brought. Pure."""

from campaign.flames_of_war.dice import rolls
from campaign.flames_of_war.dice.register import AIDS
from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, counted
from events.fow.dice import DiceRolled


def aid_name(slug: str) -> str:
    """What an aid rolls for, inside a sentence."""
    aid = AIDS.get(slug)
    return aid.row.called if aid else slug


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


def _rolled(event: DiceRolled, names: Names) -> str:
    who = capital(names.the_seat(event.side)) if event.side else "Somebody"
    text = f"{who} rolled for {aid_name(event.aid)}"
    if event.platoon:
        text += f" ({event.platoon})"
    parts = [rolls.explained(event)]
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


SENTENCES: Sentences = {DiceRolled: _rolled}
