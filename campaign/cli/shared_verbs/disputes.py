"""Verbs of disputes: listed, and each step from its claim to ruling, consent and appeal."""

import re
from typing import TYPE_CHECKING

import click
import msgspec

from campaign.cli import output
from campaign.cli.params import POWER, Word, argument, as_json, seat_of, the_campaign, verb
from campaign.cli.registry import family_of, of_command
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.disputes import commands
from campaign.text.english import near
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign, Naming
    from campaign.kernel.record import Correction, Dispute
    from campaign.store.reader import Live


# --- The verb that lists disputes, or shows one from its claim to its corrections ---------------


@verb("disputes", "campaign disputes club\ncampaign disputes club --open")
@the_campaign
@argument("dispute", "[DISPUTE]", required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those that wait for somebody.")
@as_json
def disputes(
    session: Session, name: str, dispute: str | None, only_open: bool, as_json: bool
) -> None:
    """Lists the disputes of a campaign, or tells one from its claim to what was corrected."""
    live = session.live(name)
    record = live.state.campaign.record
    wanted = list(record.disputes.values())
    if dispute is not None:
        if dispute not in record.disputes:
            known = near(dispute, record.disputes) or f"; {name} has {len(record.disputes)}"
            raise WrongUsage(f"there is no dispute {dispute!r}{known}")
        wanted = [record.disputes[dispute]]
    shown = [raised for raised in wanted if record.awaits(raised) or not only_open]
    if as_json:
        output.json_page([_in_json(live.state.campaign, raised) for raised in shown])
    elif dispute is not None:
        _tell(session, live, shown[0], output.names_of(session.ledger, name))
    else:
        _list(session, live, shown, only_open=only_open)


def _in_json(campaign: "Campaign", raised: "Dispute") -> JsonObject:
    """A dispute with whom it waits for and what was corrected."""
    from campaign.disputes.eligibility import waits_for

    under = _under(campaign.record.corrections, raised)
    return {
        **msgspec.to_builtins(raised),
        "open": raised.is_open,
        "waits_for": waits_for(campaign, raised),
        "corrections": [msgspec.to_builtins(fix) for fix in under],
    }


def _list(session: Session, live: "Live", shown: "list[Dispute]", *, only_open: bool) -> None:
    """Each dispute in short, and what rests on them."""
    campaign = live.state.campaign
    name, record = campaign.name, campaign.record
    names = output.names_of(session.ledger, name)
    if not shown:
        output.echo("no dispute is open" if only_open else "nothing was ever disputed")
        return
    for raised in shown:
        _short(campaign, raised, names)
    if record.frozen_for:
        output.echo(f"play rests until {record.frozen_for} is settled")
    if again := _redraws(session, name):
        output.echo(again)


def _redraws(session: Session, name: str) -> str:
    """How many draws were made again after a strike; nothing if none were."""
    from campaign.kernel.projections import ledger_draw
    from campaign.reports.corrections import in_words, redraws

    history = session.ledger.counted(name) if session.ledger.corrected(name) else ()
    drew = session.ledger.live(name).system.audit.drew
    draws = (ledger_draw(placed, drew) for placed in history)
    return in_words(redraws(draw for draw in draws if draw is not None))


def _under(corrections: "tuple[Correction, ...]", dispute: "Dispute") -> "list[Correction]":
    return [fix for fix in corrections if fix.dispute == dispute.id]


def _stage(campaign: "Campaign", dispute: "Dispute", names: "Naming") -> str:
    """The stage of a dispute, what it waits for, and until when."""
    from campaign.disputes.sentences import stage, terms, waits

    awaited = waits(campaign, dispute, names)
    parts = [stage(dispute)] if dispute.stage != "consent" else []
    parts += [f"waits for {awaited}"] if awaited else []
    return "; ".join((", ".join(parts), *([term] if (term := terms(dispute)) else [])))


def _about(dispute: "Dispute", names: "Naming") -> str:
    from campaign.disputes.sentences import events
    from campaign.text.english import listed

    concerned = listed(names.the_seat(seat) for seat in dispute.concerned)
    verb = "concerns" if len(dispute.versions) == 1 else "concern"
    return events(dispute.versions) + (f", which {verb} {concerned}" if concerned else "")


def _short(campaign: "Campaign", dispute: "Dispute", names: "Naming") -> None:
    output.entry(f"{dispute.id:<5} ", _stage(campaign, dispute, names))
    who = f"{names.member(dispute.raised_by)} in {dispute.turn} on {_about(dispute, names)}"
    output.entry(" " * 6, f"{who}: “{dispute.claim}”")
    _next(campaign, dispute, names)


def _next(campaign: "Campaign", dispute: "Dispute", names: "Naming") -> None:
    """Who can settle an open dispute, with the whole command."""
    from campaign.disputes.sentences import what_next
    from campaign.text.english import capital

    if text := what_next(campaign, dispute, names, with_names=False):
        output.entry(" " * 6, f"{capital(text)}.")


def _tell(session: Session, live: "Live", dispute: "Dispute", names: "Naming") -> None:
    campaign = live.state.campaign
    output.heading(f"{dispute.id}: {_stage(campaign, dispute, names)}")
    output.entry("Disputed   ", f"{_about(dispute, names)}, in {dispute.turn}")
    for entry in dispute.entries:
        at = entry.at[:16].replace("T", " ")
        label = f"{at}  {names.member(entry.by)}, {entry.what}"
        output.entry(f"{label}: " if entry.text else label, entry.text)
        if entry.digest:
            output.entry("       file ", entry.digest)
    _next(campaign, dispute, names)
    if fixes := _under(campaign.record.corrections, dispute):
        _corrected(session, campaign.name, fixes)


def _corrected(session: Session, name: str, made: "list[Correction]") -> None:
    """What was corrected, with every figure before and after."""
    from campaign.history.diff import lines
    from campaign.reports.book import StoredLog, read

    sentence = output.sentences(session.ledger, name)
    wanted = {fix.version for fix in made}
    for fix in read(StoredLog(session.ledger, name)).fixes:
        for version, event in fix.events:
            if version in wanted:
                struck = " (struck later)" if fix.struck else ""
                output.entry(f"{version:>5}  ", f"{sentence(event, version)}{struck}")
        if wanted & {version for version, _ in fix.events}:
            for where, what in lines(fix.changes):
                output.entry(f"       {where}  ", what)


# --- Verbs of a dispute: raising it, statements, its ruling, consent and appeal -----------------


class DisputeId(Word):
    """A dispute's id, such as d1."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id, in lower case."""
        folded = value.lower()
        if not re.fullmatch("d[1-9][0-9]{0,5}", folded):
            self.fail(f"{value!r} is no dispute; it is one such as d1", param, ctx)
        return folded


the_dispute = click.argument("dispute", metavar="DISPUTE", type=DisputeId("dispute", tuple))
the_words = click.argument("text", metavar="TEXT")


def versions_of(session: Session, name: str, words: tuple[str, ...]) -> tuple[int, ...]:
    """Versions as typed: `17`, or `17-19` for a run of them."""
    versions: list[int] = []
    last = session.ledger.store.version(name)
    for word in words:
        first, dash, end = word.partition("-")
        if not first.isdecimal() or (dash and not end.isdecimal()):
            raise WrongUsage(f"{word!r} is no event; give its number, or a run such as 17-19")
        run = range(int(first), int(end or first) + 1)
        if not run or run[0] < 1 or run[-1] > last:
            raise WrongUsage(f"{name} has no event {word}; it has 1 to {last}")
        versions += run
    return tuple(dict.fromkeys(versions))


@verb(
    "raise",
    'campaign dispute raise club 16 "That came after the count."',
    short_help="Dispute events, with a claim.",
)
@the_campaign
@argument("versions", "EVENT...", nargs=-1, required=True)
@the_words
@click.option("--power", "powers", multiple=True, type=POWER, help="Concerned as well.")
@as_json
def raise_(
    session: Session,
    name: str,
    versions: tuple[str, ...],
    text: str,
    powers: tuple[str, ...],
    as_json: bool,
) -> None:
    """Disputes one event or more, by number or as a run (17-19), with a claim in your words.
    Whoever plays a power that they name does not rule on it.
    """
    session.must_exist(name)
    disputed = versions_of(session, name, versions)
    besides = [seat_of(session, name, power) for power in powers] or None
    session.act(
        name, commands.RaiseDispute, as_json=as_json, versions=disputed, claim=text, powers=besides
    )
    if not as_json:
        _what_next(session, name, {})


def _what_next(session: Session, name: str, typed: JsonObject) -> None:
    """Says who takes a dispute further, and how; the one raised last if none was typed."""
    from campaign.disputes.sentences import what_next
    from campaign.text.english import capital

    campaign = session.live(name).state.campaign
    raised = campaign.record.disputes[
        typed.get("dispute", "").lower() or list(campaign.record.disputes)[-1]
    ]
    if text := what_next(campaign, raised, output.names_of(session.ledger, name)):
        output.echo(f"{capital(text)}.")


@verb(
    "evidence",
    'campaign dispute evidence club d1 "The mail is of 20:14."',
    short_help="Add evidence.",
)
@the_campaign
@the_dispute
@the_words
@click.option(
    "--file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Its SHA-256 goes into the record; keep the file.",
)
@as_json
def evidence(
    session: Session, name: str, dispute: str, text: str, file: str | None, as_json: bool
) -> None:
    """Adds evidence to a dispute, and the digest of a file that you keep."""
    digest = None
    if file is not None:
        import hashlib
        from pathlib import Path

        digest = hashlib.sha256(Path(file).read_bytes()).hexdigest()
    session.act(
        name, commands.AddEvidence, as_json=as_json, dispute=dispute, text=text, file_digest=digest
    )


answer = of_command(commands.AnswerDispute, "Answers a claim in your own words.")
withdraw = of_command(
    commands.WithdrawDispute,
    "Drops a dispute that you raised. Once it is upheld, whoever ruled or raised it closes it like "
    "this where nothing is to be corrected.",
)
until_ = of_command(
    commands.SetTerm,
    "Sets until when a dispute may be answered or its ruling appealed against. WHAT is answer or "
    "appeal; UNTIL is a day, or a time in UTC such as 2100-01-31T20:00Z.",
)
freeze = of_command(
    commands.FreezePlay,
    "Lets play rest until the dispute is settled; nothing but the dispute goes on.",
)
resume = of_command(commands.ResumePlay, "Lets play go on, whatever the dispute's stage.")
rule = of_command(
    commands.GiveRuling,
    "Rules on a dispute, as a referee who plays no power concerned; a host who plays needs a "
    "second member's consent (`dispute consent`). VERDICT is upheld, partly or rejected. "
    "Corrections rest on a ruling: see `dispute correct`. --set gives a switch another value from "
    "here on: <switch>.",
    then=_what_next,
)
consent = of_command(
    commands.ConsentToRuling,
    "Consents, as a second member, to the ruling of a host who plays.",
    then=_what_next,
)
appeal = of_command(
    commands.AppealRuling,
    "Appeals against a ruling, before anything was corrected under it; another referee rules.",
)


dispute_ = family_of(
    "dispute",
    (raise_, until_, evidence, answer, freeze, resume, rule, appeal, consent, withdraw),
    "Takes a dispute from its claim over evidence and answers to a ruling, and to an appeal.",
)
