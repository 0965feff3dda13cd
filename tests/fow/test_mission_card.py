"""FoW missions: the card in words, with the numbers of this battle."""

import re
from typing import Any

import pytest

from campaign.fow.missions.card import MissionCard, mission_card
from campaign.fow.missions.catalogue import missions
from fow.support import cases

SEVEN = {"attacker": 7, "defender": 7}


def card(slug: str, **further: object) -> MissionCard:
    return mission_card(slug, platoons=SEVEN, **further)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", cases("mission_cards"), ids=lambda case: case["why"])
def test_a_card_says(case: dict[str, Any]) -> None:
    made = card(case["mission"], units=case["units"])
    parts = {name: value for name, value in case.items() if isinstance(value, list)}
    assert parts == {name: [*getattr(made, name)] for name in parts}


def test_the_card_of_hold_the_line() -> None:
    line = card("hold-the-line")
    assert (line.name, line.page) == ("Hold the Line", 204)
    assert [(rule.name, rule.binds) for rule in line.rules] == [
        ("Reserves", "defender"),
        ("Ambush", "defender"),
        ("Prepared Positions", "defender"),
        ("Defensive Battle", ""),
    ]


def test_a_campaign_in_centimetres_has_no_inch_on_its_cards() -> None:
    for slug in missions():
        told = repr(mission_card(slug, "centimetres"))
        assert not re.search(r'\d+"', told), slug
        assert "cm" in told
    for slug in missions():
        assert " cm" not in repr(mission_card(slug, "inches")), slug


def test_the_road_and_its_column() -> None:
    """Page 208: of seven platoons three are on the road, of six two."""
    road = mission_card("roadblock", platoons=SEVEN)
    assert "The attacker picks 2 platoons to escort it; the other 4 of 7 wait off the table." in (
        road.set_up
    )
    small = mission_card("roadblock", platoons={"attacker": 6, "defender": 7})
    assert "The attacker picks 1 platoon to escort it; the other 4 of 6 wait off the table." in (
        small.set_up
    )
    unknown = mission_card("roadblock")
    assert (
        "The attacker picks 1 platoon to escort it, 2 with 7 or more in the force; all others "
        "wait off the table." in unknown.set_up
    )
    assert road.ends[1] == (
        'The attacker begins a turn with no defending team within 16" of either objective, from '
        "their own turn 6 on."
    )


def test_a_flank_force_and_what_the_defender_of_a_breakthrough_waits_for() -> None:
    flank = card("breakthrough")
    assert "The attacker holds back 1 to 3 of 7 platoons (Delayed Reserves)." in flank.set_up
    assert "The defender may hold back any of 7 platoons (Mobile Reserves)." in flank.set_up
    binds = {rule.name: rule.binds for rule in flank.rules}
    assert (binds["Reserves"], binds["Delayed Reserves"]) == ("defender", "attacker")


def test_ruling_41_may_delay_the_reserves_of_a_breakthrough() -> None:
    flank = card("breakthrough", defender_delayed=True)
    binds = {rule.name: rule.binds for rule in flank.rules}
    assert "Reserves" not in binds
    assert binds["Delayed Reserves"] == ""


def test_an_attacker_by_score_needs_no_dice_for_the_roles() -> None:
    first = card("free-for-all").set_up[0]
    assert first == "Each side rolls a die. The higher attacks."
    by_score = card("free-for-all", own_roles=False).set_up[0]
    assert by_score == "The higher score in the mission roll has settled who attacks."


def test_losses_that_do_not_count_are_on_the_card() -> None:
    first = "The first platoon that a side lost does not count."
    before = "Platoons lost before the first turn do not count."
    told = {slug: card(slug).points for slug in missions()}
    without_first = [slug for slug, lines in told.items() if first in lines]
    assert without_first == ["trench-fight", "big-push", "not-one-step-back"]
    without_before = [slug for slug, lines in told.items() if before in lines]
    assert without_before == ["roadblock", "trench-fight", "big-push"]


def test_the_guns_of_the_big_push() -> None:
    push = card("big-push")
    assert "Pioneer Deployment" in [rule.name for rule in push.rules]


def test_a_house_to_house_fight_has_its_own_table_and_rooms() -> None:
    street = card("not-one-step-back")
    assert "The table is 4 feet by 3 feet." in street.set_up
    assert (
        "The table is 120 cm by 90 cm." in mission_card("not-one-step-back", "centimetres").set_up
    )
    assert street.holding[0] == (
        "Only who alone has teams in an objective's room holds it; teams next door or outside "
        "count for nothing."
    )


@pytest.mark.parametrize("number", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("slug", missions())
def test_every_card_is_whole_sentences_for_any_number_of_platoons(slug: str, number: int) -> None:
    made = mission_card(slug, platoons={"attacker": number, "defender": number})
    lines = (
        *made.set_up,
        *made.begins,
        *made.ends,
        *made.wins,
        *made.points,
        *made.holding,
        *made.deploying,
    )
    assert all(line[0].isupper() and line.endswith(".") for line in lines)
    assert all(rule.text.endswith(".") for rule in made.rules)
    assert not [line for line in lines if "None" in line or "  " in line]
