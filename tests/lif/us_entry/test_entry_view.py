"""US entry as everybody sees it, as its player does, and what may be taken next."""

from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import Refused
from campaign.lif.us_entry.available import Move, next_moves, shown, takeable, unknown
from events.campaign import TurnBegan
from events.lif.aftermath import SpainJoined
from events.lif.politics import MinorChanged, WarDeclared
from events.lif.us_entry import (
    ChartRow,
    Chit,
    EntryActionTaken,
    EntryChitsDue,
    EntryOpened,
    EntryOptionPicked,
    PoolBelowZero,
    Taken,
)
from support.entry_table import charted, decided, filled, laid, table, taken
from support.rules_table import after, opened
from support.sessions import NAME, Session, ledger_in

BEN_ONLY = "the values of the chits are the secret of Ben"


def seen(state: Any) -> dict[str, Any]:
    """US entry as everybody sees it."""
    told: dict[str, Any] = shown(state)["us_entry"]
    return told


# --- for everybody ------------------------------------------------------------------------------


def test_lif_5_3_without_the_module_there_is_nothing_to_see() -> None:
    """A campaign played without US entry shows an empty part."""
    assert shown(opened(modules={"us-entry": False})) == {"us_entry": {}}


def test_lif_5_3_an_empty_table_has_every_key() -> None:
    """Nothing stocked, four empty pools, and the USA free to draw and choose."""
    told = seen(opened())
    assert told == {
        "mode": "ledger",
        "stocked": False,
        "common_pool": 0,
        "pools": {
            "entry-germany-italy": 0, "entry-japan": 0,
            "tension-germany-italy": 0, "tension-japan": 0,
        },
        "aside": [], "due": [], "may_draw": True, "may_choose": True,
        "options": [], "actions": [], "guaranteed": [],
        "partisans": {}, "supply_sources": {}, "dissolved": [],
        "gas_ended": False, "spain_joined": False, "shown": [],
    }  # fmt: skip


def test_lif_5_3_pools_are_counts_and_the_common_pool_is_what_is_left() -> None:
    """Of twenty chits two lie against Germany and Italy and three against Japan: fifteen left."""
    told = seen(filled(table(), germany=2, japan=3))
    assert told["pools"] == {
        "entry-germany-italy": 2, "entry-japan": 3, "tension-germany-italy": 0, "tension-japan": 0,
    }  # fmt: skip
    assert told["common_pool"] == 15
    assert told["stocked"]


def test_ruling_38_a_cup_at_the_table_is_not_counted() -> None:
    """The tracker does not know how many chits the club owns."""
    told = seen(laid(table(chits="table"), 2))
    assert told["common_pool"] is None
    assert told["pools"]["entry-japan"] == 2


def test_lif_5_3_3_what_lies_aside_is_told_by_pool_and_turn() -> None:
    """Two shortfalls of one pool in two turns stay apart; no chit is named."""
    state = table(chits="table")
    chits = [Chit(f"c{number}", f"{number:064x}") for number in range(1, 5)]
    state = after(state, PoolBelowZero(pool="tension-japan", missing=1, chits=(chits[0],)))
    state = after(state, TurnBegan(turn="1939-ND", seed_revealed=""))
    state = after(
        state,
        PoolBelowZero(pool="tension-japan", missing=2, chits=tuple(chits[1:3])),
        PoolBelowZero(pool="entry-japan", missing=1, chits=(chits[3],)),
    )
    told = seen(state)
    assert told["aside"] == [
        {"pool": "entry-japan", "count": 1, "since": "1939-ND"},
        {"pool": "tension-japan", "count": 1, "since": "1939-SO"},
        {"pool": "tension-japan", "count": 2, "since": "1939-ND"},
    ]
    assert (told["may_draw"], told["may_choose"]) == (False, False)
    assert told["pools"]["tension-japan"] == 0


def test_lif_5_3_3_chits_to_be_drawn_at_the_table_are_due() -> None:
    """Those for a pool and those for its shortfall, which has its turn."""
    state = after(
        table(chits="table"),
        EntryChitsDue(pool="entry-japan", count=3),
        PoolBelowZero(pool="entry-germany-italy", missing=2),
    )
    assert seen(state)["due"] == [
        {"pool": "entry-germany-italy", "count": 2, "aside": True, "since": "1939-SO"},
        {"pool": "entry-japan", "count": 3, "aside": False, "since": None},
    ]


def test_lif_5_3_2_options_and_actions_are_told_with_name_target_and_turn() -> None:
    """Those before the campaign have no turn; a club's name is the chart's; option 46 guarantees.

    Puppet governments, supply and partisans follow from action 10.
    """
    state = after(
        table(),
        EntryOpened(
            mode="ledger", options=(Taken(18, "france"), Taken(4)), actions=(Taken(7),)
        ),
        EntryOptionPicked(option=46, target="commonwealth"),
    )  # fmt: skip
    state = charted(
        state,
        ChartRow("option", 4, name="Our fourth"),
        ChartRow("action", 10, germany_italy=0, japan=0),
    )
    state = after(state, *taken(state, 10, stated={"nanking": "yes"}))
    told = seen(state)
    assert told["options"] == [
        {"number": 4, "name": "Our fourth", "target": None, "turn": None},
        {"number": 18, "name": "Resources to Allies", "target": "france", "turn": None},
        {"number": 46, "name": "Commonwealth or NEI guaranteed", "target": "commonwealth",
         "turn": "1939-SO"},
    ]  # fmt: skip
    assert [(one["number"], one["turn"]) for one in told["actions"]] == [
        (7, None),
        (10, "1939-SO"),
    ]
    assert told["guaranteed"] == ["commonwealth"]
    assert told["partisans"] == {"china": 15}
    assert told["supply_sources"] == {"nanking": {"power": "japan", "rank": "secondary"}}


def test_lif_5_3_2_a_chit_once_shown_keeps_its_value_in_sight_while_it_lies() -> None:
    """Of two chits the one shown is told with its value, wherever it lies."""
    state = filled(table(), japan=2)
    events = decided(state, "ShowEntryChits", chits=["c2"], to=["japan"])
    assert not isinstance(events, Refused)
    assert seen(after(state, *events))["shown"] == [
        {"chit": "c2", "pool": "entry-japan", "aside": False, "value": 3}
    ]


# --- for the USA's player -----------------------------------------------------------------------


def club(tmp_path: Path, **request: Any) -> Session:
    """Ben plays the USA with the chits at the table: 7 and 11 against Japan, and in the second turn
    5 against Germany and Italy; Japan has seen the 7.
    """
    session = Session(ledger_in(tmp_path)).open(rulings={"entry_chits": "table"}, **request)
    session.do("StockEntryChits")
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[7, 11])
    session.do("AdvanceTurn")
    session.do("DrawEntryChits", "ben", pool="entry-germany-italy", values=[5])
    session.do("ShowEntryChits", "ben", chits=["c1"], to=["japan"])
    return session


def test_lif_5_3_the_usa_s_player_sees_his_own_values(tmp_path: Path) -> None:
    """Each chit with its value, its turn, and whether others have seen it; 7 + 11 = 18."""
    session = club(tmp_path)
    answer = session.ledger.private(NAME, "ben")
    live = session.ledger.live(NAME)
    assert (answer["accepted"], answer["version"], answer["head"]) == (
        True, live.version, live.head,
    )  # fmt: skip
    told = answer["private"]
    assert told["turn"] == "1939-ND"
    assert told["pools"]["entry-japan"] == {
        "chits": [
            {"chit": "c1", "value": 7, "drawn": "1939-SO", "shown": True},
            {"chit": "c2", "value": 11, "drawn": "1939-SO", "shown": False},
        ],
        "total": 18,
    }
    assert told["pools"]["entry-germany-italy"] == {
        "chits": [{"chit": "c3", "value": 5, "drawn": "1939-ND", "shown": False}], "total": 5,
    }  # fmt: skip
    assert told["pools"]["tension-japan"] == {"chits": [], "total": 0}
    assert told["levels"] == {"germany-italy": 5, "japan": 18}
    assert told["aside"] == [] and told["waits"] == {"entry": None, "tension": None}


def test_ruling_39_he_sees_when_a_wait_ends(tmp_path: Path) -> None:
    """2 and 4 put aside in November/December 1939: two turns on is March/April, four on July."""
    session = club(tmp_path)
    session.do("ReturnEntryChits", pool="tension-japan", count=2)
    assert session.ledger.private(NAME, "ben")["private"]["waits"]["tension"] is None
    session.do("EnterEntryChits", "ben", pool="tension-japan", values=[2, 4], aside=True)
    told = session.ledger.private(NAME, "ben")["private"]
    assert [(one["chit"], one["pool"], one["value"], one["since"], one["until"])
            for one in told["aside"]] == [
        ("c4", "tension-japan", 2, "1939-ND", "1940-MA"),
        ("c5", "tension-japan", 4, "1939-ND", "1940-JA"),
    ]  # fmt: skip
    assert told["waits"] == {"entry": None, "tension": "1940-JA"}
    assert told["pools"]["tension-japan"]["chits"] == []


@pytest.mark.parametrize("member", ["anna", "host", "ref", "eve"])
def test_members_nobody_else_sees_them(tmp_path: Path, member: str) -> None:
    """Not the host, not the referee, not another player."""
    answer = club(tmp_path).ledger.private(NAME, member)
    assert answer == {"accepted": False, "rule": "Members", "reason": BEN_ONLY}


def test_members_a_stranger_is_told_so(tmp_path: Path) -> None:
    """Nobody of that name takes part."""
    answer = club(tmp_path).ledger.private(NAME, "mallory")
    assert answer["rule"] == "Members"
    assert answer["reason"] == "'mallory' is not enrolled in this campaign"


def test_members_a_power_nobody_plays_is_the_host_s(tmp_path: Path) -> None:
    """Released, the USA's chits are the host's to see, and Ben's no more."""
    session = club(tmp_path)
    session.do("ReleasePower", power="usa")
    told = session.ledger.private(NAME, "host")
    assert told["private"]["levels"] == {"germany-italy": 5, "japan": 18}
    answer = session.ledger.private(NAME, "ben")
    assert answer["rule"] == "Members"
    assert answer["reason"] == "nobody plays the USA, so that its chits are the host's secret"


def test_lif_5_3_without_the_module_nobody_has_anything_to_see(tmp_path: Path) -> None:
    """The answer names the module."""
    session = Session(ledger_in(tmp_path)).open(modules={"us-entry": False})
    answer = session.ledger.private(NAME, "ben")
    assert answer["rule"] == "Module us-entry"
    assert answer["reason"] == "this campaign is played without the US entry expansion"


def test_lif_5_3_before_the_pool_is_stocked_he_sees_empty_pools(tmp_path: Path) -> None:
    """No secret is needed for that."""
    session = Session(ledger_in(tmp_path)).open()
    told = session.ledger.private(NAME, "ben")["private"]
    assert [pool["chits"] for pool in told["pools"].values()] == [[], [], [], []]


def test_looking_leaves_no_trace(tmp_path: Path) -> None:
    """The record is as long as it was, and the ledger keeps nothing of it."""
    session = club(tmp_path)
    before = session.ledger.live(NAME)
    session.ledger.private(NAME, "ben")
    assert session.ledger.live(NAME) is before


# --- what may be taken next ---------------------------------------------------------------------

FULL = {"level": 5, "germany_italy": 3}


def found(state: Any, kind: str) -> dict[int, Move]:
    """The options or actions that may be taken next, by number."""
    moves = next_moves(state)
    return {one.number: one for one in (moves.options if kind == "option" else moves.actions)}


def test_lif_5_3_2_at_the_start_only_what_needs_no_war_may_be_picked() -> None:
    """Only China is at war with the Axis, and gets nothing before options 11 and 22: 18 and 33 are
    for nobody. The Commonwealth and the NEI may be guaranteed; Guam asks for the Marshalls.
    """
    told = found(opened(), "option")
    assert sorted(told) == [1, 4, 11, 12, 22, 31, 32, 34, 37, 40, 44, 46, 49]
    assert told[46].targets == ("commonwealth", "netherlands-east-indies")
    assert told[49].asks == ("Has Japan militarized the Marshalls?",)
    assert told[12].power == "usa" and told[12].targets == ()


@pytest.mark.parametrize("status", ["aligned", "conquered"])
def test_lif_5_3_2_what_japan_has_taken_is_not_guaranteed(status: Any) -> None:
    """Ruling 64: the NEI are offered again once they are Japan's no longer."""
    nei = "netherlands-east-indies"
    lost = after(opened(), MinorChanged(minor=nei, status=status, power="japan"))
    assert found(lost, "option")[46].targets == ("commonwealth",)
    freed = after(lost, MinorChanged(minor=nei, status="neutral", power=None))
    assert found(freed, "option")[46].targets == ("commonwealth", nei)
    other = after(freed, MinorChanged(minor=nei, status="conquered", power="germany"))
    assert found(other, "option")[46].targets == ("commonwealth", nei)


def test_lif_5_3_2_who_fights_the_axis_may_have_resources_and_then_lend_lease() -> None:
    """France and the Commonwealth at war with Germany; with 18 picked for France, it may have 33
    and 18 is left for the Commonwealth; with 11 picked, for China too.
    """
    state = after(
        opened(setup={"wars": [["france", "germany"], ["commonwealth", "germany"]]}),
        EntryOptionPicked(option=18, target="france"),
        EntryOptionPicked(option=11),
    )
    told = found(state, "option")
    assert told[18].targets == ("commonwealth", "china")
    assert told[33].targets == ("france",)
    assert 11 not in told


def test_ruling_38_each_says_what_the_club_s_chart_lacks() -> None:
    """Level, colour and number; with a colour the number; with all of them nothing."""
    state = charted(
        opened(),
        ChartRow("option", 4, colour="gray", **FULL),
        ChartRow("option", 11, colour="green", **FULL),
        ChartRow("option", 12, japan=4),
        ChartRow("action", 16, japan=-10),
    )
    told = found(state, "option")
    assert told[1].missing == ("level", "colour", "number")
    assert told[32].missing == ("level", "number") and told[32].aimed == ("japan",)
    assert told[4].missing == () and told[4].level == 5 and told[4].aimed == ("germany-italy",)
    assert told[11].missing == ("number",)
    assert told[12].missing == ("level",) and told[12].aimed == ("japan",)
    actions = found(state, "action")
    assert actions[10].missing == ("number",)


def test_lif_5_3_3_at_the_start_the_governments_that_only_the_map_forbids() -> None:
    """No Croatia before Yugoslavia is conquered, no Spain or Vichy before France has fallen; of
    action 3 the NEI alone, which asks for oil and the step.
    """
    told = found(opened(), "action")
    assert sorted(told) == [3, 7, 8, 10, 11, 12, 25, 26, 27]
    assert told[3].targets == ("netherlands-east-indies",)
    assert told[3].asks == (
        "Do the Netherlands East Indies provide oil to Japan?",
        "Is this an Axis declaration of war step?",
    )
    assert told[10].power == "japan" and told[10].asks == ("Does Japan control Nanking?",)
    assert told[7].power == ""


def test_lif_5_3_3_what_was_taken_comes_no_more_but_gas() -> None:
    """Nanking's government is formed once; gas is used as often as Japan will."""
    state = charted(
        table(),
        ChartRow("action", 10, japan=0),
        ChartRow("action", 12, japan=0),
        ChartRow("action", 60, japan=0, once=True),
        ChartRow("action", 61, japan=0),
    )
    for number, more in (
        (10, {"stated": {"nanking": "yes"}}),
        (12, {"target": "a1234", "stated": {"chinese": "yes"}}),
        (60, {}),
        (61, {}),
    ):
        state = after(state, *taken(state, number, **more))
    told = found(state, "action")
    assert 10 not in told and 60 not in told
    assert 12 in told and 61 in told


def test_nothing_that_would_be_refused_is_among_what_may_be_taken() -> None:
    """LiF 5.3.3: no option while chits lie aside for a tension pool. Ruling 38: none whose tension
    is below 0, for nobody says what that does.
    """
    below = after(opened(), PoolBelowZero(pool="tension-japan", missing=1))
    assert found(below, "option") == {}
    assert found(below, "action") == found(opened(), "action")
    rows = (ChartRow("option", 60, name="Ours", colour="red", level=1, japan=-3),)
    state = charted(opened(), *rows)
    assert 60 not in found(state, "option")
    assert sorted(found(state, "option")) == sorted(found(opened(), "option"))


def test_lif_5_3_3_germany_may_align_spain_once_it_has_agreed() -> None:
    """After action 17, and until Spain is aligned."""
    state = opened(setup={"conquest": {"france": "complete"}})
    assert not next_moves(state).spain and 17 in found(state, "action")
    agreed = after(state, EntryActionTaken(action=17, power="germany"))
    assert next_moves(agreed).spain and 17 not in found(agreed, "action")
    aligned = after(
        agreed,
        SpainJoined(offensive_chits=2),
        MinorChanged(minor="spain", status="aligned", power="germany"),
    )
    assert not next_moves(aligned).spain
    fought = after(agreed, WarDeclared(attacker="germany", target="spain"))
    assert not next_moves(fought).spain


# --- what would not be refused ------------------------------------------------------------------

ALL = tuple(
    ChartRow(kind, number, colour=colour, power=power, level=level, germany_italy=gi, japan=ja)  # type: ignore[arg-type]
    for kind, number, colour, power, level, gi, ja in (
        ("option", 12, "green", "", 0, 3, 4), ("option", 18, "gray", "", 0, 5, None),
        ("option", 32, "red", "", 3, None, 5), ("option", 34, "gray", "", 0, 10, None),
        ("option", 40, "red", "", 0, None, 0), ("option", 44, "red", "", 0, None, 0),
        ("option", 46, "red", "", 0, None, 10), ("option", 60, "gray", "", 3, 0, None),
        ("action", 3, "", "japan", None, 5, 27), ("action", 10, "", "japan", None, None, 10),
        ("action", 12, "", "japan", None, None, -9), ("action", 50, "", "", None, 30, None),
        ("action", 51, "", "italy", None, -300, None),
    )
)  # fmt: skip
ANSWERS = {
    "pacific-fleet": "honolulu", "panama-canal-closed": "yes", "nanking": "yes", "oil": "no",
    "step": "yes", "chinese": "yes",
}  # fmt: skip


def asked_anyway(state: Any, move: Move) -> list[Any]:
    """What the rules say to a move that is listed, for each whom it may be for."""
    answers = []
    for target in move.targets or (None,):
        asks = QUESTIONS.get((move.kind, move.number), ())
        said = {key: answer for key, answer in ANSWERS.items() if key in asks}
        if move.kind == "option":
            more = {"removed": 2} if move.number == 34 else {}
            fields = {"option": move.number, "stated": said, "target": target, **more}
            answers.append(decided(state, "PickEntryOption", **fields))
        else:
            hit = "a1234" if move.number == 12 else target
            fields = {"action": move.number, "stated": said, "target": hit}
            answers.append(decided(state, "TakeEntryAction", **fields))
    return answers


QUESTIONS = {
    ("option", 32): ("pacific-fleet",), ("option", 40): ("panama-canal-closed",),
    ("action", 3): ("oil", "step"), ("action", 10): ("nanking",), ("action", 12): ("chinese",),
}  # fmt: skip


@pytest.mark.parametrize(("germany", "japan"), [(0, 0), (3, 0), (0, 3), (3, 3)])
def test_what_is_listed_as_next_is_not_refused_and_the_rest_is(germany: int, japan: int) -> None:
    """LiF 5.3.2: 32 needs a chit against Japan, 60 one against Germany; 51 would take 30 chits,
    more than the common pool could lay aside; 12 is for a USA at peace, which it is.
    """
    wars = [["france", "germany"], ["japan", "china"]]
    state = charted(filled(table("ledger", setup={"wars": wars}), germany, japan), *ALL)
    moves = takeable(state)
    options = {move.number for move in moves.options}
    assert options == {12, 18, 34, 40, 44, 46} | ({32} if japan else set()) | (
        {60} if germany else set()
    )
    assert {move.number for move in moves.actions} == {3, 10, 12, 50}
    for move in (*moves.options, *moves.actions):
        for answer in asked_anyway(state, move):
            assert not isinstance(answer, Refused), (move, answer)
    for option in {32, 60} - options:
        said = {"pacific-fleet": "honolulu"} if option == 32 else {}
        answer = decided(state, "PickEntryOption", option=option, stated=said)
        assert isinstance(answer, Refused) and "do not come to it" in answer.reason
    answer = decided(state, "TakeEntryAction", action=51)
    assert isinstance(answer, Refused) and answer.rule == "LiF 5.3"


def test_without_its_number_nothing_is_listed_and_what_lacks_one_is_counted() -> None:
    """Ruling 38: of the kit's own chart nobody knows a level or a number."""
    state = table("ledger")
    moves = takeable(state)
    assert moves.options == moves.actions == ()
    assert {10, 12} <= {move.number for move in unknown(state)}
