"""LiF 3, 4: the facts of leaders' careers. Pure."""

from collections.abc import Callable, Iterator
from typing import Any

from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.facts import CareerEvent, CareerStep, Fact, Finders
from events.lif import board, cup, on_map
from events.lif.aftermath import NeutralMinorEntered

Finder = Callable[[int, str, State, Any], Iterator[Fact]]


def _one(
    what: CareerEvent,
    where: Callable[[Any], str] = lambda event: "",
    about: Callable[[Any], str] = lambda event: "",
) -> Finder:
    """The fact of an event about one leader."""

    def found(version: int, turn: str, state: State, event: Any) -> Iterator[Fact]:
        yield CareerStep(
            version,
            turn,
            event.leader,
            what,
            where(event),
            about(event),
            getattr(event, "draw", 0),
            getattr(event, "combat", ""),
        )

    return found


def _several(what: CareerEvent, about: Callable[[Any], str] = lambda event: "") -> Finder:
    """The facts of an event about several leaders."""

    def found(version: int, turn: str, state: State, event: Any) -> Iterator[Fact]:
        text = about(event)
        for who in event.leaders:
            yield CareerStep(version, turn, who, what, about=text)

    return found


def _begins(version: int, turn: str, state: State, event: cup.LeadersSetUp) -> Iterator[Fact]:
    """LiF 4: who is in the cup or in play when the campaign starts; the others wait their time."""
    for who, status in event.leaders.items():
        if status not in ("aside", "reserve"):
            yield CareerStep(version, turn, who, "begins", where=status)


def _settled(what: CareerEvent) -> Finder:
    """The fact of a draw's result, with the number of the draw."""

    def found(version: int, turn: str, state: State, event: Any) -> Iterator[Fact]:
        yield CareerStep(version, turn, event.leader, what, draw=state.board.draw)

    return found


def _fought(version: int, turn: str, state: State, event: on_map.CombatReported) -> Iterator[Fact]:
    """LiF 3.3: the leaders concerned in a combat."""
    for involved in event.leaders:
        yield CareerStep(
            version, turn, involved.leader, "fought", event.hex, involved.side, 0, event.combat
        )


def _entered(version: int, turn: str, state: State, event: NeutralMinorEntered) -> Iterator[Fact]:
    """Ability 25: what it is used for is a country, not a hex."""
    yield CareerStep(version, turn, event.leader, "used", event.minor, str(event.ability))


CAREERS: Finders = {
    cup.LeadersSetUp: _begins,
    cup.LeadersActivated: _several("joins-cup", lambda event: "the kit comes into play"),
    cup.LeadersReachedYear: _several("joins-cup", lambda event: str(event.year)),
    board.NextYearLeadersAdded: _several(
        "joins-cup", lambda event: f"early, from {event.year}, as the cup was empty"
    ),
    cup.ReservesCalledOut: _several(
        "joins-cup", lambda event: f"reserves of {the_country(event.power)}"
    ),
    cup.LeadersJoinedCup: _several("joins-cup", lambda event: words(event.reason)),
    cup.LeadersReturnedToReserve: _several("joins-reserve"),
    cup.LeadersRemoved: _several("removed", lambda event: words(event.reason)),
    board.LeaderDrawn: _one("drawn"),
    board.LeaderVetoed: _settled("vetoed"),
    board.LeaderPromoted: _settled("promoted"),
    on_map.LeaderPlaced: _one("placed", lambda event: event.location),
    on_map.LeaderMoved: _one("moved", lambda event: event.location, lambda event: event.means),
    on_map.LeaderTurned: _one(
        "turned", about=lambda event: "face-up" if event.face_up else "face-down"
    ),
    on_map.LeaderSentToCircle: _one(
        "to-circle", lambda event: event.arrives, lambda event: words(event.reason)
    ),
    on_map.LeadersReturnedFromCircle: _several("returned"),
    on_map.AbilityUsed: _one("used", lambda event: event.hex, lambda event: str(event.ability)),
    on_map.CombatReported: _fought,
    on_map.LeaderGroundStruck: _one("ground-struck"),
    on_map.LeaderRecalled: _one("recalled", about=lambda event: words(event.reason)),
    on_map.LeaderKilled: _one("killed", about=lambda event: words(event.reason)),
    NeutralMinorEntered: _entered,
}
