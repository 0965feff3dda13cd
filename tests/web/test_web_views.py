"""What verbs only show, as pages of the service: listed, asked for, and kept to whose it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.handler.looking import views_of
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support import recorded
from support.web import NAME, WebClub, club, forms, words

VIEWS = f"/c/{NAME}/views"
CHITS = "us-entry-mine"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club of eight with US entry; nobody of these tests records anything."""
    with club(tmp_path_factory.mktemp("views"), modules={"us-entry": True}) as found:
        found.browser("olga").get(VIEWS)  # the verbs are loaded now
        yield found


def of_the_usa(made: WebClub) -> str:
    """Who plays the USA, and alone may see all that there is."""
    member: str = made.house.ledger.show(NAME)["powers"]["usa"]
    return member


@pytest.mark.parametrize("view", views_of("lif"))
def test_each_view_of_the_game_is_a_page(made: WebClub, view: str) -> None:
    """It has its title, and nothing on it is wider than a table that scrolls by itself."""
    found = made.browser(of_the_usa(made)).get(f"{VIEWS}/{view}")
    assert found.status_code == 200
    assert f"<h1>{views_of('lif')[view].title}</h1>" in found.text
    assert found.text.count("<table>") == found.text.count('<div class="wide-table" tabindex="0"')


def test_the_record_leads_to_the_list_and_that_to_each_view(made: WebClub) -> None:
    """Each with the line that help has for it."""
    olga = made.browser("olga")
    assert f'href="{VIEWS}"' in olga.get(f"/c/{NAME}/journal").text
    found = olga.get(VIEWS)
    assert f'href="{VIEWS}/points"' in found.text
    assert "Veto points Veto points, now and by turn." in words(found)


def test_a_table_has_its_heads_its_numbers_and_the_power_of_each_row(made: WebClub) -> None:
    """LiF 4.2: each power with the veto points that it holds."""
    page = made.browser("olga").get(f"{VIEWS}/points").text
    assert '<th scope="col">power</th><th scope="col" class="n">points</th>' in page
    held = made.house.ledger.show(NAME)["veto_points"]["france"]
    assert f'<th scope="row">France</th><td class="n">{held}</td>' in page


def test_what_is_asked_for_stands_in_the_address_and_in_its_box(made: WebClub) -> None:
    """A choice is a list; a flag is yes or no."""
    page = made.browser("olga").get(f"{VIEWS}/leaders?status=cup")
    (form,) = [form for form in forms(page.text) if "status" in form.offered]
    assert form.fields["status"] == "cup"
    assert {"cup", "arriving", "dead"} <= {*form.offered["status"]}
    assert "status" not in page.text.partition("<thead>")[2].partition("</thead>")[0]
    by_turn = made.browser("olga").get(f"{VIEWS}/points?by_turn=yes")
    assert "1939-SO" in words(by_turn)


def test_what_can_not_be_read_is_said_beside_its_box(made: WebClub) -> None:
    """With the words that the command line has for it."""
    found = made.browser("olga").get(f"{VIEWS}/leaders?status=cubs&at=many")
    assert found.status_code == 422
    said = words(found)
    assert "'cubs' is no status; it is one of cup" in said
    assert "Write a whole number" in said


def test_a_point_that_the_campaign_never_had_is_no_fault_of_the_service(made: WebClub) -> None:
    """The page says which there are."""
    last = made.version
    found = made.browser("olga").get(f"{VIEWS}/leaders?at=99999")
    assert f"Club has no version 99999; it has 1 to {last}." in words(found)
    both = made.browser("olga").get(f"{VIEWS}/leaders?at=1&turn=1939-SO")
    assert both.status_code == 200


def test_a_view_that_needs_a_word_asks_for_it_and_says_nothing_wrong(made: WebClub) -> None:
    """An ability is looked up by number, words or step; without any there are the boxes alone."""
    olga = made.browser("olga")
    assert "give a number" not in words(olga.get(f"{VIEWS}/ability")).lower()
    found = words(olga.get(f"{VIEWS}/ability?number=39"))
    assert "39 Pursuit" in found


def test_a_leader_is_looked_up_as_he_is_in_this_campaign(made: WebClub) -> None:
    """His status stands below his counter."""
    where = made.house.ledger.show(NAME)["leaders"]["rommel"]["status"]
    found = made.browser("olga").get(f"{VIEWS}/leader?who=rommel")
    assert f"<p>{where}</p>" in found.text


def test_no_page_reads_another_campaign(made: WebClub) -> None:
    """A range with another campaign's name is turned down, whether there is one or not."""
    found = made.browser("olga").get(f"{VIEWS}/range?words=other+rommel+E1632")
    assert f"This page is about {NAME} alone." in words(found)


def test_own_values_are_for_their_member_alone_and_are_neither_packed_nor_kept(
    made: WebClub,
) -> None:
    """LiF 5.3.1: nobody but the player of the USA gets the page, or a link to it."""
    usa = of_the_usa(made)
    own = made.browser(usa).get(f"{VIEWS}/{CHITS}", **{"accept-encoding": "gzip"})
    assert own.status_code == 200
    assert own.headers["cache-control"] == "no-store"
    assert "content-encoding" not in own.headers
    assert CHITS in made.browser(usa).get(VIEWS).text
    for other in ("olga", "ref", "anna"):
        assert made.browser(other).get(f"{VIEWS}/{CHITS}").status_code == 403
        assert CHITS not in made.browser(other).get(VIEWS).text


def test_there_is_no_page_of_another_name(made: WebClub) -> None:
    """Nor of a verb that acts or reads a file."""
    for name in ("ballot", "advise", "scenario-check", "us-entry-page", "nothing"):
        assert made.browser("olga").get(f"{VIEWS}/{name}").status_code == 404


def test_a_campaign_without_us_entry_lists_none_of_it(tmp_path: Path) -> None:
    """What a part of the game shows is listed where that is played."""
    with club(tmp_path, modules={"us-entry": False}) as plain:
        page = plain.browser("olga").get(VIEWS).text
        assert "us-entry" not in page and f"{VIEWS}/points" in page


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A recorded campaign of Flames of War on three lines."""
    store = recorded.played(recorded.HERE / "fow-team", tmp_path_factory.mktemp("team"))
    found = WebClub.on(Ledger(store, Vault(store.with_suffix(".vault"))), name=recorded.NAME)
    found.browser("anna").get("/")
    yield found
    found.close()


def test_flames_of_war_has_its_own(team: WebClub) -> None:
    """Lines and missions are offered in the box; a card is that of the line that is named."""
    here, anna = f"/c/{recorded.NAME}/views", team.browser("anna")
    assert f'href="{here}/standings"' in anna.get(here).text
    page = anna.get(f"{here}/card").text
    assert '<option value="anzio">Anzio</option>' in page
    assert '<option value="big-push">The Big Push</option>' in page
    assert "Say which line" in page
    assert "Before the battle" in words(anna.get(f"{here}/card?words=anzio"))
    forces = anna.get(f"{here}/force-list").text
    assert '<th scope="col" class="n">platoons</th>' in forces
