"""What a member is told and how, chosen on the web; the last mail and a test of it, in words.

What takes longer, waits or starts something, beside `web/test_web_notices.py`.
"""

from pathlib import Path

from support.mail_server import Behaviour, mail_server
from support.web import NAME, Browser, WebClub, forms, words
from tests.web.test_web_notices import ANNA, PAGE, web, with_address

__all__ = ["web"]


def by_post(web: WebClub, port: int) -> None:
    """The club has a mail server."""
    web.house.ledger.store.path.with_name("club.toml").write_text(
        f'[mail]\nport = {port}\nhost = "127.0.0.1"\nsecurity = "none"\n'
        'from = "Club <club@example.org>"\n'
    )


def answer_to_a_test(browser: Browser) -> str:
    return words(browser.post(PAGE, {"do": "test"}))


def test_why_there_is_no_mail_is_told(web: WebClub, server: tuple[int, Behaviour]) -> None:
    """Without a server, then without an address; the test is refused for the same reasons."""
    anna = web.browser("anna")
    for why in ("This club sends no mail.", "Nobody has given an address of yours."):
        found = anna.post(PAGE, {"do": "test"})
        assert found.status_code == 409 and why in words(found)
        assert "Send a test" not in words(found)
        by_post(web, server[0])
    with_address(web)
    assert "Nothing was sent to you yet." in words(anna.get(PAGE))
    assert server[1].count() == 0


def test_a_test_goes_to_the_members_own_address(
    web: WebClub, server: tuple[int, Behaviour]
) -> None:
    """A few times, then after a while."""
    anna = web.browser("anna")
    by_post(web, server[0])
    with_address(web)
    for _ in range(3):
        assert "The test was sent. Look whether it arrived, also in spam." in answer_to_a_test(anna)
    again = anna.post(PAGE, {"do": "test"})
    assert again.status_code == 429
    assert "You have tried a few times; the next one can go in" in words(again)
    assert {who: len(found) for who, found in server[1].inboxes.items()} == {ANNA: 3}


def test_a_server_that_is_gone_is_told_without_its_words(
    web: WebClub, server: tuple[int, Behaviour]
) -> None:
    """They may name accounts; the host reads them."""
    with mail_server() as (gone, _):
        pass  # nobody listens there any more
    by_post(web, gone)
    with_address(web)
    told = answer_to_a_test(web.browser("anna"))
    assert "The test was not sent. The club’s mail server takes nothing at the moment" in told
    assert "127.0.0.1" not in told


def test_the_last_mail_is_told_in_words(web: WebClub, server: tuple[int, Behaviour]) -> None:
    """When, in the member's zone, and what became of it."""
    from campaign.extensions.mail_out.job import MailJob
    from campaign.world.clock import utc_now

    by_post(web, server[0])
    with_address(web)
    assert web.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    MailJob(web.house.ledger.store.place, utc_now).run()
    told = words(web.browser("anna").get(PAGE))
    assert "The last one, " in told and "UTC: sent." in told


def test_devices_are_there_with_their_last_result_and_a_test(tmp_path: Path) -> None:
    """A test from here comes back here."""
    from campaign.accounts.subscriptions import Subscriptions
    from support.outside import beyond
    from support.push_browser import PushBrowser
    from support.sessions import ledger_in
    from support.web import house_on

    with beyond(tmp_path, "push.example") as there:
        there.answer = lambda _: 201
        made = WebClub(house_on(ledger_in(tmp_path), outside=there.outside))
        asked = {"member": "anna", "name": "Anna", "roles": ["player"], "powers": ["germany"]}
        assert made.house.desk.open(
            NAME, scenario="global-war", rulebook="lif-1998", setup={"members": [asked]}
        )["accepted"]
        anna = made.browser("anna")
        assert "My devices None is woken yet." in words(anna.get(PAGE))
        anna.post("/me/push", PushBrowser("https://push.example/send/one").form)
        assert "Last: nothing was sent yet" in words(anna.get(PAGE))
        form = next(form for form in forms(anna.get(PAGE).text) if "subscription" in form.offered)
        chosen = {"subscription": form.offered["subscription"][0]}
        found = anna.post(form.action, form.fields | chosen)
        assert found.url.path == PAGE and "UTC: delivered" in words(found)
        house = made.house
        campaign = house.ledger.live(NAME).state.campaign
        wanted = Subscriptions(house.people.file, clock=house.clock)
        assert [one.said for one in wanted.of(house.people.person_in(campaign.id, "anna"))] == [
            "delivered"
        ]
        away = anna.post("/me/push/test", {**chosen, "to": "https://elsewhere.example/"})
        assert away.url.path == "/"  # no way out of the service
        made.close()
