"""scripts/demo plays a campaign of each game and leaves their reports, books and a shelf."""

import re
import subprocess
import sys
from importlib.metadata import distribution
from importlib.util import cache_from_source, find_spec
from pathlib import Path

import pytest

from campaign.store.reader import open_store
from scripts.postgres_server import WANTED, binaries, closed_wheel
from support.demo import ROOT, begun, played
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


@pytest.mark.slow
def test_the_front_page_opens_and_no_line_says_that_anything_failed(tmp_path: Path) -> None:
    """From its first line until it is stopped, on both outputs and in what the service says."""
    with begun(tmp_path, "--serve") as process:
        assert process.stdout is not None
        lines = list(iter(process.stdout.readline, "Control-C stops it.\n"))
        process.terminate()
        rest, errors = process.communicate(timeout=60)
    said = "".join(lines) + rest + (tmp_path / "demo" / "serve.txt").read_text()
    assert "http://demo-war.localhost:" in said and "ready http" in said
    assert re.findall(r"(?i).*(?:error|fail|missing|warning|cannot|Traceback).*", said) == []
    assert (process.returncode, errors) == (0, "")


def test_what_the_demo_is_played_with_takes_150_megabytes_at_most() -> None:
    """The locked packages without the tools of the tests, each with its compiled modules; nothing
    of npm is among them.
    """
    locked = re.findall(r"^([\w-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert "click" in locked and not {"pytest", "playwright", "mypy"} & {*locked}
    files = {
        Path(str(file.locate()))
        for name in locked
        for file in distribution(name).files or ()
        if "__pycache__" not in file.parts
    }
    compiled = {Path(cache_from_source(str(one))) for one in files if one.suffix == ".py"}
    assert sum(one.stat().st_size for one in files | compiled if one.is_file()) < 150_000_000


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
