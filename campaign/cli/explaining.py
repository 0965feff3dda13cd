"""Verbs that compare and explain: two points of a campaign, and a figure down to its events."""

from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.near import near
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import Verb
from campaign.cli.words import argument, as_json, the_campaign, verb, version_at_end

if TYPE_CHECKING:
    from campaign.leaders_in_flames.figures import Figure
    from campaign.record.diff import Difference


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
    from campaign.record.diff import differences

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
        click.echo("no figure differs")
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
    from campaign import turns

    if point == "now":
        return None
    last = session.ledger.store.version(name)
    if point.isdecimal():
        if not 1 <= int(point) <= last:
            raise WrongUsage(f"{name} has no version {point}; it has 1 to {last}")
        return int(point)
    if turns.is_turn(point.upper()):
        return version_at_end(session, name, point.upper())
    raise WrongUsage(
        f"{point!r} is no point of {name}; give a version, a turn such as 1940-MA, or now"
    )


def _point(shown: dict[str, Any]) -> str:
    return f"{shown['campaign']} {shown['turn']}, event {shown['version']}"


def tell(found: "list[Difference]") -> None:
    """Differences as lines: the figure, what it was, what it is."""
    wide = min(40, max(len(one.where) for one in found))
    for one in found:
        output.entry(f"{one.where:<{wide}}  ", f"{_plain(one.before)} → {_plain(one.after)}")


def _plain(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if value in ([], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(one) for one in value)
    return str(value)


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
    from campaign.record import explain as explaining

    live = session.live(name)
    asked = _figure(session, name, figure, of)
    history = session.ledger.effective(name)
    lines = list(explaining.explain(live.system, history, asked.value))
    value = asked.value(live.state)
    if as_json:
        told = [
            {
                "version": one.version,
                "turn": one.turn,
                "rule": one.rule,
                "type": type(one.event).__name__,
                "before": one.before,
                "change": one.change,
                "after": one.after,
            }
            for one in lines
        ]
        output.json_line({"figure": figure, "of": list(of), "value": value, "events": told})
        return
    from campaign.leaders_in_flames.journal import sentence

    names = output.names_of(session.ledger, name)
    causes = _causes(session, name, of[0].lower()) if figure == "veto-points" else {}
    output.heading(f"{asked.title}: {value}")
    wide = max([0, *(len(str(one.after)) for one in lines)])
    for one in lines:
        change = f"{one.change:+d}" if one.change is not None else "→"
        label = f"{one.version:>5}  {one.turn}  {change:>3}  {one.after!s:>{wide}}  "
        words = causes.get(one.version) or sentence(one.event, names)
        output.entry(label, f"{words} [{one.rule}]")
    if not lines:
        click.echo("no event has changed it")


def _causes(session: Session, name: str, power: str) -> dict[int, str]:
    """What a power paid or got its points for, by the event."""
    from campaign.leaders_in_flames.chronicle import steps
    from campaign.leaders_in_flames.names import capital

    return {
        step.record.version: f"{capital(change.reason)}."
        for step in steps(session.ledger.effective(name))
        for change in step.changes
        if change.power == power
    }


def _figure(session: Session, name: str, figure: str, of: tuple[str, ...]) -> "Figure":
    from campaign.decider import Refused
    from campaign.leaders_in_flames import figures

    state = session.live(name).state
    kind = figures.KINDS.get(figure)
    if kind is None:
        hint = near(figure, figures.KINDS) or f"; there is {', '.join(figures.KINDS)}"
        raise WrongUsage(f"there is no figure {figure!r}{hint}")
    words = tuple(word.lower() for word in of)
    found = figures.figure(state, figure, words)
    if isinstance(found, Refused):
        hint = near(words[0], list(kind.known(state))) if words else ""
        raise WrongUsage(f"{found.reason}{hint}")
    return found


VERBS: dict[str, Verb] = {"diff": diff, "explain": explain}
