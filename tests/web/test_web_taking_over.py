"""A war on paper taken over in the browser: pasted, every cell settled there, then begun."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.fow.opening import taking_over as axis
from support.web import Browser, WebClub, club, forms, words

SHEET = "turn\t12\n\nLeader\tState\tWhere\nRommel\tmap\tE1429\nStalin\tcup\nGudrian\tcup\n"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club."""
    with club(tmp_path) as found:
        yield found


def fields(browser: Browser, **typed: str) -> tuple[int, str, dict[str, str]]:
    """What a check shows: its status, its words, and what its form then has."""
    page = browser.post("/new/take-over", {"system": "lif", "name": "friday", **typed})
    (form,) = [one for one in forms(page.text) if one.action == "/new/take-over"]
    sheet = form.fields["sheet"].removeprefix("\n")  # as browsers read a text area
    return page.status_code, words(page), {**form.fields, "sheet": sheet}


def test_a_war_is_pasted_settled_and_goes_on(made: WebClub) -> None:
    """LiF 6: turn 12 of Global War is July/August 1941; a row is left out, a name read as near."""
    host = made.browser("host")
    status, shown, form = fields(host, sheet=SHEET, do="check")
    assert status == 422
    assert "A5 (leader): Stalin Stalin is no leader that is known" in shown
    assert "Gudrian is read as Guderian" in shown
    assert "1 cell is not plain yet" in shown
    form.pop("out:5", None)
    status, shown, form = fields(host, **{**form, "out:5": "yes", "do": "check"})
    assert status == 200, shown
    assert "How it will stand" in shown
    assert "Position of July/August 1941 taken over, on the club’s word" in shown
    assert "friday" not in made.house.ledger.names()
    came = host.post("/new/take-over", {**form, "do": "begin"})
    assert str(came.url).endswith("/c/friday/members"), words(came)
    state = made.house.ledger.live("friday").state
    assert state.campaign.turn == "1941-JA"
    assert state.play.placements["rommel"].location == "E1429"


def test_what_was_looked_at_is_what_begins(made: WebClub) -> None:
    """A sheet that was changed after the look is shown again, and nothing is recorded."""
    host = made.browser("host")
    _, _, form = fields(host, sheet="turn\t12\n", do="check")
    status, shown, _ = fields(host, **{**form, "sheet": "turn\t13\n", "do": "begin"})
    assert (status, "September/October 1941" in shown) == (200, True)
    assert "friday" not in made.house.ledger.names()


def test_a_cell_is_written_anew_on_the_page(made: WebClub) -> None:
    """The other cells stay as they were pasted, under the same numbers."""
    host = made.browser("host")
    _, _, form = fields(host, sheet=SHEET, do="check")
    form.pop("out:5", None)
    status, shown, form = fields(host, **{**form, "fix:A5": "zhukov", "do": "check"})
    assert status == 200, shown
    assert form["sheet"].split("\n")[4].split("\t")[:2] == ["zhukov", "cup"]


def test_an_axis_goes_on_in_its_round(made: WebClub) -> None:
    """FoW Campaign Types: the same page with the other game's tables."""
    host = made.browser("host")
    status, shown, form = fields(host, system="fow", sheet=axis.EXAMPLE, do="check")
    assert status == 200, shown
    assert "Position of round 5 taken over, on the club’s word." in shown
    host.post("/new/take-over", {**form, "do": "begin"})
    state = made.house.ledger.live("friday").state
    assert state.campaign.turn == "round-05"
    assert state.lines["anzio"].sector == 3
