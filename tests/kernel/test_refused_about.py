"""A refusal says as a value what it is about, so that nobody reads it out of the reason."""

from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import About, Refused, bad_field, missing_field
from campaign.lif.force_pools import checks
from campaign.lif.us_entry import chart
from campaign.text import csv_sheets
from events.lif.force_pools import Counter
from events.lif.us_entry import ChartRow
from support.entry_table import JAPAN, charted, decided, laid, numbered, table
from support.rules_table import opened
from support.sessions import NAME, Session, ledger_in

YES_NO = ("yes", "no")
NANKING = "Does Japan control Nanking?"
KIT = tuple(ChartRow("action", number, japan=0) for number in chart.KIT_ACTIONS)


def about(state: Any, command: str, **fields: Any) -> About:
    """What the refusal of a command is about; where a field is malformed, its reason begins so."""
    refused = decided(state, command, **fields)
    assert isinstance(refused, Refused), refused
    if refused.rule is None:
        assert refused.reason == f"{refused.about.field}: {refused.in_place}"
    return refused.about


def test_a_malformed_field_is_named_in_the_reason_and_as_a_value() -> None:
    """What is missing can be supplied; what is wrong must be changed."""
    assert bad_field("to", "x is none") == Refused(None, "to: x is none", About("to"), "x is none")
    wanting = About("to", prompt="name it", missing=True)
    assert missing_field("to", "name it", "name it") == Refused(
        None, "to: name it", wanting, "name it"
    )
    assert Refused("LiF 4.1", "not now").about == About()
    assert Refused("LiF 4.1", "not now").in_place == "not now"


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"action": 3}, About("target", missing=True)),
        ({"action": 12}, About("target", missing=True)),
        ({"action": 12, "target": "somewhere"}, About("target")),
        ({"action": 18, "target": "france"}, About("target")),
        ({"action": 3, "target": "borneo"}, About()),
        ({"action": 10}, About("stated", "nanking", NANKING, YES_NO, missing=True)),
        (
            {"action": 10, "stated": {"nanking": "perhaps"}},
            About("stated", "nanking", NANKING, YES_NO, missing=True),
        ),
        ({"action": 10, "stated": {"nanking": "no"}}, About("stated", "nanking", NANKING, YES_NO)),
        ({"action": 10, "stated": {"rome": "yes"}}, About("stated")),
        ({"action": 10, "stated": {"nanking": "yes"}, "units": ["x"]}, About("units")),
        ({"action": 40, "rolls": {"germany-italy": 3}}, About("rolls")),
        ({"action": 40}, About("rolls", "japan", "Die for Japan", missing=True)),
    ],
)
def test_a_refused_entry_action_says_what_it_lacks(fields: dict[str, Any], wanted: About) -> None:
    """LiF 5.3.3: the target, the answer to a question about the map, the number rolled."""
    state = charted(table(), *KIT, ChartRow("action", 40, japan=-4))
    assert about(state, "TakeEntryAction", **fields) == wanted


def test_chits_that_leave_are_wished_for_in_words() -> None:
    """LiF 5.3.3: the wish can be shown as it is, whether none or the wrong chits were named.

    Where the ledger rolls, it draws among the chits that lie there and wishes for none.
    """
    pool = "the Japan entry pool"
    dice = laid(numbered(table("table", "table"), japan=-4), 3)
    wish = f"name the 1 chit that leaves {pool}, each once"
    rolled: dict[str, Any] = {"action": 40, "rolls": {"japan": 4}}
    lacking = About("chits", JAPAN, wish, missing=True)
    assert about(dice, "TakeEntryAction", **rolled) == lacking
    assert about(dice, "TakeEntryAction", **rolled, chits={JAPAN: ["c1", "c2"]}) == lacking
    assert about(dice, "TakeEntryAction", **rolled, chits={JAPAN: ["c7"]}) == About("chits")
    ledger = laid(numbered(table("ledger", "table"), japan=-14), 3)
    assert not isinstance(decided(ledger, "TakeEntryAction", action=40), Refused)


def test_a_row_of_a_counter_sheet_is_refused_in_the_column_concerned() -> None:
    """Ruling 37: whatever rule refuses it; where no column is concerned, the row is."""
    state = opened()
    judged = checks.judge(
        state,
        csv_sheets.JudgedSheet({
            2: Counter("x-1", "Germany!", "INF"),
            3: Counter("x-2", "germany", "INF", combat=1000),
            4: Counter("x-3", "germany", "INF", guards_banner=True),
        }),
    )  # fmt: skip
    assert [(row.line, row.column) for row in judged.bad] == [(2, "power"), (3, "combat"), (4, "")]


def test_the_ledger_hands_on_what_a_refusal_is_about(tmp_path: Path) -> None:
    """Beside the answer, whose fields stay as they are."""
    with ledger_in(tmp_path) as ledger:
        Session(ledger).open()
        outcome = ledger.outcome(NAME, {"command": "Nonsense"})
        assert outcome.refused is not None and outcome.refused.about == About("command")
        assert set(outcome.answer) == {"accepted", "rule", "reason", "receipt"}
        lacking = ledger.outcome(NAME, {"by": "host"}).refused
        assert lacking is not None and lacking.about == About("command", missing=True)
        assert ledger.outcome(NAME, {"command": "OpenReinforcement"}).refused is None
