"""Rejudging US entry: every act is read back and gives itself again, and no secret is asked for.

What takes longer, waits or starts something, beside `lif/us_entry/test_readback_us_entry.py`.
"""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from msgspec.structs import replace

from campaign.history.acts import judge
from campaign.leaders_in_flames.system import SYSTEM
from events.lif import us_entry as facts
from tests.all.lif.us_entry import test_entry_machine as machine
from tests.lif.us_entry.test_readback_us_entry import act_of


class JudgingChits(machine.Chits):  # type: ignore[misc]
    """A club with its chits, each act judged as it was recorded."""

    def ask(self, command: dict[str, Any]) -> bool:
        """As before, and judged at once."""
        state, count = self.state, len(self.events)
        accepted: bool = super().ask(command)
        if accepted:
            events = [replace(one, by=command.get("by", "host")) for one in self.events[count:]]
            told_ = judge(SYSTEM, state, act_of(*events))
            assert told_ is not None and told_.holds, told_
            if not isinstance(events[0], facts.PoolBelowZero):  # a return and a move are told alike
                assert told_.command == command["command"]
        return accepted


def test_random_play_of_chits_is_by_the_rules_when_judged_again() -> None:
    """LiF 5.3.3: chits of the ledger's or a cup's, dice of either, chits drawn or chosen."""
    few = settings(max_examples=40, stateful_step_count=40, deadline=None, derandomize=True,
                   suppress_health_check=list(HealthCheck))  # fmt: skip
    run_state_machine_as_test(JudgingChits, settings=few)
