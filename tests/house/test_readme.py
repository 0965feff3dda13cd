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
    """To a file of the project, and to one of its headings."""
    pages = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    for page, text in texts.items():
        for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", text):
            file = (page.parent / target).resolve() if target else page
            assert file.exists(), f"{page.name}: {target}"
            if heading:
                titles = re.findall(r"^#+ (.+)$", texts[file], re.M)
                names = [re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in titles]
                assert heading in names, f"{page.name}: {target}#{heading}"


def test_the_evening_has_no_placeholder() -> None:
    """Each line can be typed as it is."""
    assert len(blocks(EVENING)) >= 4
    assert not re.search(r"<[^>]+>|\bNAME\b|…|\.\.\.", "".join(blocks(EVENING)))
