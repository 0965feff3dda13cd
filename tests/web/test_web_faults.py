"""When something fails: a sentence that says what to do, a number that the log has, no secrets."""

import logging
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from campaign.store.protocol import StoreError
from support.evening import BOARD, answer
from support.programs import HandClock
from support.served import SECONDS
from support.web import NAME, WebClub, forms, words

pytestmark = pytest.mark.usefixtures("drawn")

NUMBER = re.compile(r"the number ([0-9a-f]{8})")


def failing(error: Exception) -> object:
    """Something that always fails."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (StoreError("club.db is locked"), 503, "The record can’t be used at the moment"),
        (StoreError("database or disk is full"), 503, "Try again in a minute."),
        (RuntimeError("a fault of ours"), 500, "Something broke on our side"),
        (RecursionError(), 500, "What was accepted before is safe."),
    ],
)
def test_a_fault_has_a_number_that_the_log_has_too(
    made: WebClub,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    says: str,
) -> None:
    """Never a traceback on a page, and nothing that was typed in the log."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    cookie = str(ben.client.cookies["__Host-device"])
    version = made.version
    monkeypatch.setattr(made.house.ledger, "outcome", failing(error))
    with caplog.at_level(logging.INFO):
        page = ben.post(BOARD, form.fields | {"choice": "veto"})
    assert page.status_code == status
    assert says in words(page)
    found = NUMBER.search(words(page))
    assert found and found[1] in caplog.text
    for text in ("Traceback", "RuntimeError", "StoreError", str(made.house.ledger.store.path)):
        assert text not in page.text
    assert "veto" not in caplog.text and cookie not in caplog.text
    assert form.fields["id"] not in caplog.text
    assert made.version == version


def test_a_vault_without_its_key_is_said(made: WebClub) -> None:
    """Nothing is sealed that nobody could open; the probe says why."""
    made.house.ledger.vault.path.unlink()
    assert made.nobody().get("/readyz").text == "the vault's key is not there\n"
    made.house.ledger.vault.path.write_text("no key\n")
    me = made.house.ledger.vault.path.owner()
    assert made.nobody().get("/readyz").text == (
        f"the vault's key can't be read: it belongs to {me}, and the service runs as {me}\n"
    )
    version = made.version
    page = answer(made.browser("ben"), "veto")
    assert page.status_code == 503
    assert "Nothing was recorded." in words(page)
    assert made.version == version


def test_after_a_fault_the_same_form_is_taken(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its id was not used up."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    with monkeypatch.context() as patch:
        patch.setattr(made.house.ledger, "outcome", failing(StoreError("locked")))
        assert ben.post(BOARD, sent).status_code == 503
    page = ben.post(BOARD, sent)
    assert page.status_code == 200 and "It is in" in page.text


def test_an_answer_that_was_lost_on_the_way_is_given_again(made: WebClub) -> None:
    """The connection broke behind the commit: the same form gets the same page."""
    ben = made.browser("ben")
    (form,) = forms(ben.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    made.house.desk.ledger.submit(
        NAME,
        {"command": "SealBallot", "power": "italy", "choice": "veto", "draw": 1, "id": sent["id"]},
        "ben",
    )
    version = made.version
    page = ben.post(BOARD, sent)
    assert page.status_code == 200 and "It is in" in page.text
    assert made.version == version


def test_a_clock_that_jumps_back_changes_no_order(made: WebClub) -> None:
    """The record's stamps never go back, and pages go on."""
    made.house.ledger._clock = lambda: "1998-12-31T00:00:00.000Z"
    assert "It is in" in answer(made.browser("ben"), "no-veto").text
    stamps = [one.event.at for one in made.house.ledger.history(NAME)]
    assert stamps == sorted(stamps)


def test_what_is_recorded_elsewhere_is_on_the_next_page(made: WebClub) -> None:
    """Another process writes to the same store."""
    from campaign.store.ledger import Ledger

    ben = made.browser("ben")
    ben.get(BOARD)
    store = made.house.ledger.store.path
    with Ledger(store, made.house.ledger.vault) as other:
        assert other.submit(NAME, {"command": "FixMarkers"})["accepted"]
    assert forms(ben.get(BOARD).text) == []
    assert "The ballots of draw 1 were fixed" in words(ben.get(f"/c/{NAME}/journal"))


def test_a_store_that_takes_nothing_turns_the_probe_red(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names file and owner, and asks no more than once a second while all is well."""
    clock, tries = HandClock(), list[int]()
    made.house.upkeep._clock = clock.counted
    store, may_record = made.house.ledger.store, made.house.ledger.store.must_record

    def tried() -> None:
        tries.append(1)
        may_record()

    monkeypatch.setattr(store, "must_record", tried)
    for seconds in (0, 0.5, 0.6):
        clock.passes(seconds)
        assert made.nobody().get("/readyz").text == "ready\n"
    assert len(tries) == 2
    store.close()
    monkeypatch.setattr("campaign.store.sqlite.store.as_it_lies", lambda _: "?mode=ro")
    monkeypatch.setattr("campaign.world.files.may_be_written", lambda file: file != store.path)
    clock.passes(1)
    me = store.path.owner()
    for _ in range(2):
        probe = made.nobody().get("/readyz")
        assert (probe.status_code, probe.text) == (
            503,
            f"{store.path.name} can't be written: it belongs to {me}, "
            f"and the service runs as {me}\n",
        )
    assert len(tries) == 4, "it is ready as soon as it can be"
    page = answer(made.browser("ben"), "veto")
    assert page.status_code == 503 and "Nothing was recorded." in words(page)


def test_a_probe_does_not_wait_for_another_one(made: WebClub) -> None:
    """While one waits for the right to write, others say what was known last."""
    begun, goes_on = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        goes_on.wait(SECONDS)
        raise StoreError("locked")

    with ThreadPoolExecutor(1) as hands:
        first = hands.submit(made.house.upkeep.why_not_recorded, slow)
        assert begun.wait(SECONDS)
        assert made.nobody().get("/readyz").text == "ready\n"
        goes_on.set()
        assert first.result(SECONDS) == "the store or the people's file cannot be used"
