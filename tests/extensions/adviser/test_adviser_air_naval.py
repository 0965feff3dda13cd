"""LiF abilities: the adviser on air and naval combats."""

from campaign.lif.rulings import LIF_1998, LIF_LIST
from support.combats import Told, ask, leader, party, said, silent, total, unit


def test_lif_abilities_81_and_96_in_the_air() -> None:
    attack = party(
        [unit("japan", "FTR", 5)],
        leader("ozawa", "participating", flies_with="fighter"),
        air_value=5,
    )
    defence = party([unit("usa", "FTR", 5)], air_value=5)
    advised = ask(attack, defence, kind="air", hex="P1010")
    assert total(advised, "attacker air-to-air value") == 6
    nagumo = party([unit("japan", "CVP", 5)], leader("nagumo", "participating"), air_value=6)
    higher = ask(nagumo, defence, kind="air", hex="sea:coral-sea/3")
    assert said(higher, "nagumo", 96).effect == "AC may become DC: 6 against 5"
    spaatz = party(
        [unit("usa", "FTR", 5)],
        leader("spaatz", "participating", flies_with="fighter"),
        air_value=5,
    )
    assert silent(ask(nagumo, spaatz, kind="air", hex="sea:coral-sea/3"), "nagumo", 96)


def test_lif_abilities_86_and_87_by_night_and_by_day() -> None:
    raid: Told = {"kind": "air", "mission": "strategic-bombing", "hex": "E1010"}
    attack = party([unit("commonwealth", "LND", 4, turns=4)], leader("harris"))
    defence = party([unit("germany", "FTR", 5)])
    assert said(ask(attack, defence, night=True, **raid), "harris", 86).verdict == "may"
    assert silent(ask(attack, defence, night=False, **raid), "harris", 86)
    assert silent(ask(attack, defence, night=True, weather="rain", **raid), "harris", 86)
    light = party([unit("commonwealth", "LND", 4, turns=3)], leader("harris"))
    assert silent(ask(light, defence, night=True, **raid), "harris", 86)


SEA: Told = {"kind": "naval", "hex": "sea:coral-sea/3"}


def test_lif_abilities_100_lowers_halseys_search_die_by_1_and_by_2_in_the_list() -> None:
    attack = party([unit("usa", "CV", 3)], leader("halsey", map="P"))
    defence = party([unit("japan", "CA", 3)])
    assert total(ask(attack, defence, **SEA), "attacker search die") == -1
    assert total(ask(attack, defence, rulebook=LIF_LIST, **SEA), "attacker search die") == -2


def test_lif_abilities_91_and_93_search_by_weather_and_zone() -> None:
    italians = party([unit("italy", "BB", 5)], leader("cavagnari"))
    enemy = party([unit("commonwealth", "BB", 5)])
    mediterranean: Told = {"kind": "naval", "hex": "sea:italian-coast/3", "mediterranean": True}
    assert total(ask(italians, enemy, **mediterranean), "attacker search number") == 1
    assert total(ask(italians, enemy, weather="rain", **mediterranean), "die") is None
    assert silent(ask(italians, enemy, weather="rain", **mediterranean), "cavagnari", 91)
    nimitz = party([unit("usa", "CV", 3)], leader("nimitz"))
    for weather, known in (("fine", 1), ("snow", 1), ("storm", None)):
        advised = ask(nimitz, enemy, weather=weather, **SEA)
        assert total(advised, "attacker search number") == known


def test_lif_abilities_94_and_115_mikawas_night_dash_and_his_cruisers() -> None:
    ships = [
        unit("japan", "CA", 4, movement=6, section=4),
        unit("japan", "CL", 2, movement=6, section=4),
        unit("japan", "DD", 1, movement=6, section=4),
    ]
    enemy = party([unit("usa", "CA", 4)])
    mikawa = leader("mikawa", "participating", section=4)
    advised = ask(party(ships, mikawa), enemy, combat_type="surface", **SEA)
    assert said(advised, "mikawa", 94).verdict == "may"
    assert total(advised, "attacker factors") == 8 + 4 + 1
    slow = [*ships, unit("japan", "BB", 5, movement=4, section=4)]
    assert silent(ask(party(slow, mikawa), enemy, combat_type="surface", **SEA), "mikawa", 94)


def test_ruling_29_97_is_white_and_must_be_used() -> None:
    carriers = party([unit("japan", "CV", 4)], leader("nagumo", "participating"))
    enemy = party([unit("usa", "CV", 4)])
    owed = said(ask(carriers, enemy, combat_type="naval-air", **SEA), "nagumo", 97)
    assert (owed.verdict, owed.counted) == ("must", True)
    face_down = leader("nagumo", "participating", face_up=False)
    below = {
        rulebook: said(
            ask(party([unit("japan", "CV", 4)], face_down), enemy, combat_type="naval-air",
                rulebook=rulebook, **SEA), "nagumo", 97,
        ).verdict
        for rulebook in (LIF_1998, LIF_LIST)
    }  # fmt: skip
    assert below == {LIF_1998: "ruled-out", LIF_LIST: "must"}


def test_lif_abilities_99_says_how_many_planes_a_carrier_flies() -> None:
    fleet = party(
        [unit("usa", "CV", 4), unit("usa", "CVP", 2)], leader("fletcher", "participating")
    )
    enemy = party([unit("japan", "CA", 4)])
    advice = said(ask(fleet, enemy, combat_type="naval-air", **SEA), "fletcher", 99)
    assert (advice.verdict, advice.counted, advice.effect) == (
        "may", True, "each carrier stacked with him may fly two carrier planes that fit its air"
        " component",
    )  # fmt: skip
    gunnery = said(ask(fleet, enemy, combat_type="surface", **SEA), "fletcher", 99)
    assert gunnery.why == "it needs carriers of his stack, in naval-air combat or a port strike"
    cruisers = party([unit("usa", "CA", 4)], leader("fletcher", "participating"))
    assert silent(ask(cruisers, enemy, combat_type="naval-air", **SEA), "fletcher", 99)


def test_lif_abilities_106_and_122_at_a_port_strike() -> None:
    strike: Told = {"kind": "naval", "hex": "E1010", "combat_type": "port-strike", "port": "major"}
    planes = party([unit("commonwealth", "CVP", 2)], leader("cunningham", "participating"))
    enemy = party([unit("italy", "BB", 5)])
    assert total(ask(planes, enemy, **strike), "attacker search number") == 2
    japanese = party([unit("japan", "CVP", 2)], leader("nagumo", "participating"))
    alert = said(ask(japanese, enemy, **strike), "nagumo", 106)
    assert alert.effect.endswith("as box 7")
    mixed = party(
        [unit("commonwealth", "CVP", 2), unit("commonwealth", "FTR", 2)],
        leader("cunningham", "participating"),
    )
    assert silent(ask(mixed, enemy, **strike), "cunningham", 122)


def test_lif_2_a_section_that_is_not_in_the_battle_brings_nothing() -> None:
    ships = party([unit("germany", "BB", 6)], leader("raeder", "stacked"))
    out = said(ask(ships, party([unit("commonwealth", "BB", 6)]), combat_type="surface", **SEA),
               "raeder", 95)  # fmt: skip
    assert (out.verdict, out.why) == ("ruled-out", "his section is not in the battle")
