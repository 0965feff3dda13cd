"""What a host or player may ask for about the cup, the Promotions Board and points. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.kernel.decisions import SECRET, Command, HoldWords
from campaign.kernel.members import Why, about
from campaign.lif.roster import PowerField
from events.base import Digest, Slug
from events.lif.board import Choice, LeaderValue, Voice
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
    helped = "war activate: Bring the leaders into a Days of Decision campaign."
    example = """
    campaign start days --scenario global-war --ruling days_of_decision=true
    campaign war days germany poland
    campaign war days germany france
    campaign activate days
    """
    module = "leaders"
    when = ("closed",)


class CallOutReserves(Command, frozen=True, kw_only=True):
    """LiF 4: calls out a power's reserves; its leaders of that mark join the cup."""

    verb = "reserves POWER MARK"
    helped = "war reserves: Call out a power's reserves."
    example = "campaign reserves club commonwealth Ge"
    when = ("closed",)
    power: PowerField
    mark: Annotated[Mark, about("their mark: Ge (against Germany), Ja (Japan) or Res")]


class OpenReinforcement(Command, frozen=True, kw_only=True):
    """LiF 4.1: begins the leaders' reinforcement stage; once a turn at most (ruling 8)."""

    verb = "board"
    helped = "* board: Play the turn's Promotions Board at this keyboard. [promotions next veto]"
    module = "leaders"
    when = ("board",)


class DrawLeader(Command, frozen=True, kw_only=True):
    """LiF 4.1(1): draws a leader from the cup; with draws at the table, records the one drawn."""

    verb = "draw [LEADER]"
    helped = "draw (board): Draw a leader."
    example = "campaign draw club"
    module = "leaders"
    when = ("draw",)
    leader: Annotated[Slug | None, about("the leader drawn at the table", "cup_leader")] = None


class SealBallot(Command, frozen=True, kw_only=True):
    """LiF 4.1(1): seals a power's secret ballot on the leader drawn.

    For a leader of your own side, veto is support. Leave the choice out to type it unseen; that
    also keeps it out of the shell's history. A second ballot replaces the first.
    """

    verb = "ballot POWER [CHOICE]"
    helped = (
        "ballot (board): Choose on the leader drawn: veto, support or no (secret). [veto secret "
        "support]"
    )
    example = """
    campaign ballot club germany no-veto --as anna
    echo no-veto | campaign ballot club japan
    """
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    power: PowerField
    choice: Annotated[Choice | None, about("sealed in the vault"), SECRET] = None
    commitment: Commitment = None
    draw: DrawMeant = None


class FixMarkers(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): ends sealing; from now on nobody seals or replaces a ballot or vote of this draw.

    Then those who sealed on a device of their own hand in their openings, which nobody can answer
    any more.
    """

    verb = "fix"
    helped = "device fix: End sealing, before devices hand in their openings."
    example = "campaign fix club --yes"
    why_field = "why"
    held = HoldWords("fixes the markers", "fixed")
    module = "leaders"
    when = ("ballots", "votes")
    overdue: Overdue = None
    why: Why = None


class RevealBallot(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): hands over what opens a ballot that was sealed on a device.

    It stays sealed, in the vault, until all ballots are opened. What is left out is asked for
    unseen.
    """

    verb = "reveal-ballot POWER [CHOICE] [NONCE]"
    helped = "device reveal-ballot: Hand over what opens a ballot sealed on a device."
    example = "campaign reveal-ballot club usa --opening usa.seal"
    who = "holder"
    module = "leaders"
    when = ("ballots",)
    counts_unsigned = True
    unseen = {"choice": "no-veto", "nonce": "0" * 64}  # noqa: RUF012
    power: PowerField
    choice: Annotated[Choice, about("the choice that was sealed"), SECRET]
    nonce: Nonce


class OpenBallots(Command, frozen=True, kw_only=True):
    """LiF 4.1(2): opens all ballots at once; points are paid, the leader arrives or goes back."""

    verb = "reveal"
    helped = "reveal (board): Open all ballots at once. [open]"
    example = "campaign reveal club --absent --yes"
    why_field = "why"
    held = HoldWords("opens the ballots", "opened")
    module = "leaders"
    when = ("ballots",)
    absent: Annotated[Literal["no-veto"] | None, about("missing ballots count as no veto")] = None
    withheld: Annotated[
        Literal[True] | None, about("devices that hand in nothing pay for a veto")
    ] = None
    overdue: Overdue = None
    why: Why = None


class SealVote(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): seals a power's secret vote on drawing another leader.

    Another costs 1, stop (lif-1998 only) 2, abstain nothing. Leave the choice out to type it
    unseen. A second vote replaces the first.
    """

    verb = "vote POWER [CHOICE]"
    helped = "vote (board): Vote on drawing another leader (secret). [abstain another stop]"
    example = "campaign vote club germany abstain --as anna"
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
    """LiF 4.1(5): hands over what opens a vote that was sealed on a device.

    It stays sealed, in the vault, until all votes are opened. What is left out is asked for unseen.
    """

    verb = "reveal-vote POWER [CHOICE] [NONCE]"
    helped = "device reveal-vote: Hand over what opens a vote sealed on a device."
    example = """
    campaign seal --campaign-id "$(campaign status club --id)" \\
        --kind vote --draw 1 --power france --choice abstain --out france.seal
    campaign vote club france --commitment "$(head -1 france.seal)"
    campaign fix club --yes
    campaign reveal-vote club france --opening france.seal
    """
    who = "holder"
    module = "leaders"
    when = ("votes",)
    counts_unsigned = True
    unseen = {"choice": "abstain", "nonce": "0" * 64}  # noqa: RUF012
    power: PowerField
    choice: Annotated[Voice, about("the choice that was sealed"), SECRET]
    nonce: Nonce


class OpenVotes(Command, frozen=True, kw_only=True):
    """LiF 4.1(5): opens all votes at once; points are paid, the board goes on or closes."""

    verb = "count"
    helped = "count (board): Open all votes at once. [abstain tally]"
    example = "campaign count club --absent --yes"
    why_field = "why"
    held = HoldWords("counts the votes", "counted")
    module = "leaders"
    when = ("votes",)
    absent: Annotated[Literal["abstain"] | None, about("missing votes count as abstained")] = None
    withheld: Annotated[
        Literal[True] | None, about("devices that hand in nothing abstain and pay 1")
    ] = None
    overdue: Overdue = None
    why: Why = None


Seals = SealBallot | SealVote
Reveals = RevealBallot | RevealVote
Opens = OpenBallots | OpenVotes
"""LiF 4.1(2), 4.1(5): the same of ballots and of votes."""


class BuyVetoPoints(Command, frozen=True, kw_only=True):
    """LiF 4.2: buys veto points, one for every five intelligence points."""

    verb = "buy POWER INTELLIGENCE-POINTS"
    helped = "war buy: Buy veto points with intelligence."
    example = "campaign buy club japan 10"
    who = "holder"
    module = "leaders"
    when = ("closed",)
    power: PowerField
    intelligence_points: Annotated[int, msgspec.Meta(ge=1, le=1000, description="a multiple of 5")]


class SetLeaderValues(Command, frozen=True, kw_only=True):
    """LiF 4.1: says what leaders are worth to the club, for veto advice; no rule reads it.

    The table takes the place of the one before. A leader without a row keeps the usual value; a
    row for a power counts for that power alone. Figures are hundredths.
    """

    verb = "leader-values"
    helped = (
        "leader leader-values: What leaders are worth to the club, for veto advice. [worth value]"
    )
    in_short = "Set what leaders are worth, for veto advice."
    module = "leaders"
    values: Annotated[
        tuple[LeaderValue, ...], about("leader, value in hundredths from 0 to 2000, power")
    ] = ()
    recall: Annotated[
        int, msgspec.Meta(ge=0, le=50, description="hundredths: a recall in a turn, from 0 to 50")
    ] = 0
