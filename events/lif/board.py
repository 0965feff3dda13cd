"""Facts of Leaders in Flames, chapters 4.1 and 4.2: the Promotions Board and veto points.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

import msgspec

from events.base import Count, Event, Id, Line
from events.lif.politics import Power

Choice = Literal["veto", "no-veto"]
Voice = Literal["another", "stop", "abstain"]
How = Literal["sealed", "device", "withheld", "absent", "cannot-pay"]
MarkerKind = Literal["ballot", "vote"]


class Ballot(msgspec.Struct, frozen=True):
    """LiF 4.1(2): one opened veto marker; `absent` and `cannot-pay` count as no veto."""

    choice: Choice
    nonce: str
    how: How


class Vote(msgspec.Struct, frozen=True):
    """LiF 4.1(5): one opened vote; every `how` but `sealed` and `device` counts as abstained."""

    choice: Voice
    nonce: str
    how: How


# --- 4.1 The Promotions Board -------------------------------------------------------------------


class ReinforcementOpened(Event, frozen=True, kw_only=True, tag="lif.ReinforcementOpened"):
    """LiF 4.1: the leaders' reinforcement stage of a turn begins."""

    turn: str


class NextYearLeadersAdded(Event, frozen=True, kw_only=True, tag="lif.NextYearLeadersAdded"):
    """LiF 4.1(1), 1998 edition: an empty cup takes in the next year's leaders early."""

    year: int
    leaders: tuple[Id, ...]


class LeaderDrawn(Event, frozen=True, kw_only=True, tag="lif.LeaderDrawn"):
    """LiF 4.1(1): a leader is drawn from the cup."""

    leader: Id
    draw: Count
    """Number of the draw in the campaign, from 1; it never goes back."""
    source: Literal["ledger", "table"]


class BallotSealed(Event, frozen=True, kw_only=True, tag="lif.BallotSealed"):
    """LiF 4.1(1): a power has turned its veto marker; which side, nobody sees."""

    power: Power
    commitment: str
    sealed: str = ""
    """Choice and nonce encrypted for the vault; empty where a device keeps them."""
    in_name: bool = False
    """The host turned the marker in the player's name."""
    draw: Count
    """Number of the draw that it is about."""


class MarkersFixed(Event, frozen=True, kw_only=True, tag="lif.MarkersFixed"):
    """LiF 4.1(2): from here on no marker of this draw is sealed or replaced."""

    draw: Count
    """Number of the draw that the markers are about."""
    kind: MarkerKind
    overdue: bool = False
    """Whether they were fixed in the host's name because their deadline was over."""
    why: Line = ""
    """Why the host did not wait for those who are missing."""


class BallotRevealed(Event, frozen=True, kw_only=True, tag="lif.BallotRevealed"):
    """LiF 4.1(2): a device has handed over the opening of its ballot, sealed until all open."""

    power: Power
    sealed: str


class BallotsOpened(Event, frozen=True, kw_only=True, tag="lif.BallotsOpened"):
    """LiF 4.1(2): all veto markers are shown at once."""

    ballots: dict[str, Ballot]
    overdue: bool = False
    """Whether they were opened in the host's name because a deadline was over."""
    why: Line = ""
    """Why the host did not wait for those who are missing."""


class VetoPointsSpent(Event, frozen=True, kw_only=True, tag="lif.VetoPointsSpent"):
    """LiF 4.1(3): powers pay for their markers, in veto points."""

    points: dict[str, int]


class LeaderPromoted(Event, frozen=True, kw_only=True, tag="lif.LeaderPromoted"):
    """LiF 4.1(2): the drawn leader arrives as a reinforcement."""

    leader: Id


class LeaderVetoed(Event, frozen=True, kw_only=True, tag="lif.LeaderVetoed"):
    """LiF 4.1(2): the drawn leader goes back to the cup."""

    leader: Id


class VoteSealed(Event, frozen=True, kw_only=True, tag="lif.VoteSealed"):
    """LiF 4.1(5): a power has sealed its vote on going on; which, nobody sees."""

    power: Power
    commitment: str
    sealed: str = ""
    in_name: bool = False
    draw: Count


class VoteRevealed(Event, frozen=True, kw_only=True, tag="lif.VoteRevealed"):
    """LiF 4.1(5): a device has handed over the opening of its vote, sealed until all open."""

    power: Power
    sealed: str


class VotesOpened(Event, frozen=True, kw_only=True, tag="lif.VotesOpened"):
    """LiF 4.1(5): all votes are shown at once."""

    votes: dict[str, Vote]
    overdue: bool = False
    """Whether they were opened in the host's name because a deadline was over."""
    why: Line = ""
    """Why the host did not wait for those who are missing."""


class ReinforcementContinued(Event, frozen=True, kw_only=True, tag="lif.ReinforcementContinued"):
    """LiF 4.1(5): the board draws another leader."""


class ReinforcementClosed(Event, frozen=True, kw_only=True, tag="lif.ReinforcementClosed"):
    """LiF 4.1: the stage ends, by vote, for want of votes, or with an empty cup."""

    reason: Literal["vote", "no votes", "empty cup"]


# --- 4.2 Veto points ----------------------------------------------------------------------------


class VetoPointsInfused(Event, frozen=True, kw_only=True, tag="lif.VetoPointsInfused"):
    """LiF 4.2: the year's veto points are added to the charts."""

    points: dict[str, int]


class VetoPointsBought(Event, frozen=True, kw_only=True, tag="lif.VetoPointsBought"):
    """LiF 4.2: a power turns intelligence points into veto points, five for one."""

    power: Power
    points: int
    intelligence_points: int


# --- 4.1 What leaders are worth to the club -----------------------------------------------------


class LeaderValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 4.1: what a leader is worth to everybody, or to one power, in hundredths of a point."""

    leader: Id
    value: int
    power: Power | None = None
    """For whom; None for everybody who has no row of their own."""


class LeaderValuesSet(Event, frozen=True, kw_only=True, tag="lif.LeaderValuesSet"):
    """LiF 4.1: the club's own table of what leaders are worth, in place of the one before."""

    values: tuple[LeaderValue, ...]
    recall: int = 0
    """How likely a leader in play is recalled in a turn, in hundredths."""
