"""Record offers what the rules allow: many moments of every recorded campaign, with all acts."""

from pathlib import Path
from random import Random

import pytest

from support import offered, recorded

MOMENTS, NIGHTLY = 12, 250


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
