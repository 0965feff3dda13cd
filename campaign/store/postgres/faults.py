"""What a database of PostgreSQL could not do, in one line. Pure.

Nothing that a server says is passed on where it could hold a password or what was recorded.
"""

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


class LostError(Exception):
    """The connection was lost before the commit: nothing of it was recorded."""


class UnknownError(Exception):
    """The connection was lost during the commit: nobody heard whether it was recorded."""


def is_lost(error: Exception, connection: "psycopg.Connection[tuple[object, ...]]") -> bool:
    """Whether a failure took the connection with it, as when the server ends or a line is cut."""
    if connection.closed or connection.broken:
        return True
    return isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.CannotConnectNow)


def told(place: StorePlace, error: Exception) -> StoreError | ConflictError:
    """What a failure means to the caller."""
    if isinstance(error, CONFLICTS):
        return ConflictError()
    return StoreError(f"{place} {_in_words(error)}")


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
        case errors.InvalidPassword() | errors.InvalidAuthorizationSpecification():
            return "does not let this user in: see the user and the password"
        case errors.InvalidCatalogName():
            return "is not there: make the database first (createdb), then use it"
        case errors.InsufficientPrivilege():
            return "does not allow this user what the tracker needs"
        case errors.UndefinedTable() | errors.InvalidSchemaName() | errors.UndefinedColumn():
            return "holds tables that are not the tracker's, or not whole"
        case psycopg.OperationalError():
            return _unreachable(str(error))
    return f"cannot be used ({type(error).__name__})"


_SIGNS = (
    ("password authentication failed", "does not let this user in: see the user and the password"),
    ("no password supplied", "wants a password: put it into ~/.pgpass, or into the address"),
    ("does not exist", "is not there: make the database first (createdb), then use it"),
    ("too many", "has no connection free; try again in a moment"),
    ("starting up", "is just starting; try again in a moment"),
    ("in recovery", "is just starting; try again in a moment"),
    ("shutting down", "is just stopping; try again once it is back"),
    ("translate host name", "cannot be reached: nobody knows its server's name"),
    ("Connection refused", "cannot be reached: nobody answers there"),
    ("No such file", "cannot be reached: nobody answers there"),
    ("timeout", "cannot be reached: no answer in time"),
)


def _unreachable(text: str) -> str:
    """Why a server could not be talked to. Its own text may hold the address, and is not shown."""
    return next((words for sign, words in _SIGNS if sign in text), "cannot be reached")
