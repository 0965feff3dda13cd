"""The projections that every campaign has, and their rows from the transitions of a history.
Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from campaign.history.effective import transitions
from campaign.history.timeline import _CHECKPOINT_EVERY, Base, Checkpoints
from campaign.kernel import decisions, projections
from campaign.kernel.deadlines import standing
from campaign.kernel.members import Campaign, GameState, Member
from campaign.kernel.system import AnySystem
from campaign.projections import described, of_record
from campaign.text.turns import Calendar
from events.base import public_type
from events.campaign import CampaignClosed, TurnBegan

# --- Rows of the read tables from the transitions of a history: the frame's, and its game's -----
#
# Mail addresses and ciphertexts stay out.

_json = msgspec.json.Encoder()


Keyed = dict[str, dict[tuple[str | int | None, ...], projections.Row]]
"""Rows by table and key."""
Seeds = dict[str, tuple[str, ...]]
"""Draw seeds revealed, by turn; several where a campaign was reopened in it."""


class Rows:
    """Rows waiting to be written, by table and key: a later row of the same key replaces it."""

    def __init__(
        self, campaign: str, system: AnySystem, of_game: projections.RowMaker[Any]
    ) -> None:
        self.campaign = campaign
        self._waiting: Keyed = defaultdict(dict)
        self._placed: Keyed = defaultdict(dict)
        """Rows that are numbered by their event, so that no later one writes them again."""
        self.seeds: Seeds = {}
        self._system = system
        self._of_game = of_game

    def put(self, table: projections.Projection, row: projections.Row) -> None:
        """Adds a row."""
        key = tuple(row[column] for column in table.pk)
        rows = self._placed if "version" in table.pk else self._waiting
        rows[table.name][key] = row

    def placed(self) -> Keyed:
        """The rows so far that no later event can write again; none of them is left."""
        rows, self._placed = self._placed, defaultdict(dict)
        return rows

    def taken(self) -> Keyed:
        """All rows so far; none is left."""
        rows, self._waiting = {**self.placed(), **self._waiting}, defaultdict(dict)
        return rows

    def clear(self) -> None:
        """Drops what there is so far."""
        self.taken()
        self.seeds = {}

    def add(self, step: projections.Transition[GameState]) -> None:
        """Adds the rows of an event of the history."""
        event = step.record.event
        if not step.record.inserted:
            self.put(described.EVENTS, self._event(step))
        if isinstance(event, TurnBegan | CampaignClosed) and event.seed_revealed:
            assert step.before is not None
            over = step.before.campaign.turn
            self.seeds[over] = (*self.seeds.get(over, ()), event.seed_revealed)
        if _begins_turn(step) and not step.record.struck_by:
            self.put(described.TURNS, _turn(step, self._system.calendar))
        for table, row in (
            *of_record.rows(step, self._system.audit.drew),
            *self._of_game(step),
        ):
            self.put(table, row)

    def _event(self, step: projections.Transition[GameState]) -> projections.Row:
        """The row of an event of the log; an inserted event appears in its correction's row."""
        record, event, view = step.record, step.record.event, self._system.view
        return described.EVENTS.row(
            step,
            record,
            event,
            type=public_type(event),
            sentence=view.sentence(event, view.names(step.after)),
            details=_details(step),
            struck_by=record.struck_by or None,
            amended_by=record.amended_by or None,
        )


def _begins_turn(step: projections.Transition[GameState]) -> bool:
    """Whether a turn begins: the first, or the one that is taken over, with the opening."""
    if step.before is None:
        return True
    opening = (step.after.campaign.first_turn, step.before.campaign.turn)
    return isinstance(step.record.event, TurnBegan) and step.turn not in opening


def _turn(step: projections.Transition[GameState], calendar: Calendar) -> projections.Row:
    return described.TURNS.row(
        step,
        number=calendar.count(step.after.campaign.first_turn, step.turn),
        name=calendar.in_words(step.turn),
        first_version=step.version,
        began=step.record.event.at,
        seed=None,
    )


def _details(step: projections.Transition[GameState]) -> str:
    fields = decisions.public(step.record.version, step.record.event)
    del fields["version"], fields["type"]
    return _json.encode(fields).decode()


MadeFrom = dict[int, tuple[object, ...]]
"""What of a state the current tables were made from, by their place in the order."""


def current(system: AnySystem, state: GameState, made_from: MadeFrom) -> projections.Current:
    """The tables of the current state, without those that are surely as they were.

    `made_from` holds what they were made from last, and is brought up to date.
    """
    shared = state.campaign
    yield described.DEADLINES, _deadlines(system, state)
    yield described.ABSENCES, _absences(shared)
    if _differ(made_from, 0, (shared.members, shared.left)):
        yield described.MEMBERS, _members(shared)
    if _differ(made_from, 1, (shared.record, shared.members, shared.powers)):
        yield from of_record.current(shared)
    for place, part in enumerate(system.tables.single, 2):
        if _differ(made_from, place, part.made_from(state)):
            yield from part.current(state)


def _differ(made_from: MadeFrom, place: int, now: tuple[object, ...]) -> bool:
    """Whether any of it is another object than last time."""
    was, made_from[place] = made_from.get(place), now
    return was is None or any(old is not new for old, new in zip(was, now, strict=True))


def _members(campaign: Campaign) -> list[projections.Row]:
    return [
        described.MEMBERS.row(member, member=who, roles=sorted(member.roles))
        for who, member in (*campaign.members.items(), *_former(campaign))
    ]


def _former(campaign: Campaign) -> Iterator[tuple[str, Member]]:
    """Those who have left, whom other tables go on naming: without a role."""
    for who, called in campaign.left.items():
        yield who, Member(called, ())


def _deadlines(system: AnySystem, state: GameState) -> list[projections.Row]:
    return [
        described.DEADLINES.row(deadline, what=what, draw=deadline.draw or None)
        for what, deadline in standing(state, system.rules.awaiting).items()
    ]


def _absences(shared: Campaign) -> list[projections.Row]:
    return [
        described.ABSENCES.row(
            away, first_day=away.first, last_day=away.last, wish=away.wish.partition(":")[0]
        )
        for away in shared.schedule.absences
    ]


def campaign(shared: Campaign, version: int, head: str, fold: str) -> projections.Row:
    """The row of a campaign whose log has been read up to a version."""
    origin = shared.record.branch_of
    row = described.CAMPAIGNS.row(
        shared,
        branch_of=origin.name if origin else None,
        branch_behind=origin.version if origin else None,
        version=version,
        head=head,
        fold=fold,
    )
    return {"campaign": shared.name, **row}


# --- A part of a history read for its rows, event by event; and two readings of it compared -----


class RowReading:
    """Reads the events of a campaign from one of its states on."""

    def __init__(
        self,
        name: str,
        system: AnySystem,
        entries: Iterable[projections.HistoryEntry],
        base: Base,
        of_game: projections.RowMaker[Any] | None = None,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Without `of_game` a fresh row maker is used; `checkpoints` gets states along the way."""
        self.of_game = of_game or system.tables.rows()
        self.rows = Rows(name, system, self.of_game)
        self.version, self.state = base
        """The last event that was read, and the state after it."""
        self.head = ""
        self.checkpoints = checkpoints
        self._begun = self.version
        self._steps = transitions(system, entries, self.state)
        self._ahead = next(self._steps, None)

    @property
    def count(self) -> int:
        """How many events of the log were read."""
        return self.version - self._begun

    def through(self, version: int) -> bool:
        """Reads up to an event, with what was inserted behind it; whether more follows."""
        while (step := self._ahead) is not None:
            placed = step.record
            if not placed.inserted:
                if placed.version > version:
                    return True
                self.version, self.head = placed.version, placed.digest
                checkpoints, at = self.checkpoints, placed.version - 1
                if checkpoints and step.before and at - checkpoints.last[0] >= _CHECKPOINT_EVERY:
                    checkpoints.keep(at, step.before)
            self.rows.add(step)
            self.state = step.after
            self._ahead = next(self._steps, None)
        return False
