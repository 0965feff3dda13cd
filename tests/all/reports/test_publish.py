"""Publishing: pages, pictures and the feed, and nothing that is not everybody's.

What takes longer, waits or starts something, beside `reports/test_publish.py`.
"""

from pathlib import Path

import pytest

from campaign.reports import pages, publishing
from campaign.store.ledger import Ledger
from support.table import NAME
from tests.reports.test_publish import ADDRESS, book

__all__ = ["book"]


def test_pictures_are_drawn_where_a_program_can(
    book: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of the known programs on the path draws; one that fails leaves the SVG alone."""
    for folder, script in (("draws", 'cat "$5" > "$4"'), ("fails", "exit 3")):
        programs = tmp_path / folder
        programs.mkdir()
        (programs / "rsvg-convert").write_text(f"#!/bin/sh\n{script}\n")
        (programs / "rsvg-convert").chmod(0o755)
        monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
        done = publishing.publish(book, NAME, tmp_path / f"{folder}.site", ADDRESS)
        assert done == publishing.Published(
            len(pages.pages(book.history(NAME))), 3, folder == "draws"
        )
    there = tmp_path / "draws.site"
    picture = (there / "1939-SO-picture.png").read_bytes()
    assert picture == (there / "1939-SO-picture.svg").read_bytes()
    assert 'property="og:image"' in (there / "1939-SO.html").read_text()
    assert not list((tmp_path / "fails.site").glob("*.png"))
    assert 'property="og:image"' not in (tmp_path / "fails.site/1939-SO.html").read_text()
