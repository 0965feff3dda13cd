"""What is begun at one process of the service is finished at another: nobody is bound to either.

Two whole services stand on one database. They know nothing of each other, as on two machines.
"""

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from campaign.accounts.settings import ServiceSettings
from campaign.web.api.serving import programs
from campaign.web.jobs.runner import Jobs
from campaign.web.replies import PublicAddress
from campaign.web.server.operation import OperatedService
from campaign.web.server.serve import close, opened
from campaign.world.clock import utc_now
from scripts.postgres_server import WANTED, Server
from support.door import KeptPost, asked, challenge_of, codes_in, give_address, make_passkey
from support.evening import BOARD, draw, is_asked
from support.passkeys import Passkey, text_of
from support.postgres import binaries, new_database
from support.web import MEMBERS, NAME, PLAYERS, POWERS, URL, Browser, WebClub, forms, words

ANNA = "anna@example.org"


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


HALF_A_SECOND = 0.5


def ballot(member: str, key: str) -> str:
    """A member's ballot, as a program sends it."""
    power = POWERS[PLAYERS.index(member)]
    return f'{{"command":"SealBallot","power":"{power}","choice":"no-veto","id":"{key}"}}'


def test_another_device_gets_the_receipt_without_the_salt(two: TwoClubs) -> None:
    """Whichever service it asks."""
    who = voters(two.a)[0]
    phone = two.a.browser(who)
    (form,) = forms(phone.get(BOARD).text)
    sent = form.fields | {"choice": "veto"}
    salt = re.search(r"Salt</dt><dd><code>([0-9a-f]{32})</code>", phone.post(BOARD, sent).text)
    laptop = two.b.nobody()
    assert laptop.come_in(two.a.invitation(who)).status_code == 200
    again = laptop.post(BOARD, sent)
    assert salt is not None and salt[1] not in again.text


def token(club: WebClub, member: str) -> dict[str, str]:
    """What a program of a member sends to be let in."""
    campaign = club.house.ledger.live(NAME).state.campaign.id
    made = club.house.doors.hand_out("program", campaign, member, "act", None)
    return {"authorization": f"Bearer {made}"}


def sent_by(club: WebClub, headers: dict[str, str], text: str) -> tuple[int, bytes]:
    """Sends a command as a program does; status and answer."""
    browser = club.nobody()
    found = browser._asked(
        "POST", f"/api/v1/campaigns/{NAME}/commands", content=text, headers=headers
    )
    return found.status_code, found.content


def test_a_program_gets_its_first_answer_at_the_other(two: TwoClubs) -> None:
    """Receipt and salt too, through the same door; through another one no salt."""
    who = voters(two.a)[0]
    text = ballot(who, "k1")
    mine, other = token(two.a, who), token(two.a, who)
    first = sent_by(two.a, mine, text)
    assert first[0] == 200 and b'"salt"' in first[1]
    assert sent_by(two.b, mine, text) == first
    status, body = sent_by(two.b, other, text)
    assert status == 200 and b'"receipt"' in body and b'"salt"' not in body


def test_no_table_holds_a_secret_in_clear(two: TwoClubs) -> None:
    """Every byte of every table: no choice, salt, token, code nor address of the door."""
    give_address(two.a, "anna", ANNA)
    here = two.a.nobody()
    here.post("/in", {"address": ANNA})
    (letter,) = two.letters[0].round()
    (code,) = codes_in(letter)
    first, second = voters(two.a)[:2]
    phone = two.a.browser(first)
    (form,) = forms(phone.get(BOARD).text)
    page = phone.post(BOARD, form.fields | {"choice": "veto"}).text
    found = re.search(r"Salt</dt><dd><code>([0-9a-f]{32})</code>", page)
    assert found is not None
    mine = token(two.a, second)
    status, body = sent_by(two.a, mine, ballot(second, "k1"))
    assert status == 200
    other = re.search(rb'"salt":"([0-9a-f]{32})"', body)
    assert other is not None
    new = two.b.house.entrance.moves.ask("p1", "a phone", "new@example.org")
    secrets = {
        "a salt of a page": found[1].encode(),
        "a salt of a program": other[1],
        "a token": mine["authorization"].removeprefix("Bearer ").encode(),
        "a device": next(iter(phone.client.cookies.values())).encode(),
        "an invitation": two.a.invitation(first).rpartition("/")[2].encode(),
        "a choice": b'"veto"',
        "another choice": b"no-veto",
        "an address on its way": b"new@example.org",
    }
    tables = dump(two.url)
    assert {name for name, rows in tables.items() if rows} >= {
        *(f"campaign_people.{name}" for name in ("first_door", "given_answer", "address_move")),
        *(f"campaign_people.{name}" for name in ("code", "device", "token", "rate_left")),
        *(f"campaign_record.{name}" for name in ("stored_events", "receipts", "salts", "heads")),
    }
    held = {
        f"{what} in {name}"
        for name, rows in tables.items()
        for what, secret in secrets.items()
        if any(secret in row for row in rows)
    }
    assert held == set()
    codes = {
        f"{one} in {name}"
        for name in tables
        if name.endswith((".code", ".code_asked", ".address_move", ".rate_left", ".given_answer"))
        for one in (code, new)
        for row in tables[name]
        for cell in row.split(b"\t")
        if cell == one.encode()
    }
    assert codes == set()


def test_backups_on_a_timer_are_the_operators(
    two: TwoClubs, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The service says so at its start, and makes none."""
    folder = tmp_path / "backups"
    chores, settings = Jobs(()), ServiceSettings(backups=str(folder))
    with OperatedService(two.a.house, programs(two.a.house), chores, settings):
        assert two.a.house.upkeep.backups is None and not folder.exists()
    said = "no backups are made here: those of a database are its operator's to make"
    assert said in [one.getMessage() for one in caplog.records]


def dump(url: str) -> dict[str, list[bytes]]:
    """Every row of every table, its cells as text with bytes as they are."""
    tables: dict[str, list[bytes]] = {}
    with closing(psycopg.connect(url)) as line:
        names = line.execute(
            "SELECT table_schema, table_name FROM information_schema.tables"
            " WHERE table_schema LIKE 'campaign%'"
        ).fetchall()
        for schema, name in names:
            rows = line.execute(f'SELECT * FROM {schema}."{name}"'.encode()).fetchall()
            tables[f"{schema}.{name}"] = [b"\t".join(map(_bytes, row)) for row in rows]
    return tables


def _bytes(cell: object) -> bytes:
    return bytes(cell) if isinstance(cell, bytes | memoryview) else str(cell).encode()


def test_a_database_that_is_away_is_told_and_comes_back(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages are 503 with a time, the process lives; all of it comes back by itself."""
    if (programs_of := binaries()) is None:
        pytest.skip(f"needs {WANTED}")
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    server = Server(programs_of)
    server.start()
    house = opened(server.database(), PublicAddress(URL), utc_now)
    try:
        setup = {"members": MEMBERS}
        assert house.desk.open(NAME, scenario="global-war", setup=setup)["accepted"]
        club = WebClub(house)
        anna = club.browser("anna")
        assert anna.get(f"/c/{NAME}").status_code == 200
        version, mine = house.ledger.store.version(NAME), token(club, "anna")
        server.kill()
        lost = anna.get(f"/c/{NAME}")
        assert lost.status_code == 503 and lost.headers["retry-after"] == "5"
        assert "The record can’t be used at the moment" in words(lost)
        assert "Nothing was recorded. Try again in a minute." in words(lost)
        sent = anna.post(f"/c/{NAME}/board", {"choice": "veto"})
        unsure = "Whether what you sent was recorded is not known. Send the same again in a minute"
        assert sent.status_code == 503 and f"{unsure}: it counts once." in words(sent)
        status, body = sent_by(club, mine, '{"command":"AddEntropy","value":"x","id":"x"}')
        told = b"whether this was recorded is not known: send it again under the same id [fault "
        assert status == 503 and told in body
        assert anna.get("/readyz").status_code == 503
        assert anna.get("/healthz").status_code == 200
        server.start()
        assert anna.get(f"/c/{NAME}").status_code == 200
        assert anna.get("/readyz").status_code == 200
        assert house.ledger.store.version(NAME) == version
    finally:
        close(house)
        server.stop()


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
    passkey = Passkey()
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
        await asyncio.wait_for(stream.changed.wait(), 60)
        took = time.monotonic() - began
        assert (
            stream.taken()
            == f"id: {answer['version']}\nevent: version\ndata: {answer['version']}\n\n".encode()
        )
        streams.close(stream)
        return took

    assert asyncio.run(heard()) < HALF_A_SECOND
