"""Commands of US entry with something missing: they ask for it, or say how to give it. Pure."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from campaign.kernel.courses import (
    TRIES,
    Call,
    Course,
    ask,
    ask_number,
    fail,
    interactive,
    say,
    send,
    state_of,
    tell,
)
from campaign.kernel.decisions import About, Command
from campaign.kernel.steps import Reply, Unfit
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import THEATRE_NAMES
from campaign.leaders_in_flames.us_entry.verb_parameters import (
    ALIASES,
    GIVES,
    LICENCE,
    ask_pairs,
    by_pool,
    read_chits,
    read_gift,
)

ASKS = 20
"""So many things may be asked for one command; more would be going round in circles."""
SIDES = 10
MOST_CONVOYS = 15

Fields = dict[str, object]


class Lacking(msgspec.Struct, frozen=True):
    """What is known in advance about the parts that a command may lack."""

    targets: tuple[str, ...] = ()
    """Whom it may be for; none named: a hex."""
    dice: Callable[[], tuple[str, ...]] = tuple
    """The theatres that are rolled for."""
    one_pool: bool = False
    """Whether all chits named leave the one pool that the command is about."""


def submit(
    call: Call, command: type[Command], lacking: Lacking, fields: Mapping[str, object]
) -> Course[None]:
    """Submits a command; at a terminal, what it was refused for lack of is asked for, and it is
    tried again. A refusal has changed nothing, and what is forbidden is told before it is asked.
    """
    given: Fields = {
        name: value for name, value in fields.items() if value not in (None, {}, [], ())
    }
    asks = ASKS if (yield from interactive()) else 0
    reply = yield from send(command, **given)
    while asks and not reply.accepted:
        asks -= 1
        more = yield from _supplied(reply.about, given, lacking)
        if not more:
            break
        given |= more
        reply = yield from send(command, **given)
    if not reply.accepted and not call.as_json:
        reply = _with_hint(reply)
    yield from tell(reply, command)


# --- asked for ----------------------------------------------------------------------------------


def _supplied(about: About, given: Fields, lacking: Lacking) -> Course[Fields]:
    """The missing part as typed; nothing if the refusal has another reason."""
    if not about.missing:
        return {}
    if about.field == "chits":
        return (yield from _chits(about, given, lacking))
    if about.field == "stated":
        return (yield from _stated(about, given))
    if about.field in given or about.field not in _QUESTIONS:
        return {}
    return (yield from _QUESTIONS[about.field](given, lacking))


def _stated(about: About, given: Fields) -> Course[Fields]:
    stated = given.get("stated", {})
    assert isinstance(stated, dict)
    if about.key in stated:
        return {}
    answer = yield from _choice(about.prompt, about.answers)
    return {"stated": {**stated, about.key: answer}}


def _target(given: Fields, lacking: Lacking) -> Course[Fields]:
    label = "For whom?" if lacking.targets else "The hex"
    target = yield from _choice(label, lacking.targets)
    return {"target": target.lower()}


def _removed(given: Fields, lacking: Lacking) -> Course[Fields]:
    points = yield from _number("Convoy points taken off the map", MOST_CONVOYS)
    if "gives" in given:
        return {"removed": points}
    gives = yield from ask_pairs("Given to whom", GIVES, read_gift)
    return {"removed": points, "gives": gives}


def _rolls(given: Fields, lacking: Lacking) -> Course[Fields]:
    rolls: dict[str, int] = {}
    for theatre, name in THEATRE_NAMES.items():
        if theatre in lacking.dice():
            rolls[theatre] = yield from _number(f"Die for {name}", SIDES)
    return {"rolls": rolls}


def _roll(given: Fields, lacking: Lacking) -> Course[Fields]:
    return {"roll": (yield from _number("Die", SIDES))}


def _chits(about: About, given: Fields, lacking: Lacking) -> Course[Fields]:
    typed = yield from ask(about.prompt[:1].upper() + about.prompt[1:])
    chits = read_chits(typed)
    if isinstance(chits, Unfit):
        return (yield from fail(chits.text))
    if lacking.one_pool:
        return {"chits": chits}
    state = yield from state_of(State)
    named = yield from by_pool(state, [chits])
    before = given.get("chits", {})
    assert isinstance(before, dict)
    return {"chits": {**before, **named}}


_QUESTIONS: dict[str, Callable[[Fields, Lacking], Course[Fields]]] = {
    "target": _target,
    "removed": _removed,
    "rolls": _rolls,
    "roll": _roll,
}
"""How a field is asked for that is missing altogether."""


def _number(label: str, highest: int) -> Course[int]:
    return (yield from ask_number(f"{label} [1-{highest}]", 1, highest))


def _choice(question: str, answers: Sequence[str]) -> Course[str]:
    """Asks at a terminal; an answer may be shortened if it is clear which one is meant."""
    label = f"{question} [{'/'.join(answers)}]" if answers else question
    for _ in range(TRIES):
        typed = (yield from ask(label, default="")).strip()
        if not answers and typed:
            return typed
        folded = typed.lower().replace(" ", "-")
        folded = ALIASES.get(folded, folded)
        meant = [answer for answer in answers if folded and answer.startswith(folded)]
        if folded in answers:
            return folded
        if len(meant) == 1:
            return meant[0]
        if answers:
            yield from say(f"That is not one of {', '.join(answers)}.", aside=True)
    return (yield from fail(f"no answer to: {question}"))


# --- how to say it ------------------------------------------------------------------------------

_WHERE_MISSING = {
    "rolls": "--roll japan=7",
    "roll": "--roll 7",
    "chits": "--chit c3,c7",
    "removed": "--removed 10",
}
_ALWAYS = {
    "gives": f"--gives {GIVES}",
    "counters": f"--counter {LICENCE}",
    "units": "--unit COUNTER",
}


def _how(about: About) -> str:
    """The command line's words for the subject of a refusal; nothing if that would not help."""
    if about.field == "stated" and about.key:
        answer = about.answers[0] if about.answers else "ANSWER"
        return f"--say {about.key}={answer}" if about.missing else ""
    if about.field == "stated":
        return "--say KEY=ANSWER"
    return _ALWAYS.get(about.field) or (_WHERE_MISSING.get(about.field, "") * about.missing)


def _with_hint(reply: Reply) -> Reply:
    """A refusal that says how to give the missing part on the command line."""
    how = _how(reply.about)
    hinted = f"{reply.reason} ({how})"
    return replace(reply, reason=hinted) if how else reply
