"""The preview of a correction: what it shows is what the confirmed correction then does."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.disputes import corrections
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact, impact
from campaign.history.acts import acts_of, judged
from campaign.history.diff import differences
from campaign.history.effective import effective
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from events import disputes as facts
from events.campaign import EntropyAdded, TurnBegan
from events.lif.board import (
    BallotSealed,
    LeaderDrawn,
    LeaderPromoted,
    MarkersFixed,
    ReinforcementOpened,
    VetoPointsBought,
    VetoPointsSpent,
)
from events.lif.on_map import (
    CombatReported,
    LeaderMoved,
    LeaderPlaced,
    LeaderRecalled,
    LeaderTurned,
)
from events.lif.politics import MinorChanged, VichyInstalled
from support.disputed import upheld, version_of
from support.sessions import NAME, Session, ledger_in, log_of

MINE = {"leaders": {"rommel": "arriving", "guderian": "map"}}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club with a leader to be placed and one on the map."""
    return Session(ledger_in(tmp_path)).open(setup=MINE)


def preview(session: Session, command: str, **fields: Any) -> Impact | Refused:
    """What the record would be after a correction, as anybody can work it out."""
    asked = {"command": command, "by": "ref", "seen": "0" * 64, **fields}
    read = decisions.read(asked, SYSTEM.rules.commands)
    assert isinstance(read, Correct), read
    events = corrections.events_of(SYSTEM, read, log_of(session))
    return events if isinstance(events, Refused) else impact(SYSTEM, log_of(session), events)


def seen(session: Session, command: str, **fields: Any) -> Impact:
    """A preview that is none of a refusal."""
    found = preview(session, command, **fields)
    assert isinstance(found, Impact), found
    return found


def refused(session: Session, command: str, **fields: Any) -> tuple[str | None, str]:
    """Rule and reason of a preview that is refused."""
    found = preview(session, command, **fields)
    assert isinstance(found, Refused), found
    return found.rule, found.reason


def correct(session: Session, command: str, **fields: Any) -> Impact:
    """Makes a correction as its preview showed it, and holds the two against each other."""
    found = seen(session, command, **fields)
    before = session.ledger.show(NAME)
    session.do(command, "ref", **fields, seen=found.digest)
    assert found.changes == tuple(differences(before, session.ledger.show(NAME)))
    assert session.ledger.fresh(NAME).state == session.state
    return found


def figures(found: Sequence[Any]) -> dict[str, tuple[Any, Any]]:
    """What a preview says of each figure, but for the leaders' own lines."""
    return {one.where: (one.before, one.after) for one in found}


# --- what hangs on what -------------------------------------------------------------------------


def placed_and_moved(session: Session) -> tuple[int, int, str]:
    """Rommel was placed and moved, and guderian moved too; the dispute on it is upheld."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "anna", leader="guderian", location="E1429")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    session.do("AddEntropy", "anna", value="dust")
    there = version_of(session, LeaderPlaced)
    away = version_of(session, LeaderMoved, leader="rommel")
    return there, away, upheld(session, there)


def test_lif_3_1_without_his_placing_a_leader_has_not_moved(session: Session) -> None:
    """Striking the placing breaks the later move, by rule 3.1, and nothing else."""
    there, away, dispute = placed_and_moved(session)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[there])
    (move,) = found.broken
    assert (move.versions, move.command, move.rule) == ((away,), "MoveLeader", "LiF 3.1")
    assert move.reason.startswith("only a leader on the map moves; Rommel is ")
    assert found.also == (away,)
    assert found.overruled == ()


def test_a_correction_that_leaves_something_hanging_is_refused(session: Session) -> None:
    """The refusal names the first thing that hangs, and what to strike."""
    there, away, dispute = placed_and_moved(session)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[there])
    answer = session.ask(
        "StrikeEvents", "ref", dispute=dispute, versions=[there], seen=found.digest
    )
    assert not answer["accepted"] and answer["rule"] == "Corrections"
    assert answer["reason"] == (f"{found.broken[0].reason}; strike out {away} too (`also`)")


def test_what_follows_from_striking_those_too_is_shown_and_happens(session: Session) -> None:
    """`then` of the first preview is `changes` of the second, and what the record then says."""
    there, away, dispute = placed_and_moved(session)
    first = seen(session, "StrikeEvents", dispute=dispute, versions=[there])
    whole = correct(session, "StrikeEvents", dispute=dispute, versions=[there], also=[away])
    assert whole.broken == whole.also == whole.overruled == ()
    assert first.then == whole.changes
    assert figures(whole.changes) == {
        "leaders rommel status": ("map", "arriving"),
        "leaders rommel location": ("E1430", None),
        "leaders rommel face up": (True, None),
    }
    assert session.state.leaders["rommel"] == "arriving"
    assert session.state.play.placements["guderian"].location == "E1429"


def test_the_preview_must_be_the_one_that_was_looked_at(session: Session) -> None:
    """Something was recorded since, and the preview shows another history."""
    there, away, dispute = placed_and_moved(session)
    fields = {"dispute": dispute, "versions": [there], "also": [away]}
    found = seen(session, "StrikeEvents", **fields)
    session.do("TurnLeader", "anna", leader="rommel", face_up=False)
    answer = session.ask("StrikeEvents", "ref", **fields, seen=found.digest)
    assert not answer["accepted"]
    assert answer["reason"] == "the preview has changed since you saw it; look at it again"
    assert seen(session, "StrikeEvents", **fields).digest != found.digest


def test_of_a_command_half_struck_the_rest_hangs_in_the_air(session: Session) -> None:
    """A stage was opened and a leader drawn; the ballots' opening alone is struck."""
    session.draw()
    session.do("OpenBallots", absent="no-veto")
    opened = version_of(session, MarkersFixed)
    dispute = upheld(session, opened)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[opened])
    assert found.broken[0].rule == "Record"
    assert found.broken[0].reason == f"event {opened} brought it, and was struck"
    assert found.also == (opened + 1, opened + 2)
    whole = correct(session, "StrikeEvents", dispute=dispute, versions=[opened, *found.also])
    assert figures(whole.changes)["board phase"] == ("votes", "ballots")


def test_a_struck_draw_takes_its_board_along_and_keeps_its_number(session: Session) -> None:
    """Ballots, votes and the next draw hang on it; the next draw is number 3."""
    session.draw()
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    session.votes({"germany": "another"})
    session.do("OpenVotes", absent="abstain")
    session.draw()
    drawn = version_of(session, LeaderDrawn, draw=1)
    later = [
        act.versions
        for act in acts_of(effective(SYSTEMS.codec, log_of(session)))
        if act.versions[0] > drawn
    ]
    dispute = upheld(session, drawn)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[drawn])
    assert [one.command for one in found.broken] == [
        "SealBallot", "OpenBallots", "SealVote", "OpenVotes",
    ]  # fmt: skip
    gone = [version for act in later[:-1] for version in act]
    assert found.also == tuple(gone), "the second draw follows as well on a board that waits"
    correct(session, "StrikeEvents", dispute=dispute, versions=[drawn], also=found.also)
    assert session.state.draw == 2 and session.phase == "ballots"


def test_the_same_fault_as_before_is_not_the_corrections(session: Session) -> None:
    """An act that was never by the rules is not listed when something else is struck."""
    session.do("BeginStage", stage="reinforcement")
    log = log_of(session)
    wrong = VetoPointsBought(power="ussr", points=3, intelligence_points=10, by="ben")
    log = [*log, (len(log) + 1, wrong)]
    struck = facts.EventsStruck(dispute="d1", versions=(len(log) - 1,))
    found = impact(SYSTEM, log, (struck,))
    assert isinstance(found, Impact)
    assert found.broken == found.overruled == found.also == ()
    assert figures(found.changes) == {"course stage": ("reinforcement", "")}


def test_an_adjusted_figure_that_would_fall_below_nought_goes_along(session: Session) -> None:
    """Five points were bought and five taken off again; without the purchase there are but three.

    The second correction is an event like others, and is struck with the first.
    """
    session.do("BuyVetoPoints", "ben", power="ussr", intelligence_points=25)
    bought = version_of(session, VetoPointsBought)
    dispute = upheld(session, bought)
    start = session.state.veto_points["ussr"]
    correct(session, "AdjustFigure", dispute=dispute, figure="veto-points", of="ussr", change=-5)
    adjusted = version_of(session, facts.FigureAdjusted)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[bought])
    assert start == 8 and found.also == (adjusted,)
    assert found.changes == ()
    assert figures(found.then) == {}, "five bought, five taken, both gone"
    correct(session, "StrikeEvents", dispute=dispute, versions=[bought], also=[adjusted])
    assert session.state.veto_points["ussr"] == 3


# --- the referee's word -------------------------------------------------------------------------


def opened_for(session: Session, leader: str, ballots: dict[str, str]) -> int:
    """A board at the table whose one veto was paid: the version of the payment."""
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader=leader)
    session.ballots(ballots)
    session.do("OpenBallots", absent="no-veto")
    return version_of(session, VetoPointsSpent)


ALIGNED = {"command": "SetMinor", "minor": "spain", "status": "aligned", "power": "germany"}


def franco_vetoed(folder: Path) -> tuple[Session, int, int]:
    """Japan vetoed Franco when nobody had recorded that Spain was Germany's.

    The versions of the turn's beginning and of the payment.
    """
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    begun = version_of(session, TurnBegan)
    paid = opened_for(session, "franco", {"japan": "veto", "italy": "no-veto"})
    assert dict(log_of(session))[paid].points == {"japan": 1}  # type: ignore[attr-defined]
    return session, begun, paid


def test_lif_4_1_a_veto_that_should_have_cost_3_and_was_booked_as_1(tmp_path: Path) -> None:
    """What was forgotten is inserted, and the ballots, opened as they are, are counted anew.

    With Spain aligned Franco is of Japan's side: its veto costs 3, and speaks for him.
    """
    session, begun, paid = franco_vetoed(tmp_path)
    dispute = upheld(session, paid)
    fields = {"dispute": dispute, "after": begun, "forgotten": ALIGNED}
    first = seen(session, "InsertCommand", **fields)
    (counted,) = first.otherwise
    assert counted.differs == "veto points spent, points japan: 3 instead of 1"
    assert first.broken == first.also == (), "it may stand as it was booked, or go"
    anew = (paid - 2, paid - 1, paid, paid + 1)
    assert counted.versions == anew
    without = seen(session, "InsertCommand", **fields, also=anew)
    assert figures(without.changes)["veto points japan"] == (2, 3)
    correct(session, "InsertCommand", **fields, also=anew)
    session.do("OpenBallots", absent="no-veto")
    spent, promoted = (event for _, event in log_of(session)[-2:])
    assert isinstance(spent, VetoPointsSpent) and spent.points == {"japan": 3}
    assert isinstance(promoted, LeaderPromoted) and promoted.leader == "franco"


def test_an_amended_event_is_the_referees_word(tmp_path: Path) -> None:
    """He books 3 points where the rules had 1; the preview says so, and nothing is broken.

    What would end otherwise for another reason is told later all the same.
    """
    session, begun, paid = franco_vetoed(tmp_path)
    dispute = upheld(session, paid)
    cost = {"dispute": dispute, "version": paid, "fields": {"points": {"japan": 3}}}
    found = correct(session, "AmendEvent", **cost)
    assert found.broken == found.also == ()
    (word,) = found.overruled
    assert word.differs == "veto points spent, points japan: 1 instead of 3"
    assert figures(found.changes) == {"veto points japan": (2, 0)}
    session.do("AddEntropy", value="rain")
    rain = upheld(session, version_of(session, EntropyAdded))
    other = seen(
        session, "StrikeEvents", dispute=rain, versions=[version_of(session, EntropyAdded)]
    )
    assert other.broken == other.overruled == ()
    late = seen(session, "InsertCommand", dispute=dispute, after=begun, forgotten=ALIGNED)
    assert [one.differs for one in late.otherwise] == ["leader promoted instead of leader vetoed"]


def lost(side: str, power: str, build_points: int) -> dict[str, Any]:
    """A unit destroyed."""
    return {"side": side, "power": power, "controlled_by": power, "type": "INF", "fate": "killed",
            "build_points": build_points}  # fmt: skip


def test_lif_3_3_losses_that_were_misread_cost_a_leader(session: Session) -> None:
    """Six build points were written down for five less one: with four nobody is recalled.

    Amending the losses alone leaves a recall that the rules would not give, which is the
    referee's word; with the recall struck along with it the act is by the rules again.
    """
    leaders = [{"leader": "guderian", "side": "attacker", "took_part": True, "ability_used": True}]
    session.do("ReportCombat", kind="land", hex="E1429", attackers=["germany"],
               defenders=["ussr"], losses=[lost("attacker", "germany", 6)],
               leaders=leaders)  # fmt: skip
    fought, recalled = version_of(session, CombatReported), version_of(session, LeaderRecalled)
    dispute = upheld(session, fought)
    fields = {
        "dispute": dispute, "version": fought,
        "fields": {"losses": [lost("attacker", "germany", 4)]},
    }  # fmt: skip
    alone = seen(session, "AmendEvent", **fields)
    assert [one.differs for one in alone.overruled] == ["without leader recalled"]
    assert alone.changes == alone.broken == ()
    found = correct(session, "AmendEvent", **fields, also=[recalled])
    assert found.overruled == found.broken == ()
    assert figures(found.changes) == {
        "cup": (["guderian"], []),
        "leaders guderian status": ("cup", "map"),
    }


# --- placing, inserting, going back -------------------------------------------------------------


def test_a_forgotten_command_is_the_members_own(session: Session) -> None:
    """It is judged, now and later, as his; the referee could not have moved the leader."""
    session.do("AddEntropy", "anna", value="one")
    here = version_of(session, EntropyAdded)
    session.do("AddEntropy", "anna", value="two")
    dispute = upheld(session, here)
    move = {"command": "MoveLeader", "by": "anna", "leader": "guderian", "location": "E1429"}
    found = correct(session, "InsertCommand", dispute=dispute, after=here, forgotten=move)
    assert found.broken == found.overruled == ()
    assert figures(found.changes)["leaders guderian location"] == (None, "E1429")
    history = effective(SYSTEMS.codec, log_of(session))
    (moved,) = (one for one in history if one.inserted)
    assert moved.event.by == "anna" and history[here].inserted
    assert all(told_ is None or told_.holds for _, told_ in judged(SYSTEM, history))


def test_a_forgotten_command_that_its_moment_forbids_is_refused(session: Session) -> None:
    """LiF 3.1: guderian was on the map then, and is not placed a second time."""
    session.do("AddEntropy", "anna", value="one")
    here = version_of(session, EntropyAdded)
    place = {"command": "PlaceLeader", "by": "anna", "leader": "guderian", "location": "E1429"}
    rule, reason = refused(
        session, "InsertCommand", dispute=upheld(session, here), after=here, forgotten=place
    )
    assert (rule, reason) == (
        "LiF 3.1",
        "only an arriving leader is placed; Guderian is on the map",
    )


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("RaiseDispute", "forgotten: there is no command 'RaiseDispute' that can be inserted"),
        ("UndoAct", "forgotten: there is no command 'UndoAct' that can be inserted"),
        ("Nonsense", "forgotten: there is no command 'Nonsense' that can be inserted"),
    ],
)
def test_the_records_own_is_not_inserted(session: Session, command: str, why: str) -> None:
    """What members ask of the record itself has no place in the past."""
    found = refused(
        session, "InsertCommand", dispute="d1", after=len(log_of(session)),
        forgotten={"command": command},
    )  # fmt: skip
    assert found == (None, why)


def test_what_one_command_brought_is_not_parted(session: Session) -> None:
    """Neither an insertion nor a way back comes between the ballots and what they decided."""
    session.draw()
    session.do("OpenBallots", absent="no-veto")
    opened = version_of(session, MarkersFixed)
    why = f"events {opened} to {opened + 2} belong to one command; name {opened + 2}"
    entropy = {"command": "AddEntropy", "value": "late"}
    dispute = upheld(session, opened)
    for command, fields in (
        ("InsertCommand", {"after": opened, "forgotten": entropy}),
        ("Rewind", {"to": opened}),
    ):
        assert refused(session, command, dispute=dispute, **fields) == ("Corrections", why)
    correct(session, "Rewind", dispute=dispute, to=opened - 1)
    assert session.phase == "ballots"


def test_going_back_leaves_the_record_itself(session: Session) -> None:
    """Play is where it was; the dispute stands, and the correction on it."""
    there, away, dispute = placed_and_moved(session)
    found = correct(session, "Rewind", dispute=dispute, to=there - 1)
    assert found.broken == () and session.state.leaders["rommel"] == "arriving"
    assert session.state.campaign.record.disputes[dispute].stage == "ruled"
    assert away


# --- what is not corrected ----------------------------------------------------------------------


def test_what_cannot_be_struck_or_amended(session: Session) -> None:
    """The opening, the record's own, what was struck, what was sealed, a draw's number."""
    session.draw()
    session.ballots({"ussr": "no-veto"})
    sealed, drawn = version_of(session, BallotSealed), version_of(session, LeaderDrawn)
    dispute = upheld(session, sealed)
    raised = version_of(session, facts.DisputeRaised)

    def strike(version: int) -> tuple[str | None, str]:
        return refused(session, "StrikeEvents", dispute=dispute, versions=[version])

    def amend(version: int, **fields: Any) -> tuple[str | None, str]:
        return refused(session, "AmendEvent", dispute=dispute, version=version, fields=fields)

    assert strike(1) == ("Corrections", "the event that started the campaign cannot be corrected")
    assert strike(2) == (
        "Corrections",
        "event 2 belongs to the start of the campaign; amend it instead",
    )
    assert strike(raised) == (
        "Corrections",
        f"event {raised} is about the record itself (dispute raised) and cannot be corrected",
    )  # fmt: skip
    assert strike(999) == (None, f"versions: there is no event 999; the last is {raised + 1}")
    assert amend(sealed, commitment="f" * 64) == (
        "Corrections", "what was sealed cannot be changed; strike out the event instead",
    )  # fmt: skip
    assert amend(drawn, draw=7) == ("Corrections", "a draw keeps its number")
    assert amend(drawn, colour="red") == (
        None, f"fields: event {drawn} (leader drawn) has no colour; it has leader, draw, source",
    )  # fmt: skip
    correct(session, "StrikeEvents", dispute=dispute, versions=[sealed])
    struck = version_of(session, facts.EventsStruck)
    gone = ("Corrections", f"event {sealed} was struck out already, by event {struck}")
    assert strike(sealed) == amend(sealed, power="usa") == gone
    assert amend(struck, reason="other") == (
        "Corrections", "a correction cannot be amended; strike it out and make another",
    )  # fmt: skip


def test_a_struck_correction_gives_back_what_it_took(session: Session) -> None:
    """Correcting a correction: the state is the one before both."""
    there, away, dispute = placed_and_moved(session)
    before = session.ledger.show(NAME)
    correct(session, "StrikeEvents", dispute=dispute, versions=[there, away])
    assert session.state.leaders["rommel"] == "arriving"
    struck = version_of(session, facts.EventsStruck)
    found = correct(session, "StrikeEvents", dispute=dispute, versions=[struck])
    assert found.broken == ()
    assert differences(before, session.ledger.show(NAME)) == []


# --- the words of a refusal ---------------------------------------------------------------------


def test_what_is_malformed_names_its_field(session: Session) -> None:
    """A field of an event or of a forgotten command, and versions that are not there."""
    session.do("AddEntropy", "anna", value="rain")
    here, last = version_of(session, EntropyAdded), len(log_of(session)) + 2
    dispute = upheld(session, here)

    def insert(after: int, **forgotten: Any) -> tuple[str | None, str]:
        return refused(session, "InsertCommand", dispute=dispute, after=after, forgotten=forgotten)

    def amend(**fields: Any) -> tuple[str | None, str]:
        return refused(session, "AmendEvent", dispute=dispute, version=here, fields=fields)

    assert amend(value=7) == (None, "fields: value: expected text, got a whole number")
    assert amend(value="rain") == ("Corrections", f"event {here} says that already")
    assert insert(here, command="AddEntropy", value=7) == (
        None, "forgotten: AddEntropy, value: expected text, got a whole number",
    )  # fmt: skip
    none = f"there is no event 999; the last is {last}"
    assert insert(999, command="AddEntropy", value="x") == (None, f"after: {none}")
    assert refused(session, "Rewind", dispute=dispute, to=999) == (None, f"to: {none}")
    strike = refused(session, "StrikeEvents", dispute=dispute, versions=[here], also=[999])
    assert strike == (None, f"also: {none}")


def test_nothing_is_drawn_sealed_or_opened_in_the_past(session: Session) -> None:
    """A draw needs its turn's seed, and a marker the vault; play goes back to them instead."""
    session.do("OpenReinforcement")
    opened = version_of(session, ReinforcementOpened)
    draw = {"command": "DrawLeader"}
    found = refused(
        session, "InsertCommand", dispute=upheld(session, opened), after=opened, forgotten=draw
    )
    why = "DrawLeader draws, seals or opens something, and cannot be inserted"
    assert found == ("Corrections", why)


def test_a_choice_is_sealed_as_it_is_made_and_never_later(session: Session) -> None:
    """Not even while its ballots are still open, when nothing else would refuse it."""
    session.do("OpenReinforcement")
    session.do("DrawLeader")
    here = version_of(session, LeaderDrawn)
    ballot = {"command": "SealBallot", "by": "anna", "power": "italy", "choice": "veto"}
    found = refused(
        session, "InsertCommand", dispute=upheld(session, here), after=here, forgotten=ballot
    )
    why = "SealBallot draws, seals or opens something, and cannot be inserted"
    assert found == ("Corrections", why)


def test_play_does_not_go_back_to_where_it_is(session: Session) -> None:
    """The last event is where play stands."""
    session.do("AddEntropy", "anna", value="rain")
    dispute = upheld(session, version_of(session, EntropyAdded))
    last = len(log_of(session))
    told_ = refused(session, "Rewind", dispute=dispute, to=last)
    assert told_ == ("Corrections", f"play is at event {last} already")


def test_corrections_need_a_ruling_that_holds_and_its_referee(session: Session) -> None:
    """No dispute, no ruling yet, a ruling of another's: nothing is corrected."""
    session.do("AddEntropy", "anna", value="rain")
    rain = version_of(session, EntropyAdded)
    asked = {"versions": [rain], "seen": "0" * 64}

    def answer(by: str, dispute: str) -> tuple[str | None, str]:
        told_ = session.ask("StrikeEvents", by, dispute=dispute, **asked)
        return told_["rule"], told_["reason"]

    assert answer("ref", "d1") == (None, "dispute: there is no dispute 'd1'")
    session.do("RaiseDispute", "ben", versions=[rain], claim="it was snow")
    waits = "d1 allows a correction only once it is upheld"
    assert answer("ref", "d1") == ("Disputes", waits)
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="snow")
    assert answer("ben", "d1") == (
        "Disputes",
        "only Ref, who ruled on d1, or a host can make the correction",
    )


def test_what_does_not_fit_at_all_is_refused(session: Session) -> None:
    """An amendment after which an event is about a leader whom nobody knows."""
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("TurnLeader", "anna", leader="rommel", face_up=False)
    turned = version_of(session, LeaderTurned)
    rule, why = refused(
        session, "AmendEvent", dispute=upheld(session, turned), version=turned,
        fields={"leader": "nobody"},
    )  # fmt: skip
    assert (rule, why) == (None, "fields: leader: there is no 'nobody'")


# --- corrections of corrections -----------------------------------------------------------------


def test_what_a_struck_strike_brings_back_may_have_to_go_again(session: Session) -> None:
    """A placement and a move were struck; the leader was placed elsewhere. The strike is struck.

    Both placements cannot stand: the preview names the later one, and with it the first counts.
    """
    session.do("InstallVichy")
    session.do("SetMinor", minor="hungary", status="aligned", power="germany")
    first = version_of(session, MinorChanged)
    dispute = upheld(session, first)
    correct(session, "StrikeEvents", dispute=dispute, versions=[first])
    strike = version_of(session, facts.EventsStruck)
    session.do("SetMinor", minor="hungary", status="aligned", power="germany")
    again = version_of(session, MinorChanged)
    found = seen(session, "StrikeEvents", dispute=dispute, versions=[strike])
    assert [one.versions for one in found.broken] in ([], [(again,)])
    correct(session, "StrikeEvents", dispute=dispute, versions=[strike], also=found.also)
    assert session.state.minors["hungary"].power == "germany"


def test_what_was_undone_before_a_rewind_stays_the_undos(session: Session) -> None:
    """An event that went twice is told of by what took it first."""
    session.do("InstallVichy")
    here = version_of(session, VichyInstalled)
    session.do("UndoAct")
    dispute = upheld(session, here)
    correct(session, "Rewind", dispute=dispute, to=here - 1)
    gone = {one.version: one.struck_by for one in effective(SYSTEMS.codec, log_of(session))}
    assert gone[here] == version_of(session, facts.ActUndone)
