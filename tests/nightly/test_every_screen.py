"""Every page of the service, made from the table of routes, in both schemes and at three widths."""

import pytest
from playwright.sync_api import Browser, ViewportSize

from campaign.web.routes import places
from looks import browser, judges
from looks.found import PAPER_DARKER
from tests.all.web.test_web_seen import WIDTHS, Service, service, window
from tests.web.test_web_routes import FILLED

__all__ = ["service"]
pytestmark = [pytest.mark.slow, pytest.mark.needs(*browser.NAMES)]
PATHS = [place.path.format(**FILLED) for place in places() if "GET" in place.methods]
TALL = 740


@pytest.mark.needs(str(judges.AXE))
@pytest.mark.parametrize("scheme", browser.SCHEMES)
@pytest.mark.parametrize("who", ["host", "ben", "olga"])
def test_no_page_bars_anybody_at_any_width(
    there: Browser, service: Service, who: str, scheme: str
) -> None:
    """Pages and refusals alike: axe-core finds nothing, and nothing is moved sideways."""
    found, seen = {}, 0
    with window(there, service, who, color_scheme=scheme, bypass_csp=True) as page:
        for path in PATHS:
            answer = page.request.get(path)
            if "text/html" not in answer.headers.get("content-type", ""):
                continue
            page.goto(path)
            seen += 1
            told = [] if page.evaluate(PAPER_DARKER) is (scheme == "dark") else ["wrong scheme"]
            for width in WIDTHS:
                page.set_viewport_size(ViewportSize(width=width, height=TALL))
                told += judges.barriers(page, () if width == WIDTHS[0] else judges.LAYOUT)
                if browser.width(page) > width:
                    told.append(f"wider than {width} pixels")
            if told:
                found[path] = told
    assert found == {}
    assert seen > 35
