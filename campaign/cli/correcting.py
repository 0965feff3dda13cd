"""Verbs that correct the record under a ruling, each with its preview; and undo."""

import json
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.disputing import the_dispute, versions_of
from campaign.cli.explaining import tell
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.disputes.commands import (
    AdjustFigure,
    AmendEvent,
    InsertCommand,
    Rewind,
    StrikeEvents,
    UndoAct,
)
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.disputes.impact import Impact
    from campaign.history.acts import Judgement
    from campaign.kernel.decisions import Command, Refused

UNSEEN = "0" * 64
FIRST = 10
"""So many kinds of later acts are told of one sort, unless all are asked for."""


def _options(function: Any) -> Any:
    """What every correction takes."""
    for option in (
        as_json,
        click.option("--all", "whole", is_flag=True, help="Tell every later act, however many."),
        click.option("--seen", metavar="DIGEST", help="Confirms what the preview of it showed."),
        click.option(
            "--also",
            multiple=True,
            metavar="EVENT",
            help="Strike along with it; `all` for what the preview names.",
        ),
        click.option("--reason", metavar="TEXT", help="Why, for the journal."),
    ):
        function = option(function)
    return function


def _correct(
    session: Session,
    name: str,
    command: "type[Command]",
    given: JsonObject,
    options: JsonObject,
) -> None:
    """Shows what a correction would change, and makes it once that was confirmed."""
    session.must_play(name)
    seen, json_ = options["seen"], options["as_json"]
    also, every = _also(session, name, options["also"])
    fields = {**given, "also": also, "seen": seen or UNSEEN}
    if options["reason"]:
        fields["reason"] = options["reason"]
    found, refused = _preview(session, name, command, fields)
    if every and found.also:
        fields["also"] = tuple(sorted({*also, *found.also}))
        found, refused = _preview(session, name, command, fields)
    if json_ and not seen:
        output.json_line({"preview": found})
        return
    if not seen:
        _tell(found, whole=options["whole"])
        if refused is not None:
            raise refused
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            events = _numbers(found.also)
            output.echo(
                f"to strike those too: --also all (events {events})"
                if found.also
                else f"to confirm: --seen {found.digest}"
            )
            return
        if found.also:
            click.confirm(f"Strike {_numbers(found.also)} along with it?", abort=True, err=True)
            fields["also"] = tuple(sorted({*fields["also"], *found.also}))
            found, _ = _preview(session, name, command, fields)
        click.confirm("Make this correction?", abort=True, err=True)
        fields["seen"] = found.digest
    session.act(name, command, as_json=json_, **fields)


def _also(session: Session, name: str, words: tuple[str, ...]) -> tuple[tuple[int, ...], bool]:
    every = "all" in words
    return versions_of(session, name, tuple(word for word in words if word != "all")), every


def _preview(
    session: Session, name: str, command: "type[Command]", fields: JsonObject
) -> "tuple[Impact, Refusal | None]":
    """What a correction would change, and why this member would not be allowed to make it."""
    from campaign.disputes import corrections
    from campaign.disputes.commands import Correct
    from campaign.kernel import wire
    from campaign.kernel.decisions import Refused

    live = session.live(name)
    read = wire.read(session.written(command, fields), live.system.rules.commands)
    if isinstance(read, Refused):
        raise WrongUsage(read.reason)
    assert isinstance(read, Correct)
    refused = corrections.may_correct(live.state.campaign, read)
    if refused is not None and refused.rule is None:
        raise WrongUsage(refused.reason)
    past, base = session.ledger.past(name, live, read)
    events = corrections.events_of(live.system, read, past, base)
    if isinstance(events, Refused):
        raise _refusal(events)
    found = corrections.impact(live.system, past, events, base)
    if isinstance(found, Refused):
        raise _refusal(found)
    return found, Refusal(refused.reason, refused.rule or "") if refused else None


def _refusal(why: "Refused") -> click.ClickException:
    if why.rule is None:
        return WrongUsage(why.reason)
    return Refusal(why.reason, why.rule)


def _tell(found: "Impact", *, whole: bool) -> None:
    output.heading("What it would change")
    if found.changes:
        tell(found.changes)
    else:
        output.echo("no figure" if not found.broken else "what follows does not fit it any more")
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
    """Acts of which the same is to be said in one line; the first so many, and a count."""
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
        output.entry(f"{_numbers(act.versions):>7}  ", _why(act))


def _why(act: "Judgement") -> str:
    rule = f" [{act.rule}]" if act.rule else ""
    command = f"{_verb(act.command)}: " if act.command else ""
    return f"{command}{act.reason or f'would give {act.differs}'}{rule}"


def _verb(command: str) -> str:
    """A command as people say it; by its own name where this program knows no such command."""
    from campaign.systems import commands

    kind = commands().get(command)
    return kind.verb if kind else command


def _numbers(versions: tuple[int, ...]) -> str:
    if len(versions) > 2 and versions[-1] - versions[0] == len(versions) - 1:
        return f"{versions[0]}-{versions[-1]}"
    return ", ".join(map(str, versions))


# --- the corrections ----------------------------------------------------------------------------


@verb("strike", "campaign --as ref correct strike case d1 8", short_help="Strike events.")
@the_campaign
@the_dispute
@argument("versions", "EVENT...", nargs=-1, required=True)
@click.option("--act", is_flag=True, help="With all that the same command brought.")
@_options
def strike(
    session: Session, name: str, dispute: str, versions: tuple[str, ...], act: bool, **options: Any
) -> None:
    """Strikes events: they count no more; what they revealed stays revealed."""
    session.must_exist(name)
    found = versions_of(session, name, versions)
    if act:
        found = _whole_acts(session, name, found)
    _correct(session, name, StrikeEvents, {"dispute": dispute, "versions": found}, options)


def _whole_acts(session: Session, name: str, versions: tuple[int, ...]) -> tuple[int, ...]:
    from campaign.history.acts import acts
    from campaign.history.effective import effective
    from campaign.systems import SYSTEMS

    history = effective(SYSTEMS.codec, session.ledger.log(name))
    named = set(versions)
    whole = {v for act in acts(history) if named & set(act.versions) for v in act.versions}
    return tuple(sorted(whole))


@verb(
    "amend",
    'campaign --as ref correct amend case d1 8 \'{"value": "heads, not tails"}\'',
    short_help="Amend an event.",
)
@the_campaign
@the_dispute
@argument("version", "EVENT", int)
@argument("fields", "FIELDS")
@_options
def amend(
    session: Session, name: str, dispute: str, version: int, fields: str, **options: Any
) -> None:
    """Amends an event: FIELDS are those that were wrong, as they should be, as JSON."""
    given = {"dispute": dispute, "version": version, "fields": _json(fields, "FIELDS")}
    _correct(session, name, AmendEvent, given, options)


@verb(
    "insert",
    """
    campaign --as ref correct insert case d1 7 \\
        '<forgotten command>'
    """,
    short_help="Insert a forgotten command.",
)
@the_campaign
@the_dispute
@argument("after", "EVENT", int)
@argument("command", "COMMAND")
@_options
def insert(
    session: Session, name: str, dispute: str, after: int, command: str, **options: Any
) -> None:
    """Inserts a forgotten command behind an event, with the events it would have had there.
    COMMAND is JSON as `submit` takes it.
    """
    given = {"dispute": dispute, "after": after, "forgotten": _json(command, "COMMAND")}
    _correct(session, name, InsertCommand, given, options)


def _json(text: str, what: str) -> JsonObject:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUsage(f"{what} is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise WrongUsage(f"{what} is a JSON object, such as {{…}}")
    return value


@verb(
    "adjust",
    "campaign --as ref correct adjust case d1 <figure> -- -1",
    short_help="Adjust a figure from here on.",
)
@the_campaign
@the_dispute
@argument("figure", "FIGURE")
@argument("of", "OF")
@argument("change", "CHANGE", int)
@_options
def adjust(
    session: Session, name: str, dispute: str, figure: str, of: str, change: int, **options: Any
) -> None:
    """Adjusts a figure from here on and leaves the past as it is, such as <figure>."""
    given = {"dispute": dispute, "figure": figure, "of": of, "change": change}
    _correct(session, name, AdjustFigure, given, options)


@verb("rewind", "campaign --as ref correct rewind case d1 7", short_help="Go back to an event.")
@the_campaign
@the_dispute
@argument("to", "EVENT", int)
@_options
def rewind(session: Session, name: str, dispute: str, to: int, **options: Any) -> None:
    """Goes back to where play was after an event; draws made since are not made again alike."""
    _correct(session, name, Rewind, {"dispute": dispute, "to": to}, options)


@verb("undo", "campaign entropy club 'a slip of the tongue'\ncampaign undo club")
@the_campaign
@as_json
def undo(session: Session, name: str, as_json: bool) -> None:
    """Takes back your own last act, as long as nothing was opened, drawn or rolled by it or since.
    The log keeps both.
    """
    session.act(name, UndoAct, as_json=as_json)


_VERBS = {
    "strike": strike,
    "amend": amend,
    "insert": insert,
    "adjust": adjust,
    "rewind": rewind,
}

_UPHELD = """
campaign open case --scenario <scenario>
campaign enrol case ref --name Ref --role referee
campaign <act>
campaign entropy case tails
campaign dispute raise case 7 8 "It was heads, and something was forgotten before it."
campaign --as ref dispute rule case d1 upheld "So it was."
"""

correct = VerbGroup(
    "correct",
    no_args_is_help=False,
    commands=_VERBS,
    help="Corrects the record under a ruling. Each shows first what it would change, figure by "
    "figure, and every later act that would no longer be allowed.",
    example=_UPHELD
    + "\n".join(textwrap.dedent(verb.example_with_gaps).strip() for verb in _VERBS.values()),
)

VERBS: dict[str, ClickVerb] = {"correct": correct, "undo": undo}
