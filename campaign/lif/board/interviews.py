"""LiF 4: what the acts of the Promotions Board ask beyond their fields, and what they offer. Pure.

What the Board does not take is said before anybody types a secret choice for nothing.
"""

from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview, Page, Question
from campaign.lif.board import commands, markers
from campaign.lif.board.waiting import SHORT, SUPPORT, VETO, in_words, prices
from campaign.lif.names import STATUSES, country
from campaign.lif.state import State


def in_the_cup(state: State) -> Choice:
    """LiF 4.1(1): the leaders; those in the cup can be drawn."""
    ordered = sorted(state.sheet.items(), key=lambda one: state.leaders.get(one[0]) != "cup")
    return Choice(tuple(_leader(state, who, counter.name) for who, counter in ordered))


def _leader(state: State, who: str, name: str) -> Option:
    status = state.leaders.get(who, "removed")
    return Option(who, name, refused="" if status == "cup" else STATUSES[status])


def asks_reserves(state: State, form: Given) -> Interview:
    """LiF 4: whose reserves, and which of them are not called out yet."""
    fields = assembled((yield form.page("power")))
    fields |= yield form.judged("mark", fields)
    return fields


def asks_marker(state: State, form: Given) -> Interview:
    """LiF 4.1(1), 4.1(5): whose marker, and its choice, unless a device has sealed that."""
    fields = assembled((yield form.page("power", "commitment", "draw")))
    if "commitment" in fields:
        return fields
    if "choice" not in form.answers and (refused := form.forbids(fields, before_secret=True)):
        return refused
    power, leader = fields["power"], state.board.leader
    whose = f"{country(power)} on {state.sheet[leader].name}" if leader else country(power)
    is_now = state.board.phase == markers.PHASES[form.kind]
    fields |= yield _choice(whose, _affordable(state, power) if is_now else _all_of(form.kind))
    return fields


def _choice(whose: str, options: tuple[Option, ...]) -> Page:
    return Page((Question("choice", whose, Choice(options), is_secret=True),))


def _all_of(kind: type[Command]) -> tuple[Option, ...]:
    return tuple(map(Option, markers.KINDS[markers.PHASES[kind]].choices))


def _affordable(state: State, power: str) -> tuple[Option, ...]:
    """LiF 4.1(2), 4.1(5): what a marker can say, as people call it, and what each costs."""
    points, costs = state.veto_points.get(power, 0), prices(state, power)
    return tuple(
        Option(
            choice,
            in_words(state, power, choice),
            f"costs {cost}" if cost else "",
            refused=f"it has {points}" if cost > points else "",
            also=_also(in_words(state, power, choice), choice),
        )
        for choice, cost in costs.items()
    )


def _also(name: str, choice: str) -> tuple[str, ...]:
    """The shorter words that people type for a choice."""
    short = tuple(word for word, meant in SHORT.items() if meant == choice)
    return (*short, VETO, "s") if name == SUPPORT else short


def asks_opening(state: State, form: Given) -> Interview:
    """Ruling 22: whose opening; then the choice that a device sealed, and its nonce."""
    fields = assembled((yield form.page("power")))
    if "choice" not in form.answers or "nonce" not in form.answers:
        command = form.kind(**{**form.kind.unseen, **fields, "by": form.by})
        assert isinstance(command, commands.Reveals)
        if refused := markers.may_reveal(state, command):
            return refused
    said = _choice(country(fields["power"]), _all_of(form.kind))
    nonce = form.page("nonce").questions
    fields |= yield Page((*said.questions, *nonce))
    return fields


INTERVIEWS = Interviews[State](
    choices={"cup_leader": in_the_cup},
    asked={
        commands.CallOutReserves: asks_reserves,
        commands.SealBallot: asks_marker,
        commands.SealVote: asks_marker,
        commands.RevealBallot: asks_opening,
        commands.RevealVote: asks_opening,
    },
)
