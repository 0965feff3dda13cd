"""The list of aids, and how each explains itself without any campaign."""

import csv
from pathlib import Path

import pytest

from campaign.fow.dice.aids import Score, ScorePart, aid_rows
from campaign.fow.dice.commands import AIDS, explain, known, listing
from campaign.kernel.decisions import Refused


def test_six_can_be_rolled_and_seven_cannot() -> None:
    """Page 20: above six the attempt fails by itself."""
    parts = (ScorePart("Veteran", 4), ScorePart("far", 1), ScorePart("Concealed", 1))
    assert Score(parts).words.endswith(": 6+")
    assert Score((*parts, ScorePart("dug in", 1))).words.endswith(": 7+, which no die shows")


def test_every_aid_of_the_table_works() -> None:
    """61 rows, and an aid for each; all are listed with what they are for."""
    rows = aid_rows()
    assert set(AIDS) == set(rows) and len(rows) == 61
    listed = dict(listing())
    assert set(listed) == set(rows)
    assert listed["dig-in"] == "Whether a platoon digs Foxholes instead of moving."


def test_a_fact_has_the_same_type_in_every_aid() -> None:
    """So that one field of the command serves them all."""
    types = {"flag": "flag", "number": "number", "word": "text", "text": "text"}
    found = {(one.name, types[one.kind]) for aid in AIDS.values() for one in aid.inputs}
    assert len(found) == len({name for name, _ in found})


@pytest.mark.parametrize("slug", AIDS)
def test_every_aid_says_what_it_is_for_what_it_asks_and_what_is_rolled_again(slug: str) -> None:
    """Its purpose, its roll, its re-roll, and a line for each fact that it asks."""
    lines = explain(slug)
    assert not isinstance(lines, Refused)
    assert lines[0].startswith(f"{slug} (p. {aid_rows()[slug].page}): ")
    assert any(line.startswith("Roll: ") for line in lines)
    assert any("olled again" in line for line in lines)
    for asked in AIDS[slug].inputs:
        assert any(line.startswith(f"  {asked.name}: {asked.what}") for line in lines)


def test_an_aid_is_explained_with_the_facts_of_a_table() -> None:
    """`campaign aid shooting-hits` with facts says what is needed and why."""
    lines = explain("shooting-hits", {"target": "veteran", "over_16": True})
    assert not isinstance(lines, Refused)
    assert lines[1] == 'Needed: Veteran 4+, over 16"/40 cm +1: 5+'
    roles = explain("roles")
    assert not isinstance(roles, Refused)
    assert roles[-1] == "In a campaign this is part of rolling for who attacks."


def test_a_name_that_is_no_aid_is_told_with_a_hint() -> None:
    """In the ledger as in the explanation."""
    answers = [known("ralley"), known("xyzzy"), explain("ralley")]
    reasons = [one.reason for one in answers if isinstance(one, Refused)]
    assert reasons == [
        "aid: 'ralley' is no aid; did you mean rally?",
        "aid: 'xyzzy' is no aid; list them with aid",
        "aid: 'ralley' is no aid; did you mean rally?",
    ]


def test_the_tables_hold_no_lines_of_the_book() -> None:
    """Numbers and our words, with pages; nothing points into a text that is not here."""
    folder = Path(__file__).parents[2] / "campaign/fow/tables"
    for path in folder.glob("*.csv"):
        header = next(csv.reader(path.read_text("utf-8").splitlines()))
        assert "lines" not in header, path.name
