"""Rows of the read tables from the steps of a history. Pure; addresses and ciphertexts stay out."""

from collections import defaultdict
from typing import Any

import msgspec

from campaign.kernel import wire
from campaign.kernel.members import POWERS
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames import calendar as turns
from campaign.leaders_in_flames.board.history import BoardHistory, Draw
from campaign.leaders_in_flames.names import POWER_NAMES
from campaign.leaders_in_flames.rulings import switches
from campaign.leaders_in_flames.sentences import Names, sentence
from campaign.leaders_in_flames.state import State, has_marker
from campaign.tables import rows_in_play, rows_record, rows_us_entry, tables
from campaign.tables.columns import Table
from events.base import public_type
from events.campaign import CampaignClosed, TurnBegan

Row = dict[str, Any]
_json = msgspec.json.Encoder()


class Rows:
    """Rows waiting to be written, by table and key: a later row of the same key replaces it."""

    def __init__(self, campaign: str, board: BoardHistory) -> None:
        self.campaign = campaign
        self._board = board
        self.waiting: dict[str, dict[tuple[Any, ...], Row]] = defaultdict(dict)
        self.seeds: dict[str, tuple[str, ...]] = {}
        """Draw seeds revealed, by turn; several where a campaign was reopened in it."""
        self._names: tuple[Any, Names] | None = None

    def put(self, table: Table, row: Row) -> None:
        """Adds a row."""
        key = tuple(row[column] for column in table.pk)
        self.waiting[table.name][key] = {"campaign": self.campaign, **row}

    def add(self, step: Transition[State]) -> None:
        """Adds what a step of the history tells."""
        record, event, turn = step.record, step.record.event, step.turn
        on_board = self._board.follow(step)
        version = record.version
        if not record.inserted:
            self._event(step)
        for table, row in rows_record.of(step):
            self.put(table, row)
        if isinstance(event, TurnBegan | CampaignClosed) and event.seed_revealed:
            assert step.before is not None
            over = step.before.campaign.turn
            self.seeds[over] = (*self.seeds.get(over, ()), event.seed_revealed)
        if record.struck_by:
            return
        first = step.after.campaign.first_turn
        if step.before is None or (isinstance(event, TurnBegan) and turn != first):
            self._turn(step, first)
        for change in on_board.changes:
            self.put(tables.VETO_POINT_CHANGES, {
                "version": version,
                "turn": turn,
                "power": change.power,
                "change": change.change,
                "reason": change.reason,
                "balance": change.balance,
            })  # fmt: skip
        if on_board.changes or isinstance(event, TurnBegan):
            self._points(step)
        if on_board.draw is not None:
            self._draw(on_board.draw)
        for table, row in (*rows_in_play.of(step), *rows_us_entry.of(step)):
            self.put(table, row)

    def _event(self, step: Transition[State]) -> None:
        """The row of an event of the log; what was inserted is told by its correction."""
        record, event = step.record, step.record.event
        self.put(tables.EVENTS, {
            "version": record.version,
            "turn": step.turn,
            "type": public_type(event),
            "sentence": sentence(event, self._named(step.after)),
            "details": _details(step),
            "at": event.at,
            "by": event.by,
            "digest": record.digest,
            "struck_by": record.struck_by or None,
            "amended_by": record.amended_by or None,
        })  # fmt: skip

    def _named(self, state: State) -> Names:
        shared = state.campaign
        if self._names is None or self._names[0] is not shared.members:
            members = {who: member.name for who, member in shared.members.items()}
            self._names = shared.members, Names(state.sheet, members)
        return self._names[1]

    def _turn(self, step: Transition[State], first: str) -> None:
        self.put(tables.TURNS, {
            "turn": step.turn,
            "number": turns.ordinal(step.turn) - turns.ordinal(first) + 1,
            "name": turns.in_words(step.turn),
            "first_version": step.record.version,
            "began": step.record.event.at,
            "seed": None,
        })  # fmt: skip

    def _points(self, step: Transition[State]) -> None:
        for power in POWERS:
            points = step.after.veto_points.get(power, 0)
            row = {"turn": step.turn, "power": power, "points": points}
            self.put(tables.VETO_POINTS, row)

    def _draw(self, draw: Draw) -> None:
        self.put(tables.PROMOTIONS, {
            "draw": draw.number,
            "turn": draw.turn,
            "leader": draw.leader,
            "result": draw.result,
            "source": draw.source,
            "unforeseeable": int(draw.unforeseeable),
            "version": draw.drawn,
            "settled": draw.settled,
            "sequel": draw.sequel,
        })  # fmt: skip
        for ballot in draw.ballots:
            self.put(tables.BALLOTS, {
                "draw": draw.number,
                "power": ballot.power,
                "choice": ballot.choice,
                "counts": int(ballot.counts),
                "supports": int(ballot.supports),
                "price": ballot.price,
                "how": ballot.how,
                "paid": ballot.paid,
                "laid_by": ballot.laid_by or None,
                "in_name": int(ballot.in_name),
                "version": draw.opened,
            })  # fmt: skip
        for vote in draw.votes:
            self.put(tables.VOTES, {
                "draw": draw.number,
                "power": vote.power,
                "choice": vote.choice,
                "how": vote.how,
                "paid": vote.paid,
                "laid_by": vote.laid_by or None,
                "in_name": int(vote.in_name),
                "version": draw.voted,
            })  # fmt: skip


def _details(step: Transition[State]) -> str:
    told = wire.public(step.record.version, step.record.event)
    del told["version"], told["type"]
    return _json.encode(told).decode()


def standing(state: State) -> dict[str, list[Row]]:
    """The tables that tell how things stand now, which are written whole."""
    shared = state.campaign
    leaders: list[Row] = [
        {
            "leader": who,
            "name": counter.name,
            "power": counter.power,
            "rank": counter.rank,
            "year": counter.year,
            "mark": counter.mark,
            "allegiance": counter.allegiance,
            "abilities": " ".join(str(number) for number in counter.abilities),
            "status": state.leaders[who],
            **rows_in_play.whereabouts(state, who),
        }
        for who, counter in state.sheet.items()
        if who in state.leaders
    ]
    cup = [
        {column: row[column] for column in tables.CUP.columns}
        for row in leaders
        if row["status"] == "cup"
    ]
    told: dict[str, list[Row]] = {
        "members": [
            {"member": who, "name": member.name, "roles": " ".join(sorted(member.roles))}
            for who, member in shared.members.items()
        ],
        "powers": [
            {
                "power": power,
                "name": POWER_NAMES[power],
                "side": state.rulings.sides[power],
                "member": shared.powers.get(power),
                "veto_points": state.veto_points.get(power, 0),
                "conquest": state.conquest.get(power, "free"),
                "has_marker": int(bool(state.conquest) and has_marker(state, power)),
            }
            for power in POWERS
        ],
        "leaders": leaders,
        "cup": cup,
        **rows_in_play.standing(state),
        **rows_us_entry.standing(state),
        **rows_record.standing(state),
        "rulings": [
            {
                "switch": switch.key,
                "ruling": switch.ruling,
                "rule": switch.rule,
                "question": switch.question,
                "value": worded(shared.rulings[switch.key]),
                "default_value": worded(switch.default),
                "house": int(shared.rulings[switch.key] != switch.default),
            }
            for switch in switches(shared.rulebook)
            if switch.key in shared.rulings
        ],
    }
    return {name: [{"campaign": shared.name, **row} for row in rows] for name, rows in told.items()}


def worded(value: str | int | bool) -> str:
    """A switch's value as a person reads it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
