"""FoW Choosing Your Force: what makes a force valid, and the club's own army list."""

from typing import Any

from msgspec.structs import replace

from campaign.fow.forces import rosters
from campaign.fow.forces.validity import checked, combat_needed, cost
from campaign.fow.state import Force
from campaign.kernel.decisions import Refused
from events.fow.forces import AirSupport, Platoon, Variant


def company(*platoons: tuple[str, Any, int], **fields: Any) -> Force:
    """A force of platoons: id, class, points."""
    made = {one: Platoon(id=one, unit_class=kind, points=costs) for one, kind, costs in platoons}
    points = cost(tuple(made.values()), None)
    return replace(Force("rifles", "allies", "infantry", 1500, points, made), **fields)


def reason(force: Force | Refused) -> str:
    """Why a force is refused, with its rule."""
    assert isinstance(force, Refused)
    return f"{force.rule}: {force.reason}"


TWO = (("hq", "hq", 50), ("a", "combat", 400), ("b", "combat", 400))


def test_a_headquarters_and_two_combat_platoons_make_a_force() -> None:
    """p. 183: and it costs what it may at most: 50 + 400 + 400 of 850."""
    assert checked(company(*TWO, limit=850), ()) == company(*TWO, limit=850, checked="word")
    assert reason(checked(company(*TWO, limit=849), ())) == (
        "FoW Choosing Your Force: the force costs 850 points and may cost 849"
    )


def test_what_a_force_lacks_is_told_at_once() -> None:
    assert reason(checked(company(("a", "combat", 700), ("m", "weapons", 90)), ())) == (
        "FoW Choosing Your Force: the force needs a headquarters; "
        "the force needs 2 Combat platoons and has 1"
    )
    assert reason(checked(company(("hq", "hq", 100), ("m", "support", 90)), ())) == (
        "FoW Choosing Your Force: the force needs 1 Combat platoon and has none"
    )


def test_up_to_600_points_one_combat_platoon_is_enough() -> None:
    """p. 185: at 600 points one, at 601 two."""
    assert (combat_needed(600), combat_needed(601)) == (1, 2)
    small = company(("hq", "hq", 100), ("a", "combat", 500))
    assert not isinstance(checked(small, ()), Refused)
    large = company(("hq", "hq", 101), ("a", "combat", 500))
    assert "needs 2 Combat platoons and has 1" in reason(checked(large, ()))


def test_each_of_several_companies_is_whole() -> None:
    """p. 183: each has a headquarters and two Combat platoons."""
    both = (*TWO, ("hq-2", "hq", 50), ("c", "combat", 300))
    assert reason(checked(company(*both, companies=2), ())) == (
        "FoW Choosing Your Force: the force needs 4 Combat platoons and has 3"
    )
    whole = company(*both, ("d", "combat", 300), companies=2)
    assert not isinstance(checked(whole, ()), Refused)
    lone = company(*TWO, ("c", "combat", 1), ("d", "combat", 1), companies=2)
    assert reason(checked(lone, ())) == (
        "FoW Choosing Your Force: the force needs 2 headquarters and has 1"
    )


def test_companies_that_platoons_name_are_each_whole() -> None:
    """Four Combat platoons are not enough where one company has three of them."""
    platoons = {
        name: Platoon(id=name, unit_class=kind, points=200, company=of)  # type: ignore[arg-type]
        for name, kind, of in (
            ("hq-1", "hq", "first"),
            ("hq-2", "hq", "second"),
            ("a", "combat", "first"),
            ("b", "combat", "first"),
            ("c", "combat", "first"),
            ("d", "combat", "second"),
        )
    }
    force = Force("two", "allies", "infantry", 2000, 1200, platoons, companies=2)
    assert reason(checked(force, ())) == (
        "FoW Choosing Your Force: second needs 2 Combat platoons and has 1"
    )
    one = Force("two", "allies", "infantry", 2000, 1200, platoons)
    assert reason(checked(one, ())) == (
        "FoW Choosing Your Force: the force has 1 company, and its platoons are of 2"
    )


def test_a_variant_has_its_own_limit() -> None:
    """p. 184: Waffen-SS may spend 1250 where others spend 1500."""
    force = company(*TWO, ("c", "combat", 401), limit=1250, variant=Variant("Waffen-SS", 1250))
    assert reason(checked(force, ())) == (
        "FoW Fielding Variant Forces: the force costs 1,251 points and may cost 1,250 as Waffen-SS"
    )


def test_air_support_costs_its_points() -> None:
    """p. 154: 50 + 300 of platoons and 100 of air support."""
    platoons = (
        Platoon(id="hq", unit_class="hq", points=50),
        Platoon(id="a", unit_class="combat", points=300),
    )
    assert cost(platoons, AirSupport("limited", 100)) == 450
    assert cost(platoons, None) == 350


# --- a club's army list -------------------------------------------------------------------------

LIST = (
    "company,type,platoon,class,min,max,points_min,points_max\n"
    "Rifle Company,infantry,Company HQ,hq,1,1,40,60\n"
    "Rifle Company,infantry,Rifle Platoon,combat,2,3,150,420\n"
    "Rifle Company,infantry,Mortar Platoon,weapons,,1,,\n"
    "Tank Company,tank,Tank Platoon,combat,2,,,\n"
)


def of_list(*platoons: tuple[str, Any, int], **fields: Any) -> str:
    """What the list makes of a force of its Rifle Company: refused, or how it was checked."""
    force = company(*platoons, **{"company": "rifle company", **fields})
    found = checked(force, rosters.read_list(LIST).rows)
    return found.reason if isinstance(found, Refused) else found.checked


HQ = ("company-hq", "hq", 50)
RIFLES = (("rifle-1", "combat", 300), ("rifle-platoon-2", "combat", 300))


def test_a_force_of_a_listed_company_is_checked_by_the_list() -> None:
    assert of_list(HQ, *RIFLES, ("mortar-platoon", "weapons", 90)) == "list"


def test_a_company_that_the_list_does_not_have_is_on_the_player_s_word() -> None:
    assert of_list(HQ, *RIFLES, ("stukas", "support", 5), company="Commandos") == "word"


def test_the_list_says_at_once_what_it_does_not_allow() -> None:
    more = (("rifle-3", "combat", 149), ("rifle-4", "combat", 421), ("stukas", "support", 5))
    assert of_list(HQ, *RIFLES, *more) == (
        "rifle-3 costs 149, and 150 at least; rifle-4 costs 421, and 420 at most; "
        "the list has no support platoon like stukas; Rifle Platoon: 4 of at most 3"
    )
    others = (("a", "combat", 300), ("b", "combat", 300))
    assert of_list(HQ, *others, company_type="tank") == (
        "rifle company is infantry, not tank; "
        "the list has no combat platoon like a; it has Rifle Platoon; "
        "the list has no combat platoon like b; it has Rifle Platoon; "
        "Rifle Platoon: 0 of at least 2"
    )


def test_two_companies_have_twice_the_platoons() -> None:
    twice = [(f"rifle-{number}", "combat", 200) for number in range(1, 7)]
    headquarters = (HQ, ("company-hq-2", "hq", 50))
    assert of_list(*headquarters, *twice, companies=2) == "list"
    assert of_list(*headquarters, *twice[:3], companies=2).endswith(
        "Rifle Platoon: 3 of at least 4"
    )


def test_a_platoon_is_known_by_its_name_first() -> None:
    platoons = {
        "hq": Platoon(id="hq", unit_class="hq", points=50, name="Company HQ"),
        "x": Platoon(id="x", unit_class="combat", points=300, name="1st Rifle Platoon"),
        "y": Platoon(id="y", unit_class="combat", points=300, name="Rifle Platoon 2"),
    }
    force = Force("f", "allies", "infantry", 1500, 650, platoons, company="RIFLE COMPANY")
    found = checked(force, rosters.read_list(LIST).rows)
    assert isinstance(found, Force) and found.checked == "list"


def test_every_bad_row_of_a_list_is_told_at_once() -> None:
    text = (
        "company,type,platoon,class,min,max,points_min,points_max\n"
        "Rifles,foot,,combat,1,0,,\n"
        "Rifles,infantry,Rifle Platoon,combat,3,2,200,100\n"
        "rifles,infantry,RIFLE platoon,combat,,,,ten\n"
    )
    assert [str(bad) for bad in rosters.read_list(text).bad] == [
        "line 2, platoon: is empty; write the platoon as your rosters name it",
        "line 2, type: expected tank, mechanised or infantry, got 'foot'",
        "line 2, max: expected a whole number from 1 to 999, or nothing, got '0'",
        "line 3, max: is 2, less than the 3 of min",
        "line 3, points_max: is 100, less than the 200 of points_min",
        "line 4, platoon: is on line 3 already",
        "line 4, points_max: expected a whole number from 0 to 9999, or nothing, got 'ten'",
    ]
    empty = rosters.read_list(rosters.list_template())
    assert [str(bad) for bad in empty.bad] == ["line 1: there are no platoons below the headers"]
    long = rosters.read_list(text.splitlines()[0] + f"\n{'c' * 81},tank,P,combat,,,,\n")
    assert [str(bad) for bad in long.bad] == [
        "line 2, company: takes one line of up to 80 characters"
    ]


def test_a_list_written_again_has_the_same_rows() -> None:
    found = rosters.read_list(LIST)
    assert (rosters.companies(found.rows), len(found.rows)) == (2, 4)
    assert rosters.read_list(rosters.written_list(found.rows)) == found
