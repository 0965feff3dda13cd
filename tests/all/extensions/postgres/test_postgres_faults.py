"""What a database of PostgreSQL refuses or spoils: one line each, and nothing is recorded."""

import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import psycopg
import pytest

from campaign.extensions.postgres.connections import MOST, room_of
from campaign.extensions.postgres.store import PostgresStore
from campaign.store.protocol import StoreError
from campaign.store.reader import open_store
from scripts.postgres_server import WANTED, started
from support.postgres import Server, new_database
from support.postgres_line import Fate, line, passing
from support.store_rows import paper, row, rows


@pytest.fixture
def url() -> str:
    """A database with a campaign of two events and one receipt."""
    url = new_database()
    store = open_store(url)
    store.append("club", rows(1, 2), receipt=paper(versions=(1, 2)), create=True)
    store.close()
    return url


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    """The same, open."""
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    yield store
    store.close()


CLIENT = (
    "import sys; from campaign.store.reader import open_store;"
    " from support.store_rows import paper, rows; store = open_store(sys.argv[1]);"
    " at = store.version('club') + 1; print(flush=True);\n"
    "with store.alone('club'):\n"
    "    store.append('club', rows(at, at), {f'k{at}': (at, at)}, paper(versions=(at, at)))\n"
)


KEYS = {"k": (3, 3)}


CHANGED = (
    "did not keep what was written: a trigger, rule or policy changed it; nothing was recorded"
)


BODY = "CREATE FUNCTION {0}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {1} END $$"


TRIGGER = "CREATE TRIGGER t {1} ON campaign_record.{0} FOR EACH ROW EXECUTE FUNCTION f()"


LATE = (
    "CREATE CONSTRAINT TRIGGER t AFTER INSERT ON campaign_record.receipts DEFERRABLE"
    " INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION f()"
)


STRANGE = {
    "swallows an event": (
        BODY.format("f", "RETURN NULL;"),
        TRIGGER.format("stored_events", "BEFORE INSERT"),
    ),
    "changes an event": (
        BODY.format("f", "NEW.state = 'x'; RETURN NEW;"),
        TRIGGER.format("stored_events", "BEFORE INSERT"),
    ),
    "swallows a key": (
        BODY.format("f", "RETURN NULL;"),
        TRIGGER.format("command_keys", "BEFORE INSERT"),
    ),
    "takes the salt away": (
        BODY.format("f", "DELETE FROM campaign_record.salts; RETURN NULL;"),
        TRIGGER.format("salts", "AFTER INSERT"),
    ),
    "keeps the head": (
        BODY.format("f", "RETURN NULL;"),
        TRIGGER.format("heads", "BEFORE UPDATE"),
    ),
    "takes the receipt away at the commit": (
        BODY.format("f", "DELETE FROM campaign_record.receipts WHERE number=2; RETURN NULL;"),
        LATE,
    ),
    "does nothing instead": (
        "CREATE RULE r AS ON INSERT TO campaign_record.salts DO INSTEAD NOTHING",
    ),
}


SPOILT = {
    "ALTER DATABASE {db} SET default_transaction_read_only = on": (
        "cannot be written: its server only reads, as a standby does"
    ),
    "UPDATE campaign_record.about SET value='5' WHERE name='schema'": (
        "has schema 5, which is newer than this program knows (4); update the tracker"
    ),
    "DELETE FROM campaign_record.about": "holds tables that are not the tracker's, or not whole",
    "DROP TABLE campaign_record.receipts": "holds tables that are not the tracker's, or not whole",
    "ALTER TABLE campaign_record.heads RENAME paper TO other": (
        "holds tables that are not the tracker's, or not whole"
    ),
}


ADDRESSES = {
    "postgres@/nowhere": "is not there: make the database first (createdb), then use it",
    "nobody_here@/postgres": "does not let this user in: see the user and the password",
    "postgres@/postgres&colour=red": "is not an address that PostgreSQL understands",
    "postgres@/postgres&port=99999": "is not an address that PostgreSQL understands",
}


WRONG = {
    "UPDATE campaign_record.heads SET version=7": (
        "club: its row in heads says version 7, its last event is 2"
    ),
    "UPDATE campaign_record.heads SET head='x'": (
        "club: its row in heads has another digest than its last event"
    ),
    "UPDATE campaign_record.heads SET receipt=0": (
        "club: its row in heads says receipt 0, its last one is 1"
    ),
    "UPDATE campaign_record.heads SET paper='x'": (
        "club: its row in heads has another digest than its last receipt"
    ),
    "DELETE FROM campaign_record.heads": "club: it has events, but no row in heads",
    "DELETE FROM campaign_record.stored_events": (
        "club: its row in heads says version 2, its last event is 0"
    ),
}


@pytest.mark.parametrize("step", [3, 8])
def test_a_client_that_is_killed_leaves_all_or_nothing(
    url: str, store: PostgresStore, step: int
) -> None:
    """At any step; and nobody waits for it."""
    with line(url) as cut:
        client = subprocess.Popen(
            [sys.executable, "-c", CLIENT, cut.url],
            env={"PYTHONPATH": ":".join(sys.path)},
            stdout=subprocess.PIPE,
        )

        def decided(number: int, _: bytes) -> Fate:
            if number == step:
                client.send_signal(signal.SIGKILL)
            return Fate.PASSES

        assert client.stdout is not None and client.stdout.readline()
        cut.decide(decided)
        code = client.wait(30)
        cut.decide(passing)
    store.append("another", rows(1, 1))
    with store.alone("club"):
        version = store.version("club")
        store.append("club", rows(version + 1, version + 1), receipt=paper())
    assert code in (0, -signal.SIGKILL) and version in (2, 3)
    assert store.ends("club") == (version + 1, version)
    assert (store.versions_of("club", "k3") is not None) is (version == 3)
    assert store.heads_wrong() == []


def killed_and_back(own: Server) -> None:
    """It starts again once what served its clients has noticed that it is gone."""
    own.kill()
    for left in reversed(range(200)):
        try:
            own.start()
        except psycopg.OperationalError:
            assert left
            threading.Event().wait(0.05)
        else:
            return


def until_it_is_back(store: PostgresStore, version: int) -> None:
    """Sends an event as somebody does who looks first whether it is there."""
    for left in reversed(range(200)):
        try:
            with store.alone("club"):
                if store.version("club") < version:
                    store.append("club", rows(version, version), receipt=paper(f"{version}"))
        except StoreError:
            assert left
            threading.Event().wait(0.05)
        else:
            return


def test_a_server_that_is_killed_has_lost_and_doubled_nothing(
    own_server: Server,
) -> None:
    """At any step of an append; the same append goes on once it is back."""
    url = own_server.database()
    with line(url) as cut:
        store = open_store(cut.url)
        assert isinstance(store, PostgresStore)
        store.append("club", rows(1, 1), receipt=paper(), create=True)
        for version, step in enumerate(range(2, 12, 4), 2):

            def decided(number: int, _: bytes, step: int = step) -> Fate:
                if number == step:
                    killed_and_back(own_server)
                    return Fate.LOST
                return Fate.PASSES

            cut.decide(decided)
            until_it_is_back(store, version)
            cut.decide(passing)  # the steps are counted anew on each connection
            assert list(store.rows("club")) == rows(1, version)
            assert store.ends("club") == (version, version) and store.heads_wrong() == []
        cut.decide(passing)
        store.close()


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that may be killed."""
    made = started()
    if made is None:
        pytest.skip(f"needs {WANTED}")
    yield made
    made.stop()


def run(url: str, *statements: str) -> None:
    """What an operator does by hand."""
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def refusal(store: PostgresStore) -> str:
    """Why nothing can be recorded, and that nothing was."""
    with pytest.raises(StoreError) as told:
        store.append("club", rows(3, 3), KEYS, paper(versions=(3, 3)), salt="s")
    return str(told.value).removeprefix(f"{store.place} ")


@pytest.mark.parametrize("what", STRANGE)
def test_something_in_the_database_that_spoils_a_row_is_noticed(
    url: str, store: PostgresStore, what: str
) -> None:
    """At once, though the store is open; and once it is gone, all goes on."""
    run(url, *STRANGE[what])
    assert refusal(store) == CHANGED
    assert list(store.rows("club")) == rows(1, 2) and store.ends("club") == (2, 1)
    assert store.versions_of("club", "k") is None and store.salt("club", 2) == ""
    if what == "does nothing instead":
        run(url, "DROP RULE r ON campaign_record.salts")
    else:
        run(url, "DROP FUNCTION f CASCADE")
    store.append("club", rows(3, 3), KEYS, paper(versions=(3, 3)), salt="s")
    assert store.ends("club") == (3, 2) and store.heads_wrong() == []


def test_a_trigger_that_only_looks_does_no_harm(url: str, store: PostgresStore) -> None:
    """Such as one that copies rows elsewhere."""
    run(url, BODY.format("f", "RETURN NULL;"), TRIGGER.format("stored_events", "AFTER INSERT"))
    store.append("club", rows(3, 3), KEYS, paper(versions=(3, 3)), salt="s")
    assert store.ends("club") == (3, 2)


@pytest.mark.parametrize("statement", SPOILT)
def test_what_keeps_a_database_from_recording_is_one_line(
    url: str, store: PostgresStore, statement: str
) -> None:
    """Found before anything is written."""
    run(url, statement.format(db=psycopg.conninfo.conninfo_to_dict(url)["dbname"]))
    store.close()
    assert refusal(store) == SPOILT[statement]


def test_a_newer_schema_is_noticed_by_whoever_has_the_store_open(
    url: str, store: PostgresStore
) -> None:
    """A newer program may have changed it meanwhile."""
    assert store.version("club") == 2
    run(url, "UPDATE campaign_record.about SET value='5' WHERE name='schema'")
    assert refusal(store) == (
        "has schema 5, which is newer than this program knows (4); update the tracker"
    )


def test_tables_of_somebody_else_are_left_alone() -> None:
    """A schema of the same name, with a table of the same name."""
    url = new_database()
    run(url, "CREATE SCHEMA campaign_record", "CREATE TABLE campaign_record.stored_events (x int)")
    store = open_store(url)
    with pytest.raises(StoreError, match="holds tables that are not the tracker's, or not whole"):
        store.make()
    assert not store.exists()
    store.close()


def test_a_user_without_rights_reads_one_line(url: str, store: PostgresStore) -> None:
    """To make the tables, and to write into them."""
    here = psycopg.conninfo.conninfo_to_dict(url)
    role = f"guest_{here['dbname']}"
    run(url, f"CREATE ROLE {role} LOGIN", f"GRANT USAGE ON SCHEMA campaign_record TO {role}")
    run(url, f"GRANT SELECT ON ALL TABLES IN SCHEMA campaign_record TO {role}")
    guest = open_store(url.replace("postgres@", f"{role}@"))
    assert isinstance(guest, PostgresStore) and guest.version("club") == 2
    assert refusal(guest) == "does not allow this user what the tracker needs"
    guest.close()
    empty = open_store(new_database().replace("postgres@", f"{role}@"))
    with pytest.raises(StoreError, match="does not allow this user what the tracker needs"):
        empty.make()
    empty.close()


@pytest.mark.parametrize("where", ADDRESSES)
def test_who_does_not_get_in_reads_why(url: str, where: str) -> None:
    """Before anything is made."""
    who, _, rest = where.partition("@/")
    database, _, more = rest.partition("&")
    folder = url.partition("?host=")[2]
    store = open_store(f"postgresql://{who}@/{database}?host={folder}{'&' if more else ''}{more}")
    with pytest.raises(StoreError) as told:
        store.exists()
    assert str(told.value) == f"{store.place} {ADDRESSES[where]}"


def test_a_hung_client_keeps_others_waiting_no_longer_than_they_may(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stands idle in a transaction with the campaign locked; of other campaigns nobody waits."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    store.close()
    with psycopg.connect(url) as hung:
        hung.execute("SELECT 1 FROM campaign_record.heads WHERE campaign='club' FOR UPDATE")
        assert refusal(store) == "is in use by another program; try again in a moment"
        with pytest.raises(StoreError, match="is in use by another program"), store.alone("club"):
            pass
        store.append("another", rows(1, 1))
        assert store.version("club") == 2  # readers wait for nobody
    store.append("club", rows(3, 3))


def test_the_server_ends_a_transaction_whose_client_hangs(url: str, store: PostgresStore) -> None:
    """After a minute; so it is set on each connection."""
    with store.connected() as connection:
        found = connection.execute("SHOW idle_in_transaction_session_timeout").fetchone()
        assert found == ("1min",)
        connection.execute("SET idle_in_transaction_session_timeout = 50")
    with store.alone("club"):
        assert store.alone_now is not None
        gone = store.alone_now.connection
        with pytest.raises(psycopg.Error):  # noqa: PT012 - once the server has ended it
            for _ in range(100):
                select.select([gone.fileno()], [], [], 0.1)
                gone.execute("SELECT 1")
        assert store.version("club") == 2
        store.append("club", rows(3, 3))
    assert store.ends("club") == (3, 1)


def test_two_that_wait_for_each_other_are_told_apart_and_both_go_on(store: PostgresStore) -> None:
    """The server ends one of two deadlocked transactions: that one decides again."""
    store.append("another", rows(1, 1))
    both = threading.Barrier(2)
    conflicts: list[str] = []

    def write(mine: str, theirs: str) -> None:
        with store.alone(mine):
            both.wait()
            for _ in range(5):
                try:
                    store.append(theirs, [row(store.version(theirs) + 1, text=mine)])
                    break
                except Exception as error:
                    conflicts.append(type(error).__name__)

    threads = [
        threading.Thread(target=write, args=names)
        for names in (("club", "another"), ("another", "club"))
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert set(conflicts) <= {"ConflictError"} and conflicts
    assert store.versions() == {"another": 2, "club": 3} and store.heads_wrong() == []


def test_more_threads_than_connections_wait_for_one(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has one already gets another at once, else all could wait for all."""
    room = room_of(url)
    assert room is room_of(f"{url}&application_name=other") is room_of(new_database())
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "0")
    held, ready, done = [], threading.Barrier(MOST + 1), threading.Event()

    def hold() -> None:
        with room.place(5):
            ready.wait()
            with room.place(0):
                held.append(1)
            done.wait()

    threads = [threading.Thread(target=hold) for _ in range(MOST)]
    for one in threads:
        one.start()
    ready.wait()
    with pytest.raises(StoreError) as told:
        store.version("club")
    assert str(told.value) == f"{store.place} has no connection free; try again in a moment"
    done.set()
    for one in threads:
        one.join()
    assert len(held) == MOST and store.version("club") == 2


@pytest.mark.parametrize("statement", WRONG)
def test_tables_that_disagree_are_named(url: str, store: PostgresStore, statement: str) -> None:
    """An operator put back one of them alone."""
    assert store.heads_wrong() == []
    run(url, statement)
    assert store.heads_wrong() == [WRONG[statement]]


@pytest.mark.parametrize("version", [1, 7])
def test_nobody_decides_for_ever_where_the_tables_disagree(
    url: str, store: PostgresStore, version: int
) -> None:
    """Each attempt would be a conflict."""
    run(url, f"UPDATE campaign_record.heads SET version={version}")
    with pytest.raises(StoreError) as told:
        store.append("club", rows(version + 1, version + 1) if version == 1 else rows(3, 3))
    assert str(told.value) == (
        f"{store.place} holds tables that disagree (club: its row in heads says version {version},"
        " its last event is 2); nothing was recorded; see `campaign doctor`"
    )
