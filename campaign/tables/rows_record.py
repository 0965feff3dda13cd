"""Rows of the read tables of disputes and corrections, from the steps of a history. Pure."""

from collections.abc import Iterator
from typing import Any

import msgspec

from campaign.disputes.awaited import waits_for
from campaign.history.effective import rewriting
from campaign.kernel.record import Dispute, Record, noted
from campaign.kernel.redraws import ledger_draw
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.ledger_draws import drew
from campaign.leaders_in_flames.state import State
from campaign.tables import tables_record as tables
from campaign.tables.columns import Table
from events import disputes as facts
from events.witnesses import HeadWitnessed

Row = dict[str, Any]
_json = msgspec.json.Encoder()


def of(step: Transition[State]) -> Iterator[tuple[Table, Row]]:
    """What one step adds, each row with its table; a correction that was struck is one all the
    same.
    """
    event = step.record.event
    if step.record.struck_by and (draw := ledger_draw(step.record, drew)) is not None:
        yield (
            tables.STRUCK_DRAWS,
            {
                "version": draw.version,
                "turn": step.turn,
                "kind": draw.kind,
                "struck_by": draw.struck_by,
            },
        )
        return
    if rewriting(event):
        yield tables.CORRECTIONS, _correction(step)
        return
    if isinstance(event, HeadWitnessed):
        yield tables.COUNTERSIGNED, _countersigned(step, event)
        return
    record = step.after.campaign.record
    if step.before is None or record is step.before.campaign.record:
        return
    dispute = record.disputes.get(getattr(event, "dispute", ""))
    if dispute is None:
        return
    if isinstance(event, facts.DisputeRaised):
        for version in dispute.versions:
            yield tables.DISPUTED_EVENTS, {"dispute": dispute.id, "version": version}
    before = step.before.campaign.record.disputes.get(dispute.id)
    if before is None or len(dispute.entries) > len(before.entries):
        yield tables.DISPUTE_ENTRIES, _entry(step, dispute)
        if ruling := _last_ruling(dispute):
            yield tables.DISPUTE_RULINGS, _ruling(dispute, ruling)


def _countersigned(step: Transition[State], event: HeadWitnessed) -> Row:
    return {
        "version": step.record.version,
        "turn": step.turn,
        "member": event.member,
        "key": event.key_id,
        "about": event.about,
        "head": event.head,
        "signature": event.signature,
    }


def _entry(step: Transition[State], dispute: Dispute) -> Row:
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
    }  # fmt: skip


def _last_ruling(dispute: Dispute) -> int:
    """The place of the last ruling among what was said, from 1; 0 where there was none."""
    places = [number for number, one in enumerate(dispute.entries, 1) if one.what == "ruling"]
    return places[-1] if places else 0


def _ruling(dispute: Dispute, number: int) -> Row:
    """The last ruling as it stands: what came behind it is its consent, its appeal."""
    since = {one.what: one.by for one in dispute.entries[number:]}
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
    }  # fmt: skip


def _correction(step: Transition[State]) -> Row:
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
    }  # fmt: skip


def standing(state: State) -> dict[str, list[Row]]:
    """The disputes and the members' keys as they stand now."""
    campaign = state.campaign
    return {
        "disputes": [
            {
                "dispute": one.id,
                "turn": one.turn,
                "raised_by": one.raised_by,
                "claim": one.claim,
                "concerned": " ".join(one.concerned),
                "stage": one.stage,
                "waits_for": " ".join(waits_for(campaign, one)),
                "verdict": one.verdict or None,
                "ruled_by": one.ruled_by or None,
                "answer_until": one.terms.get("answer"),
                "appeal_until": one.terms.get("appeal"),
                "play_rests": int(campaign.record.frozen_for == one.id),
            }
            for one in campaign.record.disputes.values()
        ],
        "member_keys": [
            {
                "key": key,
                "member": one.member,
                "public": one.public,
                "algorithm": one.algorithm,
                "party": one.party or None,
                "retired": int(one.retired),
                "asked_by": one.asked_by or None,
            }
            for key, one in campaign.record.keys.enrolled.items()
        ],
    }
