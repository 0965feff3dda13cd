"""What pages, record and exports say of a member who has left."""

from pathlib import Path

from campaign.reports import pages
from campaign.store.export import audit_of, header_of, lines
from support.web import NAME, club, words
from tests.web.test_web_leaving import left


def test_every_page_calls_them_otherwise_from_then_on(tmp_path: Path) -> None:
    """Also the pages of turns before; the record and its exports keep the name."""
    with club(tmp_path) as made:
        for _ in range(2):
            made.house.ledger.submit(NAME, {"command": "AdvanceTurn", "confirmed": True})
        before = made.house.books.book(NAME)
        shown = {page.file: page.html for page in pages.in_book(before)}
        assert any("Anna" in html for html in shown.values())
        left(made, called="A guest of old")
        after = {page.file: page.html for page in pages.in_book(made.house.books.book(NAME))}
        assert not [file for file, html in after.items() if "Anna" in html]
        assert any("A guest of old" in html for html in after.values())
        ben = made.browser("ben")
        for path in ("", "/members", "/journal", "/host", "/do"):
            assert "Anna" not in words(ben.get(f"/c/{NAME}{path}")), path
        ledger = made.house.ledger
        assert b"Anna" in b"".join(lines(ledger, header_of(ledger, NAME)))
        assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []
