"""One ledger in several threads, and what it knows of a campaign that others change."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.store.branches import branch, delete
from campaign.store.ledger import Ledger
from campaign.store.protocol import EventStore
from campaign.store.reader import Live, LiveStates, open_store
from events import chain
from support.sessions import NAME, Session, ledger_in

POINTS = {"command": "BuyVetoPoints", "power": "usa", "intelligence_points": 5}


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A campaign just opened."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        yield ledger


def state(version: int) -> Live:
    """A state of no system."""
    none: Any = None
    return Live(version, str(version), none, none)


def test_a_state_gives_way_only_to_a_later_one() -> None:
    """A slow reader takes nothing back; a campaign that is gone begins anew."""
    states = LiveStates()
    assert states.get(NAME) is None
    states.keep(NAME, state(3))
    states.keep(NAME, state(2))
    assert states.get(NAME) == state(3)
    states.keep(NAME, state(4))
    states.forget(NAME)
    states.keep(NAME, state(1))
    assert states.get(NAME) == state(1) and states.get("other") is None


def test_what_was_worked_out_is_of_one_state_and_one_day() -> None:
    """Asked again it is not worked out again; of a state with other names, or later, it is."""
    plain, done = state(1), []

    def asked(live: Live, day: str) -> int:
        return live.once("asked", day, lambda: done.append(live.state) or len(done))

    live = replace(plain, state=["Anna"])
    assert [asked(live, "monday"), asked(live, "monday"), asked(live, "tuesday")] == [1, 1, 2]
    named = replace(live, state=["Anna"])
    assert [asked(named, "tuesday"), asked(live, "tuesday")] == [3, 4]


def test_what_was_worked_out_follows_the_record_and_its_corrections(ledger: Ledger) -> None:
    """An undo brings back the figure, and nobody is told the one before."""

    def points(live: Live) -> int:
        return live.once("points", "", lambda: live.state.veto_points["usa"])

    begun, seen = points(ledger.live(NAME)), []
    for command in (POINTS, POINTS, {"command": "UndoAct"}, POINTS, {"command": "UndoAct"}):
        assert ledger.submit(NAME, command)["accepted"]
        seen += [points(ledger.live(NAME)) - begun for _ in range(2)]
    assert seen == [1, 1, 2, 2, 1, 1, 2, 2, 1, 1]


def test_threads_that_write_through_one_ledger_lose_nothing(ledger: Ledger) -> None:
    """Four writers, ten commands each, one chain of receipts."""
    begun, answers = ledger.live(NAME).version, []

    def write() -> None:
        answers.extend(ledger.submit(NAME, POINTS) for _ in range(10))

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer["accepted"] for answer in answers)
    assert sorted(answer["version"] for answer in answers) == list(range(begun + 1, begun + 41))
    numbers = [number for number, _ in ledger.store.receipts(NAME)]
    assert numbers == list(range(1, 41))


def test_what_another_process_recorded_is_seen(ledger: Ledger) -> None:
    """Another connection stands for it."""
    before = ledger.live(NAME)
    with Ledger(ledger.store.path, ledger.vault) as other:
        other.submit(NAME, POINTS)
        assert ledger.live(NAME).version == before.version + 1
        ledger.submit(NAME, POINTS)
        assert other.live(NAME).version == before.version + 2
        assert other.live(NAME).state == ledger.live(NAME).state


def test_what_was_appended_behind_the_ledger_is_seen(ledger: Ledger, tmp_path: Path) -> None:
    """An import or a benchmark appends rows to the store itself."""
    (tmp_path / "other").mkdir()
    with ledger_in(tmp_path / "other") as longer:
        Session(longer).open().do("BuyVetoPoints", power="usa", intelligence_points=5)
        rows = list(longer.store.rows(NAME))
    before = ledger.live(NAME).version
    ledger.store.append(NAME, rows[before:])
    assert ledger.store.head(NAME) == (rows[-1][0], chain.head(rows[-1][2]))


def test_another_what_if_under_the_name_of_a_deleted_one_is_another(ledger: Ledger) -> None:
    """Somebody else deletes it and makes it again, as long as the first: nothing old is left."""
    shorter = ledger.submit(NAME, POINTS)["version"]
    ledger.submit(NAME, POINTS)
    name, version = branch(ledger, NAME, None, "anna")
    first = ledger.live(name)
    with ledger_in(ledger.store.path.parent, dice="other dice") as other:
        delete(other, name)
        assert branch(other, NAME, None, "anna") == (name, version)
        second = ledger.live(name)
        assert (second.version, second.state.campaign.id) == (
            version, other.live(name).state.campaign.id,
        )  # fmt: skip
        assert first.state.campaign.id != second.state.campaign.id
        delete(other, name)
        branch(other, NAME, shorter, "anna", name)
        assert ledger.live(name).version == version - 1
        assert ledger.live(name).state.campaign.id == other.live(name).state.campaign.id


def test_an_undo_in_another_what_if_under_an_old_name_takes_back_that_ones_act(
    ledger: Ledger,
) -> None:
    """What was kept for the undos of the first is no state of the second, though that is longer."""
    buys, undoes = {**POINTS, "by": "anna"}, {"command": "UndoAct", "by": "anna"}
    name, version = branch(ledger, NAME, None, "anna")
    for command in (buys, buys, undoes):
        assert ledger.submit(name, command)["accepted"]
    with ledger_in(ledger.store.path.parent, dice="other dice") as other:
        delete(other, name)
        branch(other, NAME, None, "anna", name)
        for power in ("japan", "italy", "china", "usa"):
            assert other.submit(name, {**buys, "power": power})["accepted"]
        answer = ledger.submit(name, undoes)
        assert answer["accepted"] and list(answer["events"][0]["versions"]) == [version + 4]
        points = ledger.live(name).state.veto_points
        assert points == other.fresh(name).state.veto_points
        assert points["usa"] == ledger.live(NAME).state.veto_points["usa"]
        assert points["china"] > ledger.live(NAME).state.veto_points["china"]


def test_an_unchanged_store_is_only_asked_whether_it_has_changed(ledger: Ledger) -> None:
    """Neither after reading nor after a command is the log looked at again."""
    asked: list[str] = []
    ledger.submit(NAME, POINTS)
    ledger.submit(NAME, POINTS)
    ledger.store._connected().opened().set_trace_callback(asked.append)
    ledger.live(NAME)
    assert asked == ["PRAGMA data_version"]


def test_a_store_is_opened_as_the_protocol_says(tmp_path: Path) -> None:
    """By its file, which is not touched before it is used."""
    store: EventStore = open_store(str(tmp_path / "club.db"))
    assert store.path == tmp_path / "club.db" and not store.exists()
    store.make()
    assert store.exists() and store.names() == [] and store.head("club") == (0, "")
    store.close()


def test_a_row_that_is_no_event_has_some_head(ledger: Ledger) -> None:
    """Whatever somebody wrote there: it can be asked for, and is not what was known."""
    version = ledger.live(NAME).version
    with closing(sqlite3.connect(ledger.store.path)) as db:
        db.execute("UPDATE stored_events SET state=? WHERE originator_version=?", ("é", version))
        db.commit()
    assert ledger.store.head(NAME) == (version, "\ufffd\ufffd")
