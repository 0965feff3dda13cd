"""Corrections here: what a struck event leaves behind, what can be adjusted. Pure."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaign.disputes import procedure
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames import rulings
from campaign.leaders_in_flames.board import markers
from campaign.leaders_in_flames.board.shield import laid_open
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import Value
from campaign.leaders_in_flames.state import State, aligned_with
from campaign.leaders_in_flames.us_entry.fold import FOLD
from events.base import Event
from events.campaign import CampaignClosed, SeedsRenewed, TurnBegan
from events.disputes import (
    Branched,
    FigureAdjusted,
    SealedOpened,
)
from events.lif import us_entry as entry
from events.lif.board import (
    BallotRevealed,
    BallotsOpened,
    LeaderDrawn,
    MarkersFixed,
    VoteRevealed,
    VotesOpened,
)
from events.lif.on_map import CombatReported, LeaderGroundStruck, LeaderRecalled
from events.sealed import Subject

VETO_POINTS = "veto-points"

SETTLING: tuple[type[Event], ...] = (
    TurnBegan, CampaignClosed, SeedsRenewed, LeaderDrawn, MarkersFixed, BallotsOpened, VotesOpened,
    CombatReported, LeaderGroundStruck, LeaderRecalled, entry.EntryChitsStocked,
    entry.EntryChitsDrawn,
    entry.EntryChitsDealtAnew, entry.EntryChitsReturned, entry.EntryChitsMoved,
    entry.EntryChitsShown, entry.PoolBelowZero, entry.AsideChitsEntered,
    entry.EntryOptionPicked, entry.EntryActionTaken, entry.NeutralMinorEntered, SealedOpened,
    Branched,
)  # fmt: skip
"""What opened, drew or rolled something, here or at the table, or fixed the markers."""


def concerned(state: State, events: Iterable[Event]) -> tuple[str, ...]:
    """Disputes: the powers of the leaders and counters that events name; of a minor's, its power.

    A referee who plays one of them would rule on what is his own.
    """
    named = procedure.named(events)
    owners: set[str | None] = set()
    for name in named:
        if leader := state.sheet.get(name):
            owners |= {leader.power, sides.allegiance(state, name).power}
        if counter := state.play.counters.get(name):
            owners |= {counter.power, aligned_with(state, counter.power)}
        owners.add(aligned_with(state, name))
    return tuple(power for power in POWERS if power in owners)


def settles(event: Event) -> bool:
    """Undo: whether an event opened, drew or rolled something."""
    return isinstance(event, SETTLING)


def left_behind(state: State, event: Event) -> State:
    """What a struck event leaves behind: draw numbers and chits' ids are used up.

    Ballots and votes that were opened stay opened: nobody lays another in their place. Nor in place
    of one whose device had handed in its opening: that can have been read. The chits of a what-if
    lie as they were dealt, and a secret that is out stays out.
    """
    match event:
        case TurnBegan() | CampaignClosed() if event.seed_revealed:
            return state
        case LeaderDrawn():
            return replace(state, draw=max(state.draw, event.draw), shielded=False)
        case LeaderRecalled() if event.draw:
            return replace(state, draw=max(state.draw, event.draw), shielded=False)
        case BallotRevealed() | VoteRevealed() if event.power in state.board.markers:
            handed_over = state.board.markers[event.power].commitment
            return replace(laid_open(state, handed_over), shielded=False)
        case BallotsOpened() | VotesOpened():
            return replace(laid_open(state), shielded=False)
        case entry.EntryChitsDealtAnew() if not state.entry.secret_commitment:
            return state  # what they were dealt from is struck as well
        case entry.EntryChitsDealtAnew() | entry.EntrySecretOpened():
            kept = FOLD[type(event)](state.entry, event, state.campaign.turn)
            return replace(state, entry=kept)
    return _used(state, event)


def _used(state: State, event: Event) -> State:
    """LiF 5.3: numbers of draws and ids of chits never come again."""
    told = state.entry
    draw = max(told.draw, _last_draw(event))
    chits = getattr(event, "chits", ())
    laid = [int(chit.id[1:]) for chit in chits if isinstance(chit, entry.Chit)]
    last = max([told.last_chit, *laid])
    if (draw, last) == (told.draw, told.last_chit):
        return state
    return replace(state, entry=replace(told, draw=draw, last_chit=last))


def _last_draw(event: Event) -> int:
    """The highest number of US entry's draws that an event bears."""
    match event:
        case (
            entry.EntryChitsDrawn()
            | entry.EntryChitsReturned()
            | entry.EntryChitsMoved()
            | entry.PoolBelowZero()
        ) if event.draw:
            return event.draw + len(event.chits) - 1
        case entry.EntryOptionPicked() | entry.EntryActionTaken():
            rolls = [one.roll.draw for one in event.outcomes.values() if one.roll]
            return max([0, *rolls])
        case entry.NeutralMinorEntered():
            return event.roll.draw
    return 0


def adjust(state: State, event: FigureAdjusted) -> State:
    """Corrections: veto points are the one figure that is adjusted.

    Raises `ValueError` for another, for no power, and below zero.
    """
    if event.figure != VETO_POINTS or event.of not in POWERS:
        raise ValueError(f"there is no figure {event.figure} of {event.of}")
    points = state.veto_points.get(event.of, 0) + event.change
    if points < 0:
        raise ValueError(f"{event.of} would have {points} veto points")
    return replace(state, veto_points={**state.veto_points, event.of: points})


def rule(state: State, switches: Mapping[str, Value]) -> State | Refused:
    """Rulings: a referee sets switches from here on; what was decided before stays."""
    shared = state.campaign
    values = rulings.resolve({**shared.rulings, **switches}, shared.rulebook)
    if isinstance(values, Refused):
        return values
    if values["draws"] != shared.rulings.get("draws", values["draws"]):
        return Refused("Ruling 21", "who draws is chosen for the whole campaign when it opens")
    ruled = replace(shared, rulings=values)
    return replace(state, campaign=ruled, rulings=rulings.in_force(values))


def sealed(state: State, commitment: str) -> tuple[Subject, str] | None:
    """Vault: the marker on the board that bears a commitment, where the vault can open it."""
    for power, marker in state.board.markers.items():
        if marker.commitment == commitment and marker.ciphertext and not marker.opened:
            return markers.subject(state, power), marker.ciphertext
    return None
