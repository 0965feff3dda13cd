"""FoW missions as data: each number from the mission's page."""

import pytest

from campaign.fow.missions import catalogue
from campaign.fow.missions.catalogue import (
    MissionEnd,
    Role,
    company_roles,
    missions,
    selection,
    selector,
    special_rules,
)
from fow.support import cases

HELD_BACK = cases("held_back")
"""Reserve of the attacker and the defender, then Ambush of the two (p. 202-208, 219-220, 226)."""

ENDS: dict[str, list[tuple[str, int, str, str]]] = cases("mission_ends")


def test_there_are_the_ten_missions_of_the_book_on_their_pages() -> None:
    pages = {slug: mission.page for slug, mission in missions().items()}
    assert pages == cases("mission_pages")["pages"]
    assert [mission.number for mission in missions().values()] == [1, 2, 3, 4, 5, 6, 7, 0, 0, 0]
    assert [slug for slug, mission in missions().items() if not mission.on_selector] == [
        "not-one-step-back"
    ]


def test_every_special_rule_of_a_mission_is_told() -> None:
    used = {rule for mission in missions().values() for rule in (*mission.rules, *mission.implied)}
    assert used == set(special_rules())


@pytest.mark.parametrize("slug", HELD_BACK)
def test_what_each_side_holds_back(slug: str) -> None:
    attacker, defender = (missions()[slug].deployment(role) for role in ("attacker", "defender"))
    held = (attacker.reserve, defender.reserve, attacker.ambush, defender.ambush)
    assert held == tuple(HELD_BACK[slug])


@pytest.mark.parametrize("slug", ENDS)
def test_how_each_mission_ends(slug: str) -> None:
    def told(end: MissionEnd) -> tuple[str, int, str, str]:
        return end.side, end.begins, end.when, end.winner

    assert [told(end) for end in missions()[slug].end] == [*map(tuple, ENDS[slug])]


def test_who_wins_where_nothing_else_has_decided() -> None:
    otherwise = {slug: mission.otherwise for slug, mission in missions().items()}
    assert [slug for slug, who in otherwise.items() if who == "attacker"] == ["roadblock"]
    fair = [slug for slug, mission in missions().items() if mission.fair]
    assert fair == ["free-for-all", "encounter", "not-one-step-back"]
    assert fair == [slug for slug, who in otherwise.items() if who == "nobody"]
    assert all(missions()[slug].roles == "roll-off" for slug in fair)


def test_the_word_with_which_an_end_is_reported() -> None:
    words = {end.when: end.ended_by for one in missions().values() for end in one.end}
    assert words == {
        "holds": "objective",
        "cleared": "cleared",
        "last-turn": "last-turn",
        "time": "time",
    }


def test_the_selector_has_nine_rows() -> None:
    rows = {str(row.number): row.mission for row in selector().values()}
    assert [*rows.items()] == [*cases("mission_pages")["rows"].items()]
    assert {row.number: row.agreed for row in selector().values() if row.agreed} == {
        5: ("hold-the-line",),
        4: ("trench-fight", "hold-the-line"),
    }


def test_the_numbers_of_a_score_and_the_ladder_of_companies() -> None:
    assert selection() == {
        "one-off-dice": 2,
        "linked-dice": 1,
        "lead": 1,
        "won-defending": -2,
        "change": 5,
    }
    assert company_roles() == {
        ("tank", "mechanised"),
        ("tank", "infantry"),
        ("mechanised", "infantry"),
    }


# --- numbers of a battle ------------------------------------------------------------------------


def reserve(slug: str, role: Role, platoons: int) -> tuple[int, int]:
    held = catalogue.in_reserve(missions()[slug].deployment(role), platoons)
    return held.least, held.most


def ambush(slug: str, role: Role, platoons: int, off: int) -> tuple[int, int]:
    held = catalogue.in_ambush(missions()[slug].deployment(role), platoons, off)
    return held.least, held.most


def test_of_seven_platoons_four_wait_and_one_of_the_other_three_may_be_in_ambush() -> None:
    assert reserve("hold-the-line", "defender", 7) == (4, 7)
    assert ambush("hold-the-line", "defender", 7, 4) == (0, 1)
    assert reserve("hold-the-line", "attacker", 7) == (0, 0)


def test_of_eight_platoons_four_wait_and_two_may_be_in_ambush() -> None:
    assert reserve("trench-fight", "defender", 8) == (4, 8)
    assert ambush("trench-fight", "defender", 8, 4) == (0, 2)


def test_a_flank_force_is_one_platoon_at_least_and_half_at_most() -> None:
    held = [reserve("breakthrough", "attacker", number) for number in (1, 2, 3, 7, 8)]
    assert held == [(1, 1), (1, 1), (1, 1), (1, 3), (1, 4)]
    assert reserve("breakthrough", "defender", 7) == (0, 7)


def test_the_target_of_an_ambuscade_has_one_escort_and_two_from_seven_platoons_on() -> None:
    attacker = missions()["roadblock"].deployment("attacker")
    assert [catalogue.escorts(attacker, number) for number in (1, 2, 6, 7, 9)] == [0, 1, 1, 2, 2]
    assert reserve("roadblock", "attacker", 6) == (4, 4)
    assert reserve("roadblock", "attacker", 7) == (4, 4)
    defender = missions()["roadblock"].deployment("defender")
    assert catalogue.in_ambuscade(defender, 7, 4) == catalogue.PlatoonRange(1, 1)
    assert catalogue.in_ambuscade(defender, 4, 4) == catalogue.PlatoonRange(0, 0)
    assert catalogue.escorts(defender, 7) == 0


def test_one_platoon_is_in_ambush_if_there_is_one_left() -> None:
    assert ambush("cauldron", "defender", 7, 4) == (1, 1)
    assert ambush("cauldron", "defender", 4, 4) == (0, 0)
    assert ambush("fighting-withdrawal", "defender", 6, 0) == (0, 1)
    assert ambush("encounter", "attacker", 6, 3) == (0, 0)


def test_one_platoon_may_come_by_the_sewers() -> None:
    street = missions()["not-one-step-back"].deployment("attacker")
    assert catalogue.in_sewers(street, 6, 0) == catalogue.PlatoonRange(0, 1)
    assert 1 in catalogue.in_sewers(street, 6, 0)
    assert 2 not in catalogue.in_sewers(street, 6, 0)
