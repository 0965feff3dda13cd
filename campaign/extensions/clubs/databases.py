"""Databases of clubs' own beside a directory's: made with a club, and deleted with it. IO."""

from contextlib import closing
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import errors, sql

from campaign.extensions.clubs.club import ClubError, as_directory_enters, beside
from campaign.extensions.postgres.connections import CONNECT_WAIT, connections_of, told
from campaign.store.protocol import StorePlace, place_of

OURS = ("campaign_record", "campaign_people")
"""The schemas of a club."""


def own_name(directory: StorePlace, club: str) -> str:
    """What a club's own database is called: `league_thursday`."""
    return f"{database_of(directory.url)}_{club}"


def own_address(directory: StorePlace, club: str) -> str:
    """Where a club's own database is, without a password."""
    return beside(directory.url, own_name(directory, club))


def database_of(url: str) -> str:
    """The name of the database in an address."""
    return unquote(urlsplit(url).path.strip("/"))


def make(directory: StorePlace, club: str) -> str:
    """Makes a club's own database on the directory's server; its address without a password."""
    name = own_name(directory, club)
    with closing(_connected(directory)) as connection:
        try:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except (errors.DuplicateDatabase, errors.UniqueViolation):
            raise ClubError(
                f"there is a database {name} already; if it is to be the club's, name it: --store"
            ) from None
        except errors.InsufficientPrivilege:
            raise ClubError(
                f"this user may not make databases: have {name} made for it (createdb), "
                "and name that with --store"
            ) from None
        except psycopg.Error as error:
            raise told(directory, error) from None
    return own_address(directory, club)


def delete(store: StorePlace, directory: StorePlace, club: str) -> None:
    """Deletes a club's database if it is its own; else only the club's schemas in it."""
    connections_of(store).forget_spare()
    is_own = store == place_of(as_directory_enters(own_address(directory, club), directory.url))
    with closing(_connected(store)) as connection:
        try:
            if is_own and not _others(connection):
                connection.close()
                _drop(directory, own_name(directory, club))
                return
            for schema in OURS:
                drop = sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(sql.Identifier(schema))
                connection.execute(drop)
        except psycopg.Error as error:
            raise told(store, error) from None


def is_there(store: StorePlace) -> bool:
    """Whether there is such a database."""
    try:
        _connected(store).close()
    except ClubMissingError:
        return False
    return True


class ClubMissingError(ClubError):
    """A club's database is not there any more."""


def _drop(directory: StorePlace, name: str) -> None:
    with closing(_connected(directory)) as connection:
        drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        connection.execute(drop)


def _others(connection: "psycopg.Connection[tuple[object, ...]]") -> bool:
    """Whether somebody else keeps anything in the database."""
    query = (
        "SELECT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
        " WHERE nspname <> ALL (%s) AND nspname NOT LIKE 'pg\\_%%'"
        " AND nspname <> 'information_schema')"
    )
    row = connection.execute(query, (list(OURS),)).fetchone()
    return bool(row and row[0])


def _connected(place: StorePlace) -> "psycopg.Connection[tuple[object, ...]]":
    try:
        return psycopg.connect(
            place.url, autocommit=True, connect_timeout=CONNECT_WAIT, application_name="campaign"
        )
    except psycopg.Error as error:
        if "does not exist" in str(error) and "database" in str(error):
            raise ClubMissingError(f"{place} is not there") from None
        raise told(place, error) from None
