"""FoW Mission Selector, FoW Linked Missions, FoW Axis of Attack: what sides may do, and when."""

from pathlib import Path
from typing import Any

from fow.support import War, war

TYPES = {"able": "tank", "baker": "infantry"}
SIDES = {"able": "Able", "baker": "Baker"}


def linked(folder: Path, **further: Any) -> War:
    """A linked campaign of two players."""
    return war(folder, "linked", **{"sides": SIDES, "company_types": TYPES, **further})


def joined(folder: Path, allies: int, axis: int, **further: Any) -> War:
    """Anzio, joined in mid-way: each side's points, all of them of the last mission."""
    points = {"allies": allies, "axis": axis}
    at = {"victory_points": points, "last": points, **further.pop("at", {})}
    return war(folder, start={"anzio": at}, **further)


# --- the roll -----------------------------------------------------------------------------------


def test_a_roll_is_told_die_by_die(tmp_path: Path) -> None:
    """3 + 6 + 1 against 4 + 1: ten to five, Encounter, and the Allies attack."""
    with joined(tmp_path, 6, 1) as club:
        rolled, chosen, roles = club.do("RollMission", dice={"allies": [3], "axis": [4]})
        assert rolled["rolls"] == {
            "allies": {"dice": (3,), "last": 6, "lead": 1, "won_defending": 0, "score": 10},
            "axis": {"dice": (4,), "last": 1, "lead": 0, "won_defending": 0, "score": 5},
        }
        assert (rolled["kind"], rolled["row"], rolled["battle"]) == ("linked", 10, "anzio-1")
        assert (chosen["mission"], chosen["how"]) == ("encounter", "roll")
        assert (roles["attacker"], roles["how"]) == ("allies", "score")
        assert club.line()["change"] == {"offered_to": "allies", "declined": [], "paid_by": ""}
        assert club.rejudged() == []


def test_dice_that_are_none(tmp_path: Path) -> None:
    with linked(tmp_path) as club:
        roll = "RollMission"
        assert club.refused(roll) == (
            "malformed: dice: this campaign rolls at the table: type the dice in"
        )
        assert club.refused(roll, dice={"able": [1, 2]}) == (
            "malformed: dice: the dice of Baker are missing"
        )
        assert club.refused(roll, dice={"able": [1, 2], "bakr": [1, 2]}) == (
            "malformed: dice: 'bakr' is no side; did you mean baker?"
        )
        assert club.refused(roll, dice={"able": [1, 7], "baker": [1, 2]}) == (
            "malformed: dice: a die shows 1 to 6, not 7"
        )
        assert club.refused(roll, dice={"able": [1], "baker": [1, 2]}) == (
            "malformed: dice: Able: 2 dice for this mission, not 1"
        )
        assert club.refused(roll, dice={"able": [1, 2], "baker": [1, 2, 3]}) == (
            "malformed: dice: Baker: 2 dice for this mission, not 3"
        )


def test_a_linked_campaign_that_joins_in_mid_way_has_one_die_each(tmp_path: Path) -> None:
    at = {"linked": {"victory_points": {"able": 5}, "last": {"able": 5, "baker": 2}}}
    with linked(tmp_path, start=at) as club:
        rolled = club.do("RollMission", dice={"able": [3], "baker": [3]})[0]
        assert rolled["kind"] == "linked"
        assert club.line("linked")["phase"] == "preparation"


def test_who_may_roll(tmp_path: Path) -> None:
    players = {"anna": "able", "ben": "baker"}
    dice = {"able": [4, 4], "baker": [1, 1]}
    with linked(tmp_path, players=players) as club:
        club.do("EnrolMember", member="cleo", name="Cleo", roles=["player"])
        assert club.refused("RollMission", dice=dice, by="cleo") == (
            "Members: Able: Anna acts here, not Cleo"
        )
        rolled = club.do("RollMission", dice=dice, by="ben", witness="anna")[0]
        assert (rolled["source"], rolled["witness"]) == ("table", "anna")
        assert club.rejudged() == []


def test_a_witness_is_somebody_else(tmp_path: Path) -> None:
    players = {"anna": "able", "ben": "baker"}
    dice = {"able": [4, 4], "baker": [1, 1]}
    with linked(tmp_path, players=players) as club:
        assert club.refused("RollMission", dice=dice, by="ben", witness="ben") == (
            "malformed: witness: name somebody else than yourself"
        )
        assert club.refused("RollMission", dice=dice, by="ben", witness="ana") == (
            "malformed: witness: 'ana' is not enrolled in this campaign; did you mean anna?"
        )


# --- the ledger's dice --------------------------------------------------------------------------


def test_the_ledger_rolls_and_anybody_can_check_it(tmp_path: Path) -> None:
    with linked(tmp_path, rulings={"dice": "ledger"}, company_types={}) as club:
        assert club.refused("RollMission", dice={"able": [4, 4], "baker": [1, 1]}) == (
            "FoW ruling 63: in this campaign the ledger rolls: leave the dice out"
        )
        rolled = club.do("RollMission")[0]
        assert (rolled["source"], rolled["draw"]) == ("ledger", 4)
        dice = [die for side in rolled["rolls"].values() for die in side["dice"]]
        assert len(dice) == 4
        assert set(dice) <= set(range(1, 7))
        roles, decided = club.do("RollRoles")
        thrown = len(roles["dice"]["able"])
        assert roles["draw"] == 4 + 2 * thrown
        last = {side: roles["dice"][side][-1] for side in SIDES}
        assert decided["attacker"] == max(last, key=last.__getitem__)
        assert len(set(last.values())) == 2
        assert club.rejudged() == []
        club.do("CloseCampaign")
        assert club.doubted() == []


def test_either_is_said_for_each_roll(tmp_path: Path) -> None:
    with linked(tmp_path, rulings={"dice": "either"}, company_types={}) as club:
        typed = club.do("RollMission", dice={"able": [5, 6], "baker": [1, 1]})[0]
        drawn = club.do("RollRoles")[0]
        assert (typed["source"], typed["draw"]) == ("table", 0)
        assert drawn["source"] == "ledger"
        assert drawn["draw"] >= 2
        assert club.rejudged() == []


# --- who attacks --------------------------------------------------------------------------------


def test_company_types_that_nobody_knew_are_told_with_the_roll(tmp_path: Path) -> None:
    with linked(tmp_path, company_types={}) as club:
        club.do("RollMission", dice={"able": [4, 4], "baker": [1, 1]})
        roles, decided = club.do("RollRoles", types={"able": "infantry", "baker": "mechanised"})
        assert roles["types"] == {"able": "infantry", "baker": "mechanised"}
        assert (decided["attacker"], decided["how"]) == ("baker", "company-types")
        assert club.rejudged() == []


def test_like_companies_that_are_told_need_dice(tmp_path: Path) -> None:
    with linked(tmp_path, company_types={}) as club:
        club.do("RollMission", dice={"able": [4, 4], "baker": [1, 1]})
        types = {"able": "infantry", "baker": "infantry"}
        assert club.refused("RollRoles", types=types) == (
            "malformed: dice: this campaign rolls at the table: type the dice in"
        )
        _, decided = club.do("RollRoles", types=types, dice={"able": [2], "baker": [5]})
        assert (decided["attacker"], decided["how"]) == ("baker", "roll")


def test_company_types_and_dice_that_do_not_fit(tmp_path: Path) -> None:
    dice = {"able": [2], "baker": [5]}
    with linked(tmp_path, company_types={"able": "tank"}) as club:
        assert club.refused("RollRoles", dice=dice) == (
            "FoW Defensive Battle: roll for the mission first; it says how the attack is settled"
        )
        club.do("RollMission", dice={"able": [4, 4], "baker": [1, 1]})
        assert club.refused("RollRoles", dice=dice, types={"able": "infantry"}) == (
            "FoW Defensive Battle: Able: the company type is tank, not infantry"
        )
        assert club.refused("RollRoles", dice=dice, types={"bker": "infantry"}) == (
            "malformed: types: 'bker' is no side; did you mean baker?"
        )
        assert club.refused("RollRoles", dice=dice, types={"baker": "infantry"}) == (
            "FoW Defensive Battle: company types settle it without dice: the attacker is Able"
        )
        assert club.refused("RollRoles", dice={"able": [2, 3], "baker": [5, 3]}) == (
            "malformed: dice: throw 1 has decided it; there is nothing more to throw"
        )
        assert club.refused("RollRoles", dice={"able": [], "baker": []}) == (
            "malformed: dice: needs the same number of dice for both sides, and at least one"
        )
        club.do("RollRoles", types={"baker": "infantry"})
        assert club.refused("RollRoles", dice=dice) == (
            "FoW Defensive Battle: who attacks is settled already"
        )


def test_equal_dice_are_thrown_again_in_a_second_roll(tmp_path: Path) -> None:
    with linked(tmp_path, company_types={}) as club:
        club.do("RollMission", dice={"able": [5, 6], "baker": [1, 1]})
        assert len(club.do("RollRoles", dice={"able": [3], "baker": [3]})) == 1
        _, decided = club.do("RollRoles", dice={"able": [6], "baker": [3]})
        assert decided["attacker"] == "able"
        assert club.rejudged() == []


# --- a change that is paid for ------------------------------------------------------------------


def test_equal_totals_ask_the_side_that_will_attack(tmp_path: Path) -> None:
    """Ruling 7: six points each; the Axis have the higher score."""
    with joined(tmp_path, 6, 6) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [2]})
        assert club.line()["attacker"] == "axis"
        assert club.line()["change"]["offered_to"] == "axis"
        assert club.refused("ChangeMission", side="allies", mission="breakthrough") == (
            "FoW Axis of Attack: the change is offered to Axis first"
        )


def test_equal_totals_and_scores_ask_the_side_named_first(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 6) as club:
        club.do("RollMission", dice={"allies": [2], "axis": [2]})
        assert (club.line()["attacker"], club.line()["change"]["offered_to"]) == ("", "allies")


def test_a_side_without_five_points_is_passed_over(tmp_path: Path) -> None:
    """The Allies lead with 8 of 4 left and the Axis have 5: on points won the Allies go first."""
    with joined(tmp_path, 4, 3) as club:
        club.do("RollMission", dice={"allies": [2], "axis": [2]})
        assert club.line()["phase"] == "preparation"
        assert club.refused("ChangeMission", side="allies", mission="hold-the-line") == (
            "FoW Axis of Attack: Allies: 4 victory points are left, and a change costs 5"
        )
        assert club.refused("DeclineChange") == (
            "FoW Axis of Attack: Allies: 4 victory points are left, and a change costs 5"
        )


def test_ruling_6_lets_a_side_spend_what_it_has_not_got(tmp_path: Path) -> None:
    with joined(tmp_path, 4, 3, rulings={"overdraw": "yes"}) as club:
        club.do("RollMission", dice={"allies": [2], "axis": [2]})  # 2 + 4 + 1: The Cauldron
        club.do("ChangeMission", side="allies", mission="breakthrough")
        assert club.line()["victory_points"]["allies"]["balance"] == -1
        assert club.line()["change"]["paid_by"] == "allies"


def test_there_is_nothing_above_roadblock_and_below_the_big_push(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 6) as club:
        club.do("RollMission", dice={"allies": [6], "axis": [5]})  # 12 and 11
        assert club.refused("ChangeMission", mission="encounter") == (
            "FoW Axis of Attack: one row from Roadblock is Free-for-All, not Encounter"
        )
        assert club.refused("ChangeMission", mission="roadblock") == (
            "FoW Axis of Attack: one row from Roadblock is Free-for-All, not Roadblock"
        )
        assert club.refused("ChangeMission", mission="not-one-step-back") == (
            "FoW Axis of Attack: one row from Roadblock is Free-for-All, not Not One Step Back"
        )
        assert club.refused("ChangeMission", mission="road-block") == (
            "malformed: mission: 'road-block' is no mission; did you mean roadblock?"
        )
        club.do("ChangeMission", mission="free-for-all")
        assert club.line()["attacker"] == "allies"


def test_roles_that_the_mission_decided_are_decided_by_the_new_one(tmp_path: Path) -> None:
    """Ruling 8: equal scores of nine; types gave the attack, but in Encounter dice do."""
    types = {"allies": "tank", "axis": "infantry"}
    with joined(tmp_path, 6, 6, company_types=types) as club:
        club.do("RollMission", dice={"allies": [3], "axis": [3]})
        assert (club.line()["mission"], club.line()["attacker"]) == (
            "fighting-withdrawal",
            "allies",
        )
        events = club.do("ChangeMission", side="allies", mission="encounter")
        assert [event["type"] for event in events] == [
            "fow.VictoryPointsSpent",
            "fow.MissionChosen",
            "fow.RolesDecided",
        ]
        assert (club.line()["attacker"], club.line()["roles_how"]) == ("", "")
        club.do("RollRoles", dice={"allies": [1], "axis": [2]})
        assert (club.line()["attacker"], club.line()["roles_how"]) == ("axis", "roll")
        assert club.rejudged() == []


def test_nobody_rolls_for_the_attack_before_a_change_is_settled(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 6) as club:
        club.do("RollMission", dice={"allies": [4], "axis": [4]})
        assert club.refused("RollRoles", dice={"allies": [1], "axis": [2]}) == (
            "FoW Encounter: first settle whether a side pays for another mission; only then does "
            "anybody roll for the attack"
        )


def test_both_decline_in_one_word_and_a_player_for_one_side_alone(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 5, players={"anna": "allies", "ben": "axis"}) as club:
        club.do("RollMission", dice={"allies": [4], "axis": [4]})
        assert club.refused("DeclineChange", by="ben") == (
            "FoW Axis of Attack: the change is offered to Allies first"
        )
        assert [event["side"] for event in club.do("DeclineChange", by="anna")] == ["allies"]
        assert club.refused("DeclineChange", by="anna") == (
            "FoW Axis of Attack: Allies: declined already; Axis may change it"
        )
        assert [event["side"] for event in club.do("DeclineChange", by="ben")] == ["axis"]
        assert club.line()["phase"] == "preparation"
        assert club.refused("DeclineChange", by="ben") == (
            "FoW Axis of Attack: the mission of this battle can no longer be changed for victory "
            "points"
        )


def test_a_host_declines_for_both(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 5) as club:
        club.do("RollMission", dice={"allies": [4], "axis": [4]})
        assert [event["side"] for event in club.do("DeclineChange")] == ["allies", "axis"]
        assert club.line()["change"]["declined"] == ["allies", "axis"]
        assert club.rejudged() == []


def test_one_change_in_all_and_none_before_the_roll(tmp_path: Path) -> None:
    with joined(tmp_path, 6, 6) as club:
        assert club.refused("ChangeMission", mission="encounter") == (
            "FoW Axis of Attack: the mission is not rolled yet"
        )
        club.do("RollMission", dice={"allies": [4], "axis": [3]})
        club.do("ChangeMission", side="allies", mission="free-for-all")
        assert club.refused("ChangeMission", side="axis", mission="encounter") == (
            "FoW Axis of Attack: Allies paid for another mission already; there is one change in "
            "all"
        )


def test_the_campaigns_own_mission_stays(tmp_path: Path) -> None:
    """Ruling 69."""
    stays = "FoW ruling 69: the campaign gives this mission; nobody changes it"
    with war(tmp_path, rulings={"agreed_missions": "any"}) as club:
        assert club.refused("ChangeMission", side="allies", mission="cauldron") == stays
        assert club.refused("DeclineChange", side="allies") == stays
        assert club.refused("AgreeMission", mission="cauldron") == stays


def test_a_linked_campaign_sells_no_missions(tmp_path: Path) -> None:
    with linked(tmp_path) as club:
        club.do("RollMission", dice={"able": [4, 4], "baker": [1, 1]})
        assert club.refused("ChangeMission", side="able", mission="cauldron") == (
            "FoW Axis of Attack: only in campaigns with sectors may a side pay for another mission"
        )


# --- an agreement -------------------------------------------------------------------------------


def test_two_players_agree_one_after_the_other(tmp_path: Path) -> None:
    players = {"anna": "able", "ben": "baker"}
    with linked(tmp_path, players=players) as club:
        club.do("RollMission", dice={"able": [1, 1], "baker": [1, 2]})
        club.do("AgreeMission", mission="trench-fight", by="anna")
        club.do("AgreeMission", mission="hold-the-line", by="ben")
        assert club.line("linked")["mission"] == "big-push"
        assert club.refused("AgreeMission", mission="hold-the-line", by="ben") == (
            "FoW Mission Selector: Baker: agreed to Hold the Line already"
        )
        agreed, chosen = club.do("AgreeMission", mission="hold-the-line", by="anna")
        assert (agreed["side"], chosen["mission"], chosen["row"]) == ("able", "hold-the-line", 4)
        assert club.line("linked")["attacker"] == "able"
        assert club.rejudged() == []


def test_what_may_not_be_agreed_on(tmp_path: Path) -> None:
    with linked(tmp_path) as club:
        assert club.refused("AgreeMission", mission="hold-the-line") == (
            "FoW Mission Selector: roll for the mission first; its row says what may be agreed on"
        )
        club.do("RollMission", dice={"able": [1, 1], "baker": [1, 2]})
        assert club.refused("AgreeMission", mission="cauldron") == (
            "FoW Mission Selector: in place of The Big Push both may agree on Trench Fight or "
            "Hold the Line, not The Cauldron"
        )


def test_a_footnote_waits_for_the_paid_change_and_is_that_of_the_row_reached(
    tmp_path: Path,
) -> None:
    """Ruling 9: 1 + 5 is Hold the Line; the Allies pay for Trench Fight, which has a footnote."""
    at = {"last": {"allies": 4, "axis": 3}}
    with joined(tmp_path, 6, 5, at=at) as club:
        club.do("RollMission", dice={"allies": [1], "axis": [1]})
        assert club.line()["mission"] == "hold-the-line"
        assert club.refused("AgreeMission", mission="trench-fight") == (
            "FoW ruling 9: another mission for victory points comes first, and is offered to Allies"
        )
        club.do("ChangeMission", side="allies", mission="trench-fight")
        club.do("AgreeMission", mission="hold-the-line")
        line = club.line()
        assert (line["mission"], line["how"], line["row"]) == ("hold-the-line", "agreed", 5)
        assert line["change"]["paid_by"] == "allies"


def test_an_agreement_on_another_kind_of_battle_opens_the_roles_again(tmp_path: Path) -> None:
    with linked(tmp_path, rulings={"agreed_missions": "any"}) as club:
        club.do("RollMission", dice={"able": [4, 4], "baker": [1, 1]})
        events = club.do("AgreeMission", mission="not-one-step-back")
        assert events[-1]["type"] == "fow.RolesDecided"
        assert events[-1].get("attacker", "") == ""
        club.do("RollRoles", dice={"able": [1], "baker": [2]})
        events = club.do("AgreeMission", mission="cauldron")
        assert (events[-1]["attacker"], events[-1]["how"]) == ("able", "company-types")
        assert club.rejudged() == []


def test_a_roll_for_the_attack_stands_where_the_new_mission_asks_for_the_same(
    tmp_path: Path,
) -> None:
    with linked(tmp_path, company_types={}) as club:
        club.do("RollMission", dice={"able": [1, 1], "baker": [1, 2]})
        club.do("RollRoles", dice={"able": [1], "baker": [2]})
        club.do("AgreeMission", mission="trench-fight")
        assert (club.line("linked")["attacker"], club.line("linked")["roles_how"]) == (
            "baker",
            "roll",
        )


def test_types_play_no_part_where_a_die_is_rolled_for_the_edge(tmp_path: Path) -> None:
    with linked(tmp_path, company_types={}) as club:
        club.do("RollMission", dice={"able": [5, 6], "baker": [1, 1]})
        types = {"able": "tank", "baker": "infantry"}
        assert club.refused("RollRoles", types=types, dice={"able": [1], "baker": [2]}) == (
            "FoW Free-for-All: company types play no part in this mission"
        )
