"""Coming in: an invitation is used by its button alone, a device stays, and a taken seat shows."""

import pytest
from httpx import ASGITransport

from campaign.store.branches import branch
from campaign.web.app import application
from campaign.web.auth.admission import label_of
from campaign.web.auth.invitations import invite
from campaign.web.auth.sign_in import PageLimits
from support.door import clock_at
from support.programs import HandClock, limits_by
from support.web import NAME, WebClub, forms, words


def test_looking_at_an_invitation_uses_nothing_up(made: WebClub) -> None:
    """Mail programs open every link; only the button counts, and it counts once."""
    address, scanner = made.invitation("anna"), made.nobody()
    for _ in range(3):
        page = scanner.get(address)
        assert page.status_code == 200
        assert "You come in as Anna , playing Germany" in words(page)
    assert "set-cookie" not in page.headers
    anna = made.nobody()
    came = anna.come_in(address)
    assert str(came.url).endswith(f"/in/offer?to=/c/{NAME}")
    late = made.nobody()
    for found in (late.get(address), late.come_in(address)):
        assert found.status_code == 404
        assert "This invitation has been used or is too old" in found.text
    assert late.get("/").status_code == 401


def test_the_cookie_is_for_this_service_alone(made: WebClub) -> None:
    """No script reads it, no other site sends it, and it goes nowhere unencrypted."""
    browser = made.nobody()
    came = browser.come_in(made.invitation("anna"))
    line = came.history[0].headers["set-cookie"]
    name, _, rest = line.partition("=")
    secret, *attributes = rest.split("; ")
    assert name == "__Host-device"
    assert len(secret) >= 32
    assert set(attributes) == {"Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=7776000", "Secure"}
    kept = made.house.people.file.path.read_bytes()
    assert secret.encode() not in kept


def test_a_newer_invitation_takes_the_place_of_an_older(made: WebClub) -> None:
    """Which nobody has used."""
    first, second = made.invitation("anna"), made.invitation("anna")
    assert made.nobody().come_in(first).status_code == 404
    assert made.nobody().come_in(second).status_code == 200


def test_an_invitation_of_one_campaign_is_none_of_anothers(made: WebClub) -> None:
    """A member sees their own campaigns alone."""
    asked = {"scenario": "global-war", "rulebook": "lif-1998"}
    assert made.house.desk.open("others", **asked)["accepted"]
    anna = made.browser("anna")
    assert "others" not in anna.get("/").text
    assert anna.get("/c/others").status_code == 404


def test_a_lost_phone_is_ended_from_another_device(made: WebClub) -> None:
    """Its cookie counts no more, and the other stays."""
    phone = made.browser("anna")
    laptop = made.nobody()
    laptop.come_in(made.invitation("anna"))
    page = laptop.get("/me")
    buttons = [value for form in forms(page.text) for value in form.offered["device"]]
    own = made.house.doors.device(laptop.client.cookies["__Host-device"])
    assert own is not None and len(buttons) == 3 and buttons[-1] == "all"
    (other,) = {*buttons} - {"all", own.digest}
    assert laptop.post("/me", {"device": other}).status_code == 200
    assert phone.get("/").status_code == 401
    assert laptop.get("/").status_code == 200
    assert laptop.post("/me", {"device": "all"}).status_code == 401


def test_nobody_ends_somebody_elses_device(made: WebClub) -> None:
    """Even if they know what the file calls it."""
    anna, ben = made.browser("anna"), made.browser("ben")
    own = made.house.doors.device(anna.client.cookies["__Host-device"])
    assert own is not None
    ben.post("/me", {"device": own.digest})
    assert anna.get("/").status_code == 200


def test_a_device_is_forgotten_after_ninety_days(made: WebClub) -> None:
    """Without use; using it in between keeps it."""
    anna = made.browser("anna")
    for day, status in (("1999-03-31", 200), ("1999-06-28", 200), ("1999-09-27", 401)):
        clock_at(made, f"{day}T00:00:00.000Z")
        assert anna.get("/").status_code == status, day


def test_a_device_in_use_is_given_its_cookie_again(made: WebClub) -> None:
    """Ninety days count from the last use, in the browser too; once an hour at most."""
    anna = made.browser("anna")
    assert "set-cookie" not in anna.get("/").headers
    secret = anna.client.cookies["__Host-device"]
    clock_at(made, "1999-02-01T00:00:00.000Z")
    anna.at("1999-02-01T00:00:00.000Z")
    line = anna.get("/").headers["set-cookie"]
    assert line.startswith(f"__Host-device={secret}; ") and "Max-Age=7776000" in line
    assert "set-cookie" not in anna.get("/").headers
    clock_at(made, "1999-02-02T00:00:00.000Z")
    anna.at("1999-02-02T00:00:00.000Z")
    assert "Max-Age=0" in anna.post("/me", {"device": "all"}).history[0].headers["set-cookie"]


def test_an_invitation_ends_after_fourteen_days(made: WebClub) -> None:
    """Told in the same words as one that is used."""
    address = made.invitation("anna")
    browser = made.nobody()
    browser.at("1999-01-16T00:00:00.000Z")
    assert browser.get(address).status_code == 404


def test_a_seat_that_is_taken_again_shows(made: WebClub) -> None:
    """Everybody reads in the record that it was offered and taken, and nothing of persons."""
    ben = made.browser("ben")
    ledger = made.house.ledger
    before = ledger.store.version(NAME)
    assert not [one for one in ledger.history(NAME) if "Seat" in type(one.event).__name__]
    address = made.invitation("ben")
    assert "is written into the record" in made.nobody().get(address).text
    assert made.nobody().come_in(address).status_code == 200
    told = [(type(one.event).__name__, one.event.by) for one in ledger.history(NAME, before)]
    assert told == [("SeatOffered", "host"), ("SeatTaken", "ben")]
    page = words(made.browser("olga").get(f"/c/{NAME}/journal"))
    assert "Ben came in again, with a new invitation." in page
    assert "invited Ben again, who had come in on a device before." in page
    assert ben.get("/").status_code == 200


def test_a_host_invites_from_a_page(made: WebClub) -> None:
    """Two taps: Members, Invite; the page has the address and a picture of it."""
    host = made.browser("host")
    page = host.fill(f"/c/{NAME}/members", place=1, member="anna")
    assert "An invitation for" in page.text and "data:image/svg+xml" in page.text
    address = page.text.partition("<code>")[2].partition("</code>")[0]
    assert address.startswith("https://club.example/in/")
    assert made.nobody().come_in(address).status_code == 200


def test_a_host_ends_the_devices_of_a_member(made: WebClub) -> None:
    """A lost phone whose owner has no other device."""
    anna, host = made.browser("anna"), made.browser("host")
    hers, bens = token_of(made, "anna"), token_of(made, "ben")
    shown = words(host.get(f"/c/{NAME}/members"))
    assert "also for their other campaigns of this club, and their programs for this one" in shown
    doors, known = made.house.doors, made.house.ledger.live(NAME).state.campaign.id
    assert "Lock out Anna" in shown and doors.signed_in(known) == {"anna", "host"}
    assert not doors.signed_in("0" * 32), "another campaign's devices are its own"
    assert host.post(f"/c/{NAME}/members/end", {"member": "anna"}).status_code == 200
    assert anna.get("/").status_code == 401
    assert doors.signed_in(known) == {"host"}
    assert "Lock out Anna" not in words(host.get(f"/c/{NAME}/members"))
    assert called(made, hers) == 401, "a program that the phone knew acts no more"
    assert called(made, bens) == 200


def test_whoever_takes_a_seat_ends_its_programs(made: WebClub) -> None:
    """They would act in the name of another person."""
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "title": "Monday club"}
    house, ben = made.house, made.browser("ben")
    assert house.desk.open("monday", **asked)["accepted"]
    theirs = invite(house.desk, house.doors, house.people, "monday", "host", "host").token
    stranger = made.nobody()
    stranger.come_in(f"/in/{theirs}")
    made.browser("anna")
    hers = token_of(made, "anna")
    assert called(made, hers) == 200
    stranger.come_in(made.invitation("anna"), **{"as": "me"})
    assert stranger.get(f"/c/{NAME}").status_code == 200
    assert called(made, hers) == 401 and ben.get("/").status_code == 200


def token_of(made: WebClub, member: str) -> str:
    """A token of a program of a member's."""
    return made.house.doors.hand_out("program", _id(made), member, "act", None)


def called(made: WebClub, token: str) -> int:
    """What a program gets with a token."""
    path = f"/api/v1/campaigns/{NAME}"
    return made.nobody().get(path, authorization=f"Bearer {token}").status_code


def test_two_invitations_in_one_browser_are_two_campaigns(made: WebClub) -> None:
    """Somebody who is in already stays who they are, and finds both on the first page."""
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "title": "Monday club"}
    assert made.house.desk.open("monday", **asked)["accepted"]
    house, anna = made.house, made.browser("anna")
    token = invite(house.desk, house.doors, house.people, "monday", "host", "host").token
    anna.come_in(f"/in/{token}", **{"as": "me"})
    page = words(anna.get("/"))
    assert "Monday club" in page and NAME in page
    assert anna.get(f"/c/{NAME}").status_code == anna.get("/c/monday").status_code == 200
    assert len(house.doors.devices(house.people.person_in(_id(made), "anna"))) == 1


def _id(made: WebClub) -> str:
    campaign_id: str = made.house.ledger.live(NAME).state.campaign.id
    return campaign_id


AGENTS = {
    "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0": "Firefox on Android",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1": "Safari on iPhone",
    "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0": "Edge on Windows",
    "": "A browser",
}


@pytest.mark.parametrize(("agent", "label"), AGENTS.items())
def test_a_device_is_called_what_its_owner_knows(agent: str, label: str) -> None:
    """In the list of devices."""
    assert label_of(agent) == label


def test_who_is_signed_in_as_another_is_asked_first(made: WebClub) -> None:
    """Whether the seat is theirs too, or they sign out; looking and pressing without a word do not
    move it.
    """
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "title": "Monday club"}
    house, anna = made.house, made.browser("anna")
    assert house.desk.open("monday", **asked)["accepted"]
    token = invite(house.desk, house.doors, house.people, "monday", "host", "host").token
    looked, pressed = anna.get(f"/in/{token}"), anna.come_in(f"/in/{token}")
    assert (looked.status_code, pressed.status_code) == (200, 409)
    for page in (looked, pressed):
        assert "you are signed in as Anna in club" in words(page)
        assert "Take the seat as Anna" in page.text and "Sign out first" in page.text
        assert "Nothing has happened yet." in words(page)
    assert "Monday club" not in anna.get("/").text
    out = anna.come_in(f"/in/{token}", **{"as": "new"})
    assert "Yes, that’s me" in out.text
    assert anna.get("/").status_code == 401
    anna.come_in(f"/in/{token}")
    page = words(anna.get("/"))
    assert "Monday club" in page and "Germany" not in page


def test_nobody_has_two_seats_of_a_campaign(made: WebClub) -> None:
    """Whoever is a member already can only sign out first."""
    anna, address = made.browser("anna"), made.invitation("ben")
    page = anna.get(address)
    assert "You are somebody else in this campaign already" in words(page)
    assert "Take the seat" not in page.text and "Sign out first" in page.text
    assert anna.come_in(address).status_code == 409
    assert anna.come_in(address, **{"as": "me"}).status_code == 409
    assert "Germany" in words(anna.get("/"))


def test_guessing_invitations_is_slowed_down(made: WebClub) -> None:
    """By network; one that was used is no guess."""
    used = made.invitation("anna")
    made.nobody().come_in(used)
    guesser = made.nobody()
    assert {guesser.get(used).status_code for _ in range(30)} == {404}
    found = [guesser.get(f"/in/{n:043}").status_code for n in range(21)]
    assert found == [404] * 20 + [429]


def test_a_device_that_floods_is_asked_to_wait(made: WebClub) -> None:
    """1200 pages in a row are more than anybody reads; others are not kept off."""
    anna, ben = made.browser("anna"), made.browser("ben")
    stopped = made.house.entrance._replace(limits=PageLimits(limits_by(HandClock())))
    house = made.house._replace(entrance=stopped)
    for browser in (anna, ben):
        browser.client._transport = ASGITransport(application(house))  # type: ignore[arg-type]
    device = made.house.doors.device(anna.client.cookies["__Host-device"])
    assert device is not None
    for _ in range(1199):
        assert stopped.limits.wait_for_page(device.digest) == 0
    assert anna.get("/").status_code == 200
    found = anna.get("/")
    assert found.status_code == 429 and found.headers["retry-after"] == "1"
    assert "Nothing was recorded. Try again in a minute." in words(found)
    assert ben.get("/").status_code == 200


@pytest.mark.slow
@pytest.mark.further
def test_a_what_if_is_nobodys_until_they_are_invited(made: WebClub) -> None:
    """It has another id, so no seat of the campaign counts there; every page says what it is."""
    anna, ledger = made.browser("anna"), made.house.ledger
    branch(ledger, "club", None, "host", "what-if")
    assert "what-if" not in anna.get("/").text
    assert anna.get("/c/what-if").status_code == 404
    house = made.house
    token = invite(house.desk, house.doors, house.people, "what-if", "anna", "host").token
    anna.come_in(f"/in/{token}", **{"as": "me"})
    for path in ("", "/board", "/journal", "/members"):
        assert "A what-if of club, from event 23 on." in anna.get(f"/c/what-if{path}").text
