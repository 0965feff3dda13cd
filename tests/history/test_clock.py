"""Time: stamps never go back, and a clock far from the last event is mentioned."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaign.cli.session import Session
from campaign.cli.stores import Refusal
from campaign.lif.politics.wars import DeclareWar
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.verify import receipts
from campaign.world import clock
from support.command_line import Shell
from support.sessions import Dice

NAME = "club"
PLAYED = "2026-03-05T20:00:00.000Z"
WAR: dict[str, Any] = {"command": "DeclareWar", "attacker": "germany", "target": "poland"}


def at(folder: Path, now: str) -> Ledger:
    """The folder's ledger at a time of day."""
    vault = Vault(folder / "campaign.vault", random=Dice())
    return Ledger(folder / "campaign.db", vault, lambda: now)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign whose last event is of eight in the evening."""
    with at(tmp_path, PLAYED) as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
    return tmp_path


def stamps(folder: Path) -> list[str]:
    """When each event was recorded."""
    with at(folder, PLAYED) as ledger:
        return [one.event.at for one in ledger.history(NAME)]


@pytest.mark.parametrize(
    ("now", "stamp"),
    [
        ("2026-03-05T19:59:59.999Z", PLAYED),
        (PLAYED, PLAYED),
        ("2026-03-05T20:00:00.001Z", "2026-03-05T20:00:00.001Z"),
        ("1970-01-01T00:00:00.000Z", PLAYED),
        ("2026-03-05T20:30:00.000+01:00", PLAYED),
    ],
)
def test_an_event_is_stamped_with_the_later_of_clock_and_last_event(
    folder: Path, now: str, stamp: str
) -> None:
    """The event and its receipt bear the same time, and a later clock is taken again."""
    with at(folder, now) as ledger:
        answer = ledger.submit(NAME, WAR)
        assert answer["accepted"] and answer["receipt"]["at"] == stamp
    assert stamps(folder)[-1] == stamp
    with at(folder, "2026-03-05T21:00:00.000Z") as ledger:
        ledger.submit(NAME, {"command": "OpenReinforcement"})
    assert stamps(folder)[-1] == "2026-03-05T21:00:00.000Z"


def test_what_is_refused_is_not_older_than_the_record(folder: Path) -> None:
    """The receipt of a refusal, of what cannot be read too, is not before the last event."""
    with at(folder, "2026-03-05T12:00:00.000Z") as ledger:
        for asked in ({"command": "DrawLeader"}, {"command": "nothing"}):
            answer = ledger.submit(NAME, asked)
            assert not answer["accepted"] and answer["receipt"]["at"] == PLAYED
        kept = [receipts.read(body).at for _, body in ledger.store.receipts(NAME)]
    assert kept == [PLAYED, PLAYED]


def test_a_term_is_judged_by_the_time_that_is_stamped(folder: Path) -> None:
    """With the clock turned back to March 4th, March 4th is past all the same."""
    with at(folder, PLAYED) as ledger:
        ledger.submit(NAME, WAR)
        last = ledger.live(NAME).version
        raised = {"command": "RaiseDispute", "versions": [last], "claim": "no war"}
        assert ledger.submit(NAME, raised)["accepted"]
    with at(folder, "2026-03-04T12:00:00.000Z") as ledger:
        term = {"command": "SetTerm", "dispute": "d1", "what": "answer", "until": "2026-03-04"}
        assert ledger.submit(NAME, term)["reason"] == "until: 2026-03-04 is past"


def test_a_writer_who_comes_second_is_not_stamped_before_the_first(folder: Path) -> None:
    """The clock was read before another writer's event: that event's stamp is the least."""
    with at(folder, "2026-03-05T20:30:00.000Z") as other, at(folder, "") as one:

        def meanwhile() -> str:
            if len(stamps(folder)) == before:
                assert other.submit(NAME, WAR)["accepted"]
            return "2026-03-05T20:10:00.000Z"

        before = len(stamps(folder))
        one.live(NAME)
        one._clock = meanwhile
        assert one.submit(NAME, {"command": "OpenReinforcement"})["accepted"]
    assert stamps(folder)[-2:] == ["2026-03-05T20:30:00.000Z"] * 2


def test_a_branch_does_not_begin_before_what_it_shares(folder: Path) -> None:
    """Its own first event is not older than the last it took over."""
    with at(folder, "2026-03-01T12:00:00.000Z") as ledger:
        name, version = branch(ledger, NAME, None, "host")
        assert [one.event.at for one in ledger.history(name, version - 1)] == [PLAYED]


@pytest.mark.parametrize("last", ["", "yesterday", "9999", "2026-13-01T00:00:00.000Z"])
def test_a_stamp_that_is_no_time_binds_nobody(last: str) -> None:
    """An old record's nonsense does not become the time for ever."""
    assert clock.read(last) is None
    assert clock.stamp(PLAYED, last) == PLAYED
    assert clock.notice(PLAYED, last) == clock.notice(last, PLAYED) == ""


BEHIND = (
    "this computer's clock says 2026-03-05 19:55 UTC, 5 minutes before the last event; "
    "new events are stamped 2026-03-05 20:00 UTC until it catches up"
)
AHEAD = (
    "this computer's clock says 2026-03-07 21:00 UTC, 2 days after the last event; "
    "if it is wrong, set it right before you go on"
)


@pytest.mark.parametrize(
    ("now", "notice"),
    [
        ("2026-03-05T19:55:00.001Z", ""),
        ("2026-03-05T19:55:00.000Z", BEHIND),
        ("2026-03-06T20:00:00.000Z", ""),
        ("2026-03-07T21:00:00.000Z", AHEAD),
        (
            "2026-03-05T18:59:00.000Z",
            "this computer's clock says 2026-03-05 18:59 UTC, 1 hour before the last event; "
            "new events are stamped 2026-03-05 20:00 UTC until it catches up",
        ),
    ],
)
def test_the_answer_says_how_far_the_clock_is_off(folder: Path, now: str, notice: str) -> None:
    """From five minutes behind and above a day ahead; accepted and refused alike, not a repeat."""
    with at(folder, now) as ledger:
        refused = ledger.submit(NAME, {"command": "DrawLeader"})
        accepted = ledger.submit(NAME, {**WAR, "id": "war"})
        again = ledger.submit(NAME, {**WAR, "id": "war"})
    assert (refused.get("clock", ""), accepted.get("clock", "")) == (notice, notice)
    assert "clock" not in again and again["accepted"]


# --- the command line ---------------------------------------------------------------------------


@pytest.fixture
def in_the_future(tmp_path: Path) -> Shell:
    """A store whose last event is of the year 2999: every clock of today is behind it."""
    with at(tmp_path, "2999-01-01T00:00:00.000Z") as ledger:
        assert ledger.open(NAME, scenario="global-war")["accepted"]
    return Shell(tmp_path)


def test_verbs_status_and_doctor_say_that_the_clock_is_behind(in_the_future: Shell) -> None:
    """One line each: the verb's on standard error, beside its answer."""
    done = in_the_future("war", NAME, "germany", "poland")
    assert done.status == 0 and "Poland" in done.out
    assert done.error.startswith("campaign: this computer's clock says ")
    assert done.error.endswith(
        "before the last event; new events are stamped 2999-01-01 00:00 UTC until it catches up"
    )
    (line,) = [one for one in in_the_future.fine("status", NAME).splitlines() if "clock" in one]
    assert line.startswith("Clock      this computer's clock says ")
    (line,) = [one for one in in_the_future.fine("doctor").splitlines() if "clock" in one]
    assert line.startswith("look  clock") and f"{NAME}: this computer's clock says " in line


def test_with_json_the_answer_alone_tells_of_the_clock(in_the_future: Shell) -> None:
    """A program reads it in its answer, and nothing else is printed."""
    done = in_the_future("war", NAME, "germany", "poland", "--json")
    assert (done.status, done.err) == (0, "") and '"clock":"this computer' in done.out


def test_submit_and_json_say_it_in_their_answers_alone(long_ago: Shell) -> None:
    """A clock far ahead is in the answer that a program reads, and nowhere else."""
    line = '{"command": "DrawLeader"}\n'
    for asked in (["draw", "old", "--json"], ["submit", "old"]):
        done = long_ago(*asked, typed=line)
        assert done.status == 1 and '"clock":"this computer' in done.out
        assert "clock" not in done.err


@pytest.fixture
def long_ago(folder: Path) -> Shell:
    """A store that was last played on long before today."""
    with at(folder, "2001-01-01T00:00:00.000Z") as ledger:
        assert ledger.open("old", scenario="global-war")["accepted"]
    return Shell(folder)


def test_without_a_terminal_nobody_is_asked(long_ago: Shell) -> None:
    """A script goes on and reads one line; status is silent about a club that has not met."""
    done = long_ago("war", "old", "germany", "poland")
    assert done.status == 0 and done.err.count("\n") == 1
    assert done.err.startswith("campaign: this computer's clock says ")
    assert done.err.endswith(
        "days after the last event; if it is wrong, set it right before you go on\n"
    )
    refused = long_ago("draw", "old")
    assert refused.status == 1 and "clock" not in refused.error
    again = long_ago("war", "old", "germany", "france")
    assert (again.status, again.err) == (0, "")
    assert "Clock" not in long_ago.fine("status", "old")


def test_a_terminal_is_asked_once_a_call(
    long_ago: Shell, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has said that the clock is right is not asked again in the same call."""
    asked: list[str] = []

    def confirmed(question: str) -> bool:
        asked.append(question)
        return len(asked) == 1

    yes: Callable[[], bool] = lambda: True  # noqa: E731
    monkeypatch.setattr("sys.stdin.isatty", yes, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", yes, raising=False)
    monkeypatch.setattr("campaign.cli.terminal.confirmed", confirmed)
    session = Session()
    session.store.given = str(long_ago.store)
    try:
        war = {"attacker": "germany", "target": "poland"}
        assert session.outcome("old", DeclareWar, war).answer["accepted"]
        session.outcome(NAME, DeclareWar, war)
    except Refusal:
        pytest.fail("asked twice")
    finally:
        session.close()
    assert len(asked) == 1
