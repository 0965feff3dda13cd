"""What is prepared for each type of event, so that a sound one is passed at a glance."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import well_formed
from campaign.systems import SYSTEMS
from campaign.text.json_values import are_plain
from events import codec

EVENTS = Path(__file__).parents[1] / "events"

UNFIT = ("../x", "", "Anna", "an\x1bna", "two\nlines", "anna\u200f", "2026-02-30", "x" * 130)
"""Each is wrong where some kinds of fields hold it, and right where others do."""
FIGURES = (-1, -10_001, 10_001, 100_001, 1_000_000_001)


def _changed(value: Any) -> Iterator[Any]:
    """A JSON value with one of its texts or figures replaced, in every way."""
    match value:
        case str():
            yield from UNFIT
        case bool():
            return
        case int():
            yield from FIGURES
        case dict():
            for key, held in value.items():
                yield from ({**value, key: other} for other in _changed(held) if key != "type")
                yield {**{k: v for k, v in value.items() if k != key}, "../x": held}
        case list():
            for place, held in enumerate(value):
                yield from ([*value[:place], o, *value[place + 1 :]] for o in _changed(held))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", sorted(EVENTS.glob("*.json")), ids=lambda file: file.stem)
def test_the_quick_look_misses_nothing_that_the_thorough_one_finds(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is changed in an example: the same is found as when everything is looked through."""
    read, quick, passed = [], [], []
    for example in json.loads(file.read_text()):
        for fields in _changed(example["stored"]):
            try:
                read.append(SYSTEMS.codec.decode(json.dumps(fields).encode()))
            except codec.UnreadableEventError:
                continue
    for event in read:
        quick.append(list(well_formed.check(SYSTEMS.codec, 1, event)))
        passed.append(well_formed.is_sound(event, codec.encode(event)))
    monkeypatch.setattr(well_formed, "sound", lambda kind: lambda form: False)
    assert quick == [list(well_formed.check(SYSTEMS.codec, 1, event)) for event in read]
    assert any(quick)
    assert not [wrong for wrong, good in zip(quick, passed, strict=True) if wrong and good]


def test_a_form_without_fault_is_passed_at_a_glance() -> None:
    """Most examples need no second look; only those with a sheet of any JSON get one."""
    passed = 0
    for file in EVENTS.glob("*.json"):
        for example in json.loads(file.read_text()):
            event = SYSTEMS.codec.decode(json.dumps(example["stored"]).encode())
            passed += well_formed.is_sound(event, codec.encode(event))
    assert passed > 0.9 * len(list(EVENTS.glob("*.json")))


@pytest.mark.parametrize("text", ["../x", "a..b", ".x", "/x", "a\\b", "a\x7fb", "a\x1bb", "Łódź"])
def test_bytes_are_plain_only_if_any_word_would_be_right(text: str) -> None:
    """What leads elsewhere, moves the cursor or is no ASCII is looked at field by field."""
    plain = {"type": "lif.LeaderMoved", "location": "E1.5"}
    assert are_plain(json.dumps(plain).encode())
    assert not are_plain(json.dumps({"location": text}, ensure_ascii=False).encode())


MOVING = [*"\x00\x07\x08\x1b\x7f\x9b\u202e\u2066"]
"""Signs that move the cursor or turn words."""


@pytest.mark.parametrize("sign", MOVING, ids=ascii)
@pytest.mark.parametrize("holds", ["", "text", "line", "name", "id"])
def test_no_field_holds_a_sign_that_moves_the_cursor(holds: str, sign: str) -> None:
    """Of whatever kind it is; also behind a text that was good."""
    check = well_formed.text_check(holds)
    assert check("abc") and not check(f"abc{sign}") and not check(sign)


@pytest.mark.parametrize(("holds", "good"), [("", False), ("line", False), ("text", True)])
def test_only_a_text_has_several_lines(holds: str, good: bool) -> None:
    """A word and a line have neither line feed nor tab; other letters than ASCII are letters."""
    for text in ("one\ntwo", "one\ttwo"):
        assert bool(well_formed.text_check(holds)(text)) is good
    assert well_formed.text_check(holds)("Straße nach Łódź")
