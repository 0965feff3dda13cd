"""Names as people type them: the same, read as one near by, or asked; never wrongly the same."""

import pytest

from campaign.lif.roster import ALSO_CALLED, POWER_CODES, POWER_NAMES, kit
from campaign.text.name_matching import KnownNames, Match, distance

LEADERS = KnownNames({who: one.name for who, one in kit().items()})
POWERS = KnownNames(POWER_NAMES, ALSO_CALLED)
FORMS = (
    "{}", " {} ", "Gen. {}", "{} (GE)", "{}*", "General von {}", "G. {}", "{}, 4", "Adm {}",
)  # fmt: skip


def test_no_common_spelling_of_a_leader_is_read_wrongly() -> None:
    """Whatever is the same is that leader; `, 4` is not part of any name and may be asked."""
    for who, one in kit().items():
        for form in FORMS:
            for name in (one.name, one.name.upper(), one.name.lower()):
                match = LEADERS.read(form.format(name))
                assert match.id in (who, ""), (form, name)
                assert match.how == "same" or form == "{}, 4", (form, name)


@pytest.mark.parametrize(
    ("typed", "match"),
    [
        ("Doenitz", Match("same", "donitz")),
        ("Donitz", Match("same", "donitz")),
        ("O Connor", Match("read", "oconnor", ("oconnor",))),
        ("de gaulle", Match("same", "de-gaulle")),
        ("DeGaulle", Match("ask", near=("de-gaulle",))),
        ("Gudrian", Match("read", "guderian", ("guderian",))),
        ("Rokossovski", Match("read", "rokossovsky", ("rokossovsky",))),
        ("Heinz Guderian", Match("read", "guderian", ("guderian",))),
    ],
)
def test_a_leader_is_read_or_suggested(typed: str, match: Match) -> None:
    read = LEADERS.read(typed)
    assert (read.how, read.id) == (match.how, match.id)
    assert set(match.near) <= set(read.near)


@pytest.mark.parametrize(
    ("typed", "power"),
    [
        ("U.S.A.", "usa"),
        ("the U. S. A.", "usa"),
        ("U.K.", "commonwealth"),
        ("U.S.S.R.", "ussr"),
        ("US", "usa"),
        ("U.S.", "usa"),
        ("CW", "commonwealth"),
    ],
)
def test_letters_with_dots_are_a_name(typed: str, power: str) -> None:
    """As a sheet of a position is read: by names, other names and codes."""
    codes = {code: power for power, code in POWER_CODES.items()}
    assert KnownNames(POWER_NAMES, ALSO_CALLED | codes).read(typed) == Match("same", power)


def test_initials_before_a_name_are_none() -> None:
    assert LEADERS.read("B. L. Montgomery") == Match("same", "montgomery")


@pytest.mark.parametrize("typed", ["Stalin", "Smith", "", "?", "M"])
def test_a_stranger_is_asked_for(typed: str) -> None:
    read = LEADERS.read(typed)
    assert (read.how, read.id) == ("ask", "")
    assert len(read.near) <= 3


def test_the_last_word_alone_is_never_the_same() -> None:
    """Free France is not France: it is read so, and the check page says it."""
    assert POWERS.read("Free France") == Match("read", "france", ("france",))
    assert POWERS.read("UK") == Match("same", "commonwealth")


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [("a", "a", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "abcd", 1), ("abc", "xyz", 3)],
)
def test_the_distance_counts_letters_and_swaps(one: str, other: str, steps: int) -> None:
    assert distance(one, other, 3) == steps
