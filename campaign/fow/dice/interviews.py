"""FoW Re-rolls: what is asked for a roll: what its aid needs, then the dice of the table. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.fow.battle_log import turns
from campaign.fow.dice import facts, rolls
from campaign.fow.dice.aids import SIX, Aid, Fell, Input, Inputs, More, Score, parts
from campaign.fow.dice.commands import AIDS, DiceCommand, RollDice
from campaign.fow.dice.rolls import in_words
from campaign.fow.interviews import Asking, line_of, of_side, on_line, question
from campaign.fow.members.permissions import sides_of
from campaign.fow.names import names_of
from campaign.fow.results.losses import called, roster
from campaign.fow.state import Battle, State
from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.interview.answers import Choice, Kind, Option, Text, YesNo
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kernel.interview.tapped import Count, Grouped, Pad, Tick
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import capital, counted
from events.fow.table_top import DiceRolled

SHOWN = 5
"""So many facts are asked at once; what else may be said is folded away."""
TWICE = 2
"""A test is rolled again once at most, but for a Komissar."""
NATIONS = ("American", "British", "German", "Soviet")
"""Those that a screen offers; no roll asks whether a platoon is another's."""
MOTIVATION = ("reluctant", "confident", "fearless")

# --- The aids in groups, those of the present stage of a battle first ----------------------------

LIKELY = 8
"""So many aids stand first."""
CHAPTERS = {
    "morale": "Morale",
    "shooting": "Shooting and saves",
    "artillery": "Artillery",
    "air": "Aircraft",
    "assault": "Assault",
    "movement": "Movement",
    "missions": "Mission and reserves",
    "fortifications": "Fortifications",
    "street": "Street fighting",
    "night": "Night",
    "national": "Nations",
    "terrain": "Terrain and weather",
    "anzio": "Anzio",
    "recce": "Reconnaissance",
    "core": "Other tests",
}
"""Chapters of the table of aids, each with its heading."""
BEFORE = ("first-turn", "preliminary-bombardment", "random-deployment")
"""Rolled before the first turn."""
IN_TURN = ("rally", "shooting-hits", "armour-save", "team-save", "platoon-morale", "air-request")
"""Rolled in nearly every turn."""
_DUE = {turns.SHIP: "naval-gunfire", turns.KHAMSEEN: "weather"}
"""What falls due in a turn, where its aid has another name."""
DEPENDS = frozenset({"wind", "dig-in"})
"""Aids that other answers can make possible."""


def choice(state: State, battle: Battle, side: str) -> Grouped:
    """Every aid with what it is about; one that this battle does not have says why."""
    options = tuple(_option(state, battle, side, slug) for slug in AIDS)
    able = {one.value for one in options if not one.refused}
    likely = tuple(filter(able.__contains__, dict.fromkeys(_likely(battle))))[:LIKELY]
    groups = [("Likely now", likely)]
    for chapter, heading in CHAPTERS.items():
        slugs = (slug for slug, aid in AIDS.items() if aid.row.chapter == chapter)
        groups.append((heading, tuple(slugs)))
    return Grouped(options, groups=tuple(one for one in groups if able & {*one[1]}))


def _barred(state: State, battle: Battle, side: str, slug: str) -> Refused | None:
    """Why a battle has no such roll now, whatever else is answered; None where it has."""
    known = None if slug in DEPENDS else facts.known_of(slug)
    answer = known(state, battle, side, {}) if known else {}
    is_barred = isinstance(answer, Refused) and answer.rule and not answer.about.missing
    return answer if isinstance(answer, Refused) and is_barred else None


def name_of(slug: str) -> str:
    """What an aid is called as a heading: `Platoon Morale Check`."""
    called = AIDS[slug].row.called
    return capital(called.removeprefix("a ").removeprefix("an ").removeprefix("the "))


def _option(state: State, battle: Battle, side: str, slug: str) -> Option:
    row = AIDS[slug].row
    refused = f"part of {row.elsewhere}" if row.elsewhere else ""
    if not refused and side and (bar := _barred(state, battle, side, slug)):
        refused = bar.reason
    return Option(
        slug, name_of(slug), row.what.removesuffix("."), refused=refused, also=(row.called,)
    )


def _likely(battle: Battle) -> Iterator[str]:
    """What the battle log says is due, what comes before the first turn, what comes in each."""
    for due in battle.table.due:
        yield _DUE.get(due, due)
    if not battle.table.turn_of:
        yield from BEFORE
    yield from IN_TURN
    yield from ("reserves", "delayed-reserves", "range-in", "assault-launch")


# --- What is asked ------------------------------------------------------------------------------


class Rolling(msgspec.Struct, frozen=True):
    """A roll that is asked for: in which battle, whose it is, and what it is for."""

    state: State
    form: Given
    battle: Battle
    side: str
    aid: Aid


def asks_roll(state: State, form: Given) -> Interview:
    """FoW Re-rolls: the aid, the facts that it needs and the campaign does not know, the dice."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    battle = turns.fought(state, line.id if line else None)
    if isinstance(battle, Refused):
        return battle
    sides = sides_of(state, form.by, battle.line)
    own = sides[0] if len(sides) == 1 else ""
    title = "What are you rolling for?"
    asked_aid = question(form, "aid", title, kind=choice(state, battle, own))
    answers |= yield Page((asked_aid,), title=title)
    aid = AIDS.get(str(answers.get("aid")))
    if aid is None or aid.row.elsewhere:
        return assembled(answers)
    if not own or "side" in form.answers:
        answers |= yield Page((of_side(state, form, "Whose roll is it?"),))
    side = str(answers.get("side") or own)
    if (refused := _barred(state, battle, side, aid.slug)) is not None:
        return refused
    return (yield from _asks_facts(Rolling(state, form, battle, side, aid), answers))


def _asks_facts(roll: Rolling, answers: Fields) -> Interview:
    """FoW Re-rolls: the facts, what they make needed, then the dice.

    Facts that are all seldom said need no page of their own before the dice.
    """
    form, aid = roll.form, roll.aid
    known = _from_roster(roll)
    asked = tuple(_facts(roll, known))
    has_pad = roll.state.rulings.dice != "ledger" or "dice" in form.answers
    is_beside = form.is_screen and has_pad and all(one.is_rare for one in asked)
    if asked and not is_beside:
        answers |= yield Page(asked, (aid.row.what,), title=name_of(aid.slug))
    answers |= known
    inputs = _inputs(roll, answers)
    if (fact := _lacking(aid, inputs)) is not None:
        answers |= yield Page((question_of(fact),), title=name_of(aid.slug))
        inputs = _inputs(roll, answers)
    if isinstance(inputs, Refused):
        return inputs
    if has_pad:
        answers |= yield from _dice(roll, inputs, known, asked if is_beside else ())
    return assembled(answers)


def _lacking(aid: Aid, inputs: Inputs | Refused | None) -> Input | None:
    """A fact that the others make needed: the Skill of who attacks a bunker."""
    answer = aid.throw(inputs, ()) if isinstance(inputs, Inputs) else None
    lacks = answer.about.field if isinstance(answer, Refused) and answer.about.missing else ""
    facts_of_aid = (one for one in aid.inputs if one.name == lacks)
    return next((replace(one, needed=True) for one in facts_of_aid), None)


_ORDER = {"flag": 1, "text": 2}
"""Of what may be said; a figure or a choice comes before."""


def _facts(roll: Rolling, known: Mapping[str, Any]) -> Iterator[Question]:
    """FoW Re-rolls: what the aid must know first, then what it may: figures and choices, ticks,
    what is typed; the rest is folded away.
    """
    wanted = _wanted(roll.form, roll.aid, known)
    in_order = sorted(wanted, key=lambda one: 0 if one.needed else 1 + _ORDER.get(one.kind, 0))
    for place, one in enumerate(in_order):
        is_rare = not one.needed and (place >= SHOWN or one.name == "platoon")
        yield question_of(one, _kind_in(roll, one), is_rare=is_rare)


def _wanted(form: Given, aid: Aid, known: Mapping[str, Any]) -> Iterator[Input]:
    """The facts of an aid that neither the battle nor a roster knows."""
    has_pad = aid.counts_dice and form.is_screen  # a pad of faces must know how many
    for one in aid.inputs:
        if not (one.known or one.name in known):
            yield replace(one, needed=True) if has_pad and one.name == "count" else one


_NATION = Choice(tuple(Option(nation.lower(), nation) for nation in NATIONS))


def question_of(fact: Input, kind: Kind | None = None, *, is_rare: bool = False) -> Question:
    """The question for a fact of the table; one that must be so begins with yes."""
    kind = kind or kind_of(fact)
    what, _, tip = fact.what.partition("; ")
    label = capital(what.removeprefix("whether "))
    is_asked = fact.what.startswith(("which", "what")) and isinstance(kind, Choice | Text)
    is_asked |= fact.needed and fact.kind == "flag"
    return Question(
        fact.name,
        f"{label}?" if is_asked else label,
        kind,
        tip=capital(tip),
        is_optional=not fact.needed,
        is_rare=is_rare,
        stands="yes" if fact.needed and fact.kind == "flag" else "",
    )


def kind_of(fact: Input) -> Kind:
    """What a fact of the table may be."""
    match fact.kind:
        case "flag":
            return YesNo() if fact.needed else Tick()
        case "number":
            return Count(fact.low, fact.high)
        case "word":
            words = (Option(one, capital(one.replace("-", " "))) for one in fact.words)
            return Choice(tuple(words))
        case "text":
            return Text()


def _kind_in(roll: Rolling, fact: Input) -> Kind:
    """The same in a battle: its own platoons and sides, where a fact is one of them."""
    state, battle, side = roll.state, roll.battle, roll.side
    if fact.name == "nation" and roll.form.is_screen:
        return _NATION
    if fact.name == "finished_first":
        return Choice(tuple(Option(one, name) for one, name in state.sides.items()))
    if fact.name == "platoon" and side:
        here = [one for one in roster(state, battle, side) if one not in turns.gone(battle, side)]
        if here:
            return Choice(tuple(Option(one, called(state, battle, side, one)) for one in here))
    return kind_of(fact)


# --- What the rosters know ----------------------------------------------------------------------


_RATINGS = ("rating", "skill", "target")
"""Facts that are the Motivation or Skill of a whole side."""


def _from_roster(roll: Rolling) -> dict[str, Any]:
    """FoW Choosing Your Force: Motivation and Skill that all platoons of a force share. What is
    answered all the same counts instead.
    """
    if not roll.side or roll.form.is_script:
        return {}
    known: dict[str, Any] = {}
    for fact in roll.aid.inputs:
        is_asked = fact.needed and not fact.known and fact.name not in roll.form.answers
        if is_asked and fact.kind == "word" and fact.name in _RATINGS:
            whose = roll.state.other(roll.side) if fact.name == "target" else roll.side
            if value := _shared(roll.state, roll.battle, whose, fact):
                known[fact.name] = value
    return known


def _shared(state: State, battle: Battle, side: str, fact: Input) -> str:
    """A rating that the force has and none of its platoons has otherwise; empty without."""
    rating = "motivation" if fact.words == MOTIVATION else "skill"
    force = state.forces.get(battle.forces.get(side, ""))
    if force is None:
        return ""
    own = str(getattr(force, rating) or "")
    platoons = (getattr(one, rating, None) for one in force.platoons.values())
    return own if all(one in (None, "", own) for one in platoons) else ""


# --- The score, and the dice --------------------------------------------------------------------


def _inputs(roll: Rolling, answers: Fields) -> Inputs | Refused | None:
    """The facts as the rules take them; None where they cannot be taken yet, or nobody asks."""
    if roll.form.is_script or not roll.side:
        return None
    names = [one.name for one in roll.aid.inputs if answers.get(one.name) is not None]
    stated = {name: answers[name] for name in names}
    inputs = facts.completed(roll.state, roll.battle, roll.side, roll.aid, stated)
    return None if isinstance(inputs, Refused) and inputs.about.missing else inputs


def _dice(
    roll: Rolling, inputs: Inputs | None, known: Mapping[str, Any], beside: tuple[Question, ...]
) -> Asking:
    """FoW ruling 63: the dice of the table, or the ledger rolls; the score is said above them.

    `beside` are facts that are seldom said, folded below the dice.
    """
    form, aid = roll.form, roll.aid
    if inputs is not None and not isinstance(aid.throw(inputs, ()), More):
        return {}  # no die is rolled
    is_tables = roll.state.rulings.dice == "table"
    lines = tuple(score_in_words(aid, inputs, known))
    kind = Pad(faces=SIX, is_all=is_tables)
    if form.is_screen:
        kind, lines = _on_screen(aid, inputs, kind, lines)
    pad = Question(
        "dice",
        "Tap what fell" if is_tables else "Rolled at the table? Tap what fell",
        kind,
        is_optional=not is_tables,
        check=_enough(aid, inputs),
    )
    fields: Fields = yield Page(
        (pad, *beside, question(form, "witness", "Who saw it?", is_rare=True)),
        lines,
        title=name_of(aid.slug),
        button="Record" if is_tables else "Roll",
        is_asked=True,
        is_last=inputs is not None,
    )
    return fields


def _on_screen(
    aid: Aid, inputs: Inputs | None, pad: Pad, lines: tuple[str, ...]
) -> tuple[Pad, tuple[str, ...]]:
    """The score large above the dice; without one, what the aid says of them."""
    score = _score(aid, inputs)
    if score is None:
        return pad, (aid.row.what, *lines, *parts(aid.row.notes))
    if not 1 <= score.needed <= SIX:
        return pad, lines
    likely = chance(aid, inputs, score.needed)[1]
    return replace(pad, needs=f"{score.needed}+", why=" ".join(lines), chance=likely), ()


def _score(aid: Aid, inputs: Inputs | None) -> Score | None:
    """The score that a die must reach; None where dice decide it."""
    score = aid.score(inputs) if inputs is not None and aid.score is not None else None
    return None if isinstance(score, Refused) else score


def _enough(aid: Aid, inputs: Inputs | None) -> Callable[[Any], object | Invalid]:
    """Whether these are all the dice that a roll takes; what it takes more, in words."""

    def check(dice: tuple[int, ...]) -> tuple[int, ...] | Invalid:
        answer = aid.throw(inputs, dice) if inputs is not None and dice else None
        if isinstance(answer, More):
            left = counted(answer.total - len(dice), "die more", "dice more")
            return Invalid(f"{left}: {answer.why}")
        return dice

    return check


def score_in_words(aid: Aid, inputs: Inputs | None, known: Mapping[str, Any]) -> Iterator[str]:
    """FoW Re-rolls: the score that a die must reach, and how likely a test is to pass."""
    if score := _score(aid, inputs):
        which = ", by the roster" if known else ""
        yield f"Needed: {score.words}{which}.{chance(aid, inputs, score.needed)[0]}"
    else:
        yield f"Roll: {aid.row.roll}."


def chance(aid: Aid, inputs: Inputs | None, needed: int) -> tuple[str, int]:
    """How likely a single die is to pass, with the roll that a leader lets have again."""
    if inputs is None or not 1 < needed <= SIX:
        return "", 0
    failed, fails = aid.throw(inputs, (1,)), (needed - 1) / SIX
    if _is_test_again(aid, inputs):
        likely = round(100 * (1 - fails**TWICE))
        return f" With the roll again: {likely} in 100.", likely
    if isinstance(failed, Fell) and failed.used == 1:
        likely = round(100 * (1 - fails))
        return f" That is {likely} in 100.", likely
    return "", 0


def _is_test_again(aid: Aid, inputs: Inputs) -> bool:
    """Whether a second die after a failure is the same test again, and no attempt, save or other
    test that follows.
    """
    failed = aid.throw(inputs, (1,))
    first, again = aid.throw(inputs, (SIX,)), aid.throw(inputs, (1, SIX))
    return (
        isinstance(failed, More)
        and failed.total == TWICE
        and isinstance(first, Fell)
        and isinstance(again, Fell)
        and first.outcome == again.outcome != 0  # nothing lost is no success
    )


def shows_roll(state: State, fields: Fields, private: Callable[[], Fields]) -> Confirm | None:
    """FoW Re-rolls: what dice of the table bring, as it will be recorded; nobody knows before what
    the ledger rolls.
    """
    command = msgspec.convert(fields, RollDice)
    aid = AIDS.get(command.aid)
    if aid is None or aid.row.elsewhere:
        return None
    inputs = _stated(state, command, aid)
    none = aid.throw(inputs, ()) if inputs is not None else None
    if isinstance(none, Fell):
        why = none.why or none.score
        return Confirm((f"No die is rolled: {why}.",), "Record this?", is_advice=True)
    if command.dice is None:
        text = f"The ledger rolls for {aid.row.called}; what falls counts, and stays in the record."
        score = tuple(score_in_words(aid, inputs, {}))
        is_ledgers = state.rulings.dice != "table"
        return Confirm((text, *score), "Roll?", is_advice=True) if is_ledgers else None
    rolled = rolls.roll(state, command, Supplied())
    if isinstance(rolled, Refused) or not isinstance(rolled[0], DiceRolled):
        return None
    return Confirm((in_words(rolled[0], names_of(state)),), "Record this roll?", is_advice=True)


def _stated(state: State, command: DiceCommand, aid: Aid) -> Inputs | None:
    """The facts of a command with what its battle knows; None where the rules refuse them."""
    battle = turns.fought(state, command.line)
    if isinstance(battle, Refused):
        return None
    side = turns.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return None
    names = (one.name for one in aid.inputs if not one.known)
    values = {name: value for name in names if (value := getattr(command, name)) is not None}
    inputs = facts.completed(state, battle, side, aid, values)
    return None if isinstance(inputs, Refused) else inputs


INTERVIEWS = Interviews[State](
    asked={RollDice: asks_roll},
    consequences={RollDice: shows_roll},
)
