"""LiF 4.1(2), 4.1(5): secret ballots and votes, laid here or sealed on a device. Pure."""

from collections.abc import Mapping

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    fail,
    refuse,
    state_of,
    unseen,
)
from campaign.kernel.decisions import Command
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.board.choices import (
    CHOICES,
    SHORT,
    SUPPORT,
    choice_of,
    draw_now,
    offered,
)
from campaign.leaders_in_flames.board.commands import SealBallot, SealVote
from campaign.leaders_in_flames.board.hints import hint
from campaign.leaders_in_flames.board.keys import meanwhile
from campaign.leaders_in_flames.board.verbs_devices import REVEAL_BALLOT, REVEAL_VOTE, SEAL
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import the_power
from campaign.leaders_in_flames.state import State

_SEALS: Mapping[str, type[Command]] = {"ballot": SealBallot, "vote": SealVote}


# --- a choice typed unseen ----------------------------------------------------------------------


def _choose_now(state: State, kind: str, power: str) -> Course[str]:
    """A choice for the board now; refused before it is typed if the board takes none."""
    if state.board.phase != f"{kind}s":
        comes = hint(state, _SEALS[kind])
        text = f"the board is not taking {kind}s ({comes})"
        return (yield from refuse(text, "LiF 4.1"))
    leader = state.board.leader if kind == "ballot" else None
    whose = f"{country(power)} on {state.sheet[leader].name}" if leader else country(power)
    words = [
        f"{choice} (costs {cost})" if cost else choice
        for choice, cost in offered(state, power).items()
    ]
    label = f"{whose}, unseen: {' or '.join(words)}"
    return (yield from unseen(label, lambda typed: choice_of(state, power, typed)))


def _support(power: str) -> Course[str]:
    """What support is in the record; only the leader's own side has it to give."""
    meant = choice_of((yield from state_of(State)), power, SUPPORT)
    if isinstance(meant, Unfit):
        text = f"CHOICE: {country(power)}: write {meant.text}"
        return (yield from fail(f"{text}. Nothing was recorded"))
    return meant


# --- laid here ----------------------------------------------------------------------------------


def _lay(
    kind: str, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """Lays a marker for the draw that was before the Board when the choice was asked for."""
    if choice is not None and commitment is not None:
        yield from fail("give a choice or a commitment, not both")
    state = yield from state_of(State)
    if choice is None and commitment is None:
        choice = yield from _choose_now(state, kind, power)
        if gone := meanwhile(state, (yield from state_of(State))):
            yield from refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    if choice == SUPPORT:
        choice = yield from _support(power)
    sealed = commitment.strip().lower() if commitment else None
    meant = draw or draw_now(state)
    yield from act(_SEALS[kind], power=power, choice=choice, commitment=sealed, draw=meant)


_draw = VerbOption(
    "--draw",
    "The draw it is meant for: refused if another leader is before the Board.",
    Number(1),
    metavar="NUMBER",
)
_commitment = VerbOption(
    "--commitment", "Sealed on a device: what `campaign seal` printed.", metavar="HEX"
)


def _ballot(
    call: Call, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """A power's secret ballot on the leader drawn; for a leader of your own side, veto is support.
    Leave the choice out to type it unseen; that also keeps it out of the shell's history. A second
    ballot replaces the first.
    """
    return _lay("ballot", power, choice, commitment, draw)


BALLOT = Verb(
    words="ballot",
    example="""
    campaign ballot club germany no-veto --as anna
    echo no-veto | campaign ballot club japan
    """,
    parameters=(
        the_power,
        Argument(
            "choice",
            "[veto|support|no]",
            OneOf("ballot", lambda: (*CHOICES["ballot"], SUPPORT), SHORT.get),
            required=False,
        ),
        _commitment,
        _draw,
    ),
    course=_ballot,
)


def _vote(
    call: Call, power: str, choice: str | None, commitment: str | None, draw: int | None
) -> Course[None]:
    """A power's secret vote on drawing another leader: another costs 1, stop (lif-1998
    only) 2, abstain nothing. Leave it out to type it unseen. A second vote replaces the first.
    """
    return _lay("vote", power, choice, commitment, draw)


VOTE = Verb(
    words="vote",
    example="campaign vote club germany abstain --as anna",
    parameters=(
        the_power,
        Argument(
            "choice",
            "[another|stop|abstain]",
            OneOf("vote", lambda: CHOICES["vote"]),
            required=False,
        ),
        _commitment,
        _draw,
    ),
    course=_vote,
)

MARKERS = (BALLOT, SEAL, REVEAL_BALLOT, VOTE, REVEAL_VOTE)
