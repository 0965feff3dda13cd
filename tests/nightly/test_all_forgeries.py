"""All forgeries: at least 6,000 that contradict the record or the rules, and each is found."""

import subprocess
import sys
from pathlib import Path

import msgspec

from forgeries import score

ROOT = Path(__file__).parent.parent.parent
PATHS = ":".join(map(str, (ROOT, ROOT / "tests", ROOT / "tests" / "campaigns")))
PARTS = 2


def test_every_forgery_that_contradicts_is_found(tmp_path: Path) -> None:
    """All but the known misses; one of those of which all are found leaves their list.

    The table of the score stands in the failure.
    """
    files = [tmp_path / f"{part}.jsonl" for part in range(PARTS)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "forgeries", "--json", "--part", f"{part}/{PARTS}"],
            stdout=file.open("wb"), cwd=ROOT, env={"PYTHONPATH": PATHS},
        )
        for part, file in enumerate(files)
    ]  # fmt: skip
    assert [one.wait() for one in running] == [0] * PARTS
    told = [
        msgspec.json.decode(line, type=score.Told)
        for file in files
        for line in file.read_bytes().splitlines()
    ]
    missed = score.unknown(told)
    assert not missed, f"\n{score.table(told)}\n{score.misses(missed)}"
    assert sum(one.means == "contradicts" for one in told) >= 6000
    assert score.found_after_all(told) == []
