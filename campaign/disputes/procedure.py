"""Disputes: claim, evidence, ruling, consent, appeal; openings, reopening, renewal. Pure."""

from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.disputes import commands, eligibility
from campaign.history import effective
from campaign.kernel import members
from campaign.kernel.decisions import (
    DISPUTES,
    Command,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    filled,
)
from campaign.kernel.members import Campaign
from campaign.kernel.record import AskedOpening, Dispute, Stage
from campaign.kernel.system import AnySystem
from campaign.text.english import listed, near
from events import disputes as facts
from events.base import Event
from events.campaign import SeedsRenewed
from events.disputes import CampaignReopened, ReopeningAsked

# --- Opening a sealed value before its time: one member asks, and a second consents -------------

OPENING = "asked"
"""The name under which a requested opening is supplied."""


def keeper(campaign: Campaign, command: commands.NameKeeper, supplied: Supplied) -> Decision:
    """Vault: the host names a member who plays no power as its keeper, or removes the keeper."""
    if refused := members.for_a_host(campaign, command.by, "naming the vault's keeper"):
        return refused
    name = campaign.called(command.member)
    if command.member == campaign.record.keeper:
        return Refused("Vault", f"{name or 'nobody'} keeps the vault already")
    if command.member and command.member not in campaign.members:
        hint = near(command.member, campaign.members)
        return Refused("Members", f"{command.member!r} is not enrolled in this campaign{hint}")
    if command.member and members.plays(campaign, command.member):
        return Refused("Vault", f"{name} plays a {campaign.seat_kind}; the keeper plays none")
    return (facts.KeeperNamed(member=command.member),)


def ask(campaign: Campaign, command: commands.AskOpening, supplied: Supplied) -> Decision:
    """Vault: a member asks to open what an event sealed; those who had joined by then consent."""
    event = effective.at(supplied.past, command.version)
    commitment = getattr(event, "commitment", "")
    if not commitment or isinstance(event, facts.OpeningAsked):
        return bad_field("version", f"event {command.version} seals nothing")
    if str(command.version) in campaign.record.openings:
        return Refused("Vault", f"somebody has asked to unseal event {command.version} already")
    able = eligibility.eligible(campaign, supplied.past, command.version)
    seal = {"about": command.version, "commitment": commitment}
    return (filled(facts.OpeningAsked, command, eligible=able, **seal),)


def consent(campaign: Campaign, command: commands.ConsentToOpening, supplied: Supplied) -> Decision:
    """Vault: once a keeper is named, only the keeper may consent."""
    request = campaign.record.openings.get(str(command.version))
    if request is None:
        return Refused("Vault", f"nobody has asked to unseal event {command.version}")
    keeper = campaign.record.keeper
    if keeper and command.by != keeper:
        return Refused(
            "Vault", f"{campaign.called(keeper)} keeps the vault; nobody else can consent"
        )
    if keeper and members.plays(campaign, keeper):
        text = f"{campaign.called(keeper)} keeps the vault and plays a {campaign.seat_kind} now"
        return Refused("Vault", f"{text}; name another keeper")
    if command.by == request.by:
        by = campaign.called(command.by)
        return Refused("Vault", f"{by} asked for it; a second member must consent")
    if command.by not in request.eligible:
        return Refused("Members", _joined_later(campaign, request, command))
    opening = supplied.openings.get(OPENING)
    if opening is None:
        why = "was opened or replaced, or is on a device"
        return Refused("Vault", f"what event {command.version} sealed {why}")
    about = {"about": command.version, "asked_by": request.by}
    return (filled(facts.SealedOpened, opening, request, **about),)


def _joined_later(
    campaign: Campaign, request: AskedOpening, command: commands.ConsentToOpening
) -> str:
    """Why a member who joined after the sealing may not consent to its opening, and who may."""
    why = f"{campaign.called(command.by)} joined after event {command.version}"
    others = [who for who in request.eligible if who in campaign.members and who != request.by]
    if campaign.record.keeper:
        return f"{why}; let the host name a keeper who was there, or none"
    if others:
        return f"{why}; it takes a member who was there: {', '.join(map(campaign.called, others))}"
    return f"{why}; nobody else was there, so it is opened with the others"


# --- Disputes: claim, evidence, answer, ruling, consent and appeal ------------------------------


def decide(campaign: Campaign, command: Any, supplied: Supplied) -> Decision:
    """The facts that follow from a member's word in a dispute. The caller checks `may_act`."""
    if (way := _DECIDE.get(type(command))) is not None:
        return way(campaign, command, supplied)
    decide_on, stages = _ON_DISPUTE[type(command)]
    dispute = campaign.record.disputes.get(command.dispute)
    if dispute is None:
        return bad_field("dispute", f"there is no dispute {command.dispute!r}")
    if stages and (refused := _still(dispute, *stages)):
        return refused
    return decide_on(campaign, dispute, command, supplied)


# --- who and when -------------------------------------------------------------------------------


def concerned(
    campaign: Campaign, events: Iterable[Event], besides: Iterable[str] = ()
) -> tuple[str, ...]:
    """The seats that events name in any field, and further ones, in the seats' order."""
    names = {*named(events), *besides}
    return tuple(seat for seat in campaign.seats if seat in names)


def named(events: Iterable[Event]) -> set[str]:
    """Every name that events hold, in any field."""
    return {word for event in events for word in _words_in(msgspec.to_builtins(event))}


def _words_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words_in(item)


def passed(until: str, now: str) -> bool:
    """Whether a term is over; a day lasts until its end, in UTC."""
    end = until.removesuffix("Z") if "T" in until else f"{until}T23:59:59.999"
    return now.removesuffix("Z") > end


def _still(dispute: Dispute, *stages: str) -> Refused | None:
    if dispute.stage in stages:
        return None
    if dispute.is_closed:
        return Refused(DISPUTES, f"{dispute.id} was closed without a correction")
    words = {
        "open": "still waits for a ruling",
        "ruled": "is ruled on",
        "consent": "waits for a second member's consent",
        "appealed": "waits for another ruling",
        "withdrawn": "was withdrawn",
    }
    return Refused(DISPUTES, f"{dispute.id} {words[dispute.stage]}")


def _is_judge(campaign: Campaign, member: str) -> bool:
    return bool({"referee", "host"} & set(campaign.members[member].roles))


# --- deciding -----------------------------------------------------------------------------------


def _raise(campaign: Campaign, command: commands.RaiseDispute, supplied: Supplied) -> Decision:
    if strange := members.no_seat(campaign, command.powers, "powers"):
        return strange
    events = []
    for version in command.versions:
        if (event := effective.at(supplied.past, version)) is None:
            last = len(supplied.past)
            return bad_field("versions", f"there is no event {version}; the last is {last}")
        events.append(event)
    number = len(campaign.record.disputes) + 1
    return (
        facts.DisputeRaised(
            dispute=f"d{number}",
            versions=tuple(sorted(set(command.versions))),
            claim=command.claim,
            concerned=concerned(campaign, events, command.powers),
            eligible=eligibility.eligible(campaign, supplied.past, min(command.versions)),
        ),
    )


def _evidence(
    campaign: Campaign, dispute: Dispute, command: commands.AddEvidence, supplied: Supplied
) -> Decision:
    return (filled(facts.EvidenceAdded, command, file_digest=command.file_digest or ""),)


def _answer(
    campaign: Campaign, dispute: Dispute, command: commands.AnswerDispute, supplied: Supplied
) -> Decision:
    if command.by == dispute.raised_by:
        return Refused(
            DISPUTES, f"{campaign.called(command.by)} raised {dispute.id}; add evidence instead"
        )
    until = dispute.terms.get("answer", "")
    if until and passed(until, supplied.now):
        return Refused(DISPUTES, f"{dispute.id} could be answered until {until}")
    return (facts.DisputeAnswered(dispute=dispute.id, text=command.text),)


def _withdraw(
    campaign: Campaign, dispute: Dispute, command: commands.WithdrawDispute, supplied: Supplied
) -> Decision:
    if campaign.record.awaits_correction(dispute):
        return _close(campaign, dispute, command.by)
    if refused := _still(dispute, "open", "appealed", "consent"):
        return refused
    if command.by != dispute.raised_by:
        owner = campaign.called(dispute.raised_by)
        return Refused(DISPUTES, f"{owner} raised {dispute.id}; only {owner} can withdraw it")
    return (facts.DisputeWithdrawn(dispute=dispute.id),)


def _close(campaign: Campaign, dispute: Dispute, by: str) -> Decision:
    """Disputes: one that was upheld is closed where nothing is to be corrected."""
    able = dict.fromkeys((dispute.ruled_by, dispute.raised_by))
    if by not in able:
        only = listed(map(campaign.called, able), "or")
        return Refused(DISPUTES, f"only {only} can close {dispute.id} without a correction")
    return (facts.DisputeWithdrawn(dispute=dispute.id, closes=True),)


def _term(
    campaign: Campaign, dispute: Dispute, command: commands.SetTerm, supplied: Supplied
) -> Decision:
    if refused := members.for_a_host(campaign, command.by, "setting a time limit"):
        return refused
    later = ("consent", "ruled") if command.what == "appeal" else ()
    if refused := _still(dispute, "open", "appealed", *later):
        return refused
    year, month, day = (int(part) for part in command.until[:10].split("-"))
    if day > monthrange(year, month)[1]:
        return bad_field("until", f"there is no day {command.until[:10]}")
    if passed(command.until, supplied.now):
        return bad_field("until", f"{command.until} is past")
    return (facts.TermSet(dispute=dispute.id, what=command.what, until=command.until),)


def _freeze(
    campaign: Campaign, dispute: Dispute, command: commands.FreezePlay, supplied: Supplied
) -> Decision:
    if refused := members.for_a_host(campaign, command.by, "letting play rest"):
        return refused
    if refused := _still(dispute, "open", "appealed", "consent"):
        return refused
    if campaign.record.frozen_for:
        return Refused(
            DISPUTES, f"play rests already, until {campaign.record.frozen_for} is settled"
        )
    return (facts.PlayFrozen(dispute=dispute.id),)


def _resume(campaign: Campaign, command: commands.ResumePlay, supplied: Supplied) -> Decision:
    if refused := members.for_a_host(campaign, command.by, "letting play go on"):
        return refused
    if not campaign.record.frozen_for:
        return Refused(DISPUTES, "play goes on already")
    return (facts.PlayResumed(dispute=campaign.record.frozen_for),)


def _rule(
    campaign: Campaign, dispute: Dispute, command: commands.GiveRuling, supplied: Supplied
) -> Decision:
    if refused := _no_judge(campaign, dispute, command.by):
        return refused
    needs_consent = eligibility.needs_consent(campaign, dispute, command.by)
    return (filled(facts.RulingGiven, command, needs_consent=needs_consent),)


def _no_judge(campaign: Campaign, dispute: Dispute, by: str) -> Refused | None:
    """Disputes: a referee rules if no power of theirs is concerned; a host may, with consent."""
    name, roles = campaign.called(by), campaign.members[by].roles
    if "referee" not in roles and "host" not in roles:
        return Refused("Members", f"{name} is neither a referee nor a host")
    judges = (who for who in campaign.members if _is_judge(campaign, who))
    eligible = filter(partial(eligibility.was_there, dispute), judges)
    if refused := eligibility.must_have_been_there(campaign, dispute, by, eligible):
        return refused
    if dispute.stage == "appealed" and by in dispute.rulings:
        return Refused(
            DISPUTES, f"{name} has ruled on {dispute.id}; somebody else decides the appeal"
        )
    return None if "host" in roles else _partial(campaign, dispute, by)


def _partial(campaign: Campaign, dispute: Dispute, by: str) -> Refused | None:
    """Disputes: nobody rules on their own claim, or on what concerns their own power."""
    name = campaign.called(by)
    if members.holds(campaign, by, dispute.concerned):
        return Refused(DISPUTES, f"{name} plays a {campaign.seat_kind} that {dispute.id} concerns")
    if by == dispute.raised_by:
        return Refused(DISPUTES, f"{name} raised {dispute.id} and cannot rule on it")
    return None


def _consent(
    campaign: Campaign, dispute: Dispute, command: commands.ConsentToRuling, supplied: Supplied
) -> Decision:
    if command.by == dispute.ruled_by:
        return Refused(
            DISPUTES,
            f"{campaign.called(command.by)} gave this ruling; a second member must consent",
        )
    if command.by == dispute.raised_by:
        by = campaign.called(command.by)
        return Refused(DISPUTES, f"{by} raised {dispute.id}; another member must consent")
    out = (dispute.ruled_by, dispute.raised_by)
    others = (who for who in campaign.members if who not in out)
    eligible = (who for who in others if eligibility.was_there(dispute, who))
    if refused := eligibility.must_have_been_there(campaign, dispute, command.by, eligible):
        return refused
    return (facts.RulingConsented(dispute=dispute.id),)


def _appeal(
    campaign: Campaign, dispute: Dispute, command: commands.AppealRuling, supplied: Supplied
) -> Decision:
    until = dispute.terms.get("appeal", "")
    if until and passed(until, supplied.now):
        return Refused(DISPUTES, f"appeals in {dispute.id} were possible until {until}")
    if len(dispute.rulings) > 1:
        return Refused(DISPUTES, f"{dispute.id} was appealed already; its second ruling is final")
    corrected = [
        correction for correction in campaign.record.corrections if correction.dispute == dispute.id
    ]
    if corrected:
        return Refused(DISPUTES, f"the record was corrected under {dispute.id} already")
    return (facts.RulingAppealed(dispute=dispute.id, text=command.text),)


def _bookmark(campaign: Campaign, command: commands.SetBookmark, supplied: Supplied) -> Decision:
    last = supplied.past[-1][0] if supplied.past else 0
    if command.version > last:
        return bad_field("version", f"there is no event {command.version}; the last is {last}")
    return (facts.BookmarkSet(about=command.version, note=command.note),)


# --- Reopens a campaign that was closed by mistake: a host asks, a second member consents -------
#
# Pure. Nobody can be enrolled in a closed campaign, so the second member joined before its end.

_CALENDAR = "Calendar"


def _ask_reopening(
    campaign: Campaign, command: commands.ReopenCampaign, supplied: Supplied
) -> Decision:
    if refused := members.host_only(campaign, command):
        return refused
    if not campaign.closed:
        return Refused(_CALENDAR, f"{campaign.name} has not ended; there is nothing to reopen")
    if reopening := campaign.record.reopening:
        by = campaign.called(reopening.by)
        waits = "it waits for a second member's consent"
        return Refused(_CALENDAR, f"{by} has asked to reopen {campaign.name} already; {waits}")
    return (ReopeningAsked(reason=command.reason),)


def _consent_to_reopening(
    campaign: Campaign, command: commands.ConsentToReopening, supplied: Supplied
) -> Decision:
    if not campaign.closed:
        return Refused(_CALENDAR, f"{campaign.name} has not ended; there is nothing to consent to")
    reopening = campaign.record.reopening
    if reopening is None:
        call = f"`campaign reopen {campaign.name} --reason TEXT`"
        text = f"no host has asked to reopen {campaign.name}; a host can: {call}"
        return Refused(_CALENDAR, text)
    if command.by == reopening.by:
        by = campaign.called(command.by)
        return Refused(_CALENDAR, f"{by} asked for it; a second member must consent")
    return (CampaignReopened(reason=reopening.reason),)


_DECIDE: dict[type[Command], Callable[[Campaign, Any, Supplied], Decision]] = {
    commands.RaiseDispute: _raise,
    commands.ResumePlay: _resume,
    commands.SetBookmark: _bookmark,
    commands.NameKeeper: keeper,
    commands.AskOpening: ask,
    commands.ConsentToOpening: consent,
    commands.ReopenCampaign: _ask_reopening,
    commands.ConsentToReopening: _consent_to_reopening,
}
_WAITING: tuple[Stage, ...] = ("open", "appealed")
_ON_DISPUTE: dict[
    type[Command],
    tuple[Callable[[Campaign, Dispute, Any, Supplied], Decision], tuple[Stage, ...]],
] = {
    commands.AddEvidence: (_evidence, _WAITING),
    commands.AnswerDispute: (_answer, _WAITING),
    commands.WithdrawDispute: (_withdraw, ()),
    commands.SetTerm: (_term, ()),
    commands.FreezePlay: (_freeze, ()),
    commands.GiveRuling: (_rule, _WAITING),
    commands.ConsentToRuling: (_consent, ("consent",)),
    commands.AppealRuling: (_appeal, ("ruled",)),
}
"""Commands on one dispute, and the stages in which each is possible; it says itself, where none."""


# --- Renews the vault: a new key, new draw seeds, and a game's hidden values sealed again -------
#
# A former keeper can open what was sealed until then, but knows nothing about later draws.

_VAULT = "Vault"


def needs(system: AnySystem, state: members.GameState) -> Needs:
    """Vault: a new chain, the seed in use, and what the game's own secrets need."""
    own = system.branches.renew_needs(state)
    return replace(own, seed=True, chain=True)


def renew(
    system: AnySystem, state: members.GameState, command: commands.RenewVault, supplied: Supplied
) -> Decision:
    """Vault: a host or the keeper renews it, together with the game's own secrets."""
    shared = state.campaign
    if refused := members.permitted(shared, command):
        return refused
    if not shared.is_host(command.by) and command.by != shared.record.keeper:
        by = shared.called(command.by)
        text = f"{by} is neither host nor keeper, and only they can renew the vault"
        return Refused("Members", text)
    if supplied.chain is None:
        return Refused(_VAULT, "the vault is missing; it is needed to make new seeds")
    new = supplied.chain
    event = SeedsRenewed(
        anchor=new.anchor, links=new.links, sealed=new.sealed, seed_revealed=supplied.seed
    )
    return system.branches.renew_events(state, event, supplied)
