"""LiF 4: what the acts of the Promotions Board ask, and what they offer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.kernel.interview.pages import Complete, Forbidden, NextPage, Page
from campaign.lif.board.commands import (
    CallOutReserves,
    DrawLeader,
    RevealBallot,
    SealBallot,
    SealVote,
)
from campaign.store.ledger import Ledger
from support.asked import asked_in, offered

NAME = "club"
SEALED = "ab" * 32


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """Draws at the table; Balbo, Italy's, is before the Board; Anna plays Germany.

    The starting points: Germany 5, Italy 2, China 1. A veto costs the Allies 1, Germany 3.
    """
    folder: Path = tmp_path_factory.mktemp("asked")
    with Ledger(folder / "campaign.db") as ledger:
        assert ledger.open(NAME, scenario="global-war", rulings={"draws": "table"})["accepted"]
        sent = (
            {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]},
            {"command": "AssignPower", "power": "germany", "member": "anna"},
            {"command": "OpenReinforcement"},
        )
        assert all(ledger.submit(NAME, command)["accepted"] for command in sent)
        ledger.submit(NAME, {"command": "DrawLeader", "leader": "balbo"})
        yield ledger


def test_draws_at_the_table_are_asked_for(tmp_path: Path) -> None:
    """LiF 4.1(1): a leader of the cup, by the rule that misses it."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        ledger.open(NAME, scenario="global-war", rulings={"draws": "table"})
        ledger.submit(NAME, {"command": "OpenReinforcement"})
        found = asked_in(ledger, NAME, DrawLeader, {"leader": ""})
        assert isinstance(found, NextPage) and isinstance(found.page, Page)
        assert found.page.questions[0].label == "Which leader was drawn?"
        cup = offered(found, "leader")
        assert "balbo" in cup and "macarthur" not in cup
        done = asked_in(ledger, NAME, DrawLeader, {"leader": "Balbo"})
        assert isinstance(done, Complete) and done.fields == {"leader": "balbo"}


def test_only_reserves_that_can_be_called_out_are_offered(tmp_path: Path) -> None:
    """LiF 4: not against oneself, and none twice."""
    with Ledger(tmp_path / "campaign.db") as ledger:
        ledger.open(NAME, scenario="global-war")
        ledger.submit(NAME, {"command": "CallOutReserves", "power": "usa", "mark": "Ge"})
        found = {
            power: offered(asked_in(ledger, NAME, CallOutReserves, {"power": power}), "mark")
            for power in ("japan", "us", "fr")
        }
    assert found == {"japan": ["Ge", "Res"], "us": ["Ja", "Res"], "fr": ["Ge", "Ja", "Res"]}


@pytest.mark.parametrize(
    ("power", "names"),
    [
        ("germany", ("support (costs 3)", "no-veto")),
        ("china", ("veto (costs 1)", "no-veto")),
    ],
)
def test_a_ballot_offers_what_the_power_can_say(
    board: Ledger, power: str, names: tuple[str, ...]
) -> None:
    """In people's words, with what each costs; the choice is asked last, as a secret."""
    found = asked_in(board, NAME, SealBallot, {"power": power})
    assert isinstance(found, NextPage) and isinstance(found.page, Page)
    (question,) = found.page.questions
    assert question.is_secret and question.kind.names == names  # type: ignore[attr-defined]
    assert question.label == f"{power.title()} on Balbo"


@pytest.mark.parametrize(
    ("power", "typed", "choice"),
    [
        ("ge", "support", "veto"), ("ge", "veto", "veto"), ("ge", "S", "veto"),
        ("china", "v", "veto"), ("china", "no veto", "no-veto"), ("china", "n", "no-veto"),
    ],
)  # fmt: skip
def test_a_choice_is_understood_as_people_type_it(
    board: Ledger, power: str, typed: str, choice: str
) -> None:
    """LiF 4.1(2): a veto by the leader's own side is support; the record keeps `veto`."""
    found = asked_in(board, NAME, SealBallot, {"power": power, "choice": typed})
    assert isinstance(found, Complete) and found.fields["choice"] == choice


def test_a_wrong_choice_is_not_repeated(board: Ledger) -> None:
    """Only what would be right is said."""
    found = asked_in(board, NAME, SealBallot, {"power": "china", "choice": "support"})
    assert isinstance(found, NextPage)
    assert found.errors == {"choice": "write veto (costs 1) or no-veto"}


def test_a_marker_sealed_on_a_device_has_no_choice(board: Ledger) -> None:
    """LiF 4.1(1): the commitment is all that is sent."""
    answers = {"power": "ge", "commitment": SEALED.upper(), "draw": "1"}
    found = asked_in(board, NAME, SealBallot, answers, "anna")
    assert isinstance(found, Complete)
    assert found.fields == {"power": "germany", "commitment": SEALED, "draw": 1}


@pytest.mark.parametrize(
    ("kind", "answers", "by", "reason"),
    [
        (SealVote, {"power": "ge"}, "anna", "the board is not taking votes"),
        (SealBallot, {"power": "it"}, "anna", "Italy is played by the host, not by Anna"),
        (SealBallot, {"power": "it", "draw": "2"}, "host",
         "this ballot is meant for draw 2; draw 1, Balbo, is before the Board now"),
        (RevealBallot, {"power": "ge"}, "anna", "Germany has sealed nothing on a device"),
    ],
)  # fmt: skip
def test_nobody_types_a_secret_for_nothing(
    board: Ledger, kind: type[SealBallot], answers: dict[str, str], by: str, reason: str
) -> None:
    """What forbids the act is said before the choice is asked."""
    found = asked_in(board, NAME, kind, answers, by)
    assert isinstance(found, Forbidden) and found.refused.reason == reason
