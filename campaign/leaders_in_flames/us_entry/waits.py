"""LiF 5.3.3: below zero: chits put aside, the turns that must pass, and their return. Pure."""

from campaign.kernel import members
from campaign.kernel.decisions import NOTHING, Decision, Needs, Refused, Supplied
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State
from campaign.leaders_in_flames.us_entry.commands import ReturnAsideChits
from campaign.leaders_in_flames.us_entry.pools import OTHERS, USA, secret_only, usa_alone
from campaign.leaders_in_flames.us_entry.shortfall import RULE, due_aside, is_over
from campaign.leaders_in_flames.us_entry.state import aside
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.lif.us_entry import AsideChitsReturned


def give_back(state: State, command: ReturnAsideChits, given: Supplied) -> Decision:
    """LiF 5.3.3: once the turns have passed, the chits put aside are shown to all and go back.

    Ruling 54: only the USA's player hears whether they have.
    """
    kind, entry = command.kind, state.entry
    refused = members.holder_only(state.campaign, command, USA, the_country(USA))
    if refused := refused or usa_alone(state, command):
        return refused
    if due_aside(entry, kind):
        return Refused(RULE, f"chits put aside for the {kind} pools are still to be entered")
    chits = aside(entry, kind)
    if not chits:
        return Refused(RULE, f"no chits lie aside for the {kind} pools")
    course = Course(state, given)
    if not is_over(entry, kind, state.campaign.turn, course.values()):
        return Refused(RULE, f"the turns to wait for the {kind} pools are not over")
    course.show(chits, OTHERS, code("put-aside", kind))
    course.tell(AsideChitsReturned(kind=kind, chits=chits))
    return course.done()


def needs(state: State, command: ReturnAsideChits) -> Needs:
    """LiF 5.3.3: the secret, if there is something to show."""
    return secret_only(state, command) if aside(state.entry, command.kind) else NOTHING


DECIDE: Deciders = {ReturnAsideChits: give_back}
NEEDS: Needing = {ReturnAsideChits: needs}
EVOLVE: Evolvers = {}
