"""LiF 4.1: the Promotions Board of a turn as a matrix: a row a draw, a cell a power. Pure."""

from collections.abc import Iterable
from itertools import starmap

from campaign.kernel.pages import Shown
from campaign.lif.board.history import Draw, OpenedBallot
from campaign.lif.board.promotions_board import COUNTED_VOTES
from campaign.lif.board.views.sections import leader_view
from campaign.lif.board.waiting import Waiting, waiting
from campaign.lif.names import the_country
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS, owner
from campaign.lif.state import State
from campaign.lif.story.turn_notes import Context, GameSection
from campaign.text.english import counted, listed

SIGNS = {
    "veto": ("●", "veto"),
    "support": ("▲", "support"),
    "no-veto": ("○", "no veto"),
    "absent": ("–", "absent"),
    "cannot-pay": ("¢", "could not pay"),
    "sealed": ("■", "sealed"),
    "opening": ("□", "sealed on a device, opening awaited"),
    "awaited": ("…", "awaited"),
    "missing": ("–", "missing"),
    "excused": ("¢", "cannot pay, not waited for"),
    "": ("", "has no marker"),
}
"""What stands in a cell, and its meaning. The first five are of opened ballots."""


def board_matrix(context: Context) -> Shown | None:
    """The Promotions Board of a turn; None if it drew nobody, and found the cup not empty."""
    state, notes = context.log.end, context.log.notes
    draws = tuple(_row(draw, state, state.campaign.names) for draw in notes.draws.values())
    note = _SEQUELS["empty cup"] if notes.board_end == "empty cup" else ""
    if not (draws or note):
        return None
    return Shown(draws=draws, powers=POWERS, key=_key(draws), note=note)


def _key(draws: Iterable[Shown]) -> tuple[tuple[str, str, str], ...]:
    """The signs that stand in the matrix."""
    kinds = {cell.kind for draw in draws for cell in draw.cells} - {""}
    return tuple((kind, *SIGNS[kind]) for kind in SIGNS if kind in kinds)


def _row(draw: Draw, state: State, members: dict[str, str]) -> Shown:
    """A draw for a reader. `state` is the one at the end of the turn."""
    counter = state.sheet[draw.leader]
    waits = waiting(state)
    live = waits.what if state.draw == draw.number else ""
    cells: Iterable[Shown] = map(_opened, draw.ballots)
    if live == "ballots":  # who has sealed, who has not; never what
        cells = starmap(_cell, waits.marks.items())
    by_power = {cell.power: cell for cell in cells}
    return Shown(
        number=draw.number,
        leader=leader_view(counter),
        owner=owner(counter.power),
        belongs=_belongs(draw, state),
        result="before the Board" if draw.result == "open" else draw.result,
        done=draw.result != "open",
        cells=tuple(by_power.get(power) or _cell(power, "") for power in POWERS),
        remarks=tuple(_remarks(draw, waits if live == "votes" else None, members)),
    )


def _cell(power: str, kind: str, *more: str) -> Shown:
    """What a power did about a leader, or has still to do; in words for a screen reader too."""
    sign, words = SIGNS[kind]
    return Shown(power=power, kind=kind, sign=sign, words=", ".join((words, *filter(None, more))))


def _opened(ballot: OpenedBallot) -> Shown:
    """An opened ballot."""
    kind = ballot.how if ballot.how in ("absent", "cannot-pay") else ballot.said
    paid = f"paid {ballot.paid}" if ballot.paid else ""
    return _cell(ballot.power, kind, paid, _HOW.get(ballot.how, ""))


_HOW = {"device": "sealed on a device", "withheld": "withheld on a device"}


# --- what the cells do not say ------------------------------------------------------------------


def _remarks(draw: Draw, voting: Waiting | None, members: dict[str, str]) -> Iterable[str]:
    """Who voted for what, what came after, who sealed a marker for another."""
    if voting is not None:
        yield from _voting(voting)
    for choice, words in (("another", "for another leader"), ("stop", "to stop")):
        cast = [vote for vote in draw.votes if vote.choice == choice and vote.how in COUNTED_VOTES]
        if cast:
            paid = listed([f"{the_country(vote.power)} {vote.paid}" for vote in cast])
            yield f"Paid {words}: {paid}."
    if sequel := _SEQUELS[draw.sequel]:
        yield sequel
    for member, powers in _sealed_for_others(draw).items():
        yield f"{members.get(member, member)} sealed the marker of {listed(powers)}."


def _sealed_for_others(draw: Draw) -> dict[str, dict[str, None]]:
    """Ruling 23: who sealed markers for another player, and whose, each named once."""
    powers: dict[str, dict[str, None]] = {}
    for marker in (*draw.ballots, *draw.votes):
        if marker.in_name:
            powers.setdefault(marker.laid_by, {})[the_country(marker.power)] = None
    return powers


_SEQUELS = {
    "": "",
    "continued": "",
    "vote": "The vote closed the Board.",
    "no votes": "Nobody had a point left to vote with, and the Board closed.",
    "empty cup": "The cup was empty, and the Board closed.",
}


def _voting(waits: Waiting) -> Iterable[str]:
    """Votes that are not open yet."""
    votes = counted(len(waits.sealed), "vote")
    if waits.owed or waits.missing:
        owed = listed([the_country(power) for power in (*waits.owed, *waits.missing)])
        yield f"The vote on another leader: {votes} in; {owed} still to vote."
    else:
        yield f"The vote on another leader: {votes} in, not open yet."


def _belongs(draw: Draw, state: State) -> str:
    """Whose leader it was when the ballots were opened, or is now if they are still sealed."""
    if draw.ballots:
        own = [ballot for ballot in draw.ballots if ballot.supports]
        side = state.rulings.sides[own[0].power] if own else None
    else:
        side = sides.allegiance(state, draw.leader).side
    power = state.sheet[draw.leader].power
    if side is None:
        return "on nobody’s side"
    if side == state.rulings.sides.get(power):
        return ""
    return "an Axis leader" if side == "axis" else "an Allied leader"


BOARD = GameSection("board", "Promotions Board", "board/templates/board.html", board_matrix)
