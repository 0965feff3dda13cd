"""The verb that lists disputes, or shows one from its claim to its corrections."""

from typing import TYPE_CHECKING

import click
import msgspec

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign
    from campaign.kernel.names import Naming
    from campaign.kernel.record import Correction, Dispute
    from campaign.store.ledger import Live


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
    if dispute is not None and dispute not in record.disputes:
        known = near(dispute, record.disputes) or f"; {name} has {len(record.disputes)}"
        raise WrongUsage(f"there is no dispute {dispute!r}{known}")
    found = [
        raised
        for raised in record.disputes.values()
        if (dispute is None or raised.id == dispute) and (record.awaits(raised) or not only_open)
    ]
    if as_json:
        output.json_page([_in_json(live.state.campaign, raised) for raised in found])
    elif dispute is not None:
        _tell(session, live, found[0], output.names_of(session.ledger, name))
    else:
        _list(session, live, found, only_open=only_open)


def _in_json(campaign: "Campaign", raised: "Dispute") -> JsonObject:
    """A dispute with whom it waits for and what was corrected."""
    from campaign.disputes.awaited import waits_for

    under = _under(campaign.record.corrections, raised)
    return {
        **msgspec.to_builtins(raised),
        "open": raised.is_open,
        "waits_for": waits_for(campaign, raised),
        "corrections": [msgspec.to_builtins(fix) for fix in under],
    }


def _list(session: Session, live: "Live", found: "list[Dispute]", *, only_open: bool) -> None:
    """Each dispute in short, and what rests on them."""
    campaign = live.state.campaign
    name, record = campaign.name, campaign.record
    names = output.names_of(session.ledger, name)
    if not found:
        output.echo("no dispute is open" if only_open else "nothing was ever disputed")
        return
    for raised in found:
        _short(campaign, raised, names)
    if record.frozen_for:
        output.echo(f"play rests until {record.frozen_for} is settled")
    if again := _redraws(session, name):
        output.echo(again)


def _redraws(session: Session, name: str) -> str:
    """How many draws were made again after a strike; nothing if none were."""
    from campaign.kernel.redraws import in_words, ledger_draw, redraws

    history = session.ledger.counted(name) if session.ledger.corrected(name) else ()
    drew = session.ledger.live(name).system.audit.drew
    draws = (ledger_draw(placed, drew) for placed in history)
    return in_words(redraws(draw for draw in draws if draw is not None))


def _under(corrections: "tuple[Correction, ...]", dispute: "Dispute") -> "list[Correction]":
    return [fix for fix in corrections if fix.dispute == dispute.id]


def _stage(campaign: "Campaign", dispute: "Dispute", names: "Naming") -> str:
    """The stage of a dispute, what it waits for, and until when."""
    from campaign.disputes.words import stage, terms, waits

    awaited = waits(campaign, dispute, names)
    parts = [stage(dispute)] if dispute.stage != "consent" else []
    parts += [f"waits for {awaited}"] if awaited else []
    return "; ".join((", ".join(parts), *([term] if (term := terms(dispute)) else [])))


def _about(dispute: "Dispute", names: "Naming") -> str:
    from campaign.disputes.words import events
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
    from campaign.disputes.words import what_next
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
    from campaign.reports.corrections import fixes

    sentence = output.sentences(session.ledger, name)
    wanted = {fix.version for fix in made}
    system = session.ledger.live(name).system
    for fix in fixes(system, session.ledger.effective(name)):
        for version, event in fix.events:
            if version in wanted:
                struck = " (struck later)" if fix.struck else ""
                output.entry(f"{version:>5}  ", f"{sentence(event, version)}{struck}")
        if wanted & {version for version, _ in fix.events}:
            for where, what in lines(fix.changes):
                output.entry(f"       {where}  ", what)


VERBS: dict[str, ClickVerb] = {"disputes": disputes}
