"""What a host or player may ask for with leaders on the map and in combat. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.lif.roster import CountryField, LeaderOnMap, PlaceField, TurnField
from campaign.text.moments import A_NAME, ONE_LINE
from events.base import Id, IdOrEmpty, Slug
from events.lif.on_map import CombatKind, Fate, Involved, Side, Size
from events.lif.politics import Power

Means = Literal[
    "land", "rail", "naval", "air", "rebase", "advance", "retreat", "overrun", "vichy", "other"
]
Cause = Literal["pilot", "sea-box", "overrun"]


UnitType = Literal[
    "INF", "MTN", "MOT", "MECH", "ARM", "CAV", "HQ-A", "HQ-I", "MAR", "PARA", "GAR", "MIL", "ART",
    "AT", "AA", "ENG", "PART", "FTR", "LND", "NAV", "ATR", "CVP", "CV", "CVL", "BB", "CB", "CA",
    "CL", "DD", "SUB", "TRS", "AMPH", "CONV",
]  # fmt: skip
"""The types of units that a combat may name."""


class PlaceLeader(Command, frozen=True, kw_only=True):
    """LiF 3.1: puts an arriving leader on the map."""

    verb = "place LEADER LOCATION"
    helped = "leader place: Put an arriving leader on the map. [arrived arriving]"
    example = r"""
    echo 'leaders = {rommel="arriving", manstein="map", guderian="map", zhukov="map"}' > east.toml
    campaign start front --scenario global-war --module guards-banner --setup east.toml
    campaign place front rommel E1429
    """
    options = {"face_up": "--face-down"}  # noqa: RUF012
    who = "holder"
    module = "leaders"
    leader: Annotated[Slug, about("who arrives", choices="leader_arriving")]
    location: PlaceField
    face_up: Annotated[bool, about("no: the leader arrives face-down")] = True


class MoveLeader(Command, frozen=True, kw_only=True):
    """LiF 3.1: moves a leader on the map, alone or with a unit, ship or aircraft."""

    verb = "move LEADER LOCATION"
    helped = "leader move: Move a leader on the map. [hex]"
    example = """
    campaign move front rommel E1430
    campaign move front rommel E1630 --means air --with Ju-52
    """
    options = {"travels_with": "--with"}  # noqa: RUF012
    who = "holder"
    module = "leaders"
    leader: LeaderOnMap
    location: PlaceField
    means: Annotated[
        Means, about("how; vichy: as its installation asks, other: as no rule has a word for")
    ] = "land"
    travels_with: Annotated[
        str, msgspec.Meta(max_length=80, description="the ship, aircraft or unit that carries them")
    ] = ""


class TurnLeader(Command, frozen=True, kw_only=True):
    """LiF 3.2: turns a leader face-up or face-down."""

    verb = "flip LEADER FACE-UP"
    helped = "leader flip: Turn a leader face-up or face-down."
    example = """
    campaign flip front rommel down
    campaign flip front rommel up
    """
    who = "holder"
    module = "leaders"
    leader: LeaderOnMap
    face_up: Annotated[bool, about("up or down", choices="face")]


class SendLeaderToCircle(Command, frozen=True, kw_only=True):
    """LiF 3.1: takes a leader off the map onto the production circle, to arrive in a later turn."""

    verb = "circle LEADER ARRIVES"
    helped = "leader circle: Send a leader to the production circle. [production]"
    example = "campaign circle front guderian 1940-MA --reason 'flown home'"
    who = "holder"
    module = "leaders"
    leader: LeaderOnMap
    arrives: Annotated[TurnField, about("the turn of the arrival", choices="later_turn")]
    reason: Annotated[
        str, msgspec.Meta(min_length=1, max_length=120, description="why, for the journal")
    ] = "in play"


class NameHex(Command, frozen=True, kw_only=True):
    """LiF 2: names a hex for pictures and lists; no rule reads it. Without a name: takes it away.

    Any member names a hex that has no name; whoever named it, or a host, changes or removes that.
    """

    verb = "name-hex HEX"
    helped = "war name-hex: Name a hex, for pictures and lists."
    in_short = "Name a hex for pictures and lists."
    example = """
    campaign name-hex front E1429 --name Kyiv
    campaign name-hex front E1429
    """
    who = "member"
    hex: Annotated[
        str,
        msgspec.Meta(pattern=r"^[A-Z][0-9]{4}$(?!\n)", extra={"form": "a hex like E1429"}),
        about("the hex", choices="place"),
    ]
    name: Annotated[
        str,
        msgspec.Meta(max_length=24, pattern=rf"^$|{A_NAME}"),
        about("what it is called; left out: nothing"),
    ] = ""


class BeginStage(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a stage outside the impulses begins; limits count afresh."""

    verb = "stage STAGE"
    helped = "turn stage: Begin a stage of the turn."
    example = "campaign stage front reinforcement"
    module = "leaders"
    stage: Annotated[Slug, about("the stage, such as reinforcement", choices="stage")]


class BeginImpulse(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a side's impulse begins; limits count afresh."""

    verb = "impulse SIDE"
    helped = "turn impulse: Begin a side's impulse."
    example = "campaign impulse front axis"
    module = "leaders"
    side: Annotated[Literal["axis", "allies"], about("whose impulse it is")]


class BeginStep(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a step (list edition: a segment) begins; each ability serves once."""

    verb = "step STEP"
    helped = "turn step: Begin a step."
    example = "campaign step front land-combat"
    module = "leaders"
    step: Annotated[Slug, about("the step, such as land-combat", choices="step")]


class Cooperate(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that two major powers co-operate: their leaders may help each other."""

    verb = "cooperate POWER…"
    helped = "war cooperate: Record that two powers co-operate."
    example = """
    campaign cooperate front commonwealth france
    campaign cooperate front commonwealth france --end
    """
    module = "leaders"
    powers: Annotated[tuple[Power, Power], about("the two")]


class EndCooperation(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that two major powers no longer co-operate."""

    verb = "cooperate POWER…"
    module = "leaders"
    powers: Annotated[tuple[Power, Power], about("the two")]


class ToldLoss(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 3.3, 5.1: one unit lost or driven off, as told; the record knows more of a counter."""

    side: Side
    power: IdOrEmpty
    controlled_by: Id
    type: str
    fate: Fate
    build_points: Annotated[
        int | None, about("left out: the counter's on record; none for a retreat")
    ] = None
    size: Annotated[Size | None, about("left out: the counter's on record, or else a corps")] = None
    hq: Annotated[
        bool | None, about("left out: as the counter on record, or by its type, such as HQ-I")
    ] = None
    counter: Id = ""
    counts_for_attacker: bool = True
    counts_for_defender: bool = True
    counts_for_death: bool = True
    arrives: Annotated[
        TurnField | None,
        about("shattered: the turn in which it comes back; else the next", "later_turn"),
    ] = None


class ReportCombat(Command, frozen=True, kw_only=True):
    """LiF 3.3: reports a finished combat: every loss and every leader concerned.

    Recalls and deaths follow. It is told in a file, on standard input, by options or, at a
    terminal, in answers. Build points, size and HQ of a counter on record may be left out.
    """

    verb = "combat"
    repeats = "Another combat"
    helped = (
        "leader combat: Report a combat; recalls and deaths follow. [recall recalled battle "
        "losses fight]"
    )
    example = """
    campaign combat --template > fought.json
    campaign combat front fought.json
    """
    options = {  # noqa: RUF012
        "attackers": "--attacker", "defenders": "--defender", "losses": "--loss",
        "leaders": "--leader", "places": "--place",
    }  # fmt: skip
    when = ("closed",)
    kind: Annotated[CombatKind, about("land, naval, air or naval-air")]
    hex: Annotated[PlaceField, about("where it was fought")]
    attackers: Annotated[tuple[CountryField, ...], about("powers and minors attacking")]
    defenders: Annotated[tuple[CountryField, ...], about("powers and minors defending")]
    losses: Annotated[
        tuple[ToldLoss, ...],
        about("every unit killed, shattered or retreated", hint="Tap a unit and what became of it"),
    ]
    leaders: Annotated[tuple[Involved, ...], about("every leader concerned")] = ()
    left_alone: Annotated[
        tuple[LeaderOnMap, ...],
        about("leaders in whose hex every other unit that counts was destroyed"),
    ] = ()
    recall: Annotated[
        tuple[LeaderOnMap, ...], about("whom you recall where the rule leaves the choice")
    ] = ()
    contradicts: Annotated[
        str,
        msgspec.Meta(
            max_length=200,
            pattern=rf"^$|{ONE_LINE}",
            description="why the report goes against the record, where it does",
            extra={"hint": "The record has Zhukov at E1330. Why was he here?"},
        ),
    ] = ""
    places: Annotated[
        dict[Slug, PlaceField],
        about("where leaders stand of whom the record has no place, or one on another map"),
    ] = msgspec.field(default_factory=dict)
    new: Annotated[bool, about("records countries that the list lacks")] = False


class ReportGroundStrike(Command, frozen=True, kw_only=True):
    """LiF 3.3(d): reports a ground strike on a leader; a roll under half the needed recalls."""

    verb = "ground-strike LEADER ROLL NEEDED"
    repeats = "Another ground strike"
    helped = "leader ground-strike: Report a ground strike on a leader. [recall recalled]"
    example = "campaign ground-strike front manstein 4 7"
    when = ("closed",)
    leader: LeaderOnMap
    roll: Annotated[int, msgspec.Meta(ge=1, le=10, description="the die")]
    needed: Annotated[int, msgspec.Meta(ge=1, le=20, description="the roll that disorganises")]


class ReportCarpetBombing(Command, frozen=True, kw_only=True):
    """LiF 3.3(e): reports that a leader was successfully carpet bombed; he is recalled."""

    verb = "bombed LEADER"
    helped = "leader bombed: Report a leader as carpet bombed. [recall recalled]"
    example = "campaign bombed front rommel"
    when = ("closed",)
    leader: LeaderOnMap


class ReportLeaderLost(Command, frozen=True, kw_only=True):
    """LiF 3.3: reports that a leader lost their pilot or ships, or was overrun."""

    verb = "lost LEADER CAUSE"
    helped = "leader lost: Report a leader as lost or overrun. [dead killed died]"
    example = "campaign lost front manstein pilot"
    when = ("closed",)
    leader: LeaderOnMap
    cause: Annotated[
        Cause, about("pilot killed, all friendly ships of the section lost, or overrun")
    ]
    rebased_to: Annotated[
        PlaceField | None,
        about("overrun: where a surviving ship or aircraft took the leader (1998 edition)"),
    ] = None


class PromoteGuards(Command, frozen=True, kw_only=True):
    """LiF 5.1: promotes a surviving Soviet unit of a won land combat of this turn.

    A free Guards Banner army of its type takes its place.
    """

    verb = "promote COMBAT UNIT ARMY"
    helped = "leader promote: Promote a Soviet unit to a Guards army. [guards banner]"
    example = """
    campaign counters template > units.csv
    echo 'soviet-inf,ussr,INF,,6,4,3,corps,,no,pool' >> units.csv
    campaign counters import front units.csv
    campaign counters move front soviet-inf map --location E1428
    campaign promote front 1939-SO-1 soviet-inf guards-inf-9-4
    """
    who = "holder"
    combat: Annotated[str, about("the combat that was won")]
    unit: Annotated[Slug, about("the unit promoted")]
    army: Annotated[Slug, about("the Guards Banner army")]
    at: Annotated[
        PlaceField | None,
        about(
            "where the unit was, if the record does not know",
            hint="Where was the unit? Tap a hex",
        ),
    ] = None
