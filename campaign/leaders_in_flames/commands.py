"""Every command of Leaders in Flames, in the order of the rulebook. Pure."""

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.kernel.decisions import Command
from campaign.kernel.members import COMMANDS as SHARED
from campaign.kernel.vocabulary import Vocabulary
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.board.commands import (
    ActivateLeaders,
    BuyVetoPoints,
    CallOutReserves,
    DrawLeader,
    FixMarkers,
    OpenBallots,
    OpenReinforcement,
    OpenVotes,
    RevealBallot,
    RevealVote,
    SealBallot,
    SealVote,
)
from campaign.leaders_in_flames.force_pools.commands import AddCounters, MoveCounter
from campaign.leaders_in_flames.on_map.commands import (
    BeginImpulse,
    BeginStage,
    BeginStep,
    Cooperate,
    EndCooperation,
    MoveLeader,
    PlaceLeader,
    PromoteGuards,
    ReportCarpetBombing,
    ReportCombat,
    ReportGroundStrike,
    ReportLeaderLost,
    SendLeaderToCircle,
    TurnLeader,
)
from campaign.leaders_in_flames.politics.commands import (
    CollapseVichy,
    DeclareWar,
    InstallVichy,
    MakePeace,
    SetConquest,
    SetMinor,
)
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.us_entry.commands import COMMANDS as US_ENTRY

_ALL: tuple[type[Command], ...] = (
    *SHARED,
    ActivateLeaders,
    CallOutReserves,
    DeclareWar,
    MakePeace,
    SetConquest,
    InstallVichy,
    CollapseVichy,
    SetMinor,
    OpenReinforcement,
    DrawLeader,
    SealBallot,
    FixMarkers,
    RevealBallot,
    OpenBallots,
    SealVote,
    RevealVote,
    OpenVotes,
    BuyVetoPoints,
    PlaceLeader,
    MoveLeader,
    TurnLeader,
    SendLeaderToCircle,
    BeginStage,
    BeginImpulse,
    BeginStep,
    Cooperate,
    EndCooperation,
    UseAbility,
    ReportCombat,
    ReportGroundStrike,
    ReportCarpetBombing,
    ReportLeaderLost,
    PromoteGuards,
    AddCounters,
    MoveCounter,
    *US_ENTRY,
    *RECORD,
)
COMMANDS = Vocabulary(_ALL, POWERS)
