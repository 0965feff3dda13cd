"""What a host or player may ask for in Leaders in Flames, in the order of the rulebook. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.disputes.commands import COMMANDS as RECORD
from campaign.kernel.decisions import Command
from campaign.kernel.members import COMMANDS as SHARED
from campaign.kernel.members import about
from campaign.kernel.vocabulary import Vocabulary
from campaign.leaders_in_flames.commands_in_play import IN_PLAY
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.us_entry.commands import COMMANDS as US_ENTRY
from events.base import Digest, Slug
from events.lif.board import Choice, Voice
from events.lif.cup import Mark
from events.lif.on_map import Place
from events.lif.politics import Conquest, MinorStatus
from events.lif.powers import Power

PowerField = Annotated[Power, about("the major power")]
Country = Annotated[Slug, about("a major power or a minor country")]
Commitment = Annotated[Digest | None, about("64 hex digits made by `campaign seal` on a device")]
Nonce = Annotated[Digest, about("the nonce that the device kept, 64 hex digits")]


class ActivateLeaders(Command, frozen=True, kw_only=True):
    """LiF 4: brings the kit into a Days of Decision campaign, once one of certain wars exists."""

    verb = "activate"
    module = "leaders"
    when = ("closed",)


class CallOutReserves(Command, frozen=True, kw_only=True):
    """LiF 4: calls out a power's reserves; its leaders of that mark join the cup."""

    verb = "reserves"
    when = ("closed",)
    power: PowerField
    mark: Annotated[Mark, about("the enemy the mark names (Ge, Ja), or Res")]


class DeclareWar(Command, frozen=True, kw_only=True):
    """LiF 4: records a declaration of war."""

    verb = "war"
    when = ("closed",)
    attacker: Country
    target: Country


class MakePeace(Command, frozen=True, kw_only=True):
    """LiF 4: records a peace; a call-out that it ends sends marked leaders back (ruling 11)."""

    verb = "peace"
    when = ("closed",)
    powers: Annotated[tuple[Slug, Slug], about("the two that make peace")]
    returned: Annotated[tuple[Slug, ...], about("leaders on the map whom the host sends back")] = ()


class SetConquest(Command, frozen=True, kw_only=True):
    """LiF 4.2: records that a major power is free, incompletely or completely conquered."""

    verb = "conquest"
    when = ("closed",)
    power: PowerField
    status: Annotated[Conquest, about("free is liberation")]


class InstallVichy(Command, frozen=True, kw_only=True):
    """LiF 4.1: installs Vichy France; De Gaulle joins the cup, French leaders move to a hex."""

    verb = "vichy"
    when = ("closed",)
    moves: Annotated[
        dict[Slug, Place],
        about("Free and Vichy French leaders on the map, with the nearest hex of their France"),
    ] = msgspec.field(default_factory=dict)


class CollapseVichy(Command, frozen=True, kw_only=True):
    """LiF 4.1: Vichy France collapses."""

    verb = "vichy"
    when = ("closed",)


class SetMinor(Command, frozen=True, kw_only=True):
    """LiF 4.1: records that a minor country is neutral, aligned or conquered, and with whom."""

    verb = "minor"
    when = ("closed",)
    minor: Annotated[Slug, about("the minor country, by its English name")]
    status: Annotated[MinorStatus, about("what it is now")]
    power: Annotated[Power | None, about("its controller or conqueror; none where neutral")] = None


class OpenReinforcement(Command, frozen=True, kw_only=True):
    """LiF 4.1: begins the leaders' reinforcement stage; once a turn at most (ruling 8)."""

    verb = "board"
    module = "leaders"
    when = ("board",)


class DrawLeader(Command, frozen=True, kw_only=True):
    """LiF 4.1(1): draws a leader; with draws at the table, records the one drawn."""

    verb = "draw"
    module = "leaders"
    when = ("draw",)
    leader: Annotated[Slug | None, about("the leader drawn at the table")] = None


class SealBallot(Command, frozen=True, kw_only=True):
    """LiF 4.1(1): turns a veto marker in secret; a second one replaces the first."""

    verb = "ballot"
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    secret = frozenset({"choice"})
    power: PowerField
    choice: Annotated[Choice | None, about("sealed in the vault")] = None
    commitment: Commitment = None


class FixMarkers(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): ends sealing, so that no marker can answer a device's opening."""

    verb = "fix"
    module = "leaders"
    when = ("ballots", "votes")


class RevealBallot(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): hands over the opening of a ballot sealed on a device; sealed till all open."""

    verb = "reveal-ballot"
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    secret = frozenset({"choice", "nonce"})
    power: PowerField
    choice: Annotated[Choice, about("the choice that was sealed")]
    nonce: Nonce


class OpenBallots(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): shows all markers, collects the points, and the leader arrives or goes back."""

    verb = "reveal"
    module = "leaders"
    when = ("ballots",)
    absent: Annotated[Literal["no-veto"] | None, about("count missing ballots as no veto")] = None
    withheld: Annotated[Literal[True] | None, about("charge devices that hand nothing in")] = None


class SealVote(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): lays down a secret vote on going on."""

    verb = "vote"
    who = "holder"
    module = "leaders"
    when = ("votes",)
    secret = frozenset({"choice"})
    power: PowerField
    choice: Annotated[Voice | None, about("sealed in the vault; `stop` in lif-1998 only")] = None
    commitment: Commitment = None


class RevealVote(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): hands over the opening of a vote sealed on a device; sealed till all open."""

    verb = "reveal-vote"
    who = "holder"
    module = "leaders"
    when = ("votes",)
    secret = frozenset({"choice", "nonce"})
    power: PowerField
    choice: Annotated[Voice, about("the choice that was sealed")]
    nonce: Nonce


class OpenVotes(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): shows all votes, collects the points, and the board goes on or closes."""

    verb = "count"
    module = "leaders"
    when = ("votes",)
    absent: Annotated[Literal["abstain"] | None, about("count missing votes as abstained")] = None
    withheld: Annotated[Literal[True] | None, about("charge devices that hand nothing in")] = None


class BuyVetoPoints(Command, frozen=True, kw_only=True):
    """LiF 4.2: buys veto points, one for every five intelligence points."""

    verb = "buy"
    who = "holder"
    module = "leaders"
    when = ("closed",)
    power: PowerField
    intelligence_points: Annotated[int, msgspec.Meta(ge=1, le=1000, description="a multiple of 5")]


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
    *IN_PLAY,
    *US_ENTRY,
    *RECORD,
)
COMMANDS = Vocabulary(_ALL, POWERS)
