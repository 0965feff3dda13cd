"""Random token strings: each is refused with a fault, or runs and stays within its limits."""

from random import Random

import pytest

from campaign.kit.language.expressions import expression
from campaign.kit.language.kinds import (
    BEYOND,
    IT,
    ME,
    PHASE,
    PILES,
    TABLES,
    TURN,
    Bool,
    Num,
    OneWord,
    Row,
    SyntaxFaultError,
)
from campaign.kit.language.meaning import FileSetting, Meaning, slot
from campaign.kit.opening import example
from campaign.kit.play.working import Piles
from campaign.kit.reading.rules import rules_of
from campaign.kit.state import Pile

RULES = rules_of(example("naval"))
SETTING = FileSetting(RULES.tables, {}, {}, {"win": 3}, RULES.map, RULES.last, tuple(RULES.phases))
_WRITTEN = (
    "me me.coal me.at me.at.convoys it.ships turn win 0 1 7 1000000 yes no none 'red' orders phase"
    " + - * div mod == != < >= and or not ( ) if then else , . : where in"
    " sum ( a in seats : a.coal ) count ( a in seats where a.raiding )"
    " near ( me.at , seas.deep ) linked ( me.at , seas.deep , x where x.convoys > 0 )"
    " first ( s in seas : s.convoys ) min max abs any all"
)
WORDS = _WRITTEN.split(" ")
ATOMS = (
    *("me.coal", "it.ships", "turn", "win", "0", "3", "-7", "me.at.convoys", "house.fog"),
    *("1000000", "none", "'orders'", "phase", "me.at", "seas.deep", "me.side.tons", "yes"),
    *("sum(a in seats: a.coal)", "count(a in seats where a.raiding)"),
    *("first(s in seas where s.convoys > 2: s.convoys)", "first(s in seas: 0).convoys"),
    *("near(me.at, seas.deep)", "linked(me.at, seas.deep, x where x.convoys >= 0)"),
)
JOINED = (" + ", " - ", " * ", " div ", " mod ", " == ", " != ", " < ", " >= ", " and ", " or ")


def made(random: Random, depth: int = 0) -> str:
    """A text that looks like an expression, well made or not."""
    way = random.random()
    if depth > 3 or way < 0.3:
        return random.choice(ATOMS)
    if way < 0.7:
        return f"({made(random, depth + 1)}{random.choice(JOINED)}{made(random, depth + 1)})"
    if way < 0.8:
        parts = (made(random, depth + 1) for _ in range(3))
        return "(if {} then {} else {})".format(*parts)
    if way < 0.9:
        name = random.choice(("min", "max", "abs"))
        return f"{name}({made(random, depth + 1)}, {made(random, depth + 1)})"
    return " ".join(random.choice(WORDS) for _ in range(random.randint(1, 12)))


def environment(random: Random, size: int) -> list[object]:
    """A place of work with values anywhere within their limits."""
    tables = {
        name: {
            row: tuple(
                random.randint(*column.kind) if isinstance(column.kind, Num) else value
                for column, value in zip(table.columns.values(), values, strict=True)
            )
            for row, values in table.rows.items()
        }
        for name, table in RULES.tables.items()
    }
    env: list[object] = [None] * size
    env[TABLES], env[BEYOND], env[PILES] = tables, [], Piles({"fate": Pile(())}, RULES)
    env[ME], env[IT], env[TURN], env[PHASE] = "vale", "pike", random.randint(1, 10), "orders"
    return env


def ran_of(seed: int, texts: int) -> int:
    """How many of some random texts run; each is within its limits, the others are refused."""
    random, ran = Random(seed), 0
    for _ in range(texts):
        text = made(random)
        meaning = Meaning(SETTING)
        scope = {"me": slot(ME, Row("seats")), "it": slot(IT, Row("seats"))}
        try:
            typed = expression(meaning, text, scope)
        except SyntaxFaultError:
            continue
        if meaning.wrong:
            continue
        ran += 1
        value = typed.run(environment(random, meaning.size))
        match typed.kind:
            case Num(low=low, high=high):
                assert low <= value <= high, (text, value, typed.kind)
            case Bool():
                assert value in (True, False), (text, value)
            case OneWord(words=words):
                assert value in (*words, ""), (text, value)
            case Row():
                assert value is None or isinstance(value, str), (text, value)
    return ran


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.further) for seed in (1, 2, 3))]
)
def test_a_text_is_refused_or_runs_within_its_limits(seed: int) -> None:
    assert ran_of(seed, 700) > 60
