"""LiF 5.3: what happened to US entry in a turn: options, actions, what followed, chits. Pure.

The events of one command follow each other, so the effects of an option or action are listed with
it. Chits that came, went or were shown by themselves are listed apart.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from campaign.leaders_in_flames.names import capital, counted, country
from campaign.leaders_in_flames.reasons import code, words
from campaign.leaders_in_flames.turn_notes import EntryEvent
from campaign.leaders_in_flames.us_entry.actions_kit import CITIES, GOVERNMENTS, OCCUPATION
from campaign.leaders_in_flames.us_entry.sentences import place
from campaign.leaders_in_flames.us_entry.state import THEATRE_NAMES, UsEntry
from campaign.leaders_in_flames.us_entry.view import name_of
from events.base import Event
from events.lif import aftermath
from events.lif import force_pools as pools
from events.lif import us_entry as facts
from events.lif.on_map import CooperationEnded
from events.lif.politics import MinorChanged


class Deed(msgspec.Struct, frozen=True):
    """LiF 5.3: an option, an action or something that followed from one, with its effects."""

    label: str
    """`Option 18`; empty for what is neither."""
    name: str
    power: str
    """Who did it; empty where nobody in particular."""
    aim: str
    """Whom it was for or aimed at, in words; empty for nobody by name."""
    proof: str
    """The chits that were shown for it; empty where none were."""
    rolls: tuple[str, ...]
    effects: tuple[str, ...]


class Deeds(msgspec.Struct, frozen=True):
    """LiF 5.3: a turn's deeds, and other changes of chits."""

    deeds: tuple[Deed, ...]
    rest: tuple[str, ...]


_QUIET = (
    facts.ScenarioStated,
    facts.ScenarioAnswered,
    facts.EntryOpened,
    MinorChanged,
    CooperationEnded,
    pools.CounterMoved,
    pools.CountersAdded,
)
"""Other sections have them where no deed brought them."""

_CHITS = (facts.EntryChitsDrawn, facts.EntryChitsReturned, facts.EntryChitsMoved)
"""A deed's rolls say how many came and went; which they were says the journal."""


def deeds(found: Sequence[EntryEvent], entry: UsEntry) -> Deeds:
    """LiF 5.3: the deeds of a turn's events, with names from the chart in `entry`."""
    done: list[Deed] = []
    rest: list[str] = []
    head: Event | None = None
    for at, row in enumerate(found):
        event, following = row.event, found[at + 1].event if at + 1 < len(found) else None
        if _proves(event, following):
            continue
        deed = _begun(row, entry)
        if deed is not None:
            done.append(replace(deed, proof=_proof(found[at - 1], event) if at else ""))
            head = event
        elif head is not None and _follows(head, event):
            if not (done[-1].rolls and isinstance(event, _CHITS)):
                effects = (*done[-1].effects, _without_reason(row.sentence, head))
                done[-1] = replace(done[-1], effects=effects)
        else:
            head = None
            if not isinstance(event, _QUIET):
                rest.append(row.sentence)
    return Deeds(tuple(done), tuple(rest))


def _proof(before: EntryEvent, head: Event) -> str:
    """LiF 5.3.2: the chits shown for a deed, if the event before it shows some."""
    return _without_reason(before.sentence, head) if _proves(before.event, head) else ""


def _without_reason(sentence: str, head: Event) -> str:
    return sentence.replace(f" ({_reason(head)})", "")


def _proves(event: Event, following: Event | None) -> bool:
    """LiF 5.3.2: whether an event shows chits to prove the level of the option that comes next."""
    if not isinstance(event, facts.EntryChitsShown):
        return False
    if not isinstance(following, facts.EntryOptionPicked):
        return False
    return words(event.reason) == _reason(following)


def _begun(row: EntryEvent, entry: UsEntry) -> Deed | None:
    """An event as a deed, before anything has followed from it."""
    event = row.event
    match event:
        case facts.EntryOptionPicked():
            return _taken(entry, "option", event.option, "usa", event.target, event.outcomes)
        case facts.EntryActionTaken():
            return _taken(entry, "action", event.action, event.power, event.target, event.outcomes)
        case aftermath.NeutralMinorEntered() | aftermath.SpainJoined() | aftermath.PoisonGasEnded():
            return Deed("", row.sentence, _WHOSE.get(type(event), ""), "", "", (), ())
        case aftermath.SupplySourceLost() if event.place in CITIES:
            return Deed("", f"{country(event.place)} retaken", "", "", "", (), (row.sentence,))
    return None


_WHOSE: dict[type[Event], str] = {
    aftermath.SpainJoined: "germany",
    aftermath.PoisonGasEnded: "japan",
}


def _taken(
    entry: UsEntry,
    kind: str,
    number: int,
    power: str,
    target: str,
    outcomes: dict[facts.Theatre, facts.Outcome],
) -> Deed:
    aim = place(target) if target else ""
    rolls = tuple(roll(theatre, outcome) for theatre, outcome in outcomes.items())
    return Deed(
        f"{capital(kind)} {number}", name_of(entry, kind, number), power, aim, "", rolls, ()
    )


def roll(theatre: facts.Theatre, outcome: facts.Outcome) -> str:
    """LiF 5.3.3: a chart's number, the die, and the chits that came or went."""
    rolled = f"rolled {outcome.roll.value}, " if outcome.roll else ""
    came = counted(abs(outcome.chits), "chit") if outcome.chits else "no chit"
    went = " removed" if outcome.chits < 0 else ""
    return f"{THEATRE_NAMES[theatre]} {outcome.number}: {rolled}{came}{went}".replace("-", "−", 1)


def _follows(head: Event, event: Event) -> bool:
    """Whether an event can follow the first event of a deed in the same command."""
    match event:
        case (
            facts.EntryChitsDrawn()
            | facts.EntryChitsDue()
            | facts.EntryChitsReturned()
            | facts.EntryChitsMoved()
            | facts.PoolBelowZero()
            | aftermath.PartisanNumberSet()
            | facts.CountersTransferred()
        ):
            return words(event.reason) == _reason(head)
        case pools.CounterMoved():
            return words(event.reason) in (_reason(head), _retaken(head))
        case aftermath.SupplySourceGained():
            return isinstance(head, facts.EntryActionTaken | facts.EntryOptionPicked)
        case pools.CountersAdded():
            return isinstance(head, facts.EntryActionTaken) and head.action in GOVERNMENTS
        case MinorChanged():
            occupied = isinstance(head, facts.EntryActionTaken) and head.action == OCCUPATION
            return occupied or isinstance(head, aftermath.SpainJoined)
        case CooperationEnded():
            return isinstance(head, aftermath.SpainJoined)
        case aftermath.GovernmentDissolved():
            return isinstance(head, aftermath.SupplySourceLost)
    return False


def _reason(head: Event) -> str | None:
    """The reason, in words, given by events that follow a deed."""
    match head:
        case facts.EntryOptionPicked():
            return words(code("entry-option", head.option))
        case facts.EntryActionTaken():
            return words(code("entry-action", head.action))
        case aftermath.NeutralMinorEntered():
            return words(code("entered", head.leader, head.minor))
    return None


def _retaken(head: Event) -> str | None:
    if not isinstance(head, aftermath.SupplySourceLost):
        return None
    return words(code("retaken", head.place))
