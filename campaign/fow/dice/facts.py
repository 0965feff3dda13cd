"""FoW: what the battle itself knows for a roll: pools, turns, rules of the mission. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.fow.battle_log import turns
from campaign.fow.battle_log.turns import first_side
from campaign.fow.dice import ground_and_night, shooting
from campaign.fow.dice.aids import Aid, Inputs, Value, checked
from campaign.fow.dice.morale import COMPANY
from campaign.fow.names import the_side
from campaign.fow.opening.axes import COUNTERBATTERY
from campaign.fow.state import Battle, State, company_type
from campaign.fow.terrain.charts import each_turn
from campaign.kernel.decisions import RECORD, Refused, bad_field
from campaign.text.english import counted, near

Answers = dict[str, Any]
Known = dict[str, Value] | Refused
SUPERIORITY = "total-air-superiority"
RAIN = "deep-mud"
SHIP = "naval-gunfire"
BOMBARDMENT = "preliminary-bombardment"
ARRIVED = "arrives"
"""Of a Khamseen, which brings Night Fighting (p. 247)."""
_THAWED = ("summer", "spring")
_NATIONS = ("german", "british", "soviet", "american", "us", "usa")


def completed(
    state: State, battle: Battle, side: str, aid: Aid, answers: Mapping[str, object]
) -> Inputs | Refused:
    """The answers for a roll, with the facts that the battle knows."""
    for one in aid.inputs:
        if one.known and one.name in answers:
            return bad_field(one.name, "the campaign knows it; leave it out")
    adds = _KNOWN.get(aid.slug)
    known = adds(state, battle, side, dict(answers)) if adds else {}
    return known if isinstance(known, Refused) else checked(aid, {**known, **answers})


def _request(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Air Support: the pool, and what makes a request harder (p. 139, 218, 234)."""
    known = _pool(state, battle, side, answers)
    if isinstance(known, Refused):
        return known
    if SUPERIORITY in battle.rules and side == battle.defender:
        known["superiority"] = True
    elif battle.weather == RAIN:
        known["rain"] = True
    return known


def _pool(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Air Support: dice left; at first those of the force's level (p. 138)."""
    force = state.forces.get(battle.forces.get(side, ""))
    level = answers.get("level")
    if force is not None:
        own = force.air.level if force.air else "none"
        if level not in (None, own):
            text = f"the air support of {the_side(state, side)} is {own}, not {level}"
            return Refused(shooting.AIR_SUPPORT, text)
        level = own
    left = battle.table.air_pool.get(side)
    if left is not None:
        return {"pool": left}
    if level is None or level not in shooting.LEVELS:
        return {}
    return {"pool": shooting.pool_of(str(level))}


def _reserves(rule: str) -> Callable[[State, Battle, str, Answers], Known]:
    """FoW Reserves: the own turn, and how many still wait (p. 196-201)."""

    def known(state: State, battle: Battle, side: str, answers: Answers) -> Known:
        heading = f"FoW {'Delayed Reserves' if rule == 'delayed-reserves' else 'Reserves'}"
        name = the_side(state, side)
        if turns.reserve_rule(state, battle, side) != rule:
            what = turns.mission_of(battle).name
            word = heading.removeprefix("FoW ")
            return Refused(heading, f"{what} gives {name} no {word}")
        table = battle.table
        if table.turn_of != side:
            return Refused(heading, f"this is rolled in a turn of {name}; begin it first")
        number, waiting = table.turns[side], turns.off_table(battle, side)
        if waiting == 0:
            return Refused(heading, f"no platoon of {name} is left in Reserve")
        if rule not in table.due and number > turns.before(rule):
            return Refused(heading, f"{name} rolled in own turn {number} already")
        facts: dict[str, Value] = {"own_turn": number}
        return facts if waiting is None else {**facts, "waiting": waiting}

    return known


def _rescue(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Reserves: platoons race to the rescue where the mission says so (p. 196-201)."""
    if turns.reserve_rule(state, battle, side) != "racing-to-the-rescue":
        mission = turns.mission_of(battle)
        return Refused(
            mission.heading, f"nobody races to the rescue of {the_side(state, side)} here"
        )
    waiting = turns.off_table(battle, side)
    if waiting is None or "off_table" in answers:
        return {}
    return {"off_table": waiting}


def _random(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW The Cauldron: only the attacker's platoons are set up at random (p. 207)."""
    if turns.deployment_of(battle, side).random:
        return {}
    mission = turns.mission_of(battle)
    text = f"{mission.name} has no Random Deployment for {the_side(state, side)}"
    return Refused(mission.heading, text)


def _first(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Turn Order: dice for the first turn, where the mission has them (p. 202)."""
    mission = turns.mission_of(battle)
    if mission.first_turn.who != "roll-off":
        is_attacker = mission.first_turn.who == "attacker"
        who = the_side(state, battle.attacker if is_attacker else battle.defender)
        return Refused(mission.heading, f"nobody rolls; the first turn is that of {who}")
    if battle.table.turn_of or battle.table.first:
        return Refused("FoW Turn Order", "it is settled who has the first turn")
    finished = answers.get("finished_first")
    if finished is not None and finished not in state.sides:
        return bad_field("finished_first", f"{finished!r} is no side{near(finished, state.sides)}")
    one, two = state.sides
    return {"one": one, "two": two}


def _ship(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Anzio: the ship fires in some sectors, for one side, in turns (p. 233-236)."""
    line = state.lines[battle.line]
    name = the_side(state, side)
    rule = line.axis.rule.get(SHIP) if line.axis else None
    if SHIP not in battle.rules or rule is None:
        return Refused("FoW Anzio", "there is no naval gunfire in this sector")
    if rule.side not in ("", side):
        whose = the_side(state, rule.side)
        return Refused("FoW Anzio", f"naval gunfire serves {whose}, not {name}")
    own = state.rulings.naval_turns == "own"
    if own and battle.table.turn_of and battle.table.turn_of != side:
        return Refused("FoW Anzio", f"the ship is rolled for in the own turns of {name}")
    if battle.table.turn_of and SHIP not in battle.table.due:
        return Refused("FoW Anzio", "the ship has been rolled for in this turn")
    return {"needed": rule.needed}


def _weather(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Terrain Chart: the Khamseen is rolled for once as each player turn begins (p. 247)."""
    heading, name = "FoW Terrain Chart", the_side(state, side)
    if each_turn(battle.weather) is None:
        text = "no Khamseen is about; other weather is rolled for with a square of the table"
        return Refused(heading, text)
    if battle.table.turn_of != side:
        return Refused(heading, f"this is rolled in a turn of {name}; begin it first")
    if turns.KHAMSEEN not in battle.table.due:
        return Refused(heading, "the Khamseen has been rolled for in this turn")
    return {"khamseen": battle.weather}


def _bombarded(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Saves: the attacker bombards where the mission or the sector says so (p. 217, 234).

    Ruling 16: Counterbattery is the Axis's, where they attack in its sectors.
    """
    mission = turns.mission_of(battle)
    counter = COUNTERBATTERY in battle.rules
    if side != battle.defender:
        return Refused(mission.heading, "only the defender's platoons are bombarded")
    if BOMBARDMENT not in battle.rules and not counter:
        return Refused(mission.heading, f"{mission.name} has no Preliminary Bombardment")
    if answers.get("counterbattery") and not counter:
        return Refused("FoW Anzio", "there is no Counterbattery in this battle")
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun, and the guns are silent")
    return {}


def _ranging(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW ruling 61: ranging at a platoon at the Double is rolled again by the summaries alone."""
    if answers.get("at_the_double") and state.rulings.double_ranging != "on":
        return Refused("FoW ruling 61", "this campaign does not roll ranging at the Double again")
    return {}


def _night(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Night Fighting: dark once a Khamseen has arrived, light after a dawn (p. 154, 247).

    Where the battle knows neither, the players say so.
    """
    dark = battle.weather == ARRIVED
    if dark and answers.get("night") is False:
        return bad_field("night", "the Khamseen has arrived, and it is dark")
    if battle.table.daylight and not dark and answers.get("night", True):
        return Refused(ground_and_night.NIGHT, "morning has broken, and it is light")
    return {"night": True} if dark else {}


def _bogging(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Night Fighting: at night bogging checks that pass are rolled again (p. 154)."""
    if battle.weather != ARRIVED and not answers.get("night"):
        return {}
    return _night(state, battle, side, answers)


def _visibility(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Night Fighting: how far a platoon sees, while it is dark (p. 154)."""
    known = _night(state, battle, side, {})
    return known if isinstance(known, Refused) else {}


def _before_dawn(state: State, battle: Battle, nation: str, rule: str) -> Refused | None:
    """FoW Night Attack, FoW Infiltration: by who has the first turn, against Prepared Positions."""
    mission = turns.mission_of(battle)
    if "defender" not in mission.prepared:
        return Refused(rule, f"{mission.name} has no defender in Prepared Positions")
    if first_side(state, battle) not in ("", battle.attacker):
        return Refused(rule, f"the first turn is not that of {the_side(state, battle.attacker)}")
    kind = company_type(state, battle.line, battle.attacker)
    if kind not in ("", "infantry"):
        return Refused(rule, f"this is for an infantry company, and it is a {kind} company")
    return _of_another(state, battle, battle.attacker, nation, rule)


def _of_another(state: State, battle: Battle, side: str, nation: str, rule: str) -> Refused | None:
    """FoW Choosing Your Force: what one nation alone has, and this force is another's."""
    force = state.forces.get(battle.forces.get(side, ""))
    own = force.nation.lower() if force else ""
    if force is None or own[:3] == nation[:3].lower() or own not in _NATIONS:
        return None
    return Refused(rule, f"this is for {nation} forces, and {force.called} is {force.nation}")


def _dawn(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Night Attack: one roll in each player turn until morning breaks (p. 171-175)."""
    name, table = the_side(state, side), battle.table
    if refused := _before_dawn(state, battle, "British", ground_and_night.ATTACK):
        return refused
    if table.turn_of != side:
        return Refused(
            ground_and_night.ATTACK, f"this is rolled in a turn of {name}; begin it first"
        )
    if table.daylight:
        return Refused(ground_and_night.ATTACK, "morning has broken already")
    if table.dawn_rolled == sum(table.turns.values()):
        return Refused(ground_and_night.ATTACK, "dawn has been rolled for in this turn")
    return {"own_turn": table.turns[side], "attacking": side == battle.attacker}


def _infiltration(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Infiltration: the attacker's scouts, before the first turn (p. 180-182)."""
    if side != battle.attacker:
        return Refused(ground_and_night.INFILTRATION, "only the attacker's scouts infiltrate")
    if refused := _before_dawn(state, battle, "Soviet", ground_and_night.INFILTRATION):
        return refused
    return _too_late(battle)


def _too_late(battle: Battle) -> Known:
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun")
    return {}


def _wind(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Artillery: the defender rolls, and the attacker may ask for one more die (p. 135)."""
    blows, again = battle.table.wind, bool(answers.get("reroll"))
    if not blows:
        if side == battle.defender:
            return {}
        who = the_side(state, battle.defender)
        return Refused(shooting.ARTILLERY, f"the first roll is that of {who}")
    if len(blows) > 1:
        return Refused(shooting.ARTILLERY, "the wind was rolled again once, and that is final")
    if not again:
        return Refused(shooting.ARTILLERY, "the wind blows already; with reroll it is rolled again")
    return {"before": blows[0]}


def _digging(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Anzio: in deep mud nobody digs but on Dry Ground and Low Ridges (p. 234)."""
    if battle.weather == RAIN and not answers.get("dry_ground"):
        text = "in deep mud a platoon digs in on Dry Ground and Low Ridges alone; add dry_ground"
        return Refused("FoW Anzio", text)
    return {}


def _ice(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Terrain Chart: no ice where General Winter stayed away (p. 244-245)."""
    if battle.weather in _THAWED:
        return Refused("FoW Terrain Chart", f"it is {battle.weather}, and there is no ice")
    return {}


def _sewers(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Sewers: where the mission lets a side use them (p. 225)."""
    if turns.deployment_of(battle, side).sewers:
        return {}
    mission = turns.mission_of(battle)
    return Refused(mission.heading, f"{mission.name} has no sewers")


def _company(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Company Morale Checks: what the battle log knows of losses (p. 118)."""
    if side in battle.table.broke and not battle.battalion:
        return Refused(COMPANY, f"{the_side(state, side)} failed already; report the result")
    if refused := _against_the_log(state, battle, side, answers):
        return refused
    known: dict[str, Value] = {}
    left = turns.platoons_fighting(state, battle, side)
    if "destroyed" not in answers and left is not None:
        known["destroyed"] = turns.destroyed(battle, side)
    if "on_table" not in answers and left is not None:
        known["on_table"] = left
    return known


def _against_the_log(state: State, battle: Battle, side: str, answers: Answers) -> Refused | None:
    """FoW Company Morale Checks: no figures beside those of the battle log and the roster.

    Where the log has losses of a side, it has them all, but for a battalion's single company.
    """
    name, logged = the_side(state, side), turns.destroyed(battle, side)
    destroyed, left = answers.get("destroyed", logged), answers.get("on_table", 0)
    if not isinstance(destroyed, int) or not isinstance(left, int):
        return None  # the aid says what they should be
    if battle.table.gone.get(side) and destroyed != logged and not battle.battalion:
        text = f"the battle log has {counted(logged, 'platoon')} of {name} Destroyed"
        return Refused(RECORD, f"{text}, not {destroyed}; record each loss there first")
    had = turns.deploying(state, battle, side)
    if had and destroyed + left > had:
        text = f"{name} had {counted(had, 'platoon')}; {destroyed} Destroyed and {left} on the"
        return Refused(RECORD, f"{text} table are more")
    return None


def _battalion(state: State, battle: Battle, side: str, answers: Answers) -> Known:
    """FoW Company Morale Checks: a battalion tests where the battle began with one (p. 230)."""
    if battle.battalion:
        return {}
    return Refused(COMPANY, "this battle was not begun with a battalion")


_KNOWN: Mapping[str, Callable[[State, Battle, str, Answers], Known]] = {
    "air-request": _request,
    "interception": _pool,
    "reserves": _reserves("reserves"),
    "delayed-reserves": _reserves("delayed-reserves"),
    "racing-to-the-rescue": _rescue,
    "random-deployment": _random,
    "first-turn": _first,
    "naval-gunfire": _ship,
    "weather": _weather,
    "preliminary-bombardment": _bombarded,
    "company-morale": _company,
    "battalion-morale": _battalion,
    "range-in": _ranging,
    "bogging": _bogging,
    "night-visibility": _visibility,
    "dawn": _dawn,
    "infiltration": _infiltration,
    "tiger-ace": lambda state, battle, side, answers: (
        _of_another(state, battle, side, "German", ground_and_night.ACES) or _too_late(battle)
    ),
    "komissar": lambda state, battle, side, answers: (
        _of_another(state, battle, side, "Soviet", "FoW Komissar") or {}
    ),
    "wind": _wind,
    "dig-in": _digging,
    "ice": _ice,
    "sewers": _sewers,
}


def known_of(slug: str) -> Callable[[State, Battle, str, Answers], Known] | None:
    """What the battle adds to an aid, or why it has no such roll; None where it knows nothing."""
    return _KNOWN.get(slug)
