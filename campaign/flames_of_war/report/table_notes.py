"""What the club recorded of the table in a battle, as far as it did, in sentences. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import Battle, State
from campaign.text.english import counted
from events.fow.table_top import DeploymentRecorded

HELD_BACK = ("reserve", "flank", "ambush", "ambuscade", "target", "escorts", "sewers")
"""Where platoons begin, in the order of a deployment."""
_WORDS = {
    "reserve": "in Reserve",
    "flank": "in the flank force",
    "ambush": "in Ambush",
    "ambuscade": "for the Ambuscade",
    "target": "as the target",
    "escorts": "as escorts",
    "sewers": "in the sewers",
}


def table_notes(state: State, battle: Battle) -> Iterator[str]:
    """FoW Turn Order: deployment, fortifications, player turns, Delay Counters, withdrawals."""
    table = battle.table
    for side, deployed in table.deployed.items():
        begins = side_words.verb(side, "begins", "begin")
        yield f"{side_words.first(state, side)} {begins} with {_deployed(deployed)}."
    if table.fortifications is not None:
        bought = table.fortifications
        yield f"Fortifications: {bought.spent} of {bought.points} points were spent."
    if table.turns:
        turns = ", ".join(f"{state.sides[side]} {count}" for side, count in table.turns.items())
        yield f"Player turns so far: {turns}." if battle.state == "running" else f"Turns: {turns}."
    if table.counters:
        yield f"Delay Counters: {table.counters}."
    for side, gone in table.withdrawn.items():
        if gone:
            have = "has" if len(gone) == 1 else "have"
            text = f"{counted(len(gone), 'platoon')} of {side_words.the(state, side)}"
            yield f"{text} {have} withdrawn."


def _deployed(deployed: DeploymentRecorded) -> str:
    """`3 platoons on the table, 4 in Reserve`."""
    parts = [f"{counted(deployed.on_table, 'platoon')} on the table"]
    for group in HELD_BACK:
        if count := getattr(deployed, group):
            parts.append(f"{count} {_WORDS[group]}")
    return ", ".join(parts)
