"""LiF 5.3.3: what is said of US entry actions that are refused, and what they ask."""

from typing import Any

import msgspec
import pytest

from campaign.kernel.decisions import Refused
from campaign.lif.state import EntryChoice
from campaign.lif.us_entry import chart
from campaign.lif.us_entry.chart import MapQuestion, unanswered
from events.lif.us_entry import ChartRow, EntryChitsDue, PoolBelowZero
from support.entry_table import JAPAN, charted, laid, numbered, refused, table, taken
from support.rules_table import after, then

# --- what is said of a refusal ------------------------------------------------------------------

OURS = ChartRow("action", 40, japan=-4)
TOLD = [
    ({"action": 41}, "Ruling 38",
     "action 41 is neither in the kit nor in your chart; import its row with "
     "`campaign us-entry import`"),
    ({"action": 8, "power": "japan"}, "Ruling 38",
     "action 8: its number is unknown for both entry pools (our sources do not have it); "
     "import it from your own chart"),
    ({"action": 42}, "Ruling 38",
     "action 42: its number is unknown for both entry pools (your chart leaves it empty); "
     "import it from your own chart"),
    ({"action": 10, "power": "germany"}, "LiF 5.3.3", "action 10 is Japan's, not germany's"),
    ({"action": 3}, None,
     "target: action 3 is for New Caledonia or the Netherlands East Indies; name it"),
    ({"action": 3, "target": "borneo"}, "LiF 5.3.3",
     "action 3 is for New Caledonia or the Netherlands East Indies, not for Borneo"),
    ({"action": 3, "target": "new-caledonia"}, "LiF 5.3.3",
     "there is no Vichy France to hold New Caledonia"),
    ({"action": 3, "target": "netherlands-east-indies"}, "LiF 5.3.3",
     "Do the Netherlands East Indies provide oil to Japan? State oil with yes or no"),
    ({"action": 3, "target": "netherlands-east-indies", "stated": {"oil": "yes"}}, "LiF 5.3.3",
     "Do the Netherlands East Indies provide oil to Japan? The answer is yes, which forbids it"),
    ({"action": 3, "target": "netherlands-east-indies", "stated": {"oil": "no"}}, "LiF 5.3.3",
     "Is this an Axis declaration of war step? State step with yes or no"),
    ({"action": 10}, "LiF 5.3.3", "Does Japan control Nanking? State nanking with yes or no"),
    ({"action": 10, "target": "nanking"}, None, "target: action 10 has none"),
    ({"action": 10, "stated": {"nanking": "yes"}, "units": ["x"]}, None,
     "units: action 10 moves none"),
    ({"action": 11, "stated": {"vladivostok": "no"}}, "LiF 5.3.3",
     "Does Japan control Vladivostok? The answer is no, which forbids it"),
    ({"action": 12}, None, "target: action 12 is for a hex, such as A1234"),
    ({"action": 12, "target": "A1234"}, "LiF 5.3.3",
     "Is the hex Chinese controlled? State chinese with yes or no"),
    ({"action": 16}, "LiF 5.3.3", "Yugoslavia has not been conquered by the Axis"),
    ({"action": 17}, "LiF 5.3.3",
     "Germany has neither conquered France nor both installed and collapsed Vichy France"),
    ({"action": 18}, "LiF 5.3.3", "there is no Vichy France"),
    ({"action": 18, "target": "france"}, None, "target: action 18 has none"),
    ({"action": 40, "rolls": {"germany-italy": 3}}, None,
     "rolls: action 40 has no number for germany-italy, and no roll"),
    ({"action": 40, "chits": {"tension-japan": ["c1"]}}, None,
     "chits: action 40 removes none from tension-japan"),
    ({"action": 40, "stated": {"nanking": "yes"}}, None,
     "stated: there is no question 'nanking'; nothing is asked here"),
    ({"action": 40}, None, "rolls: dice are rolled at the table; name the number rolled"),
    ({"action": 40, "chits": {"entry-japan": ["c1"]}, "rolls": {"japan": 4}}, "Ruling 38",
     "the ledger draws which chits leave a pool; name none"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "rule", "reason"), TOLD)
def test_a_refusal_says_what_is_wrong(
    fields: dict[str, Any], rule: str | None, reason: str
) -> None:
    """LiF 5.3.3, ruling 38: each refusal names the rule and what would be right."""
    kit = (ChartRow("action", number, japan=0) for number in chart.KIT_ACTIONS)
    state = charted(table(), *kit, OURS, ChartRow("action", 42, name="Silent"))
    assert refused(state, **fields) == (rule, reason)


def test_refusals_name_what_stands_in_the_way() -> None:
    """LiF 5.3.3: conditions of the record, each named."""
    kit = (ChartRow("action", number, japan=0) for number in chart.KIT_ACTIONS)
    state = charted(table(), *kit, ChartRow("action", 40, japan=0, once=True))
    gas: dict[str, Any] = {"action": 12, "target": "a1234", "stated": {"chinese": "yes"}}
    nei: dict[str, Any] = {
        "action": 3,
        "target": chart.NEI,
        "stated": {"oil": "no", "step": "yes"},
    }
    france = then(state, "InstallVichy")
    assert refused(france, action=3, target="new-caledonia")[1] == (
        "French Indo-China is not aligned with Japan"
    )
    fallen = then(france, "CollapseVichy")
    assert refused(fallen, action=3, target="new-caledonia")[1] == (
        "there is no Vichy France to hold New Caledonia"
    )
    options = (EntryChoice(46, chart.NEI),)
    guaranteed = msgspec.structs.replace(
        state, entry=msgspec.structs.replace(state.entry, options=options)
    )
    assert refused(guaranteed, **nei)[1] == "the USA has guaranteed the Netherlands East Indies"
    occupied = then(state, "TakeEntryAction", **nei)
    assert refused(occupied, **nei) == (
        "LiF 5.3.3", "action 3 has been taken against the Netherlands East Indies, and comes once",
    )  # fmt: skip
    held = then(state, "SetMinor", minor=chart.NEI, status="aligned", power="japan")
    assert refused(held, **nei)[1] == (
        "the record has the Netherlands East Indies aligned with japan"
    )  # fmt: skip
    used = then(state, "TakeEntryAction", **gas)
    war = then(used, "DeclareWar", attacker="usa", target="japan")
    assert refused(war, **gas)[1] == "Japan is at war with the USA, and uses no gas"
    peace = then(war, "MakePeace", powers=["usa", "japan"])
    assert refused(peace, **gas)[1] == (
        "Japan has been at war with a power for which it gave up gas"
    )  # fmt: skip
    hostile = then(state, "DeclareWar", attacker="germany", target="usa")
    assert refused(hostile, action=17)[1] == "the USA is at war with Germany"
    once = then(state, "TakeEntryAction", action=40)
    assert refused(once, action=40)[1] == "action 40 has been taken, and comes once"
    assert refused(state, **{**gas, "target": "z1234"})[1].startswith(
        "target: Z1234: there is no map Z"
    )
    assert refused(state, "AlignSpain")[1] == (
        "Germany has no agreement with Franco (entry action 17)"
    )
    assert refused(state, "RetakeCity", city="nanking")[1] == (
        "no puppet government was formed in Nanking"
    )
    assert refused(state, "RetakeCity", city="shanghai")[1] == (
        "city: shanghai is the seat of no puppet government; "
        "there is nanking, vladivostok and zagreb"
    )
    formed = then(state, "TakeEntryAction", action=10, stated={"nanking": "yes"})
    gone = then(formed, "RetakeCity", city="nanking")
    assert refused(gone, "RetakeCity", city="nanking")[1] == (
        "the government in Nanking has been dissolved already"
    )


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
        assert chart.key("action", action) in chart.kit()
    assert chart.YES_OR_NO == ("yes", "no")
