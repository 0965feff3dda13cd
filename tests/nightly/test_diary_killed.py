"""Members' words and the record, killed between any two steps of each other: nothing is lost,
nothing is there twice, and no word stays that should not.
"""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.database import open_people
from campaign.accounts.moving import ALL_PARTS, tables_of
from campaign.diary import deciding
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace
from campaign.text.prose import in_letters
from diary.clubs import Diarists
from support.postgres import new_database
from support.sessions import NAME, Session

pytestmark = pytest.mark.faults

LIVES = 40
SEED = 1943
CHILD = '''
"""Writes, edits, removes, and sends drafts, until it ends itself with a signal before or behind a
step that chance has chosen.
"""

import json, os, random, signal, sys

from campaign.accounts.table.diary import StoredDiary
from campaign.diary import deciding
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace
from pathlib import Path

deciding.A_DAY = 10**6
file, url, seed, again = sys.argv[1:5]
chance = random.Random(int(seed))
left = chance.randrange(1, 40)


def counted(call):
    def step(*more, **named):
        global left
        for done in (False, True):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            if not done:
                answer = call(*more, **named)
        return answer
    return step


for kind, name in ((StoredDiary, "put"), (StoredDiary, "becomes"), (StoredDiary, "erase"),
                   (Ledger, "outcome")):
    setattr(kind, name, counted(getattr(kind, name)))
desk = CommandHandler(Ledger(StorePlace(Path(file), url)), is_shared=False)


def known():
    filed = desk.ledger.live("club").state.campaign.record.dispatches.values()
    return [one.id for one in filed if one.is_there and one.by == "anna"]


def send(**command):
    sent = json.dumps(command).encode()
    answer = desk.submit("club", sent, Actor("anna")).answer
    assert answer["accepted"] or "was removed already" in answer["reason"] or (
        "was edited" in answer["reason"]), answer


def do(what, key, of):
    words = f"story {key} ends"
    if what == "draft":
        sent = json.dumps({"command": "FileDispatch", "words": words}).encode()
        refused = desk.beside("club", lambda one: one.keep_draft("club", sent, "anna", key))
        assert refused is None, refused
        desk.beside("club", lambda one: one.file_draft("club", key))
    elif what == "remove":
        send(command="RemoveDispatch", dispatch=of, id=key)
    else:
        more = {"replaces": of} if what == "edit" else {}
        send(command="FileDispatch", words=words, id=key, **more)


tasks = [tuple(json.loads(again))] if again else []
for number in range(1000):
    if not tasks:
        there = known()
        what = chance.choice(("write", "write", "draft", "edit", "remove") if there else ("write",))
        of = chance.choice(there) if what in ("edit", "remove") else ""
        tasks.append((what, f"{seed}x{number}", of))
    print("sent", json.dumps(tasks[0]), flush=True)
    do(*tasks[0])
    print("answered", json.dumps(tasks.pop()), flush=True)
'''


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """A store of each kind with a campaign in it."""
    url = new_database() if request.param == "postgres" else ""
    made = StorePlace(tmp_path / "campaign.db", url)
    with Ledger(made) as ledger:
        club = Diarists(Session(ledger).open().ledger, NAME)
        club.close()
    return made


def kept(place: StorePlace) -> str:
    """Every word beside the record."""
    with closing(open_people(place, ALL_PARTS)) as file, file.reading() as db:
        rows = [
            tuple(bytes(cell) if isinstance(cell, memoryview) else cell for cell in row)
            for table in tables_of(ALL_PARTS)
            for row in db.execute(f"SELECT * FROM {table}").fetchall()
        ]
    beside = place.file.parent.glob("*.people.db*")
    return repr(rows) + "".join(repr(one.read_bytes()) for one in beside)


def lives(place: StorePlace) -> Iterator[tuple[str, list[str]]]:
    """Each life begins with what the one before had sent and heard nothing of."""
    waiting, chance = "", random.Random(SEED)
    for _ in range(LIVES):
        seed = str(chance.randrange(10**6))
        call = [sys.executable, "-c", CHILD, str(place.file), place.url, seed, waiting]
        environment = {"PYTHONPATH": ":".join(sys.path), "CAMPAIGN_LOCK_TIMEOUT": "20"}
        run = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (-9, "")
        said = [line.partition(" ")[::2] for line in run.stdout.splitlines()]
        waiting = said[-1][1] if said and said[-1][0] == "sent" else waiting
        yield waiting, [which for what, which in said if what == "answered"]


def test_words_and_events_stay_together_however_often_it_is_killed(
    place: StorePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each story is there once, or nowhere; what was removed or edited is in no byte; an audit is
    clean after every life.
    """
    monkeypatch.setattr(deciding, "A_DAY", 10**6)  # as in the processes that write
    answered: list[str] = []
    for _, done in lives(place):
        answered += done
        with Ledger(place) as ledger:
            club = Diarists(ledger, NAME)
            read = [in_letters(one.words) for one in club.read("anna") if not one.removed]
            record = ledger.live(NAME).state.campaign.record.dispatches.values()
            there = [one for one in record if one.is_there]
            found = audit_of(ledger, NAME, ()).findings(ledger.store.rows(NAME))
            drafts = club.desk.filing.drafts(NAME)
            assert ([*found], club.findings(), len(read)) == ([], [], len(there))
            club.close()
        text = kept(place)
        stories = Counter(word for word in text.split("story ")[1:] for word in (word.split()[0],))
        waiting = {one.key.removeprefix("draft ") for one in drafts}
        assert set(stories) == {words.split()[1] for words in read} | waiting
        assert max(Counter(read).values(), default=0) <= 1
    assert len(answered) > LIVES
    assert len({*answered}) == len(answered)
