"""LiF 4.1: the audit of leaders drawn, and of markers fixed and opened. Pure.

A draw can be checked once the seed of its turn has been revealed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames.board import markers
from campaign.leaders_in_flames.names import leader, the_country
from campaign.leaders_in_flames.state import Counting, State, mixed_lines, with_status
from events.base import Event
from events.disputes import SealedOpened
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    MarkersFixed,
    VetoPointsBought,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.lif.cup import ReservesCalledOut
from events.sealed import Opening, Subject, opens


def check(
    version: int, state: State, event: Event, claimed: list[ClaimedDraw]
) -> Iterable[Finding]:
    """What is wrong with an event, given the state before it; adds its draws to `claimed`."""
    checked = _CHECKS.get(type(event))
    return checked(version, state, event, claimed) if checked else ()


def pending(state: State | None) -> Mapping[str, int]:
    """What can only be checked once a marker is shown."""
    laid = state.board.markers.values() if state else ()
    return {"sealed markers": sum(not marker.opened for marker in laid)}


def _leader_drawn(
    version: int, state: State, event: LeaderDrawn, claimed: list[ClaimedDraw]
) -> Iterator[Finding]:
    """LiF 4.1(1): a leader comes out of the cup; draws are numbered without gaps."""
    cup = tuple(with_status(state, "cup"))
    if event.draw != state.draw + 1:
        yield Finding(
            version, "draw", f"is number {event.draw}, and the one before it is {state.draw}"
        )
    if event.leader not in cup:
        yield Finding(version, "draw", f"{leader(event.leader, state.sheet)} was not in the cup")
    elif event.source == "ledger":
        mixed = mixed_lines(state)
        claimed.append(ClaimedDraw(version, event.draw, event.leader, mixed, cup))


def _sealed(
    version: int, state: State, event: BallotSealed | VoteSealed, claimed: list[ClaimedDraw]
) -> Sequence[Finding]:
    """LiF 4.1(2): a marker is sealed while they may still be replaced."""
    if not state.board.fixed:
        return ()
    text = f"{the_country(event.power)} sealed one after the markers were fixed"
    return (Finding(version, _kind(state), text),)


def _revealed(
    version: int, state: State, event: BallotRevealed | VoteRevealed, claimed: list[ClaimedDraw]
) -> Sequence[Finding]:
    """LiF 4.1(2): a device hands in its opening once the markers are fixed."""
    if state.board.fixed:
        return ()
    text = f"{the_country(event.power)} handed in its opening before the markers were fixed"
    return (Finding(version, _kind(state), text),)


def _fixed(
    version: int, state: State, event: MarkersFixed, claimed: list[ClaimedDraw]
) -> Sequence[Finding]:
    """LiF 4.1(2): the markers are fixed once."""
    if not state.board.fixed:
        return ()
    return (Finding(version, event.kind, "the markers were fixed already"),)


def _ballots_opened(
    version: int, state: State, event: BallotsOpened, claimed: list[ClaimedDraw]
) -> Iterator[Finding]:
    return _opened(version, state, "ballot", event.ballots)


def _votes_opened(
    version: int, state: State, event: VotesOpened, claimed: list[ClaimedDraw]
) -> Iterator[Finding]:
    return _opened(version, state, "vote", event.votes)


def _opened(
    version: int, state: State, kind: str, shown: Mapping[str, Ballot] | Mapping[str, Vote]
) -> Iterator[Finding]:
    """LiF 4.1(2): once markers are fixed, all of them are opened, each as it was sealed."""
    if not state.board.fixed:
        yield Finding(version, kind, "was opened before the markers were fixed")
    for power, marker in state.board.markers.items():
        if power not in shown or not (shown[power].nonce or shown[power].how == "withheld"):
            yield Finding(version, kind, f"{the_country(power)} sealed one, and it was not opened")
        elif shown[power].how == "withheld" and marker.ciphertext:
            yield Finding(
                version, kind, f"{the_country(power)}'s was in the vault and was not opened"
            )
    for power, opened in shown.items():
        if not opened.nonce:
            continue
        subject = Subject(state.campaign.id, kind, state.board.draw, power)
        laid = state.board.markers.get(power)
        if laid is None:
            yield Finding(version, kind, f"{the_country(power)} opens one that it never sealed")
        elif not opens(subject, Opening(opened.choice, opened.nonce), laid.commitment):
            yield Finding(
                version, kind, f"{the_country(power)}'s is not the one that it had sealed"
            )


def _kind(state: State) -> str:
    """The subject of a finding about a marker."""
    return markers.KINDS.get(state.board.phase, "marker")


def _opened_early(
    version: int, state: State, event: SealedOpened, claimed: list[ClaimedDraw]
) -> Iterator[Finding]:
    """Vault: a marker opened outside the rules was requested, was there, and fits its seal."""
    request = state.campaign.record.openings.get(str(event.about))
    laid = [
        power
        for power, marker in state.board.markers.items()
        if request and marker.commitment == request.commitment
    ]
    if request is None or not laid:
        yield Finding(version, "opening", f"nobody asked for what event {event.about} sealed")
        return
    subject = markers.subject(state, laid[0])
    if not opens(subject, Opening(event.choice, event.nonce), request.commitment):
        yield Finding(version, "opening", f"is not what event {event.about} had sealed")
    if event.by == request.by:
        who = state.campaign.called(event.by)
        yield Finding(version, "opening", f"{who} asked for it and consented to it")


_CHECKS: Mapping[type[Event], Callable[[int, State, Any, list[ClaimedDraw]], Iterable[Finding]]] = {
    LeaderDrawn: _leader_drawn,
    BallotSealed: _sealed,
    VoteSealed: _sealed,
    BallotRevealed: _revealed,
    VoteRevealed: _revealed,
    MarkersFixed: _fixed,
    BallotsOpened: _ballots_opened,
    VotesOpened: _votes_opened,
    SealedOpened: _opened_early,
}


# --- what rests on people's word ----------------------------------------------------------------

TRUSTED: Mapping[type[Event], str] = {
    ReservesCalledOut: "reserves called out",
    VetoPointsBought: "intelligence points",
}


def _table_draw(state: State, event: LeaderDrawn) -> Iterator[tuple[str, int]]:
    """A draw from the table's own cup."""
    if event.source == "table":
        yield "table draws", 1


COUNTED: Counting = {LeaderDrawn: _table_draw}
