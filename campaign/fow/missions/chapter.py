"""FoW Mission Selector: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from campaign.fow.csv_tables import read_tables
from campaign.fow.missions import roles, selection
from campaign.fow.missions.catalogue import mission_name
from campaign.fow.missions.roles import mission_of
from campaign.fow.names import Names, Sentences
from campaign.fow.state import State, with_line
from campaign.kernel import chapters, projections, shared_rules
from campaign.text.english import Words, capital, listed, says
from campaign.text.json_values import JsonObject
from events.fow import missions as fow_missions

# --- The choice of a mission in sentences: every die with what was added to it ------------------

ROWS = {12: "12 or more", 4: "4 or less"}
"""Rows of the selector that are for more than one score."""
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


def score_in_words(score: fow_missions.MissionScore) -> str:
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


def _rolled_in_words(event: fow_missions.MissionRolled, names: Names) -> str:
    added = "; ".join(
        f"{names.seat(side)}: {score_in_words(score)}" for side, score in event.rolls.items()
    )
    row, whose = ROWS.get(event.row, str(event.row)), names.whose_dice(event)
    picked = mission_name(mission_of(event.row))
    return f"{names.line(event.line)}: mission roll{whose}. {added}. Row {row}: {picked}."


def _roles_rolled(event: fow_missions.RolesRolled, names: Names) -> str:
    parts = []
    if event.types:
        companies = listed(f"{names.seat(side)} {kind}" for side, kind in event.types.items())
        parts.append(f"the companies are {companies}.")
    if event.dice:
        thrown = "; ".join(
            f"{names.seat(side)}: {', '.join(map(str, dice))}" for side, dice in event.dice.items()
        )
        whose = names.whose_dice(event)
        text = f"roll for the attack{whose}. {thrown}."
        parts.append(capital(text) if parts else text)
    return f"{names.line(event.line)}: {' '.join(parts)}"


def _roles_in_words(event: fow_missions.RolesDecided, names: Names) -> str:
    line = names.line(event.line)
    if not event.attacker:
        return f"{line}: with the new mission it is open again who attacks."
    return f"{line}: {names.the_seat(event.attacker)} will attack, {_ROLES[event.how]}."


WORDS: Words = {
    "mission": mission_name,
    "how": _HOW.__getitem__,
    "bought": lambda on: "another mission" if on == "mission" else "a reorganisation",
    "because": shared_rules.because,
}
SENTENCES: Sentences = {
    fow_missions.MissionRolled: _rolled_in_words,
    fow_missions.MissionChosen: says(
        "{line:line}: the mission is {mission:mission}, {how:how}.", WORDS
    ),
    fow_missions.RolesRolled: _roles_rolled,
    fow_missions.RolesDecided: _roles_in_words,
    fow_missions.VictoryPointsSpent: says(
        "{side:^the_seat} spent {points:counted victory point} on {on:bought} ({line:line}).", WORDS
    ),
    fow_missions.ChangeDeclined: says(
        "{side:^the_seat} kept the mission as it is ({line:line}).{why:because}", WORDS
    ),
    fow_missions.MissionAgreed: says(
        "{side:^the_seat} agreed to play {mission:mission} ({line:line}).{why:because}", WORDS
    ),
}


# --- Read tables of choosing a mission: each die, each mission, who attacks, what was paid ------

_READ = read_tables()
MISSION_ROLLS = _READ.table("mission_rolls")
MISSIONS_CHOSEN = _READ.table("missions_chosen")
ATTACK_ROLLS = _READ.table("attack_rolls")
ATTACKERS = _READ.table("attackers")
POINTS_SPENT = _READ.table("victory_points_spent")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """FoW Mission Selector: what an event adds."""
    if step.record.struck_by:
        return
    match step.record.event:
        case fow_missions.MissionRolled() as event:
            for side, score in event.rolls.items():
                yield MISSION_ROLLS.of(step, event, score, side=side)
        case fow_missions.MissionChosen() as event:
            yield MISSIONS_CHOSEN.of(step, event, name=mission_name(event.mission))
        case fow_missions.RolesRolled() as event:
            for side, dice in event.dice.items():
                yield ATTACK_ROLLS.of(step, event, side=side, dice=dice)
        case fow_missions.RolesDecided() as event:
            yield ATTACKERS.of(step, event, battle=step.after.lines[event.line].battle)
        case fow_missions.VictoryPointsSpent() as event:
            left = step.after.lines[event.line].points[event.side].balance
            yield POINTS_SPENT.of(step, event, bought=event.on, balance=left)


TABLES = projections.Projections[State](
    tables=(
        MISSION_ROLLS,
        MISSIONS_CHOSEN,
        ATTACK_ROLLS,
        ATTACKERS,
        POINTS_SPENT,
    ),
    rows=lambda: rows,
)


# --- Corrections of choosing a mission ----------------------------------------------------------


def _answered(
    state: State, event: fow_missions.MissionChosen | fow_missions.ChangeDeclined
) -> State:
    """A struck answer may be given again, but a battle begun since then needs no other one.

    So a correction that leaves a purchase uncovered takes back the purchase, not the battles.
    """
    line = state.lines[event.line]
    if line.phase != "change":
        return state
    return with_line(state, replace(line, change=replace(line.change, lapsed=True)))


def _scores(state: State, event: fow_missions.MissionRolled) -> Mapping[str, object]:
    """FoW Linked Missions: the last mission's points and the lead come from the battles before."""
    dice = {side: roll.dice for side, roll in event.rolls.items()}
    held = selection.score(state, state.lines[event.line], dice)
    return {
        "rolls": {
            side: msgspec.to_builtins(replace(held[side], score=roll.score))
            for side, roll in event.rolls.items()
        }
    }


CORRECTED = chapters.Corrected[State](
    restated={fow_missions.MissionRolled: _scores},
    left_behind={fow_missions.MissionChosen: _answered, fow_missions.ChangeDeclined: _answered},
)


# --- what an amendment changes of a command -----------------------------------------------------


def _thrown_fields(event: fow_missions.MissionRolled) -> JsonObject:
    """FoW Mission Selector: dice that were typed in; the ledger's stay."""
    dice = {side: score.dice for side, score in event.rolls.items()}
    return {"dice": dice if event.source == "table" else None}


# --- FoW Mission Selector: choosing a mission: the chapter put together -------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="missions",
        sentences=SENTENCES,
        field_of={
            fow_missions.MissionRolled: _thrown_fields,
            fow_missions.MissionChosen: lambda event: {"mission": event.mission},
        },
        tables=TABLES,
    ),
    selection,
    roles,
)
