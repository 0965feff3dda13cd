"""FoW Mission Selector: the verbs about missions and their cards. Pure."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import count

from campaign.fow.missions.card import CardRule, MissionCard, card_of, mission_card
from campaign.fow.missions.catalogue import missions
from campaign.fow.missions.commands import AgreeMission, DeclineChange
from campaign.fow.state import Role, State
from campaign.fow.terminal import Words, at, lines_of, on_line, passing_over, the_words
from campaign.kernel.decisions import Refused
from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import verbs, views
from campaign.text.english import capital, listed, near


def _card(call: verbs.Call, words: Words) -> verbs.Look:
    """Prints the mission card of a line's battle, with this battle's numbers, terrain and rules of
    the sector; or that of any mission by its name.
    """
    state, line, rest = yield from on_line(words)
    here = at(state, line)
    if rest:
        name = "-".join(rest).lower()
        if name in missions():
            return _view(state, mission_card(name, state.units), "")
        hint = near(name, (*missions(), *state.lines))
        return Refused(None, f"{' '.join(rest)!r} is no line and no mission{hint}")
    if here is None:
        return Refused(None, f"say which line: {listed(state.lines, 'or')}")
    if not here.mission:
        return Refused(None, f"{here.name}: the mission is not rolled for yet")
    return _view(state, card_of(state, here), here.attacker)


def _view(state: State, card: MissionCard, attacker: str) -> views.View:
    roles = {role: state.sides[side] for role, side in state.roles(attacker).items()}
    return views.View(_json(card, attacker), (views.Lines(tuple(card_lines(card, roles))),))


def _json(card: MissionCard, attacker: str) -> dict[str, object]:
    return {
        "mission": card.mission,
        "name": card.name,
        "page": card.page,
        "attacker": attacker,
        "orders": {one.role: one.text for one in card.orders},
        "set_up": list(card.set_up),
        "begins": list(card.begins),
        "rules": _rules(card.rules),
        "ends": list(card.ends),
        "wins": list(card.wins),
        "points": list(card.points),
        "sector": {
            "name": card.sector.name,
            "rules": _rules(card.sector.rules),
            "terrain": list(card.sector.terrain),
            "weather": card.sector.weather,
        }
        if card.sector
        else None,
    }


def _rules(rules: tuple[CardRule, ...]) -> dict[str, object]:
    return {one.slug: {"name": one.name, "text": one.text} for one in rules}


def card_lines(card: MissionCard, roles: Mapping[Role, str]) -> Iterator[str]:
    """A card as lines of text."""
    yield f"{card.name} (p. {card.page})"
    for order in card.orders:
        who = f"{capital(order.role)} ({roles[order.role]})" if roles else capital(order.role)
        yield f"{who}: {order.text}"
    parts: dict[str, tuple[str, ...]] = {
        "Before the battle": tuple(map("{}. {}".format, count(1), card.set_up)),
        "Deployment": card.deploying,
        "Before the first turn": card.begins,
        "Special rules": _rule_lines(card.rules),
        "The battle ends": (*card.ends, *card.holding),
        "Who wins": card.wins,
        "Victory points": card.points,
    }
    if (sector := card.sector) is not None:
        ground = f"Add to the table: {'; '.join(sector.terrain)}." if sector.terrain else ""
        weather = f"Weather: {sector.weather}." if sector.weather else ""
        lines = (*_rule_lines(sector.rules), ground, weather)
        parts[sector.name or "The field"] = tuple(filter(None, lines))
    for title, lines in parts.items():
        if lines:
            yield ""
            yield title
            yield from (f"  {line}" for line in lines)


def _rule_lines(rules: tuple[CardRule, ...]) -> tuple[str, ...]:
    return tuple(f"{one.name}{f' ({one.binds})' if one.binds else ''}: {one.text}" for one in rules)


def _cards(state: State) -> dict[str, str]:
    return {**lines_of(state), **{name: one.name for name, one in missions().items()}}


CARD = verbs.Verb(
    words="card",
    example="campaign card winter\ncampaign card winter anzio\ncampaign card winter big-push",
    parameters=(the_words("[LINE|MISSION]", _cards),),
    title="Mission card",
    shows=_card,
)


# --- FoW Mission Selector: the verbs about missions ---------------------------------------------

_DECLINE = partial(passing_over, "decline in their place", DeclineChange)
_AGREE = partial(passing_over, "agree in their place", AgreeMission)
VERBS = {
    verb.words: verb
    for verb in (
        derived(DeclineChange, _DECLINE, confirms=True),
        derived(AgreeMission, _AGREE, confirms=True),
        CARD,
    )
}
