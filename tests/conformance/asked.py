"""Asks a program cases in this process, without a pipe."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from campaign.conformance.comparing import ProgramAnswer
from campaign.conformance.playing import CasePlay, Failure
from campaign.conformance.program import Tracker
from campaign.conformance.suite import SuiteCase, read_suite

Fields = dict[str, Any]
SUITE = read_suite()
WATCHED = SUITE.watched()


def failure_of(case: SuiteCase, answer: Callable[[Fields], Fields]) -> Failure | None:
    """Where a program first goes wrong in a case."""
    requests = CasePlay(case, WATCHED[case.open["system"]]).requests()
    try:
        request = next(requests)
        while True:
            # As it would come through a pipe: nothing of it is shared.
            sent = msgspec.json.decode(msgspec.json.encode({"n": 1, **request}))
            reply = msgspec.json.encode({"n": 1, **answer(sent)})
            request = requests.send(msgspec.json.decode(reply, type=ProgramAnswer))
    except StopIteration as end:
        failure: Failure | None = end.value
        return failure


def tracker_failure(case: SuiteCase, folder: Path) -> Failure | None:
    """Where this tracker goes wrong in a case."""
    tracker = Tracker(folder)
    try:
        return failure_of(case, tracker.answer)
    finally:
        tracker.ledger.close()
