"""Plays a case: which requests a program gets, and where its answers first differ. Pure."""

from collections.abc import Generator
from typing import NamedTuple

from campaign.conformance import comparing
from campaign.conformance.comparing import Mismatch, ProgramAnswer, shown
from campaign.conformance.suite import Fields, SuiteCase, SuiteStep


class Failure(NamedTuple):
    """Where a case first went wrong; step 0 is the opening."""

    step: int
    expected: str
    got: str
    is_broken: bool = False
    """Whether the program gave no answer that could be read."""


class CaseResult(NamedTuple):
    """A case and what came of it."""

    case: SuiteCase
    failure: Failure | None = None
    is_claimed: bool = True


Requests = Generator[Fields, ProgramAnswer, Failure | None]
Watched = frozenset[str]
Failures = dict[tuple[str, str], Failure | None]


class CasePlay:
    """A case while it is played."""

    def __init__(self, case: SuiteCase, watched: Watched) -> None:
        self._case, self._watched = case, watched
        self._known: Fields | None = None
        """The state, where the last request was for it."""
        self.step = 0
        """The step that is played; 0 is the opening."""

    def requests(self) -> Requests:
        """What the program is asked; is sent the answers, returns where they first differ."""
        answer = yield {"do": "open", **self._case.open}
        if not answer.accepted:
            return Failure(0, "the campaign opens", comparing.verdict(False, answer.rule))
        for step in self._case.steps:
            self.step += 1
            fault = yield from self._step(step)
            if fault is not None:
                return Failure(self.step, fault.expected, fault.got)
        return None

    def _step(self, step: SuiteStep) -> Generator[Fields, ProgramAnswer, Mismatch | None]:
        """Sends a command; around one to be refused the state must be the same."""
        if step.state is not None:
            self._known = yield from _state()
            return comparing.state_mismatch(self._known, step.state)
        if not step.accepted and self._known is None:
            self._known = yield from _state()
        answer = yield {"do": "command", "command": step.send}
        fault = comparing.answer_mismatch(answer, step)
        before, self._known = self._known or {}, None
        if fault is not None or step.accepted:
            return fault
        self._known = yield from _state()
        return _change(before, self._known, self._watched)


def _state() -> Generator[Fields, ProgramAnswer, Fields]:
    answer = yield {"do": "state"}
    return answer.state or {}


def _change(before: Fields, after: Fields, watched: Watched) -> Mismatch | None:
    for part in sorted(watched):
        if before.get(part) != after.get(part):
            got = f"{part} {shown(after.get(part))}, before it {shown(before.get(part))}"
            return Mismatch(f"{part} as it was before the refusal", got)
    return None
