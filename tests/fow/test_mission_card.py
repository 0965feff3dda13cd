"""FoW missions: the card in words, with the numbers of this battle."""

import re

import pytest

from campaign.fow.missions.card import MissionCard, mission_card
from campaign.fow.missions.catalogue import missions

SEVEN = {"attacker": 7, "defender": 7}


def card(slug: str, **further: object) -> MissionCard:
    return mission_card(slug, platoons=SEVEN, **further)  # type: ignore[arg-type]


def test_the_card_of_hold_the_line_step_by_step() -> None:
    """Page 204, with seven platoons on each side."""
    line = card("hold-the-line")
    assert (line.name, line.page) == ("Hold the Line", 204)
    assert line.set_up == (
        "Company types settle who attacks; like types roll a die each, and the higher attacks.",
        "The defender chooses the short table end that they deploy in.",
        "The defender places 1 objective in the defender's end of the table: at least 8\" from "
        'the centre line and at least 8" from every table edge.',
        "The attacker places 1 objective in the defender's end of the table: at least 8\" from "
        'the centre line and at least 8" from every table edge.',
        "The defender holds back at least 4 of 7 platoons (Reserves).",
        "The defender may hold up to half of what is left in Ambush: 1 where 3 are left.",
        "The defender deploys what is left in their own half.",
        'The attacker deploys their whole force in their own half, at least 24" from the '
        "centre line.",
        "Defender first, both sides deploy Independent teams, all of theirs at once.",
    )
    assert line.begins == (
        "The defender begins in Prepared Positions.",
        "Defender first, both sides make Reconnaissance Deployment moves.",
        "The attacker has the first turn.",
    )
    assert line.ends == (
        "The attacker begins a turn holding any objective.",
        "The defender begins a turn with no attacking team in the defender's half, from their "
        "own turn 6 on.",
    )
    assert line.wins == (
        "The attacker has won if the battle ended with the objective.",
        "A side that fails Company Morale has lost.",
        "The defender has won in every other case.",
    )
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
    assert road.wins == (
        "The defender has won if the battle ended with the objective.",
        "A side that fails Company Morale has lost.",
        "The attacker has won in every other case.",
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


def test_where_nobody_may_have_won() -> None:
    clash = card("free-for-all")
    assert clash.wins == (
        "Whoever took the objective has won.",
        "A side that fails Company Morale has lost. Otherwise nobody has won.",
    )
    assert clash.points == (
        "The winner lost no platoon: 6 points to 1. One: 5 to 2. Two or more: 4 to 3.",
        "Nobody won: a side that destroyed no enemy platoon has 1 point, one 2, two or more 3.",
    )


def test_when_an_objective_is_held_and_what_holds_in_every_set_up() -> None:
    """Pages 193 to 195."""
    line = card("hold-the-line", units="centimetres")
    assert line.holding == (
        "A side holds an objective if it begins its turn with a team within 10 cm of it and the "
        "enemy has none there.",
        "Independent and Transport teams, tanks that are Bailed Out or Bogged Down, and teams "
        "that were At the Double neither hold an objective nor keep it from the enemy.",
    )
    assert line.deploying == (
        "All teams begin In Command. Independent teams are set up last.",
        "Transports go with their platoons, or stay off the table for the whole battle.",
        "Recce moves are not At the Double and keep more than 40 cm from all enemies.",
    )


def test_losses_that_do_not_count_are_on_the_card() -> None:
    first = "The first platoon that a side lost does not count."
    before = "Platoons lost before the first turn do not count."
    told = {slug: card(slug).points for slug in missions()}
    assert [slug for slug, lines in told.items() if first in lines] == [
        "trench-fight",
        "big-push",
        "not-one-step-back",
    ]
    assert [slug for slug, lines in told.items() if before in lines] == [
        "roadblock",
        "trench-fight",
        "big-push",
    ]


def test_the_guns_of_the_big_push() -> None:
    push = card("big-push")
    assert push.begins == (
        "Both sides begin in Prepared Positions.",
        "The attacker carries out the Preliminary Bombardment.",
        "The attacker alone makes Reconnaissance Deployment moves.",
        "The attacker has the first turn.",
    )
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
