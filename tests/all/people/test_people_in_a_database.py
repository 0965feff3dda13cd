"""People in a database: where an address may be, what a lost line does, and who is told what.

What takes longer, waits or starts something, beside `people/test_people_in_a_database.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.notices.deliveries import StoredDeliveries
from campaign.people.mail_tables import DELIVERIES
from campaign.people.opening import open_people
from campaign.people.people import People
from campaign.store.place import StorePlace, place_of
from campaign.store.protocol import StoreError
from support.postgres import binaries
from tests.people.test_people_in_a_database import CLUB, NOW, place

__all__ = ["place"]
KILLED = """
import os, signal, sys
from campaign.people.mail_tables import DELIVERIES
from campaign.people.opening import open_people
with open_people(sys.argv[1], (DELIVERIES,)).writing() as db:
    db.execute("DELETE FROM delivery")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_program_that_is_killed_while_it_writes_changes_nothing(place: StorePlace) -> None:
    """Nor does anybody wait for it."""
    rows = StoredDeliveries(open_people(place, (DELIVERIES,)))
    rows.make(CLUB, [("turn:1", "anna")], 1, NOW)
    done = subprocess.run([sys.executable, "-c", KILLED, place.url], check=False)
    assert done.returncode == -9
    assert rows.claim([1], "r1", NOW)


def test_a_server_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    if binaries() is None:
        pytest.skip("needs PostgreSQL")
    nowhere = place_of(f"postgresql://gm:secret@/club?host={tmp_path}")
    with pytest.raises(StoreError) as told:
        People(nowhere).stop(CLUB, "anna", rests=True)
    assert str(told.value) == f"{nowhere} cannot be reached: nobody answers there"
    assert "secret" not in str(told.value)
