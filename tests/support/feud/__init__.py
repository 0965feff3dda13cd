"""Feud: a toy game whose campaigns name their own two sides. A side that strikes has a point."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from campaign import plain_game
from campaign.disputes.commands import COMMANDS as RECORD
from campaign.disputes.sentences import spoken
from campaign.kernel import assembly, chapters, members, pages, system
from campaign.kernel.chapters import Chapter, Corrected, CorrectedGame
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field
from campaign.kernel.members import Seats
from campaign.kernel.opening import OpenCampaign, OpeningChoices, SeedChain
from campaign.kernel.pages import Notices, Occurrence, Task
from campaign.kernel.projections import TURN, VERSION, Projections, TableRow, Transition, projection
from campaign.kernel.terminal.screens import Grid, LivePage, LivePages, Pip, shown
from campaign.kernel.terminal.verb_lines import VerbLine
from campaign.kernel.terminal.verbs import Argument, Verb
from campaign.text.turns import Calendar, WrittenTurn
from events import campaign
from events.base import Event, Id
from events.campaign import TurnBegan
from events.codec import Codec
from events.seats import Seat

SEATS = Seats("house", {"north": "North", "south": "South"}, {"north": "N", "south": "S"}, own=True)
"""What a campaign has that names none."""


class HousesNamed(Event, frozen=True, kw_only=True, tag="feud.HousesNamed"):
    """The campaign has these houses, each with its name."""

    houses: dict[Id, str]


class CaptainNamed(Event, frozen=True, kw_only=True, tag="feud.CaptainNamed"):
    """A member strikes for a house that somebody else may hold."""

    member: Id
    house: Id


class Struck(Event, frozen=True, kw_only=True, tag="feud.Struck"):
    """A house struck."""

    house: Id


class Strike(Command, frozen=True, kw_only=True):
    """Feud 1: a house strikes, once a turn."""

    verb = "blow"
    who = "holder"
    house: Seat


class NameCaptain(Command, frozen=True, kw_only=True):
    """Feud 2: a member strikes for a house from now on."""

    verb = "captain"
    member: Id
    house: Seat


class State(msgspec.Struct, frozen=True):
    """The houses, their points, and who has struck in this turn."""

    campaign: members.Campaign
    houses: dict[str, str]
    points: dict[str, int]
    struck: tuple[str, ...] = ()


# --- rules --------------------------------------------------------------------------------------


def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
    if request.scenario != "valley":
        return bad_field("scenario", f"{request.scenario!r} is not one of valley")
    first = chapters.opening(request, chain, "feud", "feud-1", ("round-01", "round-03"))
    houses = msgspec.convert(request.setup.get("houses", {}), dict[str, str])
    named = (HousesNamed(houses=houses),) if houses else ()
    host = campaign.MemberEnrolled(member="host", name="Host", roles=("host",))
    return (first, *named, host, TurnBegan(turn="round-01"))


def request_of(events: Sequence[Event], without_setup: bool) -> OpenCampaign | None:
    found = chapters.request_of(events, without_setup)
    named = next((event.houses for event in events if isinstance(event, HousesNamed)), {})
    return replace(found, setup={"houses": named}) if found and named else found


def strike(state: State, command: Strike, supplied: Supplied) -> Decision:
    if command.house not in state.houses:
        return bad_field("house", f"there is no {command.house!r}")
    captain = state.campaign.players.get(command.by) == command.house
    if not captain and (refused := members.holder_only(state.campaign, command, command.house)):
        return refused
    if command.house in state.struck:
        return Refused("Feud 1", f"{state.houses[command.house]} struck in this turn")
    return (Struck(house=command.house),)


def captain(state: State, command: NameCaptain, supplied: Supplied) -> Decision:
    return (CaptainNamed(member=command.member, house=command.house),)


def captains(state: State, event: CaptainNamed) -> State:
    shared = state.campaign
    players = shared.players | {event.member: event.house}
    return replace(state, campaign=replace(shared, players=players))


def named(state: State, event: HousesNamed) -> State:
    shared = replace(state.campaign, seats=tuple(event.houses))
    points = dict.fromkeys(event.houses, 0)
    return replace(state, campaign=shared, houses=event.houses, points=points)


def struck(state: State, event: Struck) -> State:
    points = state.points | {event.house: state.points[event.house] + 1}
    return replace(state, points=points, struck=(*state.struck, event.house))


# --- what people see ----------------------------------------------------------------------------


def seats_of(state: State) -> Seats:
    codes = {house: name[0] for house, name in state.houses.items()}
    return replace(SEATS, names=state.houses, codes=codes)


def names(state: State) -> plain_game.PlainNames:
    return plain_game.plain_names(seats_of(state), CALENDAR)(state)


CALENDAR = Calendar(
    written=WrittenTurn("round-02"),
    parse=lambda typed: typed if typed.startswith("round-") else None,
    ordinal=lambda turn: int(turn[-2:]),
    following=lambda turn: f"round-{int(turn[-2:]) + 1:02}",
    in_words=lambda turn: f"Round {int(turn[-2:])}",
    starts_year=lambda turn: False,
)
BLOWS = projection(
    "blows",
    "Every blow",
    {"version": VERSION, "turn": TURN, "house": (str, "House")},
    ("version",),
)


def in_words(event: Struck, names: plain_game.PlainNames) -> str:
    return f"{names.seat(event.house)} struck."


def houses_in_words(event: HousesNamed, names: plain_game.PlainNames) -> str:
    return f"The houses are {' and '.join(event.houses.values())}."


def rows(step: Transition[State]) -> Iterator[TableRow]:
    event = step.record.event
    if isinstance(event, Struck) and not step.record.struck_by:
        where = {"version": step.record.version, "turn": step.turn}
        yield BLOWS, where | {"house": event.house}


def standings(state: State) -> Grid:
    rows = tuple((state.houses[who], won) for who, won in state.points.items())
    return Grid(("house", "points"), rows, "points")


def captain_of(state: State, house: str) -> str:
    of = (who for who, plays in state.campaign.players.items() if plays == house)
    return next(of, "")


def captain_in_words(event: CaptainNamed, names: plain_game.PlainNames) -> str:
    return f"{names.member(event.member)} strikes for {names.seat(event.house)}."


def owed(state: State) -> tuple[Task, ...]:
    return tuple(
        Task(
            what="blows",
            occasion=f"blow:{state.campaign.turn}",
            title=f"{state.houses[house]}'s blow",
            does=f"strike for {state.houses[house]}",
            seat=house,
            member=captain_of(state, house),
            command={"command": "Strike", "house": house},
            verb=f"blow {state.campaign.name} {house}",
            act="Strike",
            given={"house": house},
        )
        for house in state.houses
        if house not in state.struck and not state.campaign.closed
    )


def happened(state: State, event: Event) -> Occurrence | None:
    if not isinstance(event, Struck):
        return None
    return Occurrence(f"struck:{event.house}", "draws", f"{state.houses[event.house]} struck.")


def table(state: State) -> LivePage:
    pips = tuple(Pip(house, house in state.struck, "awaited") for house in state.houses)
    return LivePage("The valley", "Blows fall.", pips=pips)


SCORE = pages.Section[State, None](
    "score", "Score", "templates/score.html", lambda page: standings(page.log.end)
)
STRIKE = Verb(
    words="blow",
    example="campaign blow club able",
    parameters=(Argument("house", "HOUSE"),),
    sends=Strike,
)
VERBS = {"blow": STRIKE}
CORRECTED = CorrectedGame[State]([Corrected((Struck, HousesNamed, CaptainNamed))])
CHAPTER = Chapter[State](
    "feud",
    decide={Strike: strike, NameCaptain: captain},
    needs={},
)
EVOLVE = {
    HousesNamed: named,
    Struck: struck,
    CaptainNamed: captains,
    TurnBegan: lambda state, event: replace(state, struck=()),
}
DECIDER = assembly.decider((CHAPTER,), CALENDAR, lambda state, kind: None, lambda state, who: 0)
SYSTEM = system.System(
    name="feud",
    rulebooks=("feud-1",),
    codec=Codec((HousesNamed, CaptainNamed, Struck), SEATS.ids, own=True),
    calendar=CALENDAR,
    seats=SEATS,
    rules=system.rules(
        (EVOLVE,),
        lambda event, shared: State(shared, dict(SEATS.names), dict.fromkeys(SEATS.ids, 0)),
        SEATS,
        assembly.deciding(DECIDER, RECORD, open_campaign, SEATS),
    ),
    corrections=system.Corrections(system.struck(lambda state, event: state)),
    secrets=system.Secrets(settles=CORRECTED.settles, numbers=CORRECTED.numbers),
    audit=system.Audit(
        request_of,
        drew=CORRECTED.drew,
    ),
    view=system.GameView(
        shown(lambda state: {"points": state.points}),
        names,
        spoken({Struck: in_words, HousesNamed: houses_in_words, CaptainNamed: captain_in_words}),
        seats=seats_of,
    ),
    front=system.Front(
        plain_game.plain_screens(standings),
        verbs=(VerbLine("blow", "Feud", "Strike for a house.", __name__),),
        choices=OpeningChoices(lambda: ("valley",)),
    ),
    pages=pages.Pages(
        plain_game.plain_notes(Struck),
        plain_game.plain_about("Feud", "A toy game of the tests."),
        plain_game.PLAIN_STORIES,
        pages.PageSections(turn=(SCORE,), index=(SCORE,)),
        pages.PageFigures((), lambda state, name: state.houses.get(name, name)),
        pages.PageLook("support.feud", "templates/style.css", ()),
    ),
    notices=Notices(owed, happened),
    rooms=LivePages(table),
    tables=Projections((BLOWS,), lambda: rows),
    snapshots=system.Snapshots(State, frozenset({__name__})),
)
