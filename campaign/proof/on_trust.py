"""Counts what only people knew, by kind: no record can show that it really happened. Pure.

These kinds are in every campaign; a game's own auditor counts what the game adds.
"""

from events import campaign as shared
from events import disputes as facts
from events import handover, schedule, witnesses
from events.base import Event

_KINDS: dict[type[Event], str] = {
    shared.MemberEnrolled: "members",
    shared.PowerAssigned: "members",
    shared.PowerReleased: "members",
    shared.EntropyAdded: "entropy",
    facts.DisputeRaised: "words in disputes",
    facts.EvidenceAdded: "words in disputes",
    facts.DisputeAnswered: "words in disputes",
    facts.DisputeWithdrawn: "words in disputes",
    facts.RulingAppealed: "words in disputes",
    facts.OpeningAsked: "words in disputes",
    facts.RulingGiven: "rulings",
    facts.RulingConsented: "consents",
    facts.ReopeningAsked: "consents",
    facts.CampaignReopened: "consents",
    facts.SealedOpened: "consents",
    facts.EventsStruck: "corrections",
    facts.EventAmended: "corrections",
    facts.EventsInserted: "corrections",
    facts.FigureAdjusted: "corrections",
    facts.Rewound: "corrections",
    schedule.DeadlineSet: "deadlines and absences",
    schedule.AbsenceTold: "deadlines and absences",
    handover.SeatOffered: "seats",
    handover.SeatTaken: "seats",
    witnesses.KeyEnrolled: "keys",
    witnesses.KeyRetirementAsked: "keys",
    witnesses.KeyRetired: "keys",
}

UNSIGNED = "inserted unsigned for members who sign everything"
"""The kind of a correction that speaks in the name of such a member."""


def kind(event: Event) -> str:
    """The kind of thing that an event asks to be taken on trust; empty if it asks for nothing."""
    return _KINDS.get(type(event), "")
