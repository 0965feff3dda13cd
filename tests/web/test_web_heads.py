"""What others record is noticed: by one question for all that is watched, and by the tables."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.people import People
from campaign.handler.command_handler import CommandHandler
from campaign.handler.writer_queue import Subscribers
from campaign.projections.projector import TablesFollower
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, Where
from campaign.store.reader import Reader
from campaign.web.server.store_watch import HEADS_EVERY, HeadsWatch
from support.web import WebClub, club

BUY = '{"command":"BuyVetoPoints","power":"usa","intelligence_points":5}'


@pytest.fixture
def where(tmp_path: Path) -> Where:
    """Where a store is: in a file; `all/` has the same in a database."""
    return tmp_path / "club.db"


@pytest.fixture
def store(where: Where) -> Where:
    """A store with two campaigns."""
    with Ledger(where) as ledger:
        for name in ("club", "other"):
            assert ledger.open(name, scenario="global-war")["accepted"]
    return where


def test_the_heads_of_several_campaigns_are_asked_at_once(store: Where) -> None:
    """Each as it is asked alone; one that is not there has none."""
    with Ledger(store) as ledger:
        heads = ledger.store.heads(["club", "nobody", "other"])
        assert heads == {name: ledger.store.head(name) for name in ("club", "nobody", "other")}
        assert heads["nobody"] == (0, "") and heads["club"][0] > 1
        assert ledger.store.heads([]) == {}


class HeardFollower:
    """Notes what it is told to read."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def update(self, name: str) -> None:
        """Notes a campaign."""
        self.heard.append(name)

    def forget(self, name: str) -> None:
        """Notes that a campaign is gone."""
        self.heard.append(f"without {name}")

    def close(self) -> None:
        """Nothing to let go of."""


def failed(name: str, error: Exception) -> None:
    """No follower of these tests fails."""
    raise error


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[HeadsWatch, HeardFollower, CommandHandler]]:
    """A look at the heads of a store, and the follower behind it."""
    path, follower = tmp_path / "club.db", HeardFollower()
    with Ledger(path) as ledger:
        for name in ("club", "other"):
            assert ledger.open(name, scenario="global-war")["accepted"]
        following = Subscribers(lambda: follower, failed, in_background=False)
        desk = CommandHandler(ledger, following, is_shared=True, people=People(path))
        with closing(desk):
            yield HeadsWatch(desk, clock=lambda: 0.0), follower, desk


def test_tables_follow_what_another_process_records(
    watched: tuple[HeadsWatch, HeardFollower, CommandHandler],
) -> None:
    """Everything at the first look, then what has grown, and nothing where nothing has."""
    watch, follower, desk = watched
    for recorded, heard in (("", ["club", "other"]), ("other", ["other"]), ("", [])):
        if recorded:
            with Ledger(desk.ledger.store.path) as elsewhere:
                assert elsewhere.submit(recorded, BUY)["accepted"]
        follower.heard.clear()
        assert watch.look() == HEADS_EVERY
        desk.settle()
        assert follower.heard == heard


def test_tables_drop_what_another_process_deleted(
    watched: tuple[HeadsWatch, HeardFollower, CommandHandler], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A what-if that is gone has no rows any more."""
    watch, follower, desk = watched
    watch.look()
    desk.settle()
    follower.heard.clear()
    monkeypatch.setattr(desk.ledger.store, "versions", lambda: {"club": 1})
    watch.look()
    assert "without other" in follower.heard


def test_a_database_that_is_away_is_told_once(
    watched: tuple[HeadsWatch, HeardFollower, CommandHandler],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """And when it is back; what grew meanwhile is read then."""
    watch, follower, desk = watched
    watch.look()
    desk.settle()
    follower.heard.clear()

    def lost() -> dict[str, int]:
        raise StoreError("the store cannot be reached")

    with monkeypatch.context() as patched, caplog.at_level(logging.WARNING, "campaign.web"):
        patched.setattr(desk.ledger.store, "versions", lost)
        assert [watch.look(), watch.look()] == [HEADS_EVERY, HEADS_EVERY]
    with Ledger(desk.ledger.store.path) as elsewhere:
        assert elsewhere.submit("club", BUY)["accepted"]
    watch.look()
    desk.settle()
    assert follower.heard == ["club"]
    assert [one.getMessage() for one in caplog.records] == [
        "the database cannot be read: the store cannot be reached",
        "the database can be read again",
    ]


def test_a_look_that_takes_long_is_taken_seldom(tmp_path: Path) -> None:
    """One of half a second every ten seconds: a twentieth of the time, not more."""
    with Ledger(tmp_path / "club.db") as ledger:
        assert ledger.open("club", scenario="global-war")["accepted"]
        moments = iter((0.0, 0.5))
        desk = CommandHandler(ledger, is_shared=True, people=People(tmp_path / "club.db"))
        assert HeadsWatch(desk, clock=lambda: next(moments)).look() == 10.0


def test_the_tables_of_another_machine_catch_up(tmp_path: Path) -> None:
    """They lie elsewhere than those of whoever records."""
    path = tmp_path / "club.db"
    with Ledger(path) as ledger:
        assert ledger.open("club", scenario="global-war")["accepted"]
        reader = Reader(path)
        made = TablesFollower(reader, tmp_path / "elsewhere-tables.db")
        following = Subscribers(lambda: made, failed, in_background=True)
        desk = CommandHandler(ledger, following, is_shared=True, people=People(path))
        watch = HeadsWatch(desk)
        with closing(desk), closing(reader.store):
            watch.look()
            desk.settle()
            assert made.lag("club") == 0
            with Ledger(path) as elsewhere:
                assert elsewhere.submit("club", BUY)["accepted"]
            assert made.lag("club") == 1
            watch.look()
            desk.settle()
            assert made.lag("club") == 0


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClub]:
    """A club whose database nobody reaches."""
    with club(tmp_path) as made:
        made.browser("anna")

        def lost(*_: object) -> None:
            raise StoreError("the database cannot be reached: nobody answers there")

        monkeypatch.setattr(made.house.people.file, "reading", lost)
        monkeypatch.setattr(made.house.people.file, "writing", lost)
        monkeypatch.setattr(made.house.people.file, "looked_up", lost)
        yield made


def test_a_lost_database_is_one_sentence_and_when_to_come_back(away: WebClub) -> None:
    """A page says that nothing was recorded, in five seconds again; a program is told the same."""
    anna = away.browser("anna")
    page = anna.get("/c/club")
    assert page.status_code == 503 and page.headers["retry-after"] == "5"
    assert "Nothing was recorded. Try again in a minute." in page.text
    told = anna.get("/api/v1/campaigns/club")
    assert told.status_code == 503 and told.headers["retry-after"] == "5"


def test_the_process_lives_without_its_database(away: WebClub) -> None:
    """Whoever asks, with a device or none; it is not ready meanwhile."""
    for who in (away.browser("anna"), away.nobody()):
        assert (who.get("/healthz").status_code, who.get("/healthz").text) == (200, "alive\n")
        assert who.get("/readyz").status_code == 503
