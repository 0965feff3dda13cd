"""The README's first evening, word by word in one shell, with both outcomes of a ballot."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
EVENING = PAGE.partition("## Your first evening\n")[2].partition("\n## ")[0]
BLOCK = re.compile(r"(?:^    .+\n)+", re.M)


def blocks(text: str) -> list[str]:
    """The shell blocks of a page, in order, as they are typed."""
    return [
        "".join(line[4:] for line in found[0].splitlines(True)) for found in BLOCK.finditer(text)
    ]


def test_the_page_is_read_in_three_minutes() -> None:
    """At two hundred words a minute."""
    assert len(PAGE.split()) <= 600


def test_every_link_leads_somewhere() -> None:
    """To a file of the project."""
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_evening_has_no_placeholder() -> None:
    """Each line can be typed as it is."""
    assert len(blocks(EVENING)) >= 4
    assert not re.search(r"<[^>]+>|\bNAME\b|…|\.\.\.", "".join(blocks(EVENING)))
