"""FoW Reorganise: a force between two of its battles, changed as a whole or not at all."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.fow.forces.chapter import current, rows
from campaign.fow.forces.commands import ReorganiseForce
from campaign.fow.forces.reorganisation import applied, permitted, price
from campaign.fow.names import names_of
from campaign.fow.state import Force, State
from campaign.fow.system import SYSTEM
from campaign.history.effective import transitions
from campaign.kernel.decisions import Refused
from events.fow.forces import AirSupport, CoreChange, Platoon, SquadChange, SupportChange, Swap
from fow.support import FORCES, War, cases, war

GUNS: dict[str, Any] = {"id": "guns", "class": "weapons", "points": 120}
MORTARS_FOR_GUNS: dict[str, Any] = {"core": [{"swap": {"out": "mortars", "in": GUNS}}]}


def next_mission(club: War) -> None:
    """The mission of the next battle, rolled and left as it is."""
    club.do("RollMission", dice={"allies": [1], "axis": [1]})
    if club.line()["phase"] == "change":
        club.do("DeclineChange")


@pytest.fixture
def club(tmp_path: Path) -> War:
    """Anzio after a first battle that the Allies won with 6 points to 1; nothing is rolled yet."""
    club = war(tmp_path, players={"anna": "allies", "ben": "axis"}, forces=FORCES)
    club.do("BeginBattle")
    club.do("ReportResult", ended_by="objective", side="allies", turn=4, lost={"axis": 2})
    club.do("AdvanceTurn")
    return club


def state(club: War) -> State:
    found: State = club._ledger.live("club").state
    return found


def balance(club: War) -> int:
    return int(club.line()["victory_points"]["allies"]["balance"])


# --- when and by whom ---------------------------------------------------------------------------


def test_squads_support_and_air_support_are_free_and_need_no_mission(club: War) -> None:
    """1040 - 20 for a squad - 320 for the tanks + 200 for guns + 60 of air support are 960."""
    (event,) = club.do(
        "ReorganiseForce",
        force="rifles",
        squads=[{"platoon": "rifle-1", "change": "remove", "points": 230}],
        support={"remove": ["tanks"], "add": [{"id": "guns", "class": "support", "points": 200}]},
        air={"level": "sporadic", "points": 60},
        by="anna",
    )
    assert (event["points"], event["line"]) == (960, "anzio") and balance(club) == 6
    shown = club.show()["forces"]["rifles"]
    assert (shown["points"], shown["air"]) == (960, "sporadic")
    assert list(shown["platoons"]) == ["hq", "rifle-1", "rifle-2", "mortars", "guns"]
    assert club.doubted() == [] and club.rejudged() == []


def test_points_are_spent_after_the_mission_is_chosen(club: War) -> None:
    """pp. 237-239: the lead of the mission's roll is that before anybody reorganises."""
    told = club.refused("ReorganiseForce", force="rifles", **MORTARS_FOR_GUNS)
    assert told == (
        "FoW Campaign Sequence: the mission of the next battle is chosen first, then points are "
        "spent on the force"
    )
    next_mission(club)
    changed, spent = club.do("ReorganiseForce", force="rifles", **MORTARS_FOR_GUNS, by="anna")
    assert spent["type"] == "fow.VictoryPointsSpent"
    assert (spent["points"], spent["on"]) == (5, "reorganise")
    assert changed["points"] == 1040 and balance(club) == 1
    platoons = list(club.show()["forces"]["rifles"]["platoons"])
    assert platoons == ["hq", "rifle-1", "rifle-2", "guns", "tanks"]
    assert club.doubted() == [] and club.rejudged() == []


# --- what may be changed ------------------------------------------------------------------------

FORCE = Force(
    "rifles",
    "allies",
    "infantry",
    1500,
    1100,
    {
        "hq": Platoon(id="hq", unit_class="hq", points=100),
        "rifle-1": Platoon(id="rifle-1", unit_class="combat", points=300, squads=3),
        "rifle-2": Platoon(id="rifle-2", unit_class="combat", points=300, squads=1),
        "mortars": Platoon(id="mortars", unit_class="weapons", points=100),
        "tanks": Platoon(id="tanks", unit_class="support", points=240),
    },
    air=AirSupport("sporadic", 60),
)
NEW = Platoon(id="new", unit_class="combat", points=200)
SUPPORT = Platoon(id="flak", unit_class="support", points=90)


@pytest.mark.parametrize("case", cases("reorganisations"), ids=lambda case: case["told"])
def test_what_may_not_be_changed(case: dict[str, Any]) -> None:
    asked = {name: value for name, value in case.items() if name != "told"}
    refused = permitted(FORCE, msgspec.convert({"force": "rifles", **asked}, ReorganiseForce))
    assert isinstance(refused, Refused) and f"{refused.rule}: {refused.reason}" == case["told"]


def test_every_option_costs_five_and_all_else_is_free() -> None:
    """pp. 237-239: three options, fifteen points."""
    core = (
        CoreChange(add=NEW),
        CoreChange(remove="mortars"),
        CoreChange(swap=Swap("rifle-1", Platoon("other", "combat", 1))),
    )
    assert price(ReorganiseForce(force="rifles", core=core)) == 15
    free = ReorganiseForce(
        force="rifles",
        squads=(SquadChange("hq", "add", 110),),
        support=SupportChange(("tanks",), (SUPPORT,)),
        air=AirSupport("priority", 200),
    )
    assert price(free) == 0 and permitted(FORCE, free) is None


def test_everything_at_once_adds_up() -> None:
    """1100 + 10 for a squad - 240 + 90 for Support, - 60 of air, + 200 for a platoon: 1100."""
    asked = ReorganiseForce(
        force="rifles",
        squads=(SquadChange("rifle-1", "add", 310),),
        support=SupportChange(("tanks",), (SUPPORT,)),
        air=AirSupport("none"),
        core=(CoreChange(add=NEW),),
    )
    after = applied(FORCE, asked)
    assert (after.points, price(asked)) == (1100, 5)
    assert after.platoons["rifle-1"].squads == 4 and after.squads_changed == {"rifle-1"}
    assert list(after.platoons) == ["hq", "rifle-1", "rifle-2", "mortars", "flak", "new"]


@given(
    squad=st.integers(0, 300),
    support=st.integers(0, 9999),
    air=st.integers(0, 9999),
    core=st.integers(0, 9999),
)
def test_the_points_after_any_changes_add_up(squad: int, support: int, air: int, core: int) -> None:
    """What stays, 100 + 300 + 100 of platoons, and what is new."""
    asked = ReorganiseForce(
        force="rifles",
        squads=(SquadChange("rifle-1", "remove", squad),),
        support=SupportChange(("tanks",), (Platoon("s", "support", support),)),
        air=AirSupport("limited", air),
        core=(CoreChange(add=Platoon("c", "combat", core)),),
    )
    assert permitted(FORCE, asked) is None
    assert applied(FORCE, asked).points == 500 + squad + support + air + core


# --- what people see ----------------------------------------------------------------------------


def test_changes_are_told_in_sentences_and_tables(club: War) -> None:
    next_mission(club)
    club.do(
        "ReorganiseForce",
        force="rifles",
        squads=[{"platoon": "rifle-1", "change": "remove", "points": 230}],
        support={"remove": ["tanks"], "add": [{"id": "guns", "class": "support", "points": 200}]},
        air={"level": "sporadic", "points": 60},
        core=[{"swap": {"out": "mortars", "in": {"id": "mg", "class": "weapons", "points": 100}}}],
    )
    club.do("OrganiseForce", side="allies", attached_out=["mg"])
    club.do("ImportArmyList", sheet=LIST)
    steps = list(transitions(SYSTEM, club._ledger.history("club")))
    names = names_of(state(club))
    spoken = [SYSTEM.view.sentence(step.record.event, names) for step in steps]
    assert (
        "Rifles is Anna's force for the Allies: 4 platoons and no air support, "
        "1,040 points of 1,500, on the player's word." in spoken
    )
    assert (
        "Rifles was reorganised: one squad fewer in rifle-1, tanks out, guns in, sporadic air "
        "support from now on and mg in the place of mortars. It costs 940 points." in spoken
    )
    assert "Rifles fights in battle 2: mg is attached out; it has 3 platoons there." in spoken
    assert "The club's own army list was imported: 1 company in 1 row." in spoken
    found = [row for step in steps for table, row in rows(step) if table.name == "reorganisations"]
    told = [(row["change"], row["platoon"], row["points"], row["price"]) for row in found]
    assert told == [
        ("squad-removed", "rifle-1", 230, 0),
        ("out", "tanks", 0, 0),
        ("in", "guns", 200, 0),
        ("air", None, 60, 0),
        ("swap", "mg", 100, 5),
    ]
    tables = {table.name: list(rows) for table, rows in current(state(club))}
    assert [(row["force"], row["points"], row["battles"]) for row in tables["forces"]] == [
        ("rifles", 940, 1),
        ("grenadiers", 720, 1),
    ]
    platoons = [row["platoon"] for row in tables["platoons"]]
    assert platoons[:5] == ["hq", "rifle-1", "rifle-2", "mg", "guns"]


LIST = (
    "company,type,platoon,class,min,max,points_min,points_max\n"
    "Tank Company,tank,Tanks,combat,2,,,\n"
)
