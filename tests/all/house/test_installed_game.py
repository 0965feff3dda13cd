"""A game of another package is built, installed offline and played through every front door."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel

from campaign.systems import SYSTEMS
from support.command_line import PROGRAM, ROOT
from support.evening import buttons, press
from support.packages import installed
from support.sessions import ledger_in
from support.toys import Club
from support.web import NAME, WebClub, words

PACKAGE = ROOT / "tests" / "packages" / "skirmish"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel of the package installs."""
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(PACKAGE)
        wheel = build_wheel(str(folder))
    ZipFile(folder / wheel).extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def there(site: Path) -> Iterator[Path]:
    """The game is installed in this process."""
    with installed(site, afresh=("skirmish",)):
        yield site


@pytest.fixture
def club(
    there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    """A campaign of it, with Anna for Red and Ben as referee."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    club = Club(tmp_path, capsys)
    club("start", "club", "--scenario", "meadow")
    club("enrol", "club", "anna", "--name", "Anna", "--email", "anna@example.org")
    club("enrol", "club", "ben", "--role", "referee")
    club("assign", "club", "red", "anna")
    return club


def test_it_is_read_from_where_it_was_installed(there: Path) -> None:
    """With its templates, and under its package's name and version."""
    assert Path(sys.modules[SYSTEMS["skirmish"].view.show.__module__].__file__ or "").exists()
    assert Path(sys.modules["skirmish"].__file__ or "").is_relative_to(there)
    assert SYSTEMS.installed.package("skirmish") == "skirmish-campaign 1.2"
    assert (there / "skirmish" / "templates" / "score.html").is_file()


def test_it_is_played_by_command_line_in_tables_pages_and_mail(club: Club) -> None:
    """Its opening names the package; its rows go with the others of the store."""
    club("--as", "anna", "attack", "club", "red")
    assert "attacked in this round" in club("--as", "anna", "attack", "club", "red", status=1)
    opened = json.loads(club("log", "club", "--json").splitlines()[0])
    assert opened["game"] == "skirmish-campaign 1.2"
    (roll,) = (json.loads(line)["roll"] for line in club("log", "club", "--json").splitlines()
               if "skirmish.Attacked" in line)  # fmt: skip
    with sqlite3.connect(club.folder / "club-tables.db") as tables:
        rows = tables.execute("SELECT turn, side, roll FROM skirmish_attacks").fetchall()
        (text,) = tables.execute(
            "SELECT description FROM descriptions WHERE \"table\"='skirmish_attacks'"
            " AND \"column\"='roll'"
        ).fetchone()
    assert rows == [("round-01", "red", roll)] and text == "The die"
    club("turn", "club", "--yes")
    pages = club.folder / "pages"
    club("report", "club", "--out", str(pages))
    assert f"The Red side attacked and rolled {roll}." in (pages / "round-01.html").read_text()
    club("mail-preview", "club", "anna", "--out", str(club.folder / "preview"))
    (letter,) = (club.folder / "preview").glob("*.txt")
    assert "attack with the Red side" in letter.read_text().replace("Attack", "attack")
    assert "skirmish" in club("--help") and "attack" in club("skirmish")


def test_it_is_corrected_and_verified(club: Club) -> None:
    """A roll was misread; the tables follow, and the record proves itself without the store."""
    club("--as", "anna", "attack", "club", "red")
    attack = json.loads(club("log", "club", "--json").splitlines()[-1])
    right = attack["roll"] % 6 + 1
    club("dispute", "raise", "club", str(attack["version"]), "It was another number.")
    club("--as", "ben", "dispute", "rule", "club", "d1", "upheld", "So it was.")
    call = (
        "--as",
        "ben",
        "correct",
        "amend",
        "club",
        "d1",
        str(attack["version"]),
        f'{{"roll": {right}}}',
    )
    club(*call, "--seen", club(*call).rpartition("--seen ")[2].strip())
    with sqlite3.connect(club.folder / "club-tables.db") as tables:
        assert tables.execute("SELECT roll FROM skirmish_attacks").fetchall() == [(right,)]
    assert f"Points of the Red side: {right}" in club("explain", "club", "points", "red")
    assert "no findings" in club("verify", "club")


def test_in_a_new_environment_with_and_without_it(club: Club, site: Path) -> None:
    """An export proves itself where the package is installed; elsewhere its chain is whole."""
    club("--as", "anna", "attack", "club", "red")
    club("export", "club", str(club.folder / "club.jsonl"))

    def verified(*folders: Path) -> tuple[int, str]:
        path = os.pathsep.join(map(str, (*folders, ROOT)))
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "verify", "--file", "club.jsonl"],
            cwd=club.folder, env={"PATH": os.environ["PATH"], "PYTHONPATH": path},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout

    status, said = verified(site)
    assert status == 0 and "no findings" in said
    needs = "the campaign needs the package skirmish-campaign 1.2; only its chain is checked"
    status, said = verified()
    assert status == 1 and said.splitlines()[0] == f"version 1: event: {needs}"


def test_it_is_played_in_the_browser(there: Path, tmp_path: Path) -> None:
    """Its buttons, the form of its command, its standings on the page of the turn."""
    made = WebClub.on(ledger_in(tmp_path))
    opening = {"system": "skirmish", "scenario": "meadow", "rulebook": "skirmish-1"}
    assert made.house.desk.open(NAME, **opening)["accepted"]
    for command in (
        {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]},
        {"command": "AssignPower", "power": "red", "member": "anna"},
    ):
        assert made.house.ledger.submit(NAME, command)["accepted"]
    anna, host = made.browser("anna"), made.browser("host")
    assert "Attack with the Red side" in words(anna.get("/"))
    done = anna.fill(f"/c/{NAME}/do/Attack", side="red")
    assert "The Red side attacked and rolled" in words(done)
    press(host, "Attack with the Blue side")
    assert "Attack with the Blue side" not in buttons(host)
    assert "Score" in anna.get(f"/c/{NAME}/turns/round-01").text
    made.close()
