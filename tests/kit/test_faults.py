"""What is told of files with one fault each, by what is wrong in them."""

import re

import pytest

from campaign.kit.opening import OWN, read_file
from campaign.kit.reading.rules import checked
from kit.test_language import SMALL, faults_of

SOUND = SMALL.replace("EXPRESSION", "1")
ACT, SEATS = "do =", "[seats]"
"""Before what further lines of the act, and further tables, can stand."""
PLACES = """[things.places]
one = "place"
rows = { hill = "Hill", ford = "Ford" }
[map]
of = "places"
links = [LINK]
[seats]"""
HUGE = f"0x{'f' * 5_000}"
SEALED = """secret = true
when = "play"
missing = { n = HUGE }
fields = { n = "0..9" }
do =""".replace("HUGE", HUGE)
LIMIT = "write a whole number from -1000000000000 to 1000000000000"
TEXT = "write a text of one line here, between quotes"
UNREADABLE = {
    "a number of a row": ('"Anna"', f"{{ points = {HUGE} }}", LIMIT),
    "a number that counts": (ACT, SEALED, LIMIT),
    "a link": (SEATS, PLACES.replace("LINK", HUGE), TEXT),
    "an effect": ('"me.points = 1"', '["me.points = 1"]', TEXT),
    "a type of a column": ('"0..99"', "99", TEXT),
    "a type of a field": (ACT, f"fields = {{ n = 9 }}\n{ACT}", TEXT),
    "a table of a map": (SEATS, PLACES.replace('"places"', "7").replace("LINK", ""), TEXT),
}


@pytest.mark.parametrize(("old", "new", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_read_is_told_once(old: str, new: str, says: str) -> None:
    assert faults_of(SOUND.replace(old, new)) == [says]


RANKED = """
[[standings]]
columns = ["points"]
sort = ["most SORT"]
only = "ONLY"
[[victory]]
when = "WHEN"
"""


def ranked(sort: str = "it.points", only: str = "yes", when: str = "yes") -> str:
    """What ranks, and who wins."""
    return RANKED.replace("SORT", sort).replace("ONLY", only).replace("WHEN", when)


EMPTY = {
    "a let": (ACT, f'let = {{ x = "" }}\n{ACT}'),
    "a condition of a field": (
        ACT,
        f'fields = {{ whom = {{ is = "captain", where = "" }} }}\n{ACT}',
    ),
    "what refuses": (ACT, f'refuse = [{{ when = "", say = "no" }}]\n{ACT}'),
    "what is owed": (ACT, f'owed = ""\n{ACT}'),
    "an effect": ('"me.points = 1"', '""'),
    "what is sorted by": ("", ranked(sort="")),
    "which rows are ranked": ("", ranked(only="")),
    "when somebody wins": ("", ranked(when="")),
}


@pytest.mark.parametrize(("old", "new"), EMPTY.values(), ids=EMPTY)
def test_an_empty_expression_is_a_fault(old: str, new: str) -> None:
    text = SOUND.replace(old, new) if old else f"{SOUND}{new}"
    (fault,) = faults_of(text)
    assert re.fullmatch("'': expected a (value|name), and the text ends", fault)


MEANINGLESS = {
    "a link to itself": (
        SEATS,
        PLACES.replace("LINK", '"hill - hill"'),
        "'hill - hill': hill is next to itself; write it once",
    ),
    "what rests on dice by several steps": (
        ACT,
        'fields = { luck = "d6" }\nlet = { a = "luck", b = "me.points", c = "a + b" }\n'
        f'refuse = [{{ when = "b + c > 3", say = "no" }}]\n{ACT}',
        "'b + c > 3': c comes of dice or a draw, and refusals are judged before them",
    ),
    "a link to nothing": (SEATS, PLACES.replace("LINK", '""'), "'': places have no row ''"),
}


MEANINGLESS |= {
    f"{blank!r} as {what}": (old, old.replace(word, blank), says)
    for blank in ("", "  ", "⠀", "ㅤ")
    for what, old, word, says in (
        ("a title", '"Small"', "Small", f"{blank!r} is blank; write what readers see"),
        ("a button", '"Score"', "Score", f"{blank!r} is blank; write what readers see"),
        ("a rule", '"Small 1"', "Small 1", f"{blank!r} is blank; write what readers see"),
        ("a name", '"Anna"', "Anna", f"{blank!r} does not fit; it is blank"),
    )
}


@pytest.mark.parametrize(("old", "new", "says"), MEANINGLESS.values(), ids=MEANINGLESS)
def test_what_means_nothing_is_a_fault(old: str, new: str, says: str) -> None:
    assert faults_of(SOUND.replace(old, new)) == [says]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("0..99", "٠..٩", "is no type; write 0..9"),
        ("0..99", "text ٣", "is no type; write 0..9"),
        (ACT, f'fields = {{ luck = "٢d6" }}\n{ACT}', "is no type; write 0..9"),
        (ACT, f'fields = {{ luck = "d٦" }}\n{ACT}', "is no type; write 0..9"),
        (SEATS, f'[charts.luck]\n"١" = 1\n{SEATS}', "is no span; write 3 or 3..5"),
        ("me.points = 1", "me.points = ٣", "'٣' is no sign of Clubscript"),
    ],
)
def test_digits_are_those_from_0_to_9(old: str, new: str, says: str) -> None:
    (fault,) = faults_of(SOUND.replace(old, new))
    assert says in fault


@pytest.mark.parametrize("sign", ["\x9b", "\u202e", "\u2069"])
def test_what_moves_what_is_seen_is_told_with_its_line(sign: str) -> None:
    (fault,) = checked(SOUND.replace("last = 3", f"last = 3  # so {sign}it is")).faults
    assert (fault.line, fault.text) == (
        4,
        f"{sign!r} moves what can be seen; leave it out",
    )


def test_a_pasted_mark_of_the_order_of_bytes_is_no_fault() -> None:
    read = read_file({"rules": f"\ufeff{SOUND}"}, OWN)
    assert read.faults == () and list(read.seats) == ["anna", "ben"]


def test_faults_of_one_line_stand_in_one_order() -> None:
    charts = ", ".join(f'{name} = {{ "1" = 1 }}' for name in ("sum", "min", "any", "max", "count"))
    says = "is a word of the language; use another name"
    ordered = ("any", "count", "max", "min", "sum")
    assert faults_of(f"charts = {{ {charts} }}\n{SOUND}") == [
        f"{name!r} {says}" for name in ordered
    ]
    tables = "".join(f"[things.{name}]\n" for name in "abcdef")
    said = f"constants = {{ {', '.join(f'{name} = 1' for name in 'ecbfda')} }}\n{SOUND}{tables}"
    assert faults_of(said) == [f"{name!r} is a name already; use another" for name in "abcdef"]


def test_two_rows_may_bear_one_name() -> None:
    """As two ships of a class do; their ids tell them apart."""
    assert faults_of(SOUND.replace('"Ben"', '"Anna"')) == []


def test_the_file_they_are_made_of_is_sound() -> None:
    places = PLACES.replace("LINK", '"hill - ford"')
    assert checked(f"{SOUND.replace(SEATS, places)}{ranked()}").faults == ()
