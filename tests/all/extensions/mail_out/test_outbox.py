"""A run of the mail: who gets what, once, whatever the line and the rows do meanwhile."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from campaign.accounts.allowance import Quotas
from campaign.accounts.database import PeopleFile
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import MailSettings
from campaign.extensions.clubs.club import Club as LeagueClub
from campaign.extensions.clubs.directory import ClubAllowance, ClubDirectory
from campaign.extensions.mail_out.outbox import (
    Around,
    Ended,
    Parcel,
    Tried,
    Written,
    parcels,
    recorded,
    run,
)
from campaign.extensions.mail_out.smtp import Post, StoppedError
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.notification import Delivery, Notification, Planned, State
from support.mail_server import CUT, FINE, Behaviour, mail_server

CLUB, FROM = "c" * 32, "club@example.org"
START = "2100-01-01T20:00:00.000Z"
T1, T2 = "turn:1939-SO", "turn:1939-ND"


def occasion(key: str) -> Notification:
    return Notification(key, "turns", key.partition(":")[2], (), START)


def plan(*pairs: tuple[str, str], **more: Any) -> list[Planned]:
    return [Planned(occasion(key), member, **more) for key, member in pairs]


class Club:
    """A club with a clock that goes on by hand."""

    def __init__(self, folder: Path, port: int) -> None:
        self.rows = StoredDeliveries(PeopleFile(folder / "club.people.db", (DELIVERIES,)))
        self.now = START
        self.told: list[str] = []
        self.runs = 0
        self.port = port
        self.before: Callable[[str, str], None] = lambda member, step: None

    def write(self, parcel: Parcel) -> Written:
        member, keys = parcel.member, " ".join(one.occasion.key for one in parcel.planned)
        content = f"Subject: {keys}\r\n\r\nFor {member}.\r\n".encode()
        letter = "digest:1" if parcel.planned[0].in_digest else ""
        return Written(f"{member}@example.org", content, f"digest of {keys}", 12, "mark", letter)

    def send(self, planned: Iterable[Planned], **more: Any) -> Ended:
        """One run."""
        self.runs += 1
        planned = list(planned)
        rows = recorded(self.rows, CLUB, planned, 12, self.now)
        around = Around(f"run {self.runs}", lambda: self.now, lambda: 0.5, self._hear)
        line = Post(MailSettings("127.0.0.1", self.port, "none", sender=FROM), "")
        waiting = list(parcels(planned, rows, self.now, **more))
        return run(waiting, self.write, line, FROM, self.rows, around)

    def _hear(self, tried: Tried) -> None:
        self.told.append(f"{tried.parcel.member} {tried.state}")

    def row(self, member: str, key: str = T1) -> Delivery:
        return self.rows.known(CLUB)[key, member]

    def states(self) -> dict[str, State]:
        return {member: row.state for (_, member), row in self.rows.known(CLUB).items()}


@pytest.fixture
def there(server: tuple[int, Behaviour]) -> Behaviour:
    return server[1]


@pytest.fixture
def club(server: tuple[int, Behaviour], tmp_path: Path) -> Club:
    return Club(tmp_path, server[0])


THREE = plan((T1, "anna"), (T1, "ben"), (T1, "cara"))


def test_everybody_gets_it_once_however_often_it_runs(club: Club, there: Behaviour) -> None:
    """Over one connection; the second run does not even connect."""
    ended = club.send(THREE)
    assert club.told == ["anna sent", "ben sent", "cara sent"]
    assert not ended.is_bad and ended.stopped == ""
    assert club.send(THREE) == Ended(())
    assert there.connections == 1
    assert {name: len(found) for name, found in there.inboxes.items()} == {
        f"{name}@example.org": 1 for name in ("anna", "ben", "cara")
    }
    assert club.row("anna") == Delivery(
        1, CLUB, T1, "anna", "mail", "sent", attempts=1, server=FINE, digest=f"digest of {T1}",
        version=12, made_at=START, first_at=START, address="mark",
        moved_at=START,
    )  # fmt: skip


def test_every_step_is_on_the_disk_before_it_is_taken(club: Club, there: Behaviour) -> None:
    """`talking` when the server hears of the person, `sending` when it has the message."""
    seen: list[State] = []
    there.at_recipient = lambda to: seen.append(club.row("anna").state) or FINE  # type: ignore[func-returns-value]
    there.after = lambda to, content: seen.append(club.row("anna").state) or FINE  # type: ignore[func-returns-value]
    club.send(THREE[:1])
    assert seen == ["talking", "sending"]
    assert club.row("anna").state == "sent"


def test_what_is_put_off_waits_for_its_person_alone(club: Club, there: Behaviour) -> None:
    """Their further messages wait as well; after a minute and a little it goes through."""
    there.at_recipient = lambda to: "450 4.2.1 busy" if to.startswith("anna") else FINE
    ended = club.send([*THREE, *plan((T2, "anna"), (T2, "ben"))])
    assert club.told == ["anna later", "ben sent", "cara sent", "ben sent"]
    assert not ended.is_bad
    row = club.row("anna")
    assert (row.state, row.attempts, row.server) == ("later", 1, "450 4.2.1 busy")
    assert row.next_try == "2100-01-01T20:01:03.000Z"  # 60 seconds and half a tenth of them
    assert club.row("anna", T2).state == "due"
    there.at_recipient = lambda to: FINE
    club.now = "2100-01-01T20:01:02.999Z"
    club.send(THREE)
    assert club.row("anna").state == "later"
    club.now = row.next_try
    club.send(THREE)
    assert (club.row("anna").state, club.row("anna").attempts) == ("sent", 2)


def test_at_once_leaves_the_pause_away(club: Club, there: Behaviour) -> None:
    """For `--to`."""
    there.at_recipient = lambda to: "450 4.2.1 busy"
    club.send(THREE[:1])
    there.at_recipient = lambda to: FINE
    club.send(THREE[:1], at_once=True)
    assert club.row("anna").state == "sent"


def test_pauses_grow_and_end_after_five_days(club: Club, there: Behaviour) -> None:
    """1, 5, 15, 60 minutes, 4 hours, then every 8; the server's words are kept to the end."""
    there.at_recipient = lambda to: "450 4.2.1 busy"
    moments = []
    while (found := club.send(THREE[:1]).tried) and found[0].state == "later":
        moments.append(club.now[8:16])
        club.now = club.row("anna").next_try
    assert moments[:7] == [  # each pause longer by a twentieth
        "01T20:00", "01T20:01", "01T20:06", "01T20:22", "01T21:25", "02T01:37", "02T10:01",
    ]  # fmt: skip
    assert club.now < "2100-01-06T20:00" and len(moments) == 18  # and 13 more, 8.4 hours apart
    row = club.row("anna")
    assert (row.state, row.server, row.next_try) == ("refused", "450 4.2.1 busy", "")


def test_a_refusal_is_final_and_bad(club: Club, there: Behaviour) -> None:
    """The others get theirs; no run tries it again."""
    there.at_recipient = lambda to: "550 5.1.1 no" if to.startswith("ben") else FINE
    assert club.send(THREE).is_bad
    assert club.states() == {"anna": "sent", "ben": "refused", "cara": "sent"}
    there.at_recipient = lambda to: FINE
    assert club.send(THREE, at_once=True) == Ended(())


def test_no_answer_is_a_doubt_that_no_run_settles(club: Club, there: Behaviour) -> None:
    """It ends the run; the next one sends the others theirs, and leaves the doubt alone."""
    there.after = lambda to, content: CUT if to.startswith("ben") else FINE
    ended = club.send(THREE)
    assert ended.is_bad
    assert ended.stopped == "no answer came before the line broke; the message may have arrived"
    assert club.states() == {"anna": "sent", "ben": "unknown", "cara": "due"}
    club.now = "2100-01-09T20:00:00.000Z"
    assert not club.send(THREE, at_once=True).is_bad
    assert club.states() == {"anna": "sent", "ben": "unknown", "cara": "sent"}
    assert len(there.inboxes["ben@example.org"]) == 1


def test_a_server_that_forgets_what_it_took_is_believed(club: Club, there: Behaviour) -> None:
    """It said 250: no run sends it again, and the host can write it to a file."""
    there.keeps = False
    assert not club.send(THREE).is_bad
    assert club.states() == dict.fromkeys(("anna", "ben", "cara"), "sent")
    there.keeps = True
    assert club.send(THREE, at_once=True) == Ended(()) and there.count() == 0


def test_a_line_that_breaks_before_the_message_ends_the_run(club: Club, there: Behaviour) -> None:
    """The one waits a minute, the others are due."""
    there.at_recipient = lambda to: "421 4.3.2 down" if to.startswith("ben") else FINE
    ended = club.send(THREE)
    assert not ended.is_bad and ended.stopped.startswith("the server ended the connection")
    assert club.states() == {"anna": "sent", "ben": "later", "cara": "due"}
    assert ended.has_reached, "Anna's was taken"
    assert not club.send(plan((T2, "ben"))).has_reached


def test_a_club_that_may_not_send_loses_nothing(club: Club, there: Behaviour) -> None:
    """The row is as it was, without an attempt."""
    there.at_sender = lambda sender: "553 5.7.1 not you"
    ended = club.send(THREE)
    assert ended.tried == () and "does not let" not in ended.stopped
    assert ended.stopped == "the server refused it (127.0.0.1 said: 553 5.7.1 not you)"
    assert ended.is_refused and not ended.has_reached
    row = club.row("anna")
    assert (row.state, row.attempts, row.first_at) == ("due", 0, "")


def test_a_server_that_is_not_there_touches_no_row(tmp_path: Path) -> None:
    """The run fails before it takes one."""
    with mail_server() as (port, _):
        gone = Club(tmp_path, port)
    with pytest.raises(StoppedError, match="nothing answers at"):
        gone.send(THREE)
    assert gone.states() == dict.fromkeys(("anna", "ben", "cara"), "due")


def test_a_digest_is_one_message_of_several_rows(club: Club, there: Behaviour) -> None:
    """They go all the way together."""
    together = plan((T1, "anna"), ("opened:3", "anna"), in_digest=True)
    club.send([*together, *plan((T1, "ben"))])
    assert [one["Subject"] for one in there.messages("anna@example.org")] == [f"{T1} opened:3"]
    assert {row.letter for row in club.rows.known(CLUB).values() if row.member == "anna"} == {
        "digest:1"
    }
    assert club.row("ben").letter == ""
    assert {row.state for row in club.rows.known(CLUB).values()} == {"sent"}


def test_what_has_its_hour_waits_for_it(club: Club, there: Behaviour) -> None:
    """A digest's hour, or the end of quiet hours; `due` until then."""
    later = "2100-01-02T07:00:00.000Z"
    waits = plan((T1, "anna"), not_before=later)
    club.send(waits)
    assert club.states() == {"anna": "due"} and not there.inboxes
    club.now = later
    club.send(waits)
    assert club.states() == {"anna": "sent"}


def test_what_another_run_has_is_left_to_it(club: Club, there: Behaviour) -> None:
    """Taken between our look and our step."""
    rows = recorded(club.rows, CLUB, THREE, 12, START)
    waiting = list(parcels(THREE, rows, START))
    assert club.rows.claim([2], "another", START)
    around = Around("ours", lambda: START, lambda: 0, lambda _: None)
    line = Post(MailSettings("127.0.0.1", club.port, "none", sender=FROM), "")
    ended = run(waiting, club.write, line, FROM, club.rows, around)
    assert [one.parcel.member for one in ended.tried] == ["anna", "cara"]


def test_a_run_that_is_overtaken_before_the_message_sends_nothing(
    club: Club, there: Behaviour
) -> None:
    """It was so slow that its claim was given to another."""

    def slow(to: str) -> str:
        club.rows.free(CLUB, "2100-01-01T20:10:01.000Z")
        assert club.rows.claim([1], "another", START)
        return FINE

    there.at_recipient = slow
    ended = club.send(THREE)
    assert ended.stopped == "this took so long that another run goes on with it"
    assert ended.is_bad and not ended.is_refused, "the server is not at fault"
    assert there.count() == 0 and club.states()["anna"] == "claimed"


def test_an_answer_after_ten_minutes_still_counts(club: Club, there: Behaviour) -> None:
    """Another run has called it unknown meanwhile; we know better."""

    def slow(to: str, content: bytes) -> str:
        club.rows.free(CLUB, "2100-01-01T20:10:01.000Z")
        assert club.row("anna").state == "unknown"
        return FINE

    there.after = slow
    club.send(THREE[:1])
    assert club.row("anna").state == "sent"


def test_who_has_nothing_to_be_written_is_left_out(club: Club, there: Behaviour) -> None:
    """Such as somebody whose address is gone since."""
    club.write = lambda parcel: None  # type: ignore[method-assign,assignment]
    assert club.send(THREE) == Ended(())
    assert club.states()["anna"] == "due"


def test_mails_over_a_clubs_quota_wait_for_the_next_day(
    club: Club, there: Behaviour, tmp_path: Path
) -> None:
    """None is lost, none counts as tried; after midnight they go out."""
    directory = ClubDirectory(str(tmp_path), lambda: club.now)
    directory.add(LeagueClub("thursday", "https://thursday.example", "x", quotas=Quotas(mails=2)))
    allowance = ClubAllowance(directory, "thursday", directory.place, now=lambda: club.now)

    def send() -> Ended:
        rows = recorded(club.rows, CLUB, THREE, 12, club.now)
        waiting = list(parcels(THREE, rows, club.now))
        around = Around("ours", lambda: club.now, lambda: 0, lambda _: None, allowance)
        line = Post(MailSettings("127.0.0.1", club.port, "none", sender=FROM), "")
        return run(waiting, club.write, line, FROM, club.rows, around)

    ended = send()
    assert [one.state for one in ended.tried] == ["sent", "sent", "later"] and not ended.is_bad
    assert club.states() == {"anna": "sent", "ben": "sent", "cara": "later"}
    row = club.row("cara")
    assert (row.attempts, row.first_at) == (0, "")
    midnight = f"{(datetime.fromisoformat(START) + timedelta(days=1)).date()}T00:00:00.000Z"
    assert row.next_try == midnight
    assert row.server == (
        "this club may send 2 mails a day, and has; what waits goes out after midnight (UTC), "
        "or ask whoever runs the installation"
    )
    assert send().tried == ()
    club.now = midnight
    assert [one.state for one in send().tried] == ["sent"]
    assert len(there.inboxes["cara@example.org"]) == 1
    directory.close()
