"""FoW missions: the verb that prints a mission card. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.at_the_keyboard import Words, at, on_line, the_words
from campaign.flames_of_war.missions.card import MissionCard, mission_card
from campaign.flames_of_war.missions.catalogue import Role, missions
from campaign.flames_of_war.state import LineState, State, force_of
from campaign.kernel.courses import Call, Course, fail, json_page, say
from campaign.kernel.verbs import Verb
from campaign.text.english import capital, listed
from campaign.text.suggest import near


def card_of(state: State, line: LineState) -> MissionCard:
    """FoW missions: the card of a line's battle, with its own numbers of platoons."""
    return mission_card(
        line.mission,
        state.units,
        platoons(state, line),
        line.roles_how not in ("score", "campaign"),
        state.rulings.breakthrough_reserves == "delayed",
    )


def platoons(state: State, line: LineState) -> dict[Role, int]:
    """Platoons of attacker and defender, as far as they are known."""
    if not line.attacker:
        return {}
    roles: dict[Role, str] = {"attacker": line.attacker, "defender": state.other(line.attacker)}
    battle = state.battles.get(line.battle)
    found: dict[Role, int] = {}
    for role, side in roles.items():
        force, organised = force_of(state, line.id, side), line.organised.get(side)
        if battle is not None and battle.platoons.get(side):
            found[role] = battle.platoons[side]
        elif organised is not None:
            found[role] = len(organised.platoons)
        elif force is not None:
            found[role] = len(force.platoons)
    return found


def _card(call: Call, words: Words) -> Course[None]:
    """Prints the mission card of a line's battle, with this battle's numbers; or that of any
    mission by its name.
    """
    state, line, rest = yield from on_line(words)
    here = at(state, line)
    if rest:
        name = "-".join(rest).lower()
        if name not in missions():
            hint = near(name, (*missions(), *state.lines))
            yield from fail(f"{' '.join(rest)!r} is no line and no mission{hint}")
        card, attacker = mission_card(name, state.units), ""
    else:
        if here is None:
            yield from fail(f"say which line: {listed(state.lines, 'or')}")
            return
        if not here.mission:
            yield from fail(f"{here.name}: the mission is not rolled for yet")
        card, attacker = card_of(state, here), here.attacker
    if call.as_json:
        yield from json_page(_json(card, attacker))
        return
    for text in told(card, _roles(state, attacker)):
        yield from say(text)


def _roles(state: State, attacker: str) -> dict[str, str]:
    if not attacker:
        return {}
    return {
        "attacker": state.sides[attacker],
        "defender": state.sides[state.other(attacker)],
    }


def _json(card: MissionCard, attacker: str) -> dict[str, object]:
    return {
        "mission": card.mission,
        "name": card.name,
        "page": card.page,
        "attacker": attacker,
        "orders": {one.role: one.text for one in card.orders},
        "set_up": list(card.set_up),
        "begins": list(card.begins),
        "rules": {one.slug: {"name": one.name, "text": one.text} for one in card.rules},
        "ends": list(card.ends),
        "wins": list(card.wins),
        "points": list(card.points),
    }


def told(card: MissionCard, roles: dict[str, str]) -> Iterator[str]:
    """A card as lines of text."""
    yield f"{card.name} (p. {card.page})"
    for order in card.orders:
        who = f"{capital(order.role)} ({roles[order.role]})" if roles else capital(order.role)
        yield f"{who}: {order.text}"
    parts = {
        "Before the battle": _numbered(card.set_up),
        "Deployment": card.deploying,
        "Before the first turn": card.begins,
        "Special rules": tuple(
            f"{one.name}{f' ({one.binds})' if one.binds else ''}: {one.text}" for one in card.rules
        ),
        "The battle ends": (*card.ends, *card.holding),
        "Who wins": card.wins,
        "Victory points": card.points,
    }
    for title, lines in parts.items():
        if lines:
            yield ""
            yield title
            yield from (f"  {line}" for line in lines)


def _numbered(steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{number}. {step}" for number, step in enumerate(steps, 1))


CARD = Verb(
    words="card",
    example="campaign card winter\ncampaign card winter anzio\ncampaign card winter big-push",
    parameters=(the_words("[LINE|MISSION]"),),
    course=_card,
)
