"""Every rule that the program cites has a test, and so has every ruling on these chapters.

A rule is cited in a docstring or a table; a test names it in its own name (`test_lif_4_1_5_…`), its
docstring, or as `rule` and `rulings` of a conformance case. A test of an item, as 4.1(2b), is
one of its rule 4.1(2) and of its chapter 4.1 too.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.lif.rulings import RULEBOOKS, switches
from campaign.lif.scenarios.catalogue import scenarios
from support.kept import kept, program

pytestmark = pytest.mark.further

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parents[1]
CODE = sorted((*ROOT.glob("campaign/lif/**/*.py"), *ROOT.glob("events/**/*.py")))

ITEM = r"\d(?:\.\d){0,2}(?:\(\d?[a-z]?\)(?:-\(\d\))?)*"
CITED = re.compile(rf"LiF ({ITEM}(?:(?:, | and ){ITEM})*)")
NAMED = re.compile(r"test_lif_(\d)(?:_(\d))?(?:_(\d?[a-z]?))?(?=_)")
RULINGS = re.compile(r"[Rr]ulings? (\d+(?:(?:, | and )\d+)*)")

Cited = tuple[set[str], set[int]]

CHAPTERS = """
4 4.1 4.1(1) 4.1(2) 4.1(2a) 4.1(2b) 4.1(3) 4.1(4) 4.1(5)
4.2 4.2(a) 4.2(b) 4.2(c) 4.2(d) 4.2(e) 4.2(f)
5.1 5.2 5.3 5.3.1 5.3.2 5.3.3 5.4 6
""".split()  # noqa: SIM905 (a line reads better)
"""The rulebook's own numbering of the chapters that are complete."""


def cited(text: str) -> Iterator[str]:
    """The rules that a text cites, as `4.1(2)`; of a range as 4.1(1)-(4) every one."""
    for found in CITED.findall(text):
        for item in re.split(", | and ", found):
            rule, _, last = item.partition("-")
            yield rule
            for number in range(int(rule[-2]) + 1, int(last[1]) + 1) if last else ():
                yield f"{rule[:-2]}{number})"


def ruled(text: str) -> Iterator[int]:
    """The rulings that a text cites."""
    for found in RULINGS.findall(text):
        yield from (int(number) for number in re.findall(r"\d+", found))


def statements(file: Path) -> Iterator[ast.AST]:
    """Every statement of a file, wherever it is."""
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        yield (node := waiting.pop())
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            waiting += getattr(node, part, ())


def docstrings(file: Path, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Names and docstrings in a file; a text under an assignment is one too."""
    for node in statements(file):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and not prefix:
            yield "", str(node.value.value)
        if isinstance(node, ast.FunctionDef) and prefix and node.name.startswith(prefix):
            yield node.name, ast.get_docstring(node) or ""


def of_the_code() -> Cited:
    """Rules and rulings that the program cites."""
    texts = [text for file in CODE for _, text in docstrings(file)]
    texts += [scenario.rule for scenario in scenarios().values()]
    known = [switch for rulebook in RULEBOOKS for switch in switches(rulebook)]
    texts += [switch.rule for switch in known]
    rules = {rule for text in texts for rule in cited(text)}
    return rules, {n for text in texts for n in ruled(text)} | {one.ruling for one in known}


def of_the_tests() -> Cited:
    """Rules and rulings that have a test."""
    rules: set[str] = set()
    rulings: set[int] = set()
    for file in HERE.rglob("test_*.py"):
        if file == Path(__file__):
            continue
        for name, text in docstrings(file, "test_"):
            rules |= set(cited(text))
            rulings |= set(ruled(text))
            if found := NAMED.match(name):
                chapter, section, item = found.groups()
                rule = f"{chapter}.{section}" if section else chapter
                rules.add(f"{rule}({item})" if item else rule)
    for file in HERE.glob("cases/*.toml"):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            rules |= set(cited(case["rule"]))
            rulings |= set(case.get("rulings", ()))
    return rules, rulings


def covers(tested: str, rule: str) -> bool:
    """Whether a test of one rule is one of another: its own, its item's or its section's."""
    parts = rule[:-1] if rule.endswith(")") else (f"{rule}(", f"{rule}.")
    return tested == rule or tested.startswith(parts)


@pytest.fixture(scope="module")
def code() -> Cited:
    """Rules and rulings that the program cites; read when the test runs, not when it is found."""
    found: Cited = kept("rules-cited", program(), of_the_code, Cited)
    return found


@pytest.fixture(scope="module")
def tests() -> Cited:
    """Rules and rulings that have a test."""
    files = sorted((*HERE.rglob("test_*.py"), *HERE.glob("cases/*.toml")))
    found: Cited = kept("rules-tested", files, of_the_tests, Cited)
    return found


def test_every_rule_cited_has_a_test(code: Cited, tests: Cited) -> None:
    """A rule the program speaks of is one that a test holds it to; each of the chapters is."""
    rules = code[0] | set(CHAPTERS)
    assert {"4.1(2)", "5.3"} < code[0]
    assert [rule for rule in sorted(rules) if not any(covers(one, rule) for one in tests[0])] == []


def test_every_ruling_has_a_test(code: Cited, tests: Cited) -> None:
    """All forty rulings."""
    assert (code[1] | set(range(1, 41))) - tests[1] == set()


def test_citations_are_read_as_they_are_written() -> None:
    """Lists, ranges and names of tests."""
    assert list(cited("LiF 4.1(1)-(4): the stage")) == ["4.1(1)", "4.1(2)", "4.1(3)", "4.1(4)"]
    assert list(cited("LiF 3.3, 4.1 and 4.2(a): x")) == ["3.3", "4.1", "4.2(a)"]
    assert list(ruled("Rulings 18 and 22; ruling 5")) == [18, 22, 5]
    assert covers("4.1(2b)", "4.1(2)") and covers("4.1(2b)", "4.1") and covers("4.1", "4")
    assert (
        not covers("4.1", "4.1(2)") and not covers("4.2", "4.1") and not covers("4.1(5)", "4.1(2)")
    )
    assert NAMED.match("test_lif_4_1_2b_support_beats").groups() == ("4", "1", "2b")
