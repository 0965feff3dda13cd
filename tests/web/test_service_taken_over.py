"""A service folder of an older program: the next one takes it over, and everybody stays in.

`tests/stores/service_0_1_0/people.sql` is a people's file as the first service left it: Anna came
in with a device and has a program's token, Ben has an invitation that nobody has used.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.people.database import people_path
from campaign.people.doors import DOORS
from campaign.people.tables import PEOPLE
from campaign.store.protocol import StoreError
from campaign.web.addresses import PublicAddress
from campaign.web.running.serve import PARTS, close, opened
from campaign.web.visits import House
from support.sessions import ledger_in
from support.web import MEMBERS, NAME, URL, WebClub

LEFT = Path(__file__).parents[1] / "stores" / "service_0_1_0" / "people.sql"
CAMPAIGN = "ad7a8e4b98b7feefdbf5c754689bb66d"
"""The campaign's id in that file."""
DEVICE = "ZeH33VC0qcNuWTwbSbqWwSCfsmHX5lOpFEJ5ej7IcWY"
PROGRAM = "LybDlD4qk7EqgATr97_pVgmq0D1eHmHYQlV4PPahcJo"
NEXT_DAY = "2026-11-23T08:00:00.000Z"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with that people's file beside it."""
    with ledger_in(tmp_path) as ledger:
        setup = {"members": MEMBERS}
        answer = ledger.open(NAME, scenario="global-war", rulebook="lif-1998", setup=setup)
        assert answer["accepted"]
        known = ledger.live(NAME).state.campaign.id
    store = tmp_path / "campaign.db"
    with closing(sqlite3.connect(people_path(store))) as db:
        db.executescript(LEFT.read_text(encoding="utf-8").replace(CAMPAIGN, known))
    return store


@pytest.fixture
def house(store: Path) -> Iterator[House]:
    """Today's service on it."""
    found = opened(store, PublicAddress(URL), clock=lambda: NEXT_DAY)
    yield found
    close(found)


def test_devices_and_tokens_let_in_as_before(house: House) -> None:
    """Nobody has to be invited again."""
    made = WebClub(house)
    anna = made.nobody()
    anna.client.cookies.set("__Host-device", DEVICE)
    assert anna.get(f"/c/{NAME}").status_code == 200
    bearer = {"authorization": f"Bearer {PROGRAM}"}
    assert made.nobody().get(f"/api/v1/campaigns/{NAME}", **bearer).status_code == 200


def test_its_tables_are_brought_up(house: House) -> None:
    """Every part to its newest form; the rows stay."""
    with house.people.file.reading() as db:
        found = dict(db.execute("SELECT name, schema FROM part").fetchall())
        assert found == {part.name: part.schema for part in (PEOPLE, *PARTS)}
        assert db.execute("SELECT count(*) FROM device").fetchone()[0] == 1
        assert db.execute("SELECT count(*) FROM token WHERE member='ben'").fetchone()[0] == 1


def test_a_file_of_a_newer_program_is_left_alone(store: Path) -> None:
    """And the service says what to do."""
    newer = DOORS.schema + 1
    with closing(sqlite3.connect(people_path(store))) as db:
        db.execute("UPDATE part SET schema=? WHERE name='doors'", (newer,))
        db.commit()
    with pytest.raises(StoreError, match=r"newer version of the tracker.*nothing was changed"):
        opened(store, PublicAddress(URL), clock=lambda: NEXT_DAY)
