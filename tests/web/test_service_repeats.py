"""The same command twice through the service: one record, one receipt, and whose the salt is."""

import pytest

from support.programs import Club, Program
from support.sessions import NAME

pytestmark = pytest.mark.further


def ballots(club: Club) -> Program:
    """A Board that waits for ballots; Anna's program."""
    host = club.program("host")
    host.send("OpenReinforcement", "h1")
    assert host.send("DrawLeader", "h2").status_code == 200
    return club.program("anna")


def test_a_repeat_gets_the_first_answer_with_its_receipt_and_salt(fresh: Club) -> None:
    """Nothing is recorded, neither an event nor a receipt."""
    anna = ballots(fresh)
    first = anna.send("SealBallot", "k1", power="germany", choice="veto")
    ends = fresh.house.ledger.store.ends(NAME)
    again = anna.send("SealBallot", "k1", power="germany", choice="veto")
    assert again.status_code == 200 and again.content == first.content
    assert first.json()["receipt"]["salt"]
    assert fresh.house.ledger.store.ends(NAME) == ends


def test_another_choice_under_the_same_id_is_answered_alike(fresh: Club) -> None:
    """Or whoever has the token could try both; the first choice stays."""
    anna = ballots(fresh)
    first = anna.send("SealBallot", "k1", power="germany", choice="veto").json()
    assert anna.send("SealBallot", "k1", power="germany", choice="no-veto").json() == first


def test_after_ten_minutes_the_receipt_comes_without_its_salt(fresh: Club) -> None:
    """To the second: at ten minutes it still comes."""
    anna = ballots(fresh)
    first = anna.send("SealBallot", "k1", power="germany", choice="veto").json()
    fresh.clock.passes(600)
    assert anna.send("SealBallot", "k1", power="germany", choice="veto").json() == first
    fresh.clock.passes(0.001)
    late = anna.send("SealBallot", "k1", power="germany", choice="veto").json()
    salt = first["receipt"].pop("salt")
    assert late == first and salt not in str(late)


def test_the_salt_is_given_through_the_same_door_alone(fresh: Club) -> None:
    """Another token of the same member gets the receipt only, however soon it comes."""
    anna = ballots(fresh)
    first = anna.send("SealBallot", "k1", power="germany", choice="veto").json()
    other = fresh.program("anna").send("SealBallot", "k1", power="germany", choice="veto").json()
    assert other["receipt"] == {
        name: value for name, value in first["receipt"].items() if name != "salt"
    }
    assert anna.send("SealBallot", "k1", power="germany", choice="veto").json() == first


def test_another_members_or_commands_id_is_refused_and_tells_nothing(fresh: Club) -> None:
    """409 without a rule; the answer has nothing of the first."""
    anna = ballots(fresh)
    first = anna.send("SealBallot", "k1", power="germany", choice="veto").json()
    ben = fresh.program("ben").send("SealBallot", "k1", power="ussr", choice="no-veto")
    command = anna.send("AddEntropy", "k1", value="grey geese")
    text = "this key came with another member's command or with another command; use a new one"
    for answer in (ben, command):
        told = answer.json()
        assert answer.status_code == 409 and told["rule"] is None
        assert told["reason"] == f"id: {text}"
        assert first["receipt"]["id"] not in answer.text and first["head"] not in answer.text


def test_a_salt_that_cannot_be_opened_is_left_out(fresh: Club) -> None:
    """The vault's key is gone: the first answer comes all the same."""
    anna = ballots(fresh)
    anna.send("AddEntropy", "k1", value="grey geese")
    fresh.house.ledger.vault.path.unlink()
    fresh.house.ledger.vault._kept = None
    again = anna.send("AddEntropy", "k1", value="grey geese")
    assert again.status_code == 200 and "salt" not in again.json()["receipt"]
