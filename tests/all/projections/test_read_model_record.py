"""The read tables of disputes and corrections: rows by hand, read at once or step by step.

What takes longer, waits or starts something, beside `projections/test_read_model_record.py`.
"""

from pathlib import Path

import pytest

from campaign.projections import projector
from campaign.store.ledger import Ledger
from support.disputed import (
    disputed,
    first_turn,
)
from support.sessions import NAME
from tests.projections.test_read_model import contents, query
from tests.projections.test_read_model_record import TABLES


def test_each_ruling_of_an_appealed_dispute_is_a_row(tmp_path: Path) -> None:
    """The first was appealed against, the second has a switch and a consent."""
    session = first_turn(tmp_path)
    session.do("RaiseDispute", "ben", versions=[14], claim="Not yet.")
    session.do("GiveRuling", "ref", dispute="d1", verdict="rejected", text="It was so.")
    session.do("AppealRuling", "ben", dispute="d1", text="Ask Eve.")
    session.do("GiveRuling", dispute="d1", verdict="partly", text="Half so.",
               switches={"half_rounds": "down"})  # fmt: skip
    session.do("ConsentToRuling", "ref", dispute="d1")
    projector.update(session.ledger, NAME)
    told = query(
        session.ledger,
        "SELECT number, by, verdict, needs_consent, consented_by, appealed_by, switches"
        " FROM dispute_rulings ORDER BY number",
    )
    assert told == [
        (2, "ref", "rejected", 0, None, "ben", "{}"),
        (4, "host", "partly", 1, "ref", None, '{"half_rounds":"down"}'),
    ]


@pytest.mark.parametrize("forgetful", [False, True])
def test_read_step_by_step_they_are_what_they_are_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: bool
) -> None:
    """After every command, across corrections too, by one program or a new one each time."""
    submit = Ledger.submit
    kept: list[projector.TablesFollower] = []

    def and_read(self: Ledger, name: str, asked: object) -> dict[str, object]:
        answer = submit(self, name, asked)  # type: ignore[arg-type]
        if forgetful:
            projector.update(self, name)
        else:
            kept[:] = kept or [projector.TablesFollower(self)]
            kept[0].update(name)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "submit", and_read)
        session = disputed(tmp_path)
        session.do("ResumePlay")
        session.do("EnrolMember", member="kim", name="Kim", roles=["referee"])
    for one in kept:
        one.close()
    stepwise = contents(session.ledger)
    assert query(session.ledger, "SELECT waits_for FROM disputes WHERE dispute='d3'") == [
        "ref"
    ]  # Kim joined later
    assert all(stepwise[name] for name in TABLES)
    projector.rebuild(session.ledger, NAME)
    assert contents(session.ledger) == stepwise
    assert query(session.ledger, "PRAGMA foreign_key_check") == []


def test_where_nothing_was_disputed_they_are_empty(tmp_path: Path) -> None:
    """No row in any of them."""
    session = first_turn(tmp_path)
    projector.update(session.ledger, NAME)
    assert not any(contents(session.ledger)[name] for name in TABLES)
