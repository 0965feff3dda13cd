"""Sealed choices: sealed by each seat, opened together, judged against the state before. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from campaign.kernel.decisions import NOTHING, Command, Decision, Needs, Refused, SealWish, Supplied
from campaign.kernel.pages import DeviceSeal
from campaign.kit.commands import HandInChoice, OpenChoices, SealChoice
from campaign.kit.language.kinds import (
    BEYOND,
    HOLDS,
    PILES,
    TABLES,
    Bool,
    Kind,
    Num,
    OneWord,
    Row,
    Value,
)
from campaign.kit.play import acts
from campaign.kit.play.working import let, of_act, of_row, said
from campaign.kit.reading.parts import ActRule
from campaign.kit.reading.rules import MOST_CHOICES
from campaign.kit.state import Deciders, Evolvers, HeldSeal, Needing, State
from campaign.text.english import listed
from events.base import Event
from events.disputes import Branched
from events.kit import Fixed, Opened, Sealed, SealedOpening
from events.sealed import Subject, opens

RULE = "Secret"


def subject(state: State, act: str, seat: str) -> Subject:
    """What the choice is about that a seat has sealed, or would seal now."""
    kind = f"kit-{act.replace('_', '-')}"
    held = state.seals.get(act, {}).get(seat)
    return Subject(state.campaign.id, kind, held.round if held else state.round, seat)


def waited_for(state: State, act: ActRule) -> tuple[str, ...]:
    """The seats whose choice an act waits for, in the file's order."""
    if act.key in state.opened or state.phase not in act.when:
        return ()
    seats = tuple(state.tables["seats"])
    if act.owed is None:
        return seats
    owed = act.owed
    return tuple(seat for seat in seats if owed(of_row(state, seat, act.size)))


def closed(state: State, act: ActRule) -> tuple[str, ...]:
    """The seats of which nothing could be opened: they sealed nothing, or their device has not yet
    handed in what opens it.
    """
    sealed = state.seals.get(act.key, {})
    seats = (*waited_for(state, act), *sealed)
    return tuple(
        seat
        for seat in state.tables["seats"]
        if seat in seats and (seat not in sealed or not sealed[seat].ciphertext)
    )


class Late(NamedTuple):
    """The seats that an act still waits for."""

    absent: tuple[str, ...]
    """They may seal a choice, and have not."""
    silent: tuple[str, ...]
    """Their device has sealed one, and not handed in what opens it."""
    is_unasked: bool
    """Whether devices would lose their choices, as the host has not ended sealing before."""

    @property
    def passed(self) -> tuple[str, ...]:
        """Those whom the host's next word passes over."""
        return self.absent or (() if self.is_unasked else self.silent)


def late(state: State, act: ActRule) -> Late:
    """Whom an act waits for; not for those who had sealed nothing when the host ended sealing."""
    shut, sealed = closed(state, act), state.seals.get(act.key, {})
    gone = passed_over(state, act.key)
    absent = tuple(seat for seat in shut if seat not in sealed and seat not in gone)
    silent = tuple(seat for seat in shut if seat in sealed)
    is_asked = not absent and all(sealed[seat].asked for seat in silent)
    return Late(absent, silent, bool(silent) and not is_asked)


def passed_over(state: State, act: str) -> frozenset[str]:
    """The seats of which nothing was sealed when the host ended sealing, undone seals included."""
    return frozenset(seat for key, absent in state.fixed if key == act for seat in absent)


def undone(state: State, act: ActRule) -> tuple[str, ...]:
    """The seats that are not waited for and whose seal was struck; they could seal again until now.

    An end of sealing names them: a strike that a correction makes later stands before it as well.
    """
    waits, sealed = late(state, act).absent, state.seals.get(act.key, {})
    gone = {*waits, *sealed, *passed_over(state, act.key)}
    return tuple(
        seat
        for seat in state.tables["seats"]
        if (act.key, seat) in state.struck and seat not in gone
    )


def has_ended(state: State, act: ActRule, seat: str) -> bool:
    """Whether a seat seals no more: the host has ended sealing, and it had its chance until then.

    Whose seal was struck since, waited for or not, or who is waited for only since, still seals.
    """
    if not any(key == act.key for key, _ in state.fixed):
        return False
    if seat in state.seals.get(act.key, {}) or seat in passed_over(state, act.key):
        return True
    return seat not in late(state, act).absent and (act.key, seat) not in state.struck


def owed(state: State, act: ActRule) -> Mapping[str, str]:
    """What an act waits for, by seat: a choice, and once all are sealed what devices hand in."""
    waits = late(state, act)
    return dict.fromkeys(waits.absent, "act") or dict.fromkeys(waits.silent, "hand in")


def unopened(state: State) -> tuple[ActRule, ...]:
    """The acts of this phase whose choices are still to be opened."""
    return tuple(
        act
        for act in state.rules.acts.values()
        if act.secret and (waited_for(state, act) or state.seals.get(act.key))
    )


# --- a choice in writing --------------------------------------------------------------------------


def _longest(kind: Kind) -> int:
    match kind:
        case Num(low=low, high=high):
            return max(len(str(low)), len(str(high)))
        case Bool():
            return len("yes")
        case OneWord(words=words):
            return max(map(len, words))
        case Row():
            return 24
    return 0


def written(act: ActRule, values: Mapping[str, str]) -> str:
    """A choice as it is sealed: as long as the longest there may be, so that it tells nothing."""
    parts = [f"{field.name}={values.get(field.name, 'none')}" for field in act.asked]
    return ";".join(parts).ljust(_length(act), ";")


def _length(act: ActRule) -> int:
    return sum(len(field.name) + 2 + _longest(field.column.kind) for field in act.asked)


def read(choice: str) -> dict[str, str]:
    """What was filled in, of a choice in writing."""
    pairs = (part.partition("=") for part in choice.split(";"))
    return {name: value for name, _, value in pairs if name}


def device_seal(state: State, act: ActRule, seat: str, *, is_asked: bool) -> DeviceSeal | None:
    """A choice as a device seals it and hands in what opens it; None where there are too many."""
    fields = [
        [(field.name, value) for value in _every(state, field.column.kind)] for field in act.asked
    ]
    if prod(map(len, fields)) > MOST_CHOICES:
        return None
    fresh = HeldSeal("", "", "", number=state.used.get(f"{act.key} {seat}", 0))
    held = state.seals.get(act.key, {}).get(seat, fresh)
    opens = {"command": "HandInChoice", "act_name": act.key, "seat": seat}
    every = (dict(pairs) for pairs in product(*fields))
    return DeviceSeal(
        subject(state, act.key, seat),
        tuple((written(act, values), acts.in_words(state, act, values)) for values in every),
        attempt=held.number,
        commitment=held.commitment if held.by_device else "",
        sealed=held.commitment,
        opens=opens if is_asked else {},
    )


def _every(state: State, kind: Kind) -> Sequence[str]:
    """Everything that a closed field can hold, as it is typed."""
    match kind:
        case Num(low=low, high=high):
            return list(map(str, range(low, min(high, low + MOST_CHOICES) + 1)))
        case OneWord(words=words):
            return words
        case Row(table=table, optional=optional):
            return [*state.tables[table], *["none"] * optional]
    return ("yes", "no")


# --- sealing --------------------------------------------------------------------------------------


def _open_act(state: State, name: str) -> ActRule | Refused:
    act = acts.known(state, name)
    if isinstance(act, Refused):
        return act
    if not act.secret:
        return Refused(RULE, f"“{act.does}” is no sealed choice")
    if act.key in state.opened:
        return Refused(RULE, "the choices of this phase are open; nothing is sealed any more")
    return act


def _may(state: State, command: SealChoice | HandInChoice) -> tuple[ActRule, str] | Refused:
    """The act and the seat whose choice a command seals or hands in, where the rules allow it."""
    act = _open_act(state, command.act_name)
    if isinstance(act, Refused):
        return act
    seat = acts.who_acts(state, command, act, command.seat, {})
    if isinstance(seat, Refused):
        return seat
    if isinstance(command, SealChoice):
        return _may_seal(state, command, act, seat) or (act, seat)
    return _may_hand_in(state, act, seat) or (act, seat)


def _may_seal(state: State, command: SealChoice, act: ActRule, seat: str) -> Refused | None:
    if has_ended(state, act, seat):
        return Refused(RULE, "the host has ended sealing; devices hand in what opens their choices")
    if refused := acts.untimely(state, act, seat) or _may_replace(state, command, act, seat):
        return refused
    if command.choice and command.values:
        return Refused(None, "give what is chosen by its fields or in one line, not both")
    if command.commitment is None:
        return acts.malformed(state, act, _filled(command))
    both = bool(_filled(command))
    return Refused(None, "give what is chosen, or a commitment, not both") if both else None


def _filled(command: SealChoice) -> Mapping[str, str]:
    return read(command.choice) if command.choice else command.values


def _may_replace(state: State, command: SealChoice, act: ActRule, seat: str) -> Refused | None:
    """Members: a host does not replace what a player sealed; and nobody could answer to what a
    device has handed in.
    """
    seals = state.seals.get(act.key, {})
    seal, player = seals.get(seat), state.campaign.powers.get(seat)
    is_other = player is not None and command.by != player
    if any(one.handed for one in seals.values()) and (seal is not None or is_other):
        return Refused(RULE, "a device has handed in what opens its choice; nobody can seal again")
    if command.by == player or seal is None or not seal.by_player:
        return None
    who = state.campaign.called(seal.by)
    return Refused("Members", f"{who} has sealed a choice; a host cannot replace it")


def _needs(state: State, command: SealChoice | HandInChoice) -> Needs:
    """A choice is sealed in the vault, and what opens one that a device sealed waits there."""
    may = _may(state, command)
    if isinstance(may, Refused):
        return NOTHING
    act, seat = may
    about = subject(state, act.key, seat)
    if isinstance(command, HandInChoice):
        wish = SealWish(about, command.choice, command.nonce)
        return Needs(seal=wish) if _is_filled_up(act, command.choice) else NOTHING
    if command.commitment is not None:
        return NOTHING
    return Needs(seal=SealWish(about, written(act, _filled(command))))


def seal(state: State, command: SealChoice, supplied: Supplied) -> Decision:
    """A seat seals its choice, or another one in its place."""
    may = _may(state, command)
    if isinstance(may, Refused):
        return may
    (act, seat), commitment, ciphertext = may, command.commitment or "", ""
    if supplied.sealed is not None:
        commitment, ciphertext = supplied.sealed.commitment, supplied.sealed.ciphertext
    elif not commitment:
        return Refused("Vault", "there is no vault to keep the choice in")
    elif state.campaign.powers.get(seat, command.by) != command.by:
        return Refused("Members", "only the seat's own player seals on a device")
    return (_event(state, act, seat, commitment, ciphertext),)


def _event(state: State, act: ActRule, seat: str, commitment: str, ciphertext: str) -> Sealed:
    about = subject(state, act.key, seat)
    return Sealed(
        act_name=act.key, seat=seat, round=about.draw, commitment=commitment, sealed=ciphertext
    )


# --- what a device sealed -------------------------------------------------------------------------


def _may_hand_in(state: State, act: ActRule, seat: str) -> Refused | None:
    held, name = state.seals.get(act.key, {}).get(seat), state.seat_name(seat)
    if held is None or not held.by_device:
        return Refused(RULE, f"{name} has sealed nothing on a device")
    if held.ciphertext:
        return Refused(RULE, f"{name} has handed in already what opens it")
    return None


def _is_filled_up(act: ActRule, choice: str) -> bool:
    """Otherwise its length would tell what it is, and spaces at the end are lost in the vault."""
    return len(choice) == _length(act) and not choice[-1:].isspace()


def hand_in(state: State, command: HandInChoice, supplied: Supplied) -> Decision:
    """A device hands in what opens its choice; the vault's seal on it bears the commitment."""
    may = _may(state, command)
    if isinstance(may, Refused):
        return may
    act, seat = may
    if supplied.sealed is None and not _is_filled_up(act, command.choice):
        return Refused(RULE, f"fill the choice up with semicolons to {_length(act)} letters")
    if supplied.sealed is None:
        return Refused("Vault", "there is no vault to keep the choice in")
    commitment, ciphertext = supplied.sealed.commitment, supplied.sealed.ciphertext
    if commitment != state.seals[act.key][seat].commitment:
        return Refused(RULE, "choice and nonce do not open what was sealed")
    return (_event(state, act, seat, commitment, ciphertext),)


# --- opening --------------------------------------------------------------------------------------


def opening_needs(state: State, command: Command) -> Needs:
    """All choices of an act that the vault can open."""
    name = command.act_name if isinstance(command, OpenChoices) else ""
    chosen = [act.key for act in unopened(state) if not late(state, act).is_unasked]
    return Needs(
        openings={
            f"{act}:{seat}": (subject(state, act, seat), held.ciphertext)
            for act, seals in state.seals.items()
            for seat, held in seals.items()
            if held.ciphertext and act in chosen and name in ("", act)
        }
    )


def opening(state: State, act: ActRule, supplied: Supplied, why: str) -> Opened | Refused:
    """All choices of an act, each checked against its commitment."""
    openings = {}
    for seat, held in state.seals.get(act.key, {}).items():
        if not held.ciphertext:
            continue
        one = supplied.openings.get(f"{act.key}:{seat}")
        if one is None or not opens(subject(state, act.key, seat), one, held.commitment):
            text = f"what the vault holds for {state.seat_name(seat)} is not what was sealed"
            return Refused("Vault", text)
        openings[seat] = SealedOpening(one.choice, one.nonce)
    return Opened(act_name=act.key, openings=openings, absent=closed(state, act), why=why)


def _in_words(state: State, waits: Late) -> str:
    words = ("sealed", waits.absent), ("handed in", waits.silent)
    parts = (f"{listed(map(state.seat_name, who))} {did} nothing yet" for did, who in words if who)
    return "; ".join(parts)


def open_all(state: State, command: OpenChoices, supplied: Supplied) -> Decision:
    """The host opens all choices together; who sealed nothing is waited for.

    Where devices were not asked yet, opening without somebody ends sealing first: they are asked.
    """
    act = _open_act(state, command.act_name)
    if isinstance(act, Refused):
        return act
    if refused := acts.untimely(state, act, ""):
        return refused
    waits = late(state, act)
    if any(waits) and not command.confirmed:
        return Refused(RULE, _in_words(state, waits))
    if waits.is_unasked:
        absent = (*waits.absent, *undone(state, act))
        return (Fixed(act_name=act.key, absent=absent, why=command.why or ""),)
    opened = opening(state, act, supplied, command.why or "")
    return opened if isinstance(opened, Refused) else (opened,)


def is_hand_in(held: HeldSeal, event: Sealed) -> bool:
    """Whether an event hands in what opens a seal."""
    return held.by_device and event.sealed != "" and held.commitment == event.commitment


# --- folding --------------------------------------------------------------------------------------


def _sealed(state: State, event: Sealed) -> State:
    by_player = state.campaign.powers.get(event.seat) == event.by
    seals, name = state.seals.get(event.act_name, {}), state.seat_name(event.seat)
    before, told = seals.get(event.seat), f"{name} has sealed a choice."
    number = before.number if before else state.used.get(f"{event.act_name} {event.seat}", 0)
    held = HeldSeal(
        event.commitment, event.sealed, event.by, by_player, not event.sealed, number + 1,
        round=event.round,
    )  # fmt: skip
    if before and is_hand_in(before, event):
        held = replace(before, ciphertext=event.sealed, handed=True)
        told = f"{name} has handed in what opens their choice."
    seals = {**seals, event.seat: held}
    rounds = max(state.rounds, event.round)  # what began its phase may be gone
    return replace(state, rounds=rounds, seals={**state.seals, event.act_name: seals}, told=told)


def _fixed(state: State, event: Fixed) -> State:
    """Devices that have sealed are asked from now on."""
    act, fixed = event.act_name, (*state.fixed, (event.act_name, event.absent))
    asked = {seat: replace(held, asked=True) for seat, held in state.seals.get(act, {}).items()}
    seals = {**state.seals, act: asked} if asked else state.seals
    return replace(state, seals=seals, fixed=fixed, told="")


def cleared(state: State) -> State:
    """Nothing is sealed; only after a correction something may be left that nobody opened."""
    used = dict(state.used)
    for act, seals in state.seals.items():
        for seat, held in seals.items():
            key = f"{act} {seat}"
            used[key] = max(used.get(key, 0), held.number)
    return replace(state, used=used, seals={}, struck=(), fixed=(), opened=())


def _choices(
    state: State, act: ActRule, event: Opened
) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """What each seat chose, or what counts in its place; judged before anything happens."""
    for seat in state.tables["seats"]:
        if seat not in event.openings and seat not in event.absent:
            continue
        values = act.missing
        if seat in event.openings:
            filled = read(event.openings[seat].choice)
            if acts.malformed(state, act, filled) is None:
                chosen = said(act, filled)
                values = chosen if is_allowed(state, act, seat, chosen) else values
        yield seat, values


def is_allowed(state: State, act: ActRule, seat: str, chosen: Mapping[str, Value]) -> bool:
    """Whether the rules allow a choice, limits included, as if nobody else had chosen."""
    env = of_act(state, act, seat, chosen)
    if acts.permitted(act, chosen, env):
        return False
    for done in act.effects:
        done.run(env)
    return not env[BEYOND]


def _held(beyond: Sequence[str]) -> str:
    """What stopped at its limits, in a sentence; empty where nothing did."""
    more = f", and {len(beyond) - 1} more" if len(beyond) > 1 else ""
    return f"Stopped at the limit: {beyond[0]}{more}." if beyond else ""


def _opened(state: State, event: Opened) -> State:
    """Each seat's choice has its effects in the file's order, then what follows for all.

    Each choice is within the limits by itself. What they come to together stops there, and the
    sentence says so: a refusal would leave a round that nobody can end.
    """
    act = state.act(event.act_name)
    seals = {name: held for name, held in state.seals.items() if name != event.act_name}
    closed = replace(state, seals=seals, opened=(*state.opened, event.act_name), told="")
    if act is None:
        return closed
    chosen = tuple(_choices(state, act, event))
    shared = of_act(state, act, "", {})
    shared[HOLDS] = True
    places = []
    for seat, values in chosen:
        env = of_act(state, act, seat, values)
        let(act, env, by_chance=False)
        for place in (TABLES, BEYOND, HOLDS, PILES):
            env[place] = shared[place]
        for done in act.effects:
            done.run(env)
        places.append(env)
    for done in act.after:
        done.run(shared)
    told = " ".join(filter(None, (*map(act.say, places), _held(shared[BEYOND]))))
    piles = shared[PILES].frozen() if shared[PILES] else state.piles
    return replace(closed, tables=shared[TABLES], piles=piles, told=told)


EVOLVE: Evolvers = {
    Sealed: _sealed,
    Fixed: _fixed,
    Opened: _opened,
    Branched: lambda state, event: replace(state, seals={}, fixed=(), struck=()),
}
"""In a what-if choices are sealed anew: the old seals are of another campaign."""
DECIDE: Deciders = {SealChoice: seal, HandInChoice: hand_in, OpenChoices: open_all}
NEEDS: Needing = {SealChoice: _needs, HandInChoice: _needs, OpenChoices: opening_needs}


# --- what is sealed, for openings outside the rules -----------------------------------------------


def under(state: State, commitment: str) -> tuple[Subject, str] | None:
    """What is sealed under a commitment now; None if nothing is."""
    for act, seals in state.seals.items():
        for seat, held in seals.items():
            if held.commitment == commitment and held.ciphertext:
                return subject(state, act, seat), held.ciphertext
    return None


def still_sealed(log: Iterable[tuple[int, Event]]) -> frozenset[int]:
    """The events of a log that seal something which nobody has opened yet."""
    waiting: dict[int, str] = {}
    for version, event in log:
        if isinstance(event, Sealed):
            waiting[version] = event.act_name
        elif isinstance(event, Opened):
            waiting = {key: act for key, act in waiting.items() if act != event.act_name}
    return frozenset(waiting)
