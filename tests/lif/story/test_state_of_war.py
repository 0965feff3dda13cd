"""LiF 4: wars with their beginnings and ends, conquests, and how it stood at any turn, by hand."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.pages import Shown
from campaign.lif.politics.war_history import War, wars
from campaign.lif.story.facts import WarStep
from campaign.store.ledger import Ledger
from support import shown, table
from support.table import ADVANCE, NAME


def declared(attacker: str, target: str) -> dict[str, Any]:
    """A declaration of war."""
    return {"command": "DeclareWar", "attacker": attacker, "target": target}


def minor(name: str, status: str, power: str | None) -> dict[str, Any]:
    """What becomes of a minor country."""
    return {"command": "SetMinor", "minor": name, "status": status, "power": power}


def conquest(power: str, status: str) -> dict[str, Any]:
    """What becomes of a major power."""
    return {"command": "SetConquest", "power": power, "status": status}


COURSE: list[dict[str, Any]] = [
    declared("germany", "poland"),
    declared("commonwealth", "germany"),
    minor("poland", "conquered", "germany"),
    ADVANCE,
    declared("ussr", "finland"),
    ADVANCE,
    declared("italy", "greece"),
    {"command": "MakePeace", "powers": ["finland", "ussr"]},
    declared("italy", "commonwealth"),
    minor("hungary", "aligned", "germany"),
    ADVANCE,
    conquest("italy", "complete"),
]
"""Four turns: 1939-SO, 1939-ND, 1940-JF and 1940-MA. Japan fights China from the start."""


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page in March/April 1940."""
    book = table.opened(tmp_path_factory.mktemp("club"))
    table.play(book, COURSE)
    found: Shown = shown.further(book, NAME)["war.html"].view()
    return found


def test_a_war_has_its_beginning_and_its_end(tmp_path: Path) -> None:
    """The second war of the same two is another; one from before the campaign has no beginning."""
    start = replace(table.opened(tmp_path).live(NAME).state, at_war=frozenset({("china", "japan")}))
    steps = [
        WarStep(5, "1939-SO", "war", "ussr", "finland"),
        WarStep(6, "1939-SO", "minor", "poland", "germany", "conquered"),
        WarStep(9, "1940-MA", "peace", "finland", "ussr"),
        WarStep(12, "1941-MJ", "war", "finland", "ussr"),
        WarStep(20, "1945-JA", "peace", "japan", "china"),
    ]
    assert wars(start, steps) == (
        War(("china", "japan"), until="1945-JA", ended=20),
        War(("ussr", "finland"), "1939-SO", 5, "1940-MA", 9),
        War(("finland", "ussr"), "1941-MJ", 12),
    )


def test_who_is_at_war_now_and_since_when(view: Shown) -> None:
    """Italy is conquered and fights no more; Poland neither. Every pair stands there twice."""
    assert view.powers == ("germany", "japan", "commonwealth", "china")
    cells = {
        (row.power, cell.power): (cell.month, cell.year)
        for row in view.rows
        for cell in row.cells
        if cell.kind == "war"
    }
    assert cells == {
        ("germany", "commonwealth"): ("SO", "1939"),
        ("commonwealth", "germany"): ("SO", "1939"),
        ("japan", "china"): ("at", "start"),
        ("china", "japan"): ("at", "start"),
    }
    words = {cell.words for row in view.rows for cell in row.cells if row.power == "germany"}
    assert words == {
        "", "not at war with Japan", "not at war with China",
        "at war with the Commonwealth since September/October 1939",
    }  # fmt: skip
    assert view.minors == ()


def test_wars_that_are_over_say_what_ended_them(view: Shown) -> None:
    """The last to end first."""
    assert [(war.sides, war.first.turn, war.last.turn, war.how) for war in view.over] == [
        ("Italy and Greece", "1940-JF", "1940-MA", "Italy conquered"),
        ("Italy and the Commonwealth", "1940-JF", "1940-MA", "Italy conquered"),
        ("The USSR and Finland", "1939-ND", "1940-JF", "peace"),
        ("Germany and Poland", "1939-SO", "1939-SO", "Poland conquered"),
    ]
    assert all(war.last.href.startswith(f"{war.last.turn}.html#event-") for war in view.over)


def test_countries_stand_with_the_power_that_holds_them(view: Shown) -> None:
    """LiF 4.1, 4.2: powers first; a minor country with its turn."""
    assert [(one.power, one.status, one.since.turn) for one in view.fallen] == [
        ("italy", "completely conquered", "1940-MA")
    ]
    (germany,) = (group for group in view.countries if group.power == "germany")
    assert [(one.name, one.turn) for one in germany.conquered] == [("Poland", "1939-SO")]
    assert ("Hungary", "1940-JF") in [(one.name, one.turn) for one in germany.aligned]


def test_how_it_stood_at_the_end_of_each_turn(view: Shown) -> None:
    """What the turn changed; each war once, the Axis first; what was conquered by then."""
    latest, january, december, october = view.turns
    assert (latest.turn, latest.news) == ("1940-MA", ("Italy was completely conquered.",))
    assert latest.fronts == ("Germany against the Commonwealth.", "Japan against China.")
    assert latest.fallen == "Conquered: Italy and Poland."
    assert january.fronts == (
        "Germany against the Commonwealth.",
        "Italy against the Commonwealth and Greece.",
        "Japan against China.",
    )
    assert "Finland and the USSR made peace." in january.news
    assert "Hungary aligned with Germany." in january.news
    assert december.fronts[-1] == "The USSR against Finland."
    assert october.news == (
        "Germany declared war on Poland.",
        "The Commonwealth declared war on Germany.",
        "Poland was conquered by Germany.",
    )
    assert october.fallen == "Conquered: Poland."


def test_vichy_and_a_country_that_is_neutral_again(tmp_path: Path) -> None:
    """LiF 4.1: Vichy is no conquest, and is said beside them."""
    book: Ledger = table.opened(tmp_path)
    table.play(book, [
        {"command": "InstallVichy"}, minor("finland", "aligned", "germany"), ADVANCE,
        minor("finland", "neutral", None), conquest("france", "incomplete"),
    ])  # fmt: skip
    view = shown.further(book, NAME)["war.html"].view()
    assert view.turns[1].fallen == "Vichy France is installed."
    assert view.turns[1].news[0] == "Vichy France was installed."
    assert view.turns[0].news[0] == "Finland became neutral."
    assert view.turns[0].fallen == "Conquered: France (incompletely). Vichy France is installed."
    assert [(one.power, one.status) for one in view.fallen] == [
        ("france", "incompletely conquered"), ("france", "installed"),
    ]  # fmt: skip
    assert [one.name for one in view.countries[-1].aligned] == ["Finland"]
    assert view.countries[-1].name == "Neutral again"
