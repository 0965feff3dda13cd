"""LiF 4.1: the advice at every decision of the recorded campaigns: its gap, and what it takes."""

import json
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from campaign.extensions.veto_advice.accuracy import decisions, judged
from campaign.extensions.veto_advice.advise import advise
from campaign.history.effective import transitions
from campaign.store.reader import Reader
from support import recorded
from support.veto_check import largest_gain

T = TypeVar("T")
GAP = 0.01
"""What one agent may gain at most by another answer, by the design."""
ADVICE, ACCURACY = 0.5, 1.5
"""Seconds of processor time for an advice, and for the accuracy of a decision."""
LOOP = 0.06
"""What a machine needs for `loop` on which those seconds count; a slower one has more."""
EVERY = 7
"""Accuracy is timed at every so many decisions."""


def timed(work: Callable[..., T], *arguments: object) -> tuple[T, float]:
    """What a call gives, and its seconds of processor time."""
    began = time.process_time()
    made = work(*arguments)
    return made, time.process_time() - began


def loop() -> None:
    """A million steps."""
    total = 0.0
    for number in range(1_000_000):
        total += number * 0.5


@pytest.mark.parametrize("folder", recorded.FOLDERS, ids=lambda folder: folder.name)
def test_nobody_gains_much_alone(folder: Path, tmp_path: Path) -> None:
    """Every figure by trying all answers; nothing takes long."""
    reader = Reader(recorded.played(folder, tmp_path))
    with closing(reader.store):
        steps = transitions(reader.system(recorded.NAME), reader.effective(recorded.NAME))
        every = list(decisions(steps))
    gap, longest, slowest = 0.0, [0.0, 0.0], LOOP
    for number, decision in enumerate(every):
        advice, seconds = timed(advise, decision.position)
        longest[0] = max(longest[0], seconds)
        if number % EVERY == 0:
            longest[1] = max(longest[1], timed(judged, decision)[1])
            slowest = max(slowest, timed(loop)[1])
        gap = max(gap, largest_gain(json.loads(msgspec.json.encode(advice))))
        assert gap <= GAP, decision.version
    print(f"{folder.name}: {len(every)} decisions, gap {gap:.4f}, advice {longest[0]:.2f} s,"
          f" accuracy {longest[1]:.2f} s, a million steps {slowest:.2f} s")  # fmt: skip
    assert longest[0] <= ADVICE * slowest / LOOP and longest[1] <= ACCURACY * slowest / LOOP
