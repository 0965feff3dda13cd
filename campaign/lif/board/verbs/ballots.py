"""LiF 4.1(1), 4.1(2), 4.1(5): ballots and votes laid by verbs, one power's or several. Pure."""

from collections.abc import Collection, Iterable
from typing import TypeVar

import msgspec

from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import Unfit
from campaign.lif.board import waiting
from campaign.lif.board.markers import KINDS
from campaign.lif.board.verbs.keyboard import meanwhile
from campaign.lif.names import country, the_country
from campaign.lif.roster import SEATS
from campaign.lif.state import State
from campaign.text.english import capital, listed

T = TypeVar("T")
REST = "rest"
STANDARD_INPUT = "-"
_FOR_NOTHING = {"ballots": "choose no", "votes": "abstain"}
"""What a power can do for nothing, in words, by the phase of the board."""
_FORM = "write each as POWER=CHOICE, such as ge=veto or rest=no"


class Wishes(msgspec.Struct, frozen=True):
    """What was typed: a choice for each power named, and one for the rest."""

    named: dict[str, str]
    rest: str | None = None


def _read(words: Iterable[str]) -> Wishes | Unfit:
    """`POWER=CHOICE` words; choices are read later, when the board's phase is known."""
    named: dict[str, str] = {}
    for word in words:
        key, _, choice = (part.strip() for part in word.partition("="))
        if not (key and choice):
            return Unfit(_FORM)
        power = REST if key.lower() == REST else SEATS.the_one(key)
        if isinstance(power, Unfit):
            return power
        if power in named:
            return Unfit(f"{REST if power == REST else country(power)} is given twice")
        named[power] = choice
    if not named:
        return Unfit(_FORM)
    return Wishes(named, named.pop(REST, None))


def _chosen(state: State, wishes: Wishes) -> dict[str, str] | Unfit:
    """Every choice in the record's words; all of them are read before any is sent."""
    chosen: dict[str, str] = {}
    for power, typed in wishes.named.items():
        choice = waiting.choice_of(state, power, typed)
        if isinstance(choice, Unfit):
            return Unfit(f"{country(power)}: write {choice.text}")
        chosen[power] = choice
    if wishes.rest is None:
        return chosen
    choice = waiting.choice_of(state, "", wishes.rest)
    if isinstance(choice, Unfit):
        return Unfit(f"{REST}: write {choice.text}")
    return chosen | dict.fromkeys(_rest(state, wishes, choice), choice)


def _rest(state: State, wishes: Wishes, choice: str) -> list[str]:
    """The powers that hold a marker, have laid none, and can pay for the choice."""
    points = state.veto_points
    return [
        power
        for power in waiting.waiting(state).owed
        if power not in wishes.named
        and waiting.prices(state, power)[choice] <= points.get(power, 0)
    ]


def _rest_in_words(wishes: Wishes) -> str:
    """What the rest was to choose, in full."""
    rest = (wishes.rest or "").lower()
    return waiting.SHORT.get(rest, rest)


def _passed_over(state: State, rest: str, chosen: Collection[str]) -> verbs.Course[None]:
    """Ruling 18: powers of the rest that could not pay; who could for less is still waited for."""
    waits, phase = waiting.waiting(state), state.board.phase
    excused = [power for power in waits.excused if power not in chosen]
    owed = [power for power in waits.owed if power not in chosen]
    if excused:
        yield from verbs.say(
            f"Not waited for, without the points: {listed(map(country, excused))}."
        )
    if owed:
        call = (
            f"campaign ballots {state.campaign.name} rest={waiting.shortest(KINDS[phase].absent)}"
        )
        who = capital(listed(map(the_country, owed)))
        yield from verbs.say(
            f"{who} cannot pay for {rest}. Have them {_FOR_NOTHING[phase]}: `{call}`."
        )


def _ballots(call: verbs.Call, choices: tuple[str, ...]) -> verbs.Course[None]:
    """Lays several powers' ballots, or their votes, in one go. A ballot is veto or no-veto (no for
    short), a vote another, stop or abstain. A power may be shortened (ge, ital); rest is every
    power that has laid none yet and can pay. With - the choices are read from standard input, so
    that no shell keeps them. Each counts by itself: one that is refused keeps none from being laid.
    """
    state = yield from verbs.state_of(State)
    if state.board.phase not in KINDS:
        comes = waiting.hint(state, KINDS["ballots"].seals)
        text = f"the board is not taking ballots ({comes})"
        yield from verbs.refuse(text, "LiF 4.1")
    typed = choices
    if STANDARD_INPUT in choices:
        if choices != (STANDARD_INPUT,):
            yield from verbs.fail("give the choices here or with -, not both")
        typed = yield from _unseen_or_piped()
    wishes = yield from _usable(_read(typed))
    if gone := meanwhile(state, (yield from verbs.state_of(State))):
        yield from verbs.refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    chosen = yield from _usable(_chosen(state, wishes))
    yield from _lay_all(call, state, wishes, chosen)


def _unseen_or_piped() -> verbs.Course[tuple[str, ...]]:
    """The words from standard input; at a terminal a line that the screen does not show."""
    if (yield from verbs.interactive()):
        label = "Choices in one line, unseen, such as ge=veto it=no rest=no"
        line = yield from verbs.ask(label, default="", hidden=True)
        return tuple(line.split())
    raw = yield from verbs.read_bytes(STANDARD_INPUT)
    return tuple(raw.decode("utf-8", "replace").split())


def _usable(result: T | Unfit) -> verbs.Course[T]:
    """What was read; ends the call before anything is sent if it makes no sense."""
    if isinstance(result, Unfit):
        stop = "" if result.text.endswith("?") else "."
        return (yield from verbs.fail(f"{result.text}{stop} Nothing was recorded"))
    return result


def _lay_all(
    call: verbs.Call, state: State, wishes: Wishes, chosen: dict[str, str]
) -> verbs.Course[None]:
    command, kind = KINDS[state.board.phase].seals, KINDS[state.board.phase].name
    refused: list[str] = []
    for power, choice in chosen.items():
        answer = yield from verbs.send(
            command, power=power, choice=choice, draw=waiting.draw_now(state)
        )
        yield from verbs.tell(answer, whose=country(power))
        if not answer.accepted:
            refused.append(country(power))
    if wishes.rest and not call.as_json:
        yield from _passed_over(state, _rest_in_words(wishes), chosen)
        if not chosen and not waiting.waiting(state).owed:
            yield from verbs.say(f"Nobody owes a {kind} any more.")
    if refused:
        was = "was" if len(refused) == 1 else "were"
        others = "; all others are in" if len(refused) < len(chosen) else ""
        yield from verbs.refuse(f"the {kind} of {listed(refused)} {was} refused{others}")


BALLOTS = verbs.Verb(
    words="ballots",
    example="""
    campaign ballots club it=no rest=no
    echo it=no | campaign ballots club -
    """,
    parameters=(verbs.Argument("choices", "POWER=CHOICE…|-", many=True),),
    sends_several=True,
    course=_ballots,
)
