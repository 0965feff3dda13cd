"""The war diary once more, kept in a database: the same, and no word in any table afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.accounts.database import open_people
from campaign.accounts.moving import ALL_PARTS, tables_of
from diary.clubs import OTHER_WORDS, SECRET_WORDS, Diarists, diarists
from tests.diary.test_dispatches import TANK, audited


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Diarists]:
    monkeypatch.setenv("CAMPAIGN_TEST_STORE", "ledgers")
    made = diarists("lif", tmp_path)
    yield made
    made.close()


def tables(club: Diarists) -> str:
    """Every row about people."""
    file = open_people(club.ledger.store.place, ALL_PARTS)
    with file.reading() as db:
        rows = [
            tuple(bytes(cell) if isinstance(cell, memoryview) else cell for cell in row)
            for table in tables_of(ALL_PARTS)
            for row in db.execute(f"SELECT * FROM {table}").fetchall()
        ]
    file.close()
    return repr(rows)


def test_filed_edited_sealed_removed_and_forgotten(club: Diarists) -> None:
    """An audit is clean all the way, and in the end no row has a word."""
    club.ask("FileDispatch", "anna", (TANK,), words=SECRET_WORDS)
    club.write("ben", OTHER_WORDS, until="end", subject="leader:rommel")
    assert club.ids("anna") == ["w1"] and club.ids("ben") == ["w1", "w2"]
    assert SECRET_WORDS in tables(club) and OTHER_WORDS not in tables(club)
    assert club.ask("RenewVault")["accepted"] and audited(club) == []
    assert club.read("anna")[0].pictures == (TANK,)
    club.write(words="It rained.", replaces="w1")
    assert SECRET_WORDS not in tables(club)
    assert club.ask("RemoveDispatch", "anna", dispatch="w3")["accepted"]
    assert club.desk.beside(club.name, lambda one: one.forget(club.name, "ben", "ben")) == 1
    assert "It rained." not in tables(club) and "dots" not in tables(club)
    assert audited(club) == []
