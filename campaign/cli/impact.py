"""What a correction would change, printed: figures, and the later acts that it touches."""

from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.cli.explaining import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.disputes.impact import Impact
    from campaign.history.acts import Judgement

FIRST = 10
"""How many kinds of later acts are listed for each sort, unless all are wanted."""


def print_impact(found: "Impact", *, whole: bool) -> None:
    """Prints every figure before and after, and the later acts; `whole` lists all of them."""
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
            _in_short(acts, whole=whole)
    if found.broken:
        output.heading("With those struck too")
        tell(found.then) if found.then else output.echo("no figure changes")


def _in_short(acts: "Sequence[Judgement]", *, whole: bool) -> None:
    """Acts with the same message share a line; only the first kinds are listed, then a count."""
    from campaign.disputes.words import events

    alike: dict[tuple[str, str | None, str], list[Judgement]] = {}
    for act in acts:
        alike.setdefault((act.command, act.rule, act.reason or act.differs), []).append(act)
    groups = list(alike.values())
    for group in groups if whole else groups[:FIRST]:
        if len(group) == 1 or whole:
            judgements(group)
            continue
        output.entry(f"{len(group):>4}x    ", _why(group[0]))
        output.entry(" " * 9, events([version for act in group for version in act.versions]))
    rest = [act for group in groups[FIRST:] for act in group]
    if rest and not whole:
        where = events([version for act in rest for version in act.versions])
        output.entry(" " * 9, f"… and {len(rest)} more, {where}; --all tells them")


def judgements(acts: "Iterable[Judgement]") -> None:
    """A line for each act that does not hold: its events, its command, and why, with the rule."""
    for act in acts:
        output.entry(f"{numbers(act.versions):>7}  ", _why(act))


def _why(act: "Judgement") -> str:
    rule = f" [{act.rule}]" if act.rule else ""
    command = f"{_verb(act.command)}: " if act.command else ""
    return f"{command}{act.reason or f'would give {act.differs}'}{rule}"


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
