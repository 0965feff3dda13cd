"""The recorded campaigns of `campaigns/`, opened, or played to their end.

A campaign played to its end is kept under `.pytest_cache` by a digest of everything that it came
of: the program, the events, the campaign's own files and this one. Each test gets a copy.
"""

import json
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from time import process_time

from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support import kept as keeping
from support.limits import PREPARED
from support.sessions import Dice

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "campaigns"
FOLDERS = sorted(path.parent for path in HERE.glob("lif-*/open.json"))
"""The campaigns of Leaders in Flames."""
FOW = sorted(path.parent for path in HERE.glob("fow-*/open.json"))
"""Those of Flames of War."""
KEPT = ROOT / ".pytest_cache" / "played"
NAME = "recorded"
WANTED = ("system", "scenario", "rulebook", "rulings", "modules", "setup", "first_turn",
          "last_turn")  # fmt: skip


def opened(folder: Path, store: Path) -> Ledger:
    """A ledger with the folder's campaign just opened; some name what their vault rolls."""
    told = json.loads((folder / "open.json").read_text())
    random = {"random": Dice(told["vault"])} if "vault" in told else {}
    ledger = Ledger(store, Vault(store.with_suffix(".vault"), **random))
    answer = ledger.open(NAME, **{key: told[key] for key in WANTED if key in told})
    assert answer["accepted"], answer
    return ledger


def commands(folder: Path) -> list[str]:
    """A recorded campaign's commands, a line each."""
    return (folder / "commands.jsonl").read_text().splitlines()


def played(folder: Path, place: Path) -> Path:
    """The store of a campaign played to its end, in a folder of the caller's."""
    kept = KEPT / f"{folder.name}-{digest(folder)}"
    if not kept.is_dir():
        begun = process_time()
        _keep(folder, kept)
        sys.audit(PREPARED, process_time() - begun)
    shutil.copytree(kept, place, dirs_exist_ok=True)
    return place / "campaign.db"


def _keep(folder: Path, kept: Path) -> None:
    """Plays a campaign and keeps it; whichever of two workers ends first is the one that counts."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob(f"{folder.name}-*"):
        shutil.rmtree(old, ignore_errors=True)
    made = Path(mkdtemp())
    try:
        with opened(folder, made / "campaign.db") as ledger:
            for number, line in enumerate(commands(folder), 1):
                answer = ledger.submit(NAME, line)
                assert answer["accepted"], f"line {number}: {line}: {answer}"
        near = Path(mkdtemp(dir=KEPT, prefix="being-made-"))
        shutil.copytree(made, near, dirs_exist_ok=True)
        with suppress(OSError):  # the other worker was here first
            near.rename(kept)
        shutil.rmtree(near, ignore_errors=True)
    finally:
        shutil.rmtree(made)


def digest(folder: Path) -> str:
    """Of everything that a played campaign came of."""
    return keeping.digest((*keeping.program(), *folder.iterdir()), _keep)
