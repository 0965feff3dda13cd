"""LiF 4.1: the host's verbs at the Promotions Board. Pure."""

from campaign.kernel.courses import Call, Course, act, act_for_good, state_of, tell
from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import WHY, YES, Argument, Flag, Verb
from campaign.leaders_in_flames.board.at_the_keyboard import board
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenVotes,
)
from campaign.leaders_in_flames.board.verbs_ballots import BALLOTS
from campaign.leaders_in_flames.board.verbs_markers import MARKERS
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import with_player
from campaign.leaders_in_flames.parameters import LEADER
from campaign.leaders_in_flames.state import State
from campaign.text.english import listed

BOARD = Verb(
    words="board",
    example="campaign board club",
    parameters=(
        Flag("--open", "Only open the Board; choices come in by other verbs.", "only_open"),
    ),
    course=board,
)

DRAW = Verb(
    words="draw",
    help="Draws a leader from the cup. Where the club draws at the table (draws=table), name the "
    "one drawn; without a name the cup is empty there.",
    example="campaign draw club",
    parameters=(Argument("leader", "[LEADER]", LEADER, required=False),),
    sends=DrawLeader,
)


def _missing(state: State, waits: Waiting) -> tuple[str, ...]:
    """Who laid no marker, though they could pay; one clause, or none."""
    if not (powers := waits.owed or waits.missing):
        return ()
    yet = " yet" if waits.owed else ""
    who = listed(with_player(state, power) for power in powers)
    return (f"no {waits.what[:-1]}{yet} from {who}",)


def _fix(call: Call, *, why: str | None, yes: bool) -> Course[None]:
    """Ends sealing: from now on nobody lays or replaces a ballot (or vote) of this draw. Then those
    who sealed on a device of their own hand in their openings, which nobody can answer any more.
    """
    state = yield from state_of(State)
    owed = _missing(state, waiting(state))
    if owed:
        yield from act_for_good(sending(FixMarkers, why=why), "fix without them", owed, yes=yes)
    else:
        yield from act(FixMarkers, why=why)


FIX = Verb(
    words="fix",
    example="campaign fix club --yes",
    parameters=(WHY, YES),
    course=_fix,
)


def _open(step: Send, does: str, counts_as: str, *, yes: bool) -> Course[None]:
    """Opens all markers; asks first where somebody's is missing or withheld."""
    state = yield from state_of(State)
    waits = waiting(state)
    owed = _missing(state, waits) if "absent" in step.fields else ()
    withheld = waits.devices if "withheld" in step.fields else ()
    who = listed(with_player(state, power) for power in withheld)
    aware = (f"nothing opens the {waits.what} of {who}: {counts_as}",) if withheld else ()
    if owed or aware:
        yield from act_for_good(step, does, owed, aware, yes=yes)
    else:
        answer = yield step
        yield from tell(answer, step.command)


def _reveal(
    call: Call, *, absent: bool, withheld: bool, why: str | None, yes: bool
) -> Course[None]:
    """Opens all ballots at once: the points are paid, the leader arrives or goes back."""
    step = sending(
        OpenBallots, absent="no-veto" if absent else None, withheld=withheld or None, why=why
    )
    does = "open without them"
    return _open(step, does, "each counts as a veto, and is paid", yes=yes)


REVEAL = Verb(
    words="reveal",
    example="campaign reveal club --absent --yes",
    parameters=(
        Flag("--absent", "Missing ballots count as no veto."),
        Flag("--withheld", "Devices that hand in nothing pay for a veto."),
        WHY,
        YES,
    ),
    course=_reveal,
)


def _count(call: Call, *, absent: bool, withheld: bool, why: str | None, yes: bool) -> Course[None]:
    """Opens all votes at once: the board goes on to another leader, or closes."""
    step = sending(
        OpenVotes, absent="abstain" if absent else None, withheld=withheld or None, why=why
    )
    does = "count without them"
    return _open(step, does, "each counts as abstained, and costs 1", yes=yes)


COUNT = Verb(
    words="count",
    example="campaign count club --absent --yes",
    parameters=(
        Flag("--absent", "Missing votes count as abstained."),
        Flag("--withheld", "Devices that hand in nothing abstain and pay 1."),
        WHY,
        YES,
    ),
    course=_count,
)

VERBS = {verb.words: verb for verb in (BOARD, DRAW, FIX, REVEAL, COUNT, BALLOTS, *MARKERS)}
