"""A campaign by a club's own rules taken over from paper: its tables say what columns there are."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from campaign.handler.explanations import own_file, restatement
from campaign.kernel.decisions import Refused
from campaign.kernel.interview import positions
from campaign.kernel.interview.positions import GamePosition, ReadPosition
from campaign.kernel.opening import POSITION
from campaign.kit.opening import EXAMPLES, example, position_of
from campaign.kit.system import SYSTEM
from campaign.text.shapes import Fault
from kit.club import NAME, Club
from kit.test_record import DECK, POT, STATED

CASES = tomllib.loads((Path(__file__).parent / "taking_over.toml").read_text())["case"]


def game(rules: str) -> GamePosition:
    """What may be stated by some rules."""
    stated = position_of(f"{POT}{DECK}" if rules == "pot" else rules)
    assert not isinstance(stated, Fault), stated
    return stated


def read(rules: str, text: str) -> ReadPosition:
    """A sheet as it is read by some rules."""
    position = positions.read_position(text, game(rules), "form")
    assert not isinstance(position, Fault)
    return position


def begun(position: ReadPosition) -> Any:
    """The state of a campaign that goes on with what was read."""
    facts = positions.foreseen(SYSTEM, "club", position.request)
    assert not isinstance(facts, Refused), facts
    state = None
    for event in facts[0]:
        state = SYSTEM.rules.evolve(state, event)
    assert state is not None
    return state


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_a_sheet_says(case: dict[str, Any]) -> None:
    position = read(case["rules"], "\n".join(case["sheet"]))
    for which, is_open in (("open", True), ("read", False)):
        expected = case.get(which, {})
        named = {one.where: one.text for one in position.findings if one.is_open is is_open}
        assert {cell: named.get(cell, "")[: len(text)] for cell, text in expected.items()} == (
            expected
        )
        assert named.keys() == expected.keys()
    if "stands" not in case:
        return
    state = begun(position)
    for where, value in case["stands"].items():
        table, row, column = where.split(".")
        assert state.tables[table][row][state.rules.tables[table].places[column]] == value, where
    for field in ("turn", "phase"):
        assert getattr(state, field) == case.get(field, getattr(state, field))
    for deck, (cards, discard) in case.get("piles", {}).items():
        assert (list(state.piles[deck].cards), list(state.piles[deck].discard)) == (cards, discard)
    assert list(state.order) == case.get("order", list(state.order))


ROWED = POT.replace('gold = "0..5 = 3"', 'row = "0..9", gold = "0..5 = 3"')


def test_a_column_may_be_called_row() -> None:
    """Besides the one that names the rows."""
    tables = begun(read(ROWED, "turn;1\n\nseat;row;gold\nAda;4;2\n")).tables
    assert tables["seats"] == {"ada": ("Ada", 4, 2), "ben": ("Ben", 0, 3)}


@pytest.mark.parametrize("rules", [*EXAMPLES, ROWED], ids=[*EXAMPLES, "a column called row"])
def test_the_sheet_to_begin_with_is_what_the_rules_begin_with(rules: str) -> None:
    """Every column of every table, read again as it was written; nothing is asked."""
    sheet = game(rules).example
    position = read(rules, sheet)
    assert list(map(str, position.findings)) == []
    tables = begun(read(rules, sheet.splitlines()[0])).tables
    assert begun(position).tables == tables
    again = read(rules, positions.in_ids(sheet, position))
    assert again.request == position.request


def test_rules_are_needed_and_sound() -> None:
    fault = position_of("")
    assert isinstance(fault, Fault) and fault.text.startswith("give the file with the rules")
    fault = position_of(example("evening").replace("0..99", "0..", 1))
    assert isinstance(fault, Fault) and fault.where == "rules" and "seats" in fault.text


def test_a_file_of_ones_own_is_on_record_and_an_example_by_its_name() -> None:
    assert read("evening", "round;2").request["extras"].keys() == {POSITION}
    own = read("pot", "turn;1").request
    assert (own["scenario"], own["extras"]["rules"]) == ("own-rules", f"{POT}{DECK}".rstrip())


def test_nothing_happens_at_the_beginning_of_a_turn_that_has_begun(tmp_path: Path) -> None:
    """Cards: each new year sets back how many cards were played; here one was played in year 2."""
    said = {"turn": "turn-02", "phase": "play", "tables": {"seats": {"lamp": {"played": "1"}}}}
    club = Club(tmp_path, "cards", position=said)
    assert (club.value("seats.lamp.played"), club.state.phase) == (1, "play")
    assert club.state.order == ("lamp", "crown")
    club.do("PassTurn", "lamp")
    assert club.findings() == []


# --- stated again, and corrected ------------------------------------------------------------------


def again(club: Club, sheet: str) -> Any:
    """What comes of stating the position again: the answer, or why it is refused."""
    position = read(own_file(club.ledger, NAME), sheet)
    members = {"members": [{"member": seat, "name": seat.title()} for seat in ()]}
    facts = positions.foreseen(SYSTEM, NAME, {**position.request, "setup": members})
    assert not isinstance(facts, Refused), facts
    sent = restatement(club.ledger, NAME, facts[0], "host", sheet)
    return sent if isinstance(sent, Refused) else club.ledger.submit(NAME, {"by": "host", **sent})


def test_a_position_is_stated_again_until_more_is_recorded(tmp_path: Path) -> None:
    rules = example("league").replace("last = 6", "last = 7")
    club = Club(tmp_path, "league", rules, position=STATED)
    assert again(club, "round;3\n\nteam;points\nMudford Moles;6\n")["accepted"]
    assert club.value("seats.moles.points") == 6
    refused = again(club, "round;4\n\nteam;points\nMudford Moles;6\n")
    assert refused.reason.startswith("turns, scenario and house rulings stay as they were")
    club.act("hire", "moles", team="moles", called="Bolt", price="60")
    refused = again(club, "round;3\n\nteam;points\nMudford Moles;7\n")
    assert refused.reason == "more is on record by now; raise a dispute about the position"
    assert club.findings() == []


def test_an_amended_position_fits_the_rules(tmp_path: Path) -> None:
    club = Club(tmp_path, "league", position=STATED)
    version = next(
        number
        for number, event in club.ledger.log(NAME)
        if type(event).__name__ == "PositionStated"
    )
    tables = {"seats": {"moles": {"points": "5"}}}
    club.correct(command="AmendEvent", version=version, fields={"tables": tables})
    assert club.value("seats.moles.points") == 5
    assert club.findings() == []
    beyond = {"dispute": "d1", "version": version, "fields": {"tables": {"moons": {}}}}
    _, why = club.refused("AmendEvent", "ref", **beyond, seen="0" * 64)
    assert why == "position: tables.moons: there is no such table"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"tables": {"seats": {"zed": {"name": "Zed"}}}}, "tables.seats: the rules say which"),
        (
            {"tables": {"fighters": {"none": {"name": "None", "gang": "rats"}}}},
            "none: is no name for a row",
        ),
        ({"tables": {"seats": {"rats": {"coin": "9" * 5000}}}}, "rats.coin: write "),
        ({"tables": {"seats": {"rats": {"coin": 5}}}}, "Expected `str`, got `int`"),
        ({"piles": {"nosuch": {}}}, "piles.nosuch: there is no such deck"),
    ],
)
def test_what_no_sheet_can_hold_is_refused_too(said: dict[str, Any], says: str) -> None:
    """A program states a position by itself; the rules judge it alike."""
    stated = {"scenario": "gang", "extras": {POSITION: {"turn": "turn-02", **said}}}
    fault = positions.foreseen(SYSTEM, "club", stated)
    assert isinstance(fault, Refused) and says in fault.reason, fault
