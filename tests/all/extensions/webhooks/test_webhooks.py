"""Webhooks: public news goes where the host says, is signed, tried again, and holds no secret.

What takes longer, waits or starts something, beside `extensions/webhooks/test_webhooks.py`.
"""

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.accounts.database import people_path
from campaign.extensions.webhooks.hooks import MOST, Webhook, Webhooks
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.reader import Live
from campaign.systems import SYSTEMS
from campaign.text.english import listed
from campaign.web.jobs.notifications import NotificationJob
from support.command_line import Shell
from support.outside import Beyond, beyond
from support.sessions import ledger_in
from support.web import NAME, WebClub, forms, house_on, words
from tests.extensions.webhooks.test_webhooks import ADDRESS

ALL = dict.fromkeys(
    ("turns", "asked", "all_in", "opened", "deadlines", "corrections", "disputes"), "yes"
)


class Hands:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = "1999-01-02T00:00:00.000Z"

    def __call__(self) -> str:
        return self.now

    def to(self, day: int, hour: int, minute: int = 0) -> None:
        self.now = f"1999-01-{day:02}T{hour:02}:{minute:02}:00.000Z"


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path) as found:
        yield found


@pytest.fixture
def club(tmp_path: Path, there: Beyond) -> Iterator[WebClub]:
    made = WebClub(house_on(ledger_in(tmp_path), outside=there.outside))
    members = [{"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["germany"]}]
    assert made.house.desk.open(
        NAME, scenario="global-war", rulebook="lif-1998", title="Thursday *club*",
        setup={"members": members},
    )["accepted"]  # fmt: skip
    yield made
    made.close()


@pytest.fixture
def hands() -> Hands:
    return Hands()


def round_of(club: WebClub, hands: Hands) -> NotificationJob:
    store, house = club.house.ledger.store.place, club.house
    return NotificationJob(store, house.address, hands, house.outside, monotonic=_always())


def _always() -> Any:
    """Each look is a minute after the one before, so that every round looks."""
    seconds = iter(range(0, 1_000_000, 60))
    return lambda: float(next(seconds))


def send(club: WebClub, command: str, **fields: object) -> None:
    answer = club.house.ledger.submit(NAME, {"command": command, **fields})
    assert answer["accepted"], answer


def make(club: WebClub, form: str = "discord", **fields: str) -> Webhook:
    club.browser("host").post(f"/c/{NAME}/hooks", {"form": form, "url": ADDRESS, **ALL, **fields})
    return hooks(club)[-1]


def hooks(club: WebClub) -> tuple[Webhook, ...]:
    house = club.house
    live = house.ledger.live(NAME)
    return Webhooks(house.people.file, clock=house.clock).of(live.state.campaign.id)


def bodies(there: Beyond) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in there.heard]


def test_a_turn_that_is_over_is_told_once(club: WebClub, there: Beyond, hands: Hands) -> None:
    """What had happened before is not told. Discord's marks and mentions do nothing."""
    make(club)
    rounds = round_of(club, hands)
    rounds.run()
    assert there.heard == []
    send(club, "AdvanceTurn")
    rounds.run()
    rounds.run()
    assert bodies(there) == [
        {
            "content": "Thursday \\*club\\*: September/October 1939 is over.\n"
            "<https://club.example/c/club>",
            "allowed_mentions": {"parse": []},
        }
    ]
    assert there.heard[0].path == "/api/webhooks/17/tractor-battery"


def test_of_the_board_it_tells_who_is_awaited_and_no_answer(
    club: WebClub, there: Beyond, hands: Hands
) -> None:
    """LiF 4.1(1): whose ballots are awaited, that all are in, and how it went: not how many are."""
    make(club, "plain")
    rounds = round_of(club, hands)
    send(club, "OpenReinforcement")
    send(club, "DrawLeader")
    rounds.run()
    state = club.house.ledger.live(NAME).state
    owed = SYSTEMS["lif"].notices.owed(state)
    awaited = [part.seat for part in owed]
    who = owed[0].title.removeprefix("ballot on ")
    for power in awaited:
        send(club, "SealBallot", power=power, choice="no-veto")
        rounds.run()
    send(club, "OpenBallots")
    rounds.run()
    names = SYSTEMS["lif"].seats.names
    assert [(one["kind"], one["text"]) for one in bodies(there)] == [
        ("asked", f"Ballot on {who}: {listed(names[seat] for seat in awaited)} are awaited."),
        ("all_in", f"All ballots on {who} are in."),
        ("opened", f"{who} is promoted."),
        ("asked", bodies(there)[3]["text"]),
    ]
    assert bodies(there)[3]["text"].startswith("Vote on another leader: ")
    assert all("choice" not in one and "no-veto" not in str(one) for one in bodies(there))


def test_a_deadline_that_is_near_is_told_once(club: WebClub, there: Beyond, hands: Hands) -> None:
    """Twelve hours before it, and nothing before that."""
    make(club, "slack", **dict.fromkeys(set(ALL) - {"deadlines"}, ""))
    rounds = round_of(club, hands)
    send(club, "OpenReinforcement")
    send(club, "DrawLeader")
    send(club, "SetDeadline", what="ballots", until="1999-01-04T20:00:00Z")
    hands.to(4, 7, 59)
    rounds.run()
    assert there.heard == []
    hands.to(4, 8)
    rounds.run()
    hands.to(4, 9)
    rounds.run()
    (told,) = bodies(there)
    assert ": the deadline is 4 January 1999, 20:00 UTC." in told["text"]


def test_the_plain_form_is_signed(club: WebClub, there: Beyond, hands: Hands) -> None:
    """HMAC-SHA-256 over id, time and body; the key is shown on one page, once."""
    found = club.browser("host").post(
        f"/c/{NAME}/hooks", {"form": "plain", "url": ADDRESS, "turns": "yes"}
    )
    (hook,) = hooks(club)
    assert hook.secret in words(found)
    assert hook.secret not in club.browser("host").get(f"/c/{NAME}/hooks").text
    send(club, "AdvanceTurn")
    round_of(club, hands).run()
    (heard,) = there.heard
    key = base64.b64decode(hook.secret.removeprefix("whsec_"))
    signed = f"{heard.headers['webhook-id']}.{heard.headers['webhook-timestamp']}.".encode()
    digest = hmac.new(key, signed + heard.body, hashlib.sha256).digest()
    assert heard.headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    assert heard.headers["webhook-timestamp"] == "915235200"  # 2 January 1999, 00:00 UTC
    assert json.loads(heard.body) == {
        "id": heard.headers["webhook-id"],
        "campaign": NAME,
        "title": "Thursday *club*",
        "kind": "turns",
        "turn": "1939-SO",
        "text": "September/October 1939 is over.",
        "url": "https://club.example/c/club",
        "at": "1999-01-02T00:00:00.000Z",
    }


PAUSES = ((2, 0, 1), (2, 0, 6), (2, 0, 36), (2, 2, 36), (2, 14, 36))
"""1, 5 and 30 minutes, 2 and 12 hours, one after the other: day, hour, minute."""


def test_what_fails_is_tried_again_and_after_a_day_no_more(
    club: WebClub, there: Beyond, hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    """The host reads it first on their desk; a test that arrives switches it on from then on."""
    there.answer = lambda _: 500
    make(club)
    send(club, "AdvanceTurn")
    rounds = round_of(club, hands)
    with caplog.at_level(logging.DEBUG):
        rounds.run()
        assert len(there.heard) == 1
        for number, (day, hour, minute) in enumerate(PAUSES):
            before = hands.now
            hands.to(day, hour, minute - 1) if minute else hands.to(day, hour - 1, 59)
            if hands.now > before:
                rounds.run()
                assert len(there.heard) == 1 + number
            hands.to(day, hour, minute)
            rounds.run()
            assert len(there.heard) == 2 + number
            assert not hooks(club)[0].off_since
        desk = words(club.browser("host").get(f"/c/{NAME}/host"))
        assert "The webhook to hooks.example has failed since 2 January 1999, 00:00 UTC" in desk
        hands.to(3, 2, 36)  # 12 hours later, and more than a day after the first
        rounds.run()
    assert hooks(club)[0].off_since
    assert "tractor" not in caplog.text
    desk = words(club.browser("host").get(f"/c/{NAME}/host"))
    assert (
        "The webhook to hooks.example has been off since 3 January 1999, 02:36 UTC, after a day of "
        "failures; a test that arrives switches it on."
    ) in desk
    calls = len(there.heard)
    send(club, "AdvanceTurn")
    hands.to(5, 0)
    rounds.run()
    assert len(there.heard) == calls
    there.answer = lambda _: 204
    club.browser("host").post(f"/c/{NAME}/hooks/test", {"hook": hooks(club)[0].id})
    assert "This is a test" in bodies(there)[-1]["content"]
    assert not hooks(club)[0].off_since


def test_the_host_at_the_keyboard_sees_it_first(club: WebClub, there: Beyond, hands: Hands) -> None:
    """`campaign status` begins with what does not get out."""
    there.names["hooks.example"] = ("127.0.0.1",)
    make(club)
    send(club, "AdvanceTurn")
    shell = Shell(club.house.ledger.store.path.parent)
    assert "webhook" not in shell.fine("status", NAME)
    round_of(club, hands).run()
    first = shell.fine("status", NAME).split("\n\n")[0]
    told = " ".join(first.split())
    assert told.startswith(
        "Mail the webhook to hooks.example has failed since 2 January 1999, 00:00 UTC (not "
        "delivered: it leads into a private network, where nothing is sent)"
    )
    assert "tractor" not in first


def test_news_behind_one_that_fails_waits_and_keeps_its_order(
    club: WebClub, there: Beyond, hands: Hands
) -> None:
    """Nothing is lost and nothing comes twice."""
    make(club)
    rounds = round_of(club, hands)
    there.answer = lambda _: 429
    send(club, "AdvanceTurn")
    send(club, "AdvanceTurn")
    rounds.run()
    assert len(there.heard) == 1
    there.answer = lambda _: 200
    hands.to(2, 0, 1)
    rounds.run()
    told = [one["content"].split(": ")[1].split(" is over")[0] for one in bodies(there)]
    first, second = "September/October 1939", "November/December 1939"
    assert told == [first, first, second]


def test_what_failed_is_told_when_its_turn_is_long_over(
    club: WebClub, there: Beyond, hands: Hands
) -> None:
    """What is asked no more by then is not; a webhook that took all is not told anything twice."""
    make(club)
    make(club, url=f"{ADDRESS}-two")
    there.answer = lambda heard: 204 if heard.path.endswith("-two") else 429
    rounds = round_of(club, hands)
    for minute in (0, 1, 2):
        send(club, "AdvanceTurn")
        hands.to(2, 0, minute)
        rounds.run()
    send(club, "OpenReinforcement")
    send(club, "DrawLeader")
    rounds.run()
    state = club.house.ledger.live(NAME).state
    for part in SYSTEMS["lif"].notices.owed(state):
        send(club, "SealBallot", power=part.seat, choice="no-veto")
    send(club, "OpenBallots")
    rounds.run()
    there.answer = lambda _: 204
    hands.to(2, 0, 6)
    rounds.run()
    rounds.run()
    told = [one.body.decode() for one in there.heard if not one.path.endswith("-two")]
    turns = ["September/October 1939", "November/December 1939", "January/February 1940"]
    assert all(turns[0] in one for one in told[:2])  # not taken, at once and a minute later
    assert [turn in one for turn, one in zip(turns, told[2:], strict=False)] == [True] * 3
    assert "Ballot on" not in " ".join(told)
    assert "is promoted" in " ".join(told[5:])
    seconds = [one.body for one in there.heard if one.path.endswith("-two")]
    assert len(set(seconds)) == len(seconds)
    rows = StoredDeliveries(club.house.people.file, "webhook").known(state.campaign.id)
    assert {row.state for row in rows.values()} == {"sent"}


def test_a_crash_in_a_call_loses_no_webhook_its_news(
    club: WebClub, there: Beyond, hands: Hands
) -> None:
    """Ten minutes later both are told; whoever may have heard it knows the repeat by its id."""

    class PowerCutError(BaseException):
        """Nothing is done any more."""

    make(club, "plain")
    make(club, "plain", url=f"{ADDRESS}-two")
    rounds = round_of(club, hands)
    send(club, "AdvanceTurn")
    whole = there.outside

    def cut(*_: object) -> Any:
        raise PowerCutError

    broken = NotificationJob(
        club.house.ledger.store.place, club.house.address, hands,
        msgspec.structs.replace(whole, connect=cut), monotonic=_always(),
    )  # fmt: skip
    with pytest.raises(PowerCutError):
        broken.run()
    send(club, "AdvanceTurn")
    hands.to(2, 0, 11)
    rounds.run()
    first = [one.path.endswith("-two") for one in there.heard]
    assert sorted(first) == [False, False, True, True]
    assert {one["turn"] for one in bodies(there)} == {"1939-SO", "1939-ND"}
    assert len({one["id"] for one in bodies(there)}) == 4


def test_a_campaign_of_which_nobody_is_told_is_not_read(
    club: WebClub, there: Beyond, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is a what-if, and both are where somebody may be; here that is a webhook."""
    read: list[str] = []
    real = Ledger.live

    def live(self: Ledger, name: str, at: int | None = None) -> Live:
        read.append(name)
        return real(self, name, at)

    rounds = round_of(club, hands)
    branch(club.house.ledger, NAME, None, "host", "if")
    monkeypatch.setattr(Ledger, "live", live)
    rounds.run()
    assert read == []
    make(club)
    read.clear()
    rounds.run()
    assert set(read) == {NAME}


def test_the_host_makes_tests_and_takes_away(club: WebClub, there: Beyond) -> None:
    """The page shows the server's name and never the address."""
    host = club.browser("host")
    make(club)
    page = host.get(f"/c/{NAME}/hooks")
    assert "hooks.example" in page.text and "tractor" not in page.text
    assert "Last: nothing was sent yet" in words(page)
    found = host.post(f"/c/{NAME}/hooks/test", {"hook": hooks(club)[0].id})
    assert "delivered" in words(found)
    there.answer = lambda _: 404
    found = host.post(f"/c/{NAME}/hooks/test", {"hook": hooks(club)[0].id})
    assert "not taken: it does not know this address any more (404)" in words(found)
    there.names["hooks.example"] = ("10.0.0.7",)
    found = host.post(f"/c/{NAME}/hooks/test", {"hook": hooks(club)[0].id})
    assert "not delivered: it leads into a private network, where nothing is sent" in words(found)
    host.post(f"/c/{NAME}/hooks/end", {"hook": hooks(club)[0].id})
    assert hooks(club) == ()
    assert b"tractor" not in people_path(club.house.ledger.store.path).read_bytes()


REFUSED = {
    "url": ({"url": "http://192.168.1.1/admin"}, "Write an address that begins with https://, on "
            "port 443 or 8443. Nothing was recorded."),
    "form": ({"form": "telegram"}, "Choose one of discord, slack, plain. Nothing was recorded."),
    "kinds": (dict.fromkeys(ALL, ""), "Choose at least one kind of news. Nothing was recorded."),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_said_at_its_field(club: WebClub, what: str) -> None:
    """What was typed is kept."""
    typed, expected = REFUSED[what]
    fields = {"form": "slack", "url": ADDRESS, **ALL, **typed}
    found = club.browser("host").post(f"/c/{NAME}/hooks", fields)
    assert found.status_code == 422
    assert expected in words(found)
    (form,) = (one for one in forms(found.text) if "url" in one.fields)
    assert form.fields["url"] == fields["url"]
    assert hooks(club) == ()


def test_a_campaign_has_no_more_than_ten(club: WebClub) -> None:
    """The eleventh is refused with what to do."""
    for _ in range(MOST):
        make(club)
    found = club.browser("host").post(f"/c/{NAME}/hooks", {"form": "slack", "url": ADDRESS, **ALL})
    assert found.status_code == 422
    expected = "A campaign has at most 10 webhooks; take one away first. Nothing was recorded."
    assert expected in words(found)
    assert len(hooks(club)) == MOST
