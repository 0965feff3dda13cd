"""The battle log in sentences. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.battle_log.deploying import GROUPS, WORDS
from campaign.flames_of_war.battle_log.fold import BATTALION
from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, counted, listed
from events.fow.table_top import (
    CompanyBroke,
    DelayCounterGained,
    DeploymentRecorded,
    FortificationsBought,
    PlatoonLost,
    PlatoonWithdrew,
    PlayerTurnBegan,
)

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


def _deployed(event: DeploymentRecorded, names: Names) -> str:
    groups = [
        f"{number} {WORDS[group]}" + _named(event.platoons.get(group, ()))
        for group in GROUPS
        if (number := getattr(event, group))
    ]
    text = f"{capital(names.the_seat(event.side))} deployed ({names.battle(event.battle)})"
    return f"{text}: {listed([*groups, f'{event.on_table} on the table'])}."


def _named(ids: tuple[str, ...]) -> str:
    return f" ({', '.join(ids)})" if ids else ""


def _fortified(event: FortificationsBought, names: Names) -> str:
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


def _turn(event: PlayerTurnBegan, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    text = f"{who} began turn {event.number} ({names.battle(event.battle)})"
    if event.due:
        text += f"; due: {listed(DUE.get(one, one) for one in event.due)}"
    return f"{text}."


def _counter(event: DelayCounterGained, names: Names) -> str:
    total = counted(event.total, "platoon and Delay Counter", "platoons and Delay Counters")
    text = f"{names.battle(event.battle)}: with {total} nobody withdrew"
    return capital(f"{text}; the defender has {counted(event.counters, 'Delay Counter')}.")


def _withdrew(event: PlatoonWithdrew, names: Names) -> str:
    who = capital(names.the_seat(event.side))
    return f"{who} withdrew {event.platoon or 'a platoon'} ({names.battle(event.battle)})."


def _lost(event: PlatoonLost, names: Names) -> str:
    who, what = capital(names.the_seat(event.side)), event.platoon or "a platoon"
    return f"{who} {_LOST[event.how].format(what)} ({names.battle(event.battle)})."


def _broke(event: CompanyBroke, names: Names) -> str:
    company = f"company {event.company}" if event.company else "the company"
    if event.company == BATTALION:
        company = "the battalion"
    text = f"{company} of {names.the_seat(event.side)} broke ({names.battle(event.battle)})."
    return capital(text)


SENTENCES: Sentences = {
    DeploymentRecorded: _deployed,
    FortificationsBought: _fortified,
    PlayerTurnBegan: _turn,
    DelayCounterGained: _counter,
    PlatoonWithdrew: _withdrew,
    PlatoonLost: _lost,
    CompanyBroke: _broke,
}
