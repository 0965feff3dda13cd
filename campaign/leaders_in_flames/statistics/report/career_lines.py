"""LiF 3, 4: what happened to a leader, in a reader's words. Pure."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.kernel.page_links import href, journal_href
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.abilities.catalogue import ability
from campaign.leaders_in_flames.names import STATUSES, counted, listed, the_country
from campaign.leaders_in_flames.on_map.places import in_words
from campaign.leaders_in_flames.on_map.sentences import way
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.chances import cup_draws
from campaign.leaders_in_flames.statistics.facts import CareerStep, CupDraw, Fact, VetoCast
from campaign.leaders_in_flames.statistics.vetoes import vetoes_cast
from campaign.leaders_in_flames.statistics.wording import joined, reason
from campaign.leaders_in_flames.turn_notes import Log
from campaign.text.english import capital

MILESTONES = frozenset({"promoted", "recalled", "killed", "removed"})
_SETTLED = frozenset({"vetoed", "promoted"})


class CareerLine(msgspec.Struct, frozen=True):
    """One thing that happened to a leader."""

    what: str
    """Its kind."""
    text: str
    link: str
    """`draw 3`, `combat 1941-MJ-2` or `event 120`."""
    href: str
    """The draw, or the event in its turn's journal."""
    is_milestone: bool


class CareerTurn(msgspec.Struct, frozen=True):
    """What happened to a leader in one turn."""

    turn: str
    lines: tuple[CareerLine, ...]


class _Board(msgspec.Struct, frozen=True):
    """The draws of a leader."""

    cups: dict[int, CupDraw]
    """By the number of the draw."""
    casts: dict[int, list[VetoCast]]


def career_turns(
    logs: Sequence[Log], facts: Sequence[Fact], steps: Iterable[CareerStep]
) -> tuple[CareerTurn, ...]:
    """A leader's career turn by turn. `facts` are of his draws."""
    state = logs[-1].end
    casts: dict[int, list[VetoCast]] = {}
    for cast in vetoes_cast(facts):
        casts.setdefault(cast.draw, []).append(cast)
    board = _Board({draw.draw: draw for draw in cup_draws(facts)}, casts)
    known = list(steps)
    settled = {step.draw: step for step in known if step.what in _SETTLED}
    fought = {(step.turn, step.combat) for step in known if step.what == "fought"}
    uses: dict[tuple[str, str], list[CareerStep]] = {}
    found: dict[str, list[CareerLine]] = {}
    for step in known:
        key = (step.turn, step.combat)
        if step.what in _SETTLED:
            continue
        if step.what == "used" and key in fought:
            uses.setdefault(key, []).append(step)
            continue
        lines = found.setdefault(step.turn, [])
        if step.what == "drawn":
            lines.append(_draw(state, step, settled.get(step.draw), board))
        elif step.what == "fought":
            text = capital(_fought(state, step, uses.pop(key, ())))
            where = journal_href(logs, step.version)
            lines.append(CareerLine(step.what, f"{text}.", f"combat {step.combat}", where, False))
        else:
            text = capital(_words(state, step))
            where = journal_href(logs, step.version)
            link = f"event {step.version}"
            lines.append(CareerLine(step.what, f"{text}.", link, where, step.what in MILESTONES))
    return tuple(CareerTurn(turn, tuple(lines)) for turn, lines in found.items())


# --- the board ----------------------------------------------------------------------------------


def _draw(state: State, step: CareerStep, result: CareerStep | None, board: _Board) -> CareerLine:
    """LiF 4.1: a draw with its result, and the powers that decided it."""
    cup = board.cups.get(step.draw)
    among = f" {_among(len(cup.cup))}" if cup else ""
    what = result.what if result else "drawn"
    text = f"Drawn{among}, {_result(what, board.casts.get(step.draw, ()))}."
    where = href("", step.turn, f"draw-{step.draw}")
    return CareerLine(what, text, f"draw {step.draw}", where, what in MILESTONES)


def _among(count: int) -> str:
    return "as the last in the cup" if count == 1 else f"from {counted(count, 'leader')}"


def _result(what: str, cast: Iterable[VetoCast]) -> str:
    """What the board did with a leader, and who was against him and for him."""
    known = list(cast)
    against = listed(the_country(one.power) for one in known if one.said == "veto")
    backing = listed(the_country(one.power) for one in known if one.said == "support")
    if what == "vetoed":
        text = f"vetoed by {against}" if against else "vetoed"
        return f"{text}, although {backing} supported him" if backing else text
    if what == "promoted":
        text = f"promoted against {against}" if against else "promoted"
        return f"{text} with the support of {backing}" if backing else text
    return "before the Promotions Board"


# --- everything else ----------------------------------------------------------------------------


def _words(state: State, step: CareerStep) -> str:
    """One thing that happened, without the leader's name."""
    return "; ".join(part for part in _parts(state, step) if part)


def _parts(state: State, step: CareerStep) -> Iterator[str]:
    match step.what:
        case "begins":
            yield f"{_STATUSES.get(step.where, step.where)} when the campaign began"
        case "joins-cup":
            yield joined(step.about)
        case "placed":
            yield f"placed at {in_words(step.where)}"
        case "moved":
            yield f"{way(step.about)} {in_words(step.where)}"
        case "turned":
            yield f"turned {step.about}"
        case "used":
            yield _used(state, step)
        case "to-circle":
            yield f"onto the production circle until {_turn(step.where)}"
            yield step.about
        case _:
            about = f": {reason(step.about)}" if step.about else ""
            yield f"{_PLAIN.get(step.what, step.what)}{about}"


_STATUSES = {str(status): words for status, words in STATUSES.items()}
_PLAIN = {
    "joins-reserve": "back to the reserve pool",
    "ground-struck": "ground struck",
    "returned": "back from the production circle",
    "recalled": "recalled to the cup",
    "killed": "killed",
    "removed": "out of the game",
}


def _fought(state: State, step: CareerStep, uses: Iterable[CareerStep]) -> str:
    """LiF 3.2, 3.3: a combat, and what he used in it."""
    role = {"attacker": "attacked at", "defender": "defended"}.get(step.about, "was in combat at")
    used = listed(dict.fromkeys(_name(state, use) for use in uses))
    return f"{role} {in_words(step.where)}{f' with {used}' if used else ''}"


def _name(state: State, step: CareerStep) -> str:
    """The ability used, by its name and number."""
    number = int(step.about) if step.about.isdigit() else 0
    return f"“{ability(number, state.campaign.rulebook).name}” ({number})" if number else step.about


def _used(state: State, step: CareerStep) -> str:
    """LiF 3.2: an ability used outside of a reported combat, and where; it may be a country."""
    name = _name(state, step)
    where = in_words(step.where)
    place = the_country(step.where) if where == step.where and where.islower() else where
    combat = f" in combat {step.combat}" if step.combat else ""
    return f"used {name}{f' at {place}' if place else ''}{combat}"


def _turn(where: str) -> str:
    return calendar.in_words(where) if calendar.is_turn(where) else where
