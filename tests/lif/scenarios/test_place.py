"""Where a store is: what is shown and remembered of an address, and which folder is its own."""

import sys
from pathlib import Path

import pytest

from campaign.store.protocol import (
    StoreError,
    StorePlace,
    folder_name,
    is_url,
    place_of,
    without_password,
)
from campaign.store.reader import open_store

SECRET = "opensesame"


@pytest.mark.parametrize(
    ("url", "shown", "remembered"),
    [
        ("postgresql://db/club", "postgresql://db/club", "postgresql://db/club"),
        (
            f"postgresql://anna:{SECRET}@db.example:5433/club?sslmode=verify-full",
            "postgresql://anna@db.example:5433/club",
            "postgresql://anna@db.example:5433/club?sslmode=verify-full",
        ),
        (
            f"postgres://db:5432/club?user=anna&password={SECRET}",
            "postgresql://anna@db/club",
            "postgres://db:5432/club?user=anna",
        ),
        (
            f"postgresql://anna:{SECRET}@/club?host=/run/postgresql&sslpassword={SECRET}",
            "postgresql://anna@/club?host=/run/postgresql",
            "postgresql://anna@/club?host=/run/postgresql",
        ),
        (
            f"postgresql://anna:{SECRET}@[::1]:5433/club",
            "postgresql://anna@[::1]:5433/club",
            "postgresql://anna@[::1]:5433/club",
        ),
        (
            f"postgresql://db/club?options=-c%20x%3D{SECRET}&port=5433",
            "postgresql://db:5433/club",
            "postgresql://db/club?port=5433",
        ),
        (f"postgresql://anna:{SECRET}@db", "postgresql://anna@db/anna", "postgresql://anna@db"),
    ],
)
def test_nothing_that_is_shown_or_remembered_has_the_password(
    url: str, shown: str, remembered: str
) -> None:
    """Yet what is remembered still finds the database."""
    place = place_of(url)
    assert (str(place), repr(place)) == (shown, f"StorePlace({shown!r})")
    assert place.remembered == remembered == without_password(remembered)
    assert place.typed == url and place.has_password == (SECRET in url)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://anna:{SECRET}#1@db/club",
        f"postgresql://anna:{SECRET}/1@db/club",
        f"postgresql://anna:1?{SECRET}@db/club",
        f"postgresql://anna:{SECRET}",
        f"postgresql://anna:{SECRET}@[db/club",
    ],
)
def test_an_address_that_cannot_be_read_is_none(url: str) -> None:
    """A sign of its password would end it too early, and the rest of it would be shown."""
    with pytest.raises(ValueError) as fault:
        place_of(url)
    assert SECRET not in str(fault.value)


def test_a_database_has_a_folder_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for everybody who gets in; another for each database."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path))
    names = [
        folder_name(f"postgresql://{rest}")
        for rest in ("db/club", "db:5433/club", "db/other", "other/club", "/club", "db/a-club")
    ]
    assert len(set(names)) == 6
    assert names[:2] == ["db-5432-club", "db-5433-club"]
    assert folder_name(f"postgresql://anna:{SECRET}@db:5432/club?sslmode=require") == names[0]
    assert place_of("postgresql://db/club").file == tmp_path / "db-5432-club" / "club.db"
    assert folder_name("postgresql://db/%2e%2e%2f..") != folder_name("postgresql://db/..")
    for strange in ("postgresql://db/../../x", "postgresql://..", "postgresql://db/a%2fb"):
        assert "/" not in folder_name(strange) and ".." not in (folder_name(strange), "")
    assert not any(tmp_path.iterdir())


def test_a_path_is_a_file(tmp_path: Path) -> None:
    """It is remembered from wherever the next call is made."""
    place = place_of("club.db")
    assert not place.is_database and not place.has_password
    assert place.remembered == str(Path.cwd() / "club.db") and str(place) == place.typed
    assert place_of(place) is place and place_of(tmp_path) == StorePlace(tmp_path)
    assert not is_url("postgresql.db")


def test_without_the_driver_a_database_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install; a file needs no driver."""
    for name in [name for name in sys.modules if name.startswith("campaign.extensions.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError) as fault:
        open_store("postgresql://db/club")
    assert str(fault.value) == ("PostgreSQL needs: pip install 'campaign-tracker[postgres]'")
    assert open_store("club.db").path == Path("club.db")
