"""The proof page: checked in a process of its own, old mails held against it, draws, findings.

What takes longer, waits or starts something, beside `web/test_web_proof.py`.
"""

import pytest

from campaign.web.server.health import RecordChecks
from support.web import NAME, WebClub, words
from tests.web.test_web_proof import PROOF, Told

pytestmark = pytest.mark.usefixtures("drawn")


def test_whoever_asks_has_the_record_checked(made: WebClub) -> None:
    """By the same verb as on the command line; the outcome and its time stay."""
    anna = made.browser("anna")
    assert "This record has not been checked here yet." in words(anna.get(PROOF))
    anna.post(f"{PROOF}/check", {})
    made.house.checks.settle()
    count = made.version
    said = words(made.browser("olga").get(PROOF))
    assert f"Everything checks out: {count} events" in said and "More was recorded" not in said
    again = RecordChecks(made.house.people.file, made.house.clock, Told(lambda name: b""))
    kept = again.last(made.house.ledger.live(NAME).state.campaign.id)
    assert kept is not None and (kept.events, kept.count) == (count, 0)
    note = {"command": "AddEntropy", "value": "grey geese", "by": "ben"}
    assert made.house.ledger.submit(NAME, note)["accepted"]
    assert "More was recorded since." in words(anna.get(PROOF))
