"""The tests of the command line once more, with a database in PostgreSQL as every shell's store.

Left out are those that do something to the store's file itself, or look at what lies beside it.
"""

import os
import subprocess
import sys

import pytest

from support.command_line import ROOT
from support.postgres import TEST_STORE, server

TRIED = (
    "fow/test_bad_evening", "fow/test_fow_survives", "fow/test_guide", "fow/test_keyboard",
    "fow/test_notices", "test_advice_in_play", "test_adviser_meets",
    "test_as_typed", "test_board_meanwhile", "test_branches_us_entry", "test_cli",
    "test_cli_ballots", "test_cli_counters", "test_cli_deadlines", "test_cli_disputes",
    "test_cli_in_play", "test_cli_us_entry", "test_cli_witnesses",
    "test_combat_by_questions", "test_countries", "test_deadlines_guide",
    "test_disputes_recorded", "test_dry_run", "test_entry_claims", "test_far_ahead",
    "test_filled_examples", "test_import_checks", "test_mail_preview", "test_page_facts",
    "test_post", "test_publish", "test_published_compared", "test_reasons",
    "test_record_doubted", "test_reopening", "test_seal_card", "test_seal_verb",
    "test_selected", "test_stats_verb", "test_transcripts", "test_what_if_by_hand",
)  # fmt: skip


@pytest.mark.parametrize("name", TRIED)
def test_what_holds_for_a_file_holds_for_a_database(name: str) -> None:
    """The same calls, the same words, the same exit statuses."""
    if server() is None:
        pytest.skip("needs a PostgreSQL server")
    files = [str(file.relative_to(ROOT)) for file in sorted(ROOT.glob(f"tests/**/{name}.py"))]
    assert files
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *files],
        cwd=ROOT,
        env={**os.environ, TEST_STORE: "postgres"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
