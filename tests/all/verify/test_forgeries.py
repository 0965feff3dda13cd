"""The score of `verify`: forged records, sealed so that chain and receipts hold, have to be found.

A twelfth of them, another each day (`support/rotation.py`); `nightly/` audits all.
"""

import pytest

from forgeries import score
from forgeries.audited import audited
from forgeries.reckoning import Reckoning
from support.rotation import PARTS, part
from tests.verify.test_forgeries import forged, record


@pytest.mark.slow
def test_every_forgery_of_today_that_contradicts_is_found() -> None:
    """All but the known misses, each of which has its reason in a list that only shrinks."""
    tried = score.Slice("lif", PARTS, part())
    assert len(tried.told) > 500
    missed = score.unknown(tried.missed())
    assert not missed, f"part {part()}\n{score.misses(missed)}"
    assert all(score.known().values())


@pytest.mark.parametrize(
    ("name", "topic", "field"),
    [("late-ballot", "campaign.DisputeAnswered", "text"),
     ("lif-list-leaders-in-play", "lif.LeaderMoved", "travels_with")],
)  # fmt: skip
def test_what_is_harmless_is_not_found(name: str, topic: str, field: str) -> None:
    """Other words, another ship: nothing that chain or receipts would betray."""
    forgery = forged(name, topic, field, **{field: "HMS Somebody Else"})
    assert [told for _, told in audited(record(name), [forgery])] == [""]


def test_the_reckoning_follows_the_record_and_forbids_what_the_rules_forbid() -> None:
    """Rommel cannot use ability 57 (2); whom Germany declares war on at sea is people's word."""
    name = "lif-1998-leaders-in-play"
    reckoning = Reckoning(record(name))
    used = forged(name, "lif.AbilityUsed", "ability")
    assert reckoning.answer(used) == ""
    used = forged(name, "lif.AbilityUsed", "ability", ability=57)
    assert "rommel cannot 57" in (reckoning.answer(used) or "")


def test_the_reckoning_sees_what_follows_much_later() -> None:
    """LiF 4.2: without the war with Germany the USSR has 3 points in January 1942, not 4."""
    name = "lif-1998-leaders-in-play"
    found = Reckoning(record(name)).answer(
        forged(name, "lif.WarDeclared", "target", target="turkey")
    )
    assert found is not None and "yearly" in found
