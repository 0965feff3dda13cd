"""What a host or player may ask for with leaders on the map and in combat. Pure."""

from typing import Annotated, Literal

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.leaders_in_flames.fields import LeaderField, TurnField
from campaign.text.lines import ONE_LINE
from events.base import Id, IdOrEmpty, Slug
from events.lif.on_map import CombatKind, Fate, Involved, Place, Side, Size
from events.lif.powers import Power

Means = Literal[
    "land", "rail", "naval", "air", "rebase", "advance", "retreat", "overrun", "vichy", "other"
]
Cause = Literal["pilot", "sea-box", "overrun"]
StepField = Annotated[Slug, about("a step of the turn, such as land-combat")]


class PlaceLeader(Command, frozen=True, kw_only=True):
    """LiF 3.1: puts an arriving leader on the map."""

    verb = "place"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    location: Place
    face_up: Annotated[bool, about("false where he arrives face-down")] = True


class MoveLeader(Command, frozen=True, kw_only=True):
    """LiF 3.1: moves a leader on the map, alone or with a unit, ship or aircraft."""

    verb = "move"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    location: Place
    means: Annotated[Means, about("how he moves")] = "land"
    travels_with: Annotated[str, msgspec.Meta(max_length=80, description="what he moves with")] = ""


class TurnLeader(Command, frozen=True, kw_only=True):
    """LiF 3.2: turns a leader face-up or face-down."""

    verb = "flip"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    face_up: Annotated[bool, about("whether he is face-up now")]


class SendLeaderToCircle(Command, frozen=True, kw_only=True):
    """LiF 3.1: takes a leader off the map, to arrive again in a later turn (ability 25)."""

    verb = "circle"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    arrives: TurnField
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=120, description="why")]


class BeginStage(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a stage outside the impulses begins; limits count afresh."""

    verb = "stage"
    module = "leaders"
    stage: Annotated[Slug, about("the stage, such as reinforcement or end-of-turn")]


class BeginImpulse(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a side's impulse begins; limits count afresh."""

    verb = "impulse"
    module = "leaders"
    side: Annotated[Literal["axis", "allies"], about("whose impulse it is")]


class BeginStep(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that a step (list edition: a segment) begins."""

    verb = "step"
    module = "leaders"
    step: StepField


class Cooperate(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that two major powers co-operate."""

    verb = "cooperate"
    module = "leaders"
    powers: Annotated[tuple[Power, Power], about("the two")]


class EndCooperation(Command, frozen=True, kw_only=True):
    """LiF 3.2: records that two major powers no longer co-operate."""

    verb = "cooperate"
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
        TurnField | None, about("shattered: the turn in which it comes back; else the next")
    ] = None


class ReportCombat(Command, frozen=True, kw_only=True):
    """LiF 3.3: reports a finished combat: every loss and every leader concerned."""

    verb = "combat"
    when = ("closed",)
    kind: Annotated[CombatKind, about("land, naval, air or naval-air")]
    hex: Annotated[Place, about("where it was fought")]
    attackers: Annotated[tuple[Slug, ...], about("powers and minors attacking")]
    defenders: Annotated[tuple[Slug, ...], about("powers and minors defending")]
    losses: Annotated[tuple[ToldLoss, ...], about("every unit killed, shattered or retreated")]
    leaders: Annotated[tuple[Involved, ...], about("every leader concerned")] = ()
    left_alone: Annotated[
        tuple[Slug, ...], about("leaders in whose hex every other unit that counts was destroyed")
    ] = ()
    recall: Annotated[
        tuple[Slug, ...], about("the host's choice where the rule leaves one open, one a side")
    ] = ()
    contradicts: Annotated[
        str,
        msgspec.Meta(
            max_length=200,
            pattern=rf"^$|{ONE_LINE}",
            description="why the report goes against the record, where it does",
        ),
    ] = ""
    places: Annotated[
        dict[Slug, Place],
        about("where leaders stand of whom the record has no place, or one on another map"),
    ] = msgspec.field(default_factory=dict)
    new: Annotated[bool, about("records countries that the list lacks")] = False


class ReportGroundStrike(Command, frozen=True, kw_only=True):
    """LiF 3.3(d): reports a ground strike on a leader; a roll under half the needed recalls him."""

    verb = "ground-strike"
    when = ("closed",)
    leader: LeaderField
    roll: Annotated[int, msgspec.Meta(ge=1, le=10, description="the die")]
    needed: Annotated[int, msgspec.Meta(ge=1, le=20, description="roll that disorganises him")]


class ReportCarpetBombing(Command, frozen=True, kw_only=True):
    """LiF 3.3(e): reports that a leader was successfully carpet bombed; he is recalled."""

    verb = "bombed"
    when = ("closed",)
    leader: LeaderField


class ReportLeaderLost(Command, frozen=True, kw_only=True):
    """LiF 3.3: reports that a leader lost what he moved with, or was overrun."""

    verb = "lost"
    when = ("closed",)
    leader: LeaderField
    cause: Annotated[
        Cause,
        about("pilot killed, all friendly ships of his section lost, or overrun"),
    ]
    rebased_to: Annotated[
        Place | None, about("overrun: where a surviving ship or aircraft took him (1998 edition)")
    ] = None


class PromoteGuards(Command, frozen=True, kw_only=True):
    """LiF 5.1: promotes a surviving Soviet unit of a won combat to a Guards Banner army."""

    verb = "promote"
    who = "holder"
    combat: Annotated[str, about("the combat's id")]
    unit: Annotated[Slug, about("the counter promoted")]
    army: Annotated[Slug, about("the Guards Banner counter")]
    at: Annotated[
        Place | None, about("where the unit was, if the record does not know: its hex")
    ] = None
