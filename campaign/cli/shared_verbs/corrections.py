"""Verbs that correct the record under a ruling, each with its preview; and undo."""

import json
import shlex
import sys
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from campaign.cli import output
from campaign.cli.params import F, argument, as_json, the_campaign, verb
from campaign.cli.registry import family_of, of_command
from campaign.cli.session import Session, as_typed, refusal
from campaign.cli.shared_verbs.disputes import the_dispute, versions_of
from campaign.cli.shared_verbs.record import tell
from campaign.cli.stores import Refusal, WrongUsage
from campaign.disputes import commands
from campaign.text.json_values import JsonObject, not_written_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.disputes.impact import Impact
    from campaign.history.acts import Judgement
    from campaign.kernel.decisions import Command
    from campaign.store.ledger import Ledger


# --- What a correction would change, printed: figures, and the later acts that it touches -------

FIRST = 10
"""How many kinds of later acts are listed for each sort, unless all are wanted."""


Seats = Mapping[str, str]
"""Seats by their ids, as a reader calls them."""


def seats_of(ledger: "Ledger", name: str) -> Seats:
    """What the seats of a campaign are called."""
    names = output.names_of(ledger, name)
    return {seat: names.seat(seat) for seat in ledger.live(name).state.campaign.seats}


def print_impact(impact: "Impact", seats: Seats, *, whole: bool) -> None:
    """Prints every figure before and after, and the later acts; `whole` lists all of them."""
    from campaign.disputes.sentences import STANDS

    output.heading("What it would change")
    if impact.changes:
        tell(impact.changes)
    else:
        output.echo(
            "no figure" if not impact.broken else "the later events below would no longer be legal"
        )
    for title, acts in (
        ("Against the rules as the program has them, on the referee's word", impact.overruled),
        ("Later acts that are allowed still and would end otherwise; they stand", impact.otherwise),
        ("Later acts that the rules would no longer allow", impact.broken),
    ):
        if acts:
            output.heading(title)
            _in_short(acts, seats, whole=whole)
        if acts and acts is impact.otherwise:
            output.echo(STANDS)
    if impact.broken:
        output.heading("With those struck too")
        tell(impact.then) if impact.then else output.echo("no figure changes")


def _in_short(acts: "Sequence[Judgement]", seats: Seats, *, whole: bool) -> None:
    """Acts with the same message share a line; only the first kinds are listed, then a count."""
    from campaign.disputes.sentences import events

    alike: dict[tuple[str, str | None, str], list[Judgement]] = {}
    for act in acts:
        alike.setdefault((act.command, act.rule, act.reason or act.differs), []).append(act)
    groups = list(alike.values())
    if whole:
        judgements(chain.from_iterable(groups), seats)
        return
    for group in groups[:FIRST]:
        if len(group) == 1:
            judgements(group, seats)
            continue
        output.entry(f"{len(group):>4}x    ", _why(group[0], seats))
        output.entry(" " * 9, events([version for act in group for version in act.versions]))
    if rest := list(chain.from_iterable(groups[FIRST:])):
        where = events([version for act in rest for version in act.versions])
        output.entry(" " * 9, f"… and {len(rest)} more, {where}; --all tells them")


def judgements(acts: "Iterable[Judgement]", seats: Seats) -> None:
    """A line for each act that does not hold: its events, its command, and why, with the rule."""
    for act in acts:
        output.entry(f"{numbers(act.versions):>7}  ", _why(act, seats))


def _why(act: "Judgement", seats: Seats) -> str:
    from campaign.disputes.sentences import otherwise

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


# --- The steps of every correction: show its preview, confirm it, then make it ------------------

UNSEEN = "0" * 64
SHORT = 8
"""How many letters of a preview's digest are enough to confirm it."""


class CorrectionOptions(TypedDict):
    """The options of every correction."""

    as_json: bool
    whole: bool
    seen: str | None
    also: tuple[str, ...]
    reason: str | None


def correction_options(function: F) -> F:
    """Adds the options of every correction to a verb."""
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


def correct_after_preview(
    session: Session,
    name: str,
    command: "type[Command]",
    values: JsonObject,
    options: CorrectionOptions,
) -> None:
    """Shows what a correction would change, and makes it after confirmation."""
    from campaign.disputes import sentences

    seen, json_ = options["seen"], options["as_json"]
    also, every = _also(session, name, options["also"])
    fields = {**values, "also": also, "seen": UNSEEN}
    if options["reason"]:
        fields["reason"] = options["reason"]
    if not json_:
        must_be_upheld(session, name, values["dispute"])
    impact, refused = _preview(session, name, command, fields, every=every)
    fields["seen"] = _whole(seen, impact.digest) if seen else UNSEEN
    if json_ and not seen:
        output.json_line({"preview": impact})
        return
    if not seen:
        print_impact(impact, seats_of(session.ledger, name), whole=options["whole"])
        if refused is not None:
            raise refused
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            if impact.also:
                output.echo(f"To strike {sentences.events(impact.also)} along with it, type:")
                output.echo(again(session, "--also", "all"))
            else:
                output.echo("To confirm it, type:")
                output.echo(again(session, "--seen", impact.digest[:SHORT]))
            return
        if impact.also:
            _must_agree(f"Strike {numbers(impact.also)} along with it?")
            impact, _ = _preview(session, name, command, fields, every=True)
        _must_agree("Make this correction?")
        fields["seen"] = impact.digest
    session.act(name, command, as_json=json_, **fields)


def again(session: Session, *option: str) -> str:
    """This call as it was given, with one option more, as a shell takes it.

    A password in a database's address is left out: the screen may be seen by others.
    """
    words = [_to_be_seen(word) for word in session.words]
    end = words.index("--") if "--" in words else len(words)
    return f"  {shlex.join(['campaign', *words[:end], *option, *words[end:]])}"


def _to_be_seen(word: str) -> str:
    from campaign.store.protocol import is_url, without_password

    before, equals, url = word.partition("=") if word.startswith("--store=") else ("", "", word)
    return f"{before}{equals}{without_password(url)}" if is_url(url) else word


def must_be_upheld(session: Session, name: str, dispute: str) -> None:
    """Fails before any preview if a dispute allows no correction yet, with what comes first."""
    from campaign.disputes import corrections, sentences

    campaign = session.live(name).state.campaign
    raised = campaign.record.disputes.get(dispute)
    if raised is None or raised.grants:
        return
    refused = corrections.not_upheld(raised)
    comes = sentences.what_next(campaign, raised, output.names_of(session.ledger, name))
    raise Refusal(f"{refused.reason} ({comes})" if comes else refused.reason, refused.rule or "")


def _must_agree(question: str) -> None:
    """Ends the call unless the answer is yes; any other is no, and is not asked for again."""
    from campaign.cli.terminal import confirmed

    if not confirmed(question):
        raise click.Abort


def _whole(seen: str, digest: str) -> str:
    """The digest whose first letters were typed; anything else goes on as it is typed."""
    if len(seen) == len(digest):
        return seen
    if len(seen) < SHORT or not digest.startswith(seen.lower()):
        raise WrongUsage(
            f"--seen {seen} does not match today's preview, whose digest begins with "
            f"{digest[:SHORT]}; look at it again. Nothing was recorded"
        )
    return digest


def _also(session: Session, name: str, words: tuple[str, ...]) -> tuple[tuple[int, ...], bool]:
    every = "all" in words
    return versions_of(session, name, tuple(word for word in words if word != "all")), every


def _preview(
    session: Session, name: str, command: "type[Command]", fields: JsonObject, *, every: bool
) -> "tuple[Impact, Refusal | None]":
    """What a correction would change, and why this member would not be allowed to make it.

    With `every`, all that has to be struck along with it is written into `fields`.
    """
    from campaign.disputes import corrections
    from campaign.handler import explanations
    from campaign.kernel.decisions import Refused
    from campaign.verify.receipts import text_of

    live = session.live(name)
    read = explanations.read_correction(live, text_of(session.written(command, fields)))
    if isinstance(read, Refused):
        raise refusal(read)
    refused = corrections.may_correct(live.state.campaign, read)
    if refused is not None and refused.rule is None:
        raise refusal(refused)
    if every:
        looked = explanations.with_all_struck(session.ledger, name, read)
        if isinstance(looked, Refused):
            raise refusal(looked)
        read, impact, events, _ = looked
        fields["also"] = read.also
    else:
        seen = explanations.impact_of(session.ledger, name, read)
        if isinstance(seen, Refused):
            raise refusal(seen)
        impact, events = seen
    refused = refused or explanations.correction_refused(session.ledger, name, read, events)
    return impact, Refusal(as_typed(refused.reason), refused.rule or "") if refused else None


# --- Verbs that correct the record under a ruling, each with its preview; and undo --------------


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
    struck = versions_of(session, name, versions)
    if act:
        acts = (session.ledger.whole_act(name, version) for version in struck)
        struck = tuple(sorted({version for act in acts for version in act}))
    correct_after_preview(
        session, name, commands.StrikeEvents, {"dispute": dispute, "versions": struck}, options
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
    values: JsonObject = {"dispute": dispute, "version": version}
    if fields and fields[0].startswith(_JSON):
        values["fields"] = _json(fields[0], "FIELDS")
    else:
        values = _asked(
            session, name, commands.AmendEvent, values, _pairs(fields, "fields"), options
        )
    correct_after_preview(session, name, commands.AmendEvent, values, options)


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
    values: JsonObject = {"dispute": dispute, "after": after}
    if command is not None and command.startswith(_JSON):
        values["forgotten"] = _json(command, "COMMAND")
    else:
        typed = _pairs(fields, "forgotten") | ({"forgotten/command": command} if command else {})
        values = _asked(session, name, commands.InsertCommand, values, typed, options)
    correct_after_preview(session, name, commands.InsertCommand, values, options)


_JSON = ("{", "[")
"""How JSON begins."""


def _pairs(words: tuple[str, ...], field: str) -> dict[str, str]:
    """`points=3` as answers to questions within a field."""
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not (key and equals):
            raise WrongUsage(f"{word!r}: write it as FIELD=VALUE")
        pairs[f"{field}/{key.strip()}"] = text.strip()
    return pairs


def _asked(
    session: Session,
    name: str,
    kind: type[commands.Correct],
    values: JsonObject,
    typed: dict[str, str],
    options: CorrectionOptions,
) -> JsonObject:
    """The fields of a correction, once a person at a terminal was asked for what was left out."""
    from campaign.cli.interviews import Runner
    from campaign.kernel.interview import derived
    from campaign.kernel.interview.pages import as_answers
    from campaign.kernel.terminal.verbs import Call

    if not options["as_json"]:
        must_be_upheld(session, name, values["dispute"])
    system = session.live(name).state.campaign.system
    call = Call(name, session.member, options["as_json"])
    answers = {**as_answers({**values, "seen": UNSEEN}), **typed}
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
    values = {"dispute": dispute, "figure": figure, "of": of, "change": change}
    correct_after_preview(session, name, commands.AdjustFigure, values, options)


@verb("rewind", "campaign --as ref correct rewind case d1 7", short_help="Go back to an event.")
@the_campaign
@the_dispute
@argument("to", "EVENT", int)
@correction_options
def rewind(
    session: Session, name: str, dispute: str, to: int, **options: Unpack[CorrectionOptions]
) -> None:
    """Goes back to where play was after an event; draws made since are not made again alike."""
    correct_after_preview(session, name, commands.Rewind, {"dispute": dispute, "to": to}, options)


undo = of_command(
    commands.UndoAct,
    "Takes back your own last act, as long as nothing was opened, drawn or rolled by it or since. "
    "The log keeps both. With --event, an earlier act, once everybody concerned has consented.",
)
undo_consent = of_command(
    commands.ConsentToUndo,
    "Consents to another member's taking back an act on which later ones rest: a host does, "
    "whoever has acted since, and whoever's figures would change. Name its events, and those that "
    "rest on it.",
)


_UPHELD = """
campaign start case --scenario <scenario>
campaign enrol case ref --name Ref --role referee
campaign <act>
campaign entropy case tails
campaign dispute raise case 7 8 "It was heads, and something was forgotten before it."
campaign --as ref dispute rule case d1 upheld "So it was."
"""

correct = family_of(
    "correct",
    (strike, amend, insert, adjust, rewind),
    "Corrects the record under a ruling. Each shows first what it would change, figure by figure, "
    "and every later act that would no longer be allowed.",
    prepared=_UPHELD,
)
