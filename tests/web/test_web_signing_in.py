"""Signing in again: by a code in the browser that asked, by a passkey; and what the list tells."""

import base64
import hashlib
import re

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from campaign.kernel.keys import asserted
from support.door import (
    KeptPost,
    asked,
    challenge_of,
    clock_at,
    codes_in,
    give_address,
    make_passkey,
    touch,
)
from support.passkeys import SITE, Passkey, text_of
from support.web import NAME, WebClub, words

pytestmark = pytest.mark.further

ANNA = "anna@example.org"


@pytest.fixture
def made(writing: WebClub) -> WebClub:
    """A club that sends mail, and knows Anna's address."""
    give_address(writing, "anna", ANNA)
    return writing


# --- codes --------------------------------------------------------------------------------------


def test_signing_in_leads_back_to_the_page_that_was_wanted(made: WebClub, post: KeptPost) -> None:
    """The address in a mail is the ballot's; elsewhere than to a page of ours nobody is led."""
    phone = made.nobody()
    first = phone.get(f"/c/{NAME}/board")
    assert first.status_code == 401 and f'href="/in?to=/c/{NAME}/board"' in first.text
    assert f'name="to" value="/c/{NAME}/board"' in phone.get(f"/in?to=/c/{NAME}/board").text
    page = phone.post("/in", {"address": ANNA, "to": f"/c/{NAME}/board"})
    assert f'name="to" value="/c/{NAME}/board"' in page.text
    (letter,) = post.round()
    (code,) = codes_in(letter)
    assert phone.post("/in/code", {"code": code, "to": f"/c/{NAME}/board"}).url.path == (
        f"/c/{NAME}/board"
    )
    assert 'name="to"' not in made.nobody().get("/in?to=https://other.example/x").text
    assert 'name="to"' not in made.nobody().get("/in?to=//other.example").text


def test_a_code_lets_in_the_browser_that_asked(made: WebClub, post: KeptPost) -> None:
    """Once, and no other browser."""
    phone, other = made.nobody(), made.nobody()
    page = phone.post("/in", {"address": "Anna@Example.org"})
    assert page.url.path == "/in/code"
    assert "If we know you, a code is on its way." in words(page)
    (letter,) = post.round()
    assert letter[:2] == (ANNA, "Your code to sign in")
    (code,) = codes_in(letter)
    assert "Anna in club" in letter[2]
    other.post("/in", {"address": "nobody@example.org"})
    assert other.post("/in/code", {"code": code}).status_code == 403
    came = phone.post("/in/code", {"code": f"{code[:3]} {code[3:]}"})
    assert came.status_code == 200 and came.url.path == "/"
    assert "club" in came.text
    again = made.nobody()
    again.client.cookies = phone.client.cookies
    assert again.get("/").status_code == 200


def test_nobody_learns_whether_an_address_is_known(made: WebClub, post: KeptPost) -> None:
    """Every answer has the same bytes but for the browser's own secret; nothing is looked up."""
    seen = []
    for address in (ANNA, "nobody@example.org"):
        browser = made.nobody()
        browser.post("/in", {"address": address})
        browser.post("/in/code", {"code": "12345"})
        wrongs = ["000000", "000001", "000002", "000003"]
        post.round()
        for code in [one for one in wrongs if not any(one in letter[2] for letter in post.letters)]:
            browser.post("/in/code", {"code": code})
        seen.append([re.sub(rb"(__Host-code)=[^;]*", rb"\1", one) for one in browser.got])
    assert seen[0] == seen[1] and len(seen[0]) >= 6
    assert len(post.letters) == 1


def test_three_tries_a_code(made: WebClub, post: KeptPost) -> None:
    """Then even the right one counts no more."""
    browser = made.nobody()
    browser.post("/in", {"address": ANNA})
    (code,) = codes_in(post.round()[0])
    wrong = "111111" if code != "111111" else "222222"
    said = [browser.post("/in/code", {"code": wrong}) for _ in range(3)]
    assert [one.status_code for one in said] == [403] * 3
    assert "That is not the code that was sent." in words(said[0])
    over = "No code counts in this browser any more. Ask for a new one."
    assert over in words(said[2])
    last = browser.post("/in/code", {"code": code})
    assert last.status_code == 403 and over in words(last)
    assert browser.get("/").status_code == 401


def test_a_code_counts_for_fifteen_minutes(made: WebClub, post: KeptPost) -> None:
    for at, status in (("14:59", 200), ("15:00", 200), ("15:01", 403)):
        browser = made.nobody()
        clock_at(made, "1999-05-01T20:00:00.000Z")
        browser.post("/in", {"address": ANNA})
        (letter,) = post.round()
        made.house.entrance.codes._file.close()
        clock_at(made, f"1999-05-01T20:{at}.000Z")
        assert browser.post("/in/code", {"code": codes_in(letter)[0]}).status_code == status, at
        post.round()


def test_five_codes_an_hour_a_person(made: WebClub, post: KeptPost) -> None:
    """A sixth is not sent, and the answer does not tell."""
    clock_at(made, "1999-05-01T20:00:00.000Z")
    pages = [made.nobody().post("/in", {"address": ANNA}).text for _ in range(6)]
    assert len(set(pages)) == 1
    assert len(post.round()) == 5
    clock_at(made, "1999-05-01T21:00:01.000Z")
    made.nobody().post("/in", {"address": ANNA})
    assert len(post.round()) == 1


def test_twenty_tries_an_hour_a_network(made: WebClub, post: KeptPost) -> None:
    """Whoever they ask for; the answer says when to come back."""
    browser = made.nobody()
    found = [browser.post("/in", {"address": f"a{n}@example.org"}) for n in range(21)]
    assert [one.status_code for one in found] == [200] * 20 + [429]
    assert int(found[-1].headers["retry-after"]) in range(170, 181)  # 3600 seconds by 20
    assert "That was too often" in words(found[-1])
    assert browser.post("/in/code", {"code": "123456"}).status_code == 429
    assert browser.post("/in/passkey", {}).status_code == 429


@pytest.mark.parametrize(
    "address", ["", "a", "@b", "a@", "a b@c", "a@b\nBcc: c@d", "a@" + "b" * 254]
)
def test_what_is_no_address_is_refused(made: WebClub, post: KeptPost, address: str) -> None:
    page = made.nobody().post("/in", {"address": address})
    assert page.status_code == 422
    assert "This is not an address that mail can go to." in words(page)
    assert post.waiting == []


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"])
def test_what_is_no_code_is_no_try(made: WebClub, post: KeptPost, code: str) -> None:
    browser = made.nobody()
    browser.post("/in", {"address": ANNA})
    (letter,) = post.round()
    for _ in range(4):
        page = browser.post("/in/code", {"code": code})
        assert page.status_code == 422 and "A code has six digits." in words(page)
    assert browser.post("/in/code", {"code": codes_in(letter)[0]}).status_code == 200


def test_without_a_mail_server_the_host_is_asked(made: WebClub) -> None:
    house = made.house
    plain = WebClub(house._replace(entrance=house.entrance._replace(post=KeptPost(None))))
    page = plain.nobody().get("/in")
    assert "This club sends no codes by mail." in words(page)
    assert "ask your host for an invitation" in words(page) and "Your address" not in words(page)
    refused = plain.nobody().post("/in", {"address": ANNA})
    assert refused.status_code == 409
    assert "This club sends no mail. Ask your host for an invitation." in words(refused)


def test_an_address_written_by_the_host_opens_no_used_seat(made: WebClub, post: KeptPost) -> None:
    """Else a host could come in as anybody without a trace in the record."""
    anna = made.browser("anna")
    post.round()
    give_address(made, "anna", "host@example.org")
    made.nobody().post("/in", {"address": "host@example.org"})
    assert post.round() == []
    give_address(made, "anna", ANNA)
    anna.post("/in/again", {"send": "yes", "to": "/me"})  # she proves that it is hers
    (letter,) = post.round()
    assert anna.post("/in/again", {"code": codes_in(letter)[0], "to": "/me"}).url.path == "/me"
    phone = made.nobody()
    phone.post("/in", {"address": ANNA})
    (letter,) = post.round()
    assert phone.post("/in/code", {"code": codes_in(letter)[0]}).status_code == 200
    give_address(made, "anna", "host@example.org")
    made.nobody().post("/in", {"address": "host@example.org"})
    assert [letter[1] for letter in post.round()] == ["A new device is signed in"]


def test_a_mailbox_of_two_gets_a_code_for_each(made: WebClub, post: KeptPost) -> None:
    give_address(made, "ben", ANNA)
    phone = made.nobody()
    phone.post("/in", {"address": ANNA})
    (letter,) = post.round()
    lines = dict(re.findall(r"^(\d{3} \d{3})   (\w+) in club$", letter[2], re.M))
    (bens,) = [code for code, who in lines.items() if who == "Ben"]
    assert sorted(lines.values()) == ["Anna", "Ben"]
    phone.post("/in/code", {"code": bens})
    assert "Ben" in words(phone.get("/me")) and "Anna" not in words(phone.get("/me"))


def test_the_file_holds_no_code_and_no_secret(made: WebClub, post: KeptPost) -> None:
    phone = made.nobody()
    phone.post("/in", {"address": ANNA})
    (letter,) = post.round()
    kept = made.house.people.file.path.read_bytes()
    assert codes_in(letter)[0].encode() not in kept
    assert phone.client.cookies["__Host-code"].encode() not in kept


# --- passkeys -----------------------------------------------------------------------------------


def test_a_passkey_lets_in_again(made: WebClub) -> None:
    passkey, laptop = Passkey(), made.nobody()
    assert "Windows" not in words(make_passkey(made.browser("anna"), passkey))
    came = touch(laptop, "/in", passkey)
    assert came.url.path == "/" and came.status_code == 200
    assert "Anna" in words(laptop.get("/me"))


def test_what_is_signed_at_the_door_is_no_signed_act(made: WebClub) -> None:
    """A service that asks for an act's digest gets a signature over other words."""
    passkey, text = Passkey(), b'{"command":"AddEntropy","by":"anna","id":"x","value":"7"}'
    act = hashlib.sha256(b"campaign-tracker act 1\n" + b"0" * 32 + b"\nanna\n" + text).digest()
    given = passkey.touched(challenge_of(text_of(act)))
    assert not asserted(passkey.public, SITE, given, act)
    make_passkey(made.browser("anna"), passkey)
    found = asked(made.nobody().get("/in").text, "touch")
    raw = base64.urlsafe_b64decode(found["challenge"] + "=" * (-len(found["challenge"]) % 4))
    fields = {"credential": text_of(b"one"), "challenge": found["challenge"]}
    bare = made.nobody().post("/in/passkey", fields | {"assertion": passkey.touched(raw)})
    assert bare.status_code == 403, "and what was signed without the door's words lets nobody in"


def test_a_challenge_counts_once_and_for_five_minutes(made: WebClub) -> None:
    passkey = Passkey()
    make_passkey(made.browser("anna"), passkey)
    clock_at(made, "1999-01-02T00:00:00.000Z")
    found = asked(made.nobody().get("/in").text, "touch")
    fields = {
        "credential": text_of(b"one"),
        "challenge": found["challenge"],
        "assertion": passkey.touched(challenge_of(found["challenge"])),
    }
    clock_at(made, "1999-01-02T00:05:01.000Z")
    late = made.nobody().post("/in/passkey", fields)
    assert late.status_code == 403
    assert "This passkey was not accepted." in words(late)
    clock_at(made, "1999-01-02T00:05:00.000Z")
    assert made.nobody().post("/in/passkey", fields).status_code == 200
    assert made.nobody().post("/in/passkey", fields).status_code == 403


@pytest.mark.parametrize(
    "changed",
    [
        {"credential": "unknown"},
        {"challenge": "x" * 75},
        {"challenge": "é"},
        {"assertion": ""},
        {"assertion": "é"},
        {"handle": "somebody else"},
    ],
)
def test_what_does_not_fit_lets_nobody_in(made: WebClub, changed: dict[str, str]) -> None:
    passkey, browser = Passkey(), made.nobody()
    make_passkey(made.browser("anna"), passkey)
    assert touch(browser, "/in", passkey, **changed).status_code == 403
    assert browser.get("/").status_code == 401


def test_another_key_lets_nobody_in_and_its_owner_reads_of_it(made: WebClub) -> None:
    anna = made.browser("anna")
    make_passkey(anna, Passkey())
    assert touch(made.nobody(), "/in", Passkey()).status_code == 403
    assert "Not accepted by passkey" in words(anna.get("/me/devices"))


def test_a_copy_of_a_passkey_is_noticed(made: WebClub) -> None:
    """Its count does not grow."""
    passkey = Passkey()  # of our own, which says 7 each time
    make_passkey(made.browser("anna"), passkey)
    assert touch(made.nobody(), "/in", passkey).status_code == 200
    assert touch(made.nobody(), "/in", passkey).status_code == 403


@pytest.mark.parametrize(
    "said",
    [
        {"type": "webauthn.get"},
        {"challenge": "AAAA"},
        {"origin": "https://other.example"},
        {"origin": "http://club.example"},
        {"crossOrigin": True},
    ],
)
def test_a_passkey_made_elsewhere_is_not_kept(made: WebClub, said: dict[str, object]) -> None:
    anna = made.browser("anna")
    page = make_passkey(anna, Passkey(), **said)
    assert page.status_code == 422
    assert "The passkey was not kept. Nothing was recorded; try again." in words(page)
    assert "You have none yet." in words(anna.get("/me/passkeys"))


def test_a_passkey_is_somebodys_own(made: WebClub) -> None:
    """Nobody names or takes away another's, nor takes over its id."""
    anna, ben, passkey = made.browser("anna"), made.browser("ben"), Passkey()
    make_passkey(anna, passkey)
    ben.post("/me/passkeys", {"take": text_of(b"one")})
    assert make_passkey(ben, Passkey(ed25519.Ed25519PrivateKey.generate())).status_code == 422
    page = ben.post("/me/passkeys", {"rename": text_of(b"one"), "label": "mine"})
    assert page.status_code == 422
    assert "This name was not taken. Nothing was recorded." in words(page)
    anna.post("/me/passkeys", {"rename": text_of(b"one"), "label": " My   phone "})
    assert "My phone" in words(anna.get("/me/passkeys"))
    assert anna.post("/me/passkeys", {"take": text_of(b"one")}).status_code == 200
    assert touch(made.nobody(), "/in", passkey).status_code == 403


def test_a_passkey_is_offered_once(made: WebClub) -> None:
    first, second = made.nobody(), made.nobody()
    page = first.come_in(made.invitation("anna"))
    assert page.url.path == "/in/offer" and f'href="/c/{NAME}">Not now' in page.text
    assert second.come_in(made.invitation("anna")).url.path == f"/c/{NAME}"


# --- the list, and word of it -------------------------------------------------------------------


def test_every_way_in_is_in_ones_own_list(made: WebClub, post: KeptPost) -> None:
    """And a letter tells of the new device."""
    anna = made.browser("anna")
    (letter,) = post.round()
    assert letter[0] == ANNA and letter[1] == "A new device is signed in"
    assert "was signed in for you with an invitation" in letter[2]
    page = words(anna.get("/me/devices"))
    assert page.count("Let in by invitation") == 1 and "from 127.0.0.0/24" in page
    assert "Let in" in words(made.browser("ben").get("/me/devices"))
    clock_at(made, "1999-07-01T00:00:00.000Z")  # 181 days later
    assert "None is known yet." in words(_signed_in_later(made))


def _signed_in_later(made: WebClub) -> object:
    person = made.house.doors.admit("p" * 32, "x")
    browser = made.nobody()
    browser.client.cookies["__Host-device"] = person
    return browser.get("/me/devices")
