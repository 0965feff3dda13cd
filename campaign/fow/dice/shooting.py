"""FoW Shooting, FoW Saves, FoW Artillery, FoW Air Support: hits, saves, aircraft. Pure."""

from campaign.fow.dice import aids
from campaign.fow.dice.aids import (
    FAILED,
    ORDINALS,
    PASSED,
    SIX,
    Aid,
    Fell,
    Inputs,
    More,
    Roll,
    Rolled,
    Score,
    ScorePart,
    Which,
    added,
    again,
    either,
    faces,
    fixed,
    hits,
    more,
    ranging,
    rated,
    reached,
    save,
    score,
    wanted,
)
from campaign.fow.dice.morale import skill_score
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.text.english import counted

# --- FoW Shooting, FoW Gun Tanks, FoW Counterattack: rolls to hit in a Shooting Step or assault --

MODEL = fixed(5)
"""What lets the shooter pick the model of tank that is hit (p. 68)."""

_ADDS = {
    "over_16": ("range-over-16", 'over 16"/40 cm'),
    "concealed": ("concealed", "Concealed"),
    "gone_to_ground": ("gone-to-ground", "Gone to Ground"),
    "rof_1_moved": ("rof-1-moved", "ROF 1 and moved"),
    "rof_1_pinned": ("rof-1-pinned", "ROF 1 and Pinned Down"),
    "stabiliser": ("stabiliser", "stabiliser"),
    "limited_vision": ("limited-vision", "Limited Vision"),
    "command_spotting": ("command-spotting", "a commander spots"),
}


def out_of_sight(inputs: Inputs) -> Refused | None:
    """FoW Shooting: who is Gone to Ground is Concealed as well (p. 65)."""
    if inputs.flag("gone_to_ground") and not inputs.flag("concealed"):
        return bad_field("gone_to_ground", "counts only with concealed; add concealed")
    return None


def target_score(roll: str, inputs: Inputs) -> Score:
    """FoW Shooting: the target's Skill, and 1 more for each circumstance (p. 65, 125, 143)."""
    more = [
        ScorePart(text, added(roll, slug))
        for name, (slug, text) in _ADDS.items()
        if inputs.flag(name)
    ]
    return Score((rated(roll, inputs.word("target")), *more))


def hit_score(inputs: Inputs) -> Score:
    """FoW Shooting: what a shot needs (p. 65)."""
    return target_score("shooting", inputs)


def shots(inputs: Inputs) -> Rolled:
    """FoW Shooting: every die that reaches the score is a hit; above 6 none does (p. 64-65)."""
    return out_of_sight(inputs) or hits(hit_score, "a die for each point of ROF")(inputs)


def assault_hit_score(inputs: Inputs) -> Score:
    """FoW Counterattack: the assaulting team's own Skill, with nothing added (p. 102)."""
    return Score((rated("assault", inputs.word("skill")),))


def flames(inputs: Inputs) -> Roll:
    """FoW Flame-throwers: a Skill Test a die; only a Fully-armoured vehicle may survive (p. 84).

    It has no Armour Save: a Firepower Test destroys it, and a failed one bails the crew out.
    """
    armoured, firepower = inputs.flag("armoured_tanks"), inputs.number("firepower")
    if armoured and not firepower:
        what = "the Firepower of the flame-thrower"
        return wanted("firepower", "flame-thrower at Armoured Tanks", what)
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each point of ROF")
    lost = hit = reached(dice, needs.needed)
    words = f"{needs.words}, {counted(hit, 'hit')}"
    if armoured:
        why = f"{counted(hit, 'hit')}, and a Firepower Test for each"
        lost = reached((yield from more(hit, why)), firepower)
        words += f", then Firepower {firepower}+; the others Bailed Out"
    return Fell(lost, needs.needed, words)


SHOOTING_AIDS = (
    Aid("shooting-hits", shots, hit_score),
    Aid("defensive-fire", shots, hit_score),
    Aid(
        "assault-hits",
        hits(assault_hit_score, "a die for each team that fights"),
        assault_hit_score,
    ),
    Aid("gun-tank", hits(MODEL, "a die for each hit"), MODEL),
    Aid("flame-thrower", flames, skill_score),
)


# --- FoW Saves: what a hit does to tanks, vehicles, guns and infantry ---------------------------

UNHARMED, BAILED_OUT, DESTROYED = "unharmed", "bailed-out", "destroyed"
IN_COVER = ("infantry", "gun")
ASSAULT_ANTI_TANK = 2
"""Of a team without Tank Assault (p. 104)."""
SHELLS = 6
"""Anti-tank of a Preliminary Bombardment (p. 217-218)."""

_BOMBARDED = 4
"""Hits a team of a platoon that is bombarded (p. 217-218)."""
PIT = fixed(save("tank-pit", "tank"))
"""Saves a tank in a Tank Pit after a failed Armour Save (p. 210)."""


def armour_score(inputs: Inputs) -> Score:
    """FoW Saves: the die that beats the Anti-tank together with the armour (p. 69)."""
    armour = inputs.number("armour") + inputs.flag("over_16")
    return score(max(1, inputs.number("anti_tank") + 1 - armour), "more than Anti-tank:")


def armour_save(inputs: Inputs) -> Roll:
    """FoW Saves: die and armour against Anti-tank, then a Firepower Test (p. 69).

    More: unharmed. The same: the test bails the crew out. Less: it destroys, and fails to bail out.
    """
    armour, anti_tank = inputs.number("armour"), inputs.number("anti_tank")
    firepower, far = inputs.number("firepower"), inputs.flag("over_16")
    needs = armour_score(inputs).needed
    (die,) = yield More(1, "an Armour Save is one die")
    total = die + armour + far
    sums = f"{armour} + {die}{' + 1' if far else ''} = {total} against {anti_tank}"
    if total > anti_tank:
        return Fell(UNHARMED, needs, sums, f"{sums} saves the vehicle")
    (test,) = yield More(1, f"{sums} fails, and a Firepower Test follows")
    through = test >= firepower
    if total == anti_tank:
        outcome = BAILED_OUT if through else UNHARMED
    else:
        outcome = DESTROYED if through else BAILED_OUT
    words = f"{sums}; Firepower {firepower}+: {test}"
    return Fell(outcome, needs, words, "a save and a Firepower Test are two dice")


def assault_save(inputs: Inputs) -> Roll:
    """FoW Saves: Top armour against Assault Anti-tank, without a Firepower Test (p. 104).

    Who fired an AA MG is Destroyed on a 1 and rolls a success again.
    """
    against = inputs.number("assault_anti_tank", ASSAULT_ANTI_TANK)
    top, machine_gun = inputs.number("top"), inputs.flag("aa_mg")
    (fell,) = yield More(1, "an Armour Save is one die")
    if machine_gun and fell > 1 and fell + top > against:
        (fell,) = yield More(1, f"the {fell} saves, and who fired an AA MG rolls it again")
    total = fell + top
    sums = f"{top} + {fell} = {total} against {against}"
    if machine_gun and fell == 1:
        outcome = DESTROYED
    elif total > against:
        outcome = UNHARMED
    else:
        outcome = BAILED_OUT if total == against else DESTROYED
    return Fell(outcome, assault_save_score(inputs).needed, sums, f"{sums} settles it")


def assault_save_score(inputs: Inputs) -> Score:
    """FoW Saves: the die that beats the Assault Anti-tank together with the Top armour (p. 104)."""
    against = inputs.number("assault_anti_tank", ASSAULT_ANTI_TANK)
    return score(max(1, against + 1 - inputs.number("top")), "more than Assault Anti-tank:")


def team_score(inputs: Inputs) -> Score:
    """FoW Saves: what a team without armour needs (p. 71-72)."""
    return score(save("shooting", inputs.word("team")))


def team_save(inputs: Inputs) -> Roll:
    """FoW Saves: a die for each hit; in Bulletproof Cover a failure is a Firepower Test (p. 72)."""
    team, covered = inputs.word("team"), inputs.flag("bulletproof")
    if covered and team not in IN_COVER:
        return bad_field("bulletproof", "covers infantry and guns alone")
    if covered and not inputs.number("firepower"):
        what = "the Firepower of the weapon that hit"
        return wanted("firepower", "team-save in Bulletproof Cover", what)
    needs, firepower = team_score(inputs), inputs.number("firepower")
    dice = yield More(inputs.number("count"), "a die for each hit")
    failed = len(dice) - reached(dice, needs.needed)
    if not covered:
        return Fell(failed, needs.needed, needs.words)
    tests = yield from more(failed, f"{failed} of the saves fail, and each has a Firepower Test")
    words = f"{needs.words}, then Firepower {firepower}+"
    return Fell(reached(tests, firepower), needs.needed, words)


def preliminary_bombardment(inputs: Inputs) -> Roll:
    """FoW Saves: a die a team, then saves without cover, and a Tank Pit's after them (p. 217-218).

    Teams of one kind together; with Counterbattery as well misses on Artillery are rolled again.
    """
    team = inputs.word("team")
    dice = yield More(inputs.number("count"), "a die for each team of the platoon")
    which: Which = "misses" if inputs.flag("counterbattery") else ""
    why = "missed, and Counterbattery has them rolled again"
    hit = yield from again(dice, _BOMBARDED, which, why)
    lost = hit
    if needed := _bombarded_save(inputs):
        saves = yield from more(hit, f"{counted(hit, 'hit')}, and a save for each")
        lost -= reached(saves, needed)
    if inputs.flag("tank_pit") and lost:
        if team in IN_COVER:
            return bad_field("tank_pit", "is for vehicles alone")
        why = f"{counted(lost, 'hit')} without a save, and a Tank Pit's die for each"
        lost -= reached((yield from more(lost, why)), save("preliminary-bombardment", "tank-pit"))
    return Fell(lost, _BOMBARDED, score(_BOMBARDED).words)


def _bombarded_save(inputs: Inputs) -> int:
    """What a hit team needs; 0 where it has no save."""
    match inputs.word("team"):
        case "unarmoured":
            return 0
        case "armoured":
            return max(1, SHELLS - inputs.number("top"))
        case team:
            return save("preliminary-bombardment", team)


SAVE_AIDS = (
    Aid("armour-save", armour_save, armour_score),
    Aid("team-save", team_save, team_score),
    Aid("assault-save", assault_save, assault_save_score),
    Aid("tank-pit", either(PIT, PASSED, FAILED, "a Tank Pit's save is one die"), PIT),
    Aid("preliminary-bombardment", preliminary_bombardment, fixed(_BOMBARDED)),
)


# --- FoW Artillery: ranging in, and what a bombardment hits -------------------------------------

ARTILLERY = "FoW Artillery"
MANY, FEW = 6, 2
"""As many weapons roll misses again, no more than so few roll hits again (p. 129)."""


def range_score(inputs: Inputs) -> Score:
    """FoW Artillery: the target's Skill, and 1 more for each circumstance (p. 125)."""
    return target_score("ranging-in", inputs)


def range_in(inputs: Inputs) -> Rolled:
    """FoW Artillery: three attempts; mortars roll a failed first one again (p. 125-126).

    A Stonk or Murder does so too. At the Double every failure is rolled again, where ruling 61
    says so; never more than once.
    """
    quick = inputs.flag("mortars") or inputs.flag("stonk")
    double = inputs.flag("at_the_double")
    return out_of_sight(inputs) or ranging(
        range_score(inputs), lambda place: double or (quick and place == 1)
    )


def late(roll: str, inputs: Inputs) -> tuple[ScorePart, ...]:
    """FoW Artillery, FoW Air Support: what a late attempt to range in adds (p. 129, 145)."""
    word = ORDINALS[inputs.number("attempt", 1) - 1]
    if word == ORDINALS[0] or inputs.flag("rockets"):
        return ()
    return (ScorePart(f"{word} attempt", added(roll, f"{word}-attempt")),)


def bombardment_score(inputs: Inputs) -> Score:
    """FoW Artillery: the firing platoon's Skill, and more for a late attempt (p. 129, 131)."""
    parts = [rated("bombardment", inputs.word("skill")), *late("bombardment", inputs)]
    if inputs.number("weapons") == 1:
        parts.append(ScorePart("a single gun", added("bombardment", "single-gun")))
    return Score(tuple(parts))


def bombardment(inputs: Inputs) -> Roll:
    """FoW Artillery: a die for each team under the template, by the number of weapons (p. 129).

    One or two weapons roll hits again, six or more misses. A 6 always hits from two weapons on.
    """
    why = "a die for each team under the template"
    needs, weapons = bombardment_score(inputs), inputs.number("weapons")
    lowest = min(needs.needed, SIX) if weapons > 1 else needs.needed
    words = needs.words
    if lowest < needs.needed:
        words += "; but a 6 always hits"
    spread = inputs.flag("rockets") or inputs.flag("stonk")
    which: Which = ""
    if weapons <= FEW:
        which, what = "hits", "hit, and one or two weapons roll hits again"
    elif weapons >= MANY and not spread:
        which, what = "misses", "missed, and six weapons or more roll misses again"
    dice = yield More(inputs.number("count"), why)
    if not which:
        return Fell(reached(dice, lowest), lowest, words)
    hit = yield from again(dice, lowest, which, what)
    return Fell(hit, lowest, words)


def wind(inputs: Inputs) -> Roll:
    """FoW Artillery: one die, which the attacker may have rolled again, once (p. 135)."""
    before = inputs.number("before")
    if not before:
        (before,) = yield More(1, "the wind has one die")
    if inputs.flag("reroll"):
        (before,) = yield More(1, f"the attacker has the {before} rolled again")
    return Fell(before)


ARTILLERY_AIDS = (
    Aid("range-in", range_in, range_score),
    Aid("bombardment-hits", bombardment, bombardment_score),
    Aid("wind", wind),
)


# --- FoW Air Support, FoW Anzio: aircraft and the guns of ships ---------------------------------

AIR_SUPPORT = "FoW Air Support"
LEVELS = ("none", "sporadic", "limited", "priority")
INTERCEPTION = fixed(int(aids.air("interception")), "an interception")
"""On any die it drives the enemy's flight off (p. 139)."""
GRANTED, REFUSED = "granted", "refused"
AVAILABLE, AWAY = "available", "away"


def pool_of(level: str) -> int:
    """FoW Air Support: how many dice a level brings (p. 138)."""
    return int(aids.air(level))


def request_score(inputs: Inputs) -> Score:
    """FoW Air Support: 5, and 6 under Total Air Superiority or in the rain (p. 139)."""
    base = int(aids.air("request"))
    harder = {"superiority": "Total Air Superiority", "rain": "rain"}
    parts = [
        ScorePart(text, int(aids.air(f"request-{text.replace(' ', '-').lower()}")) - base)
        for fact, text in harder.items()
        if inputs.flag(fact)
    ]
    return Score((ScorePart("a request", base), *parts[:1]))


def request(inputs: Inputs) -> Rolled:
    """FoW Air Support: every die of the pool is rolled, and one success brings a flight (p. 139).

    The pool then has a die less, but never fewer than one.
    """
    return _from_pool(inputs, request_score(inputs))


def interception(inputs: Inputs) -> Rolled:
    """FoW Air Support: every die of the pool is rolled against the enemy's flight (p. 139)."""
    return _from_pool(inputs, INTERCEPTION(inputs))


def _from_pool(inputs: Inputs, needs: Score) -> Roll:
    if "pool" not in inputs.values and not inputs.word("level"):
        return missing_field(
            "level",
            f"say which level of air support: {LEVELS[1]} to {LEVELS[-1]}",
            "Which level of air support?",
        )
    pool = inputs.number("pool", pool_of(inputs.word("level") or "none"))
    if not pool:
        return Refused(AIR_SUPPORT, "there is no air support to call on")
    why = f"all of the pool is rolled, which is {counted(pool, 'die', 'dice')}"
    dice = yield More(pool, why, AIR_SUPPORT)
    left = max(int(aids.air("floor")), pool - int(aids.air("cost")))
    outcome = GRANTED if reached(dice, needs.needed) else REFUSED
    return Fell(outcome, needs.needed, needs.words, left=left)


def flights() -> tuple[int, ...]:
    """FoW Air Support: one aircraft on 1-2, two on 3-5, three on 6 (p. 139)."""
    spans = [(size, aids.air(f"flight-{size}").partition("-")) for size in (1, 2, 3)]
    return tuple(
        size for size, (low, _, high) in spans for _ in range(int(low), int(high or low) + 1)
    )


def naval_score(inputs: Inputs) -> Score:
    """FoW Anzio: the score that brings the ship (p. 233-236)."""
    return Score((ScorePart("the ship", inputs.number("needed", _SHIP)),))


def anti_aircraft_score(inputs: Inputs) -> Score:
    """FoW Air Support: the Skill of the team that fires, with nothing added (p. 142)."""
    return Score((rated("anti-aircraft", inputs.word("skill")),))


def anti_aircraft(inputs: Inputs) -> Roll:
    """FoW Air Support: hits go to the aircraft in turn, each with a Firepower Test (p. 141-142).

    Against a Flying Tank a successful test is rolled again.
    """
    needs, firepower = anti_aircraft_score(inputs), inputs.number("firepower")
    hit = reached((yield More(inputs.number("count"), "a die for each point of ROF")), needs.needed)
    tests = yield from more(hit, f"{counted(hit, 'hit')}, and a Firepower Test for each")
    down = [place for place, die in enumerate(tests) if die >= firepower]
    if inputs.flag("flying_tank"):
        why = f"{counted(len(down), 'test')} passed, and a Flying Tank has them rolled again"
        second = yield from more(len(down), why)
        down = [place for place, die in zip(down, second, strict=True) if die >= firepower]
    lost = {place % inputs.number("aircraft") for place in down}
    words = f"{needs.words}, {counted(hit, 'hit')}, then Firepower {firepower}+"
    return Fell(len(lost), needs.needed, words)


def air_range_score(inputs: Inputs) -> Score:
    """FoW Air Support: the target's Skill, and 1 more for each circumstance (p. 143)."""
    return target_score("air-ranging", inputs)


def air_range_in(inputs: Inputs) -> Rolled:
    """FoW Air Support: three attempts, or the flight leaves (p. 143)."""
    return out_of_sight(inputs) or ranging(air_range_score(inputs))


def air_hit_score(inputs: Inputs) -> Score:
    """FoW Air Support: the weapon's own number, and more for a late attempt (p. 145)."""
    return Score((ScorePart("To Hit", inputs.number("to_hit")), *late("air-attack", inputs)))


def air_hits(inputs: Inputs) -> Roll:
    """FoW Air Support: a die for each team under the template (p. 145).

    One aircraft rolls hits again, three roll misses again; above 6 there is nothing to roll again.
    """
    needs, aircraft = air_hit_score(inputs), inputs.number("aircraft")
    dice = yield More(inputs.number("count"), "a die for each team under the template")
    which: Which = "" if needs.needed > SIX else _AGAIN[aircraft]
    why = f"rolled again by a flight of {aircraft}"
    return Fell((yield from again(dice, needs.needed, which, why)), needs.needed, needs.words)


_AGAIN: dict[int, Which] = {1: "hits", 2: "", 3: "misses"}
_SHIP = 5
AIR_AIDS = (
    Aid("air-request", request, request_score),
    Aid("interception", interception, INTERCEPTION),
    Aid(
        "flight-size",
        faces(
            flights(),
            "1 or 2: one aircraft, 3 to 5: two, 6: three",
            "the size of a flight is one die",
        ),
    ),
    Aid(
        "naval-gunfire",
        either(naval_score, AVAILABLE, AWAY, "the ship has one die a turn"),
        naval_score,
    ),
    Aid("anti-aircraft", anti_aircraft, anti_aircraft_score),
    Aid("air-range-in", air_range_in, air_range_score),
    Aid("air-hits", air_hits, air_hit_score),
)
