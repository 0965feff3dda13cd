"""The Promotions Board as a reader sees it: draws, opened ballots and votes, and what they mean."""

import msgspec

from campaign.leaders_in_flames.abilities.catalogue import Ability, abilities
from campaign.leaders_in_flames.board.history import Draw, OpenedBallot, OpenedVote
from campaign.leaders_in_flames.board.report.leaders import LeaderView, leader_view
from campaign.leaders_in_flames.board.waiting import waiting
from campaign.leaders_in_flames.names import capital, listed, the_country
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.story.telling import lede
from campaign.leaders_in_flames.turn_notes import Context, GameSection


class MarkerView(msgspec.Struct, frozen=True):
    """An opened ballot or vote."""

    power: str
    said: str
    strong: bool
    """Whether it did something: a veto that counts, a vote that was cast."""
    missing: bool
    """Whether there was no choice that could count."""
    aim: str
    """`against`, for a veto that counts and is no support."""
    notes: str
    paid: int


class DrawView(msgspec.Struct, frozen=True):
    """One draw."""

    number: int
    version: int
    leader: LeaderView
    abilities: tuple[Ability, ...]
    belongs: str
    """The power that the leader counts for."""
    result: str
    verdict: str
    origin: str
    """Where the draw came from and whether it could have been foreseen."""
    source: str
    unforeseeable: bool
    ballots: tuple[MarkerView, ...]
    votes: tuple[MarkerView, ...]
    sequel: str
    sealed: tuple[str, ...] = ()
    """Powers whose markers lie sealed on an open board."""
    awaited: tuple[str, ...] = ()
    """Powers that the open board waits for."""
    excused: tuple[str, ...] = ()
    """Ruling 18: powers without the points, for which it does not wait."""
    waits_for: str = ""
    openings: tuple[str, ...] = ()
    """Of those sealed: powers whose devices have handed in no opening yet."""
    fixed: bool = False
    """Whether nobody can seal any more."""


class BoardView(msgspec.Struct, frozen=True):
    """The section of a turn's page."""

    draws: tuple[DrawView, ...]
    note: str
    """What the draws leave unsaid: why there were none, or that the cup ended the stage."""


def board_view(context: Context) -> BoardView:
    """The Promotions Board of a turn."""
    state, notes = context.log.end, context.log.notes
    members = {who: member.name for who, member in state.campaign.members.items()}
    draws = tuple(draw_view(draw, state, members) for draw in notes.draws.values())
    if notes.board_end == "empty cup":
        note = "The cup was empty, and the board closed."
    else:
        note = "" if notes.draws else lede(context.log)
    return BoardView(draws, note)


def draw_view(draw: Draw, state: State, members: dict[str, str]) -> DrawView:
    """A draw for a reader. `state` is the one at the end of the turn."""
    counter = state.sheet[draw.leader]
    known = abilities(state.campaign.rulebook)
    waits = waiting(state)
    live = waits.what in ("ballots", "votes") and state.draw == draw.number
    return DrawView(
        number=draw.number,
        version=draw.drawn,
        leader=leader_view(counter),
        abilities=tuple(known[number] for number in counter.abilities),
        belongs=_belongs(draw, state),
        result=draw.result,
        verdict=_verdict(draw),
        origin=_origin(draw),
        source=draw.source,
        unforeseeable=draw.unforeseeable,
        ballots=tuple(_ballot(ballot, members) for ballot in draw.ballots),
        votes=tuple(_vote(vote, members) for vote in draw.votes),
        sequel=_SEQUELS[draw.sequel],
        sealed=waits.laid if live else (),
        awaited=(*waits.owed, *waits.missing) if live else (),
        excused=waits.excused if live else (),
        waits_for={"ballots": "ballot", "votes": "vote"}[waits.what] if live else "",
        openings=waits.devices if live else (),
        fixed=live and state.board.fixed,
    )


_SEQUELS = {
    "": "",
    "continued": "The board went on to another leader.",
    "vote": "The vote closed the board.",
    "no votes": "Nobody had a point left to vote with, and the board closed.",
    "empty cup": "The cup was empty, and the board closed.",
}


def _belongs(draw: Draw, state: State) -> str:
    """Whose leader it was when the ballots were opened, or is now if they are still sealed."""
    if draw.ballots:
        own = [ballot for ballot in draw.ballots if ballot.supports]
        if not own:
            return "on nobody’s side"
        cheap = min(own, key=lambda ballot: ballot.price)
        return _side(state, cheap.power)
    counts = sides.allegiance(state, draw.leader)
    if counts.side is None:
        return "on nobody’s side"
    return "an Axis leader" if counts.side == "axis" else "an Allied leader"


def _side(state: State, power: str) -> str:
    return "an Axis leader" if state.rulings.sides[power] == "axis" else "an Allied leader"


def _verdict(draw: Draw) -> str:
    """LiF 4.1(2) in words: why the leader arrived or went back."""
    against = [the_country(b.power) for b in draw.ballots if b.counts and not b.supports]
    backers = [the_country(b.power) for b in draw.ballots if b.counts and b.supports]
    if draw.result == "open":
        return ""
    if draw.result == "vetoed":
        alone = "nobody on his own side supported him"
        return f"{capital(listed(against))} vetoed him, and {alone}."
    if not against and not backers:
        return "Nobody vetoed him."
    if not against:
        return f"{capital(listed(backers))} supported him, though nobody had vetoed him."
    return f"{capital(listed(against))} vetoed him, but {listed(backers)} supported him."


def _origin(draw: Draw) -> str:
    if draw.source == "table":
        return "Drawn from a cup at the table and entered by the host."
    if draw.unforeseeable:
        return "Drawn by the ledger; nobody could have foreseen it."
    return "Drawn by the ledger; the holder of the vault key could have foreseen it."


_MISSING = {"absent": "absent", "cannot-pay": "could not pay"}
"""The text shown for a choice that did not count."""
_HOW = {"device": "sealed on a device", "withheld": "withheld on a device"}
_SAID = {
    "veto": "Veto",
    "support": "Support",
    "no-veto": "No veto",
    "another": "Another",
    "stop": "Stop",
    "abstain": "Abstained",
}


def _notes(marker: OpenedBallot | OpenedVote, members: dict[str, str]) -> str:
    notes = [_HOW[marker.how]] if marker.how in _HOW else []
    if marker.in_name:
        notes.append(f"laid by {members.get(marker.laid_by, marker.laid_by)}")
    return ", ".join(notes)


def _ballot(ballot: OpenedBallot, members: dict[str, str]) -> MarkerView:
    aim = "against" if ballot.counts and not ballot.supports else ""
    said = _MISSING.get(ballot.how, _SAID[ballot.said])
    return MarkerView(
        ballot.power,
        said,
        ballot.counts,
        ballot.how in _MISSING,
        aim,
        _notes(ballot, members),
        ballot.paid,
    )


def _vote(vote: OpenedVote, members: dict[str, str]) -> MarkerView:
    cast = vote.how in ("sealed", "device")
    said = _MISSING.get(vote.how, _SAID[vote.choice])
    strong = cast and vote.choice != "abstain"
    return MarkerView(
        vote.power, said, strong, vote.how in _MISSING, "", _notes(vote, members), vote.paid
    )


BOARD = GameSection(
    "board",
    "Promotions Board",
    "board/templates/board.html",
    board_view,
)
