"""Rulings and consents come from members who were there; entropy has a measure."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.disputes import impact
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from support.sessions import Session, ledger_in

WAR: dict[str, Any] = {"attacker": "germany", "target": "poland"}


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Session]:
    """A host who plays by themselves; the war is recorded, and then a friend joins."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"members": []})
        session.do("DeclareWar", **WAR)
        session.do("EnrolMember", member="friend", name="Friend", roles=["referee"])
        yield session


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Session]:
    """A club of five from the start; a war is recorded, and then Late joins."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.do("DeclareWar", **WAR)
        session.do("EnrolMember", member="late", name="Late", roles=["referee"])
        yield session


def war(session: Session) -> int:
    """The version of the war."""
    return next(
        one.version
        for one in session.ledger.history(session.name)
        if type(one.event).__name__ == "WarDeclared"
    )


def reason(answer: dict[str, Any]) -> str:
    """Why it was refused, by the rule on members."""
    assert (answer["accepted"], answer["rule"]) == (False, "Members"), answer
    return str(answer["reason"])


def clean(session: Session) -> None:
    """The auditor decides every act alike."""
    assert list(Verification(SYSTEMS).findings(session.ledger.store.rows(session.name))) == []


def test_a_dispute_says_who_was_there(club: Session) -> None:
    """Set up with the campaign: there. Enrolled after the war: not."""
    event = club.do("RaiseDispute", "ben", versions=[war(club)], claim="No.")["events"][0]
    assert list(event["eligible"]) == ["anna", "ben", "eve", "host", "ref"]
    clean(club)


def test_who_joined_later_does_not_rule(club: Session) -> None:
    """The refusal names those who may; they do."""
    version = war(club)
    club.do("RaiseDispute", "ben", versions=[version], claim="No.")
    ruling = {"dispute": "d1", "verdict": "upheld", "text": "No war."}
    assert reason(club.ask("GiveRuling", "late", **ruling)) == (
        f"Late joined after event {version}; it takes a member who was there: Host, Ref"
    )
    club.do("GiveRuling", "ref", **ruling)
    clean(club)


def test_who_joined_later_does_not_consent(club: Session) -> None:
    """Neither somebody enrolled before the dispute nor somebody enrolled after the ruling."""
    version = war(club)
    club.do("RaiseDispute", "ben", versions=[version], claim="No.")
    club.do("GiveRuling", "host", dispute="d1", verdict="upheld", text="No war.")
    club.do("EnrolMember", member="later", name="Later", roles=["player"])
    for who in ("late", "later"):
        assert reason(club.ask("ConsentToRuling", who, dispute="d1")) == (
            f"{who.capitalize()} joined after event {version}; it takes"
            " a member who was there: Anna, Eve, Ref"
        )
    club.do("ConsentToRuling", "eve", dispute="d1")
    clean(club)


def test_whom_a_dispute_waits_for(club: Session) -> None:
    """Status and pages name nobody who would be refused."""
    from campaign.disputes.eligibility import waits_for

    club.do("RaiseDispute", "ben", versions=[war(club)], claim="No.")
    campaign = club.state.campaign
    assert waits_for(campaign, campaign.record.disputes["d1"]) == ("ref",)
    club.do("GiveRuling", "host", dispute="d1", verdict="upheld", text="No war.")
    campaign = club.state.campaign
    assert set(waits_for(campaign, campaign.record.disputes["d1"])) == {"anna", "eve", "ref"}


def test_of_several_events_the_first_counts(club: Session) -> None:
    """Late was there for the second war, and not for the first."""
    first = war(club)
    second = club.do("DeclareWar", attacker="italy", target="greece")["version"]
    club.do("RaiseDispute", "ben", versions=[second, first], claim="No.")
    ruling = {"dispute": "d1", "verdict": "upheld", "text": "No war."}
    assert f"joined after event {first};" in reason(club.ask("GiveRuling", "late", **ruling))
    club.do("RaiseDispute", "ben", versions=[second], claim="No.")
    club.do("GiveRuling", "late", **{**ruling, "dispute": "d2"})
    clean(club)


def test_a_late_dispute_is_no_way_round_to_an_early_event(club: Session) -> None:
    """Late may rule on what they saw, and nothing earlier is corrected on that word."""
    first = war(club)
    second = club.do("DeclareWar", attacker="italy", target="greece")["version"]
    club.do("RaiseDispute", "ben", versions=[second], claim="No.")
    club.do("GiveRuling", "late", dispute="d1", verdict="upheld", text="No war.")
    asked = {"dispute": "d1", "seen": "0" * 64}
    late = "Late, who ruled or consented in d1, joined after event"
    for command, fields, version in (
        ("StrikeEvents", {"versions": [first]}, first),
        ("AmendEvent", {"version": first, "fields": {"target": "spain"}}, first),
        ("Rewind", {"to": first - 1}, first),
    ):
        told = reason(club.ask(command, "late", **asked, **fields))
        assert told == f"{late} {version}; raise a dispute over that event"
    refused = club.ask("StrikeEvents", "late", **asked, versions=[second])
    assert "preview" in refused["reason"]


def test_a_club_of_one_is_told_the_way_out(alone: Session) -> None:
    """Nobody else was there: the dispute is withdrawn, and a what-if goes on from before."""
    version = war(alone)
    alone.do("RaiseDispute", versions=[version], claim="No.")
    alone.do("GiveRuling", dispute="d1", verdict="upheld", text="No war.")
    assert reason(alone.ask("ConsentToRuling", "friend", dispute="d1")) == (
        f"Friend joined after event {version}; nobody else was there, so d1 cannot be settled: "
        f"withdraw it, and play on from a what-if behind event {version - 1} (`campaign branch`)"
    )
    alone.do("WithdrawDispute", dispute="d1")
    clean(alone)


def test_members_enrolled_before_play_were_there_from_the_start(tmp_path: Path) -> None:
    """A club enrols its members behind the opening; over the opening they rule all the same."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"members": []})
        session.do("EnrolMember", member="ref", name="Ref", roles=["referee"])
        session.do("AssignPower", power="usa", member="host")
        session.do("EnrolMember", member="eve", name="Eve", roles=["observer"])
        session.do("DeclareWar", **WAR)
        session.do("EnrolMember", member="late", name="Late", roles=["referee"])
        event = session.do("RaiseDispute", "eve", versions=[2], claim="No.")["events"][0]
        assert list(event["eligible"]) == ["eve", "host", "ref"]
        session.do("GiveRuling", "ref", dispute="d1", verdict="partly", text="Half.")
        clean(session)


def test_a_new_name_does_not_make_a_member_late(club: Session) -> None:
    """Who is recorded again was there from the day they were enrolled first."""
    club.do("EnrolMember", member="eve", name="Eve May", roles=["observer"])
    event = club.do("RaiseDispute", "ben", versions=[war(club)], claim="No.")["events"][0]
    assert "eve" in event["eligible"]


# --- openings -----------------------------------------------------------------------------------


def sealed(session: Session) -> int:
    """The version of a ballot in the vault; Newcomer joins behind it."""
    session.draw()
    version = int(session.do("SealBallot", "anna", power="germany", choice="veto")["version"])
    session.do("EnrolMember", member="newcomer", name="Newcomer", roles=["observer"])
    return version


def test_who_joined_after_the_sealing_does_not_consent(club: Session) -> None:
    """Eve, who was there, does; the refusal names her among others."""
    version = sealed(club)
    event = club.do("AskOpening", "host", version=version, reason="She left.")["events"][0]
    assert list(event["eligible"]) == ["anna", "ben", "eve", "host", "late", "ref"]
    assert reason(club.ask("ConsentToOpening", "newcomer", version=version)) == (
        f"Newcomer joined after event {version}; "
        "it takes a member who was there: Anna, Ben, Eve, Late, Ref"
    )
    club.do("ConsentToOpening", "eve", version=version)
    clean(club)


def test_a_keeper_named_afterwards_does_not_consent(club: Session) -> None:
    """A host cannot enrol a keeper of their own for what lies in the vault already."""
    version = sealed(club)
    club.do("NameKeeper", member="newcomer")
    club.do("AskOpening", "host", version=version, reason="She left.")
    assert reason(club.ask("ConsentToOpening", "newcomer", version=version)) == (
        f"Newcomer joined after event {version}; let the host name a keeper who was there, or none"
    )
    club.do("NameKeeper", member="eve")
    club.do("ConsentToOpening", "eve", version=version)
    clean(club)


def test_alone_nothing_is_opened_early(tmp_path: Path) -> None:
    """Nobody else was there: the ballot waits for the board."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"members": []})
        session.draw()
        version = session.do("SealBallot", power="germany", choice="veto")["version"]
        session.do("EnrolMember", member="friend", name="Friend", roles=["player"])
        session.do("AskOpening", version=version, reason="I forgot.")
        told = reason(session.ask("ConsentToOpening", "friend", version=version))
        why = "nobody else was there, so it is opened with the others"
        assert told == f"Friend joined after event {version}; {why}"


# --- entropy ------------------------------------------------------------------------------------


def test_a_member_adds_eight_lines_to_a_draw(tmp_path: Path) -> None:
    """The ninth is refused; another member's are their own, and the next draw begins afresh."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open()
        session.do("OpenReinforcement")
        for number in range(8):
            session.do("AddEntropy", "anna", value=f"line {number}")
        refused = session.ask("AddEntropy", "anna", value="one more")
        assert (refused["rule"], refused["reason"]) == (
            "Draws",
            "Anna has added 8 lines to the next draw already; 8 is the most for one member",
        )  # fmt: skip
        session.do("AddEntropy", "ben", value="mine")
        session.do("DrawLeader")
        for number in range(8):
            session.do("AddEntropy", "anna", value=f"line {number}")
        assert not session.ask("AddEntropy", "anna", value="one more")["accepted"]
        clean(session)


@pytest.mark.parametrize(("letters", "taken"), [(200, True), (201, False)])
def test_entropy_is_at_most_two_hundred_characters(
    tmp_path: Path, letters: int, taken: bool
) -> None:
    """Characters, not bytes; one more is malformed."""
    with ledger_in(tmp_path) as ledger:
        answer = Session(ledger).open().ask("AddEntropy", "anna", value="é" * letters)
        assert answer["accepted"] is taken
        assert taken or (answer["rule"] is None and "value" in answer["reason"])


def test_a_correction_of_a_figure_touches_no_event(club: Session) -> None:
    """A figure adjusted from here on is nobody's past."""
    second = club.do("DeclareWar", attacker="italy", target="greece")["version"]
    club.do("RaiseDispute", "ben", versions=[second], claim="No.")
    club.do("GiveRuling", "late", dispute="d1", verdict="upheld", text="A point too many.")
    asked = {"dispute": "d1", "figure": "veto-points", "of": "germany", "change": -1}
    refused = club.ask("AdjustFigure", "late", seen="0" * 64, **asked)
    assert refused["rule"] == impact.RULE and "preview" in refused["reason"]
