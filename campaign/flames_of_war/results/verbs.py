"""FoW Campaign Sequence: the verbs about battles and their results. Pure."""

from functools import partial
from typing import Any

from campaign.flames_of_war.at_the_keyboard import (
    LINE,
    Losses,
    Words,
    act_for_sides,
    ask_side,
    at,
    losses,
    nothing_more,
    number,
    of_pairs,
    on_line,
    only_line,
    pairs,
    side_in,
    the_side,
    the_words,
    whose,
)
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.results import ends
from campaign.flames_of_war.results.commands import (
    AbandonBattle,
    BeginBattle,
    ConfirmResult,
    ContestResult,
    ReportResult,
)
from campaign.flames_of_war.results.losses import unknown
from campaign.flames_of_war.results.verbs_shown import SECTORS, STANDINGS
from campaign.flames_of_war.state import Battle, State, force_of
from campaign.kernel.courses import (
    Call,
    Course,
    act,
    ask,
    ask_until,
    ask_word,
    fail,
    interactive,
)
from campaign.kernel.steps import Unfit, sending
from campaign.kernel.verbs import YES, Flag, Number, Verb, VerbFamily, VerbOption
from campaign.text.english import listed
from campaign.text.suggest import near

ENDS = {
    "objective": "a side held an objective as its turn began",
    "cleared": "no enemy was left where the mission says",
    "last-turn": "the mission's last turn was over",
    "time": "time ran out",
    "morale": "a company failed its morale check",
    "conceded": "a side gave the battle up",
}
"""How a battle may have ended, each in words."""
_WITHOUT_SIDE = ("time",)

# --- begun and abandoned ------------------------------------------------------------------------


def _begin(
    call: Call,
    line: str | None,
    *,
    platoons: tuple[tuple[str, str], ...],
    time_limit: str | None,
    battalion: bool,
) -> Course[None]:
    """Begins a line's battle: mission and forces are fixed from now on. Where a side has no
    roster, tell how many platoons it has.
    """
    state, found = yield from only_line(line)
    told = yield from of_pairs(state, platoons, "platoons", number)
    here = at(state, found)
    if here is not None and here.phase == "preparation" and (yield from interactive()):
        for side, name in state.sides.items():
            if side not in told and force_of(state, here.id, side) is None:
                told[side] = yield from ask_until(f"{whose(name)} platoons?", number)
    yield from act(
        BeginBattle,
        line=found,
        platoons=told or None,
        time_limit=time_limit,
        battalion=battalion or None,
    )


BEGIN = Verb(
    words="battle begin",
    line="Begin a line's battle.",
    example="campaign battle begin winter --platoons axis=5",
    parameters=(
        LINE,
        pairs("--platoons", "Platoons of a side without a roster."),
        VerbOption("--time-limit", "Turns or a time at which the game ends.", metavar="TEXT"),
        Flag("--battalion", "Battalion Morale ends the battle; Company Morale does not."),
    ),
    course=_begin,
)


def _abandon(call: Call, line: str | None, *, reason: str | None, yes: bool) -> Course[None]:
    """Abandons a line's battle of this round: it is never played, or not to its end. It brings no
    points and moves no sector.
    """
    _, found = yield from only_line(line)
    if reason is None and (yield from interactive()):
        reason = yield from ask("Why?")
    if reason is None:
        yield from fail("say why: --reason TEXT")
        return
    step = sending(AbandonBattle, line=found, reason=reason)
    yield from act_for_sides(step, "abandon the battle without them", yes=yes)


ABANDON = Verb(
    words="battle abandon",
    line="Abandon this round's battle; host.",
    example="campaign turn winter\n"
    'campaign battle abandon winter --reason "The tables were taken."',
    parameters=(LINE, VerbOption("--reason", "Why it is not played.", metavar="TEXT"), YES),
    course=_abandon,
)
BATTLE = VerbFamily(
    words="battle",
    help="Begins a line's battle, or abandons it.",
    sections={"": (BEGIN, ABANDON)},
    story=("begin",),
)

# --- reported -----------------------------------------------------------------------------------


def _running(state: State, line: str | None) -> Battle | None:
    here = at(state, line)
    battle = state.battles.get(here.battle) if here else None
    return battle if battle is not None and battle.state in ("running", "reported") else None


def _ends_of(battle: Battle) -> tuple[str, ...]:
    """The ends that a battle's mission has, and those that every battle has."""
    own = {end.ended_by for end in missions()[battle.mission].end}
    return tuple(word for word in ENDS if word in own or word in ("morale", "conceded", "time"))


def _how(state: State, battle: Battle | None, words: Words) -> Course[tuple[str, str | None]]:
    """How a battle ended and whom that is about, as it was typed or is asked for."""
    word = words[0].lower() if words else ""
    if not word and battle is not None and (yield from interactive()):
        word = yield from ask_word("How did it end?", _ends_of(battle))
    if not word:
        return (yield from fail(f"say how it ended: {listed(ENDS, 'or')}"))
    if word not in ENDS:
        hint = near(word, (*ENDS, *state.lines)) or f"; it is {listed(ENDS, 'or')}"
        yield from fail(f"{word!r} is no end of a battle{hint}")
    yield from nothing_more(state, words[2:])
    if len(words) > 1:
        return word, (yield from the_side(state, words[1]))
    return word, None


def _result(
    call: Call,
    words: Words,
    *,
    turn: int | None,
    lost: tuple[tuple[str, str], ...],
    pre_game: tuple[tuple[str, str], ...],
    first_lost: str | None,
    left_behind: str | None,
    played_on: str | None,
    note: str | None,
) -> Course[None]:
    """Reports how a battle ended; who won and what it brings follow from that. The other side
    confirms it. Losses are numbers or platoons; at a terminal what is missing is asked.

    HOW is objective, cleared, last-turn, time, morale or conceded; SIDE is whom it is about: who
    held or cleared it, failed their check, or gave up.
    """
    state, line, rest = yield from on_line(words)
    battle = _running(state, line)
    asks = not rest and battle is not None and (yield from interactive())
    ended_by, side = yield from _how(state, battle, rest)
    fallen: dict[str, Any] = yield from of_pairs(state, lost, "losses", losses)
    early: dict[str, Any] = yield from of_pairs(state, pre_game, "losses", losses)
    if asks:
        if side is None and ended_by not in _WITHOUT_SIDE:
            side = yield from ask_side(state, "Which side?")
        if turn is None and side is not None:
            read = number if battle and ends.names_turn(battle, ended_by, side) else _or_nothing
            turn = yield from ask_until(f"In {whose(state.sides[side])} own turn?", read)
        for one, name in state.sides.items():
            if one not in fallen:
                label = f"Platoons that {name} lost, how many or which?"
                fallen[one] = yield from ask_until(label, partial(_lost, state, battle, one))
    yield from act(
        ReportResult,
        line=line,
        ended_by=ended_by,
        side=side,
        turn=turn or None,
        lost=fallen or None,
        pre_game=early or None,
        first_lost=(side_in(state, first_lost) or first_lost) if first_lost else None,
        left_behind=left_behind,
        played_on=played_on,
        note=note,
    )


def _or_nothing(text: str) -> int | Unfit:
    """A turn; 0 where nobody noted it, and the mission does not ask."""
    return number(text) if text.strip() else 0


def _lost(state: State, battle: Battle | None, side: str, text: str) -> Losses | Unfit:
    """A side's losses; none where nothing is typed. A name must be one of its platoons."""
    found = losses(text) if text.strip() else 0
    if (
        battle
        and isinstance(found, tuple)
        and (wrong := unknown(state, battle, side, "lost", found))
    ):
        return Unfit(wrong.in_place)
    return found


RESULT = Verb(
    words="result",
    example="campaign result winter anzio objective allies --turn 6 --lost allies=1 "
    "--lost axis=3 --as anna",
    parameters=(
        the_words("[LINE] HOW [SIDE]"),
        VerbOption("--turn", "That side's own turn.", Number(1, 99), metavar="N"),
        pairs("--lost", "A side's platoons Destroyed: how many, or which."),
        pairs("--pre-game", "Those of them lost before the first turn."),
        VerbOption("--first-lost", "Whose platoon fell first, where it is asked.", metavar="SIDE"),
        VerbOption("--left-behind", "What Last Teams Out left on the table.", metavar="TEXT"),
        VerbOption("--played-on", "When it was played.", metavar="DAY"),
        VerbOption("--note", "What was remarkable.", metavar="TEXT"),
    ),
    course=_result,
)


def _confirm(call: Call, line: str | None) -> Course[None]:
    """Says that the other side's report is right. Points and sector are booked, and the campaign
    may be decided.
    """
    _, found = yield from only_line(line)
    yield from act(ConfirmResult, line=found)


CONFIRM = Verb(
    words="confirm",
    example="campaign result winter objective allies --turn 6 --lost allies=rifle-1 --as anna\n"
    "campaign confirm winter anzio --as ben",
    parameters=(LINE,),
    course=_confirm,
)


def _contest(call: Call, words: Words) -> Course[None]:
    """Says what is wrong with a report; then it is made anew, or a host or referee settles it."""
    _, line, rest = yield from on_line(words)
    text = " ".join(rest)
    if not text and (yield from interactive()):
        text = yield from ask("What is wrong with it?")
    if not text:
        yield from fail("say what is wrong with it, in quotes")
    yield from act(ContestResult, line=line, text=text)


CONTEST = Verb(
    words="contest",
    example='campaign contest winter "The tanks were never destroyed." --as ben',
    parameters=(the_words("[LINE] TEXT"),),
    course=_contest,
)

VERBS: dict[str, Verb | VerbFamily] = {
    verb.words: verb for verb in (BATTLE, RESULT, CONTEST, CONFIRM, SECTORS, STANDINGS)
}
