"""Dice of the table that were audited, each with what was needed. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.flames_of_war.dice import rolls
from campaign.flames_of_war.dice.sentences import outcome_in_words
from campaign.flames_of_war.names import names_of
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import Battle, State
from campaign.flames_of_war.turn_notes import Told
from campaign.text.english import capital
from events.fow.dice import DiceRolled


class DiceLine(msgspec.Struct, frozen=True):
    """A roll."""

    side: str
    mark: str
    what: str
    needed: str
    score: str
    """The same part by part, such as `Veteran 4+, Concealed +1: 5+`."""
    dice: tuple[int, ...]
    outcome: str
    whose: str
    """Whose dice: of the ledger, or of the table with its witness."""
    version: int


def dice_lines(
    state: State, details: Sequence[Told], id: str, battle: Battle | None
) -> tuple[DiceLine, ...]:
    """FoW Re-rolls: every roll of a battle that was audited, in order."""
    force = {side: state.forces.get(one) for side, one in battle.forces.items()} if battle else {}
    names, found = names_of(state), []
    for told in details:
        event = told.event
        if not isinstance(event, DiceRolled) or event.battle != id:
            continue
        owner = force.get(event.side)
        platoon = owner.platoons.get(event.platoon) if owner else None
        named = (platoon.name if platoon else "") or event.platoon
        what = capital(event.aid.replace("-", " "))
        found.append(
            DiceLine(
                event.side,
                side_words.mark(state, event.side),
                f"{what}: {named}" if named else what,
                f"{event.needed}+" if event.needed else "",
                rolls.explained(event),
                event.dice,
                outcome_in_words(event, names),
                _whose(state, event),
                told.version,
            )
        )
    return tuple(found)


def _whose(state: State, event: DiceRolled) -> str:
    if event.source == "ledger":
        return "the ledger"
    if not event.witness:
        return "the table"
    return f"the table, {state.campaign.called(event.witness)} saw it"
