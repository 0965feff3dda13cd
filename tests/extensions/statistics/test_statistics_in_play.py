"""Statistics of leaders in play and US entry: careers, dice and chits, against other reckonings."""

import csv
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.projections import Transition
from campaign.lif.book import measures
from campaign.lif.book.sums import sums
from campaign.lif.story import careers
from campaign.lif.story.facts import CareerStep, ChitSeen, DieRolled, facts_of
from campaign.store.ledger import Ledger
from campaign.store.reader import LogEntry
from events.base import Event
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import EntrySecretOpened, Roll
from support import recorded, road
from support.facts import facts_in
from support.recorded import HERE
from support.sessions import NAME

pytestmark = pytest.mark.further

# --- careers ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["lif-1998-leaders-in-play", "lif-list-leaders-in-play"])
def in_play(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A campaign with leaders in play, to its end, and its folder."""
    folder = HERE / request.param
    book = Ledger(recorded.played(folder, tmp_path_factory.mktemp("played")))
    yield folder, facts_in(book, recorded.NAME)
    book.close()


def test_lif_3_3_careers_have_the_recalls_and_deaths_added_up_by_hand(in_play: Any) -> None:
    """`by_hand.csv` says who was recalled and killed, in and outside combats."""
    folder, found = in_play
    rows = list(csv.DictReader((folder / "by_hand.csv").read_text().splitlines()))
    for what, column in (("recalled", "recalled"), ("killed", "killed")):
        by_hand = Counter(who for row in rows for who in row[column].split())
        steps = [fact for fact in found if isinstance(fact, CareerStep) and fact.what == what]
        assert Counter(step.leader for step in steps) == by_hand
        assert all(step.about for step in steps)


def test_lif_3_careers_have_every_act_that_was_commanded(in_play: Any) -> None:
    """Each use, move and placing in `commands.jsonl` is a step of its leader's career."""
    folder, found = in_play
    lines = [json.loads(line) for line in recorded.commands(folder)]
    for what, command in (("used", "UseAbility"), ("placed", "PlaceLeader")):
        given = Counter(line["leader"] for line in lines if line["command"] == command)
        steps = [fact for fact in found if isinstance(fact, CareerStep) and fact.what == what]
        assert Counter(step.leader for step in steps) == given
    by_hand = Counter(
        (line["leader"], line["location"]) for line in lines if line["command"] == "MoveLeader"
    )
    moved = Counter(
        (fact.leader, fact.where)
        for fact in found
        if isinstance(fact, CareerStep) and fact.what == "moved"
    )
    assert by_hand - moved == Counter()


def test_a_career_in_figures(in_play: Any) -> None:
    """How often each thing happened, as counted one by one."""
    _, found = in_play
    of_rommel = careers.career(found, "rommel")
    figures = careers.in_figures(of_rommel)
    assert figures["used"] == sum(step.what == "used" for step in of_rommel)
    assert sum(figures.values()) == len(of_rommel)


# --- dice ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["lif-1998-us-entry-ledger", "lif-1998-us-entry-table"])
def entry(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A campaign with US entry, to its end, and what the second reckoning has of it."""
    folder = HERE / request.param
    book = Ledger(recorded.played(folder, tmp_path_factory.mktemp("played")))
    expected = json.loads((folder / "expected.json").read_text())
    yield folder, facts_in(book, recorded.NAME), expected
    book.close()


def test_lif_5_3_3_entry_dice_against_expectation(entry: Any) -> None:
    """A number's tens are sure; what is left of it is the chance in ten. The second reckoning has
    each number, its chits and its die.
    """
    _, found, expected = entry
    rolls: dict[str, list[tuple[int, int, int]]] = {"entry option": [], "entry action": []}
    for row in expected["happened"]:
        for number, chits, die in row.get("rolls", {}).values():
            if die is not None:
                rolls["entry option" if "option" in row else "entry action"].append(
                    (number, abs(chits), die)
                )
    for on, by_hand in rolls.items():
        rows = [row for row in measures.dice_luck(sums(found)) if row.on == on]
        assert sum(row.rolls for row in rows) == len(by_hand)
        assert sum(row.total for row in rows) == sum(die for _, _, die in by_hand)
        assert sum(row.hits for row in rows) == sum(
            chits - abs(number) // 10 for number, chits, _ in by_hand
        )
        assert sum(row.expected_hits for row in rows) == Fraction(
            sum(abs(number) % 10 for number, _, _ in by_hand), 10
        )
    assert {row.power for row in measures.dice_luck(sums(found)) if row.on == "entry option"} == {
        "usa"
    }


def test_lif_5_3_dice_of_ability_25(entry: Any) -> None:
    """A stack in a neutral minor costs a chit on a 3 or less."""
    _, found, expected = entry
    by_hand = [row["roll"] for row in expected["happened"] if "entered" in row]
    (row,) = [row for row in measures.dice_luck(sums(found)) if row.on == "neutral minor"]
    assert (row.rolls, row.total) == (len(by_hand), sum(by_hand))
    assert row.hits == sum(die <= 3 for die in by_hand)
    assert row.expected_hits == Fraction(3 * len(by_hand), 10)


def test_lif_3_3_d_dice_of_ground_strikes(in_play: Any) -> None:
    """A 3 is not under half of 6, a 2 is under half of 5, a 3 under half of 7: two, two and three
    numbers of ten recall.
    """
    folder, found = in_play
    struck = [die for die in found if isinstance(die, DieRolled) and die.on == "ground strike"]
    by_hand = [(3, 2, False), (2, 2, True), (3, 3, True)][: 3 if "1998" in folder.name else 2]
    assert [(die.value, die.faces, die.took_effect) for die in struck] == by_hand
    (row,) = measures.dice_luck(sums(struck))
    chances_of = [Fraction(faces, 10) for _, faces, _ in by_hand]
    assert (row.power, row.rolls) == ("", len(by_hand))
    assert row.mean == Fraction(sum(value for value, _, _ in by_hand), len(by_hand))
    assert row.luck == sum(took for _, _, took in by_hand) - sum(chances_of)
    variance = float(sum(chance * (1 - chance) for chance in chances_of))
    assert row.spread**2 == pytest.approx(variance)


# --- chits --------------------------------------------------------------------------------------


def test_lif_5_3_2_only_chits_that_were_shown_count(tmp_path: Path) -> None:
    """c3 and c4 show 3 + 2 for option 18; of the other chits on the table nothing is known."""
    book = road.travelled(tmp_path, 2)
    found = facts_in(book)
    seen = [fact for fact in found if isinstance(fact, ChitSeen)]
    assert sorted((chit.chit, chit.value) for chit in seen) == [("c3", 3), ("c4", 2)]
    (row,) = measures.chit_luck(sums(found))
    assert (row.chits, row.total, row.mean, row.is_end) == (2, 5, Fraction(5, 2), False)
    assert (row.expected, row.luck) == (None, None), "a cup at the table has no chart"
    book.close()


def test_lif_5_3_the_end_opens_every_chit_on_the_table(entry: Any) -> None:
    """The second reckoning has what lies in each pool at the end; the club's chart has each value
    so many times, and January 1941 to 1945 add to it.
    """
    folder, found, expected = entry
    pools = expected["final"]["private"]["pools"].values()
    values = [value for pool in pools for value in pool.values()]
    end = next(row for row in measures.chit_luck(sums(found)) if row.is_end)
    assert (end.chits, end.total) == (len(values), sum(values))
    if "table" in folder.name:
        assert end.expected is None
        return
    lines = [json.loads(line) for line in recorded.commands(folder)]
    rows = next(line["rows"] for line in lines if line["command"] == "StockEntryChits")
    total = sum(row["value"] * row["count"] for row in rows if row.get("year", 0) <= 1945)
    count = sum(row["count"] for row in rows if row.get("year", 0) <= 1945)
    assert end.expected == Fraction(total, count) * len(values)
    assert end.luck == sum(values) - Fraction(total, count) * len(values)


def test_a_chit_that_was_shown_twice_counts_once() -> None:
    """As it was shown first."""
    seen = [ChitSeen(version, "1941-JF", "c1", 3, 10, 20) for version in (5, 9)]
    (row,) = measures.chit_luck(sums(seen))
    assert (row.chits, row.total, row.expected, row.luck) == (1, 3, 2, 1)


@pytest.mark.parametrize(
    "event",
    [
        EntrySecretOpened(secret="open sesame", former=("z" * 64,)),
        NeutralMinorEntered(leader="nobody", minor="spain", ability=25, roll=Roll(3, "table")),
        NeutralMinorEntered(leader="rommel", minor="spain", ability=999, roll=Roll(3, "table")),
    ],
    ids=["a secret that is none", "a leader who is none", "an ability that is none"],
)
def test_a_record_that_was_tampered_with_stops_no_page(tmp_path: Path, event: Event) -> None:
    """Chits lie on the table, and the event says something impossible: there are no figures."""
    book = road.travelled(tmp_path, 1)
    state = book.live(NAME).state
    assert state.entry.chits
    step = Transition(LogEntry(999, event, ""), "1939-SO", state, state)
    figures = [fact for fact in facts_of(step) if isinstance(fact, DieRolled | ChitSeen)]
    assert figures == []
    book.close()
