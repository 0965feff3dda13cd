"""What every store must do, whichever it is: the protocol of `campaign/store/protocol.py`."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.store.protocol import (
    ConflictError,
    EventStore,
    StoredOutline,
    StoredTurn,
    StoreError,
    Where,
)
from campaign.store.reader import open_store
from campaign.verify import receipts
from events import chain
from support.store_rows import paper, row, rows

Open = Callable[[], EventStore]


@pytest.fixture
def where(tmp_path: Path) -> Where:
    """Where a test's store is: in a file; `all/` has the same in a database."""
    return tmp_path / "club.db"


@pytest.fixture
def opened(where: Where) -> Open:
    """Opens the test's store once more, as another process would."""
    return lambda: open_store(where)


@pytest.fixture
def store(opened: Open) -> Iterator[EventStore]:
    """An empty store."""
    store = opened()
    store.make()
    yield store
    store.close()


def test_nothing_is_there_before_a_store_is_made(opened: Open) -> None:
    """It is said, and asking makes none."""
    store = opened()
    assert not store.exists()
    for ask in (store.names, lambda: store.version("club"), lambda: list(store.rows("club"))):
        with pytest.raises(StoreError):
            ask()
    with pytest.raises(StoreError):
        store.append("club", rows(1, 1))
    assert not store.exists()
    store.append("club", rows(1, 1), create=True)
    assert store.exists() and store.names() == ["club"]
    store.close()


def test_whether_it_can_be_written_is_tried_without_writing(opened: Open) -> None:
    """The right to write is taken and given back; where there is no store there is none."""
    store = opened()
    with pytest.raises(StoreError):
        store.must_record()
    store.make()
    for _ in range(2):
        store.must_record()
    store.append("club", rows(1, 1))
    assert store.versions() == {"club": 1}
    store.close()


def test_an_empty_store_knows_of_nothing(store: EventStore) -> None:
    """Neither campaigns nor what belongs to one."""
    assert store.exists() and store.names() == []
    assert (store.version("club"), store.head("club"), store.ends("club")) == (0, (0, ""), (0, 0))
    assert list(store.rows("club")) == list(store.states("club")) == []
    assert list(store.receipts("club")) == [] and store.receipt("club", 1) is None
    assert store.salt("club", 1) == "" and store.snapshot("club", "label") is None
    assert store.versions_of("club", "key") is None
    assert store.of_topics("club", ["campaign.Noted"]) == []
    assert not store.has_topic("club", ["campaign.Noted"])


def test_events_come_back_in_order_and_byte_for_byte(store: EventStore, opened: Open) -> None:
    """Between any versions, of each campaign alone, in every other opening of the store."""
    store.append("club", rows(1, 3))
    store.append("club", [(4, "campaign.Told", b"\x00\xff no JSON")])
    store.append("another", [row(1, text="ü")])
    other = opened()
    for one in (store, other):
        assert list(one.rows("club", 1, 3)) == rows(2, 3)
        assert [version for version, _, _ in one.rows("club")] == [1, 2, 3, 4]
        assert list(one.rows("club", 3)) == [(4, "campaign.Told", b"\x00\xff no JSON")]
        assert list(one.states("club", 3)) == [b"\x00\xff no JSON"]
        assert list(one.states("club", 0, 2)) == [stored for _, _, stored in rows(1, 2)]
        assert one.of_topics("club", ["campaign.Told"]) == [
            (4, "campaign.Told", b"\x00\xff no JSON")
        ]
        assert one.of_topics("club", ["campaign.Told"], 3, 4) == [*one.rows("club", 3)]
        assert one.of_topics("club", ["campaign.Told"], 4) == []
        assert one.of_topics("club", ["campaign.Told"], 0, 3) == []
        assert one.has_topic("club", ["campaign.Told", "x"], 3)
        assert not one.has_topic("club", ["campaign.Told"], 4)
        assert one.names() == ["another", "club"]
        assert one.version("club") == 4 and one.head("another") == (
            1,
            chain.head(row(1, "", "ü")[2]),
        )
    other.close()


def test_more_events_than_are_read_at_once_are_all_read(store: EventStore) -> None:
    """Five thousand, and the receipts of as many commands."""
    store.append("club", rows(1, 5_000))
    assert [version for version, _, _ in store.rows("club")] == list(range(1, 5_001))
    assert list(store.states("club")) == [stored for _, _, stored in store.rows("club")]
    store.append("other", rows(1, 1), receipts=[(n, b"%d" % n) for n in range(1, 1_201)])
    assert list(store.receipts("other")) == [(n, b"%d" % n) for n in range(1, 1_201)]
    assert len(list(store.receipts("other", 700))) == 700


def test_whoever_comes_second_appends_nothing(store: EventStore, opened: Open) -> None:
    """A version, or a key, that is taken: neither events nor keys nor receipt are there."""
    store.append("club", rows(1, 2), {"k": (1, 2)}, paper(versions=(1, 2)), salt="s1")
    other = opened()
    for taken, keys in ((rows(2, 3), {"new": (2, 3)}), (rows(3, 3), {"k": (3, 3)})):
        with pytest.raises(ConflictError):
            other.append("club", taken, keys, paper(versions=(3, 3)), salt="s2")
        for one in (store, other):
            assert one.ends("club") == (2, 1) and one.head("club")[0] == 2
            assert one.versions_of("club", "new") is None and one.salt("club", 2) == ""
    other.append("club", rows(3, 4), {"new": (3, 4)})
    assert store.versions_of("club", "new") == (3, 4) and store.versions_of("club", "k") == (1, 2)
    assert store.versions_of("other", "k") is None and store.version("club") == 4
    other.close()


def test_receipts_are_numbered_and_chained_in_each_campaign(
    store: EventStore, opened: Open
) -> None:
    """Those of commands and those of refusals alike, whoever appends them."""
    other = opened()
    first = store.append("club", rows(1, 1), receipt=paper("1" * 64, (1, 1)), salt="sealed")
    second = other.keep_receipt("club", paper("2" * 64))
    third = store.append("club", rows(2, 3), receipt=paper("3" * 64, (2, 3)))
    apart = store.keep_receipt("another", paper("4" * 64))
    assert [first[0], second[0], third[0], apart[0]] == ["club/1", "club/2", "club/3", "another/1"]
    kept = [first[1], second[1], third[1]]
    assert list(other.receipts("club")) == list(enumerate(kept, 1))
    assert [receipts.read(one).prev for one in kept] == ["", *map(chain.head, kept[:2])]
    assert [receipts.read(one).sent[0] for one in kept] == ["1", "2", "3"]
    assert list(store.receipts("club", 2)) == list(enumerate(kept[:2], 1))
    assert store.receipt("club", 2) == kept[1] and store.receipt("club", 4) is None
    assert store.receipts_of("club", 2, 3) == [(3, kept[2])]
    assert store.receipts_of("club", 1, 3) == []
    assert store.salt("club", 1) == "sealed" and store.salt("club", 2) == ""
    assert store.append("club", rows(4, 4)) == ("", b"")
    assert store.ends("club") == (4, 3)
    assert store.receipts_without_gaps() == {"club": 3, "another": 1}
    other.close()


def test_a_snapshot_is_the_newest_under_its_label(store: EventStore) -> None:
    """Another label means another program: its states are dropped, at once or after a day."""
    store.append("club", rows(1, 3))
    store.keep_snapshots("club", "old", [(1, b"one")])
    store.keep_snapshots("club", "old", [(3, b"three")])
    store.keep_snapshots("club", "old", [(3, b"three again")])
    assert store.snapshot("club", "old") == (3, b"three again")
    assert store.snapshot("club", "old", 2) == (1, b"one")
    assert store.snapshot("club", "old", 0) is store.snapshot("another", "old") is None
    store.keep_snapshots("club", "new", [(2, b"two")])
    assert store.snapshot("club", "new") == (2, b"two")
    left = store.snapshot("club", "old")
    assert left == ((3, b"three again") if store.place.is_database else None)


def test_turns_are_kept_behind_those_before(store: EventStore) -> None:
    """Those behind a place give way, and all under another label; a database keeps none."""
    store.append("club", rows(1, 2), {"k": (1, 2)})
    at = store.head("club")
    one, two, three = (StoredTurn(place, b"a turn", b"state", b"total") for place in (1, 2, 3))
    store.keep_turns("club", "old", 0, [StoredTurn(0, b"first"), one, two, three], at=at)
    store.keep_turns("club", "old", 1, [StoredTurn(0, b"second"), two], at=at, behind=b"first")
    if store.place.is_database:
        assert store.kept_turns("club", "old") == store.kept_turns("club", "old", 2) == []
        return
    listed = [StoredTurn(0, b"second"), StoredTurn(1, b"a turn"), StoredTurn(2, b"a turn")]
    assert store.kept_turns("club", "old") == listed
    assert store.kept_turns("club", "old", 2) == [two]
    assert store.kept_turns("club", "old", 3) == store.kept_turns("another", "old") == []
    store.keep_turns("club", "new", 0, [StoredTurn(0, b"third")], at=at)
    assert store.kept_turns("club", "old") == []
    assert store.kept_turns("club", "new") == [StoredTurn(0, b"third")]
    late = [StoredTurn(0, b"late"), three]
    store.keep_turns("club", "new", 1, late, at=at, behind=b"second")  # others are kept by now
    store.keep_turns("club", "new", 0, late, at=(2, "0" * 64))  # another record has the name
    store.keep_turns("gone", "new", 0, late, at=at)
    assert store.kept_turns("club", "new") == [StoredTurn(0, b"third")]
    assert store.kept_turns("gone", "new") == []
    store.forget_turns("club")
    assert store.kept_turns("club", "new") == []


def test_a_forgotten_campaign_leaves_nothing(store: EventStore, opened: Open) -> None:
    """And nothing of another is touched."""
    for name in ("club", "other"):
        store.append(name, rows(1, 2), {"k": (1, 2)}, paper(versions=(1, 2)), salt="s")
        store.keep_snapshots(name, "label", [(2, b"{}")])
        store.keep_turns(name, "label", 0, [StoredTurn(0, b"{}")], at=store.head(name))
    kept = store.kept_turns("other", "label")
    assert store.head("club")[0] == 2
    store.forget("club")
    other = opened()
    for one in (store, other):
        assert one.names() == ["other"] and one.head("club") == (0, "")
        assert one.ends("club") == (0, 0) and one.ends("other") == (2, 1)
        assert one.versions_of("club", "k") is None and one.salt("club", 1) == ""
        assert one.snapshot("club", "label") is None
        assert one.snapshot("other", "label") == (2, b"{}")
        assert one.kept_turns("club", "label") == [] and one.kept_turns("other", "label") == kept
    other.append("club", rows(1, 1), {"k": (1, 1)})
    assert store.head("club")[0] == 1
    other.close()


def test_a_closed_store_opens_again_when_it_is_used(store: EventStore) -> None:
    """What was recorded is there."""
    store.append("club", rows(1, 2))
    store.close()
    store.close()
    assert store.version("club") == 2
    store.append("club", rows(3, 3))
    assert store.head("club") == (3, chain.head(row(3)[2]))


def test_all_campaigns_are_told_at_one_go(store: EventStore) -> None:
    """Their openings as they were recorded, and how far each is."""
    assert list(store.openings()) == [] and store.versions() == {}
    store.append("club", rows(1, 3))
    store.append("another", [(1, "campaign.Told", b"\x00\xff no JSON")])
    store.keep_receipt("empty", paper())
    assert list(store.openings()) == [("another", b"\x00\xff no JSON"), ("club", row(1)[2])]
    assert store.versions() == {"another": 1, "club": 3}


def outline(version: int, body: str = "{}") -> StoredOutline:
    """What might be said of a campaign at a version."""
    return StoredOutline(version, chain.head(row(version)[2]), "label", body)


def test_an_outline_is_kept_with_the_events_or_not_at_all(store: EventStore, opened: Open) -> None:
    """It takes the place of the one before; where the append fails, that one stays."""
    assert store.outlines() == []
    store.append("club", rows(1, 2), outline=outline(2))
    store.append("another", rows(1, 1))
    with pytest.raises(ConflictError):
        store.append("club", rows(2, 3), outline=outline(3))
    other, heads = opened(), [chain.head(row(number)[2]) for number in range(4)]
    for one in (store, other):
        assert one.outlines() == [("another", 1, heads[1], None), ("club", 2, heads[2], outline(2))]
    other.append("club", rows(3, 3), outline=outline(3, '{"n":3}'))
    other.close()
    assert store.outlines()[1] == ("club", 3, heads[3], outline(3, '{"n":3}'))
    assert store.kept_outlines() == [("club", outline(3, '{"n":3}'))]
    store.forget("club")
    store.append("club", rows(1, 1))
    assert store.outlines()[1] == ("club", 1, heads[1], None)
    assert store.kept_outlines() == []


def test_an_outline_made_of_the_record_is_kept_unless_that_has_grown(store: EventStore) -> None:
    """Nor is one kept of a campaign that is not there."""
    store.append("club", rows(1, 2))
    store.append("grown", rows(1, 3), outline=outline(3, "newer"))
    store.keep_outlines({"club": outline(2), "grown": outline(2), "gone": outline(2)})
    assert [(name, kept) for name, _, _, kept in store.outlines()] == [
        ("club", outline(2)),
        ("grown", outline(3, "newer")),
    ]
    store.append("gone", rows(1, 2))
    assert store.outlines()[1][3] is None


def test_a_campaign_with_a_hole_is_known(store: EventStore) -> None:
    """An event that is missing, or has not as many bytes as a digest."""
    store.append("whole", rows(1, 3))
    assert store.holes() == frozenset()
    store.append("parted", [row(1), row(3)])
    store.append("empty", [row(1), (2, "campaign.Told", b"\x00"), row(3)])
    assert store.holes() == {"parted", "empty"}


def test_salts_come_along_with_the_receipts_of_an_export(store: EventStore) -> None:
    """No export has them: whoever moves a store brings them beside it."""
    kept = [(1, b"one"), (2, b"two")]
    store.append("club", rows(1, 2), receipts=kept, salts={2: "sealed"})
    assert store.salts("club") == {2: "sealed"} and store.salt("club", 2) == "sealed"
    assert store.salts("another") == {} and store.salt("club", 1) == ""


def test_whoever_hands_over_a_store_keeps_writers_off(store: EventStore, opened: Open) -> None:
    """They wait, readers don't; afterwards everybody reads where it has moved, and writes nothing.

    What fails leaves it as it was.
    """
    store.append("club", rows(1, 2))
    other, written = opened(), threading.Event()

    def write() -> None:
        other.append("club", rows(3, 3))
        written.set()

    with pytest.raises(RuntimeError), store.handing_over("elsewhere"):  # noqa: PT012
        writer = threading.Thread(target=write)
        writer.start()
        assert list(store.rows("club")) == rows(1, 2) and not written.wait(0.2)
        raise RuntimeError
    writer.join()
    assert store.moved_to() == "" and other.version("club") == 3
    with store.handing_over(""):
        pass
    with store.handing_over("elsewhere"):
        assert store.version("club") == 3
    for one in (store, other, opened()):
        assert one.moved_to() == "elsewhere" and one.version("club") == 3
        for write_more in (
            lambda one=one: one.append("club", rows(4, 4)),
            lambda one=one: one.append("new", rows(1, 1), create=True),
            lambda one=one: one.keep_receipt("club", paper()),
        ):
            with pytest.raises(StoreError, match="has moved to elsewhere; nothing was recorded"):
                write_more()
    store.open_again()
    other.append("club", rows(4, 4))
    assert store.moved_to() == "" and store.version("club") == 4
    other.close()


def test_whoever_is_alone_is_not_overtaken(store: EventStore, opened: Open) -> None:
    """Others wait until they are done, in this process or another; those of elsewhere do not."""
    store.append("club", rows(1, 1))
    store.append("another", rows(1, 1))
    other, order = opened(), list[str]()

    def second() -> None:
        with other.alone("club"):
            order.append(f"second at {other.version('club')}")
            other.append("club", rows(3, 3))

    with store.alone("club"):
        waiting = threading.Thread(target=second)
        waiting.start()
        with store.alone("club"):  # once more by the same thread: nothing to wait for
            assert store.version("club") == 1
        assert other.version("club") == 1  # readers do not wait
        order.append("first")
        store.append("club", rows(2, 2))
    waiting.join()
    assert order == ["first", "second at 2"]
    assert list(store.rows("club")) == rows(1, 3)
    other.close()


def test_whoever_gives_up_alone_leaves_nothing_and_keeps_nobody_waiting(
    store: EventStore, opened: Open
) -> None:
    """After any failure between the decision and the record."""
    store.append("club", rows(1, 1))

    def decide() -> None:
        with store.alone("club"):
            assert store.version("club") == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        decide()
    other = opened()
    with other.alone("club"):
        other.append("club", rows(2, 2))
    assert store.version("club") == 2
    other.close()
