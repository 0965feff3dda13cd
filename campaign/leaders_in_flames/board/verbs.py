"""LiF 4.1: the host's verbs at the Promotions Board. Pure."""

from collections.abc import Mapping
from functools import partial

from campaign.kernel.courses import Call, Course, act, act_for_good, refuse, state_of
from campaign.kernel.decisions import Command
from campaign.kernel.derived import answered, asked, derived
from campaign.kernel.steps import sending
from campaign.kernel.verbs import YES, Flag, Verb
from campaign.leaders_in_flames.board.at_the_keyboard import board
from campaign.leaders_in_flames.board.choices import draw_now
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenVotes,
    SealBallot,
    SealVote,
)
from campaign.leaders_in_flames.board.keys import meanwhile
from campaign.leaders_in_flames.board.verbs_ballots import BALLOTS
from campaign.leaders_in_flames.board.verbs_devices import REVEALS, SEAL
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import with_player
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


def _missing(state: State, waits: Waiting) -> tuple[str, ...]:
    """Who laid no marker, though they could pay; one clause, or none."""
    if not (powers := waits.owed or waits.missing):
        return ()
    yet = " yet" if waits.owed else ""
    who = listed(with_player(state, power) for power in powers)
    return (f"no {waits.what[:-1]}{yet} from {who}",)


def _for_good(
    kind: type[Command], does: str, call: Call, /, yes: bool, **typed: object
) -> Course[None]:
    """Fixes or opens all markers; asks first where somebody's is missing or withheld."""
    given = yield from answered(kind, typed)
    if given is None:
        return
    fields = yield from asked(kind, call, given)
    state = yield from state_of(State)
    waits = waiting(state)
    owed = _missing(state, waits) if kind is FixMarkers or "absent" in fields else ()
    withheld = waits.devices if "withheld" in fields else ()
    who = listed(with_player(state, power) for power in withheld)
    counts_as = _COUNTS_AS.get(kind, "")
    aware = (f"nothing opens the {waits.what} of {who}: {counts_as}",) if withheld else ()
    if owed or aware:
        yield from act_for_good(sending(kind, **fields), does, owed, aware, yes=yes)
    else:
        yield from act(kind, **fields)


_COUNTS_AS: Mapping[type[Command], str] = {
    OpenBallots: "each counts as a veto, and is paid",
    OpenVotes: "each counts as abstained, and costs 1",
}
"""What an opening that is withheld counts as."""
_FOR_GOOD: Mapping[type[Command], str] = {
    FixMarkers: "fix without them",
    OpenBallots: "open without them",
    OpenVotes: "count without them",
}


def _lay(kind: type[Command], call: Call, /, **typed: object) -> Course[None]:
    """Lays a marker for the draw that was before the Board when the choice was asked for."""
    given = yield from answered(kind, typed)
    if given is None:
        return
    state = yield from state_of(State)
    draw = draw_now(state)
    is_typed = "choice" in given
    fields = yield from asked(kind, call, ({"draw": str(draw)} if draw else {}) | given)
    if not is_typed and (gone := meanwhile(state, (yield from state_of(State)))):
        yield from refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    yield from act(kind, **fields)


_VERBS = (
    BOARD,
    BALLOTS,
    SEAL,
    *REVEALS,
    derived(DrawLeader),
    *(derived(kind, partial(_lay, kind)) for kind in (SealBallot, SealVote)),
    *(
        derived(kind, partial(_for_good, kind, does), more=(YES,))
        for kind, does in _FOR_GOOD.items()
    ),
)
VERBS = {verb.words: verb for verb in _VERBS}
