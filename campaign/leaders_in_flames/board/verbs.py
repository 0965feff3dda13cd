"""LiF 4.1: the host's verbs at the Promotions Board. Pure."""

from campaign.kernel.courses import Call, Course, act, confirm, refuse, state_of
from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Flag, Verb
from campaign.leaders_in_flames.board.commands import (
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
)
from campaign.leaders_in_flames.board.verbs_ballots import BALLOTS
from campaign.leaders_in_flames.board.verbs_markers import MARKERS
from campaign.leaders_in_flames.board.waiting import waiting
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import LEADER
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, listed

BOARD = Verb(
    words="board",
    help="Opens the turn's Promotions Board, once a turn at most. Then draw.",
    example="campaign board club",
    sends=OpenReinforcement,
)

DRAW = Verb(
    words="draw",
    help="Draws a leader from the cup. Where the club draws at the table (draws=table), name the "
    "one drawn; without a name the cup is empty there.",
    example="campaign draw club",
    parameters=(Argument("leader", "[LEADER]", LEADER, required=False),),
    sends=DrawLeader,
)


def _fix(call: Call, *, yes: bool) -> Course[None]:
    """Ends sealing: from now on nobody lays or replaces a ballot (or vote) of this draw. Then those
    who sealed on a device of their own hand in their openings, which nobody can answer any more.
    """
    waits = waiting((yield from state_of(State)))
    if waits.owed and not yes:
        marker = waits.what[:-1]
        missing = f"no {marker} yet from {listed(country(power) for power in waits.owed)}"
        if not (yield from confirm(f"{capital(missing)}. Fix without them?")):
            text = f"{missing}; nothing was recorded. To fix without them, add --yes"
            yield from refuse(text)
    yield from act(FixMarkers)


FIX = Verb(
    words="fix",
    example="campaign fix club --yes",
    parameters=(Flag("--yes", "Fix them even if some are missing."),),
    course=_fix,
)


def _reveal(absent: bool, withheld: bool) -> Send:
    """Opens all ballots at once: the points are paid, the leader arrives or goes back."""
    return sending(OpenBallots, absent="no-veto" if absent else None, withheld=withheld or None)


REVEAL = Verb(
    words="reveal",
    example="campaign reveal club --absent",
    parameters=(
        Flag("--absent", "Missing ballots count as no veto."),
        Flag("--withheld", "Devices that hand in nothing pay for a veto."),
    ),
    sends=_reveal,
)


def _count(absent: bool, withheld: bool) -> Send:
    """Opens all votes at once: the board goes on to another leader, or closes."""
    return sending(OpenVotes, absent="abstain" if absent else None, withheld=withheld or None)


COUNT = Verb(
    words="count",
    example="campaign count club --absent",
    parameters=(
        Flag("--absent", "Missing votes count as abstained."),
        Flag("--withheld", "Devices that hand in nothing abstain and pay 1."),
    ),
    sends=_count,
)

VERBS = {verb.words: verb for verb in (BOARD, DRAW, FIX, REVEAL, COUNT, BALLOTS, *MARKERS)}
