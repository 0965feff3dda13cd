"""Another program, written from the rules alone, passes the chapter that it claims."""

import ast
import sys
from pathlib import Path

from campaign.conformance.suite import SuiteCase
from conformance import rival
from conformance.asked import SUITE, failure_of

CASES = SUITE.cases("LiF 4.1-*")
LINES = 350


def test_the_rival_passes_leader_reinforcement_under_both_rulebooks() -> None:
    program = rival.Rival()
    claims = frozenset(program.answer({"n": 1, "do": "hello"})["claims"])
    failed = {(case.id, case.rulebook): failure_of(case, program.answer) for case in CASES}
    assert all(case.is_claimed(claims) for case in CASES) and len(CASES) > 150
    assert {where: failure for where, failure in failed.items() if failure} == {}


def test_the_rival_is_small_and_knows_nothing_of_this_project() -> None:
    text = Path(rival.__file__).read_text(encoding="utf-8")
    assert text.count("\n") <= LINES
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported <= sys.stdlib_module_names


def test_a_wrong_price_is_seen() -> None:
    """4.1-26: an ally's support costs three points; a program that charges two fails there."""

    class Cheap(rival.War):
        def price(self, power: str) -> int:
            return min(2, super().price(power))

    def answer(request: dict[str, object]) -> dict[str, object]:
        if request["do"] == "open":
            program.war = Cheap(request)
            return {"n": request["n"], "accepted": True}
        return program.answer(request)

    program = rival.Rival()
    (case,) = (one for one in CASES if (one.id, one.rulebook) == ("LiF 4.1-26", "lif-1998"))
    assert isinstance(case, SuiteCase)
    failure = failure_of(case, answer)
    assert failure is not None
    assert failure.expected == "lif.VetoPointsSpent.points.japan 3"
    assert failure.got == "lif.VetoPointsSpent.points.japan 2"
