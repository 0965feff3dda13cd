"""The tables of a record in PostgreSQL. Every primary key begins with the campaign.

So all that a command reads and writes lies together, wherever an engine spreads its rows by keys.
"""

from campaign.store.forms import FIRST

SCHEMA_NAME = "campaign_record"
"""The database's schema in which they are."""
SCHEMA = FIRST
"""The newest form of these tables."""
HEADS = (
    'CREATE TABLE {schema}.heads (campaign text COLLATE "C" PRIMARY KEY, version bigint NOT NULL,'
    " head text NOT NULL, receipt bigint NOT NULL, paper text NOT NULL,"
    " moved text NOT NULL DEFAULT '')"
)
"""A row a campaign: its last version with the digest, and its last receipt's number with the
digest. Whoever decides locks it, so only this campaign's writers wait for each other. `moved` says
where the campaign went; nothing more is recorded here then."""
TABLES = (
    HEADS,
    'CREATE TABLE {schema}.command_keys (campaign text COLLATE "C", key text COLLATE "C",'
    " first_version bigint NOT NULL, last_version bigint NOT NULL, PRIMARY KEY (campaign, key))",
    'CREATE TABLE {schema}.receipts (campaign text COLLATE "C", number bigint,'
    " body bytea NOT NULL, PRIMARY KEY (campaign, number))",
    'CREATE TABLE {schema}.salts (campaign text COLLATE "C", number bigint, body text NOT NULL,'
    " PRIMARY KEY (campaign, number))",
    'CREATE TABLE {schema}.kept_states (campaign text COLLATE "C", label text COLLATE "C",'
    " version bigint, kept_at timestamptz NOT NULL DEFAULT now(), state bytea NOT NULL,"
    " PRIMARY KEY (campaign, label, version))",
    "CREATE TABLE {schema}.about (name text PRIMARY KEY, value text NOT NULL)",
)
OF_CAMPAIGN = ("heads", "command_keys", "receipts", "salts", "kept_states")
"""The tables whose rows belong to a campaign, besides the events."""
TABLE_NAMES = ("stored_events", *OF_CAMPAIGN, "about")
"""All of them."""
