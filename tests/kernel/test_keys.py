"""Idempotency keys: each belongs to its member and command, and tells nobody else anything."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.store import ledger as store_ledger
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.submission import received
from support.sessions import NAME, Session, ledger_in, said, stored

REASON = "id: this key came with another member's command or with another command; use a new one"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign whose board takes ballots."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(rulings={"draws": "table"})
        session.do("OpenReinforcement")
        session.do("DrawLeader", leader="cunningham")
        yield session


def refused(session: Session, command: str, by: str, **fields: Any) -> None:
    """The key's use is refused: nothing is recorded but the receipt, which its sender can open."""
    before, papers = stored(session), session.ledger.store.ends(NAME)[1]
    answer = session.ask(command, by, **fields)
    assert said(answer) == {"accepted": False, "rule": None, "reason": REASON}
    assert stored(session) == before
    number = session.ledger.store.ends(NAME)[1]
    assert number == papers + 1 and answer["receipt"]["id"] == f"{NAME}/{number}"
    told = store_ledger.refusal(
        session.ledger, NAME, store_ledger.receipt(session.ledger, NAME, number), by
    )
    assert told is not None and (told.by, told.command, told.reason) == (by, command, REASON)


def test_another_member_cannot_use_a_key(session: Session) -> None:
    """Ben sends Anna's very command under her key, and learns nothing of it."""
    session.do("AddEntropy", "anna", value="grey geese", id="k")
    refused(session, "AddEntropy", "ben", value="grey geese", id="k")


def test_a_key_serves_one_command(session: Session) -> None:
    """Another command, and the same with other fields: refused. The first is answered again."""
    first = session.do("AddEntropy", "anna", value="grey geese", id="k")
    refused(session, "AddEntropy", "anna", value="white geese", id="k")
    refused(session, "SealBallot", "anna", power="germany", choice="veto", id="k")
    again = session.do("AddEntropy", "anna", id="k", value="grey geese")
    assert again == said(first)


def test_defaults_that_are_spelled_out_are_the_same_command(session: Session) -> None:
    """`choice: null` says what leaving it out says."""
    nonce = "ab" * 32
    told = {"power": "germany", "commitment": session.device("germany", "veto", nonce)}
    first = session.do("SealBallot", "anna", **told, id="k")
    assert session.do("SealBallot", "anna", **told, choice=None, id="k") == said(first)


def test_a_repeat_with_another_choice_tells_nothing_of_the_first(session: Session) -> None:
    """Both choices get the very same answer, and neither replaces what was sealed."""
    first = said(session.do("SealBallot", "anna", power="germany", choice="veto", id="k"))
    before, papers = stored(session), session.ledger.store.ends(NAME)
    same = session.do("SealBallot", "anna", power="germany", choice="veto", id="k")
    other = session.do("SealBallot", "anna", power="germany", choice="no-veto", id="k")
    assert same == other == first
    assert stored(session) == before and session.ledger.store.ends(NAME) == papers
    session.do("OpenBallots", absent="no-veto")
    opened = [
        one.event.ballots for one in session.ledger.history(NAME) if hasattr(one.event, "ballots")
    ]
    assert opened[-1]["germany"].choice == "veto"


def test_a_repeated_vote_and_device_opening_tell_nothing(session: Session) -> None:
    """A vote's choice, and what a device hands in, are left out of the comparison as well."""
    nonce = "cd" * 32
    session.do(
        "SealBallot", "anna", power="italy", commitment=session.device("italy", "no-veto", nonce)
    )
    session.do("FixMarkers")
    told = {"power": "italy", "nonce": nonce, "id": "open"}
    first = session.do("RevealBallot", "anna", choice="no-veto", **told)
    assert session.do("RevealBallot", "anna", choice="veto", **told) == said(first)
    session.do("OpenBallots", absent="no-veto")
    first = session.do("SealVote", "anna", power="germany", choice="stop", id="v")
    assert session.do("SealVote", "anna", power="germany", choice="abstain", id="v") == said(first)


def test_a_receipt_tells_nothing_of_a_sealed_choice(tmp_path: Path) -> None:
    """What the receipt keeps to know a repeat is the same for either choice, all else equal."""
    marks = []
    for choice in ("veto", "no-veto"):
        with ledger_in(tmp_path / choice) as ledger:
            session = Session(ledger).open(rulings={"draws": "table"})
            session.do("OpenReinforcement")
            session.do("DrawLeader", leader="cunningham")
            session.do("SealBallot", "anna", power="germany", choice=choice, id="k")
            kept = store_ledger.receipt(ledger, NAME, ledger.store.ends(NAME)[1])
            commands = ledger.live(NAME).system.rules.commands
            fields = {"command": "SealBallot", "by": "anna", "power": "germany", "id": "k"}
            for tried in ("veto", "no-veto"):
                again = received({**fields, "choice": tried}, "", "", commands)
                marks.append(again.mark(kept.sent) == kept.mark)
    assert marks == [True, True, True, True]


def test_an_address_is_not_in_a_receipt(session: Session) -> None:
    """The mark of an enrolment is over what everybody may see."""
    told = {"member": "dora", "name": "Dora", "roles": ["player"], "id": "k"}
    first = session.do("EnrolMember", email="dora@example.org", **told)
    assert session.do("EnrolMember", email="other@example.org", **told) == said(first)


def without_receipts(session: Session) -> None:
    """The store as it was before there were receipts."""
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        db.execute("DELETE FROM receipts")
        db.commit()


def test_keys_of_a_log_without_receipts_are_read_from_its_events(session: Session) -> None:
    """The events tell member and command; the fields nobody can compare."""
    session.do("AddEntropy", "anna", value="grey geese", id="k")
    session.do("SealBallot", "anna", power="germany", choice="veto", id="b")
    without_receipts(session)
    assert session.do("AddEntropy", "anna", value="grey geese", id="k")["version"]
    refused(session, "AddEntropy", "ben", value="grey geese", id="k")
    refused(session, "SealVote", "anna", power="germany", choice="stop", id="b")


def test_keys_come_along_with_an_export(session: Session, tmp_path: Path) -> None:
    """After an import the key is still its member's and its command's."""
    first = session.do("AddEntropy", "anna", value="grey geese", id="k")
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    with Ledger(tmp_path / "other.db") as other:
        import_(other, tmp_path / "club.jsonl")
        there = Session(other)
        answer = there.do("AddEntropy", "anna", value="grey geese", id="k")
        assert answer == said(first)
        for by, value in (("ben", "grey geese"), ("anna", "white geese")):
            answer = there.ask("AddEntropy", by, value=value, id="k")
            assert (answer["accepted"], answer["rule"]) == (False, None)
            assert answer["reason"] == REASON
