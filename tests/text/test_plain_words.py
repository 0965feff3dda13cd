"""Messages name things as people do: no class, no value as a programming language writes it."""

import re
import tomllib
from typing import Any

import msgspec
import pytest

from campaign.kernel.members import EnrolMember
from campaign.lif.system import SYSTEM
from campaign.systems import SYSTEMS
from campaign.text.faults import called, in_words
from campaign.text.json_values import not_written_as
from events import disputes as facts
from events.lif.board import LeaderDrawn


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"roles": []}, "roles: expected at least 1 entry"),
        ({"name": ""}, "name: expected at least 1 letter"),
        ({"name": "a" * 81}, "name: expected at most 80 letters"),
        ({"roles": ["king"]}, "roles: there is no 'king'"),
    ],
)
def test_one_is_no_plural(fields: dict[str, Any], words: str) -> None:
    """At least 1 entry, at most 80 letters."""
    asked = {"by": "host", "member": "anna", "name": "Anna", "roles": ["player"], **fields}
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert(asked, EnrolMember)
    assert in_words(wrong.value) == words


def test_a_value_that_cannot_be() -> None:
    """What can only be set is told so in words."""
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert({"by": "host", "withheld": False}, SYSTEM.rules.commands["OpenBallots"])
    assert in_words(wrong.value) == "withheld: it cannot be no"


@pytest.mark.parametrize(
    ("command", "fields", "words"),
    [
        ("ShowEntryChits", {"chits": ["x"]}, "chits: expected a chit like c1"),
        ("PlaceLeader", {"location": "nowhere"}, "location: expected a place like W2214 or "
         "sea:north-sea/3"),
        ("DrawLeader", {"leader": "No Slug"}, "leader: expected lower-case letters, digits and "
         "hyphens"),
    ],
)  # fmt: skip
def test_a_pattern_is_told_in_the_words_of_its_own_type(
    command: str, fields: dict[str, Any], words: str
) -> None:
    """A game says what its own patterns ask for; what every game has is known without."""
    kind = SYSTEM.rules.commands[command]
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.convert({"by": "host", **fields}, kind)
    assert in_words(wrong.value, kind) == words
    unknown = "it is not written as it should be"
    assert in_words(wrong.value) in (words, f"{next(iter(fields))}: {unknown}")


def test_an_event_is_called_in_words() -> None:
    """As a sentence needs it, without the number of a form."""
    assert called(LeaderDrawn(leader="rommel", draw=1, source="ledger")) == "leader drawn"
    assert called(facts.RulingAppealed(dispute="d1", text="No.")) == "ruling appealed"
    words = [called(kind) for kind in SYSTEMS.codec.events.values()]
    assert all(re.fullmatch(r"[a-z]+( [a-z]+)*", one) for one in words), words


@pytest.mark.parametrize(
    ("form", "text", "words"),
    [
        ("JSON", "{", "not JSON: it breaks off"),
        ("JSON", '{"a": x}', "not JSON: see character 7"),
        ("JSON", b'"\xff"', "not JSON: it is not text in UTF-8"),
        ("JSON", "[" * 200_000, "not JSON: it is nested too deeply"),
        ("TOML", "a = 1\n[]", "not TOML: see line 2, column 2"),
    ],
)
def test_a_text_that_is_neither_says_where_it_breaks_off(
    form: str, text: str | bytes, words: str
) -> None:
    """In our own words, and none of the library's."""
    read = tomllib.loads if form == "TOML" else msgspec.json.decode
    with pytest.raises((ValueError, RecursionError)) as wrong:
        read(text)  # type: ignore[operator]
    assert not_written_as(form, wrong.value) == words
