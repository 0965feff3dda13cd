"""What Datasette reads beside the tables: words for every column, and queries people ask."""

import asyncio
import html
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.store.ledger import Ledger
from support import front, recorded, road, table
from support.command_line import Shell
from support.guides import chapter
from support.table import FIRST_TURN, HOSTILE, NAME, TO_1940
from tests.projections.test_read_model import query

pytestmark = pytest.mark.further

PLAYED = ("lif-1998-global-war", "lif-1998-leaders-in-play", "lif-1998-us-entry-ledger")


def asked(book: Ledger, name: str, campaign: str = NAME) -> list[Any]:
    """What a saved query answers, as Datasette is given it."""
    written = content(book, campaign)["queries"]
    return query(book, written[name]["sql"])


def content(book: Ledger, campaign: str = NAME) -> Any:
    """What the file says of the tables' database."""
    projector.update(book, campaign)
    path = book.store.path
    file = database.write_metadata(path, campaign, "", SYSTEM, path.parent / "out")
    (found,) = json.loads(file.read_text())["databases"].items()
    assert found[0] == database.path(path).stem
    return found[1]


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path)
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture(params=PLAYED)
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> Ledger:
    """Each of three recorded campaigns, played to its end."""
    return Ledger(recorded.played(recorded.HERE / request.param, tmp_path))


# --- the file -----------------------------------------------------------------------------------


def test_an_empty_table_stays_in_the_list_where_a_full_one_would_go_with_it(tmp_path: Path) -> None:
    """Datasette 0.64 hides every table whose name begins with the name of a hidden one."""
    file = tmp_path / "club-tables.db"
    with closing(sqlite3.connect(file)) as db:
        for name in ("counters", "countersigned", "cup", "descriptions"):
            db.execute(f"CREATE TABLE {name} (one)")
        db.execute("INSERT INTO countersigned VALUES (1)")
        db.execute("INSERT INTO descriptions VALUES (1)")
        db.commit()
    assert database.hidden(file) == {"cup", "descriptions"}


def test_the_verb_writes_the_file_and_says_how_to_start(tmp_path: Path) -> None:
    """Beside the store, or where one likes; paths are quoted for the shell."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war", "--title", "Thursday’s war")
    file, tables = tmp_path / "club-datasette.json", tmp_path / "campaign-tables.db"
    call = f"  datasette {tables} --metadata {file}"
    assert shell.fine("datasette", "club").splitlines() == [
        f"Descriptions and 12 saved queries: {file}",
        "Tables that are empty now are left out of the list; to add new ones, run it again",
        "Datasette 0.64 or 0.65:",
        call,
        "Datasette 1.0:",
        f"{call} --config {file}",
    ]
    assert json.loads(file.read_text())["title"] == "Thursday’s war"
    told = shell.fine("datasette", "club", "--out", str(tmp_path / "for Ben"))
    assert f"--metadata '{tmp_path / 'for Ben' / 'club-datasette.json'}'" in told
    assert (tmp_path / "for Ben" / "club-datasette.json").read_bytes() == file.read_bytes()
    assert "there is no campaign 'nobody'" in shell("datasette", "nobody").error
    (tmp_path / "taken").write_text("")
    done = shell("datasette", "club", "--out", str(tmp_path / "taken"))
    assert done.status == 1 and str(tmp_path / "taken") in done.error


def test_it_holds_nothing_that_the_tables_do_not(book: Ledger) -> None:
    """Words of the program, and the campaign's name: no member, no address."""
    content(book)
    text = (book.store.path.parent / "out" / f"{NAME}-datasette.json").read_text()
    assert table.MAIL not in text and "ben" not in text.lower().split()


def test_the_guide_names_every_question_and_view(book: Ledger) -> None:
    """And its example runs: no leader of Germany was promoted, Balbo of Italy was."""
    guide = chapter("programs", "Tables")
    titles = {query["title"] for query in content(book)["queries"].values()}
    assert set(re.findall(r"^- (.+)$", guide, re.MULTILINE)) == titles
    views = guide.partition("The views have names")[2].partition("\n")[0]
    assert set(re.findall(r"`([a-z_]+)`(?= \(|[,.])", views)) == set(database.all_views())
    (example,) = re.findall(r"`(SELECT [^`]+)`", guide)
    assert query(book, example) == []
    assert query(book, example.replace("Germany", "Italy")) == [("September/October 1939", "Balbo")]


# --- the questions ------------------------------------------------------------------------------


def test_lif_4_1_who_vetoed_whom_leaves_support_out(book: Ledger) -> None:
    """As the short campaign tells it: Italy's veto on Balbo is support, and cost it 2."""
    autumn = "September/October 1939"
    assert asked(book, "who-vetoed-whom") == [
        (autumn, "Commonwealth", "Guderian", "Germany", 1, 1),
        (autumn, "France", "Guderian", "Germany", 1, 1),
        (autumn, "Commonwealth", "Balbo", "Italy", 1, 2),
        (autumn, "Germany", "Cunningham", "Commonwealth", 1, 3),
    ]
    assert asked(book, "vetoes-head-to-head") == [
        ("Commonwealth", "Germany", 1, 0, 1),
        ("Commonwealth", "Italy", 1, 0, 1),
        ("France", "Germany", 1, 0, 1),
        ("Germany", "Commonwealth", 1, 0, 1),
        ("Italy", "Italy", 0, 1, 2),
    ]
    assert query(book, "SELECT vetoed_by, supported_by, result FROM draws ORDER BY draw") == [
        ("Commonwealth, France", None, "vetoed"),
        ("Commonwealth", "Italy", "promoted"),
        ("Germany", None, "vetoed"),
        (None, None, "promoted"),
    ]


def test_lif_4_2_points_over_time_and_what_they_went_on(book: Ledger) -> None:
    """Germany: 5 and 5 received, 1 for a veto, 1 and 2 for votes; Italy 2 and 2, 2 for support."""
    order = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")
    autumn, winter = (
        [of[power] for power in order] for of in (table.POINTS_1939, table.POINTS_1940)
    )
    assert asked(book, "points-over-time") == [
        ("September/October 1939", *autumn),
        ("November/December 1939", *autumn),
        ("January/February 1940", *winter),
    ]
    spent = {row[0]: row[1:] for row in asked(book, "points-spent")}
    assert spent["Germany"] == (HOSTILE, 10, 1, 0, 3, 6)
    assert spent["Italy"] == (None, 4, 0, 2, 0, 2)
    assert spent["Commonwealth"] == ("Ben", 6, 2, 0, 0, 4)
    assert len(spent) == 8


def test_lif_4_1_the_board_its_leaders_and_those_never_drawn(book: Ledger) -> None:
    """Four draws in the first turn, none in the others; 58 counters, 4 of them drawn."""
    assert asked(book, "the-board-by-turn") == [
        ("September/October 1939", 4, 2, "Balbo, Chiang"),
        ("November/December 1939", 0, 0, None),
        ("January/February 1940", 0, 0, None),
    ]
    assert [row[0] for row in asked(book, "most-vetoed-leaders")] == [
        "Cunningham", "Guderian", "Balbo", "Chiang",
    ]  # fmt: skip
    never = {row[0] for row in asked(book, "leaders-never-drawn")}
    assert len(never) == 54 and not never & {"Balbo", "Chiang", "Cunningham", "Guderian"}


def test_lif_4_wars_by_turn(book: Ledger) -> None:
    """China and Japan fight from before; Germany and Poland until January, and again."""
    peace = {"command": "MakePeace", "powers": ["germany", "poland"]}
    again = {"command": "DeclareWar", "attacker": "poland", "target": "germany"}
    table.play(book, [peace, table.ADVANCE, again])
    assert asked(book, "wars-by-turn") == [
        ("September/October 1939", "China and Japan; Germany and Poland", None, 2),
        ("November/December 1939", None, None, 2),
        ("January/February 1940", None, "Germany and Poland", 2),
        ("March/April 1940", "Poland and Germany", None, 2),
    ]
    assert query(book, "SELECT attacker, declared, since_turn, until_turn FROM wars") == [
        ("China", 0, "1939-SO", None),
        ("Germany", 1, "1939-SO", "1940-JF"),
        ("Poland", 1, "1940-MA", None),
    ]
    assert query(book, "SELECT change, attacker, target, turn FROM war_changes") == [
        ("began", "china", "japan", "1939-SO"),
        ("began", "germany", "poland", "1939-SO"),
        ("ended", "germany", "poland", "1940-JF"),
        ("began", "poland", "germany", "1940-MA"),
    ]


def test_who_plays_what_and_since_when(book: Ledger) -> None:
    """Ben takes Germany over in January and hands the Commonwealth to the host."""
    table.play(
        book,
        [
            {"command": "AssignPower", "power": "germany", "member": "ben"},
            {"command": "ReleasePower", "power": "commonwealth"},
        ],
    )
    autumn, winter = "September/October 1939", "January/February 1940"
    assert asked(book, "who-plays-what") == [
        ("Germany", HOSTILE, autumn, winter),
        ("Germany", "Ben", winter, None),
        ("Commonwealth", "Ben", autumn, winter),
    ]
    assert query(book, "SELECT power, member FROM power_changes ORDER BY version") == [
        ("germany", "anna"), ("commonwealth", "ben"), ("germany", "ben"), ("commonwealth", None),
    ]  # fmt: skip


def test_lif_3_1_where_leaders_are_and_how_they_came_there(tmp_path: Path) -> None:
    """Rommel was placed at E1429 and flown home, Zhukov moved to E1430; Guderian was recalled."""
    book = front.fought(tmp_path)
    places = {row[0]: row[3:] for row in asked(book, "where-is-each-leader")}
    turn = "September/October 1939"
    assert places["Rommel"] == ("on the production circle", None, "January/February 1940", turn)
    assert places["Zhukov"] == ("on the map", "E1430", None, turn)
    assert places["Timoshenko"] == ("dead", None, None, turn)
    assert places["Guderian"] == ("in the cup", None, None, turn)
    moves = 'SELECT "from", "to" FROM moves WHERE leader=? ORDER BY version'
    assert query(book, moves, "Rommel") == [
        ("arriving", "E1429"), ("E1429", "on the production circle"),
    ]  # fmt: skip
    assert query(book, moves, "Guderian") == [("on the map", "E1428"), ("E1428", "in the cup")]
    said = query(book, "SELECT what FROM moves WHERE leader='Timoshenko'")
    assert len(said) == 1 and "Timoshenko" in said[0]
    whole = "SELECT status, location, from_status, from_location FROM leader_moves WHERE leader=?"
    assert query(book, whole, "zhukov") == [("map", "E1430", "map", None)]


def test_lif_5_3_rolls_and_luck(tmp_path: Path) -> None:
    """A 2 for 23, a 4 for 14, an 8 for 7; a number without a roll has no luck in it."""
    book = road.travelled(tmp_path)
    assert asked(book, "rolls-and-luck") == [
        ("September/October 1939", "Japan", 1, "2", -3.5, 3, 2.3),
        ("November/December 1939", "Germany and Italy", 1, "4", -1.5, 2, 1.4),
        ("January/February 1940", "Japan", 1, "8", 2.5, 0, 0.7),
    ]


def test_what_happened_leaves_out_what_was_struck(book: Ledger) -> None:
    """The newest first."""
    projector.update(book, NAME)
    versions = [row[0] for row in asked(book, "what-happened")]
    assert versions == sorted(versions, reverse=True) and len(versions) == book.store.version(NAME)
    assert book.submit(NAME, {"command": "AddEntropy", "value": "geese"})["accepted"]
    taken_back = book.store.version(NAME)
    assert book.submit(NAME, {"command": "UndoAct"})["accepted"]
    assert taken_back not in [row[0] for row in asked(book, "what-happened")]


# --- with Datasette itself ----------------------------------------------------------------------


def test_datasette_follows_the_links(whole: Ledger) -> None:
    """Every table, view and saved query answers; so does a link of each to each other table."""
    app = pytest.importorskip("datasette.app", reason="Datasette is not installed")
    names = content(whole, recorded.NAME)
    file = database.path(whole.store.path)
    written = whole.store.path.parent / "out" / f"{recorded.NAME}-datasette.json"
    given = json.loads(written.read_text())
    is_new = not app.__version__.startswith("0.")
    base = f"/{file.stem}"

    async def follow() -> int:
        shown = app.Datasette([file], metadata=given, **({"config": given} if is_new else {}))
        await shown.invoke_startup()
        listed = (await shown.client.get(base)).text
        followed = 0
        for name in (*names["tables"], *names["queries"]):
            page = await shown.client.get(f"{base}/{name}")
            assert page.status_code == 200, name
            if name in names["tables"]:
                is_hidden = "hidden" in names["tables"][name]
                assert (f'href="{base}/{name}"' not in listed) is is_hidden, name
            links = re.findall(rf'href="({base}/([a-z_]+)/[\w~,-]+)"', page.text)
            for link in {other: link for link, other in links}.values():
                assert (await shown.client.get(html.unescape(link))).status_code == 200, link
                followed += 1
        return followed

    assert asyncio.run(follow()) > 30
