"""What a member sends is tapped: typed are names, reasons and words alone."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview import answers
from campaign.kernel.interview.by_type import plan
from campaign.kernel.interview.pages import Complete, Confirm, Forbidden, NextPage, Page, Question
from campaign.kernel.interview.runner import Setting, interviewed, offers_of
from campaign.lif.state import State
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from campaign.web.interview_forms import at_once, box_of
from events.lif.us_entry import ChartRow
from support import front, table
from support.entry_table import charted, laid, tried
from support.entry_table import table as entry_table
from support.table import NAME

PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
"""The first key of RFC 8032’s examples."""
LINES = (answers.Option("12", "Rommel was placed at E1429."),)
COMMANDS = SYSTEM.rules.commands
TYPED = {
    ("EnrolMember", "email"): "an address, which only its owner knows",
    ("AddCounters", "counters.id"): "a new counter gets its name",
    ("AddCounters", "counters.name"): "a new counter gets its name",
    ("AddCounters", "counters.replaces"): "a new counter gets its name",
    ("ImportEntryChart", "rows.name"): "an option of the club’s own gets its name",
    ("GiveRuling", "switches.value"): "what a ruling on the rules says from here on",
    ("AddEvidence", "file_digest"): "the page of the dispute makes it from a file",
}
"""What is typed all the same, each with the reason."""
BY_DEVICES = {"EnrolKey", "WitnessHead", "RevealBallot", "RevealVote"}
"""Commands that a device makes, and no member by hand."""
OF_DEVICES = {"commitment", "nonce"}
ON_ANOTHER_PAGE = {
    "StrikeEvents", "AmendEvent", "InsertCommand", "AdjustFigure", "Rewind",
    "FileDispatch", "RemoveDispatch",
}  # fmt: skip
"""Corrections, whose page adds what its preview showed; the diary, which has forms of its own."""


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """A front in its first combat, with a dispute and a key."""
    book = table.opened(
        tmp_path_factory.mktemp("front"), modules={"guards-banner": True}, setup=front.SETUP
    )
    key = {"command": "EnrolKey", "member": "host", "public": PUBLIC,
           "algorithm": "ed25519"}  # fmt: skip
    dispute = {"command": "RaiseDispute", "versions": [12], "claim": "that was not so"}
    table.play(book, [*front.TURN[:10], key, dispute], NAME)
    return book


def asked(state: State, kind: type[Command], given: Mapping[str, str], book: Ledger) -> Any:
    """What a screen asks next."""

    def trial(fields: Mapping[str, Any]) -> Refused | None:
        return book.tried(NAME, {"command": kind.__name__, **fields})

    setting = Setting(trial=trial, lines=lambda: LINES, is_screen=True)
    return interviewed(SYSTEM, state, kind, given, setting)


def typed(page: Page) -> Iterator[tuple[str, Question]]:
    """The questions of a page that are answered by typing, and not in people's own words."""
    for one in page.questions:
        kind = one.kind.kind if isinstance(one.kind, answers.Several) else one.kind
        is_tapped = isinstance(kind, answers.Choice) and bool(kind.options)
        is_picked = isinstance(kind, answers.YesNo | answers.Number | answers.Day | answers.Moment)
        if not (is_tapped or is_picked or kind.is_free):
            yield f"{page.rows}.{one.key}" if page.rows else one.key, one


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - BY_DEVICES - ON_ANOTHER_PAGE))
def test_no_id_number_of_a_rule_or_json_is_typed(ledger: Ledger, name: str) -> None:
    """In a campaign in play, where there is something to choose; in one of US entry as well."""
    kind = COMMANDS[name]
    entry = laid(charted(entry_table("table", "table")), 3)
    for state in (ledger.live(NAME).state, entry):
        offers = offers_of(SYSTEM, state, kind, lambda: LINES)
        if not SYSTEM.asking.of(kind).asked.get(kind):
            pages = plan(kind, offers)
        else:
            pages = tuple(walked(state, kind, ledger))
        left = [one for page in pages for one in typed(page)]
        wrong = [key for key, one in left if (name, key) not in TYPED and key not in OF_DEVICES]
        if not wrong:
            return
    raise AssertionError(f"{name}: {', '.join(wrong)} would be typed")


def walked(state: State, kind: type[Command], ledger: Ledger) -> Iterator[Page]:
    """The screens of an act, answered by what stands first on each."""
    given: dict[str, str] = {}
    for _ in range(12):
        outcome = asked(state, kind, given, ledger)
        if isinstance(outcome, Complete | Forbidden):
            return
        assert isinstance(outcome, NextPage)
        page = outcome.page
        if isinstance(page, Confirm):
            given[page.key] = "yes"
            continue
        if outcome.errors:
            return
        yield page
        if page.rows:
            given[page.rows] = "done"
        given |= {one.key: first_of(one) for one in page.questions if not page.rows}


def first_of(question: Question) -> str:
    """The first thing that a tap can answer."""
    taps = box_of(question).options
    if question.is_optional or not taps:
        return "" if question.is_optional else "7"
    return taps[0].value


# --- LiF 5.3.3: an action of US entry in six taps ------------------------------------------------


@pytest.mark.parametrize(("draws", "most"), [("table", 6), ("ledger", 6)])
def test_an_action_takes_six_taps_at_most(ledger: Ledger, draws: str, most: int) -> None:
    """Its card, what only the map tells, the die where dice are the table's, the check."""
    state = laid(charted(entry_table(draws, "ledger"), ChartRow("action", 10, japan=27)), 3)
    given, taps, seen = {"action": "10"}, 0, []
    for _ in range(8):
        outcome = asked_alone(state, given, seen)
        if isinstance(outcome, Complete):
            break
        page = outcome.page
        if isinstance(page, Confirm):
            given[page.key] = "yes"
            taps += 1
            continue
        box = at_once(page)
        taps += 1 if box is not None else len(page.questions) + 1
        given |= {one.key: first_of(one) for one in page.questions}
    else:
        raise AssertionError("it never ends")
    assert 1 + taps <= most
    assert ("rolls/japan" in seen) == (draws == "table")


def asked_alone(state: State, given: Mapping[str, str], seen: list[str]) -> Any:
    setting = Setting(trial=lambda fields: tried(state, "TakeEntryAction", fields), is_screen=True)
    outcome = interviewed(SYSTEM, state, COMMANDS["TakeEntryAction"], given, setting)
    if isinstance(outcome, NextPage) and isinstance(outcome.page, Page):
        seen += [one.key for one in outcome.page.questions]
    return outcome
