"""LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return. Pure."""

from campaign.kernel import members
from campaign.kernel.decisions import NOTHING, Decision, Needs, Refused, Supplied
from campaign.kernel.members import AdvanceTurn
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.commands import ReturnAsideChits
from campaign.leaders_in_flames.us_entry.pools import OTHERS, USA, secret_only, usa_alone
from campaign.leaders_in_flames.us_entry.shortfall import (
    KINDS,
    RULE,
    due_aside,
    is_over,
    told,
)
from campaign.leaders_in_flames.us_entry.state import UsEntry, aside
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.us_entry import AsideChitsReturned, EntryWaitTold

# --- each turn ----------------------------------------------------------------------------------


def at_start_of(state: State, turn: str, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3.3: with chits aside, each turn records whether the USA may draw and choose.

    Ruling 54: only where the campaign has it told; else nothing says when a wait is over.
    """
    entry = state.entry
    if not told(state):
        return ()
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
    """LiF 5.3.3: the seed for the turn's end, and the secret if it tells of chits aside."""
    if told(state) and _all_aside(state.entry):
        return chit_secret.secret_needs(state, seed=True)
    return Needs(seed=True)


def _all_aside(entry: UsEntry) -> tuple[str, ...]:
    return tuple(chit for kind in KINDS for chit in aside(entry, kind))


# --- their return -------------------------------------------------------------------------------


def give_back(state: State, command: ReturnAsideChits, given: Supplied) -> Decision:
    """LiF 5.3.3: once the turns have passed, the chits put aside are shown to all and go back.

    Ruling 54: only the USA's player hears whether they have. Where each turn tells it, a host
    acting for the USA's player learns no more than everybody.
    """
    kind, entry = command.kind, state.entry
    refused = members.holder_only(state.campaign, command, USA, the_country(USA))
    alone = usa_alone(state, command)
    if refused is None and not told(state):
        refused = alone
    if refused is not None:
        return refused
    if due_aside(entry, kind):
        return Refused(RULE, f"chits put aside for the {kind} pools are still to be entered")
    chits = aside(entry, kind)
    if not chits:
        return Refused(RULE, f"no chits lie aside for the {kind} pools")
    course = Course(state, given)
    if alone is None:
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
