"""What dice need, part by part, and how an aid explains itself without any campaign."""

import csv
from pathlib import Path
from typing import Any

import pytest

from campaign.fow.dice.aids import Score, ScorePart, aid_rows, checked
from campaign.fow.dice.commands import AIDS, explain, known, listing
from campaign.kernel.decisions import Refused


def words(slug: str, **told: Any) -> str:
    """The score of an aid for these facts."""
    aid = AIDS[slug]
    inputs = checked(aid, told)
    assert not isinstance(inputs, Refused), inputs
    assert aid.score is not None
    return aid.score(inputs).words


@pytest.mark.parametrize(
    ("slug", "told", "text"),
    [
        ("skill-test", {"rating": "conscript"}, "Conscript 5+"),
        ("skill-test", {"rating": "trained"}, "Trained 4+"),
        ("skill-test", {"rating": "veteran"}, "Veteran 3+"),
        ("rally", {"rating": "reluctant"}, "Reluctant 5+"),
        ("rally", {"rating": "confident"}, "Confident 4+"),
        ("rally", {"rating": "fearless"}, "Fearless 3+"),
        ("shooting-hits", {"target": "trained"}, "Trained 3+"),
        (
            "shooting-hits",
            {"target": "veteran", "concealed": True},
            "Veteran 4+, Concealed +1: 5+",
        ),
        (
            "shooting-hits",
            {"target": "veteran", "over_16": True, "concealed": True, "gone_to_ground": True},
            'Veteran 4+, over 16"/40 cm +1, Concealed +1, Gone to Ground +1: 7+, '
            "which no die shows",
        ),
        (
            "shooting-hits",
            {"target": "conscript", "rof_1_moved": True},
            "Conscript 2+, ROF 1 and moved +1: 3+",
        ),
        (
            "range-in",
            {"target": "trained", "concealed": True, "command_spotting": True},
            "Trained 3+, Concealed +1, a commander spots +1: 5+",
        ),
        (
            "bombardment-hits",
            {"skill": "veteran", "attempt": 3, "weapons": 1},
            "Veteran 3+, third attempt +2, a single gun +1: 6+",
        ),
        (
            "bombardment-hits",
            {"skill": "veteran", "attempt": 3, "weapons": 4, "rockets": True},
            "Veteran 3+",
        ),
        ("assault-hits", {"skill": "trained"}, "Trained 4+"),
        ("air-request", {"pool": 3}, "a request 5+"),
        (
            "air-request",
            {"pool": 3, "superiority": True},
            "a request 5+, Total Air Superiority +1: 6+",
        ),
        ("air-request", {"pool": 3, "rain": True}, "a request 5+, rain +1: 6+"),
        ("interception", {"pool": 3}, "an interception 6+"),
        ("warrior-casualty", {}, "4+"),
        ("team-save", {"team": "infantry"}, "3+"),
        ("team-save", {"team": "gun"}, "5+"),
        ("team-save", {"team": "passengers"}, "5+"),
        ("team-save", {"team": "tankodesantniki"}, "3+"),
        (
            "armour-save",
            {"armour": 6, "over_16": True, "anti_tank": 11, "firepower": 3},
            "more than Anti-tank: 5+",
        ),
        ("assault-save", {"top": 1}, "more than Assault Anti-tank: 2+"),
        ("air-range-in", {"target": "trained", "concealed": True}, "Trained 3+, Concealed +1: 4+"),
        (
            "air-hits",
            {"to_hit": 4, "attempt": 3, "aircraft": 2},
            "the weapon 4+, third attempt +2: 6+",
        ),
        (
            "bogging",
            {"going": "difficult", "team": "gun", "overloaded": True},
            "Overloaded 3+",
        ),
        ("stormtrooper", {"skill": "conscript", "ace": True}, "Tiger Ace 2+"),
        ("bunker", {"attack": "counterattack"}, "4+"),
        ("ice", {"armour": 6}, "Front armour less 3: 3+"),
    ],
)
def test_a_score_is_told_part_by_part(slug: str, told: dict[str, Any], text: str) -> None:
    """Ratings and what is added to them, as the tables of the book have them."""
    assert words(slug, **told) == text


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


@pytest.mark.parametrize(
    ("slug", "told", "reason"),
    [
        ("rally", {}, "rating: rally needs the Motivation of who tests"),
        (
            "rally",
            {"rating": "veteran"},
            "rating: expected reluctant, confident or fearless, got 'veteran'",
        ),
        ("rally", {"rating": "fearless", "led": 1}, "led: expected yes or no, got '1'"),
        (
            "rally",
            {"rating": "fearless", "target": "trained"},
            "target: rally does not use it; it asks for rating, led, komissar and platoon",
        ),
        (
            "flight-size",
            {"led": True},
            "led: flight-size does not use it; it asks for nothing but its dice",
        ),
        (
            "armour-save",
            {"armour": 21, "anti_tank": 3, "firepower": 3},
            "armour: expected a number from 0 to 20, got '21'",
        ),
        (
            "armour-save",
            {"armour": True, "anti_tank": 3, "firepower": 3},
            "armour: expected a number from 0 to 20, got 'True'",
        ),
        (
            "platoon-morale",
            {"platoon": " "},
            "platoon: is empty; write a text",
        ),
    ],
)
def test_facts_that_do_not_fit_are_told_in_words(
    slug: str, told: dict[str, Any], reason: str
) -> None:
    """The first that is missing, of another kind, or none of this aid's."""
    answer = checked(AIDS[slug], told)
    assert isinstance(answer, Refused)
    assert (answer.rule, answer.reason) == (None, reason)


def test_the_tables_hold_no_lines_of_the_book() -> None:
    """Numbers and our words, with pages; nothing points into a text that is not here."""
    folder = Path(__file__).parents[2] / "campaign/fow/tables"
    for path in folder.glob("*.csv"):
        header = next(csv.reader(path.read_text("utf-8").splitlines()))
        assert "lines" not in header, path.name
