"""Statistics of the Promotions Board, by hand, and as tallied without the tracker."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.lif.book import measures
from campaign.lif.book.measures import (
    ContestedLeader,
    HeadToHead,
    PointsSpent,
)
from campaign.lif.book.sums import BoardLength, sums
from campaign.lif.story import careers, turn_notes
from campaign.lif.story.facts import CupDraw, Fact, GroupInCup, VetoCast, only
from campaign.lif.story.projections import NextDraw, next_draw
from campaign.reports import book as reports_book
from campaign.reports.book import ListedLog
from campaign.store.ledger import Ledger
from events.lif.board import LeaderDrawn
from support import table
from support.disputed import correct, disputed, first_turn, upheld, version_of
from support.facts import facts_in
from support.sessions import NAME

IN_CUP = (
    "balbo cavagnari chiang cunningham darlan donitz dowding franco guderian halsey kuznetsov "
    "mannerheim mao nagumo pretelat raeder rundstedt terauchi timoshenko yamamoto zhukov"
)
CUP = IN_CUP.split()
"""LiF 4: the 21 counters of 1939 and before that bear no mark."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The board of the short campaign: Guderian, Balbo, Cunningham and Chiang are drawn."""
    book = table.opened(tmp_path_factory.mktemp("club"))
    table.play(book, table.FIRST_TURN + table.TO_1940)
    return book


@pytest.fixture(scope="module")
def facts(club: Ledger) -> list[Fact]:
    """Its facts."""
    return facts_in(club)


# --- chances ------------------------------------------------------------------------------------


def test_lif_4_1_1_every_leader_in_the_cup_is_as_likely(facts: list[Fact]) -> None:
    """Balbo's promotion leaves twenty of twenty-one; who goes back to the cup is in it again."""
    draws = only(CupDraw, facts)
    assert [(draw.draw, draw.leader, draw.turn) for draw in draws] == [
        (1, "guderian", "1939-SO"),
        (2, "balbo", "1939-SO"),
        (3, "cunningham", "1939-SO"),
        (4, "chiang", "1939-SO"),
    ]
    without = tuple(who for who in CUP if who != "balbo")
    assert [draw.cup for draw in draws] == [tuple(CUP), tuple(CUP), without, without]


def test_a_leader_whom_corrections_took_from_the_cup_had_no_chance() -> None:
    """His draw counts for nobody's luck."""
    groups = {"italy": GroupInCup(1, 4, 16, 0), "axis": GroupInCup(1, 4, 16, 0)}
    draw = CupDraw(9, "1939-SO", 1, "rommel", ("balbo",), groups, "table", unforeseeable=False)
    assert measures.cup_luck(sums([draw])) == ()


def test_lif_4_1_1_who_may_be_drawn_next(club: Ledger) -> None:
    """Of the twenty left, Chiang was promoted; January brings the seven leaders of 1940."""
    state = club.live(NAME).state
    joined = ["chennault", "doolittle", "graziani", "oconnor", "ozawa", "richthofen", "rommel"]
    expected = sorted([*(who for who in CUP if who not in ("balbo", "chiang")), *joined])
    assert next_draw(state).leaders == tuple(expected)
    assert next_draw(state).year is None


def test_lif_4_1_1_an_empty_cup_takes_in_next_year_s_leaders(club: Ledger) -> None:
    """In 1940 the leaders of 1941 may be drawn, none later; in the list edition nobody."""
    state = club.live(NAME).state
    empty = replace(
        state,
        leaders={
            who: "arriving" if status == "cup" else status for who, status in state.leaders.items()
        },
    )
    of_1941 = "fletcher fougier kleist koniev manstein mikawa montgomery spaatz wavell yamashita"
    assert next_draw(empty) == NextDraw(tuple(of_1941.split()), 1941)
    by_list = replace(empty, campaign=replace(empty.campaign, rulebook="lif-list"))
    assert next_draw(by_list) == NextDraw(())


def test_lif_4_nobody_is_drawn_before_the_kit_is_in_play_or_after_the_end(club: Ledger) -> None:
    """Days of Decision waits for a war; a closed campaign draws no more."""
    state = club.live(NAME).state
    assert next_draw(replace(state, active=False)) == NextDraw(())
    closed = replace(state, campaign=replace(state.campaign, closed=True))
    assert next_draw(closed) == NextDraw(())


# --- luck ---------------------------------------------------------------------------------------


def test_lif_4_1_1_luck_of_the_cup(facts: list[Fact]) -> None:
    """Of 21 leaders Italy has Balbo and Cavagnari, of 20 Cavagnari alone, four stars each.

    Germany has its four and Mannerheim: 5/21 twice, 5/20 twice. Franco is nobody's, so that either
    side has ten of twenty-one.
    """
    found = {row.group: row for row in measures.cup_luck(sums(facts))}
    assert list(found) == [
        "germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china",
        "axis", "allies",
    ]  # fmt: skip
    italy = found["italy"]
    assert italy.expected_leaders == Fraction(4, 21) + Fraction(1, 10)
    assert (italy.leaders, italy.stars) == (1, 4)
    assert italy.expected_stars == 4 * italy.expected_leaders
    assert italy.luck == 1 - italy.expected_leaders
    assert italy.stars - italy.expected_stars == 4 * italy.luck
    assert italy.variance == 2 * Fraction(2 * 19, 21**2) + 2 * Fraction(1 * 19, 20**2)
    assert italy.star_variance == 16 * italy.variance
    # 76/441 + 38/400 = 0.26734
    assert italy.spread == pytest.approx(0.5170, abs=0.0001)
    assert italy.star_spread == pytest.approx(4 * italy.spread)
    germany = found["germany"]
    assert (germany.leaders, germany.expected_leaders) == (1, Fraction(41, 42))
    assert germany.expected_stars == 2 * Fraction(19, 21) + 2 * Fraction(19, 20)
    assert (found["france"].leaders, found["france"].stars) == (0, 0)
    assert found["axis"].expected_leaders == Fraction(20, 21) + Fraction(18, 20)
    assert found["allies"].expected_leaders == Fraction(20, 21) + Fraction(20, 20)
    assert (found["axis"].leaders, found["allies"].leaders) == (2, 2)


def test_without_a_draw_there_is_no_luck() -> None:
    """A campaign that has just begun has no figures."""
    none = sums([])
    assert (measures.cup_luck(none), measures.head_to_head(none)) == ((), ())
    assert (measures.most_vetoed(none), measures.boards(none)) == ((), ())
    assert (measures.longest_board(none), measures.spending(none)) == (None, ())
    assert (measures.dice_luck(none), measures.chit_luck(none)) == ((), ())
    assert careers.careers([]) == {}


# --- vetoes -------------------------------------------------------------------------------------


def test_lif_4_1_2_who_vetoed_whom(facts: list[Fact]) -> None:
    """The Commonwealth and France against Guderian; the Commonwealth against Balbo, whom Italy
    backs; Germany against Cunningham.
    """
    assert measures.head_to_head(sums(facts)) == (
        HeadToHead("commonwealth", "germany", 1, 0),
        HeadToHead("commonwealth", "italy", 1, 0),
        HeadToHead("france", "germany", 1, 0),
        HeadToHead("germany", "commonwealth", 1, 0),
        HeadToHead("italy", "italy", 0, 1),
    )
    assert measures.head_to_head(sums(facts), "member") == (
        HeadToHead("anna", "ben", 1, 0),
        HeadToHead("ben", "anna", 1, 0),
        HeadToHead("ben", "host", 1, 0),
        HeadToHead("host", "anna", 1, 0),
        HeadToHead("host", "host", 0, 1),
    )


def test_lif_4_1_2_the_leaders_vetoed_most(facts: list[Fact]) -> None:
    """Guderian and Cunningham went back once each, Guderian over two vetoes."""
    guderian = ContestedLeader("guderian", 1, 1, 2, 0)
    cunningham = ContestedLeader("cunningham", 1, 1, 1, 0)
    assert measures.most_vetoed(sums(facts)) == (guderian, cunningham)
    assert measures.contested(sums(facts)) == (
        guderian,
        cunningham,
        ContestedLeader("balbo", 1, 0, 1, 1),
        ContestedLeader("chiang", 1, 0, 0, 0),
    )


def test_a_board_without_a_veto_has_no_most_vetoed_leader() -> None:
    """A leader who was drawn and promoted was not sent back."""
    draw = CupDraw(9, "1939-SO", 1, "balbo", ("balbo",), {}, "table", unforeseeable=False)
    assert measures.most_vetoed(sums([draw])) == ()


def test_lif_4_1_2_a_veto_on_nobody_s_leader_is_against_nobody(tmp_path: Path) -> None:
    """Japan vetoes Franco while Spain is neutral."""
    session = first_turn(tmp_path)
    cast = only(VetoCast, facts_in(session.ledger))
    assert [(veto.leader, veto.power, veto.of_power, veto.of_member) for veto in cast] == [
        ("franco", "japan", "", ""),
        ("guderian", "ussr", "germany", "anna"),
    ]
    session.ledger.close()


def test_lif_4_1_the_longest_board(club: Ledger, facts: list[Fact]) -> None:
    """Four leaders in September; the first draw is the event to look at."""
    first = next(
        entry.version for entry in club.history(NAME) if isinstance(entry.event, LeaderDrawn)
    )
    assert measures.longest_board(sums(facts)) == BoardLength("1939-SO", 4, first)
    assert measures.boards(sums(facts)) == (BoardLength("1939-SO", 4, first),)


def test_of_boards_as_long_the_earliest_is_named() -> None:
    """Two draws in each of two turns."""
    draws = [
        CupDraw(version, turn, version, "balbo", ("balbo",), {}, "table", unforeseeable=False)
        for version, turn in ((4, "1939-SO"), (8, "1939-SO"), (12, "1939-ND"), (16, "1939-ND"))
    ]
    assert measures.longest_board(sums(draws)) == BoardLength("1939-SO", 2, 4)


# --- points spent -------------------------------------------------------------------------------


def test_lif_4_1_3_what_points_were_spent_on(facts: list[Fact]) -> None:
    """Germany: 1 for another leader, 1 against Cunningham, 2 to stop. The host plays Italy (2 for
    Balbo) and France (1 against Guderian).
    """
    assert measures.spending(sums(facts)) == (
        PointsSpent("germany", 1, 0, 3),
        PointsSpent("commonwealth", 2, 0, 0),
        PointsSpent("italy", 0, 2, 0),
        PointsSpent("france", 1, 0, 0),
    )
    by_member = measures.spending(sums(facts), "member")
    assert by_member == (
        PointsSpent("anna", 1, 0, 3),
        PointsSpent("host", 1, 2, 0),
        PointsSpent("ben", 2, 0, 0),
    )
    assert [row.total for row in by_member] == [4, 3, 2]


def test_points_are_theirs_who_held_the_power_when_it_paid(tmp_path: Path) -> None:
    """Anna hands Germany on before the ballots on Cunningham open: Ben pays for her veto."""
    book = table.opened(tmp_path)
    hand_over = {"command": "AssignPower", "power": "germany", "member": "ben"}
    table.play(book, [*table.FIRST_TURN, hand_over, table.OPEN_BALLOTS])
    assert measures.spending(sums(facts_in(book)), "member") == (
        PointsSpent("ben", 3, 0, 0),
        PointsSpent("host", 1, 2, 0),
        PointsSpent("anna", 0, 0, 1),
    )
    book.close()


def test_nothing_is_known_of_a_ballot_before_all_are_opened(tmp_path: Path) -> None:
    """Germany's veto on Cunningham is sealed; of his draw only the cup is known."""
    book = table.opened(tmp_path)
    table.play(book, table.FIRST_TURN)
    about = [fact for fact in facts_in(book) if getattr(fact, "leader", "") == "cunningham"]
    assert [type(fact).__name__ for fact in about] == ["CareerStep", "CupDraw", "CareerStep"]
    book.close()


# --- corrections --------------------------------------------------------------------------------


def test_amended_payments_count_as_amended(tmp_path: Path) -> None:
    """Japan's veto on Franco cost 1, and 3 once it was amended; the USSR's cost 1."""
    session = disputed(tmp_path)
    assert measures.spending(sums(facts_in(session.ledger))) == (
        PointsSpent("japan", 3, 0, 0),
        PointsSpent("ussr", 1, 0, 0),
    )
    session.ledger.close()


def test_what_was_struck_out_counts_for_nothing(tmp_path: Path) -> None:
    """Play goes back to just before Guderian's draw: one draw and one veto are left."""
    session = first_turn(tmp_path)
    version = version_of(session, LeaderDrawn, leader="guderian")
    dispute = upheld(session, version)
    correct(session, "Rewind", dispute=dispute, to=version - 1)
    found = facts_in(session.ledger)
    assert [draw.leader for draw in only(CupDraw, found)] == ["franco"]
    assert measures.spending(sums(found)) == (PointsSpent("japan", 1, 0, 0),)
    assert [step.what for step in careers.career(found, "guderian")] == ["begins"]
    session.ledger.close()


# --- careers ------------------------------------------------------------------------------------


def test_a_career_has_each_step_with_its_turn_and_event(club: Ledger, facts: list[Fact]) -> None:
    """Balbo begins in the cup, is drawn second and promoted; Rommel joins the cup in 1940."""
    drawn = next(
        entry.version
        for entry in club.history(NAME)
        if isinstance(entry.event, LeaderDrawn) and entry.event.leader == "balbo"
    )
    steps = careers.career(facts, "balbo")
    assert [(step.what, step.turn, step.draw) for step in steps] == [
        ("begins", "1939-SO", 0),
        ("drawn", "1939-SO", 2),
        ("promoted", "1939-SO", 2),
    ]
    assert (steps[0].where, steps[1].version) == ("cup", drawn)
    (joined,) = careers.career(facts, "rommel")
    assert (joined.what, joined.turn, joined.about) == ("joins-cup", "1940-JF", "1940")
    assert careers.career(facts, "manstein") == ()
    assert careers.careers(facts)["balbo"] == steps
    assert list(careers.careers(facts)) == sorted(careers.careers(facts))


# --- whole campaigns, tallied elsewhere ---------------------------------------------------------


def test_the_pages_count_what_the_events_count(tmp_path: Path) -> None:
    """Of turns that are over a book keeps the facts too, whole or not, also after corrections."""
    session = disputed(tmp_path)
    found = facts_in(session.ledger)
    log = list(session.ledger.history(NAME))
    for most in (0, len(log)):
        book = reports_book.read(ListedLog(log), most)
        assert len(book.logs) == 3
        assert turn_notes.facts_in(book.logs) == found
    session.ledger.close()
