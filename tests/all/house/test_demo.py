"""scripts/demo plays a campaign of each game and leaves their reports, books and a shelf."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from campaign.store.reader import open_store
from scripts.postgres_server import WANTED, binaries, closed_wheel
from support.demo import ROOT, played
from support.postgres import new_database


def left(demo: Path) -> None:
    """Both games' reports and answers lie there, and the shelf with their books."""
    assert (demo / "reports" / "index.html").is_file()
    rounds = sorted(path.name for path in (demo / "anzio").glob("round-*.html"))
    assert rounds[0] == "round-01.html" and rounds[-1] == "round-12.html" and len(rounds) == 12
    assert len((demo / "anzio-answers.jsonl").read_text().splitlines()) == 70
    shelf = {path.name for path in (demo / "shelf").iterdir()}
    assert {"index.html", "demo-book.html", "anzio-book.html"} <= shelf
    prints = find_spec("typst") is not None
    assert ({"demo-book.pdf", "anzio-book.pdf"} <= shelf) == prints


def recorded(url: str) -> list[str]:
    """The campaigns of a database."""
    store = open_store(url)
    try:
        return sorted(store.names()) if store.exists() else []
    finally:
        store.close()


@pytest.mark.slow
def test_the_demo_plays_a_campaign_of_each_game(tmp_path: Path) -> None:
    """On a file of its own."""
    done = played(tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("no findings") == 2
    assert ("pages only" in done.stderr) == (find_spec("typst") is None)
    left(tmp_path / "demo")
    assert (tmp_path / "demo" / "campaign.db").is_file()


@pytest.mark.rotating(3)
@pytest.mark.slow
def test_the_demo_plays_on_a_database(tmp_path: Path) -> None:
    """It is recorded there and nowhere else; only the reports stay in the folder."""
    url = new_database()
    done = played(tmp_path, "--postgres", url)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("no findings") == 2
    assert "Both campaigns were played on PostgreSQL." in done.stdout
    left(tmp_path / "demo")
    assert recorded(url) == ["anzio", "demo"]
    assert not list((tmp_path / "demo").glob("campaign.db*"))


def test_a_server_of_its_own_ends_with_its_input(tmp_path: Path) -> None:
    """So also when the demo is killed: nothing of the server is left."""
    if binaries() is None and closed_wheel() is None:
        pytest.skip(f"needs {WANTED}")
    server = subprocess.Popen(
        [sys.executable, "-m", "scripts.postgres_server"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None and server.stdout is not None
    url = server.stdout.readline().strip()
    folder = Path(url.partition("host=")[2])
    assert folder.is_dir()
    assert recorded(url) == []
    server.stdin.close()
    assert server.wait(60) == 0
    server.stdout.close()
    assert not folder.exists()


@pytest.mark.parametrize(
    "options", [("--fast",), ("--serve", "--postgres"), ("--postgres", "", "")]
)
def test_other_options_are_told_what_there_is(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Before anything is made or deleted."""
    done = played(tmp_path, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: scripts/demo [--serve | --postgres [ADDRESS]]\n"
    assert not (tmp_path / "demo").exists()
