"""Feeds, calendars and guests' links: what whoever has such an address reads, and when it ends."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from httpx import Response
from icalendar import Calendar

from campaign.handler.command_handler import Actor
from support.web import NAME, Browser, WebClub, club, forms, words

pytestmark = pytest.mark.further

ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = f"/me/notices/{NAME}"
GUESTS = f"/c/{NAME}/guests"
DUE = "2100-01-31T21:00:00Z"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebClub]:
    """A club in its second turn, with a leader before the Board."""
    with club(tmp_path, title="Thursday club") as made:
        send(made, "AdvanceTurn")
        send(made, "OpenReinforcement")
        send(made, "DrawLeader")
        send(made, "SetDeadline", what="ballots", until=DUE)
        yield made


def send(web: WebClub, command: str, by: str = "host", **fields: object) -> None:
    sent = msgspec.json.encode({"command": command, **fields})
    answer = web.house.desk.submit(NAME, sent, Actor(by)).answer
    assert answer["accepted"], answer


def made_by(browser: Browser) -> tuple[str, str]:
    """The paths of new addresses: feed and calendar."""
    found = browser.post(PAGE, {"do": "feed"})
    assert found.status_code == 200
    feed, calendar = shown(found)
    return feed, calendar


def shown(found: Response) -> list[str]:
    """The addresses that a page shows, as paths."""
    parts = found.text.split('<p class="address"><code>')[1:]
    return [part.partition("</code>")[0].removeprefix("https://club.example") for part in parts]


def titles(found: Response) -> list[str]:
    root = Xml.fromstring(found.content)
    return [str(one.findtext(f"{ATOM}title")) for one in root.iter(f"{ATOM}entry")]


# --- feed ---------------------------------------------------------------------------------------


def test_a_feed_tells_of_turns_and_of_what_is_asked(web: WebClub) -> None:
    """By Atom's rules: title, id, updated, author, links; each entry with an id of its own."""
    feed, _ = made_by(web.browser("anna"))
    found = web.nobody().get(feed)
    assert found.status_code == 200
    assert found.headers["content-type"] == "application/atom+xml; charset=utf-8"
    assert found.headers["x-robots-tag"] == "noindex"
    root = Xml.fromstring(found.content)
    assert root.tag == f"{ATOM}feed"
    assert root.findtext(f"{ATOM}title") == "Thursday club"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Thursday club"
    ids = [str(one.findtext(f"{ATOM}id")) for one in root.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids) == 2
    assert all(one.startswith("urn:uuid:") for one in ids)
    by_title = {str(one.findtext(f"{ATOM}title")): one for one in root.iter(f"{ATOM}entry")}
    over = by_title.pop("September/October 1939 is over")
    ((title, asked),) = by_title.items()
    assert title.startswith("Ballot on ")
    link = over.find(f"{ATOM}link")
    assert link is not None
    assert link.get("href") == f"https://club.example/c/{NAME}/turns/1939-SO"
    assert "31 Jan 21:00 UTC" in str(asked.findtext(f"{ATOM}summary"))


def test_a_feed_tells_only_what_its_member_has_switched_on(web: WebClub) -> None:
    anna = web.browser("anna")
    feed, _ = made_by(anna)
    kept = {"do": "save", "sending": "each", "digest_at": "19:00", "quiet": "22-08"}
    kept |= {"zone": "UTC", "kind:turns": "on"}
    assert anna.post(PAGE, kept).status_code == 200
    assert titles(web.nobody().get(feed)) == ["September/October 1939 is over"]


def test_what_has_not_changed_is_not_sent_again(web: WebClub) -> None:
    """The same bytes until something is told; then other ones, with another mark."""
    feed, calendar = made_by(web.browser("anna"))
    reader = web.nobody()
    for address in (feed, calendar):
        first = reader.get(address)
        etag = first.headers["etag"]
        assert first.headers["last-modified"].endswith(" GMT")
        assert first.headers["cache-control"] == "private, no-cache"
        again = reader.get(address, **{"if-none-match": f'"other", W/{etag}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        assert reader.get(address, **{"if-none-match": '"other"'}).content == first.content
    before = reader.get(feed).headers["etag"]
    send(web, "SealBallot", "anna", power="germany", choice="no-veto")
    after = reader.get(feed, **{"if-none-match": before})
    assert after.status_code == 200
    assert titles(after) == ["September/October 1939 is over"]


def test_a_calendar_has_its_members_deadlines(web: WebClub) -> None:
    """An observer has none."""
    _, calendar = made_by(web.browser("anna"))
    found = web.nobody().get(calendar)
    assert found.headers["content-type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(found.content).walk("VEVENT")
    assert event["dtstart"].dt.isoformat() == "2100-01-31T21:00:00+00:00"
    _, of_olga = made_by(web.browser("olga"))
    assert Calendar.from_ical(web.nobody().get(of_olga).content).walk("VEVENT") == []


def test_new_addresses_end_the_old_ones(web: WebClub) -> None:
    """And another member's go on."""
    anna, reader = web.browser("anna"), web.nobody()
    old, others = made_by(anna), made_by(web.browser("ben"))
    new = made_by(anna)
    assert set(old).isdisjoint(new)
    assert [reader.get(one).status_code for one in (*old, *new, *others)] == [404] * 2 + [200] * 4
    anna.post(PAGE, {"do": "end-feed"})
    assert [reader.get(one).status_code for one in (*new, *others)] == [404, 404, 200, 200]


def test_the_address_is_kept_nowhere(web: WebClub) -> None:
    """Neither in the people's file nor on the page once it is left."""
    anna = web.browser("anna")
    feed, _ = made_by(anna)
    token = feed.removeprefix("/f/").removesuffix(".xml")
    assert token not in anna.get(PAGE).text
    assert "You have made addresses" in words(anna.get(PAGE))
    for file in web.house.people.file.path.parent.glob("*.people.db*"):
        assert token.encode() not in file.read_bytes()


def test_addresses_end_with_the_seat(web: WebClub) -> None:
    """Whoever is no longer the member of that seat reads on no more, nor does the next one."""
    feed, calendar = made_by(web.browser("anna"))
    with web.house.people.file.writing() as db:
        db.execute("UPDATE seat SET until='2026-01-01' WHERE member='anna'")
    reader = web.nobody()
    assert [reader.get(one).status_code for one in (feed, calendar)] == [404, 404]


@pytest.mark.parametrize("ending", ["", ".txt", ".xml.xml", ".XML", ".json"])
def test_an_address_with_another_ending_is_none(web: WebClub, ending: str) -> None:
    feed, _ = made_by(web.browser("anna"))
    assert web.nobody().get(feed.removesuffix(".xml") + ending).status_code == 404


def test_a_feed_says_nothing_that_is_sealed(web: WebClub) -> None:
    """Two clubs that differ in a sealed choice have the same feeds and calendars."""
    reader, paths = web.nobody(), made_by(web.browser("anna"))
    paths += made_by(web.browser("ben"))
    send(web, "SealBallot", "anna", power="germany", choice="veto")
    first = [reader.get(one).content for one in paths]
    send(web, "SealBallot", "anna", power="germany", choice="no-veto")
    assert [reader.get(one).content for one in paths] == first


# --- guests -------------------------------------------------------------------------------------


def link(web: WebClub, label: str = "The club’s forum") -> str:
    found = web.browser("host").fill(GUESTS, label=label)
    assert found.status_code == 200
    (url,) = shown(found)
    return url


def test_a_guest_reads_the_reports_and_nothing_else(web: WebClub) -> None:
    """The links of the sheets lead to one another; no bar, no other page of the campaign."""
    path, guest = link(web), web.nobody()
    index = guest.get(path)
    assert index.status_code == 200 and str(index.url).endswith(f"{path}/index.html")
    assert "Thursday club" in words(index)
    for page in ("1939-SO.html", "1939-ND.html"):
        assert f'href="{page}' in index.text
        assert guest.get(f"{path}/{page}").status_code == 200
    assert "/c/" not in index.text.partition("<main")[0]
    for page in ("board", "journal", "members", "mine", "../c/club", "private.html"):
        assert guest.get(f"{path}/{page}").status_code == 404
    assert guest.get(f"/c/{NAME}").status_code == 401


def test_a_guests_page_is_kept_by_no_search_engine_and_told_to_no_site(web: WebClub) -> None:
    found = web.nobody().get(link(web))
    for one in (*found.history, found):
        assert one.headers["x-robots-tag"] == "noindex, nofollow"
        assert one.headers["referrer-policy"] == "no-referrer"
        assert one.headers["cache-control"] == "no-store"


def test_a_link_that_is_ended_shows_nothing(web: WebClub) -> None:
    """The others go on."""
    first, second = link(web, "Forum"), link(web, "Family")
    host, guest = web.browser("host"), web.nobody()
    found = host.get(GUESTS)
    assert [label in words(found) for label in ("Forum", "Family")] == [True, True]
    wanted = next(form for form in forms(found.text) if "link for Forum" in form.text)
    host.post(GUESTS, {"end": wanted.offered["end"][0]})
    assert [guest.get(one).status_code for one in (first, second)] == [404, 200]
    assert "Forum" not in words(host.get(GUESTS))


@pytest.mark.parametrize("label", ["", "   ", "x" * 61])
def test_a_link_says_who_it_is_for(web: WebClub, label: str) -> None:
    """What was typed stays."""
    found = web.browser("host").fill(GUESTS, label=label)
    assert found.status_code == 422
    assert "Say who it is for, in at most 60 letters." in words(found)
    assert forms(found.text)[0].fields["label"] == label.strip()


def test_a_guests_link_is_no_feed_and_no_invitation(web: WebClub) -> None:
    token = link(web).removeprefix("/s/")
    feed, _ = made_by(web.browser("anna"))
    other = feed.removeprefix("/f/").removesuffix(".xml")
    reader = web.nobody()
    assert reader.get(f"/f/{token}.xml").status_code == 404
    assert reader.get(f"/in/{token}").status_code == 404
    assert reader.get(f"/s/{other}").status_code == 404
