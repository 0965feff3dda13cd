"""The verb that prints statistics: its screens by hand, its JSON, and what it cannot mean."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.extensions.statistics import verbs
from campaign.kernel.terminal.steps import (
    Fail,
    GetState,
    ReadHistory,
    Say,
    ShowEntry,
    ShowHeading,
    ShowJson,
    ShowTable,
    Step,
)
from campaign.kernel.terminal.verbs import Call
from campaign.lif.book import measures
from campaign.lif.state import State
from campaign.lif.story import careers
from campaign.lif.story.facts import CareerStep, ChitSeen, DieRolled, Fact
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from support import table
from support.command_line import Shell
from support.courses import driven, shown
from support.facts import facts_in
from support.table import NAME


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940: Guderian and Cunningham sent back, two promoted."""
    book = table.opened(tmp_path_factory.mktemp("club"))
    anna = {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["host", "player"]}
    table.play(book, [*table.FIRST_TURN, *table.TO_1940, anna])
    return book


@pytest.fixture(scope="module")
def state(club: Ledger) -> State:
    """Its state."""
    found: State = club.live(NAME).state
    return found


@pytest.fixture(scope="module")
def facts(club: Ledger) -> list[Fact]:
    """Its facts."""
    return facts_in(club)


def run(state: State, facts: list[Fact], about: str | None = None, **call: Any) -> list[Step]:
    """The steps of the verb."""
    look = verbs.STATS.shows
    assert look is not None
    given = Call(**{"campaign": NAME, "member": "host", "as_json": False, **call})
    return driven(shown(given, look(given, about)), {GetState: [state], ReadHistory: [facts]})


def entries(steps: list[Step]) -> list[tuple[str, str]]:
    """Its lines, label and text."""
    return [(step.label.strip(), step.text) for step in steps if isinstance(step, ShowEntry)]


def test_the_screen_of_a_campaign(state: State, facts: list[Fact]) -> None:
    """Four draws. Italy could expect 4/21 + 1/10 = 0.3 leaders, give or take 0.5, and drew one."""
    steps = run(state, facts)
    assert [step.text for step in steps if isinstance(step, ShowHeading)] == [
        "4 draws at 1 Promotions Board"
    ]
    (grid,) = [step for step in steps if isinstance(step, ShowTable)]
    rows = {str(row[0]): row[1:] for row in grid.rows}
    assert rows["Italy"] == ("Host", 1, "0.3 ± 0.5", "+0.7", 0, 1, 2)
    assert rows["Germany"] == ("Anna", 1, "1.0 ± 0.9", "0.0", 1, 2, 4)
    assert rows["Axis"] == ("", 2, "1.9 ± 1.0", "+0.1", "", "", "")
    assert entries(steps) == [
        ("next draw", "each leader 1 in 26 (3.8%)"),
        ("sent back most", "Guderian and Cunningham, once each"),
        ("longest Board", "September/October 1939: 4 draws"),
        (
            "head-to-head",
            "The Commonwealth against Germany 1, the Commonwealth against Italy 1,"
            " France against Germany 1, Germany against the Commonwealth 1",
        ),
        ("points spent", "Anna 4, Host 3, Ben 2"),
    ]


def test_an_empty_cup_and_a_single_leader_sent_back_most(state: State, facts: list[Fact]) -> None:
    """The year that joins is named, and few leaders one by one."""
    leaders = {who: "map" if at == "cup" else at for who, at in state.leaders.items()}
    leaders |= dict.fromkeys(
        ("fletcher", "fougier", "kleist", "koniev", "manstein", "mikawa", "montgomery", "spaatz"),
        "map",
    )
    lines = dict(entries(run(replace(state, leaders=leaders), facts)))
    assert lines["next draw"] == (
        "each leader 1 in 2 (50.0%), as the cup is empty and 1941 joins it: Wavell and Yamashita"
    )
    of_guderian = [fact for fact in facts if getattr(fact, "leader", "") == "guderian"]
    lines = dict(entries(run(state, of_guderian)))
    assert lines["sent back most"] == "Guderian, once of 1 draw"


def test_a_campaign_without_a_draw(state: State) -> None:
    """No table, and of the next draw the chance."""
    steps = run(state, [])
    assert not any(isinstance(step, ShowTable) for step in steps)
    assert entries(steps) == [("next draw", "each leader 1 in 26 (3.8%)")]


def test_dice_and_chits_on_the_screen(state: State) -> None:
    """Two powers' actions are told together: 0.3 + 0.5 of two; 5 seen where 4 was to be expected,
    and 3 of unknown worth at the end.
    """
    dice = [
        DieRolled(7, "1941-JF", "entry action", "10", "japan", 2, 3, took_effect=True,
                  source="table"),
        DieRolled(8, "1941-JF", "entry action", "7", "germany", 9, 5, took_effect=False,
                  source="table"),
    ]  # fmt: skip
    chits = [
        ChitSeen(9, "1941-JF", "c1", 5, 2, 8),
        ChitSeen(99, "1945-JA", "c2", 3, 0, 0, is_end=True),
    ]
    lines = dict(entries(run(state, [*dice, *chits])))
    assert lines["dice"] == "US entry actions: 1 of 2 rolls took effect, 0.8 expected"
    assert lines["chits"] == "1 shown, worth 5, 4.0 expected; 1 opened at the end, worth 3"
    assert entries(run(state, [*dice], "japan")) == [
        ("dice", "US entry actions: 1 of 1 roll took effect, 0.3 expected")
    ]


def test_the_screen_of_a_leader(state: State, facts: list[Fact]) -> None:
    """Guderian may be drawn again; Balbo arrived over a veto, with Italy's support."""
    steps = run(state, facts, "Guderian")
    assert [step.text for step in steps if isinstance(step, ShowHeading)] == [
        "Guderian: in the cup"
    ]
    found = entries(steps)
    assert found[:3] == [
        ("next draw", "1 in 26 (3.8%)"),
        ("Board", "drawn once, sent back once"),
        ("vetoed by", "the Commonwealth 1, France 1"),
    ]
    assert [text for _, text in found[3:]] == [
        "began in the cup", "drawn from the cup (draw 1)", "vetoed, and back in the cup",
    ]  # fmt: skip
    assert all(re.fullmatch(r"September/October 1939, event \d+", label) for label, _ in found[3:])
    assert entries(run(state, facts, "balbo"))[:3] == [
        ("Board", "drawn once, sent back never"),
        ("vetoed by", "the Commonwealth 1"),
        ("supported by", "Italy 1"),
    ]


def test_a_leader_of_whom_there_is_nothing_to_tell(state: State, facts: list[Fact]) -> None:
    """Manstein is set aside until 1941."""
    steps = run(state, facts, "manstein")
    assert entries(steps) == []
    assert [step.text for step in steps if isinstance(step, Say)] == [
        "nothing has happened to him yet"
    ]


def test_the_screen_of_a_power(state: State, facts: list[Fact]) -> None:
    """Germany drew one leader of four stars; 41/42 and 2·19/21 + 2·19/20 = 3.7 were expected."""
    steps = run(state, facts, "ge")
    assert [step.text for step in steps if isinstance(step, ShowHeading)] == ["Germany (Anna)"]
    assert entries(steps) == [
        ("drawn", "1 leader (1.0 ± 0.9 expected)"),
        ("stars", "4 (3.7 ± 3.3 expected)"),
        ("vetoed", "the Commonwealth 1"),
        ("vetoed by", "the Commonwealth 1, France 1"),
        ("points spent", "Anna 4 (1 on vetoes and 3 on votes)"),
    ]
    assert ("supported", "Italy 1") in entries(run(state, facts, "italy"))
    silent = run(state, [], "italy")
    assert [step.text for step in silent if isinstance(step, Say)] == [
        "there is nothing to tell of it yet"
    ]


def test_the_same_for_programs(state: State, facts: list[Fact]) -> None:
    """Expectations to three decimals: 4/21 + 1/10 = 0.290, 4 × 0.2905 = 1.162."""
    (step,) = [one for one in run(state, facts, as_json=True) if isinstance(one, ShowJson)]
    page: Any = step.value
    assert list(page) == ["next_draw", "draws", "luck", "vetoes", "spending", "dice", "chits"]
    assert (page["next_draw"]["one_in"], page["next_draw"]["year"]) == (26, None)
    assert [(row["leader"], row["one_in"]) for row in page["draws"]] == [
        ("guderian", 21), ("balbo", 21), ("cunningham", 20), ("chiang", 20),
    ]  # fmt: skip
    italy = next(row for row in page["luck"] if row["group"] == "italy")
    assert (italy["leaders"], italy["expected_leaders"], italy["spread"]) == (1, 0.29, 0.517)
    assert (italy["stars"], italy["expected_stars"], italy["star_spread"]) == (4, 1.162, 2.068)
    assert page["vetoes"]["by_member"][0] == {
        "who": "anna", "of": "ben", "vetoes": 1, "supports": 0,
    }  # fmt: skip
    assert page["spending"]["by_power"][0] == {
        "who": "germany", "vetoes": 1, "supports": 0, "votes": 3,
    }  # fmt: skip
    assert (page["dice"], page["chits"]) == ([], [])


def test_a_leader_and_a_power_for_programs(state: State, facts: list[Fact]) -> None:
    """Chiang is out of the cup; Rommel in it, and never drawn."""
    (step,) = [
        one for one in run(state, facts, "chiang", as_json=True) if isinstance(one, ShowJson)
    ]
    chiang: Any = step.value
    assert (chiang["leader"], chiang["one_in"], chiang["vetoes"]) == ("chiang", None, [])
    assert chiang["board"] == {
        "leader": "chiang", "drawn": 1, "sent_back": 0, "vetoes": 0, "supports": 0,
    }  # fmt: skip
    assert [row["what"] for row in chiang["career"]] == ["begins", "drawn", "promoted"]
    assert [row["draw"] for row in chiang["career"]] == [None, 4, 4]
    (step,) = [
        one for one in run(state, facts, "rommel", as_json=True) if isinstance(one, ShowJson)
    ]
    rommel: Any = step.value
    assert (rommel["one_in"], rommel["board"]) == (26, None)
    (step,) = [one for one in run(state, facts, "it", as_json=True) if isinstance(one, ShowJson)]
    italy: Any = step.value
    assert italy["power"] == "italy"
    assert italy["luck"]["leaders"] == 1
    assert italy["vetoed_by"] == [
        {"who": "commonwealth", "of": "italy", "vetoes": 1, "supports": 0},
        {"who": "italy", "of": "italy", "vetoes": 0, "supports": 1},
    ]
    assert italy["spending"] == [{"who": "host", "vetoes": 0, "supports": 2, "votes": 0}]
    (step,) = [one for one in run(state, [], "it", as_json=True) if isinstance(one, ShowJson)]
    assert json.loads(json.dumps(step.value))["luck"] is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("romel", "'romel' is neither a leader nor a power; did you mean rommel?"),
        ("xyz", "'xyz' is neither a leader nor a power"),
        ("c", "'c' may be commonwealth or china"),
    ],
)
def test_what_is_neither_a_leader_nor_a_power(state: State, typed: str, said: str) -> None:
    """Nothing is read for it."""
    *_, last = run(state, [], typed)
    assert last == Fail(said)


def a_step(what: Any, **about: Any) -> str:
    """A step of a career in words."""
    return careers.step_in_words(CareerStep(5, "1941-ND", "rommel", what, **about))


def test_every_step_of_a_career_in_words() -> None:
    """Short, and without the leader's name."""
    assert [
        a_step("begins", where="map"),
        a_step("joins-cup", about="1941"),
        a_step("joins-reserve"),
        a_step("placed", where="W2214"),
        a_step("moved", where="W2215", about="rail"),
        a_step("turned", about="face-down"),
        a_step("used", where="W2216", about="27"),
        a_step("used", where="baltic-states", about="25"),
        a_step("fought", where="W2216", about="attacker", combat="1941-ND-1"),
        a_step("fought", where="W2216", about="defender", combat="1941-ND-1"),
        a_step("ground-struck"),
        a_step("to-circle", where="1942-JF", about="flown home"),
        a_step("returned"),
        a_step("recalled", about="carpet bombed"),
        a_step("recalled"),
        a_step("killed", about="overrun"),
        a_step("removed", about="germany completely conquered"),
        a_step("removed", about="usa conquered"),
    ] == [
        "began on the map",
        "joined the cup with the leaders of 1941",
        "went back to the reserve pool",
        "placed at W2214",
        "went by rail to W2215",
        "turned face-down",
        "used ability 27 at W2216",
        "used ability 25 in the Baltic States",
        "attacked at W2216",
        "defended W2216",
        "ground struck",
        "sent to the production circle until January/February 1942: flown home",
        "came back from the production circle",
        "recalled to the cup: carpet bombed",
        "recalled to the cup",
        "killed: overrun",
        "out of the game: Germany completely conquered",
        "out of the game: the USA conquered",
    ]


def test_without_leaders_it_says_so(state: State) -> None:
    """Of a leader there is no more to say; what else was rolled is told."""
    modules = tuple(name for name in state.campaign.modules if name != "leaders")
    bare = replace(state, campaign=replace(state.campaign, modules=modules), leaders={})
    assert run(bare, [], "rommel")[2:] == [ShowHeading("This campaign plays without leaders")]
    assert run(bare, [])[2:] == [
        ShowHeading("This campaign plays without leaders"),
        Say("there is nothing to count yet"),
    ]


def test_a_long_name_is_cut_in_the_table(state: State, facts: list[Fact]) -> None:
    """After 23 letters, so that the table stays a table; one of 24 stands whole."""
    assert [verbs.cut("L" * length) for length in (24, 25, 80)] == [
        "L" * 24, f"{'L' * 23}…", f"{'L' * 23}…",
    ]  # fmt: skip
    anna = replace(state.campaign.members["anna"], name="A" * 80)
    members = {**state.campaign.members, "anna": anna}
    long = replace(state, campaign=replace(state.campaign, members=members))
    (grid,) = [step for step in run(long, facts) if isinstance(step, ShowTable)]
    assert {str(row[0]): row[1] for row in grid.rows}["Germany"] == f"{'A' * 23}…"


def test_a_what_if_says_so_in_its_first_line(club: Ledger, facts: list[Fact]) -> None:
    """Of the campaign and of a leader."""
    branch(club, NAME, None, "anna", "club-if")
    state: State = club.live("club-if").state
    for about, title in (
        (None, "4 draws at 1 Promotions Board"),
        ("guderian", "Guderian: in the cup"),
    ):
        (shown,) = [one for one in run(state, facts, about) if isinstance(one, ShowHeading)]
        assert shown.text == f"{title} (a what-if of club)"


def test_small_words() -> None:
    """Gains, losses, how often, and whose leaders nobody's are."""
    assert [measures.signed_tenths(number) for number in (3.25, -0.5, 0.04, -0.04)] == [
        "+3.2", "−0.5", "0.0", "0.0",
    ]  # fmt: skip
    assert [measures.times(number) for number in (0, 1, 2, 9)] == [
        "never", "once", "twice", "9 times",
    ]  # fmt: skip
    assert measures.whose("") == "nobody’s leaders"
    assert verbs.RIVALRIES == 4


def test_as_a_club_types_it(tmp_path: Path) -> None:
    """A whole call: it reads the events, and records nothing."""
    table.play(table.opened(tmp_path), table.FIRST_TURN + table.TO_1940)
    shell = Shell(tmp_path, CAMPAIGN_STORE=str(tmp_path / "club.db"))
    told = shell("stats", "club")
    assert told.status == 0, told.err
    assert told.out.splitlines()[0] == "4 draws at 1 Promotions Board"
    found = json.loads(shell("stats", "club", "--json").out)
    assert found["spending"]["by_power"][0]["who"] == "germany"
    assert "vetoed, and back in the cup" in shell("stats", "club", "guderian").out
    wrong = shell("stats", "club", "romel")
    assert (wrong.status, wrong.error) == (
        2, "campaign: 'romel' is neither a leader nor a power; did you mean rommel?",
    )  # fmt: skip
