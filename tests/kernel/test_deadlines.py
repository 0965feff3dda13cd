"""Deadlines and absences: who may say them, what stands, what is shown, judged and corrected.

The clock stands where a test puts it. What is expected is written from the promise: a deadline is
the host's, for what is awaited, later than the moment it is set; an absence is a member's own.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.handler import tasks
from campaign.kernel import well_formed
from campaign.kernel.chapters import people
from campaign.kernel.deadlines import Awaiting, standing
from campaign.kernel.members import Campaign, Member
from campaign.kernel.record import Absence, Deadline, Schedule
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.text import moments
from campaign.verify.audit import Verification
from events.base import Event
from events.club import AbsenceTold, DeadlineSet
from events.disputes import EventAmended
from support.disputed import correct, preview, upheld
from support.sessions import NAME, Dice, Session, drawn, nonce_of, refusal
from tests.verify.test_decided_again import chained

NOON = "2026-11-20T12:00:00.000Z"
EVENING = "2026-11-20T21:00:00Z"
AWAY = {"first": "2026-12-03", "last": "2026-12-17"}


class Hands:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> str:
        return self.at


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A club at noon, with the leaders drawn at the table."""
    store = tmp_path / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice("dice"))
    ledger = Ledger(store, vault, hands, random=Dice("salt"))
    yield Session(ledger).open(rulings={"draws": "table"})
    ledger.close()


def deadline(session: Session, what: str, until: str = EVENING, by: str = "host") -> dict[str, Any]:
    return session.ask("SetDeadline", by, what=what, until=until)


def the_event(answer: dict[str, Any]) -> dict[str, Any]:
    """The only event of an answer."""
    assert answer["accepted"], answer
    (event,) = answer["events"]
    assert isinstance(event, dict)
    return {name: value for name, value in event.items() if name != "version"}


def stand(session: Session) -> dict[str, Deadline]:
    return standing(session.state, SYSTEM.rules.awaiting)


def findings(session: Session) -> list[str]:
    """What an audit of the whole record finds."""
    rows = session.ledger.store.rows(NAME)
    return [str(one) for one in Verification(SYSTEMS).findings(list(rows))]


# --- times in words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "words"),
    [
        ("2026-12-03T21:00:00Z", "3 December 2026, 21:00 UTC"),
        ("2026-01-31T09:05:00.250Z", "31 January 2026, 09:05 UTC"),
        ("2026-01-31T09:05:07Z", "31 January 2026, 09:05:07 UTC"),
        ("2026-02-30T09:05:07Z", "2026-02-30T09:05:07Z"),
        ("tomorrow", "tomorrow"),
    ],
)
def test_a_time_is_told_in_words(time: str, words: str) -> None:
    assert moments.in_words(time) == words


def test_a_day_that_is_none_is_told_as_it_is() -> None:
    assert moments.day_in_words("2024-02-29") == "29 February 2024"
    assert moments.day_in_words("2026-02-29") == "2026-02-29"


@pytest.mark.parametrize(
    ("time", "other", "is_later"),
    [
        ("2026-12-03T21:00:00Z", "2026-12-03T21:00:00.000Z", False),
        ("2026-12-03T21:00:00.000Z", "2026-12-03T21:00:00Z", False),
        ("2026-12-03T21:00:00.001Z", "2026-12-03T21:00:00Z", True),
        ("2026-12-03T21:00:00Z", "2026-12-03T20:59:59.999Z", True),
        ("2026-12-03T21:00:00.5Z", "2026-12-03T21:00:00.49Z", True),
        ("2026-12-03T21:00:00.5Z", "2026-12-03T21:00:00.500Z", False),
    ],
)
def test_fractions_of_a_second_count(time: str, other: str, is_later: bool) -> None:
    assert moments.later(time, other) is is_later


# --- deadlines ----------------------------------------------------------------------------------


def test_a_host_sets_a_deadline_for_the_turn(session: Session) -> None:
    """It changes nothing but what is shown, and ends with the turn."""
    told = the_event(deadline(session, "turn"))
    assert told == {"type": "campaign.DeadlineSet", "what": "turn", "until": EVENING, "draw": 0}
    assert stand(session) == {"turn": Deadline(EVENING)}
    assert session.ledger.show(NAME)["deadlines"] == [{"what": "turn", "until": EVENING}]
    session.do("AdvanceTurn")
    assert stand(session) == {}
    assert "deadlines" not in session.ledger.show(NAME)
    assert findings(session) == []


def test_a_later_word_replaces_a_deadline(session: Session) -> None:
    """Earlier or later than the first; the same again says nothing new."""
    deadline(session, "turn", "2026-11-27T21:00:00Z")
    the_event(deadline(session, "turn"))
    assert stand(session) == {"turn": Deadline(EVENING)}
    assert refusal(deadline(session, "turn")) == (
        "Deadlines", f"the deadline for turn is {EVENING} already",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("by", "what", "until", "rule", "reason"),
    [
        ("anna", "turn", EVENING, "Members", "only a host can do this, and Anna is not a host"),
        ("zed", "turn", EVENING, "Members", "'zed' is not enrolled in this campaign"),
        ("host", "turn", "2026-11-20T12:00:00Z", None, "until: 2026-11-20T12:00:00Z is past"),
        ("host", "turn", "2026-11-20T11:59:59.999Z", None,
         "until: 2026-11-20T11:59:59.999Z is past"),
        ("host", "turn", "2026-11-31T12:00:00Z", None, "until: there is no day 2026-11-31"),
        ("host", "lunch", EVENING, None,
         "what: 'lunch' has no deadline; there is turn, dispute:ID, ballots, votes, openings"),
        ("host", "dispute:d1", EVENING, None, "what: there is no dispute 'd1'"),
        ("host", "ballots", EVENING, "Deadlines", "'ballots' is not awaited now; turn is"),
        ("host", "votes", EVENING, "Deadlines", "'votes' is not awaited now; turn is"),
        ("host", "openings", EVENING, "Deadlines", "'openings' is not awaited now; turn is"),
    ],
)  # fmt: skip
def test_a_deadline_is_the_hosts_for_what_is_awaited_and_still_to_come(
    session: Session, by: str, what: str, until: str, rule: str | None, reason: str
) -> None:
    assert refusal(deadline(session, what, until, by)) == (rule, reason)


@pytest.mark.parametrize(
    "until", ["2026-11-27", "2026-11-27T21:00:00", "2026-11-27T21:00Z", "2026-11-27T21:00:00+01:00"]
)
def test_a_deadline_is_a_time_in_utc(session: Session, until: str) -> None:
    """In the one form that every program reads alike."""
    assert refusal(deadline(session, "turn", until)) == (
        None, "SetDeadline, until: expected a time in UTC like 2100-01-31T21:00:00Z",
    )  # fmt: skip


def test_the_games_own_deadlines_are_for_what_it_awaits(session: Session) -> None:
    """LiF 4.1: ballots until they are fixed, then what devices owe, then votes, by their draw."""
    drawn(session)
    told = the_event(deadline(session, "ballots"))
    assert (told["what"], told["draw"]) == ("ballots", 1)
    assert (
        refusal(deadline(session, "votes"))[1] == "'votes' is not awaited now; turn and ballots are"
    )
    nonce = nonce_of("germany")
    commitment = session.device("germany", "no-veto", nonce)
    session.do("SealBallot", "anna", power="germany", commitment=commitment)
    assert (
        refusal(deadline(session, "openings"))[1]
        == "'openings' is not awaited now; turn and ballots are"
    )
    session.do("FixMarkers")
    assert (
        refusal(deadline(session, "ballots"))[1]
        == "'ballots' is not awaited now; turn and openings are"
    )
    assert stand(session) == {}
    the_event(deadline(session, "openings"))
    assert stand(session) == {"openings": Deadline(EVENING, 1)}
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce)
    assert stand(session) == {}
    session.do("OpenBallots", absent="no-veto")
    assert session.state.campaign.schedule == Schedule()
    assert the_event(deadline(session, "votes"))["draw"] == 1
    session.do("OpenVotes", absent="abstain")
    assert session.state.campaign.schedule == Schedule()
    assert findings(session) == []


def test_a_deadline_of_one_draw_is_none_of_the_next(session: Session) -> None:
    """A leader is vetoed, and another is drawn."""
    drawn(session)
    deadline(session, "ballots")
    session.ballots({"ussr": "veto"})
    session.do("OpenBallots", absent="no-veto")
    drawn(session, "balbo")
    assert stand(session) == {}
    assert the_event(deadline(session, "ballots"))["draw"] == 2
    assert session.ledger.show(NAME)["deadlines"] == [
        {"what": "ballots", "until": EVENING, "draw": 2}
    ]


def test_a_deadline_for_a_dispute_stands_while_it_is_open(session: Session) -> None:
    """Also while play rests for it, and over the end of the turn."""
    session.do("RaiseDispute", "anna", versions=[2], claim="no")
    session.do("FreezePlay", dispute="d1")
    the_event(deadline(session, "dispute:d1"))
    session.do("ResumePlay")
    session.do("AdvanceTurn")
    assert stand(session) == {"dispute:d1": Deadline(EVENING)}
    session.do("GiveRuling", "ref", dispute="d1", verdict="rejected", text="no")
    assert stand(session) == {}
    assert refusal(deadline(session, "dispute:d1")) == (
        "Deadlines", "dispute d1 is settled and waits for nobody",
    )  # fmt: skip


def test_a_deadline_that_has_passed_does_nothing(session: Session, hands: Hands) -> None:
    """What was owed may still be laid."""
    drawn(session)
    deadline(session, "ballots")
    hands.at = "2026-11-21T08:00:00.000Z"
    session.ballots({"germany": "no-veto"})
    assert stand(session) == {"ballots": Deadline(EVENING, 1)}
    assert refusal(session.ask("OpenBallots"))[1].startswith("ballots are missing: ")


def test_a_game_that_awaits_nothing_has_deadlines_for_the_turn_and_disputes() -> None:
    """What a game says nothing of is empty."""
    assert (Awaiting[Any]().kinds, Awaiting[Any]().now(None)) == ((), {})


# --- absences -----------------------------------------------------------------------------------


def test_members_tell_their_own_absence(session: Session) -> None:
    """Everybody enrolled; the wish to be waited for, where none is named."""
    told = the_event(session.ask("TellAbsence", "eve", **AWAY))
    assert told == {"type": "campaign.AbsenceTold", "member": "eve", **AWAY, "wish": "wait"}
    wishes = ("count-as-absent", "substitute:ben")
    for by, wish in zip(("host", "anna"), wishes, strict=True):
        told = the_event(session.ask("TellAbsence", by, **AWAY, wish=wish))
        assert (told["member"], told["wish"]) == (by, wish)
    assert session.ledger.show(NAME)["absences"] == [
        {"member": "anna", **AWAY, "wish": "substitute:ben"},
        {"member": "eve", **AWAY, "wish": "wait"},
        {"member": "host", **AWAY, "wish": "count-as-absent"},
    ]
    assert findings(session) == []


@pytest.mark.parametrize(
    ("fields", "rule", "reason"),
    [
        ({"last": "2026-12-02"}, None, "last: 2026-12-02 comes before 2026-12-03"),
        ({"first": "2026-11-31"}, None, "first: there is no day 2026-11-31"),
        ({"last": "2027-02-29"}, None, "last: there is no day 2027-02-29"),
        ({"wish": "substitute:anna"}, None, "wish: Anna can't be their own substitute"),
        ({"wish": "substitute:zed"}, None, "wish: 'zed' is not enrolled in this campaign"),
        ({"by": "zed"}, "Members", "'zed' is not enrolled in this campaign"),
    ],
)
def test_an_absence_has_days_in_order_and_a_substitute_that_there_is(
    session: Session, fields: dict[str, str], rule: str | None, reason: str
) -> None:
    asked = {"by": "anna", **AWAY, **fields}
    assert refusal(session.ask("TellAbsence", **asked)) == (rule, reason)


WISHES = "wish: expected wait, count-as-absent or substitute:MEMBER"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"wish": "maybe"}, WISHES),
        ({"wish": "substitute:"}, WISHES),
        ({"first": "3 December"}, "first: expected a day like 2100-01-31"),
        ({"last": ""}, "last: expected a day like 2100-01-31"),
    ],
)
def test_what_is_no_wish_and_no_day_is_malformed(
    session: Session, fields: dict[str, str], reason: str
) -> None:
    told = session.ask("TellAbsence", "anna", **{**AWAY, **fields})
    assert refusal(told) == (None, f"TellAbsence, {reason}")


def test_what_no_deadline_is_called_is_malformed(session: Session) -> None:
    assert refusal(deadline(session, "The turn")) == (
        None, "SetDeadline, what: expected a word like turn, or like dispute:d1",
    )  # fmt: skip


def test_nobody_tells_the_absence_of_another(session: Session) -> None:
    """There is no field for it."""
    rule, reason = refusal(session.ask("TellAbsence", "host", member="anna", **AWAY))
    assert (rule, reason) == (None, "TellAbsence, there is no member")


def test_a_later_word_replaces_absences_that_share_a_day(session: Session) -> None:
    """Another's stay, and one's own on other days."""
    session.do("TellAbsence", "ben", **AWAY)
    session.do("TellAbsence", "anna", **AWAY)
    session.do("TellAbsence", "anna", first="2026-12-24", last="2026-12-26")
    session.do("TellAbsence", "anna", first="2026-12-17", last="2026-12-20")
    assert session.state.campaign.schedule.absences == (
        Absence("ben", "2026-12-03", "2026-12-17", "wait"),
        Absence("anna", "2026-12-24", "2026-12-26", "wait"),
        Absence("anna", "2026-12-17", "2026-12-20", "wait"),
    )
    told = session.ask("TellAbsence", "ben", **AWAY)
    assert refusal(told) == ("Absence", "Ben has said exactly this already")


# --- judged again -------------------------------------------------------------------------------


SET = "rules: `campaign deadline` by Host"


def judged(session: Session, kind: type[Event], **change: Any) -> list[str]:
    """What an audit finds with one event changed, and every digest made to fit."""
    log = [event for _, event in session.ledger.log(NAME)]
    changed = [replace(event, **change) if isinstance(event, kind) else event for event in log]
    rows = chained(changed)
    return [str(one).partition(": ")[2] for one in Verification(SYSTEMS).findings(rows)]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"until": "2026-11-20T11:00:00Z"}, [
            "time: the deadline 2026-11-20T11:00:00Z was past when it was set",
            f"{SET} would be refused: until: 2026-11-20T11:00:00Z is past",
        ]),
        ({"until": "soon"}, [
            "time: 'soon' is no time in UTC (until)",
        ]),
        ({"what": "votes"}, [
            f"{SET} would be refused (Deadlines): 'votes' is not awaited now;"
            " turn and ballots are",
        ]),
        ({"draw": 2}, [
            "rules: campaign.DeadlineSet, draw: the record has 2, and the rules give 1",
        ]),
        ({"by": "anna"}, [
            "rules: `campaign deadline` by Anna would be refused (Members): only a host can do "
            "this, and Anna is not a host",
        ]),
    ],
)  # fmt: skip
def test_a_forged_deadline_is_found(
    session: Session, change: dict[str, Any], found: list[str]
) -> None:
    drawn(session)
    the_event(deadline(session, "ballots"))
    told = judged(session, DeadlineSet, **change)
    assert told[: len(found)] == found
    assert judged(session, DeadlineSet) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"member": "ben"},
         "rules: campaign.AbsenceTold, member: the record has ben, and the rules give anna"),
        ({"last": "2026-12-01"}, "time: the absence ends on '2026-12-01', before it begins"),
        ({"first": "2026-12-32"}, "time: '2026-12-32' is no day (first)"),
        ({"wish": "substitute:zed"},
         "rules: `campaign absent` by Anna would be refused: wish: 'zed' is not enrolled in this "
         "campaign"),
    ],
)  # fmt: skip
def test_a_forged_absence_is_found(session: Session, change: dict[str, Any], found: str) -> None:
    session.do("TellAbsence", "anna", **AWAY)
    assert judged(session, AbsenceTold, **change)[0] == found
    assert judged(session, AbsenceTold) == []


def test_what_a_correction_brings_is_looked_at_as_well() -> None:
    """The event that an amendment holds bears no stamp of its own."""
    form = {"type": "campaign.DeadlineSet", "what": "turn", "until": "2026-13-01T00:00:00Z"}
    amended = EventAmended(dispute="d1", about=3, event=form, reason="")
    found = [str(one) for one in well_formed.check(SYSTEMS.codec, 9, amended)]
    assert found == ["version 9: time: '2026-13-01T00:00:00Z' is no time in UTC (until)"]


# --- corrections --------------------------------------------------------------------------------


def test_members_take_back_their_absence_and_a_host_a_deadline(session: Session) -> None:
    """As any last act."""
    session.do("TellAbsence", "anna", **AWAY)
    deadline(session, "turn")
    session.do("UndoAct", "anna")
    session.do("UndoAct", "host")
    assert session.state.campaign.schedule == Schedule()
    assert findings(session) == []


def test_a_struck_deadline_brings_back_the_one_before(session: Session) -> None:
    deadline(session, "turn")
    struck = deadline(session, "turn", "2026-11-27T21:00:00Z")["version"]
    dispute = upheld(session, struck)
    correct(session, "StrikeEvents", dispute=dispute, versions=[struck])
    assert stand(session) == {"turn": Deadline(EVENING)}
    assert findings(session) == []


def test_a_deadline_is_amended_to_another_time(session: Session) -> None:
    """Not to one that was past when it was set, and not to another thing."""
    version = deadline(session, "turn")["version"]
    dispute = upheld(session, version)
    asked = {"dispute": dispute, "version": version, "seen": "0" * 64}
    past = session.ask("AmendEvent", "ref", **asked, fields={"until": "2026-11-20T11:00:00Z"})
    assert refusal(past) == (None, "fields: until: 2026-11-20T11:00:00Z is past")
    other = session.ask("AmendEvent", "ref", **asked, fields={"what": "dispute:d1"})
    assert refusal(other)[1] == "what a deadline is about stays; strike the event instead"
    later = {"until": "2026-11-28T21:00:00Z"}
    correct(session, "AmendEvent", dispute=dispute, version=version, fields=later)
    assert stand(session) == {"turn": Deadline("2026-11-28T21:00:00Z")}
    assert findings(session) == []


def test_an_absence_is_amended_but_stays_its_members(session: Session) -> None:
    version = session.do("TellAbsence", "anna", **AWAY)["version"]
    dispute = upheld(session, version)
    asked = {"dispute": dispute, "version": version, "seen": "0" * 64}
    other = session.ask("AmendEvent", "ref", **asked, fields={"member": "ben"})
    words = "members tell their absence each for themselves; strike the event instead"
    assert refusal(other)[1] == words
    nobody = session.ask("AmendEvent", "ref", **asked, fields={"wish": "substitute:zed"})
    assert refusal(nobody) == (None, "fields: wish: 'zed' is not enrolled in this campaign")
    correct(session, "AmendEvent", dispute=dispute, version=version, fields={"wish": "wait",
            "last": "2026-12-10"})  # fmt: skip
    (away,) = session.state.campaign.schedule.absences
    assert away == Absence("anna", "2026-12-03", "2026-12-10", "wait")
    assert findings(session) == []


def test_a_forgotten_deadline_and_absence_are_put_in(session: Session) -> None:
    """At their place, as the commands that nobody sent."""
    version = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    dispute = upheld(session, version)
    for forgotten in (
        {"command": "SetDeadline", "what": "turn", "until": EVENING},
        {"command": "TellAbsence", "by": "ben", **AWAY},
    ):
        correct(session, "InsertCommand", dispute=dispute, after=version, forgotten=forgotten)
    assert session.state.campaign.schedule == Schedule(
        {"turn": Deadline(EVENING)}, (Absence("ben", "2026-12-03", "2026-12-17", "wait"),)
    )
    assert findings(session) == []


def test_nobody_stands_in_who_was_never_enrolled(session: Session) -> None:
    """The preview of a strike shows whose wish it breaks, and takes it along."""
    enrolled = session.do("EnrolMember", member="carl", name="Carl", roles=["player"])["version"]
    told = session.do("TellAbsence", "anna", **AWAY, wish="substitute:carl")["version"]
    dispute = upheld(session, enrolled)
    found = preview(session, "StrikeEvents", dispute=dispute, versions=[enrolled])
    assert [broken.reason for broken in found.broken] == [
        "wish: 'carl' is not enrolled in this campaign"
    ]
    assert found.also == (told,)


def test_an_absence_of_nobody_is_a_fault() -> None:
    """So that no correction can leave one."""
    away = (
        Absence("zed", "2026-12-03", "2026-12-17", "wait"),
        Absence("anna", "2026-12-03", "2026-12-17", "substitute:carl"),
    )
    members = {"anna": Member("Anna", ("host",))}
    state = Campaign(
        name="club", id="", system="", rulebook="", scenario="", first_turn="", last_turn="",
        rulings={}, modules=(), seed_anchor="", seed_links=1, seed_sealed="", members=members,
        schedule=Schedule(absences=away),
    )  # fmt: skip
    assert [fault.reason for fault in people(state)] == [
        "zed would be away or a substitute without being enrolled",
        "carl would be away or a substitute without being enrolled",
    ]


def test_a_what_if_begins_without_deadlines_and_absences(session: Session) -> None:
    """Its maker plays every power."""
    deadline(session, "turn")
    session.do("TellAbsence", "anna", **AWAY)
    branch(session.ledger, NAME, None, "anna", "club-if")
    assert Session(session.ledger, "club-if").state.campaign.schedule == Schedule()


# --- shown --------------------------------------------------------------------------------------


def test_a_deadline_that_has_passed_says_so(session: Session) -> None:
    """It stands until what it is for has come."""
    drawn(session)
    deadline(session, "ballots")
    deadline(session, "turn", "2026-11-27T21:00:00Z")
    at = "2026-11-20T21:00:00.001Z"
    assert list(tasks.schedule_lines(SYSTEM, session.state, at)) == [
        ("Deadline", "for the ballots: 20 November 2026, 21:00 UTC, which is past"),
        ("Deadline", "for the turn: 27 November 2026, 21:00 UTC"),
    ]
    assert tasks.schedule_in_json(SYSTEM, session.state, at)["deadlines"] == [
        {"what": "ballots", "until": EVENING, "draw": 1, "passed": True},
        {"what": "turn", "until": "2026-11-27T21:00:00Z", "draw": None, "passed": False},
    ]
    session.do("FixMarkers")
    assert [text for _, text in tasks.schedule_lines(SYSTEM, session.state, at)] == [
        "for the turn: 27 November 2026, 21:00 UTC"
    ]


def test_a_closed_campaign_waits_for_nothing(session: Session) -> None:
    deadline(session, "turn")
    session.do("CloseCampaign")
    assert stand(session) == {}


def test_an_absence_is_shown_to_the_end_of_its_last_day(session: Session) -> None:
    session.do("TellAbsence", "anna", **AWAY)

    def away(at: str) -> int:
        return len(tasks.schedule_in_json(SYSTEM, session.state, at)["absences"])

    assert away("2026-12-17T23:59:59.999Z") == 1
    assert away("2026-12-18T00:00:00.000Z") == 0


def tables_of(session: Session, table: str, columns: str) -> list[Any]:
    """Rows of a read table, brought up to date."""
    projector.update(session.ledger, NAME)
    with closing(sqlite3.connect(database.path(session.ledger.store.path))) as db:
        return db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()


def test_the_read_tables_hold_what_stands(session: Session) -> None:
    drawn(session)
    deadline(session, "ballots")
    deadline(session, "turn")
    session.do("TellAbsence", "anna", **AWAY, wish="substitute:ben")
    session.do("TellAbsence", "ben", **AWAY)
    assert tables_of(session, "deadlines", "what, until, draw") == [
        ("ballots", EVENING, 1), ("turn", EVENING, None),
    ]  # fmt: skip
    assert tables_of(session, "absences", "member, first_day, last_day, wish, substitute") == [
        ("anna", "2026-12-03", "2026-12-17", "substitute", "ben"),
        ("ben", "2026-12-03", "2026-12-17", "wait", None),
    ]
    session.do("OpenBallots", absent="no-veto")
    assert tables_of(session, "deadlines", "what, until, draw") == [("turn", EVENING, None)]


def page_of(session: Session, folder: Path, turn: str) -> str:
    """A turn's page as it is written now."""
    pages.write(session.ledger, NAME, folder)
    return (folder / f"{turn}.html").read_text(encoding="utf-8")


DUE = (
    '<span>Deadline for {}: <time datetime="2026-11-20T21:00:00Z">20 November 2026, '
    "21:00 UTC</time>.</span>"
)
GONE = (
    '<p class="soft">Anna is away from 3 December 2026 to 17 December 2026, and asks to be waited '
)


def test_the_page_of_the_turn_being_played_says_by_when(session: Session, tmp_path: Path) -> None:
    """Of what is awaited still; nothing stands on a page where nobody said anything."""
    page = page_of(session, tmp_path / "none", "1939-SO")
    assert "Deadline" not in page and "away" not in page
    drawn(session)
    deadline(session, "ballots")
    deadline(session, "turn")
    page = page_of(session, tmp_path / "both", "1939-SO")
    assert page.index(DUE.format("the ballots")) < page.index(DUE.format("the turn"))
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    page = page_of(session, tmp_path / "one", "1939-SO")
    assert DUE.format("the turn") in page and DUE.format("the ballots") not in page
    session.do("AdvanceTurn")
    page = page_of(session, tmp_path / "over", "1939-SO")
    assert "Deadline for" not in page


def test_a_page_says_who_was_away_in_its_turn(
    session: Session, hands: Hands, tmp_path: Path
) -> None:
    """September/October is played until 2 December, November/December until the 10th."""
    session.do("TellAbsence", "anna", **AWAY)
    assert GONE in page_of(session, tmp_path / "first", "1939-SO")
    hands.at = "2026-12-02T20:00:00.000Z"
    session.do("AddEntropy", "ben", value="rain")
    session.do("AdvanceTurn")
    hands.at = "2026-12-10T20:00:00.000Z"
    session.do("AdvanceTurn")
    for turn, away in (("1939-SO", False), ("1939-ND", True), ("1940-JF", True)):
        assert (GONE in page_of(session, tmp_path / turn, turn)) is away
    hands.at = "2026-12-18T20:00:00.000Z"
    session.do("AdvanceTurn")
    page = page_of(session, tmp_path / "last", "1940-MA")
    assert GONE not in page
