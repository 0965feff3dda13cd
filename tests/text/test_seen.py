"""Words that the frame asks for can be seen: blanks and letters without a shape are none."""

import re
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from campaign.disputes.commands import RaiseDispute
from campaign.kernel.chapters import untitled
from campaign.kernel.decisions import NOTHING
from campaign.kernel.members import EnrolMember, is_name
from campaign.kernel.shared_rules import AddEntropy
from campaign.kit.commands import ChangeRules
from campaign.lif.force_pools.moves import move_counter
from campaign.lif.on_map.placing import send_to_circle
from campaign.systems import SYSTEMS
from campaign.text.moments import A_NAME, LINES, ONE_LINE, SEEN, as_published, is_seen

UNSEEN = {
    "space": " ",
    "no-break space": "\u00a0",
    "ideographic space": "\u3000",
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "right-to-left mark": "\u200f",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "grapheme joiner": "\u034f",
    "braille blank": "\u2800",
    "Hangul filler": "\u3164",
    "halfwidth Hangul filler": "\uffa0",
    "variation selector": "\ufe0f",
    "byte order mark": "\ufeff",
    "several": "\u200b \u2800\u3164\u2060",
}
SEEN_TEXTS = ("a", "7", "?", "٣", "é", "日本", "👍🏽", "क्\u200dष", "a b", "\u2801")


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_is_no_word(text: str) -> None:
    """Neither a line, a name nor a text, nor a title."""
    assert not is_seen(text) and not is_name(text) and untitled(text) is not None
    assert not any(re.match(pattern, text) for pattern in (ONE_LINE, A_NAME, LINES))
    for pattern in (ONE_LINE, LINES):
        assert re.match(pattern, f"why{text}") and not re.match(pattern, "")


@pytest.mark.parametrize("text", SEEN_TEXTS)
def test_what_can_be_seen_is(text: str) -> None:
    """In any script."""
    assert is_seen(text) and re.match(ONE_LINE, text) and re.match(LINES, text)


@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (AddEntropy, "value"),
        (RaiseDispute, "claim"),
        (ChangeRules, "reason"),
        (EnrolMember, "name"),
    ],
)
def test_a_command_with_words_that_nobody_sees_is_none(
    kind: type[Any], field: str, text: str
) -> None:
    """Whatever field of whatever game it is."""
    with pytest.raises(msgspec.ValidationError, match=rf"matching regex .*at `\$\.{field}`"):
        msgspec.convert({field: text, "command": kind.__name__}, kind)


def _texts(kind: object) -> list[str]:
    """The patterns of texts within a type that must not be empty."""
    match kind:
        case msgspec.inspect.StrType(min_length=int(least), pattern=pattern) if least:
            return [pattern or ""]
        case msgspec.inspect.Metadata(type=inner):
            return _texts(inner)
        case msgspec.inspect.UnionType(types=types):
            return [pattern for inner in types for pattern in _texts(inner)]
    return []


def test_every_text_that_a_command_must_have_is_seen() -> None:
    """No command of any game asks for words and takes what nobody sees."""
    asked = [
        (name, field.name, pattern)
        for system in SYSTEMS.at_home
        for name, kind in system.rules.commands.items()
        for field in msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
        for pattern in _texts(field.type)
    ]
    assert len(asked) > 20
    assert {f"{name}.{field}" for name, field, pattern in asked if SEEN not in pattern} == {
        *DECIDED,
        "ImportArmyList.sheet",  # read as a table, whose every row is judged
    }


DECIDED = {"SendLeaderToCircle.reason": send_to_circle, "MoveCounter.reason": move_counter}
"""What programs know without a pattern: the act itself refuses."""


@pytest.mark.parametrize("decide", DECIDED.values(), ids=DECIDED)
@pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)
def test_an_act_refuses_a_reason_that_nobody_sees(decide: Any, text: str) -> None:
    """Before it looks at anything else."""
    refused = decide(None, SimpleNamespace(reason=text), NOTHING)
    assert refused.reason == "reason: expected one line of text that can be seen"


def test_the_schema_that_programs_know_stays() -> None:
    """There a letter that is seen is any but a space."""
    assert as_published({"a": [{"pattern": SEEN}, 3], "b": (ONE_LINE,)}) == {
        "a": [{"pattern": r"\S"}, 3],
        "b": (r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$(?!\n)",),
    }
