"""The war diary on the service's pages: written from pages of turns and leaders, read, removed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response

from campaign.diary.words import PictureShown
from campaign.handler.command_handler import Actor
from campaign.web.middleware import MOST_OF_PICTURES
from support.web import NAME, Browser, WebClub, club, forms, words

DIARY = f"/c/{NAME}/diary"
STORY = "Rommel drinks tea at dawn."


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebClub]:
    with club(tmp_path) as made:
        yield made


def write(browser: Browser, text: str = STORY, path: str = DIARY, **more: str) -> Response:
    """Fills in the form of the diary, as its page has it, and sends it."""
    form = next(one for one in forms(browser.get(path).text) if "words" in one.fields)
    return browser.post(DIARY, {**form.fields, "words": text, "do": "write", **more})


def press(browser: Browser, do: str, dispatch: str, **more: str) -> Response:
    """Presses a button of a dispatch."""
    return browser.post(DIARY, {"do": do, "dispatch": dispatch, **more})


def write_link(page: Response) -> str:
    """Where *Write* on a page leads."""
    (link,) = re.findall(r'href="([^"]+)#write">Write</a>', page.text)
    return str(link).replace("&amp;", "&")


def test_a_turn_s_page_has_write_and_the_dispatches_about_it(web: WebClub) -> None:
    """Two taps and the words; everybody who is a member reads it there."""
    anna, ben = web.browser("anna"), web.browser("ben")
    turn = f"/c/{NAME}/turns/1939-SO"
    answer = write(anna, path=write_link(anna.get(turn)))
    assert answer.status_code == 200 and STORY in words(answer)
    assert STORY in words(ben.get(turn)) and STORY in words(ben.get(DIARY))


def test_a_leader_s_page_has_write_and_what_was_written(web: WebClub) -> None:
    """The form knows already whom it is about."""
    anna = web.browser("anna")
    link = write_link(anna.get(f"/c/{NAME}/explain/leader?of=rommel"))
    form = next(one for one in forms(anna.get(link).text) if "words" in one.fields)
    assert form.fields["subject"] == "leader:rommel"
    assert "on Rommel, September/October 1939" in words(write(anna, path=link))
    assert STORY in words(web.browser("ben").get(f"/c/{NAME}/explain/leader?of=rommel"))


def test_markup_is_shown_and_everything_else_is_letters(web: WebClub) -> None:
    anna = web.browser("anna")
    page = write(anna, "*Nobody* <b>moved</b>.\n\n> Attack!\n\n2. a").text
    assert "<em>Nobody</em> &lt;b&gt;moved&lt;/b&gt;." in page
    assert re.search(r"<blockquote>\s*<p[^>]*>Attack!</p>", page)
    assert '<ol start="2">' in page


def test_a_refusal_keeps_the_words(web: WebClub) -> None:
    """Said beside them; nothing is recorded."""
    anna = web.browser("anna")
    before = web.house.ledger.store.version(NAME)
    answer = write(anna, "one\ntwo\x07")
    assert answer.status_code == 422
    assert "Line 2 has a letter that nobody can see." in words(answer)
    form = next(one for one in forms(answer.text) if "words" in one.fields)
    assert form.fields["words"].strip() == "one\ntwo\x07"
    assert web.house.ledger.store.version(NAME) == before


def test_authors_edit_and_remove_hosts_remove_others_report(web: WebClub) -> None:
    anna, ben, host = web.browser("anna"), web.browser("ben"), web.browser("host")
    write(anna)
    edit = f"{DIARY}?edit=w1"
    not_his = next(one for one in forms(ben.get(edit).text) if "words" in one.fields)
    assert not_his.fields["words"] == ""
    form = next(one for one in forms(anna.get(edit).text) if "words" in one.fields)
    assert form.fields["words"] == STORY and form.fields["replaces"] == "w1"
    anna.post(DIARY, {**form.fields, "words": "He drinks gin.", "do": "write"})
    assert "He drinks gin." in words(ben.get(DIARY)) and STORY not in words(ben.get(DIARY))
    assert press(ben, "remove", "w2").status_code == 409
    assert press(ben, "report", "w2", reason="Not so.").status_code == 200
    assert "Ben reported w2 : Not so." in words(host.get(DIARY))
    assert "reported" not in words(anna.get(DIARY))
    press(host, "remove", "w2")
    assert "A dispatch stood here. It was removed." in words(ben.get(DIARY))
    assert "Not so." not in words(host.get(DIARY))


def test_hosts_hear_of_published_pages_that_could_not_be_written(web: WebClub) -> None:
    """Not where they are, as a club's host may not know the machine."""
    anna, host = web.browser("anna"), web.browser("host")
    write(anna)
    campaign_id = web.house.ledger.live(NAME).state.campaign.id
    web.house.desk.filing.shelf.rows.publish(campaign_id, "/nowhere/site")
    press(anna, "remove", "w1")
    said = "may still show what was removed"
    assert said in words(host.get(DIARY)) and said not in words(anna.get(DIARY))
    assert "nowhere" not in host.get(DIARY).text


def test_what_is_sealed_is_on_its_author_s_pages_alone(web: WebClub) -> None:
    anna, ben, host = web.browser("anna"), web.browser("ben"), web.browser("host")
    answer = write(anna, until="end", subject="leader:rommel", turn="1939-SO")
    assert "Sealed: you alone read this before the campaign ends." in words(answer)
    for browser in (ben, host):
        for path in (DIARY, f"/c/{NAME}/turns/1939-SO"):
            assert STORY not in browser.get(path).text and 'id="w1"' not in browser.get(path).text
    assert press(ben, "report", "w1", reason="x").status_code == 409


def test_hosts_hold_release_and_mute(web: WebClub) -> None:
    anna, host = web.browser("anna"), web.browser("host")
    assert press(anna, "hold", "").status_code == 403
    press(host, "hold", "")
    assert "A host reads it before others do." in words(write(anna))
    assert STORY not in words(web.browser("ben").get(DIARY))
    press(host, "release", "h1")
    assert STORY in words(web.browser("ben").get(DIARY))
    press(host, "free", "")
    assert press(host, "mute", "", member="").status_code == 422, "nobody is not everybody"
    press(host, "mute", "", member="anna")
    refused = write(anna, "More.")
    assert refused.status_code == 409 and "has muted Anna" in words(refused)
    press(anna, "forget", "")
    assert STORY not in words(web.browser("ben").get(DIARY))


def test_a_picture_is_shown_to_those_who_may_read_it(web: WebClub) -> None:
    """With its words for readers who do not see it."""
    anna, ben = web.browser("anna"), web.browser("ben")
    tank = PictureShown(b"\xff\xd8 dots \xff\xd9", 40, 30, "A tank <on fire>")
    for until in ("", "end"):
        sealed = f', "until": "{until}"' if until else ""
        sent = f'{{"command": "FileDispatch", "words": "Look."{sealed}}}'.encode()
        assert web.house.desk.submit(NAME, sent, Actor("anna"), pictures=(tank,)).answer["accepted"]
    page = ben.get(DIARY).text
    assert 'alt="A tank &lt;on fire&gt;"' in page and 'width="40" height="30"' in page
    shown = ben.get(f"{DIARY}/w1/1")
    assert (shown.content, shown.headers["content-type"]) == (tank.jpeg, "image/jpeg")
    assert [anna.get(f"{DIARY}/w2/1").status_code, ben.get(f"{DIARY}/w2/1").status_code] == [
        200,
        404,
    ]
    assert ben.get(f"{DIARY}/w1/2").status_code == 404


def test_only_who_is_signed_in_sends_much(web: WebClub) -> None:
    """A stranger's form of pictures is not read."""
    answer = web.nobody().post_file(DIARY, {"do": "write", "words": "x"}, b"x" * 2_000_000)
    assert answer.status_code == 401 or "Sign in" in words(answer)


def test_pictures_may_have_fifty_megabytes_and_no_more(web: WebClub) -> None:
    """At the diary alone: there a form of two is read, and answered."""
    anna, content = web.browser("anna"), b"x" * 2_000_000
    read = anna.post_file(DIARY, {"do": "report", "reason": ""}, content)
    assert read.status_code == 422 and "Say in a few words what is wrong with it" in words(read)
    assert anna.post_file("/me", {}, content).status_code == 413
    length = str(MOST_OF_PICTURES + 1)
    headers = {"sec-fetch-site": "same-origin", "content-length": length}
    assert MOST_OF_PICTURES == 50 * 1024 * 1024
    assert anna.post(DIARY, {}, **headers).status_code == 413


def test_a_host_removes_what_somebody_wrote_who_has_left(web: WebClub) -> None:
    """The page of leaving says that it stays; the host's list has them under their new name."""
    anna, host = web.browser("anna"), web.browser("host")
    write(anna)
    leaving = f"/c/{NAME}/leave"
    assert "What you filed in the war diary stays, under the new name" in words(anna.get(leaving))
    anna.post(leaving, {"member": "anna", "called": "A guest"})
    page = host.get(DIARY)
    assert STORY in words(page) and '<option value="anna">A guest</option>' in page.text
    press(host, "forget", "", member="anna")
    assert STORY not in words(host.get(DIARY))
