"""The record's part of a campaign's state: disputes, corrections, keys, deadlines. Pure."""

from collections.abc import Mapping
from typing import Literal, NoReturn

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import filled
from campaign.text.moments import later
from events import disputes as facts
from events.base import Event
from events.club import (
    DispatchFiled,
    DispatchRemoved,
    HeadWitnessed,
    KeyEnrolled,
    KeyRetired,
    KeyRetirementAsked,
)
from events.disputes import Term, Verdict

# --- Members' keys and what they countersigned, folded from the record --------------------------


class Key(msgspec.Struct, frozen=True, gc=False):
    """A member's public key."""

    member: str
    public: str
    algorithm: str
    party: str = ""
    retired: bool = False
    asked_by: str = ""
    """The host who asked to retire it, until a second member consents."""
    only: bool = False
    """Whether its member wants nothing of theirs to count without a signature."""


class Witness(msgspec.Struct, frozen=True, gc=False):
    """A member's word that the record up to an event is what they saw."""

    about: int
    """Version of that event."""
    head: str
    member: str
    key: str
    turn: str
    """The turn in which they said so."""


class Keys(msgspec.Struct, frozen=True, gc=False):
    """Every key by its id, in order of enrolment, and every countersigned head."""

    enrolled: dict[str, Key] = {}
    witnessed: tuple[Witness, ...] = ()

    def of(self, member: str) -> dict[str, Key]:
        """A member's keys that count."""
        return {
            key: enrolled
            for key, enrolled in self.enrolled.items()
            if enrolled.member == member and not enrolled.retired
        }

    def only(self, member: str) -> bool:
        """Whether a member's commands count only with a signature, while such a key counts."""
        return bool(self.enrolled) and any(key.only for key in self.of(member).values())

    def last(self, member: str) -> Witness | None:
        """What a member countersigned last."""
        return next(
            (witness for witness in reversed(self.witnessed) if witness.member == member), None
        )


KEY_FACTS: tuple[type[Event], ...] = (KeyEnrolled, KeyRetirementAsked, KeyRetired, HeadWitnessed)
"""Facts about keys, which no correction touches."""


def evolve_keys(keys: Keys, event: Event, turn: str) -> Keys:
    """The keys after a fact about them; other facts leave them as they are.

    Raises `KeyError` for a key that was never enrolled.
    """
    match event:
        case KeyEnrolled():
            key = Key(event.member, event.public, event.algorithm, event.party, only=event.only)
            return replace(keys, enrolled={**keys.enrolled, event.key_id: key})
        case KeyRetirementAsked():
            request = replace(keys.enrolled[event.key_id], asked_by=event.by)
            return replace(keys, enrolled={**keys.enrolled, event.key_id: request})
        case KeyRetired():
            gone = replace(keys.enrolled[event.key_id], retired=True, asked_by="")
            return replace(keys, enrolled={**keys.enrolled, event.key_id: gone})
        case HeadWitnessed():
            witness = Witness(event.about, event.head, event.member, event.key_id, turn)
            return replace(keys, witnessed=(*keys.witnessed, witness))
    return keys


# --- Deadlines and absences, folded from the record ---------------------------------------------
# Neither does anything by itself.

TURN = "turn"
"""What a deadline for the whole turn is about."""
OF_DISPUTE = "dispute:"
"""What a deadline for a dispute begins with; its id follows."""
SUBSTITUTE = "substitute:"
"""What a wish for a substitute begins with; the member follows."""


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """By when something is awaited."""

    until: str
    """RFC 3339 in UTC."""
    draw: int = 0
    """Number of the draw that it is about; 0 where it is about none."""


class Absence(msgspec.Struct, frozen=True, gc=False):
    """The days on which a member is away, both included, and what they wish meanwhile."""

    member: str
    first: str
    last: str
    wish: str

    @property
    def substitute(self) -> str:
        """The member who is to stand in; empty where none is named."""
        return self.wish.removeprefix(SUBSTITUTE) if self.wish.startswith(SUBSTITUTE) else ""

    def touches(self, first: str, last: str) -> bool:
        """Whether any of its days is among these, both included."""
        return self.first <= last and self.last >= first


class Schedule(msgspec.Struct, frozen=True, gc=False):
    """The deadlines and absences of a campaign."""

    deadlines: dict[str, Deadline] = {}
    """The last one set for each thing. A turn's end takes along those that are about the turn."""
    absences: tuple[Absence, ...] = ()
    """In the order told. A member's later word replaces earlier ones that share a day with it."""

    def passed(self, what: str, draw: int, now: str) -> bool:
        """Whether there is a deadline for this, and it is over."""
        due = self.deadlines.get(what)
        return due is not None and due.draw == draw and bool(now) and later(now, due.until)

    def without(self, *whats: str) -> "Schedule":
        """Without the deadlines for these things, which have come to their end."""
        if not any(what in self.deadlines for what in whats):
            return self
        left = {what: due for what, due in self.deadlines.items() if what not in whats}
        return replace(self, deadlines=left)


# --- Dispatches of the war diary, as far as the record knows of them ----------------------------
# Their words are beside the record, and can be forgotten without a change in it.


class FiledDispatch(msgspec.Struct, frozen=True, gc=False):
    """A dispatch that was filed."""

    id: str
    turn: str
    """The turn that it is about."""
    by: str
    at: str
    mark: str
    """What its words and pictures must fit."""
    filed_in: str
    """The turn that ran when it was filed."""
    subject: str = ""
    seat: str = ""
    pictures: int = 0
    until: str = ""
    """Up to when its author alone can read it: `turn`, `end`, or not at all."""
    replaces: str = ""
    replaced_by: str = ""
    removed: str = ""
    """Whose wish it was that it is there no more; empty while it is."""

    @property
    def is_there(self) -> bool:
        """Whether it was neither removed nor replaced."""
        return not (self.removed or self.replaced_by)


DISPATCH_FACTS: tuple[type[Event], ...] = (DispatchFiled, DispatchRemoved)
"""Facts about the diary, which no correction touches."""


def evolve_dispatches(
    filed: Mapping[str, FiledDispatch], event: Event, turn: str
) -> dict[str, FiledDispatch]:
    """The dispatches after a fact about them; `turn` is the running one.

    Raises `KeyError` for a dispatch that was never filed.
    """
    after = dict(filed)
    match event:
        case DispatchFiled():
            if event.replaces:
                after[event.replaces] = replace(after[event.replaces], replaced_by=event.dispatch)
            after[event.dispatch] = filled(
                FiledDispatch, event, id=event.dispatch, by=event.by, at=event.at, filed_in=turn
            )
        case DispatchRemoved():
            after[event.dispatch] = replace(after[event.dispatch], removed=event.reason)
    return after


# --- The part of a campaign's state about the record itself: disputes, rulings, corrections -----

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


class UndoWish(msgspec.Struct, frozen=True, gc=False):
    """What a member asks to take back, and who has consented; the last such request."""

    member: str = ""
    versions: tuple[int, ...] = ()
    consents: tuple[str, ...] = ()

    def is_for(self, member: str, versions: tuple[int, ...]) -> bool:
        """Whether it is the request to take these events back for this member."""
        return (self.member, self.versions) == (member, versions)


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
    undo_wish: UndoWish = UndoWish()
    """The last act that somebody consented to having taken back."""
    dispatches: dict[str, FiledDispatch] = {}
    """What was filed in the war diary, by its id."""

    def awaits_correction(self, dispute: Dispute) -> bool:
        """Whether a dispute was upheld, and nothing was corrected under it or closed it yet."""
        return dispute.grants and dispute.id not in _corrected(self.corrections)

    def awaits(self, dispute: Dispute) -> bool:
        """Whether a dispute still waits for somebody: to settle it, or to correct the record."""
        return dispute.is_open or self.awaits_correction(dispute)


_last_corrected: tuple[tuple[Correction, ...], frozenset[str]] = ((), frozenset())


def _corrected(corrections: tuple[Correction, ...]) -> frozenset[str]:
    """The disputes under which something was corrected.

    A page asks of every dispute of the same state: the answer for the last one asked of is kept.
    """
    global _last_corrected  # noqa: PLW0603
    known, disputes = _last_corrected
    if known is not corrections:
        disputes = frozenset(fix.dispute for fix in corrections)
        _last_corrected = corrections, disputes
    return disputes


def _said(event: Event, what: str, text: str, digest: str = "") -> DisputeEntry:
    return DisputeEntry(what, event.by, event.at, text, digest)  # type: ignore[arg-type]


def evolve_record(record: Record, event: Event, turn: str) -> Record:
    """The record after a fact about itself; other facts leave it as it is."""
    match event:
        case facts.PlayFrozen():
            return replace(record, frozen_for=event.dispute)
        case facts.PlayResumed():
            return replace(record, frozen_for="")
        case facts.BookmarkSet():
            mark = Bookmark(event.about, event.note, event.by)
            return replace(record, bookmarks=(*record.bookmarks, mark))
        case facts.KeeperNamed():
            return replace(record, keeper=event.member)
        case facts.OpeningAsked() | facts.SealedOpened():
            return replace(record, openings=_openings(record.openings, event))
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
                dispatches={},
            )
        case DispatchFiled() | DispatchRemoved():
            filed = evolve_dispatches(record.dispatches, event, turn)
            return replace(record, dispatches=filed)
    return _evolve_others(record, event, turn)


def _wish(before: UndoWish, event: facts.UndoConsented) -> UndoWish:
    """The request after a consent: one to another act begins another request."""
    consents = before.consents if before.is_for(event.member, event.versions) else ()
    return UndoWish(event.member, event.versions, (*consents, event.by))


def _openings(
    before: dict[str, AskedOpening], event: facts.OpeningAsked | facts.SealedOpened
) -> dict[str, AskedOpening]:
    """The openings asked for, after one more was, or was opened."""
    openings = dict(before)
    if isinstance(event, facts.OpeningAsked):
        asked = AskedOpening(event.by, event.commitment, event.reason, event.eligible)
        openings[str(event.about)] = asked
    else:
        openings.pop(str(event.about), None)
    return openings


def _evolve_others(record: Record, event: Event, turn: str) -> Record:
    """The record after a fact about keys, a consent to an undo, or a fact about a dispute."""
    if isinstance(event, KEY_FACTS):
        return replace(record, keys=evolve_keys(record.keys, event, turn))
    if isinstance(event, facts.UndoConsented):
        return replace(record, undo_wish=_wish(record.undo_wish, event))
    if isinstance(event, facts.DisputeRaised):
        entries = (_said(event, "claim", event.claim),)
        raised = filled(
            Dispute, event, id=event.dispute, raised_by=event.by, turn=turn, entries=entries
        )
        return replace(record, disputes={**record.disputes, event.dispute: raised})
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
    """The dispute after a word in it, which stands among its entries; a term does not."""
    match event:
        case facts.TermSet():
            return replace(dispute, terms={**dispute.terms, event.what: event.until})
        case facts.EvidenceAdded():
            said = _said(event, "evidence", event.text, event.file_digest)
        case facts.DisputeAnswered():
            said = _said(event, "answer", event.text)
        case facts.DisputeWithdrawn(closes=True):
            said = _said(event, "close", "")
        case facts.DisputeWithdrawn():
            said, dispute = _said(event, "withdrawal", ""), replace(dispute, stage="withdrawn")
        case facts.RulingGiven():
            said = _said(event, "ruling", event.text)
            dispute = replace(
                dispute,
                stage="consent" if event.needs_consent else "ruled",
                verdict=event.verdict,
                ruled_by=event.by,
                ruled_in=turn,
                rulings=(*dispute.rulings, event.by),
                switches=event.switches,
            )
        case facts.RulingConsented():
            said, dispute = _said(event, "consent", ""), replace(dispute, stage="ruled")
        case facts.RulingAppealed():
            said, dispute = _said(event, "appeal", event.text), replace(dispute, stage="appealed")
        case _:
            return dispute
    return replace(dispute, entries=(*dispute.entries, said))


_KINDS: dict[type[Event], str] = {
    facts.EventsStruck: "struck",
    facts.EventAmended: "amended",
    facts.EventsInserted: "inserted",
    facts.FigureAdjusted: "adjusted",
    facts.Rewound: "rewound",
    facts.ActUndone: "undone",
}


def about(event: Event) -> tuple[int, ...]:
    """The events that a correction or a consent names: those it is about, or works behind."""
    match event:
        case facts.EventsStruck() | facts.ActUndone() | facts.UndoConsented():
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


RECORD_FACTS: tuple[type[Event], ...] = (
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
    facts.UndoConsented,
    *KEY_FACTS,
    *DISPATCH_FACTS,
)
"""Facts about the record that corrections leave alone."""

REWRITING: tuple[type[Event], ...] = tuple(_KINDS)
"""Corrections: the events that change the effective history."""


class RewritingError(ValueError):
    """A plain fold has met a correction, and needs the effective history."""


def stop_at_correction(state: object, event: Event) -> NoReturn:
    """Stops a plain fold at a correction. Raises `RewritingError`."""
    raise RewritingError("a correction changes what came before it")
