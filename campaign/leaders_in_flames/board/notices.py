"""LiF 4.1: what the Promotions Board asks of players and host, and what of it is news. Pure.

It looks at no sealed choice: whether a marker is there, and who could pay for one, all may know.
"""

from collections.abc import Iterator

from campaign.kernel.device_seals import DeviceSeal
from campaign.kernel.notices import Happened, OneAnswer, Owed
from campaign.leaders_in_flames.board.choices import CHOICES, SUPPORT, VETO, in_words
from campaign.leaders_in_flames.board.overdue import OPENINGS
from campaign.leaders_in_flames.board.waiting import MARKERS, Waiting, prices, waiting
from campaign.leaders_in_flames.names import leader, the_country
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, counted
from events.base import Event
from events.lif.board import (
    LeaderPromoted,
    LeaderVetoed,
    ReinforcementClosed,
    ReinforcementContinued,
)
from events.sealed import Subject

_LAYS = {"ballots": "SealBallot", "votes": "SealVote"}
_REVEALS = {"ballot": "RevealBallot", "vote": "RevealVote"}
_OPENS = {"ballots": ("open", "reveal"), "votes": ("count", "count")}
"""What the host does with all markers, and the verb for it."""
_BEFORE_OPENINGS = {"ballots": "", "votes": "vote-"}
"""One draw has both: openings of ballots, then of votes."""
_TEXTS = {
    "no-veto": "No veto",
    "another": "Draw another leader",
    "stop": "Stop drawing",
    "abstain": "Abstain",
}


def owed(state: State) -> tuple[Owed, ...]:
    """LiF 4.1(1), 4.1(5), ruling 22: the markers and openings that powers owe.

    Once all are in, the host has to fix or open them.
    """
    waits = waiting(state)
    if waits.what not in MARKERS:
        return ()
    marks = tuple(marker_asked(state, waits.what, power) for power in waits.owed)
    if marks:
        return marks
    if waits.devices and not waits.fix:
        return tuple(_opening(state, waits.what, power) for power in waits.devices)
    return (_all_in(state, waits),)


def marker_asked(state: State, what: str, power: str) -> Owed:
    """LiF 4.1(1), 4.1(5): what is asked of a power that has a marker, and what it can answer."""
    kind, draw = what.removesuffix("s"), state.board.draw
    return Owed(
        what=what,
        occasion=f"{kind}:{draw}",
        title=_named(state, kind),
        does=f"seal {_whose(power)} {_named(state, kind)}",
        seat=power,
        answers=tuple(_answers(state, power)),
        command={"command": _LAYS[what], "power": power, "draw": draw},
        verb=f"{kind} {state.campaign.name} {power}",
        seal=f"seal --campaign-id {state.campaign.id} --kind {kind} --draw {draw} --power {power}"
        f" --out {power}.seal",
        device=_device(state, kind, power),
    )


def _device(state: State, kind: str, power: str, *, is_asked: bool = False) -> DeviceSeal:
    """LiF 4.1(1): a marker as a device seals it and, once all are fixed, opens it (ruling 22)."""
    laid = state.board.markers.get(power)
    return DeviceSeal(
        subject=Subject(state.campaign.id, kind, state.board.draw, power),
        choices=tuple((choice, _text(state, power, choice)) for choice in CHOICES[kind]),
        attempt=laid.number if laid else 0,
        commitment=laid.commitment if laid and laid.device else "",
        laid=laid.commitment if laid else "",
        opens={"command": _REVEALS[kind], "power": power} if is_asked else {},
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


def _opening(state: State, what: str, power: str) -> Owed:
    kind = what.removesuffix("s")
    opens = f"what opens {_whose(power)} {_named(state, kind)}"
    return Owed(
        what=OPENINGS,
        occasion=f"{_BEFORE_OPENINGS[what]}opening:{state.board.draw}",
        title=f"{kind} from a device, to be opened",
        does=f"hand in {opens}",
        seat=power,
        verb=f"reveal-{kind} {state.campaign.name} {power}",
        device=_device(state, kind, power, is_asked=True),
    )


def _all_in(state: State, waits: Waiting) -> Owed:
    """Ruling 22: where a device sealed one, the host first fixes the markers."""
    what, draw, name = waits.what, state.board.draw, state.campaign.name
    kind = what.removesuffix("s")
    all_of_them = _named(state, kind, plural=True)
    if waits.fix:
        does, verb, key = "fix", "fix", f"{what}-in"
    else:
        does, verb = _OPENS[what]
        had_devices = any(marker.device for marker in state.board.markers.values())
        key = f"{_BEFORE_OPENINGS[what]}openings-in" if had_devices else f"{what}-in"
    title = f"{all_of_them} to {does}" if waits.missing else f"all {all_of_them} are in"
    absent = " --absent" if waits.missing else ""
    return Owed(
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


def happened(state: State, event: Event) -> Happened | None:
    """LiF 4.1(2), 4.1(5): that a leader was promoted or vetoed, and how a vote ended."""
    match event:
        case LeaderPromoted() | LeaderVetoed():
            did = "promoted" if isinstance(event, LeaderPromoted) else "vetoed"
            text = f"{leader(event.leader, state.sheet)} is {did}."
            return Happened(f"opened:{state.draw}", "draws", text)
        case ReinforcementContinued():
            text = "The votes are counted: another leader is drawn."
            return Happened(f"counted:{state.draw}", "votes", text)
        case ReinforcementClosed(reason="vote"):
            text = "The votes are counted: no further leader is drawn this turn."
            return Happened(f"counted:{state.draw}", "votes", text)
    return None
