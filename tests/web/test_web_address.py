"""A member changes where their mail goes: with fresh proof, and by a code that went there."""

import json

import pytest

from campaign.accounts.choices import Choices
from campaign.handler.command_handler import Actor
from campaign.text.json_values import JsonObject
from support.door import KeptPost, clock_at, give_address
from support.web import NAME, WebClub, forms, words

PAGE = "/me/address"
OLD, NEW = "anna@example.org", "anna@new.example"
AN_HOUR_LATER = "1999-01-01T01:00:00.000Z"


@pytest.fixture
def made(writing: WebClub) -> WebClub:
    """A club that sends mail."""
    return writing


def address(made: WebClub, member: str = "anna") -> str:
    campaign = made.house.ledger.live(NAME).state.campaign
    return made.house.people.choices(campaign.id, member).address


def code_in(letter: tuple[str, str, str]) -> str:
    first = letter[2].splitlines()[0]
    assert [len(part) for part in first.split()] == [3, 3]
    return first


def asked(made: WebClub, post: KeptPost, wanted: str = NEW) -> str:
    """Anna asks for a code; what the letter to the new address says."""
    anna = made.browser("anna")
    post.round()
    found = anna.post(PAGE, {"do": "send", "address": wanted})
    assert f"The six digits that we sent to {wanted}" in words(found)
    (letter,) = post.round()
    assert letter[:2] == (wanted, "Your code for a new address")
    return code_in(letter)


def test_an_address_counts_once_its_code_was_typed(made: WebClub, post: KeptPost) -> None:
    """Before, mail goes where it went. After, codes let its owner in, and the old one is told."""
    give_address(made, "anna", OLD)
    anna = made.browser("anna")
    code = asked(made, post)
    assert address(made) == OLD
    found = anna.post(PAGE, {"do": "code", "code": code})
    assert "Your mail goes there from now on." in words(found) and NEW in words(found)
    assert address(made) == NEW
    assert made.house.entrance.codes.has_confirmed(anna_is(made))
    ((to, subject, text),) = post.round()
    assert (to, subject) == (OLD, "Your address was changed")
    assert "Your mail goes to a…@new.example from now on" in text and NEW not in text


OTHER = "sunday"
HOSTS_WORD = "zoe@sunday.example"


def enrol(made: WebClub, where: str, member: str, email: str) -> JsonObject:
    """What the host's command comes to."""
    command = {"command": "EnrolMember", "member": member, "name": member.title(), "id": "1" * 32,
               "roles": ["player"], "email": email}  # fmt: skip
    found = made.house.desk.submit(where, json.dumps(command).encode(), Actor("host"))
    answer: JsonObject = found.answer
    return answer


def two_campaigns(made: WebClub) -> None:
    """Anna of the club is Zoe in another campaign."""
    members = [{"member": "zoe", "name": "Zoe", "roles": ["player"]}]
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": members}}
    assert made.house.desk.open(OTHER, **asked)["accepted"]
    made.browser("anna")
    sunday, people = made.house.ledger.live(OTHER).state.campaign, made.house.people
    with people.file.writing() as db:
        assert people.seated(db, sunday.id, "zoe", anna_is(made)) == anna_is(made)


def zoes(made: WebClub) -> str:
    campaign = made.house.ledger.live(OTHER).state.campaign
    return made.house.people.choices(campaign.id, "zoe").address


@pytest.mark.parametrize("before", [OLD, ""])
def test_a_hosts_word_counts_in_their_own_campaign_alone(
    made: WebClub, post: KeptPost, before: str
) -> None:
    """Until its owner proves an address, which then counts everywhere."""
    if before:
        give_address(made, "anna", before)
    two_campaigns(made)
    assert zoes(made) == before
    assert enrol(made, OTHER, "zoe", HOSTS_WORD)["accepted"]
    assert (address(made), zoes(made)) == (before, HOSTS_WORD)
    made.browser("anna").post(PAGE, {"do": "code", "code": asked(made, post)})
    assert (address(made), zoes(made)) == (NEW, NEW)


def test_an_address_that_stays_with_the_seat_is_of_that_campaign(
    made: WebClub, post: KeptPost
) -> None:
    """Whoever comes in without any has what the host wrote there, and there alone."""
    members = [{"member": "zoe", "name": "Zoe", "roles": ["player"], "email": HOSTS_WORD}]
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": members}}
    assert made.house.desk.open(OTHER, **asked)["accepted"]
    made.browser("anna")
    sunday, people = made.house.ledger.live(OTHER).state.campaign, made.house.people
    with people.file.writing() as db:
        people.seated(db, sunday.id, "zoe", anna_is(made))
    assert (address(made), zoes(made)) == ("", HOSTS_WORD)


@pytest.mark.parametrize("word", [HOSTS_WORD, ""])
def test_nobody_else_changes_an_address_that_was_proved(
    made: WebClub, post: KeptPost, word: str
) -> None:
    """Nor takes it away; in their own campaign, or in another."""
    two_campaigns(made)
    made.browser("anna").post(PAGE, {"do": "code", "code": asked(made, post)})
    for where, member in ((NAME, "anna"), (OTHER, "zoe")):
        no = enrol(made, where, member, word)
        assert not no["accepted"]
        assert no["reason"] == (
            f"email: {member} has shown that another address is theirs; they change it themselves, "
            "on their own page, under Address"
        )
    assert (address(made), zoes(made)) == (NEW, NEW)


def test_the_address_before_is_told_of_a_hosts_word(made: WebClub, post: KeptPost) -> None:
    """Once, at the old address; the new one is not in it."""
    give_address(made, "anna", OLD)
    post.round()
    assert enrol(made, NAME, "anna", HOSTS_WORD)["accepted"]
    assert enrol(made, NAME, "anna", HOSTS_WORD)["accepted"]
    ((to, subject, text),) = post.round()
    assert (to, subject) == (OLD, "Your address was changed")
    assert "A host has\nwritten down another address for you" in text and "zoe@" not in text
    assert "https://club.example/me/address" in text


def anna_is(made: WebClub) -> str:
    campaign = made.house.ledger.live(NAME).state.campaign
    return made.house.people.person_in(campaign.id, "anna")


def test_what_else_was_chosen_stays(made: WebClub, post: KeptPost) -> None:
    campaign = made.house.ledger.live(NAME).state.campaign
    kept = Choices(address=OLD, sending="digest", zone="Europe/Berlin")
    made.house.people.change(campaign.id, "anna", kept)
    made.browser("anna").post(PAGE, {"do": "code", "code": asked(made, post)})
    now = made.house.people.choices(campaign.id, "anna")
    assert (now.address, now.sending, now.zone) == (NEW, "digest", "Europe/Berlin")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("anna", "That is no e-mail address; write it as anna@example.org."),
        ("", "That is no e-mail address; write it as anna@example.org."),
        ("Anna <anna@example.org>", "That is no e-mail address"),
        ("anna@exämple.org", "This address has a letter that mail servers may not take"),
        ("a" * 250 + "@example.org", "An address has at most 254 characters."),
    ],
)
def test_an_address_that_is_none(made: WebClub, post: KeptPost, typed: str, why: str) -> None:
    """Told at its field; what was typed stays, and no letter goes out."""
    anna = made.browser("anna")
    post.round()
    found = anna.post(PAGE, {"do": "send", "address": typed})
    assert found.status_code == 422
    assert why in words(found) and "Not recorded." in words(found)
    form = next(form for form in forms(found.text) if "address" in form.fields)
    assert 'id="why-address"' in found.text
    assert form.fields["address"].replace("&lt;", "<").replace("&gt;", ">") == typed
    assert post.round() == []


def test_a_wrong_code_changes_nothing(made: WebClub, post: KeptPost) -> None:
    """Three tries; then the right one counts no more either."""
    anna = made.browser("anna")
    code = asked(made, post)
    wrong = "000 000" if code != "000 000" else "000 001"
    assert "A code has six digits." in words(anna.post(PAGE, {"do": "code", "code": "12"}))
    for _ in range(2):
        found = anna.post(PAGE, {"do": "code", "code": wrong})
        assert found.status_code == 403 and "That is not the code that was sent." in words(found)
    for typed in (wrong, code):
        told = words(anna.post(PAGE, {"do": "code", "code": typed}))
        assert "No code counts any more. Give the address again for a new one." in told
    assert address(made) == ""


def test_a_code_counts_on_the_device_that_asked_and_for_its_owner(
    made: WebClub, post: KeptPost
) -> None:
    anna = made.browser("anna")
    code = asked(made, post)
    other = made.nobody()
    other.come_in(made.invitation("anna"))
    for browser in (other, made.browser("ben")):
        assert "The six digits" not in words(browser.get(PAGE))
        assert browser.post(PAGE, {"do": "code", "code": code}).status_code == 403
    assert address(made) == "" and address(made, "ben") == ""
    assert "from now on" in words(anna.post(PAGE, {"do": "code", "code": code}))


def test_a_code_counts_for_a_quarter_of_an_hour(made: WebClub, post: KeptPost) -> None:
    """Proof is fresh for ten minutes only, so the clock of the codes alone goes on here."""
    anna = made.browser("anna")
    code = asked(made, post)
    made.house.together.rows.clock = lambda: AN_HOUR_LATER
    assert "The six digits" not in words(anna.get(PAGE))
    assert anna.post(PAGE, {"do": "code", "code": code}).status_code == 403
    assert address(made) == ""


def test_a_found_phone_changes_no_address(made: WebClub, post: KeptPost) -> None:
    """It has to be shown first who asks: an hour after coming in nothing is taken."""
    anna = made.browser("anna")
    post.round()
    clock_at(made, AN_HOUR_LATER)
    assert "Show first that it is you" in words(anna.get(PAGE))
    for step in ({"do": "send", "address": NEW}, {"do": "none"}, {"do": "code", "code": "123456"}):
        found = anna.post(PAGE, step)
        assert found.url.path == "/in/again" and found.url.params["to"] == PAGE
    assert post.round() == []


def test_an_address_is_taken_away(made: WebClub, post: KeptPost) -> None:
    """Mail ends there, and a last letter says so."""
    give_address(made, "anna", OLD)
    anna = made.browser("anna")
    post.round()
    assert "Your address was taken away." in words(anna.post(PAGE, {"do": "none"}))
    assert address(made) == ""
    ((to, _, text),) = post.round()
    assert to == OLD and text.startswith("You get no more mail, as was asked on a device of yours.")


def test_the_same_address_again(made: WebClub, post: KeptPost) -> None:
    """What a host wrote down is proved by a code; what is proved needs none."""
    give_address(made, "anna", NEW)
    anna = made.browser("anna")
    anna.post(PAGE, {"do": "code", "code": asked(made, post)})
    assert post.round() == []  # nobody else had it
    found = anna.post(PAGE, {"do": "send", "address": NEW})
    assert found.status_code == 422 and "Your mail goes there already." in words(found)


def test_a_few_codes_an_hour(made: WebClub, post: KeptPost) -> None:
    """So that nobody fills another's box."""
    anna = made.browser("anna")
    for _ in range(5):
        asked(made, post)
    found = anna.post(PAGE, {"do": "send", "address": NEW})
    assert found.status_code == 429 and "You were sent several codes within the hour." in words(
        found
    )
    assert post.round() == []


def test_a_club_without_mail(made: WebClub, post: KeptPost) -> None:
    """Its host records addresses."""
    anna = made.browser("anna")
    post._settings = KeptPost(None)._settings
    assert "This club sends no mail. Your host records addresses." in words(anna.get(PAGE))
    found = anna.post(PAGE, {"do": "send", "address": NEW})
    assert found.status_code == 409
    found = anna.post(PAGE, {"do": "something"})
    assert found.status_code == 422 and "Not recorded. Nothing was chosen." in words(found)
