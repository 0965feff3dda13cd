"""Filled examples of the chart, the counter sheet and a combat: imported as they are printed."""

import csv
import json
from pathlib import Path

import pytest

from campaign.lif.force_pools import kit as counters_kit
from campaign.lif.us_entry import chart
from support.command_line import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A store with one campaign that plays every part of the kit."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    return shell


def test_the_example_of_the_chart_is_imported_as_it_is(shell: Shell) -> None:
    """Every row is good, every option has its level, and the audit finds nothing."""
    done = shell("us-entry", "template", "--example")
    assert done.status == 0 and "made up" in done.err
    rows = list(csv.DictReader(done.out.splitlines()))
    assert {f"{row['kind']} {row['number']}" for row in rows} >= set(chart.kit())
    assert all(row["level"] for row in rows if row["kind"] == "option")
    shell.fine("us-entry", "template", "chart.csv", "--example")
    assert (shell.folder / "chart.csv").read_text() == done.out
    told = shell.fine("us-entry", "import", "club", "chart.csv")
    assert told.startswith(f"{len(rows)} good rows\n")
    assert shell("verify", "club").status == 0


def test_the_example_of_a_counter_sheet_is_imported_as_it_is(shell: Shell) -> None:
    """LiF 5.1: the eight Guards armies are in it, as the rules print them; all rows are good."""
    done = shell("counters", "template", "--example")
    assert done.status == 0 and "made up" in done.err
    rows = list(csv.DictReader(done.out.splitlines()))
    armies = {row["id"] for row in rows if row["guards_banner"] == "yes"}
    assert armies == {counter.id for counter in counters_kit.guards()}
    seventh = next(row for row in rows if row["id"] == "guards-7th")
    assert (seventh["type"], seventh["combat"], seventh["movement"]) == ("INF", "8", "4")
    told = shell.fine("counters", "import", "club", "-", typed=done.out)
    assert f"{len(rows)} good rows" in told and "left out" not in told
    assert shell("verify", "club").status == 0


def test_the_example_of_a_combat_is_reported_as_it_is(shell: Shell) -> None:
    """With every kind of loss: killed, shattered, retreated, a division, a minor's unit."""
    text = shell.fine("combat", "--example")
    losses = json.loads(text)["losses"]
    assert {loss["fate"] for loss in losses} == {"killed", "shattered", "retreated"}
    told = shell.fine("combat", "club", "-", typed=text)
    assert "E1429" in told
    shell.fine("turn", "club", "--yes")
    assert shell("verify", "club").status == 0
