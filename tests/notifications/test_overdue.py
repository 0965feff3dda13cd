"""Ruling 59: what is overdue may be fixed and opened in the host's name, where the club wished so.

The clock stands where a test puts it: noon, with deadlines at nine in the evening.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import Refused
from campaign.lif.names import Names
from campaign.lif.rulings import in_force, resolve
from campaign.lif.system import sentence
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events.base import Event
from events.club import DeadlineSet
from events.lif.board import Ballot, BallotsOpened, MarkersFixed, Vote, VotesOpened
from support.disputed import correct, preview, upheld
from support.sessions import Dice, Session, nonce_of
from tests.kernel.test_deadlines import EVENING, Hands, deadline, drawn, findings, judged, refusal

OVER = "2026-11-20T21:00:00.001Z"
"""A thousandth of a second behind the deadline."""
NONCE = nonce_of("germany")
RULING = "Ruling 59"
NO = "what is overdue waits for the host in this campaign; its ruling auto_open is no"


@pytest.fixture
def hands() -> Hands:
    return Hands()


def opened(folder: Path, hands: Hands, **rulings: Any) -> Session:
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice("dice"))
    ledger = Ledger(store, vault, hands, random=Dice("salt"))
    return Session(ledger).open(rulings={"draws": "table", **rulings})


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A club that has what is overdue opened, with Guderian before the board."""
    made = opened(tmp_path, hands, auto_open="yes")
    drawn(made)
    yield made
    made.ledger.close()


def sealed_on_a_device(session: Session) -> None:
    commitment = session.device("germany", "no-veto", NONCE)
    session.do("SealBallot", "anna", power="germany", commitment=commitment)


def kinds(answer: dict[str, Any]) -> list[tuple[str, bool | None]]:
    """The events of an answer, each with whether it says that it was overdue."""
    assert answer["accepted"], answer
    return [(event["type"].partition(".")[2], event.get("overdue")) for event in answer["events"]]


# --- the switch ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("typed", "value"), [("no", False), ("yes", True)])
def test_the_switch_is_no_or_yes_and_no_by_default(typed: str, value: bool) -> None:
    for rulebook in ("lif-1998", "lif-list"):
        default, chosen = resolve({}, rulebook), resolve({"auto_open": typed}, rulebook)
        assert not isinstance(default, Refused) and not isinstance(chosen, Refused)
        assert in_force(default).auto_open is False
        assert in_force(chosen).auto_open is value
    wrong = resolve({"auto_open": "later"}, "lif-1998")
    assert isinstance(wrong, Refused)
    assert wrong.reason == "ruling auto_open: expected false or true, got 'later'"
    assert (wrong.about.field, wrong.about.key) == ("rulings", "auto_open")


def test_where_the_ruling_is_no_nothing_is_overdue(tmp_path: Path, hands: Hands) -> None:
    """Even after the deadline; the host may fix and open as ever."""
    session = opened(tmp_path, hands)
    drawn(session)
    deadline(session, "ballots")
    hands.at = OVER
    for command in ("FixMarkers", "OpenBallots"):
        assert refusal(session.ask(command, overdue=True)) == (RULING, NO)
    assert kinds(session.ask("FixMarkers")) == [("MarkersFixed", False)]
    session.ask("OpenBallots", absent="no-veto")
    assert refusal(session.ask("OpenVotes", overdue=True)) == (RULING, NO)
    session.ledger.close()


# --- ballots and votes --------------------------------------------------------------------------


def test_before_a_deadline_and_without_one_nothing_is_overdue(
    session: Session, hands: Hands
) -> None:
    """The deadline itself is not behind the deadline."""
    for command in ("FixMarkers", "OpenBallots"):
        told = refusal(session.ask(command, overdue=True))
        assert told == (RULING, "no deadline was set for ballots")
    deadline(session, "ballots")
    for hands.at in ("2026-11-20T12:00:00.000Z", "2026-11-20T21:00:00.000Z"):
        for command in ("FixMarkers", "OpenBallots"):
            told = refusal(session.ask(command, overdue=True))
            assert told == (RULING, f"the deadline for ballots is {EVENING}, and not over yet")


def test_a_deadline_for_something_else_makes_no_marker_overdue(
    session: Session, hands: Hands
) -> None:
    deadline(session, "turn")
    hands.at = OVER
    told = refusal(session.ask("FixMarkers", overdue=True))
    assert told == (RULING, "no deadline was set for ballots")


def test_overdue_ballots_are_fixed_and_opened_and_missing_ones_count_as_absent(
    session: Session, hands: Hands
) -> None:
    """In one act, where no device sealed; the events keep why."""
    session.ballots({"ussr": "veto"})
    deadline(session, "ballots")
    hands.at = OVER
    answer = session.ask("OpenBallots", overdue=True)
    assert kinds(answer)[:2] == [("MarkersFixed", True), ("BallotsOpened", True)]
    ballots = answer["events"][1]["ballots"]
    assert ballots["ussr"]["how"] == "sealed"
    assert ballots["germany"] == {"choice": "no-veto", "nonce": "", "how": "absent"}
    assert session.phase == "draw"
    assert findings(session) == []


def test_only_a_host_opens_what_is_overdue(session: Session, hands: Hands) -> None:
    """Or whoever acts in the host's name."""
    deadline(session, "ballots")
    hands.at = OVER
    told = refusal(session.ask("OpenBallots", "anna", overdue=True))
    assert told == ("Members", "only a host can do this, and Anna is not a host")


def test_overdue_votes_are_counted(session: Session, hands: Hands) -> None:
    """The deadline for the ballots says nothing about the votes."""
    deadline(session, "ballots")
    session.do("OpenBallots", absent="no-veto")
    hands.at = OVER
    told = refusal(session.ask("OpenVotes", overdue=True))
    assert told == (RULING, "no deadline was set for votes")
    deadline(session, "votes", "2026-11-21T21:00:00Z")
    told = refusal(session.ask("OpenVotes", overdue=True))
    assert told == (RULING, "the deadline for votes is 2026-11-21T21:00:00Z, and not over yet")
    hands.at = "2026-11-21T21:00:01.000Z"
    answer = session.ask("OpenVotes", overdue=True)
    assert kinds(answer)[:2] == [("MarkersFixed", True), ("VotesOpened", True)]
    assert {vote["how"] for vote in answer["events"][1]["votes"].values()} == {"absent"}
    assert findings(session) == []


# --- devices ------------------------------------------------------------------------------------


def test_openings_from_devices_have_a_deadline_of_their_own(session: Session, hands: Hands) -> None:
    """Ruling 22: first the markers are fixed; then openings may be withheld, once overdue."""
    sealed_on_a_device(session)
    deadline(session, "ballots")
    hands.at = OVER
    assert refusal(session.ask("OpenBallots", overdue=True)) == (
        "LiF 4.1", "Germany sealed on a device; fix the ballots first",
    )  # fmt: skip
    assert kinds(session.ask("FixMarkers", overdue=True)) == [("MarkersFixed", True)]
    told = refusal(session.ask("OpenBallots", overdue=True))
    assert told == (RULING, "no deadline was set for openings")
    deadline(session, "openings", "2026-11-21T21:00:00Z")
    told = refusal(session.ask("OpenBallots", overdue=True))
    words = "the deadline for openings is 2026-11-21T21:00:00Z, and not over yet"
    assert told == (RULING, words)
    hands.at = "2026-11-21T21:00:01.000Z"
    answer = session.ask("OpenBallots", overdue=True)
    assert kinds(answer)[0] == ("BallotsOpened", True)
    assert answer["events"][0]["ballots"]["germany"]["how"] == "withheld"
    assert findings(session) == []


def test_when_all_openings_are_in_the_deadline_for_ballots_is_enough(
    session: Session, hands: Hands
) -> None:
    sealed_on_a_device(session)
    deadline(session, "ballots")
    hands.at = OVER
    session.do("FixMarkers", overdue=True)
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=NONCE)
    answer = session.ask("OpenBallots", overdue=True)
    assert kinds(answer)[0] == ("BallotsOpened", True)
    assert answer["events"][0]["ballots"]["germany"]["how"] == "device"
    assert findings(session) == []


def test_when_the_host_fixed_by_hand_the_deadline_for_openings_is_enough(
    session: Session, hands: Hands
) -> None:
    """The markers that were missing then are missing for good."""
    sealed_on_a_device(session)
    session.do("FixMarkers")
    told = refusal(session.ask("OpenBallots", overdue=True))
    assert told == (RULING, "no deadline was set for openings")
    deadline(session, "openings")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=NONCE)
    told = refusal(session.ask("OpenBallots", overdue=True))
    assert told == (RULING, f"the deadline for openings is {EVENING}, and not over yet")
    hands.at = OVER
    assert kinds(session.ask("OpenBallots", overdue=True))[0] == ("BallotsOpened", True)


def test_fixed_without_a_deadline_names_both(session: Session) -> None:
    session.do("FixMarkers")
    told = refusal(session.ask("OpenBallots", overdue=True))
    assert told == (RULING, "no deadline was set for ballots or openings")


def test_the_openings_of_ballots_are_not_those_of_votes(session: Session, hands: Hands) -> None:
    """Both are about the same draw; what was opened takes its deadline along."""
    sealed_on_a_device(session)
    session.do("FixMarkers")
    deadline(session, "openings")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=NONCE)
    session.do("OpenBallots", absent="no-veto")
    session.do("FixMarkers")
    hands.at = OVER
    told = refusal(session.ask("OpenVotes", overdue=True))
    assert told == (RULING, "no deadline was set for votes or openings")


# --- judged again -------------------------------------------------------------------------------


def overdue_ballots(session: Session, hands: Hands) -> None:
    deadline(session, "ballots")
    hands.at = OVER
    session.do("OpenBallots", overdue=True)


def test_a_record_is_judged_by_its_stamps(session: Session, hands: Hands) -> None:
    """A deadline moved behind the opening, about another draw, or gone."""
    overdue_ballots(session, hands)
    would = "rules: `campaign reveal` by Host would be refused (Ruling 59): "
    late = judged(session, DeadlineSet, until="2026-11-20T22:00:00Z")
    words = "the deadline for ballots is 2026-11-20T22:00:00Z, and not over yet"
    assert late == [f"{would}{words}"]
    assert judged(session, DeadlineSet, until="2026-11-20T20:00:00Z") == []
    other = judged(session, DeadlineSet, what="turn", draw=0)
    assert other == [f"{would}no deadline was set for ballots"]


def test_a_record_that_calls_overdue_what_was_not_is_found(session: Session) -> None:
    """Also where a thorough forger changed what its command said."""
    deadline(session, "ballots")
    session.do("OpenBallots", absent="no-veto")
    told = judged(session, BallotsOpened, overdue=True)
    given = "the record has true, and the rules give false"
    assert told == [f"rules: lif.BallotsOpened, overdue: {given}"]
    told = judged(session, MarkersFixed, overdue=True)
    words = f"the deadline for ballots is {EVENING}, and not over yet"
    assert told == [f"rules: `campaign reveal` by Host would be refused (Ruling 59): {words}"]


def test_a_strike_of_the_deadline_shows_what_rested_on_it(session: Session, hands: Hands) -> None:
    """What was opened because of it goes along."""
    version = deadline(session, "ballots")["version"]
    hands.at = OVER
    opened = session.do("OpenBallots", overdue=True)["events"]
    dispute = upheld(session, version)
    found = preview(session, "StrikeEvents", dispute=dispute, versions=[version])
    assert [broken.reason for broken in found.broken] == ["no deadline was set for ballots"]
    assert found.also == tuple(event["version"] for event in opened)
    struck = {"dispute": dispute, "versions": [version], "also": found.also}
    correct(session, "StrikeEvents", **struck)
    assert session.phase == "ballots"
    assert findings(session) == []


def test_nothing_overdue_is_put_in_as_forgotten(session: Session, hands: Hands) -> None:
    """A correction has no moment at which it would have been overdue."""
    version = deadline(session, "ballots")["version"]
    hands.at = OVER
    dispute = upheld(session, version)
    told = session.ask(
        "InsertCommand", "ref", dispute=dispute, after=version, seen="0" * 64,
        forgotten={"command": "FixMarkers", "overdue": True},
    )  # fmt: skip
    words = f"the deadline for ballots is {EVENING}, and not over yet"
    assert refusal(told) == (RULING, words)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (BallotsOpened, "what was opened stays; strike the event instead"),
        (MarkersFixed, "how markers were fixed stays; strike the event instead"),
    ],
)
def test_whether_it_was_overdue_is_not_amended(
    session: Session, hands: Hands, kind: type[Event], reason: str
) -> None:
    overdue_ballots(session, hands)
    log = session.ledger.log(session.name)
    version = next(number for number, event in log if isinstance(event, kind))
    dispute = upheld(session, version)
    asked = {"dispute": dispute, "version": version, "seen": "0" * 64}
    told = session.ask("AmendEvent", "ref", **asked, fields={"overdue": False})
    assert refusal(told)[1] == reason


# --- in words -----------------------------------------------------------------------------------

NONE = Ballot("no-veto", "", "absent")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (MarkersFixed(draw=3, kind="ballot", overdue=True),
         "The deadline was over, and the ballots of draw 3 were fixed: nobody seals or replaces "
         "one any more."),
        (BallotsOpened(ballots={"italy": NONE}, overdue=True),
         "The deadline was over. Ballots opened. Not in: Italy."),
        (VotesOpened(votes={"italy": Vote("abstain", "", "absent")}, overdue=True),
         "The deadline was over. Votes opened. Not in: Italy."
         " Nobody asked for another leader, which ended the drawing."),
    ],
)  # fmt: skip
def test_what_was_overdue_says_so(event: Event, words: str) -> None:
    assert sentence(event, Names({})) == words
