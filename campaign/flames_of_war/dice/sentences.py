"""Audited dice in sentences: what was needed, what fell, what it brought. Pure."""

from collections.abc import Callable, Mapping

from campaign.flames_of_war.dice import rolls
from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, counted
from events.fow.dice import DiceRolled

_NAMES = {
    "skill-test": "a Skill Test",
    "motivation-test": "a Motivation Test",
    "firepower-test": "a Firepower Test",
    "rally": "a test to rally",
    "remount": "a test to remount",
    "assault-launch": "a test to assault",
    "counterattack": "a test to counterattack",
    "platoon-morale": "a Platoon Morale Check",
    "company-morale": "a Company Morale Check",
    "battalion-morale": "a Battalion Morale Check",
    "sole-survivor": "a Sole Survivor test",
    "head-to-rear": "a way to the rear",
    "rout": "a withdrawal under fire",
    "dispute-roll": "a dispute",
    "first-turn": "the first turn",
    "reserves": "Reserves",
    "delayed-reserves": "Delayed Reserves",
    "racing-to-the-rescue": "platoons racing to the rescue",
    "random-deployment": "Random Deployment",
    "warrior-casualty": "a Warrior's fate",
    "air-request": "air support",
    "interception": "an interception",
    "flight-size": "the size of a flight",
    "naval-gunfire": "naval gunfire",
    "weather": "the Khamseen",
    "range-in": "ranging in",
    "bombardment-hits": "a bombardment",
    "shooting-hits": "hits",
    "defensive-fire": "defensive fire",
    "assault-hits": "hits in an assault",
    "armour-save": "an Armour Save",
    "team-save": "saves",
    "assault-save": "an Armour Save in an assault",
    "preliminary-bombardment": "a Preliminary Bombardment",
}
_COUNTED: Mapping[str, Callable[[int], str]] = {
    "reserves": lambda n: f"{counted(n, 'platoon')} may arrive",
    "delayed-reserves": lambda n: f"{counted(n, 'platoon')} may arrive",
    "racing-to-the-rescue": lambda n: f"{counted(n, 'platoon')} may arrive",
    "flight-size": lambda n: f"{n} aircraft",
    "range-in": lambda n: f"ranged in at attempt {n}" if n else "not ranged in",
    "team-save": lambda n: f"{counted(n, 'team')} lost",
    "preliminary-bombardment": lambda n: f"{counted(n, 'team')} lost",
}
_WORDS = {
    "own-reading": "their reading holds",
    "opponents-reading": "the other side's reading holds",
    "choice-or-reserve": "any quarter, or Reserve",
    "lives": "the Warrior lives",
    "killed": "the Warrior is killed",
    "bailed-out": "Bailed Out",
    "destroyed": "Destroyed",
}


def aid_name(slug: str) -> str:
    """What an aid rolls for, inside a sentence."""
    return _NAMES.get(slug, slug)


def outcome_in_words(event: DiceRolled, names: Names) -> str:
    """What a roll brought, in words."""
    outcome = event.outcome
    if event.aid == "first-turn":
        return f"{names.the_seat(str(outcome))} begins"
    if isinstance(outcome, int):
        said = _COUNTED.get(event.aid)
        return said(outcome) if said else counted(outcome, "hit")
    if event.aid == "weather":
        before = event.inputs.get("khamseen")
        return f"it {outcome}" if outcome != before else "nothing changes"
    if outcome.startswith("quarter-"):
        return outcome.replace("-", " ")
    return _WORDS.get(outcome, outcome)


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
