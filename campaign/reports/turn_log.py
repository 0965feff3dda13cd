"""A history sorted into its turns: journal, news, draws and changes of veto points. Pure."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from campaign.history import effective
from campaign.history.transitions import transitions
from campaign.kernel.redraws import LedgerDraw, ledger_draw
from campaign.kernel.transition import HistoryEntry
from campaign.leaders_in_flames.board.history import BoardHistory, Draw, VetoPointChange
from campaign.leaders_in_flames.sentences import Names, sentence
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.system import SYSTEM
from campaign.leaders_in_flames.us_entry.sentences import SENTENCES as US_ENTRY
from campaign.reports import figure_changes
from campaign.reports.figure_changes import Booked
from events import campaign as shared
from events.base import Event
from events.disputes import CampaignReopened, RulesAdopted
from events.lif import force_pools as pools
from events.lif import on_map as play
from events.lif import us_entry as entry
from events.lif.board import (
    NextYearLeadersAdded,
    ReinforcementClosed,
    ReinforcementOpened,
    VetoPointsBought,
    VetoPointsInfused,
)
from events.lif.cup import (
    LeadersActivated,
    LeadersJoinedCup,
    LeadersReachedYear,
    LeadersRemoved,
    LeadersReturnedToReserve,
    LeadersSetUp,
    ReservesCalledOut,
)
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    VichyInstalled,
    WarDeclared,
)

NEWS: tuple[type[Event], ...] = (
    shared.CampaignOpened, shared.PowerReleased, shared.CampaignClosed,
    LeadersSetUp, LeadersActivated, ReservesCalledOut, LeadersReturnedToReserve,
    LeadersReachedYear, LeadersJoinedCup, LeadersRemoved, NextYearLeadersAdded,
    WarDeclared, PeaceMade, ConquestChanged, VichyInstalled, VichyCollapsed,
    MinorChanged, VetoPointsInfused, VetoPointsBought,
    play.LeadersReturnedFromCircle, play.CooperationAgreed, play.CooperationEnded,
    play.LeaderRecalled, play.LeaderKilled,
    entry.EntryOptionPicked, entry.EntryActionTaken, entry.PoolBelowZero,
    entry.GovernmentDissolved, entry.PoisonGasEnded, entry.SpainJoined, entry.EntrySecretOpened,
    RulesAdopted, CampaignReopened, shared.SeedsRenewed,
)  # fmt: skip
"""Events that are news by themselves; the Promotions Board has a section of its own."""


ACTS: tuple[type[Event], ...] = (
    play.LeaderPlaced, play.LeaderMoved, play.LeaderTurned, play.LeaderSentToCircle,
    play.AbilityUsed, play.LeaderRecalled, play.LeaderGroundStruck, play.LeaderKilled,
    play.GuardsPromoted,
)  # fmt: skip
"""Events of leaders in play and Guards armies that the report's own sections tell."""

ENTRY: frozenset[type[Event]] = frozenset(
    {*US_ENTRY, pools.CounterMoved, pools.CountersAdded, MinorChanged, play.CooperationEnded}
)
"""Events of US entry, and those that may follow from an option or action."""


OWN = frozenset(effective.OWN)


class Line(msgspec.Struct, frozen=True):
    """One line of the journal."""

    version: int
    sentence: str
    at: str
    """When, as the log has it."""
    when: str
    """When, for a reader."""
    by: str
    struck_by: int = 0
    """The correction that struck the event; 0 where it counts."""
    amended_by: int = 0
    was: str = ""
    """What was recorded, where the event was amended and now says otherwise."""
    inserted: bool = False
    """Forgotten, and put here by the correction of that version."""


class Act(msgspec.Struct, frozen=True):
    """Something that a leader did, or that befell him."""

    event: Event
    location: str
    """Where he was before it; empty where nowhere on the map."""


class Told(msgspec.Struct, frozen=True):
    """An event with its sentence."""

    event: Event
    sentence: str


class Noted(msgspec.Struct, frozen=True):
    """An event of the record about itself."""

    version: int
    event: Event
    sentence: str


class TurnLog(msgspec.Struct):
    """Everything that a turn's events say, in their order."""

    turn: str
    start: State
    """How things stood when it began; in the first turn, once the table was set up."""
    end: State
    version: int
    """The last event that the report is told from."""
    head: str
    last: int
    """The last event of the turn so far."""
    lines: list[Line] = []
    news: list[str] = []
    handed: list[tuple[str, str]] = []
    """Powers taken over, with the member's name."""
    draws: dict[int, Draw] = {}
    changes: list[VetoPointChange] = []
    acts: list[Act] = []
    entry: list[Told] = []
    """LiF 5.3: what became of US entry."""
    points: list[Booked] = []
    """LiF 4.2: what changed veto points."""
    moved: list[Booked] = []
    """LiF 3.1: what changed leaders' places, but for the set-up."""
    noted: list[Noted] = []
    """Disputes, rulings, corrections."""
    drawn: list[LedgerDraw] = []
    """What the ledger drew and rolled, struck or not."""
    board_met: bool = False
    board_end: str = ""
    """Why the board closed."""


def collect(history: Iterable[HistoryEntry]) -> list[TurnLog]:
    """The turns of a history, in order."""
    logs: list[TurnLog] = []
    names: Names | None = None
    known: object = None
    board = BoardHistory()
    for step in transitions(SYSTEM, history):
        on_board = board.follow(step)
        record, event, after = step.record, step.record.event, step.after
        version, digest = record.version, record.digest
        if not logs or logs[-1].turn != step.turn:
            start = step.before or after
            logs.append(TurnLog(step.turn, start, after, version, digest, version))
        log = logs[-1]
        if known is not after.campaign.members or names is None:
            known = after.campaign.members
            members = {who: member.name for who, member in after.campaign.members.items()}
            names = Names(after.sheet, members)
        told = sentence(event, names)
        log.lines.append(_line(record, told, names))
        log.end = after
        if version >= log.version:
            log.version, log.head = version, digest
        if not record.inserted:
            log.last = version
        if type(event) in OWN:
            log.noted.append(Noted(version, event, told))
        if (drew := ledger_draw(record, SYSTEM.audit.drew)) is not None:
            log.drawn.append(drew)
        if record.struck_by:
            continue
        if isinstance(event, NEWS):
            log.news.append(told)
        if isinstance(event, ACTS):
            log.acts.append(Act(event, _location(step.before, getattr(event, "leader", ""))))
        if type(event) in ENTRY:
            log.entry.append(Told(event, told))
        if isinstance(event, LeadersSetUp):
            log.start = after
        else:
            log.changes += on_board.changes
        log.points += figure_changes.points(step, on_board.changes, told)
        log.moved += figure_changes.moved(step, told)
        if on_board.draw is not None:
            log.draws[on_board.draw.number] = on_board.draw
        match event:
            case shared.PowerAssigned():
                log.handed.append((event.power, names.member(event.member)))
            case ReinforcementOpened():
                log.board_met = True
            case ReinforcementClosed():
                log.board_end = event.reason
    return logs


def _line(record: HistoryEntry, told: str, names: Names) -> Line:
    event = record.event
    was = sentence(record.was, names) if record.was is not None else ""
    return Line(
        record.version, told, event.at, when(event.at), names.member(event.by), record.struck_by,
        record.amended_by, was if was != told else "", record.inserted,
    )  # fmt: skip


def _location(state: State | None, leader: str) -> str:
    placement = state.play.placements.get(leader) if state else None
    return placement.location if placement else ""


def when(at: str) -> str:
    """A time stamp for a reader: `5 Sep 2025, 19:07`; as it is where it is none."""
    try:
        time = datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return at
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}, {time:%H:%M}"


_MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
