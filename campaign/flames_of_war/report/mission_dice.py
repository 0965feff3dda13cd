"""FoW Mission Selector: how a battle's mission came about, every die with what was added. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import State
from campaign.flames_of_war.turn_notes import Told
from events.fow import missions as chosen

Part = tuple[str, str]


class ScoreLine(msgspec.Struct, frozen=True):
    """A side's score: its dice and what was added."""

    side: str
    mark: str
    dice: tuple[int, ...]
    added: tuple[Part, ...]
    """Each addition as `+6` with what it is for."""
    score: int


class MissionDice(msgspec.Struct, frozen=True):
    """How a mission and its attacker came about."""

    scores: tuple[ScoreLine, ...]
    """Empty where the mission was not rolled for."""
    lines: tuple[str, ...]
    """What followed, each in a sentence."""


def mission_dice(state: State, notes: Sequence[Told], line: str) -> MissionDice:
    """FoW Mission Selector: the dice and choices of a line's mission in a round."""
    found = [told.event for told in notes if getattr(told.event, "line", "") == line]
    scores: list[ScoreLine] = []
    lines: list[str] = []
    declined: list[str] = []
    for event in found:
        match event:
            case chosen.MissionRolled():
                scores = list(_scores(state, event))
                lines.append(f"The dice pick row {_row(event.row)}.")
            case chosen.MissionChosen():
                lines.append(_chosen(event))
            case chosen.ChangeDeclined():
                declined.append(event.side)
            case chosen.RolesRolled():
                lines.append(_rolled(state, event))
            case chosen.RolesDecided() if event.attacker:
                attacks = side_words.verb(event.attacker, "attacks", "attack")
                who = side_words.first(state, event.attacker)
                lines.append(f"{who} {attacks}{WHY[event.how]}.")
    if len(declined) > 1:
        lines.append("Neither side pays for another.")
    elif declined:
        does = side_words.verb(declined[0], "does", "do")
        lines.append(f"{side_words.first(state, declined[0])} {does} not pay for another.")
    return MissionDice(tuple(scores), tuple(lines))


WHY = {
    "campaign": ", as the campaign begins",
    "score": ", as their score is the higher",
    "company-types": ", as the company types have it",
    "roll": " by the dice",
}
"""Why a side attacks."""


def _row(row: int) -> str:
    return {12: "12 or more", 4: "4 or less"}.get(row, str(row))


def _chosen(event: chosen.MissionChosen) -> str:
    mission = missions().get(event.mission)
    name = mission.name if mission else event.mission
    how = {
        "campaign": "as the campaign begins",
        "roll": "from that row",
        "paid": "paid for with victory points",
        "agreed": "agreed by both sides",
    }[event.how]
    return f"The mission is {name}, {how}."


def _scores(state: State, event: chosen.MissionRolled) -> Iterator[ScoreLine]:
    for side, roll in event.rolls.items():
        parts = (
            (roll.last, "last battle"),
            (roll.lead, "more points"),
            (roll.won_defending, "won as defender"),
        )
        added = tuple((f"{value:+d}".replace("-", "−"), what) for value, what in parts if value)
        yield ScoreLine(side, side_words.mark(state, side), roll.dice, added, roll.score)


def _rolled(state: State, event: chosen.RolesRolled) -> str:
    thrown = ", ".join(
        f"{state.sides.get(side, side)} {' '.join(map(str, dice))}"
        for side, dice in event.dice.items()
    )
    return f"Dice for the attack: {thrown}."
