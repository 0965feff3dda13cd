"""FoW Turn Order: the verbs about what happens on the table, as far as a club records it. Pure."""

from campaign.flames_of_war.at_the_keyboard import (
    LINE,
    WITNESS,
    Losses,
    Words,
    ask_side,
    dice,
    losses,
    nothing_more,
    number,
    on_line,
    only_line,
    side_in,
    the_side,
    the_words,
)
from campaign.flames_of_war.battle_log.commands import (
    BeginPlayerTurn,
    BuyFortifications,
    LosePlatoon,
    RecordDeployment,
    WithdrawPlatoon,
)
from campaign.flames_of_war.state import State
from campaign.kernel.courses import Call, Course, act, fail, interactive
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Flag, Number, OneOf, ReadBy, Verb, VerbOption

_HELD = ("reserve", "flank", "ambush", "ambuscade", "target", "escorts", "sewers")
_FATES = ("destroyed", "pre-game", "rear", "left")
SKILLS = ("conscript", "trained", "veteran")


def _and_side(words: Words) -> Course[tuple[State, str | None, str | None]]:
    """The line and the side that a call is about; a side is asked for where it is missing."""
    state, line, rest = yield from on_line(words)
    yield from nothing_more(state, rest[1:])
    if rest:
        return state, line, (yield from the_side(state, rest[0]))
    if (yield from interactive()):
        return state, line, (yield from ask_side(state, "Which side?"))
    return state, line, None


def _deploy(
    call: Call,
    words: Words,
    *,
    reserve: Losses | None,
    flank: Losses | None,
    ambush: Losses | None,
    ambuscade: Losses | None,
    target: Losses | None,
    escorts: Losses | None,
    sewers: Losses | None,
) -> Course[None]:
    """Records which of a side's platoons begin off the table or hidden, checked against the
    mission: how many, or which.
    """
    _, line, side = yield from _and_side(words)
    yield from act(
        RecordDeployment,
        line=line,
        side=side,
        reserve=reserve,
        flank=flank,
        ambush=ambush,
        ambuscade=ambuscade,
        target=target,
        escorts=escorts,
        sewers=sewers,
    )


_PLATOONS = ReadBy("platoons", losses)
DEPLOY = Verb(
    words="deploy",
    example="campaign deploy winter axis --reserve 3",
    parameters=(
        the_words("[LINE] SIDE"),
        *(
            VerbOption(f"--{name}", f"Platoons {where}.", _PLATOONS, metavar="N|IDS")
            for name, where in zip(
                _HELD,
                (
                    "held in Reserve",
                    "on the flank march",
                    "in Ambush",
                    "in the Ambuscade",
                    "of the target",
                    "of the escort",
                    "in the sewers",
                ),
                strict=True,
            )
        ),
    ),
    course=_deploy,
)


def _section(text: str) -> tuple[str, int] | Unfit:
    name, _, many = text.partition("=")
    value = number(many)
    if not name or isinstance(value, Unfit):
        return Unfit(f"{text!r}: write it as SECTION=N, such as bunker=2")
    return name.lower(), value


def _fortify(
    call: Call,
    line: str | None,
    *,
    width: int | None,
    teams: tuple[int, ...],
    buy: tuple[tuple[str, int], ...],
    pioneers: tuple[tuple[str, int], ...],
) -> Course[None]:
    """Works out the defender's basic fortifications and records what they buy with their points."""
    _, found = yield from only_line(line)
    yield from act(
        BuyFortifications,
        line=found,
        width_feet=width or None,
        infantry_teams=list(teams) or None,
        sections=dict(buy) or None,
        pioneers=dict(pioneers) or None,
    )


FORTIFY = Verb(
    words="fortify",
    example="""
    campaign start trench --system fow --scenario linked
    campaign mission trench allies=2,3 axis=1,1
    campaign roles trench allies=6 axis=1
    campaign battle begin trench --platoons allies=5 --platoons axis=5
    campaign fortify trench --width 6 --teams 10 --teams 8 --buy bunker=1
    """,
    parameters=(
        LINE,
        VerbOption(
            "--width",
            "Feet of the defender's table edge: 4, 5 or 6; left out for pioneers alone.",
            Number(1, 20),
            metavar="FEET",
        ),
        VerbOption(
            "--teams",
            "Infantry teams of a platoon on the table. Repeatable.",
            Number(0, 99),
            metavar="N",
            many=True,
        ),
        VerbOption(
            "--buy",
            "A kind of section and how many. Repeatable.",
            ReadBy("section", _section),
            metavar="SECTION=N",
            many=True,
        ),
        VerbOption(
            "--pioneers",
            "Pioneer Supply Vehicles that lay minefield or barbed-wire. Repeatable.",
            ReadBy("section", _section),
            metavar="SECTION=N",
            many=True,
        ),
    ),
    course=_fortify,
)


def _turn_of(call: Call, words: Words) -> Course[None]:
    """Begins a side's next turn and says what falls due in it: Reserves, a withdrawal, the end."""
    _, line, side = yield from _and_side(words)
    yield from act(BeginPlayerTurn, line=line, side=side)


TURN_OF = Verb(
    words="turn-of",
    example="campaign turn-of winter allies",
    parameters=(the_words("[LINE] SIDE"),),
    course=_turn_of,
)


def _withdraw(
    call: Call,
    words: Words,
    *,
    below_half: bool,
    enemy_near: bool,
    skill: str | None,
    dice: tuple[int, ...] | None,
    witness: str | None,
) -> Course[None]:
    """Withdraws a platoon of the defender, or, where they have too few, gains a Delay Counter. A
    platoon below half strength tests its Skill first.
    """
    state, line, rest = yield from on_line(words)
    platoon = rest[0].lower() if rest else None
    yield from nothing_more(state, rest[1:])
    yield from act(
        WithdrawPlatoon,
        line=line,
        platoon=platoon,
        below_half=below_half or None,
        enemy_near=enemy_near or None,
        skill=skill,
        dice=dice,
        witness=witness,
    )


WITHDRAW = Verb(
    words="withdraw",
    example="""
    campaign start delay --system fow --scenario linked
    campaign mission delay allies=4,5 axis=1,1
    campaign roles delay allies=6 axis=1
    campaign battle begin delay --platoons allies=5 --platoons axis=4
    for side in allies axis allies axis allies axis; do campaign turn-of delay $side; done
    campaign withdraw delay
    """,
    parameters=(
        the_words("[LINE] [PLATOON]"),
        Flag("--below-half", "It is below half strength."),
        Flag("--enemy-near", "Enemies are within 8 inches or 20 cm of it."),
        VerbOption("--skill", "Its Skill, where it must test.", OneOf("skill", lambda: SKILLS)),
        VerbOption("--dice", "The dice of the test.", ReadBy("dice", dice), metavar="DICE"),
        WITNESS,
    ),
    course=_withdraw,
)


def _lose(call: Call, words: Words, *, how: str) -> Course[None]:
    """Records that a platoon is Destroyed, or has left the table."""
    state, line, rest = yield from on_line(words)
    side = side_in(state, rest[0]) if rest else None
    if rest and side is None:
        side = yield from the_side(state, rest[0])
    if side is None:
        if not (yield from interactive()):
            yield from fail("say which side lost it")
        side = yield from ask_side(state, "Which side?")
    yield from nothing_more(state, rest[2:])
    platoon = rest[1].lower() if len(rest) > 1 else None
    yield from act(LosePlatoon, line=line, side=side, platoon=platoon, how=how)


LOSE = Verb(
    words="lose",
    example="campaign lose winter axis",
    parameters=(
        the_words("[LINE] SIDE [PLATOON]"),
        VerbOption(
            "--how",
            "destroyed, pre-game, rear or left.",
            OneOf("fate", lambda: _FATES),
            default="destroyed",
            metavar="HOW",
        ),
    ),
    course=_lose,
)

VERBS = {verb.words: verb for verb in (DEPLOY, FORTIFY, TURN_OF, WITHDRAW, LOSE)}
