"""LiF 4.1: the figures of advice and accuracy: by hand, and by trying every answer."""

import json
import random

import msgspec
import pytest
from msgspec.structs import replace

from campaign.extensions.veto_advice import words
from campaign.extensions.veto_advice.accuracy import Decision, JudgedAnswer, judged, summaries
from campaign.extensions.veto_advice.advise import advise
from campaign.extensions.veto_advice.position import BallotPosition
from campaign.lif.roster import kit
from support.veto_check import largest_gain
from support.veto_positions import POWERS, leader, position

GAP = 0.01
"""The largest gain of one agent that the design allows."""


# --- every figure ---------------------------------------------------------------------------------


def shared(seed: int) -> BallotPosition:
    """A ballot or vote in which three members, the host among them, play the eight powers."""
    dice = random.Random(seed)
    cup = [
        leader(f"l{number}", dice.randint(-14, 14) / 2, dice.choice(("axis", "allies", None)))
        for number in range(dice.randint(2, 5))
    ]
    is_vote = seed % 2
    return position(
        cup,
        {power: dice.randint(0, 4) for power in POWERS},
        agents={power: dice.choice(("anna", "ben", "host")) for power in POWERS},
        left=2,
        turns=3,
        rulebook=dice.choice(("lif-1998", "lif-list")),
        charge_idle_support=dice.choice((True, False)),
        **({"phase": "votes", "leader": leader("x", -3)} if is_vote else {}),
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_figure_by_trying_all_answers(seed: int) -> None:
    """Chances, values, gap and joint gain; two answers of an agent gain nothing over one."""
    advice = msgspec.json.encode(advise(shared(seed)))
    assert 0.0 <= largest_gain(json.loads(advice)) <= GAP


def test_a_member_answers_with_the_cheapest_power_then_the_richest() -> None:
    """Germany cannot pay 2 for its own leader, Italy and Japan 3 each; Japan has more points. On
    the other side France and the USSR are alike, and the USSR comes first.
    """
    points = {"germany": 1, "italy": 3, "japan": 4, "ussr": 2, "france": 2}
    agents = {
        power: "anna" if power in ("germany", "italy", "japan") else "ben" for power in POWERS
    }
    cup = [leader("l", 4, "axis"), leader("m", 1, "axis")]
    ours, theirs = advise(position(cup, points, agents=agents)).advice
    assert [(one.say, one.pays, one.cost) for one in ours.choices] == [
        ("no-veto", None, 0),
        ("veto", "japan", 3),
    ]
    assert [one.pays for one in theirs.choices] == [None, "ussr"]
    (rich, _) = advise(position(cup, {**points, "germany": 2}, agents=agents)).advice
    assert [(one.pays, one.cost) for one in rich.choices] == [(None, 0), ("germany", 2)]


def test_a_leader_is_worth_the_mean_of_a_member_s_powers() -> None:
    """4 to Germany and 1 to Italy, whose player answers with one of them: 2.5."""
    here = position([leader("l", 4, "axis")], {}, agents={"germany": "anna", "italy": "anna"})
    italy = replace(here.powers["italy"], worth=1.0)
    advice = advise(replace(here, powers={**here.powers, "italy": italy}))
    (line,) = words.sentences(advice, kit(), ["italy"])
    assert "Germany and Italy: no veto 100 %. l is worth 2.50 to you;" in line


def test_what_a_point_is_worth() -> None:
    """The last turn, -4 before the Board and -2 beside him. With a point the Axis sends -4 back for
    the mean of -3: -2.5 in all. With a second it sends him back again: -2.25. List edition: with a
    point the Allies draw the other one too, -6 in all.
    """
    advice = advise(position([leader("l", -4), leader("m", -2)], {"germany": 1}))
    assert advice.point == {"axis": 0.25, "allies": 3.5}


# --- accuracy -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "choice", "said"),
    [("axis", "veto", "support"), ("axis", "no-veto", "no-veto"), ("allies", "veto", "veto")],
)
def test_a_veto_of_the_leader_s_own_side_is_called_support(
    side: str, choice: str, said: str
) -> None:
    """LiF 4.1(2b); the USSR could veto as well, so that Germany's support may be needed."""
    here = position([leader("l", 3, side), leader("m", -2)], {"germany": 3, "ussr": 3})
    rows = judged(Decision(9, here, {"germany": choice}, {"germany": "anna"}))
    assert [row.said for row in rows] == [said]


def test_what_the_host_answers_for_another_is_the_host_s() -> None:
    here = position([leader("l", -4), leader("m", -2)], {"germany": 1}, agents={"germany": "anna"})
    (row,) = judged(Decision(9, here, {"germany": "veto"}, {"germany": "host"}))
    assert row.member == "host"


def test_how_often_a_member_paid_beside_how_often_the_advice_would() -> None:
    """Four even chances are 2 ± 1; where a point is worth less than 0.1 a mix says nothing. Twenty
    decisions make an average.
    """
    about = "1941-JA", 3, "zhukov", "ballots", "anna", ("germany",), "veto"
    counts = JudgedAnswer(7, *about, 0.5, 0.3, 0.7, chance=0.5, paid=1, point=0.1)
    idle = JudgedAnswer(8, *about, 0.0, 0.0, 0.3, chance=1.0, paid=1, point=0.09)
    (few,) = summaries([counts] * 4 + [idle] * 15)
    assert (few.decisions, few.slips, few.average) == (19, 4, None)
    assert (few.counted, few.paid, few.advised, few.spread) == (4, 4, 2.0, 1.0)
    says = "Anna: 19 decisions, 4 slips; fewer than 20, so no average."
    assert words.in_all(few, "Anna") == (
        f"{says} Paid 4 times in 4; the advice would pay 2.0 ± 1.0."
    )
    (many,) = summaries([counts] * 4 + [idle] * 16)
    assert many.average == 0.1
    assert words.in_all(many, "Anna").startswith(
        "Anna: 20 decisions, 4 slips, 0.10 lost on average."
    )


def test_a_slip_loses_more_than_a_quarter_in_every_table() -> None:
    about = "1941-JA", 3, "zhukov", "ballots", "anna", ("germany",), "veto"
    assert JudgedAnswer(7, *about, 9.0, 0.251, 9.0, 0.5, 1, 1.0).is_slip
    assert not JudgedAnswer(7, *about, 9.0, 0.25, 9.0, 0.5, 1, 1.0).is_slip
