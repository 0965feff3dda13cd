"""A club at its table: one campaign in a store of its own, for tests that play the rules."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

from campaign.history.acts import Judgement, judged
from campaign.kernel.decisions import Finding
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification

NAME = "club"


class Club:
    """One campaign, opened, given commands and shown."""

    def __init__(self, folder: Path) -> None:
        self._ledger = Ledger(folder / "campaign.db")

    def open(self, **opening: Any) -> None:
        """Opens the campaign: scenario, rulebook, rulings, modules, setup, turns, leaders."""
        answer = self._ledger.open(NAME, **opening)
        if isinstance(answer, dict):
            assert answer.get("accepted", True), f"the campaign did not open: {answer}"

    def submit(self, command: dict[str, Any]) -> dict[str, Any]:
        """The answer to one command, as `campaign submit` prints it."""
        answer: dict[str, Any] = self._ledger.submit(NAME, command)
        return answer

    def show(self) -> dict[str, Any]:
        """The state now, as `campaign show --json` prints it."""
        shown: dict[str, Any] = self._ledger.show(NAME)
        return shown

    def journal(self, last: int) -> list[str]:
        """What the journal says of the last events."""
        live = self._ledger.live(NAME)
        view, names = live.system.view, live.system.view.names(live.state)
        return [view.sentence(event, names) for _, event in [*self._ledger.log(NAME)][-last:]]

    def rejudged(self) -> list[Judgement]:
        """Acts on record that the rules would not give again, or nobody can read: none, ever."""
        found = judged(self._ledger.live(NAME).system, self._ledger.effective(NAME))
        return [told for _, told in found if told and (told.unread or not told.holds)]

    def doubted(self) -> list[Finding]:
        """What `verify` finds in the record: nothing, ever."""
        return list(Verification(SYSTEMS).findings(self._ledger.store.rows(NAME)))

    def close(self) -> None:
        """Lets go of the store."""
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
