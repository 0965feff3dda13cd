"""An evening of a club of eight on the web: a ballot, its receipt and a whole turn."""

import asyncio
import re

import pytest
from httpx import Response

from campaign.accounts.protocol import change
from campaign.lif.board.waiting import supports
from campaign.lif.roster import POWERS
from campaign.store.export import audit_of
from support.evening import BOARD, DESK, answer, asked_of, at_once, buttons, is_asked, press
from support.web import NAME, PLAYERS, WebClub, forms, words

pytestmark = [pytest.mark.further, pytest.mark.usefixtures("drawn")]


def marks(made: WebClub) -> list[str]:
    """The events since the draw."""
    return [type(one.event).__name__ for one in made.house.ledger.history(NAME)][_AFTER_DRAW:]


_AFTER_DRAW = -1


# --- a ballot -----------------------------------------------------------------------------------


def test_a_ballot_has_the_promised_values(made: WebClub) -> None:
    """`veto` and `no-veto` are what other programs send as well."""
    (form,) = forms(made.browser("ben").get(BOARD).text)
    assert sorted(form.offered["choice"]) == ["no-veto", "veto"]
    assert form.fields["seat"] == "italy" and form.fields["id"]
    assert "choice" not in form.fields, "no half is chosen beforehand"


def test_a_veto_by_the_leaders_own_side_is_called_support(made: WebClub) -> None:
    """LiF 4.1(2b): on their half, with a note; nobody else's ballot has either."""
    state = made.house.ledger.live(NAME).state
    sides = {power: supports(state, power) for power in POWERS}
    assert {*sides.values()} == {True, False}
    for who, power in zip(PLAYERS, POWERS, strict=True):
        if is_asked(made.browser(who)):
            told = made.browser(who).get(BOARD).text
            assert ("A veto here is support" in told) is sides[power]
            assert (">Support</span>" in told) is sides[power]


def test_a_ballot_gives_its_receipt_and_the_proof(made: WebClub) -> None:
    """Once: with what was sent and its salt, for the sender alone."""
    ben = made.browser("ben")
    page = answer(ben, "veto")
    assert page.status_code == 200
    said = words(page)
    assert "It is in" in said and "Italy sealed its ballot." in said and "Proof for you" in said
    salt = re.search(r"Salt</dt><dd><code>([0-9a-f]{32})</code>", page.text)
    assert salt is not None and '"choice":"veto"' in page.text.replace("&#34;", '"')
    assert page.headers["cache-control"] == "no-store"
    board = ben.get(BOARD)
    assert "Italy: sealed." in words(board)
    assert not re.search('name="choice"[^>]*checked', board.text)
    assert salt[1] not in board.text


def test_the_proof_proves_what_was_sent(made: WebClub) -> None:
    """The text and the salt of the page fit the receipt, and another choice does not."""
    from campaign.store import ledger
    from campaign.verify import receipts

    page = answer(made.browser("ben"), "veto").text.replace("&#34;", '"')
    sent = re.search(r"Text</dt><dd><code>(.*?)</code>", page)
    salt = re.search(r"Salt</dt><dd><code>(.*?)</code>", page)
    number = re.search(r"Receipt club/(\d+)", page)
    assert sent and salt and number
    kept = ledger.receipt(made.house.ledger, NAME, int(number[1]))
    assert receipts.proves(kept, sent[1], salt[1])
    assert not receipts.proves(kept, sent[1].replace("veto", "no-veto"), salt[1])


def test_reloading_records_nothing_and_says_the_same(made: WebClub) -> None:
    """A double tap, the back button, a lost connection: the same page, once in the record."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    first = ben.post(BOARD, sent)
    version = made.version
    assert ben.post(BOARD, sent).content == first.content
    assert ben.post(BOARD, sent | {"choice": "no-veto"}).content == first.content
    assert made.version == version


def test_the_salt_is_shown_for_ten_minutes_on_its_device(made: WebClub) -> None:
    """Afterwards, and elsewhere, the page says that it is in, and no more."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    ben.post(BOARD, sent)
    laptop = made.nobody()
    laptop.come_in(made.invitation("ben"))
    for browser in (laptop, ben):
        if browser is ben:
            change(made.house.together.rows.file, "DELETE FROM given_answer")
        page = browser.post(BOARD, sent)
        assert page.status_code == 200 and "It is in" in page.text
        assert "Salt</dt>" not in page.text
        assert "This was sent before, and nothing was recorded again." in page.text


def test_a_form_of_another_member_is_not_answered(made: WebClub) -> None:
    """Its id belongs to who sent it; nobody else learns anything from it."""
    ben, cora = made.browser("ben"), made.browser("cora")
    (form,) = forms(ben.get(BOARD).text)
    ben.post(BOARD, form.fields | {"choice": "veto"})
    (own,) = forms(cora.get(BOARD).text)
    page = cora.post(BOARD, own.fields | {"id": form.fields["id"], "choice": "veto"})
    assert page.status_code == 409
    assert "this key came with another" in page.text.lower()


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({}, 422, "Choose one first."),
        ({"choice": "maybe"}, 422, "Choose one first."),
        ({"choice": "veto", "seat": "japan"}, 409, "This is not asked of you any more."),
        ({"choice": "veto", "occasion": "ballot:7"}, 409, "This is not asked of you any more."),
        ({"choice": "veto", "seat": "<b>"}, 409, "This is not asked of you any more."),
    ],
)
def test_a_wrong_answer_records_nothing(
    made: WebClub, fields: dict[str, str], status: int, says: str
) -> None:
    """Nothing chosen, another word, another's seat, another draw: said on the page."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    version = made.version
    page = ben.post(BOARD, form.fields | fields)
    assert page.status_code == status
    assert f"Not recorded. {says}" in words(page)
    assert made.version == version


def test_a_ballot_may_be_changed_until_it_is_fixed(made: WebClub) -> None:
    """From the envelope; afterwards the page offers nothing."""
    ben = made.browser("ben")
    answer(ben, "veto")
    (form,) = forms(ben.get(BOARD).text)
    assert form.text.endswith("Seal it anew")
    assert "It is in" in answer(ben, "no-veto").text
    press(made.browser("host"), "Fix the ballots")
    assert forms(ben.get(BOARD).text) == []
    stale = ben.post(BOARD, form.fields | {"choice": "veto", "id": "new"})
    assert stale.status_code == 409


def test_a_receipt_is_there_for_everybody_without_its_salt(made: WebClub) -> None:
    """Who, when and what it recorded; never what was chosen."""
    page = answer(made.browser("ben"), "veto").text
    number = re.search(r"Receipt club/(\d+)", page)
    assert number
    seen = made.browser("olga").get(f"/c/{NAME}/receipts/{number[1]}")
    assert "Italy sealed its ballot." in seen.text and "veto" not in words(seen)
    assert "Salt</dt>" not in seen.text


def test_why_something_was_refused_only_its_sender_reads(made: WebClub) -> None:
    """Of a refusal everybody sees the time alone."""
    ben = made.browser("ben")
    ben.post(f"/c/{NAME}/do/SealBallot", {"power": "japan", "choice": "veto"})
    last = made.house.ledger.store.ends(NAME)[1]
    own = words(ben.get(f"/c/{NAME}/receipts/{last}"))
    assert "It was refused: Japan is played by Cora, not by Ben." in own
    others = words(made.browser("cora").get(f"/c/{NAME}/receipts/{last}"))
    assert "It recorded nothing. Only its sender can see why." in others
    assert "Japan" not in others


def test_a_ballot_by_the_form_of_its_command_has_the_same_proof(made: WebClub) -> None:
    """Every command has a form; one that seals gives its salt on the page, once."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(f"/c/{NAME}/do/SealBallot").text)
    assert "choice" not in form.offered
    secret = ben.post(f"/c/{NAME}/do/SealBallot", form.fields | {"power": "italy"})
    sent = forms(secret.text)[0].fields | {"choice": "veto"}
    page = ben.post(f"/c/{NAME}/do/SealBallot", sent)
    assert page.status_code == 200 and "Salt</dt>" in page.text and not page.history
    assert ben.post(f"/c/{NAME}/do/SealBallot", sent).content == page.content


def test_everybody_may_vote_at_the_same_moment(made: WebClub) -> None:
    """Each counts once, each has its own receipt, and the record holds together."""
    voters = [made.browser(who) for who in asked_of(made)]
    sent = [forms(one.get(BOARD).text)[0].fields | {"choice": "no-veto"} for one in voters]
    own = {"sec-fetch-site": "same-origin"}

    async def together() -> list[Response]:
        return await asyncio.gather(
            *(
                one.client.post(BOARD, data=fields, headers=own)
                for one, fields in zip(voters, sent, strict=True)
                for _ in range(2)
            )
        )

    before = made.version
    pages = asyncio.run(together())
    assert {page.status_code for page in pages} == {200}
    assert len({re.search(r"Receipt (club/\d+)", page.text)[1] for page in pages}) == len(voters)  # type: ignore[index]
    ledger = made.house.ledger
    assert ledger.store.version(NAME) == before + len(voters)
    assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []


# --- the evening --------------------------------------------------------------------------------


def test_a_button_pressed_twice_acts_once(made: WebClub) -> None:
    """Two taps, two tabs, or another host: what is done is done once."""
    host = made.browser("host")
    for who in asked_of(made):
        answer(made.browser(who), "no-veto")
    (form,) = buttons(host).values()
    sent = form.fields | {"step": form.offered["step"][0]}
    assert host.post(DESK, sent).status_code == 200
    version = made.version
    assert host.post(DESK, sent).status_code == 200
    other = host.post(DESK, sent | {"id": "another"})
    assert other.status_code == 409
    assert "Somebody did this meanwhile, or it is not due now." in other.text
    assert made.version == version


def test_a_button_that_passes_over_somebody_says_so(made: WebClub) -> None:
    """Whose ballots count as no veto stands on it."""
    for who in asked_of(made)[:-1]:
        answer(made.browser(who), "no-veto")
    found = list(buttons(made.browser("host")))
    (late,) = asked_of(made)
    from campaign.lif.names import the_country
    from campaign.lif.roster import POWERS

    power = the_country(POWERS[PLAYERS.index(late)])
    assert found == [
        "Fix the ballots as they are",
        f"Open the ballots, counting {power} as no veto",
    ]


def test_one_tap_passes_over_nobody(made: WebClub) -> None:
    """The first names whom and until when; the second wants a reason, before their deadline."""
    for who in asked_of(made)[:-1]:
        answer(made.browser(who), "no-veto")
    (late,) = asked_of(made)
    host, before = made.browser("host"), made.version
    name = made.house.ledger.live(NAME).state.campaign.called(late)
    for text in ("Fix the ballots as they are", "Open the ballots, counting"):
        (form,) = forms(press(host, text, twice=False).text)
        page = host.post(DESK, form.fields)
        assert page.status_code == 409
        assert f"Say why you don&#39;t wait for {name}." in page.text
        for because, own in (("own", "too short"), ("", "")):
            (again,) = forms(page.text)
            page = host.post(DESK, again.fields | {"because": because, "own": own})
            assert page.status_code == 409
            assert "ballot on " in page.text and f"; {name} was given no deadline." in page.text
    assert made.version == before
    (again,) = forms(page.text)
    sent = again.fields | {"own": "on the night train"}  # typed, and nothing tapped beside it
    held = host.post(DESK, sent)
    assert made.version == before
    assert at_once(host, held).status_code == 200
    assert made.version > before
    assert "Not waited for: “on the night train”." in host.get(f"/c/{NAME}/journal").text


def test_what_is_owed_is_named_before_the_turn_ends(made: WebClub) -> None:
    """LiF 3.1: a leader to be placed needs a second tap, and no reason."""
    host = made.browser("host")
    for who in asked_of(made):
        answer(made.browser(who), "no-veto")
    press(host, "Open the ballots")
    for who in asked_of(made):
        answer(made.browser(who), "abstain")
    press(host, "Open the vote")
    before = made.version
    (form,) = forms(press(host, "Begin November/December 1939", twice=False).text)
    assert made.version == before
    assert at_once(host, host.post(DESK, form.fields)).status_code == 200
    assert made.house.ledger.live(NAME).state.campaign.turn == "1939-ND"
