"""What version 0.1.0 wrote, turn by turn: the long form of `test_frozen.py`."""

import json
from pathlib import Path

import pytest

from campaign.history.walk import Replay
from campaign.reports import pages
from campaign.reports.compare import compare
from support.frozen import ARCHIVES, CAMPAIGNS, Frozen, missing
from tests.store.test_frozen import known_again

RECORDED = [name for name in ARCHIVES if name.startswith("lif-")]
EACH = [(archive, name) for archive in ARCHIVES for name in CAMPAIGNS[archive]]
STANDINGS = ("veto_points", "cup", "leaders", "at_war", "conquest", "vichy")
STEP = 20
"""Every so many versions a state is looked at."""


@pytest.mark.parametrize("archive", RECORDED)
def test_every_turn_stands_as_worked_out_without_the_program(tmp_path: Path, archive: str) -> None:
    """Points, cup, leaders, wars and conquests at the end of each turn."""
    frozen = Frozen(archive, tmp_path)
    with frozen.ledger() as ledger:
        spans, turns = ledger.spans(archive), frozen.expected["turns"]
        assert list(spans) == list(turns)
        for turn, wanted in turns.items():
            shown = ledger.show(archive, spans[turn][1] - (turn == list(turns)[-1]))
            shown["leaders"] = {who: one["status"] for who, one in shown["leaders"].items()}
            found = {key: shown[key] for key in STANDINGS if key in wanted}
            assert "veto_points" in found
            assert {key: wanted[key] for key in found} == found, turn


@pytest.mark.parametrize(("archive", "name"), EACH)
def test_replay_walks_through_the_states_that_are_shown(
    tmp_path: Path, archive: str, name: str
) -> None:
    """As the record held them at each version: two ways to one state."""
    frozen = Frozen(archive, tmp_path)
    with frozen.ledger() as ledger:
        live = ledger.live(name)
        replay = Replay(live.system, ledger.log(name))
        for version in range(1, live.version + 1, STEP):
            place = replay.place_of(version)
            assert place is not None
            shown = ledger.show(name, version)
            for key in ("version", "head", "campaign", "branch_of"):
                shown.pop(key, None)
            found = json.loads(json.dumps(replay.shown(place)))
            assert missing(json.loads(json.dumps(shown)), found) == [], version


@pytest.mark.parametrize("archive", ["lif-1998-us-entry-ledger", "lif-list-leaders-in-play"])
def test_every_page_of_every_day_is_known_again(tmp_path: Path, archive: str) -> None:
    """The pages as they were sent around at the end of each turn, beside today's record."""
    frozen = Frozen(archive, tmp_path / "store")
    with frozen.ledger() as ledger:
        history = list(ledger.history(archive))
        for turn, (_, last) in ledger.spans(archive).items():
            folder = tmp_path / turn
            folder.mkdir()
            for page in pages.pages(history[:last]):
                (folder / page.file).write_text(page.html)
            outcomes = {one.file: one.outcome for one in compare(history, folder)}
            assert set(outcomes.values()) <= {"same", "then", "missing"}, (turn, outcomes)
            assert outcomes[f"{turn}.html"] in ("same", "then")


@pytest.mark.parametrize(("archive", "name"), EACH)
def test_the_pages_of_0_1_0_are_equal_or_judged(tmp_path: Path, archive: str, name: str) -> None:
    """Of every campaign, where each run of the tests looks at some."""
    frozen = Frozen(archive, tmp_path)
    with frozen.ledger() as ledger:
        known_again(frozen, ledger, name)
