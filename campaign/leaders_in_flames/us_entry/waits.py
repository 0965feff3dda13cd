"""LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return. Pure."""

from collections.abc import Mapping

from campaign.kernel import members
from campaign.kernel.decisions import NOTHING, Decision, Needs, Refused, Supplied
from campaign.kernel.members import AdvanceTurn
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.commands import ReturnAsideChits
from campaign.leaders_in_flames.us_entry.pools import OTHERS, USA, secret_only, usa_alone
from campaign.leaders_in_flames.us_entry.state import UsEntry, aside, kind_of
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.us_entry import AsideChitsReturned, EntryWaitTold, Kind

RULE = "LiF 5.3.3"
KINDS: tuple[Kind, ...] = ("entry", "tension")


def due_aside(entry: UsEntry, kind: Kind) -> bool:
    """LiF 5.3.3: whether chits put aside for a kind of pool are still to be entered."""
    return any(due.aside and kind_of(due.pool) == kind for due in entry.due)


def is_over(entry: UsEntry, kind: Kind, turn: str, values: Mapping[str, int]) -> bool:
    """Ruling 39: each chit aside has waited as many turns as its value; the later end counts.

    `values` are those of the chits aside. They are shown to nobody.
    """
    if due_aside(entry, kind):
        return False
    now = calendar.ordinal(turn)
    return all(
        now - calendar.ordinal(entry.chits[chit].since) >= values[chit]
        for chit in aside(entry, kind)
    )


# --- each turn ----------------------------------------------------------------------------------


def at_start_of(state: State, turn: str, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3.3: with chits aside, each turn records whether the USA may draw and choose."""
    entry = state.entry
    waiting = _all_aside(entry)
    if not waiting and not any(due_aside(entry, kind) for kind in KINDS):
        return ()
    values = chit_secret.values(chit_secret.secret_of(given), state, waiting) if waiting else {}
    learned = EntryWaitTold(
        may_draw=is_over(entry, "entry", turn, values),
        may_choose=is_over(entry, "tension", turn, values),
    )
    return (learned,)


def turn_needs(state: State, command: AdvanceTurn) -> Needs:
    """LiF 5.3.3: the seed for the turn's end, and the secret if chits are aside."""
    return (
        chit_secret.secret_needs(state, seed=True) if _all_aside(state.entry) else Needs(seed=True)
    )


def _all_aside(entry: UsEntry) -> tuple[str, ...]:
    return tuple(chit for kind in KINDS for chit in aside(entry, kind))


# --- their return -------------------------------------------------------------------------------


def give_back(state: State, command: ReturnAsideChits, given: Supplied) -> Decision:
    """LiF 5.3.3: once the turns have passed, the chits put aside are shown to all and go back.

    A host acting for the USA's player learns only what every turn shows to everybody.
    """
    kind, entry = command.kind, state.entry
    if refused := members.holder_only(state.campaign, command, USA):
        return refused
    if due_aside(entry, kind):
        return Refused(RULE, f"chits put aside for the {kind} pools are still to be entered")
    chits = aside(entry, kind)
    if not chits:
        return Refused(RULE, f"no chits lie aside for the {kind} pools")
    course = Course(state, given)
    if usa_alone(state, command) is None:
        over = is_over(entry, kind, state.campaign.turn, course.values())
    else:
        over = entry.may_draw if kind == "entry" else entry.may_choose
    if not over:
        text = f"the turns to wait for the {kind} pools are not over"
        return Refused(RULE, text)
    course.show(chits, OTHERS, code("put-aside", kind))
    course.tell(AsideChitsReturned(kind=kind, chits=chits))
    return course.done()


def needs(state: State, command: ReturnAsideChits) -> Needs:
    """LiF 5.3.3: the secret, if there is something to show."""
    return secret_only(state, command) if aside(state.entry, command.kind) else NOTHING


DECIDE: Deciders = {ReturnAsideChits: give_back}
NEEDS: Needing = {ReturnAsideChits: needs}
EVOLVE: Evolvers = {}
