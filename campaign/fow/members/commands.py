"""What may be asked about sides, commanders and battles beside the campaign. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel import decisions, members
from campaign.text.moments import A_NAME
from events.base import Slug
from events.seats import Seat

MOST_PLAYERS = 40
"""The most who can have fought in one battle."""


class JoinSide(decisions.Command, frozen=True, kw_only=True):
    """FoW Multi-player Campaigns: a member plays on a side; a host or its speaker says so.

    Enrol them first: `campaign enrol`.
    """

    verb = "join MEMBER SIDE"
    helped = "member join: A member plays on a side."
    example = """
    campaign start winter --system fow --scenario anzio
    campaign enrol winter anna
    campaign enrol winter ben
    campaign join winter anna allies
    campaign join winter ben axis
    """
    who = "holder"
    member: Annotated[Slug, members.about("who joins")]
    side: Annotated[Seat, members.about("the side")]


class LeaveSide(decisions.Command, frozen=True, kw_only=True):
    """FoW Multi-player Campaigns: a player leaves; they speak and command for it no more.

    Points and sectors stay, and somebody else may join in their place.
    """

    verb = "leave-side MEMBER"
    helped = "leave-side (battle): A player leaves their side."
    example = """
    campaign enrol winter carla
    campaign join winter carla axis
    campaign leave-side winter carla
    """
    who = "member"
    member: Annotated[Slug, members.about("who leaves", choices="players")]


class AssignCommanders(decisions.Command, frozen=True, kw_only=True):
    """FoW Multi-player Campaigns: a team says who fights where, until the battle there begins."""

    verb = "commanders [SIDE] [LINE=COMMANDER]…"
    helped = "battle commanders: Who fights for a side on which line."
    example = """
    campaign commanders winter
    campaign commanders winter allies anzio=anna
    """
    who = "holder"
    side: Annotated[Seat, members.about("the side")]
    commanders: Annotated[
        dict[Slug, Annotated[str, members.about("who commands there", choices="commander")]],
        msgspec.Meta(
            description="who commands on each line; an empty text leaves it without anybody",
        ),
    ] = msgspec.field(default_factory=dict)


class RecordFreeBattle(decisions.Command, frozen=True, kw_only=True):
    """FoW Multi-player Battles: a battle beside the campaign, which changes no points.

    It may be historical, or of many players. The side with more winners has won it.
    """

    verb = "free-battle TITLE"
    helped = "free-battle (battle): Record a battle beside the campaign."
    example = """
    campaign free-battle winter "The bridge at dawn" --player anna=allies --player ben=axis \\
      --won anna
    """
    options = {"players": "--player", "winners": "--won"}  # noqa: RUF012
    who = "member"
    title: Annotated[
        str,
        msgspec.Meta(
            min_length=1, max_length=80, pattern=A_NAME, description="what the battle is called"
        ),
    ]
    players: Annotated[
        dict[Slug, Seat],
        msgspec.Meta(
            min_length=2,
            max_length=MOST_PLAYERS,
            description="everybody who fought, each with their side",
        ),
    ]
    winners: Annotated[tuple[Slug, ...], members.about("the players who won; none for a draw")] = ()
    mission: Annotated[str, members.about("the mission, where it was one of the book")] = ""
    played_on: Annotated[str, members.about("the day, such as 2006-05-13")] = ""
    note: Annotated[
        str, msgspec.Meta(max_length=2000, description="what was remarkable, in your words")
    ] = ""
