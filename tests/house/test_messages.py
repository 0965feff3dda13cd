"""Every refusal and error of the program: somebody has read it, and it is plain English."""

import difflib
from pathlib import Path

import pytest

from messages import inventory as made
from messages.inventory import inventory
from messages.listed import as_listed, names, reviewed
from messages.words import faults

pytestmark = pytest.mark.further


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    """What the program says, by the name of its list."""
    assert list(faults("a line")) == []  # which knows every class of the program
    return as_listed()


@pytest.mark.parametrize("name", names())
def test_every_message_has_been_read(said: dict[str, str], name: str) -> None:
    """A new message is on the reviewed list, and one that has gone is off it."""
    listed, now = reviewed().get(name, ""), said.get(name, "")
    lines = difflib.unified_diff(
        listed.splitlines(), now.splitlines(), "read", "said", "", "", 0, ""
    )
    how = "read them, then write the lists again: PYTHONPATH=.:tests python -m support.lists"
    assert listed == now, "\n".join(("messages have changed; " + how, *lines))


def test_every_message_is_plain_english() -> None:
    """No pattern, class, type, field path or shouting; what would be right, and no full stop."""
    wrong = {
        f"{file}: {text}": list(faults(text))
        for file, texts in inventory().items()
        for text in texts
    }
    assert {text: why for text, why in wrong.items() if why} == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("expected a text matching ^[a-z0-9-]+$", "a regular expression"),
        ("power: invalid value", "`invalid`; say what would be right"),
        ("expected str, got int", "a type or value as a programming language writes it"),
        ("the value at $.power is wrong", "the path of a field"),
        ("campaign.veto_points.germany is too high", "the path of a field"),
        ("first DeclareWar, then this", "the class DeclareWar"),
        ("there is NO such power", "NO in capitals"),
        ("you MUST name a power", "MUST in capitals"),
        ("name a power!", "an exclamation mark"),
        ("name a power.", "a full stop after one sentence"),
        ("Name a power", "a capital where the line goes on"),
        ("'x' will not do; write yes or no", "`will not do`; write `expected …, got …`"),
        ("4 stands there twice", "`stands`; write `is listed`"),
        ("ben sealed it himself", "a member as he"),
        ("{power}: who is it aligned by?", "a question where a request is meant"),
        ("expected a number, got {value}", ""),
        ("cannot write {file}: {strerror}. Nothing was recorded", ""),
        ("Japan is at war with {country}, and uses no gas", ""),
        ("there is no `DrawLeader` here", ""),
    ],
)
def test_the_rules_for_words_find_what_they_bar(text: str, why: str) -> None:
    """Each bars what it says, and nothing else."""
    assert list(faults(text)) == ([why] if why else [])


def test_a_message_is_found_wherever_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the call, in a local name, in a helper here or in another file, in both of two ways."""
    folder = tmp_path / "campaign"
    folder.mkdir()
    (folder / "near.py").write_text(
        'def hint(word) -> str:\n    return f"; did you mean {word}?"\n'
    )
    (folder / "rules.py").write_text(
        "from campaign.near import hint\n"
        "def decide(who, power):\n"
        '    text = f"{power} is not here"\n'
        "    if who:\n"
        '        return Refused("LiF 1", text)\n'
        '    return bad_field("power", f"there is no {power!r}{hint(power)}")\n'
        "def other(late):\n"
        '    why = "it is over" if late else _early(late)\n'
        '    return Refused("LiF 1", why)\n'
        "def _early(day) -> str:\n"
        '    return f"it begins on day {day + 1}"\n'
        "def rows(row) -> Iterator[tuple[str, str]]:\n"
        '    yield "year", "is empty; write a year"\n'
        "def silent(a):\n"
        '    return (a, "no message")\n'
    )
    monkeypatch.setattr(made, "ROOT", tmp_path)
    caches = (made.files, made.inventory, *made.LARGE, made._imported)
    for kept in caches:
        kept.cache_clear()
    try:
        assert inventory() == {
            "rules.py": [
                "{power} is not here",
                "power: there is no {power}; did you mean {word}?",
                "it is over",
                "it begins on day {day}",
                "year: is empty; write a year",
            ]
        }
    finally:
        for kept in caches:
            kept.cache_clear()
