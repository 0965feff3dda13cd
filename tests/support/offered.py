"""What Record offers, held against the rules: an act that is offered is not refused whatever is
answered.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from campaign.disputes import routing
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.interview.answers import Choice, Kind, Number, Several, YesNo
from campaign.kernel.interview.available import Available
from campaign.kernel.interview.pages import Complete, Confirm, NextPage, Outcome, Page, TooLongError
from campaign.kernel.interview.runner import Setting, interviewed, possible, trial_of
from campaign.kernel.members import GameState
from campaign.kernel.system import AnySystem
from support import recorded

NOW = "1999-01-01T00:00:00Z"
FILLS = 8
"""How often an act is filled in before it counts as refused whatever is answered."""
PLACES = ("E1429", "W2214", "E1630")
PAGES = 12
"""No act of the games has more."""
ELSEWHERE = frozenset({"TakeSeat", "UndoAct", "LeaveCampaign"})
"""One is sent by the service itself, one is looked up in the record, one has a page of its own."""


def decides(system: AnySystem, state: GameState, command: Any, supplied: Supplied) -> Decision:
    """As the pages of the service ask."""
    return routing.decide(system, state, command, replace(supplied, now=NOW))


def states(
    folder: Path, place: Path, count: int, random: Random
) -> Iterator[tuple[AnySystem, Any]]:
    """Some moments of a recorded campaign, each between two acts, with its game."""
    from campaign.store.ledger import Ledger
    from campaign.store.vault import Vault

    store = recorded.played(folder, place)
    with Ledger(store, Vault(store.with_suffix(".vault"))) as ledger:
        begins = [entry.version for entry in ledger.history(recorded.NAME) if not entry.event.nth]
        ends = [version - 1 for version in begins[1:]]
        for version in sorted(random.sample(ends, min(count, len(ends)))):
            live = ledger.live(recorded.NAME, version)
            yield live.system, live.state


def offered(system: AnySystem, state: Any, by: str) -> Iterator[tuple[type[Command], Available]]:
    """The acts that Record says are possible for a member."""
    modules = ("", *state.campaign.modules)
    for name, kind in system.rules.commands.items():
        if name in ELSEWHERE or kind.module not in modules:
            continue
        could = possible(system, state, kind, by, decides)
        assert bool(could.count) != bool(could.reason), (name, could)
        if could.count:
            yield kind, could


def refused_anyway(
    system: AnySystem, state: Any, kind: type[Command], by: str, random: Random
) -> Refused | None:
    """The refusal that an act gets however it is filled in; None where answers matter."""
    first: Refused | None = None
    for nth in range(FILLS):
        refused = _filled(system, state, kind, by, random, nth)
        if refused is None or refused.rule is None or refused.about.missing:
            return None
        if first is not None and (refused.rule, refused.reason) != (first.rule, first.reason):
            return None
        first = refused
    return first


def _filled(
    system: AnySystem, state: Any, kind: type[Command], by: str, random: Random, nth: int
) -> Refused | None:
    """What the rules say of an act that is filled in at random, as far as that succeeds."""
    setting = Setting(by, trial_of(system, state, kind, by, decides))
    answers: dict[str, str] = {}
    outcome: Outcome | None = None
    for _ in range(PAGES):
        try:
            outcome = interviewed(system, state, kind, answers, setting)
        except (TooLongError, NotImplementedError):
            return None
        if not isinstance(outcome, NextPage) or outcome.errors:
            break
        answers |= _answers(outcome.page, random, nth)
    if isinstance(outcome, Complete):
        return setting.trial(outcome.fields)
    return outcome.refused if outcome is not None and not isinstance(outcome, Complete) else None


def _answers(page: Page | Confirm, random: Random, nth: int) -> Mapping[str, str]:
    if isinstance(page, Confirm):
        return {page.key: "yes"}
    if page.rows:
        return {page.rows: "done"}
    return {
        one.key: "" if one.is_optional else _text(one.kind, random, nth) for one in page.questions
    }


def _text(kind: Kind, random: Random, nth: int) -> str:
    """An answer; of a choice another one for each of the first fills."""
    if isinstance(kind, Several):
        return _text(kind.kind, random, nth)
    if isinstance(kind, Choice):
        left = [one.value for one in kind.options if not one.refused]
        left += PLACES if kind.is_open or not left else ()
        return left[nth] if nth < len(left) and nth < FILLS // 2 else random.choice(left)
    if isinstance(kind, Number):
        return str(random.randint(kind.lowest or 0, kind.highest or (kind.lowest or 0) + 9))
    return random.choice(("yes", "no")) if isinstance(kind, YesNo) else random.choice(PLACES)
