"""Checks and builds a release. `scripts/release` runs it."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from campaign import __version__
from campaign.store.doctor import WRITES
from campaign.systems import SYSTEMS
from scripts import building, sbom
from scripts.building import run

ROOT = Path(__file__).parents[1]
MOST = 60
"""Lines of a release's part of CHANGELOG.md."""
ADDRESSES = ("Source", "Documentation", "Changelog", "Issues")
"""What a published release says of where the project is."""
PARTS = ("dist", "SHA256SUMS", "sbom.cdx.json", "notes.md")
"""What a folder with a release has."""
PROVENANCE = "provenance.sigstore.json"
"""Where each file was built, and of which commit: signed by the code host, and added to them."""
HEADING = re.compile(r"^## (\S+) - (.+)$", re.M)


def main(arguments: list[str]) -> int:
    """Exit status 1 where something is wrong, each with a line of its own."""
    parser = argparse.ArgumentParser(prog="scripts/release", description=__doc__)
    does = parser.add_mutually_exclusive_group(required=True)
    text = "say all that keeps this commit from being released; builds it three times"
    does.add_argument("--check", action="store_true", help=text)
    text = "build wheel and sdist, play an evening with the wheel and run the tests of the sdist"
    does.add_argument("--try", action="store_true", help=text, dest="tries")
    text = "write wheel, sdist, their digests, the list of packages and the notes into a new folder"
    does.add_argument("--build", type=Path, metavar="FOLDER", help=text)
    text = "add to such a folder what the code host attested of its files"
    does.add_argument("--attested", type=Path, nargs=2, metavar=("FOLDER", "BUNDLE"), help=text)
    text = "make a draft of the release at the code host from such a folder; needs gh"
    does.add_argument("--draft", type=Path, metavar="FOLDER", help=text)
    parser.add_argument("--tag", default="", help="the tag, where the commit has none yet")
    text = "also fail without the addresses of the project in pyproject.toml"
    parser.add_argument("--published", action="store_true", help=text)
    typed = parser.parse_args(arguments)
    if typed.draft:
        if fault := undrafted(typed.draft):
            parser.error(fault)
        return draft(typed.draft)
    if typed.attested:
        shutil.copyfile(typed.attested[1], typed.attested[0] / PROVENANCE)
        return 0
    if typed.build and typed.build.exists():
        parser.error(f"{typed.build} is there already; name a new folder. Nothing was written")
    if not (ROOT / ".git").exists():
        parser.error("a release is made from a clone: there is no git here")
    with TemporaryDirectory() as folder:
        if typed.tries:
            faults = list(building.tried(ROOT, head(), Path(folder)))
        else:
            faults = list(named(typed.tag, published=typed.published))
            faults += build(Path(folder), typed.build)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"nothing is wrong with {__version__}")
    return bool(faults)


# --- what a release says of itself --------------------------------------------------------------


def named(tag: str, *, published: bool) -> Iterator[str]:
    """What is wrong with the tree, the tag, the change log and the metadata."""
    if changed := run("git", "-C", ROOT, "status", "--porcelain").splitlines():
        yield f"the tree is dirty: {len(changed)} files, the first {changed[0][3:]}"
    at_head = run("git", "-C", ROOT, "tag", "--points-at", "HEAD").split()
    yield from of_the_tag(__version__, tag or next(iter(at_head), ""))
    yield from of_the_log(__version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    yield from of_the_suite()
    if published:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        yield from of_the_addresses(project.get("urls", {}))


def of_the_tag(version: str, tag: str) -> Iterator[str]:
    """A tag that is not the version's; before there is one, nothing."""
    if tag and tag != f"v{version}":
        yield f"the tag is {tag}, and the version {version}"


def of_the_annotation(tag: str, kind: str, text: str, digests: building.Digests) -> Iterator[str]:
    """A tag without a text of its own, and each file built whose digest it does not say."""
    if kind != "tag":
        yield f"the tag {tag} is not annotated: git tag -a {tag} --cleanup=whitespace -F notes.md"
        return
    for name, digest in digests.items():
        if digest not in text:
            yield f"the tag {tag} does not say the SHA-256 of {name}"


def of_the_log(version: str, text: str) -> Iterator[str]:
    """A change log whose first part is of another version, without a date, or too long."""
    heading = HEADING.search(text)
    if heading is None or heading[1] != version:
        yield f"CHANGELOG.md does not begin with {version}"
        return
    try:
        date.fromisoformat(heading[2])
    except ValueError:
        yield f"CHANGELOG.md has no date for {version}: {heading[2]}"
    if (lines := part(version, text).count("\n") + 1) > MOST:
        yield f"CHANGELOG.md has {lines} lines for {version}, and at most {MOST} are read"


def of_the_suite() -> Iterator[str]:
    """A conformance suite without the cases that came since it was made."""
    paths = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    asked = [sys.executable, "-m", "conformance"]
    if subprocess.run(asked, cwd=ROOT, env=paths, capture_output=True, check=False).returncode:
        yield "the conformance suite is not of today's cases: ./scripts/conformance --write"


def of_the_addresses(urls: dict[str, str]) -> Iterator[str]:
    """Each address that is missing."""
    for name in ADDRESSES:
        if not urls.get(name):
            yield f"pyproject.toml has no address {name} under [project.urls]"


def part(version: str, text: str) -> str:
    """A release's part of the change log, with its heading."""
    start = text.index(f"## {version} - ")
    end = text.find("\n## ", start)
    return text[start : end if end > 0 else None].strip()


def notes(version: str, log: str, digests: building.Digests) -> str:
    """What the annotated tag and the draft say."""
    rules = ", ".join(f"{name} {game.rules.number}" for name, game in SYSTEMS.items())
    sums = [f"    {digest}  {name}" for name, digest in digests.items()]
    about = f"Schema {WRITES}; rules {rules}. SHA-256:"
    return "\n".join([part(version, log).removeprefix("## "), "", about, "", *sums, ""])


# --- what is built of it ------------------------------------------------------------------------


def head() -> str:
    """The commit that is built."""
    return run("git", "-C", ROOT, "rev-parse", "HEAD").strip()


def build(folder: Path, out: Path | None) -> list[str]:
    """Builds the commit in every way; what differs or is wrong. Into `out` goes what was built."""
    commit = head()
    ways = building.every_way(ROOT, commit, folder)
    first = folder / f"out-{building.UMASKS[0]:03o}"
    (wheel,) = first.glob("*.whl")
    faults = [*building.differing(ways), *building.faults_of(wheel, folder / "fresh", commit)]
    digests = next(iter(ways.values()))
    for name, digest in digests.items():
        print(f"{digest}  {name}  {(first / name).stat().st_size:,} bytes")
    tag = f"v{__version__}"
    if tag in run("git", "-C", ROOT, "tag", "--points-at", "HEAD").split():
        kind = run("git", "-C", ROOT, "cat-file", "-t", f"refs/tags/{tag}").strip()
        text = run("git", "-C", ROOT, "tag", "--list", "--format=%(contents)", tag)
        faults += of_the_annotation(tag, kind, text, digests)
    if out is not None and not faults:
        write(first, digests, out)
    return faults


def write(first: Path, digests: building.Digests, out: Path) -> None:
    """What goes to the code host, in a folder of its own."""
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (out / "dist").mkdir(parents=True)
    for name in digests:
        shutil.copyfile(first / name, out / "dist" / name)
    sums = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    (out / "SHA256SUMS").write_text(sums)
    (out / "sbom.cdx.json").write_text(sbom.document(__version__, ROOT / "requirements.lock"))
    (out / "notes.md").write_text(notes(__version__, log, digests), encoding="utf-8")


def undrafted(folder: Path) -> str:
    """Why no draft can be made of a folder."""
    lacking = [name for name in PARTS if not (folder / name).exists()]
    if lacking:
        return f"{folder} has no {lacking[0]}: write it with scripts/release --build {folder}"
    if not (folder / PROVENANCE).exists():
        call = f"scripts/release --attested {folder} BUNDLE"
        return f"{folder} has no {PROVENANCE}: add what the code host attested with {call}"
    if shutil.which("gh") is None:
        return "a draft is made with gh, the code host's own program, which is not on PATH"
    return ""


def draft(folder: Path) -> int:
    """A draft with everything in the folder; people look at it and publish it."""
    tag = f"v{__version__}"
    beside = [folder / name for name in ("SHA256SUMS", "sbom.cdx.json", PROVENANCE)]
    files = [*sorted((folder / "dist").iterdir()), *beside]
    call = ["gh", "release", "create", tag, "--draft", "--verify-tag", "--title", tag]
    done = subprocess.run(
        [*call, "--notes-file", str(folder / "notes.md"), *map(str, files)], cwd=ROOT, check=False
    )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
