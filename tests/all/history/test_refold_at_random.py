"""Campaigns played and corrected at random: one pass gives the state at every version."""

from pathlib import Path

import pytest

from campaign.history.effective import rewriting
from support.sessions import NAME, ledger_in
from support.spite import spited
from tests.history.test_refold import in_one_pass, plain

SEEDS = range(5)


@pytest.mark.rotating(3)
def test_random_campaigns_come_to_what_their_effective_history_gives(tmp_path: Path) -> None:
    """Undos, rulings and corrections of every sort; from the log, and from the store."""
    corrections = 0
    for seed in SEEDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        spited(folder, seed, steps=60)
        with ledger_in(folder) as ledger:
            log = ledger.log(NAME)
            for end in range(1, len(log) + 1):
                assert in_one_pass(log, end)[0] == plain(log, end), (seed, end)
                assert ledger.live(NAME, end).state == plain(log, end), (seed, end)
        corrections += sum(rewriting(event) for _, event in log)
    assert corrections > 2 * len(SEEDS)
