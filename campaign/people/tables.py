"""The tables of people: who they are, which seat is theirs, what they chose, what is pending."""

from campaign.people.protocol import Part

PEOPLE = Part(
    "people",
    (
        (
            """
            CREATE TABLE person (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL DEFAULT '',
                address TEXT,
                zone TEXT NOT NULL DEFAULT 'UTC',
                created TEXT NOT NULL DEFAULT '',
                seen TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE seat (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                person TEXT NOT NULL REFERENCES person (id),
                since TEXT NOT NULL DEFAULT '',
                until TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (campaign, member, person)
            ) WITHOUT ROWID
            """,
            "CREATE UNIQUE INDEX seat_taken ON seat (campaign, member) WHERE until = ''",
            """
            CREATE TABLE choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                sending TEXT NOT NULL,
                digest_at TEXT NOT NULL,
                quiet_from INTEGER NOT NULL,
                quiet_to INTEGER NOT NULL,
                turns_after TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE kind_choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                kind TEXT NOT NULL,
                is_on INTEGER NOT NULL,
                PRIMARY KEY (campaign, member, kind)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE stopped (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE pending (
                campaign TEXT NOT NULL,
                name TEXT NOT NULL,
                key TEXT NOT NULL,
                member TEXT NOT NULL,
                address TEXT NOT NULL,
                PRIMARY KEY (campaign, key, member)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE answered (
                campaign TEXT NOT NULL,
                key TEXT NOT NULL,
                sender TEXT NOT NULL,
                mark TEXT NOT NULL,
                version INTEGER NOT NULL,
                head TEXT NOT NULL,
                PRIMARY KEY (campaign, key)
            ) WITHOUT ROWID
            """,
            "CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE given_address (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                address TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX seat_of ON seat (person)",
        ),
    ),
)
"""`person.address` is NULL where nobody has said; empty where it is to be forgotten. `pending` has
an address until its command is decided, under the command's key, or none for a campaign's start.
`answered` has the commands that changed an address alone: no log knows their keys. `stopped` has
the members whose mail rests; with an empty member, all of a campaign. `given_address` has what a
host said of somebody who is in other campaigns too: it counts for theirs alone, until the person
proves an address.
"""

CHECKED = Part(
    "checked",
    (
        (
            """CREATE TABLE record_check (
                campaign TEXT PRIMARY KEY, outcome BLOB NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The table of what the last check of each campaign found."""
