"""LiF 4: the cup, the Promotions Board and the veto points: the chapter put together. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel.chapters import Chapter, Readers, of_rules, unless_the_ledgers
from campaign.kernel.decisions import RecordedAct, Supplied, VaultSeal
from campaign.kernel.interview.asking import Interviews
from campaign.lif import calendar
from campaign.lif.board import commands, cup, markers, promotions_board
from campaign.lif.board.sentences import SENTENCES
from campaign.lif.names import the_country
from campaign.lif.state import State
from events.base import Event
from events.lif import board
from events.lif.cup import PositionStated, ReservesCalledOut
from events.sealed import Opening

# --- What the world supplied for recorded acts of the Board: seals, and what they hid -----------
#
# A marker sealed in the vault is judged like one sealed on a device: by phase, marker and member,
# but not by the price of a choice that nobody has seen. The price is judged when all are opened.
# The same is true of a device's opening before all are opened.


def _recorded_seal(state: State, command: commands.Seals, events: Sequence[Event]) -> RecordedAct:
    """Ruling 18: the price depends on a choice that is still hidden: only its seal is known.

    The decider takes the vault's seal and does not ask for the choice.
    """
    first = events[0]
    if command.commitment is not None or not isinstance(
        first, board.BallotSealed | board.VoteSealed
    ):
        return RecordedAct(command)
    if not first.sealed:
        raise ValueError("what the vault sealed is missing")
    sealed = VaultSeal(first.commitment, first.sealed)
    return RecordedAct(replace(command, commitment=first.commitment), Supplied(sealed=sealed))


def _recorded_opening(
    state: State, command: commands.Reveals, events: Sequence[Event]
) -> RecordedAct:
    """Ruling 22: the opening stays hidden until all open; the record says only that it came."""
    first = events[0]
    if not isinstance(first, board.BallotRevealed | board.VoteRevealed):
        return RecordedAct(command)
    marker = state.board.markers.get(first.power)
    return RecordedAct(
        command, Supplied(sealed=VaultSeal(marker.commitment if marker else "", first.sealed))
    )


def _opened(state: State, command: commands.Opens, events: Sequence[Event]) -> RecordedAct:
    """The openings of the markers on the board; openings of other markers are left out."""
    openings: dict[str, Opening] = {}
    for event in events:
        shown = event.ballots if isinstance(event, board.BallotsOpened) else {}
        for power, one in (event.votes if isinstance(event, board.VotesOpened) else shown).items():
            marker = state.board.markers.get(power)
            if one.nonce and marker:
                openings[power] = Opening(one.choice, one.nonce)
            elif one.how == "withheld" and marker and marker.ciphertext:
                text = f"what the vault holds for {the_country(power)} was not opened"
                raise ValueError(text)
    return RecordedAct(command, Supplied(openings=openings))


RECORDED: Readers[State] = {
    commands.SealBallot: _recorded_seal,
    commands.SealVote: _recorded_seal,
    commands.RevealBallot: _recorded_opening,
    commands.RevealVote: _recorded_opening,
    commands.OpenBallots: _opened,
    commands.OpenVotes: _opened,
}


def _new_year(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 4, 4.2: January/February brings the year's leaders and veto points (ruling 24)."""
    if not (state.active and calendar.starts_year(turn)):
        return ()
    return (*cup.new_year(state, turn), *cup.infusion(state, turn))


def _interviews() -> Interviews[State]:
    from campaign.lif.board.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = of_rules(
    Chapter[State](
        name="board",
        sentences=SENTENCES,
        recorded=RECORDED,
        at_turn=_new_year,
        trusted={
            PositionStated: "positions taken over",
            ReservesCalledOut: "reserves called out",
            board.VetoPointsBought: "intelligence points",
            board.LeaderValuesSet: "values of leaders",
        },
        counted={board.LeaderDrawn: unless_the_ledgers("table draws")},
        interviews=_interviews,
    ),
    cup,
    markers,
    promotions_board,
)
