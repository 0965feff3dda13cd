"""LiF 5.3.3: chits put aside, and whether they still hold the USA back. Pure."""

from collections.abc import Mapping

from campaign.kernel.decisions import Refused, Supplied
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.state import UsEntry, aside, kind_of
from events.lif.us_entry import Kind

RULE = "LiF 5.3.3"
KINDS: tuple[Kind, ...] = ("entry", "tension")
_NOT_OVER: dict[Kind, str] = {
    "entry": "an entry pool went below zero; the USA draws no entry chit",
    "tension": "a tension pool went below zero; the USA picks no option",
}


def due_aside(entry: UsEntry, kind: Kind) -> bool:
    """LiF 5.3.3: whether chits put aside for a kind of pool are still to be entered."""
    return any(due.aside and kind_of(due.pool) == kind for due in entry.due)


def is_free(entry: UsEntry, kind: Kind) -> bool:
    """LiF 5.3.3: whether no chit lies aside for a kind of pool, or is due there."""
    return not aside(entry, kind) and not due_aside(entry, kind)


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


def forbids(state: State, kind: Kind, given: Supplied | None = None) -> Refused | None:
    """LiF 5.3.3: no draw, or no option, while chits lie aside.

    Ruling 54: only the USA's player hears whether their turns are over: `given` has the secret
    then, and is None for everybody else, who get one answer whatever the chits are worth.
    """
    entry = state.entry
    if due_aside(entry, kind):
        return Refused(RULE, f"chits put aside for the {kind} pools are still to be entered")
    chits = aside(entry, kind)
    if not chits:
        return None
    if given is None:
        return Refused(RULE, f"{_NOT_OVER[kind]} before it has shown the chits put aside")
    values = chit_secret.values(chit_secret.secret_of(given), state, chits)
    if is_over(entry, kind, state.campaign.turn, values):
        return Refused(RULE, f"show and return the chits put aside for the {kind} pools first")
    return Refused(RULE, f"{_NOT_OVER[kind]} before its turns are over")
