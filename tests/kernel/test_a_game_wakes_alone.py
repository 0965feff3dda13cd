"""A game wakes alone: where a campaign is of one game, nothing of another is read or runs."""

import shlex
import shutil
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType

import pytest

from campaign.systems import BUILT_IN, SYSTEMS
from support.command_line import ROOT, Shell

pytestmark = pytest.mark.further

GLOBAL_WAR = [
    "ballot club germany veto",
    "ballots club rest=no",
    "list",
    "status club",
    "status club --json",
    "show club",
    "show club --turn 1939-SO",
    "verify club",
    "report club --out pages",
    "report club --turn 1939-SO --out pages",
    "submit club words.jsonl",
    "rebuild club",
    "board points club",
    "leader place club rommel E1429",
    "move club rommel E1430",
    "log club",
    "explain club veto-points germany",
    "post club",
    "mail club --dry-run",
    'dispute raise club 5 "That came late."',
    "absent club 2100-01-01 2100-01-31",
    "turn club --yes",
    "members club",
    "key enrol club --as anna",
    "receipts club",
    "stats club",
]
ANZIO = [
    "result spring axis won",
    "join spring host axis",
    "battle begin spring",
    "confirm spring",
    "dice spring",
    "mission spring",
    "mission card spring",
    "standings spring",
    "status spring",
    "show spring",
    "show spring --turn round-01",
    "verify spring",
    "report spring --out pages",
    "submit spring words.jsonl",
    "rebuild spring",
    "enrol spring bob --name Bob",
    "turn spring --yes",
    "post spring",
]
CALLS = [*(("lif", call) for call in GLOBAL_WAR), *(("fow", call) for call in ANZIO)]
OTHER = {"lif": "fow", "fow": "lif"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a campaign of each game."""
    shell = Shell(tmp_path_factory.mktemp("made"))
    shell.fine("start", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("board", "club", "--open")
    shell.fine("draw", "club")
    shell.fine("start", "spring", "--scenario", "anzio")
    words = '{"command": "AddEntropy", "value": "fog over the Channel"}\n'
    (shell.folder / "words.jsonl").write_text(words)
    return shell.folder


@pytest.fixture
def shell(made: Path, tmp_path: Path) -> Shell:
    """A copy of that store."""
    for file in made.iterdir():
        shutil.copy(file, tmp_path)
    return Shell(tmp_path)


class Asleep(MetaPathFinder):
    """A game that was never loaded, and what wakes it up."""

    def __init__(self, game: str) -> None:
        self.packages = (BUILT_IN[game].package, f"events.{game}")
        self.folders = tuple(f"{ROOT / package.replace('.', '/')}/" for package in self.packages)
        self.woken: list[str] = []

    def has(self, module: str) -> bool:
        """Whether a module is of the game."""
        return any(module == one or module.startswith(f"{one}.") for one in self.packages)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Notes an import; others find the module."""
        if self.has(fullname):
            self.woken.append(f"import {fullname}")
        return None

    def profile(self, frame: FrameType, event: str, arg: object) -> None:
        """Notes a function that runs."""
        if event == "call" and frame.f_code.co_filename.startswith(self.folders):
            self.woken.append(f"{frame.f_code.co_filename}: {frame.f_code.co_name}")


def asleep(game: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asleep]:
    """The game as if this process had never loaded it; back again at the end."""
    sleeper = Asleep(game)
    SYSTEMS[OTHER[game]]
    for module in [name for name in sys.modules if sleeper.has(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(SYSTEMS._loaded, game, None)
    monkeypatch.setattr(SYSTEMS, "_codec", None)
    monkeypatch.setattr(SYSTEMS, "_every", None)
    monkeypatch.setattr(sys, "meta_path", [sleeper, *sys.meta_path])
    threading.setprofile(sleeper.profile)
    sys.setprofile(sleeper.profile)
    try:
        yield sleeper
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        for module in [name for name in sys.modules if sleeper.has(name)]:
            del sys.modules[module]  # a second copy of a class would be another class


@pytest.mark.parametrize(("game", "call"), CALLS)
def test_no_other_game_is_read_or_runs(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, game: str, call: str
) -> None:
    """Whatever the verb, and also where it is refused."""
    for sleeper in asleep(OTHER[game], monkeypatch):
        shell(*shlex.split(call))
        assert not sleeper.woken


def test_a_sleeper_is_seen_to_wake(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb of the other game reads its words, and its rules."""
    for sleeper in asleep("lif", monkeypatch):
        shell("show", "club")
        assert f"import {BUILT_IN['lif'].package}.system" in sleeper.woken
        assert any(": <module>" in one for one in sleeper.woken)
