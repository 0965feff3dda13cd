"""Another game on the web: its table, buttons and commands come by the same seams."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign import systems
from skirmish.system import SYSTEM
from support.evening import BOARD, buttons, press
from support.sessions import ledger_in
from support.web import NAME, WebClub, words

MEMBERS = [
    {"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["red"]},
    {"member": "ben", "name": "Ben", "roles": ["player"], "powers": ["blue"]},
]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClub]:
    """A club that plays skirmish."""
    monkeypatch.setitem(systems.SYSTEMS, "skirmish", SYSTEM)
    found = WebClub.on(ledger_in(tmp_path))
    asked = {"system": "skirmish", "scenario": "meadow", "rulebook": "skirmish-1"}
    answer = found.house.desk.open(NAME, **asked)
    assert answer["accepted"], answer
    for member in MEMBERS:
        seat, fields = (
            member["powers"][0],
            {key: member[key] for key in ("member", "name", "roles")},
        )
        for command in (
            {"command": "EnrolMember", **fields},
            {"command": "AssignPower", "power": seat, "member": member["member"]},
        ):
            assert found.house.ledger.submit(NAME, command)["accepted"]
    yield found
    found.close()


def test_the_table_shows_who_has_attacked(made: WebClub) -> None:
    """In the game's own words and colours."""
    anna = made.browser("anna")
    page = anna.get(BOARD)
    assert "Waiting for the Red side and the Blue side." in words(page)
    assert "The meadow" in page.text


def test_a_side_attacks_by_the_form_of_its_command(made: WebClub) -> None:
    """What needs me leads there; the record has it, and the table too."""
    anna = made.browser("anna")
    assert "Attack with the Red side" in words(anna.get("/"))
    done = anna.fill(f"/c/{NAME}/do/Attack", side="red")
    assert "The Red side attacked and rolled" in words(done)
    assert "Waiting for the Blue side." in words(anna.get(BOARD))
    again = anna.fill(f"/c/{NAME}/do/Attack", side="red")
    assert again.status_code == 409
    assert "the Red side attacked in this round" in words(again).replace("The Red", "the Red")


def test_the_host_presses_the_games_buttons(made: WebClub) -> None:
    """One for each side that has not attacked."""
    host = made.browser("host")
    assert {"Attack with the Red side", "Attack with the Blue side"} <= set(buttons(host))
    press(host, "Attack with the Red side")
    assert "Attack with the Red side" not in buttons(host)


def test_its_reports_are_pages_as_well(made: WebClub) -> None:
    """With the score that the game brings."""
    assert "Score" in made.browser("ben").get(f"/c/{NAME}/turns/round-01").text
