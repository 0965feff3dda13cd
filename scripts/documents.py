"""Makes a site of the documents, checks every link in it, and refuses whatever it would load from
elsewhere. `scripts/docs` runs it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts import reference

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE = ROOT / "build" / "site"
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)")
"""Where a link leads, up to a heading's name; addresses have a colon."""
LOADS = {
    "script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src",
    "video": "src", "audio": "src", "embed": "src", "object": "data",
}  # fmt: skip
"""What a browser loads by itself, and the attribute that says from where."""
ELSEWHERE = re.compile(r"""^\s*(?:[a-z]+:)?//""", re.I)
IN_A_SHEET = re.compile(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')\s]+)""", re.I)


# --- the sources of the site --------------------------------------------------------------------


def staged(folder: Path) -> None:
    """All that the site is made of: the documents, pages of reference, and what they link to."""
    places = {DOCS / "README.md": "index.md"}
    for file in sorted(DOCS.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            places.setdefault(file, file.relative_to(DOCS).as_posix())
    for file in sorted(DOCS.rglob("*.md")):
        _outside(file, places)
    for file, place in places.items():
        place = "README.md" if file == DOCS / "README.md" else place
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            text = relinked(file, folder / place, folder, places)
            (folder / place).write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(file, folder / place)
    (folder / "reference").mkdir()
    for name, text in reference.pages():
        (folder / "reference" / f"{name}.md").write_text(text, encoding="utf-8")


def _outside(page: Path, places: dict[Path, str]) -> None:
    """Finds places for files outside of the documents that a page links to, and those link to."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        file = (page.parent / link).resolve()
        if file in places or not file.is_file():
            continue
        if file.suffix == ".md":
            places[file] = f"project/{file.name}"
            _outside(file, places)
        else:
            places[file] = f"files/{file.relative_to(ROOT).as_posix()}"


def relinked(page: Path, there: Path, folder: Path, places: dict[Path, str]) -> str:
    """A page's text with each link leading to where the file lies in the site's sources."""

    def moved(link: re.Match[str]) -> str:
        place = places.get((page.parent / link[1]).resolve())
        return os.path.relpath(folder / place, there.parent) if place else link[1]

    return LINK.sub(moved, page.read_text(encoding="utf-8"))


# --- what the site loads ------------------------------------------------------------------------


class Loads(HTMLParser):
    """Collects what a page has a browser load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.elsewhere: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an address of another origin."""
        address = dict(attrs).get(LOADS.get(tag, ""), "") or ""
        if ELSEWHERE.match(address):
            self.elsewhere.append(f"<{tag}> {address}")


def foreign(site: Path) -> Iterator[str]:
    """A line for everything that a page or sheet of the site loads from elsewhere."""
    for file in sorted(site.rglob("*.html")):
        page = Loads()
        page.feed(file.read_text(encoding="utf-8"))
        yield from (f"{file.relative_to(site)}: {one}" for one in page.elsewhere)
    for file in sorted(site.rglob("*.css")):
        text = file.read_text(encoding="utf-8")
        yield from (f"{file.relative_to(site)}: {one}" for one in IN_A_SHEET.findall(text))


def replaceable(site: Path) -> bool:
    """Whether a site may be made there: nothing is lost but an earlier one."""
    return not site.exists() or (site / ".buildinfo").is_file()


def main(arguments: list[str]) -> int:
    """Exit status 1 where a link leads nowhere, or something is loaded from elsewhere."""
    parser = argparse.ArgumentParser(prog="scripts/docs", description=__doc__)
    parser.add_argument("--out", type=Path, default=SITE, metavar="FOLDER", help="build/site")
    site: Path = parser.parse_args(arguments).out
    if not replaceable(site):
        parser.error(f"{site} is there and no site of ours; name another place. It was left alone")
    with TemporaryDirectory() as folder:
        staged(Path(folder, "sources"))
        shutil.rmtree(site, ignore_errors=True)
        call = [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "--keep-going", "-b", "html"]
        options = ["-c", DOCS, "-d", Path(folder, "doctrees"), Path(folder, "sources"), site]
        done = subprocess.run([*call, *options], cwd=ROOT, check=False)
    if done.returncode:
        return 1
    lines = list(foreign(site))
    for line in lines:
        print(f"loaded from elsewhere: {line}")
    pages = sum(1 for _ in site.rglob("*.html"))
    size = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    print(f"{pages} pages, {size / 1e6:.1f} MB, in {site}")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
