"""A host reminds somebody with one tap: once a day, by every way that they take.

What takes longer, waits or starts something, beside `notifications/test_reminding.py`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from campaign.extensions.mail_out.job import MailJob
from campaign.web.jobs.notifications import NotificationJob
from support.evening import DESK, draw, is_asked
from support.mail_server import Behaviour
from support.outside import Beyond, beyond
from support.push_browser import PushBrowser
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, PLAYERS, WebClub, house_on, words
from tests.notifications.test_reminding import NOON

REMIND = f"{DESK}/remind"
AWAKE = (0, 0)


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Beyond]:
    with beyond(tmp_path, "push.example") as found:
        found.answer = lambda _: 201
        yield found


@pytest.fixture
def made(tmp_path: Path, there: Beyond, server: tuple[int, Behaviour]) -> Iterator[WebClub]:
    """A club that sends mail; a leader is drawn."""
    club = WebClub(house_on(ledger_in(tmp_path), outside=there.outside))
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    assert club.house.desk.open(NAME, **asked)["accepted"]
    club.house.ledger.store.path.with_name("club.toml").write_text(
        f'[mail]\nport = {server[0]}\nhost = "127.0.0.1"\nsecurity = "none"\n'
        'from = "Club <club@example.org>"\n'
    )
    yield club
    club.close()


def with_address(made: WebClub, member: str, **more: object) -> str:
    """Gives a member an address."""
    campaign = made.house.ledger.live(NAME).state.campaign
    address = f"{member}@example.org"
    made.house.people.change(
        campaign.id,
        member,
        Choices(address=address, quiet=AWAKE, **more),  # type: ignore[arg-type]
    )
    return address


def mailed(made: WebClub, now: str = NOON) -> None:
    MailJob(made.house.ledger.store.path, lambda: now).run()


def late_in(made: WebClub) -> list[str]:
    return [who for who in PLAYERS if is_asked(made.browser(who))]


def of(made: WebClub, member: str) -> str:
    """What the desk says beside a member who owes something."""
    page = made.browser("host").get(DESK).text.partition('class="owing"')[2].partition("</ul>")[0]
    (item,) = [one for one in page.split("<li>") if f"{member.title()}<span" in one]
    return item


def test_a_reminder_goes_by_mail_once(made: WebClub, server: tuple[int, Behaviour]) -> None:
    draw(made)
    late, other = late_in(made)[:2]
    address = with_address(made, late)
    assert "the first notice is on its way" in of(made, late)
    mailed(made)
    before = server[1].messages(address)
    assert len(before) == 1 and ">Remind<" in of(made, late)
    assert "gets no notices; tell them yourself" in of(made, other)
    assert ">Remind<" not in of(made, other)
    host = made.browser("host")
    page = host.post(REMIND, {"member": late})
    assert page.url.path == DESK and "reminded today" in of(made, late)
    assert ">Remind<" not in of(made, late)
    again = host.post(REMIND, {"member": late})
    assert again.status_code == 409
    assert f"{late.title()} was reminded today." in words(again)
    for _ in range(2):
        mailed(made)
    first, reminder = server[1].messages(address)
    assert reminder["Subject"].startswith("Reminder: club: ")
    assert reminder["In-Reply-To"] == first["Message-ID"]
    assert server[1].count() == 2  # nobody else got anything


def test_a_refused_press_says_why(made: WebClub) -> None:
    host = made.browser("host")
    asks = "Nothing is asked of them that you could remind them of."
    assert asks in words(host.post(REMIND, {"member": "anna"}))  # nothing is drawn
    draw(made)
    late = late_in(made)[0]
    found = host.post(REMIND, {"member": late})
    assert found.status_code == 409
    assert f"{late.title()} gets no notices; tell them yourself." in words(found)
    assert host.post(REMIND, {"member": "nobody"}).status_code == 404


def test_quiet_hours_and_the_daily_mail_hold_a_reminder(
    made: WebClub, server: tuple[int, Behaviour]
) -> None:
    """At night until eight in the morning; once a day with the mail of nineteen o'clock."""
    draw(made)
    owl, daily = late_in(made)[:2]
    addresses = with_address(made, owl), with_address(made, daily)
    mailed(made)
    campaign = made.house.ledger.live(NAME).state.campaign.id
    made.house.people.change(campaign, owl, Choices(address=addresses[0]))
    made.house.people.change(campaign, daily, Choices(address=addresses[1], sending="digest"))
    for who in (owl, daily):
        made.browser("host").post(REMIND, {"member": who})
    for at, first, second in (
        ("1999-01-02T07:59:00.000Z", 1, 2),
        ("1999-01-02T08:00:00.000Z", 2, 2),
    ):
        mailed(made, at)
        assert len(server[1].messages(addresses[0])) == first
        assert len(server[1].messages(addresses[1])) == second


def test_what_is_done_meanwhile_is_not_reminded_of(
    made: WebClub, server: tuple[int, Behaviour]
) -> None:
    from support.evening import answer

    draw(made)
    late = late_in(made)[0]
    address = with_address(made, late)
    mailed(made)
    made.browser("host").post(REMIND, {"member": late})
    for who in late_in(made):
        answer(made.browser(who), "no-veto")
    mailed(made)
    assert len(server[1].messages(address)) == 1


def test_a_reminder_wakes_devices(made: WebClub, there: Beyond) -> None:
    """It says what waits, as the first notice did; its own row, so that it goes once."""
    draw(made)
    late = late_in(made)[0]
    phone = PushBrowser("https://push.example/send/one")
    made.browser(late).post("/me/push", phone.form)
    house, seconds = made.house, iter(range(0, 10_000, 60))
    rounds = NotificationJob(
        house.ledger.store.path,
        house.address,
        lambda: NOON,
        house.outside,
        monotonic=lambda: float(next(seconds)),
    )
    rounds.run()
    assert there.heard == []  # what came about before the device was switched on is not told
    made.browser("host").post(REMIND, {"member": late})
    assert "reminded today" in of(made, late)
    for _ in range(2):
        rounds.run()
    (one,) = there.heard
    told = phone.read(one.body)["notification"]
    assert "ballot" in told["body"] and told["navigate"].endswith("/board")


def test_mail_that_fails_wakes_the_hosts_devices(
    made: WebClub, there: Beyond, server: tuple[int, Behaviour]
) -> None:
    """With a name, never an address; players are told nothing of it."""
    with_address(made, "anna")
    phones = {who: PushBrowser(f"https://push.example/send/{who}") for who in ("host", "ben")}
    for who, phone in phones.items():
        made.browser(who).post("/me/push", phone.form)
    server[1].at_recipient = lambda to: "550 5.1.1 unknown"
    assert made.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    mailed(made)
    house = made.house
    path = house.ledger.store.path
    NotificationJob(path, house.address, lambda: NOON, house.outside, monotonic=lambda: 0.0).run()
    found = [
        phones["host"].read(one.body)["notification"]
        for one in there.heard
        if one.path.endswith("host")
    ]
    (failed,) = [one for one in found if one["navigate"].endswith("/host")]
    assert failed["body"] == "1 message may not have arrived: mail to Anna."
    assert len([one for one in there.heard if one.path.endswith("ben")]) == len(found) - 1
