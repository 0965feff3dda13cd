"""Verbs that compare and explain: two points of a campaign, and a figure down to its events."""

from typing import TYPE_CHECKING, Any

from campaign.cli import output
from campaign.cli.as_typed import as_typed
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb, version_at_end
from campaign.cli.session import Session, WrongUsage
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.history.diff import Difference
    from campaign.history.explain import FigureEvent
    from campaign.kernel.figures import Causes, Figure
    from campaign.kernel.system import AnySystem
    from campaign.kernel.transition import HistoryEntry
    from campaign.store.ledger import Live


@verb(
    "diff",
    """
    campaign diff club <turn> <next turn>
    campaign diff club 3 now
    """,
)
@the_campaign
@argument("first", "A")
@argument("second", "[B]", required=False)
@as_json
def diff(session: Session, name: str, first: str, second: str | None, as_json: bool) -> None:
    """Tells every figure in which two points differ. A and B are versions, turns (as they ended) or
    `now`, which B is where it is left out; or another campaign that shares the past, a branch
    say, at a point of its own: club-what-if-1@<later turn>.
    """
    from campaign.history.diff import differences

    if second is None:
        session.must_exist(name)
        first, second = ("now", first) if first in session.ledger.names() else (first, "now")
    before, after = _shown(session, name, first), _shown(session, name, second)
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


def _shown(session: Session, name: str, typed: str) -> JsonObject:
    """The state at a point: a version, a turn, `now`, or a campaign with one of them."""
    campaign, at, point = typed.rpartition("@")
    if not at and typed in session.ledger.names():
        campaign, point = typed, "now"
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


def _point(shown: JsonObject) -> str:
    return f"{shown['campaign']} {shown['turn']}, event {shown['version']}"


def tell(found: "Iterable[Difference]") -> None:
    """Prints differences as lines: the figure, and how it changed."""
    from campaign.history.diff import lines

    rows = lines(found)
    wide = min(34, max([0, *(len(where) for where, _ in rows)]))
    for where, what in rows:
        output.entry(f"{where:<{wide}}  ", what)


@verb(
    "explain",
    """
    campaign explain club <figure>
    campaign explain club <other figure>
    """,
)
@the_campaign
@argument("figure", "FIGURE")
@argument("of", "[OF]...", nargs=-1)
@as_json
def explain(session: Session, name: str, figure: str, of: tuple[str, ...], as_json: bool) -> None:
    """Lists each event that made a figure what it is, with the running total and the rule.

    FIGURE and what it is of: <figures>.
    """
    from campaign.history.explain import explain as lines_of

    live = session.live(name)
    words = _in_full(live, figure, tuple(word.lower().replace(" ", "-") for word in of))
    found = _figure(live, figure, words)
    lines = list(lines_of(live.system, session.ledger.effective(name), found.value))
    if not lines:
        _must_be_known(live, name, figure, words)
    value = found.value(live.state)
    causes = _causes(live.system, session.ledger.effective(name), figure, words)
    sentence = output.sentences(session.ledger, name)
    reasons = [
        causes.get((line.version, type(line.event))) or sentence(line.event, line.version)
        for line in lines
    ]
    if as_json:
        events = [_as_json(line, why) for line, why in zip(lines, reasons, strict=True)]
        output.json_line({"figure": figure, "of": words, "value": value, "events": events})
        return
    output.heading(f"{found.title}: {value if value != '' else 'nowhere'}")
    _print(lines, reasons)


def _print(lines: "list[FigureEvent]", reasons: list[str]) -> None:
    from campaign.history.diff import signed

    widest = max([0, *(len(str(line.after)) for line in lines)])
    for line, why in zip(lines, reasons, strict=True):
        label = f"{line.version:>5}  {line.turn}  "
        text = f"{why} [{line.rule}]{_corrected(line)}"
        if line.change is not None:
            output.entry(f"{label}{signed(line.change):>3}  {line.after!s:>{widest}}  ", text)
        else:
            output.entry(label, str(line.after) or "nowhere")
            output.entry(" " * len(label), text)
    if not lines:
        output.echo("no event has changed it")


def _as_json(line: "FigureEvent", why: str) -> JsonObject:
    return {
        "version": line.version,
        "turn": line.turn,
        "rule": line.rule,
        "type": type(line.event).__name__,
        "before": line.before,
        "change": line.change,
        "after": line.after,
        "told": why,
        "amended_by": line.amended_by or None,
        "inserted": line.inserted,
    }


def _corrected(line: "FigureEvent") -> str:
    if line.amended_by:
        return f" (as amended by event {line.amended_by})"
    return " (forgotten, and put here by this event)" if line.inserted else ""


def _causes(
    system: "AnySystem", history: "Iterable[HistoryEntry]", figure: str, words: tuple[str, ...]
) -> "Causes":
    """What events did to a figure, if the game has its own words for it."""
    from campaign.history.transitions import transitions

    return system.view.figures[figure].causes(transitions(system, history), words)


def _in_full(live: "Live", name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after a figure's name, with a seat's code or beginning written out."""
    kind = live.system.view.figures.get(name)
    if kind is None or len(words) != len(kind.known):
        return words
    in_full: list[str] = []
    for word, known in zip(words, kind.known, strict=True):
        found = known(live.state)
        meant = [seat for seat in live.system.seats.meant(word) if seat in found]
        in_full.append(meant[0] if word not in found and len(meant) == 1 else word)
    return tuple(in_full)


def _figure(live: "Live", name: str, words: tuple[str, ...]) -> "Figure[Any]":
    """A figure as typed; fails on an unknown one, suggesting a similar name."""
    from campaign.kernel import figures
    from campaign.kernel.decisions import Refused

    kinds, state = live.system.view.figures, live.state
    if name not in kinds:
        hint = near(name, kinds) or f"; there is {', '.join(kinds) or 'none'}"
        raise WrongUsage(f"there is no figure {name!r}{hint}")
    found = figures.figure(kinds, state, name, words)
    if not isinstance(found, Refused):
        return found
    fits = len(words) == len(kinds[name].of.split())
    stranger = figures.unknown(kinds, state, name, words) if fits else None
    hint = near(stranger[1], stranger[2]) if stranger else ""
    if stranger and hint:
        raise WrongUsage(f"{stranger[0]}: there is no {stranger[1]!r}{hint}")
    raise WrongUsage(as_typed(found.reason))


def _must_be_known(live: "Live", campaign: str, name: str, words: tuple[str, ...]) -> None:
    """Fails on a name that no event mentions: it may not exist at all."""
    from campaign.kernel.figures import unknown

    if stranger := unknown(live.system.view.figures, live.state, name, words):
        _, word, known = stranger
        raise WrongUsage(f"nothing in {campaign} tells of {word!r}{near(word, known)}")


VERBS: dict[str, ClickVerb] = {"diff": diff, "explain": explain}
