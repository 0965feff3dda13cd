"""Disputes in words: their stage, who has to act, what a correction did. Pure."""

import re
from collections.abc import Mapping, Sequence

from campaign.disputes.awaited import (
    as_member,
    call,
    can_be_settled,
    may_consent,
    may_rule,
    needs_consent,
    waits_for,
)
from campaign.kernel.members import Campaign
from campaign.kernel.names import Naming
from campaign.kernel.record import Correction, Dispute
from campaign.text.english import listed

STAGES = {
    "open": "open",
    "consent": "waits for consent",
    "appealed": "appealed",
    "withdrawn": "withdrawn",
}
VERDICTS = {"upheld": "upheld", "partly": "upheld in part", "rejected": "rejected"}


def stage(dispute: Dispute) -> str:
    """Where a dispute stands: open, appealed, upheld …"""
    if dispute.is_closed:
        return f"{VERDICTS[dispute.verdict]}, closed without a correction"
    return VERDICTS[dispute.verdict] if dispute.stage == "ruled" else STAGES[dispute.stage]


def waits(campaign: Campaign, dispute: Dispute, names: Naming) -> str:
    """What a dispute waits for, and from whom; empty once it is settled."""
    if not campaign.record.awaits(dispute):
        return ""
    who = listed((names.member(name) for name in waits_for(campaign, dispute)), "or")
    match dispute.stage:
        case "consent":
            text = f"the consent of {who}" if who else "a second member’s consent"
        case "appealed":
            text = f"another ruling, by {who}" if who else "another ruling"
        case "ruled":
            text = f"{who} to correct the record, or to close the dispute"
        case _:
            text = f"a ruling by {who}" if who else "a ruling"
    return text


def what_next(
    campaign: Campaign, dispute: Dispute, names: Naming, *, with_names: bool = True
) -> str:
    """Who can settle an open dispute, with the whole command; or that nobody can, and what to do.

    Once it is upheld, how to correct the record, and how to close it without. A sentence without
    its full stop, empty once nothing is to be done. Without names it is for where `waits` has
    given them.
    """
    if campaign.record.awaits_correction(dispute):
        return _correct_next(campaign, dispute, names, with_names=with_names)
    if not dispute.is_open:
        return ""
    if not can_be_settled(campaign, dispute):
        return _way_out(campaign, dispute, names)
    who = listed((names.member(name) for name in waits_for(campaign, dispute)), "or")
    consents = dispute.stage == "consent"
    can = "can consent" if consents else "can rule, upheld, partly or rejected"
    text = f"{f'{who} {can}' if with_names else 'Next'}: `{call(campaign, dispute)}`"
    judges = () if consents else may_rule(campaign, dispute)
    if all(needs_consent(campaign, dispute, judge) for judge in judges):
        others = [who for who in may_consent(campaign, dispute) if who not in judges]
        if judges and others:
            text += f"; then {listed(map(names.member, others), 'or')} must consent"
    return text


def _correct_next(campaign: Campaign, dispute: Dispute, names: Naming, *, with_names: bool) -> str:
    who, by = names.member(dispute.ruled_by), as_member(dispute.ruled_by)
    can = f"a correction is due; {who} can make it" if with_names else "Next"
    return (
        f"{can}: `{call(campaign, dispute)}` (or strike-out, insert, adjust, rewind; each shows "
        f"first what it would change). If nothing is to be corrected, close it: "
        f"`campaign dispute withdraw {campaign.name} {dispute.id}{by}`"
    )


def _way_out(campaign: Campaign, dispute: Dispute, names: Naming) -> str:
    """What to do about a dispute that nobody can settle."""
    first = min(dispute.versions, default=1)
    by, who = as_member(dispute.raised_by), names.member(dispute.raised_by)
    name = campaign.name
    what = "consent to the ruling" if dispute.stage == "consent" else "settle it"
    return (
        f"nobody can {what}: a host who plays needs the consent of a member who joined before "
        f"event {first} and is not {who}. Withdraw it: `campaign dispute withdraw {name} "
        f"{dispute.id}{by}`; `campaign branch {name} --at {max(1, first - 1)}` plays on from "
        f"before it. For later disputes: `campaign enrol {name} ref --role referee`"
    )


def terms(dispute: Dispute) -> str:
    """Until when a dispute may be answered, or its ruling appealed; empty if no term is set."""
    if dispute.is_open and dispute.stage != "consent" and "answer" in dispute.terms:
        return f"answers until {dispute.terms['answer']}"
    if dispute.stage in ("ruled", "consent") and "appeal" in dispute.terms:
        return f"appeals until {dispute.terms['appeal']}"
    return ""


def events(versions: Sequence[int]) -> str:
    """Events by number, runs of them in short: `event 7`, `events 7, 9 and 12–17`."""
    runs: list[list[int]] = []
    for version in versions:
        if runs and version == runs[-1][-1] + 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    parts = []
    for run in runs:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return f"event{'s' if len(versions) > 1 else ''} {listed(parts)}"


_DID = {
    "struck": "struck {}",
    "amended": "amended {}",
    "inserted": "put forgotten events behind {}",
    "adjusted": "adjusted a figure",
    "rewound": "went back to {}",
    "undone": "took back {}",
}


def did(correction: Correction) -> str:
    """What a correction did."""
    return _DID[correction.kind].format(events(correction.versions))


STANDS = (
    "What has been worked out from these acts since stands too: where play was, and who has won. "
    "Strike or amend those events as well if they should not stand."
)
"""Said under later acts that a correction leaves as they are recorded."""
_FIGURE = re.compile("(?P<event>[^,:]+), (?P<where>[^:]+): (?P<now>.+) instead of (?P<then>.+)")
"""How a judgement says that one figure of an event would be another."""


def otherwise(differs: str, seats: Mapping[str, str]) -> str:
    """What the rules would have recorded instead of what was; `seats` are called by their names."""
    if (found := _FIGURE.fullmatch(differs)) is None:
        return f"would give {differs}"
    where = " ".join(seats.get(word, word) for word in found["where"].split())
    then = f"not {found['then']} as recorded ({found['event']})"
    return f"by the rules, {where} would be {found['now']}, {then}"
