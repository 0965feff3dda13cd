"""All forgeries of Flames of War: each that is not people's own knowledge is found."""

import subprocess
import sys
from pathlib import Path

import msgspec

from forgeries import score

ROOT = Path(__file__).parent.parent.parent
PATHS = ":".join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "campaigns")))


def test_every_forgery_that_contradicts_is_found(tmp_path: Path) -> None:
    """The table of the score stands in the failure."""
    file = tmp_path / "told.jsonl"
    with file.open("wb") as out:
        subprocess.run(
            [sys.executable, "-m", "forgeries", "--game", "fow", "--json"],
            stdout=out, cwd=ROOT, env={"PYTHONPATH": PATHS}, check=True,
        )  # fmt: skip
    told = [msgspec.json.decode(line, type=score.Told) for line in file.read_bytes().splitlines()]
    missed = [one for one in told if one.missed]
    assert not missed, f"\n{score.table(told)}\n{score.misses(missed)}"
    assert sum(one.means == "contradicts" for one in told) >= 4500
