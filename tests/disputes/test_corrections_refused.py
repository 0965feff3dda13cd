"""Corrections that would leave a record broken, stuck or false are refused, with the rule."""

from pathlib import Path
from typing import Any

import pytest

from campaign.disputes.impact import Impact
from campaign.lif.system import SYSTEM
from events import disputes as facts
from events.base import Event
from events.campaign import EntropyAdded, MemberEnrolled, PowerAssigned
from events.lif import us_entry as entry
from events.lif.board import (
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    LeaderVetoed,
    VetoPointsBought,
    VetoPointsSpent,
)
from events.lif.cup import LeadersSetUp
from events.lif.force_pools import CounterMoved
from events.lif.on_map import CombatReported, LeaderGroundStruck, LeaderMoved
from support.sessions import NAME, Session, ledger_in
from support.sessions import undo_refused as undo
from tests.disputes.test_corrections_as_one import whole
from tests.disputes.test_impact import correct, log_of, lost, preview, refused, upheld, version_of

SETUP = {"leaders": {"rommel": "arriving", "guderian": "map", "zhukov": "map"}}
SHEET = [{"id": "ge-inf", "power": "germany", "type": "INF", "combat": 7, "movement": 3}]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club that draws its leaders at the table."""
    return Session(ledger_in(tmp_path)).open(setup=SETUP, rulings={"draws": "table"})


def amend(session: Session, kind: type[Event], **fields: Any) -> tuple[str | None, str]:
    """Why the last event of a kind may not be amended so, which confirming it says as well."""
    version = version_of(session, kind)
    asked = {"dispute": upheld(session, version), "version": version, "fields": fields}
    answer = session.ask("AmendEvent", "ref", **asked, seen="0" * 64)
    found = refused(session, "AmendEvent", **asked)
    assert not answer["accepted"] and (answer["rule"], answer["reason"]) == found
    return found


def vetoed(session: Session) -> None:
    """Franco was drawn; Japan, with 3 points, paid 1 for its veto."""
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"japan": "veto"})
    session.do("OpenBallots", absent="no-veto")


# --- what the ledger made -----------------------------------------------------------------------

STAYS = "what was drawn or rolled stays; strike the event instead"


def test_lif_4_1_a_leader_whom_the_ledger_drew_is_not_amended(tmp_path: Path) -> None:
    """Nor who drew; the draw's seed would give another."""
    session = Session(ledger_in(tmp_path)).open()
    drawn = session.draw()
    other = next(who for who in session.state.leaders if who != drawn)
    assert amend(session, LeaderDrawn, leader=other) == ("Corrections", STAYS)
    assert amend(session, LeaderDrawn, source="table") == ("Corrections", STAYS)


def test_lif_4_1_a_leader_drawn_at_the_table_is_amended_and_who_drew_is_not(
    session: Session,
) -> None:
    """The host misread the counter; that it was a cup at the table stays."""
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    assert amend(session, LeaderDrawn, source="ledger") == (
        "Corrections", "who drew or rolled stays; strike the event instead",
    )  # fmt: skip
    version = version_of(session, LeaderDrawn)
    fields = {"version": version, "fields": {"leader": "balbo"}}
    correct(session, "AmendEvent", dispute=upheld(session, version), **fields)
    assert session.state.board.leader == "balbo"
    whole(session)


@pytest.mark.parametrize("kind", ["device", "vault"])
def test_lif_4_1_what_was_sealed_is_not_amended(session: Session, kind: str) -> None:
    """A marker of another power could never be opened: its commitment binds the power."""
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    sealed = {"commitment": "a" * 64} if kind == "device" else {"choice": "no-veto"}
    session.do("SealBallot", "anna", power="italy", **sealed)
    told = "what was sealed cannot be changed; strike out the event instead"
    assert amend(session, BallotSealed, power="germany") == ("Corrections", told)


def test_lif_4_1_what_was_opened_stays(session: Session) -> None:
    """A ballot that counted as absent was absent."""
    vetoed(session)
    version = version_of(session, BallotsOpened)
    ballots = {
        who: {"choice": one.choice, "nonce": one.nonce, "how": one.how}
        for who, one in dict(log_of(session))[version].ballots.items()  # type: ignore[attr-defined]
    }
    assert ballots["italy"]["how"] == "absent"
    ballots["italy"]["how"] = "cannot-pay"
    told = "what was opened stays; strike the event instead"
    assert amend(session, BallotsOpened, ballots=ballots) == ("Corrections", told)


def test_lif_5_3_chits_rolls_and_waits_stay(tmp_path: Path) -> None:
    """Of the ledger's chits neither which nor how many; nor what a roll came to."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("StockEntryChits", rows=[{"value": 1, "count": 20}])
    rows = [{"kind": "action", "number": 10, "germany_italy": 5, "japan": 5}]
    session.do("ImportEntryChart", rows=rows, source="our chart")
    session.do("TakeEntryAction", action=10, stated={"nanking": "yes"})
    rolled = version_of(session, entry.EntryActionTaken)
    event = dict(log_of(session))[rolled]
    assert isinstance(event, entry.EntryActionTaken) and event.outcomes
    assert amend(session, entry.EntryActionTaken, outcomes={}) == ("Corrections", STAYS)
    sealed = "what was sealed cannot be changed; strike out the event instead"
    assert amend(session, entry.EntryChitsStocked, source="another") == ("Corrections", sealed)


def test_ruling_53_a_placing_is_struck_and_not_amended(tmp_path: Path) -> None:
    """Its draw goes only along with it; struck alone, the chit lies where it was drawn to."""
    session = Session(ledger_in(tmp_path)).open(rulings={"entry_look": "before"})
    session.do("StockEntryChits", rows=[{"value": 1, "count": 20}])
    session.do("DrawEntryChits", "ben", pool="entry-japan")
    session.do("PlaceEntryChits", "ben", to="entry-germany-italy", chits=["c1"])
    placed, drawn = (
        version_of(session, kind) for kind in (entry.EntryChitsPlaced, entry.EntryChitsDrawn)
    )
    told = "where the USA placed them stays; strike the event instead"
    for fields in ({"to": "entry-japan"}, {"pool": "tension-japan"}, {"chits": ["c2"]}):
        assert amend(session, entry.EntryChitsPlaced, **fields) == ("Corrections", told)
    dispute = upheld(session, placed)
    alone = preview(session, "StrikeEvents", dispute=dispute, versions=[drawn])
    assert isinstance(alone, Impact) and alone.also == (placed,)
    correct(session, "StrikeEvents", dispute=dispute, versions=[placed])
    assert session.state.entry.chits["c1"].pool == "entry-japan"
    session.do("PlaceEntryChits", "ben", to="entry-germany-italy", chits=["c1"])
    session.do("UndoAct", "ben")
    assert session.state.entry.chits["c1"].pool == "entry-japan"
    whole(session)


# --- what no command could have said -------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ({"mars": 1}, "points name: there is no 'mars'"),
        ({"japan": 10**12}, "points: 1,000,000,000,000 is out of range; the most is 10,000"),
        ({"japan": -1}, "points: -1 is below zero"),
        ({"japan": "two"}, "points: expected a whole number, got text"),
    ],
)
def test_lif_4_2_points_are_of_a_power_and_within_bounds(
    session: Session, points: dict[str, Any], why: str
) -> None:
    """What a veto cost is in no command; a trillion of points would fill every chart."""
    vetoed(session)
    assert amend(session, VetoPointsSpent, points=points) == (None, f"fields: {why}")


def test_lif_4_1_the_verdict_is_on_who_was_drawn(session: Session) -> None:
    """An event inside another act is checked by more than its names."""
    vetoed(session)
    told = "the board's verdict is on the leader who was drawn, and stays; strike the event instead"
    assert amend(session, LeaderVetoed, leader="balbo") == ("Corrections", told)


@pytest.mark.parametrize("text", ["\x1b[2J", "a\nb", "\u202ereversed"])
def test_a_text_that_no_command_bears_moves_no_cursor(session: Session, text: str) -> None:
    """The reason of a counter's move, of which the journal has one line."""
    session.do("AddCounters", counters=SHEET, source="our sheet")
    session.do("MoveCounter", "anna", counter="ge-inf", to="circle", reason="built",
               arrives="1940-JF")  # fmt: skip
    rule, why = amend(session, CounterMoved, reason=text)
    assert rule is None and why.startswith("fields: reason: ")
    assert "regex" not in why and "^" not in why


def test_a_members_role_in_the_opening_is_one_that_there_is(session: Session) -> None:
    """The opening is amended, not struck, and by the words that enrolling a member takes."""
    rule, why = amend(session, MemberEnrolled, roles=["emperor"])
    assert rule is None and why.startswith("fields: roles: there is no 'emperor'")


def test_lif_3_3_a_ground_strike_is_rolled_with_one_die(session: Session) -> None:
    """What no die shows is refused as it would be in the command."""
    session.do("ReportGroundStrike", leader="guderian", roll=3, needed=8)
    rule, why = amend(session, LeaderGroundStruck, roll=99)
    assert rule is None and why == "fields: roll: expected a whole number of at most 10"


def test_lif_3_3_a_combat_keeps_its_number(session: Session) -> None:
    """Recalls and promotions name it."""
    fought(session)
    told = "a combat keeps its number"
    assert amend(session, CombatReported, combat="1939-SO-9") == ("Corrections", told)


def fought(session: Session) -> None:
    session.do("ReportCombat", kind="land", hex="E1429", attackers=["germany"],
               defenders=["ussr"], losses=[lost("attacker", "germany", 1)],
               leaders=[])  # fmt: skip


# --- what cannot be -----------------------------------------------------------------------------


def test_lif_4_2_a_payment_amended_upwards_leaves_no_debt(session: Session) -> None:
    """Japan had 3 points: 4 cannot have been paid, whatever comes in later."""
    vetoed(session)
    version = version_of(session, VetoPointsSpent)
    assert dict(log_of(session))[version].points == {"japan": 1}  # type: ignore[attr-defined]
    told = ("LiF 4.2", "japan would have -1 veto points")
    assert amend(session, VetoPointsSpent, points={"japan": 4}) == told


def test_lif_4_2_what_was_paid_since_goes_along(session: Session) -> None:
    """The USSR bought 2 and spent all 5; without the purchase the last payment cannot stand."""
    session.do("BuyVetoPoints", "ben", power="ussr", intelligence_points=10)
    bought = version_of(session, VetoPointsBought)
    dispute = upheld(session, bought)
    fields = {"figure": "veto-points", "of": "ussr", "change": -2}
    correct(session, "AdjustFigure", dispute=dispute, **fields)
    correct(session, "AdjustFigure", dispute=dispute, **fields)
    last = version_of(session, facts.FigureAdjusted)
    found = preview(session, "StrikeEvents", dispute=dispute, versions=[bought])
    assert isinstance(found, Impact) and found.also == (last,)


def test_a_correction_leaves_a_host(session: Session) -> None:
    """The opening's host made a player: nobody could do anything any more."""
    version = next(v for v, e in log_of(session) if isinstance(e, MemberEnrolled))
    fields = {"version": version, "fields": {"roles": ["player"]}}
    found = refused(session, "AmendEvent", dispute=upheld(session, version), **fields)
    assert found == ("Members", "the campaign would be left without a host")


def test_whoever_plays_a_power_is_enrolled_to_play(session: Session) -> None:
    """Germany assigned to a member who is none, or who only observes."""
    session.do("AssignPower", power="germany", member="ben")
    told = "fields: member: there is no 'zoe'"
    assert amend(session, PowerAssigned, member="zoe") == (None, told)
    told = "Eve would play a power without being a player"
    assert amend(session, PowerAssigned, member="eve") == ("Members", told)


@pytest.mark.parametrize(
    ("field", "without", "told"),
    [
        ("veto_points", "china", ("LiF 4.2", "veto points: china would be missing")),
        ("conquest", "china", ("LiF 4.2", "conquest: china would be missing")),
        ("leaders", "balbo", ("LiF 1", "balbo would be in no place")),
    ],
)
def test_lif_4_an_opening_has_all_its_powers_and_leaders(
    session: Session, field: str, without: str, told: tuple[str, str]
) -> None:
    """Each power its points and its fate, each leader a place."""
    event = dict(log_of(session))[version_of(session, LeadersSetUp)]
    left = {who: one for who, one in getattr(event, field).items() if who != without}
    assert amend(session, LeadersSetUp, **{field: left}) == told


def test_lif_4_1_two_leaders_are_not_before_the_board(session: Session) -> None:
    """One set up as drawn, with no board that met."""
    event = dict(log_of(session))[version_of(session, LeadersSetUp)]
    leaders = {**event.leaders, "balbo": "drawn"}  # type: ignore[attr-defined]
    told = ("LiF 4.1", "balbo would be drawn, with nobody before the board")
    assert amend(session, LeadersSetUp, leaders=leaders) == told


def test_lif_3_1_a_leader_is_in_one_place(session: Session) -> None:
    """On the circle by the opening, with no turn to come off it."""
    event = dict(log_of(session))[version_of(session, LeadersSetUp)]
    leaders = {**event.leaders, "balbo": "circle"}  # type: ignore[attr-defined]
    told = ("LiF 3.1", "balbo would never come off the production circle")
    assert amend(session, LeadersSetUp, leaders=leaders) == told


def test_lif_5_4_a_counter_comes_off_the_circle_in_a_turn_to_come(session: Session) -> None:
    """An arrival in the past would leave it there for ever."""
    session.do("AddCounters", counters=SHEET, source="our sheet")
    session.do("MoveCounter", "anna", counter="ge-inf", to="circle", reason="built",
               arrives="1940-JF")  # fmt: skip
    rule, why = amend(session, CounterMoved, arrives="1938-JF")
    assert (rule, why) == (
        "LiF 5", "ge-inf should have arrived in 1938-JF, and it is 1939-SO",
    )  # fmt: skip


def test_lif_5_4_a_counter_is_in_one_place(session: Session) -> None:
    """On the map and on its way at once."""
    session.do("AddCounters", counters=SHEET, source="our sheet")
    session.do("MoveCounter", "anna", counter="ge-inf", to="map", reason="set up",
               location="E1429")  # fmt: skip
    rule, why = amend(session, CounterMoved, arrives="1940-JF")
    assert rule is None and why.startswith("fields: ") and why.endswith("not for map")


def test_a_ruling_stays_its_referees(session: Session) -> None:
    """Who enrolled later and ruled is not struck out from under the ruling."""
    session.do("EnrolMember", member="judy", name="Judy", roles=["referee"])
    enrolled = version_of(session, MemberEnrolled)
    session.do("AddEntropy", "anna", value="rain")
    rain = version_of(session, EntropyAdded)
    session.do("RaiseDispute", "ben", versions=[rain], claim="snow")
    session.do("GiveRuling", "judy", dispute="d1", verdict="upheld", text="snow")
    ruled = version_of(session, facts.RulingGiven)
    dispute = upheld(session, enrolled)
    found = refused(session, "StrikeEvents", dispute=dispute, versions=[enrolled])
    told = f"event {ruled} is by judy, who would not have been enrolled then"
    assert found == ("Members", told)
    told = f"event {ruled} is a ruling by Judy, who would not have been a referee then"
    assert amend(session, MemberEnrolled, roles=["player"]) == ("Members", told)


# --- going back, and putting in -----------------------------------------------------------------


def test_what_went_with_a_way_back_comes_again_by_striking_it(session: Session) -> None:
    """A second way back restores nothing; the refusal says what would."""
    session.do("AddEntropy", "anna", value="one")
    session.do("AddEntropy", "anna", value="two")
    two = version_of(session, EntropyAdded)
    dispute = upheld(session, two)
    correct(session, "Rewind", dispute=dispute, to=two - 1)
    gone = version_of(session, facts.Rewound)
    told = f"event {two} was removed when event {gone} took play back; "
    told += f"strike out event {gone} instead"
    assert refused(session, "Rewind", dispute=dispute, to=two) == ("Corrections", told)
    correct(session, "StrikeEvents", dispute=dispute, versions=[gone])
    assert "two" in str(session.state.mixed)
    whole(session)


def test_what_was_put_in_behind_the_place_goes_with_a_way_back(session: Session) -> None:
    """Play is where it was after that event, and not after what was inserted behind it."""
    session.do("AddEntropy", "anna", value="one")
    one = version_of(session, EntropyAdded)
    session.do("AddEntropy", "anna", value="two")
    dispute = upheld(session, one)
    word = {"command": "AddEntropy", "by": "anna", "value": "forgotten"}
    correct(session, "InsertCommand", dispute=dispute, after=one, forgotten=word)
    inserted = version_of(session, facts.EventsInserted)
    assert "forgotten" in str(session.state.mixed)
    correct(session, "Rewind", dispute=dispute, to=one)
    mixed = str(session.state.mixed)
    assert ("one" in mixed, "two" in mixed, "forgotten" in mixed) == (True, False, False)
    struck = dict(log_of(session))[version_of(session, facts.EventsStruck)]
    assert isinstance(struck, facts.EventsStruck) and struck.versions == (inserted,)
    whole(session)


def test_no_number_of_a_draw_or_combat_comes_twice(session: Session) -> None:
    """What is put into the past would bear a number that something later has."""
    session.do("AddEntropy", "anna", value="one")
    here = version_of(session, EntropyAdded)
    fought(session)
    combat = version_of(session, CombatReported)
    report = {"command": "ReportCombat", "kind": "land", "hex": "E1430", "attackers": ["germany"],
              "defenders": ["ussr"], "losses": [], "leaders": []}  # fmt: skip
    dispute = upheld(session, here)
    found = refused(session, "InsertCommand", dispute=dispute, after=here, forgotten=report)
    told = f"it would get the number of event {combat} (combat 1939-SO-1)"
    assert found == ("Corrections", f"{told}; go back to before that event instead (rewind)")


def test_lif_3_3_after_a_struck_combat_the_next_has_a_number_of_its_own(session: Session) -> None:
    """Of two the first is struck; the third is not called the second."""
    for _ in range(2):
        fought(session)
    first = next(v for v, e in log_of(session) if isinstance(e, CombatReported))
    correct(session, "StrikeEvents", dispute=upheld(session, first), versions=[first])
    fought(session)
    assert list(session.state.play.combats) == ["1939-SO-2", "1939-SO-3"]
    whole(session)


# --- undo ---------------------------------------------------------------------------------------


def test_a_referee_who_has_ruled_since_is_not_undone(session: Session) -> None:
    """The host enrolled Judy, and Judy ruled."""
    session.do("EnrolMember", member="judy", name="Judy", roles=["referee"])
    session.do("RaiseDispute", "ben", versions=[1], claim="no")
    session.do("GiveRuling", "judy", dispute="d1", verdict="rejected", text="yes")
    ruled = version_of(session, facts.RulingGiven)
    told = f"event {ruled} is by judy, who would not have been enrolled then"
    assert undo(session, "host") == ("Undo", told)


def test_a_member_who_was_named_since_is_not_undone(session: Session) -> None:
    """The keeper of the vault was enrolled."""
    session.do("EnrolMember", member="judy", name="Judy", roles=["observer"])
    session.do("NameKeeper", member="judy")
    named = version_of(session, facts.KeeperNamed)
    told = f"event {named} names judy, who would not have been enrolled then"
    assert undo(session, "host") == ("Undo", told)


def test_what_a_dispute_is_about_is_not_undone_while_it_is(session: Session) -> None:
    """Neither while it is open nor once it was upheld; rejected, it is the member's again."""
    session.do("MoveLeader", "anna", leader="guderian", location="E1429")
    moved = version_of(session, LeaderMoved)
    session.do("RaiseDispute", "ben", versions=[moved], claim="not there")
    assert undo(session, "anna") == ("Undo", f"event {moved} stays until d1 about it is settled")
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="not there")
    told = f"event {moved} stays as d1 about it was ruled; its referee corrects it"
    assert undo(session, "anna") == ("Undo", told)
    session.do("AppealRuling", "anna", dispute="d1", text="there")
    session.do("GiveRuling", "host", dispute="d1", verdict="rejected", text="there")
    session.do("ConsentToRuling", "eve", dispute="d1")
    session.do("UndoAct", "anna")
    whole(session)


def test_what_was_sealed_stays_while_its_opening_is_asked_for(session: Session) -> None:
    """Anna cannot take her ballot back from under those who would look at it."""
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="franco")
    session.ballots({"germany": "no-veto"})
    sealed = version_of(session, BallotSealed)
    session.do("AskOpening", "ref", version=sealed, reason="she is away")
    told = f"event {sealed} stays: the opening of what it sealed was asked for"
    assert undo(session, "anna") == ("Undo", told)


# --- a sound state -------------------------------------------------------------------------------


def test_a_campaign_that_is_played_has_no_faults(session: Session) -> None:
    """Whatever the fixtures of this module did, nothing of it is impossible."""
    fought(session)
    vetoed(session)
    assert list(SYSTEM.corrections.faults(session.state)) == []
    assert session.ledger.live(NAME).state == session.state


def test_lif_5_3_a_secret_that_chits_were_laid_under_stays(tmp_path: Path) -> None:
    """The pool's stocking is struck only while no chit was laid: nobody could check them ever."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("StockEntryChits", rows=[{"value": 1, "count": 20}])
    stocked = version_of(session, entry.EntryChitsStocked)
    dispute = upheld(session, stocked)
    alone = preview(session, "StrikeEvents", dispute=dispute, versions=[stocked])
    assert isinstance(alone, Impact) and alone.also == ()
    session.do("DrawEntryChits", "ben", pool="entry-japan")
    drawn = version_of(session, entry.EntryChitsDrawn)
    told = "chits were laid under the secret of the common pool, so that its stocking stays"
    fields = {"dispute": dispute, "versions": [stocked, drawn]}
    assert refused(session, "StrikeEvents", **fields) == ("LiF 5.3", told)


def test_a_member_keeps_their_id(session: Session) -> None:
    """Whoever was enrolled is who acted since."""
    told = "a member keeps their id; enrol another member instead"
    assert amend(session, MemberEnrolled, member="zoe") == ("Corrections", told)


def test_lif_5_3_3_waits_without_a_stock_are_no_fault_at_the_end(tmp_path: Path) -> None:
    """A pool below zero at the table, before anybody stocked it: the campaign closes and holds."""
    session = Session(ledger_in(tmp_path)).open(rulings={"entry_chits": "table"})
    session.do("ReturnEntryChits", pool="entry-japan")
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    whole(session)
