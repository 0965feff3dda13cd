"""What a correction would change, printed: figures, and the later acts that it touches."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.cli.explaining import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.disputes.impact import Impact
    from campaign.history.acts import Judgement
    from campaign.store.ledger import Ledger

FIRST = 10
"""How many kinds of later acts are listed for each sort, unless all are wanted."""


Seats = Mapping[str, str]
"""Seats by their ids, as a reader calls them."""


def seats_of(ledger: "Ledger", name: str) -> Seats:
    """What the seats of a campaign are called."""
    names = output.names_of(ledger, name)
    return {seat: names.seat(seat) for seat in ledger.live(name).state.campaign.seats}


def print_impact(found: "Impact", seats: Seats, *, whole: bool) -> None:
    """Prints every figure before and after, and the later acts; `whole` lists all of them."""
    from campaign.disputes.words import STANDS

    output.heading("What it would change")
    if found.changes:
        tell(found.changes)
    else:
        output.echo(
            "no figure" if not found.broken else "the later events below would no longer be legal"
        )
    for title, acts in (
        ("Against the rules as the program has them, on the referee's word", found.overruled),
        ("Later acts that are allowed still and would end otherwise; they stand", found.otherwise),
        ("Later acts that the rules would no longer allow", found.broken),
    ):
        if acts:
            output.heading(title)
            _in_short(acts, seats, whole=whole)
        if acts and acts is found.otherwise:
            output.echo(STANDS)
    if found.broken:
        output.heading("With those struck too")
        tell(found.then) if found.then else output.echo("no figure changes")


def _in_short(acts: "Sequence[Judgement]", seats: Seats, *, whole: bool) -> None:
    """Acts with the same message share a line; only the first kinds are listed, then a count."""
    from campaign.disputes.words import events

    alike: dict[tuple[str, str | None, str], list[Judgement]] = {}
    for act in acts:
        alike.setdefault((act.command, act.rule, act.reason or act.differs), []).append(act)
    groups = list(alike.values())
    for group in groups if whole else groups[:FIRST]:
        if len(group) == 1 or whole:
            judgements(group, seats)
            continue
        output.entry(f"{len(group):>4}x    ", _why(group[0], seats))
        output.entry(" " * 9, events([version for act in group for version in act.versions]))
    rest = [act for group in groups[FIRST:] for act in group]
    if rest and not whole:
        where = events([version for act in rest for version in act.versions])
        output.entry(" " * 9, f"… and {len(rest)} more, {where}; --all tells them")


def judgements(acts: "Iterable[Judgement]", seats: Seats) -> None:
    """A line for each act that does not hold: its events, its command, and why, with the rule."""
    for act in acts:
        output.entry(f"{numbers(act.versions):>7}  ", _why(act, seats))


def _why(act: "Judgement", seats: Seats) -> str:
    from campaign.disputes.words import otherwise

    rule = f" [{act.rule}]" if act.rule else ""
    command = f"{_verb(act.command)}: " if act.command else ""
    return f"{command}{act.reason or otherwise(act.differs, seats)}{rule}"


def _verb(command: str) -> str:
    """A command as people call it; its own name if this program does not know it."""
    from campaign.systems import commands

    kind = commands().get(command)
    return kind.verb if kind else command


def numbers(versions: tuple[int, ...]) -> str:
    """Versions in a row, with runs of them shortened."""
    if len(versions) > 2 and versions[-1] - versions[0] == len(versions) - 1:
        return f"{versions[0]}-{versions[-1]}"
    return ", ".join(map(str, versions))
