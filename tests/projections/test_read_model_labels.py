"""The read tables: their form as it was, and the label by the sources that make their rows."""

from itertools import count
from pathlib import Path

import pytest

from campaign.history.effective import transitions
from campaign.kernel.projections import Projection, Projections, RowMaker, combined
from campaign.lif.chapters import CHAPTERS
from campaign.lif.state import State
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.store import snapshots
from support.sessions import NAME, Session, ledger_in

ROOT = Path(__file__).parents[2]
FILES = {
    file.relative_to(ROOT).as_posix(): file.read_bytes()
    for package in ("campaign", "events")
    for file in (ROOT / package).rglob("*")
    if file.is_file() and "__pycache__" not in file.parts
}
ROOTS = projector.row_modules(SYSTEM)
LABEL = snapshots.digest(FILES, ROOTS, projector.SQL)

MAKING = {
    "the frame's rows": "campaign/projections/rows.py",
    "the frame's tables": "campaign/projections/tables/read_columns.csv",
    "what writes them": "campaign/projections/projector.py",
    "where an update begins": "campaign/projections/projector.py",
    "states to read on from": "campaign/projections/projector.py",
    "a reading": "campaign/projections/rows.py",
    "two readings": "campaign/projections/writing.py",
    "their statements": "campaign/projections/writing.py",
    "states after corrections": "campaign/history/timeline.py",
    "a log folded": "campaign/store/reader.py",
    "their form in SQL": "campaign/projections/database.py",
    "the file that holds them": "campaign/projections/database.py",
    "rows of disputes": "campaign/projections/of_record.py",
    "rows of a chapter": "campaign/lif/us_entry/projections.py",
    "tables of a chapter": "campaign/lif/board/projections.py",
    "what remembers the draw in hand": "campaign/lif/board/history.py",
    "rulings": "campaign/lif/system.py",
    "a sentence": "campaign/lif/board/sentences.py",
    "a rule": "campaign/lif/board/cup.py",
    "an event's form": "events/lif/us_entry.py",
}
"""A file of each kind that makes rows."""

BESIDE = {
    "a verb": "campaign/cli/session.py",
    "a page": "campaign/reports/pages.py",
    "advice": "campaign/extensions/adviser/advise.py",
    "the store": "campaign/store/sqlite/store.py",
    "the list of systems": "campaign/systems.py",
    "the audit": "campaign/verify/audit.py",
}
"""Files that make none."""


def relabelled(path: str) -> bool:
    """Whether a change of one file gives another label."""
    changed = {**FILES, path: FILES[path] + b"\n"}
    return snapshots.digest(changed, ROOTS, projector.SQL) != LABEL


@pytest.mark.parametrize("path", MAKING.values(), ids=MAKING)
def test_a_change_of_what_makes_rows_gives_another_label(path: str) -> None:
    """Rows that another program made are not trusted."""
    assert relabelled(path)


@pytest.mark.parametrize("path", BESIDE.values(), ids=BESIDE)
def test_a_change_of_anything_else_leaves_the_label(path: str) -> None:
    """Rows stay of use."""
    assert not relabelled(path)


def test_the_label_is_that_of_the_files_in_use() -> None:
    """As read from the two packages."""
    assert projector.fingerprint("lif") == LABEL


def test_the_tables_have_the_form_that_they_had() -> None:
    """Names, order, columns, keys, links, indexes, words: `campaigns/read_tables.txt` has all.

    Whoever changes a table on purpose writes the file again, and says so in the change log.
    """
    kept = (ROOT / "tests/campaigns/read_tables.txt").read_text(encoding="utf-8")
    assert (
        "".join(
            f"{line}\n" for table in database.all_tables().values() for line in described(table)
        )
        == kept
    )


def described(table: Projection) -> list[str]:
    """A table in lines."""
    links = (f"{' '.join(columns)} → {other}" for columns, other in table.links.items())
    indexes = (" ".join(columns) for columns in table.indexes)
    columns = (
        f"  {name} {kind.__name__}{' or none' if name in table.optional else ''}: {text}"
        for name, (kind, text) in table.columns.items()
    )
    return [
        f"{table.name}: {table.description}",
        *columns,
        f"  key: {' '.join(table.pk)}",
        f"  links: {'; '.join(links)}",
        f"  indexes: {'; '.join(indexes)}",
    ]


def test_every_chapter_s_tables_are_among_the_game_s() -> None:
    """None is forgotten where they are put together."""
    names = {table.name for table in SYSTEM.tables.tables}
    for chapter in CHAPTERS:
        assert {table.name for table in chapter.tables.tables} <= names, chapter.name


CITIES = Projection("cities", "Places", {"city": (str, "Its name")}, ("city",))


def test_two_chapters_with_a_table_of_one_name_are_a_mistake() -> None:
    """Found when the program is loaded."""
    part = Projections[State](tables=(CITIES,))
    with pytest.raises(ValueError, match="two read tables are called cities"):
        combined((part, part))


def test_two_games_share_a_table_that_is_the_same_and_no_other() -> None:
    """A table of one name means one thing in a file of many campaigns."""
    again = Projection("cities", "Places", {"city": (str, "Its name")}, ("city",))
    assert database.named((CITIES, again)) == {"cities": CITIES}
    other = Projection("cities", "Ports", {"city": (str, "Its name")}, ("city",))
    with pytest.raises(ValueError, match="two games have a read table called cities"):
        database.named((CITIES, other))


# --- tables put together ------------------------------------------------------------------------

SHIPS = Projection("ships", "Ships", {"ship": (str, "Its name")}, ("ship",))


def part(table: Projection, newest: str) -> Projections[State]:
    """A chapter's tables: a row for each event it is given, numbered; one row that is current."""

    def rows() -> RowMaker[State]:
        numbers = count(1)
        return lambda step: [(table, {table.pk[0]: f"{step.turn} {next(numbers)}"})]

    return Projections(
        tables=(table,),
        rows=rows,
        current=lambda state: [(table, [{table.pk[0]: "now"}])],
        since=lambda state: newest,
    )


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A campaign just opened."""
    return Session(ledger_in(tmp_path)).open()


def test_tables_put_together_keep_their_order_and_what_each_remembers(session: Session) -> None:
    """Each maker of rows counts for itself, and a fresh one counts from the beginning."""
    whole = combined((part(CITIES, ""), part(SHIPS, "ships")))
    assert whole.tables == (CITIES, SHIPS)
    made = whole.rows()
    steps = list(transitions(SYSTEM, session.ledger.history(NAME)))[:2]
    turn = steps[0].turn
    for number, step in enumerate(steps, 1):
        assert list(made(step)) == [
            (CITIES, {"city": f"{turn} {number}"}),
            (SHIPS, {"ship": f"{turn} {number}"}),
        ]
    assert next(iter(whole.rows()(steps[0])))[1] == {"city": f"{turn} 1"}
    assert list(whole.current(session.state)) == [
        (CITIES, [{"city": "now"}]),
        (SHIPS, [{"ship": "now"}]),
    ]


def test_a_fresh_maker_reads_on_from_where_any_chapter_needs_it(session: Session) -> None:
    """The first chapter that remembers something says from which table's newest row."""
    state = session.state
    assert combined((part(CITIES, ""), part(SHIPS, ""))).since(state) == ""
    assert combined((part(CITIES, ""), part(SHIPS, "ships"))).since(state) == "ships"
