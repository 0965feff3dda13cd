"""Corrections of an evening: members dispute events, the referee rules, looks at what a correction
would change, thinks, and confirms what was seen.

What was seen is kept here, outside of the machine, and compared with the record.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.disputes.commands import Correct
from campaign.handler.explanations import UNSEEN, previewed
from campaign.history.diff import Difference, differences
from campaign.kernel.decisions import Refused
from campaign.kernel.record import Dispute
from campaign.notifications.notification import CORRECTED, TURN, Delivery
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live, LogEntry
from events import disputes as facts
from events.base import Event
from events.campaign import EntropyAdded, TurnBegan
from events.lif import board
from simulation.stock import NAME, POWERS, stock

if TYPE_CHECKING:
    from simulation.evening import Evening
    from simulation.members import Member

LATELY = 25
"""How many events back members look for one that they dispute."""
WORTH_IT = (board.VetoPointsBought, board.LeaderDrawn, board.BallotsOpened, EntropyAdded)
"""Events that are disputed more than others."""
THINKS = 0.5
"""How many seconds the referee looks at a preview, on average."""


class Look(NamedTuple):
    """What a preview showed, before it was confirmed."""

    version: int
    """The last event that it was worked out on."""
    then: tuple[Difference, ...]
    """What it would change."""


# --- What members do ------------------------------------------------------------------------------


def dispute(evening: "Evening", member: "Member", live: Live) -> None:
    """A player disputes something that happened of late."""
    begins = max(stock(judged=True).version, live.version - LATELY)
    try:
        ledger = evening.process(member.chance).ledger
        entries = list(ledger.history(NAME, begins, live.version))
    except StoreError:
        return
    worth = [one for one in entries if isinstance(one.event, WORTH_IT)]
    if chosen := worth if worth and member.chance.random() < 0.8 else entries:
        version = member.chance.choice(chosen).version
        member.say(evening, "RaiseDispute", versions=[version], claim="That was otherwise.")


def referee(evening: "Evening", member: "Member", live: Live) -> None:
    """The referee rules on what is disputed, and corrects what was upheld."""
    known = live.state.campaign.record
    for one in known.disputes.values():
        if one.is_open:
            verdict = member.chance.choice(("upheld", "upheld", "upheld", "partly", "rejected"))
            ruling = {"dispute": one.id, "verdict": verdict, "text": "As they say."}
            member.say(evening, "GiveRuling", **ruling)
            return
    due = [one for one in known.disputes.values() if known.awaits_correction(one)]
    if due:
        _correct(evening, member, member.chance.choice(due))


def _correct(evening: "Evening", member: "Member", due: Dispute) -> None:
    """Looks at a correction, thinks, and confirms it as it was seen."""
    try:
        ledger = evening.process(member.chance).ledger
        version = due.versions[0]
        (entry,) = ledger.history(NAME, version - 1, version)
        wanted = _wanted(member, entry) | {"dispute": due.id, "seen": UNSEEN}
        looked = previewed(ledger, NAME, msgspec.json.encode(wanted), member.name)
    except StoreError as error:
        evening.noted(error)
        return
    if isinstance(looked, Refused):
        evening.scheduler.note(f"no correction: {looked.reason}")
        member.say(evening, "WithdrawDispute", dispute=due.id)
        return
    evening.scheduler.sleep(member.chance.expovariate(1 / THINKS))
    command: Correct = looked.command
    seen = {"also": list(command.also), "seen": command.seen}
    key = member.key()
    evening.looks[key] = Look(looked.version, looked.impact.then)
    name = wanted.pop("command")
    member.say(evening, str(name), key, **wanted | seen)


def _wanted(member: "Member", entry: LogEntry) -> dict[str, object]:
    """What is to be put right about an event: it is amended, struck, or something was forgotten."""
    chance, version = member.chance, entry.version
    if chance.random() < 0.3:
        player = chance.choice(sorted(POWERS))
        forgotten = {
            "command": "BuyVetoPoints",
            "by": player,
            "power": chance.choice(POWERS[player]),
            "intelligence_points": 5 * chance.randint(1, 3),
        }
        return {"command": "InsertCommand", "after": version, "forgotten": forgotten}
    fields: dict[str, object] = {}
    match entry.event:
        case board.VetoPointsBought():
            points = chance.randint(1, 4)
            fields = {"points": points, "intelligence_points": 5 * points}
        case EntropyAdded():
            fields = {"value": f"a die: {chance.randint(7, 12)}"}
    if fields and chance.random() < 0.7:
        return {"command": "AmendEvent", "version": version, "fields": fields}
    return {"command": "StrikeEvents", "versions": [version]}


# --- What must hold -------------------------------------------------------------------------------


def as_seen(evening: "Evening", ledger: Ledger) -> Iterator[str]:
    """A correction is recorded right behind what was looked at, and changes what was shown."""
    for key, look in evening.looks.items():
        if (yes := evening.answers.get(key)) is None:
            continue
        if yes.version - yes.events != look.version:
            yield f"{key} was looked at after event {look.version}, and is event {yes.version}"
            continue
        before, after = (ledger.live(NAME, at) for at in (look.version, yes.version))
        show = before.system.view.show
        changed = tuple(differences(show(before.state), show(after.state)))
        if sorted(map(repr, changed)) != sorted(map(repr, look.then)):
            yield f"{key} changed {changed}, and its preview said {look.then}"


class Counted(NamedTuple):
    """The record as corrections leave it, worked out here from what each of them says."""

    events: tuple[tuple[int, Event], ...]
    """The events that count, with their versions."""
    touched: Mapping[int, tuple[int, ...]]
    """What each correction that counts names, by its version."""


def counted(ledger: Ledger, entries: Sequence[LogEntry]) -> Counted:
    """What counts: later corrections first, as one of them may strike another."""
    form = ledger.live(NAME).system.codec.form
    struck, amended = set[int](), dict[int, Event]()
    inserted, touched = dict[int, list[Event]](), dict[int, tuple[int, ...]]()
    for entry in reversed(entries):
        event = entry.event
        if entry.version in struck:
            continue
        match event:
            case facts.EventsStruck() | facts.ActUndone():
                struck.update(event.versions)
                touched[entry.version] = event.versions
            case facts.EventAmended():
                amended.setdefault(event.about, form(event.event))
                touched[entry.version] = (event.about,)
            case facts.EventsInserted():
                forgotten = list(map(form, event.events))
                inserted[event.after] = [*forgotten, *inserted.get(event.after, ())]
                touched[entry.version] = (event.after,)
    counts = list[tuple[int, Event]]()
    for entry in entries:
        if entry.version not in struck and entry.event is not None:
            counts.append((entry.version, amended.get(entry.version, entry.event)))
        counts += [(entry.version, one) for one in inserted.get(entry.version, ())]
    return Counted(tuple(counts), touched)


def told(entries: Sequence[LogEntry], what: Counted, rows: Iterable[Delivery]) -> Iterator[str]:
    """Whoever was told of a turn is told, or will be, that it was corrected afterwards."""
    rows = list(rows)
    begins = [(at, str(one.turn)) for at, one in what.events if isinstance(one, TurnBegan)]
    for (first, turn), (following, _) in pairwise(begins):
        late = (
            correction
            for correction, versions in what.touched.items()
            if correction > following and any(first <= one < following for one in versions)
        )
        if not (last := max(late, default=0)):
            continue
        at = entries[last - 1].recorded.at
        knew = {
            one.member
            for one in rows
            if one.occasion == f"{TURN}{turn}" and one.state == "sent" and one.moved_at < at
        }
        about = f"{CORRECTED}{turn}:"
        knows = {
            one.member
            for one in rows
            if one.occasion.startswith(about) and int(one.occasion.removeprefix(about)) >= last
        }
        yield from (f"{one} is not told of correction {last} of {turn}" for one in knew - knows)
