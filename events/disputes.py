"""Facts about the record itself: disputes, rulings, corrections, undone acts, bookmarks.

A correction leaves every event where it stands and changes what counts: the effective history.
These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Any, Literal

import msgspec

from events.base import Event

Verdict = Literal["upheld", "partly", "rejected"]
Term = Literal["answer", "appeal"]

# --- disputes -----------------------------------------------------------------------------------


class DisputeRaised(Event, frozen=True, kw_only=True, tag="campaign.DisputeRaised"):
    """A member disputes events, with a claim."""

    dispute: str
    """Its id: `d1`, `d2` …"""
    versions: tuple[int, ...]
    claim: str
    concerned: tuple[str, ...] = ()
    """Powers that the events touch; their holders do not rule."""
    eligible: tuple[str, ...] = ()
    """Members who joined before the first of the events: they alone rule and consent. Empty in
    disputes from before that was kept."""


class EvidenceAdded(Event, frozen=True, kw_only=True, tag="campaign.EvidenceAdded"):
    """A member adds evidence to a dispute."""

    dispute: str
    text: str
    digest: str = ""
    """SHA-256 of a file that he keeps, such as a photograph."""


class DisputeAnswered(Event, frozen=True, kw_only=True, tag="campaign.DisputeAnswered"):
    """A member answers a claim."""

    dispute: str
    text: str


class DisputeWithdrawn(Event, frozen=True, kw_only=True, tag="campaign.DisputeWithdrawn"):
    """Whoever raised a dispute drops it."""

    dispute: str


class TermSet(Event, frozen=True, kw_only=True, tag="campaign.TermSet"):
    """The host says until when a dispute may be answered, or a ruling appealed against."""

    dispute: str
    what: Term
    until: str
    """UTC, ISO 8601."""


class PlayFrozen(Event, frozen=True, kw_only=True, tag="campaign.PlayFrozen"):
    """Play rests until a dispute is settled."""

    dispute: str


class PlayResumed(Event, frozen=True, kw_only=True, tag="campaign.PlayResumed"):
    """Play goes on, whatever the dispute's state."""

    dispute: str


class RulingGiven(Event, frozen=True, kw_only=True, tag="campaign.RulingGiven"):
    """A referee rules on a dispute; corrections rest on this."""

    dispute: str
    verdict: Verdict
    text: str
    needs_consent: bool = False
    """Given by a host who plays: no ruling before a second member consents."""
    switches: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    """Rulings on the rules that hold from here on."""


class RulingConsented(Event, frozen=True, kw_only=True, tag="campaign.RulingConsented"):
    """A second member consents to a ruling, which thereby holds."""

    dispute: str


class RulingAppealed(Event, frozen=True, kw_only=True, tag="campaign.RulingAppealed"):
    """A member appeals; another referee must rule anew."""

    dispute: str
    text: str


# --- corrections --------------------------------------------------------------------------------


class EventsStruck(Event, frozen=True, kw_only=True, tag="campaign.EventsStruck"):
    """Events count no more, as though they had not happened; what they revealed stays revealed."""

    dispute: str
    versions: tuple[int, ...]
    reason: str = ""


class EventAmended(Event, frozen=True, kw_only=True, tag="campaign.EventAmended"):
    """An event counts as it should have been recorded."""

    dispute: str
    about: int
    """Its version."""
    event: dict[str, Any]
    """The event as it counts from now on: type and fields, without a stamp."""
    reason: str = ""


class EventsInserted(Event, frozen=True, kw_only=True, tag="campaign.EventsInserted"):
    """Forgotten events count at their place, behind the event of that version."""

    dispute: str
    after: int
    events: tuple[dict[str, Any], ...]
    reason: str = ""


class FigureAdjusted(Event, frozen=True, kw_only=True, tag="campaign.FigureAdjusted"):
    """A figure is changed from here on, the past left as it is."""

    dispute: str
    figure: str
    """Its name, as `veto-points`."""
    of: str
    """Whose, as `germany`."""
    change: int
    reason: str = ""


class Rewound(Event, frozen=True, kw_only=True, tag="campaign.Rewound"):
    """Play goes back to where it was after an event; everything later counts no more."""

    dispute: str
    to: int
    reason: str = ""


class ActUndone(Event, frozen=True, kw_only=True, tag="campaign.ActUndone"):
    """A member takes back his own last act, before anything hung on it."""

    versions: tuple[int, ...]


# --- helps for readers --------------------------------------------------------------------------


class BookmarkSet(Event, frozen=True, kw_only=True, tag="campaign.BookmarkSet"):
    """A member marks an event for others to find, with a note."""

    about: int
    """Its version."""
    note: str


# --- the vault ----------------------------------------------------------------------------------


class KeeperNamed(Event, frozen=True, kw_only=True, tag="campaign.KeeperNamed"):
    """A member who holds no power keeps the vault; the host alone opens nothing early."""

    member: str
    """Empty where nobody keeps it any more."""


class OpeningAsked(Event, frozen=True, kw_only=True, tag="campaign.OpeningAsked"):
    """A member asks for a sealed value to be opened outside the rules, and says why."""

    about: int
    """The event that sealed it."""
    commitment: str
    reason: str
    eligible: tuple[str, ...] = ()
    """Members who joined before that event: they alone consent. Empty where it was not kept yet."""


class SealedOpened(Event, frozen=True, kw_only=True, tag="campaign.SealedOpened"):
    """A sealed value is opened outside the rules, with a second member's consent."""

    about: int
    """The event that sealed it."""
    asked_by: str
    reason: str
    choice: str
    nonce: str


# --- the rules ----------------------------------------------------------------------------------


class RulesAdopted(Event, frozen=True, kw_only=True, tag="campaign.RulesAdopted"):
    """From here on the campaign follows newer rules, and its acts are judged by them."""

    rules: int
    """Their number."""
    switches: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    """Switches that the opening did not know, with the values they have from here on."""


# --- the end ------------------------------------------------------------------------------------


class ReopeningAsked(Event, frozen=True, kw_only=True, tag="campaign.ReopeningAsked"):
    """A host asks to reopen a campaign whose end was a slip; a second member must consent."""

    reason: str


class CampaignReopened(Event, frozen=True, kw_only=True, tag="campaign.CampaignReopened"):
    """A closed campaign goes on, as a host asked and a second member consents; the next seed draws.

    The seed and the secrets that its end revealed stay public.
    """

    reason: str
    """What the host gave as a reason."""


# --- branches -----------------------------------------------------------------------------------


class Branched(Event, frozen=True, kw_only=True, tag="campaign.Branched"):
    """From here on this is a what-if of its own, with a seed chain of its own."""

    name: str
    """The branch's own name."""
    origin: str
    behind: int
    """The last event it shares with its origin."""
    head: str
    """The origin's digest there."""
    maker: str
    id: str
    """Its own random id."""
    seed_anchor: str
    seed_links: int
    seed_sealed: str
