"""Verbs that correct the record under a ruling, each with its preview; and undo."""

import json
import textwrap
from typing import Unpack

import click

from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.correction_steps import (
    UNSEEN,
    CorrectionOptions,
    correct_after_preview,
    correction_options,
    must_be_upheld,
)
from campaign.cli.disputing import the_dispute, versions_of
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.disputes.commands import (
    AdjustFigure,
    AmendEvent,
    Correct,
    InsertCommand,
    Rewind,
    StrikeEvents,
    UndoAct,
)
from campaign.text.json_values import JsonObject, not_written_as


@verb(
    "strike-out", "campaign --as ref correct strike-out case d1 8", short_help="Strike out events."
)
@the_campaign
@the_dispute
@argument("versions", "EVENT...", nargs=-1, required=True)
@click.option("--act", is_flag=True, help="With all that the same command brought.")
@correction_options
def strike(
    session: Session,
    name: str,
    dispute: str,
    versions: tuple[str, ...],
    act: bool,
    **options: Unpack[CorrectionOptions],
) -> None:
    """Strikes out events: they no longer count; what they revealed stays revealed."""
    session.must_exist(name)
    found = versions_of(session, name, versions)
    if act:
        acts = (session.ledger.whole_act(name, version) for version in found)
        found = tuple(sorted({version for act in acts for version in act}))
    correct_after_preview(
        session, name, StrikeEvents, {"dispute": dispute, "versions": found}, options
    )


@verb(
    "amend",
    'campaign --as ref correct amend case d1 8 "value=heads, not tails"',
    short_help="Amend an event.",
)
@the_campaign
@the_dispute
@argument("version", "EVENT", int)
@argument("fields", "FIELD=VALUE...", nargs=-1)
@correction_options
def amend(
    session: Session,
    name: str,
    dispute: str,
    version: int,
    fields: tuple[str, ...],
    **options: Unpack[CorrectionOptions],
) -> None:
    """Amends an event: names the fields that were wrong, each with what should stand in it, such as
    value=tails; in a table a KEY's value is FIELD/KEY=VALUE. Without them a terminal asks for each.
    A JSON object will do as well.
    """
    given: JsonObject = {"dispute": dispute, "version": version}
    if fields and fields[0].startswith(_JSON):
        given["fields"] = _json(fields[0], "FIELDS")
    else:
        given = _asked(session, name, AmendEvent, given, _pairs(fields, "fields"), options)
    correct_after_preview(session, name, AmendEvent, given, options)


@verb(
    "insert",
    """
    campaign --as ref correct insert case d1 7 <forgotten command>
    """,
    short_help="Insert a forgotten command.",
)
@the_campaign
@the_dispute
@argument("after", "EVENT", int)
@argument("command", "[COMMAND]", required=False)
@argument("fields", "FIELD=VALUE...", nargs=-1)
@correction_options
def insert(
    session: Session,
    name: str,
    dispute: str,
    after: int,
    command: str | None,
    fields: tuple[str, ...],
    **options: Unpack[CorrectionOptions],
) -> None:
    """Inserts a forgotten command behind an event, with the events it would have had there.
    COMMAND is its verb or its name, such as <act>; what it needs follows by name, by=MEMBER where
    the host did not send it. What is left out a terminal asks for. JSON as `submit` takes it will
    do as well.
    """
    given: JsonObject = {"dispute": dispute, "after": after}
    if command is not None and command.startswith(_JSON):
        given["forgotten"] = _json(command, "COMMAND")
    else:
        typed = _pairs(fields, "forgotten") | ({"forgotten/command": command} if command else {})
        given = _asked(session, name, InsertCommand, given, typed, options)
    correct_after_preview(session, name, InsertCommand, given, options)


_JSON = ("{", "[")
"""How JSON begins."""


def _pairs(words: tuple[str, ...], field: str) -> dict[str, str]:
    """`points=3` as answers to questions within a field."""
    found: dict[str, str] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not (key and equals):
            raise WrongUsage(f"{word!r}: write it as FIELD=VALUE")
        found[f"{field}/{key.strip()}"] = text.strip()
    return found


def _asked(
    session: Session,
    name: str,
    kind: type[Correct],
    given: JsonObject,
    typed: dict[str, str],
    options: CorrectionOptions,
) -> JsonObject:
    """The fields of a correction, once a person at a terminal was asked for what was left out."""
    from campaign.cli.courses import Runner
    from campaign.kernel import derived
    from campaign.kernel.courses import Call
    from campaign.kernel.interviews import as_answers

    if not options["as_json"]:
        must_be_upheld(session, name, given["dispute"])
    system = session.live(name).state.campaign.system
    call = Call(name, session.member, options["as_json"])
    answers = {**as_answers({**given, "seen": UNSEEN}), **typed}
    fields = Runner(session, call, system, kind.verb).run(derived.asked(kind, call, answers))
    return {key: value for key, value in fields.items() if key != "seen"}


def _json(text: str, what: str) -> JsonObject:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongUsage(f"{what} is {not_written_as('JSON', error)}") from error
    if not isinstance(value, dict):
        raise WrongUsage(f"{what}: write a JSON object, such as {{…}}")
    return value


@verb(
    "adjust",
    "campaign --as ref correct adjust case d1 <figure> --by -1",
    short_help="Adjust a figure from here on.",
)
@the_campaign
@the_dispute
@argument("figure", "FIGURE")
@argument("of", "OF")
@argument("change", "[CHANGE]", int, required=False)
@click.option("--by", type=int, metavar="CHANGE", help="By how much, such as -2.")
@correction_options
def adjust(
    session: Session,
    name: str,
    dispute: str,
    figure: str,
    of: str,
    change: int | None,
    by: int | None,
    **options: Unpack[CorrectionOptions],
) -> None:
    """Adjusts a figure from here on and leaves the past as it is, such as <figure>."""
    if (change is None) == (by is None):
        raise WrongUsage("say by how much the figure changes: --by -2, or just -2")
    change = by if change is None else change
    given = {"dispute": dispute, "figure": figure, "of": of, "change": change}
    correct_after_preview(session, name, AdjustFigure, given, options)


@verb("rewind", "campaign --as ref correct rewind case d1 7", short_help="Go back to an event.")
@the_campaign
@the_dispute
@argument("to", "EVENT", int)
@correction_options
def rewind(
    session: Session, name: str, dispute: str, to: int, **options: Unpack[CorrectionOptions]
) -> None:
    """Goes back to where play was after an event; draws made since are not made again alike."""
    correct_after_preview(session, name, Rewind, {"dispute": dispute, "to": to}, options)


@verb("undo", "campaign entropy club 'a slip of the tongue'\ncampaign undo club")
@the_campaign
@as_json
def undo(session: Session, name: str, as_json: bool) -> None:
    """Takes back your own last act, as long as nothing was opened, drawn or rolled by it or since.
    The log keeps both.
    """
    session.act(name, UndoAct, as_json=as_json)


_VERBS = {
    "strike-out": strike,
    "amend": amend,
    "insert": insert,
    "adjust": adjust,
    "rewind": rewind,
}

_UPHELD = """
campaign start case --scenario <scenario>
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
