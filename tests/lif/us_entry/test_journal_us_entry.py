"""Sentences about US entry: only what was shown has its value told.

The sentences themselves stand in `tests/cases/sentences/lif-us-entry.toml`.
"""

import msgspec
import pytest

from campaign.lif.names import Names
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from campaign.lif.us_entry.sentences import chits
from events.lif import us_entry as entry

NAMES = Names(kit(), {})


def test_ruling_57_action_18_tells_what_stands_through_vichy() -> None:
    """Ruling 57: rail, overflight, supply, garrisons and partisans, while Vichy France stands."""
    text = sentence(entry.EntryActionTaken(action=18, power="germany"), NAMES)
    for word in ("rail", "flies", "supply", "garrison", "partisans", "while Vichy France stands"):
        assert word in text
    other = sentence(entry.EntryActionTaken(action=17, power="germany"), NAMES)
    assert "garrison" not in other


def test_a_chit_s_words_tell_nothing_of_its_value() -> None:
    """LiF 5.3.2: two chits that differ in their commitment alone are told alike."""
    told = {
        sentence(msgspec.structs.replace(event, chits=(entry.Chit("c1", commitment),)), NAMES)
        for event in (entry.EntryChitsDrawn(pool="entry-japan", chits=(), cause="step", draw=1),)
        for commitment in ("00" * 32, "11" * 32)
    }
    assert told == {"Chit c1 came face-down into the Japan entry pool, in the US entry step."}


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (["c1"], "chit c1"),
        (["c1", "c2"], "chits c1 and c2"),
        (["c1", "c2", "c3"], "chits c1, c2 and c3"),
        (["c9", "c10", "c11", "c12"], "chits c9 to c12"),
        (["c4", "c3", "c2", "c1"], "chits c4, c3, c2 and c1"),
        (["c1", "c2", "c3", "c5"], "chits c1, c2, c3 and c5"),
    ],
)
def test_chits_in_a_row(ids: list[str], told: str) -> None:
    """Four or more in a row are told by the first and the last."""
    assert chits(ids) == told
