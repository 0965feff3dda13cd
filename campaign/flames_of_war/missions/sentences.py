"""The choice of a mission in sentences: every die with what was added to it. Pure."""

from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.missions.scores import mission_of
from campaign.flames_of_war.names import Names, Sentences
from campaign.kernel.sentences import because
from campaign.text.english import capital, counted, listed
from events.fow.missions import (
    ChangeDeclined,
    MissionAgreed,
    MissionChosen,
    MissionRolled,
    MissionScore,
    RolesDecided,
    RolesRolled,
    VictoryPointsSpent,
)

_ENDS = {12: "12 or more", 4: "4 or less"}
_HOW = {
    "campaign": "as the campaign gives it",
    "roll": "as the dice picked it",
    "paid": "paid for with victory points",
    "agreed": "by agreement",
}
_ROLES = {
    "campaign": "as the campaign gives it",
    "score": "by the higher score",
    "company-types": "by the types of the companies",
    "roll": "by the higher die",
}


def mission_name(slug: str) -> str:
    """A mission's name; its slug where the book has none."""
    known = missions().get(slug)
    return known.name if known else slug


def score_in_words(score: MissionScore) -> str:
    """FoW Linked Missions: a score as it adds up: `3 + 6 last mission + 1 lead = 10`."""
    parts = [" + ".join(map(str, score.dice))]
    if score.last:
        parts.append(f"+ {score.last} last mission")
    if score.lead:
        parts.append(f"+ {score.lead} lead")
    if score.won_defending:
        parts.append(f"- {-score.won_defending} won as the defender")
    if len(score.dice) > 1 or len(parts) > 1:
        parts.append(f"= {score.score}")
    return " ".join(parts)


def _rolled(event: MissionRolled, names: Names) -> str:
    added = "; ".join(
        f"{names.seat(side)}: {score_in_words(score)}" for side, score in event.rolls.items()
    )
    row, whose = _ENDS.get(event.row, str(event.row)), _whose(event.source, event.witness, names)
    picked = mission_name(mission_of(event.row))
    return f"{names.line(event.line)}: mission roll{whose}. {added}. Row {row}: {picked}."


def _chosen(event: MissionChosen, names: Names) -> str:
    name = mission_name(event.mission)
    return f"{names.line(event.line)}: the mission is {name}, {_HOW[event.how]}."


def _roles_rolled(event: RolesRolled, names: Names) -> str:
    parts = []
    if event.types:
        told = listed(f"{names.seat(side)} {kind}" for side, kind in event.types.items())
        parts.append(f"the companies are {told}.")
    if event.dice:
        thrown = "; ".join(
            f"{names.seat(side)}: {', '.join(map(str, dice))}" for side, dice in event.dice.items()
        )
        whose = _whose(event.source, event.witness, names)
        text = f"roll for the attack{whose}. {thrown}."
        parts.append(capital(text) if parts else text)
    return f"{names.line(event.line)}: {' '.join(parts)}"


def _roles(event: RolesDecided, names: Names) -> str:
    line = names.line(event.line)
    if not event.attacker:
        return f"{line}: with the new mission it is open again who attacks."
    return f"{line}: {names.the_seat(event.attacker)} will attack, {_ROLES[event.how]}."


def _spent(event: VictoryPointsSpent, names: Names) -> str:
    what = "another mission" if event.on == "mission" else "a reorganisation"
    points = counted(event.points, "victory point")
    who = capital(names.the_seat(event.side))
    return f"{who} spent {points} on {what} ({names.line(event.line)})."


def _declined(event: ChangeDeclined, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    return f"{who} kept the mission as it is ({names.line(event.line)}).{because(event.why)}"


def _agreed(event: MissionAgreed, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    text = f"{who} agreed to play {mission_name(event.mission)} ({names.line(event.line)})."
    return f"{text}{because(event.why)}"


def _whose(source: str, witness: str, names: Names) -> str:
    if source == "ledger":
        return " by the ledger"
    return f" at the table, seen by {names.member(witness)}" if witness else " at the table"


SENTENCES: Sentences = {
    MissionRolled: _rolled,
    MissionChosen: _chosen,
    RolesRolled: _roles_rolled,
    RolesDecided: _roles,
    VictoryPointsSpent: _spent,
    ChangeDeclined: _declined,
    MissionAgreed: _agreed,
}
