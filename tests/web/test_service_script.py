"""The script of the pages: well formed, small, our own, and allowed by the content policy."""

import gzip
import re
from pathlib import Path

import pytest

from campaign.web.middleware import POLICY
from campaign.web.rendering import SCRIPTS, STATIC, script_text

TEMPLATES = Path(__file__).parents[2] / "templates" / "web"
ELSEWHERE = ("worker", "card")
"""Scripts that no page loads by their name."""
OWN = re.compile(r'import\("\./\w+\.js"\)')
"""One of our own modules, fetched when it is wanted."""
MOST = 8 * 1024
"""How many bytes the script of a page may have, packed."""


def test_every_script_is_served_and_all_are_small() -> None:
    """Whatever lies there has a name; all that one page loads is within the goal."""
    assert sorted(path.stem for path in STATIC.glob("*.js")) == sorted((*SCRIPTS, *ELSEWHERE))
    everywhere = _named("base.html")
    assert everywhere
    for file in TEMPLATES.rglob("*.html"):
        loaded = _with_imports(everywhere | _named(file.name))
        packed = sum(len(gzip.compress(script_text(name).encode())) for name in loaded)
        assert packed <= MOST, (file.name, packed)


def _named(template: str) -> set[str]:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return set(re.findall(r'script_name\("(\w+)"\)', text))


def _with_imports(names: set[str]) -> set[str]:
    found = set(names)
    for name in names:
        text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
        found |= _with_imports(set(re.findall(r'from "\./(\w+)\.js"', text)))
    return found


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_does_nothing_that_the_policy_forbids(name: str) -> None:
    """No text becomes a program or a style, and nothing comes from elsewhere."""
    text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    text = OWN.sub("", text)
    for forbidden in (
        "eval(",
        "new Function",
        ".style",
        "innerHTML =",
        "http:",
        "https:",
        "import(",
    ):
        assert forbidden not in text, forbidden
    assert "script-src 'self';" in POLICY and "unsafe" not in POLICY


def test_no_template_has_a_script_or_style_of_its_own() -> None:
    """The policy would not run it, and somebody would look for the fault for long."""
    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\son[a-z]+=|\sstyle=|<style|javascript:", text), file
        for script in re.findall(r"<script[^>]*>[^<]*", text):
            assert 'src="/script/' in script and script.endswith(">"), file


def test_marked_regions_have_names_of_their_own() -> None:
    """On each page: the script finds a part again by its name."""
    for file in TEMPLATES.rglob("*.html"):
        names = re.findall(r'data-live="([^"]*)"', file.read_text(encoding="utf-8"))
        assert len(names) == len(set(names)) and "" not in names, file
