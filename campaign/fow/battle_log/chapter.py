"""The battle log: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.fow.battle_log import deployment, turns, withdrawal
from campaign.fow.battle_log.commands import WithdrawPlatoon
from campaign.fow.battle_log.deployment import GROUPS, WORDS
from campaign.fow.battle_log.turns import BATTALION
from campaign.fow.csv_tables import read_tables
from campaign.fow.names import Names, Sentences
from campaign.fow.state import State
from campaign.kernel import chapters, projections
from campaign.text.english import capital, counted, listed, says
from events.fow import table_top

DUE = {
    "khamseen": "the Khamseen (a die for the weather)",
    "company-morale": "Company Morale",
    "immediate-ambush": "the Immediate Ambush",
    "naval-gunfire": "naval gunfire",
    "reserves": "Reserves",
    "delayed-reserves": "Delayed Reserves",
    "racing-to-the-rescue": "platoons racing to the rescue",
    "withdrawal": "a withdrawal",
    "remove-objective": "an objective to be removed",
    "game-over": "the end of the battle",
}
"""What falls due at the start of a turn, in words."""
SECTIONS = {
    "trench-line": ("section of trench", "sections of trench"),
    "barbed-wire": ("section of barbed wire", "sections of barbed wire"),
    "bunker": ("bunker",),
    "minefield": ("minefield",),
    "anti-tank-obstacle": ("anti-tank obstacle",),
}
"""Fortifications in words, one and several."""
_LOST = {
    "destroyed": "lost {} (Destroyed)",
    "pre-game": "lost {} before the first turn",
    "rear": "sent {} to the rear",
    "left": "took {} off the table",
}


def _deployed_in_words(event: table_top.DeploymentRecorded, names: Names) -> str:
    groups = [
        f"{number} {WORDS[group]}" + _named(event, group, names)
        for group in GROUPS
        if (number := getattr(event, group))
    ]
    text = f"{capital(names.the_seat(event.side))} deployed ({names.battle(event.battle)})"
    return f"{text}: {listed([*groups, f'{event.on_table} on the table'])}."


def _named(event: table_top.DeploymentRecorded, group: str, names: Names) -> str:
    """The platoons of a group by name, where they were named."""
    ids = event.platoons.get(group, ())
    called = [names.platoon_in(event.battle, event.side, one) for one in ids]
    return f" ({', '.join(called)})" if called else ""


def _fortified(event: table_top.FortificationsBought, names: Names) -> str:
    parts = []
    if event.points:
        bought = f"{event.spent} of {event.points} points"
        parts.append(f"{bought} for {_sections(event.sections)}" if event.sections else bought)
    if event.basic:
        parts.append(f"{_sections(event.basic)} beside them")
    if event.pioneers:
        parts.append(f"{_sections(event.pioneers)} by Pioneer Supply Vehicles")
    return f"Fortifications ({names.battle(event.battle)}): {'; '.join(parts) or 'none'}."


def _sections(sections: Mapping[str, int]) -> str:
    return listed(
        counted(number, *SECTIONS.get(slug, (slug,))) for slug, number in sections.items()
    )


def _due(due: Sequence[str]) -> str:
    return f"; due: {listed(DUE.get(one, one) for one in due)}" if due else ""


def _withdrew(event: table_top.PlatoonWithdrew, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    what = names.platoon_in(event.battle, event.side, event.platoon) or "a platoon"
    return f"{who} withdrew {what} ({names.battle(event.battle)})."


def _lost(event: table_top.PlatoonLost, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    what = names.platoon_in(event.battle, event.side, event.platoon) or "a platoon"
    return f"{who} {_LOST[event.how].format(what)} ({names.battle(event.battle)})."


def _broke(event: table_top.CompanyBroke, names: Names) -> str:
    company = f"company {event.company}" if event.company else "the company"
    if event.company == BATTALION:
        company = "the battalion"
    text = f"{company} of {names.the_seat(event.side)} broke ({names.battle(event.battle)})."
    return capital(text)


SENTENCES: Sentences = {
    table_top.DeploymentRecorded: _deployed_in_words,
    table_top.FortificationsBought: _fortified,
    table_top.PlayerTurnBegan: says(
        "{side:^the_seat} began turn {number} ({battle:battle}){due:due}.", {"due": _due}
    ),
    table_top.DelayCounterGained: says(
        "{battle:^battle}: with {total:counted platoon and Delay Counter/platoons and Delay "
        "Counters} nobody withdrew; the defender has {counters:counted Delay Counter}."
    ),
    table_top.PlatoonWithdrew: _withdrew,
    table_top.PlatoonLost: _lost,
    table_top.CompanyBroke: _broke,
}


# --- Read tables of the battle log: player turns, platoons lost ---------------------------------

_READ = read_tables()
BATTLE_TURNS = _READ.table("battle_turns")
PLATOON_LOSSES = _READ.table("platoon_losses")


def _rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """FoW Turn Order: a row for each turn, and for each platoon that went."""
    if step.record.struck_by:
        return
    match step.record.event:
        case table_top.PlayerTurnBegan() as event:
            yield BATTLE_TURNS.of(step, event)
        case table_top.PlatoonLost() | table_top.PlatoonWithdrew() as event:
            how = event.how if isinstance(event, table_top.PlatoonLost) else "withdrew"
            turns = step.after.battle(event.battle).table.turns
            yield PLATOON_LOSSES.of(step, event, how=how, own_turn=turns.get(event.side, 0))


TABLES = projections.Projections[State]((BATTLE_TURNS, PLATOON_LOSSES), lambda: _rows)


# --- Corrections of the battle log: each entry keeps its battle ---------------------------------


def _counters(state: State, event: table_top.DelayCounterGained) -> Mapping[str, object]:
    """FoW Strategic Withdrawal: one Delay Counter more than before."""
    return {**_total(state, event), "counters": state.battle(event.battle).table.counters + 1}


def _total(state: State, event: Any) -> Mapping[str, object]:
    """FoW Strategic Withdrawal: platoons on the table, with the Delay Counters."""
    battle = state.battle(event.battle)
    left = turns.on_table(battle, battle.defender)
    return {"total": left + battle.table.counters} if left is not None else {}


CORRECTED = chapters.Corrected[State](
    restated={
        table_top.PlayerTurnBegan: lambda state, event: {
            "number": state.battle(event.battle).table.turns.get(event.side, 0) + 1
        },
        table_top.DelayCounterGained: _counters,
        table_top.PlatoonWithdrew: _total,
    },
)


# --- FoW Turn Order: the battle log: the chapter put together -----------------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="battle log",
        needs={WithdrawPlatoon: withdrawal.needs},
        sentences=SENTENCES,
        trusted={
            table_top.DeploymentRecorded: "deployments as the players told them",
            table_top.FortificationsBought: (
                "widths of tables and Infantry teams as the players told them"
            ),
            table_top.PlatoonLost: "platoons lost as the players told them",
        },
        field_of={
            table_top.DeploymentRecorded: lambda event: {
                group: event.platoons.get(group) or getattr(event, group) for group in GROUPS
            }
        },
        tables=TABLES,
    ),
    deployment,
    turns,
    withdrawal,
)
