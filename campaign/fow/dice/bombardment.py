"""FoW Artillery, FoW Air Support: ranging in, bombardments, aircraft, guns of ships. Pure."""

from campaign.fow.dice import aids
from campaign.fow.dice.aids import (
    ORDINALS,
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
    more,
    ranging,
    rated,
    reached,
)
from campaign.fow.dice.shooting import out_of_sight, target_score
from campaign.kernel.decisions import Refused, missing_field
from campaign.text.english import counted

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
