"""What-ifs on the web: made with one tap, for their maker alone, compared, deleted."""

import pytest

from campaign.web.pages.replay import MOST
from support.evening import answer
from support.web import NAME, WebClub, forms, words

pytestmark = [pytest.mark.further, pytest.mark.usefixtures("drawn")]

HERE = f"/c/{NAME}"
FIRST = f"/c/{NAME}-what-if-1"


def begin(made: WebClub, who: str, at: int) -> str:
    """Makes one from an event; where its maker comes to."""
    return made.browser(who).post(f"{HERE}/what-ifs", {"at": str(at)}).url.path


def test_one_tap_of_the_replay_makes_one(made: WebClub) -> None:
    """Its maker plays it as host, a banner is on every page; the campaign knows nothing of it."""
    anna, version = made.browser("anna"), made.version
    page = anna.get(f"{HERE}/replay?at=3")
    (form,) = (one for one in forms(page.text) if one.text == "Play on from here")
    found = anna.post(form.action, form.fields)
    assert found.status_code == 200 and found.url.path == FIRST
    later = (one.version for one in made.house.ledger.history(NAME, 3) if not one.event.nth)
    opened = next(later) - 1  # event 3 came of the command that opened the campaign
    for path in ("", "/board", "/journal", "/host", "/replay", "/diff", "/points", "/what-ifs"):
        shown = anna.get(f"{FIRST}{path}")
        assert shown.status_code == 200, path
        assert f"What-if A what-if of club, from event {opened} on." in words(shown), path
    assert 'class="what-if"' in anna.get(f"{FIRST}/turns/1939-SO").text
    assert made.version == version


def test_nobody_is_let_in_to_a_what_if(made: WebClub) -> None:
    """Its pages offer no invitation, no locking out, no webhook and no link for guests."""
    begin(made, "host", 3)
    host = made.browser("host")
    for page in ("/host", "/members"):
        real, tried = host.get(f"{HERE}{page}").text, host.get(f"{FIRST}{page}").text
        for offer in ("/hooks", "/guests", "members/invite", "members/end", "and invitations"):
            assert offer not in tried, (page, offer)
        assert "/hooks" in real or "members/invite" in real


def test_it_is_its_makers_alone(made: WebClub) -> None:
    """To everybody else, the host too, it does not exist: the same bytes."""
    begin(made, "anna", 3)
    for who in ("ben", "host", "ref"):
        browser = made.browser(who)
        assert browser.get(FIRST).status_code == 404
        assert browser.get(FIRST).content == browser.get("/c/no-such").content
        assert "what-if-1" not in browser.get(f"{HERE}/what-ifs").text
        assert "what-if-1" not in browser.get("/").text
        ended = browser.post(f"{HERE}/what-ifs/end", {"name": f"{NAME}-what-if-1"})
        assert ended.status_code == 404
        compared = browser.get(f"{HERE}/diff?from={NAME}-what-if-1@now")
        assert f"{NAME}-what-if-1 is no campaign of yours" in words(compared)
    assert made.browser("anna").get(FIRST).status_code == 200


def test_a_second_tap_makes_no_second(made: WebClub) -> None:
    """Until its maker plays on in it; then the same event is a new beginning."""
    assert begin(made, "anna", 3) == FIRST
    assert begin(made, "anna", 3) == FIRST
    played = {"command": "AddEntropy", "value": "grey geese", "by": "anna"}
    assert made.house.ledger.submit(f"{NAME}-what-if-1", played)["accepted"]
    assert begin(made, "anna", 3) == f"/c/{NAME}-what-if-2"


def test_nobody_has_more_than_a_few(made: WebClub) -> None:
    """A sixth is refused with the reason; the host's own are counted by themselves."""
    for word in range(MOST + 1):
        said = {"command": "AddEntropy", "value": f"word {word}", "by": "ben"}
        assert made.house.ledger.submit(NAME, said)["accepted"]
    last = made.version
    starts = list(range(last - MOST, last + 1))
    assert len({begin(made, "anna", at) for at in starts[:MOST]}) == MOST
    refused = made.browser("anna").post(f"{HERE}/what-ifs", {"at": str(starts[MOST])})
    assert refused.status_code == 409
    assert f"You have {MOST} what-ifs of club already. Delete one first." in words(refused)
    assert begin(made, "host", last).endswith(f"-what-if-{MOST + 1}")


@pytest.mark.parametrize("at", ["", "0", "99999", "x", "-1", "9" * 30, "²"])
def test_an_event_that_is_none(made: WebClub, at: str) -> None:
    """The page says which there are."""
    found = made.browser("anna").post(f"{HERE}/what-ifs", {"at": at})
    assert found.status_code == 422
    last = made.version
    assert f"Choose where it begins: an event from 1 to {last}. Nothing was recorded." in words(
        found
    )
    assert made.house.ledger.names() == [NAME]


def test_it_is_compared_with_its_origin_and_deleted(made: WebClub) -> None:
    """What was played in it differs; afterwards nothing is left of it."""
    last = made.version
    begin(made, "anna", last)
    name, anna = f"{NAME}-what-if-1", made.browser("anna")
    gone = made.house.ledger.live(name).state.campaign.id
    assert len(made.house.people.members_by_campaign()[gone]) == 1
    compared = words(anna.get(f"{FIRST}/diff?from={NAME}@now&to=now"))
    assert f"club, September/October 1939, event {last}" in compared
    done = anna.fill(f"{HERE}/what-ifs", name=name)
    assert done.status_code == 200 and name not in done.text
    assert anna.get(FIRST).status_code == 404
    assert made.house.ledger.names() == [NAME]
    assert gone not in made.house.people.members_by_campaign()


def test_it_asks_nobody_for_anything(made: WebClub) -> None:
    """The first page lists it, and what waits is the campaign's alone."""
    anna = made.browser("anna")
    before = words(anna.get("/")).count("club")
    begin(made, "anna", made.version)
    after = anna.get("/")
    assert f'href="{FIRST}"' in after.text
    assert f'class="card" href="{FIRST}' not in after.text and before
    assert anna.get("/next").url.path == f"{HERE}/board"


def test_what_others_sealed_is_not_in_it(made: WebClub) -> None:
    """Not even its cipher: neither on its pages nor in its record."""
    answer(made.browser("ben"), "veto")
    ciphers = [
        sealed
        for entry in made.house.ledger.history(NAME)
        if (sealed := getattr(entry.event, "sealed", ""))
    ]
    assert ciphers
    begin(made, "anna", made.version)
    anna = made.browser("anna")
    for path in ("", "/board", "/journal", "/replay", "/turns/1939-SO", "/mine"):
        anna.get(f"{FIRST}{path}")
    got = b"".join(anna.got).decode()
    rows = b"".join(row for _, _, row in made.house.ledger.store.rows(f"{NAME}-what-if-1")).decode()
    assert not [one for one in ciphers if one in got or one in rows]
