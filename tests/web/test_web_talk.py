"""Table talk on the service's pages: who says, reads, deletes, hides, and where none of it is."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response

from campaign.reports.publishing import publish
from campaign.store.export import export
from campaign.store.sqlite.backup import backup
from campaign.web.context import handed_out
from campaign.web.parts.talk import table_talk
from support.evening import draw
from support.web import NAME, Browser, WebClub, club, forms, words

pytestmark = pytest.mark.further

TALK, TURN = f"/c/{NAME}/talk", "turn:1939-SO"
PAGES = {
    "now": f"/c/{NAME}",
    "board": f"/c/{NAME}/board",
    "turn:1939-SO": f"/c/{NAME}/turns/1939-SO",
    "event:3": f"/c/{NAME}/journal/3",
    "talk": TALK,
}
"""Each page with talk, by what its form calls it."""


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebClub]:
    with club(tmp_path, title="Thursday club") as made:
        yield made


def say(browser: Browser, text: str, about: str = TURN, back: str = "talk") -> Response:
    """Says something."""
    return browser.post(TALK, {"do": "say", "about": about, "back": back, "text": text})


def do(browser: Browser, step: str, said: int = 1, **more: str) -> Response:
    """Presses a button of a text."""
    return browser.post(TALK, {"do": step, "said": str(said), "back": "talk", **more})


def bubbles(page: Response) -> list[str]:
    """The texts on a page, as they stand in its markup."""
    return re.findall(r'<p class="said-text[^>]*>(.*?)</p>', page.text, re.DOTALL)


# --- saying it, from each page ------------------------------------------------------------------


@pytest.mark.parametrize("back", PAGES)
def test_a_member_says_something_from_each_page_and_comes_back_to_it(
    web: WebClub, back: str
) -> None:
    """Filled in as the page has its form, without a script; everybody reads it there."""
    anna = web.browser("anna")
    form = next(one for one in forms(anna.get(PAGES[back]).text, talk=True) if "text" in one.fields)
    sent = anna.post(form.action, form.fields | {"text": "Well, well.", "do": "say"})
    assert sent.status_code == 200 and sent.url.path == PAGES[back]
    assert bubbles(sent) == bubbles(web.browser("ben").get(PAGES[back])) == ["Well, well."]


def test_talk_of_each_thing_is_where_it_belongs(web: WebClub) -> None:
    """A turn's page has that of its events as well; a line of the journal its own alone."""
    anna = web.browser("anna")
    say(anna, "On the turn.")
    say(anna, "On the line.", "event:3", "event:3")
    assert bubbles(anna.get(PAGES["turn:1939-SO"])) == ["On the turn.", "On the line."]
    assert bubbles(anna.get(PAGES["event:3"])) == ["On the line."]
    assert bubbles(anna.get(f"/c/{NAME}/journal/4")) == []
    now = anna.get(PAGES["now"])
    assert bubbles(now) == ["On the turn.", "On the line."]
    assert f'on <a href="/c/{NAME}/journal/3">event 3</a>' in now.text
    assert web.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    assert bubbles(anna.get(f"/c/{NAME}/turns/1939-ND")) == []
    assert bubbles(anna.get(PAGES["turn:1939-SO"])) == ["On the turn.", "On the line."]
    assert "on September/October 1939" in words(anna.get(PAGES["now"]))


def test_talk_on_the_board_is_about_its_draw(web: WebClub) -> None:
    """And is called by the leader, on the turn's page too."""
    draw(web)
    anna = web.browser("anna")
    board = anna.get(PAGES["board"])
    form = next(one for one in forms(board.text, talk=True) if "text" in one.fields)
    assert form.fields["about"] == "draw:1"
    anna.post(form.action, form.fields | {"text": "Him again!", "do": "say"})
    state = web.house.ledger.live(NAME).state
    leader = state.sheet[state.board.leader].name
    assert f"on {leader}" in words(anna.get(TALK))
    assert bubbles(anna.get(PAGES["turn:1939-SO"])) == ["Him again!"]


def test_the_last_three_are_on_the_pages_of_play_and_older_ones_follow(web: WebClub) -> None:
    """Thirty on the page of talk, and the way to those before."""
    campaign = web.house.ledger.live(NAME).state.campaign.id
    talk = table_talk(web.house)
    for nth in range(40):
        talk.say(campaign, TURN, ("anna", "ben", "cora")[nth % 3], f"word {nth}")
    anna = web.browser("anna")
    assert bubbles(anna.get(PAGES["now"])) == ["word 37", "word 38", "word 39"]
    page = anna.get(TALK)
    assert bubbles(page) == [f"word {nth}" for nth in range(10, 40)]
    (older,) = re.findall(r'href="([^"]*before=\d+)"', page.text)
    assert bubbles(anna.get(older)) == [f"word {nth}" for nth in range(10)]


@pytest.mark.parametrize(
    "about",
    ["", "turn:1999-SO", "turn:1940-JF", "event:0", "event:9999", "draw:1", "dispute:d1",
     "event:3x", "turn:../..", "event:" + "9" * 30],
)  # fmt: skip
def test_what_there_is_not_cannot_be_talked_about(web: WebClub, about: str) -> None:
    assert say(web.browser("anna"), "Well!", about).status_code == 404
    assert bubbles(web.browser("anna").get(TALK)) == []


@pytest.mark.parametrize("back", ["https://evil.example", "//evil.example", "turn:/x", "nowhere"])
def test_the_way_back_leads_to_pages_of_the_campaign_alone(web: WebClub, back: str) -> None:
    assert say(web.browser("anna"), "Well!", back=back).url.path == TALK


# --- hostile texts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("</p><b>x</b>", "&lt;/p&gt;&lt;b&gt;x&lt;/b&gt;"),
        ('"><img src=x onerror=alert(1)>', "&#34;&gt;&lt;img src=x onerror=alert(1)&gt;"),
        ("{{ 7 * 7 }} {% raw %}", "{{ 7 * 7 }} {% raw %}"),
        ("at https://evil.example www.x.example", "at https://evil.example www.x.example"),
        ("\u202ereversed\u202c \u200fand\u2067 back\u2069", "reversed and back"),
        ("a\x00b\x07c\x1b[31md", "abc[31md"),
        ("one\r\n\r\n\r\n\r\ntwo", "one\n\ntwo"),
        ("x" * 500, "x" * 500),
    ],
)  # fmt: skip
def test_a_text_is_shown_as_plain_text(web: WebClub, typed: str, shown: str) -> None:
    """Markup is no markup, addresses are no links, and nothing moves or turns what is around it."""
    anna = web.browser("anna")
    say(anna, typed)
    for page in PAGES.values():
        found = anna.get(page)
        assert page == PAGES["event:3"] or bubbles(found) == [shown], page
        assert 'evil.example"' not in found.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("x" * 501, "Your text has 501 letters; 500 fit. Nothing was sent."),
        ("", "Write at least a word. Nothing was sent."),
        ("  \r\n\t ", "Write at least a word. Nothing was sent."),
        ("\u200b\u202e\u2066", "Write at least a word. Nothing was sent."),
    ],
)
def test_what_cannot_be_said_stays_in_its_box(web: WebClub, typed: str, told: str) -> None:
    found = say(web.browser("anna"), typed, back="now")
    assert found.status_code == 422 and told in words(found)
    form = next(one for one in forms(found.text, talk=True) if "text" in one.fields)
    assert form.fields["text"].strip() == typed.strip() and form.fields["about"] == TURN
    assert bubbles(web.browser("anna").get(TALK)) == []


def test_who_has_written_often_waits_and_keeps_their_text(web: WebClub) -> None:
    """The club's clock goes on by a second at each look: the hour is not over for long."""
    anna = web.browser("anna")
    for nth in range(20):
        assert say(anna, f"word {nth}").status_code == 200
    found = say(anna, "the one too many")
    assert found.status_code == 429
    (minutes,) = re.findall(r"Wait (\d+) minutes\. Your text is still here\.", words(found))
    assert 50 < int(minutes) <= 60 and int(found.headers["retry-after"]) == 60 * int(minutes)
    form = next(one for one in forms(found.text, talk=True) if "text" in one.fields)
    assert form.fields["text"] == "the one too many"
    assert say(web.browser("ben"), "I may.").status_code == 200


# --- who may what -------------------------------------------------------------------------------


def test_the_writer_deletes_and_the_page_says_what_stays_in_backups(web: WebClub) -> None:
    anna, ben, host = (web.browser(who) for who in ("anna", "ben", "host"))
    say(anna, "A slip of the tongue.")
    page = words(anna.get(TALK))
    assert "Delete it" in page and "Backups of the club hold it until they run out." in page
    for other in (ben, host):
        assert "Delete it" not in words(other.get(TALK))
        found = do(other, "delete")
        assert found.status_code == 409 and "it is not yours" in words(found)
    assert bubbles(anna.get(TALK)) == ["A slip of the tongue."]
    assert do(anna, "delete").status_code == 200
    for browser in (anna, ben, host):
        assert bubbles(browser.get(TALK)) == []
    assert do(anna, "delete").status_code == 409


def test_a_host_hides_for_all_to_see_and_shows_again(web: WebClub) -> None:
    """The words are on no page then, not even the writer's; who hid it is."""
    anna, ben, host = (web.browser(who) for who in ("anna", "ben", "host"))
    say(anna, "Rude words.")
    assert do(ben, "hide").status_code == 403 and do(anna, "hide").status_code == 403
    assert do(host, "hide").status_code == 200
    for browser in (anna, ben, host):
        for page in PAGES.values():
            found = browser.get(page)
            assert "Rude words." not in found.text
        assert [one.strip() for one in bubbles(browser.get(TALK))] == ["Hidden by Host."]
    assert do(ben, "react", kind="ouch").status_code == 409
    assert do(ben, "show").status_code == 403
    assert do(host, "show").status_code == 200
    assert bubbles(ben.get(TALK)) == ["Rude words."]
    do(host, "hide")
    assert do(anna, "delete").status_code == 200, "hidden or not, it is hers"


def test_a_reaction_is_one_tap_and_another_takes_it_back(web: WebClub) -> None:
    anna, ben = web.browser("anna"), web.browser("ben")
    say(anna, "Well!")
    found = do(ben, "react", kind="well-played")
    assert re.search(r'aria-pressed="true">Well played <b>1</b>', found.text)
    assert "Well played 1" in words(anna.get(TALK)) and "aria-pressed" not in anna.get(TALK).text
    assert re.search(
        r'aria-pressed="false">Well played <b>1</b>', web.browser("cora").get(TALK).text
    )
    assert "Well played 1" not in words(do(ben, "react", kind="well-played"))
    assert do(ben, "react", kind="boo").status_code == 422
    assert do(anna, "react", kind="ouch").status_code == 409
    assert do(ben, "react", 99, kind="ouch").status_code == 409
    assert do(ben, "nothing").status_code == 422


def test_all_of_a_members_talk_is_deleted_by_them_or_by_a_host(web: WebClub) -> None:
    anna, ben, host = (web.browser(who) for who in ("anna", "ben", "host"))
    say(anna, "Anna's.")
    say(ben, "Ben's.")
    assert "Delete all of Ben" not in words(anna.get(TALK))
    assert anna.post(TALK, {"do": "forget", "member": "ben"}).status_code == 403
    assert host.post(TALK, {"do": "forget", "member": "nobody"}).status_code == 409
    assert anna.post(TALK, {"do": "forget", "member": "anna"}).status_code == 200
    assert bubbles(ben.get(TALK)) == ["Ben&#39;s."]
    assert "Delete all of Ben" in words(host.get(TALK))
    assert host.post(TALK, {"do": "forget", "member": "ben"}).status_code == 200
    assert bubbles(ben.get(TALK)) == []


def test_nobody_but_members_reads_or_says_anything(web: WebClub) -> None:
    """Nor whoever has a guest's link."""
    say(web.browser("anna"), "Members alone.")
    token = handed_out(web.house).make("guest", _campaign(web), "host", "An aunt")
    nobody = web.nobody()
    for page in ("", "/index.html", "/1939-SO.html"):
        found = nobody.get(f"/s/{token}{page}")
        assert found.status_code == 200 and "Members alone." not in found.text
        assert "Said at the table" not in found.text
    for page in PAGES.values():
        found = nobody.get(page)
        assert found.status_code == 401 and "Members alone." not in found.text
    assert say(nobody, "Me too!").status_code == 401
    assert bubbles(web.browser("anna").get(TALK)) == ["Members alone."]


def test_a_what_if_has_no_talk(web: WebClub) -> None:
    anna = web.browser("anna")
    made = anna.post(f"/c/{NAME}/what-ifs", {"at": "3"})
    assert made.status_code == 200
    (name,) = [one for one in web.house.ledger.names() if one != NAME]
    assert "Table talk" not in anna.get(f"/c/{name}").text
    assert anna.get(f"/c/{name}/talk").status_code == 404
    assert (
        anna.post(f"/c/{name}/talk", {"do": "say", "about": TURN, "text": "x"}).status_code == 404
    )


# --- never in the record, an export, a backup's export or a published page ----------------------


def _campaign(web: WebClub) -> str:
    found: str = web.house.ledger.live(NAME).state.campaign.id
    return found


def test_no_byte_of_the_record_or_of_what_is_given_away_has_any_talk(
    web: WebClub, tmp_path: Path
) -> None:
    """The store with all that lies beside it but the people, exports, reports, API and feeds."""
    marks = [f"MARK{nth}" for nth in range(4)]
    anna, ben, host = (web.browser(who) for who in ("anna", "ben", "host"))
    say(anna, f"{marks[0]} @Ben")
    say(ben, marks[1], "event:3")
    say(anna, marks[2])
    do(ben, "react", kind="surprised")
    do(host, "hide", 2)
    do(anna, "delete", 3)
    say(host, marks[3])
    assert web.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    store, away = web.house.ledger.store.path, tmp_path / "away"
    away.mkdir()
    export(web.house.ledger, NAME, away / "club.jsonl")
    backup(store, away / "backup.db")
    publish(web.house.ledger, NAME, away / "reports", draw=False)
    for nth, path in enumerate(
        (f"/api/v1/campaigns/{NAME}/export", f"/api/v1/campaigns/{NAME}/events",
         f"/api/v1/campaigns/{NAME}/reports/1939-SO", f"/api/v1/campaigns/{NAME}",
         f"/c/{NAME}/journal", f"/c/{NAME}/proof", f"/c/{NAME}/turns/index.html")
    ):  # fmt: skip
        found = anna.get(path)
        assert found.status_code == 200, path
        (away / f"answer-{nth}").write_bytes(found.content)
    kept = [one for one in store.parent.iterdir() if one.is_file() and ".people.db" not in one.name]
    for one in kept:
        shutil.copy(one, away / f"kept-{one.name}")
    looked = [one for one in away.rglob("*") if one.is_file()]
    assert len(looked) > 12
    for one in looked:
        held = one.read_bytes()
        assert not [mark for mark in (*marks, "surprised") if mark.encode() in held], one
    people = store.with_name("campaign.people.db").read_bytes()
    assert [mark.encode() in people for mark in marks] == [True, True, False, True]


# --- who is here --------------------------------------------------------------------------------


def test_others_who_are_here_are_named_on_now_and_the_board(web: WebClub) -> None:
    """The reader themselves need not be told."""
    presence, anna = web.house.together.presence, web.browser("anna")
    for page in (PAGES["now"], PAGES["board"], TALK):
        assert "Here now" not in words(anna.get(page))
    for who in ("ben", "anna", "olga"):
        presence.come(NAME, who)
    for page in (PAGES["now"], PAGES["board"], TALK):
        assert "Here now: Ben, Olga" in words(anna.get(page))
    assert "Here now: Anna, Olga" in words(web.browser("ben").get(PAGES["now"]))


def test_who_switches_it_off_is_shown_nowhere_from_then_on(web: WebClub) -> None:
    presence, anna, ben = web.house.together.presence, web.browser("anna"), web.browser("ben")
    presence.come(NAME, "ben")
    assert 'href="/me/table"' in ben.get("/me").text
    found = ben.post("/me/table", {"do": "hide"})
    assert found.url.path == "/me/table" and "Nobody sees when you are here." in words(found)
    assert "Here now" not in words(anna.get(PAGES["now"]))
    person = web.house.people.person_in(_campaign(web), "ben")
    assert not table_talk(web.house).is_shown(person)
    found = ben.post("/me/table", {"do": "show"})
    assert "see your name" in words(found) and table_talk(web.house).is_shown(person)
    assert ben.post("/me/table", {"do": "else"}).status_code == 422
