"""This tracker as a program of the protocol: `python -m campaign.conformance.program`. IO."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec

from campaign.conformance.suite import PROTOCOL, Fields, read_suite
from campaign.store.ledger import Ledger


class Tracker:
    """Answers requests; each opening begins a campaign of its own in one store."""

    def __init__(self, folder: Path) -> None:
        self.ledger = Ledger(folder / "campaign.db")
        self._opened = 0

    @property
    def _name(self) -> str:
        return f"case-{self._opened}"

    def answer(self, request: Fields) -> Fields:
        """The answer to a request, with its number."""
        number, what = request.pop("n"), request.pop("do")
        match what:
            case "hello":
                books = dict.fromkeys(case.rulebook for case in read_suite().cases())
                answer = {"program": "campaign-tracker", "protocol": PROTOCOL, "claims": [*books]}
            case "open":
                self._opened += 1
                answer = self.ledger.open(self._name, **request)
            case "command":
                answer = self.ledger.submit(self._name, request["command"])
            case _:
                answer = {"state": self.ledger.show(self._name)}
        return {"n": number, **answer}


def main(asked: BinaryIO, answered: BinaryIO) -> None:
    """Answers line by line until the input ends."""
    with TemporaryDirectory(prefix="campaign-", ignore_cleanup_errors=True) as folder:
        tracker = Tracker(Path(folder))
        for line in asked:
            answer = tracker.answer(msgspec.json.decode(line, type=Fields))
            answered.write(msgspec.json.encode(answer) + b"\n")
            answered.flush()
        tracker.ledger.close()


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
