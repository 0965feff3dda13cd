"""The tables of mail: what was sent to whom, and what became of the mails that came in."""

from campaign.people.protocol import Part

DELIVERIES = Part(
    "deliveries",
    (
        (
            "CREATE TABLE delivery (number INTEGER PRIMARY KEY AUTOINCREMENT,"
            " campaign TEXT NOT NULL, occasion TEXT NOT NULL, member TEXT NOT NULL,"
            " channel TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,"
            " server TEXT NOT NULL DEFAULT '', next_try TEXT NOT NULL DEFAULT '',"
            " digest TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 0,"
            " made_at TEXT NOT NULL, first_at TEXT NOT NULL DEFAULT '',"
            " address TEXT NOT NULL DEFAULT '',"
            " run TEXT NOT NULL DEFAULT '', moved_at TEXT NOT NULL DEFAULT '',"
            " about TEXT NOT NULL DEFAULT '', no_from TEXT NOT NULL DEFAULT '',"
            " letter TEXT NOT NULL DEFAULT '', seen TEXT NOT NULL DEFAULT '',"
            " UNIQUE (campaign, occasion, member, channel))",
            "CREATE TABLE cursor (campaign TEXT PRIMARY KEY, version INTEGER NOT NULL)",
            "CREATE TABLE standstill (campaign TEXT PRIMARY KEY, since TEXT NOT NULL,"
            " why TEXT NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""The tables, in the file of people. `run` and `moved_at` say who has a row, and since when."""

ANSWERS = Part(
    "answers",
    (
        (
            "CREATE TABLE answer (campaign TEXT NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL,"
            " occasion TEXT NOT NULL, outcome TEXT NOT NULL, why TEXT NOT NULL DEFAULT '',"
            " sentence TEXT NOT NULL DEFAULT '', sent TEXT NOT NULL DEFAULT '',"
            " receipt INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL DEFAULT '',"
            " thread TEXT NOT NULL DEFAULT '', is_told INTEGER NOT NULL DEFAULT 0,"
            " about TEXT NOT NULL DEFAULT '',"
            " PRIMARY KEY (campaign, id))",
            "CREATE TABLE mailbox (campaign TEXT NOT NULL, account TEXT NOT NULL,"
            " validity INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY (campaign, account))",
            "CREATE TABLE reading (campaign TEXT PRIMARY KEY, since TEXT NOT NULL)",
            "CREATE TABLE letter (campaign TEXT NOT NULL, occasion TEXT NOT NULL,"
            " member TEXT NOT NULL, PRIMARY KEY (campaign, occasion, member))",
        ),
    ),
)
"""The tables, in the file of people."""
