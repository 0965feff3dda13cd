"""The generator: every field of every type of event changed, acts dropped, doubled and moved."""

from collections.abc import Iterator
from typing import Any

import msgspec

from campaign.systems import SYSTEMS
from events import codec

from .changes import Names, changed
from .forgery import Forgery
from .recorded import Act, Body, Record

STAMP = {"type", "at", "by", "key", "nth", "prev", "act", "drawn"}
STRANGER = "nobody-here"
PLACES = 9
"""How many events of a type are changed in each field, spread over all records."""

Place = tuple[Record, int, int]


def forgeries(records: list[Record], places: int = PLACES) -> Iterator[Forgery]:
    """All of them, in an order that is the same in every run."""
    found: dict[tuple[str, str], list[Place]] = {}
    for record in records:
        for number, act in enumerate(record.acts):
            for nth, body in enumerate(act.events):
                for field in _fields(act, number, nth, body):
                    found.setdefault((str(body["type"]), field), []).append((record, number, nth))
    for (_, field), where in found.items():
        for record, number, nth in _spread(where, places):
            yield from _distinct(record, number, nth, field)


def _spread(where: list[Place], places: int) -> list[Place]:
    """Some of each record, first, last and between, so that short ones are not drowned."""
    by_record: dict[str, list[Place]] = {}
    for place in where:
        by_record.setdefault(place[0].name, []).append(place)
    each = max(2, -(-places // len(by_record)))
    return [
        mine[round(step * (len(mine) - 1) / max(1, each - 1))]
        for mine in by_record.values()
        for step in (range(each) if len(mine) >= each else ())
    ] + [place for mine in by_record.values() if len(mine) < each for place in mine]


def _fields(act: Act, number: int, nth: int, body: Body) -> list[str]:
    kind = SYSTEMS.codec.events[str(body["type"])]
    names = [name for name in kind.__struct_fields__ if name not in STAMP]
    if nth:
        more = ["event", "by_alone", "nth"]
    else:
        more = ["by", "at", "key", *(["event"] if len(act.events) > 1 else [])]
    if number == 0 and body["type"] in OPENERS:
        more = ["act" if one == "event" else one for one in more]
    elif number and not nth:
        more += ["act", "command", *(["drawn"] if body.get("drawn") else [])]
    return [*names, *more]


OPENERS = ("campaign.MemberEnrolled", "campaign.PowerAssigned")
"""Events of the opening that are commands of their own later."""


def _distinct(record: Record, number: int, nth: int, field: str) -> Iterator[Forgery]:
    seen: list[bytes] = []
    for one in _forged(record, number, nth, field):
        told = msgspec.json.encode([act.events for act in one.instead])
        if told not in seen and not _same(record, one):
            seen.append(told)
            yield one


def _same(record: Record, forgery: Forgery) -> bool:
    """Whether it reads like what stood there: a default written out changes nothing."""
    old = [body for act in record.acts[forgery.act :][: forgery.count] for body in act.events]
    new = [body for act in forgery.instead for body in act.events]
    try:
        return len(old) == len(new) and all(
            SYSTEMS.codec.decode(msgspec.json.encode(a))
            == SYSTEMS.codec.decode(msgspec.json.encode(b))
            for a, b in zip(old, new, strict=True)
        )
    except codec.UNREADABLE:
        return False


def _forged(record: Record, number: int, nth: int, field: str) -> Iterator[Forgery]:
    act = record.acts[number]
    body = act.events[nth]
    made = {
        "by": _by, "at": _at, "key": _key, "act": _act, "event": _event, "nth": _nth,
        "by_alone": _by_alone, "command": _kept, "drawn": _drawn,
    }.get(field)  # fmt: skip
    if made:
        yield from made(record, number, nth)
        return
    names = _names(record)
    for label, kind, value in _values(names, field, body):
        event = {key: one for key, one in body.items() if key != field}
        yield _changed(record, number, nth, label, kind, {**event, field: value}, body.get(field))


def _values(names: Names, field: str, body: Body) -> Iterator[tuple[str, str, Any]]:
    value = body.get(field, _default(body, field))
    topic = body["type"]
    if field == "rulings":
        for key, one in value.items():
            head = key.partition(".")[0]
            label = head if head in ("draws", "starting_points", "sides") else "other"
            for kind, other in changed(names, key, one):
                told = {"axis": "allies", "allies": "axis"}.get(one, other)
                if kind in ("more", "flip", "other") or told != other:
                    yield f"rulings.{label}", kind, {**value, key: told}
        yield "rulings.unknown", "unknown", {**value, "no_such_switch": "yes"}
        yield "rulings.unknown", "unknown", {**value, "draws": "atlantis"}
        yield "rulings.other", "short", dict(list(value.items())[:-1])
    elif field == "event" and topic == "campaign.EventAmended":
        for kind, other in changed(names, field, value):
            label = "event.type" if other.get("type") != value["type"] else "event.other"
            yield label, kind, other
    else:
        for kind, other in changed(names, field, value):
            yield field, kind, other


def _default(body: Body, field: str) -> Any:
    found = next(
        one
        for one in msgspec.structs.fields(SYSTEMS.codec.events[str(body["type"])])
        if one.name == field
    )
    if found.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(found.default)
    if found.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(found.default_factory())
    return None


def _changed(
    record: Record, number: int, nth: int, field: str, kind: str, event: Body, old: Any
) -> Forgery:
    act = record.acts[number]
    events = [*act.events[:nth], event, *act.events[nth + 1 :]]
    now = event.get(field.partition(".")[0])
    events[0] = following(events[0], field, old, now)
    return Forgery(
        record.name, str(act.events[nth]["type"]), field, kind, number, nth, 1,
        [Act(events, act.receipt, act.command)], (0,), _cut(old, now),
    )  # fmt: skip


def _cut(old: Any, new: Any) -> str:
    told = [msgspec.json.encode(one).decode() for one in (old, new)]
    if all(len(one) < 90 for one in told):
        return " -> ".join(told)
    start = next((n for n, pair in enumerate(zip(*told, strict=False)) if len({*pair}) > 1), 0)
    return " -> ".join(f"…{one[max(0, start - 30) : start + 40]}…" for one in told)


def _names(record: Record) -> Names:
    members, leaders, counters = ["host"], list[str](), list[str]()
    for act in record.acts:
        for body in act.events:
            if body["type"] == "campaign.MemberEnrolled":
                members.append(body["member"])
            elif body["type"] == "lif.LeadersSetUp":
                leaders = list(body["leaders"])
            elif body["type"] == "lif.CountersAdded":
                counters += [one["id"] for one in body["counters"]]
    return Names(list(dict.fromkeys(members)), leaders, list(dict.fromkeys(counters)))


# --- stamps and acts ----------------------------------------------------------------------------


def _sent(act: Act, **stamp: str) -> Act:
    events = [{**body, **stamp} for body in act.events]
    return Act(events, act.receipt and {**act.receipt, **stamp}, act.command)


def _stamped(record: Record, number: int, field: str, kind: str, value: str) -> Forgery:
    act = record.acts[number]
    topic, old = str(act.events[0]["type"]), act.events[0].get(field, "")
    new = _sent(act, **{field: value}) if field != "key" else Act(
        [{**body, "key": value} for body in act.events], act.receipt, act.command
    )  # fmt: skip
    return Forgery(record.name, topic, field, kind, number, 0, 1, [new], (0,), _cut(old, value))


def _by(record: Record, number: int, _: int) -> Iterator[Forgery]:
    act = record.acts[number]
    mine, event = act.events[0]["by"], act.events[0]
    roles: dict[str, set[str]] = {"host": {"host"}}
    for past in record.acts[: max(number, 1)]:
        for body in past.events:
            if body["type"] == "campaign.MemberEnrolled":
                roles[body["member"]] = set(body["roles"])
    yield _stamped(record, number, "by", "stranger", STRANGER)
    kinds = {"observer": {"observer"}, "player": {"player"}, "referee": {"referee"}}
    for kind, wanted in kinds.items():
        others = [who for who, has in roles.items() if has == wanted and who != mine]
        for who in others[:2]:
            yield _stamped(record, number, "by", kind, who)
    for who in [who for who, has in roles.items() if "host" in has and who != mine][:1]:
        yield _stamped(record, number, "by", "host", who)
    past = [body for one in record.acts[:number] for body in one.events]
    if event["type"] == "campaign.RulingConsented":
        ruled = [b["by"] for b in past if b["type"] == "campaign.RulingGiven"]
        yield _stamped(record, number, "by", "ruler", ruled[-1])
    if event["type"] == "campaign.SealedOpened":
        yield _stamped(record, number, "by", "asker", event["asked_by"])
    if event["type"] == "campaign.RulingGiven":
        (claim,) = (b for b in past if b["type"] == "campaign.DisputeRaised"
                    and b["dispute"] == event["dispute"])  # fmt: skip
        holds = {b["power"]: b["member"] for b in past if b["type"] == "campaign.PowerAssigned"}
        for power in claim.get("concerned", ()):
            if holds.get(power, mine) != mine:
                yield _stamped(record, number, "by", "concerned", holds[power])


def _at(record: Record, number: int, _: int) -> Iterator[Forgery]:
    at = record.acts[number].events[0]["at"]
    if 0 < number < len(record.acts) - 1:
        yield _stamped(record, number, "at", "early", "1998" + at[4:])
        yield _stamped(record, number, "at", "late", "2020" + at[4:])
    if number:
        yield _stamped(record, number, "at", "between", at[:-4] + "001Z")
    yield _stamped(record, number, "at", "garbled", "yesterday")
    yield _stamped(record, number, "at", "blank", "")


def _key(record: Record, number: int, _: int) -> Iterator[Forgery]:
    yield _stamped(record, number, "key", "other", "a-key-of-nobody")
    mine = record.acts[number].events[0].get("key")
    taken = [act.events[0].get("key") for act in record.acts[:number]]
    for key in [one for one in taken if one and one != mine][:1]:
        yield _stamped(record, number, "key", "taken", key)


def _nth(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    body = record.acts[number].events[nth]
    yield _changed(record, number, nth, "nth", "more", {**body, "nth": nth + 1}, nth)


def _by_alone(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    body = record.acts[number].events[nth]
    who = next((one for one in _names(record).lists[1] if one != body["by"]), None)
    if who is None:  # a club of one
        return
    yield _changed(record, number, nth, "by_alone", "other", {**body, "by": who}, body["by"])


def _counted(events: list[Body]) -> list[Body]:
    """Places in the act counted again from 0."""
    return [
        {**{key: one for key, one in body.items() if key != "nth"}, **({"nth": n} if n else {})}
        for n, body in enumerate(events)
    ]


def _event(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    act = record.acts[number]
    topic, old = str(act.events[nth]["type"]), act.events
    ways = {
        "dropped": [*old[:nth], *old[nth + 1 :]],
        "doubled": [*old[: nth + 1], *old[nth:]],
        "moved": [*old[: nth - 1], old[nth], old[nth - 1], *old[nth + 1 :]] if nth else [],
    }
    for kind, events in ways.items():
        if events and (kind != "moved" or number):
            new = Act(_counted(events), act.receipt, act.command)
            yield Forgery(record.name, topic, "event", kind, number, nth, 1, [new], (0,))


def _act(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    if number == 0:
        for one in _event(record, number, nth):
            if one.kind == "dropped":
                yield msgspec.structs.replace(one, field="act")
        return
    act, topic = record.acts[number], str(record.acts[number].events[0]["type"])
    yield Forgery(record.name, topic, "act", "dropped", number, 0, 1, [], ())
    yield Forgery(record.name, topic, "act", "doubled", number, 0, 1, [act, act], (0, 0))
    if number + 1 < len(record.acts):
        after = record.acts[number + 1]
        if after.events[0]["at"] >= act.events[0]["at"]:
            times = [after.events[0]["at"], act.events[0]["at"]]
            swapped = [_sent(after, at=times[1]), _sent(act, at=times[0])]
            yield Forgery(record.name, topic, "act", "moved", number, 0, 2, swapped, (1, 0))


# --- what an act keeps of its command -------------------------------------------------------------


def following(first: Body, field: str, old: Any, now: Any) -> Body:
    """The first event, its command and its draws changed along: a forger is thorough."""
    if old in (None, "", [], {}, 0) or isinstance(old, bool):
        return first
    changed = dict(first)
    if "act" in first:
        changed["act"] = _replaced(first["act"], old, now)
    many = isinstance(old, list | tuple) and isinstance(now, list | tuple)
    other = (
        dict(zip(old, now, strict=False)) if many and all(type(one) is str for one in old) else {}
    )
    if "drawn" in first:
        told = {**other, **({old: now} if isinstance(old, str) and isinstance(now, str) else {})}
        changed["drawn"] = [told.get(one, one) for one in first["drawn"]]
    return changed


def _replaced(held: Any, old: Any, now: Any) -> Any:
    if held == old and type(held) is type(old):
        return now
    match held:
        case dict():
            return {key: _replaced(one, old, now) for key, one in held.items()}
        case list():
            return [_replaced(one, old, now) for one in held]
    return held


def _kept(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    """The command of an act removed, swapped, altered, or kept where it does not belong."""
    act = record.acts[number]
    first, mine = act.events[0], act.events[0].get("act")
    if mine is None:
        return

    def made(kind: str, kept: Any, label: str = "command", on: int = 0) -> Forgery:
        event = {**act.events[on], "act": kept}
        if kept is None:
            del event["act"]
        events = [*act.events[:on], event, *act.events[on + 1 :]]
        return Forgery(
            record.name, str(first["type"]), label, kind, number, on, 1,
            [Act(events, act.receipt, act.command)], (0,), _cut(mine, kept),
        )  # fmt: skip

    yield made("removed", None)
    yield made("garbled", "a command")
    yield made("garbled", {**mine, "command": "NoSuchCommand"})
    yield made("unknown", {**mine, "atlantis": 1})
    yield made("secret", {**mine, **SECRETS.get(mine["command"], {"by": "anna"})})
    others = (one.events[0].get("act", mine) for one in record.acts[1:])
    if other := next((one for one in others if one["command"] != mine["command"]), None):
        yield made("swapped", other)
    if len(act.events) > 1:
        yield made("later", mine, on=len(act.events) - 1)
    for key, value in mine.items():
        if key != "command":
            for kind, one in changed(_names(record), key, value):
                yield made(kind, {**mine, key: one}, f"command.{key}")


SECRETS = {
    "SealBallot": {"choice": "veto"}, "SealVote": {"choice": "stop"},
    "EnrolMember": {"email": "anna@example.org"}, "EnterEntryChits": {"values": [3]},
    "DrawEntryChits": {"values": [3]},
}  # fmt: skip


def _drawn(record: Record, number: int, nth: int) -> Iterator[Forgery]:
    """The results of draws that an act keeps, and not what its events say of them."""
    act = record.acts[number]
    first = act.events[0]
    ways = {"blank": None, "long": [*first["drawn"], first["drawn"][-1]],
            "short": first["drawn"][:-1] or None, "other": ["atlantis", *first["drawn"][1:]],
            "garbled": 7}  # fmt: skip
    for kind, results in ways.items():
        event = {key: one for key, one in {**first, "drawn": results}.items() if one is not None}
        yield Forgery(
            record.name, str(first["type"]), "drawn", kind, number, 0, 1,
            [Act([event, *act.events[1:]], act.receipt, act.command)], (0,),
            _cut(first["drawn"], results),
        )  # fmt: skip
