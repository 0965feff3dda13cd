"""The goals of the book: 36 turns in three seconds, 200 MB and 1.5 MB, forty pages and more."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import recorded
from support.recorded import HERE

pytest.importorskip("typst")
CALL = """
import resource, sys
from campaign.cli import attempt
end = attempt(sys.argv[1:])
assert end.status == 0, end
for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
    print(resource.getrusage(who).ru_maxrss)
"""


def test_the_book_of_36_turns_keeps_its_size(tmp_path: Path) -> None:
    """Made from the command to the file; memory is that of the larger of both processes."""
    store = recorded.played(HERE / "lif-1998-global-war", tmp_path)
    env = {"CAMPAIGN_STORE": str(store), "PYTHONPATH": ":".join(sys.path), "HOME": str(tmp_path)}

    def called(file: str) -> tuple[float, int, bytes]:
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-c", CALL, "book", recorded.NAME, file],
            env=env, cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        spent = time.monotonic() - begun
        return spent, max(map(int, done.stdout.split()[-2:])), (tmp_path / file).read_bytes()

    spent, kilobytes, pdf = min(called("club.pdf") for _ in range(3))
    assert spent <= 3 and kilobytes <= 200_000 and len(pdf) <= 1_500_000
    assert max(int(count) for count in re.findall(rb"/Count (\d+)", pdf)) >= 40
    _, _, html = called("club.html")
    assert len(html) <= 300_000
