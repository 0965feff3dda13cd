"""FoW Mission Selector: the verbs about missions. Pure."""

from campaign.flames_of_war.at_the_keyboard import (
    LINE,
    WITNESS,
    Words,
    act_for_sides,
    ask_dice,
    at,
    by_side,
    dice,
    nothing_more,
    of_the_table,
    on_line,
    only_line,
    the_words,
    whose,
)
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.missions.commands import (
    AgreeMission,
    ChangeMission,
    DeclineChange,
    RollMission,
    RollRoles,
)
from campaign.flames_of_war.missions.scores import attacker_by_types
from campaign.flames_of_war.missions.selection import dice_each
from campaign.flames_of_war.missions.verbs_card import CARD
from campaign.flames_of_war.state import LineState, State, company_type
from campaign.kernel.courses import Call, Course, act, ask_word, fail, interactive
from campaign.kernel.steps import sending
from campaign.kernel.verbs import WHY, YES, Verb, VerbOption
from campaign.text.english import listed
from campaign.text.suggest import near
from events.fow.words import CompanyType

COMPANY_TYPES: tuple[CompanyType, ...] = ("tank", "mechanised", "infantry")


def _mission(call: Call, words: Words, *, witness: str | None) -> Course[None]:
    """Rolls for the mission of a line's next battle, and says what each die counts.

    Type the dice by side; at a terminal it asks for them. Where the ledger rolls, leave them out.
    """
    state, line, rest = yield from on_line(words)
    yield from _only_dice(state, rest)
    thrown = yield from by_side(state, rest, "dice", dice)
    here = at(state, line)
    waits = here is not None and here.phase == "mission" and not thrown
    if here is not None and waits and (yield from of_the_table(state)):
        wanted = dice_each(state, here)
        for side, name in state.sides.items():
            thrown[side] = yield from ask_dice(whose(name), wanted)
    yield from act(RollMission, line=line, dice=thrown or None, witness=witness)


def _only_dice(state: State, words: Words) -> Course[None]:
    yield from nothing_more(state, [word for word in words if "=" not in word])


MISSION = Verb(
    words="mission",
    example="campaign turn winter\ncampaign mission winter anzio allies=1 axis=1",
    parameters=(the_words("[LINE] [SIDE=DICE]…"), WITNESS),
    course=_mission,
)


def _change(call: Call, words: Words, *, side: str | None) -> Course[None]:
    """Pays 5 victory points for the mission one row up or down. The side asked first decides
    first; one change in all.
    """
    state, line, rest = yield from on_line(words)
    mission = yield from _mission_named(state, rest, "Which mission?")
    yield from act(ChangeMission, line=line, side=side, mission=mission)


def _mission_named(state: State, words: Words, label: str) -> Course[str]:
    if not words and (yield from interactive()):
        return (yield from ask_word(label, tuple(missions())))
    if not words:
        return (yield from fail("say which mission, such as breakthrough"))
    name = "-".join(words).lower()
    if name not in missions():
        hint = near(name, missions()) or f"; it is one of {listed(missions(), 'or')}"
        yield from fail(f"{' '.join(words)!r} is no mission{hint}")
    return name


SIDE = VerbOption("--side", "The side that acts; by default your own.", metavar="SIDE")
CHANGE = Verb(
    words="change",
    example="""
    campaign battle begin winter --platoons axis=5
    campaign result winter conceded axis
    campaign turn winter
    campaign mission winter allies=1 axis=2
    campaign change winter cauldron --side allies
    """,
    parameters=(the_words("[LINE] MISSION"), SIDE),
    course=_change,
)


def _decline(
    call: Call, line: str | None, *, side: str | None, why: str | None, yes: bool
) -> Course[None]:
    """Leaves the mission as it is. Without a side it speaks for every side that it may."""
    _, found = yield from only_line(line)
    step = sending(DeclineChange, line=found, side=side, why=why)
    yield from act_for_sides(step, "decline in their place", yes=yes)


DECLINE = Verb(
    words="decline",
    example="campaign decline winter --as anna",
    parameters=(LINE, SIDE, WHY, YES),
    course=_decline,
)


def _agree(
    call: Call, words: Words, *, side: str | None, why: str | None, yes: bool
) -> Course[None]:
    """Agrees on the mission that a footnote of the row allows; it takes both sides, or a host."""
    state, line, rest = yield from on_line(words)
    mission = yield from _mission_named(state, rest, "Which mission?")
    step = sending(AgreeMission, line=line, side=side, mission=mission, why=why)
    yield from act_for_sides(step, "agree in their place", yes=yes)


AGREE = Verb(
    words="agree",
    example="""
    campaign start ridge --system fow --scenario linked
    campaign mission ridge allies=2,3 axis=1,1
    campaign agree ridge hold-the-line
    """,
    parameters=(the_words("[LINE] MISSION"), SIDE, WHY, YES),
    course=_agree,
)


def _roles(call: Call, words: Words, *, type: tuple[str, ...], witness: str | None) -> Course[None]:
    """Rolls for who attacks; the higher die does. Equal dice are thrown again, all in one call:
    allies=4,5 axis=4,2. Types of companies that settle it need no dice.
    """
    state, line, rest = yield from on_line(words)
    yield from _only_dice(state, rest)
    thrown = yield from by_side(state, rest, "dice", dice)
    types: dict[str, str] = yield from by_side(state, type, "types", str)
    here = at(state, line)
    if here is not None and _open(here) and not thrown and (yield from interactive()):
        types = yield from _asked_types(state, here, types)
        if not _settled(state, here, types) and (yield from of_the_table(state)):
            thrown = yield from _until_one_is_higher(state)
    yield from act(RollRoles, line=line, types=types or None, dice=thrown or None, witness=witness)


def _open(line: LineState) -> bool:
    return line.phase == "preparation" and bool(line.mission) and not line.attacker


def _by_types(line: LineState) -> bool:
    """FoW Defensive Battle: whether the mission asks for company types before any dice."""
    return missions()[line.mission].roles == "defensive-battle"


def _asked_types(state: State, line: LineState, told: dict[str, str]) -> Course[dict[str, str]]:
    """The company types, asked for where the campaign does not know them."""
    types = dict(told)
    for side, name in state.sides.items():
        if _by_types(line) and side not in types and not company_type(state, line.id, side):
            types[side] = yield from ask_word(f"{whose(name)} company type?", COMPANY_TYPES)
    return types


def _settled(state: State, line: LineState, told: dict[str, str]) -> bool:
    known = {side: told.get(side) or company_type(state, line.id, side) for side in state.sides}
    return _by_types(line) and bool(attacker_by_types(known))


def _until_one_is_higher(state: State) -> Course[dict[str, tuple[int, ...]]]:
    """FoW Defensive Battle: dice for both sides, until they differ."""
    fell: dict[str, tuple[int, ...]] = dict.fromkeys(state.sides, ())
    while True:
        for side, name in state.sides.items():
            fell[side] += yield from ask_dice(whose(name), 1)
        if len({thrown[-1] for thrown in fell.values()}) > 1:
            return fell


ROLES = Verb(
    words="roles",
    example="campaign roles ridge allies=4,5 axis=4,2",
    parameters=(
        the_words("[LINE] [SIDE=DICE]…"),
        VerbOption(
            "--type",
            "A side's company: tank, mechanised, infantry.",
            metavar="SIDE=TYPE",
            many=True,
        ),
        WITNESS,
    ),
    course=_roles,
)

VERBS = {verb.words: verb for verb in (MISSION, DECLINE, AGREE, ROLES, CARD, CHANGE)}
