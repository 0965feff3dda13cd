"""Kills (`kill -9`) of a run of the mail, and what inboxes and rows must say afterwards."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from campaign.accounts.choices import Choices
from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.notifications.deliveries import LEASE, StoredDeliveries
from campaign.store.ledger import Ledger
from support.mail_nursery import NAME
from support.mail_server import mail_server

FIRST, LAST = 9, 28
"""The borders of the first message of a run: from its row that is taken to its row that is sent."""
FAR, CALLS = 60, 12_000
"""The borders of some messages; a look at what is due and a message take some thousand calls."""


def club(folder: Path, members: int, turns: int) -> Path:
    """A campaign of so many turns that are over, and so many members with addresses."""
    store = folder / "club.db"
    with Ledger(store) as ledger:
        enrolled = [{"member": f"m{number}", "name": f"M{number}"} for number in range(members)]
        opened = ledger.open(NAME, scenario="global-war", setup={"members": enrolled})
        assert opened["accepted"], opened
        for number in range(turns):
            last = number == 35
            command = {"command": "CloseCampaign" if last else "AdvanceTurn"}
            answer = ledger.submit(NAME, command)
            assert answer["accepted"], answer
        campaign = ledger.live(NAME).state.campaign.id
    people = People(store)
    for number in range(members):
        people.change(campaign, f"m{number}", Choices(f"m{number}@example.org"))
    people.close()
    return store


@contextmanager
def nursery(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that bears children."""
    script = Path(__file__).with_name("mail_nursery.py")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(folder / "stderr").open("w"),
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def once_each(folder: Path, kills: int, members: int, turns: int) -> str:
    """Two runs at once, killed so many times: no inbox has a turn twice, rows and inboxes agree,
    and what is missing is what is in doubt. A line about what happened.
    """
    store, chance = club(folder, members, turns), random.Random(1941)
    now = datetime.fromisoformat("2100-01-01T20:00:00+00:00")
    deaths, ends = 0, _ends(chance)
    with mail_server() as (port, there), nursery(folder) as process:
        assert process.stdin and process.stdout

        def lives(*ends: str) -> list[str]:
            nonlocal now
            now += timedelta(seconds=LEASE + 1)
            moment = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            assert process.stdin and process.stdout
            process.stdin.write(f"{store} {port} {moment} {' '.join(ends)}\n")
            process.stdin.flush()
            word, *found = process.stdout.readline().split()
            assert word == "dead" and set(found) <= {"0", "9"}, (folder / "stderr").read_text()
            return found

        while deaths < kills:
            deaths += lives(next(ends), next(ends)).count("9")
        assert lives("end", "end") == ["0", "0"]
        inboxes = {
            address.partition("@")[0]: [str(one["Subject"]) for one in there.messages(address)]
            for address in there.inboxes
        }
    assert (folder / "stderr").read_text() == ""
    return _agreed(store, inboxes, deaths, members * turns)


def _ends(chance: random.Random) -> Iterator[str]:
    """Where each life ends: at every border of a message once, in an order of chance; then
    anywhere.
    """
    borders = list(range(FIRST, LAST + 1))
    chance.shuffle(borders)
    yield from (f"border:{number}" for number in borders)
    while True:
        anywhere = chance.random() < 0.25
        yield f"call:{chance.randint(1, CALLS)}" if anywhere else f"border:{chance.randint(1, FAR)}"


def _agreed(store: Path, inboxes: dict[str, list[str]], deaths: int, wanted: int) -> str:
    """Compares the rows with the inboxes."""
    with Ledger(store) as ledger:
        live = ledger.live(NAME)
        campaign, calendar = live.state.campaign, live.system.calendar
    rows = StoredDeliveries(PeopleFile(people_path(store), (DELIVERIES,))).known(campaign.id)
    turns = {key: row for key, row in rows.items() if key[0].startswith("turn:")}
    assert len(turns) == wanted
    got = Counter((member, subject) for member, found in inboxes.items() for subject in found)
    assert max(got.values()) == 1, got.most_common(3)
    states = Counter(row.state for row in turns.values())
    assert set(states) <= {"sent", "unknown"}, states
    missing = 0
    for (occasion, member), row in turns.items():
        turn = calendar.in_words(occasion.partition(":")[2])
        arrived = any(subject.endswith(turn) for subject in inboxes.get(member, ()))
        assert arrived or row.state == "unknown", (occasion, member, row)
        missing += not arrived
    return (
        f"{deaths} kills, {wanted} messages: {states['sent']} sent, {states['unknown']} in doubt, "
        f"of which {missing} did not arrive; none arrived twice"
    )
