"""LiF 5.3: what the acts of US entry ask, as lists of answers; the same for every front end."""

from collections.abc import Mapping
from typing import Any

import pytest

from campaign.kernel.decisions import Supplied, WithheldError, trial
from campaign.kernel.interview.pages import (
    Complete,
    Confirm,
    Forbidden,
    NextPage,
    Outcome,
    Thorough,
    first_key,
)
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.lif.state import State
from campaign.lif.us_entry import chart
from campaign.systems import SYSTEMS
from events.lif.us_entry import ChartRow
from support.entry_table import JAPAN, charted, laid, table, tried

LIF = SYSTEMS["lif"]
KIT = tuple(ChartRow("action", number, japan=-4) for number in chart.KIT_ACTIONS)
OPTIONS = (
    ChartRow("option", 32, colour="red", level=0, japan=7),
    ChartRow("option", 34, colour="gray", level=0, germany_italy=10),
    ChartRow("option", 70, name="Our own option", colour="red", level=4, japan=0, once=True),
)


def asked(
    state: State, command: str, answers: Mapping[str, str], asks: Thorough = "people", **own: Any
) -> Outcome:
    """What is asked next."""
    setting = Setting("host", lambda fields: tried(state, command, fields), lambda: own)
    return interviewed(LIF, state, LIF.rules.commands[command], answers, setting, asks=asks)


@pytest.fixture(scope="module")
def cup() -> State:
    """Dice and chits are the table's; three chits in the Japan entry pool."""
    return laid(charted(table("table", "table"), *KIT, *OPTIONS), 3)


@pytest.fixture(scope="module")
def ledgers() -> State:
    """Dice and chits are the ledger's."""
    return charted(laid(table("ledger", "ledger"), 3), ChartRow("action", 10, japan=27))


ACTION = "TakeEntryAction"
OPTION = "PickEntryOption"


@pytest.mark.parametrize(
    ("command", "answers", "key"),
    [
        (ACTION, {}, "action"),
        (ACTION, {"action": "3"}, "target"),
        (ACTION, {"action": "3", "target": "nei"}, "stated/oil"),
        (ACTION, {"action": "3", "target": "nei", "stated/oil": "no", "stated/step": "yes"},
         "rolls/japan"),
        (ACTION, {"action": "10", "stated/nanking": "yes"}, "rolls/japan"),
        (ACTION, {"action": "10", "stated/nanking": "yes", "rolls/ja": "4"},
         "chits/entry-japan"),
        (ACTION, {"action": "poison"}, "target"),
        (OPTION, {"option": "70"}, None),
        (OPTION, {"option": "pacific"}, "stated/pacific-fleet"),
        (OPTION, {"option": "32", "stated/pacific-fleet": "hono"}, "rolls/japan"),
        (OPTION, {"option": "34"}, "removed"),
        (OPTION, {"option": "34", "removed": "10"}, "gives"),
        ("DrawEntryChits", {"pool": "ja entry"}, "values"),
        ("RetakeCity", {}, "city"),
        ("EnterNeutralMinor", {"leader": "pretelat"}, "leader"),
        ("AnswerScenario", {}, "question"),
    ],
)  # fmt: skip
def test_the_next_question(
    cup: State, command: str, answers: dict[str, str], key: str | None
) -> None:
    """LiF 5.3: in the order in which players know the answers."""
    found = asked(cup, command, answers)
    if key is None:
        assert isinstance(found, Complete)
        return
    assert isinstance(found, NextPage) and not isinstance(found.page, Confirm), found
    assert first_key(found.page) == key and found.errors == {}


@pytest.mark.parametrize(
    ("command", "answers", "fields"),
    [
        (ACTION, {"action": "10", "stated/nanking": "y", "rolls/japan": "4", "chits": "c2"},
         {"action": 10, "stated": {"nanking": "yes"}, "rolls": {"japan": 4},
          "chits": {JAPAN: ("c2",)}}),
        (OPTION, {"option": "34", "removed": "10", "gives/cw": "6", "chits/ja-entry": ""},
         {"option": 34, "removed": 10, "gives": {"commonwealth": 6}}),
        (OPTION, {"option": "our own", "show": "c1, c3"}, {"option": 70, "show": ("c1", "c3")}),
        ("ShowEntryChits", {"chits": "c1 C2", "to": "ja, uk"},
         {"chits": ("c1", "c2"), "to": ("japan", "commonwealth")}),
    ],
)  # fmt: skip
def test_answers_become_a_command(
    cup: State, command: str, answers: dict[str, str], fields: dict[str, Any]
) -> None:
    """As a program would have sent it."""
    found = asked(cup, command, answers, "script")
    assert isinstance(found, Complete), found
    assert {name: value for name, value in found.fields.items() if value} == fields


@pytest.mark.parametrize(
    ("answers", "errors"),
    [
        ({"action": "pupet"}, {"action": "there is no action 'pupet'; did you mean puppet?"}),
        ({"action": "10", "stated/nanking": "perhaps"},
         {"stated/nanking": "'perhaps' is not one of the choices; it is one of yes, no"}),
        ({"action": "10", "stated/nanking": "yes", "rolls/japan": "11"},
         {"rolls/japan": "write a whole number from 1 to 10"}),
        ({"action": "10", "rolls/jpan": "4"},
         {"rolls/jpan": "'jpan' is not one of the choices; did you mean japan?"}),
        ({"action": "10", "chits": "c70"}, {"chits": "there is no chit c70 on the table"}),
        ({"action": "10", "stated/nanking": "yes", "rolls/japan": "4", "chits": "c1 c2"},
         {"chits/entry-japan": "name the 1 chit that leaves the Japan entry pool, each once"}),
    ],
)  # fmt: skip
def test_a_wrong_answer_says_what_would_be_right(
    cup: State, answers: dict[str, str], errors: dict[str, str]
) -> None:
    """Beside the answer."""
    found = asked(cup, ACTION, answers)
    assert isinstance(found, NextPage) and found.errors == errors


def test_what_the_record_forbids_is_said_first(cup: State) -> None:
    """LiF 5.3.3: before anything else is asked; other numbers are on no chart."""
    for number, rule in (("16", "LiF 5.3.3"), ("99", "Ruling 38")):
        found = asked(cup, ACTION, {"action": number})
        refused = found.refused if isinstance(found, Forbidden | NextPage) else None
        assert refused is not None and refused.rule == rule, found


def test_a_trial_looks_at_nothing_secret(cup: State) -> None:
    """Values, seeds and seals are out of reach: whoever reaches for one ends the trial."""
    given = trial(Supplied())
    for look in (
        lambda: given.openings["chits"],
        lambda: "chits" in given.openings,
        lambda: len(given.openings),
        lambda: list(given.openings),
        lambda: given.sealed.nonce if given.sealed is not None else "",
        lambda: given.chain.anchor if given.chain is not None else "",
    ):
        with pytest.raises(WithheldError):
            look()
    assert given.seed == ""


def test_its_player_hears_what_everybody_will_see(cup: State) -> None:
    """LiF 5.3.2: a level of 4 by the 3 and the 2 of three chits; a script is not asked."""
    values = {"c1": 3, "c2": 1, "c3": 2}
    chits = [{"chit": chit, "value": value} for chit, value in values.items()]
    own = {"pools": {JAPAN: {"chits": chits}}}
    found = asked(cup, OPTION, {"option": "70"}, **own)
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    assert found.page.lines == ("Everybody will see 2 chits for a level of 4: c1 (3) and c3 (2).",)
    for answers, asks in (({"confirmed": "yes"}, "people"), ({}, "script")):
        done = asked(cup, OPTION, {"option": "70", **answers}, asks, **own)  # type: ignore[arg-type]
        assert isinstance(done, Complete)


def test_an_action_says_how_many_chits_move(cup: State) -> None:
    """LiF 5.3.3: -4 is no chit, and one with 4 or less: with a 5 none leaves. No value is said."""
    answers = {"action": "10", "stated/nanking": "yes", "rolls/japan": "5"}
    found = asked(cup, ACTION, answers)
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    assert found.page.lines == ("Japan (-4): no chit leaves its entry pool.",)
    answers |= {"rolls/japan": "4", "chits/entry-japan": "c2"}
    found = asked(cup, ACTION, answers)
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    assert found.page.lines == ("Japan (-4): 1 chit leaves its entry pool.",)
    done = asked(cup, ACTION, {**answers, "confirmed": "yes"})
    assert isinstance(done, Complete)


def test_what_the_ledger_rolls_is_said_before(ledgers: State) -> None:
    """LiF 5.3.3: 27 is two chits, and a third with 7 or less."""
    found = asked(ledgers, ACTION, {"action": "10", "stated/nanking": "yes"})
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    assert found.page.lines == (
        "Japan (27): 2 chits join its entry pool; the ledger rolls, and 7 or less is one more.",
    )


def test_nothing_secret_is_carried_on(cup: State) -> None:
    """Values are asked on the last page, and come back only in what is sent."""
    found = asked(cup, "DrawEntryChits", {"pool": JAPAN, "values": "4"})
    assert isinstance(found, Complete) and found.fields["values"] == (4,)
    found = asked(cup, "DrawEntryChits", {"pool": JAPAN, "count": "2", "values": "4"})
    assert isinstance(found, NextPage) and found.page.is_private  # type: ignore[union-attr]
    assert found.errors == {"values": "write 2 whole numbers from 0 to 99, such as 2 0 3"}
