"""FoW Campaign Types: a campaign that joins in mid-way; what its set-up says is judged."""

from pathlib import Path
from typing import Any

import pytest

from campaign.store.ledger import Ledger
from fow.support import cases

ABLE = {"able": "Able", "baker": "Baker"}


def refused(folder: Path, scenario: str, at: dict[str, Any], **setup: Any) -> str:
    """Why a campaign with such a start does not open."""
    with Ledger(folder / "campaign.db") as ledger:
        answer = ledger.open(
            "club", system="fow", scenario=scenario, setup={**setup, "start": {scenario: at}}
        )
        assert isinstance(answer, dict) and not answer["accepted"]
        return str(answer["reason"])


@pytest.mark.parametrize(("at", "reason"), cases("starts_at_anzio"))
def test_a_start_that_no_battle_can_begin_from(
    tmp_path: Path, at: dict[str, Any], reason: str
) -> None:
    """Ruling 15, and what the table means: refused by its place, before anything is written."""
    assert refused(tmp_path, "anzio", at).startswith(f"set-up: start.anzio.{reason}")


@pytest.mark.parametrize(("at", "reason"), cases("starts_of_linked"))
def test_a_linked_campaign_takes_points_alone(
    tmp_path: Path, at: dict[str, Any], reason: str
) -> None:
    assert refused(tmp_path, "linked", at, sides=ABLE) == f"set-up: start.linked.{reason}"
