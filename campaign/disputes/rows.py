"""Rows of the read tables of disputes, corrections and keys. Pure."""

from collections.abc import Callable, Iterator

import msgspec

from campaign.disputes import read_tables
from campaign.disputes.awaited import waits_for
from campaign.history.effective import rewriting
from campaign.kernel.key_state import Key
from campaign.kernel.members import Campaign
from campaign.kernel.record import Dispute, Record, noted
from campaign.kernel.redraws import ledger_draw
from campaign.kernel.state import GameState
from campaign.kernel.tables import Current, Row, TableRow
from campaign.kernel.transition import Transition
from events import disputes as facts
from events.base import Event
from events.witnesses import HeadWitnessed

_json = msgspec.json.Encoder()


def rows(step: Transition[GameState], drew: Callable[[Event], bool]) -> Iterator[TableRow]:
    """The rows that an event adds. A correction keeps its row even if a later one struck it."""
    event = step.record.event
    if step.record.struck_by and (draw := ledger_draw(step.record, drew)) is not None:
        row: Row = {
            "version": draw.version,
            "turn": step.turn,
            "kind": draw.kind,
            "struck_by": draw.struck_by,
        }
        yield read_tables.STRUCK_DRAWS, row
    elif rewriting(event):
        yield read_tables.CORRECTIONS, _correction(step)
    elif isinstance(event, HeadWitnessed):
        yield read_tables.COUNTERSIGNED, _countersigned(step, event)
    elif step.before is not None:
        yield from _of_dispute(step, step.before.campaign.record, step.after.campaign.record)


def _of_dispute(step: Transition[GameState], then: Record, now: Record) -> Iterator[TableRow]:
    """The row of a statement, if an event is one in a dispute."""
    event = step.record.event
    dispute = now.disputes.get(getattr(event, "dispute", ""))
    if dispute is None or now is then:
        return
    if isinstance(event, facts.DisputeRaised):
        for version in dispute.versions:
            row: Row = {"dispute": dispute.id, "version": version}
            yield read_tables.DISPUTED_EVENTS, row
    before = then.disputes.get(dispute.id)
    if before is None or len(dispute.entries) > len(before.entries):
        yield read_tables.DISPUTE_ENTRIES, _entry(step, dispute)
        if ruling := _last_ruling(dispute):
            yield read_tables.DISPUTE_RULINGS, _ruling(dispute, ruling)


def _countersigned(step: Transition[GameState], event: HeadWitnessed) -> Row:
    return {
        "version": step.record.version,
        "turn": step.turn,
        "member": event.member,
        "key": event.key_id,
        "about": event.about,
        "head": event.head,
        "signature": event.signature,
    }


def _entry(step: Transition[GameState], dispute: Dispute) -> Row:
    said = dispute.entries[-1]
    return {
        "dispute": dispute.id,
        "number": len(dispute.entries),
        "version": step.record.version,
        "turn": step.turn,
        "what": said.what,
        "by": said.by,
        "at": said.at,
        "text": said.text,
        "file_digest": said.digest or None,
    }


def _last_ruling(dispute: Dispute) -> int:
    """The place of the last ruling among the statements, from 1; 0 if there is none."""
    places = [number for number, said in enumerate(dispute.entries, 1) if said.what == "ruling"]
    return places[-1] if places else 0


def _ruling(dispute: Dispute, number: int) -> Row:
    """The last ruling as it stands; the statements after it are its consent or appeal."""
    since = {said.what: said.by for said in dispute.entries[number:]}
    withdrawn = "withdrawal" in since and "appeal" not in since
    needs = dispute.stage == "consent" or "consent" in since or withdrawn
    return {
        "dispute": dispute.id,
        "number": number,
        "turn": dispute.ruled_in,
        "by": dispute.ruled_by,
        "verdict": dispute.verdict,
        "text": dispute.entries[number - 1].text,
        "needs_consent": int(needs),
        "consented_by": since.get("consent"),
        "appealed_by": since.get("appeal"),
        "switches": _json.encode(dispute.switches).decode(),
    }


def _correction(step: Transition[GameState]) -> Row:
    event = step.record.event
    made = noted(Record(), step.record.version, event, step.turn).corrections[0]
    dispute = step.after.campaign.record.disputes.get(made.dispute)
    adjusted = event if isinstance(event, facts.FigureAdjusted) else None
    return {
        "version": step.record.version,
        "turn": step.turn,
        "kind": made.kind,
        "dispute": made.dispute or None,
        "ruling": _last_ruling(dispute) if dispute else None,
        "by": event.by,
        "reason": made.reason,
        "about": " ".join(map(str, made.versions)),
        "figure": adjusted.figure if adjusted else None,
        "figure_of": adjusted.of if adjusted else None,
        "change": adjusted.change if adjusted else None,
        "struck_by": step.record.struck_by or None,
    }


def current(campaign: Campaign) -> Current:
    """The disputes and the members' keys as they stand now."""
    disputes = campaign.record.disputes.values()
    yield read_tables.DISPUTES, [_dispute(campaign, dispute) for dispute in disputes]
    keys = campaign.record.keys.enrolled
    yield read_tables.MEMBER_KEYS, [_key(name, key) for name, key in keys.items()]


def _dispute(campaign: Campaign, dispute: Dispute) -> Row:
    return {
        "dispute": dispute.id,
        "turn": dispute.turn,
        "raised_by": dispute.raised_by,
        "claim": dispute.claim,
        "concerned": " ".join(dispute.concerned),
        "stage": dispute.stage,
        "waits_for": " ".join(waits_for(campaign, dispute)),
        "verdict": dispute.verdict or None,
        "ruled_by": dispute.ruled_by or None,
        "answer_until": dispute.terms.get("answer"),
        "appeal_until": dispute.terms.get("appeal"),
        "play_rests": int(campaign.record.frozen_for == dispute.id),
    }


def _key(name: str, key: Key) -> Row:
    return {
        "key": name,
        "member": key.member,
        "public": key.public,
        "algorithm": key.algorithm,
        "party": key.party or None,
        "retired": int(key.retired),
        "asked_by": key.asked_by or None,
    }
