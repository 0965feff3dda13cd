"""LiF 2: frames of the maps: what belongs together, what they show, and how they are drawn.

A hex is 32 wide; rows are 27.7 apart, and odd rows 16 to the right. A frame begins 15 from the left
and 13 from the top, and a hex's middle is 16 and 18.5 from there.
"""

import re

import pytest

from campaign.lif.abilities.command_range import Hex, Rows, within
from campaign.lif.picture import frames as made
from campaign.lif.picture.drawing import EMBLEMS, HEAVIEST, HexGrid, choosing, drawings, svg
from campaign.lif.picture.frames import MapFrame, Window, elsewhere, frames, in_window
from campaign.lif.picture.pieces import Fight, Piece, hex_of, pieces
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from events.lif.force_pools import Counter, CounterMoved, CountersAdded
from events.lif.on_map import HexNamed, LeaderMoved, LeaderTurned
from support.front import reported
from support.rules_table import after, opened

NAMES = ("rommel", "manstein", "zhukov", "wavell")
"""Three, five, five and three stars."""


def placed(*places: str, **rulings: object) -> State:
    """The leaders of the list in these places."""
    state = opened(dict.fromkeys(NAMES[: len(places)], "map"), **rulings)
    moves = (
        LeaderMoved(leader=who, location=where, means="other")
        for who, where in zip(NAMES, places, strict=False)
    )
    return after(state, *moves)


def windows(state: State) -> list[Window]:
    """The windows of a state's frames, from west to east."""
    return sorted((one.window for one in frames(state)), key=lambda one: one.left)


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (("E1429",), [Window("E", 13, 15, 28, 30)]),
        (("E1429", "E1431"), [Window("E", 13, 15, 28, 32)]),
        # six hexes apart, and nine columns with the margin: 28 to 36
        (("E1429", "E1435"), [Window("E", 13, 15, 28, 36)]),
        (("E1429", "E1436"), [Window("E", 13, 15, 28, 30), Window("E", 13, 15, 35, 37)]),
        # each is near the next, but 28 to 38 are eleven columns
        (("E1429", "E1433", "E1437"), [Window("E", 13, 15, 28, 34), Window("E", 13, 15, 36, 38)]),
        # six rows down: 13 to 21 are nine rows; the way leads three columns aside
        (("E1429", "E2032"), [Window("E", 13, 21, 28, 33)]),
        (("E1429", "W1429"), [Window("E", 13, 15, 28, 30), Window("W", 13, 15, 28, 30)]),
        (("E0000",), [Window("E", 0, 1, 0, 1)]),
        (("E9999",), [Window("E", 98, 99, 98, 99)]),
    ],
)
def test_lif_2_what_is_near_stands_in_one_frame(
    places: tuple[str, ...], expected: list[Window]
) -> None:
    """At most six hexes apart, at most nine columns, and a hex more on each side."""
    assert windows(placed(*places)) == expected


def test_lif_2_odd_rows_are_half_a_hex_to_the_right() -> None:
    """E1428 is the second of its frame's columns and rows; E1528 is 16 to the right below it."""
    (frame,) = frames(placed("E1428"))
    grid = HexGrid(frame)
    assert grid.middle(Hex("E", 14, 28)) == pytest.approx((15 + 32 + 16, 13 + 18.5 + 27.7))
    assert grid.middle(Hex("E", 15, 28)) == pytest.approx((15 + 32 + 32, 13 + 18.5 + 55.4))
    even = HexGrid(frame.__class__(frame.window, "", "even"))
    assert even.middle(Hex("E", 14, 28))[0] == 15 + 32 + 32
    assert even.middle(Hex("E", 15, 28))[0] == 15 + 32 + 16


def test_lif_2_ruling_28_the_other_way_of_counting_rows_is_drawn_too() -> None:
    """A club's switch says which rows are to the right."""
    (frame,) = frames(placed("E1428", rulings={"hex_rows": "even"}))
    assert frame.rows == "even"


def test_lif_3_1_an_arrow_leads_from_the_turn_s_beginning_to_now() -> None:
    """Rommel goes two hexes to the right: the way is 64 long, from ring to tip 64 − 7 − 13 = 44."""
    before = placed("E1428")
    now = after(before, LeaderMoved(leader="rommel", location="E1430", means="land"))
    (frame,) = frames(now, before)
    # rows 13 to 15, columns 27 to 31: the start is in the frame as well
    assert frame.window == Window("E", 13, 15, 27, 31)
    assert frame.pieces[0].came == "E1428"
    (way,) = re.findall(r'class="way p-germany" d="([^"]+)"', svg(frame))
    # E1428 has its middle at 63, E1430 at 127, both at 59.2
    assert way.startswith("M56 59.2a7 7 0 1 0 14 0a7 7 0 1 0-14 0M70 59.2L114 59.2")
    assert "way" not in svg(frame, "now")
    assert "way" not in svg(frames(now)[0])


def test_lif_3_1_who_comes_from_afar_has_no_arrow_and_one_frame() -> None:
    """Seven hexes are too far, another map is too."""
    before = placed("E1428", "W1010")
    now = after(
        before,
        LeaderMoved(leader="rommel", location="E1435", means="rail"),
        LeaderMoved(leader="manstein", location="E1436", means="air"),
    )
    (frame,) = frames(now, before)
    assert frame.window == Window("E", 13, 15, 34, 37)
    assert {one.came for one in frame.pieces} == {"E1428", "W1010"}
    assert "way" not in svg(frame)


def test_lif_3_1_an_arrow_never_leaves_its_frame() -> None:
    """Rommel came from E1432 to E1429: a window up to column 30 has him, and no arrow."""
    before = placed("E1432")
    now = after(before, LeaderMoved(leader="rommel", location="E1429", means="land"))
    known = pieces(now, before)
    for right, arrows in ((30, 0), (31, 0), (32, 1)):
        frame = in_window(now, Window("E", 13, 15, 25, right), known)
        assert [one.id for one in frame.pieces] == ["rommel"]
        assert svg(frame).count('class="way') == arrows


def test_lif_2_a_range_is_shaded_as_far_as_the_frame_has_room() -> None:
    """Three stars reach 37 hexes, within 3 of E1429; five reach 91, of which nine by nine show."""
    state = placed("E1429", "W1429")
    frame = next(one for one in frames(state, None, "rommel") if one.chosen)
    assert frame.window == Window("E", 11, 17, 26, 32)
    assert len(frame.reach) == 37
    (near,) = re.findall(r'class="reach" d="([^"]+)"', svg(frame))
    assert near.count("M") == 37
    frame = next(one for one in frames(state, None, "manstein") if one.chosen)
    assert frame.window == Window("W", 10, 18, 25, 33)
    # in columns 25 to 33: row 14 nine; rows 13 and 15 nine of ten; 12 and 16 nine; 11 and 17 eight;
    # 10 and 18 seven: 9 + 2 × (9 + 9 + 8 + 7)
    assert len(frame.reach) == 75
    assert max(one.column for one in frame.reach) == 33


@pytest.mark.parametrize(("hexes", "count"), [(0, 1), (1, 7), (2, 19), (3, 37), (4, 61), (5, 91)])
def test_lif_2_a_range_has_six_more_hexes_with_each_ring(hexes: int, count: int) -> None:
    """1 + 6 + 12 + 18 …, at the map's corner as many as there are."""
    assert len(list(within(Hex("E", 14, 29), hexes, "odd"))) == count
    corner = [one for one, _ in within(Hex("E", 0, 0), hexes, "odd")]
    assert all(one.row >= 0 and one.column >= 0 for one in corner)


def test_lif_3_3_combats_draw_a_frame_of_their_own() -> None:
    """The hex of a combat is shaded and bears a star; one at sea stands in the list."""
    fought = reported(defenders=("poland", "ussr"))
    at_sea = {"kind": "naval", "defenders": ("commonwealth",), "combat": "1939-SO-2"}
    state = after(opened(), fought, reported("sea:north-sea/3", **at_sea))
    (frame,) = frames(state)
    assert frame.fights == (Fight("E1429", "land combat, Germany against Poland and the USSR"),)
    drawing = svg(frame)
    assert drawing.count('class="hot"') == 1
    assert '<use href="#mb" x="63" y="59.2"/>' in drawing
    assert [one.place for one in made.fights_elsewhere(state)] == ["sea:north-sea/3"]


def test_lif_2_what_has_no_hex_is_a_list() -> None:
    """At sea, on a dot, and where nobody recorded it."""
    state = placed("sea:north-sea/3", "dot:canada")
    state = after(opened(dict.fromkeys(NAMES[:3], "map")), *(
        LeaderMoved(leader=who, location=where, means="other")
        for who, where in (("rommel", "sea:north-sea/3"), ("manstein", "dot:canada"))
    ))  # fmt: skip
    assert frames(state) == ()
    assert [(one.id, one.place) for one in elsewhere(state)] == [
        ("manstein", "dot:canada"),
        ("rommel", "sea:north-sea/3"),
        ("zhukov", ""),
    ]


def test_lif_5_4_counters_are_drawn_where_they_were_placed() -> None:
    """A Guards Banner army has a rim of its own; a counter without a hex is only counted."""
    counters = (
        Counter(id="tank", power="ussr", type="ARM"),
        Counter(id="guards", power="ussr", type="INF", name="7th Guards", guards_banner=True),
        Counter(id="lost", power="ussr", type="INF"),
    )
    state = after(
        opened(),
        CountersAdded(counters=counters, source="a sheet"),
        CounterMoved(counter="tank", to="map", reason="built", location="E1428"),
        CounterMoved(counter="guards", to="map", reason="built", location="E1429"),
        CounterMoved(counter="lost", to="map", reason="built"),
    )
    (frame,) = frames(state)
    assert [one.name for one in frame.pieces] == ["7th Guards", "ARM"]
    assert 'class="piece p-ussr guards"' in svg(frame)
    assert made.unplaced_counters(state) == 1


def test_lif_3_2_a_leader_face_down_is_hollow() -> None:
    """The counter is drawn without its colour inside."""
    state = after(placed("E1429"), LeaderTurned(leader="rommel", face_up=False))
    assert 'class="piece p-germany turned"' in svg(frames(state)[0])
    assert "turned" not in svg(frames(placed("E1429"))[0])


def test_lif_2_of_three_in_a_hex_two_are_drawn_and_one_is_counted() -> None:
    """The list names all."""
    (frame,) = frames(placed("E1429", "E1429", "E1429"))
    drawing = svg(frame)
    assert len(re.findall(r'<use href="#mGe\d"', drawing)) == 2
    assert ">+1</text>" in drawing
    assert len(frame.pieces) == 3


def test_lif_2_a_named_hex_is_labelled_and_a_long_name_cut() -> None:
    """Only hexes of the frame; what a name says is no markup."""
    state = after(
        placed("E1429"),
        HexNamed(hex="E1429", name="<Kyiv>"),
        HexNamed(hex="E1530", name="Dnipropetrovsk on Dnipro"),
        HexNamed(hex="E1535", name="Far"),
    )
    (frame,) = frames(state)
    assert frame.names == {"E1429": "<Kyiv>", "E1530": "Dnipropetrovsk on Dnipro"}
    drawing = svg(frame)
    assert ">&lt;Kyiv&gt;</text>" in drawing
    assert ">Dnipropetrovs…</text>" in drawing


@pytest.mark.parametrize(("rows", "start"), [("odd", hex_of("E1320")), ("even", None)])
def test_lif_2_a_way_is_measured_on_the_clubs_map(rows: Rows, start: Hex | None) -> None:
    """Where odd rows are half a hex to the right E1421 is beside E1320, and E1426 6 hexes away; by
    even rows E1420 is beside it, and E1426 7 hexes away, too far for an arrow.
    """
    piece = Piece("p1", "X", "germany", "germany", "E1426", came="E1320")
    assert piece.start(rows) == start
    frame = MapFrame(Window("E", 10, 18, 18, 28), "East European map", rows, (piece,), ())
    assert ('class="way' in svg(frame)) is (start is not None)


def test_a_crowded_frame_is_no_heavier_than_8_kb() -> None:
    """A piece of every power and rank in each of 81 hexes, and twenty combats."""
    window = Window("E", 10, 18, 20, 28)
    owners = (*POWERS, "minors")
    crowd = tuple(
        Piece(
            f"p{row}{column}{rank}", "X", owners[column - 20], "", f"E{row}{column}", rank, rank > 3
        )
        for rank in (5, 4, 3, 0)
        for row in range(10, 19)
        for column in range(20, 29)
    )
    fought = tuple(Fight(f"E{row}{column}", "") for row in (11, 15) for column in range(20, 29))
    frame = MapFrame(window, "East European map", "odd", crowd, fought)
    assert len(svg(frame).encode()) <= HEAVIEST
    assert set(EMBLEMS) == {*POWERS, "minors"}


def test_the_same_state_gives_the_same_drawing() -> None:
    """Byte for byte; the drawings of a page share their shapes, each defined once."""
    state = placed("E1429", "E1431")
    assert svg(frames(state)[0]) == svg(frames(state)[0])
    page = "".join(drawings((*frames(state), *frames(placed("W1010", "W1011", "W1020")))))
    ids = re.findall(r'id="(\w+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#(\w+)"', page)) <= set(ids)


def test_lif_2_each_hex_is_a_link_to_choose_it() -> None:
    """Three by three hexes, with what each is called."""
    (frame,) = frames(placed("E1429"))
    drawing = choosing(frame, lambda place: (f"?at={place}&x=1", f"{place}, empty"))
    assert re.findall(r'<a href="\?at=(\w+)&amp;x=1"', drawing) == [
        f"E{row}{column}" for row in (13, 14, 15) for column in (28, 29, 30)
    ]
    assert drawing.count('aria-label="E1429, empty"') == 1
