"""What only people knew, by kind: no record can show that it happened so. Pure.

The kinds are those of every campaign; what a game adds, its own auditor counts.
"""

from collections.abc import Iterator

from events import campaign as shared
from events import record as told
from events import witnesses
from events.base import Event

_KINDS: dict[type[Event], str] = {
    shared.MemberEnrolled: "members",
    shared.PowerAssigned: "members",
    shared.PowerReleased: "members",
    shared.EntropyAdded: "entropy",
    told.DisputeRaised: "words in disputes",
    told.EvidenceAdded: "words in disputes",
    told.DisputeAnswered: "words in disputes",
    told.DisputeWithdrawn: "words in disputes",
    told.RulingAppealed: "words in disputes",
    told.OpeningAsked: "words in disputes",
    told.RulingGiven: "rulings",
    told.RulingConsented: "consents",
    told.ReopeningAsked: "consents",
    told.CampaignReopened: "consents",
    told.SealedOpened: "consents",
    told.EventsStruck: "corrections",
    told.EventAmended: "corrections",
    told.EventsInserted: "corrections",
    told.FigureAdjusted: "corrections",
    told.Rewound: "corrections",
    witnesses.KeyEnrolled: "keys",
    witnesses.KeyRetirementAsked: "keys",
    witnesses.KeyRetired: "keys",
}


def kinds(event: Event) -> Iterator[str]:
    """What of an event is taken on trust."""
    if kind := _KINDS.get(type(event)):
        yield kind
