"""The read tables: columns, keys and what each is for, as a person opening the file reads it."""

from typing import Any

import sqlite_utils

from campaign.tables import tables_in_play, tables_record, tables_us_entry
from campaign.tables.columns import CAMPAIGN, DRAW, LEADER, MEMBER, POWER, TURN, VERSION, Table

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
)
VETO_POINTS = Table(
    "veto_points",
    "Veto points of each power at the end of each turn; of the turn in play, as they stand",
    {"turn": TURN, "power": POWER, "points": (int, "Veto points")},
    ("turn", "power"),
    {("turn",): "turns", ("power",): "powers"},
)
VETO_POINT_CHANGES = Table(
    "veto_point_changes",
    "The account book: every veto point gained or paid, with its cause",
    {
        "version": VERSION,
        "turn": TURN,
        "power": POWER,
        "change": (int, "Points gained, or paid if below zero"),
        "reason": (str, "What for"),
        "balance": (int, "Points after it"),
    },
    ("version", "power"),
    {("version",): "events", ("turn",): "turns", ("power",): "powers"},
    indexes=(("power",),),
)
PROMOTIONS = Table(
    "promotions",
    "Every draw of the Promotions Board and what came of it",
    {
        "draw": DRAW,
        "turn": TURN,
        "leader": LEADER,
        "result": (str, "promoted, vetoed, or open while the board decides"),
        "source": (str, "ledger, or table for a draw from a real cup"),
        "unforeseeable": (int, "1 where not even the holder of the vault key could foresee it"),
        "version": (int, "Number of the event that drew him"),
        "settled": (int, "Number of the event that settled it"),
        "sequel": (str, "continued, or why the board closed after it"),
    },
    ("draw",),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders"},
    optional=("settled",),
    indexes=(("turn",), ("leader",)),
)
_LAID = {
    "how": (str, "sealed, device, withheld, absent or cannot-pay"),
    "paid": (int, "Veto points paid"),
    "laid_by": (str, "Member who laid it, if anybody did"),
    "in_name": (int, "1 where the host laid it in the player's name"),
    "version": (int, "Number of the event that opened it"),
}
BALLOTS = Table(
    "ballots",
    "Veto markers after they were shown; never before",
    {
        "draw": DRAW,
        "power": POWER,
        "choice": (str, "veto or no-veto"),
        "counts": (int, "1 where it is a veto that took effect"),
        "supports": (int, "1 where the power is on the leader's own side"),
        "price": (int, "What a veto on this leader costs the power"),
        **_LAID,
    },
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events", ("power",): "powers"},
    optional=("laid_by",),
)
VOTES = Table(
    "votes",
    "Votes on drawing another leader after they were shown; never before",
    {"draw": DRAW, "power": POWER, "choice": (str, "another, stop or abstain"), **_LAID},
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events", ("power",): "powers"},
    optional=("laid_by",),
)
LEADERS = Table(
    "leaders",
    "Every leader counter and where it stands now",
    {
        "leader": LEADER,
        "name": (str, "Name"),
        "power": (str, "Power or minor country on the counter"),
        "rank": (int, "Rank in stars"),
        "year": (int, "Year of arrival, if one is printed"),
        "mark": (str, "Reserve mark, if one is printed"),
        "allegiance": (str, "free-france or vichy-france, if marked"),
        "abilities": (str, "Numbers of his abilities"),
        "status": (str, "aside reserve cup drawn arriving map circle dead removed"),
        "location": (str, "Where he is: E1429, sea:north-sea/3 or dot:canada; empty off the map"),
        "face_up": (int, "1 where he lies face-up, 0 face-down; empty off the map"),
        "arrives": (str, "The turn in which he comes off the production circle"),
    },
    ("leader",),
    optional=("year", "location", "face_up", "arrives"),
    indexes=(("status",),),
)
CUP = Table(
    "cup",
    "The leaders in the cup now",
    {"leader": LEADER, "name": (str, "Name"), "power": (str, "Power"), "rank": (int, "Stars")},
    ("leader",),
    {("leader",): "leaders"},
)
MEMBERS = Table(
    "members",
    "Who takes part; addresses are kept in the log alone",
    {"member": MEMBER, "name": (str, "Name"), "roles": (str, "What he may do")},
    ("member",),
)
POWERS = Table(
    "powers",
    "The eight major powers as they stand now",
    {
        "power": POWER,
        "name": (str, "Name"),
        "side": (str, "axis or allies"),
        "member": (str, "Who plays it; empty where the host does"),
        "veto_points": (int, "Veto points"),
        "conquest": (str, "free, incomplete or complete"),
        "has_marker": (int, "1 where it has a veto marker"),
    },
    ("power",),
    {("member",): "members"},
    optional=("member",),
)
RULINGS = Table(
    "rulings",
    "The switches of the campaign: how it reads the rules",
    {
        "switch": (str, "Name of the switch"),
        "ruling": (int, "Number of the ruling"),
        "rule": (str, "Rule it belongs to"),
        "question": (str, "What it decides"),
        "value": (str, "What holds in this campaign"),
        "default_value": (str, "What holds where a club chooses nothing"),
        "house": (int, "1 where the club chose otherwise"),
    },
    ("switch",),
)

TABLES = (
    CAMPAIGNS, TURNS, EVENTS, MEMBERS, POWERS, LEADERS, CUP, VETO_POINTS, VETO_POINT_CHANGES,
    PROMOTIONS, BALLOTS, VOTES, RULINGS, *tables_in_play.TABLES, *tables_us_entry.TABLES,
    *tables_record.TABLES,
)  # fmt: skip
"""Every table, a table after those it refers to."""


def create(db: sqlite_utils.Database) -> None:
    """Makes every table with its keys, and `descriptions`."""
    for table in TABLES:
        names = ("campaign", *table.columns)
        keys: list[Any] = [] if table is CAMPAIGNS else [("campaign", "campaigns", "campaign")]
        for columns, other in table.links.items():
            local = ("campaign", *columns)
            keys.append((local, other, ("campaign", *BY_NAME[other].pk)))
        db.table(table.name).create(
            {"campaign": str, **{name: kind for name, (kind, _) in table.columns.items()}},
            pk=("campaign", *table.pk) if table.pk else "campaign",
            foreign_keys=keys,
            not_null={name for name in names if name not in table.optional},
        )
        for index in table.indexes:
            db.table(table.name).create_index(("campaign", *index))
    db.table("descriptions").create(
        {"table": str, "column": str, "description": str}, pk=("table", "column")
    )
    db.table("descriptions").insert_all(_descriptions())


BY_NAME = {table.name: table for table in TABLES}


def _descriptions() -> list[dict[str, str]]:
    told = [("descriptions", "", "What every table and column of this file is")]
    for table in TABLES:
        told += [(table.name, "", table.description), (table.name, "campaign", CAMPAIGN)]
        told += [(table.name, name, text) for name, (_, text) in table.columns.items()]
    return [dict(zip(("table", "column", "description"), row, strict=True)) for row in told]


def metadata() -> dict[str, Any]:
    """The same descriptions in the form that Datasette reads beside a database."""
    return {
        "tables": {
            table.name: {
                "description": table.description,
                "columns": {
                    "campaign": CAMPAIGN,
                    **{name: text for name, (_, text) in table.columns.items()},
                },
            }
            for table in TABLES
        }
    }
