"""What matters most wants a fresh proof: a token, another passkey; and programs' own page."""

import pytest

from campaign.web.auth.admission import own_path
from support.door import KeptPost, clock_at, codes_in, give_address, make_passkey, touch
from support.passkeys import Passkey
from support.web import NAME, WebClub, forms, words

ANNA = "anna@example.org"
ASKS = "/in/again"
LATER = "1999-01-01T01:00:00.000Z"
FORM = {"called": "my map", "campaign": NAME, "scope": "act"}


@pytest.fixture
def made(writing: WebClub) -> WebClub:
    """A club that sends mail."""
    return writing


def test_a_token_is_shown_once_and_ended(made: WebClub) -> None:
    """It lets the program in; a list names it and never tells it."""
    anna = made.browser("anna")
    page = anna.post("/me/tokens", FORM)
    assert "It is shown this once." in words(page)
    listed = anna.get("/me/tokens")
    assert "my map club · look and act for me" in words(listed)
    form = next(form for form in forms(listed.text) if "end" in form.offered)
    token = page.text.split("<code>")[1].split("</code>")[0]
    assert len(token) >= 32 and token not in listed.text
    program = made.nobody()
    headers = {"authorization": f"Bearer {token}"}
    assert program.get("/api/v1/campaigns", **headers).status_code == 200
    ben = made.browser("ben")
    ben.post("/me/tokens", {"end": form.offered["end"][0]})
    assert program.get("/api/v1/campaigns", **headers).status_code == 200
    assert "my map" not in words(ben.get("/me/tokens"))
    anna.post("/me/tokens", {"end": form.offered["end"][0]})
    assert program.get("/api/v1/campaigns", **headers).status_code == 401
    assert "No program has one." in words(anna.get("/me/tokens"))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"called": " "}, "Give the program a name of at most 60 letters."),
        ({"called": "x" * 61}, "Give the program a name of at most 60 letters."),
        ({"called": "a\u202eb"}, "Give the program a name of at most 60 letters."),
        ({"campaign": "others"}, "Choose a campaign, and what the program may do."),
        ({"scope": "rule"}, "Choose a campaign, and what the program may do."),
    ],
)
def test_a_token_that_cannot_be_made(made: WebClub, changed: dict[str, str], why: str) -> None:
    """Says why, and nothing is made."""
    anna = made.browser("anna")
    page = anna.post("/me/tokens", FORM | changed)
    assert page.status_code == 422 and why in words(page)
    assert "No program has one." in words(page)


def test_ten_minutes_after_coming_in_proof_is_asked_for(made: WebClub) -> None:
    """From who has a passkey; it then lasts for ten minutes more."""
    anna, passkey = made.browser("anna"), Passkey()
    make_passkey(anna, passkey)
    clock_at(made, LATER)
    assert anna.post("/me/tokens", FORM).url.path == ASKS
    assert "Show first that it is you" in words(anna.get("/me/tokens"))
    came = touch(anna, f"{ASKS}?to=/me/tokens", passkey, to="/me/tokens")
    assert came.url.path == "/me/tokens" and "Make a token" in words(came)
    clock_at(made, "1999-01-01T01:10:00.000Z")
    assert "It is shown this once." in words(anna.post("/me/tokens", FORM))
    clock_at(made, "1999-01-01T01:10:00.001Z")
    assert anna.post("/me/tokens", FORM).url.path == ASKS


def test_a_first_passkey_wants_a_proof_too(made: WebClub) -> None:
    """Else whoever finds a phone would make one, and prove with it."""
    anna = made.browser("anna")
    clock_at(made, LATER)
    assert "First show that it is you" in words(anna.get("/me/passkeys"))
    assert anna.post("/me/passkeys", {"credential": "one", "challenge": "x"}).url.path == ASKS


def test_a_host_locks_a_member_out(made: WebClub) -> None:
    """Devices and passkeys let in no more; a new invitation does, and leaves its trace."""
    passkey, host = Passkey(), made.browser("host")
    anna = made.browser("anna")
    make_passkey(anna, passkey)
    assert host.post(f"/c/{NAME}/members/end", {"member": "anna"}).status_code == 200
    assert anna.get("/").status_code == 401
    assert touch(made.nobody(), "/in", passkey).status_code == 403
    assert made.nobody().come_in(made.invitation("anna")).status_code == 200


def test_a_second_passkey_wants_the_first_or_a_code(made: WebClub, post: KeptPost) -> None:
    """And so does taking one away: else a found phone would shed what it cannot show."""
    give_address(made, "anna", ANNA)
    anna = made.browser("anna")
    make_passkey(anna, Passkey())
    clock_at(made, LATER)
    assert "First show that it is you" in words(anna.get("/me/passkeys"))
    assert anna.post("/me/passkeys", {"credential": "two", "challenge": "x"}).url.path == ASKS
    (credential,) = [
        form.offered["take"][0]
        for form in forms(anna.get("/me/passkeys").text)
        if "take" in form.offered
    ]
    assert anna.post("/me/passkeys", {"take": credential}).url.path == ASKS
    post.round()
    page = anna.post(ASKS, {"send": "yes", "to": "/me/passkeys"})
    assert "The six digits that we sent to a…@example.org" in words(page)
    assert ANNA not in page.text
    (letter,) = post.round()
    assert anna.post(ASKS, {"code": codes_in(letter)[0]}).status_code == 200
    assert make_passkey(anna, Passkey(), "two").url.path == "/me/passkeys"


def test_who_has_neither_is_believed_after_a_day(made: WebClub) -> None:
    """A device that came in lately waits, or is invited again."""
    anna = made.browser("anna")
    clock_at(made, LATER)
    page = anna.post("/me/tokens", FORM)
    assert page.url.path == ASKS
    assert "You have no passkey, and no address that codes can go to." in words(page)
    clock_at(made, "1999-01-03T00:00:00.000Z")
    anna.at("1999-01-03T00:00:00.000Z")
    assert "It is shown this once." in words(anna.post("/me/tokens", FORM))


@pytest.mark.parametrize(
    "to", ["https://evil.example", "//evil.example", "/\\evil", "javascript:x", "", "/a\r\nb", "a"]
)
def test_the_way_back_stays_on_this_service(to: str) -> None:
    assert own_path(to) == "/"


def test_a_long_way_back_is_read_at_once() -> None:
    """Not in as many steps as there are ways to divide it, which would hold everybody up."""
    assert own_path("/" + "a" * 199 + "!") == own_path("/" + "a" * 10_000 + "!") == "/"
    assert own_path("/" + "a/" * 99 + "!") == "/"


@pytest.mark.parametrize("to", ["/", "/me/tokens", "/c/club/board?turn=1941-ND"])
def test_a_path_of_ours_is_kept(to: str) -> None:
    assert own_path(to) == to
