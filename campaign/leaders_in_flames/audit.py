"""LiF 3.3, 4.1, 5.1, 5.3, from the outside: seeds, draws, markers, recalls, promotions, chits.

Pure. A draw can be checked once the seed of its turn has been revealed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from campaign.kernel.decisions import Finding
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames import on_trust
from campaign.leaders_in_flames.board import markers
from campaign.leaders_in_flames.force_pools.view import unfounded
from campaign.leaders_in_flames.on_map import battles, guards_banner
from campaign.leaders_in_flames.state import State, mixed_lines, with_status
from campaign.leaders_in_flames.us_entry.audit import EntryClaims
from events.base import Event
from events.disputes import SealedOpened
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    MarkersFixed,
    Vote,
    VoteRevealed,
    VoteSealed,
    VotesOpened,
)
from events.lif.on_map import GuardsPromoted, LeaderRecalled
from events.sealed import Opening, Subject, opens


class LifAuditor:
    """One pass over a campaign."""

    def __init__(self) -> None:
        self._drawn: list[ClaimedDraw] = []
        self._entry = EntryClaims()
        self._trusted: Counter[str] = Counter()

    def pending(self, state: State | None) -> Mapping[str, int]:
        """What nobody can check before a seed, a secret or a marker is shown."""
        markers = state.board.markers.values() if state else ()
        return {
            **self._entry.pending(),
            "sealed markers": sum(not one.opened for one in markers),
        }

    def drawn(self) -> list[ClaimedDraw]:
        """The draws claimed since this was last asked: of leaders, then of US entry."""
        drawn, self._drawn = [*self._drawn, *self._entry.drawn()], []
        return drawn

    def trusted(self) -> Mapping[str, int]:
        """What only the players saw or said."""
        return self._trusted

    def check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        on_trust.count(self._trusted, state, event)
        for told in unfounded(state, event):
            yield Finding(version, "counter", told)
        yield from self._entry.check(version, state, event)
        match event:
            case LeaderDrawn():
                yield from self._leader_drawn(version, state, event)
            case LeaderRecalled() if event.combat:
                yield from self._recalled(version, state, event)
            case GuardsPromoted():
                for told in guards_banner.unearned(state, event):
                    yield Finding(version, "promotion", told)
            case BallotSealed() | VoteSealed() if state.board.fixed:
                told = f"{event.power} sealed one after the markers were fixed"
                yield Finding(version, _kind(state), told)
            case BallotRevealed() | VoteRevealed() if _unfixed(state):
                told = f"{event.power} handed in its opening before the markers were fixed"
                yield Finding(version, _kind(state), told)
            case MarkersFixed() if state.board.fixed:
                yield Finding(version, event.kind, "the markers were fixed already")
            case BallotsOpened():
                yield from _opened(version, state, "ballot", event.ballots)
            case VotesOpened():
                yield from _opened(version, state, "vote", event.votes)
            case SealedOpened():
                yield from _opened_early(version, state, event)

    def _leader_drawn(self, version: int, state: State, event: LeaderDrawn) -> Iterator[Finding]:
        """LiF 4.1(1): a leader comes out of the cup, by the draw after the last."""
        cup = tuple(with_status(state, "cup"))
        if event.draw != state.draw + 1:
            yield Finding(version, "draw", f"has number {event.draw} after {state.draw}")
        if event.leader not in cup:
            yield Finding(version, "draw", f"{event.leader} was not in the cup")
        elif event.source == "ledger":
            drawn = ClaimedDraw(version, event.draw, event.leader, mixed_lines(state), cup)
            self._drawn.append(drawn)

    def _recalled(self, version: int, state: State, event: LeaderRecalled) -> Iterator[Finding]:
        """LiF 3.3: who is recalled after a combat is one of those it exposes, fairly chosen."""
        combat = state.play.combats.get(event.combat)
        side = next(
            (one.side for one in (combat.leaders if combat else ()) if one.leader == event.leader),
            None,
        )
        named = battles.candidates(state, combat, side) if combat and side else []
        if event.leader not in named:
            told = f"{event.leader} was not to be recalled after {event.combat}"
            yield Finding(version, "recall", told)
            return
        chosen_by = battles.chosen_by(state, named)
        if event.chosen_by != chosen_by:
            told = f"{event.leader} was chosen by {event.chosen_by}, and not by {chosen_by}"
            yield Finding(version, "recall", told)
        elif chosen_by != "rule" and sorted(event.candidates) != named:
            told = f"it lay between {', '.join(named)}, and not {', '.join(event.candidates)}"
            yield Finding(version, "recall", told)
        elif chosen_by == "draw":
            if event.draw != state.draw + 1:
                yield Finding(version, "draw", f"has number {event.draw} after {state.draw}")
            if event.source != state.rulings.draws:
                yield Finding(version, "draw", f"is not the {state.rulings.draws}'s")
            elif event.source == "ledger":
                drawn = ClaimedDraw(
                    version, event.draw, event.leader, mixed_lines(state), tuple(named)
                )
                self._drawn.append(drawn)


def _opened(
    version: int, state: State, kind: str, shown: Mapping[str, Ballot] | Mapping[str, Vote]
) -> Iterator[Finding]:
    """LiF 4.1(2): what is opened is what was sealed, and all of it, once the markers are fixed."""
    if _unfixed(state):
        yield Finding(version, kind, "was opened before the markers were fixed")
    for power, marker in state.board.markers.items():
        if power not in shown or not (shown[power].nonce or shown[power].how == "withheld"):
            yield Finding(version, kind, f"{power} sealed one, and it was not opened")
        elif shown[power].how == "withheld" and marker.ciphertext:
            yield Finding(version, kind, f"{power}'s lay in the vault and was not opened")
    for power, opened in shown.items():
        if not opened.nonce:
            continue
        subject = Subject(state.campaign.id, kind, state.board.draw, power)
        laid = state.board.markers.get(power)
        if laid is None:
            yield Finding(version, kind, f"{power} opens one that it never sealed")
        elif not opens(subject, Opening(opened.choice, opened.nonce), laid.commitment):
            yield Finding(version, kind, f"{power}'s is not the one it had sealed")


def _unfixed(state: State) -> bool:
    """Whether the markers should have been fixed and are not; older rules knew no fixing."""
    return not state.board.fixed and state.campaign.rules >= markers.FIXED_SINCE


def _kind(state: State) -> str:
    """What a finding about a marker is about."""
    return markers.KINDS.get(state.board.phase, "marker")


def _opened_early(version: int, state: State, event: SealedOpened) -> Iterator[Finding]:
    """Vault: what is opened outside the rules was asked for, lay there, and is what was sealed."""
    asked = state.campaign.record.asked.get(str(event.about))
    laid = [
        power
        for power, marker in state.board.markers.items()
        if asked and marker.commitment == asked.commitment
    ]
    if asked is None or not laid:
        yield Finding(version, "opening", f"nobody asked for what event {event.about} sealed")
        return
    subject = markers.subject(state, laid[0])
    if not opens(subject, Opening(event.choice, event.nonce), asked.commitment):
        yield Finding(version, "opening", f"is not what event {event.about} had sealed")
    if event.by == asked.by:
        yield Finding(version, "opening", f"{event.by} asked for it and consented to it")
