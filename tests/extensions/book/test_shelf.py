"""The club's shelf: who is one person there, what they are called, and what adds up."""

from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.database import open_people, people_path
from campaign.accounts.protocol import PEOPLE, PeopleDatabase
from campaign.extensions.book.page import BookLink, shelf_page
from campaign.extensions.book.shelf import seats
from campaign.extensions.book.shelf.made import ShelfEntry, cells, heads, in_json, shelf_of
from campaign.extensions.book.shelf.seats import FORGOTTEN, NOBODY, SHELF, SeatedPersons
from campaign.kernel.pages import PageContext
from campaign.kernel.volume.plain import ClubFigure
from campaign.lif.book.club import club_figures
from campaign.reports.book import StoredLog, read
from diary.hostile import HOSTILE
from support import table
from support.tags import Tags

ANNA, ANN, BEN, SAME = ("c1", "anna"), ("c2", "ann"), ("c1", "ben"), ("c2", "anna")

# --- who is one person --------------------------------------------------------------------------


@pytest.fixture
def people(tmp_path: Path) -> Iterator[PeopleDatabase]:
    """A people's file in which Anna signed in to two campaigns, and nobody else to any."""
    with closing(open_people(tmp_path / "club.db", (PEOPLE, SHELF))) as file:
        with file.writing() as db:
            db.execute("INSERT INTO person (id) VALUES ('p')")
            for campaign, member in (ANNA, ANN):
                db.execute(
                    "INSERT INTO seat (campaign, member, person) VALUES (?,?,'p')",
                    (campaign, member),
                )
        yield file


def test_equal_names_are_nobodys_proof(people: PeopleDatabase) -> None:
    """Who signed in to both is one person; a member of the same id is somebody else."""
    known = seats.persons(people)
    assert known.person(ANNA) == known.person(ANN)
    assert known.person(SAME) not in (known.person(ANNA), known.person(BEN))
    assert known.seats(SAME) == (SAME,)


def test_a_host_joins_seats_and_takes_them_apart_again(people: PeopleDatabase) -> None:
    """Also a third to two; what a sign-in says stays."""
    third = ("c3", "anna")
    assert seats.join(people, ("c2", "ben"), BEN) == ""
    assert seats.join(people, BEN, third) == ""
    assert seats.persons(people).seats(third) == tuple(sorted((BEN, ("c2", "ben"), third)))
    seats.part(people, BEN)
    known = seats.persons(people)
    assert known.seats(BEN) == (BEN,) and known.seats(third) == (("c2", "ben"), third)
    seats.part(people, ANNA)
    assert seats.persons(people).seats(ANNA) == (ANNA, ANN)


@pytest.mark.parametrize(("one", "other"), [(ANNA, BEN), (ANNA, SAME), (BEN, BEN)])
def test_nobody_is_two_members_of_one_campaign(
    people: PeopleDatabase, one: seats.Seat, other: seats.Seat
) -> None:
    """Neither at once nor by way of another seat: `ann` is in c2 already."""
    assert seats.join(people, one, other)
    assert seats.persons(people).seats(BEN) == (BEN,)


def test_a_name_counts_in_all_campaigns_of_its_person(people: PeopleDatabase) -> None:
    """It is there for a seat that no host and no person has named."""
    seats.call(people, ANNA, "A. Miller")
    known = seats.persons(people)
    assert (known.called(ANN), known.called(BEN)) == ("A. Miller", "")
    assert known.names("c2") == {"ann": "A. Miller"} and known.names("c3") == {}
    seats.call(people, ANN, "")
    assert seats.persons(people).names("c1") == {}


def test_who_is_forgotten_has_no_name_left(people: PeopleDatabase, tmp_path: Path) -> None:
    """In no campaign of theirs, and in no byte of the file; joined to others they stay so."""
    seats.call(people, ANNA, "Anna Karlotta Miller")
    assert b"Karlotta" in people_path(tmp_path / "club.db").read_bytes()
    seats.forget(people, ANN)
    assert seats.persons(people).names("c1") == {"anna": FORGOTTEN}
    assert b"Karlotta" not in people_path(tmp_path / "club.db").read_bytes()
    seats.call(people, ("c3", "zoe"), "Zoe")
    assert seats.join(people, ("c3", "zoe"), ANNA) == ""
    assert seats.persons(people).called(("c3", "zoe")) == FORGOTTEN
    seats.call(people, ANNA, "Anna")
    assert seats.persons(people).called(("c3", "zoe")) == "Anna"


def test_without_people_nothing_is_made(tmp_path: Path) -> None:
    """A book of a club that keeps nothing of anybody leaves no file."""
    with closing(open_people(tmp_path / "club.db", (PEOPLE, SHELF))) as file:
        assert seats.persons(file) is NOBODY
    assert not list(tmp_path.iterdir())


# --- what adds up -------------------------------------------------------------------------------


def entry(
    name: str, ended: str, figures: dict[str, tuple[int, str]], game: str = "Leaders"
) -> ShelfEntry:
    """A campaign whose members are called by their ids with a capital."""
    known = {who: who.title() for who in figures}
    return ShelfEntry(
        name,
        name,
        name.title(),
        game,
        "Global War",
        "1939 to 1945",
        ended,
        "The Axis won.",
        (("Germany", "Anna"),),
        90,
        "ab" * 32,
        known,
        known,
        tuple(
            ClubFigure(who, "drawn", "leaders drawn", value, Fraction(share), "As drawn.")
            for who, (value, share) in figures.items()
        ),
    )


ENTRIES = (
    entry("c1", "2026-01-02", {"anna": (3, "5/2"), "ben": (1, "1/4")}),
    entry("c2", "2026-03-04", {"ann": (4, "1/4"), "anna": (7, "1")}),
)


def test_figures_add_up_by_person_within_a_game() -> None:
    """Anna's 3 of 2½ and 4 of ¼ are 7 of 2¾, under the name that she had last; the other Anna has a
    row of her own.
    """
    persons = SeatedPersons({}, {ANNA: "p", ANN: "p"})
    shelf = shelf_of((*ENTRIES, entry("c3", "2026-02-01", {"kai": (5, "5")}, "Flames")), persons)
    assert [one.name for one in shelf.entries] == ["c2", "c3", "c1"]
    flames, leaders = shelf.tables
    assert (flames.game, flames.campaigns, leaders.campaigns) == ("Flames", 1, 2)
    assert heads(leaders) == ("player", "campaigns", "leaders drawn", "expected")
    assert [cells(leaders, row) for row in leaders.rows] == [
        ("Ann", "2", "7", "2.8"),
        ("Anna", "1", "7", "1.0"),
        ("Ben", "1", "1", "0.2"),
    ]
    assert [(one.name, one.campaigns) for one in shelf.players] == [
        ("Ann", ("C2", "C1")),
        ("Anna", ("C2",)),
        ("Ben", ("C1",)),
        ("Kai", ("C3",)),
    ]
    assert in_json(shelf)[1]["players"][0] == {
        "name": "Ann",
        "campaigns": 2,
        "figures": {"drawn": {"value": 7, "expected": 2.75}},
    }


def test_equal_names_are_told_apart_and_the_forgotten_are_left_out() -> None:
    """Two called Anna have their campaigns beside them; Ben is in no list."""
    persons = SeatedPersons({BEN: ("", "", True)}, {})
    shelf = shelf_of(ENTRIES, persons)
    assert [one.name for one in shelf.players] == ["Ann", "Anna (c1)", "Anna (c2)"]
    assert [row.name for row in shelf.tables[0].rows] == ["Ann", "Anna (c1)", "Anna (c2)"]


def test_the_figures_of_leaders_in_flames(tmp_path: Path) -> None:
    """LiF 4.1: worked out by hand. Germany has 5 leaders in a cup of 21, twice, then in one of 20;
    the Commonwealth 2; those of the host 13 and, without Balbo, 12. Anna pays 1 for her veto and 3
    for votes, Ben 1 for each of his two vetoes; the host 1 for France's, and 2 for Balbo.
    """
    with table.opened(tmp_path) as ledger:
        table.play(ledger, [*table.FIRST_TURN, *table.TO_1940])
        logs = read(StoredLog(ledger, table.NAME)).logs
    made = {
        (one.member, one.key): (one.value, one.expected)
        for one in club_figures(PageContext(logs, len(logs) - 1))
    }
    assert made == {
        ("anna", "vetoes"): (1, None),
        ("anna", "paid"): (4, None),
        ("anna", "drawn"): (1, Fraction(10, 21) + Fraction(10, 20)),
        ("ben", "vetoes"): (2, None),
        ("ben", "paid"): (2, None),
        ("ben", "drawn"): (1, Fraction(4, 21) + Fraction(4, 20)),
        ("host", "vetoes"): (1, None),
        ("host", "paid"): (3, None),
        ("host", "drawn"): (2, Fraction(26, 21) + Fraction(24, 20)),
    }


# --- the page -----------------------------------------------------------------------------------


def shown(text: str) -> str:
    """A shelf on which everything that people typed is this text."""
    hostile = replace(
        ENTRIES[0],
        title=text,
        scenario=text,
        verdict=text,
        seats=((text, text),),
        players={"anna": text},
        called={"anna": text, "ben": text},
    )
    links = {"c1": (BookLink("The book", "c1-book.html"),)}
    return shelf_page(shelf_of([hostile], NOBODY), links, text)


def test_what_people_typed_is_letters_on_the_shelf() -> None:
    """Of 40 hostile texts none adds a tag, an attribute or a letter that turns others around."""
    plain = Tags(shown("x")).seen
    assert ("a", ("href",)) in plain
    for text in (*HOSTILE, "\u202egnp.exe\u2066", "a\x00b\x1b[2J"):
        html = shown(text)
        assert Tags(html).seen == plain, text
        assert not {"\u202e", "\u2066", "\x00", "\x1b"} & {*html}
