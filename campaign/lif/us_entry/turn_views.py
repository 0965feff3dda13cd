"""LiF 5.3: what a turn did to US entry: options, actions, their effects and chits. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from campaign.kernel.pages import Shown
from campaign.lif import calendar
from campaign.lif import state as game
from campaign.lif.names import code, country, the_country, words
from campaign.lif.roster import POWERS
from campaign.lif.story.turn_notes import EntryEvent, Log
from campaign.lif.us_entry.available import aided, guarantees, may_declare_war
from campaign.lif.us_entry.chart import CITIES, GOVERNMENTS, OCCUPATION, THROUGH_VICHY, name_of
from campaign.lif.us_entry.sentences import place
from campaign.lif.us_entry.waiting import us_entry as waiting
from campaign.text.english import capital, counted, listed
from events.base import Event
from events.lif import aftermath
from events.lif import force_pools as pools
from events.lif import us_entry as facts
from events.lif.on_map import CooperationEnded
from events.lif.politics import MinorChanged

# --- LiF 5.3: what happened to US entry in a turn: options, actions, what followed, chits -------
#
# The events of one command follow each other, so the effects of an option or action are listed
# with it. Chits that came, went or were shown by themselves are listed apart.


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


def deeds(rows: Sequence[EntryEvent], entry: game.UsEntry) -> Shown:
    """LiF 5.3: a turn's deeds, each with the chits shown for it and what it brought, and other
    changes of chits; with names from the chart in `entry`.
    """
    done: list[Shown] = []
    rest: list[str] = []
    head: Event | None = None
    proof = ""
    for row, after in zip_longest(rows, rows[1:]):
        event = row.event
        if after is not None and _proves(event, after.event):
            proof = _without_reason(row.sentence, after.event)
        elif (deed := _begun(row, entry, proof)) is not None:
            done.append(deed)
            head, proof = event, ""
        elif head is not None and _follows(head, event):
            if not (done[-1].rolls and isinstance(event, _CHITS)):
                done[-1].effects.append(_without_reason(row.sentence, head))
        else:
            head = None
            if not isinstance(event, _QUIET):
                rest.append(row.sentence)
    return Shown(deeds=tuple(done), rest=tuple(rest))


def _without_reason(sentence: str, head: Event) -> str:
    return sentence.replace(f" ({_reason(head)})", "")


def _proves(event: Event, following: Event) -> bool:
    """LiF 5.3.2: whether an event shows chits to prove the level of the option that comes next."""
    if not isinstance(event, facts.EntryChitsShown):
        return False
    return isinstance(following, facts.EntryOptionPicked) and _of_its_command(event, following)


def _follows(head: Event, event: Event) -> bool:
    """Whether an event stands with a deed: what its command brought, and behind an occupation what
    became of a minor country next.
    """
    occupied = isinstance(head, facts.EntryActionTaken) and head.action == OCCUPATION
    return _of_its_command(head, event) or (occupied and isinstance(event, MinorChanged))


def _of_its_command(event: Event, later: Event) -> bool:
    """Whether the command of an event recorded another behind it."""
    return later.nth > event.nth and (later.at, later.key) == (event.at, event.key)


def _begun(row: EntryEvent, entry: game.UsEntry, proof: str) -> Shown | None:
    """LiF 5.3: an option, an action or something that followed from one, before anything has
    followed from it.
    """
    event, blank = row.event, {"label": "", "aim": "", "proof": "", "rolls": ()}
    match event:
        case facts.EntryOptionPicked() | facts.EntryActionTaken():
            kind, number, power = (
                ("option", event.option, "usa")
                if isinstance(event, facts.EntryOptionPicked)
                else ("action", event.action, event.power)
            )
            return Shown(
                label=f"{capital(kind)} {number}",
                name=name_of(entry, kind, number),
                power=power,
                aim=place(event.target) if event.target else "",
                proof=proof,
                rolls=tuple(roll(theatre, outcome) for theatre, outcome in event.outcomes.items()),
                effects=[],
            )
        case aftermath.NeutralMinorEntered() | aftermath.SpainJoined() | aftermath.PoisonGasEnded():
            power = _WHOSE.get(type(event), "")
            return Shown(**blank, name=row.sentence, power=power, effects=[])
        case aftermath.SupplySourceLost() if event.place in CITIES:
            name = f"{country(event.place)} retaken"
            return Shown(**blank, name=name, power="", effects=[row.sentence])
    return None


_WHOSE: dict[type[Event], str] = {
    aftermath.SpainJoined: "germany",
    aftermath.PoisonGasEnded: "japan",
}


def roll(theatre: facts.Theatre, outcome: facts.Outcome) -> str:
    """LiF 5.3.3: a chart's number, the die, and the chits that came or went."""
    rolled = f"rolled {outcome.roll.value}, " if outcome.roll else ""
    came = counted(abs(outcome.chits), "chit") if outcome.chits else "no chit"
    went = " removed" if outcome.chits < 0 else ""
    return f"{game.THEATRE_NAMES[theatre]} {outcome.number}: {rolled}{came}{went}".replace(
        "-", "−", 1
    )


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


# --- LiF 5.3: the options and actions taken so far, and their lasting effects -------------------


def taken_rows(
    entry: game.UsEntry, kind: str, taken: Sequence[game.EntryChoice], turn: str
) -> tuple[Shown, ...]:
    """Options or actions by number, each with for whom and when it was taken, and whether in this
    turn.
    """
    rows: dict[int, list[game.EntryChoice]] = {}
    for choice in taken:
        rows.setdefault(choice.number, []).append(choice)
    return tuple(
        Shown(
            number=number,
            name=name_of(entry, kind, number),
            times=tuple(
                (
                    place(choice.target) if choice.target else "",
                    calendar.in_words(choice.turn) if choice.turn else "before the campaign",
                )
                for choice in rows[number]
            ),
            new=any(choice.turn == turn for choice in rows[number]),
        )
        for number in sorted(rows)
    )


def holds(state: game.State) -> Iterable[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: the lasting effects of options and actions."""
    entry = state.entry
    if entry.partisans:
        numbers = (f"{country(who)} {number}" for who, number in sorted(entry.partisans.items()))
        yield "Partisan numbers", ", ".join(numbers)
    yield from _supply(entry)
    if guaranteed := guarantees(entry):
        whom = listed(map(the_country, guaranteed))
        yield "Guaranteed", f"{whom}; a Japanese attack there lets the USA declare war on Japan"
    if attacked := may_declare_war(state):
        whom = listed(map(the_country, attacked))
        yield "War with Japan", f"Japan is at war with {whom}; the USA may now declare war on Japan"
    if aided(state):
        yield "Through Vichy France", THROUGH_VICHY
    if entry.dissolved:
        cities = (country(GOVERNMENTS[number].city) for number in sorted(entry.dissolved))
        yield "Governments dissolved", listed(cities)
    if entry.gas_ended:
        yield "Poison gas", "Japan uses it no more"
    if entry.spain_joined:
        yield "Spain", "aligned by Germany, with which Italy co-operates no more"


def _supply(entry: game.UsEntry) -> Iterable[tuple[str, str]]:
    places: dict[str, list[str]] = {}
    for where, (owner, rank) in sorted(entry.supply.items()):
        places.setdefault(owner, []).append(f"{place(where)} ({rank})")
    for power in POWERS:
        if power in places:
            yield f"Supply for {the_country(power)}", listed(places[power])


# --- LiF 5.3.3: chits that came into the pools, left them or wait, in a turn --------------------
#
# It reads counts of the pools, never a value.


def pool_row(log: Log, pool: facts.Pool) -> Shown:
    """LiF 5.3: one pool in a turn; the remark is of chits aside for it, and of those due in it."""
    changes = list(_changes(log, pool))
    causes = Counter[tuple[bool, str]]()
    for count, cause in changes:
        causes[count > 0, cause] += count
    return Shown(
        theatre=next(name for name in game.THEATRES if pool.endswith(name)),
        kind=capital(game.kind_of(pool)),
        start=len(game.chits_in(log.notes.start.entry, pool)),
        came=sum(count for count, _ in changes if count > 0),
        went=-sum(count for count, _ in changes if count < 0),
        end=len(game.chits_in(log.end.entry, pool)),
        causes=tuple(
            f"{count:+d} {cause}".replace("-", "−", 1) for (_, cause), count in causes.items()
        ),
        remark=", ".join(_remarks(log.end.entry, pool)),
    )


def _remarks(entry: game.UsEntry, pool: facts.Pool) -> Iterable[str]:
    if put_aside := game.chits_in(entry, pool, aside=True):
        yield f"{counted(len(put_aside), 'chit')} aside"
    for due in entry.due:
        if due.pool == pool:
            yield f"{due.count} still to be entered{' aside' if due.aside else ''}"


def _changes(log: Log, pool: facts.Pool) -> Iterable[tuple[int, str]]:
    """What came into a pool and left it, with the cause of each."""
    in_pool = set(game.chits_in(log.notes.start.entry, pool))
    for row in log.notes.entry:
        match row.event:
            case facts.EntryChitsDrawn() if row.event.pool == pool:
                in_pool |= {chit.id for chit in row.event.chits}
                why = words(row.event.reason) or "from the common pool"
                yield len(row.event.chits), _CAUSES.get(row.event.cause, why)
            case facts.EntryChitsReturned() if row.event.pool == pool:
                yield -len(row.event.chits), words(row.event.reason) or "to the common pool"
            case facts.EntryChitsMoved() | facts.EntryChitsPlaced():
                in_pool -= {*row.event.chits}
                if row.event.to == pool:
                    in_pool |= {*row.event.chits}
                yield from _moved(row.event, pool)
            case facts.EntryChitsDealtAnew() if gone := in_pool.intersection(row.event.due):
                yield -len(gone), "to be entered anew"


def _moved(
    event: facts.EntryChitsMoved | facts.EntryChitsPlaced, pool: facts.Pool
) -> Iterable[tuple[int, str]]:
    count, why = len(event.chits), words(getattr(event, "reason", ""))
    if event.pool == pool:
        yield -count, why or f"to {game.POOL_NAMES[event.to]}"
    if event.to == pool:
        yield count, why or f"from {game.POOL_NAMES[event.pool]}"


_CAUSES = {"set-up": "to begin with", "step": "US entry step"}


def common_pool(entry: game.UsEntry) -> str:
    """Where the chits come from, in a sentence."""
    if not entry.secret_commitment:
        return "The common pool has not been stocked yet."
    if entry.mode == "table":
        return "The common pool lies in a cup at the table."
    return f"The common pool holds {counted(entry.common, 'chit')}."


_AGAIN = {"entry": "draw no entry chit in the US entry step", "tension": "pick no option"}


def waits(state: game.State) -> Iterable[str]:
    """LiF 5.3.3: chits put aside for a shortfall, and what the USA may not do meanwhile."""
    for pool in game.POOLS:
        for since, count in _put_aside(state.entry, pool).items():
            lie = "lies" if count == 1 else "lie"
            yield (
                f"{capital(game.POOL_NAMES[pool])} went below zero in {calendar.in_words(since)}: "
                f"{counted(count, 'chit')} {lie} aside for it, face-down."
            )
    waits = waiting(state)
    if waits is None:
        return
    for kind, right in (("entry", waits.draw), ("tension", waits.choose)):
        if right == "aside":
            yield (
                f"Until their turns have passed and they were shown, the USA may {_AGAIN[kind]}."
            )
        elif right == "enters":
            yield f"Before their values are entered, the USA may {_AGAIN[kind]}."


def _put_aside(entry: game.UsEntry, pool: facts.Pool) -> Mapping[str, int]:
    """How many chits lie aside for a pool, or are to be entered aside, by the turn of it."""
    count = Counter(entry.chits[who].since for who in game.chits_in(entry, pool, aside=True))
    for due in entry.due:
        if due.pool == pool and due.aside:
            count[due.since] += due.count
    return count
