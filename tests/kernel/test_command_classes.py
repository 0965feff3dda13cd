"""What a command's class says of it: who may send it, when, in which module, by which verb."""

from typing import get_args

import pytest

from campaign.kernel.decisions import Command, Who, filled, secret
from campaign.lif.board.waiting import What
from campaign.systems import SYSTEMS, commands
from events.campaign import MemberEnrolled
from events.lif.on_map import LeaderMoved, LeaderPlaced
from support.rules_table import after, opened, refusal, then

MODULES = {"", *(name for one in SYSTEMS.values() for name in one.front.choices.modules)}
STAGES = {"closed", *get_args(What)}


@pytest.mark.parametrize("kind", commands().values(), ids=lambda kind: kind.__name__)
def test_a_class_says_only_what_there_is(kind: type[Command]) -> None:
    """A verb, who may send it, a module and stages of the game."""
    assert kind.verb
    assert kind.who in get_args(Who)
    assert kind.module in MODULES
    assert set(kind.when) <= STAGES


def test_a_secret_field_is_marked_where_it_is_declared() -> None:
    """Choices, nonces, values of chits, addresses, words of the diary: no other field."""
    assert {name: set(secret(kind)) for name, kind in commands().items() if secret(kind)} == {
        "SealBallot": {"choice"},
        "RevealBallot": {"choice", "nonce"},
        "SealVote": {"choice"},
        "RevealVote": {"choice", "nonce"},
        "DrawEntryChits": {"values"},
        "EnterEntryChits": {"values"},
        "SealChoice": {"values", "choice"},
        "HandInChoice": {"choice", "nonce"},
        "EnrolMember": {"email"},
        "FileDispatch": {"words"},
    }


def test_who_may_send_is_asked_before_the_module_and_the_module_before_the_time() -> None:
    """Of several reasons the first in this order is given: member, host, module, board."""
    state = opened({"rommel": "cup"}, modules={"leaders": False, "us-entry": False})
    ben = MemberEnrolled(member="ben", name="Ben", roles=("player",))
    state = after(state, ben)
    points = {"power": "usa", "intelligence_points": 5}
    assert refusal(state, "ActivateLeaders", by="eve").reason == (
        "'eve' is not enrolled in this campaign"
    )
    assert refusal(state, "ActivateLeaders", by="ben").reason == (
        "only a host can do this, and Ben is not a host"
    )
    assert refusal(state, "ActivateLeaders").rule == "Module leaders"
    assert refusal(state, "BuyVetoPoints", by="ben", **points).rule == "Module leaders"
    assert refusal(state, "RetakeCity", city="nanking").rule == "Module us-entry"


@pytest.mark.parametrize("command", ["AdvanceTurn", "CloseCampaign"])
def test_a_turn_does_not_end_while_the_board_is_open(command: str) -> None:
    """Ruling 7: the frame's commands wait for the board as the game's own do."""
    state = then(opened({"rommel": "cup"}), "OpenReinforcement")
    refused = refusal(state, command)
    assert (refused.rule, refused.reason) == ("Ruling 7", "finish the Promotions Board first")


def test_fields_are_filled_from_the_first_that_has_them_but_for_stamps() -> None:
    """What is said for the value itself counts before all of them."""
    placed = LeaderPlaced(leader="rommel", location="E1430", by="anna", key="k", nth=2)
    moved = LeaderMoved(leader="zhukov", location="W1515", means="air", by="ben")
    both = LeaderMoved(leader="rommel", location="E1430", means="air")
    assert filled(LeaderMoved, placed, moved) == both
    by_land = LeaderMoved(leader="zhukov", location="E1431", means="land")
    assert filled(LeaderMoved, moved, placed, location="E1431", means="land") == by_land
