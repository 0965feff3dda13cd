"""A line to the database that is cut at any step: nothing is lost, and nothing is there twice."""

from collections.abc import Iterator

import pytest

from campaign.extensions.postgres.database import PostgresDatabase
from campaign.store.protocol import ConflictError, EventStore, StoreError
from campaign.store.reader import open_store
from campaign.verify import receipts
from events import chain
from support.postgres import new_database
from support.postgres_line import Fate, Line, at, first_with, line, passing
from support.store_rows import paper, rows

FATES = (Fate.LOST, Fate.UNANSWERED)
COMMIT = b"\0COMMIT\0"
UNKNOWN = (
    "was lost while it recorded, and whether it did is not known; "
    "look before you send the same again"
)


@pytest.fixture
def cut() -> Iterator[Line]:
    """A line to a database with one campaign of two events."""
    url = new_database()
    store = open_store(url)
    store.append("club", rows(1, 2), {"k1": (1, 2)}, paper("1" * 64, (1, 2)), create=True)
    store.close()
    with line(url) as made:
        yield made


@pytest.fixture
def store(cut: Line) -> Iterator[EventStore]:
    """The store at the end of the line, with a connection that is open."""
    store = open_store(cut.url)
    assert store.version("club") == 2
    store.keep_receipt("club", paper("2" * 64))
    yield store
    cut.decide(passing)
    store.close()


def appended(store: EventStore, version: int, *, alone: bool, key: str = "") -> tuple[str, bytes]:
    """Records one event, as a command does; what was answered."""
    given = {key: (version, version)} if key else {}
    submitted = paper(f"{version:064d}", (version, version))
    if not alone:
        return store.append("club", rows(version, version), given, submitted, salt="s")
    with store.alone("club"):
        assert store.head("club")[0] == version - 1
        return store.append("club", rows(version, version), given, submitted, salt="s")


def whole(store: EventStore, version: int, papers: int) -> None:
    """As many events and receipts as were recorded, each once, in one chain."""
    assert list(store.rows("club")) == rows(1, version)
    assert store.ends("club") == (version, papers)
    kept = list(store.receipts("club"))
    assert [number for number, _ in kept] == list(range(1, papers + 1))
    before = ["", *(chain.head(body) for _, body in kept)]
    assert [receipts.read(body).prev for _, body in kept] == before[:-1]
    assert isinstance(store, PostgresDatabase) and store.heads_wrong() == []


@pytest.mark.parametrize("alone", [False, True], ids=["at once", "alone"])
@pytest.mark.parametrize("fate", FATES, ids=lambda fate: fate.value)
def test_an_append_is_recorded_once_wherever_the_line_is_cut(
    cut: Line, store: EventStore, fate: Fate, *, alone: bool
) -> None:
    """Step by step until it comes through without having been cut."""
    version, step = 2, 0
    while True:
        version, step = version + 1, step + 1
        cut.decide(at(step, fate))
        name, body = appended(store, version, alone=alone, key=f"k{version}")
        came_through = len(cut.steps) < step
        cut.decide(passing)
        whole(store, version, version)
        assert (name, store.receipt("club", version)) == (f"club/{version}", body)
        assert store.versions_of("club", f"k{version}") == (version, version)
        assert store.salt("club", version) == "s"
        if came_through:
            break
    assert step > 2


@pytest.mark.parametrize("key", ["", "k3"], ids=["without a key", "with a key"])
@pytest.mark.parametrize("fate", FATES, ids=lambda fate: fate.value)
def test_a_lost_answer_to_the_commit_is_looked_for(
    cut: Line, store: EventStore, fate: Fate, key: str
) -> None:
    """Whether the server had heard the commit or not."""
    cut.decide(first_with(COMMIT, fate))
    answered = appended(store, 3, alone=True, key=key)
    assert sum(COMMIT in sent for sent in cut.steps) == (1 if fate is Fate.UNANSWERED else 2) + 1
    cut.decide(passing)
    whole(store, 3, 3)
    assert answered == ("club/3", store.receipt("club", 3))


def test_events_without_a_receipt_are_looked_for_as_well(cut: Line, store: EventStore) -> None:
    """An opening or an import has none."""
    for version, fate in enumerate(FATES, 3):
        cut.decide(first_with(COMMIT, fate))
        store.append("club", rows(version, version))
        cut.decide(passing)
        whole(store, version, 2)
    cut.decide(first_with(COMMIT, Fate.UNANSWERED))
    store.append("another", rows(1, 2))
    cut.decide(passing)
    assert store.versions() == {"another": 2, "club": 4}


@pytest.mark.parametrize("fate", FATES, ids=lambda fate: fate.value)
def test_the_receipt_of_a_refusal_is_kept_once_wherever_the_line_is_cut(
    cut: Line, store: EventStore, fate: Fate
) -> None:
    """Step by step, as an append."""
    papers, step = 2, 0
    while True:
        papers, step = papers + 1, step + 1
        cut.decide(at(step, fate))
        name, body = store.keep_receipt("club", paper(f"{papers:064d}"))
        came_through = len(cut.steps) < step
        cut.decide(passing)
        whole(store, 2, papers)
        assert (name, store.receipt("club", papers)) == (f"club/{papers}", body)
        if came_through:
            break
    assert step > 2


def test_reads_come_back_by_themselves(cut: Line, store: EventStore) -> None:
    """On another connection; the third time that it is lost it is said."""
    for fate in FATES:
        cut.decide(at(1, fate))
        assert store.head("club")[0] == 2
    cut.decide(lambda _, sent: Fate.LOST if b"heads" in sent else Fate.PASSES)
    with pytest.raises(StoreError) as told:
        store.head("club")
    assert str(told.value) == f"{store.place} cannot be reached"


def test_what_was_read_before_a_line_was_cut_is_not_recorded_upon(
    cut: Line, store: EventStore
) -> None:
    """Somebody else was first while nobody held the lock: that is a conflict."""
    other = open_store(cut.url)
    assert isinstance(store, PostgresDatabase)
    with store.alone("club"):
        assert store.alone_now is not None
        store.alone_now.connection.close()
        other.append("club", rows(3, 3))
        with pytest.raises(ConflictError):
            appended(store, 3, alone=False)
        appended(store, 4, alone=False)
    whole(other, 4, 3)
    other.close()


def test_an_answer_that_nobody_can_be_asked_for_is_said_to_be_unknown(
    cut: Line, store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is gone after it was told to commit."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "0")
    gone: list[bytes] = []

    def decided(_: int, sent: bytes) -> Fate:
        gone.extend([sent] if COMMIT in sent else [])
        return Fate.LOST if gone else Fate.PASSES

    cut.decide(decided)
    with pytest.raises(StoreError) as told:
        appended(store, 3, alone=True)
    assert str(told.value) == f"{store.place} {UNKNOWN}"
