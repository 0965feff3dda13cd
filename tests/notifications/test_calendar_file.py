"""A member's deadlines as a calendar: stable, cancelled when met, and nothing secret in them.

What is expected is written from the promise, and read back with the calendar library.
"""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from msgspec.structs import replace

from campaign import systems
from campaign.accounts.choices import Choices
from campaign.cli import output, run
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.notifications.email_content import Recipient
from campaign.notifications.feeds import MEDIA, attached, calendar
from campaign.reports import book as reports_book
from campaign.reports.book import Book, StoredLog
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from skirmish.system import SYSTEM as SKIRMISH
from support.extensions import extension
from support.sessions import Dice, Session
from tests.notifications.test_occasions import MONDAY, TUESDAY, WEDNESDAY, Hands, drawn, head

FRIDAY = "2026-11-20T21:00:00Z"
SUNDAY = "2026-11-22T21:00:00Z"


def opened(folder: Path, hands: Hands, **request: Any) -> Session:
    folder.mkdir(parents=True, exist_ok=True)
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice("dice"))
    ledger = Ledger(store, vault, hands, random=Dice("salt"))
    return Session(ledger).open(rulings={"draws": "table"}, **request)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A Monday; Guderian is before the board, ballots are due on Friday."""
    made = opened(tmp_path, hands)
    drawn(made)
    made.do("SetDeadline", what="ballots", until=FRIDAY)
    yield made
    made.ledger.close()


def book(session: Session) -> Book:
    return reports_book.read(StoredLog(session.ledger, session.name))


def events(session: Session, member: str) -> dict[str, dict[str, str]]:
    """A member's calendar, read again: each event by its id, its properties as text."""
    return read(calendar(book(session), member))


def read(content: bytes) -> dict[str, dict[str, str]]:
    parsed = Calendar.from_ical(content)
    assert str(parsed["METHOD"]) == "PUBLISH" and str(parsed["VERSION"]) == "2.0"
    return {
        str(event["UID"]): {name.lower(): value.to_ical().decode() for name, value in event.items()}
        for event in parsed.walk("VEVENT")
    }


def uid(session: Session, about: str) -> str:
    return f"{about}@{session.state.campaign.id}"


def test_a_deadline_stands_in_the_calendar_of_whom_it_concerns(session: Session) -> None:
    """Anna plays Germany; the observer and the referee play nothing."""
    (found,) = events(session, "anna").values()
    assert found == {
        "uid": uid(session, "ballots-1"),
        "sequence": str(head(session)),
        "dtstamp": "20261116T120000Z",
        "last-modified": "20261116T120000Z",
        "dtstart": "20261120T210000Z",
        "summary": "club: ballot on Guderian",
        "description": "Seal Germany's ballot on Guderian.",
        "status": "CONFIRMED",
        "transp": "TRANSPARENT",
    }
    (found,) = events(session, "ben").values()
    assert found["description"] == (
        "Seal the USSR's ballot on Guderian and seal the USA's ballot on Guderian."
    )
    assert events(session, "eve") == {} and events(session, "ref") == {}


def test_a_changed_deadline_moves_and_raises_the_sequence(session: Session, hands: Hands) -> None:
    before = events(session, "anna")[uid(session, "ballots-1")]
    hands.at = TUESDAY
    session.do("SetDeadline", what="ballots", until=SUNDAY)
    after = events(session, "anna")[uid(session, "ballots-1")]
    assert (after["dtstart"], after["dtstamp"]) == ("20261122T210000Z", "20261117T120000Z")
    assert int(after["sequence"]) > int(before["sequence"])


def test_what_a_member_has_done_is_cancelled_for_them_alone(session: Session, hands: Hands) -> None:
    ben = calendar(book(session), "ben")
    hands.at = TUESDAY
    session.ballots({"germany": "veto"})
    (found,) = events(session, "anna").values()
    assert (found["status"], found["dtstamp"]) == ("CANCELLED", "20261117T120000Z")
    assert int(found["sequence"]) == head(session)
    assert found["dtstart"] == "20261120T210000Z"
    assert calendar(book(session), "ben") == ben


def test_what_nobody_waits_for_any_more_is_cancelled(session: Session, hands: Hands) -> None:
    hands.at = WEDNESDAY
    session.do("OpenBallots", absent="no-veto")
    for member in ("anna", "ben", "host"):
        (found,) = events(session, member).values()
        assert (found["status"], found["dtstamp"]) == ("CANCELLED", "20261118T120000Z")


def test_bytes_are_equal_while_nothing_about_it_changes(session: Session, hands: Hands) -> None:
    first = calendar(book(session), "anna")
    hands.at = TUESDAY
    session.do("SetBookmark", "anna", version=1, note="here")
    session.ballots({"ussr": "no-veto"})
    assert calendar(book(session), "anna") == first


def test_a_sealed_choice_changes_no_byte(tmp_path: Path) -> None:
    found = []
    for choice in ("veto", "no-veto"):
        hands = Hands()
        session = opened(tmp_path / choice, hands)
        drawn(session)
        session.do("SetDeadline", what="ballots", until=FRIDAY)
        session.ballots({"ussr": choice})
        found.append([calendar(book(session), who) for who in ("anna", "ben", "host", "eve")])
        session.ledger.close()
    assert found[0] == found[1]
    assert b"no-veto" not in b"".join(found[0]) and b"example.org" not in b"".join(found[0])


def test_the_turns_deadline_concerns_all_who_play_or_host(session: Session) -> None:
    session.do("SetDeadline", what="turn", until=SUNDAY)
    for member in ("anna", "ben", "host"):
        found = events(session, member)[uid(session, "turn-1939-SO")]
        assert found["summary"] == "club: end of September/October 1939"
        assert found["dtstart"] == "20261122T210000Z"
    assert events(session, "eve") == {} and events(session, "ref") == {}


def test_last_turns_deadlines_are_cancelled_and_older_ones_gone(session: Session) -> None:
    session.do("SetDeadline", what="turn", until=SUNDAY)
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    found = events(session, "anna")
    assert set(found) == {uid(session, "turn-1939-SO"), uid(session, "ballots-1")}
    assert {one["status"] for one in found.values()} == {"CANCELLED"}
    session.do("AdvanceTurn")
    assert events(session, "anna") == {}


def test_a_disputes_deadline_outlives_turns_and_keeps_its_sequence(session: Session) -> None:
    """It concerns the referee, whose ruling holds; a ruling meets it."""
    session.do("RaiseDispute", "anna", versions=[head(session)], claim="not so")
    session.do("SetDeadline", what="dispute:d1", until="2026-12-20T21:00:00Z")
    (first,) = events(session, "ref").values()
    assert first["uid"] == uid(session, "dispute-d1")
    assert first["summary"] == "club: ruling on dispute d1"
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    for _ in range(4):
        session.do("AdvanceTurn")
    assert list(events(session, "ref").values()) == [first]
    assert events(session, "anna") == {}
    session.do("GiveRuling", "ref", dispute="d1", verdict="rejected", text="it was so")
    (last,) = events(session, "ref").values()
    assert last["status"] == "CANCELLED" and int(last["sequence"]) == head(session)


def test_who_stands_in_on_the_day_of_the_deadline_has_it_too(session: Session) -> None:
    session.do("TellAbsence", "anna", first="2026-11-20", last="2026-11-21", wish="substitute:eve")
    (found,) = events(session, "eve").values()
    assert found["description"] == "Seal Germany's ballot on Guderian."
    session.do("SetDeadline", what="ballots", until=SUNDAY)
    (found,) = events(session, "eve").values()
    assert found["status"] == "CANCELLED"


def test_a_campaigns_title_is_text_and_nothing_else(tmp_path: Path, hands: Hands) -> None:
    session = opened(tmp_path, hands, title="Thursday; END:VEVENT, \\n <b>club</b>")
    drawn(session)
    session.do("SetDeadline", what="ballots", until=FRIDAY)
    (found,) = read(calendar(book(session), "anna")).values()
    parsed = Calendar.from_ical(calendar(book(session), "anna"))
    (event,) = parsed.walk("VEVENT")
    title = "Thursday; END:VEVENT, \\n <b>club</b>"
    assert str(event["SUMMARY"]) == f"{title}: ballot on Guderian", found
    session.ledger.close()


def test_a_request_carries_its_deadline_and_no_other(session: Session) -> None:
    session.do("SetDeadline", what="turn", until=SUNDAY)
    made = attached(book(session), "anna", FRIDAY, frozenset({"ballots"}))
    assert made is not None
    assert (made.name, made.media) == ("deadline.ics", MEDIA)
    assert MEDIA == "text/calendar; method=PUBLISH; charset=utf-8"
    assert list(read(made.content)) == [uid(session, "ballots-1")]
    made = attached(book(session), "anna", SUNDAY, frozenset({"place"}))
    assert made is not None and list(read(made.content)) == [uid(session, "turn-1939-SO")]
    assert attached(book(session), "eve", FRIDAY, frozenset({"ballots"})) is None
    assert attached(book(session), "anna", "", frozenset({"ballots"})) is None


def test_the_mail_that_asks_has_the_deadline_attached(session: Session) -> None:
    """As a calendar that a mail program offers to take in; without a deadline there is none."""
    found = {one.key: one for one in occasions(book(session), 0, MONDAY)}
    reader = Recipient(Choices(address="anna@example.org"), now=MONDAY)
    told = letter(book(session), found["ballot:1"], "anna", reader)
    (attachment,) = told.attachments
    assert list(read(attachment.content)) == [uid(session, "ballots-1")]
    message = extension("mail_out.message")
    heads = message.Heads(
        sender="Club <club@example.org>",
        to="anna@example.org",
        name="Anna",
        campaign=session.state.campaign.id,
        member="anna",
        secret=b"s" * 32,
        at=MONDAY,
    )
    sent = message_from_bytes(message.written(told, heads), policy=default)
    (part,) = (part for part in sent.walk() if part.get_content_type() == "text/calendar")
    assert part.get_filename() == "deadline.ics"
    assert dict(part["content-type"].params) == {"method": "PUBLISH", "charset": "utf-8"}
    assert part.get_payload(decode=True) == attachment.content
    without = replace(found["ballot:1"], until="", until_since="")
    assert letter(book(session), without, "anna", reader).attachments == ()


def test_a_toy_game_has_its_calendar_too(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is about no draw is told apart by its turn."""
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SKIRMISH)
    ledger = Ledger(tmp_path / "c.db", Vault(tmp_path / "c.vault", random=Dice()), hands)
    assert ledger.open("club", system="skirmish", scenario="meadow")["accepted"]
    session = Session(ledger)
    session.do("EnrolMember", member="anna", name="Anna", roles=["player"])
    session.do("AssignPower", power="red", member="anna")
    for number in (1, 2):
        session.do("SetDeadline", what="attacks", until=FRIDAY)
        found = events(session, "anna")[uid(session, f"attacks-round-{number:02}")]
        assert found["status"] == "CONFIRMED"
        session.do("AdvanceTurn")
    ledger.close()


# --- the verb -----------------------------------------------------------------------------------


def test_the_verb_writes_a_file_or_to_standard_output(
    session: Session, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    expected = calendar(book(session), "anna")
    store = ["--store", str(tmp_path / "campaign.db")]
    file = tmp_path / "anna.ics"
    assert run([*store, "calendar", "club", "anna", str(file)]) == 0
    assert capsysbinary.readouterr().out == f"1 deadline of Anna in {file}\n".encode()
    assert file.read_bytes() == expected
    assert run([*store, "calendar", "club", "anna", "-"]) == 0
    assert capsysbinary.readouterr().out == expected


def test_the_verb_says_who_is_unknown_and_what_it_cannot_write(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--store", str(tmp_path / "campaign.db")]
    assert run([*store, "calendar", "club", "ana", "-"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "'ana' is not enrolled in club; did you mean anna?" in told.err
    assert run([*store, "calendar", "club", "anna", str(tmp_path / "no" / "a.ics")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_on_a_terminal_nothing_in_it_moves_the_cursor(
    session: Session,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Its lines end as those of a terminal do, not as those of the file."""
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    assert run(["--store", str(tmp_path / "campaign.db"), "calendar", "club", "anna", "-"]) == 0
    expected = calendar(book(session), "anna").replace(b"\r\n", b"\n")
    assert capsysbinary.readouterr().out == expected
