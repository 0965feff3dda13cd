"""What needs me: the cards in their order, whose they are, and where the bookmark leads."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.reports.pages import turn_html
from campaign.web.auth.invitations import invite
from support.evening import draw
from support.web import MEMBERS, NAME, Browser, WebClub, club, words

pytestmark = pytest.mark.further

LATER = "zebra"
DEADLINE = "2100-01-31T21:00:00Z"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club with two campaigns of the same members; in each a piece is on the table."""
    with club(tmp_path) as found:
        setup = {"members": MEMBERS}
        asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": setup}
        assert found.house.desk.open(LATER, **asked)["accepted"]
        for kind in ("OpenReinforcement", "DrawLeader"):
            assert found.house.ledger.submit(LATER, {"command": kind})["accepted"]
        found.house.ledger._clock = lambda: "1999-06-01T00:00:00.000Z"
        draw(found)
        yield found


@pytest.fixture
def ben(made: WebClub) -> Browser:
    """Ben's browser, which is in both."""
    browser, house = made.browser("ben"), made.house
    token = invite(house.desk, house.doors, house.people, LATER, "ben", "host").token
    assert browser.come_in(f"/in/{token}", **{"as": "me"}).status_code == 200
    return browser


def cards(browser: Browser) -> list[str]:
    """The campaigns of the cards, in their order."""
    return re.findall(r'class="card" href="/c/([a-z]+)/board"', browser.get("/").text)


def test_what_has_waited_longest_comes_first_and_the_bookmark_leads_there(
    made: WebClub, ben: Browser
) -> None:
    """Not the first name: the last event of the second campaign is the older one."""
    assert cards(ben) == [LATER, NAME]
    assert ben.get("/next").url.path == f"/c/{LATER}/board"


def test_a_deadline_goes_before_everything_without_one(made: WebClub, ben: Browser) -> None:
    told = {"command": "SetDeadline", "what": "ballots", "until": DEADLINE}
    assert made.house.ledger.submit(NAME, told)["accepted"]
    assert cards(ben) == [NAME, LATER]
    assert "by 31 January 2100, 21:00 UTC" in words(ben.get("/"))
    assert ben.get("/next").url.path == f"/c/{NAME}/board"


def test_a_card_bears_the_tag_of_its_seat(made: WebClub, ben: Browser) -> None:
    """In the game's colour, and in words for who does not see it."""
    page = ben.get("/")
    assert page.text.count('<span class="tag p-italy" aria-hidden="true">It</span>') == 4
    assert f"{NAME} · Italy" in words(page)
    style = re.search(r"/style/lif-[0-9a-f]+\.css", page.text)
    assert style and ".p-italy" in ben.get(style.group()).text


def test_whoever_has_nothing_to_do_sees_that_and_their_campaigns(made: WebClub) -> None:
    page = words(made.browser("olga").get("/"))
    assert "Nothing needs you. Enjoy the evening." in page
    assert f"My campaigns {NAME} September/October 1939" in page


def test_whoever_is_in_none_is_told_whom_to_ask(made: WebClub) -> None:
    """As when a host has taken the seat back."""
    olga = made.browser("olga")
    made.house.people.unseat(made.house.ledger.live(NAME).state.campaign.id)
    assert "You are in no campaign yet. Ask your host for an invitation." in words(olga.get("/"))


def test_a_campaign_that_waits_for_its_host_says_so_to_them(tmp_path: Path) -> None:
    """Until somebody's seat owes an answer; to nobody else."""
    with club(tmp_path) as found:
        host, anna = found.browser("host"), found.browser("anna")
        for path in ("/", f"/c/{NAME}"):
            assert "Open the Promotions Board" in words(host.get(path))
            assert "Open the Promotions Board" not in words(anna.get(path))
        assert host.get("/next").url.path == f"/c/{NAME}/board"
        assert anna.get("/next").url.path == "/"
        assert "Nothing needs you." in words(anna.get("/"))
        draw(found)
        assert (
            f'href="/c/{NAME}/board#host">\n<span class="caps">This'
            not in host.get(f"/c/{NAME}").text
        )


def test_the_reports_in_the_service_speak_of_no_folder(made: WebClub) -> None:
    """As files they do; here every link leads somewhere."""
    page = made.browser("anna").get(f"/c/{NAME}/turns/index.html")
    assert page.status_code == 200 and "need the whole folder" not in page.text
    book = made.house.books.book(NAME)
    assert "Links to other pages need the whole folder." in turn_html(book, 0)
