"""Clubscript: what a file means, and what is told of one that is wrong."""

import difflib
import json
import re
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from campaign.kit.language.expressions import expression
from campaign.kit.language.kinds import (
    BEYOND,
    TABLES,
    Bool,
    ClubTable,
    Compiled,
    Map,
    Row,
    SyntaxFaultError,
)
from campaign.kit.language.meaning import FileSetting, Meaning, fixed, linked
from campaign.kit.reading.rules import CheckedRules, checked

CASES = Path(__file__).parents[1] / "cases" / "kit"
EXAMPLES = Path(__file__).parents[2] / "campaign" / "kit" / "examples"
FAULTS = [
    fault
    for name in ("faults", "more_faults")
    for fault in json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["faults"]
]
ACTS = re.compile(r"^\[acts\.(\w+)\]\n.*?(?=^\[|\Z)", re.M | re.S)
NAMES = ("cards", "evening", "gang", "league", "naval", "sectors")
SMALL = """kit = 1
title = "Small"
[turns]
last = 3
[seats]
one = "captain"
columns = { points = "0..99", lead = "-9..9" }
rows = { anna = "Anna", ben = "Ben" }
[acts.score]
does = "Score"
rule = "Small 1"
by = "seat"
do = ["me.points = EXPRESSION"]
"""


def example(name: str) -> str:
    """The text of an example."""
    return (EXAMPLES / name).read_text(encoding="utf-8")


def faults_of(text: str) -> list[str]:
    """What is told of a text, without its place."""
    return [fault.text for fault in checked(text).faults]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_sound(name: str) -> None:
    assert checked(example(f"{name}.toml")).faults == ()


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: case["says"])
def test_a_fault_is_told_at_its_line_and_alone(case: dict[str, str]) -> None:
    text = example(case["file"]).replace(case["old"], case["new"], 1)
    (fault,) = checked(text).faults
    assert fault.line == case["line"]
    assert case["says"] in fault.text


def test_a_fault_names_file_line_and_place() -> None:
    text = example("evening.toml").replace("winner.points += prize", "winner.pionts += prize")
    (fault,) = checked(text).faults
    assert fault.told("evening.toml") == (
        "evening.toml:27: acts.battle.do: 'winner.pionts += prize': "
        "seats have no column 'pionts'; did you mean 'points'?"
    )


def test_all_faults_are_told_at_once() -> None:
    text = example("evening.toml").replace("last = 3", "last = 0").replace('"d6"', '"d600"')
    assert [fault.line for fault in checked(text).faults] == [7, 41]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("me.points + me.lead", ""),
        ("max(1, me.points) div max(1, me.lead)", ""),
        ("--1", "- stands twice"),
        ("if not not yes then 1 else 0", "not stands twice"),
        ("1 < 2 < 3", "two at a time"),
        ("if not 1 == 2 then 1 else 0", ""),
        ("if not 'a' in ('a') == yes then 1 else 0", "expected then, found '=='"),
        ("if yes and 'a' in ('a') == yes then 1 else 0", "expected then, found '=='"),
        ("if not me.points + 1 == 2 and yes then 1 else 0", ""),
        ("1000001", "more than 1,000,000"),
        ("me.points * 1000000 * 1000000", "may reach"),
        ("5 mod me.lead", "may be 0"),
        ("'a'", "points is a number, and this is a word"),
        ("sum(s in seats: s.points)", ""),
        ("sum(s in seats)", "takes a number behind a colon"),
        ("sum(me in seats: 1)", "is a name already"),
        ("count(s in seats where s.points)", "takes yes or no"),
        ("seats.carl.points", "have no row 'carl'"),
        ("near(me, me)", "there is no map"),
        ("rand(6)", "there is no function"),
        ("1 +", "expected a value, and the text ends"),
        ('me."points"', "words stand between single quotes"),
    ],
)
def test_an_expression_is_checked(written: str, says: str) -> None:
    faults = faults_of(SMALL.replace("EXPRESSION", written.replace('"', '\\"')))
    assert (says in " ".join(faults)) if says else faults == []


@pytest.mark.parametrize(
    ("before", "part", "behind"),
    [("", "a.", "a = 1"), ("[", "b . ", "b]"), ("x = { ", '"".', "c = 1 }"), ("[[", "d.", "d]]")],
)
def test_a_key_has_at_most_fifty_parts(before: str, part: str, behind: str) -> None:
    """A key of many thousands, which would take seconds to read, is refused at its line."""
    says = "a key, or the head of a table, has at most 50 parts with dots between"
    for dots, faults in ((50, [(2, says)]), (11_000, [(2, says)])):
        read = checked(f"kit = 1\n{before}{part * dots}{behind}\n")
        assert [(fault.line, fault.text) for fault in read.faults] == faults
    read = checked(f"kit = 1\n{before}{part * 49}{behind}\n")
    assert says not in [fault.text for fault in read.faults]


def test_many_dots_in_a_text_are_no_key() -> None:
    assert (
        faults_of(SMALL.replace('"Small"', f'"Small{"." * 60}"').replace("EXPRESSION", "1")) == []
    )


def test_a_number_of_thousands_of_digits_is_a_fault() -> None:
    (says,) = faults_of(f"kit = {'9' * 5_000}")
    assert says.startswith("this is no TOML: ")


BERTHS = """[things.berths]
one = "berth"
columns = { owner = "captain? = none", when = "0..9" }
rows = { quay = "Quay" }
"""


@pytest.mark.parametrize(
    ("act", "tables", "says"),
    [
        ("fields = { luck = 'up to 3d6: pool' }\nlet = { pool = 'me.points' }", "", ""),
        (
            "fields = { a = 'd6', luck = 'up to 3d6: pool' }\nlet = { pool = 'a' }",
            "",
            "judged before them",
        ),
        (
            "fields = { luck = { is = 'd6', where = 'luck > 2' } }",
            "",
            "where is for what people fill in, and this is rolled or drawn",
        ),
        ("fields = { sum = { is = '1..6', where = 'it < 5 and sum > 1' } }", "", ""),
        (
            "fields = { luck = '2d6' }\n"
            "let = { x = '9 div (first(d in luck where d > 5 else 9) - 6)' }",
            "",
            "what div divides by may be 0",
        ),
        ("after = ['me.points = 1']", "", "only a secret act has an after; write it in do"),
        ("[acts.keep]\ndoes = 'Keep'\nrule = 'Small 2'\nby = 'host'", "", ""),
        ("[acts]\nrest = 'Rest'", "", "write a table here, between { and }"),
        ("", "[phases]\nin_port = 'any'", "write a table here, between { and }"),
        ("when = 'in_port'", "[phases.in_port]", ""),
        ("", "[house]\nraids = 'yes/no'", "write a table here, between { and }"),
        ("", BERTHS.replace("quay", "none"), "'none' says that there is no row"),
        ("do = ['berths.quay.keep = me']", BERTHS.replace("owner", "keep"), ""),
        ("fields = { new = 'berth' }\ndo = ['new.when += 1 when new.when < 9']", BERTHS, ""),
    ],
)
def test_a_file_may_say_what_the_language_has(act: str, tables: str, says: str) -> None:
    start, _, own = SMALL.partition("[acts.score]")
    own = own.partition("do = ")[0] if "[acts]" not in act else ""
    faults = faults_of(f"{start}{tables}\n{'[acts.score]' * bool(own)}{own}{act}\n")
    assert (says in " ".join(faults)) if says else faults == []


STANDINGS = """[[standings]]
of = "things"
columns = ["owner"]
sort = ["most it.when"]
[[victory]]
WHICHsay = "{it} wins."
""".replace("things", "berths")


@pytest.mark.parametrize(
    ("which", "says"),
    [
        ("", []),
        ('of = "berths"\n', []),
        ('of = "seats"\n', ["without when the top of the first standings wins; write berths"]),
        ('of = "seats"\nwhen = "it.points > 3"\n', []),
    ],
)
def test_the_top_of_the_first_standings_wins(which: str, says: list[str]) -> None:
    """Rows of whichever table these rank."""
    text = f"{SMALL.replace('EXPRESSION', '0')}{BERTHS}{STANDINGS.replace('WHICH', which)}"
    assert faults_of(text) == says


def test_no_row_is_none_from_the_start() -> None:
    rules = checked(f"{SMALL.replace('EXPRESSION', '0')}{BERTHS}").rules
    assert rules is not None
    assert rules.tables["berths"].rows["quay"] == ("Quay", None, 0)


def test_an_expression_is_short_and_shallow() -> None:
    meaning = Meaning(FileSetting())
    with pytest.raises(SyntaxFaultError, match="at most 400"):
        expression(meaning, "1 + " * 100 + "1", {})
    with pytest.raises(SyntaxFaultError, match="16 deep"):
        expression(meaning, "(" * 17 + "1" + ")" * 17, {})


def test_an_act_that_takes_too_long_is_a_fault() -> None:
    text = SMALL.replace("rows =", "enrol = 400\nrows =").replace(
        "me.points = EXPRESSION",
        "for a in seats: for b in seats: a.points += count(c in seats where c.points > 0)",
    )
    (said,) = faults_of(text)
    assert "at most 200,000 are allowed" in said


def done(text: str) -> list[Any]:
    """The place of work after the effects of the act of a file, at its start."""
    rules = checked(text).rules
    assert rules is not None
    env: list[Any] = [None] * rules.acts["score"].size
    env[TABLES] = {name: dict(table.rows) for name, table in rules.tables.items()}
    env[BEYOND] = []
    for each in rules.acts["score"].effects:
        each.run(env)
    return env


def test_a_full_table_takes_no_more_rows() -> None:
    """Each of 40 loops would double the mines: 1, 2, 4 … 256 after eight, and 400 after nine."""
    mines = '[things.mines]\none = "mine"\nat_most = 400\nrows = { m = "Mine" }\n'
    loops = ", ".join(['"for m in mines: new mine {}"'] * 40)
    env = done(
        SMALL.replace('"me.points = EXPRESSION"', loops).replace("[seats]", f"{mines}[seats]")
    )
    assert len(env[TABLES]["mines"]) == 400
    assert env[BEYOND][0] == "there are 400 mines already, the most there may be"


@pytest.mark.parametrize(
    ("columns", "does", "steps"),
    [
        (30, "campaign.a0 = 1", 0),
        (31, "campaign.a0 = 1", 1),
        (95, "campaign.a0 = 1", 3),
        (1, "new mine {}", 0),
        (9, "new mine {}", 16),
        (9, "new mine { a0: 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 }", 0),
    ],
)
def test_wide_rows_take_more_steps(columns: int, does: str, steps: int) -> None:
    """A step more for each 32 columns copied, the name being one; a new row takes two for
    each, or two and what its values take, here 19, if that is more.
    """

    def taken(columns: int) -> int:
        written = ", ".join(f'a{number} = "0..9"' for number in range(columns))
        tables = f"columns = {{ {written} }}\n"
        tables = f'[campaign]\n{tables}[things.mines]\none = "mine"\nat_most = 9\n{tables}[seats]'
        text = SMALL.replace("me.points = EXPRESSION", does).replace("[seats]", tables)
        rules = checked(text).rules
        assert rules is not None
        return rules.acts["score"].steps

    assert taken(columns) - taken(1) == steps


def test_each_place_on_the_way_is_judged_once() -> None:
    """Nine places that are all next to one another, of which only the first is good."""
    rows = [f"p{number}" for number in range(9)]
    links = {row: tuple(other for other in rows if other != row) for row in rows}
    table = ClubTable("places", "place", {}, dict.fromkeys(rows, ()), 9)
    judged: list[str] = []

    def good(env: list[Any]) -> bool:
        judged.append(env[0])
        return bool(env[0] == "p0")

    start, goal = fixed(Row("places"), "p0"), fixed(Row("places"), "p8")
    meaning = Meaning(FileSetting({"places": table}))
    where = Compiled(Bool(), good)
    assert not linked(meaning, Map("places", links), start, goal, 0, where).run([None])
    assert sorted(judged) == rows


def test_what_is_owed_by_every_seat_is_bounded() -> None:
    """400 seats, each compared with 400 for every one of 400: 64 million."""
    slow = 'owed = "any(a in seats where a.points > count(b in seats where b.points > 0))"\n'
    text = SMALL.replace("rows =", "enrol = 400\nrows =").replace("EXPRESSION", "1") + slow
    (said,) = faults_of(text)
    assert "over all seats; at most 1,000,000 are allowed" in said


HEAVY = "sum(a in seats: sum(b in seats: sum(c in seats: a.points)))"


@pytest.mark.parametrize(
    "line",
    [
        f'say = "{{{HEAVY}}}"',
        f'refuse = [{{ when = "no", say = "{{{HEAVY}}}" }}]',
        f'fields = {{ who = {{ is = "captain", where = "yes", say = "{{{HEAVY}}}" }} }}',
        f'[phases.talk]\nplay = "in order"\norder = "{HEAVY}"',
        f'[[victory]]\nwhen = "yes"\nsay = "{{{HEAVY}}}"',
    ],
)
def test_sentences_and_orders_are_bounded_too(line: str) -> None:
    """400 seats in three loops within each other: 64 million."""
    text = SMALL.replace("rows =", "enrol = 400\nrows =").replace("EXPRESSION", "1")
    said = faults_of(f"{text}{line}\n")
    assert said and all("are allowed" in one for one in said)


def test_a_sealed_choice_is_bounded_for_all_seats_together() -> None:
    """400 seats, of whom each looks at all: 160,000 rows, with their steps over a million."""
    text = SMALL.replace("rows =", "enrol = 400\nrows =").replace("[seats]", "[phases.a]\n[seats]")
    text = text.replace("EXPRESSION", "min(9, sum(s in seats: s.points * s.lead * s.points))")
    assert faults_of(text) == []
    secret = 'by = "seat"\nwhen = "a"\nsecret = true\nmissing = {}\n'
    (said,) = faults_of(text.replace('by = "seat"\n', secret))
    assert "over all seats; at most 1,000,000 are allowed" in said


RANK = "sum(a in seats: a.points + a.points)"
"""2 steps for each `a.points`, 1 to add them, 1 for each of 400 rows, and 1: 2,401."""
SECRET = """[acts.aNUMBER]
does = "A"
rule = "A"
by = "seat"
secret = true
when = "play"
fields = { n = "0..9", sure = "yes/no" }
missing = { n = 0, sure = false }
do = [EFFECT, EFFECT]
""".replace("EFFECT", f'"me.lead = {" + ".join("n" * 18)} when sure"')


@pytest.mark.parametrize(
    ("once", "steps"),
    [
        (f'[[standings]]\ncolumns = []\nsort = ["most {RANK}"]\ntitle = "NUMBER"\n', 2_402),
        (f'[[victory]]\nwhen = "{RANK} > 1"\nsay = "x"\n', 2_406),
        (f'[acts.aNUMBER]\ndoes = "A"\nrule = "A"\nby = "seat"\nowed = "{RANK} > 1"\n', 2_403),
        (SECRET, 20 * 77),
    ],
    ids=["standings", "victory", "owed", "secret"],
)
def test_what_is_asked_at_the_same_time_is_bounded_together(once: str, steps: int) -> None:
    """For 400 seats one is allowed, two are not; a third is told of no more. A sealed choice of 20
    is judged for each: 18 numbers, 17 signs, a condition, and two for what changes, twice, and one.
    """
    text = SMALL.replace("rows =", "enrol = 400\nrows =").replace("EXPRESSION", "1")
    told, whole = [], 400 * steps
    for number in range(3):
        text += once.replace("NUMBER", f"{number}")
        told.append(faults_of(text))
    most = "at most 1,000,000 are allowed"
    said = f"takes {whole:,} steps over all seats, {2 * whole:,} with the others before it; {most}"
    assert told == [[], [said], [said]]


def test_a_limit_that_dice_may_reach_is_a_warning() -> None:
    text = SMALL.replace('do = ["me.points = EXPRESSION"]', 'do = ["me.points += luck"]')
    text += 'fields = { luck = "2d6" }\n'
    read = checked(text)
    assert read.faults == ()
    assert "write clamp" in read.warnings[0].text
    assert checked(text.replace("0..99", "0..99 clamp")).warnings == ()


def test_a_seat_that_begins_without_a_row_is_a_warning() -> None:
    """A column of rows may be given in each row of the file; a further seat has none."""
    text = SMALL.replace("EXPRESSION", "1").replace("[seats]", "[seats]\nenrol = 9")
    assert checked(text).warnings == ()
    text = text.replace("{ points", '{ rival = "captain", points')
    for name, rival in (("Anna", "ben"), ("Ben", "anna")):
        text = text.replace(f'= "{name}"', f'= {{ name = "{name}", rival = "{rival}" }}')
    read = checked(text)
    assert read.faults == ()
    assert [one.text.partition(";")[0] for one in read.warnings] == [
        "a further seat begins without rival"
    ]


@pytest.mark.parametrize(
    ("change", "warns"),
    [
        ("for s in seats: s.points += 9", True),
        ("for s in seats: s.points = turn * 9", False),
        ("for s in seats: s.points = s.lead", True),
        ("for s in seats: s.points += 9 when s.points < 90", False),
        ("for s in seats where s.points < 90: s.points += 9", False),
        ("seats.ben.lead -= 1", True),
    ],
)
def test_a_limit_that_keeps_a_turn_from_ending_is_a_warning(change: str, warns: bool) -> None:
    """Of three turns 27 points are within their limits; nine a turn without end are not."""
    says = "may pass its limits, and the turn cannot go on then; write clamp behind its limits"
    text = SMALL.replace("EXPRESSION", "1")
    for where in (f"last = 3\nend = ['{change}']", f"last = 3\n[phases.a]\nbegin = ['{change}']"):
        read = checked(text.replace("last = 3", where))
        assert read.faults == () and len(read.warnings) == warns
        assert all(says in warning.text for warning in read.warnings)


def long(text: str) -> str:
    """A file with its acts again and again under further names, up to 45,000 letters."""
    *_, last = ACTS.finditer(text)
    whole, number = text, 0
    while len(whole) + len(text) < 45_000:
        number += 1
        more = "".join(
            act[0].replace(f"[acts.{act[1]}]", f"[acts.{act[1]}{number}]")
            for act in ACTS.finditer(text)
        )
        whole = whole[: last.end()] + more + whole[last.end() :]
    return whole


def counted(text: str) -> tuple[CheckedRules, int]:
    """What a file is, and how many calls it took: time on a busy machine says nothing."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read = checked.__wrapped__(text)
    finally:
        sys.setprofile(None)
    return read, calls


@pytest.mark.parametrize(
    ("text", "most"),
    [
        *((example(f"{name}.toml"), 100_000) for name in NAMES),
        (long(example("naval.toml")), 240_000),
    ],
    ids=[*NAMES, "long"],
)
def test_a_file_is_checked_in_few_steps(text: str, most: int) -> None:
    """A call takes a fifth of a microsecond."""
    read, calls = counted(text)
    assert calls <= most and read.faults == ()


def filled(start: str, *parts: tuple[str, str, str]) -> str:
    """A file of nearly 48,000 bytes: behind each head its line as often as there is room, each time
    with another name for `NAME`, and its end.
    """
    for number, (head, line, end) in enumerate(parts, 1):
        start += head
        for name in map("".join, product("bcdfghjklmnp", repeat=4)):
            if len(start) + len(line) > 47_900 * number // len(parts):
                break
            start += line.replace("NAME", name)
        start += end
    return start


ACT = """
[acts.more]
does = "More"
rule = "Small 2"
by = "host"
"""
EFFECTS = f"{ACT}do = ["


@pytest.mark.parametrize(
    "parts",
    [
        [("", "titleNAME = 1\n", "")],
        [("", "[thingsNAME.a]\nb = 1\n", "")],
        [("", "[things.NAME]\n", ""), (f"{ACT}[acts.more.fields]\n", "qNAME = 'tNAME'\n", "")],
        [(EFFECTS, "'seats.NAME.points = 1',", "]\n")],
        [("[constants]\n", "abcdeNAME = 1\n", ""), (EFFECTS, "'edcbaNAMEx = 1',", "]\n")],
        [("[charts.q]\n1 = 'a'\n", "NAME = 1\n", ""), (EFFECTS, "'NAME(1)',", "]\n")],
        [
            ("[things.a.columns]\n", "NAME = '0..9'\n", ""),
            ("[things.a.rows]\n", "NAME={x=1}\n", ""),
        ],
        [("", "[[standings]]\n[standings.NAME]\n", "")],
    ],
)
def test_a_file_of_thousands_of_faults_is_refused_in_few_steps(
    parts: list[tuple[str, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pair of letters that are compared takes less than a fifth of a microsecond."""
    pairs = 0

    def close(word: str, names: list[str], *limits: float) -> list[str]:
        nonlocal pairs
        pairs += len(word) * sum(map(len, names))
        return []

    monkeypatch.setattr(difflib, "get_close_matches", close)
    text = filled(SMALL.replace("EXPRESSION", "1"), *parts)
    assert 47_000 < len(text) < 48_000
    read, calls = counted(text)
    assert calls <= 500_000 and pairs <= 500_000
    assert len(read.faults) == 201 and read.rules is None
    assert read.faults[-1].text == "there may be more faults than these 200; mend them first"


def test_a_text_that_is_no_toml_is_told_with_its_line() -> None:
    (fault,) = checked("kit = 1\ntitle = \n").faults
    assert (fault.line, fault.text[:16]) == (2, "this is no TOML:")


def test_a_long_file_is_refused() -> None:
    (said,) = faults_of("kit = 1\n" + "#" * 48_000)
    assert "at most 48,000 bytes" in said


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('"1..3" = 1, "5" = 2', "4 is missing; a chart has no gaps"),
        ('"1..3" = 1, "3..5" = 2', "3 stands twice; a chart has no gaps"),
        ('"1" = 1, "2" = "dead"', "a chart gives numbers or words, not both"),
        (f'"1..{10**30}" = 1', "is no span; write 3 or 3..5"),
        (f'"{"1" * 5_000}" = 1', "is no span; write 3 or 3..5"),
        (f'"1" = {10**12}', ""),
        (f'"1" = {10**12 + 1}', "write a whole number from -1000000000000 to 1000000000000"),
        (f'"1" = 0x{"f" * 5_000}', "write a whole number from -1000000000000 to"),
        ('"one" = 1', "'one' is no span"),
        ("", "a chart has at least one line"),
    ],
)
def test_a_chart_has_one_entry_for_each_number(lines: str, says: str) -> None:
    faults = faults_of(f"{SMALL.replace('EXPRESSION', '1')}[charts]\nluck = {{ {lines} }}\n")
    assert len(faults) == bool(says) and says in "".join(faults)
