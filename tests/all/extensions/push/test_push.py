"""Push: only the browser reads it, it tells no choice, and ends with the device.

What takes longer, waits or starts something, beside `extensions/push/test_push.py`.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from msgspec.structs import replace

from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.subscriptions import Subscription, Subscriptions
from campaign.extensions.push.posts import MOST, payload
from campaign.kernel.keys import to_text
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.notification import PUSH
from campaign.web.jobs.notifications import NotificationJob
from support.outside import Beyond, beyond
from support.push_browser import PushBrowser, claims_of
from support.sessions import ledger_in
from support.web import NAME, Browser, WebClub, forms, house_on, words
from tests.extensions.push.test_push import ENDPOINT


class Hands:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = "1999-01-02T00:00:00.000Z"

    def __call__(self) -> str:
        return self.now


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path, "push.example") as found:
        found.answer = lambda _: 201
        yield found


@pytest.fixture
def club(tmp_path: Path, there: Beyond) -> Iterator[WebClub]:
    made = WebClub(house_on(ledger_in(tmp_path), outside=there.outside))
    members = [
        {"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["germany", "italy"]},
        {"member": "ben", "name": "Ben", "roles": ["player"], "powers": ["ussr"]},
    ]
    assert made.house.desk.open(
        NAME, scenario="global-war", rulebook="lif-1998", title="Thursday club",
        setup={"members": members},
    )["accepted"]  # fmt: skip
    yield made
    made.close()


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def phone(club: WebClub) -> PushBrowser:
    """Anna's, switched on."""
    made = PushBrowser(ENDPOINT)
    found = club.browser("anna").post("/me/push", made.form)
    assert found.status_code == 200, words(found)
    return made


def anna(club: WebClub) -> tuple[Subscription, ...]:
    house = club.house
    person = house.people.person_in(house.ledger.live(NAME).state.campaign.id, "anna")
    return Subscriptions(house.people.file, clock=house.clock).of(person)


def rounds_of(club: WebClub, hands: Hands, *, is_plain: bool = False) -> NotificationJob:
    seconds = iter(range(0, 1_000_000, 60))  # each look a minute after the one before
    house = club.house
    return NotificationJob(
        house.ledger.store.place,
        house.address,
        hands,
        house.outside,
        is_plain=is_plain,
        monotonic=lambda: float(next(seconds)),
    )


def send(club: WebClub, command: str, **fields: object) -> None:
    answer = club.house.ledger.submit(NAME, {"command": command, **fields})
    assert answer["accepted"], answer


def told(there: Beyond, phone: PushBrowser) -> list[str]:
    return [phone.read(one.body)["notification"]["body"] for one in there.heard]


def test_a_member_is_told_what_waits_for_them_once(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands
) -> None:
    """In the declarative form, with the address of the board; nothing of what they then choose."""
    rounds = rounds_of(club, hands)
    rounds.run()
    send(club, "OpenReinforcement")
    send(club, "DrawLeader")
    rounds.run()
    rounds.run()
    state = club.house.ledger.live(NAME).state
    owed = [part for part in club.house.ledger.live(NAME).system.notices.owed(state)
            if part.seat in ("germany", "italy")]  # fmt: skip
    expected = " ".join(f"{part.does[0].upper()}{part.does[1:]}." for part in owed)
    assert expected, "the dice of this test ask Anna"
    (heard,) = there.heard
    message = phone.read(heard.body)
    assert message["web_push"] == 8030
    assert message["notification"]["title"] == "Thursday club"
    assert message["notification"]["body"] == expected
    assert message["notification"]["navigate"] == "https://club.example/c/club/board"
    for part in owed:
        send(club, "SealBallot", by="anna", power=part.seat, choice="no-veto")
    rounds.run()
    assert len(there.heard) == 1


def test_somebody_else_in_ones_seat_is_told_once(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands
) -> None:
    """Also to who has stopped all mail and wants nothing; what was read before is not told."""
    campaign = club.house.ledger.live(NAME).state.campaign
    club.house.people.update(
        campaign, "anna", lambda before: replace(before, sending="none", is_stopped=True)
    )
    rounds = rounds_of(club, hands)
    send(club, "OfferSeat", member="ben")
    send(club, "OfferSeat", member="anna")
    rounds.run()
    send(club, "TakeSeat", by="anna", member="anna")
    rounds.run()
    rounds.run()
    assert told(there, phone) == [
        "A host invited Anna again, who had come in before. If you did not ask for that, ask your "
        "host about it. Once somebody comes in with the invitation, you are told, and can have "
        "them locked out.",
        "Somebody came in as Anna, with a new invitation. If that was not you, ask a host to press "
        "“Lock out” beside your name on the Members page: all your devices, passkeys and programs "
        "end, and you come back with a new invitation.",
    ]
    navigate = phone.read(there.heard[-1].body)["notification"]["navigate"]
    assert navigate == "https://club.example/c/club/members"


def test_a_seat_that_was_taken_before_is_no_news(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands
) -> None:
    """As in a campaign that was read before such things were told."""
    send(club, "OfferSeat", member="anna")
    house = club.house
    version = house.ledger.store.version(NAME)
    id = house.ledger.live(NAME).state.campaign.id
    with closing(PeopleFile(house.people.file.path, (DELIVERIES,))) as file:
        StoredDeliveries(file, PUSH).make(id, (), version, hands())
    rounds = rounds_of(club, hands)
    rounds.run()
    assert there.heard == []
    send(club, "TakeSeat", by="anna", member="anna")
    rounds.run()
    (only,) = told(there, phone)
    assert only.startswith("Somebody came in as Anna")


def test_the_service_says_who_it_is(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands
) -> None:
    """RFC 8292: for this push service, with an end within a day, signed with the page's key."""
    page = club.browser("anna").get("/me/push")
    assert 'data-push="' not in page.text  # this device is on
    club.browser("anna").post("/me/push/test", {"subscription": anna(club)[0].id})
    (heard,) = there.heard
    assert heard.headers["Content-Encoding"] == "aes128gcm"
    assert heard.headers["TTL"] == "86400"
    claims, signed, signature, key = claims_of(heard.headers["Authorization"])
    assert claims["aud"] == "https://push.example"
    assert claims["sub"] == "https://club.example"
    assert claims["exp"] <= 915148800 + 2 * 86400  # 1 January 1999 and two days
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    public.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
    assert to_text(key) in club.browser("ben").get("/me/push").text
    assert phone.read(heard.body)["notification"]["body"].startswith("This is a test.")
    assert "Last: 1 January 1999" in words(club.browser("anna").get("/me/push"))


def test_what_fails_is_tried_again(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    """After a minute; the page says why, the log no address."""
    there.answer = lambda _: 503
    rounds = rounds_of(club, hands)
    send(club, "AdvanceTurn")
    with caplog.at_level(logging.DEBUG):
        rounds.run()
        hands.now = "1999-01-02T00:00:59.000Z"
        rounds.run()
    assert len(there.heard) == 1
    page = words(club.browser("anna").get("/me/push"))
    assert "not taken: it had a fault of its own (503)" in page
    there.answer = lambda _: 201
    hands.now = "1999-01-02T00:01:00.000Z"
    rounds.run()
    rounds.run()
    assert told(there, phone) == ["September/October 1939 is over."] * 2
    assert "tractor" not in caplog.text


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_dropped(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands, status: int
) -> None:
    """Its push service says so, and is not asked again."""
    there.answer = lambda _: status
    send(club, "AdvanceTurn")
    rounds = rounds_of(club, hands)
    rounds.run()
    hands.now = "1999-01-03T00:00:00.000Z"
    rounds.run()
    assert len(there.heard) == 1
    assert anna(club) == ()
    assert b"tractor" not in people_path(club.house.ledger.store.path).read_bytes()


def test_nothing_goes_to_a_device_that_was_ended(
    club: WebClub, there: Beyond, phone: PushBrowser, hands: Hands
) -> None:
    """A lost phone tells its finder nothing."""
    club.house.doors.end(anna(club)[0].person)
    send(club, "AdvanceTurn")
    rounds_of(club, hands).run()
    assert there.heard == []


def test_what_was_over_before_is_no_news(club: WebClub, there: Beyond, hands: Hands) -> None:
    """Somebody who switches it on late is not told of all the turns."""
    send(club, "AdvanceTurn")
    club.house.clock()
    made = PushBrowser(ENDPOINT)
    later = "1999-01-05T00:00:00.000Z"
    club.house = club.house._replace(clock=lambda: later)
    house = club.house
    person = house.people.person_in(house.ledger.live(NAME).state.campaign.id, "anna")
    club.browser("anna")
    person = house.people.person_in(house.ledger.live(NAME).state.campaign.id, "anna")
    device = house.doors.devices(person)[0].digest
    wanted = Subscriptions(house.people.file, clock=lambda: later)
    wanted.keep(person, device, **made.form)
    hands.now = later
    rounds_of(club, hands).run()
    assert there.heard == []


def test_a_push_service_at_home_is_none(club: WebClub, there: Beyond) -> None:
    """Nor is one without encryption; what leads home is not called."""
    browser = club.browser("anna")
    for address in (
        "http://push.example/",
        "https://push.example:22/",
        "https://user@push.example/",
    ):
        found = browser.post("/me/push", PushBrowser(address).form)
        assert found.status_code == 422
        assert "This browser’s push service can’t be used from here." in words(found)
    assert anna(club) == ()
    there.names["push.example"] = ("192.168.1.1",)
    browser.post("/me/push", PushBrowser(ENDPOINT).form)
    found = browser.post("/me/push/test", {"subscription": anna(club)[0].id})
    assert "not delivered: it leads into a private network, where nothing is sent" in words(found)
    assert there.called == []


def test_nobody_tests_or_ends_anothers(club: WebClub, there: Beyond, phone: PushBrowser) -> None:
    """Whoever knows its id is told that there is none."""
    (one,) = anna(club)
    ben = club.browser("ben")
    found = ben.post("/me/push/test", {"subscription": one.id})
    assert "That device is not switched on any more." in words(found)
    ben.post("/me/push/end", {"subscription": one.id})
    assert anna(club) == (one,) and there.heard == []
    assert "tractor" not in club.browser("anna").get("/me/push").text
    club.browser("anna").post("/me/push/end", {"subscription": one.id})
    assert anna(club) == ()


def test_without_encryption_it_is_off(tmp_path: Path, there: Beyond, hands: Hands) -> None:
    """The page says so, the form takes nothing, and nothing is sent."""
    made = WebClub(house_on(ledger_in(tmp_path), "http://127.0.0.1:8720", is_plain=True))
    members = [{"member": "anna", "name": "Anna", "roles": ["player"]}]
    made.house.desk.open(
        NAME, scenario="global-war", rulebook="lif-1998", setup={"members": members}
    )
    browser: Browser = made.browser("anna")
    page = browser.get("/me/push")
    assert "This service is not encrypted, and browsers then allow no push." in words(page)
    assert forms(page.text) == []
    found = browser.post("/me/push", PushBrowser(ENDPOINT).form)
    assert found.status_code == 422
    assert "This service is not encrypted, and nothing can be pushed from it." in words(found)
    assert anna(made) == ()
    made.close()


def test_a_message_is_never_longer_than_services_take() -> None:
    """However long title and text are; what arrives can be read."""
    for letter in ("x", "\u20ac", "\1"):  # of one byte, of three, of six as JSON writes it
        content = payload(letter * 10_000, letter * 10_000, "https://club.example/c/club", "one")
        assert len(content) <= MOST
        told = json.loads(content)["notification"]
        assert told["body"] and set(told["body"]) == {letter} == set(told["title"])
    assert json.loads(payload("T", "x" * 500, "u", "t"))["notification"]["body"] == "x" * 500
