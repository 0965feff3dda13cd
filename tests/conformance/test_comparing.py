"""How answers compare with what a case expects, as `PROTOCOL.md` says."""

from typing import Any

import pytest

from campaign.conformance.comparing import ProgramAnswer, answer_mismatch, state_mismatch
from campaign.conformance.playing import Failure
from campaign.conformance.suite import SuiteCase, SuiteStep
from conformance.asked import failure_of

STATES: tuple[tuple[Any, Any, bool], ...] = (
    # actual, expected, whether it matches
    ({"turn": "1939-SO", "more": 1}, {"turn": "1939-SO"}, True),
    ({"turn": "1939-SO"}, {"turn": "1939-ND"}, False),
    ({}, {"turn": "1939-SO"}, False),
    ({}, {"leader": ""}, True),
    ({"leader": None}, {"leader": ""}, True),
    ({"leader": "balbo"}, {"leader": ""}, False),
    ({"points": {"usa": 1, "italy": 2}}, {"points": {"usa": 1}}, True),
    ({"points": {"usa": 1.0}}, {"points": {"usa": 1}}, True),
    ({"points": {"usa": True}}, {"points": {"usa": 1}}, False),
    ({"points": {"usa": "1"}}, {"points": {"usa": 1}}, False),
    ({"points": [1]}, {"points": {"usa": 1}}, False),
    ({"cup": ["balbo", "guderian"]}, {"cup": ["guderian", "balbo"]}, True),
    ({"cup": ["balbo", "balbo"]}, {"cup": ["balbo"]}, False),
    ({"cup": "balbo"}, {"cup": ["balbo"]}, False),
    ({"rows": [{"a": 1, "b": None}]}, {"rows": [{"a": 1}]}, True),
    ({"rows": [{"a": 1, "b": 2}]}, {"rows": [{"a": 1}]}, False),
    ({"cup": ["balbo", "guderian"]}, {"cup_has": ["balbo"]}, True),
    ({"cup": ["guderian"]}, {"cup_has": ["balbo"]}, False),
    ({"cup": ["guderian"]}, {"cup_lacks": ["balbo"]}, True),
    ({"cup": ["guderian"]}, {"cup_lacks": ["guderian"]}, False),
    ({}, {"cup_lacks": ["guderian"]}, False),
    ({"leaders": {"balbo": {}}}, {"leaders_count": 1}, True),
    ({"leaders": {"balbo": {}}}, {"leaders_count": 2}, False),
)


@pytest.mark.parametrize(("actual", "expected", "matches"), STATES)
def test_a_state_matches_on_what_is_listed(actual: Any, expected: Any, matches: bool) -> None:
    assert (state_mismatch(actual, expected) is None) is matches


PAID = {"type": "lif.VetoPointsSpent", "points": {"usa": 1}, "at": "noon"}
VETOED = {"type": "lif.LeaderVetoed", "leader": "balbo"}
YES = {"accepted": True, "events": (PAID, VETOED)}

ANSWERS: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
    # answer, step, what was expected where it does not match
    (YES, {"events": (VETOED,)}, ""),
    (YES, {"events": ({"type": PAID["type"], "points": {"usa": 1}}, VETOED)}, ""),
    (YES, {"events": (VETOED, PAID)}, "lif.VetoPointsSpent in its place"),
    (YES, {"events": ({"type": PAID["type"], "points": {}},)}, "lif.VetoPointsSpent.points {}"),
    (YES, {"events": ({**VETOED, "leader": "mao"},)}, 'lif.LeaderVetoed.leader "mao"'),
    (YES, {"lacks": ("lif.LeaderPromoted",)}, ""),
    (YES, {"lacks": ("lif.LeaderVetoed",)}, "no lif.LeaderVetoed"),
    (YES, {"hides": ("at",)}, "no at in any event"),
    (YES, {"accepted": False}, "refused"),
    ({"accepted": False, "rule": "LiF 4.1"}, {"accepted": False}, ""),
    ({"accepted": False, "rule": "LiF 4.1"}, {"accepted": False, "rule": "LiF 4.1"}, ""),
    ({"accepted": False}, {"accepted": False, "rule": "LiF 4.1"}, "refused under LiF 4.1"),
    ({"accepted": False}, {}, "accepted"),
)


@pytest.mark.parametrize(("answer", "step", "expected"), ANSWERS)
def test_an_answer_matches_on_what_is_listed(
    answer: dict[str, Any], step: dict[str, Any], expected: str
) -> None:
    fault = answer_mismatch(
        ProgramAnswer(1, **answer), SuiteStep(**{"send": {}, "accepted": True, **step})
    )
    assert (fault.expected if fault else "") == expected


CASE = SuiteCase(
    "LiF 4.1-07",
    "LiF 4.1",
    "lif-1998",
    "Nothing is drawn without a name.",
    {"system": "lif"},
    (
        SuiteStep(send={"command": "DrawLeader"}, accepted=False),
        SuiteStep(state={"turn": "1939-SO"}),
    ),
)


def program(*states: dict[str, Any], opens: bool = True) -> Any:
    """A program that refuses all, and shows one state after another."""
    rest = iter(states)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        if request["do"] == "state":
            return {"state": next(rest)}
        return {"accepted": request["do"] == "open" and opens}

    return answer


def test_a_refused_command_leaves_the_state_as_it_was() -> None:
    """In the parts that any case looks at; a clock of the program's own may go on."""
    good = ({"turn": "1939-SO", "clock": second} for second in range(3))
    assert failure_of(CASE, program(*good)) is None
    turned = failure_of(CASE, program({"turn": "1939-SO"}, {"turn": "1939-ND"}))
    assert turned == Failure(
        1, "turn as it was before the refusal", 'turn "1939-ND", before it "1939-SO"'
    )


def test_a_campaign_that_does_not_open_fails_before_the_first_step() -> None:
    assert failure_of(CASE, program(opens=False)) == Failure(0, "the campaign opens", "refused")
