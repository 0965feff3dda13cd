"""The occasions of a campaign: what there is to tell, of whom, and under which key.

The clock stands where a test puts it. What is expected follows from what was done, by hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign import systems
from campaign.handler import tasks
from campaign.kernel.members import Campaign
from campaign.notifications.detection import failures, occasions
from campaign.notifications.email_content import own
from campaign.notifications.notification import Delivery, Notification, State
from campaign.reports import book as reports_book
from campaign.reports.book import Book, StoredLog
from campaign.store.ledger import Ledger
from campaign.store.reader import LogEntry
from campaign.store.vault import Vault
from skirmish.system import SYSTEM as SKIRMISH
from support.disputed import correct, upheld
from support.sessions import Dice, Session, drawn

MONDAY = "2026-11-16T12:00:00.000Z"
TUESDAY = "2026-11-17T12:00:00.000Z"
TUESDAY_NOON = "2026-11-17T12:00:00Z"
WEDNESDAY = "2026-11-18T12:00:00.000Z"
THURSDAY = "2026-11-19T12:00:00.000Z"
FRIDAY = "2026-11-20T12:00:00.000Z"
EVERYBODY = ("host", "anna", "ben", "ref", "eve")


class Hands:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.at = MONDAY

    def __call__(self) -> str:
        return self.at


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A club on a Monday, with the leaders drawn at the table."""
    store = tmp_path / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice("dice"))
    ledger = Ledger(store, vault, hands, random=Dice("salt"))
    yield Session(ledger).open(rulings={"draws": "table"})
    ledger.close()


def book(session: Session) -> Book:
    return reports_book.read(StoredLog(session.ledger, session.name))


def found(session: Session, now: str = MONDAY, since: int = 0) -> dict[str, Notification]:
    listed = occasions(book(session), since, now)
    by_key = {one.key: one for one in listed}
    assert len(by_key) == len(listed), "a key is given twice"
    return by_key


def head(session: Session) -> int:
    return session.ledger.store.head(session.name)[0]


# --- turns --------------------------------------------------------------------------------------


def test_a_turn_is_told_once_it_is_over_to_whoever_had_joined_by_then(
    session: Session, hands: Hands
) -> None:
    assert found(session) == {}
    hands.at = TUESDAY
    session.do("AdvanceTurn")
    session.do("EnrolMember", member="kim", name="Kim", roles=["player"])
    first = found(session)["turn:1939-SO"]
    assert (first.kind, first.turn, first.since) == ("turns", "1939-SO", TUESDAY)
    assert first.members == EVERYBODY
    assert first.follows == "" and first.owed == () and first.until == ""
    hands.at = WEDNESDAY
    session.do("AdvanceTurn")
    listed = occasions(book(session), 0, WEDNESDAY)
    assert [one.key for one in listed] == ["turn:1939-SO", "turn:1939-ND"]
    assert listed[0] == first
    assert listed[1].members == (*EVERYBODY, "kim")
    assert (listed[1].since, listed[1].follows) == (WEDNESDAY, "turn:1939-SO")


def test_the_last_turn_is_told_when_the_campaign_ends(tmp_path: Path, hands: Hands) -> None:
    ledger = Ledger(tmp_path / "c.db", Vault(tmp_path / "c.vault", random=Dice()), hands)
    request = {"scenario": "custom", "first_turn": "1939-SO", "last_turn": "1939-SO"}
    session = Session(ledger).open(rulings={"draws": "table"}, **request)
    assert found(session) == {}
    hands.at = TUESDAY
    session.do("CloseCampaign")
    assert [(one.key, one.since) for one in found(session).values()] == [("turn:1939-SO", TUESDAY)]
    ledger.close()


def test_a_turn_corrected_after_it_was_over_is_another_occasion(
    session: Session, hands: Hands
) -> None:
    """It bears the version of the correction, and answers the notice of the turn."""
    attack = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    hands.at = TUESDAY
    session.do("AdvanceTurn")
    assert list(found(session)) == ["turn:1939-SO"]
    hands.at = WEDNESDAY
    upheld(session, attack)
    correct(session, "StrikeEvents", dispute="d1", versions=[attack])
    listed = found(session)
    version = book(session).corrections[-1].version
    corrected = listed[f"corrected:1939-SO:{version}"]
    assert (corrected.kind, corrected.turn, corrected.since) == (
        "corrections", "1939-SO", WEDNESDAY,
    )  # fmt: skip
    assert corrected.members == EVERYBODY and corrected.version == version
    assert corrected.follows == "turn:1939-SO"
    assert corrected.headline == "Corrected in November/December 1939 under d1."
    assert listed["turn:1939-SO"].since == TUESDAY


def test_a_turn_corrected_before_its_end_is_told_once(session: Session) -> None:
    """Whoever was told of it knows the correction: the version of their notice is later."""
    attack = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    upheld(session, attack)
    correct(session, "StrikeEvents", dispute="d1", versions=[attack])
    assert list(found(session)) == []
    session.do("AdvanceTurn")
    listed = found(session)
    assert listed["turn:1939-SO"].key == "turn:1939-SO"
    later = [one for one in listed.values() if one.kind == "corrections"]
    assert all(one.version <= listed["turn:1939-SO"].version for one in later)


def test_a_turn_that_was_played_again_is_told_to_who_knew_it_before(
    session: Session, hands: Hands
) -> None:
    """Play goes back from the second turn into the first, which ends once more."""
    attack = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    session.do("AdvanceTurn")
    told = head(session)
    upheld(session, attack)
    correct(session, "Rewind", dispute="d1", to=attack)
    assert not [one for one in found(session).values() if one.kind == "turns"]
    hands.at = TUESDAY
    session.do("AdvanceTurn")
    listed = found(session)
    (corrected,) = (one for one in listed.values() if one.kind == "corrections")
    assert corrected.turn == "1939-SO" and corrected.version > told
    assert corrected.follows == "turn:1939-SO" and "turn:1939-SO" in listed


def test_every_turn_that_play_went_back_over_is_told_again(session: Session) -> None:
    """From the third turn into the first: the first and the second, not the one after them."""
    attack = session.do("DeclareWar", attacker="germany", target="poland")["version"]
    session.do("AdvanceTurn")
    session.do("AdvanceTurn")
    upheld(session, attack)
    correct(session, "Rewind", dispute="d1", to=attack)
    for _ in range(3):
        session.do("AdvanceTurn")
    corrected = [one for one in found(session).values() if one.kind == "corrections"]
    assert [one.turn for one in corrected] == ["1939-SO", "1939-ND"]
    assert all(one.version > attack + 2 for one in corrected)


def test_the_last_turn_of_a_campaign_that_was_reopened_is_told_again(
    tmp_path: Path, hands: Hands
) -> None:
    ledger = Ledger(tmp_path / "c.db", Vault(tmp_path / "c.vault", random=Dice()), hands)
    request = {"scenario": "custom", "first_turn": "1939-SO", "last_turn": "1939-SO"}
    session = Session(ledger).open(rulings={"draws": "table"}, **request)
    session.do("CloseCampaign")
    told = head(session)
    session.do("ReopenCampaign", reason="we forgot a war")
    session.do("ConsentToReopening", "anna")
    assert found(session) == {}
    session.do("DeclareWar", attacker="germany", target="poland")
    session.do("CloseCampaign")
    turn, corrected = found(session).values()
    assert turn.key == "turn:1939-SO"
    assert corrected.kind == "corrections" and corrected.version > told
    ledger.close()


# --- what is asked ------------------------------------------------------------------------------


def test_a_ballot_is_asked_of_players_and_of_the_host_for_seats_without_one(
    session: Session, hands: Hands
) -> None:
    """Anna plays Germany and Italy, Ben the USSR and the USA, the host the rest; Italy cannot pay
    3 points for one of its allies.
    """
    session.do("OpenReinforcement")
    hands.at = TUESDAY
    session.do("DrawLeader", leader="guderian")
    hands.at = WEDNESDAY
    session.ballots({"usa": "veto"})
    ballot = found(session)["ballot:1"]
    assert (ballot.kind, ballot.turn, ballot.since) == ("asked", "1939-SO", TUESDAY)
    assert set(ballot.members) == {"anna", "ben", "host"}
    campaign: Campaign = session.state.campaign
    assert [part.seat for part in own(ballot, campaign, "anna", WEDNESDAY)] == ["germany"]
    assert [part.seat for part in own(ballot, campaign, "ben", WEDNESDAY)] == ["ussr"]
    assert [part.seat for part in own(ballot, campaign, "host", WEDNESDAY)] == [
        "japan", "commonwealth", "france", "china",
    ]  # fmt: skip
    assert own(ballot, campaign, "eve", WEDNESDAY) == []


def test_who_is_done_is_asked_no_more(session: Session) -> None:
    drawn(session)
    session.ballots({"ussr": "veto", "usa": "no-veto"})
    assert set(found(session)["ballot:1"].members) == {"anna", "host"}


def test_a_deadline_is_told_with_when_it_was_set(session: Session, hands: Hands) -> None:
    """Its own; where there is none, the turn's."""
    drawn(session)
    assert (found(session)["ballot:1"].until, found(session)["ballot:1"].until_since) == ("", "")
    hands.at = TUESDAY
    session.do("SetDeadline", what="turn", until="2026-11-30T21:00:00Z")
    ballot = found(session)["ballot:1"]
    assert (ballot.until, ballot.until_since) == ("2026-11-30T21:00:00Z", TUESDAY)
    hands.at = WEDNESDAY
    session.do("SetDeadline", what="ballots", until="2026-11-20T21:00:00Z")
    ballot = found(session)["ballot:1"]
    assert (ballot.until, ballot.until_since) == ("2026-11-20T21:00:00Z", WEDNESDAY)
    assert ballot.since == MONDAY


def test_who_stands_in_for_an_absent_player_is_asked_too(session: Session) -> None:
    """On the days of the absence, the first and the last included."""
    session.do("TellAbsence", "anna", first="2026-11-17", last="2026-11-18", wish="substitute:eve")
    drawn(session)
    assert set(found(session, MONDAY)["ballot:1"].members) == {"anna", "ben", "host"}
    for day in (TUESDAY, WEDNESDAY):
        ballot = found(session, day)["ballot:1"]
        assert set(ballot.members) == {"anna", "eve", "ben", "host"}
        campaign: Campaign = session.state.campaign
        assert [part.seat for part in own(ballot, campaign, "eve", day)] == ["germany"]
    assert set(found(session, THURSDAY)["ballot:1"].members) == {"anna", "ben", "host"}


def test_all_are_in_is_for_the_hosts_alone(session: Session) -> None:
    drawn(session)
    asked = {part.seat: "no-veto" for part in found(session)["ballot:1"].owed}
    session.ballots(asked)
    listed = found(session)
    assert list(listed) == ["ballots-in:1"]
    assert (listed["ballots-in:1"].kind, listed["ballots-in:1"].members) == ("asked", ("host",))


def test_what_has_all_turn_is_asked_for_alone_once_the_turn_has_a_deadline(
    session: Session, hands: Hands
) -> None:
    """LiF 3.1: Anna has to place Guderian, and the mail of the turn before says so anyway."""
    drawn(session)
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    hands.at = TUESDAY
    session.do("AdvanceTurn")
    assert list(found(session)) == ["turn:1939-SO"]
    system = book(session).system
    (part,) = tasks.asked(system, session.state, TUESDAY)
    assert (part.members, part.owed.does) == (("anna",), "place Guderian")
    hands.at = WEDNESDAY
    session.do("SetDeadline", what="turn", until="2026-11-30T21:00:00Z")
    place = found(session)["place:germany:1939-ND"]
    assert (place.since, place.members, place.follows) == (TUESDAY, ("anna",), "turn:1939-SO")
    assert (place.until, place.until_since) == ("2026-11-30T21:00:00Z", WEDNESDAY)


# --- news ---------------------------------------------------------------------------------------


def test_a_draw_is_news_to_everybody(session: Session, hands: Hands) -> None:
    drawn(session)
    hands.at = TUESDAY
    session.do("OpenBallots", absent="no-veto")
    opened = found(session)["opened:1"]
    assert (opened.kind, opened.headline) == ("draws", "Guderian is promoted.")
    assert (opened.members, opened.since) == (EVERYBODY, TUESDAY)
    session.do("OpenVotes", absent="abstain")
    assert found(session)["counted:1"].kind == "votes"


def test_news_of_a_turn_that_is_over_is_news_to_who_has_read_of_that_turn(
    session: Session,
) -> None:
    """For everybody else it is history."""
    drawn(session)
    before = head(session)
    session.do("OpenBallots", absent="no-veto")
    read = head(session)
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    news = {"draws", "votes"}

    def keys(since: int) -> list[str]:
        return [one.key for one in found(session, since=since).values() if one.kind in news]

    assert keys(0) == []
    assert keys(before) == ["opened:1", "counted:1"]
    assert keys(read) == ["counted:1"]
    assert keys(head(session)) == []
    session.do("AdvanceTurn")
    assert keys(before) == []


def test_a_draw_that_was_struck_is_no_news(session: Session) -> None:
    drawn(session)
    answer = session.do("OpenBallots", absent="no-veto")
    version = answer["version"]
    opened = [version - place for place, _ in enumerate(answer["events"])]
    assert "opened:1" in found(session)
    upheld(session, *opened)
    correct(session, "StrikeEvents", dispute="d1", versions=sorted(opened))
    assert "opened:1" not in found(session)


# --- disputes -----------------------------------------------------------------------------------


def test_a_dispute_moves_and_each_move_is_another_occasion(session: Session, hands: Hands) -> None:
    """The referee rules first; after an appeal another has to."""
    version = head(session)
    hands.at = TUESDAY
    session.do("RaiseDispute", "anna", versions=[version], claim="that was not so")
    listed = found(session)
    raised = listed["dispute:d1:1"]
    assert (raised.kind, raised.since) == ("disputes", TUESDAY)
    assert raised.members == ("ref",)
    (owed,) = raised.owed
    assert (owed.what, owed.title, owed.does) == (
        "dispute:d1", "ruling on dispute d1", "rule on dispute d1",
    )  # fmt: skip
    assert own(raised, session.state.campaign, "ref", TUESDAY) == [owed]
    session.do("AddEvidence", "ben", dispute="d1", text="I saw it")
    assert list(found(session)) == ["dispute:d1:1"]
    session.do("SetDeadline", what="dispute:d1", until="2026-11-30T21:00:00Z")
    assert found(session)["dispute:d1:1"].until == "2026-11-30T21:00:00Z"
    hands.at = WEDNESDAY
    session.do("GiveRuling", "ref", dispute="d1", verdict="rejected", text="it was so")
    assert found(session) == {}
    hands.at = THURSDAY
    session.do("AppealRuling", "anna", dispute="d1", text="read it again")
    appealed = found(session)["dispute:d1:3"]
    assert (appealed.members, appealed.since) == (("host",), THURSDAY)
    assert appealed.owed[0].does == "rule on the appeal in dispute d1"


def test_while_play_rests_the_game_asks_for_nothing(session: Session) -> None:
    drawn(session)
    session.do("RaiseDispute", "anna", versions=[head(session)], claim="not so")
    session.do("FreezePlay", "host", dispute="d1")
    assert [one.kind for one in found(session).values()] == ["disputes"]


# --- failures -----------------------------------------------------------------------------------


def row(
    number: int, state: State, member: str = "anna", occasion: str = "turn:1939-SO"
) -> Delivery:
    return Delivery(number, "id", occasion, member, "mail", state)


def test_failed_deliveries_are_told_to_the_hosts(session: Session) -> None:
    campaign: Campaign = session.state.campaign
    assert failures([row(1, "sent"), row(2, "later")], campaign, MONDAY) is None
    told = failures([row(1, "refused"), row(2, "sent", "eve")], campaign, MONDAY)
    assert told is not None
    assert (told.key, told.kind, told.members) == ("failures:2026-11-16:1", "failures", ("host",))
    assert told.headline == "1 message may not have arrived: mail to Anna."
    rows = [row(1, "refused"), row(2, "unknown", "ben"), row(3, "refused", "ben")]
    told = failures(rows, campaign, TUESDAY)
    assert told is not None and told.key == "failures:2026-11-17:3"
    assert told.headline == "3 messages may not have arrived: mail to Anna and Ben."


def test_a_webhook_that_was_switched_off_is_told_to_the_hosts(session: Session) -> None:
    """With its server's name; one that still fails is not told before it is off."""
    Webhook = pytest.importorskip("campaign.extensions.webhooks.hooks").Webhook

    campaign: Campaign = session.state.campaign
    url = "https://hooks.example/secret-way"
    hook = Webhook("h1", "id", "slack", url, ("turns",), b"", MONDAY, failing_since=MONDAY)
    assert failures([], campaign, TUESDAY, [hook]) is None
    told = failures([], campaign, TUESDAY, [replace(hook, off_since=TUESDAY_NOON)])
    assert told is not None and (told.key, told.since) == ("failures:2026-11-17:1", TUESDAY_NOON)
    assert told.members == ("host",)
    assert told.headline.startswith("The webhook to hooks.example has been off since 17 November")
    both = failures([row(1, "refused")], campaign, TUESDAY, [replace(hook, off_since=MONDAY)])
    assert both is not None and both.key == "failures:2026-11-17:2"


def test_mail_that_is_put_off_for_more_than_a_day_is_told_to_the_hosts(session: Session) -> None:
    """From the next day on; what failed last says when it came about."""
    campaign: Campaign = session.state.campaign
    waits = replace(row(1, "later", "ben"), first_at=MONDAY)
    assert failures([waits], campaign, TUESDAY) is None
    after = "2026-11-17T12:00:01.000Z"
    told = failures([waits], campaign, after)
    assert told is not None and (told.key, told.since) == ("failures:2026-11-17:1", TUESDAY_NOON)
    assert told.headline == "Mail to Ben has been put off for more than a day."
    refused = replace(row(2, "refused"), moved_at=after)
    told = failures([waits, refused], campaign, after)
    assert told is not None and (told.key, told.since) == ("failures:2026-11-17:2", after)
    assert told.headline == (
        "1 message may not have arrived: mail to Anna. Mail to Ben has been put off for more than "
        "a day."
    )


def test_that_the_notice_of_failures_failed_is_told_to_nobody(session: Session) -> None:
    rows = [row(1, "refused", "host", "failures:2026-11-16:1")]
    assert failures(rows, session.state.campaign, MONDAY) is None


# --- whatever is played -------------------------------------------------------------------------


def test_a_toy_game_has_its_occasions_too(
    tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SKIRMISH)
    ledger = Ledger(tmp_path / "c.db", Vault(tmp_path / "c.vault", random=Dice()), hands)
    assert ledger.open("club", system="skirmish", scenario="meadow")["accepted"]
    session = Session(ledger)
    session.do("EnrolMember", member="anna", name="Anna", roles=["player"])
    session.do("AssignPower", power="red", member="anna")
    asked = found(session)["attack:round-01"]
    assert asked.members == ("anna", "host")
    session.do("Attack", "anna", side="red")
    listed = found(session)
    assert listed["attack:round-01"].members == ("host",)
    assert listed["attacked:1"].headline.startswith("The Red side attacked and rolled ")
    session.do("AdvanceTurn")
    assert list(found(session)) == ["turn:round-01", "attack:round-02"]
    ledger.close()


# --- what it costs ------------------------------------------------------------------------------


class Counted:
    """A record that counts the events that are read of it."""

    def __init__(self, log: StoredLog) -> None:
        self._log = log
        self.read = 0

    def head(self) -> tuple[int, str]:
        return self._log.head()

    def left(self) -> Mapping[str, str]:
        return self._log.left()

    def entries(self, after: int, until: int) -> Iterator[LogEntry]:
        for entry in self._log.entries(after, until):
            self.read += 1
            yield entry

    def corrections(self, after: int, until: int) -> Sequence[LogEntry]:
        return self._log.corrections(after, until)


@pytest.mark.parametrize("turns_back", [0, 1, 6])
def test_only_the_last_two_turns_are_read_again(session: Session, turns_back: int) -> None:
    """However long the campaign is, and however long ago it was read before."""
    drawn(session)
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    for _ in range(7):
        session.do("AdvanceTurn")
    drawn(session, "balbo")
    log = Counted(StoredLog(session.ledger, session.name))
    made = reports_book.read(log)
    log.read = 0
    since = made.logs[-1 - turns_back].last - 1
    found = occasions(made, since, MONDAY)
    assert "ballot:2" in {one.key for one in found}
    assert log.read <= made.logs[-1].last - made.logs[-3].last


# --- for programs -------------------------------------------------------------------------------


def test_programs_are_told_whom_a_campaign_waits_for(session: Session) -> None:
    drawn(session)
    asked = {part.seat: "no-veto" for part in found(session)["ballot:1"].owed}
    session.ballots({seat: choice for seat, choice in asked.items() if seat != "germany"})
    session.do("SetDeadline", what="ballots", until="2026-11-20T21:00:00Z")
    version = head(session)
    session.do("RaiseDispute", "anna", versions=[version], claim="not so")
    system = book(session).system
    assert tasks.waiting_in_json(system, session.state, MONDAY) == {
        "waiting": [
            {
                "member": "anna",
                "power": "germany",
                "what": "ballots",
                "until": "2026-11-20T21:00:00Z",
            },
            {"member": "ref", "power": None, "what": "dispute:d1", "until": None},
        ]
    }
