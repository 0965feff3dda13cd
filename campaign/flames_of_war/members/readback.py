"""Commands about sides and commanders, read back from what they brought. Pure."""

from campaign.flames_of_war.members.commands import (
    AssignCommanders,
    JoinSide,
    LeaveSide,
    RecordFreeBattle,
)
from campaign.flames_of_war.state import State
from campaign.kernel.readback import Readers, same
from events.fow.sides import CommandersAssigned, FreeBattleRecorded, PlayerJoined, PlayerLeft

READERS: Readers[State] = {
    PlayerJoined: same(JoinSide),
    PlayerLeft: same(LeaveSide),
    CommandersAssigned: same(AssignCommanders),
    FreeBattleRecorded: same(RecordFreeBattle),
}
"""Each event holds the fields of its command."""
