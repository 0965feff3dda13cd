"""A course run without a command line: its steps are answered from a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.kernel.terminal.steps import Fail, Refuse, Step
from campaign.kernel.terminal.verbs import Call, Course, Look, shows


def driven(
    course: Course[Any], answers: Mapping[type[Step[Any]], Sequence[Any]]
) -> list[Step[Any]]:
    """The steps of a course, given what answers those of each kind, one after the other."""
    left = {kind: iter(found) for kind, found in answers.items()}
    steps: list[Step[Any]] = []
    answer = None
    try:
        while True:
            step = course.send(answer)
            steps.append(step)
            if isinstance(step, Fail | Refuse):
                return steps
            answer = next(left[type(step)]) if type(step) in left else None
    except StopIteration:
        return steps


def shown(call: Call, look: Look) -> Course[None]:
    """The course of a verb that only looks, with what it puts out."""
    yield from shows(call, (yield from look))
