"""Facts of Leaders in Flames, chapters 2, 3 and 5.1: leaders on the map, combats, Guards Banners.

These types are the storage format. Add fields only with defaults; anything else is a new form.

A place is text: a hex by map letter, row and column (`E1429`), a section of a sea box
(`sea:north-sea/3`) or an off-map dot (`dot:canada`).
"""

from typing import Annotated, Literal

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Signed, Text
from events.lif.politics import Power

Place = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^([A-Z][0-9]{4}|sea:[a-z0-9-]+/[0-4]|dot:[a-z0-9-]+)$",
        description="a hex (E1429), a sea-box section (sea:north-sea/3) or a dot (dot:canada)",
        extra={"form": "a place like W2214 or sea:north-sea/3"},
    ),
]
Side = Literal["attacker", "defender"]
CombatKind = Literal["land", "naval", "air", "naval-air"]
Fate = Literal["killed", "shattered", "retreated"]
Size = Literal["corps", "division"]

# --- 3.1 Placing and moving ---------------------------------------------------------------------


class LeaderPlaced(Event, frozen=True, kw_only=True, tag="lif.LeaderPlaced"):
    """LiF 3.1: an arriving leader is put on the map."""

    leader: Id
    location: str
    face_up: bool = True


class LeaderMoved(Event, frozen=True, kw_only=True, tag="lif.LeaderMoved"):
    """LiF 3.1: a leader on the map goes somewhere else, alone or with a unit."""

    leader: Id
    location: str
    means: str
    travels_with: Line = ""


class LeaderTurned(Event, frozen=True, kw_only=True, tag="lif.LeaderTurned"):
    """LiF 3.2: a leader is turned face-up or face-down."""

    leader: Id
    face_up: bool


class LeaderSentToCircle(Event, frozen=True, kw_only=True, tag="lif.LeaderSentToCircle"):
    """LiF 3.1: a leader leaves the map for the production circle, to arrive in a later turn."""

    leader: Id
    arrives: str
    reason: Text


class LeadersReturnedFromCircle(
    Event, frozen=True, kw_only=True, tag="lif.LeadersReturnedFromCircle"
):
    """LiF 3.1: leaders on the production circle arrive again."""

    turn: str
    leaders: tuple[Id, ...]


class HexNamed(Event, frozen=True, kw_only=True, tag="lif.HexNamed"):
    """LiF 2: what the club calls a hex from here on; no rule reads it."""

    hex: str
    name: Line
    """Empty: it has no name any more."""


# --- 3.2 The sequence of play and the use of abilities ------------------------------------------


class StageBegan(Event, frozen=True, kw_only=True, tag="lif.StageBegan"):
    """LiF 3.2: a stage of the turn outside the impulses begins; limits count afresh."""

    stage: Id


class ImpulseBegan(Event, frozen=True, kw_only=True, tag="lif.ImpulseBegan"):
    """LiF 3.2: a side's impulse begins; limits count afresh."""

    number: Signed
    side: Literal["axis", "allies"]


class StepBegan(Event, frozen=True, kw_only=True, tag="lif.StepBegan"):
    """LiF 3.2: a step (list edition: a segment) of an impulse or stage begins."""

    step: Id


class CooperationAgreed(Event, frozen=True, kw_only=True, tag="lif.CooperationAgreed"):
    """LiF 3.2: two major powers co-operate, so that their leaders may help each other's units."""

    powers: tuple[Power, Power]


class CooperationEnded(Event, frozen=True, kw_only=True, tag="lif.CooperationEnded"):
    """LiF 3.2: two major powers no longer co-operate."""

    powers: tuple[Power, Power]


class AbilityUsed(Event, frozen=True, kw_only=True, tag="lif.AbilityUsed"):
    """LiF 3.2: a leader's ability is used; what it counts against is told with it."""

    leader: Id
    ability: int
    hex: str
    """Where it takes effect."""
    helps: tuple[Id, ...]
    """Powers and minors whose units it helps."""
    map: str
    """The map whose cap for this rank it uses up; empty where it uses up none."""
    combat: str = ""
    """The combat it was announced for."""
    entered: dict[str, int] = msgspec.field(default_factory=dict)
    """Where two maps join: the hexes of the way on each, as the club counted them."""
    attacking: bool = False
    """They help an attack, as the member said; not kept under the first rules."""
    stacked_with_participant: bool = False
    """They stand with a unit that takes part in the attack, as the member said."""
    in_attacked_hex: bool = False
    """Their own hex is under attack in this step, as the member said."""
    units: Count = 0
    """Ruling 43: how many units ability 49 serves; 0 with every other ability."""


# --- 3.3 Combat, recall and death ---------------------------------------------------------------


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 3.3, 5.1: one unit lost or driven off. Build points; 0 for a retreat."""

    side: Side
    power: IdOrEmpty
    """The power, or the minor, whose unit it is."""
    controlled_by: Id
    """The major power that controls it."""
    type: str
    fate: Fate
    build_points: int = 0
    size: Size = "corps"
    hq: bool = False
    counter: Id = ""
    counts_for_attacker: bool = True
    """Whether it counts for the recall of the attacker's leaders (abilities 11, 45 and 71)."""
    counts_for_defender: bool = True
    counts_for_death: bool = True


class Involved(msgspec.Struct, frozen=True, omit_defaults=True):
    """LiF 3.3: a leader in a combat, and what ties him to it."""

    leader: Id
    side: Side
    took_part: bool = False
    stacked: bool = False
    ability_used: bool = False
    helps_aircraft_only: bool = False
    """Naval-air combat: his ability served aircraft alone."""


class CombatReported(Event, frozen=True, kw_only=True, tag="lif.CombatReported"):
    """LiF 3.3: a combat is over; its losses and the leaders concerned."""

    combat: str
    """Its id: the turn and a number."""
    kind: CombatKind
    hex: str
    attackers: tuple[Id, ...]
    defenders: tuple[Id, ...]
    losses: tuple[Loss, ...]
    leaders: tuple[Involved, ...]
    contradicts: Line = ""
    """Ruling 45: why the host records it against what the record says; empty where it agrees."""
    places: dict[Id, str] = msgspec.field(default_factory=dict)
    """Ruling 45: where leaders stood, as the host stated it, whom the record had nowhere or on
    another map."""


class LeaderRecalled(Event, frozen=True, kw_only=True, tag="lif.LeaderRecalled"):
    """LiF 3.3: a leader goes back to the cup."""

    leader: Id
    reason: Text
    """A code as `campaign events` lists it."""
    combat: str = ""
    chosen_by: Literal["rule", "host", "draw"] = "rule"
    candidates: tuple[Id, ...] = ()
    """Those of his side between whom the rule left it open; empty where it named him alone."""
    draw: Count = 0
    """Number of the draw that picked him; the cup's draws go on counting after it."""
    source: Literal["", "ledger", "table"] = ""
    """Who drew, where it was a draw."""


class LeaderGroundStruck(Event, frozen=True, kw_only=True, tag="lif.LeaderGroundStruck"):
    """LiF 3.3(d): a leader is ground struck; a roll under half the needed one recalls him."""

    leader: Id
    roll: int
    needed: int
    """The roll that disorganises him."""


class LeaderKilled(Event, frozen=True, kw_only=True, tag="lif.LeaderKilled"):
    """LiF 3.3: a leader is killed and never returns."""

    leader: Id
    reason: Text
    """A code as `campaign events` lists it."""
    combat: str = ""


# --- 5.1 Guards Banner armies -------------------------------------------------------------------


class GuardsPromoted(Event, frozen=True, kw_only=True, tag="lif.GuardsPromoted"):
    """LiF 5.1: a Soviet unit becomes a Guards Banner army; both keep their place and facing."""

    combat: str
    unit: Id
    """Counter replaced."""
    army: Id
    """Guards Banner counter that takes its place."""
    score: Signed
    """Promotion score of the combat, rounded."""
    factors: int
    """Combat factors of the unit replaced."""
    needed: int
    """Combat factors of the army."""
    place: str
    """Ruling 50: where the unit was in the combat."""
    stated: bool = False
    """The club stated the place, which the record did not know."""
