"""What a page of HTML consists of."""

from html.parser import HTMLParser


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, tuple[str, ...]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes a tag, and the names of its attributes."""
        self.seen.append((tag, tuple(name for name, _ in attrs)))
