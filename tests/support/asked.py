"""What an act asks next in a campaign of a store, given the answers so far."""

from collections.abc import Mapping

from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.pages import NextPage, Outcome, Page, Thorough
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.store.ledger import Ledger


def asked_in(
    ledger: Ledger,
    name: str,
    kind: type[Command],
    answers: Mapping[str, str],
    by: str = "host",
    asks: Thorough = "all",
) -> Outcome:
    """The outcome of an interview whose trials the store decides."""
    live = ledger.live(name)

    def trial(fields: dict[str, object]) -> object:
        if "seen" in fields:
            return None  # nobody has looked at a preview
        return ledger.tried(name, {"command": kind.__name__, **fields}, by)

    setting = Setting(by, trial, past=ledger.past_of(name))  # type: ignore[arg-type]
    return interviewed(live.system, live.state, kind, answers, setting, asks=asks)


def offered(outcome: Outcome, key: str) -> list[str]:
    """The values that a question of the next page offers now."""
    assert isinstance(outcome, NextPage) and isinstance(outcome.page, Page), outcome
    kind = next(one.kind for one in outcome.page.questions if one.key == key)
    assert isinstance(kind, Choice)
    return [one.value for one in kind.options if not one.refused]
