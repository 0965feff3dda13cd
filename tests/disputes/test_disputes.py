"""Disputes: who may say what in one, and when; every refusal in its words.

The rules are decided here without a ledger: a campaign, a command and what the world supplies.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from campaign.disputes import sentences
from campaign.disputes.commands import Correct
from campaign.disputes.corrections import may_correct
from campaign.disputes.eligibility import waits_for
from campaign.disputes.procedure import OPENING, concerned, decide, passed
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused, Supplied
from campaign.kernel.members import Campaign, Member, holds, plays
from campaign.kernel.record import (
    AskedOpening,
    Correction,
    Dispute,
    DisputeEntry,
    Record,
    evolve_record,
)
from campaign.lif.roster import POWERS
from campaign.lif.system import SYSTEM
from events import disputes as facts
from events.base import Event
from events.campaign import EntropyAdded, PowerAssigned
from events.lif.board import BallotSealed, VetoPointsSpent
from events.lif.politics import PeaceMade, WarDeclared
from events.sealed import Opening

NOON = "1999-01-31T12:00:00.000Z"
MEMBERS = {
    "host": Member("Host", ("host",)),
    "anna": Member("Anna", ("player",)),
    "ben": Member("Ben", ("player", "referee")),
    "carl": Member("Carl", ("host", "player")),
    "ref": Member("Ref", ("referee",)),
    "eve": Member("Eve", ("observer",)),
}
"""Carl hosts and plays Japan; Ben may rule, and plays the USA and the USSR."""
EVERYBODY = ("anna", "ben", "carl", "eve", "host", "ref")
"""All of them were there from the start."""
HELD = {"germany": "anna", "italy": "anna", "ussr": "ben", "usa": "ben", "japan": "carl"}
OTHERS = {power: "anna" for power in POWERS if power not in HELD}
"""So that the host who plays nothing plays nothing."""
LOG: list[tuple[int, Event]] = [
    (1, EntropyAdded(value="rain", by="anna")),
    (2, VetoPointsSpent(points={"japan": 1}, by="host")),
    (3, BallotSealed(power="usa", commitment="c" * 64, sealed="ff", draw=1, by="ben")),
    (4, VetoPointsSpent(points={"germany": 1, "italy": 2}, by="host")),
]


def campaign(**record: Any) -> Campaign:
    """A campaign in which something is disputed, or was."""
    return Campaign(
        name="club", id="0" * 32, system="lif", rulebook="lif-1998", scenario="global-war",
        first_turn="1939-SO", last_turn="1945-JA", rulings={}, modules=(), seed_anchor="",
        seed_links=1, seed_sealed="", seats=POWERS, turn="1939-SO", members=MEMBERS,
        powers={**HELD, **OTHERS}, record=Record(**record),
    )  # fmt: skip


def dispute(stage: str = "open", **fields: Any) -> Campaign:
    """Eve's dispute on Japan's payment, at a stage."""
    claim = DisputeEntry("claim", "eve", NOON, "that was three")
    base: dict[str, Any] = {
        "raised_by": "eve",
        "turn": "1939-SO",
        "versions": (2,),
        "concerned": ("japan",),
        "stage": stage,
        "entries": (claim,),
        "eligible": EVERYBODY,
    }
    if stage in ("ruled", "consent", "appealed"):
        base |= {"verdict": "upheld", "ruled_by": "carl", "rulings": ("carl",)}
    one = Dispute("d1", **{**base, **fields})  # fmt: skip
    return campaign(disputes={"d1": one})


def asked(at: Campaign, name: str, by: str, given: Supplied | None = None, **fields: Any) -> Any:
    """What follows from a command."""
    command = decisions.read({"command": name, "by": by, **fields}, SYSTEM.rules.commands)
    assert not isinstance(command, Refused), command
    return decide(at, command, given or Supplied(past=LOG, now=NOON))


def refused(at: Campaign, name: str, by: str, given: Supplied | None = None, **fields: Any) -> str:
    """Rule and reason of a refusal, as one line."""
    found = asked(at, name, by, given, **fields)
    assert isinstance(found, Refused), found
    return f"{found.rule}: {found.reason}"


def one(at: Campaign, name: str, by: str, given: Supplied | None = None, **fields: Any) -> Any:
    """The one event of a command that is accepted."""
    found = asked(at, name, by, given, **fields)
    assert isinstance(found, tuple), found
    (event,) = found
    return event


def after(at: Campaign, event: Event, by: str) -> Campaign:
    """The campaign after an event."""
    stamped = replace(event, by=by, at=NOON)
    return replace(at, record=evolve_record(at.record, stamped, "1939-SO"))


# --- whom events concern ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "powers"),
    [
        ([LOG[0][1]], ()),
        ([LOG[1][1]], ("japan",)),
        ([LOG[3][1], LOG[1][1]], ("germany", "italy", "japan")),
        ([WarDeclared(attacker="ussr", target="finland")], ("ussr",)),
        ([PeaceMade(powers=("china", "japan"))], ("japan", "china")),
        ([PowerAssigned(power="usa", member="germany")], ("germany", "usa")),
    ],
)
def test_an_event_concerns_the_powers_that_it_names(
    events: list[Event], powers: tuple[str, ...]
) -> None:
    """In whichever of its fields, in the order of the powers; minors concern nobody by name."""
    assert concerned(campaign(), events) == powers


def test_a_host_plays_what_nobody_plays() -> None:
    """With every power held, the host who holds none plays none."""
    at = campaign()
    assert not plays(at, "host") and plays(at, "carl") and not plays(at, "ref")
    free = replace(at, powers=HELD)
    assert plays(free, "host") and not plays(free, "ref")
    assert holds(free, "host", ("china", "japan")) == ["china"]
    assert holds(free, "carl", ("china", "japan")) == ["china", "japan"]


@pytest.mark.parametrize(
    ("until", "over"),
    [
        ("1999-01-30", True), ("1999-01-31", False), ("1999-02-01", False),
        ("1999-01-31T11:59Z", True), ("1999-01-31T12:01Z", False),
        ("1999-01-31T11:59:59.999Z", True), ("1999-01-31T12:00:00.000Z", False),
        ("1999-01-31T12:00:00.001Z", False),
    ],
)  # fmt: skip
def test_a_day_counts_to_its_end(until: str, over: bool) -> None:
    """It is noon of 31 January; a term of that day is not over, one of a minute ago is."""
    assert passed(until, NOON) is over


# --- raising ------------------------------------------------------------------------------------


def test_any_member_disputes_events() -> None:
    """Each once, in their order; whom they name is concerned, and whom the member names."""
    for by in MEMBERS:
        event = one(campaign(), "RaiseDispute", by, versions=[4, 2, 4], claim="no")
        assert event == facts.DisputeRaised(
            dispute="d1", versions=(2, 4), claim="no", concerned=("germany", "italy", "japan"),
            eligible=EVERYBODY,
        )  # fmt: skip
    event = one(campaign(), "RaiseDispute", "eve", versions=[1], claim="no", powers=["usa"])
    assert event.concerned == ("usa",)
    assert one(dispute(), "RaiseDispute", "eve", versions=[1], claim="no").dispute == "d2"


def test_what_is_not_there_is_not_disputed() -> None:
    """The version is named, and the last there is."""
    told_ = "None: versions: there is no event 5; the last is 4"
    assert refused(campaign(), "RaiseDispute", "anna", versions=[2, 5], claim="no") == told_


# --- what is said in it -------------------------------------------------------------------------

SAYING: dict[str, dict[str, Any]] = {
    "AddEvidence": {"text": "a photo", "file_digest": "a" * 64},
    "AnswerDispute": {"text": "it was one"},
    "WithdrawDispute": {},
    "SetTerm": {"what": "answer", "until": "1999-02-01"},
    "FreezePlay": {},
    "GiveRuling": {"verdict": "upheld", "text": "three"},
    "ConsentToRuling": {},
    "AppealRuling": {"text": "nobody asked me"},
}
STAGES = {
    "open": "d1 still waits for a ruling",
    "ruled": "d1 is ruled on",
    "consent": "d1 waits for a second member's consent",
    "appealed": "d1 waits for another ruling",
    "withdrawn": "d1 was withdrawn",
}
WHEN = {
    "AddEvidence": ("open", "appealed"),
    "AnswerDispute": ("open", "appealed"),
    "WithdrawDispute": ("open", "appealed", "consent"),
    "SetTerm": ("open", "appealed"),
    "FreezePlay": ("open", "appealed", "consent"),
    "GiveRuling": ("open", "appealed"),
    "ConsentToRuling": ("consent",),
    "AppealRuling": ("ruled",),
}
"""At which stages a command is in its place."""
BY = {"WithdrawDispute": "eve", "ConsentToRuling": "ref", "GiveRuling": "ref"}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", SAYING)
def test_each_word_has_its_stage(command: str, stage: str) -> None:
    """Before and after it, the refusal says where the dispute stands."""
    by, at = BY.get(command, "host"), dispute(stage)
    if stage in WHEN[command]:
        assert one(at, command, by, dispute="d1", **SAYING[command]).dispute == "d1"
    elif (command, stage) != ("WithdrawDispute", "ruled"):
        told_ = refused(at, command, by, dispute="d1", **SAYING[command])
        assert told_ == f"Disputes: {STAGES[stage]}"


@pytest.mark.parametrize("command", SAYING)
def test_a_dispute_that_is_not_there(command: str) -> None:
    """Its id is named."""
    told_ = refused(dispute(), command, "host", dispute="d7", **SAYING[command])
    assert told_ == "None: dispute: there is no dispute 'd7'"


def test_evidence_is_added_by_any_member() -> None:
    """With the digest of a file that they keep, or without one."""
    for by in MEMBERS:
        event = one(
            dispute(), "AddEvidence", by, dispute="d1", text="a photo", file_digest="a" * 64
        )
        assert event == facts.EvidenceAdded(dispute="d1", text="a photo", file_digest="a" * 64)
    assert one(dispute(), "AddEvidence", "anna", dispute="d1", text="I saw it").file_digest == ""


def test_a_claim_is_not_answered_by_who_made_it() -> None:
    """He adds evidence; any other member answers."""
    at = dispute()
    told_ = "Disputes: Eve raised d1; add evidence instead"
    assert refused(at, "AnswerDispute", "eve", dispute="d1", text="so it was") == told_
    assert one(at, "AnswerDispute", "carl", dispute="d1", text="it was not").text == "it was not"


def test_an_answer_comes_within_its_term() -> None:
    """A term of yesterday is over; one of today is not."""
    at = dispute(terms={"answer": "1999-01-30"})
    told_ = "Disputes: d1 could be answered until 1999-01-30"
    assert refused(at, "AnswerDispute", "carl", dispute="d1", text="no") == told_
    at = dispute(terms={"answer": "1999-01-31", "appeal": "1999-01-01"})
    assert one(at, "AnswerDispute", "carl", dispute="d1", text="no")


def test_a_dispute_is_withdrawn_by_who_raised_it() -> None:
    """Also while a ruling waits for consent; nobody else does, no host either."""
    for by in ("host", "carl", "ref"):
        told_ = "Disputes: Eve raised d1; only Eve can withdraw it"
        assert refused(dispute(), "WithdrawDispute", by, dispute="d1") == told_
    at = dispute("consent")
    event = one(at, "WithdrawDispute", "eve", dispute="d1")
    assert after(at, event, "eve").record.disputes["d1"].stage == "withdrawn"


def test_one_that_was_upheld_is_closed_without_a_correction() -> None:
    """By whoever ruled or raised it, once; nothing is corrected under it any more, or waited for.

    The ruling stands, and can still be appealed.
    """
    at = dispute("ruled")
    assert waits_for(at, at.record.disputes["d1"]) == ("carl",)
    told_ = "Disputes: only Carl or Eve can close d1 without a correction"
    assert refused(at, "WithdrawDispute", "host", dispute="d1") == told_
    for by in ("carl", "eve"):
        event = one(at, "WithdrawDispute", by, dispute="d1")
        assert event == facts.DisputeWithdrawn(dispute="d1", closes=True)
    closed = after(at, event, "eve")
    found = closed.record.disputes["d1"]
    assert (sentences.stage(found), waits_for(closed, found)) == (
        "upheld, closed without a correction",
        (),
    )
    told_ = "Disputes: d1 was closed without a correction"
    assert refused(closed, "WithdrawDispute", "eve", dispute="d1") == told_
    again = one(closed, "AppealRuling", "ben", dispute="d1", text="it was three")
    assert after(closed, again, "ben").record.disputes["d1"].stage == "appealed"
    strike = {"command": "StrikeEvents", "by": "carl", "dispute": "d1", "versions": [2]}
    command = decisions.read({**strike, "seen": "0" * 64}, SYSTEM.rules.commands)
    assert isinstance(command, Correct)
    no = may_correct(closed, command)
    assert no and no.reason == "d1 was closed without a correction; raise another"


def test_one_that_was_corrected_or_rejected_waits_for_nobody() -> None:
    """There is nothing to close then."""
    made = Correction(5, "struck", "d1", "1939-SO", "carl", (2,))
    corrected = replace(
        dispute("ruled"), record=replace(dispute("ruled").record, corrections=(made,))
    )
    for at in (corrected, dispute("ruled", verdict="rejected")):
        assert waits_for(at, at.record.disputes["d1"]) == ()
        assert refused(at, "WithdrawDispute", "eve", dispute="d1") == "Disputes: d1 is ruled on"


# --- the host's part ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "fields", "what"),
    [
        (
            "SetTerm",
            {"dispute": "d1", "what": "answer", "until": "1999-02-01"},
            "setting a time limit",
        ),
        ("FreezePlay", {"dispute": "d1"}, "letting play rest"),
        ("ResumePlay", {}, "letting play go on"),
        ("NameKeeper", {"member": "ref"}, "naming the vault's keeper"),
    ],
)
def test_members_what_is_for_a_host(command: str, fields: dict[str, Any], what: str) -> None:
    """Any of them, and nobody else: no referee either."""
    for by in ("anna", "ben", "ref", "eve"):
        assert refused(dispute(), command, by, **fields) == f"Members: {what} is for a host"


def test_a_term_is_not_over_when_it_is_set() -> None:
    """For answers while one is possible, for appeals also before and after the ruling."""
    fields = {"dispute": "d1", "what": "appeal"}
    assert refused(dispute(), "SetTerm", "host", **fields, until="1999-01-30") == (
        "None: until: 1999-01-30 is past"
    )
    for stage in ("open", "ruled", "consent", "appealed"):
        at = dispute(stage)
        event = one(at, "SetTerm", "carl", **fields, until="1999-02-01T20:00Z")
        terms = after(at, event, "carl").record.disputes["d1"].terms
        assert terms == {"appeal": "1999-02-01T20:00Z"}
    assert refused(dispute(), "SetTerm", "host", **fields, until="1999-02-30") == (
        "None: until: there is no day 1999-02-30"
    )
    told_ = refused(dispute("withdrawn"), "SetTerm", "host", **fields, until="1999-02-01")
    assert told_ == "Disputes: d1 was withdrawn"


def test_play_rests_for_one_dispute_until_it_is_settled() -> None:
    """A ruling, a consent or a withdrawal settles it; a ruling that waits for consent does not."""
    at = dispute()
    frozen = after(at, one(at, "FreezePlay", "host", dispute="d1"), "host")
    assert frozen.record.frozen_for == "d1"
    told_ = "Disputes: play rests already, until d1 is settled"
    assert refused(frozen, "FreezePlay", "host", dispute="d1") == told_
    ruling = {"dispute": "d1", "verdict": "rejected", "text": "no"}
    waiting = after(frozen, one(frozen, "GiveRuling", "carl", **ruling), "carl")
    assert waiting.record.frozen_for == "d1"
    for state, command, by, fields in (
        (frozen, "GiveRuling", "ref", ruling),
        (waiting, "ConsentToRuling", "anna", {"dispute": "d1"}),
        (frozen, "WithdrawDispute", "eve", {"dispute": "d1"}),
        (frozen, "ResumePlay", "carl", {}),
    ):
        found = after(state, one(state, command, by, **fields), by)
        assert found.record.frozen_for == "", command
    assert refused(at, "ResumePlay", "host") == "Disputes: play goes on already"


# --- the ruling ---------------------------------------------------------------------------------


def rules(at: Campaign, by: str) -> Any:
    """The ruling of a member, or why it is none."""
    return asked(at, "GiveRuling", by, dispute="d1", verdict="partly", text="so be it")


def test_a_ruling_is_for_a_referee_or_a_host() -> None:
    """Whoever is neither does not rule, whatever he plays."""
    for by in ("anna", "eve"):
        assert rules(dispute(), by) == Refused(
            "Members", f"{by.capitalize()} is neither a referee nor a host"
        )


def test_a_referee_holds_no_power_concerned() -> None:
    """Ben rules on Japan, which he does not hold, and not on the USA."""
    ruling = rules(dispute(), "ben")
    assert ruling == (facts.RulingGiven(dispute="d1", verdict="partly", text="so be it"),)
    found = rules(dispute(concerned=("ussr", "usa", "china")), "ben")
    assert found == Refused("Disputes", "Ben plays a power that d1 concerns")


def test_a_referee_does_not_rule_on_his_own_claim() -> None:
    """He raised it; another rules."""
    found = rules(dispute(raised_by="ref"), "ref")
    assert found == Refused("Disputes", "Ref raised d1 and cannot rule on it")
    assert rules(dispute(raised_by="ref"), "ben")


@pytest.mark.parametrize(
    ("by", "raised_by", "waits"),
    [
        ("host", "eve", False), ("host", "host", True), ("carl", "eve", True),
        ("carl", "carl", True), ("ref", "eve", False),
    ],
)  # fmt: skip
def test_a_host_who_plays_or_raised_it_needs_a_second_member(
    by: str, raised_by: str, waits: bool
) -> None:
    """Carl plays Japan; the host who plays nothing rules alone, but on his own claim."""
    at = dispute(raised_by=raised_by)
    (ruling,) = rules(at, by)
    assert ruling.needs_consent is waits
    now = after(at, ruling, by).record.disputes["d1"]
    assert (now.stage, now.grants) == (("consent", False) if waits else ("ruled", True))


def test_consent_is_anothers() -> None:
    """Neither the one who ruled nor the one who raised it; then the ruling holds."""
    at = dispute("consent")
    told_ = "Disputes: Carl gave this ruling; a second member must consent"
    assert refused(at, "ConsentToRuling", "carl", dispute="d1") == told_
    told_ = "Disputes: Eve raised d1; another member must consent"
    assert refused(at, "ConsentToRuling", "eve", dispute="d1") == told_
    held = after(at, one(at, "ConsentToRuling", "anna", dispute="d1"), "anna")
    assert held.record.disputes["d1"].grants
    rejected = dispute("ruled", verdict="rejected").record.disputes["d1"]
    assert not rejected.grants


# --- the appeal ---------------------------------------------------------------------------------


def test_an_appeal_sends_it_to_another_referee_once() -> None:
    """Carl has ruled; Ref rules anew, and that is final."""
    at = dispute("ruled")
    appealed = after(at, one(at, "AppealRuling", "anna", dispute="d1", text="no"), "anna")
    assert appealed.record.disputes["d1"].stage == "appealed"
    assert rules(appealed, "carl") == Refused(
        "Disputes", "Carl has ruled on d1; somebody else decides the appeal"
    )
    (ruling,) = rules(appealed, "ref")
    final = after(appealed, ruling, "ref")
    assert final.record.disputes["d1"].rulings == ("carl", "ref")
    told_ = "Disputes: d1 was appealed already; its second ruling is final"
    assert refused(final, "AppealRuling", "anna", dispute="d1", text="no") == told_


def test_an_appeal_comes_within_its_term_and_before_a_correction() -> None:
    """What was corrected is corrected; another dispute's correction is no matter."""
    at = dispute("ruled", terms={"appeal": "1999-01-30", "answer": "1999-02-01"})
    told_ = "Disputes: appeals in d1 were possible until 1999-01-30"
    assert refused(at, "AppealRuling", "anna", dispute="d1", text="no") == told_
    at = dispute("ruled")
    for under, may in (("d1", False), ("d2", True)):
        made = Correction(9, "struck", under, "1939-SO", "ref", (2,))
        now = replace(at, record=replace(at.record, corrections=(made,)))
        found = asked(now, "AppealRuling", "anna", dispute="d1", text="no")
        assert isinstance(found, tuple) is may
        if not may:
            assert found == Refused("Disputes", "the record was corrected under d1 already")


# --- bookmarks and the vault --------------------------------------------------------------------


def test_a_bookmark_is_on_an_event_that_is_there() -> None:
    """By any member, on the last one too."""
    assert one(campaign(), "SetBookmark", "eve", version=4, note="here").about == 4
    told_ = "None: version: there is no event 5; the last is 4"
    assert refused(campaign(), "SetBookmark", "eve", version=5, note="here") == told_


def test_the_keeper_plays_nothing() -> None:
    """He is enrolled, holds no power, and is named once; nobody keeps it any more where empty."""
    at = campaign()
    for member, why in (
        ("zoe", "Members: 'zoe' is not enrolled in this campaign"),
        ("anna", "Vault: Anna plays a power; the keeper plays none"),
        ("", "Vault: nobody keeps the vault already"),
    ):
        assert refused(at, "NameKeeper", "host", member=member) == why
    kept = after(at, one(at, "NameKeeper", "carl", member="ref"), "carl")
    assert kept.record.keeper == "ref"
    told_ = "Vault: Ref keeps the vault already"
    assert refused(kept, "NameKeeper", "host", member="ref") == told_
    assert after(kept, one(kept, "NameKeeper", "host", member=""), "host").record.keeper == ""


def test_an_opening_is_asked_for_once_with_a_reason() -> None:
    """Of an event that seals something."""
    at = campaign()
    fields = {"version": 3, "reason": "ben is gone"}
    event = one(at, "AskOpening", "anna", **fields)
    assert event == facts.OpeningAsked(
        about=3, commitment="c" * 64, reason="ben is gone", eligible=EVERYBODY
    )
    told_ = "None: version: event 2 seals nothing"
    assert refused(at, "AskOpening", "anna", version=2, reason="x") == told_
    told_ = "None: version: event 9 seals nothing"
    assert refused(at, "AskOpening", "anna", version=9, reason="x") == told_
    waiting = after(at, event, "anna")
    told_ = "Vault: somebody has asked to unseal event 3 already"
    assert refused(waiting, "AskOpening", "eve", **fields) == told_


WAITING = {"3": AskedOpening("anna", "c" * 64, "ben is gone", EVERYBODY)}
OPENED = Supplied(openings={OPENING: Opening("veto", "0" * 64)})


def test_an_opening_needs_the_keepers_consent_or_a_second_members() -> None:
    """With a keeper named, nobody else's; he who asked never consents."""
    at = campaign(openings=WAITING)
    event = one(at, "ConsentToOpening", "eve", OPENED, version=3)
    assert event == facts.SealedOpened(
        about=3, asked_by="anna", reason="ben is gone", choice="veto", nonce="0" * 64
    )
    assert after(at, event, "eve").record.openings == {}
    for now, by, why in (
        (campaign(), "eve", "nobody has asked to unseal event 3"),
        (at, "anna", "Anna asked for it; a second member must consent"),
        (campaign(openings=WAITING, keeper="ref"), "eve",
         "Ref keeps the vault; nobody else can consent"),
        (campaign(openings=WAITING, keeper="ben"), "ben",
         "Ben keeps the vault and plays a power now; name another keeper"),
    ):  # fmt: skip
        assert refused(now, "ConsentToOpening", by, OPENED, version=3) == f"Vault: {why}"
    kept = campaign(openings=WAITING, keeper="ref")
    assert one(kept, "ConsentToOpening", "ref", OPENED, version=3)
    told_ = "Vault: what event 3 sealed was opened or replaced, or is on a device"
    assert refused(at, "ConsentToOpening", "eve", Supplied(), version=3) == told_
