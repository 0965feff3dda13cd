"""Counters, Guards Banner armies, forces and rulings of a sheet: named at their cells, or taken."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import Refused
from campaign.kernel.interview.positions import TRIAL, read_position
from campaign.kernel.opening import OpenCampaign
from campaign.kernel.system import fold
from campaign.systems import SYSTEMS
from campaign.text.shapes import Fault

CASES = tomllib.loads((Path(__file__).parent / "tables.toml").read_text())["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_tables_say(case: dict[str, Any]) -> None:
    system = SYSTEMS[case.get("system", "lif")]
    game = system.front.choices.position
    assert game is not None
    read = read_position("\n".join(case["sheet"]), game(""), "form")
    assert not isinstance(read, Fault)
    for which, is_open in (("open", True), ("read", False)):
        expected = case.get(which, {})
        named = {one.where: one.text for one in read.findings if one.is_open is is_open}
        assert named.keys() == expected.keys()
        assert {cell: named[cell][: len(text)] for cell, text in expected.items()} == expected
    if "stands" not in case:
        return
    events = system.rules.open(OpenCampaign(name="club", **read.request), TRIAL)
    assert not isinstance(events, Refused), events
    _stands(fold(system, None, events), case["stands"])


def _stands(state: Any, expected: dict[str, Any]) -> None:
    """Compares a campaign's state with what is expected of it."""
    for who, (place, arrives, location, face_up) in expected.get("counters", {}).items():
        held = state.play.counter_placements[who]
        found = (held.place, held.arrives, held.location, held.face_up)
        assert found == (place, arrives, location, face_up), who
    for who, power in expected.get("owners", {}).items():
        assert state.play.counters[who].power == power
    for who, (status, power) in expected.get("minors", {}).items():
        assert (state.minors[who].status, state.minors[who].power) == (status, power)
    for who, status in expected.get("leaders", {}).items():
        assert state.leaders[who] == status
    for key, value in expected.get("rulings", {}).items():
        assert state.campaign.rulings[key] == value
    for who, force in expected.get("forces", {}).items():
        one = state.forces[who]
        platoons = [[p.id, p.unit_class, p.points, p.squads] for p in one.platoons.values()]
        assert {"side": one.side, "member": one.member, "platoons": platoons} == force
