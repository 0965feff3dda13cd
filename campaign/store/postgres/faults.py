"""What a database of PostgreSQL could not do, in one line. Pure.

Nothing that a server says is passed on where it could hold a password or what was recorded.
"""

from typing import Any

import psycopg
from psycopg import errors

from campaign.store.place import StorePlace
from campaign.store.protocol import ConflictError, StoreError

CONFLICTS = (
    errors.UniqueViolation,
    errors.SerializationFailure,
    errors.DeadlockDetected,
)
"""Somebody else was first: to be loaded and decided again."""
LOSSES = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
    errors.IdleSessionTimeout,
)
"""The server ends a connection."""
NOT_KNOWN = (
    "was lost while it recorded, and whether it did is not known; "
    "look before you send the same again"
)
"""What is said where nobody heard the answer to a commit, and nobody can be asked."""


class LostError(Exception):
    """The connection was lost before the commit: nothing of it was recorded."""


class UnknownError(Exception):
    """The connection was lost during the commit: nobody heard whether it was recorded."""


class ChangedRowsError(Exception):
    """What was written is missing: something in the database removed or changed it."""


def is_lost(error: Exception, connection: "psycopg.Connection[tuple[object, ...]]") -> bool:
    """Whether a failure took the connection with it, as when the server ends or a line is cut."""
    if connection.closed or connection.broken or isinstance(error, LOSSES):
        return True
    # Cut while several statements were under way, a connection cannot leave them any more.
    return connection.info.pipeline_status != psycopg.pq.PipelineStatus.OFF


def is_starting(error: Exception) -> bool:
    """Whether a server that does not let anybody in will do so in a moment."""
    return "starting up" in str(error) or "in recovery" in str(error)


def taken_back(connection: "psycopg.Connection[Any]") -> bool:
    """Takes back what a transaction has done so far; whether the connection is of any more use.

    One whose line was cut while several statements were under way may not know it yet, and can
    neither send nor be asked anything.
    """
    try:
        connection.rollback()
    except psycopg.Error:
        return False
    return not connection.closed


def told(place: StorePlace, error: Exception) -> StoreError | ConflictError:
    """What a failure means to the caller."""
    if isinstance(error, CONFLICTS):
        return ConflictError()
    return StoreError(f"{place} {_in_words(error)}")


def not_reached(place: StorePlace, error: Exception) -> StoreError:
    """Why there is no connection. The server's own text may hold the address, and is not shown."""
    if isinstance(error, psycopg.OperationalError):
        return StoreError(f"{place} {_unreachable(str(error))}")
    return StoreError(f"{place} is not an address that PostgreSQL understands")


def _in_words(error: Exception) -> str:
    match error:
        case errors.LockNotAvailable() | errors.QueryCanceled():
            return "is in use by another program; try again in a moment"
        case errors.DiskFull() | errors.OutOfMemory():
            return "cannot grow: its server is out of space; nothing was recorded"
        case errors.ReadOnlySqlTransaction():
            return "cannot be written: its server only reads, as a standby does"
        case errors.TooManyConnections():
            return "has no connection free; try again in a moment"
        case errors.InsufficientPrivilege():
            return "does not allow this user what the tracker needs"
        case (
            errors.UndefinedTable()
            | errors.UndefinedColumn()
            | errors.UndefinedObject()
            | errors.InvalidSchemaName()
            | errors.DatatypeMismatch()
            | errors.DuplicateTable()
            | errors.DuplicateObject()
            | errors.WrongObjectType()
        ):
            return "holds tables that are not the tracker's, or not whole"
        case ChangedRowsError():
            return (
                "did not keep what was written: a trigger, rule or policy changed it; "
                "nothing was recorded"
            )
        case psycopg.OperationalError():
            return _unreachable(str(error))
    return f"cannot be used ({type(error).__name__})"


_NO_ENTRY = "does not let this user in: see the user and the password"
_SIGNS = (
    ("password authentication failed", _NO_ENTRY),
    ("no pg_hba.conf entry", "does not let this user in from here: see pg_hba.conf"),
    ("no password supplied", "wants a password: put it into ~/.pgpass, or into the address"),
    ("role ", _NO_ENTRY),
    ("permission denied", _NO_ENTRY),
    ("does not exist", "is not there: make the database first (createdb), then use it"),
    ("too many", "has no connection free; try again in a moment"),
    ("remaining connection slots", "has no connection free; try again in a moment"),
    ("starting up", "is just starting; try again in a moment"),
    ("in recovery", "is just starting; try again in a moment"),
    ("shutting down", "is just stopping; try again once it is back"),
    ("resolve host", "cannot be reached: nobody knows its server's name"),
    ("translate host name", "cannot be reached: nobody knows its server's name"),
    ("Connection refused", "cannot be reached: nobody answers there"),
    ("No such file", "cannot be reached: nobody answers there"),
    ("invalid port", "is not an address that PostgreSQL understands"),
    ("timeout", "cannot be reached: no answer in time"),
)


def _unreachable(text: str) -> str:
    """Why a server could not be talked to."""
    said = text.rpartition("failed: ")[2]  # before that it names the address
    return next((words for sign, words in _SIGNS if sign in said), "cannot be reached")
