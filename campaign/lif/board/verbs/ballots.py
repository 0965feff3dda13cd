"""LiF 4.1: ballots and votes sealed by verbs, one power's or several; fixed and opened. Pure."""

from collections.abc import Collection, Container, Iterable, Mapping
from functools import partial

from campaign.kernel.decisions import Command
from campaign.kernel.interview.derived import answered, asked, derived
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import Fail, Unfit, sending
from campaign.lif.board import commands, waiting
from campaign.lif.board.markers import KINDS
from campaign.lif.names import country, the_countries, with_player
from campaign.lif.roster import SEATS
from campaign.lif.state import State
from campaign.text.english import capital, listed

REST = "rest"
STANDARD_INPUT = "-"
_FOR_NOTHING = {"ballots": "choose no", "votes": "abstain"}
"""What a power can do for nothing, in words, by the phase of the board."""
_FORM = "write each as POWER=CHOICE, such as ge=veto or rest=no"


def meanwhile(before: State, now: State) -> str:
    """What a reader is told where the Board went on while it waited for them; else nothing."""
    then, board = before.board, now.board
    if (then.phase, then.draw) == (board.phase, board.draw):
        return ""
    gone = "The Board went on meanwhile"
    if then.leader is not None:
        name = before.sheet[then.leader].name
        voted = f"The vote after {name} was counted meanwhile"
        gone = voted if then.phase == "votes" else f"{name} was settled meanwhile"
    if board.draw != then.draw and board.leader is not None:
        return f"{gone}; the leader is now {now.sheet[board.leader].name}."
    return f"{gone}."


# --- several at once ----------------------------------------------------------------------------


def _read(words: Iterable[str]) -> verbs.Course[dict[str, str]]:
    """`POWER=CHOICE` words by power; choices are read later, when the board's phase is known."""
    wishes: dict[str, str] = {}
    for word in words:
        key, _, choice = (part.strip() for part in word.partition("="))
        if not (key and choice):
            yield from _stop(_FORM)
        power = REST if key.lower() == REST else SEATS.the_one(key)
        if isinstance(power, Unfit):
            return (yield from _stop(power.text))
        if power in wishes:
            yield from _stop(f"{_whose(power)} is given twice")
        wishes[power] = choice
    return wishes or (yield from _stop(_FORM))


def _stop(text: str) -> Fail:
    """Ends the call before anything is sent."""
    stop = "" if text.endswith("?") else "."
    return Fail(f"{text}{stop} Nothing was recorded")


def _whose(power: str) -> str:
    return REST if power == REST else country(power)


def _chosen(state: State, wishes: Mapping[str, str]) -> verbs.Course[dict[str, str]]:
    """Every choice in the record's words; all of them are read before any is sent."""
    chosen: dict[str, str] = {}
    for power in sorted(wishes, key=lambda power: power == REST):
        choice = waiting.choice_of(state, "" if power == REST else power, wishes[power])
        if isinstance(choice, Unfit):
            return (yield from _stop(f"{_whose(power)}: write {choice.text}"))
        powers = _rest(state, wishes, choice) if power == REST else [power]
        chosen |= dict.fromkeys(powers, choice)
    return chosen


def _rest(state: State, wishes: Container[str], choice: str) -> list[str]:
    """The powers that hold a marker, have sealed none, and can pay for the choice."""
    points = state.veto_points
    return [
        power
        for power in waiting.waiting(state).owed
        if power not in wishes and waiting.prices(state, power)[choice] <= points.get(power, 0)
    ]


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
        who = capital(the_countries(owed))
        yield from verbs.say(
            f"{who} cannot pay for {rest}. Have them {_FOR_NOTHING[phase]}: `{call}`."
        )


def _ballots(call: verbs.Call, choices: tuple[str, ...]) -> verbs.Course[None]:
    """Seals several powers' ballots, or their votes, in one go. A ballot is veto or no-veto (no for
    short), a vote another, stop or abstain. A power may be shortened (ge, ital); rest is every
    power that has sealed none yet and can pay. With - the choices are read from standard input, so
    that no shell keeps them. Each counts by itself: one that is refused keeps no other from being
    sealed.
    """
    state = yield from verbs.state_of(State)
    if state.board.phase not in KINDS:
        from campaign.lif.board.verbs import hints

        comes = hints.hint(state, KINDS["ballots"].seals)
        text = f"the board is not taking ballots ({comes})"
        yield from verbs.refuse(text, "LiF 4.1")
    typed = choices
    if STANDARD_INPUT in choices:
        if choices != (STANDARD_INPUT,):
            yield from verbs.fail("give the choices here or with -, not both")
        typed = yield from _unseen_or_piped()
    wishes = yield from _read(typed)
    if gone := meanwhile(state, (yield from verbs.state_of(State))):
        yield from verbs.refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    chosen = yield from _chosen(state, wishes)
    yield from _seal_all(call, state, wishes.get(REST, "").lower(), chosen)


def _unseen_or_piped() -> verbs.Course[tuple[str, ...]]:
    """The words from standard input; at a terminal a line that the screen does not show."""
    if (yield from verbs.interactive()):
        label = "Choices in one line, unseen, such as ge=veto it=no rest=no"
        line = yield from verbs.ask(label, default="", hidden=True)
        return tuple(line.split())
    raw = yield from verbs.read_bytes(STANDARD_INPUT)
    return tuple(raw.decode("utf-8", "replace").split())


def _seal_all(
    call: verbs.Call, state: State, rest: str, chosen: dict[str, str]
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
    if rest and not call.as_json:
        yield from _passed_over(state, waiting.SHORT.get(rest, rest), chosen)
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


# --- one power's, and all of them fixed or opened -----------------------------------------------


def _missing(state: State, waits: waiting.Waiting) -> tuple[str, ...]:
    """Who sealed no marker, though they could pay; one clause, or none."""
    if not (powers := waits.owed or waits.missing):
        return ()
    yet = " yet" if waits.owed else ""
    who = listed(with_player(state, power) for power in powers)
    return (f"no {waits.what[:-1]}{yet} from {who}",)


def _for_good(
    kind: type[Command], does: str, call: verbs.Call, /, yes: bool, **typed: object
) -> verbs.Course[None]:
    """Fixes or opens all markers; asks first where somebody's is missing or withheld."""
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    fields = yield from asked(kind, call, answers)
    state = yield from verbs.state_of(State)
    waits = waiting.waiting(state)
    owed = _missing(state, waits) if kind is commands.FixMarkers or "absent" in fields else ()
    withheld = waits.devices if "withheld" in fields else ()
    who = listed(with_player(state, power) for power in withheld)
    aware: tuple[str, ...] = ()
    if withheld:
        counts_as = KINDS[waits.what].withheld
        aware = (f"nothing opens the {waits.what} of {who}: each counts as {counts_as}",)
    if owed or aware:
        yield from verbs.act_for_good(sending(kind, **fields), does, owed, aware, yes=yes)
    else:
        yield from verbs.act(kind, **fields)


_FOR_GOOD: Mapping[type[Command], str] = {
    commands.FixMarkers: "fix without them",
    commands.OpenBallots: "open without them",
    commands.OpenVotes: "count without them",
}


def _seal(kind: type[Command], call: verbs.Call, /, **typed: object) -> verbs.Course[None]:
    """Seals a marker for the draw that was before the Board when the choice was asked for."""
    answers = yield from answered(kind, typed)
    if answers is None:
        return
    state = yield from verbs.state_of(State)
    draw = waiting.draw_now(state)
    is_typed = "choice" in answers
    fields = yield from asked(kind, call, ({"draw": str(draw)} if draw else {}) | answers)
    if not is_typed and (gone := meanwhile(state, (yield from verbs.state_of(State)))):
        yield from verbs.refuse(f"{gone} Nothing was recorded", "LiF 4.1")
    yield from verbs.act(kind, **fields)


_VERBS = (
    BALLOTS,
    *(derived(kind, partial(_seal, kind)) for kind in (commands.SealBallot, commands.SealVote)),
    *(
        derived(kind, partial(_for_good, kind, does), more=(verbs.YES,))
        for kind, does in _FOR_GOOD.items()
    ),
)
VERBS = {verb.words: verb for verb in _VERBS}
