"""Rows of the read tables from the transitions of a history: the frame's, and its game's. Pure.

Mail addresses and ciphertexts stay out.
"""

from collections import defaultdict
from typing import Any

import msgspec

from campaign.disputes import rows as disputes
from campaign.kernel import wire
from campaign.kernel.calendar import Calendar
from campaign.kernel.deadlines import standing
from campaign.kernel.members import Campaign
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import Current, Row, RowMaker, Table
from campaign.kernel.transition import Transition
from campaign.tables import frame
from events.base import public_type
from events.campaign import CampaignClosed, TurnBegan

_json = msgspec.json.Encoder()


Keyed = dict[str, dict[tuple[str | int | None, ...], Row]]
"""Rows by table and key."""
Seeds = dict[str, tuple[str, ...]]
"""Draw seeds revealed, by turn; several where a campaign was reopened in it."""


class Rows:
    """Rows waiting to be written, by table and key: a later row of the same key replaces it."""

    def __init__(self, campaign: str, system: AnySystem, of_game: RowMaker[Any]) -> None:
        self.campaign = campaign
        self._waiting: Keyed = defaultdict(dict)
        self._placed: Keyed = defaultdict(dict)
        """Rows that are numbered by their event, so that no later one writes them again."""
        self.seeds: Seeds = {}
        self._system = system
        self._of_game = of_game

    def put(self, table: Table, row: Row) -> None:
        """Adds a row."""
        key = tuple(row[column] for column in table.pk)
        rows = self._placed if "version" in table.pk else self._waiting
        rows[table.name][key] = row

    def placed(self) -> Keyed:
        """The rows so far that no later event can write again; none of them is left."""
        found, self._placed = self._placed, defaultdict(dict)
        return found

    def taken(self) -> Keyed:
        """All rows so far; none is left."""
        found, self._waiting = {**self.placed(), **self._waiting}, defaultdict(dict)
        return found

    def clear(self) -> None:
        """Drops what there is so far."""
        self.taken()
        self.seeds = {}

    def add(self, step: Transition[GameState]) -> None:
        """Adds the rows of an event of the history."""
        event = step.record.event
        if not step.record.inserted:
            self.put(frame.EVENTS, self._event(step))
        if isinstance(event, TurnBegan | CampaignClosed) and event.seed_revealed:
            assert step.before is not None
            over = step.before.campaign.turn
            self.seeds[over] = (*self.seeds.get(over, ()), event.seed_revealed)
        first = step.after.campaign.first_turn
        begins = step.before is None or (isinstance(event, TurnBegan) and step.turn != first)
        if begins and not step.record.struck_by:
            self.put(frame.TURNS, _turn(step, self._system.calendar))
        for table, row in (*disputes.rows(step, self._system.audit.drew), *self._of_game(step)):
            self.put(table, row)

    def _event(self, step: Transition[GameState]) -> Row:
        """The row of an event of the log; an inserted event appears in its correction's row."""
        record, event, view = step.record, step.record.event, self._system.view
        return {
            "version": record.version,
            "turn": step.turn,
            "type": public_type(event),
            "sentence": view.sentence(event, view.names(step.after)),
            "details": _details(step),
            "at": event.at,
            "by": event.by,
            "digest": record.digest,
            "struck_by": record.struck_by or None,
            "amended_by": record.amended_by or None,
        }


def _turn(step: Transition[GameState], calendar: Calendar) -> Row:
    return {
        "turn": step.turn,
        "number": calendar.count(step.after.campaign.first_turn, step.turn),
        "name": calendar.in_words(step.turn),
        "first_version": step.record.version,
        "began": step.record.event.at,
        "seed": None,
    }


def _details(step: Transition[GameState]) -> str:
    fields = wire.public(step.record.version, step.record.event)
    del fields["version"], fields["type"]
    return _json.encode(fields).decode()


MadeFrom = dict[int, tuple[object, ...]]
"""What of a state the current tables were made from, by their place in the order."""


def current(system: AnySystem, state: GameState, made_from: MadeFrom) -> Current:
    """The tables of the current state, without those that are surely as they were.

    `made_from` holds what they were made from last, and is brought up to date.
    """
    shared = state.campaign
    yield frame.DEADLINES, _deadlines(system, state)
    yield frame.ABSENCES, _absences(shared)
    if _differ(made_from, 0, (shared.members,)):
        yield frame.MEMBERS, _members(shared)
    if _differ(made_from, 1, (shared.record, shared.members, shared.powers)):
        yield from disputes.current(shared)
    for place, part in enumerate(system.tables.single, 2):
        if _differ(made_from, place, part.made_from(state)):
            yield from part.current(state)


def _differ(made_from: MadeFrom, place: int, now: tuple[object, ...]) -> bool:
    """Whether any of it is another object than last time."""
    was, made_from[place] = made_from.get(place), now
    return was is None or any(old is not new for old, new in zip(was, now, strict=True))


def _members(campaign: Campaign) -> list[Row]:
    return [
        {"member": who, "name": member.name, "roles": " ".join(sorted(member.roles))}
        for who, member in campaign.members.items()
    ]


def _deadlines(system: AnySystem, state: GameState) -> list[Row]:
    return [
        {"what": what, "until": deadline.until, "draw": deadline.draw or None}
        for what, deadline in standing(state, system.rules.awaiting).items()
    ]


def _absences(shared: Campaign) -> list[Row]:
    return [
        {
            "member": away.member,
            "first_day": away.first,
            "last_day": away.last,
            "wish": away.wish.partition(":")[0],
            "substitute": away.substitute or None,
        }
        for away in shared.schedule.absences
    ]


def campaign(shared: Campaign, version: int, head: str, fold: str) -> Row:
    """The row of a campaign whose log has been read up to a version."""
    origin = shared.record.branch_of
    return {
        "campaign": shared.name,
        "id": shared.id,
        "system": shared.system,
        "rulebook": shared.rulebook,
        "rules": shared.rules,
        "scenario": shared.scenario,
        "modules": " ".join(shared.modules),
        "first_turn": shared.first_turn,
        "last_turn": shared.last_turn,
        "turn": shared.turn,
        "closed": int(shared.closed),
        "branch_of": origin.name if origin else None,
        "branch_behind": origin.version if origin else None,
        "version": version,
        "head": head,
        "fold": fold,
    }
