"""Battles begun, reported, confirmed and booked; every refusal with its words."""

from pathlib import Path
from typing import Any

import pytest

from fow.support import FORCES, War, war

PEOPLE = {"anna": "allies", "ben": "axis"}
HELD: dict[str, Any] = {"ended_by": "objective", "side": "allies", "turn": 4}
CLEARED: dict[str, Any] = {"ended_by": "cleared", "side": "axis", "turn": 6}
LINKED: dict[str, Any] = {
    "sides": {"able": "Able", "baker": "Baker"},
    "games": 4,
    "company_types": {"able": "tank", "baker": "infantry"},
}


def anzio(folder: Path, **setup: Any) -> War:
    """Anzio with a player on each side; the battle of the Factory has begun."""
    club = war(folder, **{"games": 8, "players": PEOPLE, **setup})
    club.do("BeginBattle", by="anna")
    return club


def linked(folder: Path, able: list[int], **setup: Any) -> War:
    """A linked campaign whose first mission is rolled: two for Baker, these for Able."""
    club = war(folder, "linked", **{**LINKED, **setup})
    club.do("RollMission", dice={"able": able, "baker": [1, 1]})
    return club


# --- beginning ----------------------------------------------------------------------------------


def test_fow_campaign_sequence_a_battle_begins_once_everything_is_settled(tmp_path: Path) -> None:
    """Before its mission is rolled, while a change is offered, twice, after it: refused."""
    with anzio(tmp_path) as club:
        begun = "FoW Campaign Sequence: the battle on Anzio has begun already"
        assert club.refused("BeginBattle") == begun
        club.do("ReportResult", **HELD)
        assert club.refused("BeginBattle") == (
            "FoW Campaign Sequence: this round's battle on Anzio is over"
        )
        club.do("AdvanceTurn")
        assert club.refused("BeginBattle") == (
            "FoW Campaign Sequence: Anzio has no mission yet: roll for it first"
        )
        club.do("RollMission", dice={"allies": [2], "axis": [6]})
        assert club.refused("BeginBattle") == (
            "FoW Campaign Sequence: Allies may still pay for another mission, or decline"
        )


def test_a_battle_freezes_what_it_is_fought_with(tmp_path: Path) -> None:
    """Mission, roles, commanders and the sector's rules are in the event (p. 233)."""
    with war(tmp_path, games=8, players=PEOPLE, start={"anzio": {"sector": 5}}) as club:
        (begun,) = club.do("BeginBattle", platoons={"allies": 6}, time_limit="8 turns")
        assert list(begun["rules"]) == [
            "reserves", "ambush", "prepared-positions", "defensive-battle", "naval-gunfire",
        ]  # fmt: skip
        assert begun["commanders"] == {"allies": "anna", "axis": "ben"}
        assert (begun["sector"], begun["time_limit"]) == (5, "8 turns")
        assert begun["platoons"] == {"allies": 6}
        assert club.refused("BeginBattle", platoons={"axes": 6}).startswith("FoW Campaign")
        assert club.rejudged() == [] and club.doubted() == []


@pytest.mark.parametrize(("attacker", "guns"), [("allies", []), ("axis", ["counterbattery"])])
@pytest.mark.parametrize("sector", [2, 3])
def test_fow_ruling_16_counterbattery_is_only_where_the_axis_attack(
    tmp_path: Path, sector: int, attacker: str, guns: list[str]
) -> None:
    """p. 234: in Albano and at Campoleone, in a battle in which the Axis are the attacker."""
    start = {"sector": sector, "mission": "hold-the-line", "attacker": attacker}
    with war(tmp_path, games=8, players=PEOPLE, start={"anzio": start}) as club:
        (begun,) = club.do("BeginBattle")
        assert list(begun["rules"]) == [
            "reserves", "ambush", "prepared-positions", "defensive-battle", *guns,
        ]  # fmt: skip
        told = {"aid": "preliminary-bombardment", "platoon": "p1", "team": "gun", "dice": [3, 3]}
        defender = "axis" if attacker == "allies" else "allies"
        answer = club.submit(
            {"command": "RollDice", "side": defender, **told, "counterbattery": True, "count": 1}
        )
        assert answer["accepted"] == bool(guns), answer
        assert club.rejudged() == [] and club.doubted() == []


def test_a_stranger_begins_nothing(tmp_path: Path) -> None:
    """Members: commanders, speakers and hosts alone; sides that there are."""
    with war(tmp_path, games=8, players=PEOPLE) as club:
        club.do("EnrolMember", member="cleo", name="Cleo", roles=["observer"])
        refused = club.refused("BeginBattle", by="cleo")
        assert refused == "Members: Cleo commands neither side on Anzio"
        assert club.refused("BeginBattle", platoons={"axsi": 6}) == (
            "malformed: platoons: 'axsi' is no side; did you mean axis?"
        )


# --- ends ---------------------------------------------------------------------------------------


def test_an_end_that_either_side_may_bring_names_it(tmp_path: Path) -> None:
    """p. 202: in a Free-for-All either side takes an objective; whoever gives up has lost."""
    with linked(tmp_path, [5, 6]) as club:
        club.do("RollRoles", dice={"able": [6], "baker": [2]})
        club.do("BeginBattle")
        assert club.refused("ReportResult", ended_by="objective") == (
            "malformed: side: say which side ended the battle"
        )
        reported = club.do("ReportResult", ended_by="conceded", side="able")[0]
        assert reported["winner"] == "baker"


def test_a_result_before_its_battle_or_of_no_line(tmp_path: Path) -> None:
    """Nothing is reported, confirmed or contested before the battle has begun."""
    with war(tmp_path, games=8, players=PEOPLE) as club:
        waits = "FoW Campaign Sequence: the battle on Anzio has not begun"
        assert club.refused("ReportResult", **HELD) == waits
        assert club.refused("ConfirmResult") == waits
        assert club.refused("ContestResult", text="no") == waits
        for command in ("BeginBattle", "ConfirmResult"):
            assert club.refused(command, line="anzoi") == (
                "malformed: line: 'anzoi' is no line; did you mean anzio?"
            )
        assert club.refused("AbandonBattle", line="rome", reason="no").startswith("malformed: line")


# --- losses -------------------------------------------------------------------------------------


def test_losses_that_cannot_be_are_refused(tmp_path: Path) -> None:
    """More than there were, named twice, more before the game than in all, another side's; and a
    word that is no number and no platoon's name.
    """
    forces = {"grenadiers": FORCES["grenadiers"]}
    with war(tmp_path, games=8, players=PEOPLE, forces=forces) as club:
        club.do("BeginBattle", platoons={"allies": 6, "axis": 5})

        def told(**losses: Any) -> str:
            return club.refused("ReportResult", **HELD, **losses)

        assert told(lost={"axis": 6}) == ("malformed: lost: Axis had 5 platoons and cannot lose 6")
        assert told(lost={"axis": ["flak", "flak"]}) == (
            "malformed: lost: flak is named 2 times; a platoon is lost once"
        )
        assert told(lost={"allies": ["two"]}) == ("malformed: lost: two: give a number from 0 to 6")
        assert told(lost={"axis": ["two"]}) == (
            "malformed: lost: Axis: no platoon 'two' is in this battle; "
            "there is gren-1, gren-2, flak"
        )
        assert told(lost={"axis": 1}, pre_game={"axis": 2}) == (
            "malformed: pre_game: Axis lost 2 before the first turn but 1 in all"
        )
        assert told(lost={"axes": 1}) == (
            "malformed: lost: 'axes' is no side; did you mean axis or allies?"
        )
        assert told(lost={"axis": -1}).startswith("malformed: ReportResult, lost")
        assert told(first_lost="axis") == ("malformed: first_lost: this battle does not ask for it")
        named = club.do("ReportResult", **HELD, lost={"axis": ["flak", "gren-1"]})[0]
        assert (named["lost"], named["lost_platoons"]) == (
            {"allies": 0, "axis": 2},
            {"axis": ("flak", "gren-1")},
        )
        assert club.rejudged() == []


def test_what_the_battle_log_has_stands_unless_more_is_told(tmp_path: Path) -> None:
    """Losses left out are those of the log; fewer, or others, contradict it."""
    with anzio(tmp_path) as club:
        club.do("LosePlatoon", side="axis", platoon="p1", how="destroyed")
        club.do("LosePlatoon", side="axis", platoon="p2", how="pre-game")
        club.do("LosePlatoon", side="axis", platoon="p3", how="rear")
        assert club.refused("ReportResult", **HELD, lost={"axis": 1}) == (
            "Record: the battle log has 2 platoons among the losses of Axis"
        )
        assert club.refused("ReportResult", **HELD, lost={"axis": ["p1"]}) == (
            "Record: the battle log names p2 too among the losses of Axis"
        )
        reported = club.do("ReportResult", **HELD)[0]
        assert reported["lost"] == {"allies": 0, "axis": 2}
        assert reported["pre_game"] == {"axis": 1}
        assert reported["lost_platoons"] == {"axis": ("p1", "p2")}
        assert club.rejudged() == [] and club.doubted() == []


def test_fow_ruling_25_asks_whose_loss_was_the_first(tmp_path: Path) -> None:
    """p. 217: with the ruling for the first of the battle, Able's two lost count as one."""
    with linked(tmp_path, [2, 2], rulings={"intense_first": "overall"}) as club:
        club.do("BeginBattle")
        told = {"ended_by": "objective", "side": "able", "turn": 3}
        assert club.refused("ReportResult", **told, lost={"able": 2, "baker": 1}) == (
            "malformed: first_lost: say whose platoon was Destroyed first: that one does not count"
        )
        assert club.refused("ReportResult", **told, lost={"able": 2}, first_lost="baker") == (
            "malformed: first_lost: Baker lost nothing in play"
        )
        club.do("ReportResult", **told, lost={"able": 2, "baker": 1}, first_lost="able")
        battle = club.show()["battles"]["linked-1"]
        assert battle["counted"] == {"able": 1, "baker": 1} and battle["result"] == "major"
        assert club.rejudged() == []


# --- who reports --------------------------------------------------------------------------------


def test_fow_ruling_29_a_report_waits_for_the_other_side(tmp_path: Path) -> None:
    """Reported, contested, reported anew, confirmed; nobody twice, and no stranger."""
    with anzio(tmp_path) as club:
        club.do("EnrolMember", member="cleo", name="Cleo", roles=["observer"])
        assert club.refused("ConfirmResult", by="ben") == (
            "FoW Campaign Sequence: no result of the battle on Anzio waits for its confirmation"
        )
        assert club.refused("ReportResult", by="cleo", **HELD) == (
            "Members: Cleo commands neither side of this battle (Anzio)"
        )
        club.do("ReportResult", by="anna", **HELD)
        assert club.refused("ReportResult", by="ben", **CLEARED) == (
            "FoW Campaign Sequence: its result is reported already: confirm it, or contest it first"
        )
        assert club.refused("ReportResult", by="anna", **CLEARED) == (
            "FoW Campaign Sequence: your side has reported it: `campaign undo` takes that back "
            "until it is confirmed"
        )
        assert club.refused("ConfirmResult", by="anna") == (
            "Members: Ben confirms this result, which the other side reported"
        )
        assert club.refused("ContestResult", by="anna", text="no") == (
            "Members: Ben contests this result, which the other side reported"
        )
        assert club.refused("ConfirmResult", by="cleo") == (
            "Members: Cleo commands neither side of this battle (Anzio)"
        )
        club.do("ContestResult", by="ben", text="two platoons were lost")
        assert club.show()["battles"]["anzio-1"]["state"] == "running"
        club.do("ReportResult", by="ben", **HELD, lost={"allies": 2})
        club.do("ConfirmResult", by="anna")
        assert club.line()["victory_points"]["allies"]["won"] == 4
        assert club.refused("ConfirmResult", by="ben") == (
            "FoW Campaign Sequence: this round's battle on Anzio is over"
        )
        assert club.rejudged() == [] and club.doubted() == []


def test_fow_ruling_29_a_contested_report_is_settled_by_a_referee(tmp_path: Path) -> None:
    """A referee reports nothing before, and for good after a contest."""
    with anzio(tmp_path) as club:
        club.do("EnrolMember", member="rex", name="Rex", roles=["referee"])
        assert club.refused("ReportResult", by="rex", **HELD).startswith("Members: Rex commands")
        club.do("ReportResult", by="anna", **HELD)
        club.do("ContestResult", by="ben", text="it was not so")
        events = club.do("ReportResult", by="rex", **CLEARED)
        assert [event["type"] for event in events][-1] == "fow.SectorHeld"
        assert club.rejudged() == []


@pytest.mark.parametrize(
    "setup",
    [{"players": {"anna": "allies"}}, {"players": PEOPLE, "rulings": {"confirmation": "none"}}],
)
def test_fow_ruling_29_where_nobody_is_there_to_confirm_a_word_stands(
    tmp_path: Path, setup: dict[str, Any]
) -> None:
    """The other side has no commander; or the club wants no confirmation."""
    with anzio(tmp_path, **setup) as club:
        events = club.do("ReportResult", by="anna", **HELD)
        assert events[1]["type"] == "fow.ResultConfirmed"
        assert club.line()["sector"] == 3


# --- sectors and the end ------------------------------------------------------------------------


def drawn(club: War) -> None:
    """Round two at Campoleone: a Free-for-All that the Allies paid for, and nobody won."""
    club.do("ReportResult", **HELD)
    club.do("AdvanceTurn")
    club.do("RollMission", dice={"allies": [3], "axis": [1]})
    club.do("ChangeMission", side="allies", mission="free-for-all")
    club.do("BeginBattle")


def test_fow_ruling_2_a_battle_that_nobody_won_goes_back(tmp_path: Path) -> None:
    """With `back` the sector moves towards the attacker's own side: Campoleone to the Factory."""
    with anzio(tmp_path, rulings={"drawn_battle": "back"}) as club:
        drawn(club)
        events = club.do("ReportResult", ended_by="time")
        moved = next(event for event in events if event["type"] == "fow.SectorChanged")
        assert (moved["side"], moved["from"], moved["to"]) == ("axis", 3, 4)


def test_fow_ruling_3_a_defender_who_won_a_fair_fight_advances(tmp_path: Path) -> None:
    """With `yes` the Axis, who defended, take the Factory."""
    with anzio(tmp_path, rulings={"defender_advances": "yes"}) as club:
        drawn(club)
        club.do("ReportResult", ended_by="objective", side="axis", turn=3)
        assert club.line()["sector"] == 4


def test_fow_ruling_17_a_battle_that_was_never_played(tmp_path: Path) -> None:
    """No points, no sector, no last mission; the round counts, and with it the limit."""
    with anzio(tmp_path, games=2) as club:
        club.do("ReportResult", **HELD)
        before = club.line()["victory_points"]
        club.do("AdvanceTurn")
        assert club.refused("AbandonBattle", by="ben", reason="fog").startswith("Members: only")
        (gone, end) = club.do("AbandonBattle", reason="the hall was closed")
        assert (gone["battle"], end["how"]) == ("anzio-2", "stalemate")
        assert "anzio-2" not in club.show()["battles"]
        assert club.line()["victory_points"] == before and club.line()["sector"] == 3
        assert club.rejudged() == [] and club.doubted() == []


def test_fow_ruling_17_a_round_without_a_battle_is_played_again(tmp_path: Path) -> None:
    """Where unplayed battles do not count, the campaign of one game has a second round."""
    with anzio(tmp_path, games=1, rulings={"unplayed_counts": "no"}) as club:
        club.do("AbandonBattle", reason="too late for the bus")
        assert club.show()["battles"]["anzio-1"]["state"] == "abandoned"
        assert club.refused("AbandonBattle", reason="again") == (
            "FoW Campaign Sequence: this round's battle on Anzio is over"
        )
        assert club.show()["last_turn"] == "round-02"
        club.do("AdvanceTurn")
        club.do("RollMission", dice={"allies": [6], "axis": [1]})
        for _ in range(2):
            if club.line()["phase"] == "change":
                club.do("DeclineChange")
        if not club.line()["attacker"]:
            club.do("RollRoles", dice={"allies": [6], "axis": [1]})
        club.do("BeginBattle")
        club.do("ReportResult", ended_by="conceded", side="axis")
        assert club.show()["decided"]["how"] == "stalemate"
        assert club.rejudged() == []


def test_fow_ruling_74_a_line_may_give_its_limit_to_a_side(tmp_path: Path) -> None:
    """The Axis had only to hold out for one game."""
    axis = {
        "id": "road", "name": "The road", "objective": {"allies": 1, "axis": 3},
        "start": {"sector": 2, "mission": "hold-the-line", "attacker": "allies"},
        "at_limit": "axis",
        "sector": [
            {"place": 1, "id": "r1", "name": "R1", "battle": False},
            {"place": 2, "id": "r2", "name": "R2"},
            {"place": 3, "id": "r3", "name": "R3", "battle": False},
        ],
    }  # fmt: skip
    with War(tmp_path).begin("road", games=1, own=axis) as club:
        club.do("BeginBattle")
        assert club.do("ReportResult", **CLEARED)[-1]["how"] == "limit"
        assert club.show()["decided"] == {"winner": "axis", "how": "limit", "line": ""}


def test_platoons_of_a_roster_alone_are_lost(tmp_path: Path) -> None:
    """FoW ruling 30, p. 195: those of the force that fights; its headquarters is none."""
    with anzio(tmp_path, forces=FORCES) as club:
        battle = club.show()["battles"]["anzio-1"]
        assert club.refused("ReportResult", **HELD, lost={"allies": ["rifle-9"]}) == (
            "malformed: lost: Allies: no platoon 'rifle-9' is in this battle; did you mean "
            "rifle-2 or rifle-1?"
        )
        no_platoon = (
            "FoW Victory Points: hq is the headquarters of Allies, which counts as no platoon"
        )
        assert club.refused("ReportResult", **HELD, lost={"allies": ["hq"]}) == (
            f"{no_platoon}; leave it out"
        )
        assert club.refused("LosePlatoon", side="allies", platoon="hq", how="destroyed") == (
            f"{no_platoon}; leave it out"
        )
        club.do("ReportResult", **HELD, lost={"allies": ["rifle-1"]})
        assert battle["attacker"] == "allies"
        assert club.line()["victory_points"]["allies"]["won"] == 5


# --- teams --------------------------------------------------------------------------------------


def road(name: str, **other: Any) -> dict[str, Any]:
    """A line of three sectors: a battle won in the middle one is a breakthrough."""
    return {
        "id": name, "name": name.title(), "objective": {"allies": 1, "axis": 3},
        "start": {"sector": 2, "mission": "hold-the-line", "attacker": "allies"},
        "sector": [{"place": place, "id": f"{name}{place}", "name": f"{name} {place}",
                    "battle": place == 2} for place in (1, 2, 3)], **other,
    }  # fmt: skip


def fight(club: War, line: str, **how: Any) -> list[dict[str, Any]]:
    """A battle on a line, from its beginning to its booking."""
    club.do("BeginBattle", line=line)
    return club.do("ReportResult", line=line, **how)


def test_fow_ruling_76_as_many_breakthroughs_as_were_agreed(tmp_path: Path) -> None:
    """The first of two ends nothing but its line; the second decides."""
    roads = [road("north"), road("mid"), road("south")]
    with war(tmp_path, "team", games=4, lines=roads, rulings={"breakthroughs": 2}) as club:
        events = fight(club, "north", **HELD)
        assert [event["type"] for event in events][-1] == "fow.ObjectiveReached"
        assert club.show()["decided"]["winner"] == ""
        fight(club, "mid", **CLEARED)
        fight(club, "south", **CLEARED)
        club.do("AdvanceTurn")
        assert club.line("north")["phase"] == "settled"
        assert club.refused("RollMission", line="north", dice={"allies": [3], "axis": [3]})
        club.do("RollMission", line="mid", dice={"allies": [6], "axis": [1]})
        club.do("DeclineChange", line="mid")
        if not club.line("mid")["attacker"]:
            club.do("RollRoles", line="mid", dice={"allies": [6], "axis": [1]})
        assert club.line("mid")["attacker"] == "allies"
        ended = "objective" if club.line("mid")["mission"] != "roadblock" else "cleared"
        events = fight(club, "mid", ended_by=ended, side="allies", turn=6)
        assert events[-1]["how"] == "breakthrough" and events[-1]["line"] == "mid"
        assert club.rejudged() == [] and club.doubted() == []


def test_every_line_broken_and_nobody_far_enough_is_a_stalemate(tmp_path: Path) -> None:
    """Each side broke through once where two are needed: there is nothing left to fight for."""
    other = {"start": {"sector": 2, "mission": "hold-the-line", "attacker": "axis"}}
    roads = [road("north"), road("south", **other)]
    with war(tmp_path, "team", games=4, lines=roads, rulings={"breakthroughs": 2}) as club:
        fight(club, "north", **HELD)
        events = fight(club, "south", ended_by="objective", side="axis", turn=3)
        assert events[-1]["how"] == "stalemate"
        assert club.rejudged() == []


@pytest.mark.parametrize(
    ("second", "winner", "how"), [("axis", "axis", "limit"), ("stalemate", "", "stalemate")]
)
def test_fow_ruling_74_lines_that_disagree_give_the_limit_to_nobody(
    tmp_path: Path, second: str, winner: str, how: str
) -> None:
    """FoW ruling 22: one round of the whole campaign; both lines' files have to name the side."""
    roads = [road("north", at_limit="axis"), road("south", at_limit=second)]
    with war(tmp_path, "team", games=1, lines=roads) as club:
        assert fight(club, "north", **CLEARED)[-1]["type"] == "fow.SectorHeld"
        fight(club, "south", **CLEARED)
        assert club.show()["decided"] == {"winner": winner, "how": how, "line": ""}


def test_nobody_confirms_their_own_report(tmp_path: Path) -> None:
    """FoW ruling 29: a speaker who plays for the other side speaks for nobody there."""
    with war(tmp_path, players={"anna": "allies", "ben": "axis"}) as club:
        club.do("AssignPower", power="axis", member="anna")
        club.do("BeginBattle")
        club.do("ReportResult", by="anna", ended_by="objective", side="allies", turn=4, lost={})
        told = club.refused("ConfirmResult", by="anna")
        assert told == "Members: Ben confirms this result, which the other side reported"
        club.do("ConfirmResult", by="ben")


def test_fow_hold_the_line_ends_in_its_own_ways(tmp_path: Path) -> None:
    """p. 204: the attacker's objective, or the defender's cleared half from turn six on."""
    with anzio(tmp_path) as club:
        ways = "it ends by the attacker's objective or the defender's clearing of the table"
        assert club.refused("ReportResult", ended_by="objective", side="axis") == (
            "FoW Hold the Line: Hold the Line does not end for the defender by this; "
            f"{ways} from their own turn 6 on"
        )
        assert club.refused("ReportResult", ended_by="last-turn") == (
            "FoW Hold the Line: Hold the Line does not end that way by this; "
            f"{ways} from their own turn 6 on"
        )
        assert club.refused("ReportResult", **{**CLEARED, "turn": 5}) == (
            "FoW Hold the Line: in Hold the Line that ends nothing before the defender's own turn 6"
        )
        assert club.refused("ReportResult", ended_by="time", side="axis") == (
            "malformed: side: time runs out for both sides: name none"
        )
        assert club.refused("ReportResult", ended_by="conceded") == (
            "malformed: side: say which side gave the battle up"
        )
        assert club.refused("ReportResult", ended_by="morale", side="alies") == (
            "malformed: side: 'alies' is no side; did you mean allies or axis?"
        )
        assert club.refused("ReportResult", ended_by="morale") == (
            "malformed: side: say which side's company failed its morale check"
        )
        for turn in ({}, {"turn": 0}):
            assert club.refused("ReportResult", ended_by="cleared", **turn) == (
                "malformed: turn: say in which own turn of the defender: this counts from turn 6 on"
            )
        reported = club.do("ReportResult", ended_by="cleared", turn=6)[0]
        assert (reported["side"], reported["winner"], reported["turn"]) == ("axis", "axis", 6)


def test_fow_fighting_withdrawal_is_over_in_turn_eight(tmp_path: Path) -> None:
    """p. 205: the defender's eighth turn, neither before nor after."""
    with linked(tmp_path, [4, 5]) as club:
        club.do("BeginBattle")
        for turn, words in (
            (7, "in Fighting Withdrawal that ends nothing before the defender's own turn 8"),
            (9, "Fighting Withdrawal is over when the defender's own turn 8 begins"),
        ):
            refused = club.refused("ReportResult", ended_by="last-turn", turn=turn)
            assert refused == f"FoW Fighting Withdrawal: {words}"
