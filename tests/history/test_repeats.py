"""A command done is done: the same command once more is refused, where the rules know no twice."""

from pathlib import Path
from typing import Any

import pytest

from support.sessions import Session, ledger_in

Asked = dict[str, Any]
BOARD: list[Asked] = [{"command": "OpenReinforcement"}, {"command": "DrawLeader"}]
VOTE: list[Asked] = [*BOARD, {"command": "OpenBallots", "absent": "no-veto"}]
WAR: Asked = {"command": "DeclareWar", "attacker": "germany", "target": "france"}
VICHY: Asked = {"command": "InstallVichy"}

ONCE: list[tuple[list[Asked], Asked, str]] = [
    (
        [],
        {"command": "EnrolMember", "member": "cem", "name": "Cem", "roles": ["host"]},
        "Members",
    ),
    ([], {"command": "AssignPower", "power": "usa", "member": "anna"}, "Members"),
    ([], {"command": "ReleasePower", "power": "usa"}, "Members"),
    ([], WAR, "Record"),
    ([WAR], {"command": "MakePeace", "powers": ["france", "germany"]}, "Record"),
    ([], {"command": "SetConquest", "power": "italy", "status": "incomplete"}, "Record"),
    ([], {"command": "SetConquest", "power": "france", "status": "complete"}, "Record"),
    ([], VICHY, "Record"),
    ([VICHY], {"command": "CollapseVichy"}, "Record"),
    ([], {"command": "SetMinor", "minor": "spain", "status": "neutral"}, "Record"),
    ([], {"command": "CallOutReserves", "power": "usa", "mark": "Ja"}, "LiF 4"),
    ([], {"command": "OpenReinforcement"}, "LiF 4.1"),
    (BOARD[:1], {"command": "DrawLeader"}, "LiF 4.1"),
    (BOARD, {"command": "OpenBallots", "absent": "no-veto"}, "LiF 4.1"),
    (VOTE, {"command": "OpenVotes", "absent": "abstain"}, "LiF 4.1"),
    ([], {"command": "CloseCampaign"}, "Calendar"),
]

AGAIN: list[tuple[list[Asked], Asked]] = [
    ([], {"command": "AddEntropy", "value": "tails"}),
    ([], {"command": "BuyVetoPoints", "power": "usa", "intelligence_points": 5}),
    ([], {"command": "AdvanceTurn"}),
    (BOARD, {"command": "SealBallot", "power": "usa", "choice": "no-veto"}),
    (VOTE, {"command": "SealVote", "power": "usa", "choice": "abstain"}),
]


def named(value: Any) -> str | None:
    """A case by its command."""
    return value["command"] if isinstance(value, dict) else None


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A campaign just opened."""
    return Session(ledger_in(tmp_path)).open()


@pytest.mark.parametrize(("given", "when", "rule"), ONCE, ids=named)
def test_what_is_done_cannot_be_done_again(
    session: Session, given: list[Asked], when: Asked, rule: str
) -> None:
    """Given what came before, the command is accepted; the second time it is refused."""
    for asked in given:
        session.do(**asked)
    version = session.do(**when)["version"]
    refused = session.ask(**when)
    assert (refused["accepted"], refused["rule"]) == (False, rule)
    assert session.ledger.live(session.name).version == version


@pytest.mark.parametrize(("given", "when"), AGAIN, ids=named)
def test_what_may_be_done_again_is_recorded_again(
    session: Session, given: list[Asked], when: Asked
) -> None:
    """Without an `id` each command is one of its own."""
    for asked in given:
        session.do(**asked)
    assert session.do(**when)["version"] < session.do(**when)["version"]


def test_days_of_decision_are_activated_once(tmp_path: Path) -> None:
    """LiF 4: the kit comes into play once."""
    session = Session(ledger_in(tmp_path)).open(rulings={"days_of_decision": True})
    assert session.ask("ActivateLeaders")["rule"] == "LiF 4"
    session.do(**WAR)
    session.do("ActivateLeaders")
    assert session.ask("ActivateLeaders")["rule"] == "LiF 4"
