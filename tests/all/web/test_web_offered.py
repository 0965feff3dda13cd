"""Record offers what the rules allow: at many moments of recorded campaigns, and of random play."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test

from campaign.systems import SYSTEMS
from support import offered, recorded
from tests.all.fow.test_fow_machine import Course
from tests.all.lif.test_state_machine import Club

MOMENTS, NIGHTLY = 12, 250
ACTS = 4
"""How many acts are filled in at a moment of random play."""


@pytest.mark.rotating(3)
@pytest.mark.parametrize(
    "folder", [*recorded.FOLDERS, *recorded.FOW], ids=lambda folder: folder.name
)
def test_no_act_that_is_offered_is_refused_anyway(
    folder: Path, tmp_path: Path, nightly: bool
) -> None:
    """For a host and somebody else; two thousand moments by night."""
    random = Random(folder.name)
    moments = NIGHTLY if nightly else MOMENTS
    for system, state in offered.states(folder, tmp_path, moments, random):
        for by in ("host", random.choice(list(state.campaign.members))):
            for kind, _ in offered.offered(system, state, by):
                refused = offered.refused_anyway(system, state, kind, by, random)
                assert refused is None, (kind.__name__, by, refused)


def look(system: str, state: Any, moment: int) -> None:
    """Somebody looks at Record, and tries some of what it offers."""
    random = Random(f"{system} {moment}")
    by = random.choice(list(state.campaign.members))
    acts = [kind for kind, _ in offered.offered(SYSTEMS[system], state, by)]
    for kind in random.sample(acts, min(ACTS, len(acts))):
        refused = offered.refused_anyway(SYSTEMS[system], state, kind, by, random)
        assert refused is None, (kind.__name__, by, refused)


class LookedAtClub(Club):
    """Random play of Leaders in Flames, with Record looked at after each step."""

    @invariant()
    def record_offers_what_is_allowed(self) -> None:
        if hasattr(self, "session"):
            look("lif", self.session.state, self.keys)


class LookedAtCourse(Course):
    """Random play of Flames of War, with Record looked at after each step."""

    @invariant()
    def record_offers_what_is_allowed(self) -> None:
        look("fow", self.state, len(self.rows))


@pytest.mark.rotating(2)
@pytest.mark.parametrize("machine", [LookedAtClub, LookedAtCourse])
def test_random_play_is_offered_what_is_allowed(
    machine: type[RuleBasedStateMachine], nightly: bool
) -> None:
    """A hundred moments of each game; a thousand by night."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=25 if nightly else 4,
            stateful_step_count=40 if nightly else 25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
