"""Ruling 59: a service fixes and opens what is overdue in the host's name, once for each deadline.

The clock stands where a test puts it: noon, with deadlines at nine in the evening.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from campaign.handler.command_handler import CommandHandler
from campaign.kernel.deadlines import Awaiting
from campaign.kernel.keys import to_text
from campaign.store import outlines
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outlined
from campaign.store.protocol import StoreError
from campaign.store.vault import Vault
from campaign.text.moments import days_after
from campaign.web.jobs.overdue import OverdueJob
from events.base import Event
from events.club import DeadlineSet
from events.lif.board import BallotsOpened, MarkersFixed, VotesOpened
from support.disputed import correct, preview, upheld
from support.sessions import NAME, Dice, Session
from tests.kernel.test_deadlines import EVENING, NOON, Hands, deadline, drawn, findings
from tests.notifications.test_overdue import NONCE, OVER, opened, sealed_on_a_device

DAYS_LATER = "2026-11-25T08:30:40.500Z"
IN_48_HOURS = "2026-11-22T21:00:00Z"
"""So long after the moment at which the ballots were found overdue."""
OVER_AGAIN = "2026-11-22T21:00:00.001Z"


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A club that wants it, with Guderian before the board."""
    made = opened(tmp_path, hands, auto_open="yes")
    drawn(made)
    yield made
    made.ledger.close()


def look(session: Session, hands: Hands) -> list[Event]:
    """One round of the service; what it recorded."""
    before = session.ledger.store.version(NAME)
    OverdueJob(
        session.ledger, CommandHandler(session.ledger, is_shared=False), b"secret", hands
    ).run()
    return [event for version, event in session.ledger.log(NAME) if version > before]


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_ballots_are_opened_once_their_deadline_is_over(session: Session, hands: Hands) -> None:
    """Not before, and not at the moment itself; missing ones count as absent."""
    session.ballots({"ussr": "veto"})
    deadline(session, "ballots")
    for hands.at in ("2026-11-20T12:00:00.000Z", "2026-11-20T21:00:00.000Z"):
        assert look(session, hands) == []
    hands.at = OVER
    found = look(session, hands)
    assert kinds(found)[:2] == [MarkersFixed, BallotsOpened]
    assert isinstance(found[1], BallotsOpened)
    assert found[1].overdue and found[1].by == "host"
    assert found[1].ballots["ussr"].how == "sealed"
    assert found[1].ballots["germany"].how == "absent"
    assert look(session, hands) == []
    assert findings(session) == []


def test_a_service_that_was_off_for_days_does_it_when_it_is_back(
    session: Session, hands: Hands
) -> None:
    deadline(session, "ballots")
    hands.at = DAYS_LATER
    assert kinds(look(session, hands))[:2] == [MarkersFixed, BallotsOpened]


def test_votes_are_counted(session: Session, hands: Hands) -> None:
    session.do("OpenBallots", absent="no-veto")
    deadline(session, "votes")
    hands.at = OVER
    found = look(session, hands)
    assert kinds(found)[:2] == [MarkersFixed, VotesOpened]
    assert findings(session) == []


def test_openings_get_their_deadline_and_are_withheld_after_it(
    session: Session, hands: Hands
) -> None:
    """Ruling 22: fixed first; 48 hours for the devices, from the moment when they were fixed."""
    sealed_on_a_device(session)
    deadline(session, "ballots")
    hands.at = OVER
    fixed, due = look(session, hands)
    assert isinstance(fixed, MarkersFixed) and fixed.overdue
    assert isinstance(due, DeadlineSet)
    assert (due.what, due.until, due.by) == ("openings", IN_48_HOURS, "host")
    assert look(session, hands) == []
    hands.at = OVER_AGAIN
    found = look(session, hands)
    assert isinstance(found[0], BallotsOpened)
    assert found[0].overdue and found[0].ballots["germany"].how == "withheld"
    assert findings(session) == []


def test_once_all_openings_are_in_nothing_is_waited_for(session: Session, hands: Hands) -> None:
    sealed_on_a_device(session)
    deadline(session, "ballots")
    hands.at = OVER
    look(session, hands)
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=NONCE)
    found = look(session, hands)
    assert isinstance(found[0], BallotsOpened)
    assert found[0].ballots["germany"].how == "device"


def test_a_deadline_for_openings_that_the_host_set_stands(session: Session, hands: Hands) -> None:
    """Fixed by hand as well: nothing is overdue before it, and nothing replaces it."""
    sealed_on_a_device(session)
    session.do("FixMarkers")
    deadline(session, "openings")
    assert look(session, hands) == []
    hands.at = OVER
    assert kinds(look(session, hands))[:1] == [BallotsOpened]


def test_markers_fixed_by_hand_get_a_deadline_for_their_openings(
    session: Session, hands: Hands
) -> None:
    sealed_on_a_device(session)
    session.do("FixMarkers")
    (due,) = look(session, hands)
    assert isinstance(due, DeadlineSet)
    assert due.until == "2026-11-22T12:00:00Z"


def test_a_host_who_opens_meanwhile_is_not_hindered(session: Session, hands: Hands) -> None:
    """The service saw the ballots overdue; when its command comes, they are open."""
    deadline(session, "ballots")
    hands.at = OVER
    step = session.ledger.live(NAME).system.rules.awaiting.overdue(session.state, hands.at)
    assert step is not None
    session.do("OpenBallots", absent="no-veto")
    assert look(session, hands) == []
    told = session.ask(step.command["command"], overdue=True)
    assert not told["accepted"]


def test_two_services_do_it_once(tmp_path: Path, hands: Hands) -> None:
    """Each with a ledger of its own; the second finds it done."""
    first = opened(tmp_path, hands, auto_open="yes")
    drawn(first)
    deadline(first, "ballots")
    other = Ledger(
        tmp_path / "campaign.db", Vault(tmp_path / "campaign.vault", random=Dice("dice")), hands
    )
    second = Session(other)
    assert second.phase == "ballots"
    hands.at = OVER
    assert BallotsOpened in kinds(look(first, hands))
    assert look(second, hands) == []
    first.ledger.close()
    other.close()


def test_what_was_taken_back_is_not_done_again(session: Session, hands: Hands) -> None:
    """It was struck, so that somebody can be waited for; a new deadline counts anew."""
    deadline(session, "ballots")
    hands.at = OVER
    fixed, *_ = look(session, hands)
    wrong = [version for version, event in session.ledger.log(NAME) if event == fixed]
    dispute = upheld(session, wrong[0])
    found = preview(session, "StrikeEvents", dispute=dispute, versions=wrong)
    struck = {"dispute": dispute, "versions": wrong, "also": found.also}
    correct(session, "StrikeEvents", **struck)
    assert session.phase == "ballots"
    assert look(session, hands) == []
    deadline(session, "ballots", "2026-11-21T21:00:00Z")
    hands.at = "2026-11-21T21:00:01.000Z"
    assert BallotsOpened in kinds(look(session, hands))


def test_without_the_ruling_nothing_is_done(tmp_path: Path, hands: Hands) -> None:
    made = opened(tmp_path, hands)
    drawn(made)
    sealed_on_a_device(made)
    deadline(made, "ballots")
    hands.at = OVER
    assert look(made, hands) == []
    made.do("FixMarkers")
    assert look(made, hands) == []
    made.ledger.close()


def test_without_a_deadline_nothing_is_done(session: Session, hands: Hands) -> None:
    """Nor for a deadline of the turn."""
    deadline(session, "turn", EVENING)
    hands.at = OVER
    assert look(session, hands) == []


def test_while_play_rests_nothing_is_done_nor_asked(session: Session, hands: Hands) -> None:
    """A refusal would leave a receipt at every look."""
    deadline(session, "ballots")
    session.do("RaiseDispute", "anna", versions=[1], claim="the draw was not in order")
    (dispute,) = session.state.campaign.record.disputes
    session.do("FreezePlay", dispute=dispute)
    hands.at = OVER
    before = len(list(session.ledger.store.receipts(NAME)))
    assert look(session, hands) == []
    assert len(list(session.ledger.store.receipts(NAME))) == before
    session.do("ResumePlay")
    assert BallotsOpened in kinds(look(session, hands))


def test_one_campaign_that_fails_keeps_no_other_off(
    session: Session,
    hands: Hands,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    deadline(session, "ballots")
    hands.at = OVER
    real, every = session.ledger.live, outlines.every
    broken = Outlined("broken", 1, "", StoreError("a broken record"))
    monkeypatch.setattr(outlines, "every", lambda ledger: [broken, *every(ledger)])

    def live(name: str) -> object:
        if name == "broken":
            raise ValueError("a broken record")
        return real(name)

    monkeypatch.setattr(session.ledger, "live", live)
    with caplog.at_level(logging.ERROR, "campaign.web"):
        assert BallotsOpened in kinds(look(session, hands))
    assert "broken: overdue: ValueError" in caplog.text


def test_a_campaign_in_which_nothing_can_be_overdue_is_not_read(
    session: Session, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the time; until a deadline is set, and again once what waited for it is done."""
    hands.at = DAYS_LATER

    def waits() -> bool:
        [one] = outlines.every(session.ledger)
        assert not isinstance(one.outline, StoreError)
        return one.outline.waits

    assert not waits()
    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "live", _not_asked)
        assert look(session, hands) == []
    hands.at = NOON
    deadline(session, "ballots")
    assert waits()
    session.do("OpenBallots", absent="no-veto")
    assert not waits()


def _not_asked(self: Ledger, name: str) -> None:
    raise AssertionError(f"{name} was read")


def test_a_game_wants_nothing_done_unless_it_says_so() -> None:
    assert Awaiting[object]().overdue(None, EVENING) is None


@pytest.mark.parametrize(
    ("time", "days", "later"),
    [
        ("2026-12-30T23:59:59.999Z", 2, "2027-01-01T23:59:00Z"),
        ("2028-02-28T08:00:00Z", 2, "2028-03-01T08:00:00Z"),  # a leap year
        ("2026-11-30T00:00:00Z", 40, "2027-01-09T00:00:00Z"),
    ],
)
def test_days_are_added_over_the_ends_of_months(time: str, days: int, later: str) -> None:
    """To the full minute, whatever the fraction."""
    assert days_after(time, days) == later


def test_a_host_who_signs_everything_is_not_acted_for(session: Session, hands: Hands) -> None:
    """It would not count, and leave a receipt at every look; another host is acted for."""
    deadline(session, "ballots")
    own = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw()
    enrolled = {"member": "host", "public": to_text(own), "algorithm": "ed25519", "only": True}
    session.do("EnrolKey", **enrolled)
    hands.at = OVER
    before = len(list(session.ledger.store.receipts(NAME)))
    assert look(session, hands) == []
    assert len(list(session.ledger.store.receipts(NAME))) == before
