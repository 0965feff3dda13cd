"""Who may start a campaign from the browser, and what it may be called."""

from collections.abc import Mapping

import msgspec

from campaign.accounts.people import APART, RECORDED
from campaign.systems import stands_for
from campaign.web.context import House, RequestContext, seats_of

NOTHING = "Nothing was recorded."


class FieldFault(msgspec.Struct, frozen=True):
    """What is wrong with a field."""

    field: str
    """Empty if it is of none in particular."""
    why: str


def may_start(visit: RequestContext) -> bool:
    """Whether somebody may start campaigns here: the operator, a founder, and hosts."""
    is_theirs = visit.is_operator or visit.person == visit.house.entrance.operators.founder()
    return is_theirs or any(
        here.is_host and not here.is_what_if for here in seats_of(visit.house, visit.person)
    )


def name_fault(house: House, name: str) -> FieldFault | None:
    """Why no campaign may have a name; None if it is free."""
    if name in house.ledger.names():
        return FieldFault("name", f"there is a campaign {name} already")
    what = "a verb" if name in house.reserved else stands_for(name)
    if what:
        return FieldFault("name", f"{name!r} is {what}; call the campaign something else")
    return None


def names_kept(visit: RequestContext, typed: Mapping[str, str]) -> str:
    """Where names are kept: apart from the record behind the open door, unless somebody chose."""
    chosen = typed.get("names", "")
    usual = APART if visit.house.allowance.stay() else RECORDED
    return chosen if chosen in (APART, RECORDED) else usual
