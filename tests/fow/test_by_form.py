"""A campaign is opened from a phone: sides, players, games and points by the form."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.fow import rulings
from campaign.fow.opening.set_ups import typed_set_up
from campaign.kernel.decisions import Refused
from campaign.systems import SYSTEMS
from campaign.text.shapes import Fault
from campaign.verify.audit import Verification
from support.web import Browser, WebClub, club, forms, words

FILLED = {
    "system": "fow",
    "name": "beach",
    "title": "Beach head",
    "scenario": "anzio",
    "rulebook": "fow-2006",
    "host": "Hanna Berg",
    "seat:allies": "Anna, Aldo Rossi",
    "seat:axis": "Ben, Hanna Berg",
    "referees": "Rita",
    "setup:games": "6",
    "setup:points": "1750",
}
ANNA = {"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["allies"]}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    with club(tmp_path) as found:
        yield found


def begun(browser: Browser, **typed: str) -> str:
    """A campaign looked at and begun; what the page said."""
    page = browser.post("/new", {**FILLED, **typed, "do": "look"})
    assert page.status_code == 200, words(page)
    (form,) = [one for one in forms(page.text) if one.action == "/new"]
    return words(browser.post("/new", {**form.fields, "do": "begin"}))


def test_a_campaign_is_opened_from_a_phone(made: WebClub) -> None:
    """With several players a side, of whom the first speaks; the record is sound."""
    host = made.browser("host")
    page = host.get("/new?system=fow")
    for label in ("Games or rounds at most", "Points of a force", "What the two sides are called"):
        assert label in words(page)
    begun(host)
    ledger = made.house.ledger
    shown = ledger.show("beach")
    assert shown["limits"] == {"games": 6, "points": 1750} and shown["title"] == "Beach head"
    assert shown["sides"]["allies"] == {
        "name": "Allies",
        "speaker": "anna",
        "players": ["aldo-rossi", "anna"],
    }
    assert shown["sides"]["axis"]["speaker"] == "ben"
    assert shown["sides"]["axis"]["players"] == ["ben", "host"]
    assert shown["members"]["aldo-rossi"]["name"] == "Aldo Rossi"
    assert shown["members"]["rita"]["roles"] == ["referee"]
    assert list(Verification(SYSTEMS).findings(ledger.store.rows("beach"))) == []


def test_its_screens_open_for_host_and_player(made: WebClub) -> None:
    """Every page that a campaign has there, with the sides' names."""
    host = made.browser("host")
    begun(host)
    for place in ("", "/board", "/turns", "/journal", "/members", "/host", "/do", "/proof"):
        page = host.get(f"/c/beach{place}")
        assert page.status_code == 200, (place, words(page))
    assert "Aldo Rossi" in words(host.get("/c/beach/members"))
    assert "The round so far" in words(host.get("/c/beach"))


def test_linked_sides_have_their_own_names(made: WebClub) -> None:
    """The form's first seat is the first side."""
    host = made.browser("host")
    begun(host, scenario="linked", **{"setup:sides": "Red Caps, Blue Coats"})
    sides = made.house.ledger.show("beach")["sides"]
    assert sides["red-caps"] == {
        "name": "Red Caps",
        "speaker": "anna",
        "players": ["aldo-rossi", "anna"],
    }
    assert list(sides) == ["red-caps", "blue-coats"]


def test_a_fault_stands_at_its_field(made: WebClub) -> None:
    """And nothing is recorded."""
    host = made.browser("host")
    for field, text, told in (
        ("setup:games", "many", "'many' is no number"),
        ("setup:sides", "Able", "write two names with a comma between"),
        ("setup:file", "lines = [", "it is not written as TOML"),
        ("seat:axis", "Anna", "Anna is named on both sides"),
    ):
        page = host.post("/new", {**FILLED, field: text, "do": "look"})
        assert page.status_code == 422 and told.lower() in words(page).lower(), field
        assert f'id="why-{field}"' in page.text
    page = host.post("/new", {**FILLED, "setup:games": "100", "do": "look"})
    assert page.status_code == 422 and "games: is a number from 1 to 99" in words(page)
    assert "beach" not in made.house.ledger.names()


def test_the_rest_of_a_set_up_is_pasted() -> None:
    """What was typed beside it comes first; people named in it are added."""
    text = 'lines = ["anzio"]\nplayers = {carl = "axis"}\nspeakers = {axis = "carl"}\n'
    found: Any = typed_set_up({"file": text, "games": "3", "units": "centimetres"}, [ANNA])
    assert found == {
        "lines": ["anzio"],
        "games": 3,
        "units": "centimetres",
        "members": {"anna": {"name": "Anna", "roles": ["player"]}},
        "players": {"anna": "allies", "carl": "axis"},
        "speakers": {"axis": "carl"},
    }


@pytest.mark.parametrize(
    ("sides", "why"),
    [
        ("Able, Able", "write two names with a comma between"),
        ("Able, Baker, Carl", "write two names with a comma between"),
        ("Able, …", "write them with the letters a to z"),
        ("Äble, Baker", "write them with the letters a to z"),
    ],
)
def test_what_two_sides_cannot_be_called(sides: str, why: str) -> None:
    """Their ids are made of their names."""
    assert typed_set_up({"sides": sides}, []) == Fault("sides", why)


@pytest.mark.parametrize(
    ("typed", "field", "text"),
    [
        (
            {"file": "members = 3"},
            "file",
            'members is a table, such as members.anna = { name = "Anna" }',
        ),
        ({"file": "players = 'x'"}, "file", 'players is a table, such as players.anna = "allies"'),
        (
            {"file": "speakers = [1]"},
            "file",
            'speakers is a table, such as speakers.allies = "anna"',
        ),
        ({"file": "games = " + "1" * 5000}, "file", "not TOML"),
        ({"file": "a = " + "[" * 5000}, "file", "not TOML: it is nested too deeply"),
        ({"games": "many"}, "games", "'many' is no number from 1 to 99"),
        ({"points": "15000000"}, "points", "'15000000' is no number from 1 to 9,999"),
    ],
)
def test_what_cannot_be_read_is_told(typed: dict[str, str], field: str, text: str) -> None:
    """Nothing that somebody types stops the program."""
    assert typed_set_up(typed, []) == Fault(field, text)
    assert isinstance(typed_set_up({"points": "1" * 5000}, []), Fault)


def test_a_ruling_of_too_many_digits_is_refused() -> None:
    refused = rulings.resolve({"breakthroughs": "1" * 5000})
    assert isinstance(refused, Refused) and refused.reason.startswith("ruling breakthroughs: ")
