"""The part of a campaign's state about the record itself: disputes, rulings, corrections. Pure."""

from typing import Literal, NoReturn

import msgspec
from msgspec.structs import replace

from campaign.kernel import key_state
from campaign.kernel.key_state import Keys
from events import disputes as facts
from events.base import Event
from events.disputes import Term, Verdict

Stage = Literal["open", "ruled", "consent", "appealed", "withdrawn"]
"""`consent`: there is a ruling that waits for a second member's consent."""


class DisputeEntry(msgspec.Struct, frozen=True, gc=False):
    """Something said in a dispute."""

    what: Literal[
        "claim", "evidence", "answer", "ruling", "consent", "appeal", "withdrawal", "close"
    ]
    by: str
    at: str
    text: str = ""
    digest: str = ""


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A dispute, from its claim to its ruling."""

    id: str
    raised_by: str
    turn: str
    versions: tuple[int, ...]
    concerned: tuple[str, ...]
    stage: Stage = "open"
    verdict: Verdict | Literal[""] = ""
    ruled_by: str = ""
    ruled_in: str = ""
    """The turn of the last ruling."""
    rulings: tuple[str, ...] = ()
    """Members who have ruled on it, in order."""
    terms: dict[Term, str] = {}
    switches: dict[str, str | int | bool] = {}
    """Rulings on the rules that the last ruling sets."""
    entries: tuple[DisputeEntry, ...] = ()
    eligible: tuple[str, ...] = ()
    """Members who joined before what is disputed."""

    @property
    def grants(self) -> bool:
        """Whether corrections may rest on it: ruled in favour, and the ruling holds."""
        held = self.stage == "ruled" and self.verdict in ("upheld", "partly")
        return held and not self.is_closed

    @property
    def is_closed(self) -> bool:
        """Whether it was upheld and then closed without a correction."""
        return self.entries[-1].what == "close"

    @property
    def claim(self) -> str:
        """The claim, in the words of the member who raised it."""
        return self.entries[0].text

    @property
    def is_open(self) -> bool:
        """Whether it still waits for somebody."""
        return self.stage in ("open", "consent", "appealed")


class Correction(msgspec.Struct, frozen=True, gc=False):
    """A change of the effective history, by the version of its event."""

    version: int
    kind: Literal["struck", "amended", "inserted", "adjusted", "rewound", "undone"]
    dispute: str
    turn: str
    by: str
    versions: tuple[int, ...] = ()
    """The events it is about."""
    reason: str = ""


class Bookmark(msgspec.Struct, frozen=True, gc=False):
    """A version with a note."""

    version: int
    note: str
    by: str


class AskedOpening(msgspec.Struct, frozen=True, gc=False):
    """A member's request to open a sealed value outside the rules."""

    by: str
    commitment: str
    reason: str
    eligible: tuple[str, ...] = ()
    """Members who joined before it was sealed."""


class Reopening(msgspec.Struct, frozen=True, gc=False):
    """A host's request to reopen a closed campaign."""

    by: str
    reason: str


class Origin(msgspec.Struct, frozen=True, gc=False):
    """Where a branch comes from."""

    name: str
    version: int
    head: str
    maker: str

    def shown(self) -> dict[str, str | int]:
        """As everybody may see it, in JSON values."""
        return {"campaign": self.name, "version": self.version, "maker": self.maker}


class Record(msgspec.Struct, frozen=True, gc=False):
    """The record about itself."""

    disputes: dict[str, Dispute] = {}
    corrections: tuple[Correction, ...] = ()
    frozen_for: str = ""
    """The dispute for which play rests."""
    bookmarks: tuple[Bookmark, ...] = ()
    keeper: str = ""
    openings: dict[str, AskedOpening] = {}
    """Openings asked for, by the version that sealed."""
    reopening: Reopening | None = None
    """A host's request that no second member has consented to yet."""
    branch_of: Origin | None = None
    keys: Keys = Keys()
    """Members' keys, and the heads that they countersigned."""

    def awaits_correction(self, dispute: Dispute) -> bool:
        """Whether a dispute was upheld, and nothing was corrected under it or closed it yet."""
        return dispute.grants and all(made.dispute != dispute.id for made in self.corrections)

    def awaits(self, dispute: Dispute) -> bool:
        """Whether a dispute still waits for somebody: to settle it, or to correct the record."""
        return dispute.is_open or self.awaits_correction(dispute)


def _said(event: Event, what: str, text: str, digest: str = "") -> DisputeEntry:
    return DisputeEntry(what, event.by, event.at, text, digest)  # type: ignore[arg-type]


def evolve(record: Record, event: Event, turn: str) -> Record:
    """The record after a fact about itself; other facts leave it as it is."""
    match event:
        case facts.DisputeRaised():
            raised = Dispute(
                event.dispute,
                event.by,
                turn,
                event.versions,
                event.concerned,
                entries=(_said(event, "claim", event.claim),),
                eligible=event.eligible,
            )
            return replace(record, disputes={**record.disputes, event.dispute: raised})
        case facts.PlayFrozen():
            return replace(record, frozen_for=event.dispute)
        case facts.PlayResumed():
            return replace(record, frozen_for="")
        case facts.BookmarkSet():
            mark = Bookmark(event.about, event.note, event.by)
            return replace(record, bookmarks=(*record.bookmarks, mark))
        case facts.KeeperNamed():
            return replace(record, keeper=event.member)
        case facts.OpeningAsked():
            fields = {
                **record.openings,
                str(event.about): AskedOpening(
                    event.by, event.commitment, event.reason, event.eligible
                ),
            }
            return replace(record, openings=fields)
        case facts.SealedOpened():
            left = {
                at: opening for at, opening in record.openings.items() if at != str(event.about)
            }
            return replace(record, openings=left)
        case facts.ReopeningAsked():
            return replace(record, reopening=Reopening(event.by, event.reason))
        case facts.CampaignReopened():
            return replace(record, reopening=None)
        case facts.Branched():
            origin = Origin(event.origin, event.behind, event.head, event.maker)
            keys = replace(record.keys, witnessed=())  # they signed the origin's digests
            return replace(
                record,
                branch_of=origin,
                frozen_for="",
                keeper="",
                openings={},
                keys=keys,
                reopening=None,
            )
    if isinstance(event, key_state.FACTS):
        return replace(record, keys=key_state.evolve(record.keys, event, turn))
    dispute = record.disputes.get(getattr(event, "dispute", ""))
    if dispute is None:
        return record
    changed = _dispute(dispute, event, turn)
    settled = record.frozen_for == changed.id and not changed.is_open
    return replace(
        record,
        disputes={**record.disputes, changed.id: changed},
        frozen_for="" if settled else record.frozen_for,
    )


def _dispute(dispute: Dispute, event: Event, turn: str) -> Dispute:
    match event:
        case facts.EvidenceAdded():
            said = _said(event, "evidence", event.text, event.digest)
            return replace(dispute, entries=(*dispute.entries, said))
        case facts.DisputeAnswered():
            said = _said(event, "answer", event.text)
            return replace(dispute, entries=(*dispute.entries, said))
        case facts.DisputeWithdrawn(closes=True):
            return replace(dispute, entries=(*dispute.entries, _said(event, "close", "")))
        case facts.DisputeWithdrawn():
            said = _said(event, "withdrawal", "")
            return replace(dispute, stage="withdrawn", entries=(*dispute.entries, said))
        case facts.TermSet():
            return replace(dispute, terms={**dispute.terms, event.what: event.until})
        case facts.RulingGiven():
            said = _said(event, "ruling", event.text)
            return replace(
                dispute,
                stage="consent" if event.needs_consent else "ruled",
                verdict=event.verdict,
                ruled_by=event.by,
                ruled_in=turn,
                rulings=(*dispute.rulings, event.by),
                switches=event.switches,
                entries=(*dispute.entries, said),
            )
        case facts.RulingConsented():
            said = _said(event, "consent", "")
            return replace(dispute, stage="ruled", entries=(*dispute.entries, said))
        case facts.RulingAppealed():
            said = _said(event, "appeal", event.text)
            return replace(dispute, stage="appealed", entries=(*dispute.entries, said))
    return dispute


_KINDS: dict[type[Event], str] = {
    facts.EventsStruck: "struck",
    facts.EventAmended: "amended",
    facts.EventsInserted: "inserted",
    facts.FigureAdjusted: "adjusted",
    facts.Rewound: "rewound",
    facts.ActUndone: "undone",
}


def about(event: Event) -> tuple[int, ...]:
    """The events that a correction names: those it strikes or amends, or works behind."""
    match event:
        case facts.EventsStruck() | facts.ActUndone():
            return event.versions
        case facts.EventAmended():
            return (event.about,)
        case facts.EventsInserted():
            return (event.after,)
        case facts.Rewound():
            return (event.to,)
    return ()


def noted(record: Record, version: int, event: Event, turn: str) -> Record:
    """The record with a correction noted. Its effect on the history is worked out elsewhere."""
    correction = Correction(
        version,
        _KINDS[type(event)],  # type: ignore[arg-type]
        getattr(event, "dispute", ""),
        turn,
        event.by,
        about(event),
        getattr(event, "reason", ""),
    )
    return replace(record, corrections=(*record.corrections, correction))


FACTS: tuple[type[Event], ...] = (
    facts.DisputeRaised,
    facts.EvidenceAdded,
    facts.DisputeAnswered,
    facts.DisputeWithdrawn,
    facts.TermSet,
    facts.PlayFrozen,
    facts.PlayResumed,
    facts.RulingGiven,
    facts.RulingConsented,
    facts.RulingAppealed,
    facts.BookmarkSet,
    facts.KeeperNamed,
    facts.OpeningAsked,
    facts.SealedOpened,
    facts.ReopeningAsked,
    facts.CampaignReopened,
    *key_state.FACTS,
)
"""Facts about the record that corrections leave alone."""

REWRITING: tuple[type[Event], ...] = (
    facts.EventsStruck,
    facts.EventAmended,
    facts.EventsInserted,
    facts.FigureAdjusted,
    facts.Rewound,
    facts.ActUndone,
)
"""Corrections: the events that change the effective history."""


class RewritingError(ValueError):
    """A plain fold has met a correction, and needs the effective history."""


def stop_at_correction(state: object, event: Event) -> NoReturn:
    """Stops a plain fold at a correction. Raises `RewritingError`."""
    raise RewritingError("a correction changes what came before it")
