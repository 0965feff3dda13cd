"""Explained figures: the events that made each what it is, with the running total by hand."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from campaign.handler.explanations import explained
from campaign.history.explain import FigureEvent, explain, rule_of
from campaign.kernel.decisions import Refused
from campaign.kernel.projections import Figure, figure, unknown
from campaign.lif.figures import KINDS
from campaign.lif.roster import POWERS, kit
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from events import campaign as shared
from events import disputes as facts
from events.lif import on_map as play
from events.lif.board import LeaderDrawn, ReinforcementOpened, VetoPointsInfused, VetoPointsSpent
from events.lif.politics import WarDeclared
from support import road, table
from support.disputed import correct, disputed, first_turn, upheld, version_of
from support.sessions import NAME, Session, ledger_in

Found = list[tuple[str, Any, Any]]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The campaign with its three disputes."""
    return disputed(tmp_path_factory.mktemp("club"))


def lines(book: Ledger, name: str, *of: str, campaign: str = NAME) -> list[FigureEvent]:
    """A figure's events; the last total is what the state has now."""
    state = book.live(campaign).state
    asked = figure(KINDS, state, name, of)
    assert isinstance(asked, Figure), asked
    found = list(explain(SYSTEM, book.effective(campaign), asked.value))
    assert not found or found[-1].after == asked.value(state)
    for before, after in pairwise(found):
        assert before.after == after.before != after.after
    return found


def path(book: Ledger, name: str, *of: str) -> Found:
    """What each event is, by how much it changed the figure, and to what."""
    return [
        (type(one.event).__name__, one.change, one.after) for one in lines(book, name, *of)
    ]  # fmt: skip


# --- the figures --------------------------------------------------------------------------------


def test_lif_4_2_a_power_s_points_with_the_running_total(club: Session) -> None:
    """The USSR begins with 3, pays 1 for Guderian, has 3 more in January."""
    found = lines(club.ledger, "veto-points", "ussr")
    assert [(one.turn, one.change, one.after, one.rule) for one in found] == [
        ("1939-SO", 3, 3, "LiF 4"),
        ("1939-SO", -1, 2, "LiF 4.1(3)"),
        ("1940-JF", 3, 5, "LiF 4.2"),
    ]
    assert [one.version for one in found] == [2, 27, 51]


def test_lif_4_1_a_vote_for_another_leader_is_4_1_5(tmp_path: Path) -> None:
    """Two points: one against Guderian by 4.1(3), one for another leader by 4.1(5)."""
    book = table.opened(tmp_path)
    board = [{"command": "OpenReinforcement"}, table.draw("guderian")]
    paid = [table.ballot("germany", "veto"), table.OPEN_BALLOTS]
    table.play(book, [*board, *paid, table.vote("germany", "another"), table.OPEN_VOTES])
    told = explained(book, NAME, "veto-points", ("germany",)).lines
    assert [(line.change, line.rule, why) for line, why in told] == [
        (5, "LiF 4", "Starting points."),
        (-2, "LiF 4.1(3)", "Support for Guderian."),
        (-1, "LiF 4.1(5)", "Vote for another leader."),
    ]


def test_what_stood_at_the_start_names_the_set_up(tmp_path: Path) -> None:
    """The scenario's war, a leader on the map, a conquest; not how many went into the cup."""
    setup = {"leaders": {"rommel": "map"}, "conquest": {"italy": "incomplete"}}
    session = Session(ledger_in(tmp_path)).open(setup=setup)
    for figure_ in (("war", "china", "japan"), ("leader", "rommel"), ("conquest", "italy"),
                    ("cup",), ("leaders", "germany")):  # fmt: skip
        ((_, why),) = explained(session.ledger, NAME, figure_[0], figure_[1:]).lines
        assert why == "The campaign’s set-up (global-war).", figure_


def test_ruling_37_a_counter_that_the_club_typed_is_the_club_s(tmp_path: Path) -> None:
    """No rule of the kit names it; the kit's own armies keep theirs."""
    session = Session(ledger_in(tmp_path)).open()
    typed = {"id": "inf-63", "power": "ussr", "type": "INF", "combat": 6, "starts": "pool"}
    army = {"id": "guards-7th", "power": "ussr", "type": "INF", "combat": 8, "guards_banner": True}
    session.do("AddCounters", counters=[typed], source="our sheet")
    session.do("AddCounters", counters=[army])

    def first(*words: str) -> tuple[str, str]:
        line, why = explained(session.ledger, NAME, words[0], words[1:]).lines[0]
        return line.rule, why

    club = ("Record", "1 counter of the club’s own, from our sheet.")
    assert first("counter", "inf-63") == first("force-pool", "ussr", "inf", "pool") == club
    assert first("counter", "guards-7th")[0] == "LiF 5.4"


def test_every_power_s_points_add_up(club: Session) -> None:
    """The changes of each come to what it has."""
    points = club.state.veto_points
    for power in POWERS:
        found = lines(club.ledger, "veto-points", power)
        assert sum(one.change or 0 for one in found) == points[power]


def test_an_amended_event_counts_as_it_was_amended(club: Session) -> None:
    """Japan's veto cost 3, and the line says what amended it; an adjustment is a line too."""
    paid = lines(club.ledger, "veto-points", "japan")[1]
    assert (paid.version, paid.change, paid.after, paid.amended_by) == (21, -3, 0, 44)
    gift = lines(club.ledger, "veto-points", "italy")[-1]
    assert isinstance(gift.event, facts.FigureAdjusted)
    assert (gift.version, gift.change, gift.after, gift.rule) == (54, 1, 5, "Record")


def test_a_struck_event_does_not_count(tmp_path: Path) -> None:
    """The USSR's veto is struck with all that the same command brought."""
    session = first_turn(tmp_path)
    whole = [25, 26, 27, 28]
    assert [version_of(session, VetoPointsSpent, points={"ussr": 1})] == whole[2:3]
    later = [29, 30, 31, 32, 33, 34, 35]
    dispute = upheld(session, *whole)
    correct(session, "StrikeEvents", dispute=dispute, versions=whole, also=later)
    assert path(session.ledger, "veto-points", "ussr") == [("LeadersSetUp", 3, 3)]
    drawn = path(session.ledger, "leader", "guderian")
    assert drawn[-1] == ("LeaderDrawn", None, "on the Promotions Board")


def test_a_forgotten_event_stands_at_its_place(tmp_path: Path) -> None:
    """Germany's war was recorded, Italy's came later and counts before the first draw."""
    session = first_turn(tmp_path)
    war = version_of(session, WarDeclared)
    forgotten = {"command": "DeclareWar", "attacker": "italy", "target": "france"}
    dispute = upheld(session, war)
    correct(session, "InsertCommand", dispute=dispute, after=war, forgotten=forgotten)
    (one,) = lines(session.ledger, "war", "france", "italy")
    assert one.inserted and (one.turn, one.after) == ("1939-SO", "at war")
    assert one.version == version_of(session, facts.EventsInserted)


def test_lif_4_1_a_leader_s_way(club: Session) -> None:
    """Franco was drawn and went back, Balbo was promoted; Rommel joined in his year."""
    assert path(club.ledger, "leader", "franco") == [
        ("LeadersSetUp", None, "in the cup"),
        ("LeaderDrawn", None, "on the Promotions Board"),
        ("LeaderVetoed", None, "in the cup"),
    ]
    assert path(club.ledger, "leader", "balbo")[1:] == [
        ("LeaderDrawn", None, "on the Promotions Board"),
        ("LeaderPromoted", None, "arriving"),
    ]
    assert path(club.ledger, "leader", "rommel") == [
        ("LeadersSetUp", None, "set aside"),
        ("LeadersReachedYear", None, "in the cup"),
    ]


def test_lif_3_1_where_a_leader_is_on_the_map(tmp_path: Path) -> None:
    """Placed, moved, turned face-down: each is a line."""
    session = Session(ledger_in(tmp_path)).open(setup={"leaders": {"rommel": "arriving"}})
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    session.do("TurnLeader", "anna", leader="rommel", face_up=False)
    found = [one.after for one in lines(session.ledger, "leader", "rommel")]
    assert found == ["arriving", "on the map: E1429", "on the map: E1430",
                     "on the map: E1430, face-down"]  # fmt: skip
    assert lines(session.ledger, "leader", "rommel")[1].rule.startswith("LiF 3.1")
    assert version_of(session, play.LeaderTurned)


def test_lif_4_the_cup_draw_by_draw(club: Session) -> None:
    """Two are drawn and go back, the third stays out; in January the leaders of 1940 join."""
    start = sum((one.year or 9999) <= 1939 for one in kit().values())
    fresh = sum(one.year == 1940 for one in kit().values())
    found = [one.after for one in lines(club.ledger, "cup")]
    draws = [start - 1, start, start - 1, start, start - 1]
    assert found == [start, *draws, start - 1 + fresh] and fresh == 7


def test_lif_4_1_leaders_that_a_power_has_in_play(club: Session) -> None:
    """Italy has Balbo; nobody else was promoted."""
    assert path(club.ledger, "leaders", "italy") == [("LeaderPromoted", 1, 1)]
    assert lines(club.ledger, "leaders", "germany") == []


def test_wars_conquest_and_minors(tmp_path: Path) -> None:
    """Each change is a line; what was so from the start is none."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("DeclareWar", attacker="germany", target="france")
    session.do("MakePeace", powers=["france", "germany"])
    session.do("SetConquest", power="france", status="incomplete")
    session.do("SetConquest", power="france", status="free")
    session.do("SetMinor", minor="hungary", status="aligned", power="germany")
    book = session.ledger
    war = [("WarDeclared", None, "at war"), ("PeaceMade", None, "at peace")]
    assert path(book, "war", "germany", "france") == path(book, "war", "france", "germany") == war
    assert path(book, "conquest", "france") == [
        ("ConquestChanged", None, "incomplete"),
        ("ConquestChanged", None, "free"),
    ]
    assert path(book, "conquest", "germany") == []
    assert path(book, "minor", "hungary") == [("MinorChanged", None, "aligned germany")]
    assert path(book, "minor", "spain") == []


def test_lif_5_4_counters_of_a_type_in_a_place(tmp_path: Path) -> None:
    """Two infantry begin in the pool, one goes to the map."""
    session = Session(ledger_in(tmp_path)).open()
    sheet = [{"id": f"ge-inf-{number}", "power": "germany", "type": "INF"} for number in (1, 2)]
    session.do("AddCounters", counters=sheet, source="our sheet")
    session.do("MoveCounter", counter="ge-inf-1", to="map", location="E1429", reason="set up")
    pool = path(session.ledger, "force-pool", "germany", "inf", "pool")
    assert pool == [("CountersAdded", 2, 2), ("CounterMoved", -1, 1)]
    there = path(session.ledger, "force-pool", "germany", "inf", "map")
    assert there == [("CounterMoved", 1, 1)]
    assert [where for _, _, where in path(session.ledger, "counter", "ge-inf-1")] == [
        "pool", "map E1429",
    ]  # fmt: skip


def test_lif_5_3_chits_in_a_pool(tmp_path: Path) -> None:
    """As `road` reckons them: two, gone into tension by an option, and one in the fourth turn."""
    book = road.travelled(tmp_path)
    assert [one[1:] for one in path(book, "chits", "entry-germany-italy")] == [
        (2, 2), (-2, 0), (1, 1),
    ]  # fmt: skip
    assert [one[1:] for one in path(book, "chits", "tension-germany-italy")] == [(2, 2)]
    assert path(book, "partisans", "china")[-1][1:] == (15, 15)


def test_lif_5_3_the_common_pool(tmp_path: Path) -> None:
    """Thirty were stocked, two drawn; what they are worth nobody is told."""
    book = table.opened(tmp_path)
    commands = [
        {"command": "StockEntryChits", "rows": [{"value": 2, "count": 30}]},
        {"command": "DrawEntryChits", "pool": "entry-japan", "count": 2},
    ]
    table.play(book, commands)
    assert [one[1:] for one in path(book, "chits", "common")] == [(30, 30), (-2, 28)]
    assert [one[1:] for one in path(book, "chits", "entry-japan")] == [(2, 2)]


def test_every_kind_of_figure_is_explained_here() -> None:
    """None is added without a figure reckoned by hand."""
    text = Path(__file__).read_text()
    assert all(f'"{name}"' in text for name in KINDS)
    assert all(len(kind.known) == len(kind.of.split()) for kind in KINDS.values())


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (LeaderDrawn, "LiF 4.1(1)"),
        (VetoPointsInfused, "LiF 4.2"),
        (facts.FigureAdjusted, "Record"),
        (shared.TurnBegan, "Record"),
    ],
)
def test_the_rule_that_an_event_follows(kind: type[Any], rule: str) -> None:
    """As its own description cites it."""
    assert rule_of(kind) == rule


# --- what there is not --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "of", "why"),
    [
        ("points", ("germany",), "figure: there is no 'points'; there is veto-points, leader, "),
        ("veto-points", (), "figure: write it as veto-points POWER"),
        ("veto-points", ("germany", "italy"), "figure: write it as veto-points POWER"),
        ("cup", ("germany",), "figure: write it as cup"),
        ("veto-points", ("poland",), "power: there is no 'poland'; there is germany, italy, "),
        ("conquest", ("poland",), "power: there is no 'poland'; there is germany, "),
        ("leaders", ("poland",), "power: there is no 'poland'; there is germany, "),
        ("leader", ("bismarck",), "leader: there is no 'bismarck'"),
        ("counter", ("bismarck",), "counter: there is no 'bismarck'"),
        ("chits", ("entry-italy",), "pool: there is no 'entry-italy'; there is entry-"),
        ("force-pool", ("poland", "inf", "map"), "power: there is no 'poland'"),
        ("force-pool", ("germany", "inf", "map"), "type: there is no 'inf'"),
        ("force-pool", ("germany", "map"), "figure: write it as force-pool POWER TYPE PLACE"),
    ],
)
def test_what_there_is_not_is_refused(
    club: Session, name: str, of: tuple[str, ...], why: str
) -> None:
    """Naming what is wrong, and what there is where that is not too much."""
    found = figure(KINDS, club.state, name, of)
    assert isinstance(found, Refused) and found.rule is None
    assert found.reason.startswith(why)
    assert not found.reason.endswith("there is ")


def test_a_place_that_is_none(tmp_path: Path) -> None:
    """Where there are counters of the type."""
    session = Session(ledger_in(tmp_path)).open()
    sheet = [{"id": "ge-inf-1", "power": "germany", "type": "INF"}]
    session.do("AddCounters", counters=sheet, source="our sheet")
    found = figure(KINDS, session.state, "force-pool", ("germany", "inf", "moon"))
    assert isinstance(found, Refused) and found.reason.startswith("place: there is no 'moon'; ")


@pytest.mark.parametrize(
    ("name", "of", "stranger"),
    [
        ("war", ("germany", "poland"), None),
        ("war", ("germany", "narnia"), "narnia"),
        ("minor", ("spain",), None),
        ("minor", ("narnia",), "narnia"),
        ("partisans", ("ussr",), None),
        ("partisans", ("narnia",), "narnia"),
    ],
)
def test_a_country_that_nothing_tells_of(
    club: Session, name: str, of: tuple[str, ...], stranger: str | None
) -> None:
    """Countries are not refused, for they may have been at war once; they are known as unknown."""
    assert isinstance(figure(KINDS, club.state, name, of), Figure)
    found = unknown(KINDS, club.state, name, of)
    assert (found[1] if found else None) == stranger


@pytest.mark.parametrize(("after", "change"), [(3, 2), (True, None), ("map", None)])
def test_only_a_number_has_a_change(after: Any, change: int | None) -> None:
    """A place or a yes has none."""
    event = ReinforcementOpened(turn="1939-SO")
    assert FigureEvent(1, "1939-SO", event, "LiF 4.1", 1, after).change == change
