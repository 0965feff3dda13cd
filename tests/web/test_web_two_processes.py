"""What is begun at one process of the service is finished at another: nobody is bound to either.

Two whole services stand on one database. They know nothing of each other, as on two machines.
"""

import asyncio
import re
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from campaign.web.addresses import PublicAddress
from campaign.web.api.serving import programs
from campaign.web.running.serve import close, opened
from support.door import KeptPost, asked, challenge_of, codes_in, give_address, make_passkey
from support.evening import BOARD, draw, is_asked
from support.passkeys import Passkey, text_of
from support.postgres import new_database
from support.web import MEMBERS, NAME, PLAYERS, URL, Browser, WebClub, forms, words

ANNA = "anna@example.org"
HALF_A_SECOND = 0.5


class TwoClubs(NamedTuple):
    """Two services on one database, and the letters that each sends."""

    a: WebClub
    b: WebClub
    letters: tuple[KeptPost, KeptPost]
    url: str

    def elsewhere(self, browser: Browser) -> Browser:
        """The same browser, led to the other service."""
        other = (self.b if browser.house is self.a.house else self.a).nobody()
        other.client.cookies = browser.client.cookies
        return other


@pytest.fixture
def two(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TwoClubs]:
    """Two services of a club of eight."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path_factory.mktemp("home")))
    url, letters = new_database(), (KeptPost(), KeptPost())
    houses = []
    for post in letters:
        house = opened(url, PublicAddress(URL))
        if not houses:
            request = {"scenario": "global-war", "rulebook": "lif-1998"}
            assert house.desk.open(NAME, **request, setup={"members": MEMBERS})["accepted"]
        houses.append(house._replace(entrance=house.entrance._replace(post=post)))
    a, b = (WebClub(house) for house in houses)
    yield TwoClubs(a, b, letters, url)
    for house in houses:
        close(house)


def voters(club: WebClub) -> list[str]:
    """The players of whom a ballot is asked: chance decides whose leader is drawn."""
    draw(club)
    return [who for who in PLAYERS if is_asked(club.browser(who))]


def test_a_form_of_one_is_taken_by_the_other(two: TwoClubs) -> None:
    """With its receipt; sent once more to either it records nothing, and the answer is the same."""
    here = two.a.browser(voters(two.a)[0])
    there = two.elsewhere(here)
    (form,) = forms(here.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    first = there.post(BOARD, sent)
    assert first.status_code == 200 and "It is in" in words(first)
    salt = re.search(r"Salt</dt><dd><code>([0-9a-f]{32})</code>", first.text)
    ends = two.a.house.ledger.store.ends(NAME)
    for browser in (here, there):
        again = browser.post(BOARD, sent)
        assert again.status_code == 200 and salt is not None and salt[1] in again.text
    assert two.b.house.ledger.store.ends(NAME) == ends
    assert ": sealed." in words(here.get(BOARD))


def test_a_code_that_was_asked_for_at_one_is_typed_at_the_other(two: TwoClubs) -> None:
    """In the same browser."""
    give_address(two.a, "anna", ANNA)
    here = two.a.nobody()
    here.post("/in", {"address": ANNA})
    (letter,) = two.letters[0].round()
    there = two.elsewhere(here)
    assert there.post("/in/code", {"code": codes_in(letter)[0]}).status_code == 200
    assert there.get("/").status_code == two.elsewhere(there).get("/").status_code == 200


def test_a_passkey_answers_a_challenge_of_the_other(two: TwoClubs) -> None:
    """Made at one, used with a page of the one at the other."""
    passkey = Passkey(ec.generate_private_key(ec.SECP256R1()))
    assert make_passkey(two.a.browser("anna"), passkey).status_code == 200
    here = two.a.nobody()
    found = asked(here.get("/in").text, "touch")
    fields = {
        "credential": text_of(b"one"),
        "challenge": found["challenge"],
        "assertion": passkey.touched(challenge_of(found["challenge"])),
        "handle": "",
    }
    assert two.elsewhere(here).post("/in/passkey", fields).status_code == 200
    assert here.post("/in/passkey", fields).status_code == 403, "it counts once"


def test_tries_at_both_are_counted_together(two: TwoClubs) -> None:
    """Twenty an hour from one network, at whichever service."""
    statuses = [
        club.nobody().post("/in", {"address": f"a{n}@example.org"}).status_code
        for n in range(11)
        for club in (two.a, two.b)
    ]
    assert statuses == [200] * 20 + [429] * 2


def test_a_stream_at_one_hears_what_the_other_records(two: TwoClubs) -> None:
    """Within half a second, on average much sooner; by one question for all that is watched."""
    streams = programs(two.b.house).streams

    async def heard() -> float:
        version = two.b.house.ledger.store.version(NAME)
        stream = streams.open(NAME, "anna", version)
        await asyncio.sleep(0.3)
        text = b'{"command":"AddEntropy","value":"x","id":"x"}'
        submit = two.a.house.ledger.submit
        answer = await asyncio.to_thread(submit, NAME, text)
        began = time.monotonic()
        await asyncio.wait_for(stream.changed.wait(), 10)
        took = time.monotonic() - began
        assert (
            stream.taken()
            == f"id: {answer['version']}\nevent: version\ndata: {answer['version']}\n\n".encode()
        )
        streams.close(stream)
        return took

    assert asyncio.run(heard()) < HALF_A_SECOND
