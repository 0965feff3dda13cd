"""Read tables of the record about itself: disputes, what was said, rulings, corrections. Pure."""

from campaign.kernel.tables import MEMBER, TURN, VERSION, Table

_DISPUTE = (str, "Dispute, by id")

DISPUTES = Table(
    "disputes",
    "Every dispute and how it stands",
    {
        "dispute": _DISPUTE,
        "turn": (str, "Game turn in which it was raised"),
        "raised_by": MEMBER,
        "claim": (str, "What is claimed"),
        "concerned": (str, "Major powers that it concerns; their players do not rule on it"),
        "stage": (str, "open, consent, appealed, ruled or withdrawn"),
        "waits_for": (str, "Members for one of whom it waits, to settle or to correct; else empty"),
        "verdict": (str, "upheld, partly or rejected; empty before a ruling"),
        "ruled_by": (str, "Member who gave the last ruling"),
        "answer_until": (str, "Until when it may be answered, UTC"),
        "appeal_until": (str, "Until when its ruling may be appealed against, UTC"),
        "play_rests": (int, "1 while play rests for it"),
    },
    ("dispute",),
    {
        ("turn",): "turns",
        ("raised_by",): "members",
        ("ruled_by",): "members",
    },
    optional=("verdict", "ruled_by", "answer_until", "appeal_until"),
    indexes=(("stage",),),
    label="claim",
)
DISPUTED_EVENTS = Table(
    "disputed_events",
    "The events that each dispute is about",
    {"dispute": _DISPUTE, "version": VERSION},
    ("dispute", "version"),
    {("dispute",): "disputes", ("version",): "events"},
    indexes=(("version",),),
)
DISPUTE_ENTRIES = Table(
    "dispute_entries",
    "What was said in each dispute, in its order",
    {
        "dispute": _DISPUTE,
        "number": (int, "Its place in the dispute, from 1"),
        "version": VERSION,
        "turn": TURN,
        "what": (str, "claim, evidence, answer, ruling, consent, appeal, withdrawal or close"),
        "by": MEMBER,
        "at": (str, "When, UTC"),
        "text": (str, "In the member's own words; empty for a consent, withdrawal or close"),
        "file_digest": (str, "SHA-256 of a file that the member keeps"),
    },
    ("dispute", "number"),
    {
        ("dispute",): "disputes",
        ("version",): "events",
        ("turn",): "turns",
        ("by",): "members",
    },
    optional=("file_digest",),
    label="text",
)
DISPUTE_RULINGS = Table(
    "dispute_rulings",
    "Every ruling on a dispute; corrections rest on one",
    {
        "dispute": _DISPUTE,
        "number": (int, "Its place among what was said in the dispute"),
        "turn": TURN,
        "by": MEMBER,
        "verdict": (str, "upheld, partly or rejected"),
        "text": (str, "The ruling in the referee's own words"),
        "needs_consent": (int, "1 where a host who plays gave it"),
        "consented_by": (str, "Second member who consented; empty where none has"),
        "appealed_by": (str, "Member who appealed against it; empty where none has"),
        "switches": (str, "Rulings on the rules that hold from here on, as JSON"),
    },
    ("dispute", "number"),
    {
        ("dispute", "number"): "dispute_entries",
        ("turn",): "turns",
        ("by",): "members",
        ("consented_by",): "members",
        ("appealed_by",): "members",
    },
    optional=("consented_by", "appealed_by"),
    label="text",
)
CORRECTIONS = Table(
    "corrections",
    "Every correction of the record, and every act that a member took back himself",
    {
        "version": VERSION,
        "turn": TURN,
        "kind": (str, "struck, amended, inserted, adjusted, rewound or undone"),
        "dispute": (str, "Dispute under which it was made; empty for an act taken back"),
        "ruling": (int, "The ruling it rests on: its place among what was said in the dispute"),
        "by": MEMBER,
        "reason": (str, "Why, in a few words"),
        "about": (str, "Numbers of the events that it struck or amended, or comes behind"),
        "figure": (str, "Name of an adjusted figure"),
        "figure_of": (str, "Whose figure, by id"),
        "change": (int, "By how much it was adjusted"),
        "struck_by": (int, "Number of the later correction that struck it"),
    },
    ("version",),
    {
        ("version",): "events",
        ("turn",): "turns",
        ("dispute", "ruling"): "dispute_rulings",
        ("by",): "members",
        ("struck_by",): "events",
    },
    optional=("dispute", "ruling", "figure", "figure_of", "change", "struck_by"),
    indexes=(("dispute",),),
)
STRUCK_DRAWS = Table(
    "struck_draws",
    "Every draw and roll of the ledger's that a correction struck; what is drawn behind it is new",
    {
        "version": VERSION,
        "turn": TURN,
        "kind": (str, "Type of the event"),
        "struck_by": (int, "Number of the correction that struck it"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns", ("struck_by",): "events"},
)

MEMBER_KEYS = Table(
    "member_keys",
    "The public keys of members, with which they countersign the record",
    {
        "key": (str, "Its id: the first 16 hex digits of the SHA-256 of its bytes"),
        "member": MEMBER,
        "public": (str, "The public key, in base64url"),
        "algorithm": (str, "ed25519, or webauthn for a passkey"),
        "party": (str, "The site that a passkey is bound to"),
        "retired": (int, "1 where it counts no more"),
        "asked_by": (str, "Host who asks to retire it; empty unless a consent is awaited"),
    },
    ("key",),
    {("member",): "members", ("asked_by",): "members"},
    optional=("party", "asked_by"),
    label="key",
)
COUNTERSIGNED = Table(
    "countersigned",
    "Which member countersigned the record up to which event",
    {
        "version": VERSION,
        "turn": TURN,
        "member": MEMBER,
        "key": (str, "The key that signed, by id"),
        "about": (int, "Number of the event up to which the record is countersigned"),
        "head": (str, "Its digest"),
        "signature": (str, "In base64url, over the five lines of the head"),
    },
    ("version",),
    {
        ("version",): "events",
        ("turn",): "turns",
        ("member",): "members",
        ("key",): "member_keys",
        ("about",): "events",
    },
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
