"""LiF 2, 3.2: the adviser beside what is announced, the maps' scales, sections and choices."""

import csv
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.extensions.adviser.effects import Look, scale_at
from campaign.extensions.adviser.effects_by_combat import condition, entries
from campaign.extensions.adviser.evaluate import Announcement, House
from campaign.extensions.adviser.model import Advised, Combat, Presence, read_combat
from campaign.extensions.adviser.verbs import advise_in
from campaign.kernel.decisions import Refused
from campaign.lif.abilities.catalogue import ability
from campaign.lif.roster import kit
from campaign.lif.rulings import LIF_1998, LIF_LIST
from support.combats import GERMANS, SOVIETS, Told, ask, leader, party, said, silent, total, unit
from support.command_line import Shell
from support.sessions import Session, ledger_in

GERMAN_SIDE = ("germany", "italy")
SEA: Told = {"kind": "naval", "hex": "sea:coral-sea/3"}

# --- ruling 44 ----------------------------------------------------------------------------------

PLACES = {"zhukov": "E1429", "koniev": "E1431", "vatutin": "E1430", "rommel": "E1329",
          "kleist": "E1329"}  # fmt: skip


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Three Soviet leaders about E1429, two Germans beside it, in an Axis land combat step."""
    with ledger_in(tmp_path) as ledger:
        session = Session(ledger).open(setup={"leaders": dict.fromkeys(PLACES, "arriving")})
        for who, where in PLACES.items():
            session.do("PlaceLeader", leader=who, location=where)
        session.do("BeginImpulse", side="axis")
        session.do("BeginStep", step="land-combat")
        yield session


def advice(session: Session, *, hex: str = "E1429", german: Any = (), **more: Any) -> Advised:
    """On Germans, one across a river, against the city."""
    attack = [unit("germany", "ARM", 8, across_river=True), GERMANS[1]]
    combat = {
        "kind": "land",
        "hex": hex,
        "city": True,
        "attackers": party(attack, *german),
        "defenders": party(SOVIETS, leader("koniev", "range")),
    }
    read = read_combat(json.dumps(combat))
    assert not isinstance(read, Refused), read
    advised = advise_in(session.state, read, **more)
    assert not isinstance(advised, Refused), advised
    return advised


def announce(session: Session, who: str, ability: int, *, hex: str = "E1429") -> None:
    """Rommel and Kleist attack with a stack of theirs; Koniev helps the defence from afar."""
    attack: Told = {"attacking": True, "stacked_with_participant": True}
    more = {"helps": ["ussr"]} if who == "koniev" else {"helps": ["germany"], **attack}
    session.do("UseAbility", leader=who, ability=ability, hex=hex, **more)


def test_ruling_44_what_is_announced_for_the_combat_is_in_force_with_its_effect(
    session: Session,
) -> None:
    """Ruling 44: announced abilities are not ruled out for having been used."""
    announce(session, "rommel", 58)
    announce(session, "koniev", 30)
    advised = advice(session, german=[leader("rommel")])
    river, city = said(advised, "rommel", 58), said(advised, "koniev", 30)
    assert [(one.verdict, one.counted, one.announced) for one in (river, city)] == [
        ("may", True, True)
    ] * 2
    # 8 over the river is not halved, and 6 more; Koniev's city takes 1 from the die.
    assert total(advised, "attacker factors") == 14
    assert total(advised, "die") == -1


def test_ruling_44_what_is_announced_counts_whatever_the_player_says_he_means_to_use(
    session: Session,
) -> None:
    announce(session, "rommel", 58)
    advised = advice(session, german=[leader("rommel", uses=[])])
    assert total(advised, "attacker factors") == 14
    assert not said(advised, "rommel", 56).counted


def test_ruling_44_a_leader_who_announced_is_there_though_the_combat_does_not_name_him(
    session: Session,
) -> None:
    announce(session, "rommel", 58)
    advised = advice(session)
    assert said(advised, "rommel", 58).announced
    assert total(advised, "attacker factors") == 14
    assert not said(advised, "rommel", 56).counted


def test_ruling_44_what_was_used_for_another_hex_is_used_up(session: Session) -> None:
    announce(session, "rommel", 58, hex="E1328")
    out = said(advice(session, german=[leader("rommel")]), "rommel", 58)
    assert (out.verdict, out.counted, out.rule) == ("ruled-out", False, "LiF 3.2")
    assert "has used ability 58 in this step" in out.why


def test_ruling_44_an_announced_leader_has_the_rank_and_is_no_choice(session: Session) -> None:
    announce(session, "kleist", 36)
    advised = advice(session, german=[leader("rommel"), leader("kleist")])
    assert said(advised, "kleist", 36).announced
    out = said(advised, "rommel", 56)
    assert (out.verdict, out.counted) == ("ruled-out", False)
    assert "Kleist has used up Germany's 3 stars on map E" in out.why


def test_ruling_44_within_the_combat_the_announced_leader_has_the_rank_too() -> None:
    house = House(
        sheet=kit(), announced={("kleist", 36): Announcement(helps=frozenset({"germany"}))}
    )
    advised = ask(party(GERMANS, leader("rommel"), leader("kleist")), party(SOVIETS), house=house)
    out = said(advised, "rommel", 56)
    assert (out.verdict, out.counted, out.rule) == ("ruled-out", False, "LiF 3.2")
    assert out.why == "Kleist uses up Germany's 3 stars on map E"
    assert said(advised, "kleist", 36).counted


def test_ruling_44_the_parts_of_one_land_combat_are_one_step_to_it(session: Session) -> None:
    announce(session, "rommel", 58)
    session.do("BeginStep", step="ground-support")
    assert said(advice(session), "rommel", 58).announced
    session.do("BeginStep", step="air-rebase")
    assert silent_of(advice(session), "rommel")


def silent_of(advised: Advised, who: str) -> bool:
    return who not in {one.leader for one in (*advised.attacker, *advised.defender)}


def test_ruling_44_as_told_the_record_is_left_aside(session: Session) -> None:
    announce(session, "rommel", 58)
    advised = advice(session, german=[leader("rommel")], as_told=True)
    assert not said(advised, "rommel", 58).announced


def _any_combat(dice: Random, session: Session, german: list[str], soviet: list[str]) -> str:
    """A combat for E1429 between the leaders who lie about it."""
    attack = [
        unit(dice.choice(["germany", "germany", "italy"]), dice.choice(["ARM", "INF", "ART"]),
             dice.randint(1, 9), across_river=dice.random() < 0.4, in_supply=dice.random() < 0.7)
        for _ in range(3)
    ]  # fmt: skip
    defence = [unit("ussr", "INF", 5, notional=dice.random() < 0.3) for _ in range(2)]
    here = {who: session.state.play.placements[who].location == "E1429" for who in soviet}
    defenders = [leader(who, "stacked" if here[who] else "range") for who in soviet]
    return json.dumps({
        "kind": "land", "hex": "E1429", "city": dice.random() < 0.5,
        "weather": dice.choice(["fine", "snow"]), "terrain": dice.choice(["clear", "forest"]),
        "table": dice.choice(["", "blitz", "assault"]),
        "called_by": dice.choice(["attacker", "defender"]),
        "attackers": party(attack, *(leader(who) for who in german)),
        "defenders": party(defence, *defenders),
    })  # fmt: skip


@pytest.mark.parametrize("rulebook", [LIF_1998, LIF_LIST])
@pytest.mark.parametrize("seed", range(6))
def test_what_the_adviser_offers_is_accepted_and_then_in_force(
    tmp_path: Path, seed: int, rulebook: str
) -> None:
    """Ruling 44: each command it gives is taken, one after the other, and counts from then on."""
    dice, sheet = Random(seed), kit()
    german = dice.sample([who for who, own in sheet.items() if own.power in GERMAN_SIDE], 3)
    soviet = dice.sample([who for who, own in sheet.items() if own.power == "ussr"], 3)
    with ledger_in(tmp_path) as ledger:
        arrived = dict.fromkeys((*german, *soviet), "arriving")
        session = Session(ledger).open(rulebook=rulebook, setup={"leaders": arrived})
        for who in german:
            session.do("PlaceLeader", leader=who, location=dice.choice(["E1328", "E1329"]))
        for who in soviet:
            session.do("PlaceLeader", leader=who, location=dice.choice(["E1429", "E1431"]))
        session.do("BeginImpulse", side="axis")
        session.do("BeginStep", step="land-combat")
        combat = read_combat(_any_combat(dice, session, german, soviet))
        assert not isinstance(combat, Refused)
        announced: set[tuple[str, int]] = set()
        while True:
            advised = advise_in(session.state, combat)
            assert not isinstance(advised, Refused)
            advices = (*advised.attacker, *advised.defender)
            in_force = {
                (one.leader, one.ability)
                for one in advices
                if one.announced and (one.counted or one.verdict == "cancelled")
            }
            assert in_force == announced
            offered = [one for one in advices if one.command is not None]
            if not offered:
                break
            chosen = dice.choice(offered)
            assert ledger.submit(session.name, {**(chosen.command or {})})["accepted"]
            announced.add((chosen.leader, chosen.ability))


# --- rulings 41 to 43 ---------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", [LIF_1998, LIF_LIST])
def test_ruling_41_an_abilitys_own_text_beats_the_limits_of_nationality(rulebook: str) -> None:
    """Ruling 41: Messe serves a German beside an Italian, in both editions."""
    pair = party([unit("germany"), unit("italy")], leader("messe"))
    advised = ask(party([unit("commonwealth")]), pair, rulebook=rulebook, table="blitz",
                  called_by="defender")  # fmt: skip
    assert said(advised, "messe", 31).verdict == "may"
    assert total(advised, "die") == -1


def test_ruling_42_a_mixed_force_is_served_where_the_club_allows_it() -> None:
    """Ruling 42: one unit within the limits is enough then, and none is never."""
    for own, mixed, verdict in (
        ([unit("italy"), unit("germany")], False, "ruled-out"),
        ([unit("italy"), unit("germany")], True, "may"),
        ([unit("germany")], True, "ruled-out"),
    ):
        advised = ask(party(own, leader("graziani")), party(SOVIETS), table="blitz",
                      called_by="attacker", house=House(sheet=kit(), mixed=mixed))  # fmt: skip
        assert said(advised, "graziani", 27).verdict == verdict


def test_ruling_43_ability_49_counts_its_units_over_the_hexes_of_a_step(session: Session) -> None:
    """Ruling 43: four in all; the adviser's command says how many it serves here."""

    def of_kleist(unsupplied: int, hex: str) -> Any:
        units = [unit("germany", in_supply=False, full_factors=6) for _ in range(unsupplied)]
        combat = {"kind": "land", "hex": hex, "attackers": party(units, leader("kleist")),
                  "defenders": party(SOVIETS)}  # fmt: skip
        read = read_combat(json.dumps(combat))
        assert not isinstance(read, Refused)
        advised = advise_in(session.state, read)
        assert not isinstance(advised, Refused)
        return advised

    first = said(of_kleist(3, "E1429"), "kleist", 49)
    assert first.command is not None
    assert first.command["units"] == 3
    assert session.ledger.submit(session.name, {**first.command})["accepted"]
    # 3 of 4 are served: here they fight with 6 each; elsewhere one more may.
    assert total(of_kleist(3, "E1429"), "attacker factors") == 18
    second = said(of_kleist(3, "E1328"), "kleist", 49)
    assert second.command is not None
    assert second.command["units"] == 1
    assert total(of_kleist(3, "E1328"), "attacker factors") == 6 + 5 + 5


# --- LiF 2: the scale of the maps ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex", "distance", "within"),
    [
        # Four stars: 4 European hexes, 2 Asian or Pacific, 0 American or off the map.
        ("E1429", 4, True), ("E1429", 5, False), ("W1010", 4, True), ("W1010", 5, False),
        ("A1010", 2, True), ("A1010", 3, False), ("P1010", 2, True), ("P1010", 3, False),
        ("M1010", 0, True), ("M1010", 1, False), ("dot:canada", 0, True), ("dot:canada", 1, False),
    ],
)  # fmt: skip
def test_lif_2_a_distance_is_counted_in_hexes_of_the_map_that_is_fought_on(
    hex: str, distance: int, within: bool
) -> None:
    defence = party(SOVIETS, leader("koniev", "range", distance=distance))
    advised = ask(party(GERMANS), defence, city=True, hex=hex)
    assert said(advised, "koniev", 30).verdict == ("may" if within else "ruled-out")


def test_lif_2_the_advice_says_in_which_hexes_a_distance_is_counted() -> None:
    def advised(hex: str, **more: Any) -> Advised:
        return ask(
            party(GERMANS), party(SOVIETS, leader("koniev", "range", **more)), city=True, hex=hex
        )

    asian = advised("A1010", distance=3)
    assert said(asian, "koniev", 30).why == (
        "he is 3 hexes of map A away, which count 6; his range is 4"
    )
    assert "Distances count hexes of map A, each as 2 in Europe (LiF 2)." in asian.notes
    european = advised("E1429", distance=3)
    assert "Distances count hexes of map E, each as 1 in Europe (LiF 2)." in european.notes
    assert not [note for note in advised("E1429").notes if "Distances" in note]


def test_ruling_28_one_distance_over_two_maps_says_nothing() -> None:
    defence = party(SOVIETS, leader("koniev", "range", distance=1, hex="E1433"))
    out = said(ask(party(GERMANS), defence, city=True, hex="A1010"), "koniev", 30)
    assert (out.verdict, out.rule) == ("ruled-out", "Ruling 28")
    assert "enter the hexes on each map" in out.why
    # One Asian hex counts 2 and one European 1: 3 of his 4.
    defence = party(SOVIETS, leader("koniev", "range", hex="E1433", entered={"E": 1, "A": 1}))
    assert said(ask(party(GERMANS), defence, city=True, hex="A1010"), "koniev", 30).counted


@pytest.mark.parametrize(
    ("map", "scale"), [("P", ("map P", 2)), ("M", ("map M", 6)), ("W", ("map W", 1)), ("", None)]
)
def test_lif_2_at_sea_a_distance_counts_hexes_of_the_leaders_map(
    map: str, scale: tuple[str, int] | None
) -> None:
    far = leader("koniev", "range", distance=1, map=map)
    combat = read_combat(
        json.dumps({**SEA, "attackers": party(GERMANS), "defenders": party(SOVIETS, far)})
    )
    assert not isinstance(combat, Refused)
    assert scale_at(combat, combat.defenders.leaders[0]) == (scale or ("Europe", 1))


# --- abilities that speak of their own section --------------------------------------------------


@pytest.mark.parametrize("rulebook", [LIF_1998, LIF_LIST])
@pytest.mark.parametrize(
    ("who", "number", "combat_type"),
    [("spruance", 101, "naval-air"), ("spruance", 105, "surface"), ("mountbatten", 108, "sub")],
)
def test_lif_abilities_101_105_and_108_reach_their_own_section_alone(
    who: str, number: int, combat_type: str, rulebook: str
) -> None:
    power = kit()[who].power
    for section, verdict in ((4, "may"), (3, "ruled-out")):
        for place in ({"section": 4}, {"hex": "sea:coral-sea/4"}):
            ships = [unit(power, "CA", 4, section=section)]
            advised = ask(party(ships, leader(who, "participating", **place)),
                          party([unit("japan", "SUB", 3)]), combat_type=combat_type,
                          rulebook=rulebook, **SEA)  # fmt: skip
            assert said(advised, who, number).verdict == verdict


def test_lif_abilities_108_hunts_with_face_up_ships_alone() -> None:
    ships = [unit("commonwealth", "CA", 4, face_up=False)]
    advised = ask(party(ships, leader("mountbatten", "participating")),
                  party([unit("japan", "SUB", 3)]), combat_type="sub", **SEA)  # fmt: skip
    assert said(advised, "mountbatten", 108).why == (
        "it needs face-up surface ships of his section in submarine combat"
    )


# --- 119 ----------------------------------------------------------------------------------------


def _port(*support: Told, limit: float | None = None, uses: Any = (119,)) -> Advised:
    kuznetsov = leader("kuznetsov", in_port=True, uses=list(uses))
    own = party(SOVIETS, kuznetsov, support=list(support), support_limit=limit)
    return ask(party(GERMANS), own)


def test_lif_abilities_119_adds_half_the_plain_bombardment_of_ships_in_port() -> None:
    ships = {"power": "ussr", "kind": "ship", "factors": 5}
    advised = _port(ships)
    # The units have 6 + 5; half of 5 is 2.5.
    assert total(advised, "defender factors") == 13.5
    assert said(advised, "kuznetsov", 119).effect == (
        "ships in port give half of 5, as artillery: 2.5"
    )
    at_sea = {**ships, "in_port": False}
    assert silent(_port(at_sea), "kuznetsov", 119)
    # At sea another 3 bombard as they always may; those in port give 2.5.
    assert total(_port({**ships, "in_port": True}, {**at_sea, "factors": 3}),
                 "defender factors") == 16.5  # fmt: skip


def test_lif_abilities_119_is_artillery_and_keeps_its_limit() -> None:
    guns = {"power": "ussr", "kind": "artillery", "factors": 3}
    ships = {"power": "ussr", "kind": "ship", "factors": 8}
    # 3 of artillery and 4 from the port, of 6 allowed: 11 + 6.
    assert total(_port(guns, ships, limit=6), "defender factors") == 17


def test_lif_abilities_119_and_120_add_up_to_half_the_attack_factors() -> None:
    ships = {"power": "ussr", "kind": "ship", "factors": 4, "attack_factors": 6}
    assert total(_port(ships, uses=(119, 120)), "defender factors") == 14
    assert total(_port(ships, uses=(120,)), "defender factors") == 11


# --- why an ability does nothing ----------------------------------------------------------------


def test_every_ability_of_every_leader_is_spoken_of_with_a_reason() -> None:
    sheet = kit()
    for kind, hex in (("land", "E1429"), ("air", "E1010"), ("naval", "sea:coral-sea/3")):
        for rulebook in (LIF_1998, LIF_LIST):
            for who, counter in sheet.items():
                own = party([unit(counter.power)], leader(who))
                for sides in ((own, party(GERMANS)), (party(GERMANS), own)):
                    advised = ask(*sides, kind=kind, hex=hex, rulebook=rulebook)
                    advices = (*advised.attacker, *advised.defender)
                    assert {one.ability for one in advices} == set(counter.abilities)
                    for one in advices:
                        assert one.why or one.counted
                        assert (one.verdict != "does-not-apply") or one.command is None


def test_a_reason_names_what_the_ability_waits_for() -> None:
    quiet = ask(party(SOVIETS, leader("koniev")), party(GERMANS))
    assert said(quiet, "koniev", 30).why == "it serves defenders alone"
    defence = ask(party(GERMANS), party(SOVIETS, leader("koniev")))
    assert said(defence, "koniev", 30).why == "it needs a city that is defended"
    for rulebook, wanted in (
        (LIF_1998, "it needs defenders who call the table, or weather that is not fine"),
        (LIF_LIST, "it needs defenders who call the table"),
    ):
        zhukov = ask(party(GERMANS), party(SOVIETS, leader("zhukov")), rulebook=rulebook)
        assert said(zhukov, "zhukov", 33).why == wanted
    search = ask(party([unit("germany", "BB")], leader("rommel")), party(SOVIETS), **SEA)
    assert said(search, "rommel", 58).why == "its step is land-combat; it changes no naval combat"
    fleet = party([unit("usa", "CA", 4, section=2)], leader("spruance", "participating"))
    spruance = ask(fleet, party([unit("japan", "CA", 4)]), weather="fine", **SEA)
    assert said(spruance, "spruance", 102).why == (
        "its step is naval-movement; it changes no naval combat"
    )
    alone = ask(party([unit("commonwealth")], leader("montgomery")), party(GERMANS))
    assert said(alone, "montgomery", 1).why == "it bars him from no unit of this combat"


def test_every_condition_of_the_table_is_one_that_can_be_asked() -> None:
    """A misspelt word would fail, whatever stands before it; every ability's own row is in it."""
    text = files("campaign.extensions.adviser").joinpath("combat_effects.csv").read_text("utf-8")
    sides = {"attackers": party(GERMANS), "defenders": party(SOVIETS)}
    for row in csv.DictReader(text.splitlines()):
        for kind in row["combat"].split():
            combat = read_combat(json.dumps({"kind": kind, "hex": "E1429", **sides}))
            assert isinstance(combat, Combat)
            assert not entries(kind)[int(row["ability"])].needs.endswith(".")
            look = Look(
                combat=combat, side="attacker", counter=kit()["rommel"], rulebook=LIF_1998,
                present=Presence(leader="rommel", place="stacked"), table="", called_by=None,
                ability=ability(int(row["ability"])), serves="germany", values=(None, None),
                serving=frozenset({0}),
            )  # fmt: skip
            assert {condition(word)(look) for word in row["when"].split()} <= {True, False}


# --- without a store ----------------------------------------------------------------------------


def _file(folder: Path) -> Path:
    combat = {"kind": "land", "hex": "E1429", "city": True, "attackers": party(GERMANS),
              "defenders": party(SOVIETS, leader("koniev", "range", distance=4))}  # fmt: skip
    file = folder / "combat.json"
    file.write_text(json.dumps(combat), encoding="utf-8")
    return file


def test_campaign_advise_works_without_a_store(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    file = _file(tmp_path)
    before = {path.name for path in tmp_path.rglob("*")}
    told = shell("advise", str(file))
    assert told.status == 0, told.err
    assert "die: -1" in told.out
    assert "does not apply" in told.out
    of_his = [line for line in told.out.splitlines() if re.search(r" koniev \d+, ", line)]
    assert {line.index("koniev") for line in of_his} == {4 + len("does not apply ")}
    piped = shell("advise", "-", "--json", typed=file.read_text(encoding="utf-8"))
    assert [one["ability"] for one in json.loads(piped.out)["defender"]] == list(
        kit()["koniev"].abilities
    )
    assert shell("advise", str(file), "--rulebook", "lif-list").status == 0
    assert {path.name for path in tmp_path.rglob("*")} == before


def test_campaign_advise_asks_without_a_store_as_well(tmp_path: Path) -> None:
    typed = ["E1429", "clear", "yes", "no", "fine", "open", "germany ARM 8", "", "", "ussr INF 6",
             "", "koniev range 4", ""]  # fmt: skip
    done = Shell(tmp_path)("advise", typed="\n".join(typed) + "\n")
    assert done.status == 0, done.err
    assert "die: -1" in done.out
    assert "no campaign" in Shell(tmp_path)("advise", "nobodys", typed="{}").error


# --- what is announced, and what the combat turns out to be --------------------------------------


def test_ruling_42_an_announced_modifier_serves_no_force_that_is_partly_beyond_him(
    session: Session,
) -> None:
    """Ruling 42: the report would be refused, so the adviser does not count it either."""
    session.do("MoveLeader", leader="rommel", location="E1429", means="other")
    session.do("BeginImpulse", side="axis")
    session.do("BeginStep", step="land-combat")
    told = {"leader": "rommel", "ability": 56, "hex": "E1430", "helps": ["germany"]}
    session.do("UseAbility", **told, attacking=True, stacked_with_participant=True)

    def of(*units: Told) -> Any:
        combat = {"kind": "land", "hex": "E1430", "attackers": party(list(units), leader("rommel")),
                  "defenders": party(SOVIETS)}  # fmt: skip
        read = read_combat(json.dumps(combat))
        assert not isinstance(read, Refused), read
        advised = advise_in(session.state, read)
        assert not isinstance(advised, Refused), advised
        return said(advised, "rommel", 56)

    assert (of(unit("germany")).announced, of(unit("germany")).counted) == (True, True)
    mixed = of(unit("germany"), unit("italy"))
    assert (mixed.announced, mixed.counted, mixed.rule) == (True, False, "LiF 3.2")


def test_ruling_44_an_announced_ability_gives_nothing_to_units_that_it_does_not_name(
    session: Session,
) -> None:
    """Ruling 44: the river is not the Germans', whom the announcement helps."""
    announce(session, "rommel", 58)
    combat = {
        "kind": "land",
        "hex": "E1429",
        "attackers": party(
            [unit("germany", factors=6), unit("italy", factors=8, across_river=True)],
            leader("rommel"),
        ),
        "defenders": party(SOVIETS),
    }
    read = read_combat(json.dumps(combat))
    assert not isinstance(read, Refused), read
    advised = advise_in(session.state, read)
    assert not isinstance(advised, Refused), advised
    assert not said(advised, "rommel", 58).counted
    assert total(advised, "attacker factors") is None


def test_ruling_30_an_announcement_takes_up_the_rank_of_those_whom_it_helps(tmp_path: Path) -> None:
    """Ruling 30, list edition: Montgomery helped his own, and Zhukov's stars are free."""
    with ledger_in(tmp_path) as ledger:
        placed = {"montgomery": "E1431", "zhukov": "E1430"}
        opening = {"leaders": dict.fromkeys(placed, "arriving")}
        session = Session(ledger).open(rulebook=LIF_LIST, setup=opening)
        for who, where in placed.items():
            session.do("PlaceLeader", leader=who, location=where)
        session.do("BeginImpulse", side="axis")
        session.do("BeginStep", step="land-combat")
        helps = ["commonwealth"]
        session.do("UseAbility", leader="montgomery", ability=48, hex="E1429", helps=helps)
        combat = {"kind": "land", "hex": "E1429", "attackers": party(GERMANS),
                  "defenders": party(SOVIETS, leader("zhukov", "range"))}  # fmt: skip
        read = read_combat(json.dumps(combat))
        assert not isinstance(read, Refused), read
        advised = advise_in(session.state, read)
        assert not isinstance(advised, Refused), advised
        assert said(advised, "zhukov", 40).command is not None


def test_lif_3_2_an_aligned_minor_is_its_powers_as_the_record_has_it(tmp_path: Path) -> None:
    """LiF 3.2: Rommel helps Rumanians whom the record aligns with Germany."""
    with ledger_in(tmp_path) as ledger:
        minors = {"rumania": {"status": "aligned", "power": "germany"}}
        opening = {"leaders": {"rommel": "arriving"}, "minors": minors}
        session = Session(ledger).open(setup=opening)
        session.do("PlaceLeader", leader="rommel", location="E1329")
        combat = {
            "kind": "land",
            "hex": "E1429",
            "attackers": party([unit("germany"), unit("rumania")], leader("rommel")),
            "defenders": party(SOVIETS),
        }
        read = read_combat(json.dumps(combat))
        assert not isinstance(read, Refused), read
        advised = advise_in(session.state, read)
        assert not isinstance(advised, Refused), advised
        command = said(advised, "rommel", 56).command
        assert command is not None
        assert command["helps"] == ["germany", "rumania"]
