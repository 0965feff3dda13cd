"""The proof page: checked in a process of its own, old mails held against it, draws, findings."""

import hashlib
import re
from collections.abc import Callable, Iterator

import msgspec
import pytest

from campaign.store.audit import CheckedRecord
from campaign.store.protocol import StoreError
from campaign.web.server.health import RecordChecks
from support.web import NAME, WebClub, words

pytestmark = pytest.mark.usefixtures("drawn")

HERE = f"/c/{NAME}"


class Told:
    """A verifier that answers without looking."""

    def __init__(self, verify: Callable[[str], bytes]) -> None:
        self.verify = verify

    def end(self) -> None:
        """Nothing is under way."""

    stop = end


PROOF = f"{HERE}/proof"


def test_what_was_not_judged_is_said_and_is_no_clean_record(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a check of a campaign under older rules tells it."""
    told = msgspec.json.encode(CheckedRecord(3, "a" * 64, unjudged="events 1 to 3"))
    monkeypatch.setattr(made.house.checks, "_verifier", Told(lambda name: told))
    made.browser("anna").post(f"{PROOF}/check", {})
    made.house.checks.settle()
    said = words(made.browser("anna").get(PROOF))
    assert "No findings in 3 events, but events 1 to 3 not judged" in said
    assert "Everything checks out" not in said


def test_the_digest_is_there_in_groups(made: WebClub) -> None:
    """Eight groups of eight, as mails print it."""
    head = made.house.ledger.live(NAME).head
    grouped = " ".join(head[place : place + 8] for place in range(0, 64, 8))
    assert grouped in words(made.browser("anna").get(PROOF))


FOUND = b'{"events": 30, "head": "x", "findings": [{"version": 7, "what": "rules", "text": "no"}]}'


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        (FOUND, "1 finding in 30 events."),
        (b"", "The last check could not be finished: the check broke off."),
    ],
)
def test_what_is_found_is_said(made: WebClub, printed: bytes, said: str) -> None:
    """Findings are red, and on every page of the campaign; a check that broke off is no finding."""
    checks = RecordChecks(made.house.people.file, made.house.clock, Told(lambda name: printed))
    other = WebClub(made.house._replace(checks=checks))
    anna = other.browser("anna")
    anna.post(f"{PROOF}/check", {})
    checks.settle()
    page = anna.get(PROOF)
    assert said in words(page) and 'class="band bad"' in page.text
    front = words(anna.get(HERE))
    assert ("The record does not check out: 1 finding." in front) is bool(printed)
    assert ("Event 7: no" in words(page)) is bool(printed)
    checks.close()


def test_a_check_that_cannot_be_kept_stops_no_other(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at one campaign; the next that is asked for is checked."""
    file = made.house.people.file
    checks = RecordChecks(file, made.house.clock, Told(lambda name: FOUND))

    def full() -> Iterator[None]:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(file, "writing", full)
        checks.ask(NAME, "0" * 32)
        checks.settle()
    checks.ask(NAME, "1" * 32)
    checks.settle()
    kept = checks.last("1" * 32)
    assert kept is not None and kept.count == 1
    assert not checks.is_under_way("0" * 32)
    checks.close()


def test_a_check_that_cannot_run_says_why(made: WebClub) -> None:
    """And the next one can be asked for."""

    def fails(name: str) -> bytes:
        raise OSError("it took too long")

    checks = RecordChecks(made.house.people.file, made.house.clock, Told(fails))
    for _ in range(2):
        checks.ask(NAME, "some-id")
        checks.settle()
        found = checks.last("some-id")
        assert found is not None and found.fault == "it took too long"
        assert not checks.is_under_way("some-id")
    checks.close()


def test_an_old_mail_is_held_against_it(made: WebClub) -> None:
    """A digest of an event or a receipt is found in any text; another one is not."""
    anna, entries = made.browser("anna"), list(made.house.ledger.history(NAME))
    head = entries[4].digest
    grouped = " ".join(head[place : place + 8] for place in range(0, 64, 8))
    said = words(anna.post(PROOF, {"text": f"> Digest:\n> {grouped}\n> Yours"}))
    assert "is the digest of event 5 : the history of that day is still in this record." in said
    false = anna.post(PROOF, {"text": "0" * 64})
    assert "No event or receipt has the digest 000000000000… : what that text vouches" in words(
        false
    )
    assert 'class="band bad"' in false.text


def test_a_text_without_a_digest_says_so(made: WebClub) -> None:
    """What was typed stays."""
    found = made.browser("anna").post(PROOF, {"text": "no <digest>"})
    assert found.status_code == 422
    assert "There is no digest in it: 64 hex digits, or eight groups of eight." in words(found)
    assert "no &lt;digest&gt;</textarea>" in found.text


def test_the_draws_say_who_could_foresee_them(made: WebClub) -> None:
    """LiF 4.1: nothing was mixed into the first draw, so the vault's keeper knew what comes."""
    page = words(made.browser("anna").get(PROOF))
    leader = made.house.ledger.show(NAME)["board"]["leader"]
    name = made.house.ledger.live(NAME).state.sheet[leader].name  # type: ignore[attr-defined]
    assert f"1 {name} whoever holds the vault’s key" in page


def test_the_digests_are_of_the_scripts_that_browsers_run(made: WebClub) -> None:
    """Of the bytes that are sent, those of the worker too."""
    anna = made.browser("anna")
    shown = re.findall(r"<dt>Script (\w+)</dt><dd><code>([0-9a-f ]+)</code>", anna.get(PROOF).text)
    digests = {name: digest.replace(" ", "") for name, digest in shown}
    board = anna.get(f"/c/{NAME}/board").text
    sent = {
        name: anna.get(f"/script/{name}-{rest}").content
        for name, rest in re.findall(r'src="/script/(\w+)-([0-9a-f]+\.js)"', board)
    }
    sent["worker"] = anna.get("/worker.js").content
    assert len(sent) > 2
    for name, content in sent.items():
        assert digests[name] == hashlib.sha256(content).hexdigest(), name
