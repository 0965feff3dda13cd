"""Receipts of refusals: each text of a day once, 200 a member and day."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.store import submission
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace
from campaign.store.submission import NO_MORE_RECEIPTS
from campaign.store.vault import Vault, VaultError
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from support.command_line import Shell
from support.sessions import NAME, Dice, Session, played, stored
from support.web import club, forms, words

pytestmark = pytest.mark.further

NOTHING = {"command": "AddEntropy", "value": ""}
"""What is refused as malformed."""


class Watch:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = "1999-01-01T20:00:00.000Z"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def place(tmp_path: Path) -> StorePlace:
    """Where the campaign is: in a file; `all/` has the same in a database."""
    return StorePlace(tmp_path / "campaign.db")


@pytest.fixture
def session(place: StorePlace, tmp_path: Path, watch: Watch) -> Iterator[Session]:
    """A campaign with members."""
    vault = Vault(tmp_path / "campaign.vault", random=Dice("dice"))
    with Ledger(place, vault, watch, random=Dice("salt")) as ledger:
        yield Session(ledger).open()


def kept(session: Session) -> list[receipts.Receipt]:
    """The receipts of the campaign; the record with them must be sound."""
    papers = list(session.ledger.store.receipts(NAME))
    audit = Verification(SYSTEMS, name=NAME, papers=Papers(lambda: papers))
    assert list(audit.findings(stored(session))) == []
    return [receipts.read(body) for _, body in papers]


def refused(session: Session, by: str, **fields: Any) -> dict[str, Any]:
    """The answer to a refused command."""
    answer = session.ledger.submit(NAME, {**NOTHING, "by": by, **fields})
    assert not answer["accepted"]
    return answer


def test_the_same_refusal_has_one_receipt_a_day(session: Session, watch: Watch) -> None:
    """Its answer is the first one's, with a salt that proves it; tomorrow it has another."""
    before = len(kept(session))
    answers = [refused(session, "anna") for _ in range(5)]
    assert len(kept(session)) == before + 1
    assert all(answer == answers[0] for answer in answers)
    paper = answers[0]["receipt"]
    text = json.dumps({**NOTHING, "by": "anna"})
    assert receipts.proves(kept(session)[-1], text, paper["salt"])
    other = refused(session, "ben")["receipt"]
    assert len(kept(session)) == before + 2 and other["salt"] != paper["salt"]
    watch.now = "1999-01-02T00:00:00.000Z"
    morning = refused(session, "anna")["receipt"]
    assert len(kept(session)) == before + 3
    assert morning["salt"] != paper["salt"] and morning["at"] == watch.now


def test_behind_two_hundred_a_day_no_receipt_is_kept(session: Session, watch: Watch) -> None:
    """Of one member: others have their own, and so has the next day. What is accepted has one."""
    before = len(kept(session))
    for number in range(200):
        assert "receipt" in refused(session, "anna", id=f"a{number}")
    again = refused(session, "anna", id="a7")
    assert again["receipt"]["id"] == f"{NAME}/{before + 8}"
    for number in range(3):
        answer = refused(session, "anna", id=f"b{number}")
        assert "receipt" not in answer and answer["no_receipt"] == NO_MORE_RECEIPTS
    assert len(kept(session)) == before + 200
    assert "receipt" in refused(session, "ben")
    assert "receipt" in session.do("AddEntropy", "anna", value="grey geese")
    with Ledger(session.ledger.store.place, session.ledger.vault, watch) as other:
        assert "no_receipt" in Session(other).ledger.submit(NAME, {**NOTHING, "by": "anna"})
    watch.now = "1999-01-02T00:00:00.000Z"
    assert "receipt" in refused(session, "anna", id="b1")


def test_strangers_count_as_one(session: Session) -> None:
    """Nobody gets more receipts by another false name."""
    before = len(kept(session))
    answers = [refused(session, f"stranger-{number}") for number in range(201)]
    assert ["receipt" in answer for answer in answers] == [True] * 200 + [False]
    assert len(kept(session)) == before + 200


def test_without_a_key_all_refusals_count_as_one(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their receipts are not sealed then, so nobody can tell later whose they were."""

    def broken(*_: object) -> bytes:
        raise VaultError("no key")

    for name in ("derived", "seal_text"):
        monkeypatch.setattr(session.ledger.vault, name, broken)
    answers = [refused(session, "anna" if number % 2 else "ben") for number in range(202)]
    assert ["receipt" in answer for answer in answers] == [True] * 200 + [False] * 2


def test_a_refusal_without_a_receipt_says_so_on_the_command_line(tmp_path: Path) -> None:
    """In the line that says why, and in the answer for programs."""
    played(tmp_path, turns=1).ledger.close()
    shell = Shell(tmp_path)
    lines = "".join(
        f'{{"command": "AddEntropy", "value": "", "id": "a{number}"}}\n' for number in range(201)
    )
    done = shell("submit", "club", "--keep-going", typed=lines)
    told = [json.loads(line) for line in done.out.splitlines()]
    assert ["receipt" in answer for answer in told] == [True] * 200 + [False]
    assert told[-1]["no_receipt"] == NO_MORE_RECEIPTS
    line = shell("turn", "club", "--yes").error
    assert line.endswith(f"; {NO_MORE_RECEIPTS}")


def test_a_form_that_is_refused_without_a_receipt_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind the reason."""
    monkeypatch.setattr(submission, "MOST", 0)
    with club(tmp_path) as made:
        anna = made.browser("anna")
        form = forms(anna.get(f"/c/{NAME}/do/SetDeadline").text)[0]
        until = {"what": "turn", "until": "2199-01-01T00:00:00Z"}
        done = anna.post(f"/c/{NAME}/do/SetDeadline", form.fields | until)
        assert done.status_code == 409
        kept = "No receipt was kept; at most 200 refusals a member and day get one."
        assert kept in words(done)


def test_a_file_s_line_that_is_no_command_gets_no_receipt(tmp_path: Path) -> None:
    """Its answer says why it is none. What is a command, and refused, has its receipt."""
    played(tmp_path, turns=1).ledger.close()
    shell = Shell(tmp_path)
    before = len(shell.fine("receipts", "club", "--json").splitlines())
    lines = ["{", '{"command": "Rain"}', '{"command": "DrawLeader", "day": 1}']
    (tmp_path / "in.jsonl").write_text("\n".join([*lines, '{"command": "DrawLeader"}']))
    done = shell("submit", "club", "in.jsonl", "--keep-going")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert ["receipt" in answer for answer in told] == [False, False, False, True]
    assert all(answer["rule"] is None and answer["reason"] for answer in told[:3])
    assert len(shell.fine("receipts", "club", "--json").splitlines()) == before + 1
