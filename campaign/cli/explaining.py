"""Verbs that compare and explain: two points of a campaign, and a figure down to its events."""

from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.cli.as_typed import as_typed
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.history.diff import Difference
    from campaign.history.explain import FigureEvent


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
    from campaign.desk.points import NOW, NoVersionError, version_of

    if point == NOW:
        return None
    try:
        return version_of(session.ledger, name, point)
    except NoVersionError as error:
        raise WrongUsage(str(error)) from error


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
    from campaign.desk.explained import NoFigureError, explained

    session.must_exist(name)
    try:
        found = explained(session.ledger, name, figure, of)
    except NoFigureError as error:
        raise WrongUsage(as_typed(str(error))) from error
    if as_json:
        output.json_line(found.in_json())
        return
    output.heading(f"{found.title}: {found.value if found.value != '' else 'nowhere'}")
    _print(found.lines)


def _print(lines: "tuple[tuple[FigureEvent, str], ...]") -> None:
    from campaign.history.diff import signed

    widest = max([0, *(len(str(line.after)) for line, _ in lines)])
    for line, why in lines:
        label = f"{line.version:>5}  {line.turn}  "
        text = f"{why} [{line.rule}]{_corrected(line)}"
        if line.change is not None:
            output.entry(f"{label}{signed(line.change):>3}  {line.after!s:>{widest}}  ", text)
        else:
            output.entry(label, str(line.after) or "nowhere")
            output.entry(" " * len(label), text)
    if not lines:
        output.echo("no event has changed it")


def _corrected(line: "FigureEvent") -> str:
    if line.amended_by:
        return f" (as amended by event {line.amended_by})"
    return " (forgotten, and put here by this event)" if line.inserted else ""


VERBS: dict[str, ClickVerb] = {"diff": diff, "explain": explain}
