"""What two processes of the service know together, on either kind of database.

Two of everything stand on the same rows, as the processes do; neither asks the other.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from campaign.accounts.devices import moment
from campaign.accounts.people import People
from campaign.handler.command_handler import OwnDoors
from campaign.kernel.keys import from_text
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where
from campaign.web.auth.rate_limits import Rate
from campaign.web.auth.sign_in import Challenges
from campaign.web.server.health import RecordChecks
from campaign.web.server.live import Streams
from campaign.web.server.serve import PARTS
from campaign.web.server.shared_state import (
    TABLES,
    TOGETHER,
    SentAnswer,
    SharedLimit,
    Together,
    TogetherRows,
    known_together,
)
from campaign.world.clock import utc_now
from support.programs import START, HandClock

SENDING = ("club", "anna", "k1")
ANSWER = {"accepted": True, "receipt": {"id": "club/1", "salt": "a-salt-of-the-sender"}}


class Two(NamedTuple):
    """Two processes of one service."""

    a: Together
    b: Together
    clock: HandClock
    people: People


@pytest.fixture
def where(tmp_path: Path) -> Where:
    """Where the store is: in a file; `all/` has the same in a database."""
    return tmp_path / "club.db"


@pytest.fixture
def two(where: Where) -> Iterator[Two]:
    """Two processes on one store, and the clock of both."""
    clock = HandClock()
    with Ledger(where) as ledger:
        assert ledger.open("club", scenario="global-war")["accepted"]
        both = [People(where, (*PARTS, TOGETHER), clock=clock) for _ in range(2)]
        a, b = (
            known_together(people.file, people.secret(), ledger.vault, clock) for people in both
        )
        yield Two(a, b, clock, both[0])
        for people in both:
            people.close()


def challenges(together: Together, clock: HandClock) -> Challenges:
    """What passkeys are asked to sign at one of the processes."""
    return Challenges(clock, together.challenge_key, together.rows)


def test_a_challenge_of_one_counts_once_among_both(two: Two) -> None:
    """It is made at one process and answered at the other; then neither takes it any more."""
    here, there = challenges(two.a, two.clock), challenges(two.b, two.clock)
    text = here.made("sign in")
    assert there.take(text, "add") == b""
    assert there.take(text, "sign in") == from_text(text)
    assert there.take(text, "sign in") == here.take(text, "sign in") == b""
    late = here.made("sign in")
    two.clock.passes(5 * 60 + 1)
    assert there.take(late, "sign in") == b""


def test_a_rate_holds_for_both_together(two: Two) -> None:
    """Of three at once the third comes at the other process; the fourth waits at either."""
    rate = Rate(3, 0.1)
    here, there = (SharedLimit(one.rows, "tries", rate, lambda: 0.0) for one in (two.a, two.b))
    assert [here.wait("x"), there.wait("x"), here.wait("x")] == [0, 0, 0]
    assert there.wait("x") == here.wait("x") == 10
    assert there.wait("y") == 0
    two.clock.passes(10)
    anew = SharedLimit(two.b.rows, "tries", rate, lambda: 0.0)
    assert [anew.wait("x"), anew.wait("x")] == [0, 10]


def test_one_process_takes_a_handful_of_what_is_frequent(two: Two) -> None:
    """Ninety at once are taken by threes: both together let pass ninety, none of them more."""
    rate, passed = Rate(90, 0.001), 0
    limits = [SharedLimit(one.rows, "acts", rate, lambda: 0.0) for one in (two.a, two.b)]
    for nth in range(200):
        passed += limits[nth % 2].wait("x") == 0
    assert passed == 90


def test_a_handful_that_is_left_over_is_lost(two: Two) -> None:
    """After a minute a process takes another one, which the row has had time to fill again."""
    seconds = [0.0]
    limit = SharedLimit(two.a.rows, "acts", Rate(60, 0.001), lambda: seconds[0])
    assert limit.wait("x") == 0
    seconds[0] = 61.0
    assert limit.wait("x") == 0
    other = SharedLimit(two.b.rows, "acts", Rate(60, 0.001), lambda: 0.0)
    assert sum(other.wait("x") == 0 for _ in range(100)) == 56


def test_the_first_door_is_known_at_both(two: Two) -> None:
    """Another door that comes later, at whichever process, is not the first."""
    two.a.doors.note(SENDING, "a", START)
    two.b.doors.note(SENDING, "b", START)
    assert two.b.doors.is_first(SENDING, "a", START) and two.a.doors.is_first(SENDING, "a", START)
    assert not two.b.doors.is_first(SENDING, "b", START)
    assert not two.b.doors.is_first(SENDING, "a", "2026-03-05T18:59:59.999Z")
    assert not two.b.doors.is_first(("club", "anna", "k2"), "", START)


def test_a_process_alone_knows_the_first_door_for_twenty_minutes() -> None:
    """Another door that comes later is not the first; afterwards nothing is known of it."""
    doors, other = OwnDoors(), ("club", "ben", "k1")
    doors.note(SENDING, "a", "2026-03-05T19:00:00.000Z")
    doors.note(SENDING, "b", "2026-03-05T19:00:01.000Z")
    assert doors.is_first(SENDING, "a", "2026-03-05T19:00:00.000Z")
    assert not doors.is_first(SENDING, "b", "2026-03-05T19:00:01.000Z")
    assert not doors.is_first(SENDING, "a", "2026-03-05T18:59:59.999Z")
    assert not doors.is_first(other, "a", "2026-03-05T19:00:01.000Z")
    doors.note(other, "b", "2026-03-05T19:20:00.000Z")
    assert doors.is_first(SENDING, "a", "2026-03-05T19:20:00.000Z")
    doors.note(other, "c", "2026-03-05T19:20:00.001Z")
    assert not doors.is_first(SENDING, "a", "2026-03-05T19:20:00.001Z")
    assert doors.is_first(other, "b", "2026-03-05T19:20:00.001Z")


def test_an_answer_is_given_again_at_the_other_process(two: Two) -> None:
    """To the same device, for ten minutes."""
    at = moment(START)
    given = SentAnswer('{"command":"SealBallot"}', ANSWER, "a phone", at)
    two.a.answers.keep("1234", "anna", "k1", given)
    assert two.b.answers.again("1234", "anna", "k1", "a phone", at) == given
    assert two.b.answers.again("1234", "anna", "k1", "a laptop", at) is None
    assert two.b.answers.again("1234", "ben", "k1", "a phone", at) is None
    two.clock.passes(10 * 60 + 1)
    assert two.b.answers.again("1234", "anna", "k1", "a phone", moment(two.clock())) is None


def test_an_address_is_proved_at_the_other_process(two: Two) -> None:
    """The code that was asked for at one is typed at the other, on the same device, once."""
    code = two.a.moves.ask("p1", "a phone", "anna@example.org")
    assert two.b.moves.awaited("p1", "a phone") == "anna@example.org"
    assert two.b.moves.awaited("p1", "a laptop") == ""
    assert two.b.moves.typed("p1", "a laptop", code).is_over
    found = two.b.moves.typed("p1", "a phone", code)
    assert (found.address, found.is_over) == ("anna@example.org", False)
    assert two.a.moves.typed("p1", "a phone", code) == ("", True)


def test_tries_of_a_code_are_counted_together(two: Two) -> None:
    """Three at both, then no code counts; five codes an hour are sent."""
    code = two.a.moves.ask("p1", "a phone", "anna@example.org")
    wrong = "000000" if code != "000000" else "000001"
    tries = [one.moves.typed("p1", "a phone", wrong) for one in (two.a, two.b, two.a)]
    assert [one.is_over for one in tries] == [False, False, True]
    assert two.b.moves.typed("p1", "a phone", code).is_over
    asked = [one.moves.ask("p1", "a phone", "x@example.org") for one in (two.a, two.b) * 3]
    assert [bool(one) for one in asked] == [True] * 4 + [False] * 2


def test_a_record_is_checked_by_one_of_them(two: Two) -> None:
    """The other says that it is under way, and then what was found."""
    begun: list[str] = []

    class Checks:
        def verify(self, name: str) -> bytes:
            begun.append(name)
            assert there.is_under_way("1234")
            there.ask("club", "1234")
            there.settle()
            return b'{"events": 30, "head": "x", "findings": []}'

        def end(self) -> None:
            pass

        stop = end

    verifier = Checks()
    here, there = (RecordChecks(one.rows.file, two.clock, verifier, one.rows) for one in two[:2])
    assert there.last("1234") is None
    here.ask("club", "1234")
    here.settle()
    found = there.last("1234")
    assert begun == ["club"] and found is not None and found.events == 30
    assert not there.is_under_way("1234")
    assert two.a.rows.begin_check("1234", timedelta(minutes=2))
    assert not two.b.rows.begin_check("1234", timedelta(minutes=2))
    two.clock.passes(2 * 60 + 1)
    assert two.b.rows.begin_check("1234", timedelta(minutes=2)), "its process may have been killed"
    here.close()
    there.close()


def test_who_is_here_is_known_at_both_for_a_minute_and_a_half(two: Two) -> None:
    """From the last sign of life on, wherever it came; in one campaign and no other."""
    everybody = ("ben", "anna", "cora")
    two.a.presence.come("club", "anna")
    two.clock.passes(60)
    two.b.presence.come("club", "ben")
    for one in two[:2]:
        assert one.presence.among("club", everybody) == ("ben", "anna")
        assert one.presence.among("other", everybody) == ()
    two.clock.passes(31)
    assert two.a.presence.among("club", everybody) == ("ben",), "91 seconds after she came"
    two.a.presence.come("club", "ben")
    two.clock.passes(90)
    assert two.b.presence.among("club", everybody) == ("ben",)
    two.a.presence.leave("club", "ben")
    assert two.b.presence.among("club", everybody) == ()


def test_that_somebody_talked_came_or_left_is_seen_at_the_other(two: Two) -> None:
    """Numbers that are others once something has changed, and the same while nothing has."""
    here, there = two.a.presence, two.b.presence

    def beside() -> tuple[int, int]:
        found = there.beside(["club"])["club"]
        assert here.beside(["club", "other"])["club"] == found
        held.append(found.held)
        return found.talk, found.here

    held: list[int] = []

    quiet = beside()
    here.talk("club")
    talked = beside()
    assert talked[0] != quiet[0] and talked[1] == quiet[1] and beside() == talked
    there.talk("club")
    again = beside()
    assert again[0] not in (talked[0], quiet[0])
    here.come("club", "anna")
    came = beside()
    assert came[0] == again[0] and came[1] != again[1]
    two.clock.passes(60)
    there.come("club", "anna")
    assert beside() == came, "who was here before is no news"
    two.clock.passes(91)
    assert beside()[1] == quiet[1]
    assert len(set(held)) == 1, "nothing was held"
    here.held("club")
    assert (beside()[0], held[-1] != held[0]) == (again[0], True)
    assert here.beside(["other"])["other"] == (0, 0, 0) and there.beside([]) == {}


def test_readers_at_one_hear_of_talk_at_the_other(two: Two) -> None:
    """Each process looks at the rows of both; neither needs a word from the other."""

    async def heard() -> bytes:
        streams = Streams(lambda name: 7, beside=two.b.presence.beside, poll=0.001)
        stream = streams.open("club", "ben", 7)
        await asyncio.sleep(0.05)  # the first look is no news
        await asyncio.to_thread(two.a.presence.talk, "club")
        await asyncio.wait_for(stream.changed.wait(), 10.0)
        told = stream.taken()
        await asyncio.to_thread(two.a.presence.come, "club", "anna")
        await asyncio.wait_for(stream.changed.wait(), 10.0)
        told += stream.taken()
        streams.close(stream)
        return told

    assert asyncio.run(heard()) == b"event: talk\ndata:\n\nevent: here\ndata:\n\n"


def test_rows_tell_nothing_to_who_reads_the_database(two: Two) -> None:
    """Neither callers, ids, addresses, codes, salts nor what was sent are in them."""
    sent = "what-anna-has-chosen"
    code = two.a.moves.ask("p1", "a phone", "anna@example.org")
    two.a.answers.keep("1234", "anna", "an-id", SentAnswer(sent, ANSWER, "a phone", moment(START)))
    two.a.doors.note(("club", "anna", "an-id"), "a door", START)
    text = challenges(two.a, two.clock).made("sign in")
    assert challenges(two.b, two.clock).take(text, "sign in")
    assert two.a.limits("tries", Rate(3, 1)).wait("192.0.2") == 0
    two.a.presence.come("club", "anna")
    two.a.presence.talk("club")
    with two.people.file.reading() as db:
        rows = [tuple(row) for table in TABLES for row in db.execute(f"SELECT * FROM {table}")]
    kept = "\n".join(str(row) for row in rows)
    raw = from_text(text)
    assert len(rows) == 8 and raw is not None
    salt = ANSWER["receipt"]["salt"]  # type: ignore[index]
    secrets = (sent, salt, "anna", "club", code, "an-id", "192.0", raw.hex(), text)
    assert [one for one in secrets if one in kept] == []


def test_what_counts_no_more_is_dropped(two: Two) -> None:
    """So that the tables stay small, whoever comes."""
    two.a.doors.note(SENDING, "a", START)
    two.a.limits("tries", Rate(3, 1)).wait("x")
    two.a.presence.come("club", "anna")
    two.a.presence.talk("club")
    two.clock.passes(24 * 3600 + 1)
    two.a.doors.note(("club", "ben", "k1"), "b", two.clock())
    with two.people.file.reading() as db:
        count = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
    assert count == [0, 0, 1, 0, 0, 0, 0, 0]


def test_a_lost_key_takes_back_no_answer(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sealed something hears so; only the page is not given again with its salt."""
    given = SentAnswer("{}", ANSWER, "a phone", moment(START))
    two.a.answers.keep("1234", "anna", "k1", given)
    monkeypatch.setenv("CAMPAIGN_VAULT_KEY", "11" * 32)
    two.a.answers.keep("1234", "anna", "k2", given)
    assert two.b.answers.again("1234", "anna", "k1", "a phone", moment(START)) is None


def test_rows_are_marked_with_a_key(tmp_path: Path) -> None:
    """Whoever has the rows without it cannot try who a caller was."""
    people = People(tmp_path / "club.db", (TOGETHER,))
    marks = {TogetherRows(people.file, key, utc_now).mark("acts", "anna") for key in (b"a", b"b")}
    assert len(marks) == 2 and msgspec.json.encode(sorted(marks)).count(b"anna") == 0
    people.close()
