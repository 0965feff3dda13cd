"""What a host or player may ask for with leaders on the map and with counters. Pure.

In the order of the rulebook: chapters 3.1, 3.2, 3.3, 5.1, and the force pools.
"""

from typing import Annotated, Literal

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from events.base import Slug
from events.lif.force_pools import Counter, CounterPlace
from events.lif.on_map import CombatKind, Involved, Loss, Place
from events.lif.powers import Power

LeaderField = Annotated[Slug, about("the leader")]
TurnField = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^19[0-9]{2}-(JF|MA|MJ|JA|SO|ND)$",
        description="a turn: 1941-MJ",
        extra={"form": "a turn like 1941-MJ"},
    ),
]
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


class UseAbility(Command, frozen=True, kw_only=True):
    """LiF 3.2: announces that a leader uses an ability; refused where a limit forbids it."""

    verb = "use"
    who = "holder"
    module = "leaders"
    leader: LeaderField
    ability: Annotated[int, msgspec.Meta(ge=1, le=122, description="the ability's number")]
    hex: Annotated[Place, about("where it takes effect")]
    helps: Annotated[tuple[Slug, ...], about("powers and minors whose units it helps")]
    combat: Annotated[str, msgspec.Meta(max_length=40, description="the combat, if any")] = ""
    attacking: Annotated[bool, about("he helps an attack")] = False
    stacked_with_participant: Annotated[
        bool, about("he is stacked with a unit that takes part in the attack")
    ] = False
    in_attacked_hex: Annotated[bool, about("his own hex is under attack in this step")] = False
    map: Annotated[str, about("at sea or on a dot: the letter of the map he counts for")] = ""
    entered: Annotated[
        dict[str, Annotated[int, msgspec.Meta(ge=0, le=99)]],
        about("where two maps join: hexes entered on each, by map letter (off-map: dot)"),
    ] = msgspec.field(default_factory=dict)


class ReportCombat(Command, frozen=True, kw_only=True):
    """LiF 3.3: reports a finished combat: every loss and every leader concerned."""

    verb = "combat"
    when = ("closed",)
    kind: Annotated[CombatKind, about("land, naval, air or naval-air")]
    hex: Annotated[Place, about("where it was fought")]
    attackers: Annotated[tuple[Slug, ...], about("powers and minors attacking")]
    defenders: Annotated[tuple[Slug, ...], about("powers and minors defending")]
    losses: Annotated[tuple[Loss, ...], about("every unit killed, shattered or retreated")]
    leaders: Annotated[tuple[Involved, ...], about("every leader concerned")] = ()
    left_alone: Annotated[
        tuple[Slug, ...], about("leaders in whose hex every other unit that counts was destroyed")
    ] = ()
    recall: Annotated[
        tuple[Slug, ...], about("the host's choice where the rule leaves one open, one a side")
    ] = ()


class ReportGroundStrike(Command, frozen=True, kw_only=True):
    """LiF 3.3(d): reports a ground strike on a leader; a roll under half the needed recalls him."""

    verb = "strike"
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


class AddCounters(Command, frozen=True, kw_only=True):
    """LiF 5.4: brings counters into the campaign, from the kit or from a club's counter sheet."""

    verb = "counters import"
    counters: Annotated[tuple[Counter, ...], msgspec.Meta(min_length=1, description="the counters")]
    source: Annotated[str, msgspec.Meta(max_length=80, description="where they come from")] = "kit"


class MoveCounter(Command, frozen=True, kw_only=True):
    """LiF 5.1: moves a counter between pool, circle, map, reserve, scrap and out of the game."""

    verb = "counters move"
    who = "holder"
    counter: Annotated[Slug, about("the counter")]
    to: Annotated[CounterPlace, about("where it goes")]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=120, description="why")]
    arrives: Annotated[TurnField | None, about("on the circle: the turn of its arrival")] = None
    location: Annotated[Place | None, about("on the map: where")] = None
    face_up: Annotated[bool, about("on the map: its facing")] = True


IN_PLAY: tuple[type[Command], ...] = (
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
)
