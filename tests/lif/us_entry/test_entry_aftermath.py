"""LiF 5.3.3: what is left of US entry actions: governments, Spain, gas; and ability 25."""

from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import Refused
from campaign.lif.state import EntryChoice, State, chits_in
from campaign.lif.us_entry.available import may_declare_war
from campaign.lif.us_entry.turn_views import holds
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import ChartRow, EntryOpened
from events.lif.us_entry import Taken as TakenBefore
from support.entry_table import (
    GERMANY,
    JAPAN,
    SEEDS,
    charted,
    decided,
    filled,
    kinds,
    laid,
    refused,
    table,
    taken,
)
from support.rules_table import after, opened, then
from support.sessions import Session, bodies, ledger_in, stored
from support.thorough import Record, found_in

# --- what is left of them -------------------------------------------------------------------------


def test_a_government_leaves_its_partisans_behind() -> None:
    """LiF 5.3.3: formed, retaken, militia and supply gone; the partisan numbers stay."""
    rows = (ChartRow("action", number, germany_italy=0) for number in (10, 11, 16))
    minors = {"yugoslavia": {"status": "conquered", "power": "germany"}}
    state = charted(table(setup={"minors": minors}), *rows)
    for action, city in ((10, "nanking"), (11, "vladivostok"), (16, "zagreb")):
        state = then(state, "TakeEntryAction", action=action, stated={city: "yes"})
    assert state.entry.supply == {
        "nanking": ("japan", "secondary"), "vladivostok": ("japan", "secondary"),
        "zagreb": ("germany", "secondary"),
    }  # fmt: skip
    partisans = {"china": 15, "siberia": 10, "yugoslavia": 15}
    assert state.entry.partisans == partisans
    state = then(state, "RetakeCity", city="vladivostok")
    assert sorted(state.entry.supply) == ["nanking", "zagreb"]
    state = then(then(state, "RetakeCity", city="nanking"), "RetakeCity", city="zagreb")
    assert state.entry.supply == {}
    assert state.entry.dissolved == (11, 10, 16)
    assert state.entry.partisans == partisans
    places = {who: held.place for who, held in state.play.counter_placements.items()}
    assert places == dict.fromkeys(
        ("militia-nanking", "militia-vladivostok", "militia-zagreb"), "removed"
    )


def test_a_government_of_before_the_campaign_is_dissolved_too() -> None:
    """LiF 5.3.3: a campaign that begins with action 10 taken may not have the militia's counter."""
    state = after(opened(), EntryOpened(mode="ledger", actions=(TakenBefore(10),)))
    events = decided(state, "RetakeCity", city="nanking")
    assert not isinstance(events, Refused)
    assert kinds(events) == ["SupplySourceLost", "GovernmentDissolved"]


def test_a_militia_that_left_the_game_does_not_come_back_with_its_action() -> None:
    """LiF 5.3.1: the host may take the counter out; the action then has none to give."""
    state = charted(table(), ChartRow("action", 10, japan=0))
    counter = {"id": "militia-nanking", "power": "japan", "type": "MIL"}
    state = then(state, "AddCounters", counters=[counter])
    state = then(state, "MoveCounter", counter="militia-nanking", to="removed", reason="lost")
    events = taken(state, 10, stated={"nanking": "yes"})
    assert kinds(events) == ["EntryActionTaken", "SupplySourceGained", "PartisanNumberSet"]


def test_an_early_militia_is_refused_in_words_and_found_in_a_record(tmp_path: Path) -> None:
    """LiF 5.3.1: it comes with its action; an auditor sees one that was moved or added before."""
    counter = {"id": "militia-nanking", "power": "japan", "type": "MIL"}
    told = "militia-nanking joins the force pool with US entry action 10, and waits until then"
    rows = {"counters": [{**counter, "starts": "map"}]}
    assert refused(table(), "AddCounters", **rows) == ("LiF 5.3.1", told)
    state = then(table(), "AddCounters", counters=[counter])
    fields = {"counter": "militia-nanking", "to": "pool", "reason": "too soon"}
    assert refused(state, "MoveCounter", **fields) == ("LiF 5.3.1", told)
    session = Session(ledger_in(tmp_path)).open()
    session.do("AddCounters", counters=[counter], source="our sheet")
    session.do("AddCounters", counters=[{"id": "inf-1", "power": "japan", "type": "INF"}])
    session.do("MoveCounter", counter="inf-1", to="map", reason="set up")
    added, moved = Record(stored(session)), Record(stored(session))
    session.ledger.close()
    assert found_in(moved)[0] == []
    first = next(one for one in added if one["type"] == "lif.CountersAdded")
    first["counters"][0]["starts"] = first["act"]["counters"][0]["starts"] = "map"
    moved[-1]["counter"] = "militia-nanking"
    for record in (added, moved):
        assert f"would be refused (LiF 5.3.1): {told}" in found_in(record)[0][0], found_in(record)[
            0
        ]


def test_the_record_keeps_what_was_taken_and_when() -> None:
    """LiF 5.3.3: number, target, turn and what its maker stated, in their order."""
    rows = (ChartRow("action", number, japan=0) for number in (12, 18))
    state = charted(table(), *rows)
    state = then(state, "TakeEntryAction", action=12, target="a1234", stated={"chinese": "yes"})
    state = then(then(state, "AdvanceTurn"), "InstallVichy")
    state = then(state, "TakeEntryAction", action=18)
    assert state.entry.actions == (
        EntryChoice(12, "A1234", "1939-SO", {"chinese": "yes"}), EntryChoice(18, "", "1939-ND", {}),
    )  # fmt: skip
    assert state.entry.partisans == {"vichy-france": 10}
    assert not state.entry.gas_ended
    assert then(state, "DeclareWar", attacker="japan", target="usa").entry.gas_ended


def test_the_usa_may_declare_war_once_japan_attacks_whom_it_guaranteed() -> None:
    """LiF 5.3.2: not before the guarantee is broken, and no more once it is at war itself."""
    before = opened(setup={"us_entry": {"options": [{"number": 46, "target": "commonwealth"}]}})
    assert may_declare_war(before) == ()
    broken = then(before, "DeclareWar", attacker="japan", target="commonwealth")
    assert may_declare_war(broken) == ("commonwealth",)
    held = dict(holds(broken))
    assert held["War with Japan"] == (
        "Japan is at war with the Commonwealth; the USA may now declare war on Japan"
    )
    assert may_declare_war(then(broken, "DeclareWar", attacker="usa", target="japan")) == ()


def test_ruling_57_action_18_is_in_force_while_vichy_france_stands() -> None:
    """Ruling 57: the record of what is in force has it, until Vichy France collapses."""
    state = opened(setup={"vichy": "installed", "us_entry": {"actions": [18]}})
    assert "rail" in dict(holds(state))["Through Vichy France"]
    assert "Through Vichy France" not in dict(holds(then(state, "CollapseVichy")))


def test_vichys_partisans_go_with_vichy_and_others_stay() -> None:
    """LiF 5.3.3: the number of action 18 is Vichy France's own, the others last for the game."""
    state = charted(table(), ChartRow("action", 18, japan=0), ChartRow("action", 10, japan=0))
    state = then(state, "InstallVichy")
    state = after(state, *taken(state, 10, stated={"nanking": "yes"}), *taken(state, 18))
    assert state.entry.partisans == {"china": 15, "vichy-france": 10}
    assert then(state, "CollapseVichy").entry.partisans == {"china": 15}


def test_spain_is_remembered() -> None:
    """LiF 5.3.3: Germany and Italy never co-operate again, whatever comes of Spain."""
    setup = {"conquest": {"france": "complete"}}
    state = charted(table(setup=setup), ChartRow("action", 17, germany_italy=0))
    state = then(then(state, "TakeEntryAction", action=17), "AlignSpain")
    assert state.entry.spain_joined
    state = then(state, "SetMinor", minor="spain", status="conquered", power="usa")
    assert refused(state, "Cooperate", powers=["italy", "germany"]) == (
        "LiF 5.3.3", "since Germany aligned Spain, Italy co-operates with it no more",
    )  # fmt: skip
    assert refused(state, "AlignSpain") == (
        "Record", "the record has Spain conquered by usa",
    )  # fmt: skip
    war = then(charted(table(setup=setup), ChartRow("action", 17, japan=0)), "TakeEntryAction",
               action=17)  # fmt: skip
    war = then(war, "DeclareWar", attacker="usa", target="spain")
    assert refused(war, "AlignSpain") == ("Record", "the record has Spain at war")


# --- ability 25 -----------------------------------------------------------------------------------

ENTER: dict[str, Any] = {"leader": "pretelat", "minor": "belgium"}


def over_the_border(state: State) -> State:
    """Prételat stands at the Belgian border, face-up."""
    return then(state, "PlaceLeader", leader="pretelat", location="W2214")


def test_ability_25_takes_a_chit_on_three_or_less() -> None:
    """LiF 5.3, ability 25: from each of the ledger's dice; one refusal is like another."""
    seen = set()
    leaders = {"pretelat": "arriving"}
    for chits in ("ledger", "table"):
        state = over_the_border(table("ledger", chits, leaders=leaders))
        state = laid(state, 2, GERMANY) if chits == "table" else filled(state, germany=2)
        named = {"chits": {GERMANY: ["c2"]}} if chits == "table" else {}
        for seed in SEEDS:
            events = decided(state, "EnterNeutralMinor", seed, **ENTER, **named)
            assert not isinstance(events, Refused), events
            told = events[0]
            assert isinstance(told, NeutralMinorEntered)
            low = told.roll.value <= 3
            done = after(state, *events)
            assert len(chits_in(done.entry, "entry-germany-italy")) == 2 - low
            assert kinds(events)[1:] == (["EntryChitsReturned"] if low else [])
            assert done.entry.draw >= told.roll.draw > state.entry.draw
            if low and chits == "table":
                assert chits_in(done.entry, "entry-germany-italy") == ("c1",)
            seen.add((chits, low))
        wrong = {"chits": {GERMANY: ["c9"]}}
        answers = {refused(state, "EnterNeutralMinor", seed=s, **ENTER, **wrong) for s in SEEDS}
        assert len(answers) == 1
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("fields", "rule", "reason"),
    [
        ({"minor": "usa"}, None, "minor: the USA is a major power"),
        ({"minor": "greece"}, "Record", "the record has Greece aligned with commonwealth"),
        ({"minor": "norway"}, "Record", "the record has Norway at war"),
        ({"leader": "rommel"}, "LiF 3.2", "Rommel has no ability 25"),
        ({"leader": "gamelin"}, None, "leader: there is no leader 'gamelin'"),
        ({"roll": None}, None, "roll: dice are rolled at the table; name the number rolled"),
        ({"chits": {JAPAN: ["c1"]}}, None,
         "chits: none leaves entry-japan, but entry-germany-italy alone"),
        ({"chits": {GERMANY: ["c1"]}, "roll": 4}, None,
         "chits: none leaves the Germany/Italy entry pool by this roll; name none"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_nobody_marches(
    fields: dict[str, Any], rule: str | None, reason: str
) -> None:
    """LiF 5.3, 3.2, ability 25: each refusal names what stands in the way."""
    setup = {"minors": {"greece": {"status": "aligned", "power": "commonwealth"}}}
    leaders = {"pretelat": "arriving", "rommel": "map"}
    state = over_the_border(table("table", "table", setup=setup, leaders=leaders))
    state = then(laid(state, 1, GERMANY), "DeclareWar", attacker="germany", target="norway")
    assert refused(state, "EnterNeutralMinor", **{**ENTER, "roll": 3, **fields}) == (rule, reason)


def test_a_leader_who_may_not_march_stays() -> None:
    """LiF 3.2, 5.3, ability 25: on the map, face-up, no Vichy France, and leaders in play."""
    waiting = table(leaders={"pretelat": "arriving"})
    assert refused(waiting, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF 3.1", "only a leader on the map leads a stack; Prételat is arriving",
    )  # fmt: skip
    state = over_the_border(waiting)
    down = then(state, "TurnLeader", leader="pretelat", face_up=False)
    assert refused(down, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF 3.2", "Prételat is face-down",
    )  # fmt: skip
    vichy = then(state, "InstallVichy")
    assert refused(vichy, "EnterNeutralMinor", **ENTER, roll=4) == (
        "LiF abilities", "no neutral country is entered while Vichy France stands",
    )  # fmt: skip
    without = table(modules={"leaders": False})
    assert refused(without, "EnterNeutralMinor", **ENTER, roll=4) == (
        "Module leaders", "this campaign is played without leaders",
    )  # fmt: skip


# --- a club ---------------------------------------------------------------------------------------


def test_a_club_takes_an_action_and_the_record_names_its_maker(tmp_path: Path) -> None:
    """LiF 5.3.3: Germany's player states what the map shows, and stands for it in the record."""
    minors = {"yugoslavia": {"status": "conquered", "power": "germany"}}
    session = Session(ledger_in(tmp_path)).open(setup={"minors": minors})
    rows = [{"kind": "action", "number": 16, "germany_italy": 25}]
    session.do("ImportEntryChart", rows=rows, source="our chart")
    session.do("StockEntryChits", rows=[{"value": value, "count": 9} for value in range(5)])
    refusal = session.ask("TakeEntryAction", "ben", action=16, stated={"zagreb": "yes"})
    assert refusal["rule"] == "Members"
    answer = session.do("TakeEntryAction", "anna", action=16, stated={"zagreb": "yes"})
    assert [event["type"].removeprefix("lif.") for event in answer["events"]] == [
        "EntryActionTaken", "EntryChitsDrawn", "CountersAdded", "CounterMoved",
        "SupplySourceGained", "PartisanNumberSet",
    ]  # fmt: skip
    (made,) = (body for _, body in bodies(session) if body["type"] == "lif.EntryActionTaken")
    assert (made["by"], made["stated"]) == ("anna", {"zagreb": "yes"})
    held = chits_in(session.state.entry, "entry-germany-italy")
    assert len(held) == made["outcomes"]["germany-italy"]["chits"] in (2, 3)
    session.do("RetakeCity", city="zagreb")
    assert session.state.entry.partisans == {"yugoslavia": 15}
    session.do("AdvanceTurn")
    assert chits_in(session.state.entry, "entry-germany-italy") == held
