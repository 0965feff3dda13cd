"""Undo: a member takes back their own last act, as long as nothing hung on it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.history.diff import differences
from campaign.history.effective import effective
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from events import disputes as facts
from events.campaign import EntropyAdded, PowerAssigned
from events.lif.board import BallotsOpened
from events.lif.on_map import LeaderMoved, LeaderPlaced, LeaderTurned
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in, nonce_of
from tests.disputes.test_impact import correct, log_of, upheld, version_of

NONE = "{} has no act to take back: bookmarks stay, and so does what was opened, drawn or rolled"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club with a leader to be placed and one on the map."""
    setup = {"leaders": {"rommel": "arriving", "guderian": "map", "zhukov": "map"}}
    return Session(ledger_in(tmp_path)).open(setup=setup)


def refused(session: Session, by: str) -> tuple[str, str]:
    """Rule and reason of an undo that is refused."""
    answer: dict[str, Any] = session.ask("UndoAct", by)
    assert not answer["accepted"]
    return answer["rule"], answer["reason"]


def undone(session: Session, by: str) -> tuple[int, ...]:
    """The versions that an undo took back."""
    session.do("UndoAct", by)
    event = log_of(session)[-1][1]
    assert isinstance(event, facts.ActUndone)
    return event.versions


def test_a_members_last_act_is_taken_back_and_then_the_one_before(session: Session) -> None:
    """Ben's moves between them are his own, and stay; the log keeps everything."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "ben", leader="zhukov", location="E1440")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    length = len(log_of(session))
    assert undone(session, "anna") == (version_of(session, LeaderMoved, leader="rommel"),)
    assert session.state.play.placements["rommel"].location == "E1429"
    assert undone(session, "anna") == (version_of(session, LeaderPlaced),)
    assert session.state.leaders["rommel"] == "arriving"
    assert session.state.play.placements["zhukov"].location == "E1440"
    assert refused(session, "anna") == ("Undo", NONE.format("Anna"))
    assert len(log_of(session)) == length + 2


def test_what_came_before_a_draw_is_not_taken_back(session: Session) -> None:
    """What anna added went into the draw."""
    session.do("AddEntropy", "anna", value="rain")
    session.draw()
    assert refused(session, "anna") == ("Undo", NONE.format("Anna"))


def test_an_opening_that_was_struck_has_opened_all_the_same(session: Session) -> None:
    """The ballots were seen; that their opening was struck does not give ben's ballot back."""
    session.draw()
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    opened = version_of(session, BallotsOpened)
    dispute = upheld(session, opened)
    correct(session, "StrikeEvents", dispute=dispute, versions=[opened, opened + 1])
    assert session.phase == "ballots"
    assert refused(session, "ben") == ("Undo", NONE.format("Ben"))


def test_what_anothers_act_rests_on_is_not_taken_back(session: Session) -> None:
    """Anna brought the leader onto the map, and the host turned him there."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("TurnLeader", leader="rommel", face_up=False)
    turned = version_of(session, LeaderTurned)
    assert refused(session, "anna") == ("Undo", f"what came later rests on it: {turned}")


def test_what_a_ruling_touched_is_not_the_members_any_more(session: Session) -> None:
    """An act that the referee amended stays, and so do those of the member before it."""
    session.do("AddEntropy", "anna", value="one")
    session.do("AddEntropy", "anna", value="two")
    second = version_of(session, EntropyAdded)
    dispute = upheld(session, second)
    fields = {"dispute": dispute, "version": second, "fields": {"value": "zwei"}}
    correct(session, "AmendEvent", **fields)
    assert refused(session, "anna") == ("Undo", NONE.format("Anna"))


def test_what_the_referee_inserted_is_not_the_members_to_take_back(session: Session) -> None:
    """A forgotten word of anna's stands; her own before it can be taken back."""
    session.do("AddEntropy", "anna", value="one")
    first = version_of(session, EntropyAdded)
    dispute = upheld(session, 1)
    word = {"command": "AddEntropy", "by": "anna", "value": "forgotten"}
    correct(session, "InsertCommand", dispute=dispute, after=first, forgotten=word)
    assert undone(session, "anna") == (first,)
    left = [
        one.event for one in effective(SYSTEMS.codec, session.ledger.log(NAME)) if not one.struck_by
    ]
    assert [one.value for one in left if isinstance(one, EntropyAdded)] == ["forgotten"]


def test_the_opening_is_nobodys_act(session: Session) -> None:
    """The host opened the campaign, and that stands."""
    assert refused(session, "host") == ("Undo", NONE.format("Host"))


# --- what is taken back -------------------------------------------------------------------------

SHEET = [{"id": "ge-inf", "power": "germany", "type": "INF", "combat": 7, "movement": 3}]
ACTS: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "a placement": ("anna", "PlaceLeader", {"leader": "rommel", "location": "E1429"},
                    ("leaders", "rommel", "status")),
    "a leader turned": ("anna", "MoveLeader", {"leader": "guderian", "location": "E1430"},
                        ("leaders", "guderian", "location")),
    "a war": ("host", "DeclareWar", {"attacker": "germany", "target": "france"}, ("at_war",)),
    "an assignment": ("host", "AssignPower", {"power": "japan", "member": "ben"},
                      ("powers", "japan")),
    "a power released": ("host", "ReleasePower", {"power": "germany"}, ("powers", "germany")),
    "a member": ("host", "EnrolMember", {"member": "carl", "name": "Carl", "roles": ["player"]},
                 ("members", "carl")),
    "a counter's move": ("anna", "MoveCounter", {"counter": "ge-inf", "to": "circle",
                                                 "reason": "built", "arrives": "1940-JF"},
                         ("force_pools",)),
    "a stage of the turn": ("host", "BeginStage", {"stage": "production"}, ("course", "stage")),
    "an impulse": ("host", "BeginImpulse", {"side": "axis"}, ("course",)),
    "the board's stage": ("host", "OpenReinforcement", {}, ("board", "phase")),
    "points bought": ("ben", "BuyVetoPoints", {"power": "ussr", "intelligence_points": 10},
                      ("veto_points", "ussr")),
    "a minor's side": ("host", "SetMinor", {"minor": "spain", "status": "aligned",
                                            "power": "germany"}, ("minors", "spain")),
}  # fmt: skip


@pytest.mark.parametrize("what", ACTS)
def test_it_is_as_though_it_had_not_happened(session: Session, what: str) -> None:
    """Every figure is what it was; what others did meanwhile stays, and the record verifies."""
    by, command, fields, path = ACTS[what]
    session.do("AddCounters", counters=SHEET, source="our sheet")
    session.do("BeginStage", stage="land")
    before = session.ledger.show(NAME)
    session.do(command, by, **fields)
    done = session.ledger.show(NAME)
    changed = [one.path for one in differences(before, done)]
    assert any(one[: len(path)] == path for one in changed), changed
    act = log_of(session)
    versions = tuple(v for v, _ in act if v > before["version"])
    session.do("RaiseDispute", "ref", versions=[1], claim="meanwhile")
    assert undone(session, by) == versions
    after = session.ledger.show(NAME)
    assert [one.path[0] for one in differences(before, after)] == ["disputes"]
    assert session.ledger.fresh(NAME).state == session.state
    assert list(audit_of(session.ledger, NAME).findings(session.ledger.store.rows(NAME))) == []
    assert [v for v, _ in log_of(session)][: len(act)] == [v for v, _ in act], "the log keeps both"
    session.do(command, by, **fields)
    again = session.ledger.show(NAME)
    assert [one.path[0] for one in differences(done, again)] == ["disputes"]


def test_lif_4_1_a_ballot_taken_back_is_owed_again(session: Session) -> None:
    """The power has no marker; with the first of two taken back last, the one before lies again."""
    session.draw()
    owed = session.ledger.show(NAME)["board"]["sealed"]
    session.do("SealBallot", "ben", power="ussr", choice="no-veto")
    first = session.state.board.markers["ussr"]
    session.do("SealBallot", "ben", power="ussr", choice="no-veto")
    assert session.state.board.markers["ussr"] != first
    undone(session, "ben")
    assert session.state.board.markers["ussr"] == first
    undone(session, "ben")
    assert "ussr" not in session.state.board.markers
    assert session.ledger.show(NAME)["board"]["sealed"] == owed == []
    answer = session.ask("OpenBallots")
    assert not answer["accepted"] and "the USSR" in answer["reason"], "its ballot is missing"
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    assert refused(session, "ben") == ("Undo", NONE.format("Ben"))


def test_lif_4_1_a_vote_and_a_devices_opening_are_taken_back(session: Session) -> None:
    """The opening of a marker is handed over again; the vote is owed."""
    session.draw()
    nonce = nonce_of("germany")
    made = session.device("germany", "no-veto", nonce)
    session.do("SealBallot", "anna", power="germany", commitment=made)
    fields = {"power": "germany", "choice": "no-veto", "nonce": nonce}
    session.do("FixMarkers")
    session.do("RevealBallot", "anna", **fields)
    undone(session, "anna")
    assert session.state.board.markers["germany"].ciphertext == ""
    session.do("RevealBallot", "anna", **fields)
    session.do("OpenBallots", absent="no-veto")
    session.do("SealVote", "anna", power="germany", choice="another")
    undone(session, "anna")
    assert session.state.board.markers == {}


def test_several_in_a_row_and_never_the_same_twice(session: Session) -> None:
    """Each takes back the act before; then there is none, and the member acts anew."""
    places = ["E1429", "E1430", "E1431"]
    session.do("PlaceLeader", "anna", leader="rommel", location=places[0])
    for place in places[1:]:
        session.do("MoveLeader", "anna", leader="rommel", location=place)
    taken = [undone(session, "anna") for _ in places]
    assert taken == sorted(taken, reverse=True) and len(set(taken)) == 3
    assert refused(session, "anna") == ("Undo", NONE.format("Anna"))
    session.do("PlaceLeader", "anna", leader="rommel", location="E1440")
    assert undone(session, "anna")[0] > taken[0][0]


def test_nobody_takes_back_anothers_act(session: Session) -> None:
    """Neither a host nor the power's new holder; each has his own acts alone."""
    session.do("AddEntropy", "anna", value="one")
    session.do("AssignPower", power="germany", member="ben")
    for by in ("ben", "ref", "eve"):
        assert refused(session, by) == ("Undo", NONE.format(by.title()))
    assert undone(session, "host") == (version_of(session, PowerAssigned, power="germany"),)
    assert refused(session, "host") == ("Undo", NONE.format("Host"))
    assert undone(session, "anna") == (version_of(session, EntropyAdded),)


def test_a_stranger_takes_back_nothing(session: Session) -> None:
    """Members: only an enrolled member acts."""
    told_ = "'zoe' is not enrolled in this campaign"
    assert refused(session, "zoe") == ("Members", told_)


# --- what stays ---------------------------------------------------------------------------------


def drawn(session: Session) -> None:
    session.draw()


def opened(session: Session) -> None:
    session.draw()
    session.do("OpenBallots", absent="no-veto")


def counted(session: Session) -> None:
    opened(session)
    session.do("OpenVotes", absent="abstain")


def fought(session: Session) -> None:
    session.do("ReportCombat", kind="land", hex="E1429", attackers=["germany"],
               defenders=["ussr"], losses=[], leaders=[])  # fmt: skip


def began(session: Session) -> None:
    session.do("AdvanceTurn")


def closed(session: Session) -> None:
    session.do("CloseCampaign")


@pytest.mark.parametrize("settle", [drawn, opened, counted, fought, began, closed],
                         ids=lambda one: one.__name__)  # fmt: skip
def test_neither_what_settles_nor_what_came_before_is_taken_back(
    session: Session, settle: Callable[[Session], None]
) -> None:
    """A draw, openings, dice at the table, a seed that is out: his own or another's."""
    session.do("AddEntropy", "anna", value="before")
    session.do("AddEntropy", value="before as well")
    settle(session)
    for by in ("anna", "host"):
        assert refused(session, by) == ("Undo", NONE.format(by.title()))


def test_lif_5_3_what_was_entered_or_rolled_is_not_taken_back(session: Session) -> None:
    """Nobody enters another value in its place, nor rolls again: aside or in a pool."""
    session = Session(session.ledger, "other").open(rulings={"entry_chits": "table"})
    session.do("StockEntryChits")
    session.do("ReturnEntryChits", pool="tension-japan")
    session.do("EnterEntryChits", "ben", pool="tension-japan", values=[9], aside=True)
    assert refused(session, "ben") == ("Undo", NONE.format("Ben"))
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[9])
    assert refused(session, "ben") == ("Undo", NONE.format("Ben"))
    session.do("AddEntropy", "ben", value="x")
    session.do("ShowEntryChits", "ben", chits=["c2"])
    for by in ("ben", "host"):
        assert refused(session, by) == ("Undo", NONE.format(by.title()))


def test_what_is_said_of_the_record_is_no_act(session: Session) -> None:
    """Claims, rulings, bookmarks and undoing itself stay; the act before them is taken back."""
    session.do("AddEntropy", "anna", value="one")
    first = version_of(session, EntropyAdded)
    session.do("RaiseDispute", "anna", versions=[1], claim="no")
    session.do("SetBookmark", "anna", version=first, note="here")
    assert undone(session, "anna") == (first,)
    assert refused(session, "anna") == ("Undo", NONE.format("Anna"))


def test_while_play_rests_nothing_is_taken_back(session: Session) -> None:
    """What is disputed stays as it is until the dispute is settled."""
    session.do("AddEntropy", "anna", value="one")
    first = version_of(session, EntropyAdded)
    session.do("RaiseDispute", "ben", versions=[1], claim="no")
    session.do("FreezePlay", dispute="d1")
    assert refused(session, "anna") == ("Disputes", "play rests until d1 is settled")
    session.do("ResumePlay")
    assert undone(session, "anna") == (first,)


# --- told ---------------------------------------------------------------------------------------


def test_log_show_and_report_tell_it(session: Session, tmp_path: Path) -> None:
    """The journal has both, the page strikes the act through, the state is without it."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    placed = version_of(session, LeaderPlaced)
    session.ledger.close()
    shell = Shell(tmp_path)
    assert shell.fine("undo", NAME, "--as", "anna") == (
        f"{placed + 1:>5}  Anna took back event {placed}.\n       - Rommel was placed at E1429.\n"
    )
    log = shell.fine("log", NAME)
    assert "Rommel was placed at E1429." in log and f"Anna took back event {placed}." in log
    answer = shell("undo", NAME, "--as", "anna")
    assert answer.status == 1
    assert answer.error.startswith(f"refused (Undo): {NONE.format('Anna')}")
    shown = shell.fine("show", NAME)
    assert "arriving  1: rommel" in shown
    with Ledger(tmp_path / "campaign.db") as ledger:
        page = next(path for path in pages.write(ledger, NAME, tmp_path) if "SO" in path.name)
        projector.rebuild(ledger, NAME)
    text = page.read_text()
    assert f'href="#event-{placed + 1}">struck by {placed + 1}</a>' in text
    with closing(sqlite3.connect(database.path(shell.store))) as db:
        found = db.execute("SELECT version, struck_by FROM events WHERE struck_by IS NOT NULL")
        assert found.fetchall() == [(placed, placed + 1)]
        (status,) = db.execute("SELECT status FROM leaders WHERE leader='rommel'").fetchone()
        assert status == "arriving"
