"""What a host or player may ask for about the cup, the Promotions Board and points. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.kernel.decisions import SECRET, Command
from campaign.kernel.members import Why, about
from campaign.leaders_in_flames.fields import PowerField
from events.base import Digest, Slug
from events.lif.board import Choice, Voice
from events.lif.cup import Mark

Commitment = Annotated[Digest | None, about("64 hex digits made by `campaign seal` on a device")]
Overdue = Annotated[
    Literal[True] | None,
    about("the deadline is over: what is missing counts so; with auto_open=yes alone"),
]
Nonce = Annotated[Digest, about("the nonce that the device kept, 64 hex digits"), SECRET]


DrawMeant = Annotated[
    Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None,
    about("the draw it is meant for; refused where another is before the Board"),
]


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
    """LiF 4.1(1): a power's secret ballot on the leader drawn; a second one replaces the first."""

    verb = "ballot"
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    power: PowerField
    choice: Annotated[Choice | None, about("sealed in the vault"), SECRET] = None
    commitment: Commitment = None
    draw: DrawMeant = None


class FixMarkers(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): ends sealing, so that no marker can answer a device's opening."""

    verb = "fix"
    why_field = "why"
    module = "leaders"
    when = ("ballots", "votes")
    overdue: Overdue = None
    why: Why = None


class RevealBallot(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): hands over the opening of a ballot sealed on a device; sealed till all open."""

    verb = "reveal-ballot"
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    counts_unsigned = True
    unseen = {"choice": "no-veto", "nonce": "0" * 64}  # noqa: RUF012
    power: PowerField
    choice: Annotated[Choice, about("the choice that was sealed"), SECRET]
    nonce: Nonce


class OpenBallots(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): shows all markers, collects the points, and the leader arrives or goes back."""

    verb = "reveal"
    why_field = "why"
    module = "leaders"
    when = ("ballots",)
    absent: Annotated[Literal["no-veto"] | None, about("count missing ballots as no veto")] = None
    withheld: Annotated[Literal[True] | None, about("charge devices that hand nothing in")] = None
    overdue: Overdue = None
    why: Why = None


class SealVote(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): a power's secret vote on drawing another leader; a second one replaces it."""

    verb = "vote"
    who = "holder"
    module = "leaders"
    when = ("votes",)
    power: PowerField
    choice: Annotated[
        Voice | None, about("sealed in the vault; `stop` in lif-1998 only"), SECRET
    ] = None
    commitment: Commitment = None
    draw: DrawMeant = None


class RevealVote(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): hands over the opening of a vote sealed on a device; sealed till all open."""

    verb = "reveal-vote"
    who = "holder"
    module = "leaders"
    when = ("votes",)
    counts_unsigned = True
    unseen = {"choice": "abstain", "nonce": "0" * 64}  # noqa: RUF012
    power: PowerField
    choice: Annotated[Voice, about("the choice that was sealed"), SECRET]
    nonce: Nonce


class OpenVotes(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): shows all votes, collects the points, and the board goes on or closes."""

    verb = "count"
    why_field = "why"
    module = "leaders"
    when = ("votes",)
    absent: Annotated[Literal["abstain"] | None, about("count missing votes as abstained")] = None
    withheld: Annotated[Literal[True] | None, about("charge devices that hand nothing in")] = None
    overdue: Overdue = None
    why: Why = None


class BuyVetoPoints(Command, frozen=True, kw_only=True):
    """LiF 4.2: buys veto points, one for every five intelligence points."""

    verb = "buy"
    who = "holder"
    module = "leaders"
    when = ("closed",)
    power: PowerField
    intelligence_points: Annotated[int, msgspec.Meta(ge=1, le=1000, description="a multiple of 5")]
