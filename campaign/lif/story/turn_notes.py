"""Notes on a turn for its page: draws, points, leaders, US entry. Pure."""

from collections.abc import Callable, Collection, Iterable

import msgspec
from msgspec.structs import replace

from campaign.kernel.pages import ChartSpan, PageContext, Section, TurnNotes
from campaign.kernel.projections import Transition, TurnLog
from campaign.lif.board.history import BoardHistory, BoardStep, Draw
from campaign.lif.calendar import CALENDAR
from campaign.lif.figures import FigureChange, leader_changes, movers, point_changes
from campaign.lif.state import State
from campaign.lif.story.facts import Fact, facts_of
from campaign.lif.story.items import TOLD
from campaign.lif.us_entry.sentences import SENTENCES as US_ENTRY
from events.base import Event
from events.lif import board, cup, force_pools, on_map, politics, us_entry

ACTS: frozenset[type[Event]] = frozenset(
    {
        on_map.LeaderPlaced,
        on_map.LeaderMoved,
        on_map.LeaderTurned,
        on_map.LeaderSentToCircle,
        on_map.AbilityUsed,
        on_map.LeaderRecalled,
        on_map.LeaderGroundStruck,
        on_map.LeaderKilled,
        on_map.GuardsPromoted,
    }
)
"""Events of leaders in play and Guards armies, which have sections of their own."""

ENTRY: frozenset[type[Event]] = frozenset(
    {
        *US_ENTRY,
        force_pools.CounterMoved,
        force_pools.CountersAdded,
        politics.MinorChanged,
        on_map.CooperationEnded,
    }
)
"""Events of US entry, and those that may follow from an option or action."""


class LeaderAct(msgspec.Struct, frozen=True):
    """Something that a leader did, or that happened to a leader."""

    event: Event
    location: str
    """The leader's place before it; empty if not on the map."""


class EntryEvent(msgspec.Struct, frozen=True):
    """LiF 5.3: an event of US entry, with its sentence."""

    event: Event
    sentence: str


class Notes(msgspec.Struct):
    """What a turn's sections are made from."""

    start: State
    """How things stood when the turn began; in the first turn, once the table was set up."""
    board: BoardHistory
    """The draw in hand, from one turn to the next."""
    draws: dict[int, Draw] = {}
    acts: list[LeaderAct] = []
    entry: list[EntryEvent] = []
    """LiF 5.3: what became of US entry."""
    points: list[FigureChange] = []
    """LiF 4.2: what changed veto points."""
    moved: list[FigureChange] = []
    """LiF 3.1: what changed leaders' places, but for the set-up."""
    movers: set[str] = set()
    """LiF 3.1: whose places changed."""
    facts: list[Fact] = []
    """What the statistics of the campaign count."""
    is_whole: bool = True
    """Whether they are for the turn's own page; otherwise acts and moves are left out, and
    of US entry all but what the list of turns tells."""
    board_met: bool = False
    board_end: str = ""
    """Why the board closed."""
    happened: list[Event] = []
    """What the turn's story tells, in order; of every turn."""

    def results(self, result: str) -> list[Draw]:
        """The turn's draws of one result."""
        return [draw for draw in self.draws.values() if draw.result == result]


Log = TurnLog[State, Notes]
Context = PageContext[State, Notes]
GameSection = Section[State, Notes]


def chart_span(first_turn: str, last_turn: str) -> ChartSpan:
    """The turns of a chart, years in short: `’41`."""
    return ChartSpan(CALENDAR, first_turn, last_turn, lambda turn: f"’{turn[2:4]}")


def begin(before: Notes | None, state: State, is_whole: bool) -> Notes:
    """The notes of a new turn."""
    board = before.board.copied() if before else BoardHistory()
    return Notes(state, board, is_whole=is_whole)


def copied(notes: Notes) -> Notes:
    """The same notes, to go on from."""
    fields = {name: getattr(notes, name) for name in notes.__struct_fields__}
    own = {name: value.copy() for name, value in fields.items() if isinstance(value, _COLLECTED)}
    return replace(notes, board=notes.board.copied(), **own)


_COLLECTED = (dict, list, set)


def closed(notes: Notes) -> Notes:
    """What other turns' pages need: draws, accounts of points, US entry, who moved at all,
    what a story tells, and the facts that statistics count.
    """
    entry = [row for row in notes.entry if type(row.event) in _IN_SHORT]
    return replace(notes, acts=[], entry=entry, moved=[], is_whole=False)


_IN_SHORT = frozenset({us_entry.EntryOptionPicked, us_entry.EntryActionTaken})
"""LiF 5.3: what the list of turns tells of US entry."""


def note(notes: Notes, step: Transition[State], sentence: Callable[[], str]) -> None:
    """Adds an event to the notes of its turn."""
    event, on_board = step.record.event, notes.board.follow(step)
    kind = type(event)
    notes.facts += facts_of(step)
    if kind in TOLD:
        notes.happened.append(event)
    if kind in (ENTRY if notes.is_whole else _IN_SHORT):
        notes.entry.append(EntryEvent(event, sentence()))
    if kind in (cup.LeadersSetUp, cup.PositionStated):
        notes.start = step.after
    elif moved := movers(step):
        _note_moves(notes, step, moved, sentence)
    if step.before is None or step.before.veto_points is not step.after.veto_points:
        notes.points += point_changes(step, on_board.changes, sentence)
    if notes.is_whole and kind in ACTS:
        who = getattr(event, "leader", "")
        notes.acts.append(LeaderAct(event, _location(step.before, who)))
    _note_board(notes, event, on_board)


def _note_moves(
    notes: Notes, step: Transition[State], moved: Collection[str], sentence: Callable[[], str]
) -> None:
    notes.movers.update(moved)
    if notes.is_whole:
        notes.moved += leader_changes(step, moved, sentence())


def _note_board(notes: Notes, event: Event, on_board: BoardStep) -> None:
    if on_board.draw is not None:
        notes.draws[on_board.draw.number] = on_board.draw
    if isinstance(event, board.ReinforcementOpened):
        notes.board_met = True
    elif isinstance(event, board.ReinforcementClosed):
        notes.board_end = event.reason


def _location(state: State | None, leader: str) -> str:
    placement = state.play.placements.get(leader) if state else None
    return placement.location if placement else ""


NOTES = TurnNotes[State, Notes](
    begin=begin,
    note=note,
    copied=copied,
    closed=closed,
    sealed={board.BallotSealed: "Ballots", board.VoteSealed: "Votes"},
)


def facts_in(logs: Iterable[Log]) -> list[Fact]:
    """What the statistics of some turns count, in their order."""
    return [fact for log in logs for fact in log.notes.facts]
