"""LiF 4, 4.1, 4.2: the host's verbs: the Board, the cup, the reserves, the veto points. Pure."""

from collections.abc import Mapping
from functools import partial

from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import answered, asked, derived
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.steps import GetTurnEnds, sending
from campaign.kernel.terminal.views import View
from campaign.lif import roster
from campaign.lif.board import commands
from campaign.lif.board.markers import KINDS
from campaign.lif.board.verbs.ballots import BALLOTS
from campaign.lif.board.verbs.devices import REVEALS, SEAL
from campaign.lif.board.verbs.keyboard import board, meanwhile
from campaign.lif.board.waiting import Waiting, draw_now, waiting
from campaign.lif.front import STATUSES
from campaign.lif.names import country, with_player
from campaign.lif.parameters import TURN, completed
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.text.english import listed

BOARD = verbs.Verb(
    words="board",
    example="campaign board club",
    parameters=(
        verbs.Flag("--open", "Only open the Board; choices come in by other verbs.", "only_open"),
    ),
    course=board,
)


def _missing(state: State, waits: Waiting) -> tuple[str, ...]:
    """Who laid no marker, though they could pay; one clause, or none."""
    if not (powers := waits.owed or waits.missing):
        return ()
    yet = " yet" if waits.owed else ""
    who = listed(with_player(state, power) for power in powers)
    return (f"no {waits.what[:-1]}{yet} from {who}",)


def _for_good(
    kind: type[Command], does: str, call: verbs.Call, /, yes: bool, **typed: object
) -> verbs.Course[None]:
    """Fixes or opens all markers; asks first where somebody's is missing or withheld."""
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    fields = yield from asked(kind, call, answers)
    state = yield from verbs.state_of(State)
    waits = waiting(state)
    owed = _missing(state, waits) if kind is commands.FixMarkers or "absent" in fields else ()
    withheld = waits.devices if "withheld" in fields else ()
    who = listed(with_player(state, power) for power in withheld)
    aware: tuple[str, ...] = ()
    if withheld:
        counts_as = KINDS[waits.what].withheld
        aware = (f"nothing opens the {waits.what} of {who}: each counts as {counts_as}",)
    if owed or aware:
        yield from verbs.act_for_good(sending(kind, **fields), does, owed, aware, yes=yes)
    else:
        yield from verbs.act(kind, **fields)


_FOR_GOOD: Mapping[type[Command], str] = {
    commands.FixMarkers: "fix without them",
    commands.OpenBallots: "open without them",
    commands.OpenVotes: "count without them",
}


def _lay(kind: type[Command], call: verbs.Call, /, **typed: object) -> verbs.Course[None]:
    """Lays a marker for the draw that was before the Board when the choice was asked for."""
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    state = yield from verbs.state_of(State)
    draw = draw_now(state)
    is_typed = "choice" in answers
    fields = yield from asked(kind, call, ({"draw": str(draw)} if draw else {}) | answers)
    if not is_typed and (gone := meanwhile(state, (yield from verbs.state_of(State)))):
        yield from verbs.refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    yield from verbs.act(kind, **fields)


_VERBS = (
    BOARD,
    BALLOTS,
    SEAL,
    *REVEALS,
    *(derived(kind, partial(_lay, kind)) for kind in (commands.SealBallot, commands.SealVote)),
    *(
        derived(kind, partial(_for_good, kind, does), more=(verbs.YES,))
        for kind, does in _FOR_GOOD.items()
    ),
)
BOARD_VERBS = {verb.words: completed(verb) for verb in _VERBS}


# --- LiF 4, 4.2: verbs about the cup, the reserves and the veto points --------------------------

# --- the position now ---------------------------------------------------------------------------

_when = (
    verbs.VerbOption("--at", "As it was after this event.", verbs.Number(), metavar="VERSION"),
    verbs.VerbOption("--turn", "As it was at the end of this turn.", TURN),
)


def _leaders(call: verbs.Call, status: str | None, at: int | None, turn: str | None) -> verbs.Look:
    """Lists every leader: whose he is, his rank, and where he is."""
    return leaders((yield from verbs.state_of(State, at=at, turn=turn)), status)


def leaders(state: State, status: str | None) -> View:
    """LiF 4: every leader, or those of a status."""
    matches = {
        who: (state.sheet[who], where)
        for who, where in sorted(state.leaders.items())
        if status is None or where == status
    }
    rows: list[tuple[object, ...]] = [
        (
            who,
            counter.name,
            country(counter.power),
            "★" * counter.rank,
            counter.mark or counter.year,
            where,
        )
        for who, (counter, where) in matches.items()
    ]
    heads: tuple[str, ...] = ("id", "name", "country", "rank", "comes", "status")
    if status is not None:
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    data = [{**roster.as_json(counter), "status": where} for counter, where in matches.values()]
    return View(data, (Grid(heads, tuple(rows)),))


LEADERS = verbs.Verb(
    words="leaders",
    example="campaign leaders club\ncampaign leaders club --status arriving",
    parameters=(
        verbs.VerbOption("--status", "Only these.", verbs.OneOf("status", lambda: STATUSES)),
        *_when,
    ),
    title="Leaders",
    shows=_leaders,
)


def _cup(call: verbs.Call, at: int | None, turn: str | None) -> verbs.Look:
    """Lists the leaders in the cup."""
    return _leaders(call, "cup", at, turn)


CUP = verbs.Verb(
    words="cup", example="campaign cup club", parameters=_when, title="The cup", shows=_cup
)


def _held(state: State) -> dict[str, int]:
    return {power: state.veto_points.get(power, 0) for power in POWERS}


def _points(call: verbs.Call, *, by_turn: bool) -> verbs.Look:
    """Shows every power's veto points."""
    if by_turn:
        return points_by_turn((yield from GetTurnEnds()))
    held = _held((yield from verbs.state_of(State)))
    rows = tuple((country(power), number) for power, number in held.items())
    return View(held, (Grid(("power", "points"), rows, "points"),))


def points_by_turn(ends: Mapping[str, State]) -> View:
    """LiF 4.2: what every power held at the end of each turn."""
    held = {turn: _held(state) for turn, state in ends.items()}
    heads = ("turn", *(country(power) for power in POWERS))
    rows = tuple((turn, *points.values()) for turn, points in held.items())
    return View(held, (Grid(heads, rows, " ".join(heads[1:])),))


POINTS = verbs.Verb(
    words="points",
    example="campaign points club\ncampaign points club --by-turn",
    parameters=(verbs.Flag("--by-turn", "At the end of every turn."),),
    title="Veto points",
    shows=_points,
)

POINTS_VERBS = {verb.words: verb for verb in (LEADERS, CUP, POINTS)}


VERBS = BOARD_VERBS | POINTS_VERBS
