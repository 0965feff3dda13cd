"""Ruling 63 on the service: the folded line, accuracy below a turn, the page of values."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from campaign.accounts.database import people_path
from campaign.extensions.veto_advice import ALGORITHM, accuracy, words, worked_out
from campaign.extensions.veto_advice.pages import BUSY, folded
from campaign.extensions.veto_advice.worked_out import AdviceJob, job, write_table
from campaign.lif.state import State
from campaign.projections import database
from campaign.projections.projector import TablesFollower
from campaign.store.reader import Reader
from events.lif.board import BallotsOpened
from support.table import NAME, play
from support.veto_evening import OPENED, evening
from support.web import WebClub
from support.web import words as seen

OFF = "veto advice is off in this campaign"
AFTER = "this campaign shows only afterwards what answers gave away"
"""Why there is no advice, by the club's ruling."""

HERE = f"/c/{NAME}"
ASKS = "What would the adviser say?"
GAVE = "What answers gave away"


def work(club: WebClub) -> None:
    """What the service does behind the answer."""
    store = club.house.ledger.store.place
    job(store, club.house.clock, lambda: 0.0, lambda: False).run()


@pytest.fixture
def made(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[WebClub]:
    """Guderian is before the Board of a club that shows advice always, or as a test says."""
    book = evening(tmp_path, getattr(request, "param", "always"))
    with closing(WebClub.on(book, name=NAME)) as found:
        yield found


def test_the_board_has_it_folded(made: WebClub) -> None:
    """Closed on every load; until the job has run it says so; nothing is chosen beforehand."""
    anna = made.browser("anna")
    first = anna.get(f"{HERE}/board").text
    assert ASKS in first and BUSY in first and "Germany: no veto" not in first
    assert ASKS not in made.browser("olga").get(f"{HERE}/board").text
    work(made)
    page = anna.get(f"{HERE}/board")
    assert '<details class="adviser">' in page.text and " checked" not in page.text.split(ASKS)[1]
    assert "Germany: no veto" in seen(page) and words.ASSUMED[0][:20] in seen(page)
    assert "Italy: no veto" not in seen(page)
    assert ASKS not in made.browser("olga").get(f"{HERE}/board").text


def test_nothing_is_said_where_nobody_is_before_the_board(made: WebClub) -> None:
    """As a correction may leave it: then nothing will ever be worked out."""
    live = made.house.ledger.live(NAME)
    assert isinstance(live.state, State)
    visit = cast(Any, SimpleNamespace(house=made.house))
    for who, lines in (("guderian", (BUSY,)), (None, ())):
        board = replace(live.state.board, leader=who)
        state = replace(live.state, board=board)
        here = SimpleNamespace(live=SimpleNamespace(state=state), seats=("germany",))
        assert folded(cast(Any, here), visit) == lines


@pytest.mark.parametrize("made", ["off", "after"], indirect=True)
def test_the_board_is_silent_otherwise(made: WebClub) -> None:
    """Neither off nor afterwards alone."""
    work(made)
    assert ASKS not in made.browser("anna").get(f"{HERE}/board").text


@pytest.mark.parametrize("made", ["off", "after"], indirect=True)
def test_a_campaign_without_advice_is_never_read(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its outline says so; where its answers are judged it is looked at."""
    looked: list[str] = []
    whole = AdviceJob._campaign
    monkeypatch.setattr(
        AdviceJob, "_campaign", lambda job, *about: (looked.append(NAME), whole(job, *about))[1]
    )
    is_off = made.house.ledger.live(NAME).state.rulings.advice == "off"
    work(made)
    work(made)
    assert looked == [NAME] * (0 if is_off else 2)
    made.house.ledger.submit(NAME, {"command": "AddEntropy", "value": "grey geese"})
    work(made)
    assert looked == [NAME] * (0 if is_off else 3)


@pytest.mark.parametrize("made", ["after"], indirect=True)
def test_a_turn_says_what_answers_gave_away(made: WebClub) -> None:
    """Folded; first that it is being worked out, then a line for each who could pay."""
    play(made.house.ledger, [
        {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "no-veto"}, OPENED,
    ])  # fmt: skip
    anna = made.browser("anna")
    assert BUSY in anna.get(f"{HERE}/turns/1939-SO.html").text
    work(made)
    page = anna.get(f"{HERE}/turns/1939-SO.html")
    assert GAVE in page.text and BUSY not in page.text
    assert "Anna, Germany on Guderian: no veto, lost " in seen(page)
    assert words.NOT_SKILL in seen(page) and "the usual values, a convention" in seen(page)


@pytest.mark.parametrize("made", ["after"], indirect=True)
def test_statistics_read_what_is_worked_out(made: WebClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same figures, once they are worked out: nothing is worked out again."""
    ledger = made.house.ledger
    play(ledger, [
        {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "no-veto"}, OPENED,
    ])  # fmt: skip
    before = worked_out._all_judged(ledger, NAME)
    work(made)
    monkeypatch.setattr(accuracy, "judged", lambda decision: pytest.fail("worked out again"))
    assert worked_out._all_judged(ledger, NAME) == before != []


def test_who_may_not_read_what_is_kept_has_it_worked_out(tmp_path: Path) -> None:
    """The file beside the store is its owner's; here it is none."""
    with closing(evening(tmp_path, "after", ("germany", "no-veto"))) as ledger:
        play(ledger, [OPENED])
        people_path(ledger.store.path).write_text("no database")
        (opening,) = worked_out._all_judged(ledger, NAME)
        assert [row.powers for row in opening.rows] == [("germany",)]


@pytest.mark.parametrize("made", ["after"], indirect=True)
def test_a_read_table_of_what_answers_gave_away(made: WebClub) -> None:
    """A row for each who could pay, once the job has run; again after the tables were rebuilt, and
    none where nothing is worked out.
    """
    ledger = made.house.ledger
    store = ledger.store.place
    play(ledger, [
        {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "no-veto"}, OPENED,
    ])  # fmt: skip
    events = ledger.history(NAME, 0)
    (opened,) = (one.version for one in events if isinstance(one.event, BallotsOpened))
    with closing(Reader(store)) as reader, TablesFollower(reader) as follower:
        follower.update(NAME)
        assert table(ledger.store.path) == []
        for renew in (follower.update, follower.rebuild):
            renew(NAME)
            work(made)
            (row,) = table(ledger.store.path)
            assert row[:3] == (opened, "germany", "anna") and row[-2:] == (0, ALGORITHM)
            assert 0.0 <= row[4] <= row[3] <= row[5] and 0.0 <= row[6] <= 1.0
        write_table(ledger, NAME, ())
        assert table(ledger.store.path) == []


def table(store: Path) -> list[tuple[Any, ...]]:
    """The read table."""
    columns = "version, power, member, lost, low, high, chance, paid, algorithm"
    with closing(sqlite3.connect(database.path(store))) as db:
        return db.execute(f"SELECT {columns} FROM veto_accuracy").fetchall()


@pytest.mark.parametrize("made", ["off"], indirect=True)
def test_a_turn_is_silent_where_it_is_off(made: WebClub) -> None:
    """Nothing of it is on the page."""
    play(made.house.ledger, [OPENED])
    work(made)
    assert GAVE not in made.browser("anna").get(f"{HERE}/turns/1939-SO.html").text


def test_sliders_set_the_club_s_table(made: WebClub) -> None:
    """Only what was moved is a row of the table."""
    assert "Set these values" not in made.browser("anna").get(f"{HERE}/values").text
    host = made.browser("host")
    page = host.get(f"{HERE}/values")
    assert page.status_code == 200 and 'type="range"' in page.text
    assert "Guderian" in seen(page) and "the usual values, a convention" in seen(page)
    done = host.fill(f"{HERE}/values", **{"value-guderian": "6.5"})
    assert done.status_code == 200
    state: State = made.house.ledger.live(NAME).state
    assert [(row.leader, row.value, row.power) for row in state.values] == [("guderian", 650, None)]
    assert "the club's own table" in seen(host.get(f"{HERE}/values"))
    assert "switches it on" not in seen(host.get(f"{HERE}/values"))


def test_sliders_that_were_not_moved_change_nothing(made: WebClub) -> None:
    """A power's own value stays, before or behind the others; what no slider can be is not read."""
    rows = [{"leader": "zhukov", "value": 230, "power": "usa"}, {"leader": "zhukov", "value": 610}]
    play(made.house.ledger, [{"command": "SetLeaderValues", "values": rows, "recall": 2}])
    host, head = made.browser("host"), made.house.ledger.live(NAME).version
    for typed in ({}, {"value-guderian": "25"}, {"value-guderian": "often"}):
        done = host.fill(f"{HERE}/values", **typed)
        assert done.status_code == 409 and "No slider was moved" in seen(done)
    assert made.house.ledger.live(NAME).version == head
    host.fill(f"{HERE}/values", **{"value-guderian": "0"})
    state: State = made.house.ledger.live(NAME).state
    assert [(row.leader, row.value, row.power) for row in state.values] == [
        ("zhukov", 230, "usa"), ("zhukov", 610, None), ("guderian", 0, None),
    ]  # fmt: skip
    assert state.recall == 2


@pytest.mark.parametrize(("made", "says"), [("off", OFF), ("after", AFTER)],
                         indirect=["made"])  # fmt: skip
def test_the_page_of_values_says_who_may_change_the_switch(made: WebClub, says: str) -> None:
    """Where the club shows no advice."""
    assert says[1:].replace("`", "") in seen(made.browser("anna").get(f"{HERE}/values"))
