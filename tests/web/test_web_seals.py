"""Seals of devices as the service takes them: commitments, openings, and every wrong one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response

from events.sealed import Opening, Subject, commit
from support.web import NAME, Browser, WebClub, club, forms, words

pytestmark = pytest.mark.further

BOARD = f"/c/{NAME}/board"
OPENINGS, OPENING = f"{BOARD}/openings", f"{BOARD}/opening"
NONCE = "a1" * 32


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club whose Board has a leader before it."""
    with club(tmp_path) as found:
        for command in ("OpenReinforcement", "DrawLeader"):
            assert found.house.ledger.submit(NAME, {"command": command})["accepted"]
        yield found


def commitment(made: WebClub, power: str, choice: str = "no-veto") -> str:
    """What a device makes of a choice."""
    campaign = made.house.ledger.live(NAME).state.campaign
    return commit(Subject(campaign.id, "ballot", 1, power), Opening(choice, NONCE))


def sent(browser: Browser, **fields: str) -> Response:
    """The board's first form with these fields instead of a choice."""
    (form, *_) = forms(browser.get(BOARD).text)
    return browser.post(BOARD, form.fields | fields)


def fixed(made: WebClub) -> None:
    assert made.house.ledger.submit(NAME, {"command": "FixMarkers"})["accepted"]


def test_a_commitment_is_laid_and_opened_later(made: WebClub) -> None:
    """The board's page asks for the opening from the one who sealed it, and from nobody else."""
    ben, anna = made.browser("ben"), made.browser("anna")
    given = sent(ben, commitment=commitment(made, "italy"))
    assert given.status_code == 200 and "It is in" in words(given)
    again = ben.get(BOARD)
    assert "Italy: sealed." in words(again) and "on a device" in words(again)
    number = made.house.ledger.store.ends(NAME)[1]
    assert f'href="/c/{NAME}/receipts/{number}"' in again.text
    assert json.loads(ben.get(OPENINGS).content)["openings"] == []
    fixed(made)
    (asked,) = json.loads(ben.get(OPENINGS).content)["openings"]
    campaign = made.house.ledger.live(NAME).state.campaign.id
    assert asked == {
        "occasion": "opening:1",
        "seat": "italy",
        "lines": f"{campaign}\nballot\n1\nitaly\n",
        "choices": ["veto", "no-veto"],
        "attempt": 1,
        "commitment": commitment(made, "italy"),
    }
    assert json.loads(anna.get(OPENINGS).content)["openings"] == []
    (form,) = forms(ben.get(BOARD).text)
    assert form.offered["choice"] == ["veto", "no-veto"]
    taken = ben.post(
        form.action, form.fields | {"choice": "no-veto", "nonce": f" {NONCE.upper()} "}
    )
    assert taken.status_code == 200 and "It is in" in words(taken)
    assert ben.get(BOARD).text.count('class="answer opening"') == 0
    opened = made.house.ledger.submit(NAME, {"command": "OpenBallots", "absent": "no-veto"})
    assert opened["accepted"], opened


def test_a_seal_of_an_old_page_is_refused(made: WebClub) -> None:
    """Its number may have been used by another device, and a number seals once."""
    ben = made.browser("ben")

    def count() -> int:
        (own,) = json.loads(ben.get(OPENINGS).content)["seals"]
        assert (own["occasion"], own["seat"]) == ("ballot:1", "italy")
        return int(own["attempt"])

    assert count() == 0
    assert "It is in" in words(sent(ben, commitment=commitment(made, "italy"), attempt="0"))
    assert count() == 1
    before, other = made.version, commitment(made, "italy", "veto")
    found = sent(ben, commitment=other, attempt="0")
    assert found.status_code == 409 and made.version == before
    assert "Another device of yours has sealed here meanwhile." in words(found)
    assert "It is in" in words(sent(ben, commitment=other, attempt="1"))
    assert count() == 2


def test_what_is_no_commitment_is_refused(made: WebClub) -> None:
    """Also a choice that comes with one: then nobody would know which of them counts."""
    ben, before = made.browser("ben"), made.version
    why = "What came is no seal of a device."
    for wrong in ("zz", "A" * 64, commitment(made, "italy")[:-1]):
        found = sent(ben, commitment=wrong)
        assert found.status_code == 422 and why in words(found)
    found = sent(ben, commitment=commitment(made, "italy"), choice="veto")
    assert found.status_code == 422 and why in words(found)
    assert made.version == before


def test_a_wrong_opening_is_said_and_what_was_typed_is_kept(made: WebClub) -> None:
    """At its field; nothing is recorded."""
    ben = made.browser("ben")
    sent(ben, commitment=commitment(made, "italy"))
    early = {"occasion": "opening:1", "seat": "italy", "choice": "no-veto", "nonce": NONCE}
    found = ben.post(OPENING, early)
    assert found.status_code == 409
    assert "This is not asked of you any more." in words(found)
    fixed(made)
    before = made.version
    for fields, status, why in (
        ({"choice": "perhaps"}, 422, "Choose what was sealed."),
        ({"choice": ""}, 422, "Choose what was sealed."),
        ({"nonce": NONCE[:-1]}, 422, "A nonce has 64 hex digits."),
        ({"nonce": "b2" * 32}, 409, "Choice and nonce do not open the commitment."),
        ({"choice": "veto"}, 409, "Choice and nonce do not open the commitment."),
    ):
        found = ben.post(OPENING, early | fields)
        assert (found.status_code, why in words(found)) == (status, True), (fields, words(found))
        (form,) = forms(found.text)
        assert form.fields["nonce"] == (early | fields)["nonce"]
    assert made.version == before
    other = made.browser("anna").post(OPENING, early)
    assert other.status_code == 409 and "not asked of you" in words(other)
    assert made.version == before


def test_an_opening_sent_twice_counts_once(made: WebClub) -> None:
    """Two open pages of one device send the same."""
    ben = made.browser("ben")
    sent(ben, commitment=commitment(made, "italy"))
    fixed(made)
    fields = {"occasion": "opening:1", "seat": "italy", "choice": "no-veto", "nonce": NONCE}
    first = ben.post(OPENING, fields | {"id": "opens-1"})
    after = made.version
    second = ben.post(OPENING, fields | {"id": "opens-1"})
    assert first.status_code == second.status_code == 200
    assert made.version == after


def test_nobody_else_learns_the_opening(made: WebClub) -> None:
    """Neither nonce nor whose device it was is in what others get before all are opened."""
    ben = made.browser("ben")
    sent(ben, commitment=commitment(made, "italy", "veto"))
    fixed(made)
    fields = {"occasion": "opening:1", "seat": "italy", "choice": "veto", "nonce": NONCE}
    assert ben.post(OPENING, fields).status_code == 200
    for who in ("anna", "ref", "olga", "host"):
        browser = made.browser(who)
        for path in ("", "/board", "/journal", "/board/openings", "/host", "/receipts/5"):
            browser.get(f"/c/{NAME}{path}")
        assert NONCE.encode() not in b"".join(browser.got), who


def test_over_plain_http_only_the_vault_is_offered(tmp_path: Path) -> None:
    """With the reason beside it; the page of the secret says the same, and is not linked."""
    with club(tmp_path, url="http://club.local") as made:
        made.house = made.house._replace(is_plain=True)
        plain = WebClub(made.house)
        for command in ("OpenReinforcement", "DrawLeader"):
            made.house.ledger.submit(NAME, {"command": command})
        ben = plain.browser("ben")
        board = ben.get(BOARD)
        assert "Not on this device: nothing is encrypted here." in words(board)
        assert 'value="device"' not in board.text and "webmanifest" not in board.text
        assert "This service is not encrypted" in words(ben.get("/me/seal"))
        assert "/me/seal" not in ben.get("/me").text
