"""What a member is told and how, chosen on the web; the last mail and a test of it, in words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.people.choices import Choices
from support.mail_server import Behaviour, mail_server
from support.web import NAME, Browser, WebClub, club, forms, words

PAGE = f"/me/notices/{NAME}"
ANNA = "anna@example.org"
GOOD = {
    "do": "save",
    "sending": "digest",
    "digest_at": "07:30",
    "quiet": "23-6",
    "zone": "europe/berlin",
    "kind:turns": "on",
    "kind:draws": "on",
}


@pytest.fixture
def web(tmp_path: Path) -> Iterator[WebClub]:
    with club(tmp_path, title="Thursday club") as made:
        yield made


def chosen(web: WebClub, member: str = "anna") -> Choices:
    campaign = web.house.ledger.live(NAME).state.campaign
    return web.house.people.choices_of(campaign, member)


def with_address(web: WebClub, address: str = ANNA) -> None:
    campaign = web.house.ledger.live(NAME).state.campaign
    web.house.people.change(campaign.id, "anna", Choices(address=address))


def by_post(web: WebClub, port: int) -> None:
    """The club has a mail server."""
    web.house.ledger.store.path.with_name("club.toml").write_text(
        f'[mail]\nport = {port}\nhost = "127.0.0.1"\nsecurity = "none"\n'
        'from = "Club <club@example.org>"\n'
    )


@pytest.fixture
def server() -> Iterator[tuple[int, Behaviour]]:
    with mail_server() as found:
        yield found


def test_choices_are_kept_for_their_member_alone(web: WebClub) -> None:
    """Zone and hours as they are read; kinds that are as usual are not kept."""
    found = web.browser("anna").post(PAGE, GOOD)
    assert found.status_code == 200 and "Your choices are kept." in words(found)
    kept = chosen(web)
    assert (kept.sending, kept.digest_at, kept.quiet) == ("digest", "07:30", (23, 6))
    assert kept.zone == "Europe/Berlin"
    assert kept.kinds == {"asked": False, "draws": True, "disputes": False, "corrections": False}
    assert chosen(web, "ben") == Choices()


def test_the_form_shows_what_is_kept(web: WebClub) -> None:
    anna = web.browser("anna")
    anna.post(PAGE, GOOD)
    form = forms(anna.get(PAGE).text)[0]
    ticked = {name for name in form.fields if name.startswith("kind:")}
    assert ticked == {"kind:turns", "kind:draws"}
    assert form.fields["sending"] == "digest" and form.fields["quiet"] == "23-06"
    assert form.fields["zone"] == "Europe/Berlin"


def test_only_hosts_choose_about_failures(web: WebClub) -> None:
    assert "kind:failures" in forms(web.browser("host").get(PAGE).text)[0].offered
    anna = web.browser("anna")
    assert "kind:failures" not in forms(anna.get(PAGE).text)[0].offered
    anna.post(PAGE, GOOD)
    assert "failures" not in chosen(web).kinds


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("zone", "Europe/Berln", "There is no time zone 'Europe/Berln'; did you mean"),
        ("zone", "", "There is no time zone ''"),
        ("digest_at", "25:00", "'25:00' is no time of day; write it as 19:00."),
        ("quiet", "late", "'late' is no span of hours; write it as 22-08"),
        ("sending", "weekly", "Choose one."),
    ],
)
def test_a_fault_is_told_at_its_field(web: WebClub, field: str, typed: str, told: str) -> None:
    """Nothing is kept, and what was typed stays."""
    found = web.browser("anna").post(PAGE, {**GOOD, field: typed})
    assert found.status_code == 422
    assert told in words(found) and f'id="why-{field}"' in found.text
    form = forms(found.text)[0]
    if field != "sending":
        assert form.fields[field] == typed
    assert "kind:draws" in form.fields and "kind:asked" not in form.fields
    assert chosen(web) == Choices()


def test_turns_that_ended_meanwhile_are_not_sent_afterwards(web: WebClub) -> None:
    """Whoever takes no mail and comes back gets those that end from then on."""
    anna = web.browser("anna")
    anna.post(PAGE, {**GOOD, "sending": "none"})
    assert web.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    anna.post(PAGE, {**GOOD, "sending": "each"})
    assert chosen(web).turns_after == "1939-SO"


def test_a_member_stops_their_mail_and_lets_it_go_on(web: WebClub) -> None:
    with_address(web)
    anna, campaign = web.browser("anna"), web.house.ledger.live(NAME).state.campaign.id
    found = anna.post(PAGE, {"do": "rest"})
    assert "Your mail rests." in words(found)
    assert web.house.people.is_stopped(campaign, "anna")
    anna.post(PAGE, {"do": "resume"})
    assert not web.house.people.is_stopped(campaign, "anna")


def test_all_campaigns_are_listed(web: WebClub) -> None:
    anna = web.browser("anna")
    assert 'href="/me/notices"' in anna.get("/me").text
    found = anna.get("/me/notices")
    assert "Thursday club no address yet" in words(found)
    with_address(web)
    assert "Thursday club as it happens" in words(anna.get("/me/notices"))


def test_ones_own_deadlines_are_in_ones_own_zone(web: WebClub) -> None:
    """Without a script: on the first page, on the campaign's and at the table. UTC stands beside
    it; who has chosen no zone reads UTC alone.
    """
    for command in ("OpenReinforcement", "DrawLeader"):
        assert web.house.ledger.submit(NAME, {"command": command})["accepted"]
    due = {"command": "SetDeadline", "what": "ballots", "until": "2100-01-31T23:30:00Z"}
    assert web.house.ledger.submit(NAME, due)["accepted"]
    anna, ben = web.browser("anna"), web.browser("ben")
    anna.post(PAGE, GOOD)
    for page in ("/", f"/c/{NAME}", f"/c/{NAME}/board"):
        told = words(anna.get(page))
        assert "by Mon 1 Feb 00:30 (Europe/Berlin), Sun 31 Jan 23:30 UTC" in told
        assert "by 31 January 2100, 23:30 UTC" in words(ben.get(page))


# --- mail ---------------------------------------------------------------------------------------


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
    from campaign.store.clock import utc_now
    from campaign.web.rounds.mail_round import MailRound

    by_post(web, server[0])
    with_address(web)
    assert web.house.ledger.submit(NAME, {"command": "AdvanceTurn"})["accepted"]
    MailRound(web.house.ledger.store.place, utc_now).run()
    told = words(web.browser("anna").get(PAGE))
    assert "The last one, " in told and "UTC: sent." in told


# --- the other channels -------------------------------------------------------------------------


def test_devices_are_there_with_their_last_result_and_a_test(tmp_path: Path) -> None:
    """A test from here comes back here."""
    from campaign.people.subscriptions import Subscriptions
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


def test_only_a_host_reads_of_webhooks(web: WebClub) -> None:
    """With their server's name, never their address."""
    from campaign.people.webhooks import Webhooks

    house = web.house
    campaign = house.ledger.live(NAME).state.campaign
    hooks = Webhooks(house.people.file, clock=house.clock)
    assert "Webhooks of the campaign There are none." in words(web.browser("host").get(PAGE))
    made = hooks.make(campaign.id, "slack", "https://hooks.example/secret-way", ["turns"])
    assert made is not None
    page = web.browser("host").get(PAGE)
    assert "hooks.example Last: nothing was sent yet" in words(page)
    assert "secret-way" not in page.text
    assert "hooks.example" not in web.browser("anna").get(PAGE).text
