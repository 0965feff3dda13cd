"""Verbs that compare and explain: two points of a campaign, and a figure down to its events."""

from typing import TYPE_CHECKING, Any

from campaign.cli import output
from campaign.cli.params import argument, as_json, the_campaign, verb, version_at_end
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import ClickVerb
from campaign.text.suggest import near

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.history.diff import Difference
    from campaign.history.explain import Line
    from campaign.kernel.transition import HistoryEntry
    from campaign.leaders_in_flames.figures import Figure
    from campaign.leaders_in_flames.state import State


@verb(
    "diff",
    """
    campaign diff club 1939-SO 1939-ND
    campaign diff club 3 now
    """,
)
@the_campaign
@argument("one", "A")
@argument("other", "[B]", required=False)
@as_json
def diff(session: Session, name: str, one: str, other: str | None, as_json: bool) -> None:
    """Tells every figure in which two points differ: points, leaders, cup, pools, chits, wars. A
    and B are versions, turns (as they ended) or `now`, which B is where it is left out; or another
    campaign that shares the past, a branch say, at a point of its own: club-what-if-1@1940-MA.
    """
    from campaign.history.diff import differences

    if other is None:
        session.must_exist(name)
        one, other = ("now", one) if one in session.ledger.names() else (one, "now")
    before, after = _shown(session, name, one), _shown(session, name, other)
    found = differences(before, after)
    if as_json:
        output.json_line(
            {
                "from": {"campaign": before["campaign"], "version": before["version"]},
                "to": {"campaign": after["campaign"], "version": after["version"]},
                "differences": found,
            }
        )
        return
    output.heading(f"{_point(before)} → {_point(after)}")
    if not found:
        output.echo("no figure differs")
        return
    tell(found)


def _shown(session: Session, name: str, told: str) -> dict[str, Any]:
    """The state at a point: a version, a turn, `now`, or a campaign with one of them."""
    campaign, at, point = told.rpartition("@")
    if not at and told in session.ledger.names():
        campaign, point = told, "now"
    campaign = campaign or name
    session.must_exist(campaign)
    return session.ledger.show(campaign, _version(session, campaign, point))


def _version(session: Session, name: str, point: str) -> int | None:
    if point == "now":
        return None
    last = session.ledger.store.version(name)
    if point.isdecimal():
        if not 1 <= int(point) <= last:
            raise WrongUsage(f"{name} has no version {point}; it has 1 to {last}")
        return int(point)
    calendar = session.live(name).system.calendar
    if (turn := calendar.parse(point)) is not None:
        return version_at_end(session, name, turn)
    example = calendar.written.example
    raise WrongUsage(
        f"{point!r} is no point of {name}; give a version, a turn such as {example}, or now"
    )


def _point(shown: dict[str, Any]) -> str:
    return f"{shown['campaign']} {shown['turn']}, event {shown['version']}"


def tell(found: "Iterable[Difference]") -> None:
    """Differences as lines: the figure, and what became of it."""
    from campaign.history.diff import lines

    told = lines(found)
    wide = min(34, max([0, *(len(where) for where, _ in told)]))
    for where, what in told:
        output.entry(f"{where:<{wide}}  ", what)


@verb(
    "explain",
    """
    campaign explain club veto-points germany
    campaign explain club leader rommel
    """,
)
@the_campaign
@argument("figure", "FIGURE")
@argument("of", "[OF]...", nargs=-1)
@as_json
def explain(session: Session, name: str, figure: str, of: tuple[str, ...], as_json: bool) -> None:
    """Lists each event that made a figure what it is, with the running total and the rule.

    FIGURE and what it is of: veto-points POWER, leader LEADER, cup, leaders POWER, counter COUNTER,
    force-pool POWER TYPE PLACE, chits POOL, partisans COUNTRY, conquest POWER, minor MINOR,
    war COUNTRY COUNTRY.
    """
    from campaign.history import explain as explaining
    from campaign.history.diff import signed

    live = session.live(name)
    words = tuple(word.lower().replace(" ", "-") for word in of)
    asked = _figure(session, name, figure, words)
    history = session.ledger.effective(name)
    lines = list(explaining.explain(live.system, history, asked.value))
    if not lines:
        _must_be_known(live.state, name, figure, words)
    value = asked.value(live.state)
    sentence = output.sentences(session.ledger, name)
    causes = _causes(history, words[0]) if figure == "veto-points" else {}
    told = [(one, causes.get(_key(one)) or sentence(one.event)) for one in lines]
    if as_json:
        events = [_as_json(one, why) for one, why in told]
        output.json_line({"figure": figure, "of": words, "value": value, "events": events})
        return
    output.heading(f"{asked.title}: {value}" if value != "" else f"{asked.title}: nowhere")
    wide = max([0, *(len(str(one.after)) for one in lines)])
    for one, why in told:
        label = f"{one.version:>5}  {one.turn}  "
        line = f"{why} [{one.rule}]{_corrected(one)}"
        if one.change is not None:
            output.entry(f"{label}{signed(one.change):>3}  {one.after!s:>{wide}}  ", line)
        else:
            output.entry(label, str(one.after) or "nowhere")
            output.entry(" " * len(label), line)
    if not lines:
        output.echo("no event has changed it")


def _as_json(one: "Line", told: str) -> dict[str, Any]:
    return {
        "version": one.version,
        "turn": one.turn,
        "rule": one.rule,
        "type": type(one.event).__name__,
        "before": one.before,
        "change": one.change,
        "after": one.after,
        "told": told,
        "amended_by": one.amended_by or None,
        "inserted": one.inserted,
    }


def _corrected(one: "Line") -> str:
    if one.amended_by:
        return f" (as amended by event {one.amended_by})"
    return " (forgotten, and put here by this event)" if one.inserted else ""


def _key(one: "Line | HistoryEntry") -> tuple[int, type]:
    """An event's place; of those that one correction inserted, its type tells it from others."""
    return one.version, type(one.event)


def _causes(history: "Iterable[HistoryEntry]", power: str) -> dict[tuple[int, type], str]:
    """What a power paid or got its points for, by the event."""
    from campaign.history.transitions import transitions
    from campaign.leaders_in_flames.board.history import BoardHistory
    from campaign.leaders_in_flames.system import SYSTEM

    board = BoardHistory()

    return {
        _key(step.record): change.sentence
        for step in transitions(SYSTEM, history)
        for change in board.follow(step).changes
        if change.power == power
    }


def _figure(session: Session, name: str, figure: str, words: tuple[str, ...]) -> "Figure":
    from campaign.kernel.decisions import Refused
    from campaign.leaders_in_flames import figures

    state = session.live(name).state
    if figure not in figures.KINDS:
        hint = near(figure, figures.KINDS) or f"; there is {', '.join(figures.KINDS)}"
        raise WrongUsage(f"there is no figure {figure!r}{hint}")
    found = figures.figure(state, figure, words)
    if isinstance(found, Refused):
        fits = len(words) == len(figures.KINDS[figure].of.split())
        stranger = figures.unknown(state, figure, words) if fits else None
        hint = near(stranger[1], stranger[2]) if stranger else ""
        if stranger and hint:
            raise WrongUsage(f"{stranger[0]}: there is no {stranger[1]!r}{hint}")
        raise WrongUsage(found.reason)
    return found


def _must_be_known(state: "State", name: str, figure: str, words: tuple[str, ...]) -> None:
    """Where no event has told of something, it may be nothing at all."""
    from campaign.leaders_in_flames import figures

    if stranger := figures.unknown(state, figure, words):
        _, word, known = stranger
        raise WrongUsage(f"nothing in {name} tells of {word!r}{near(word, known)}")


VERBS: dict[str, ClickVerb] = {"diff": diff, "explain": explain}
