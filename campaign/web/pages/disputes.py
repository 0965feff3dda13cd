"""Disputes: what was claimed and answered, whose move it is, and the button of the next step."""

import msgspec

from campaign.disputes.awaited import waits_for
from campaign.disputes.words import events, stage, terms, waits
from campaign.kernel.record import Dispute
from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.pages.errors import missing
from campaign.web.pages.receipts import sentences
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, names
from campaign.web.visits import Visit

_SAYS = {
    "claim": "claims",
    "evidence": "adds evidence",
    "answer": "answers",
    "ruling": "rules",
    "consent": "consents",
    "appeal": "appeals",
    "withdrawal": "withdraws it",
}
FEW_EVENTS = 12
"""How many of the disputed events a page has in full."""


class DisputeLine(msgspec.Struct, frozen=True):
    """A dispute in a list."""

    id: str
    stage: str
    claim: str
    who: str
    waits: str


def disputes(visit: Visit) -> Reply:
    """All disputes, the open ones first."""
    here = visit.here
    found = sorted(here.campaign.record.disputes.values(), key=lambda one: not one.is_open)
    lines = [_line(visit, dispute) for dispute in found]
    frozen = here.campaign.record.frozen_for
    return campaign_screen(visit, "disputes.html", "journal", disputes=lines, frozen=frozen)


def _line(visit: Visit, dispute: Dispute) -> DisputeLine:
    called, campaign = names(visit.here), visit.here.campaign
    awaited = waits(campaign, dispute, called)
    return DisputeLine(
        dispute.id, stage(dispute), dispute.claim, called.member(dispute.raised_by), awaited
    )


def dispute(visit: Visit) -> Reply:
    """One dispute from its claim on."""
    here = visit.here
    found = here.campaign.record.disputes.get(visit.path["dispute"])
    if found is None:
        return missing(visit.house)
    called = names(here)
    return campaign_screen(
        visit,
        "dispute.html",
        "journal",
        dispute=found,
        line=_line(visit, found),
        about=events(found.versions),
        terms=terms(found),
        said=[
            (
                called.member(entry.by),
                _SAYS[entry.what],
                entry.text,
                in_words(entry.at),
                entry.digest,
            )
            for entry in found.entries
        ],
        disputed=[
            pair
            for version in found.versions[:FEW_EVENTS]
            for pair in sentences(visit, [version])
            if pair[0] == version
        ],
        steps=_steps(visit, found),
        capital=capital,
    )


def _steps(visit: Visit, found: Dispute) -> list[tuple[str, str, bool]]:
    """What the visitor can do: its form, its words, and whether it is their move."""
    here = visit.here
    if not found.is_open:
        can_appeal = found.stage == "ruled"
        return [("AppealRuling", "Appeal the ruling", False)] if can_appeal else []
    moves = here.member in waits_for(here.campaign, found)
    steps = []
    if found.stage == "consent":
        steps += [("ConsentToRuling", "Consent to the ruling", True)] if moves else []
    elif moves:
        steps.append(("GiveRuling", "Rule on it", True))
    steps += [("AnswerDispute", "Answer", False), ("AddEvidence", "Add evidence", False)]
    if here.member == found.raised_by:
        steps.append(("WithdrawDispute", "Withdraw it", False))
    if here.is_host:
        resting = here.campaign.record.frozen_for == found.id
        goes_on, rests = ("ResumePlay", "Let play go on"), ("FreezePlay", "Let play rest")
        steps.append((*(goes_on if resting else rests), False))
    known = here.live.system.rules.commands
    return [step for step in steps if step[0] in known]


PLACES = (
    Place("/c/{name}/disputes", disputes, "member", about="all disputes"),
    Place("/c/{name}/disputes/{dispute}", dispute, "member", about="one dispute"),
)
