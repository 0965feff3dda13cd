"""A member and a key given beside the text of a command, by a door that knows both."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.store import ledger
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers, Receipt
from support.sessions import NAME, Session, ledger_in, said, stored

ENTROPY = b'{"command": "AddEntropy", "value": "grey geese"}'
FORGED = b'{"command": "AddEntropy", "by": "ben", "value": "grey geese"}'
WORDS = "by: this command names 'ben', but you are acting as 'anna'; leave `by` out or name 'anna'"
TAKEN = "id: this key came with another member's command or with another command; use a new one"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign just opened."""
    with ledger_in(tmp_path) as ledger:
        yield Session(ledger).open()


def last(session: Session) -> Receipt:
    """The last receipt."""
    number = session.ledger.store.ends(NAME)[1]
    return ledger.receipt(session.ledger, NAME, number)


def verified(session: Session) -> list[str]:
    """What the auditor finds."""
    papers = Papers(lambda: session.ledger.store.receipts(NAME))
    audit = Verification(SYSTEMS, name=NAME, papers=papers)
    return [finding.text for finding in audit.findings(stored(session))]


def event(session: Session) -> Any:
    """The last event."""
    return session.ledger.log(NAME)[-1][1]


def test_a_text_without_a_member_gets_the_one_beside_it(session: Session) -> None:
    """The event and its receipt name them; the receipt proves the bytes sent, without the name."""
    answer = session.ledger.submit(NAME, ENTROPY, by="anna")
    assert answer["accepted"] and event(session).by == "anna"
    receipt = last(session)
    assert (receipt.by, receipt.command) == ("anna", "AddEntropy")
    assert receipts.digest_of(ENTROPY, answer["receipt"]["salt"]) == receipt.sent
    assert receipts.proves(receipt, ENTROPY, answer["receipt"]["salt"])
    assert verified(session) == []


def test_a_text_may_name_the_member_who_sends_it(session: Session) -> None:
    """It is then what the member said, and the same as without."""
    assert session.ledger.submit(NAME, FORGED, by="ben")["accepted"]
    assert event(session).by == "ben" and verified(session) == []


def test_a_text_that_names_another_is_malformed(session: Session) -> None:
    """Nothing is recorded but the receipt; only the member who sent it can open the reason."""
    before = stored(session)
    outcome = session.ledger.outcome(NAME, FORGED, by="anna")
    assert said(outcome.answer) == {"accepted": False, "rule": None, "reason": WORDS}
    assert outcome.refused is not None and outcome.refused.about.field == "by"
    assert stored(session) == before and verified(session) == []
    receipt = last(session)
    assert receipts.proves(receipt, FORGED, outcome.answer["receipt"]["salt"])
    told = ledger.refusal(session.ledger, NAME, receipt, "anna")
    assert told is not None and (told.by, told.reason) == ("anna", WORDS)
    assert ledger.refusal(session.ledger, NAME, receipt, "ben") is None


@pytest.mark.parametrize("sent", [b'{"by": "ben"', b'{"by": "ben", "command": "Fly"}', b"\xff"])
def test_an_unreadable_text_belongs_to_the_member_who_sent_it(
    session: Session, sent: bytes
) -> None:
    """Whatever it says of another: that other cannot open why it was refused."""
    assert not session.ledger.submit(NAME, sent, by="anna")["accepted"]
    assert ledger.refusal(session.ledger, NAME, last(session), "ben") is None
    assert ledger.refusal(session.ledger, NAME, last(session), "anna") is not None


def test_no_member_at_all_is_another(session: Session) -> None:
    """An empty name is not the sender's, and a number is no name."""
    nobody = session.ledger.submit(NAME, {"command": "AddEntropy", "by": "", "value": "v"}, "anna")
    assert nobody["reason"] == WORDS.replace("'ben'", "''")
    seven = session.ledger.submit(NAME, {"command": "AddEntropy", "by": 7, "value": "v"}, "anna")
    assert seven["reason"] == "AddEntropy, by: expected text, got a whole number"


def test_a_false_name_is_repeated_only_as_far_as_a_name_goes(session: Session) -> None:
    """No name has more than 63 letters."""
    sent = {"command": "AddEntropy", "by": "x" * 64, "value": "v"}
    reason = session.ledger.submit(NAME, sent, by="anna")["reason"]
    assert reason == WORDS.replace("ben", "x" * 63 + "…")


def test_the_rules_still_decide_what_the_member_may(session: Session) -> None:
    """Eve is an observer; that she is known to be Eve does not let her draw."""
    answer = session.ledger.submit(NAME, b'{"command": "OpenReinforcement"}', by="eve")
    assert not answer["accepted"] and answer["rule"] == "Members"


def test_a_key_beside_the_text_is_the_commands_key(session: Session) -> None:
    """The same text under it gets the first answer; another command or member is refused."""
    first = session.ledger.submit(NAME, ENTROPY, by="anna", key="k")
    assert event(session).key == "k"
    before = stored(session), session.ledger.store.ends(NAME)
    assert session.ledger.submit(NAME, ENTROPY, by="anna", key="k") == said(first)
    spelled = b'{"command": "AddEntropy", "by": "anna", "value": "grey geese", "id": "k"}'
    assert session.ledger.submit(NAME, spelled) == said(first)
    assert (stored(session), session.ledger.store.ends(NAME)) == before
    other = ENTROPY.replace(b"grey", b"white")
    assert session.ledger.submit(NAME, other, by="anna", key="k")["reason"] == TAKEN
    assert session.ledger.submit(NAME, ENTROPY, by="ben", key="k")["reason"] == TAKEN
    assert verified(session) == []


def test_the_texts_own_id_goes_before_the_key_beside_it(session: Session) -> None:
    """Whoever wrote an `id` looks for it again; an empty one is none."""
    own = {"command": "AddEntropy", "value": "grey geese", "id": "mine"}
    session.ledger.submit(NAME, own, by="anna", key="k")
    assert event(session).key == "mine"
    session.ledger.submit(NAME, own | {"id": ""}, by="anna", key="k")
    assert event(session).key == "k"


def test_an_endless_key_beside_the_text_is_refused_like_one_in_it(session: Session) -> None:
    """A key has at most 200 letters."""
    answer = session.ledger.submit(NAME, ENTROPY, by="anna", key="k" * 201)
    assert answer["reason"] == "AddEntropy, id: expected at most 200 letters"
