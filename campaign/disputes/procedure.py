"""Disputes: claim, evidence, answer, ruling, consent and appeal. Pure."""

from calendar import monthrange
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from campaign.disputes import openings, standing
from campaign.disputes.commands import (
    AddEvidence,
    AnswerDispute,
    AppealRuling,
    AskOpening,
    ConsentToOpening,
    ConsentToRuling,
    FreezePlay,
    GiveRuling,
    NameKeeper,
    RaiseDispute,
    ResumePlay,
    SetBookmark,
    SetTerm,
    WithdrawDispute,
)
from campaign.disputes.openings import OPENING
from campaign.history import past
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field
from campaign.kernel.members import Campaign
from campaign.kernel.record import Dispute
from campaign.kernel.seats import holds, host_only, no_seat, plays
from campaign.text.english import listed

__all__ = ["OPENING", "decide", "holds", "plays"]
from events import disputes as facts
from events.base import Event

RULE = "Disputes"


def decide(campaign: Campaign, command: Any, given: Supplied) -> Decision:
    """The facts that follow from a member's word in a dispute. The caller checks `may_act`."""
    return _DECIDE[type(command)](campaign, command, given)


# --- who and when -------------------------------------------------------------------------------


def concerned(
    campaign: Campaign, events: Iterable[Event], besides: Iterable[str] = ()
) -> tuple[str, ...]:
    """The seats that events name in any field, and further ones, in the seats' order."""
    found = {*named(events), *besides}
    return tuple(seat for seat in campaign.seats if seat in found)


def named(events: Iterable[Event]) -> set[str]:
    """Every name that events hold, in any field."""
    found: set[str] = set()
    for event in events:
        _words_in(msgspec.to_builtins(event), found)
    return found


def _words_in(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            _words_in(key, found)
            _words_in(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            _words_in(item, found)


def passed(until: str, now: str) -> bool:
    """Whether a term is over; a day lasts until its end, in UTC."""
    end = until.removesuffix("Z") if "T" in until else f"{until}T23:59:59.999"
    return now.removesuffix("Z") > end


def _the(campaign: Campaign, dispute: str, *stages: str) -> Dispute | Refused:
    """A dispute by its id; if stages are given, it must be in one of them."""
    found = campaign.record.disputes.get(dispute)
    if found is None:
        return bad_field("dispute", f"there is no dispute {dispute!r}")
    if stages and (refused := _still(found, *stages)):
        return refused
    return found


def _still(dispute: Dispute, *stages: str) -> Refused | None:
    if dispute.stage in stages:
        return None
    if dispute.is_closed:
        return Refused(RULE, f"{dispute.id} was closed without a correction")
    words = {
        "open": "still waits for a ruling",
        "ruled": "is ruled on",
        "consent": "waits for a second member's consent",
        "appealed": "waits for another ruling",
        "withdrawn": "was withdrawn",
    }
    return Refused(RULE, f"{dispute.id} {words[dispute.stage]}")


def _is_judge(campaign: Campaign, member: str) -> bool:
    return bool({"referee", "host"} & set(campaign.members[member].roles))


# --- deciding -----------------------------------------------------------------------------------


def _raise(campaign: Campaign, command: RaiseDispute, given: Supplied) -> Decision:
    if strange := no_seat(campaign, command.powers, "powers"):
        return strange
    events = []
    for version in command.versions:
        if (event := past.at(given.past, version)) is None:
            last = len(given.past)
            return bad_field("versions", f"there is no event {version}; the last is {last}")
        events.append(event)
    number = len(campaign.record.disputes) + 1
    return (
        facts.DisputeRaised(
            dispute=f"d{number}",
            versions=tuple(sorted(set(command.versions))),
            claim=command.claim,
            concerned=concerned(campaign, events, command.powers),
            eligible=standing.eligible(campaign, given.past, min(command.versions)),
        ),
    )


def _evidence(campaign: Campaign, command: AddEvidence, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute, "open", "appealed")
    if isinstance(dispute, Refused):
        return dispute
    digest = command.digest or ""
    return (facts.EvidenceAdded(dispute=dispute.id, text=command.text, digest=digest),)


def _answer(campaign: Campaign, command: AnswerDispute, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute, "open", "appealed")
    if isinstance(dispute, Refused):
        return dispute
    if command.by == dispute.raised_by:
        return Refused(
            RULE, f"{campaign.called(command.by)} raised {dispute.id}; add evidence instead"
        )
    until = dispute.terms.get("answer", "")
    if until and passed(until, given.now):
        return Refused(RULE, f"{dispute.id} could be answered until {until}")
    return (facts.DisputeAnswered(dispute=dispute.id, text=command.text),)


def _withdraw(campaign: Campaign, command: WithdrawDispute, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute)
    if isinstance(dispute, Refused):
        return dispute
    if campaign.record.awaits_correction(dispute):
        return _close(campaign, dispute, command.by)
    if refused := _still(dispute, "open", "appealed", "consent"):
        return refused
    if command.by != dispute.raised_by:
        owner = campaign.called(dispute.raised_by)
        return Refused(RULE, f"{owner} raised {dispute.id}; only {owner} can withdraw it")
    return (facts.DisputeWithdrawn(dispute=dispute.id),)


def _close(campaign: Campaign, dispute: Dispute, by: str) -> Decision:
    """Disputes: one that was upheld is closed where nothing is to be corrected."""
    able = dict.fromkeys((dispute.ruled_by, dispute.raised_by))
    if by not in able:
        only = listed(map(campaign.called, able), "or")
        return Refused(RULE, f"only {only} can close {dispute.id} without a correction")
    return (facts.DisputeWithdrawn(dispute=dispute.id, closes=True),)


def _term(campaign: Campaign, command: SetTerm, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute)
    if isinstance(dispute, Refused):
        return dispute
    if refused := host_only(campaign, command.by, "setting a time limit"):
        return refused
    later = ("consent", "ruled") if command.what == "appeal" else ()
    if refused := _still(dispute, "open", "appealed", *later):
        return refused
    year, month, day = (int(part) for part in command.until[:10].split("-"))
    if day > monthrange(year, month)[1]:
        return bad_field("until", f"there is no day {command.until[:10]}")
    if passed(command.until, given.now):
        return bad_field("until", f"{command.until} is past")
    return (facts.TermSet(dispute=dispute.id, what=command.what, until=command.until),)


def _freeze(campaign: Campaign, command: FreezePlay, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute)
    if isinstance(dispute, Refused):
        return dispute
    if refused := host_only(campaign, command.by, "letting play rest"):
        return refused
    if refused := _still(dispute, "open", "appealed", "consent"):
        return refused
    if campaign.record.frozen_for:
        return Refused(RULE, f"play rests already, until {campaign.record.frozen_for} is settled")
    return (facts.PlayFrozen(dispute=dispute.id),)


def _resume(campaign: Campaign, command: ResumePlay, given: Supplied) -> Decision:
    if refused := host_only(campaign, command.by, "letting play go on"):
        return refused
    if not campaign.record.frozen_for:
        return Refused(RULE, "play goes on already")
    return (facts.PlayResumed(dispute=campaign.record.frozen_for),)


def _rule(campaign: Campaign, command: GiveRuling, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute, "open", "appealed")
    if isinstance(dispute, Refused):
        return dispute
    if refused := _no_judge(campaign, dispute, command.by):
        return refused
    concerned = plays(campaign, command.by) or command.by == dispute.raised_by
    return (
        facts.RulingGiven(
            dispute=dispute.id,
            verdict=command.verdict,
            text=command.text,
            needs_consent="host" in campaign.members[command.by].roles and concerned,
            switches=command.switches,
        ),
    )


def _no_judge(campaign: Campaign, dispute: Dispute, by: str) -> Refused | None:
    """Disputes: a referee rules if no power of theirs is concerned; a host may, with consent."""
    name, roles = campaign.called(by), campaign.members[by].roles
    if "referee" not in roles and "host" not in roles:
        return Refused("Members", f"{name} is neither a referee nor a host")
    others = (who for who in campaign.members if _is_judge(campaign, who))
    eligible = (who for who in others if standing.was_there(dispute, who))
    if refused := standing.must_have_been_there(campaign, dispute, by, eligible):
        return refused
    if dispute.stage == "appealed" and by in dispute.rulings:
        return Refused(RULE, f"{name} has ruled on {dispute.id}; somebody else decides the appeal")
    if "host" in roles:
        return None
    if holds(campaign, by, dispute.concerned):
        return Refused(RULE, f"{name} plays a {campaign.seat_kind} that {dispute.id} concerns")
    if by == dispute.raised_by:
        return Refused(RULE, f"{name} raised {dispute.id} and cannot rule on it")
    return None


def _consent(campaign: Campaign, command: ConsentToRuling, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute, "consent")
    if isinstance(dispute, Refused):
        return dispute
    if command.by == dispute.ruled_by:
        return Refused(
            RULE, f"{campaign.called(command.by)} gave this ruling; a second member must consent"
        )
    if command.by == dispute.raised_by:
        by = campaign.called(command.by)
        return Refused(RULE, f"{by} raised {dispute.id}; another member must consent")
    out = (dispute.ruled_by, dispute.raised_by)
    others = (who for who in campaign.members if who not in out)
    eligible = (who for who in others if standing.was_there(dispute, who))
    if refused := standing.must_have_been_there(campaign, dispute, command.by, eligible):
        return refused
    return (facts.RulingConsented(dispute=dispute.id),)


def _appeal(campaign: Campaign, command: AppealRuling, given: Supplied) -> Decision:
    dispute = _the(campaign, command.dispute, "ruled")
    if isinstance(dispute, Refused):
        return dispute
    until = dispute.terms.get("appeal", "")
    if until and passed(until, given.now):
        return Refused(RULE, f"appeals in {dispute.id} were possible until {until}")
    if len(dispute.rulings) > 1:
        return Refused(RULE, f"{dispute.id} was appealed already; its second ruling is final")
    corrected = [
        correction for correction in campaign.record.corrections if correction.dispute == dispute.id
    ]
    if corrected:
        return Refused(RULE, f"the record was corrected under {dispute.id} already")
    return (facts.RulingAppealed(dispute=dispute.id, text=command.text),)


def _bookmark(campaign: Campaign, command: SetBookmark, given: Supplied) -> Decision:
    last = given.past[-1][0] if given.past else 0
    if command.version > last:
        return bad_field("version", f"there is no event {command.version}; the last is {last}")
    return (facts.BookmarkSet(about=command.version, note=command.note),)


_DECIDE: dict[type[Command], Callable[[Campaign, Any, Supplied], Decision]] = {
    RaiseDispute: _raise,
    AddEvidence: _evidence,
    AnswerDispute: _answer,
    WithdrawDispute: _withdraw,
    SetTerm: _term,
    FreezePlay: _freeze,
    ResumePlay: _resume,
    GiveRuling: _rule,
    ConsentToRuling: _consent,
    AppealRuling: _appeal,
    SetBookmark: _bookmark,
    NameKeeper: openings.keeper,
    AskOpening: openings.ask,
    ConsentToOpening: openings.consent,
}
