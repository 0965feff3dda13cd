"""Rows about the record itself: disputes, rulings, corrections and keys. Pure."""

from collections.abc import Callable, Iterator

import msgspec

from campaign.history.effective import rewriting
from campaign.kernel import projections
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import Dispute, Record, noted
from campaign.projections import described
from events import disputes as facts
from events.base import Event
from events.club import HeadWitnessed

_json = msgspec.json.Encoder()


def rows(
    step: projections.Transition[GameState], drew: Callable[[Event], bool]
) -> Iterator[projections.TableRow]:
    """The rows that an event adds. A correction keeps its row even if a later one struck it."""
    event = step.record.event
    if step.record.struck_by and (draw := projections.ledger_draw(step.record, drew)) is not None:
        yield described.STRUCK_DRAWS.of(step, draw)
    elif rewriting(event):
        yield _correction(step)
    elif isinstance(event, HeadWitnessed):
        yield described.COUNTERSIGNED.of(step, event, key=event.key_id)
    elif step.before is not None:
        yield from _of_dispute(step, step.before.campaign.record, step.after.campaign.record)


def _of_dispute(
    step: projections.Transition[GameState], then: Record, now: Record
) -> Iterator[projections.TableRow]:
    """The row of a statement, if an event is one in a dispute."""
    event = step.record.event
    dispute = now.disputes.get(getattr(event, "dispute", ""))
    if dispute is None or now is then:
        return
    if isinstance(event, facts.DisputeRaised):
        for version in dispute.versions:
            yield described.DISPUTED_EVENTS.of(dispute=dispute.id, version=version)
    before = then.disputes.get(dispute.id)
    if before is None or len(dispute.entries) > len(before.entries):
        said, number = dispute.entries[-1], len(dispute.entries)
        yield described.DISPUTE_ENTRIES.of(
            step, said, dispute=dispute.id, number=number, file_digest=said.digest
        )
        if ruling := _last_ruling(dispute):
            yield _ruling(dispute, ruling)


def _last_ruling(dispute: Dispute) -> int:
    """The place of the last ruling among the statements, from 1; 0 if there is none."""
    places = [number for number, said in enumerate(dispute.entries, 1) if said.what == "ruling"]
    return places[-1] if places else 0


def _ruling(dispute: Dispute, number: int) -> projections.TableRow:
    """The last ruling as it stands; the statements after it are its consent or appeal."""
    since = {said.what: said.by for said in dispute.entries[number:]}
    withdrawn = "withdrawal" in since and "appeal" not in since
    needs = dispute.stage == "consent" or "consent" in since or withdrawn
    return described.DISPUTE_RULINGS.of(
        dispute,
        dispute=dispute.id,
        number=number,
        turn=dispute.ruled_in,
        by=dispute.ruled_by,
        text=dispute.entries[number - 1].text,
        needs_consent=needs,
        consented_by=since.get("consent"),
        appealed_by=since.get("appeal"),
        switches=_json.encode(dispute.switches).decode(),
    )


def _correction(step: projections.Transition[GameState]) -> projections.TableRow:
    event = step.record.event
    made = noted(Record(), step.record.version, event, step.turn).corrections[0]
    dispute = step.after.campaign.record.disputes.get(made.dispute)
    adjusted = event if isinstance(event, facts.FigureAdjusted) else None
    return described.CORRECTIONS.of(
        step,
        made,
        ruling=_last_ruling(dispute) if dispute else None,
        about=made.versions,
        figure=adjusted.figure if adjusted else None,
        figure_of=adjusted.of if adjusted else None,
        change=adjusted.change if adjusted else None,
        struck_by=step.record.struck_by or None,
    )


def current(campaign: Campaign) -> projections.Current:
    """The disputes and the members' keys as they stand now."""
    disputes = campaign.record.disputes.values()
    yield described.DISPUTES, [_dispute(campaign, dispute) for dispute in disputes]
    keys, table = campaign.record.keys.enrolled, described.MEMBER_KEYS
    yield table, [table.row(key, key=name) for name, key in keys.items()]


def _dispute(campaign: Campaign, dispute: Dispute) -> projections.Row:
    from campaign.disputes.eligibility import waits_for  # few campaigns have a dispute

    return described.DISPUTES.row(
        dispute,
        dispute=dispute.id,
        waits_for=waits_for(campaign, dispute),
        answer_until=dispute.terms.get("answer"),
        appeal_until=dispute.terms.get("appeal"),
        play_rests=campaign.record.frozen_for == dispute.id,
    )
