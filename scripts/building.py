"""Builds wheel and sdist from git under two umasks and from the sdist, and compares the bytes."""

import hashlib
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

UMASKS = (0o022, 0o077)
LARGEST = 4_000_000
"""Bytes that a wheel stays below."""
PACKAGES = ("campaign", "events", "templates")

EVENING = (
    "--help",
    "start club --scenario global-war",
    "board club --open",
    "draw club",
    "ballots club rest=no",
    "reveal club",
    "report club --out pages",
    "verify club",
)
"""What is played with a wheel that was just installed."""

Digests = dict[str, str]
"""The SHA-256 of each file that was built, by its name."""


def run(*call: str | Path, umask: int = -1, cwd: Path | None = None, **environment: str) -> str:
    """What a program prints; ends this one with its errors where it fails."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("SOURCE_", "PYTHONPATH"))}
    done = subprocess.run(
        [str(word) for word in call], env={**ours, **environment}, umask=umask, cwd=cwd,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, call))}\n{done.stdout}{done.stderr}")
    return done.stdout


def cloned(root: Path, commit: str, folder: Path, umask: int) -> Path:
    """A clone of one commit, whose files have the modes that a umask gives."""
    run("git", "clone", "--quiet", "--no-checkout", root, folder, umask=umask)
    run("git", "-C", folder, "checkout", "--quiet", "--detach", commit, umask=umask)
    return folder


def built(source: Path, out: Path, umask: int) -> Digests:
    """Builds both from a folder, into another."""
    call = (sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d")
    run(*call, out.absolute(), cwd=source, umask=umask)
    return {file.name: digest(file) for file in sorted(out.iterdir())}


def digest(file: Path) -> str:
    """A file's SHA-256."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def unpacked(sdist: Path, folder: Path) -> Path:
    """The folder that an sdist holds."""
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        archive.extractall(folder)
    (inner,) = folder.iterdir()
    return inner


def every_way(root: Path, commit: str, folder: Path) -> dict[str, Digests]:
    """What comes of a commit in each way that it can be built, by the way."""
    ways: dict[str, Digests] = {}
    for umask in UMASKS:
        clone = cloned(root, commit, folder / f"git-{umask:03o}", umask)
        ways[f"git, umask {umask:03o}"] = built(clone, folder / f"out-{umask:03o}", umask)
    first = folder / f"out-{UMASKS[0]:03o}"
    (sdist,) = first.glob("*.tar.gz")
    source = unpacked(sdist, folder / "sdist")
    ways["its sdist"] = built(source, folder / "out-sdist", UMASKS[0])
    return ways


def differing(ways: dict[str, Digests]) -> Iterator[str]:
    """A line for each file that does not have the same bytes in every way."""
    (first, wanted), *others = ways.items()
    for way, digests in others:
        for name in sorted(wanted.keys() | digests.keys()):
            if wanted.get(name) != digests.get(name):
                yield f"{name} built from {way} has other bytes than from {first}"


def tried(root: Path, commit: str, folder: Path) -> Iterator[str]:
    """What is wrong with a commit's wheel and sdist under this Python: the wheel as `faults_of`
    looks at it; the sdist must pass its own tests where it is unpacked.
    """
    out = folder / "out"
    built(cloned(root, commit, folder / "git", UMASKS[0]), out, UMASKS[0])
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    yield from faults_of(wheel, folder / "fresh", commit)
    source = unpacked(sdist, folder / "sdist")
    # It makes an environment of its own; what it says is shown at once, as it takes minutes.
    with_this = {**os.environ, "CAMPAIGN_PYTHON": sys.executable}
    call = [str(source / "scripts" / "test")]
    if subprocess.run(call, cwd=source, env=with_this, check=False).returncode:
        yield f"{sdist.name} does not pass its own tests: see above"


def faults_of(wheel: Path, folder: Path, commit: str) -> Iterator[str]:
    """What is wrong with a wheel: its size, what it installs, what it says of itself."""
    if (size := wheel.stat().st_size) >= LARGEST:
        yield f"the wheel has {size:,} bytes, and at most {LARGEST:,} are allowed"
    with ZipFile(wheel) as archive:
        (about,) = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--no-deps", "--no-index", "--no-compile", wheel)
    (place,) = (folder / "lib").glob("python*/site-packages")
    installed = {one.name for one in place.iterdir()}
    if others := installed ^ {*PACKAGES, about}:
        yield f"it installs something else, or lacks it: {', '.join(sorted(others))}"
    libraries = next(path for path in sys.path if path.endswith("site-packages"))
    line = run(folder / "bin" / "campaign", "--version", PYTHONPATH=libraries)
    if f"(commit {commit[:8]}, " not in line:
        yield f"it says {line.strip()}, and was built from commit {commit[:8]}"
    yield from _evening(folder, libraries)


def _evening(folder: Path, libraries: str) -> Iterator[str]:
    """What a first evening with an installed wheel lacks; a call that fails ends the program."""
    place, said = folder / "evening", ""
    place.mkdir()
    for call in EVENING:
        here = {"PYTHONPATH": libraries, "CAMPAIGN_STORE": "club.db", "HOME": str(folder)}
        said = run(folder / "bin" / "campaign", *call.split(), cwd=place, **here)
    if not (place / "pages" / "index.html").is_file() or "no findings" not in said:
        yield f"its first evening ends without pages or with findings: {said.strip()}"
