"""How the war stands, as a page: the picture, a range, the turns; and a hex chosen on a picture."""

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from support import table
from support.web import MEMBERS, WebClub, forms, words

pytestmark = pytest.mark.further

HERE = f"/c/{table.NAME}"
SETUP = {
    "members": MEMBERS,
    "leaders": {"rommel": "arriving", "manstein": "map", "zhukov": "map", "raeder": "map"},
}
MOVES = [
    {"command": "MoveLeader", "leader": who, "location": where, "means": "other"}
    for who, where in (("manstein", "W2419"), ("zhukov", "E1430"), ("raeder", "sea:north-sea/3"))
]
NAMED = {"command": "NameHex", "hex": "W2321", "name": "Tripoli", "by": "anna"}


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """Rommel arrives; Manstein and Zhukov are on maps, Raeder at sea; a hex has a name."""
    book = table.opened(tmp_path, setup=SETUP)
    table.play(book, [*MOVES, NAMED])
    with closing(WebClub.on(book, name=table.NAME)) as found:
        yield found


def test_the_war_has_a_picture_the_turns_and_the_figures(made: WebClub) -> None:
    """Each part of a map with its words beside it, and what has no hex as a list."""
    page = made.browser("olga").get(f"{HERE}/war")
    assert page.text.count('<svg class="hexmap"') == 2
    text = words(page)
    assert "West European map rows 23 to 25, columns 18 to 20" in text
    assert "Ge Raeder 4★ The North Sea, section 3" in text
    assert "no front" in text
    assert f'href="{HERE}/turns/1939-SO.html"' in page.text
    assert f'href="{HERE}/figures"' in page.text
    assert f'href="{HERE}/do/NameHex"' in page.text


def test_every_link_of_the_war_and_of_a_turn_leads_somewhere(made: WebClub) -> None:
    """No page, no picture and no place on a page is missing."""
    anna = made.browser("anna")
    for path in (f"{HERE}/war", f"{HERE}/turns/1939-SO.html"):
        page = anna.get(path).text
        ids = set(re.findall(r'\bid="([^"]+)"', page))
        for link in {unescape(one) for one in re.findall(r'<a [^>]*href="([^"]+)"', page)}:
            to, _, place = link.partition("#")
            if not to:
                assert place in ids, link
            else:
                full = to if to.startswith("/") else f"{path.rpartition('/')[0]}/{to}"
                assert anna.get(full).status_code == 200, link


def test_lif_2_a_leader_s_range_is_chosen_from_the_list(made: WebClub) -> None:
    """Zhukov has five stars; whoever nobody knows has no range."""
    anna = made.browser("anna")
    link = f"{HERE}/war?of=zhukov"
    assert f'href="{link}#range"' in anna.get(f"{HERE}/war").text
    page = anna.get(link)
    assert "shaded: Zhukov’s range" in words(page)
    assert 'class="reach"' in page.text
    assert "reach" not in anna.get(f"{HERE}/war?of=nobody").text


def test_an_empty_war_says_who_begins(tmp_path: Path) -> None:
    """Nobody is on a map before the first leader is promoted."""
    book = table.opened(tmp_path, setup={"members": MEMBERS})
    with closing(WebClub.on(book, name=table.NAME)) as club:
        text = words(club.browser("anna").get(f"{HERE}/war"))
    assert "No leader is on the maps yet. The Board promotes them" in text


def test_lif_3_1_a_leader_is_placed_by_two_taps_on_a_picture(made: WebClub) -> None:
    """A tap on a hex fills the field; the button records. So it is three from the page Now."""
    anna = made.browser("anna")
    path = f"{HERE}/do/PlaceLeader?leader=rommel&again=leader"
    page = anna.get(path)
    # eight columns by seven rows around Manstein, who is Germany's: 21 to 27 and 16 to 23
    hexes = re.findall(r'<a href="([^"]+)" aria-label="(W[^"]+)"', page.text)
    assert [label for _, label in hexes][:2] == ["W2116, empty", "W2117, empty"]
    assert len(hexes) == 56
    named = {label: unescape(address) for address, label in hexes}
    assert "W2419, Manstein" in named
    tapped = anna.get(f"{HERE}/do/PlaceLeader{named['W2321, Tripoli, empty']}")
    # three stars reach three hexes of this map
    assert "Shaded: Rommel’s range from W2321, 3 hexes." in words(tapped)
    (form,) = [one for one in forms(tapped.text) if "since" in one.fields]
    assert form.fields["location"] == "W2321"
    assert form.fields["leader"] == "rommel"
    done = anna.post(f"{HERE}/do/PlaceLeader", form.fields)
    assert "Rommel was placed at W2321" in words(done)


def test_lif_3_1_a_move_is_chosen_so_too_and_nobody_s_words_stand_in_an_address(
    made: WebClub,
) -> None:
    """The picture begins where he is; what carries him was typed and is in no link."""
    host = made.browser("host")
    path = f"{HERE}/do/MoveLeader"
    page = host.get(f"{path}?leader=manstein&again=leader&travels_with=Secret")
    assert 'aria-label="W2419, Manstein"' in page.text
    assert "Secret" not in "".join(re.findall(r'<a href="([^"]+)"', page.text))
    done = host.fill(path, leader="manstein", location="W2421", means="rail")
    assert "Manstein went by rail to W2421" in words(done)


def test_the_picture_is_moved_and_other_maps_opened_without_a_script(made: WebClub) -> None:
    """Each way is a link; what was answered goes along."""
    anna = made.browser("anna")
    page = anna.get(f"{HERE}/do/PlaceLeader?leader=rommel&again=leader")
    ways = {
        name: unescape(to)
        for to, name in re.findall(r'<a href="([^"]+)#hexes">([^<]+)<', page.text)
    }
    assert list(ways)[:4] == ["North", "South", "West", "East"]
    north = anna.get(f"{HERE}/do/PlaceLeader{ways['North']}")
    assert 'aria-label="W1716, empty"' in north.text
    east = anna.get(f"{HERE}/do/PlaceLeader{ways['East European map']}")
    assert 'aria-label="E1430, Zhukov"' in east.text
    (form,) = [one for one in forms(east.text) if "since" in one.fields]
    assert form.fields["leader"] == "rommel"


def test_a_hex_in_small_letters_is_understood(made: WebClub) -> None:
    """As phones write it."""
    anna = made.browser("anna")
    done = anna.fill(f"{HERE}/do/PlaceLeader", leader="rommel", location="w2321", face_up="yes")
    assert "Rommel was placed at W2321" in words(done)


def test_lif_2_any_member_names_a_hex(made: WebClub) -> None:
    """The name stands in the picture and in its list."""
    anna = made.browser("anna")
    done = anna.fill(f"{HERE}/do/NameHex", hex="e1430", name="Kyiv")
    assert "E1430 is called Kyiv" in words(done)
    page = anna.get(f"{HERE}/war")
    assert ">Kyiv</text>" in page.text
    assert "Zhukov 5★ E1430 Kyiv" in words(page)
