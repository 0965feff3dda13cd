"""LiF 5.3.3: what is said of US entry actions that are refused, and what they ask."""

from typing import Any

from campaign.kernel.decisions import Refused
from campaign.lif.us_entry import chart, fold
from campaign.lif.us_entry.chart import MapQuestion, unanswered
from events.lif.us_entry import ChartRow, EntryChitsDue, PoolBelowZero
from support.entry_table import JAPAN, charted, laid, numbered, refused, table, taken
from support.rules_table import after, then

# --- what is said of a refusal ------------------------------------------------------------------


def test_refusals_name_the_unit_that_stays() -> None:
    """LiF 5.3.3: action 3 moves land and air units that are on the map, each once."""
    state = charted(table(), ChartRow("action", 3, japan=0))
    units = [
        {"id": "inf", "power": "netherlands", "type": "INF", "starts": "map"},
        {"id": "sub", "power": "netherlands", "type": "SUB", "starts": "map"},
        {"id": "mil", "power": "netherlands", "type": "MIL"},
    ]
    state = then(state, "AddCounters", counters=units)
    nei: dict[str, Any] = {
        "action": 3,
        "target": chart.NEI,
        "stated": {"oil": "no", "step": "yes"},
    }
    for named, rule, reason in (
        (["x"], None, "units: there is no counter 'x' in this campaign"),
        (["inf", "inf"], None, "units: inf is listed twice"),
        (["mil"], "LiF 5.3.3", "mil is not on the map"),
        (["sub"], "LiF 5.3.3", "sub is a ship; it goes to the nearest port instead"),
    ):
        assert refused(state, **nei, units=named) == (rule, reason)


def test_refusals_name_the_chits_that_leave() -> None:
    """LiF 5.3.3: at the table the chits that leave are named when it is known how many do."""
    lost: dict[str, Any] = {"rolls": {"japan": 4}}
    kept: dict[str, Any] = {"rolls": {"japan": 5}}
    dice = laid(numbered(table("table", "table"), japan=-4), 3)
    pool = "the Japan entry pool"
    assert refused(dice, action=40, **lost)[1] == (
        f"chits: name the 1 chit that leaves {pool}, each once"
    )
    assert refused(dice, action=40, **lost, chits={JAPAN: ["c7"]})[1] == (
        f"chits: c7 is not in {pool}"
    )
    assert refused(dice, action=40, **kept, chits={JAPAN: ["c1"]})[1] == (
        f"chits: none leaves {pool} by this roll; name none"
    )
    ledger = laid(numbered(table("ledger", "table"), japan=-14), 3)
    assert refused(ledger, action=40, chits={JAPAN: ["c1"]})[1] == (
        f"chits: name the 2 chits that may leave {pool}, each once, first to last"
    )
    assert refused(ledger, action=40, chits={JAPAN: ["c1", "c7"]})[1] == (
        f"chits: c7 is not in {pool}"
    )
    one = laid(numbered(table("ledger", "table"), japan=-4), 2)
    assert refused(one, action=40, chits={JAPAN: ["c1", "c2"]})[1] == (
        f"chits: name the 1 chit that may leave {pool}, each once, first to last"
    )
    due = after(dice, EntryChitsDue(pool="entry-japan", count=2))
    assert refused(due, action=40, **lost, chits={JAPAN: ["c1"]}) == (
        "LiF 5.3.3", f"2 chits are due in {pool}, to be entered before any leaves it",
    )  # fmt: skip
    assert len(taken(due, action=40, **kept)) == 1
    single = after(dice, EntryChitsDue(pool="entry-japan", count=1))
    assert refused(single, action=40, **lost)[1].startswith("1 chit is due")
    aside = after(dice, PoolBelowZero(pool="entry-japan", missing=1))
    assert len(taken(aside, **lost, chits={JAPAN: ["c2"]})) == 2


# --- questions ------------------------------------------------------------------------------------


def test_a_question_is_answered_by_its_key() -> None:
    """LiF 5.3.3: what may be answered follows from what the rule allows."""
    ask = [
        MapQuestion("oil", "Oil?", ("no",)),
        MapQuestion("where", "Where?", ("honolulu", "singapore")),
        MapQuestion("who", "Who?", ()),
    ]
    good = {"oil": "no", "where": "singapore", "who": "anybody"}
    assert unanswered(ask, good, "LiF 5.3.3") is None
    assert unanswered([], {}, "LiF 5.3.3") is None
    for wrong, rule, reason in (
        ({"oil": "yes"}, "LiF 5.3.3", "Oil? The answer is yes, which forbids it"),
        ({"oil": "maybe"}, None, "stated: oil: expected yes or no, got 'maybe'"),
        (
            {"where": "guam"},
            None,
            "stated: where: expected honolulu or singapore, got 'guam'",
        ),
        ({"xyz": "so"}, None, "stated: there is no question 'xyz'; it asks for oil, where, who"),
    ):
        refused = unanswered(ask, {**good, **wrong}, "LiF 5.3.3")
        assert isinstance(refused, Refused) and (refused.rule, refused.reason) == (rule, reason)
    for missing, reason in (
        ("oil", "Oil? State oil with yes or no"),
        ("where", "Where? State where with honolulu or singapore"),
        ("who", "Who? State who"),
    ):
        told = {key: answer for key, answer in good.items() if key != missing}
        refused = unanswered(ask, told, "LiF 5.3.3")
        assert isinstance(refused, Refused)
        assert (refused.rule, refused.reason) == ("LiF 5.3.3", reason)


def test_the_kits_actions_ask_what_only_the_map_tells() -> None:
    """LiF 5.3.3: by action, and for action 3 by its target."""

    def keys(action: int, target: str | None = None) -> list[str]:
        return [one.key for one in chart.action_questions(action, target)]

    assert {action: keys(action) for action in (3, 7, 10, 11, 12, 16, 17, 18)} == {
        3: ["oil", "vichy", "step"], 7: [], 10: ["nanking"], 11: ["vladivostok"],
        12: ["chinese"], 16: ["zagreb"], 17: [], 18: [],
    }  # fmt: skip
    assert keys(3, "new-caledonia") == ["vichy", "step"]
    assert keys(3, "netherlands-east-indies") == ["oil", "step"]
    for action in chart.KIT_ACTIONS:
        assert fold.key("action", action) in chart.kit()
    assert chart.YES_OR_NO == ("yes", "no")
