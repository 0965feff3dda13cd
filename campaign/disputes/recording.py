"""What every campaign lets members put right, and the acts that no game owns. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.diary.commands import FileDispatch, RemoveDispatch
from campaign.disputes import commands
from campaign.kernel import deadlines, shared_rules
from campaign.kernel.assembly import OF_EVERY_GAME
from campaign.kernel.decisions import Command
from campaign.kernel.interview.available import (
    POSSIBLE,
    ActingMember,
    Available,
    Tile,
    TileAct,
    acts_of,
    counted,
    tried,
)
from campaign.kernel.members import AddEntropy, AdvanceTurn, Campaign, LeaveCampaign, ReleasePower
from campaign.kernel.record import Dispute

PUT_RIGHT = Tile(
    "right",
    "Put it right",
    "Take back, dispute, ask",
    "scale",
    (
        TileAct("UndoAct", "Take back my last act", "undo mistake wrong", "/undo"),
        TileAct("RaiseDispute", "Dispute an entry", "wrong complain protest figure", "/journal"),
        TileAct("AnswerDispute", "Answer a claim", "dispute reply"),
        TileAct("AddEvidence", "Add evidence to a dispute", "photo proof"),
        TileAct("WithdrawDispute", "Withdraw a dispute", "drop close"),
        TileAct("GiveRuling", "Rule on a dispute", "referee verdict decide"),
        TileAct("ConsentToRuling", "Consent to a ruling", "second member"),
        TileAct("AppealRuling", "Appeal against a ruling", "referee"),
        TileAct("FreezePlay", "Let play rest", "freeze stop pause dispute"),
        TileAct("ResumePlay", "Let play go on", "resume unfreeze"),
        TileAct("SetTerm", "Set a term for a dispute", "deadline answer appeal"),
        TileAct("AmendEvent", "Correct an entry", "amend change ruling", "/correct?kind=amend"),
        TileAct(
            "InsertCommand",
            "Add what was forgotten",
            "insert missing ruling",
            "/correct?kind=insert",
        ),
        TileAct(
            "StrikeEvents", "Strike entries out", "delete remove ruling", "/correct?kind=strike"
        ),
        TileAct("AdjustFigure", "Adjust a figure", "points ruling", "/correct?kind=adjust"),
        TileAct("Rewind", "Go back to an earlier moment", "rewind ruling", "/correct?kind=rewind"),
        TileAct("AskOpening", "Ask to open what was sealed", "unseal vault"),
        TileAct("ConsentToOpening", "Consent to an opening", "unseal vault second"),
        TileAct("ReopenCampaign", "Reopen the campaign", "ended by mistake"),
        TileAct("ConsentToReopening", "Consent to reopening", "second member"),
    ),
)
OTHERS = (
    TileAct("ConsentToUndo", "Agree that somebody takes an act back", "undo consent", "/requests"),
    TileAct(
        "FileDispatch", "Write in the war diary", "dispatch story memoir words", "/diary#write"
    ),
    TileAct("RemoveDispatch", "Remove a dispatch", "diary story delete forget", "/diary"),
    TileAct("SetBookmark", "Mark an entry for others", "bookmark note"),
    TileAct("SetDeadline", "Set a deadline", "until time tonight"),
    TileAct("TellAbsence", "Say when I’m away", "absent holiday substitute"),
    TileAct("EnrolMember", "Enrol a member", "join name role"),
    TileAct("AssignPower", "Hand over a seat", "power side player assign"),
    TileAct("ReleasePower", "Take a seat back", "power side release"),
    TileAct("LeaveCampaign", "Leave the campaign", "quit former member", "/leave"),
    TileAct("OfferSeat", "Invite a member again", "seat invitation"),
    TileAct("AdvanceTurn", "Begin the next turn", "end turn round"),
    TileAct("CloseCampaign", "End the campaign", "close over"),
    TileAct("AddEntropy", "Mix words into the next draw", "entropy random luck"),
    TileAct("EnrolKey", "Make a signing key known", "passkey sign"),
    TileAct("RetireKey", "Retire a signing key", "lost passkey"),
    TileAct("ConsentToRetirement", "Consent to retiring a key", "lost second"),
    TileAct("WitnessHead", "Countersign the record", "witness sign"),
    TileAct("NameKeeper", "Name who keeps the vault", "keeper secret"),
    TileAct("RenewVault", "Renew the vault", "seeds key keeper"),
    *acts_of((*OF_EVERY_GAME, *commands.COMMANDS), "others"),
)

Tells = Callable[[Any, ActingMember], Available]
_NONE_OPEN = "No dispute is open."


def _of_disputes(stages: tuple[str, ...], reason: str = _NONE_OPEN, **more: object) -> Tells:
    """An act about a dispute: of those in some stage, how many the rules allow it for."""

    def tells(state: Any, attempt: ActingMember) -> Available:
        disputes = state.campaign.record.disputes.values()
        ways = ({"dispute": one.id, **more} for one in disputes if one.stage in stages)
        return tried(attempt, ways, reason)

    return tells


def _corrects(state: Any, attempt: ActingMember) -> Available:
    """Corrections: rulings that let a member correct something."""
    campaign: Campaign = state.campaign
    granted = [one for one in campaign.record.disputes.values() if _lets(campaign, one, attempt)]
    return counted(len(granted), "After a ruling that upholds a dispute.")


def _lets(campaign: Campaign, dispute: Dispute, attempt: ActingMember) -> bool:
    roles = campaign.members[attempt.member].roles
    return dispute.grants and ("referee" in roles or "host" in roles)


def _retires(state: Any, attempt: ActingMember) -> Available:
    keys = state.campaign.record.keys
    own = len(keys.of(attempt.member))
    others = sum(not key.retired for key in keys.enrolled.values())
    is_host = state.campaign.is_host(attempt.member)
    return counted(others if is_host else own, "No key is enrolled.")


def _consents_to_retirement(state: Any, attempt: ActingMember) -> Available:
    asked = [
        key
        for key in state.campaign.record.keys.enrolled.values()
        if key.asked_by and not key.retired and attempt.member not in (key.asked_by, key.member)
    ]
    return counted(len(asked), "Nobody has asked for one.")


def _removes(state: Any, attempt: ActingMember) -> Available:
    filed = state.campaign.record.dispatches.values()
    is_host = state.campaign.is_host(attempt.member)
    able = [one for one in filed if one.is_there and (is_host or one.by == attempt.member)]
    return counted(len(able), "You have written no dispatch.")


def _leaves(state: Any, attempt: ActingMember) -> Available:
    campaign: Campaign = state.campaign
    may_leave = campaign.members if campaign.is_host(attempt.member) else (attempt.member,)
    return tried(attempt, ({"member": who} for who in may_leave))


_RULED = ("ruled",)
_UNRULED = ("open", "appealed")
_UNSETTLED = (*_UNRULED, "consent")

AVAILABLE: Mapping[type[Command], Tells] = {
    commands.RaiseDispute: lambda state, attempt: POSSIBLE,
    commands.AnswerDispute: _of_disputes(_UNSETTLED, text="It was so."),
    commands.AddEvidence: _of_disputes(_UNSETTLED, text="It was so."),
    commands.WithdrawDispute: _of_disputes((*_UNSETTLED, *_RULED)),
    commands.GiveRuling: _of_disputes(_UNRULED, verdict="rejected", text="It was so."),
    commands.ConsentToRuling: _of_disputes(("consent",), "No ruling waits for consent."),
    commands.AppealRuling: _of_disputes(
        (*_RULED, "consent"), "There is no ruling.", text="It was so."
    ),
    commands.FreezePlay: _of_disputes(_UNSETTLED),
    commands.SetTerm: _of_disputes(_UNSETTLED, what="answer", until="2999-01-01T00:00:00Z"),
    commands.ResumePlay: lambda state, attempt: tried(attempt, ({},)),
    commands.ReopenCampaign: lambda state, attempt: tried(attempt, ({"reason": "a slip"},)),
    commands.ConsentToReopening: lambda state, attempt: tried(attempt, ({},)),
    commands.ConsentToOpening: lambda state, attempt: tried(
        attempt,
        ({"version": int(one)} for one in state.campaign.record.openings),
        "Nobody has asked for one.",
    ),
    commands.ConsentToUndo: lambda state, attempt: Available(0, "Who asks you is on Now."),
    commands.AmendEvent: _corrects,
    commands.InsertCommand: _corrects,
    commands.StrikeEvents: _corrects,
    commands.AdjustFigure: _corrects,
    commands.Rewind: _corrects,
    shared_rules.RetireKey: _retires,
    shared_rules.ConsentToRetirement: _consents_to_retirement,
    deadlines.SetDeadline: lambda state, attempt: counted(
        not state.campaign.closed, "The campaign is over."
    ),
    FileDispatch: lambda state, attempt: counted(
        state.campaign.record.branch_of is None, "A what-if has no diary."
    ),
    RemoveDispatch: _removes,
    ReleasePower: lambda state, attempt: tried(
        attempt, ({"power": seat} for seat in state.campaign.powers), "Nobody plays a seat."
    ),
    LeaveCampaign: _leaves,
    AdvanceTurn: lambda state, attempt: tried(attempt, ({"confirmed": True},)),
    AddEntropy: lambda state, attempt: tried(attempt, ({"value": "three grey geese"},)),
}
"""Where more is known than the first question says; undo is looked at in the record itself."""
