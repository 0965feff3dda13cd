"""What a campaign's disputes wait for, as `status` shows it; nothing without disputes."""

from typing import TYPE_CHECKING

from campaign.cli import output
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign
    from campaign.kernel.names import Naming
    from campaign.kernel.screen import NextStep


def as_json(campaign: "Campaign") -> JsonObject:
    """Open disputes and whom they wait for, whether play is frozen, and requested openings."""
    from campaign.disputes.awaited import waits_for

    record = campaign.record
    return {
        "disputes": {
            dispute.id: {
                "stage": dispute.stage,
                "claim": dispute.claim,
                "waits_for": waits_for(campaign, dispute),
                "terms": dispute.terms,
            }
            for dispute in record.disputes.values()
            if dispute.is_open
        },
        "frozen": record.frozen_for or None,
        "openings_asked": {
            version: {
                "by": opening.by,
                "reason": opening.reason,
                "waits_for": record.keeper or None,
            }
            for version, opening in record.openings.items()
        },
        "reopening_asked": (
            {"by": record.reopening.by, "reason": record.reopening.reason}
            if record.reopening
            else None
        ),
    }


def tell(campaign: "Campaign", names: "Naming") -> None:
    """Prints a line for each open dispute, and for each opening that waits for consent."""
    from campaign.disputes.adopting import older
    from campaign.disputes.words import stage, terms, waits

    record = campaign.record
    if text := older(campaign):
        output.entry("Rules      ", text)
    if record.frozen_for:
        output.entry("Waits for  ", f"play rests until {record.frozen_for} is settled")
    for dispute in record.disputes.values():
        if dispute.is_open:
            term = f"; {terms(dispute)}" if terms(dispute) else ""
            awaited = waits(campaign, dispute, names)
            text = f"{dispute.id}, {stage(dispute)}: “{dispute.claim}”; waits for {awaited}"
            output.entry("Dispute    ", f"{text}{term}")
    if campaign.closed and record.reopening:
        text = f"{names.member(record.reopening.by)} asked to reopen the campaign"
        call = f"campaign reopen {campaign.name} --consent --as MEMBER"
        text = f"{text}; it waits for a second member: “{record.reopening.reason}”. {call}"
        output.entry("Consent    ", text)
    for version, opening in record.openings.items():
        who = names.member(record.keeper) if record.keeper else "a second member"
        text = f"{names.member(opening.by)} asked to open what event {version} sealed"
        output.entry("Consent    ", f"{text}; it waits for {who}: “{opening.reason}”")


def under_older_rules(campaign: "Campaign") -> "tuple[NextStep, ...]":
    """What the host can do with a campaign under older rules; nothing under today's."""
    from campaign.kernel.members import RULES
    from campaign.kernel.screen import NextStep

    if campaign.rules >= RULES:
        return ()
    name = campaign.name
    return (
        NextStep(f"rejudge {name}", "what today's rules would have answered otherwise"),
        NextStep(f"adopt-rules {name}", "follow today's rules from here on, to play on"),
    )


def while_frozen(campaign: "Campaign") -> "tuple[NextStep, ...]":
    """What the host can do while play is frozen."""
    from campaign.kernel.screen import NextStep

    name, dispute = campaign.name, campaign.record.frozen_for
    return (
        NextStep(f"disputes {name} {dispute}", "what was said, and what it waits for"),
        NextStep(f"dispute resume {name}", "let play go on, whatever the dispute's stage"),
    )


def when_over(campaign: "Campaign") -> "tuple[NextStep, ...]":
    """What can be done with a campaign that is closed."""
    from campaign.kernel.screen import NextStep

    name = campaign.name
    return (
        NextStep(f"report {name} --out FOLDER", "the pages of all turns"),
        NextStep(f"verify {name}", "audit the record"),
        NextStep(f"export {name} {name}.jsonl", "the whole campaign as one file"),
    )


def ending(campaign: "Campaign") -> "NextStep":
    """The end of the turn, or of the campaign in its last turn."""
    from campaign.kernel.screen import NextStep

    name = campaign.name
    if campaign.turn == campaign.last_turn:
        return NextStep(f"close {name}", "end the campaign; this is its last turn")
    return NextStep(f"turn {name}", "end the turn and begin the next")
