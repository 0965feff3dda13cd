"""Facts of Leaders in Flames, in the order of the rulebook.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Any, ClassVar, Literal

import msgspec

from events.base import Event, Power

Choice = Literal["veto", "no-veto"]
Voice = Literal["another", "stop", "abstain"]
How = Literal["sealed", "device", "withheld", "absent", "cannot-pay"]
Conquest = Literal["free", "incomplete", "complete"]
Vichy = Literal["none", "installed", "collapsed"]
MinorStatus = Literal["neutral", "aligned", "conquered"]
MarkerKind = Literal["ballot", "vote"]
Mark = Literal["Ge", "Ja", "Res"]
LeaderStatus = Literal[
    "aside", "reserve", "cup", "drawn", "arriving", "map", "circle", "dead", "removed"
]


class LeaderCounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 1: one leader counter as printed: rank 3 to 5 stars, year of arrival or reserve mark."""

    id: str
    name: str
    power: str
    rank: int
    year: int | None = None
    mark: str = ""
    allegiance: str = ""
    abilities: tuple[int, ...] = ()


class Minor(msgspec.Struct, frozen=True, omit_defaults=True):
    """A minor country and the power that it is aligned with or conquered by."""

    status: MinorStatus
    power: str | None = None


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


# --- 4 Setting up -------------------------------------------------------------------------------


class LeadersSetUp(Event, frozen=True, kw_only=True, tag="lif.LeadersSetUp"):
    """LiF 4: where every leader, veto point, war and country stands when the campaign opens."""

    active: bool
    """False while a Days of Decision campaign waits for the war that brings the kit in."""
    leaders: dict[str, LeaderStatus]
    veto_points: dict[str, int]
    at_war: tuple[tuple[str, str], ...]
    conquest: dict[str, Conquest]
    vichy: Vichy
    minors: dict[str, Minor]
    reserves_called: dict[str, tuple[Mark, ...]]
    sheet: tuple[LeaderCounter, ...] = ()
    """The club's own counters; empty where the kit's 58 serve."""
    scenario: dict[str, Any] = msgspec.field(default_factory=dict)
    """The scenario's own table, so that anybody can set the campaign up again; absent in logs of
    release 0.1.0."""
    overrides: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the club's set-up put in the scenario's place, without addresses."""


class LeadersActivated(Event, frozen=True, kw_only=True, tag="lif.LeadersActivated"):
    """LiF 4: the war of a Days of Decision campaign brings the kit into play."""

    leaders: tuple[str, ...]
    points: dict[str, int]


class ReservesCalledOut(Event, frozen=True, kw_only=True, tag="lif.ReservesCalledOut"):
    """LiF 4: a power calls out its reserves, and its leaders of that mark join the cup."""

    power: Power
    mark: Mark
    leaders: tuple[str, ...]


class LeadersReturnedToReserve(
    Event, frozen=True, kw_only=True, tag="lif.LeadersReturnedToReserve"
):
    """LiF 4: the peace that ends a call-out sends marked leaders back to the reserve pool."""

    power: Power
    mark: Mark
    leaders: tuple[str, ...]
    stayed: tuple[str, ...] = ()
    """Leaders on the map whom the host lets stay."""


class LeadersReachedYear(Event, frozen=True, kw_only=True, tag="lif.LeadersReachedYear"):
    """LiF 4: the leaders of a new year join the cup."""

    year: int
    leaders: tuple[str, ...]


class LeadersJoinedCup(Event, frozen=True, kw_only=True, tag="lif.LeadersJoinedCup"):
    """LiF 4: leaders whom an event in the war has freed join the cup."""

    leaders: tuple[str, ...]
    reason: str
    """A code as `campaign events` lists it."""


class LeadersRemoved(Event, frozen=True, kw_only=True, tag="lif.LeadersRemoved"):
    """LiF 3.3: leaders leave the game for ever."""

    leaders: tuple[str, ...]
    reason: str
    """A code as `campaign events` lists it."""


# --- the world around the board -----------------------------------------------------------------


class WarDeclared(Event, frozen=True, kw_only=True, tag="lif.WarDeclared"):
    """LiF 4: two powers or minors are at war."""

    attacker: str
    target: str


class PeaceMade(Event, frozen=True, kw_only=True, tag="lif.PeaceMade"):
    """LiF 4: two powers or minors are at peace again."""

    powers: tuple[str, str]


class ConquestChanged(Event, frozen=True, kw_only=True, tag="lif.ConquestChanged"):
    """LiF 4.2: a major power is free, incompletely or completely conquered."""

    power: Power
    status: Conquest


class VichyInstalled(Event, frozen=True, kw_only=True, tag="lif.VichyInstalled"):
    """LiF 4.1: Vichy France stands beside a Free France."""


class VichyCollapsed(Event, frozen=True, kw_only=True, tag="lif.VichyCollapsed"):
    """LiF 4.1: Vichy France is no more; Free France remains."""


class MinorChanged(Event, frozen=True, kw_only=True, tag="lif.MinorChanged"):
    """LiF 4.1: a minor country is neutral, aligned with a power or conquered by one."""

    minor: str
    status: MinorStatus
    power: str | None = None


# --- 4.1 The Promotions Board -------------------------------------------------------------------


class ReinforcementOpened(Event, frozen=True, kw_only=True, tag="lif.ReinforcementOpened"):
    """LiF 4.1: the leaders' reinforcement stage of a turn begins."""

    turn: str


class NextYearLeadersAdded(Event, frozen=True, kw_only=True, tag="lif.NextYearLeadersAdded"):
    """LiF 4.1(1), 1998 edition: an empty cup takes in the next year's leaders early."""

    year: int
    leaders: tuple[str, ...]


class LeaderDrawn(Event, frozen=True, kw_only=True, tag="lif.LeaderDrawn"):
    """LiF 4.1(1): a leader is drawn from the cup."""

    leader: str
    draw: int
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
    draw: int = 0
    """Number of the draw that it is about; 0 before that was kept."""


class MarkersFixed(Event, frozen=True, kw_only=True, tag="lif.MarkersFixed"):
    """LiF 4.1(2): from here on no marker of this draw is sealed or replaced."""

    since: ClassVar[int] = 2
    draw: int
    """Number of the draw that the markers are about."""
    kind: MarkerKind


class BallotRevealed(Event, frozen=True, kw_only=True, tag="lif.BallotRevealed"):
    """LiF 4.1(2): a device has handed over the opening of its ballot, sealed until all open."""

    power: Power
    sealed: str


class BallotsOpened(Event, frozen=True, kw_only=True, tag="lif.BallotsOpened"):
    """LiF 4.1(2): all veto markers are shown at once."""

    ballots: dict[str, Ballot]


class VetoPointsSpent(Event, frozen=True, kw_only=True, tag="lif.VetoPointsSpent"):
    """LiF 4.1(3): powers pay for their markers, in veto points."""

    points: dict[str, int]


class LeaderPromoted(Event, frozen=True, kw_only=True, tag="lif.LeaderPromoted"):
    """LiF 4.1(2): the drawn leader arrives as a reinforcement."""

    leader: str


class LeaderVetoed(Event, frozen=True, kw_only=True, tag="lif.LeaderVetoed"):
    """LiF 4.1(2): the drawn leader goes back to the cup."""

    leader: str


class VoteSealed(Event, frozen=True, kw_only=True, tag="lif.VoteSealed"):
    """LiF 4.1(5): a power has laid down its vote on going on; which, nobody sees."""

    power: Power
    commitment: str
    sealed: str = ""
    in_name: bool = False
    draw: int = 0


class VoteRevealed(Event, frozen=True, kw_only=True, tag="lif.VoteRevealed"):
    """LiF 4.1(5): a device has handed over the opening of its vote, sealed until all open."""

    power: Power
    sealed: str


class VotesOpened(Event, frozen=True, kw_only=True, tag="lif.VotesOpened"):
    """LiF 4.1(5): all votes are shown at once."""

    votes: dict[str, Vote]


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
