"""LiF 3.1: verbs about leaders on the map: placing, moving, turning. Pure."""

from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Flag, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.on_map.commands import (
    Means,
    MoveLeader,
    PlaceLeader,
    SendLeaderToCircle,
    TurnLeader,
)
from campaign.leaders_in_flames.parameters import TURN, the_leader, the_place, words_of


def _place(leader: str, location: str, face_down: bool) -> Send:
    """Puts an arriving leader on the map. PLACE is a hex by map letter, row and column (E1429),
    a section of a sea box (sea:north-sea/3) or an off-map dot (dot:canada).
    """
    face_up = False if face_down else None
    return sending(PlaceLeader, leader=leader, location=location, face_up=face_up)


PLACE = Verb(
    words="place",
    example=r"""
    echo 'leaders = {rommel="arriving", manstein="map", guderian="map", zhukov="map"}' > east.toml
    campaign start front --scenario global-war --module guards-banner --setup east.toml
    campaign place front rommel E1429
    """,
    parameters=(the_leader, the_place, Flag("--face-down", "He arrives face-down.")),
    sends=_place,
)


def _move(leader: str, location: str, means: str, company: str | None) -> Send:
    """Moves a leader on the map. Means vichy makes the move that Vichy's installation asks of
    him; other is for what no rule has a word for.
    """
    return sending(MoveLeader, leader=leader, location=location, means=means, travels_with=company)


MOVE = Verb(
    words="move",
    example="""
    campaign move front rommel E1430
    campaign move front rommel E1630 --means air --with Ju-52
    """,
    parameters=(
        the_leader,
        the_place,
        VerbOption(
            "--means", "How he goes.", OneOf("way to move", words_of(Means)), default="land"
        ),
        VerbOption(
            "--with",
            "The ship, aircraft or unit he goes with.",
            metavar="TEXT",
            called="company",
        ),
    ),
    sends=_move,
)


def _flip(leader: str, face: str) -> Send:
    """Turns a leader on the map face-up or face-down."""
    return sending(TurnLeader, leader=leader, face_up=face == "up")


FLIP = Verb(
    words="flip",
    example="campaign flip front rommel down\ncampaign flip front rommel up",
    parameters=(the_leader, Argument("face", "up|down", OneOf("face", lambda: ("up", "down")))),
    sends=_flip,
)

CIRCLE = Verb(
    words="circle",
    help="Takes a leader off the map and onto the production circle; he arrives again in that "
    "turn.",
    example="campaign circle front guderian 1940-MA --reason 'flown home'",
    parameters=(
        the_leader,
        Argument("arrives", "TURN", TURN),
        VerbOption("--reason", "Why, for the journal.", default="in play"),
    ),
    sends=SendLeaderToCircle,
)

VERBS = {verb.words: verb for verb in (PLACE, MOVE, FLIP, CIRCLE)}
