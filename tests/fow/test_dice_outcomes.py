"""What dice bring: the printed examples of the book, and its rules by hand."""

from fow.aids import fell, refused


def test_a_commander_steadies_his_platoon() -> None:
    """Page 50: a Confident platoon rolls 3 and then 4; a tank remounts with 2 and then 6."""
    passed = fell("motivation-test", 3, 4, rating="confident", led=True)
    assert (passed.outcome, passed.needed, passed.again) == ("passed", 4, "leader")
    assert fell("remount", 2, 6, rating="confident", led=True).outcome == "passed"


def test_the_komissar_comes_after_the_commander() -> None:
    """Page 180-182: a Fearless company rolls 1 and 2, and rallies on the Komissar's 3."""
    rallied = fell("rally", 1, 2, 3, rating="fearless", led=True, komissar=True)
    assert (rallied.outcome, rallied.again, rallied.komissar) == ("passed", "both", "used")
    revolt = fell("rally", 2, 1, rating="fearless", komissar=True)
    assert (revolt.outcome, revolt.again, revolt.komissar) == ("failed", "komissar", "killed")
    alone = fell("rally", 1, 3, rating="fearless", komissar=True)
    assert (alone.outcome, alone.komissar) == ("passed", "used")


def test_the_tank_duel() -> None:
    """Page 69 and the example at the end: saves and Firepower Tests of a Panzer IV and a T-34."""
    panzer = {"armour": 6, "anti_tank": 11, "firepower": 3, "over_16": True}
    assert fell("armour-save", 3, 1, **panzer).outcome == "bailed-out"
    answer = {"armour": 5, "anti_tank": 9, "firepower": 3, "over_16": True}
    assert fell("armour-save", 2, 6, **answer).outcome == "destroyed"
    words = "5 + 2 + 1 = 8 against 9; Firepower 3+: 6"
    assert fell("armour-save", 2, 6, **answer).score == words
    assert fell("shooting-hits", 3, 6, target="veteran", over_16=True).outcome == 1


def test_the_infantry_fight() -> None:
    """The example at the end; its ninth and third dice are left out (ruling 60)."""
    assert fell("shooting-hits", 6, 1, 5, 3, 2, 1, 5, 2, 6, target="trained").outcome == 5
    assert fell("team-save", 4, 1, 6, 3, 2, team="infantry").outcome == 2
    assert fell("defensive-fire", 5, 4, 6, 2, 1, target="veteran").outcome == 3
    assert fell("team-save", 2, 5, 4, team="infantry").outcome == 1
    assert fell("assault-hits", 1, 3, 1, 2, 5, 1, 2, 6, skill="veteran").outcome == 3
    assert fell("assault-hits", 4, 6, skill="trained").outcome == 2


def test_aircraft_come_and_go() -> None:
    """Page 139: five dice bring a flight and leave four, four bring none and leave three."""
    first = fell("air-request", 2, 5, 3, 6, 1, pool=5)
    assert (first.outcome, first.left, first.needed) == ("granted", 4, 5)
    second = fell("air-request", 2, 2, 4, 1, pool=4)
    assert (second.outcome, second.left) == ("refused", 3)
    fighters = fell("interception", 1, 6, 6, pool=3)
    assert (fighters.outcome, fighters.left) == ("granted", 2)
    assert fell("air-request", 5, level="sporadic", pool=1).left == 1
    sizes = [fell("flight-size", die).outcome for die in range(1, 7)]
    assert sizes == [1, 1, 2, 2, 2, 3]


def test_superiority_and_rain_ask_for_a_six() -> None:
    """Pages 218 and 234: a five no longer brings aircraft."""
    assert fell("air-request", 5, pool=1, superiority=True).outcome == "refused"
    assert fell("air-request", 6, pool=1, superiority=True).outcome == "granted"
    assert fell("air-request", 5, pool=1, rain=True).outcome == "refused"
    assert fell("air-request", 5, pool=1).outcome == "granted"


def test_artillery_ranges_in() -> None:
    """Page 125: Trained and Concealed, 1, 3 and 5 range in at the third attempt."""
    target = {"target": "trained", "concealed": True}
    assert fell("range-in", 1, 3, 5, **target).outcome == 3
    assert fell("range-in", 1, 3, 5, mortars=True, **target).outcome == 2
    assert fell("range-in", 1, 3, 2, 5, mortars=True, **target).outcome == 3
    assert fell("range-in", 1, 3, 2, 3, mortars=True, **target).outcome == 0
    assert fell("range-in", 1, 4, stonk=True, **target).outcome == 1
    assert fell("range-in", 1, 2, 3, 1, 2, 3, at_the_double=True, **target).outcome == 0
    assert fell("range-in", 1, 2, 3, 4, at_the_double=True, **target).outcome == 2


def test_what_no_die_can_reach_needs_no_dice() -> None:
    """Page 20: Veteran, Concealed, Gone to Ground and a commander spotting is 7."""
    far = {"target": "veteran", "concealed": True, "gone_to_ground": True}
    assert fell("range-in", command_spotting=True, **far).outcome == 0
    assert fell("shooting-hits", 6, 6, over_16=True, **far).outcome == 0


def test_a_bombardment_goes_by_the_number_of_weapons() -> None:
    """Page 129: one or two weapons roll hits again, six or more misses."""
    veteran = {"skill": "veteran", "attempt": 1}
    assert fell("bombardment-hits", 3, 2, 6, weapons=4, count=3, **veteran).outcome == 2
    assert fell("bombardment-hits", 3, 2, 6, 2, 3, weapons=2, count=3, **veteran).outcome == 1
    assert fell("bombardment-hits", 3, 2, 6, 3, weapons=6, count=3, **veteran).outcome == 3
    assert fell("bombardment-hits", 3, 2, weapons=6, stonk=True, **veteran).outcome == 1
    assert fell("bombardment-hits", 3, 2, weapons=6, rockets=True, **veteran).outcome == 1
    late = {"skill": "conscript", "attempt": 3}
    six = fell("bombardment-hits", 6, 5, weapons=3, **late)
    assert (six.outcome, six.needed) == (1, 6)
    assert six.score.endswith("7+, which no die shows; but a 6 always hits")
    single = fell("bombardment-hits", 6, 6, weapons=1, **late)
    assert (single.outcome, single.needed) == (0, 8)


def test_saves_of_teams() -> None:
    """Pages 71-72: in Bulletproof Cover each failure is a Firepower Test."""
    covered = {"team": "infantry", "bulletproof": True, "firepower": 4, "count": 3}
    assert fell("team-save", 2, 3, 1, 4, 3, **covered).outcome == 1
    assert fell("team-save", 4, team="gun").outcome == 1
    assert fell("team-save", 5, 4, team="tank-riders").outcome == 1
    assert fell("team-save", 3, 2, team="tankodesantniki").outcome == 1


def test_saves_in_an_assault() -> None:
    """Page 104: more than Assault Anti-tank 2 is unharmed, the same Bailed Out, less Destroyed."""
    outcomes = [fell("assault-save", die, top=0).outcome for die in (1, 2, 3)]
    assert outcomes == ["destroyed", "bailed-out", "unharmed"]
    assert fell("assault-save", 2, top=1, assault_anti_tank=4).outcome == "destroyed"
    assert fell("assault-save", 1, top=2, aa_mg=True).outcome == "destroyed"
    assert fell("assault-save", 4, 2, top=0, aa_mg=True).outcome == "bailed-out"
    assert fell("assault-save", 4, 1, top=2, aa_mg=True).outcome == "destroyed"
    assert fell("assault-save", 4, 5, top=0, aa_mg=True).outcome == "unharmed"


def test_a_preliminary_bombardment() -> None:
    """Page 217-218: four or more hit; saves without cover; a Tank Pit's four or more after them."""
    foot = {"platoon": "p1", "team": "infantry"}
    assert fell("preliminary-bombardment", 4, 3, 6, 2, 3, count=3, **foot).outcome == 1
    assert fell("preliminary-bombardment", 1, 2, 3, **foot).outcome == 0
    again = {"platoon": "p1", "team": "gun", "counterbattery": True, "count": 2}
    assert fell("preliminary-bombardment", 1, 5, 4, 5, 4, **again).outcome == 1
    tanks = {"platoon": "p1", "team": "armoured", "top": 1, "count": 2}
    assert fell("preliminary-bombardment", 4, 4, 4, 5, **tanks).outcome == 1
    dug = {**tanks, "tank_pit": True}
    assert fell("preliminary-bombardment", 4, 4, 4, 5, 4, **dug).outcome == 0
    assert fell("preliminary-bombardment", 4, 4, 4, 5, 3, **dug).outcome == 1
    trucks = {"platoon": "p1", "team": "unarmoured", "count": 2}
    assert fell("preliminary-bombardment", 4, 1, **trucks).outcome == 1
    assert fell("preliminary-bombardment", 4, 1, 4, tank_pit=True, **trucks).outcome == 0


def test_morale_of_platoons() -> None:
    """Pages 115-117: below half strength and hurt in this Step; Transports alone fail."""
    five = {"platoon": "p1", "rating": "confident", "casualties": True}
    lost = fell("platoon-morale", 3, destroyed=5, fighting=4, **five)
    assert (lost.outcome, lost.lost) == ("failed", True)
    stays = fell("platoon-morale", 4, destroyed=2, fighting=0, **five)
    assert (stays.outcome, stays.lost) == ("passed", False)
    trucks = fell("platoon-morale", destroyed=2, fighting=0, transports_only=True, **five)
    assert (trucks.outcome, trucks.lost) == ("failed", True)
    assert refused("platoon-morale", 4, destroyed=2, fighting=2, **five) == (
        "FoW Platoon Morale Checks: 2 Destroyed and 2 able to fight is not below half strength; "
        "there is no check"
    )
    calm = {**five, "casualties": False}
    assert refused("platoon-morale", 4, destroyed=2, fighting=0, **calm) == (
        "FoW Platoon Morale Checks: nobody was Destroyed or Bailed Out in this Step; "
        "there is no check"
    )


def test_morale_of_companies_and_battalions() -> None:
    """Pages 118-119 and 230: more Destroyed than left; nobody tests for a commander who is dead."""
    check = {"rating": "confident", "destroyed": 3, "on_table": 2}
    assert fell("company-morale", 3, **check).broke
    assert not fell("company-morale", 4, **check).broke
    assert fell("company-morale", commander_destroyed=True, **check).broke
    assert refused("company-morale", 4, rating="confident", destroyed=2, on_table=2) == (
        "FoW Company Morale Checks: 2 platoons Destroyed and 2 on the table is not below half "
        "strength; there is no check"
    )
    assert refused("company-morale", 4, rating="confident", destroyed=2) == (
        "None: on_table: company-morale needs how many platoons are on table"
    )
    half = {"rating": "fearless", "companies": 3}
    assert fell("battalion-morale", 2, companies_left=1, **half).broke
    assert refused("battalion-morale", 2, companies_left=2, **half) == (
        "FoW Company Morale Checks: 2 of 3 companies left is not below half; there is no check"
    )


def test_the_last_team_of_a_platoon() -> None:
    """Page 120: it tests Motivation; away from every enemy it leaves without a die."""
    assert fell("sole-survivor", 4, platoon="p1", rating="reluctant").lost
    away = fell("head-to-rear", platoon="p1", skill="trained", nearest_enemy_in=9)
    assert (away.outcome, away.used) == ("passed", 0)
    near = {"platoon": "p1", "skill": "trained", "nearest_enemy_in": 8}
    assert fell("head-to-rear", 3, **near).lost
    assert not fell("head-to-rear", 4, **near).lost
    assert fell("rout", 2, platoon="p1", skill="veteran").lost


def test_counterattacks() -> None:
    """Pages 107-108: without a hit nobody tests, but always against Armoured Tanks."""
    calm = fell("counterattack", rating="reluctant", no_hits=True)
    assert (calm.outcome, calm.used) == ("passed", 0)
    tanks = {"rating": "reluctant", "no_hits": True, "armoured_tanks": True}
    assert fell("counterattack", 4, **tanks).outcome == "failed"
    bulldog = fell("counterattack", 2, 4, rating="confident", nation="british")
    assert (bulldog.outcome, bulldog.again) == ("passed", "rule")
    assert refused("counterattack", 2, 2, 4, rating="confident", nation="british", led=True) == (
        "FoW Re-rolls: expected 2 dice, got 3: the 2 fails, and there is no further re-roll"
    )


def test_reserves_and_the_first_turn() -> None:
    """Pages 196-202: dice by the own turn, each 5 a platoon; dice for the first turn."""
    assert fell("reserves", 5, 6, 4, own_turn=3).outcome == 2
    assert fell("reserves", 5, 6, own_turn=2, waiting=1).outcome == 1
    assert fell("delayed-reserves", 5, 4, own_turn=4).outcome == 1
    assert [fell("racing-to-the-rescue", off_table=n).outcome for n in (0, 1, 3, 4, 6)] == [
        0,
        1,
        1,
        2,
        2,
    ]
    spots = [fell("random-deployment", die).outcome for die in range(1, 7)]
    assert spots[3:] == ["quarter-4", "choice-or-reserve", "choice-or-reserve"]
    both = {"one": "able", "two": "baker", "finished_first": "baker"}
    assert fell("first-turn", 4, 4, **both).outcome == "baker"
    assert fell("first-turn", 4, 3, 5, 3, **both).outcome == "able"


def test_other_dice() -> None:
    """Disputes, Warriors, the ship, who attacks, and whether a platoon withdraws."""
    assert [fell("dispute-roll", die).outcome for die in (3, 4)] == [
        "opponents-reading",
        "own-reading",
    ]
    assert [fell("warrior-casualty", die).outcome for die in (3, 4)] == ["lives", "killed"]
    assert [fell("naval-gunfire", die, needed=5).outcome for die in (4, 5)] == [
        "away",
        "available",
    ]
    assert fell("roles", 2, 2, 3, 5).outcome == "the second"
    assert fell("withdrawal", on_table=4, counters=1).outcome == "withdraw"
    assert fell("withdrawal", on_table=4).outcome == "delay-counter"
    assert fell("firepower-test", 3, firepower=4).outcome == "failed"
    assert fell("firepower-test", 3, 4, firepower=4, reroll=True).outcome == "passed"
    assert fell("skill-test", 4, 5, rating="conscript", reroll=True).outcome == "passed"
