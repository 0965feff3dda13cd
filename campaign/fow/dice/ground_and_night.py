"""FoW Rough Terrain, Fortifications, Reserves, Night Fighting: ground, arrivals, light. Pure."""

from msgspec.structs import replace

from campaign.fow.csv_tables import rows
from campaign.fow.dice import aids
from campaign.fow.dice.aids import (
    FAILED,
    PASSED,
    Again,
    Aid,
    Fell,
    Inputs,
    More,
    Roll,
    Rolled,
    Rolls,
    Score,
    Scored,
    Which,
    again,
    attempt,
    either,
    faces,
    fixed,
    hits,
    more,
    reached,
    save,
    score,
    simple_test,
    wanted,
)
from campaign.fow.dice.morale import skill_score, with_komissar
from campaign.fow.dice.shooting import DESTROYED, UNHARMED
from campaign.fow.terrain.charts import each_turn
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.english import counted

# --- FoW Rough Terrain, FoW Digging In, FoW Breaching Walls: teams that move or dig -------------

ROUGH = "FoW Rough Terrain"
STORM, RECCE, DIGGING = "FoW Stormtroopers", "FoW Reconnaissance", "FoW Digging In"
HOLDS, LOST, BROKEN = "holds", "lost", "broken-down"
ICE = 3
"""What is added to the die on ice (p. 244)."""
_ACE = 2
"""What a Tiger Ace's skill needs where it makes a Skill Test easier (p. 166-168)."""


def ace_score(inputs: Inputs) -> Score:
    """FoW Tiger Aces: a Skill Test, or 2 where the platoon's own skill is for it (p. 166-168)."""
    return score(_ACE, "Tiger Ace") if inputs.flag("ace") else skill_score(inputs)


def bogging_score(inputs: Inputs) -> Score | Refused:
    """FoW Rough Terrain: 2 on Difficult Going, 3 Overloaded; Skill where it is worse (p. 40, 46).

    Only Fully-tracked vehicles cross Very Difficult Going.
    """
    if inputs.word("going") == "difficult":
        slug = "overloaded" if inputs.flag("overloaded") else "difficult"
        return score(aids.bogs(slug), "Overloaded" if slug == "overloaded" else "")
    if inputs.word("team") != "fully-tracked":
        text = "only Fully-tracked vehicles and troops on foot cross Very Difficult Going"
        return Refused(ROUGH, text)
    if not inputs.word("skill") and not inputs.flag("ace"):
        return wanted("skill", "bogging on Very Difficult Going", "the Skill of the crew")
    return ace_score(inputs)


def bogging(inputs: Inputs) -> Roll:
    """FoW Rough Terrain: at night a success is rolled again, with wide tracks a 4 goes on (p. 40).

    Troops on foot never bog down.
    """
    if inputs.word("team") == "foot":
        why = "troops on foot never bog down"
        return Fell(PASSED, 0, why, why)
    needs = bogging_score(inputs)
    if isinstance(needs, Refused):
        return needs
    words, needed = needs.words, needs.needed
    again: Again = ""
    (die,) = yield More(1, "a bogging check is one die")
    if die >= needed and inputs.flag("night"):
        (die,) = yield More(1, f"the {die} passes, and at night it is rolled again")
        words, again = f"{words}, again at night", "rule"
    if die < needed and inputs.flag("wide_tracks"):
        needed = aids.bogs("wide-tracks")
        (die,) = yield More(1, f"the {die} bogs down, and wide tracks have another die")
        words, again = f"{words}, Wide Tracks {needed}+", "rule"
    return Fell(PASSED if die >= needed else FAILED, needs.needed, words, again=again)


def free_bogged(inputs: Inputs) -> Roll:
    """FoW Rough Terrain: a Skill Test; an Unreliable vehicle breaks down on a 1 (p. 41, 47)."""
    needs = ace_score(inputs)
    (die,) = yield More(1, "the test is one die")
    broken = inputs.flag("unreliable") and die == 1
    outcome = PASSED if die >= needs.needed else BROKEN if broken else FAILED
    return Fell(outcome, needs.needed, needs.words)


def ice_score(inputs: Inputs) -> Score:
    """FoW Terrain Chart: the die that holds a vehicle on ice; ruling 53: an equal sum holds."""
    return score(max(1, inputs.number("armour") - ICE), "Front armour less 3:")


def ice(inputs: Inputs) -> Roll:
    """FoW Terrain Chart: the die and 3 against the Front armour; less is lost (p. 244)."""
    (die,) = yield More(1, "the ice has one die")
    total, armour = die + ICE, inputs.number("armour")
    sums = f"{die} + {ICE} = {total} against {armour}"
    return Fell(HOLDS if total >= armour else LOST, ice_score(inputs).needed, sums)


def not_doubled(score: Scored, rule: str, what: str) -> Rolls:
    """FoW Stormtroopers, FoW Reconnaissance: a test that nobody takes after the Double."""

    def roll(inputs: Inputs) -> Rolled:
        if inputs.flag("at_the_double"):
            return Refused(rule, f"a platoon that moved at the Double {what}")
        return simple_test(score)(inputs)

    return roll


GOING_AIDS = (
    Aid("bogging", bogging, bogging_score),
    Aid("free-bogged", free_bogged, ace_score),
    Aid("ice", ice, ice_score),
    Aid("dig-in", simple_test(skill_score, "pioneers"), skill_score),
    Aid("breach-wall", simple_test(skill_score, "pioneers"), skill_score),
    Aid("stormtrooper", not_doubled(ace_score, STORM, "makes no Stormtrooper move"), ace_score),
    Aid("recce-disengage", not_doubled(skill_score, RECCE, "does not disengage"), skill_score),
)


# --- FoW Bunkers, FoW Barbed Wire, FoW Minefields: fortifications and who gets past them --------

BUNKERS, MINES = "FoW Bunkers", "FoW Minefields"
SHOOTING, FLAMES, ASSAULT, BACK = "shooting", "flame-thrower", "assault", "counterattack"
PINNED = "pinned"
MINE = 5
"""Anti-tank of a mine, whose Firepower always passes (p. 213)."""
_STRIKES_BACK = 4


def bunker_score(inputs: Inputs) -> Score | Refused:
    """FoW Bunkers: a Skill Test to hit one; it strikes back on 4 or more itself (p. 210-211)."""
    if inputs.word("attack") == BACK:
        return score(_STRIKES_BACK)
    if not inputs.word("skill"):
        return wanted("skill", "bunker", "the Skill of who attacks")
    return skill_score(inputs)


def bunker(inputs: Inputs) -> Roll:
    """FoW Bunkers: fire at a slit pins it at best, an assault or a great gun destroys (p. 210-211).

    A flame-thrower's hit pins without a Firepower Test. Pioneers roll a failure to hit in an
    assault again.
    """
    attack = inputs.word("attack") or SHOOTING
    needs = bunker_score(inputs)
    if isinstance(needs, Refused):
        return needs
    if attack == BACK:
        (die,) = yield More(1, "a bunker strikes back with one die")
        return Fell(DESTROYED if die >= needs.needed else UNHARMED, needs.needed, needs.words)
    if attack != ASSAULT and inputs.flag("over_16"):
        return Refused(BUNKERS, "a bunker is shot at from 16 inches or 40 cm at most")
    firepower = inputs.number("firepower")
    if attack == SHOOTING and not firepower:
        return wanted("firepower", "bunker", "the Firepower of the weapon")
    pioneers = attack == ASSAULT and inputs.flag("pioneers")
    hit = yield from attempt(needs, "rule" if pioneers else "")
    if isinstance(hit, Refused):
        return hit
    if hit.outcome == FAILED:
        return replace(hit, outcome=UNHARMED)
    if attack != SHOOTING:
        return replace(hit, outcome=PINNED if attack == FLAMES else DESTROYED)
    (test,) = yield More(1, "a hit, and a Firepower Test follows")
    outcome = PINNED if test >= firepower else UNHARMED
    return Fell(outcome, needs.needed, f"{needs.words}, then Firepower {firepower}+")


def minefield(inputs: Inputs) -> Roll:
    """FoW Minefields: the platoon's nerve, then each team's Skill, then saves (p. 213).

    Who gaps one tests Skill alone, without Pioneers twice, and saves as Infantry.
    """
    team, gapping = inputs.word("team"), inputs.flag("gapping")
    if gapping and team != "infantry":
        return bad_field("gapping", "is for infantry alone")
    nerve: Fell | Refused = Fell("")
    if inputs.word("rating") and not gapping:
        nerve = yield from with_komissar(inputs)
    if isinstance(nerve, Refused) or nerve.outcome == FAILED:
        return nerve
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each team of this kind")
    which: Which = "hits" if gapping and not inputs.flag("pioneers") else ""
    passed = yield from again(dice, needs.needed, which, "passed, rolled again without Pioneers")
    hit = len(dice) - passed
    words = f"{needs.words}, {counted(hit, 'hit')}"
    lost = hit
    if team != "unarmoured":
        saves = yield from more(hit, f"{counted(hit, 'hit')}, and a save for each")
        top = inputs.number("top") if team == "armoured" else 0
        lost -= reached(saves, MINE - top if team == "armoured" else save("mine", team))
        if team == "armoured":
            words += f", {sum(die + top == MINE for die in saves)} Bailed Out"
    before = f"{nerve.score}, then " if nerve.score else ""
    score = before + words
    return replace(nerve, outcome=lost, needed=needs.needed, score=score, why="", surplus="")


def obstacle(inputs: Inputs) -> Roll:
    """FoW Anti-tank Obstacles: successes add up, and six remove it (p. 214)."""
    needs = skill_score(inputs)
    dice = yield More(inputs.number("count"), "a die for each Pioneer team")
    total = inputs.number("successes") + reached(dice, needs.needed)
    return Fell(total, needs.needed, needs.words)


FORTIFICATION_AIDS = (
    Aid("bunker", bunker, bunker_score),
    Aid("barbed-wire", hits(skill_score, "a die for each team", "pioneers"), skill_score),
    Aid("minefield", minefield, skill_score),
    Aid("anti-tank-obstacle", obstacle, skill_score),
)


# --- FoW Reserves: platoons that arrive, where they are set up, and who has the first turn ------

RESERVES = "FoW Reserves"
DELAYED = "FoW Delayed Reserves"
ARRIVES = 5
DELAY = 2
"""Own turns without a roll (p. 196-201)."""
RESCUE = 4
"""As many platoons off the table bring two."""
_QUARTERS = ("quarter-1", "quarter-2", "quarter-3", "quarter-4", *["choice-or-reserve"] * 2)


def reserves(inputs: Inputs) -> Rolled:
    """FoW Reserves: as many dice as own turns, each 5+ a platoon (p. 196-201)."""
    turn = inputs.number("own_turn")
    return _arrive(inputs, turn, RESERVES, f"own turn {turn}")


def delayed(inputs: Inputs) -> Rolled:
    """FoW Delayed Reserves: the first die in own turn three, then one more each (p. 196-201)."""
    turn = inputs.number("own_turn")
    if turn <= DELAY:
        text = f"the first roll is in own turn {DELAY + 1}, and this is own turn {turn}"
        return Refused(DELAYED, text)
    why = f"own turn {turn}, two turns late"
    return _arrive(inputs, turn - DELAY, DELAYED, why)


def _arrive(inputs: Inputs, count: int, rule: str, why: str) -> Roll:
    came = reached((yield More(count, why, rule)), ARRIVES)
    if "waiting" in inputs.values:
        came = min(came, inputs.number("waiting"))
    return Fell(came, ARRIVES, score(ARRIVES, "a platoon for each").words)


def rescue(inputs: Inputs) -> Fell:
    """FoW Reserves: two platoons race to the rescue where four wait, otherwise one (p. 196-201)."""
    waiting = inputs.number("off_table")
    came = min(2 if waiting >= RESCUE else 1, waiting)
    return Fell(came, 0, f"{counted(waiting, 'platoon')} off the table", "no die is rolled")


def first_turn(inputs: Inputs) -> Roll:
    """FoW Turn Order: a die each until one is higher; who deployed first adds 1 (p. 202).

    Dice in pairs, that of the side named first before the other's.
    """
    sides = (inputs.word("one"), inputs.word("two"))
    finished, why = inputs.word("finished_first"), "each side rolls one"
    while True:
        dice = yield More(2, why)
        one, two = (die + (side == finished) for side, die in zip(sides, dice, strict=True))
        if one != two:
            words = f"{one} against {two}"
            return Fell(sides[two > one], 0, words, f"{words} settles it")
        why = "equal, and both roll again"


ARRIVAL_AIDS = (
    Aid("reserves", reserves, fixed(ARRIVES)),
    Aid("delayed-reserves", delayed, fixed(ARRIVES)),
    Aid("racing-to-the-rescue", rescue),
    Aid(
        "random-deployment",
        faces(
            _QUARTERS,
            "1 to 4: that quarter; 5 or 6: any quarter, or Reserve",
            "each platoon has one die",
        ),
    ),
    Aid("first-turn", first_turn),
)


# --- FoW Night Fighting: light, surprise and skills that dice of the table bring ----------------

NIGHT, ATTACK = "FoW Night Fighting", "FoW Night Attack"
INFILTRATION, ACES = "FoW Infiltration", "FoW Tiger Aces"
DAWN, DARK = "dawn", "dark"
DETECTED, UNDETECTED = "detected", "undetected"
WAIT, CHOICE = "wait", "choice"
DAWN_SCORE = fixed(5, "on any die")
UNSEEN = fixed(2)
"""Only a 1 gives infiltrators away (p. 180-182)."""
NEAR, SEEN = 8, 16
"""Inches: so near they detect always, or where nothing hides the infiltrators (p. 180-182)."""
_FIRST = 3
"""The defender's own turn with the first die for dawn (p. 171-175)."""
_TOP_ACE = 6
_SKILLS = {int(row["die"]): row["slug"] for row in rows("tiger_aces")}
_FINDS = 5


def dawn(inputs: Inputs) -> Roll:
    """FoW Night Attack: a die in the defender's turn three, one more in each turn (p. 171-175).

    The attacker, who had the first turn, has the second roll in their own turn four.
    """
    turn, attacking = inputs.number("own_turn"), inputs.flag("attacking")
    count = 2 * (turn - _FIRST) + (0 if attacking else 1)
    if count < 1:
        text = f"the first die is thrown in the defender's own turn {_FIRST}"
        return Refused(ATTACK, f"{text}, and this is own turn {turn}")
    who = "attacker" if attacking else "defender"
    dice = yield More(count, f"own turn {turn} of the {who}", ATTACK)
    needs = DAWN_SCORE(inputs)
    return Fell(DAWN if reached(dice, needs.needed) else DARK, needs.needed, needs.words)


def infiltration(inputs: Inputs) -> Rolled:
    """FoW Infiltration: too near they are detected, otherwise on a 1 (p. 180-182)."""
    near = inputs.number("nearest_enemy_in", SEEN + 1)
    if near <= NEAR or (near <= SEEN and not inputs.flag("concealed")):
        hidden = "" if near <= NEAR else " and nothing to hide them"
        why = f"enemies within {near} inches{hidden}, so they are detected without a die"
        return Fell(DETECTED, 0, why, why)
    return either(UNSEEN, UNDETECTED, DETECTED, "infiltrators have one die")(inputs)


def tiger_ace(inputs: Inputs) -> Roll:
    """FoW Tiger Aces: a skill for the platoon, and on a 6 one for its commander (p. 166-168).

    Another 6 is chosen; the commander chooses on a 6 and on the platoon's own number.
    """
    (die,) = yield More(1, "a Tiger platoon has one die")
    if die != _TOP_ACE:
        return Fell(_SKILLS[die])
    (die,) = yield More(1, "a 6 is a Top Ace, and the platoon rolls again")
    (own,) = yield More(1, "a Top Ace has a third die for the commander")
    platoon = CHOICE if die == _TOP_ACE else _SKILLS[die]
    commander = CHOICE if own in (_TOP_ACE, die) else _SKILLS[own]
    return Fell(f"{platoon}; commander: {commander}")


def sewers(inputs: Inputs) -> Roll:
    """FoW Sewers: lost and out at random on a 1, still below on 2 to 4, out on 5 or 6 (p. 225)."""
    (die,) = yield More(1, "the sewers have one die in each own turn")
    if die == 1:
        (hole,) = yield More(1, "a 1 is lost, and another die numbers the manhole")
        return Fell(f"manhole-{hole}")
    return Fell(CHOICE if die >= _FINDS else WAIT)


NIGHT_AIDS = (
    Aid("dawn", dawn, DAWN_SCORE),
    Aid(
        "night-visibility",
        faces(
            tuple(int(row["in"]) for row in rows("night")),
            "4 inches or 10 cm for each point",
            "a platoon has one die",
        ),
    ),
    Aid("infiltration", infiltration, UNSEEN),
    Aid("tiger-ace", tiger_ace),
    Aid("sewers", sewers),
)


# --- FoW: dice that settle a question: a dispute, a Warrior's fate, a withdrawal ----------------

OWN, OPPONENT = "own-reading", "opponents-reading"
KILLED, LIVES = "killed", "lives"
WITHDRAW, COUNTER = "withdraw", "delay-counter"
HOLD = fixed(4)
"""The roller's reading holds on as much or more (p. 20-24)."""
KILLS = fixed(save("warrior", "warrior team"))
"""What kills a Warrior whose team is Destroyed (p. 78)."""
WITHDRAW_AT = 5
_MOVES = {
    "tank": "takes over another tank within Command Distance",
    "infantry": "calls another Infantry team within Command Distance, which is removed",
    "transport": "goes on unharmed",
    "": "lives",
}


def warrior(inputs: Inputs) -> Roll:
    """FoW Saves: a Destroyed Warrior is killed on 4 or more, and otherwise moves on (p. 78)."""
    (die,) = yield More(1, "a Warrior has one die")
    needs = KILLS(inputs)
    words = f"{needs.words}, otherwise the Warrior {_MOVES[inputs.word('warrior')]}"
    return Fell(KILLED if die >= needs.needed else LIVES, needs.needed, words)


def withdrawal(inputs: Inputs) -> Fell:
    """FoW Strategic Withdrawal: 5 platoons and counters withdraw one; fewer gain one (p. 201)."""
    total = inputs.number("on_table") + inputs.number("counters")
    outcome = WITHDRAW if total >= WITHDRAW_AT else COUNTER
    return Fell(outcome, 0, f"{total} platoons and Delay Counters", "no die is rolled")


def roles(inputs: Inputs) -> Roll:
    """FoW Defensive Battle: a die each until one is higher, who attacks (p. 196-201)."""
    while True:
        one, two = yield More(2, "a die each, and equal dice again")
        if one != two:
            outcome = "the first" if one > two else "the second"
            return Fell(outcome, 0, f"{one} against {two}", "one of them is higher")


def by_chart(inputs: Inputs) -> Refused:
    """FoW Terrain Chart: its dice are rolled square by square (p. 234, 243-247)."""
    return Refused("FoW Terrain Chart", "its dice are rolled with those of a square of the table")


def khamseen(inputs: Inputs) -> Roll:
    """FoW Terrain Chart: a Khamseen arrives on a 1 and departs on 5 or more (p. 247)."""
    now = inputs.word("khamseen")
    brings = each_turn(now)
    if brings is None:
        return by_chart(inputs)
    (die,) = yield More(1, "the Khamseen has one die each player turn")
    fell = brings.low <= die <= brings.high
    on = f"a {brings.low}" if brings.high == brings.low else f"{brings.low}+"
    return Fell(brings.result if fell else now, 0, f"on {on} it {brings.result}")


QUESTION_AIDS = (
    Aid(
        "dispute-roll",
        either(HOLD, OWN, OPPONENT, "a dispute has one die, and no re-roll"),
        HOLD,
    ),
    Aid("warrior-casualty", warrior, KILLS),
    Aid("withdrawal", withdrawal),
    Aid("roles", roles),
    Aid("terrain-square", by_chart),
    Aid("weather", khamseen),
)
