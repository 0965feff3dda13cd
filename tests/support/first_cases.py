"""A few of the conformance cases that have every command of the cases between them."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from fow import test_fow_cases
from tests.house import test_cases

Case = test_cases.Case | test_fow_cases.FowCase


def first_cases() -> Iterator[Case]:
    """The cases that bring a command for the first time."""
    seen: set[str] = set()
    for case in (*test_cases.ALL, *test_fow_cases.ALL):
        steps = (step.do for step in case.step if step.do and not step.refused)
        given = (one for step in case.step for one in step.given or ())
        asked = {str(test_cases.spelled(one)["command"]) for one in (*case.given, *given, *steps)}
        if not seen >= asked:
            seen |= asked
            yield case


def play_case(case: Case, folder: Path, *, referee: bool = False) -> None:
    """Plays a case in a folder of its own, as its own test does; a referee may look on."""
    setup, who = dict(case.open.setup), {"name": "Ref", "roles": ["referee"]}
    if isinstance(case, test_cases.Case):
        if referee:
            setup["members"] = [*setup.get("members", ()), {"member": "ref", **who}]
        case = replace(case, open=replace(case.open, setup=setup))
        test_cases.test_case(case, case.rulebooks[0], folder)
    else:
        if referee:
            setup["members"] = {**setup.get("members", {}), "ref": who}
        test_fow_cases.test_case(replace(case, open=replace(case.open, setup=setup)), folder)
