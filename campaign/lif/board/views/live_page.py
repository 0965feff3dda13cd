"""LiF 4.1: the Promotions Board as members see it on their own devices, and hear of it. Pure.

It looks at no sealed choice: whether a marker is there, and who could pay for one, all may know;
what it says, nobody.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from campaign.kernel.pages import DeviceSeal, Occurrence, OneAnswer, PageContext, Task
from campaign.kernel.terminal import screens
from campaign.lif.abilities.catalogue import for_leader
from campaign.lif.board.markers import KINDS, OPENINGS
from campaign.lif.board.views import reveals
from campaign.lif.board.waiting import (
    SUPPORT,
    VETO,
    Waiting,
    awaited_from,
    in_words,
    prices,
    stages,
    waiting,
)
from campaign.lif.figures import SHEETS, STANDING, pieces_drawn
from campaign.lif.names import counter_name, country, leader, the_country
from campaign.lif.parameters import text_of
from campaign.lif.politics import sides
from campaign.lif.politics.sides import minors
from campaign.lif.roster import POWERS, owner
from campaign.lif.state import State
from campaign.text.english import capital, counted
from events.base import Event
from events.lif import board
from events.sealed import Subject

# --- LiF 4.1: what the Promotions Board asks of players and host, and what of it is news --------

_OPENS = {"ballots": "open", "votes": "count"}
"""What the host does with all markers."""
_BEFORE_OPENINGS = {"ballots": "", "votes": "vote-"}
"""One draw has both: openings of ballots, then of votes."""
_TEXTS = {
    "no-veto": "No veto",
    "another": "Draw another leader",
    "stop": "Stop drawing",
    "abstain": "Abstain",
}


def owed(state: State) -> tuple[Task, ...]:
    """LiF 4.1(1), 4.1(5), ruling 22: the markers and openings that powers owe.

    Once all are in, the host has to fix or open them.
    """
    waits = waiting(state)
    if waits.what not in KINDS:
        return ()
    marks = tuple(marker_asked(state, waits.what, power) for power in waits.owed)
    if marks:
        return marks
    if waits.devices and not waits.fix:
        return tuple(_opening(state, waits.what, power) for power in waits.devices)
    return (_all_in(state, waits),)


def marker_asked(state: State, what: str, power: str) -> Task:
    """LiF 4.1(1), 4.1(5): what is asked of a power that has a marker, and what it can answer."""
    kind, draw = KINDS[what].name, state.board.draw
    return Task(
        what=what,
        occasion=f"{kind}:{draw}",
        title=_named(state, kind),
        does=f"seal {_whose(power)} {_named(state, kind)}",
        seat=power,
        answers=tuple(_answers(state, power)),
        command={"command": KINDS[what].seals.__name__, "power": power, "draw": draw},
        verb=f"{kind} {state.campaign.name} {power}",
        seal=f"seal --campaign-id {state.campaign.id} --kind {kind} --draw {draw} --power {power}"
        f" --out {power}.seal",
        device=_device(state, what, power),
    )


def _device(state: State, what: str, power: str, *, is_asked: bool = False) -> DeviceSeal:
    """LiF 4.1(1): a marker as a device seals it and, once all are fixed, opens it (ruling 22)."""
    kind = KINDS[what]
    marker = state.board.markers.get(power)
    return DeviceSeal(
        subject=Subject(state.campaign.id, kind.name, state.board.draw, power),
        choices=tuple((choice, _text(state, power, choice)) for choice in kind.choices),
        attempt=marker.number if marker else 0,
        commitment=marker.commitment if marker and marker.device else "",
        sealed=marker.commitment if marker else "",
        opens={"command": kind.reveals.__name__, "power": power} if is_asked else {},
    )


def _answers(state: State, power: str) -> Iterator[OneAnswer]:
    """LiF 4.1(2), 4.1(5): the sides of a marker that the power can pay for, and their prices."""
    points = state.veto_points.get(power, 0)
    for choice, cost in prices(state, power).items():
        if cost <= points:
            text = _text(state, power, choice)
            is_support = in_words(state, power, choice) == SUPPORT
            note = "A veto here is support" if is_support else ""
            yield OneAnswer(choice, text, _price(state, power, choice, cost), note)


def _text(state: State, power: str, choice: str) -> str:
    return _TEXTS.get(choice) or capital(in_words(state, power, choice))


def _price(state: State, power: str, choice: str, cost: int) -> str:
    if not cost:
        return "costs nothing"
    points = state.veto_points.get(power, 0)
    text = f"costs {cost} of {_whose(power)} {counted(points, 'veto point')}"
    is_support = choice == VETO and in_words(state, power, choice) == SUPPORT
    is_free = is_support and not state.rulings.charge_idle_support
    return f"{text}, or nothing if nobody vetoes" if is_free else text


def _opening(state: State, what: str, power: str) -> Task:
    kind = KINDS[what].name
    opens = f"what opens {_whose(power)} {_named(state, kind)}"
    return Task(
        what=OPENINGS,
        occasion=f"{_BEFORE_OPENINGS[what]}opening:{state.board.draw}",
        title=f"{kind} from a device, to be opened",
        does=f"hand in {opens}",
        seat=power,
        verb=f"reveal-{kind} {state.campaign.name} {power}",
        device=_device(state, what, power, is_asked=True),
    )


def _all_in(state: State, waits: Waiting) -> Task:
    """Ruling 22: where a device sealed one, the host first fixes the markers."""
    what, draw, name = waits.what, state.board.draw, state.campaign.name
    all_of_them = _named(state, KINDS[what].name, plural=True)
    if waits.fix:
        does, verb, key = "fix", "fix", f"{what}-in"
    else:
        does, verb = _OPENS[what], KINDS[what].opens.verb
        had_devices = any(marker.device for marker in state.board.markers.values())
        key = f"{_BEFORE_OPENINGS[what]}openings-in" if had_devices else f"{what}-in"
    title = f"{all_of_them} to {does}" if waits.missing else f"all {all_of_them} are in"
    absent = " --absent" if waits.missing else ""
    return Task(
        what=f"{what}-in",
        occasion=f"{key}:{draw}",
        title=title,
        does=f"{does} the {all_of_them}",
        verb=f"{verb} {name}{absent}",
    )


def _named(state: State, kind: str, *, plural: bool = False) -> str:
    """`ballot on Rommel`, `votes on another leader`."""
    who = leader(state.board.leader or "", state.sheet) if kind == "ballot" else "another leader"
    return f"{kind}{'s' if plural else ''} on {who}"


def _whose(power: str) -> str:
    return f"{the_country(power)}'s"


def happened(state: State, event: Event) -> Occurrence | None:
    """LiF 4.1(2), 4.1(5): that a leader was promoted or vetoed, and how a vote ended."""
    match event:
        case board.LeaderPromoted() | board.LeaderVetoed():
            did = "promoted" if isinstance(event, board.LeaderPromoted) else "vetoed"
            text = f"{leader(event.leader, state.sheet)} is {did}."
            return Occurrence(f"opened:{state.draw}", "draws", text)
        case board.ReinforcementContinued():
            text = "The votes are counted: another leader is drawn."
            return Occurrence(f"counted:{state.draw}", "votes", text)
        case board.ReinforcementClosed(reason="vote"):
            text = "The votes are counted: no further leader is drawn this turn."
            return Occurrence(f"counted:{state.draw}", "votes", text)
    return None


# --- LiF 4.1: the Promotions Board as members see it on their own devices -----------------------

_SIDES = {"axis": "an Axis leader", "allies": "an Allied leader"}


def table(state: State) -> screens.LivePage | None:
    """LiF 4.1: the leader before the Board, who has sealed a marker, and what was opened last."""
    if "leaders" not in state.campaign.modules:
        return None
    waits, board = waiting(state), state.board
    return screens.LivePage(
        title="Promotions Board",
        sentence=_sentence(state, waits),
        card=_card(state, board.leader) if board.leader is not None else None,
        pips=_pips(waits) if waits.what in KINDS else (),
        reveal=_revealed(state, waits),
        about=f"draw:{board.draw}" if board.leader is not None else "",
    )


def _revealed(state: State, waits: Waiting) -> screens.Reveal | None:
    """LiF 4.1(2), 4.1(5): what was opened last; None from a draw until its ballots are open."""
    if not state.opened:
        return None
    last = state.opened[-1]
    return reveals.reveal(state, last, _card(state, last.leader), _following(waits))


def _following(waits: Waiting) -> str:
    """LiF 4.1: what comes after the opening."""
    if waits.what == "votes":
        return "Draw another leader this turn?"
    return _BETWEEN.get(waits.what, "")


def _card(state: State, who: str) -> screens.TableCard:
    """LiF 1: the leader's counter, and the side that he counts for."""
    counter = state.sheet[who]
    side = sides.allegiance(state, who).side
    about = [country(counter.power)] if counter.power not in POWERS else []
    about.append(_SIDES[side] if side else "nobody’s leader")
    abilities = for_leader(who, state.sheet, state.campaign.rulebook)
    return screens.TableCard(
        heading=counter.name,
        group=owner(counter.power),
        about=capital(", ".join(about)),
        signs="★" * counter.rank,
        signs_in_words=f"{counter.rank} stars",
        parts=tuple((ability.name, ability.text) for ability in abilities),
    )


def _sentence(state: State, waits: Waiting) -> str:
    """LiF 4.1: how many markers are in, and who is waited for."""
    who = leader(state.board.leader or "", state.sheet)
    if waits.what in _BETWEEN:
        return _BETWEEN[waits.what]
    everybody = len(waits.sealed) + len(waits.owed) + len(waits.missing)
    on = f"ballots on {who}" if waits.what == "ballots" else "votes on drawing another leader"
    verb = "is" if len(waits.sealed) == 1 else "are"
    inside = f"{len(waits.sealed)} of {everybody} {on} {verb} in."
    next_is = f"The host {'fixes' if waits.fix else 'opens'} them next."
    return f"{inside} {awaited_from(waits) or next_is}"


_BETWEEN = {
    "over": "The campaign is over.",
    "war": "The leaders are not in play yet: they wait for a war.",
    "board": "The Board has not met this turn.",
    "draw": "The host draws the next leader.",
    "turn": "The Board has met this turn.",
}
"""What is said while no markers are sealed."""


def _pips(waits: Waiting) -> tuple[screens.Pip, ...]:
    """LiF 4.1(1): each power that has a marker, and whether it is sealed."""
    return tuple(
        screens.Pip(
            power,
            power in waits.sealed,
            _PIPS[waits.marks[power]],
            power not in waits.excused,
            reveals.SHORT.get(power, ""),
        )
        for power in POWERS
        if power in waits.marks
    )


_PIPS = {
    "sealed": "in",
    "opening": "in, to be opened on a device",
    "awaited": "awaited",
    "missing": "missing",
    "excused": "can’t pay",
}


def answered(state: State) -> tuple[Task, ...]:
    """Ruling 23: the markers that are sealed and may still be changed."""
    waits = waiting(state)
    if waits.what not in KINDS or state.board.fixed:
        return ()
    return tuple(
        marker_asked(state, waits.what, power)
        for power in waits.sealed
        if not state.board.markers[power].opened
    )


def figures(state: State) -> tuple[screens.SeatFigure, ...]:
    """LiF 4.2: the veto points of each major power."""
    if "leaders" not in state.campaign.modules:
        return ()
    held = ((power, state.veto_points.get(power, 0)) for power in POWERS)
    return tuple(
        screens.SeatFigure(power, number, counted(number, "veto point")) for power, number in held
    )


def called(state: State) -> dict[str, str]:
    """Leaders, countries and counters by their names."""
    countries = {name: country(name) for name in minors()}
    counters = {who: counter_name(counter) for who, counter in state.play.counters.items()}
    return {**countries, **counters, **{who: one.name for who, one in state.sheet.items()}}


def _war(context: PageContext[State, Any], chosen: str) -> screens.WarPicture:
    from campaign.lif.picture.views import war

    return war(context, chosen)


def _hexes(
    state: State, request: screens.HexRequest, link: Callable[[str], str]
) -> screens.HexChoice | None:
    from campaign.lif.picture.choosing import hexes

    return hexes(state, request, link)


ROOMS = screens.LivePages[State](
    table,
    answered,
    stages,
    figures=figures,
    called=called,
    sheets=SHEETS,
    standing=STANDING,
    drawn=pieces_drawn,
    war=_war,
    hexes=_hexes,
    examples=msgspec.json.decode(text_of("programs.json"), type=screens.ProgramExamples),
)
"""LiF 4.1: the game's part of the pages that members play on."""
