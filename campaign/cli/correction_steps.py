"""The steps of every correction: show its preview, confirm it, then make it."""

import shlex
import sys
from typing import TYPE_CHECKING, TypedDict

import click

from campaign.cli import output
from campaign.cli.as_typed import as_typed
from campaign.cli.disputing import versions_of
from campaign.cli.impact import numbers, print_impact, seats_of
from campaign.cli.params import F, as_json
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.disputes.impact import Impact
    from campaign.kernel.decisions import Command, Refused

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
    given: JsonObject,
    options: CorrectionOptions,
) -> None:
    """Shows what a correction would change, and makes it after confirmation."""
    from campaign.disputes import words

    seen, json_ = options["seen"], options["as_json"]
    also, every = _also(session, name, options["also"])
    fields = {**given, "also": also, "seen": UNSEEN}
    if options["reason"]:
        fields["reason"] = options["reason"]
    if not json_:
        must_be_upheld(session, name, given["dispute"])
    found, refused = _preview(session, name, command, fields, every=every)
    fields["seen"] = _whole(seen, found.digest) if seen else UNSEEN
    if json_ and not seen:
        output.json_line({"preview": found})
        return
    if not seen:
        print_impact(found, seats_of(session.ledger, name), whole=options["whole"])
        if refused is not None:
            raise refused
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            if found.also:
                output.echo(f"To strike {words.events(found.also)} along with it, type:")
                output.echo(again(session, "--also", "all"))
            else:
                output.echo("To confirm it, type:")
                output.echo(again(session, "--seen", found.digest[:SHORT]))
            return
        if found.also:
            _must_agree(f"Strike {numbers(found.also)} along with it?")
            found, _ = _preview(session, name, command, fields, every=True)
        _must_agree("Make this correction?")
        fields["seen"] = found.digest
    session.act(name, command, as_json=json_, **fields)


def again(session: Session, *option: str) -> str:
    """This call as it was given, with one option more, as a shell takes it.

    A password in a database's address is left out: the screen may be seen by others.
    """
    given = [_to_be_seen(word) for word in session.words]
    end = given.index("--") if "--" in given else len(given)
    return f"  {shlex.join(['campaign', *given[:end], *option, *given[end:]])}"


def _to_be_seen(word: str) -> str:
    from campaign.store.place import is_url, without_password

    before, equals, url = word.partition("=") if word.startswith("--store=") else ("", "", word)
    return f"{before}{equals}{without_password(url)}" if is_url(url) else word


def must_be_upheld(session: Session, name: str, dispute: str) -> None:
    """Fails before any preview if a dispute allows no correction yet, with what comes first."""
    from campaign.disputes import corrections, words

    campaign = session.live(name).state.campaign
    found = campaign.record.disputes.get(dispute)
    if found is None or found.grants:
        return
    refused = corrections.not_upheld(found)
    comes = words.what_next(campaign, found, output.names_of(session.ledger, name))
    raise Refusal(f"{refused.reason} ({comes})" if comes else refused.reason, refused.rule or "")


def _must_agree(question: str) -> None:
    """Ends the call unless the answer is yes; any other is no, and is not asked for again."""
    from campaign.cli.prompts import confirmed

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
    from campaign.desk import correcting
    from campaign.disputes import corrections
    from campaign.kernel.decisions import Refused
    from campaign.proof.receipts import text_of

    live = session.live(name)
    read = correcting.read(live, text_of(session.written(command, fields)))
    if isinstance(read, Refused):
        raise _refusal(read)
    refused = corrections.may_correct(live.state.campaign, read)
    if refused is not None and refused.rule is None:
        raise WrongUsage(as_typed(refused.reason))
    if every:
        looked = correcting.with_all(session.ledger, name, read)
        if isinstance(looked, Refused):
            raise _refusal(looked)
        read, found, events, _ = looked
        fields["also"] = read.also
    else:
        seen = correcting.impact_of(session.ledger, name, read)
        if isinstance(seen, Refused):
            raise _refusal(seen)
        found, events = seen
    refused = refused or correcting.not_allowed(session.ledger, name, read, events)
    return found, Refusal(as_typed(refused.reason), refused.rule or "") if refused else None


def _refusal(why: "Refused") -> click.ClickException:
    if why.rule is None:
        return WrongUsage(as_typed(why.reason))
    return Refusal(as_typed(why.reason), why.rule)
