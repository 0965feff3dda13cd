"""Read tables of the record about itself: disputes, rulings, corrections and keys. Pure."""

from collections.abc import Callable, Iterator

import msgspec

from campaign.history.effective import rewriting
from campaign.kernel import projections
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import Dispute, Record, noted
from events import disputes as facts
from events.base import Event
from events.club import HeadWitnessed

_DISPUTE = projections.Column(str, "Dispute, by id", "disputes")

DISPUTES = projections.projection(
    "disputes",
    "Every dispute and how it stands",
    {
        "dispute": _DISPUTE,
        "turn": projections.Column(str, "Game turn in which it was raised", "turns"),
        "raised_by": projections.MEMBER,
        "claim": (str, "What is claimed"),
        "concerned": (str, "Major powers that it concerns; their players do not rule on it"),
        "stage": (str, "open, consent, appealed, ruled or withdrawn"),
        "waits_for": (str, "Members for one of whom it waits, to settle or to correct; else empty"),
        "verdict": (str, "upheld, partly or rejected; empty before a ruling"),
        "ruled_by": projections.Column(str, "Member who gave the last ruling", "members"),
        "answer_until": (str, "Until when it may be answered, UTC"),
        "appeal_until": (str, "Until when its ruling may be appealed against, UTC"),
        "play_rests": (int, "1 while play rests for it"),
    },
    ("dispute",),
    optional=("verdict", "ruled_by", "answer_until", "appeal_until"),
    indexes=(("stage",),),
    label="claim",
)
DISPUTED_EVENTS = projections.projection(
    "disputed_events",
    "The events that each dispute is about",
    {"dispute": _DISPUTE, "version": projections.VERSION},
    ("dispute", "version"),
    indexes=(("version",),),
)
DISPUTE_ENTRIES = projections.projection(
    "dispute_entries",
    "What was said in each dispute, in its order",
    {
        "dispute": _DISPUTE,
        "number": (int, "Its place in the dispute, from 1"),
        "version": projections.VERSION,
        "turn": projections.TURN,
        "what": (str, "claim, evidence, answer, ruling, consent, appeal, withdrawal or close"),
        "by": projections.MEMBER,
        "at": (str, "When, UTC"),
        "text": (str, "In the member's own words; empty for a consent, withdrawal or close"),
        "file_digest": (str, "SHA-256 of a file that the member keeps"),
    },
    ("dispute", "number"),
    optional=("file_digest",),
    label="text",
)
DISPUTE_RULINGS = projections.projection(
    "dispute_rulings",
    "Every ruling on a dispute; corrections rest on one",
    {
        "dispute": _DISPUTE[:2],
        "number": (int, "Its place among what was said in the dispute"),
        "turn": projections.TURN,
        "by": projections.MEMBER,
        "verdict": (str, "upheld, partly or rejected"),
        "text": (str, "The ruling in the referee's own words"),
        "needs_consent": (int, "1 where a host who plays gave it"),
        "consented_by": projections.Column(
            str, "Second member who consented; empty where none has", "members"
        ),
        "appealed_by": projections.Column(
            str, "Member who appealed against it; empty where none has", "members"
        ),
        "switches": (str, "Rulings on the rules that hold from here on, as JSON"),
    },
    ("dispute", "number"),
    {("dispute", "number"): "dispute_entries"},
    optional=("consented_by", "appealed_by"),
    label="text",
)
CORRECTIONS = projections.projection(
    "corrections",
    "Every correction of the record, and every act that a member took back himself",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "kind": (str, "struck, amended, inserted, adjusted, rewound or undone"),
        "dispute": (str, "Dispute under which it was made; empty for an act taken back"),
        "ruling": (int, "The ruling it rests on: its place among what was said in the dispute"),
        "by": projections.MEMBER,
        "reason": (str, "Why, in a few words"),
        "about": (str, "Numbers of the events that it struck or amended, or comes behind"),
        "figure": (str, "Name of an adjusted figure"),
        "figure_of": (str, "Whose figure, by id"),
        "change": (int, "By how much it was adjusted"),
        "struck_by": projections.Column(
            int, "Number of the later correction that struck it", "events"
        ),
    },
    ("version",),
    {
        ("version",): "events",
        ("turn",): "turns",
        ("dispute", "ruling"): "dispute_rulings",
    },
    optional=("dispute", "ruling", "figure", "figure_of", "change", "struck_by"),
    indexes=(("dispute",),),
)
STRUCK_DRAWS = projections.projection(
    "struck_draws",
    "Every draw and roll of the ledger's that a correction struck; what is drawn behind it is new",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "kind": (str, "Type of the event"),
        "struck_by": projections.Column(int, "Number of the correction that struck it", "events"),
    },
    ("version",),
)

MEMBER_KEYS = projections.projection(
    "member_keys",
    "The public keys of members, with which they countersign the record",
    {
        "key": (str, "Its id: the first 16 hex digits of the SHA-256 of its bytes"),
        "member": projections.MEMBER,
        "public": (str, "The public key, in base64url"),
        "algorithm": (str, "ed25519, or webauthn for a passkey"),
        "party": (str, "The site that a passkey is bound to"),
        "retired": (int, "1 where it counts no more"),
        "asked_by": projections.Column(
            str, "Host who asks to retire it; empty unless a consent is awaited", "members"
        ),
    },
    ("key",),
    optional=("party", "asked_by"),
    label="key",
)
COUNTERSIGNED = projections.projection(
    "countersigned",
    "Which member countersigned the record up to which event",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "member": projections.MEMBER,
        "key": projections.Column(str, "The key that signed, by id", "member_keys"),
        "about": projections.Column(
            int, "Number of the event up to which the record is countersigned", "events"
        ),
        "head": (str, "Its digest"),
        "signature": (str, "In base64url, over the five lines of the head"),
    },
    ("version",),
)

TABLES = (
    DISPUTES,
    DISPUTED_EVENTS,
    DISPUTE_ENTRIES,
    DISPUTE_RULINGS,
    CORRECTIONS,
    STRUCK_DRAWS,
    MEMBER_KEYS,
    COUNTERSIGNED,
)
"""Every table of disputes, corrections and keys, a table after those it refers to."""


# --- Rows of the read tables of disputes, corrections and keys ----------------------------------

_json = msgspec.json.Encoder()


def rows(
    step: projections.Transition[GameState], drew: Callable[[Event], bool]
) -> Iterator[projections.TableRow]:
    """The rows that an event adds. A correction keeps its row even if a later one struck it."""
    event = step.record.event
    if step.record.struck_by and (draw := projections.ledger_draw(step.record, drew)) is not None:
        yield STRUCK_DRAWS.of(step, draw)
    elif rewriting(event):
        yield _correction(step)
    elif isinstance(event, HeadWitnessed):
        yield COUNTERSIGNED.of(step, event, key=event.key_id)
    elif step.before is not None:
        yield from _of_dispute(step, step.before.campaign.record, step.after.campaign.record)


def _of_dispute(
    step: projections.Transition[GameState], then: Record, now: Record
) -> Iterator[projections.TableRow]:
    """The row of a statement, if an event is one in a dispute."""
    event = step.record.event
    dispute = now.disputes.get(getattr(event, "dispute", ""))
    if dispute is None or now is then:
        return
    if isinstance(event, facts.DisputeRaised):
        for version in dispute.versions:
            yield DISPUTED_EVENTS.of(dispute=dispute.id, version=version)
    before = then.disputes.get(dispute.id)
    if before is None or len(dispute.entries) > len(before.entries):
        said, number = dispute.entries[-1], len(dispute.entries)
        yield DISPUTE_ENTRIES.of(
            step, said, dispute=dispute.id, number=number, file_digest=said.digest
        )
        if ruling := _last_ruling(dispute):
            yield _ruling(dispute, ruling)


def _last_ruling(dispute: Dispute) -> int:
    """The place of the last ruling among the statements, from 1; 0 if there is none."""
    places = [number for number, said in enumerate(dispute.entries, 1) if said.what == "ruling"]
    return places[-1] if places else 0


def _ruling(dispute: Dispute, number: int) -> projections.TableRow:
    """The last ruling as it stands; the statements after it are its consent or appeal."""
    since = {said.what: said.by for said in dispute.entries[number:]}
    withdrawn = "withdrawal" in since and "appeal" not in since
    needs = dispute.stage == "consent" or "consent" in since or withdrawn
    return DISPUTE_RULINGS.of(
        dispute,
        dispute=dispute.id,
        number=number,
        turn=dispute.ruled_in,
        by=dispute.ruled_by,
        text=dispute.entries[number - 1].text,
        needs_consent=needs,
        consented_by=since.get("consent"),
        appealed_by=since.get("appeal"),
        switches=_json.encode(dispute.switches).decode(),
    )


def _correction(step: projections.Transition[GameState]) -> projections.TableRow:
    event = step.record.event
    made = noted(Record(), step.record.version, event, step.turn).corrections[0]
    dispute = step.after.campaign.record.disputes.get(made.dispute)
    adjusted = event if isinstance(event, facts.FigureAdjusted) else None
    return CORRECTIONS.of(
        step,
        made,
        ruling=_last_ruling(dispute) if dispute else None,
        about=made.versions,
        figure=adjusted.figure if adjusted else None,
        figure_of=adjusted.of if adjusted else None,
        change=adjusted.change if adjusted else None,
        struck_by=step.record.struck_by or None,
    )


def current(campaign: Campaign) -> projections.Current:
    """The disputes and the members' keys as they stand now."""
    disputes = campaign.record.disputes.values()
    yield DISPUTES, [_dispute(campaign, dispute) for dispute in disputes]
    keys = campaign.record.keys.enrolled
    yield MEMBER_KEYS, [MEMBER_KEYS.row(key, key=name) for name, key in keys.items()]


def _dispute(campaign: Campaign, dispute: Dispute) -> projections.Row:
    from campaign.disputes.eligibility import waits_for  # few campaigns have a dispute

    return DISPUTES.row(
        dispute,
        dispute=dispute.id,
        waits_for=waits_for(campaign, dispute),
        answer_until=dispute.terms.get("answer"),
        appeal_until=dispute.terms.get("appeal"),
        play_rests=campaign.record.frozen_for == dispute.id,
    )
