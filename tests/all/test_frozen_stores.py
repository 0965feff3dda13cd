"""The stores of earlier releases: each opens, proves, shows what it did, and is played on."""

import re
from pathlib import Path

import pytest

import stores
from stores import promised
from support import postgres
from support.command_line import Shell

ARCHIVES = stores.archives()
TOPIC = re.compile(r'"type":"([^"]+)"')


def plays_on(archive: Path, folder: Path) -> None:
    """Every campaign of an archive, first as it was, then with what is done later."""
    shell = Shell(folder / "club")
    expected = stores.unpacked(archive, shell.folder)
    if (dump := shell.folder / "club.sql").is_file():
        shell.env["CAMPAIGN_STORE"] = restored(dump, shell)
    campaigns = expected["shown"]
    assert set(campaigns) <= set(shell.fine("list").split())
    for name, shown in campaigns.items():
        assert list(promised.lost(shown, stores.answers(shell, name))) == []
        assert "no findings" in shell.fine("verify", name)
        if (export := shell.folder / f"{name}.jsonl").is_file():
            assert "no findings" in shell.fine("verify", "--file", str(export))
    if expected["ended"]:
        assert stores.statuses(shell) == expected["ended"]
    assert stores.called(shell, expected["later"])
    for name in campaigns:
        assert "no findings" in shell.fine("verify", name)
    health = [line.split()[:2] for line in shell("doctor").out.splitlines()]
    bad = [what for how, what in health if how == "BAD"]
    assert [what for what in bad if what != "durability"] == []  # the tests' server never syncs


def restored(dump: Path, shell: Shell) -> str:
    """The address of a new database with what was dumped, its key where it is looked for."""
    url = postgres.new_database()
    server = postgres.server()
    if server is None:
        pytest.skip("needs a server of its own")
    server.program("psql", "-q", "-v", "ON_ERROR_STOP=1", url, typed=dump.read_bytes())
    key = shell.data / stores.folder_name(url) / "club.vault"
    key.parent.mkdir(parents=True)
    (shell.folder / "club.vault").rename(key)
    return url


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_frozen_store_opens_proves_shows_and_is_played_on(archive: Path, tmp_path: Path) -> None:
    """Whatever release wrote it."""
    plays_on(archive, tmp_path)


RARE = {
    "1.0.0": {
        "campaign.SeatOffered", "campaign.SeatTaken", "fow.BattleAbandoned", "fow.BattlefieldKept",
        "fow.CompanyBroke", "fow.PlatoonWithdrew", "fow.PositionStated", "kit.Fixed",
        "kit.PositionStated",
    }
}  # fmt: skip
"""By release: what none of its records tells; its form is held by an example alone."""


@pytest.mark.parametrize("release", sorted({file.parent.name for file in ARCHIVES}))
def test_nearly_every_event_is_told_in_a_frozen_record(release: str, tmp_path: Path) -> None:
    """So what follows from it is held too, not its form alone."""
    told: set[str] = set()
    for number, archive in enumerate(stores.archives()):
        if archive.parent.name == release:
            stores.unpacked(archive, folder := tmp_path / str(number))
            for file in folder.glob("*.jsonl"):
                told.update(TOPIC.findall(file.read_text(encoding="utf-8")))
    lines = (stores.HERE / release / "events.txt").read_text().splitlines()
    assert {line.split()[1] for line in lines} - told == RARE[release]


def test_what_is_frozen_today_can_be_read_and_no_file_of_it_changed(tmp_path: Path) -> None:
    """The script writes a release's folder once; each change of a file is named."""
    place = tmp_path / "stores"
    files = stores.freeze("9.9.9", place, only=[stores.CLUB])
    names = ["cases.txt", "club.tar.xz", "events.txt", "examples.txt", "openapi.json", "typed.json"]
    assert [file.name for file in files] == names
    plays_on(files[1], tmp_path / "later")
    assert stores.changed(place) == []
    files[3].write_text("campaign start\n")
    files[4].unlink()
    (place / "9.9.9" / "new.txt").write_text("")
    assert stores.changed(place) == [
        "9.9.9/examples.txt: is not what was frozen",
        "9.9.9/new.txt: is not what was frozen",
        "9.9.9/openapi.json: is gone",
    ]
    with pytest.raises(FileExistsError):
        stores.freeze("9.9.9", place, only=[stores.CLUB])


def test_every_example_of_an_earlier_release_is_one_of_today() -> None:
    """Which run as one story; a verb, an option or a setting goes with a major release alone."""
    today = set(promised.examples())
    for file in stores.HERE.glob("*/examples.txt"):
        assert [line for line in file.read_text().splitlines() if line not in today] == []
