"""What was sent, apart from what is decided: an address stays out of the log. Pure.

The receipt is over what was sent; the log gets what was read, which is the same without the
address. Where the address was all that was new, nothing is recorded.
"""

import msgspec
from msgspec.structs import replace

from campaign import dispatch
from campaign.history.recorded_acts import keeping
from campaign.kernel import well_formed
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.members import EnrolMember
from campaign.kernel.shared_rules import already
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem


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
    given = replace(supplied, claims=[])
    decision = _decided(system, state, command, given, apart)
    if isinstance(decision, Refused) or not decision:
        return decision
    kept = keeping(system, command, given, decision)
    return well_formed.refused(system.codec, kept, command.__struct_fields__) or kept


def _decided(
    system: AnySystem, state: GameState, command: Command, supplied: Supplied, apart: Apart | None
) -> Decision:
    decision = dispatch.decide(system, state, command, supplied)
    if isinstance(command, EnrolMember) and apart is not None and apart.is_news:
        return () if decision == already(command) else decision
    return decision
