"""What was sent, apart from what is decided: an address stays out of the log. Pure.

The receipt is over what was sent; the log gets what was read, which is the same without the
address. Where the address was all that was new, nothing is recorded.
"""

import msgspec
from msgspec.structs import replace

from campaign import dispatch
from campaign.kernel import well_formed
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.members import EnrolMember
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem
from events.base import Event
from events.campaign import MemberEnrolled

_ANOTHER = "another"
"""A placeholder for an address that is news. It is never recorded."""


class Apart(msgspec.Struct, frozen=True):
    """A command of which a part is kept elsewhere."""

    sent: bytes
    """As it came, for its receipt."""
    read: bytes
    """As it is decided."""
    is_news: bool = False
    """Whether the part that is kept elsewhere is new, so that the command may say nothing else."""
    refused: Refused | None = None
    """Why it may not be decided at all."""


def decided(
    system: AnySystem, state: GameState, command: Command, supplied: Supplied, apart: Apart | None
) -> Decision:
    """The decision on a command; what an audit would find wrong is refused, not recorded.

    What follows from a command that came apart holds no address. No events at all: it was accepted,
    and the log has nothing to say of it.
    """
    decision = _decided(system, state, command, supplied, apart)
    if isinstance(decision, Refused):
        return decision
    fields = command.__struct_fields__
    return well_formed.refused(system.codec, decision, fields) or decision


def _decided(
    system: AnySystem, state: GameState, command: Command, supplied: Supplied, apart: Apart | None
) -> Decision:
    if apart is None or not isinstance(command, EnrolMember):
        return dispatch.decide(system, state, command, supplied)
    known = state.campaign.members.get(command.member)
    held = known.email if known else ""  # a log of an earlier release
    whole = replace(command, email=_ANOTHER if apart.is_news else held)
    decision = dispatch.decide(system, state, whole, supplied)
    if isinstance(decision, Refused):
        return decision
    bare = tuple(map(_without_address, decision))
    is_known = known is not None and all(
        isinstance(event, MemberEnrolled) and (event.name, event.roles) == (known.name, known.roles)
        for event in bare
    )
    return () if is_known else bare


def _without_address(event: Event) -> Event:
    return replace(event, email="") if isinstance(event, MemberEnrolled) else event
