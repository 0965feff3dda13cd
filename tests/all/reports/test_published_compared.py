"""What was published, compared with the record: pictures, the feed, and a ZIP of them.

What takes longer, waits or starts something, beside `reports/test_published_compared.py`.
"""

import re
import shutil
import zipfile
from pathlib import Path

from campaign.reports import publishing
from campaign.store.ledger import Ledger
from campaign.store.reader import LogEntry
from support.command_line import Shell
from support.table import NAME
from tests.reports.test_published_compared import (
    ADDRESS,
    PICTURE,
    book,
    change,
    log,
    outcomes,
    site,
)

__all__ = ["book", "log", "site"]


def test_a_zip_is_read_as_its_folder_is(book: Ledger, log: list[LogEntry], tmp_path: Path) -> None:
    """As `publish` wrote it, and a folder packed by hand."""
    publishing.publish(book, NAME, tmp_path / "site.zip", ADDRESS, draw=False)
    assert set(outcomes(log, tmp_path / "site.zip").values()) == {"same"}
    with zipfile.ZipFile(tmp_path / "site.zip") as packed:
        packed.extractall(tmp_path / "root" / "club")
    change(tmp_path / "root" / "club" / PICTURE, "Poland", "Sweden")
    by_hand = shutil.make_archive(str(tmp_path / "hand"), "zip", tmp_path / "root", "club")
    found = outcomes(log, Path(by_hand))
    assert found.pop(PICTURE) == "differs"
    assert set(found.values()) == {"same"}


def test_verify_tells_of_pictures_and_counts_what_it_does_not_compare(tmp_path: Path) -> None:
    """The last line tells all; a forged picture is a finding."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("turn", "club", "--yes")
    shell.fine("publish", "club", "site.zip", "--no-png")
    count = len(zipfile.ZipFile(tmp_path / "site.zip").namelist())
    out = shell.fine("verify", "club", "--reports", "site.zip")
    assert out.splitlines()[-1].endswith(f"; no findings; {count} reports the same")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        archive.extractall(tmp_path / "site")
    (tmp_path / "site" / "1939-SO-picture.png").write_bytes(b"PNG")
    (tmp_path / "site" / ".hidden").write_bytes(b"")
    out = shell.fine("verify", "club", "--reports", "site")
    last = out.splitlines()[-1]
    assert last.endswith(f"; no findings; {count} reports the same; 1 not compared")
    change(tmp_path / "site" / PICTURE, "<svg ", "<svg  ")
    done = shell("verify", "club", "--reports", "site")
    words = "DIFFERS: neither today's, nor of the day of the pages beside it or before a correction"
    assert words in re.sub(r"\s+", " ", done.out)
    last = done.out.splitlines()[-1]
    assert (done.status, last.partition("; ")[2]) == (
        1,
        f"1 finding; {count - 1} reports the same; 1 not compared",
    )
    file = tmp_path / "site" / "1939-SO.html"
    text = re.sub(
        r'content="campaign-tracker [^"]*"', 'content="campaign-tracker 9.0"', file.read_text()
    )
    file.write_text(text)
    out = re.sub(r"\s+", " ", shell("verify", "club", "--reports", "site").out)
    assert (
        "not compared: not as this version makes it, and a page beside it is by another one" in out
    )
    done = shell("verify", "club", "--reports", "site/index.html")
    assert done.status == 1
    assert "site/index.html is neither a folder nor a ZIP of reports that can be read" in done.err
