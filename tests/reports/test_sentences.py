"""Every event as a sentence, word for word as `tests/cases/sentences/` has it.

A file there is of one game: the names that its sentences know, and events as they are stored, each
with what is said of it.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.fow.names import Names as NamesOfWar
from campaign.lif.names import Names
from campaign.lif.roster import kit
from campaign.systems import SYSTEMS
from events import club, codec, diary, disputes
from events.base import Event
from events.lif import aftermath, us_entry
from fow import test_fow_cases
from tests.house import test_cases

FILES = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "cases" / "sentences").glob("*.toml"))
}
ROWS = [one for file in FILES.values() for one in file["told"]]
WHOLE = (club, disputes, diary, us_entry, aftermath)
"""Vocabularies of which every event is told here."""
SEALED = re.compile("(ab){8}")
"""What stands in these events for digests, nonces, commitments, keys and openings."""


def names_of(file: dict[str, Any]) -> Any:
    """What the sentences of a file know by name."""
    known = {"members": {}, "sides": {}, "lines": {}, **file.get("names", {})}
    if file["game"] == "fow":
        return NamesOfWar(**known, sectors={}, forces={}, platoons={})
    return Names(kit(), known["members"])


def events_of(file: dict[str, Any]) -> list[tuple[Event, str]]:
    """The events of a file, each with its sentence."""
    read = SYSTEMS.codec.decode
    return [(read(msgspec.json.encode(one["event"])), one["says"]) for one in file["told"]]


@pytest.mark.parametrize("name", FILES)
def test_an_event_is_a_sentence(name: str) -> None:
    """Members, powers, pieces and places as a reader says them; on one line, whatever was typed."""
    file = FILES[name]
    names, sentence = names_of(file), SYSTEMS[file["game"]].view.sentence
    assert [(event, sentence(event, names)) for event, _ in events_of(file)] == events_of(file)


def test_no_digest_nonce_or_opening_is_told() -> None:
    """LiF 4.1, 5.3: they stand in the log, where they prove something, and in no sentence."""
    stored, told = zip(*((str(one["event"]), one["says"]) for one in ROWS), strict=True)
    assert sum(SEALED.search(text) is not None for text in stored) > 20
    assert not any(SEALED.search(text) for text in told)


def test_no_event_of_these_is_without_words_or_forgotten_here() -> None:
    """Each is told in a row, or in a step of a conformance case."""
    steps = (step for case in (*test_cases.ALL, *test_fow_cases.ALL) for step in case.step)
    in_cases = (event for step in steps if step.told for event in step.events)
    told = (*(one["event"] for one in ROWS), *in_cases)
    shown = {SYSTEMS.codec.events[one["type"]] for one in told}
    for vocabulary in WHOLE:
        kinds = set(codec.events_of(vocabulary))
        assert kinds and kinds <= shown
