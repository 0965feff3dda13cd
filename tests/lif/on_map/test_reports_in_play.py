"""Leaders on the map, combats, Guards Banner armies and force pools in the turn report."""

import re
from pathlib import Path

import pytest

from campaign.lif.on_map import sentences
from campaign.lif.on_map.views import score_sum
from campaign.reports import pages
from events.lif.on_map import Loss
from support import front, table
from support.table import ADVANCE, NAME
from tests.reports.test_reports import told

PARTS = ["picture", "news", "powers", "asked", "combats", "acts", "guards", "counters",
         "map", "leaders", "pools", "explained", "rulings", "seal", "journal"]  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the turn at the front."""
    folder = tmp_path_factory.mktemp("front")
    pages.write(front.fought(folder), NAME, folder / "out")
    return (folder / "out" / "1939-SO.html").read_text()


def test_every_part_is_there_and_in_the_list_of_parts(page: str) -> None:
    """A reader finds each from the top of the page, those of the record from its own."""
    assert re.findall(r'<h2 id="(\w+)"', page) == PARTS
    start = page.index('aria-label="On this page"')
    nav = page[start : page.index("</nav>", start)]
    first = PARTS.index("map")
    assert re.findall(r'href="#(\w+)"', nav) == [*PARTS[:first], "record"]
    start = page.index('<ul class="parts" id="record">')
    assert re.findall(r'href="#(\w+)"', page[start : page.index("</ul>", start)]) == PARTS[first:]


def test_a_campaign_without_them_has_none_of_these_parts(tmp_path: Path) -> None:
    """A leader on a map without places, as in a campaign that began in mid-war, adds nothing."""
    book = table.opened(tmp_path, setup={"leaders": {"rommel": "map"}})
    pages.write(book, NAME, tmp_path)
    text = (tmp_path / "1939-SO.html").read_text()
    found = re.findall(r'<h2 id="(\w+)"', text)
    assert found == [
        "news",
        "powers",
        "asked",
        "leaders",
        "explained",
        "rulings",
        "seal",
        "journal",
    ]


def test_lif_3_1_leaders_stand_by_theatre_with_place_and_face(page: str) -> None:
    """In the record: on the East European map Zhukov, at sea Raeder."""
    text = told(page, "map")
    assert re.search(r"East European map .* Su Zhukov 5★ .*E1430 face-down ", text)
    assert re.search(r"At sea .* Ge Raeder 4★ .*The North Sea, section 3, with Bismarck ", text)
    assert "Guderian" not in text and "Timoshenko" not in text


def test_lif_3_what_leaders_did_with_their_abilities_by_name(page: str) -> None:
    """First who left the map: recalled, to the circle, killed; then who moved and helped."""
    text = told(page, "acts")
    assert re.search(
        r"Su Zhukov ★{5} E1430 ?, face-down Went by rail to E1430; "
        r"used Chooses his ground \(33\) at E1428 for the USSR; was turned face-down\.",
        text,
    )
    assert "Sailed to the North Sea, section 3 with Bismarck." in text
    assert re.search(r"Ge Guderian ★{4} Recalled to the cup", text)
    assert re.search(r"Ge Rommel ★{3} On the production circle until January/February", text)
    assert re.search(r"Su Timoshenko ★+ Killed", text)
    left = [text.index(name) for name in ("Guderian", "Rommel", "Timoshenko")]
    assert max(left) < text.index("Zhukov")
    assert "Arrived and not placed yet: Manstein." in text


def test_ruling_29_white_print_is_told_apart(tmp_path: Path) -> None:
    """Manstein's ability 2 is in white print, his 27 in black."""
    book = front.fought(tmp_path)
    table.play(book, [{"command": "PlaceLeader", "leader": "manstein", "location": "E1627"}])
    pages.write(book, NAME, tmp_path)
    text = told((tmp_path / "1939-SO.html").read_text(), "map")
    assert "2 must · 27 · 39 · 41 · 62" in text


def test_lif_2_a_use_at_a_distance_has_a_picture(page: str) -> None:
    """Zhukov's hex and the one two hexes away where his ability told."""
    assert "ability 33, from E1430 to E1428: 2 hexes" in told(page, "map")
    picture = page[page.index('<div class="ranges">') :].partition("</svg>")[0]
    # Five stars reach 91 hexes in eleven rows, his own and the target among them.
    near = picture.partition('class="near"')[2].partition("</g>")[0]
    rows = [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert [int(count) for count in re.findall(r'href="#rg(\d+)"', near)] == rows
    assert picture.partition('class="him"')[2].partition("/>")[0].count("Z") == 1
    assert picture.partition('class="aim"')[2].partition("/>")[0].count("Z") == 1


def test_lif_3_3_combats_with_losses_and_the_sum_that_recalls(page: str) -> None:
    """10 − 3 = 7 recalls a defender; 8 − 0 = 8 in a naval combat does not."""
    first, second = told(page, "combats").split(" 2 The North Sea, section 3 naval ")
    assert "1 E1428 land Su USSR 3 INF killed against Ge Germany 10 2 INF killed" in first
    recalled = "Defenders: 10 − 3 = 7, and 7 recall a leader: Guderian went back to the cup."
    assert recalled in first
    assert second.startswith("Ge Germany 8 BB killed against CW Commonwealth 0 ")
    assert "Attackers: 8 − 0 = 8, short of the 10 that recall a leader." in second


def test_ruling_48_shattered_units_are_named_and_not_added_up(tmp_path: Path) -> None:
    """Of three corps two were destroyed: 2 × 5 = 10, and 10 − 3 = 7 as without the third."""
    pages.write(front.fought(tmp_path, front.DRIVEN_OFF), NAME, tmp_path)
    first = told((tmp_path / "1939-SO.html").read_text(), "combats")
    assert "Ge Germany 10 2 INF killed, ARM shattered" in first
    assert "Defenders: 10 − 3 = 7, and 7 recall a leader" in first


def test_lif_3_3_recalls_and_deaths_are_news(page: str) -> None:
    """They head the page as well as its own parts."""
    news = told(page, "news")
    assert "Guderian was recalled to the cup" in news
    assert "Timoshenko was killed" in news


def test_lif_5_1_a_promotion_shows_its_arithmetic(page: str) -> None:
    """Two corps killed less one lost; six factors and three against the army's eight."""
    text = told(page, "guards")
    assert "1st Army 7th Guards 1, E1428 2 × 3 − 3 = 3; 6 + 3 = 9 ≥ 8" in text
    assert "On the map at the end: 7th Guards." in text


def test_lif_5_4_force_pools_and_what_changed(page: str) -> None:
    """By power and type; all three counters are new in this turn."""
    text = told(page, "pools")
    assert "Type Pool Circle Map All" in text
    assert re.search(r"USSR .* INF 1 · 1 2", text)
    assert re.search(r"Germany .* ARM · 1 · 1", text)
    assert "Ge ARM: 1 new Su INF: 2 new" in told(page, "counters")


def test_lif_5_4_in_the_next_turn_only_what_moved_has_changed(tmp_path: Path) -> None:
    """The panzer comes off the circle in January; the rest stays."""
    book = front.fought(tmp_path)
    table.play(book, [ADVANCE, ADVANCE])
    pages.write(book, NAME, tmp_path)
    assert 'id="counters"' not in (tmp_path / "1939-ND.html").read_text()
    january = (tmp_path / "1940-JF.html").read_text()
    assert "Ge ARM: 1 circle → map" in told(january, "counters")
    assert "Rommel came off the production circle" in told(january, "news")


def lost(power: str, fate: str = "killed", **more: object) -> Loss:
    """One loss of either side."""
    side = "attacker" if power == "ussr" else "defender"
    return Loss(side=side, power=power, controlled_by=power, type="INF", fate=fate, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("losses", "told"),
    [
        ((lost("germany"), lost("germany"), lost("ussr")), "2 × 3 − 3 = 3"),
        ((lost("germany", hq=True), lost("germany", "retreated")), "6 + 1 = 7"),
        ((lost("germany", size="division"),), "1½, rounded up 2"),
        ((lost("germany", "shattered"), lost("germany", "retreated", size="division")),
         "2 + ½ = 2½, rounded up 3"),
        ((lost("ussr", "retreated"),), "0 − 1 = −1"),
    ],
)  # fmt: skip
def test_lif_5_1_the_score_s_sum_term_by_term(losses: tuple[Loss, ...], told: str) -> None:
    """Killed 3, shattered 2, retreated 1; HQ doubled, division halved; fractions by ruling 34."""
    combat = front.reported(attackers=("ussr",), defenders=("germany",), losses=losses)
    assert score_sum(combat) == told


def test_lif_2_places_and_theatres_in_words() -> None:
    """Hexes by their map, sea boxes by their section, dots off the maps."""
    assert sentences.in_words("E1429") == "E1429"
    assert sentences.in_words("sea:bay-of-biscay/4") == "the Bay of Biscay, section 4"
    assert sentences.in_words("dot:canada") == "Canada (off-map)"
    assert sentences.theatre("P0303") == "Pacific map"
    assert sentences.theatre("dot:canada") == "Off the maps"
    assert sentences.theatre("") == "Place unknown"


def test_the_pages_are_the_same_each_time(tmp_path: Path) -> None:
    """They depend on the events alone."""
    one, two = (front.fought(tmp_path / name) for name in ("one", "two"))
    pages.write(one, NAME, tmp_path / "a")
    pages.write(two, NAME, tmp_path / "b")
    for file in (tmp_path / "a").iterdir():
        assert file.read_text() == (tmp_path / "b" / file.name).read_text()
