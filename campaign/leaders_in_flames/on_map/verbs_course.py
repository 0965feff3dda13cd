"""LiF 3.2: verbs about the course of the turn and the abilities used in it. Pure."""

from campaign.kernel.courses import Call, Course, act, state_of
from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Flag, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.abilities.catalogue import Step
from campaign.leaders_in_flames.abilities.commands import UseAbility
from campaign.leaders_in_flames.on_map.commands import (
    BeginImpulse,
    BeginStage,
    BeginStep,
    Cooperate,
    EndCooperation,
)
from campaign.leaders_in_flames.parameters import (
    COUNTRY,
    POWER,
    entered,
    the_leader,
    the_place,
    words_of,
)
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import State

STAGES = (
    "reinforcement",
    "lend-lease",
    "initiative",
    "action",
    "end-of-turn",
    "production",
    "peace",
)
"""The stages of the base game's turn, and the two parts of its end that a club may count by.

`submit` takes any name, as it always did: a club may have stages of its own, and old records do.
"""

STAGE = Verb(
    words="stage",
    help="Records that a stage outside the impulses begins. What leaders may do only once in it "
    "counts from zero again.",
    example="campaign stage front reinforcement",
    parameters=(Argument("stage", "STAGE", OneOf("stage", lambda: STAGES)),),
    sends=BeginStage,
)

IMPULSE = Verb(
    words="impulse",
    help="Records that a side's impulse begins; what counts by the impulse counts afresh.",
    example="campaign impulse front axis",
    parameters=(Argument("side", "axis|allies", OneOf("side", lambda: ("axis", "allies"))),),
    sends=BeginImpulse,
)

STEP = Verb(
    words="step",
    help="Records that a step begins (list edition: a segment); each ability serves once in it.",
    example="campaign step front land-combat",
    parameters=(Argument("step", "STEP", OneOf("step", words_of(Step))),),
    sends=BeginStep,
)


def _cooperate(first: str, second: str, end: bool) -> Send:
    """Records that two major powers co-operate: their leaders may help each other's units."""
    return sending(EndCooperation if end else Cooperate, powers=[first, second])


COOPERATE = Verb(
    words="cooperate",
    example="""
    campaign cooperate front commonwealth france
    campaign cooperate front commonwealth france --end
    """,
    parameters=(
        Argument("first", "POWER", POWER),
        Argument("second", "POWER", POWER),
        Flag("--end", "They no longer do."),
    ),
    sends=_cooperate,
)


def _use(
    call: Call,
    leader: str,
    ability: int,
    location: str,
    *,
    helps: tuple[str, ...],
    attacking: bool,
    stacked: bool,
    under_attack: bool,
    units: int | None,
    combat: str | None,
    on_map: str | None,
    entered: dict[str, int] | None,
) -> Course[None]:
    """Announces that a leader uses an ability in a place. A limit that forbids it refuses it, with
    its rule.
    """
    own = sides.allegiance((yield from state_of(State)), leader).power
    yield from act(
        UseAbility,
        leader=leader,
        ability=ability,
        hex=location,
        helps=list(helps) or ([own] if own else []),
        attacking=attacking,
        stacked_with_participant=stacked,
        in_attacked_hex=under_attack,
        units=units,
        combat=combat,
        map=on_map.upper() if on_map else None,
        entered=entered,
    )


USE = Verb(
    words="use",
    example="campaign use front rommel 39 E1630 --helps germany --attacking --stacked",
    parameters=(
        the_leader,
        Argument("ability", "ABILITY", Number()),
        the_place,
        VerbOption(
            "--helps",
            "Whose units it helps. Repeatable. Else those of his own power.",
            COUNTRY,
            metavar="COUNTRY",
            many=True,
        ),
        Flag("--attacking", "He helps an attack."),
        Flag("--stacked", "He is stacked with a unit that takes part in it."),
        Flag("--under-attack", "His own hex is attacked in this step."),
        VerbOption("--units", "Ability 49: how many units it serves here.", Number(1)),
        VerbOption(
            "--combat",
            "The id of the combat it is announced for; else the next in PLACE.",
            metavar="TEXT",
        ),
        VerbOption(
            "--map", "At sea or on a dot: the map it counts on.", metavar="LETTER", called="on_map"
        ),
        entered,
    ),
    course=_use,
)

VERBS = {verb.words: verb for verb in (STAGE, IMPULSE, STEP, COOPERATE, USE)}
