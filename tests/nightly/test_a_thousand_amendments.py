"""A thousand amendments of any field of any event, of both games, each on a record of its own."""

import pytest

from support.amended import Amended

FAMILIES, EACH = 10, 100


@pytest.fixture(scope="module")
def amended(tmp_path_factory: pytest.TempPathFactory) -> Amended:
    """Records with nearly every event there is."""
    return Amended(tmp_path_factory.mktemp("amended"))


@pytest.mark.parametrize("family", range(FAMILIES))
def test_a_thousand_amendments_are_refused_or_the_record_is_whole(
    amended: Amended, family: int
) -> None:
    """A hundred at a time: refused in one sentence, or the record verifies, as it did before."""
    amended.tally.clear()
    amended.try_some(EACH, seed=1_000 + family)
    assert amended.tally["refused"] and amended.tally["accepted"], amended.tally
