"""Pages of a service in this process, seen by a browser: all that they need is fetched before."""

import re
from collections.abc import Callable, Iterable

from httpx import Response
from playwright.sync_api import Browser, Page, Route, ViewportSize

from looks import judges

NEEDED = re.compile(r'(?:href|src)="(/(?:style|script|app)/[^"]+)"')
SMALL = ViewportSize(width=360, height=640)


def fetched(pages: Iterable[Response], get: Callable[[str], Response]) -> dict[str, Response]:
    """Pages with all that they need, by their addresses; before a browser has the thread's loop."""
    kept = {str(page.url): page for page in pages}
    for page in [*kept.values()]:
        for path in NEEDED.findall(page.text):
            url = str(page.url.join(path))
            if url not in kept:
                kept[url] = get(url)
    return kept


def barriers(
    there: Browser, kept: dict[str, Response], size: ViewportSize = SMALL
) -> dict[str, list[str]]:
    """What axe-core finds wrong on each page at 360 pixels, in light and in the dark."""
    window = there.new_context(viewport=size, reduced_motion="reduce")
    window.route("**/*", lambda route: _answer(route, kept))
    try:
        seen = window.new_page()
        return {url: _judged(seen, url) for url, page in kept.items() if "<main" in page.text}
    finally:
        window.close()


def _answer(route: Route, kept: dict[str, Response]) -> None:
    found = kept.get(route.request.url)
    if found is None:
        route.abort()
        return
    route.fulfill(body=found.content, content_type=found.headers["content-type"])


def _judged(page: Page, url: str) -> list[str]:
    page.goto(url)
    return judges.barriers_in_both(page)
