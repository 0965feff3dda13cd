"""What judges a page: axe-core its accessibility, html-validate its HTML, and a few of our own."""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Page

from support.recorded import ROOT

TOOLS = ROOT / ".venv" / "npm" / "node_modules"
AXE = TOOLS / "axe-core" / "axe.min.js"
VALIDATE = TOOLS / "html-validate" / "bin" / "html-validate.mjs"
RULES = Path(__file__).with_name("htmlvalidate.json")
RUN = """rules => axe.run({
    resultTypes: ["violations"],
    rules: {"target-size": {enabled: true}},
    ...(rules.length ? {runOnly: rules} : {}),
})"""
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that a scheme can break; all others judge what both schemes share."""
PLACES = ("target-size", "scrollable-region-focusable", "label-content-name-mismatch")
"""The rules that another width can break in any scheme."""
LAYOUT = (*COLOURS, *PLACES)
"""The rules that another width is likely to break."""
SMALL_PRINT = """least => [...document.querySelectorAll("svg text")].flatMap(text => {
    const seen = text.checkVisibility() && text.textContent.trim();
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    return seen && size < least - 0.01 ? [`${seen}: ${size.toFixed(1)} px`] : [];
})"""
SCRIPTS = """() => [...document.scripts].filter(script => !script.type.endsWith("json")).length
    + [...document.querySelectorAll("*")].filter(
        part => [...part.attributes].some(held => held.name.startsWith("on"))).length"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def barriers(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe-core finds wrong, by all its rules or some: each rule with the places, a line."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate(RUN, list(rules))
    return [
        f"{broken['id']} at {node['target'][0]}: {node['failureSummary'].splitlines()[-1].strip()}"
        for broken in found["violations"]
        for node in broken["nodes"]
    ]


def barriers_in_both(page: Page) -> list[str]:
    """What axe-core finds wrong in light, by all its rules, and in the dark, where colours differ.

    The page is opened once; it takes up a change of the scheme as it stands.
    """
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = barriers(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return [*found, *(f"in the dark, {told}" for told in barriers(page, COLOURS))]


def faults(pages: Sequence[Path]) -> list[str]:
    """What html-validate finds wrong in files: page, line, rule and message, a line each."""
    node, _ = compute_driver_executable()  # html-validate asks for a newer one than many have
    call = [node, VALIDATE, "--config", RULES, "--formatter", "json", *pages]
    with tempfile.TemporaryFile() as answer:  # a pipe would lose what is long
        done = subprocess.run(call, stdout=answer, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode in (0, 1), done.stderr
        answer.seek(0)
        judged = json.load(answer)
    return [
        f"{Path(page['filePath']).name}:{told['line']}: {told['ruleId']}: {told['message']}"
        for page in judged
        for told in page["messages"]
    ]


def small_print(page: Page, least: float) -> list[str]:
    """The words of charts that are smaller than so many pixels on the screen."""
    return [str(words) for words in page.evaluate(SMALL_PRINT, least)]


def scripts(page: Page) -> int:
    """How many scripts a page has, those in attributes included; data in JSON is none."""
    return int(page.evaluate(SCRIPTS))
