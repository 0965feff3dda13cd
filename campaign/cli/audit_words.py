"""The result of an audit: one JSON object for programs, a few lines for people."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.store import clock
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.text.plain import in_short

if TYPE_CHECKING:
    from campaign.kernel.decisions import Finding
    from campaign.proof.verify import Verification


def in_json(finding: "Finding") -> JsonObject:
    """A finding for programs."""
    return {"version": finding.version, "what": finding.what, "text": finding.text}


def summary(audit: "Verification", found: list[JsonObject], now: str) -> JsonObject:
    """The whole audit as one JSON object; `now` is this computer's time."""
    origin = audit.state.campaign.record.branch_of if audit.state is not None else None
    page: JsonObject = {
        "events": audit.checked,
        "receipts": audit.papers.checked if audit.papers else 0,
        "head": audit.head,
        "findings": found,
        "pending": audit.pending,
        "taken_on_trust": audit.on_trust,
    }
    if audit.signed:
        page["signed"] = audit.signed
    if until := audit.facts_until:
        page["facts_until"] = until
    if ahead := clock.to_come(now, audit.stamps):
        page["clock"] = ahead
    if audit.set_up:
        page["set_up"] = [
            {"where": change.where, "scenario": change.before, "club": change.after}
            for change in audit.set_up
        ]
    if audit.renewed:
        page["renewed"] = [
            {"version": version, "draws": draws} for version, draws in audit.renewed.items()
        ]
    if origin is not None:
        page["branch_of"] = origin.shown()
    return page


def what_if(audit: "Verification") -> None:
    """Says that a record is a what-if, and what cannot be checked without its campaign."""
    if (begun := audit.branched) is not None:
        output.echo(
            f"{begun.name} is a what-if of {begun.origin}, made by {begun.maker}: up to event "
            f"{begun.behind} it is a copy, and proves nothing about {begun.origin}."
        )


def verdict(audit: "Verification", count: int, now: str, more: Iterable[str] = ()) -> None:
    """What was not checked, in words, and a last line with the count of events checked.

    `more` are parts of that line, such as how reports compared.
    """
    if ahead := clock.to_come(now, audit.stamps):
        output.echo(f"The {ahead}: no later event can bear an earlier time.")
    _about_judging(audit)
    _about_the_campaign(audit)
    if audit.on_trust:
        output.echo(f"Taken on trust: {_counted(audit.on_trust)}.")
    if audit.pending:
        output.echo(f"Pending until a seed, secret or marker is shown: {_counted(audit.pending)}.")
    output.echo("; ".join((*_last_line(audit, count), *more)))


def _about_judging(audit: "Verification") -> None:
    """What this program does not judge."""
    if not (until := audit.facts_until):
        return
    what = f"{capital(audit.unjudged)} {'was' if until == 1 else 'were'}"
    output.echo(
        f"{what} recorded under rules by which this program does not judge. "
        "Their digests, draws and openings were checked; if that is enough for you, "
        "--allow-unjudged ends with 0."
    )
    if audit.acts and (back := audit.acts.backward):
        output.echo(f"{back} of them bear an earlier time than the command before.")


def _about_the_campaign(audit: "Verification") -> None:
    """How it differs from its scenario, and when its vault was renewed."""
    if audit.set_up:
        places = "; ".join(
            f"{change.where} {in_short(change.after)} (scenario: {in_short(change.before)})"
            for change in audit.set_up
        )
        output.echo(f"The club's set-up differs from its scenario: {places}.")
    for version, draws in audit.renewed.items():
        first = ", ".join(f"draw {number} ({what})" for what, number in draws.items())
        since = f"from {first} on" if first else "from there on"
        output.echo(
            f"Event {version} renewed the vault: a keeper of before foresees nothing {since}."
        )


def _last_line(audit: "Verification", count: int) -> Iterator[str]:
    """The parts of the last line."""
    papers = audit.papers.checked if audit.papers else 0
    checked = f"{audit.checked} events checked"
    if papers:
        checked += f", {papers} receipt{'s' if papers > 1 else ''}"
    if audit.signed:
        checked += f", {audit.signed} of them signed"
    yield checked
    yield "1 finding" if count == 1 else f"{count} findings" if count else "no findings"
    if audit.unjudged:
        yield f"{audit.unjudged} not judged"
    if (begun := audit.branched) is not None:
        yield f"a what-if of {begun.origin}, behind its event {begun.behind}"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in counts.items())
