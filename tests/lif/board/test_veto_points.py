"""The yearly points of a France that is divided."""

from pathlib import Path

import pytest

from support.sessions import Session, ledger_in


@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_lif_4_2_f_vichy_france_gets_nothing(tmp_path: Path, rulebook: str) -> None:
    """LiF 4.2(f): France had 2 points; the one point more that a year brings is Free France's."""
    session = Session(ledger_in(tmp_path)).open(
        rulebook, scenario="custom", first_turn="1940-ND", last_turn="1941-JF"
    )
    session.do("InstallVichy")
    events = session.do("AdvanceTurn")["events"]
    (infused,) = [event for event in events if event["type"] == "lif.VetoPointsInfused"]
    assert infused["points"]["france"] == 1
    assert set(infused["points"]) == {
        "germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china",
    }  # fmt: skip
    assert session.ledger.show(session.name)["veto_points"]["france"] == 3
    session.ledger.close()
