"""The documents as a site: every link leads somewhere, and nothing is loaded from elsewhere."""

from pathlib import Path

import pytest

from scripts import documents

SHOWN = ("index", "host", "reference/verbs", "reference/commands", "reference/events",
         "reference/rulings", "decisions/README", "project/CONTRIBUTING")  # fmt: skip


def test_the_documents_become_a_site(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With no warning, and with the pages that the program writes."""
    site = tmp_path / "site"
    assert documents.main(["--out", str(site)]) == 0, capfd.readouterr()
    for page in SHOWN:
        assert (site / f"{page}.html").is_file(), page
    assert "PlaceLeader" in (site / "reference/commands.html").read_text(encoding="utf-8")
    assert "lif.LeaderPlaced" in (site / "reference/events.html").read_text(encoding="utf-8")
