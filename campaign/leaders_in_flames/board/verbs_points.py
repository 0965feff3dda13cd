"""LiF 4, 4.2: verbs about the cup, the reserves and the veto points. Pure."""

from campaign.kernel.courses import Call, Course, json_page, state_of, table, turn_ends
from campaign.kernel.derived import derived
from campaign.kernel.verbs import Flag, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames import leader_sheet
from campaign.leaders_in_flames.board.commands import (
    ActivateLeaders,
    BuyVetoPoints,
    CallOutReserves,
)
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.overview import STATUSES
from campaign.leaders_in_flames.parameters import TURN
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State

# --- the position now ---------------------------------------------------------------------------

_when = (
    VerbOption("--at", "As it was after this event.", Number(), metavar="VERSION"),
    VerbOption("--turn", "As it was at the end of this turn.", TURN),
)


def _leaders(call: Call, status: str | None, at: int | None, turn: str | None) -> Course[None]:
    """Lists every leader: whose he is, his rank, and where he is."""
    state = yield from state_of(State, at=at, turn=turn)
    found = {
        who: (state.sheet[who], where)
        for who, where in sorted(state.leaders.items())
        if status is None or where == status
    }
    if call.as_json:
        page = [
            {**leader_sheet.as_json(counter), "status": where} for counter, where in found.values()
        ]
        return (yield from json_page(page))
    rows: list[tuple[object, ...]] = [
        (
            who,
            counter.name,
            country(counter.power),
            "★" * counter.rank,
            counter.mark or counter.year,
            where,
        )
        for who, (counter, where) in found.items()
    ]
    heads = ("id", "name", "country", "rank", "comes", "status")
    if status is None:
        yield from table(heads, rows)
    else:
        yield from table(heads[:-1], [row[:-1] for row in rows])


LEADERS = Verb(
    words="leaders",
    example="campaign leaders club\ncampaign leaders club --status arriving",
    parameters=(
        VerbOption("--status", "Only these.", OneOf("status", lambda: STATUSES)),
        *_when,
    ),
    course=_leaders,
)


def _cup(call: Call, at: int | None, turn: str | None) -> Course[None]:
    """Lists the leaders in the cup."""
    return _leaders(call, "cup", at, turn)


CUP = Verb(words="cup", example="campaign cup club", parameters=_when, course=_cup)


def _held(state: State) -> dict[str, int]:
    return {power: state.veto_points.get(power, 0) for power in POWERS}


def _points(call: Call, *, by_turn: bool) -> Course[None]:
    """Shows every power's veto points."""
    if by_turn:
        return (yield from _points_by_turn(call))
    held = _held((yield from state_of(State)))
    if call.as_json:
        return (yield from json_page(held))
    rows = [(country(power), number) for power, number in held.items()]
    yield from table(("power", "points"), rows, "points")


def _points_by_turn(call: Call) -> Course[None]:
    """LiF 4.2: what every power held at the end of each turn."""
    ends = yield from turn_ends(State)
    held = {turn: _held(state) for turn, state in ends.items()}
    if call.as_json:
        return (yield from json_page(held))
    heads = ("turn", *(country(power) for power in POWERS))
    rows = [(turn, *points.values()) for turn, points in held.items()]
    yield from table(heads, rows, " ".join(heads[1:]))


POINTS = Verb(
    words="points",
    example="campaign points club\ncampaign points club --by-turn",
    parameters=(Flag("--by-turn", "At the end of every turn."),),
    course=_points,
)

_ACTS = (derived(CallOutReserves), derived(BuyVetoPoints), derived(ActivateLeaders))
VERBS = {verb.words: verb for verb in (LEADERS, CUP, POINTS, *_ACTS)}
