"""Random play through the service and at the ledger: the same answers, and the same record."""

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from support.sessions import NAME, said
from tests.all.lif.test_state_machine import Club
from tests.web.test_service_same import PASSING, Distant, Numbered, fixed_ledger


class TwoClubs(Club):
    """Whatever anybody asks is asked of both, twice: of the ledger, and of the service by HTTP."""

    far: Distant

    @initialize(days=st.booleans(), idle=st.booleans(), year=st.sampled_from([1939, 1943]))
    def open(self, days: bool, idle: bool, year: int) -> None:
        """Opens the same short campaign in both."""
        turns = {"first_turn": f"{year}-ND", "last_turn": f"{year + 1}-ND"}
        rulings = {"days_of_decision": days, "charge_idle_support": idle}
        folder = Path(self.folder.name)
        asked = {"scenario": "custom", **turns, "rulings": rulings}
        self.session = Numbered(fixed_ledger(folder / "near"))
        self.session.open(self.rulebook, **asked)
        self.far = Distant(fixed_ledger(folder / "far"))
        self.far.open(self.rulebook, **asked)

    def ask(self, command: str, by: str = "host", **fields: Any) -> dict[str, Any]:
        """The ledger's answer; the service's is the same, and so is what it says to a repeat."""
        if command in PASSING:
            fields.setdefault("why", "agreed with them")
        answer = super().ask(command, by, **fields)
        asked = {"command": command, "by": by, "id": f"key {self.keys}", **fields}
        for _ in range(2):
            # Whoever is in no campaign has no sign-in, and never comes as far as the rules.
            found = (
                self.far.asked(asked)
                if by in self.session.state.campaign.members
                else Numbered.asked(self.far, asked)
            )
            assert said(found) == said(answer), (asked, found, answer)
        return answer

    def teardown(self) -> None:
        """Both records are the same to the byte."""
        super().teardown()
        if hasattr(self, "far"):
            self.far.close()

    def _whole(self) -> None:
        super()._whole()
        rows = [list(one.ledger.store.rows(NAME)) for one in (self.session, self.far)]
        assert rows[0] == rows[1] and len(rows[0]) > 1


def test_random_play_is_the_same_through_the_service(nightly: bool) -> None:
    """A few short campaigns; long ones by night."""
    run_state_machine_as_test(
        TwoClubs,
        settings=settings(
            max_examples=40 if nightly else 2,
            stateful_step_count=50 if nightly else 12,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
