"""Skirmish: a toy game of two sides. A side attacks once a round, and its roll is its points."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign import game_api as api
from campaign.game_api import (
    Chapter,
    Command,
    Corrected,
    Decision,
    Event,
    FigureAdjusted,
    LivePage,
    Needs,
    Occurrence,
    Refused,
    Seat,
    Seats,
    Supplied,
    TableRow,
    Task,
    Transition,
    TurnBegan,
    TurnStage,
)
from skirmish.lines import VERBS as LINES

SEATS = Seats("side", {"red": "Red side", "blue": "Blue side"}, {"red": "R", "blue": "B"})
LABEL = ("skirmish",)


class Attacked(Event, frozen=True, kw_only=True, tag="skirmish.Attacked.2"):
    """A side attacked, and the ledger rolled for it. In its first form the side was the `attacker`
    and the roll the `die`.
    """

    side: Seat
    roll: int
    draw: int


class Attack(Command, frozen=True, kw_only=True):
    """Skirmish 1: a side attacks, once a round."""

    verb = "attack"
    who = "holder"
    side: Seat


class State(msgspec.Struct, frozen=True):
    """Points, who has attacked in this round, and the number of the last roll."""

    campaign: api.Campaign
    points: dict[str, int]
    attacked: tuple[str, ...] = ()
    rolls: int = 0


def second_form(fields: dict[str, Any]) -> dict[str, Any]:
    """The upcaster of the first form."""
    now = {"side": fields.pop("attacker"), "roll": fields.pop("die")}
    return {**fields, "type": "skirmish.Attacked.2", **now}


# --- rules --------------------------------------------------------------------------------------


def attack(state: State, command: Attack, supplied: Supplied) -> Decision:
    if refused := api.holder_only(state.campaign, command, command.side):
        return refused
    if command.side in state.attacked:
        return Refused("Skirmish 1", f"the {SEATS.names[command.side]} attacked in this round")
    dice = api.Dice(state.campaign.id, supplied, LABEL, state.rolls)
    return (Attacked(side=command.side, roll=dice.roll(6), draw=dice.last),)


def attacked(state: State, event: Attacked) -> State:
    points = state.points | {event.side: state.points[event.side] + event.roll}
    return replace(state, points=points, attacked=(*state.attacked, event.side), rolls=event.draw)


def adjusted(state: State, event: FigureAdjusted) -> State:
    if event.figure != "points" or event.of not in state.points:
        raise ValueError(f"there is no figure {event.figure} of {event.of}")
    return replace(state, points=state.points | {event.of: state.points[event.of] + event.change})


def left_behind(state: State, event: Event) -> State:
    return replace(state, rolls=event.draw) if isinstance(event, Attacked) else state


# --- what people see ----------------------------------------------------------------------------

CALENDAR = api.Calendar(
    written=api.WrittenTurn("round-02"),
    parse=lambda typed: typed if typed.startswith("round-") else None,
    ordinal=lambda turn: int(turn[-2:]),
    following=lambda turn: f"round-{int(turn[-2:]) + 1:02}",
    in_words=lambda turn: f"Round {int(turn[-2:])}",
    starts_year=lambda turn: False,
)
ATTACKS = api.projection(
    "skirmish_attacks",
    "Every attack with its roll",
    {"version": api.VERSION, "turn": api.TURN, "side": (str, "Side"), "roll": (int, "The die")},
    ("version",),
)


def in_words(event: Attacked, names: api.PlainNames) -> str:
    return f"The {names.seat(event.side)} attacked and rolled {event.roll}."


def rows(step: Transition[State]) -> Iterator[TableRow]:
    event = step.record.event
    if isinstance(event, Attacked) and not step.record.struck_by:
        where = {"version": step.record.version, "turn": step.turn}
        yield ATTACKS, where | {"side": event.side, "roll": event.roll}


def standings(state: State) -> api.Grid:
    rows = tuple((SEATS.names[who], won) for who, won in state.points.items())
    return api.Grid(("side", "points"), rows, "points")


def points(state: State, of: Sequence[str]) -> api.Figure[State]:
    return api.Figure(f"Points of the {SEATS.names[of[0]]}", lambda then: then.points[of[0]])


def owed(state: State) -> tuple[Task, ...]:
    turn = state.campaign.turn
    return tuple(
        Task(
            what="attacks",
            occasion=f"attack:{turn}",
            title=f"{SEATS.names[side]}'s attack",
            does=f"attack with the {SEATS.names[side]}",
            seat=side,
            command={"command": "Attack", "side": side},
            verb=f"attack {state.campaign.name} {side}",
            act="Attack",
            given={"side": side},
        )
        for side in SEATS.ids
        if side not in state.attacked and not state.campaign.closed
    )


def happened(state: State, event: Event) -> Occurrence | None:
    if not isinstance(event, Attacked):
        return None
    text = f"The {SEATS.names[event.side]} attacked and rolled {event.roll}."
    return Occurrence(f"attacked:{event.draw}", "draws", text)


def table(state: State) -> LivePage:
    waits = [SEATS.names[part.seat] for part in owed(state)]
    pips = tuple(
        api.Pip(
            side, side in state.attacked, "has attacked" if side in state.attacked else "awaited"
        )
        for side in SEATS.ids
    )
    text = f"Waiting for the {' and the '.join(waits)}." if waits else "Both sides have attacked."
    return LivePage("The meadow", text, pips=pips)


def stages(state: State) -> tuple[TurnStage, ...]:
    waits = [part.seat for part in owed(state)]
    attacks = tuple(
        api.StageButton(
            f"attack:{state.campaign.turn}:{side}",
            f"Attack with the {SEATS.names[side]}",
            {"command": "Attack", "side": side},
        )
        for side in waits
    )
    return (TurnStage("Attacks", "now" if waits else "done", buttons=attacks),)


SCORE: api.Section[State, None] = api.Section(
    "score", "Score", "templates/score.html", lambda page: standings(page.log.end)
)
SIDE = api.Argument("side", "SIDE")
ATTACK = api.Verb(
    words="attack", example="campaign attack club red", parameters=(SIDE,), sends=Attack
)
VERBS = {"attack": ATTACK}
NUMBERS = {Attacked: lambda attack: (str(attack.draw),)}
CORRECTED: api.CorrectedGame[State] = api.CorrectedGame(
    [Corrected((Attacked,), numbers=NUMBERS, drew={Attacked: lambda attack: attack.draw > 0})]
)
CHAPTER = Chapter[State](
    "skirmish",
    decide={Attack: attack},
    needs={Attack: lambda state, command: Needs(seed=True)},
)
AWAITING: api.Awaiting[State] = api.Awaiting(
    ("attacks",), lambda state: {"attacks": 0} if len(state.attacked) < len(SEATS.ids) else {}
)
EVOLVE = {Attacked: attacked, TurnBegan: lambda state, event: replace(state, attacked=())}
DECIDER = api.decider(
    (CHAPTER,), CALENDAR, lambda state, kind: None, lambda state, who: 0, AWAITING
)
OPENING = api.plain_opening("skirmish", "skirmish-1", ("meadow",), ("round-01", "round-03"))
SYSTEM = api.System(
    name="skirmish",
    rulebooks=("skirmish-1",),
    codec=api.Codec((Attacked,), SEATS.ids, {"skirmish.Attacked": second_form}),
    calendar=CALENDAR,
    seats=SEATS,
    rules=api.rules(
        (EVOLVE,),
        lambda event, shared: State(shared, dict.fromkeys(SEATS.ids, 0)),
        SEATS,
        api.deciding(DECIDER, api.RECORD, OPENING, SEATS),
        awaiting=AWAITING,
    ),
    corrections=api.Corrections(api.struck(left_behind), adjust=adjusted),
    secrets=api.Secrets(settles=CORRECTED.settles, numbers=CORRECTED.numbers),
    audit=api.Audit(
        api.request_of,
        drew=CORRECTED.drew,
    ),
    view=api.GameView(
        api.shown(lambda state: {"points": state.points}),
        api.plain_names(SEATS, CALENDAR),
        api.spoken({Attacked: in_words}),
        figures=lambda: {
            "points": api.FigureKind("points", "SIDE", points, (lambda state: state.points,))
        },
    ),
    front=api.Front(
        api.plain_screens(standings),
        verbs=LINES,
        choices=api.OpeningChoices(lambda: ("meadow",)),
    ),
    pages=api.Pages(
        api.plain_notes(Attacked),
        api.plain_about("Skirmish", "A toy game of the tests."),
        api.PLAIN_STORIES,
        api.PageSections(turn=(SCORE,), index=(SCORE,)),
        api.PageFigures(("points",), lambda state, name: SEATS.names.get(name, name)),
        api.PageLook("skirmish", "templates/style.css", ()),
    ),
    notices=api.Notices(owed, happened),
    rooms=api.LivePages(table, stages=stages),
    tables=api.Projections((ATTACKS,), lambda: rows),
    snapshots=api.Snapshots(State, frozenset({__name__})),
)
