"""The read tables that every campaign has, in any game. Pure."""

from campaign.kernel.tables import MEMBER, TURN, VERSION, Table

CAMPAIGNS = Table(
    "campaigns",
    "One row a campaign, and how far these tables have read its log",
    {
        "id": (str, "Random id that commitments and draws are bound to"),
        "system": (str, "Rule system"),
        "rulebook": (str, "Edition of the rules"),
        "rules": (int, "Number of the rules that the campaign follows"),
        "scenario": (str, "Scenario"),
        "modules": (str, "Parts of the kit that are played"),
        "first_turn": (str, "First turn of the scenario"),
        "last_turn": (str, "Last turn of the scenario"),
        "turn": (str, "The turn now being played"),
        "closed": (int, "1 once the campaign is over"),
        "branch_of": (str, "Of a what-if the campaign it was made of; null for a campaign"),
        "branch_behind": (int, "The last event that it shares with it"),
        "version": (int, "Number of the last event read"),
        "head": (str, "Digest of that event; it vouches for all before it"),
        "fold": (str, "Fingerprint of the program that made these rows"),
    },
    (),
    optional=("branch_of", "branch_behind"),
)
TURNS = Table(
    "turns",
    "The game turns that have begun",
    {
        "turn": TURN,
        "number": (int, "The turn's place in the campaign, from 1"),
        "name": (str, "The turn in words"),
        "first_version": (int, "Number of its first event"),
        "began": (str, "When it began, UTC"),
        "seed": (
            str,
            "Its draw seed, once revealed; several, in order, where it had more than one",
        ),
    },
    ("turn",),
    optional=("seed",),
    label="name",
)
EVENTS = Table(
    "events",
    "Every event in order, each as a sentence; nothing that is still sealed",
    {
        "version": VERSION,
        "turn": TURN,
        "type": (str, "Type of the event"),
        "sentence": (str, "What happened, in words"),
        "details": (str, "The event's public fields, as JSON"),
        "at": (str, "When it was recorded, UTC"),
        "by": (str, "Member on whose word it was recorded"),
        "digest": (str, "SHA-256 of the event's bytes; the next event carries it"),
        "struck_by": (int, "The event that struck it; null where it counts"),
        "amended_by": (int, "The event that amended it; the sentence is the amended one"),
    },
    ("version",),
    {("turn",): "turns", ("struck_by",): "events", ("amended_by",): "events"},
    indexes=(("turn",), ("type",)),
    optional=("struck_by", "amended_by"),
    label="sentence",
)
MEMBERS = Table(
    "members",
    "Who takes part; addresses are kept in the log alone",
    {"member": MEMBER, "name": (str, "Name"), "roles": (str, "What he may do")},
    ("member",),
    label="name",
)
DEADLINES = Table(
    "deadlines",
    "By when something is awaited now; a deadline goes when what it is for has come",
    {
        "what": (str, "turn, dispute:ID, or what the game awaits"),
        "until": (str, "By when, UTC"),
        "draw": (int, "Number of the draw that it is about; null where it is about none"),
    },
    ("what",),
    optional=("draw",),
    indexes=(("until",),),
)
ABSENCES = Table(
    "absences",
    "From when to when members are away, as they told last; days of the past included",
    {
        "member": MEMBER,
        "first_day": (str, "The first day, such as 2026-12-03"),
        "last_day": (str, "The last day, included"),
        "wish": (str, "What they ask for meanwhile: wait, count-as-absent or substitute"),
        "substitute": (str, "Member who is to stand in"),
    },
    ("member", "first_day"),
    {("member",): "members", ("substitute",): "members"},
    optional=("substitute",),
    indexes=(("last_day",),),
)

TABLES = (CAMPAIGNS, TURNS, EVENTS, MEMBERS, DEADLINES, ABSENCES)
"""A table after those that it refers to; a game's own follow, then those of disputes."""
