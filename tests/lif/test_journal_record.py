"""Sentences about the record itself: one for every event, with members by name."""

from typing import Any

import pytest

from campaign.disputes.sentences import SENTENCES, events
from campaign.lif.names import Names
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from campaign.systems import SYSTEMS
from events import diary
from events import disputes as facts
from events.base import Event
from events.campaign import SeedsRenewed

NAMES = Names(kit(), {"anna": "Anna", "ben": "Ben", "ref": "Ref", "kim": "kim of the club"})
HEX = "ab" * 32
BRANCH: dict[str, Any] = {
    "name": "club-if", "origin": "club", "behind": 12, "head": HEX, "maker": "anna", "id": "x",
    "seed_anchor": HEX, "seed_links": 9, "seed_sealed": "ff",
}  # fmt: skip

TOLD: list[tuple[Event, str]] = [
    (facts.DisputeRaised(by="ben", dispute="d1", versions=(7,), claim="Too late.", eligible=()),
     "Ben disputed event 7, as d1: “Too late.”"),
    (facts.DisputeRaised(by="ben", dispute="d2", versions=(7, 8, 9, 12), claim="Too\nlate.\n",
                        concerned=("germany", "usa"), eligible=()),
     "Ben disputed events 7–9 and 12, which concern Germany and the USA, as d2: “Too late.”"),
    (facts.DisputeRaised(by="kim", dispute="d3", versions=(7,), claim="No.", concerned=("usa",),
                         eligible=()),
     "Kim of the club disputed event 7, which concerns the USA, as d3: “No.”"),
    (facts.EvidenceAdded(by="ben", dispute="d1", text="A mail."),
     "Ben added evidence to d1: “A mail.”"),
    (facts.EvidenceAdded(by="ben", dispute="d1", text="A photograph.", digest=HEX),
     "Ben added evidence and the digest of a file to d1: “A photograph.”"),
    (facts.DisputeAnswered(by="anna", dispute="d1", text="Wrong clock."),
     "Anna answered d1: “Wrong clock.”"),
    (facts.DisputeWithdrawn(by="ben", dispute="d1"), "Ben withdrew d1."),
    (facts.TermSet(dispute="d1", what="answer", until="2026-01-31"),
     "Answers in d1 are taken until 2026-01-31."),
    (facts.TermSet(dispute="d1", what="appeal", until="2026-01-31T20:00Z"),
     "Appeals in d1 are taken until 2026-01-31T20:00Z."),
    (facts.PlayFrozen(dispute="d1"), "Play rests until d1 is settled."),
    (facts.PlayResumed(dispute="d1"), "Play went on, with d1 as it stood."),
    (facts.RulingGiven(by="ref", dispute="d1", verdict="rejected", text="It was in time."),
     "Ref ruled on d1: rejected. “It was in time.”"),
    (facts.RulingGiven(by="anna", dispute="d1", verdict="partly", text="Half.", needs_consent=True,
                      switches={"half_rounds": "down", "buy": False}),
     "Anna ruled on d1: upheld in part; it holds once a second member consents. “Half.” From here "
     "on: half_rounds = down and buy = False."),
    (facts.RulingGiven(by="ref", dispute="d1", verdict="upheld", text="Late."),
     "Ref ruled on d1: upheld. “Late.”"),
    (facts.RulingConsented(by="ben", dispute="d1"),
     "Ben consented to the ruling on d1, which now holds."),
    (facts.RulingAppealed(by="ben", dispute="d1", text="Ask Eve."),
     "Ben appealed against the ruling on d1: “Ask Eve.”"),
    (facts.EventsStruck(dispute="d1", versions=(7,)), "Event 7 was struck under d1."),
    (facts.EventsStruck(dispute="d1", versions=(7, 8, 9), reason="late"),
     "Events 7–9 were struck under d1 (late)."),
    (facts.EventAmended(dispute="d1", about=7, event={}, reason="misread"),
     "Event 7 was amended under d1 (misread)."),
    (facts.EventsInserted(dispute="d1", after=7, events=({},)),
     "1 forgotten event came to its place behind event 7, under d1."),
    (facts.EventsInserted(dispute="d1", after=7, events=({}, {}), reason="forgotten"),
     "2 forgotten events came to their place behind event 7, under d1 (forgotten)."),
    (facts.FigureAdjusted(dispute="d1", figure="veto-points", of="ussr", change=-2),
     "USSR: veto points −2, under d1."),
    (facts.FigureAdjusted(dispute="d1", figure="veto-points", of="ussr", change=2, reason="why"),
     "USSR: veto points +2, under d1 (why)."),
    (facts.Rewound(dispute="d1", to=7), "Play went back to event 7, under d1."),
    (facts.Rewound(dispute="d1", to=7, reason="a mess"),
     "Play went back to event 7, under d1 (a mess)."),
    (facts.ActUndone(by="anna", versions=(7, 8)), "Anna took back events 7 and 8."),
    (facts.UndoConsented(by="ref", member="anna", versions=(7, 8)),
     "Ref consented that Anna takes back events 7 and 8."),
    (facts.BookmarkSet(by="anna", about=7, note="that draw"), "Anna marked event 7: “that draw”"),
    (facts.KeeperNamed(member="ref"), "Ref keeps the vault."),
    (facts.KeeperNamed(member=""), "Nobody keeps the vault any more."),
    (facts.OpeningAsked(by="anna", about=7, commitment=HEX, reason="he left",
                       eligible=()),
     "Anna asked to open what event 7 sealed: “he left”"),
    (facts.SealedOpened(by="ref", about=7, asked_by="anna", reason="he left", choice="veto",
                       nonce=HEX),
     "What event 7 sealed was opened before its time: veto. Anna asked, Ref consented."),
    (SeedsRenewed(anchor=HEX, links=9, sealed="ff", draws={"leaders": 13, "us-entry": 40}),
     "The vault was renewed, and the draws have new seeds: from draw 13 of leaders and draw 40 of "
     "US entry on whoever kept the vault before foresees nothing any more."),
    (SeedsRenewed(anchor=HEX, links=9, sealed="ff"),
     "The vault was renewed, and the draws have new seeds: from here on whoever kept the vault "
     "before foresees nothing any more."),
    (facts.ReopeningAsked(by="anna", reason="a slip"),
     "Anna asked to reopen the campaign (a slip); a second member must consent."),
    (facts.CampaignReopened(by="ben", reason="a slip"),
     "The campaign was reopened (a slip); Ben consented. The next seed draws."),
    (facts.CampaignReopened(reason="a slip"),
     "The campaign was reopened (a slip). The next seed draws."),
    (facts.Branched(**BRANCH),
     "From here on this is a what-if, club-if, which Anna made of club behind its event 12."),
    (diary.DispatchFiled(dispatch="w1", turn="1941-ND", subject="leader:x", mark=HEX, by="anna"),
     "Anna wrote dispatch w1 of the war diary, on November/December 1941."),
    (diary.DispatchFiled(dispatch="w2", turn="1941-ND", mark=HEX, replaces="w1", by="anna"),
     "Anna edited dispatch w1 of the war diary, which is w2 now."),
    (diary.DispatchRemoved(dispatch="w2", reason="author", by="anna"),
     "Anna removed dispatch w2 of the war diary."),
    (diary.DispatchRemoved(dispatch="w2", reason="forgotten", by="ben"),
     "Ben removed dispatch w2 of the war diary, with all that its author wrote."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "words"), TOLD, ids=lambda one: type(one).__name__)
def test_an_event_is_a_sentence(event: Event, words: str) -> None:
    """On one line, whatever a member wrote."""
    assert sentence(event, NAMES) == words


def test_every_event_of_the_record_is_told_here() -> None:
    """None is forgotten in this list, or has the sentence of what nobody knows."""
    of_record = (facts.__name__, diary.__name__)
    kinds = {kind for kind in SYSTEMS.codec.events.values() if kind.__module__ in of_record}
    assert kinds == set(SENTENCES) == {type(event) for event, _ in TOLD} - {SeedsRenewed}


def test_an_opening_s_nonce_and_commitment_are_in_no_sentence() -> None:
    """They stand in the log, where they prove something."""
    assert not any(HEX in words for _, words in TOLD)
    assert not any(HEX in sentence(event, NAMES) for event, _ in TOLD)


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ((7,), "event 7"),
        ((7, 8), "events 7 and 8"),
        ((7, 8, 9), "events 7–9"),
        ((1, 3, 4, 5, 9, 10), "events 1, 3–5, 9 and 10"),
    ],
)
def test_runs_of_events_are_told_in_short(versions: tuple[int, ...], words: str) -> None:
    """From three on."""
    assert events(versions) == words
