"""The mark of the vault's key in a database, kept at once and by itself. IO."""

import psycopg

from campaign.store.postgres.connections import Connections
from campaign.store.postgres.faults import told
from campaign.store.postgres.schema import SCHEMA_NAME

NAME = "key"
"""Under which name `about` has it."""
QUERY = f"SELECT value FROM {{schema}}.about WHERE name='{NAME}'"
_FIRST = f"INSERT INTO {SCHEMA_NAME}.about VALUES ('{NAME}', %s) ON CONFLICT (name) DO NOTHING"
_NEXT = f"UPDATE {SCHEMA_NAME}.about SET value=%s WHERE name='{NAME}' AND value=%s"


def keep(connections: Connections, mark: str, instead: str) -> bool:
    """Keeps a mark in place of another; False if there is not this other one any more.

    It is a transaction of its own: what a campaign's writer has begun goes on undisturbed.
    """
    with connections.one() as connection:
        try:
            if instead:
                done = connection.execute(_NEXT.encode(), (mark, instead))
            else:
                done = connection.execute(_FIRST.encode(), (mark,))
        except psycopg.Error as error:
            raise told(connections.place, error) from error
        return done.rowcount == 1
