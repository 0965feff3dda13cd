"""Forty and more wrong rules: each a text in a module, what takes its place, and the case that
catches it.
"""

import __future__
import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple


ANNOTATIONS = __future__.annotations.compiler_flag
"""Types in signatures need not be there."""


class Mistake(NamedTuple):
    """A rule changed for the worse."""

    case: str
    """The case, and where it matters its rulebook: `LiF 3.2-10 under lif-list`."""
    module: str
    right: str
    wrong: str


BOARD, CUP = "lif.board.promotions_board", "lif.board.cup"
SIDES, BATTLES = "lif.politics.sides", "lif.on_map.battles"
RANGE, USAGE = "lif.abilities.command_range", "lif.abilities.usage"
COMBATS, PLACING = "lif.on_map.combats", "lif.on_map.placing"
LOSSES, OUTCOMES, ROLES = "fow.results.losses", "fow.results.outcomes", "fow.missions.roles"

MISTAKES = tuple(
    Mistake(*row)
    for row in (
        # LiF 4: the cup
        ("?", CUP, "arrives <= year)", "arrives < year)"),
        ("?", CUP, "if ENEMY_MARKS.get(command.power) == command.mark:", "if False:"),
        ("LiF 4.1-80", CUP, "calendar.year(state.campaign.turn) + 1\n", "calendar.year(state.campaign.turn) + 2\n"),
        ("LiF 4.1-84", CUP, "if state.campaign.rulebook != LIF_1998 or with_status(", "if with_status("),
        # LiF 4.1: the Promotions Board
        ("LiF 4.1-02", BOARD, "if state.board.turn == state.campaign.turn:", "if False:"),
        ("LiF 4.1-25", BOARD, "if opposed and not any(supports):", "if supports.count(False) > supports.count(True):"),
        ("LiF 4.1-32", BOARD, "if opposed or state.rulings.charge_idle_support else []", "if opposed else []"),
        ("LiF 4.1-35", BOARD, 'board.Ballot("veto" if able else "no-veto", "", "withheld")', 'board.Ballot("no-veto", "", "withheld")'),
        ("LiF 4.1-36", BOARD, 'board.Ballot("veto" if able else "no-veto", "", "withheld")', 'board.Ballot("veto", "", "withheld")'),
        ("LiF 4.1-62", BOARD, 'if "another" in wishes and "stop" not in wishes:', 'if "another" in wishes:'),
        ("LiF 4.1-68", BOARD, "points.get(power, 0) > 0]", "points.get(power, 0) >= 0]"),
        ("LiF 4.1-74", BOARD, 'elif vote.how == "withheld" and power in able:', 'elif vote.how == "withheld":'),
        ("LiF 4.1-71", BOARD, "points - spent.get(power, 0) for", "points for"),
        ("LiF 4.1-42", SIDES, "return NOBODYS if power is None else _of(state, power)", 'return _of(state, power or "germany")'),
        ("LiF 4.1-45", SIDES, "if counter.power == GERMAN_CONTROLLED:", "if False:"),
        ("LiF 4.1-26", SIDES, "        return ALLIED", "        return OWN"),
        ("LiF 4.1-29", SIDES, "if whose.side != state.rulings.sides[power]:", "if whose.power != power:"),
        # LiF 4.2: points of a year
        ("?", CUP, "points += max(0, year - FIRST_YEAR)", "points += max(0, year - FIRST_YEAR - 1)"),
        ("?", CUP, "points = max(points, USSR_AT_WAR)", "points += USSR_AT_WAR"),
        ("?", CUP, '(points + (state.rulings.half_rounds == "up")) // 2', "points"),
        ("?", CUP, 'if power == "france" and free_france(state):', "if False:"),
        ("?", CUP, "INTELLIGENCE_PRICE = 5", "INTELLIGENCE_PRICE = 4"),
        # LiF 2, 3: range, use, movement
        ("LiF 2-03", RANGE, "return _reach(stars, hexes * each,", "return _reach(stars, hexes,"),
        ("?", RANGE, "within = cost <= stars", "within = cost < stars"),
        ("?", RANGE, "OFF_MAP_COST = 6", "OFF_MAP_COST = 2"),
        ("?", USAGE, "return black(state, number) or number == CROWDED_FRONT", "return False"),
        ("?", USAGE, "if not (command.hex in before if each_hex else before):", "if True:"),
        ("?", PLACING, "MOVEMENT = 8", "MOVEMENT = 9"),
        ("?", PLACING, "if awaits_country(state, who):", "if False:"),
        # LiF 3.3, 5.1: recall, promotion
        ("?", BATTLES, "return needed.naval_or_air", "return needed.defender"),
        ("?", BATTLES, 'return needed.attacker if side == "attacker" else needed.defender', "return needed.attacker"),
        ("?", BATTLES, "        return leader.ability_used", "        return leader.took_part or leader.stacked"),
        ("?", BATTLES, "if state.sheet[who].rank == highest]", "]"),
        ("?", BATTLES, 'return rulebook == LIF_1998 and combat.kind == "naval-air" and', "return False and"),
        ("?", COMBATS, "if 2 * roll >= needed:", "if roll >= needed:"),
        ("?", COMBATS, "if scored.score <= 0:", "if scored.score < 0:"),
        ("?", COMBATS, "if score + old.combat < new.combat:", "if score + old.combat <= new.combat:"),
        # LiF 5.3, 5.4: US entry, force pools
        ("?", "lif.us_entry.chits.transaction", "roll.value <= remainder\n            outcomes", "roll.value < remainder\n            outcomes"),
        ("?", "lif.us_entry.chart", "if option == LEND_LEASE and not taken(", "if False and not taken("),
        ("?", "lif.force_pools.moves", "and year <= calendar.year(turn)", "and year < calendar.year(turn)"),
        # Flames of War
        ("?", LOSSES, "max(0, lost.destroyed - lost.pre_game - lost.no_platoon)", "max(0, lost.destroyed)"),
        ("?", LOSSES, "_row(\"fair-fight\", destroyed).loser", "_row(\"fair-fight\", destroyed).winner"),
        ("?", OUTCOMES, "if ended_by in _LOSING:\n        return other", "if ended_by in _LOSING:\n        return side"),
        ("?", OUTCOMES, "if len(ahead) > 1:", "if False:"),
        ("?", ROLES, 'value["won-defending"] if side == won_defending else 0', "0"),
        ("?", ROLES, "return max(_LOWEST, min(_HIGHEST, score))", "return max(_LOWEST, min(_HIGHEST, score - 1))"),
        ("?", "fow.dice.morale", "return destroyed > left", "return destroyed >= left"),
        ("?", "fow.dice.shooting", "if total > anti_tank:", "if total >= anti_tank:"),
        ("?", "fow.battle_log.withdrawal", "if total >= row.withdraw_at:", "if total > row.withdraw_at:"),
        ("?", "fow.battle_log.deployment", "if price * 2 > points:", "if price > points:"),
    )
)  # fmt: skip


@contextmanager
def planted(mistake: Mistake) -> Iterator[None]:
    """The program with a wrong rule in it."""
    module = import_module(f"campaign.{mistake.module}")
    before = dict(vars(module))
    codes = {function: function.__code__ for function in _functions(vars(module), module)}
    wrong = _changed(module, mistake)
    for name, value in wrong.items():
        _replace(vars(module), name, value)
    try:
        yield
    finally:
        vars(module).update(before)
        for function, code in codes.items():
            function.__code__ = code


def _functions(names: Mapping[str, Any], module: ModuleType) -> Iterator[FunctionType]:
    """The functions and methods that a module makes."""
    for value in names.values():
        if getattr(value, "__module__", "") != module.__name__:
            continue
        if isinstance(value, FunctionType):
            yield value
        elif isinstance(value, type):
            yield from _functions(vars(value), module)


def _changed(module: ModuleType, mistake: Mistake) -> dict[str, Any]:
    """What the module would hold under the names that the mistake changes."""
    file = Path(str(module.__file__))
    text = file.read_text(encoding="utf-8")
    assert text.count(mistake.right) == 1, f"{mistake.right!r} is not once in {module.__name__}"
    wrong = ast.parse(text.replace(mistake.right, mistake.wrong))
    right = {ast.dump(node) for node in ast.parse(text).body}
    changed = [node for node in wrong.body if ast.dump(node) not in right]
    names = dict(vars(module))
    exec(compile(ast.Module(changed, []), str(file), "exec", ANNOTATIONS, True), names)
    return {name: value for name, value in names.items() if value is not vars(module).get(name)}


def _replace(names: Mapping[str, Any], name: str, value: Any) -> None:
    """A function gets the wrong code where it is, as tables and other modules hold it."""
    old = names.get(name)
    if isinstance(old, FunctionType) and isinstance(value, FunctionType):
        old.__code__ = value.__code__
    elif isinstance(old, type) and isinstance(value, type):
        for inner, method in vars(value).items():
            if isinstance(method, FunctionType):
                _replace(vars(old), inner, method)
    elif isinstance(names, dict) and not name.startswith("__"):
        names[name] = value
