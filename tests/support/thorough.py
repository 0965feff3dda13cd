"""A forger who is thorough: command, draws, places and digests made to fit what he changed."""

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

from campaign.history import acts
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain
from events.base import Event
from forgeries.forge import following

Body = dict[str, Any]
Log = list[Body]
GAME = "lif"
SENT = ("at", "by", "key")
STAMP = {"type", *SENT, "nth", "prev", "act", "drawn"}


class Record(Log):
    """A log to be changed, that knows what it was."""

    def __init__(self, rows: Iterable[tuple[int, str, bytes]]) -> None:
        super().__init__(json.loads(chain.body(stored)) for _, _, stored in rows)
        self.was = deepcopy(list(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Record":
        copied = Record(())
        copied.extend(deepcopy(list(self), memo))
        copied.was = self.was
        return copied


def found_in(record: Record, until: int | None = None) -> tuple[list[str], Verification]:
    """What `verify` says of a changed record, and what it saw."""
    audit = Verification(SYSTEMS)
    rows = rows_of(covered(record[:until], record.was))
    return [str(one).partition(": ")[2] for one in audit.findings(rows)], audit


def rows_of(log: Log) -> list[tuple[int, str, bytes]]:
    """A log as a store holds it, chained anew."""
    head, rows = "", []
    for version, body in enumerate(log, 1):
        stored = chain.seal(json.dumps({**body, "prev": head}).encode())
        head = chain.head(stored)
        rows.append((version, body["type"], stored))
    return rows


def covered(log: Log, before: Log) -> Log:
    """The changed log, its acts following the changes; events know each other by `prev`."""
    known = {body.get("prev", ""): body for body in before}
    made: Log = []
    for began, act in _acts(log, before):
        first = _beginning(act[0], began)
        for body in act:
            was = known.get(body.get("prev", ""), body)
            for name in was.keys() - STAMP:
                for old, now in _changes(was[name], body.get(name)):
                    first = _following(first, name, (old, now), whole=old is was[name])
        made.append({**first, "nth": 0})
        for nth, body in enumerate(act[1:], 1):
            bare = {name: one for name, one in body.items() if name not in ("act", "drawn")}
            made.append({**bare, **{name: first.get(name, "") for name in SENT}, "nth": nth})
    return made


def _acts(log: Log, before: Log) -> Iterator[tuple[Body, Log]]:
    """Neighbours that one command gave, and with which event it began; strangers join them."""
    began, begun = before[0], dict[str, Body]()
    for body in before:
        begun[body.get("prev", "")] = began = began if body.get("nth") else body
    began, act = before[0], Log()
    for body in log:
        mine = begun.get(body.get("prev", ""), body if body.get("act") else began)
        if mine is not began:
            yield began, act
            began, act = mine, []
        act.append(body)
    yield began, act


def _beginning(first: Body, began: Body) -> Body:
    """The first event of an act; where it was another one, it keeps the command now."""
    if first["type"] == began["type"] or "act" not in began:
        return first
    one, other = (_event({**body, "act": began["act"]}) for body in (began, first))
    commands = SYSTEMS[GAME].rules.commands
    command = acts.command_of_act(began["act"], one, commands)
    act = acts.act_of(command, other, commands)
    return {**first, "act": act, "drawn": began.get("drawn", [])}


def _event(body: Body) -> Event:
    return SYSTEMS.codec.decode(json.dumps(body).encode())


def _following(first: Body, name: str, change: tuple[Any, Any], *, whole: bool) -> Body:
    """A part of a field is changed in the command only under the field's own name."""
    act = first.get("act") or {}
    old, now = change
    made = following(first, name, old, now)
    made = following(made, name, _face(old), _face(now))
    return made if whole or name in act else {**made, "act": act} if act else made


def _changes(old: Any, now: Any) -> Iterator[tuple[Any, Any]]:
    """The values changed, as a whole and within."""
    if old == now:
        return
    yield old, now
    if isinstance(old, dict) and isinstance(now, dict):
        for name in old.keys() & now.keys():
            yield from _changes(old[name], now[name])
    if isinstance(old, list) and isinstance(now, list):
        for one, other in zip(old, now, strict=False):
            yield from _changes(one, other)


def _face(value: Any) -> Any:
    """A die of ten as a draw names it."""
    return f"{value:02}" if type(value) is int else None
