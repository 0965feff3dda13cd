"""Facts about the record itself: disputes, rulings, corrections, undone acts, bookmarks.

A correction leaves every event where it stands and changes what counts: the effective history.
These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Any, Literal

import msgspec

from events.base import Count, Event, Id, IdOrEmpty, Line, Name, Seeds, Signed, Text

Verdict = Literal["upheld", "partly", "rejected"]
Term = Literal["answer", "appeal"]

# --- disputes -----------------------------------------------------------------------------------


class DisputeRaised(Event, frozen=True, kw_only=True, tag="campaign.DisputeRaised"):
    """A member disputes events, with a claim."""

    dispute: Id
    """Its id: `d1`, `d2` …"""
    versions: tuple[Count, ...]
    claim: Text
    concerned: tuple[Id, ...] = ()
    """Powers that the events touch; their holders do not rule."""
    eligible: tuple[Id, ...]
    """Members who joined before the first of the events: they alone rule and consent."""


class EvidenceAdded(Event, frozen=True, kw_only=True, tag="campaign.EvidenceAdded"):
    """A member adds evidence to a dispute."""

    dispute: Id
    text: Text
    file_digest: str = ""
    """SHA-256 of a file that they keep, such as a photograph."""


class DisputeAnswered(Event, frozen=True, kw_only=True, tag="campaign.DisputeAnswered"):
    """A member answers a claim."""

    dispute: Id
    text: Text


class DisputeWithdrawn(Event, frozen=True, kw_only=True, tag="campaign.DisputeWithdrawn"):
    """Whoever raised a dispute drops it; or nothing is to be corrected under its ruling."""

    dispute: Id
    closes: bool = False
    """It was upheld, and is closed without a correction."""


class TermSet(Event, frozen=True, kw_only=True, tag="campaign.TermSet"):
    """The host says until when a dispute may be answered, or a ruling appealed against."""

    dispute: Id
    what: Term
    until: str
    """UTC, ISO 8601."""


class PlayFrozen(Event, frozen=True, kw_only=True, tag="campaign.PlayFrozen"):
    """Play rests until a dispute is settled."""

    dispute: Id


class PlayResumed(Event, frozen=True, kw_only=True, tag="campaign.PlayResumed"):
    """Play goes on, whatever the dispute's state."""

    dispute: Id


class RulingGiven(Event, frozen=True, kw_only=True, tag="campaign.RulingGiven"):
    """A referee rules on a dispute; corrections rest on this."""

    dispute: Id
    verdict: Verdict
    text: Text
    needs_consent: bool = False
    """Given by a host who plays: no ruling before a second member consents."""
    switches: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    """Rulings on the rules that hold from here on."""


class RulingConsented(Event, frozen=True, kw_only=True, tag="campaign.RulingConsented"):
    """A second member consents to a ruling, which thereby holds."""

    dispute: Id


class RulingAppealed(Event, frozen=True, kw_only=True, tag="campaign.RulingAppealed"):
    """A member appeals; another referee must rule anew."""

    dispute: Id
    text: Text


# --- corrections --------------------------------------------------------------------------------


class EventsStruck(Event, frozen=True, kw_only=True, tag="campaign.EventsStruck"):
    """Events count no more, as though they had not happened; what they revealed stays revealed."""

    dispute: Id
    versions: tuple[Count, ...]
    reason: Text = ""


class EventAmended(Event, frozen=True, kw_only=True, tag="campaign.EventAmended"):
    """An event counts as it should have been recorded."""

    dispute: IdOrEmpty
    """Empty where a position that was just taken over is stated again."""
    about: Count
    """Its version."""
    event: dict[str, Any]
    """The event as it counts from now on: type and fields, without a stamp."""
    reason: Text = ""


class EventsInserted(Event, frozen=True, kw_only=True, tag="campaign.EventsInserted"):
    """Forgotten events count at their place, behind the event of that version."""

    dispute: Id
    after: Count
    events: tuple[dict[str, Any], ...]
    reason: Text = ""


class FigureAdjusted(Event, frozen=True, kw_only=True, tag="campaign.FigureAdjusted"):
    """A figure is changed from here on, the past left as it is."""

    dispute: Id
    figure: Id
    """Its name, as the game has it."""
    of: Id
    """Whose it is, by id."""
    change: Signed
    reason: Text = ""


class Rewound(Event, frozen=True, kw_only=True, tag="campaign.Rewound"):
    """Play goes back to where it was after an event; everything later counts no more."""

    dispute: Id
    to: Count
    reason: Text = ""


class ActUndone(Event, frozen=True, kw_only=True, tag="campaign.ActUndone"):
    """A member takes back their own last act, before anything hung on it."""

    versions: tuple[Count, ...]


class UndoConsented(Event, frozen=True, kw_only=True, tag="campaign.UndoConsented"):
    """A member consents to another's taking back an act on which later ones rest."""

    member: Id
    """Who asks to take it back."""
    versions: tuple[Count, ...]
    """The act, and the later acts that go with it."""


# --- helps for readers --------------------------------------------------------------------------


class BookmarkSet(Event, frozen=True, kw_only=True, tag="campaign.BookmarkSet"):
    """A member marks an event for others to find, with a note."""

    about: Count
    """Its version."""
    note: Line


# --- the vault ----------------------------------------------------------------------------------


class KeeperNamed(Event, frozen=True, kw_only=True, tag="campaign.KeeperNamed"):
    """A member who holds no power keeps the vault; the host alone opens nothing early."""

    member: IdOrEmpty
    """Empty where nobody keeps it any more."""


class OpeningAsked(Event, frozen=True, kw_only=True, tag="campaign.OpeningAsked"):
    """A member asks for a sealed value to be opened outside the rules, and says why."""

    about: Count
    """The event that sealed it."""
    commitment: str
    reason: Text
    eligible: tuple[Id, ...]
    """Members who joined before that event: they alone consent."""


class SealedOpened(Event, frozen=True, kw_only=True, tag="campaign.SealedOpened"):
    """A sealed value is opened outside the rules, with a second member's consent."""

    about: Count
    """The event that sealed it."""
    asked_by: Id
    reason: Text
    choice: str
    nonce: str


# --- the end ------------------------------------------------------------------------------------


class ReopeningAsked(Event, frozen=True, kw_only=True, tag="campaign.ReopeningAsked"):
    """A host asks to reopen a campaign whose end was a slip; a second member must consent."""

    reason: Text


class CampaignReopened(Event, frozen=True, kw_only=True, tag="campaign.CampaignReopened"):
    """A closed campaign goes on, as a host asked and a second member consents; the next seed draws.

    The seed and the secrets that its end revealed stay public.
    """

    reason: Text
    """What the host gave as a reason."""


# --- branches -----------------------------------------------------------------------------------


class Branched(Event, frozen=True, kw_only=True, tag="campaign.Branched"):
    """From here on this is a what-if of its own, with a seed chain of its own."""

    name: Name
    """The branch's own name."""
    origin: Id
    behind: Count
    """The last event it shares with its origin."""
    head: str
    """The origin's digest there."""
    maker: Id
    id: Id
    """Its own random id."""
    seed_anchor: str
    seed_links: Seeds
    seed_sealed: str
