"""Rejudging: every act of every campaign is read back into its command, and gives itself again.

What takes longer, waits or starts something, beside `lif/test_readback.py`.
"""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from campaign.history.acts import judged
from campaign.history.effective import effective
from campaign.leaders_in_flames.system import SYSTEM
from campaign.systems import SYSTEMS
from support.sessions import NAME
from tests.all.lif.test_state_machine import Club


class Judging(Club):
    """A club that asks for anything; in the end each act on record is judged."""

    def _whole(self) -> None:
        super()._whole()
        for act, told in judged(SYSTEM, effective(SYSTEMS.codec, self.session.ledger.log(NAME))):
            assert told is None or (told.holds and not told.unread), (told, act)


@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_random_play_is_by_the_rules_when_judged_again(rulebook: str, nightly: bool) -> None:
    """A dozen campaigns by night of whatever members tried and the rules let them do."""

    class Played(Judging):
        pass

    Played.rulebook = rulebook
    few = settings(max_examples=12 if nightly else 4, stateful_step_count=40, deadline=None,
                   derandomize=True,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
    run_state_machine_as_test(Played, settings=few)
