"""The facts that pages bear for programs, and pages of another version held to them.

What takes longer, waits or starts something, beside `reports/test_page_facts.py`.
"""

import re
from pathlib import Path

from campaign.reports import pages
from support.command_line import Shell
from tests.reports.test_page_facts import BLOCK, FIRST, OLDER, by_another_version


def test_verify_says_in_what_a_page_differs_and_counts_in_its_last_line(tmp_path: Path) -> None:
    """A word; a fact; another version; none; a newer one; one that is not there."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("report", "club", "--out", "reports")
    file = tmp_path / "reports" / FIRST
    html = file.read_text()
    count = len(list(file.parent.iterdir()))

    def told() -> tuple[str, str]:
        done = shell("verify", "club", "--reports", "reports")
        *rows, last = done.out.splitlines()
        return re.sub(r"\s+", " ", " ".join(rows)), last.partition("; ")[2]

    assert told()[1] == f"no findings; {count} reports the same"
    file.write_text(html.replace("News of the turn", "What happened"))
    rows, last = told()
    assert "DIFFERS: changed by hand; its facts are the record's, its words are not" in rows
    assert last == f"1 finding; {count - 1} reports the same"
    file.write_text(by_another_version(html))
    only = "1 by its facts only: its words are not proved"
    assert told()[1] == f"no findings; {count - 1} reports the same; {only}"
    file.write_text(BLOCK.sub("", html))
    words = f"DIFFERS: it names version {pages.PAGES} and bears no facts that can be read"
    assert words in told()[0]
    file.write_text(re.sub(r'<meta name="generator"[^>]*>', "", BLOCK.sub("", html)))
    words = "DIFFERS: it names no version and bears no facts that can be read"
    assert words in told()[0]
    file.write_text(by_another_version(html).replace(OLDER, "7.1.0"))
    rows, last = told()
    words = f"NOT PROVED: it names version 7.1.0, newer than these pages ({pages.PAGES}): compare "
    assert words + "it with that version of the program" in rows
    assert last.startswith("1 finding; ")
    file.write_text(html)
    (file.parent / "story.html").rename(file.parent / "saga.html")
    rows, last = told()
    assert "DIFFERS: the record gives no page of this name" in rows
    missing = f"1 of {count + 1} not in the folder"
    assert last == f"1 finding; {count - 1} reports the same; {missing}"
