"""Disputes on the web: from a line of the journal to a ruling, and every step that is refused."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.web.middleware import MOST, MOST_OF_A_FILE
from support.web import NAME, Browser, FoundForm, WebClub, club, forms, words

pytestmark = pytest.mark.further

HERE = f"/c/{NAME}"
D1 = f"{HERE}/disputes/d1"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club whose host has thrown a word into the next draw."""
    with club(tmp_path) as found:
        found.house.ledger.submit(NAME, {"command": "AddEntropy", "value": "rain"})
        yield found


def raised(made: WebClub, who: str = "ben") -> Browser:
    """A member's browser, which has disputed the last event."""
    browser = made.browser(who)
    browser.fill(f"{HERE}/journal/{made.version}", claim="It did not rain.")
    return browser


def form_of(browser: Browser, step: str, path: str = D1) -> FoundForm:
    """The form of a step on a dispute's page."""
    return next(one for one in forms(browser.get(path).text) if one.fields.get("step") == step)


def test_a_dispute_is_raised_from_its_line_of_the_journal(made: WebClub) -> None:
    """The number of the line, the words, the button: three taps."""
    ben, version = made.browser("ben"), made.version
    line = f'href="{HERE}/journal/{version}"'
    assert line in ben.get(f"{HERE}/journal").text
    done = ben.fill(f"{HERE}/journal/{version}", claim="It did not rain.")
    assert str(done.url).endswith(D1)
    said = words(done)
    assert "Dispute d1 open “It did not rain.”" in said
    assert f"Ben disputes event {version}." in said
    assert "Waiting for a ruling by Host or Ref." in said
    assert made.version == version + 1


def test_a_claim_without_words_is_refused_where_it_is_typed(made: WebClub) -> None:
    ben, version = made.browser("ben"), made.version
    done = ben.fill(f"{HERE}/journal/{version}", claim="  ", **{"powers:usa": "on"})
    assert done.status_code == 422
    assert 'id="why-claim"' in done.text and "Write what was wrong." in words(done)
    assert 'name="powers:usa" value="on" checked' in done.text, "what was ticked stays"
    assert made.version == version


def test_others_who_are_concerned_do_not_rule(made: WebClub) -> None:
    ben, version = made.browser("ben"), made.version
    ben.fill(f"{HERE}/journal/{version}", claim="No.", **{"powers:usa": "on"})
    dispute = made.house.ledger.live(NAME).state.campaign.record.disputes["d1"]
    assert dispute.concerned == ("usa",)


def test_a_line_is_marked_for_others_to_find(made: WebClub) -> None:
    ben, version = made.browser("ben"), made.version
    path = f"{HERE}/journal/{version}"
    done = ben.fill(path, 1, note="the storm")
    assert done.status_code == 200
    assert "Marked by Ben: “the storm”" in words(made.browser("olga").get(path))
    assert "marked: the storm" in words(made.browser("olga").get(f"{HERE}/journal"))
    refused = ben.fill(path, 1, note="")
    assert refused.status_code == 422 and "Write a few words" in words(refused)


def test_a_form_sent_twice_counts_once(made: WebClub) -> None:
    ben, version = made.browser("ben"), made.version
    path = f"{HERE}/journal/{version}"
    form = forms(ben.get(path).text)[0]
    for _ in range(2):
        ben.post(path, form.fields | {"claim": "No."})
    assert made.version == version + 1


@pytest.mark.parametrize("number", ["0", "999", "-1", "x", "²", "1" * 40])
def test_a_line_that_is_not_there_is_not_found(made: WebClub, number: str) -> None:
    assert made.browser("ben").get(f"{HERE}/journal/{number}").status_code == 404


def test_a_dispute_goes_on_to_its_ruling_and_a_correction(made: WebClub) -> None:
    """Answered, shown with a file, ruled on; then the record can be corrected."""
    ben, ref = raised(made), made.browser("ref")
    anna = made.browser("anna")
    anna.post(D1, form_of(anna, "answer").fields | {"text": "It did rain."})
    assert "answered" in words(anna.get(D1))
    ruling = form_of(ref, "rule")
    without = ref.post(D1, ruling.fields | {"text": "So it was."})
    assert without.status_code == 422 and "Choose one first." in words(without)
    assert ">So it was.</textarea>" in without.text, "what was typed stays"
    done = ref.post(D1, ruling.fields | {"text": "So it was.", "verdict": "upheld"})
    assert f'href="{HERE}/correct?dispute=d1">Correct the record' in done.text
    assert "Correct the record" not in words(ben.get(D1))
    assert "Waiting for Ref to correct the record, or to close the dispute." in words(ben.get(D1))
    assert "A correction is due." in words(ref.get(D1))
    ref.post(D1, form_of(ref, "close").fields)
    assert "Ref closes it without a correction" in words(ben.get(D1))
    assert "Upheld, closed without a correction. Nothing is waited for." in words(ref.get(D1))


def test_a_file_leaves_its_digest_and_nothing_else(made: WebClub) -> None:
    """SHA-256 of the bytes as they were; they are in no answer and in no file of the store."""
    ben = raised(made)
    photo = b"a photograph of the sky" * 1000
    page = ben.post_file(
        f"{D1}/evidence", form_of(ben, "evidence").fields | {"text": "Dry."}, photo
    )
    assert page.status_code == 200
    assert hashlib.sha256(photo).hexdigest() in page.text
    store = made.house.ledger.store.path
    assert all(b"photograph" not in one.read_bytes() for one in store.parent.iterdir())


def test_a_file_may_have_a_mebibyte_and_no_more(made: WebClub) -> None:
    ben = raised(made)
    fields = form_of(ben, "evidence").fields | {"text": "Dry."}
    before = made.version
    assert ben.post_file(f"{D1}/evidence", fields, bytes(MOST * 4)).status_code == 200
    again = form_of(ben, "evidence").fields | {"text": "Dry."}
    large = ben.post_file(f"{D1}/evidence", again, bytes(MOST_OF_A_FILE))
    assert large.status_code == 413
    assert large.text == (
        "this form is larger than 1 MB with its file; nothing was recorded."
        " Go back and choose a smaller file\n"
    )
    assert made.version == before + 1


def test_a_file_comes_with_no_other_form(made: WebClub) -> None:
    """A form that takes none does not read it, and records nothing."""
    ben = raised(made)
    before = made.version
    fields = form_of(ben, "withdraw").fields
    done = ben.post_file(D1, fields, b"x")
    assert done.status_code == 400
    assert "This form can’t be read" in words(done) and "Nothing was recorded." in words(done)
    assert made.version == before


def test_forms_beside_refused_evidence_are_still_their_own(made: WebClub) -> None:
    """The page that refuses it has another address; an answer from there is an answer."""
    raised(made)
    anna = made.browser("anna")
    refused = anna.post_file(f"{D1}/evidence", form_of(anna, "evidence").fields, b"x")
    assert refused.status_code == 422 and "Write a few words." in words(refused)
    form = next(one for one in forms(refused.text) if one.fields.get("step") == "answer")
    assert form.action == D1
    said = words(anna.post(form.action, form.fields | {"text": "It was dry."}))
    assert "Anna answers" in said and "adds evidence" not in said


def test_who_raised_it_adds_evidence_and_does_not_answer(made: WebClub) -> None:
    found = {one.fields.get("step") for one in forms(raised(made).get(D1).text)}
    assert "evidence" in found and "answer" not in found


def test_what_is_not_ones_step_is_refused(made: WebClub) -> None:
    """Ben raised it and cannot rule; nobody takes a step that is none."""
    ben = raised(made)
    before = made.version
    for step in ("rule", "consent", "appeal", "rest", "burn"):
        done = ben.post(D1, {"step": step, "text": "x", "verdict": "upheld"})
        assert done.status_code == 409
        assert "This is not yours to do now." in words(done)
    assert made.version == before


def test_play_rests_and_goes_on_and_the_claim_is_withdrawn(made: WebClub) -> None:
    ben, host = raised(made), made.browser("host")
    host.post(D1, form_of(host, "rest").fields)
    assert "Play rests until dispute d1 is settled." in words(ben.get(HERE))
    host.post(D1, form_of(host, "go-on").fields)
    assert "Play rests until dispute d1" not in words(ben.get(HERE))
    done = ben.post(D1, form_of(ben, "withdraw").fields)
    assert "Withdrawn. Nothing is waited for." in words(done)


def test_a_dispute_is_raised_by_taps(made: WebClub) -> None:
    """The lines from the journal, what is wrong with them, words; then it is checked and sent."""
    ben, path = made.browser("ben"), f"/c/{NAME}/do/RaiseDispute"
    lines = forms(ben.get(path).text)[0]
    last = made.version
    assert f"versions:{last}" in lines.offered
    words_page = ben.get(f"{path}?step=versions&versions:{last}=on")
    form = forms(words_page.text)[0]
    assert form.offered["claim/what"] == ["figure", "not-so", "not-allowed", "forgotten"]
    typed = {"claim/what": "not-allowed", "claim/words": "he was face-down"}
    check = ben.post(path, form.fields | typed)
    done = ben.post(path, forms(check.text)[0].fields)
    assert done.status_code == 200 and "Recorded" in words(done)
    raised = list(made.house.ledger.live(NAME).state.campaign.record.disputes.values())[-1]
    assert (raised.claim, raised.versions) == ("It was not allowed: he was face-down", (last,))
