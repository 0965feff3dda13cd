"""The user's folders, found at once on Linux as `platformdirs` finds them."""

import sys

import platformdirs
import pytest

from campaign.world.files import UsersFolder, of_the_user

KINDS: dict[UsersFolder, str] = {
    "data": "XDG_DATA_HOME", "state": "XDG_STATE_HOME", "cache": "XDG_CACHE_HOME"
}  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked itself")
@pytest.mark.parametrize("named", [None, "", "/srv/own", "not/from/the/root", " /srv/own"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_where_the_library_says(
    monkeypatch: pytest.MonkeyPatch, kind: UsersFolder, named: str | None
) -> None:
    """Where the variable names one, where it is empty, and where what it names is no place."""
    monkeypatch.setenv("HOME", "/home/anna")
    monkeypatch.delenv(KINDS[kind], raising=False)
    if named is not None:
        monkeypatch.setenv(KINDS[kind], named)
    found = of_the_user(kind)
    assert found == getattr(platformdirs, f"user_{kind}_path")("campaign-tracker")
    below = {"data": ".local/share", "state": ".local/state", "cache": ".cache"}[kind]
    home = "/srv/own" if named == "/srv/own" else f"/home/anna/{below}"
    assert str(found) == f"{home}/campaign-tracker"
