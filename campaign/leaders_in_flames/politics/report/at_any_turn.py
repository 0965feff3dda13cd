"""LiF 4: what each turn changed in the war, and how it stood at its end. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.leaders_in_flames.names import listed, the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, pair
from campaign.leaders_in_flames.statistics.course_of_war import enemies
from campaign.leaders_in_flames.statistics.facts import WarStep
from campaign.leaders_in_flames.turn_notes import Log
from campaign.text.english import capital


class WarTurn(msgspec.Struct, frozen=True):
    """A turn that changed something."""

    turn: str
    news: tuple[str, ...]
    fronts: tuple[str, ...]
    """Who was at war with whom at its end."""
    fallen: str
    """What was conquered by then."""


def war_turns(logs: Sequence[Log], steps: Sequence[WarStep]) -> Iterator[WarTurn]:
    """Every turn that changed something, the latest first."""
    by_turn: dict[str, list[WarStep]] = {}
    for step in steps:
        by_turn.setdefault(step.turn, []).append(step)
    for log in reversed(logs):
        if log.turn in by_turn:
            news = tuple(in_words(step) for step in by_turn[log.turn])
            yield WarTurn(log.turn, news, tuple(fronts(log.end)), fallen(log.end))


def fronts(state: State) -> Iterator[str]:
    """LiF 4: who is at war with whom, each war once, the Axis first."""
    told: set[tuple[str, str]] = set()
    for power in sorted(POWERS, key=lambda power: state.rulings.sides[power] != "axis"):
        foes = [foe for foe in enemies(state, power) if pair(power, foe) not in told]
        told |= {pair(power, foe) for foe in foes}
        if foes:
            yield f"{capital(the_country(power))} against {listed(map(the_country, foes))}."


def fallen(state: State) -> str:
    """LiF 4.1, 4.2: what is conquered, in a sentence or two; empty where nothing is."""
    parts = [
        *(the_country(who) for who in POWERS if state.conquest.get(who) == "complete"),
        *(
            f"{the_country(who)} (incompletely)"
            for who in POWERS
            if state.conquest.get(who) == "incomplete"
        ),
        *(
            the_country(who)
            for who, known in sorted(state.minors.items())
            if known.status == "conquered"
        ),
    ]
    conquered = f"Conquered: {listed(parts)}." if parts else ""
    vichy = "Vichy France is installed." if state.vichy == "installed" else ""
    return " ".join(filter(None, (conquered, vichy)))


def in_words(step: WarStep) -> str:
    """A change in the war, as the journal says it."""
    who = capital(the_country(step.who))
    match step.what:
        case "war":
            return f"{who} declared war on {the_country(step.other)}."
        case "peace":
            return f"{who} and {the_country(step.other)} made peace."
        case "vichy":
            return f"Vichy France {'was installed' if step.status == 'installed' else 'collapsed'}."
        case "conquest":
            free = step.status == "free"
            return f"{who} was {'liberated' if free else f'{step.status}ly conquered'}."
    if not step.other:
        return f"{who} became neutral."
    verb = "was conquered by" if step.status == "conquered" else "aligned with"
    return f"{who} {verb} {the_country(step.other)}."
