"""What a member is told and how, chosen on the web; the last mail and a test of it, in words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.accounts.choices import Choices
from support.web import NAME, WebClub, club, forms, words

pytestmark = pytest.mark.further

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
    return web.house.people.choices(campaign.id, member)


def with_address(web: WebClub, address: str = ANNA) -> None:
    campaign = web.house.ledger.live(NAME).state.campaign
    web.house.people.change(campaign.id, "anna", Choices(address=address))


def test_choices_are_kept_for_their_member_alone(web: WebClub) -> None:
    """Zone and hours as they are read; kinds that are as usual are not kept."""
    found = web.browser("anna").post(PAGE, GOOD)
    assert found.status_code == 200 and "Your choices are kept." in words(found)
    kept = chosen(web)
    assert (kept.sending, kept.digest_at, kept.quiet) == ("digest", "07:30", (23, 6))
    assert kept.zone == "Europe/Berlin"
    off = dict.fromkeys(("asked", "disputes", "corrections", "mentions"), False)
    assert kept.kinds == {**off, "draws": True}
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


# --- the other channels -------------------------------------------------------------------------


def test_only_a_host_reads_of_webhooks(web: WebClub) -> None:
    """With their server's name, never their address."""
    Webhooks = pytest.importorskip("campaign.extensions.webhooks.hooks").Webhooks

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
